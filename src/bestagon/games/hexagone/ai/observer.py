"""HexaGONE as numbers for learning programs."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64

from bestagon.core.observation.observer import Observer, clamp, seat_features, write_cells, write_one_hot, write_seats, write_zeros
from bestagon.core.observation.schema import Feature, Schema
from bestagon.core.position import Position
from bestagon.games.hexagone.board import BAG, CELL, CELLS, DISCARDED, HEXAGONS, HIDDEN, KINDS, RETURNED, SHAPE
from bestagon.games.hexagone.board_deck import SequenceDeck
from bestagon.games.hexagone.rules.moves import ROW
from bestagon.games.hexagone.rules.state import HexagonePosition
from bestagon.grid.bits import count

HIGHEST_SCORE: Final[i64] = 255
PHASES: Final[i64] = 7
KIND_COUNT: Final[i64] = 7
MOST_PASSES: Final[i64] = 3


@final
class HexagoneObserver(Observer):
    """The table on planes, then the own hand, the sizes of what is hidden, and the cards."""

    deck: SequenceDeck

    def __init__(self, position: HexagonePosition) -> None:
        """Build the schema."""
        self.deck = position.deck
        seats, cards = int(position.seats), int(position.deck.count)
        kinds = ", ".join(KINDS)
        planes = (
            Feature("gray", "gray hexagons"),
            Feature("cracked", "cracked hexagons"),
            Feature("blue", "blue hexagons"),
            Feature("fringe", "cells where a hexagon may be placed"),
            Feature("source", "the hexagon that is being moved or swapped"),
        )
        tail = (
            *seat_features(seats, 0, int(HIGHEST_SCORE)),
            Feature("hand", f"the hand of player 0: {kinds}", 0, int(HEXAGONS), int(KIND_COUNT)),
            Feature("hands", "how many hexagons player 0, 1, ... has in hand", 0, int(HEXAGONS), seats),
            Feature("bag", "how many hexagons are in the bag", 0, int(HEXAGONS)),
            Feature("returned", f"what the passing player returns, as far as known: {kinds}, hidden", 0, int(HEXAGONS), 8),
            Feature("discarded", f"the discards: {kinds}, hidden", 0, int(HEXAGONS), 8),
            Feature("row", "the cards of the row, each one-hot", 0, 1, int(ROW) * cards),
            Feature("pile", "the cards not drawn yet", 0, 1, cards),
            Feature("claimed", "how many cards player 0, 1, ... has claimed", 0, cards, seats),
            Feature("passes", "how often player 0, 1, ... has passed in a row", 0, int(MOST_PASSES), seats),
            Feature("closing", "whether player 0, 1, ... drew the last hexagon of the bag", 0, 1, seats),
            Feature("closing_turn", "whether it was drawn in this turn"),
            Feature("phase", "starting, playing, claiming, moving, swapping, returning, discarding; one-hot", 0, 1, int(PHASES)),
            Feature("teams", "whether players 0 and 2 play against players 1 and 3"),
        )
        super().__init__(Schema(tuple((cell.q, cell.r) for cell in SHAPE.cells), planes, tail))

    def observe(self, masked: Position, seat: i64, out: vec[i16], at: i64) -> None:
        """Write what the seat knows."""
        assert isinstance(masked, HexagonePosition)
        seats = masked.seats
        pools = masked.pools
        cards = self.deck.count
        at = _write_table(masked, out, at)
        at = write_seats(masked, seat, out, at, 0, HIGHEST_SCORE)
        for kind in range(KIND_COUNT):
            out[at + kind] = i16(pools[8 * seat + kind])
        at += KIND_COUNT
        for player in range(seats):
            out[at + player] = i16(masked.pool_size((seat + player) % seats))
        out[at + seats] = i16(masked.pool_size(BAG))
        at += seats + 1
        for kind in range(HIDDEN + 1):
            out[at + kind] = i16(pools[8 * RETURNED + kind])
            out[at + 8 + kind] = i16(pools[8 * DISCARDED + kind])
        at += 16
        for i in range(ROW):
            at = write_one_hot(masked.row[i], cards, out, at)
        at = write_cells(masked.draw_pile, cards, out, at)
        for player in range(seats):
            other = (seat + player) % seats
            out[at + player] = i16(count(masked.claimed[other]))
            out[at + seats + player] = i16(clamp(masked.pass_count(other), 0, MOST_PASSES))
            out[at + 2 * seats + player] = 1 if other == masked.closing else 0
        at += 3 * seats
        out[at] = 1 if masked.closing_turn else 0
        at = write_one_hot(masked.phase, PHASES, out, at + 1)
        out[at] = 1 if masked.teams else 0


def _write_table(masked: HexagonePosition, out: vec[i16], at: i64) -> i64:
    """Write the planes and return the index after them; all but a few cells are empty."""
    board = masked.board
    end = write_zeros(5 * CELLS, out, at)
    for i in range(board.gray_count):
        spot = i64(board.grays[i])
        out[at + (i64(board.spots[spot]) - 2) * CELLS + i64(CELL[spot])] = 1
    for i in range(board.blue_count):
        out[at + 2 * CELLS + i64(CELL[i64(board.blues[i])])] = 1
    for i in range(board.fringe_count):
        out[at + 3 * CELLS + i64(CELL[i64(board.fringe[i])])] = 1
    if masked.source >= 0:
        out[at + 4 * CELLS + masked.source] = 1
    return end
