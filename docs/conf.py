"""How the documentation is built: ``sphinx-build -W docs out/docs``."""

from risksim import __version__

project = "risksim"
copyright = "the risksim developers"
author = "the risksim developers"
release = __version__

extensions = ["myst_nb", "sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx.ext.viewcode"]
html_theme = "furo"
html_title = "risksim"
nb_execution_mode = "off"
myst_enable_extensions = ["dollarmath", "deflist"]
autodoc_typehints = "description"
autodoc_member_order = "bysource"
autodoc_default_options = {"members": True, "show-inheritance": True}
napoleon_use_rtype = False
exclude_patterns = ["_build"]
# a field of one answer may bear the name of a field of another
suppress_warnings = ["ref.python"]
