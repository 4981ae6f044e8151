"""Perft: counts the nodes of the game tree, to compare the rules with an independent implementation."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i32, i64

from bestagon.core.actions import room
from bestagon.core.position import Position


def perft(position: Position, depth: i64) -> i64:
    """Return the number of action sequences of length `depth`, acting seats in any order; games that end sooner do not count.

    The dice are part of the position, so a count can only be repeated from the same seed.
    """
    if depth == 0:
        return 1
    if position.over:
        return 0
    total: i64 = 0
    out = room(position)
    after = position.blank()
    acting = position.acting()
    for seat in range(position.seats):
        if (acting >> seat) & 1:
            n = position.legal(seat, out)
            total += n if depth == 1 else _below(position, after, seat, out, n, depth)
    return total


def _below(position: Position, after: Position, seat: i64, out: vec[i32], n: i64, depth: i64) -> i64:
    total: i64 = 0
    for i in range(n):
        after.copy_from(position)
        after.play(seat, i64(out[i]))
        total += perft(after, depth - 1)
    return total
