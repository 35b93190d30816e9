"""Writing files so that nothing half-written is ever left: all of them, whole, or none."""

import contextlib
import os
import shutil
import signal
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path

from risksim.errors import InputError

#: Hidden folders of files on their way are called so, then by the process that writes them.
_HIDDEN = ".risksim-"


def check_folder(folder: Path, names: list[str]) -> None:
    """Refuse a folder in which files of these names cannot be written, before any work is done. Leaves no trace.

    Raises
    ------
    InputError
        If the folder, or what would hold it, is a file or may not be written, or a name is taken by a folder.
    """
    above = folder
    while not above.exists() and above != above.parent:
        above = above.parent
    if not above.is_dir():
        raise InputError(f"cannot write into {str(folder)!r}: {str(above)!r} is not a folder")
    for name in names:
        if (folder / name).is_dir():
            raise InputError(f"cannot write {str(folder / name)!r}: a folder bears that name")
    with _refusal(folder), tempfile.TemporaryDirectory(prefix=f"{_HIDDEN}{os.getpid()}-", dir=above):
        pass


def write_all(folder: Path, files: dict[str, bytes]) -> list[Path]:
    """Write files into a folder, made where it is missing, and return their paths.

    They are written out in full in a hidden folder beside their places and moved only when all of them are complete.

    Raises
    ------
    InputError
        If one of them cannot be written; then none of them is, and the folder is as it was.
    """
    missing = [each for each in (folder, *folder.parents) if not each.exists()]
    try:
        with _refusal(folder):
            folder.mkdir(parents=True, exist_ok=True)
            _remove_orphans(folder)
            with tempfile.TemporaryDirectory(prefix=f"{_HIDDEN}{os.getpid()}-", dir=folder) as temporary:
                for name, content in files.items():
                    with open(os.path.join(temporary, name), "wb") as file:
                        file.write(content)
                        file.flush()
                        os.fsync(file.fileno())
                with _uninterrupted():
                    for name in files:
                        os.replace(os.path.join(temporary, name), folder / name)
    except BaseException:
        for each in missing:
            with contextlib.suppress(OSError):
                each.rmdir()
        raise
    return [folder / name for name in files]


def _remove_orphans(folder: Path) -> None:
    """Remove hidden folders left by processes that were killed while they wrote."""
    for hidden in folder.glob(f"{_HIDDEN}*-*"):
        process = hidden.name.removeprefix(_HIDDEN).partition("-")[0]
        if process.isdigit() and not _is_alive(int(process)):
            shutil.rmtree(hidden, ignore_errors=True)


def _is_alive(process: int) -> bool:
    if os.name == "nt":
        return True  # signal 0 is no question there
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except OSError:
        return True
    return True


@contextlib.contextmanager
def _refusal(folder: Path) -> Iterator[None]:
    """Turn what the system says into one line about the folder."""
    try:
        yield
    except OSError as error:
        raise InputError(f"cannot write into {str(folder)!r}: {error.strerror}") from None


@contextlib.contextmanager
def _uninterrupted() -> Iterator[None]:
    """Hold Ctrl-C back for the few milliseconds in which complete files take their places."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    previous = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, previous)
