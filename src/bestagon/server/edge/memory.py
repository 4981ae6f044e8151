"""Memory of the C library."""

from __future__ import annotations

import ctypes
import sys
from typing import Final

_trim: Final = getattr(ctypes.CDLL(None), "malloc_trim", None) if sys.platform == "linux" else None


def return_freed() -> None:
    """Give memory that was freed back to the system; without effect where there is no malloc_trim(3), as outside glibc.

    glibc keeps freed buffers that lie between small long-lived objects. Smaller thresholds of mallopt(3) would avoid that, too, but
    cost 9 % of the processor time of every move.
    """
    if _trim is not None:
        _trim(0)
