"""Finding plug-in files by folder: shipped ones inside the package, a user's own under ``--plugins DIR``.

A catalogue is a folder of files, one entry a file: ``rules/data/*.toml``, ``claims/*.py``, ``reports/*.py``
(what serves all entries of a catalogue lies in a folder below it, or in its ``__init__.py``).
A plug-in folder mirrors the names: ``DIR/rules/*.toml``, ``DIR/claims/*.py``, ``DIR/reports/*.py``.

Paths are plain strings here: every question loads a rule set, and pathlib takes longer to import than that.
"""

import os
import sys
from types import ModuleType

from risksim.errors import InputError

_PACKAGE = os.path.dirname(os.path.realpath(__file__))
#: Folders of files, in the package and in a plug-in folder.
CATALOGUES = ("rules", "claims", "reports")
_plugin_folders: list[str] = []


def add_plugins(folder: str | os.PathLike[str]) -> None:
    """Add a user's plug-in folder to every catalogue.

    Raises
    ------
    InputError
        If the folder does not exist, or holds none of the folders that a plug-in folder is looked through for.
    """
    path = os.path.realpath(folder)
    if not os.path.isdir(path):
        raise InputError(f"plug-in folder {os.fspath(folder)!r} does not exist")
    if not any(os.path.isdir(os.path.join(path, each)) for each in CATALOGUES):
        names = ", ".join(f"{each}/" for each in CATALOGUES[:-1])
        raise InputError(
            f"plug-in folder {os.fspath(folder)!r} has neither {names} nor {CATALOGUES[-1]}/: nothing to plug in"
        )
    if path not in _plugin_folders:
        _plugin_folders.append(path)


def entries(catalogue: str, suffix: str, subfolder: str = "") -> dict[str, str]:
    """Return the files of a catalogue by name (:func:`stem`), shipped ones first, then plug-ins.

    Parameters
    ----------
    catalogue
        Folder name inside the package and inside a plug-in folder, such as ``"rules"``.
    suffix
        ``".toml"`` or ``".py"``.
    subfolder
        Where the shipped files lie below the catalogue's folder (``"data"``); plug-ins have none.

    Raises
    ------
    InputError
        If a plug-in bears the name of a shipped entry, or of another plug-in.

    >>> "classic" in entries("rules", ".toml", "data")
    True
    """
    found: dict[str, str] = {}
    shipped = os.path.join(_PACKAGE, catalogue, subfolder)
    for folder in (shipped, *(os.path.join(each, catalogue) for each in _plugin_folders)):
        for name, path in files(folder, suffix).items():
            if name.startswith("_"):
                continue
            if name in found:
                raise InputError(f"{path} repeats the name of {found[name]}")
            found[name] = path
    return found


def files(folder: str, suffix: str) -> dict[str, str]:
    """Return the paths of a folder's files with a suffix by name, sorted; nothing where there is no folder."""
    inside = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
    return {stem(name): os.path.join(folder, name) for name in inside if name.endswith(suffix)}


def stem(path: str) -> str:
    """Return the name of an entry: its file's, without folders and suffix.

    >>> stem("rules/data/new-rules.toml")
    'new-rules'
    """
    return os.path.splitext(os.path.basename(path))[0]


def load_module(name: str, path: str) -> ModuleType:
    """Import the Python file of a catalogue entry, shipped or plugged in.

    Raises
    ------
    InputError
        If the file of a plug-in cannot be imported, or ends the program; the message carries the reason.
    """
    import importlib.util

    folder = os.path.dirname(path)
    if folder == _PACKAGE or folder.startswith(_PACKAGE + os.sep):
        inside = os.path.relpath(os.path.join(folder, stem(path)), os.path.dirname(_PACKAGE))
        return importlib.import_module(inside.replace(os.sep, "."))
    unique = f"risksim_plugin_{os.path.basename(folder)}_{name}"
    spec = importlib.util.spec_from_file_location(unique, path)
    if spec is None or spec.loader is None:
        raise InputError(f"{path} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[unique] = module
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        del sys.modules[unique]
        raise InputError(f"plug-in {path} cannot be imported: {type(error).__name__}: {error}") from error
    except BaseException:
        del sys.modules[unique]
        raise
    return module
