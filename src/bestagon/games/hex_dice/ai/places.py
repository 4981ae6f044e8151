"""What the hidden layer of a network gets from units by their places alone."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64, u8

from bestagon.games.hex_dice.board import MAX_CELLS


class HexDicePlaces:
    """Sums of weights by kind of unit and cell, which a network computes when they are first needed."""

    sums: vec[float]
    """By kind and cell: a row of sums for the units of the hidden layer."""
    known: vec[u8]
    """Which of these rows have been computed."""

    def __init__(self, kinds: i64, hidden: i64) -> None:
        """Allocate the table."""
        self.sums = vec[float]([0.0] * (kinds * MAX_CELLS * hidden))
        self.known = vec[u8]([u8(0)] * (kinds * MAX_CELLS))
