"""Memory of the C library."""

from __future__ import annotations

import ctypes
import sys
from typing import Final

_library: Final = ctypes.CDLL(None) if sys.platform == "linux" else None
_trim: Final = getattr(_library, "malloc_trim", None)
_set_option: Final = getattr(_library, "mallopt", None)
MOST_HEAPS: Final = -8
"""glibc's M_ARENA_MAX."""


def use_one_heap() -> None:
    """Let all threads that are started later share one heap; without effect outside glibc.

    By default each has its own, and malloc_trim(3) does not shrink those. Nearly all work holds the interpreter's lock anyway.
    """
    if _set_option is not None:
        _set_option(MOST_HEAPS, 1)


def return_freed() -> None:
    """Give memory that was freed back to the system; without effect where there is no malloc_trim(3), as outside glibc.

    glibc keeps freed buffers that lie between small long-lived objects. Smaller thresholds of mallopt(3) would avoid that, too, but
    cost 9 % of the processor time of every move. Takes about 1 ms.
    """
    if _trim is not None:
        _trim(0)
