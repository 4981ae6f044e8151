"""What the process uses of its machine, from the operating system."""

from __future__ import annotations

import errno
import os
import sys
from pathlib import Path
from typing import Final

try:
    import resource
except ImportError:  # Windows.
    resource = None  # type: ignore[assignment]

STATM: Final = Path("/proc/self/statm")
DESCRIPTORS: Final = (Path("/proc/self/fd"), Path("/dev/fd"))
UNKNOWN: Final = -1


def memory() -> int:
    """Return the resident memory of this process in bytes; its peak where there is no /proc, -1 if it is unknown."""
    try:
        return int(STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, AttributeError):
        if resource is None:
            return UNKNOWN
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return peak if sys.platform == "darwin" else peak * 1024


def open_files() -> int:
    """Return how many file descriptors this process has open; -1 if that is unknown."""
    for folder in DESCRIPTORS:
        try:
            return sum(1 for _ in folder.iterdir())
        except OSError as error:
            if error.errno == errno.EMFILE:
                return max_files()
    return UNKNOWN


def max_files() -> int:
    """Return how many file descriptors this process may have; -1 if that is unknown."""
    return UNKNOWN if resource is None else resource.getrlimit(resource.RLIMIT_NOFILE)[0]
