"""Exact and Monte Carlo analysis of the board game Risk.

The subject packages are loaded when first touched, so ``import risksim`` is cheap and compiles nothing.

>>> import risksim
>>> round(risksim.battles.odds(10, 5).p_win, 3)
0.873
"""

from importlib import import_module
from types import ModuleType

__version__ = "0.1.0"

_SUBJECTS = (
    "battles",
    "campaigns",
    "cards",
    "claims",
    "decisions",
    "factories",
    "luck",
    "poker",
    "reports",
    "rules",
    "sources",
    "statistics",
)

__all__ = ["__version__", *_SUBJECTS]


def __getattr__(name: str) -> ModuleType:
    if name in _SUBJECTS:
        return import_module(f"risksim.{name}")
    raise AttributeError(f"module 'risksim' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
