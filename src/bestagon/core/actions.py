"""Lists of legal actions."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i32, i64

from bestagon.core.position import Position


def room(position: Position) -> vec[i32]:
    """Return a buffer long enough for any `legal` of this set-up."""
    return vec[i32]([0] * int(position.max_legal))


def legal_actions(position: Position, seat: i64) -> list[int]:
    """Return the seat's legal actions as a list, for interpreted code.

    Interpreted code should not pass vecs to compiled functions: mypyc 2.4 leaks their memory.
    """
    out = room(position)
    found: list[int] = []
    for i in range(position.legal(seat, out)):
        found.append(int(out[i]))
    return found
