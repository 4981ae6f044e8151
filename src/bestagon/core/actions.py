"""Lists of legal actions."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i32, i64

from bestagon.core.position import Position

MOST_COPIED: Final = 4096
ZEROS: Final = vec[i32]([0] * 4096)


def room(position: Position) -> vec[i32]:
    """Return a buffer long enough for any `legal` of this set-up."""
    most = int(position.max_legal)
    # Copying a part is many times faster than making a vec of a list.
    return ZEROS[:most] if most <= MOST_COPIED else vec[i32]([0] * most)


def legal_actions(position: Position, seat: i64) -> list[int]:
    """Return the seat's legal actions as a list, for interpreted code.

    Interpreted code should not pass vecs to compiled functions: mypyc 2.4 leaks their memory.
    """
    out = room(position)
    found: list[int] = []
    for i in range(position.legal(seat, out)):
        found.append(int(out[i]))
    return found
