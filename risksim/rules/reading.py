"""Which subjects read a clause: found in their source, so that nobody believes a clause counts where it does not."""

import re
from pathlib import Path

from risksim.rules.clauses import CLAUSES

_PACKAGE = Path(__file__).resolve().parents[1]


def readers(package: Path = _PACKAGE) -> dict[str, tuple[str, ...]]:
    """Return the subjects whose source reads each clause; an empty tuple where the clause is only recorded.

    A subject is a package with a ``tables.py``, where rules become arrays. Reading is an attribute of the clause's
    name; naming a clause to vary it is not reading it.

    Parameters
    ----------
    package
        Folder of the subject packages.

    >>> "battles" in readers()["ties"]
    True
    """
    source = {
        tables.parent.name: " ".join(path.read_text(encoding="utf-8") for path in tables.parent.rglob("*.py"))
        for tables in sorted(package.glob("*/tables.py"))
    }
    attributes = {subject: set(re.findall(r"\.([a-z_0-9]+)\b", text)) for subject, text in source.items()}
    return {
        name: tuple(subject for subject, names in attributes.items() if name in names) for name in CLAUSES
    }
