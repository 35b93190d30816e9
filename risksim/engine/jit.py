"""The one place that names numba's options.

Numba's disk cache does not notice an edit in another file, so the cache folder is named by a digest of all kernel
sources and of the versions that compile them. Without a writable folder the kernels are compiled in every process
instead, a cache that cannot be written (a full disk) is passed over, and one that cannot be read is written anew.
"""

import functools
import hashlib
import os
import platform
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np

F = TypeVar("F", bound=Callable[..., Any])

_config: Any = numba.config
_PACKAGE = Path(__file__).resolve().parent.parent


def kernel_sources() -> list[Path]:
    """Return every file whose text ends up in compiled code, in a fixed order."""
    kernels = [path for path in _PACKAGE.rglob("*.py") if "kernels" in (path.stem, path.parent.name)]
    return sorted([*kernels, *_PACKAGE.glob("engine/*.py"), _PACKAGE / "rules" / "clauses.py"])


@functools.cache
def digest() -> str:
    """Return 16 hex digits over the kernel sources, the versions, the processor, and whether indices are checked."""
    text = hashlib.sha256()
    versions = (numba.__version__, np.__version__, platform.python_version(), platform.machine())
    # code that checks its indices is stored under the same key as code that does not
    text.update(repr((*versions, bool(_config.BOUNDSCHECK))).encode())
    for path in kernel_sources():
        text.update(path.relative_to(_PACKAGE).as_posix().encode() + b"\0" + path.read_bytes())
    return text.hexdigest()[:16]


@functools.cache
def cache_folder() -> Path | None:
    """Return the folder of this version's compiled kernels, or None where no folder can be written.

    ``NUMBA_CACHE_DIR`` or ``XDG_CACHE_HOME`` move it; otherwise it lies in ``~/.cache/risksim``.
    """
    if _config.CACHE_DIR:
        root = Path(_config.CACHE_DIR)
    else:
        root = Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser()
    folder = root / "risksim" / f"kernels-{digest()}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except (OSError, RuntimeError):
        return None
    return folder if os.access(folder, os.W_OK | os.X_OK) else None


#: Caches that had no compiled form of their kernel and wait for it.
_compiling: set[int] = set()


def is_compiling() -> bool:
    """Tell whether a kernel is being compiled, because this version of it has not been used on this machine yet."""
    return bool(_compiling)


def kernel(function: F) -> F:
    """Compile a function of arrays and numbers: nopython, without the GIL, cached on disk.

    With ``NUMBA_DISABLE_JIT=1`` the function stays Python, and unsigned integers still wrap in silence.

    >>> @kernel
    ... def double(n):
    ...     return n + n
    >>> double(21)
    42
    """
    if _config.DISABLE_JIT:

        @functools.wraps(function)
        def interpreted(*args: Any) -> Any:
            with np.errstate(over="ignore"):
                return function(*args)

        return cast("F", interpreted)
    folder = cache_folder() if Path(function.__code__.co_filename).is_file() else None
    compile_ = functools.partial(numba.njit, nogil=True, error_model="numpy")
    previous = _config.CACHE_DIR
    _config.CACHE_DIR = str(folder or "")
    try:
        dispatcher = compile_(cache=folder is not None)(function)
    finally:
        _config.CACHE_DIR = previous
    _watch(cast("Any", dispatcher)._cache)
    return cast("F", dispatcher)


def _watch(cache: Any) -> None:
    """Let a kernel run although its compiled form cannot be read or stored, and note while there is none."""
    load, save = cache.load_overload, cache.save_overload

    def load_if_possible(*args: Any) -> Any:
        try:
            found = load(*args)
        except Exception:  # cut short or damaged; what unpickling then comes upon may raise anything
            found = None
            _empty(cache)
        if found is None:
            _compiling.add(id(cache))
        return found

    def save_if_possible(*args: Any) -> None:
        try:
            save(*args)
        except OSError:
            cache.disable()
        finally:
            _compiling.discard(id(cache))

    cache.load_overload, cache.save_overload = load_if_possible, save_if_possible


def _empty(cache: Any) -> None:
    """Begin the index of a cache anew, so that the next compiled form is stored in it."""
    try:
        cache.flush()
    except OSError:
        cache.disable()
