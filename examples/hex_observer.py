"""Hex as numbers for learning programs: an observer of a game's own, which compiled code calls millions of times a second."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64

from bestagon.core.observation.observer import Observer, seat_features, write_seats
from bestagon.core.observation.schema import Feature, Schema
from bestagon.core.position import Position
from hex import HexPosition

PLANES: Final = (Feature("own", "stones of player 0"), Feature("other", "stones of player 1"))


@final
class HexObserver(Observer):
    """Two planes of stones. Cells keep their places, and `seat` says whose sides are whose."""

    def __init__(self, position: HexPosition) -> None:
        """Build the schema of a board size."""
        size = int(position.size)
        cells = tuple((i % size, i // size) for i in range(size * size))
        tail = (*seat_features(2, 0, 1), Feature("swap", "whether the first stone may be taken over"))
        super().__init__(Schema(cells, PLANES, tail))

    def observe(self, masked: Position, seat: i64, out: vec[i16], at: i64) -> None:
        """Write the stones."""
        assert isinstance(masked, HexPosition)
        cells = masked.cells
        area = masked.size * masked.size
        red = at + seat * area
        blue = at + (1 - seat) * area
        for i in range(area):
            stone = cells[i]
            out[red + i] = i16(stone & 1)
            out[blue + i] = i16(stone >> 1)
        at = write_seats(masked, seat, out, at + 2 * area, 0, 1)
        out[at] = 1 if masked.may_swap() else 0

    def update(self, masked: Position, seat: i64, out: vec[i16], at: i64) -> None:
        """Write only the cells with stones: the others are empty in both observations, unless the first stone was taken over."""
        assert isinstance(masked, HexPosition)
        if masked.stones <= 1:
            self.observe(masked, seat, out, at)
            return
        links = masked.links
        area = masked.size * masked.size
        red = at + seat * area
        blue = at + (1 - seat) * area
        for i in range(area, area + masked.reds):
            cell = i64(links[i])
            out[red + cell] = 1
            out[blue + cell] = 0
        for i in range(2 * area - masked.stones + masked.reds, 2 * area):
            cell = i64(links[i])
            out[red + cell] = 0
            out[blue + cell] = 1
        at = write_seats(masked, seat, out, at + 2 * area, 0, 1)
        out[at] = 0
