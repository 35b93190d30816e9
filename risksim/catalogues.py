"""Finding plug-in files by folder: shipped ones inside the package, a user's own under ``--plugins DIR``.

A catalogue is a folder of files, one entry a file: ``rules/data/*.toml``, ``claims/*.py``, ``reports/*.py``
(what serves all entries of a catalogue lies in a folder below it, or in its ``__init__.py``).
A plug-in folder mirrors the names: ``DIR/rules/*.toml``, ``DIR/claims/*.py``, ``DIR/reports/*.py``.
"""

import importlib
import importlib.util
import sys
from pathlib import Path
from types import ModuleType

from risksim.errors import InputError

_PACKAGE = Path(__file__).resolve().parent
_plugin_folders: list[Path] = []


def add_plugins(folder: str | Path) -> None:
    """Add a user's plug-in folder to every catalogue.

    Raises
    ------
    InputError
        If the folder does not exist.
    """
    path = Path(folder).resolve()
    if not path.is_dir():
        raise InputError(f"plug-in folder {str(folder)!r} does not exist")
    if path not in _plugin_folders:
        _plugin_folders.append(path)


def entries(catalogue: str, suffix: str, subfolder: str = "") -> dict[str, Path]:
    """Return the files of a catalogue by name (the file's stem), shipped ones first, then plug-ins.

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
    found: dict[str, Path] = {}
    folders = [_PACKAGE / catalogue / subfolder, *(folder / catalogue for folder in _plugin_folders)]
    for folder in folders:
        for path in sorted(folder.glob(f"*{suffix}")):
            if path.stem.startswith("_"):
                continue
            if path.stem in found:
                raise InputError(f"{path} repeats the name of {found[path.stem]}")
            found[path.stem] = path
    return found


def load_module(name: str, path: Path) -> ModuleType:
    """Import the Python file of a catalogue entry, shipped or plugged in.

    Raises
    ------
    InputError
        If the file of a plug-in cannot be imported; the message carries the reason.
    """
    if path.is_relative_to(_PACKAGE):
        return importlib.import_module(".".join(path.relative_to(_PACKAGE.parent).with_suffix("").parts))
    unique = f"risksim_plugin_{path.parent.name}_{name}"
    spec = importlib.util.spec_from_file_location(unique, path)
    if spec is None or spec.loader is None:
        raise InputError(f"{path} is not a Python file")
    module = importlib.util.module_from_spec(spec)
    sys.modules[unique] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[unique]
        raise InputError(f"plug-in {path} cannot be imported: {error}") from error
    return module
