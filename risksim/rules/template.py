"""A new rule set to edit: every clause commented out, with what else may stand there."""

import contextlib
import os
import re
import tempfile
from pathlib import Path

from risksim.errors import InputError
from risksim.rules import ruleset
from risksim.rules.clauses import SECTIONS


def text(name: str, based_on: str = "classic") -> str:
    """Return the text of a rule set file that changes nothing yet.

    Parameters
    ----------
    name
        Name of the new rule set, for its title.
    based_on
        Name or path of the rule set it inherits from; a path is taken as the file's reader will take it.

    Raises
    ------
    InputError
        If the rule set it is based on cannot be loaded.

    >>> print(text("house").splitlines()[7])
    based_on = "classic"
    """
    parent = ruleset.load(based_on)
    quoted = based_on.replace("\\", "/")
    lines = [
        f"# {name}: a house rule. Take away the # before a clause and write what you play;",
        f"# whatever stays commented out is inherited from {quoted}. Then, for example:",
        f"#   risksim rules ./{name}.toml --diff {quoted}",
        f"#   risksim odds 10 8 --rules ./{name}.toml",
        "",
        f'title = "{name}: a house rule"',
        "version = 1",
        f'based_on = "{quoted}"',
    ]
    readings = list(parent.clauses())
    for section, struct in SECTIONS.items():
        lines += ["", f"# {struct.__doc__}", f"[{section}]"]
        for reading in readings:
            if reading.section == section:
                lines += [
                    "",
                    f"# {reading.description}: {reading.allowed}",
                    f"# {reading.name} = {ruleset.as_toml(reading.value)}",
                ]
    lines += [
        "",
        "# Where a changed clause is written down, or who plays it so: free text in your own words, never looked up.",
        "[source]",
        '# ties = "our table, since 2019"',
    ]
    return "\n".join(lines) + "\n"


def write(name: str, based_on: str = "classic", folder: str | Path = ".") -> Path:
    """Write ``NAME.toml`` to edit; never over a file that is there, and never half. The name may bring its suffix.

    Raises
    ------
    InputError
        If the name cannot name a rule set, is taken, or the file exists or cannot be written.
    """
    name = name.removesuffix(".toml")
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9_-]*", name):
        raise InputError(f"{name!r} cannot name a rule set; use letters, digits, - and _")
    if name in ruleset.names():
        raise InputError(f"there is a rule set {name!r} already; choose another name")
    path = Path(folder) / f"{name}.toml"
    content = text(name, based_on)
    if path.exists():
        raise InputError(f"{path} exists already; nothing written")
    try:
        handle, temporary = tempfile.mkstemp(dir=folder, prefix=f".{name}-", suffix=".part")
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror}") from None
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(content)
        os.chmod(temporary, 0o644)
        os.link(temporary, path)
    except FileExistsError:
        raise InputError(f"{path} exists already; nothing written") from None
    except OSError as error:
        raise InputError(f"{path} cannot be written: {error.strerror}") from None
    finally:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(temporary)
    return path
