"""One process at a time: installing, compiling or building the client in this tree."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

BUILD: Final = Path(__file__).resolve().parent.parent / "build"


@contextmanager
def exclusive(what: str) -> Iterator[None]:
    """Wait until no other process does the same in this tree; the system frees the lock of a process that was killed."""
    BUILD.mkdir(exist_ok=True)
    with (BUILD / f"{what}.lock").open("w") as lock:
        if sys.platform != "win32":
            import fcntl

            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                print(f"waiting for another process that does this here: {what} ...", flush=True)
                fcntl.flock(lock, fcntl.LOCK_EX)
        yield
