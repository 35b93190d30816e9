"""What serves every claim: the words of a check, and the run over all of them."""
