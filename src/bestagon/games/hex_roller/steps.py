"""The steps of a seat's round."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

TAKE1: Final[i64] = 0
WRITE1: Final[i64] = 1
TAKE2: Final[i64] = 2
WRITE2: Final[i64] = 3
BOX: Final[i64] = 4
END: Final[i64] = 5
"""The last step, in which a bonus can be used (HR 3.4)."""
WRITE3: Final[i64] = 6
DONE: Final[i64] = 7
