"""Hex Dice as numbers for learning programs."""

from __future__ import annotations

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i16, i64

from bestagon.core.observation.observer import Observer, clamp, seat_features, write_one_hot, write_seats, write_zeros
from bestagon.core.observation.schema import HIGHEST, Feature, Schema
from bestagon.core.position import Position
from bestagon.games.hex_dice.board import PHASES, HexDiceBoard
from bestagon.games.hex_dice.board_cells import FOREST, GROUND, GUARD, VALUE, WILD, owner, tokens
from bestagon.games.hex_dice.rules.state import HexDicePosition

TERRAINS: Final[i64] = 4
PHASE_COUNT: Final[i64] = len(PHASES)
MOST_PENDING: Final[i64] = 36


@final
class HexDiceObserver(Observer):
    """Terrain, bases and units on planes, then hands and turn order."""

    board: HexDiceBoard

    def __init__(self, position: HexDicePosition) -> None:
        """Build the schema."""
        self.board = position.board
        seats = int(position.seats)
        planes = (
            Feature("terrain", "forest, lake, tower, mountain", 0, 1, int(TERRAINS)),
            Feature("bases", "the base of player 0, 1, ...", 0, 1, seats),
            Feature("units", "the value of the units of player 0, 1, ..., 7 while it has to be chosen", 0, WILD, seats),
            Feature("tokens", "the armour tokens of a unit", 0, 7),
            Feature("guard", "units on guard"),
            Feature("acted", "units that acted in their owner's previous turn"),
            Feature("merged", "the unit just merged"),
        )
        tail = (
            *seat_features(seats, 0, seats - 1),
            Feature("hand", "dice with 1, 2, ..., 6 that player 0 has still to deploy, then player 1, ...", 0, 12, 6 * seats),
            Feature("order", "the place of player 0, 1, ... in the turn order, from 0", 0, seats, seats),
            Feature("eliminated", "0, or as which player 0, 1, ... was eliminated", 0, seats, seats),
            Feature("phase", ", ".join(PHASES) + "; one-hot", 0, 1, int(PHASE_COUNT)),
            Feature("pending", "terrain cells still to be placed", 0, int(MOST_PENDING)),
            Feature("radius", "how far from the base units may be deployed now", 0, 2 * int(position.board.radius)),
            Feature("extra", "whether the merged unit may act at once"),
            Feature("quiet", "turns since a unit or base was lost", 0, min(HIGHEST, int(position.patience) * seats)),
        )
        super().__init__(Schema(tuple((cell.q, cell.r) for cell in position.board.shape.cells), planes, tail))

    def observe(self, masked: Position, seat: i64, out: vec[i16], at: i64) -> None:
        """Write map, hands and turn order from the seat's own on."""
        assert isinstance(masked, HexDicePosition)
        seats = masked.seats
        at = self._write_map(masked, seat, out, at)
        at = write_seats(masked, seat, out, at, 0, seats - 1)
        for player in range(seats):
            other = (seat + player) % seats
            for value in range(1, 7):
                out[at] = i16(masked.in_hand(other, value))
                at += 1
        for player in range(seats):
            other = (seat + player) % seats
            place: i64 = 0
            while place < seats and masked.seat_at(place) != other:
                place += 1
            out[at + player] = i16(place)
            out[at + seats + player] = i16(masked.elimination(other))
        at = write_one_hot(masked.phase, PHASE_COUNT, out, at + 2 * seats)
        out[at] = i16(clamp(masked.pending_terrain, 0, MOST_PENDING))
        out[at + 1] = i16(clamp(masked.deploy_radius, 0, 2 * self.board.radius))
        out[at + 2] = 1 if masked.extra_action else 0
        out[at + 3] = i16(clamp(masked.quiet_turns, 0, masked.patience * seats))

    def _write_map(self, masked: HexDicePosition, seat: i64, out: vec[i16], at: i64) -> i64:
        seats = masked.seats
        size = self.board.size
        bases = at + TERRAINS * size
        units = bases + seats * size
        armour = units + seats * size
        end = armour + 4 * size
        write_zeros(end - at, out, at)
        cells = masked.cells
        for cell in range(size):
            code = i64(cells[cell])
            if code == 0:
                continue
            ground = (code & GROUND) // FOREST
            if ground:
                out[at + (ground - 1) * size + cell] = 1
            if code & VALUE:
                player = (owner(code) - seat + seats) % seats
                out[units + player * size + cell] = i16(code & VALUE)
                out[armour + cell] = i16(tokens(code))
                out[armour + size + cell] = 1 if code & GUARD else 0
        for player in range(seats):
            other = (seat + player) % seats
            base = masked.base(other)
            if base >= 0:
                out[bases + player * size + base] = 1
            acted = masked.last_acted(other)
            if acted >= 0:
                out[armour + 2 * size + acted] = 1
        if masked.merged_cell >= 0:
            out[armour + 3 * size + masked.merged_cell] = 1
        return end
