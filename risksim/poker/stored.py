"""Numbers that take a while to find, kept on disk beside the compiled kernels.

A file is named by a digest of what was asked and of the code that answers, and begins with a digest of what it holds;
one that does not fit is passed over. Where no folder can be written, a process keeps its numbers to itself.
"""

import hashlib
import os
import tempfile
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import numpy.typing as npt

from risksim.engine import jit

_DIGEST_BYTES = hashlib.sha256().digest_size


def code_digest(files: Iterable[str | None]) -> bytes:
    """Return a digest of the files that decide what is stored."""
    text = hashlib.sha256()
    for path in files:
        text.update(Path(str(path)).read_bytes())
    return text.digest()


def path_for(kind: str, asked: object, code: bytes) -> Path | None:
    """Return where the answer to what was asked is stored, or None where nothing can be."""
    folder = jit.cache_folder()
    if folder is None:
        return None
    digest = hashlib.sha256(repr(asked).encode() + code).hexdigest()
    return folder.parent / f"poker-{digest[:16]}.{kind}"


def _seal(content: npt.NDArray[np.uint8]) -> npt.NDArray[np.uint8]:
    return np.frombuffer(hashlib.sha256(content.data).digest(), dtype=np.uint8)


def load(path: Path | None) -> npt.NDArray[np.uint8] | None:
    """Return the bytes stored, or None where there are none or they are not as they were written."""
    if path is None:
        return None
    try:
        stored = np.fromfile(path, dtype=np.uint8)
    except OSError:
        return None
    seal, content = stored[:_DIGEST_BYTES], stored[_DIGEST_BYTES:]
    return content if len(content) and np.array_equal(seal, _seal(content)) else None


def save(path: Path | None, *parts: npt.NDArray[np.generic]) -> None:
    """Write the bytes of arrays whole or not at all; what cannot be written is passed over."""
    if path is None:
        return
    content = np.concatenate([np.ascontiguousarray(part).reshape(-1).view(np.uint8) for part in parts])
    unfinished = None
    try:
        with tempfile.NamedTemporaryFile(dir=path.parent, prefix=path.name, delete=False) as file:
            unfinished = file.name
            file.write(_seal(content).tobytes())
            file.write(content.tobytes())
        os.replace(unfinished, path)
    except OSError:
        if unfinished:
            Path(unfinished).unlink(missing_ok=True)
