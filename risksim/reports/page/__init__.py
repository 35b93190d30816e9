"""What serves every report: the page and its blocks, figures, tables, numbers in words, the manifest, writing."""
