"""A small network that predicts how a game ends in which two players are still in."""

from __future__ import annotations

import math
from typing import Final

from librt.vecs import vec
from mypy_extensions import i32, i64

from bestagon.games.hex_dice.ai.learned import BIASES, HIDDEN, INPUTS, OUTPUTS
from bestagon.games.hex_dice.ai.places import HexDicePlaces
from bestagon.games.hex_dice.ai.strength import blank_like, equal_positions
from bestagon.games.hex_dice.ai.threat_map import HexDiceThreatMap
from bestagon.games.hex_dice.ai.travel import AXIS_PAIRS, HexDiceTravelTimes, rival
from bestagon.games.hex_dice.board import EXTRA, MAX_CELLS, MAX_SEATS, HexDiceBoard
from bestagon.games.hex_dice.board_cells import FOREST, GROUND, GUARD, VALUE, tokens
from bestagon.games.hex_dice.rules.state import HexDicePosition

# Features of one side. Where a number is too large, the last feature of its group stands for it.
TO_FOE: Final = 0
"""14 for each value: the distance of a unit to the enemy base,"""
TO_HOME: Final = 84
"""and to its own."""
TURNS: Final = 168
"""8 for each value: the turns a unit needs to the enemy base on an empty map."""
STATUS: Final = 216
"""8 for each value: whether the enemy could defeat a unit (1), a friend could reach its cell (2), and it is on guard (4)."""
TOKENS: Final = 264
"""3 for each value: armour tokens, from 1."""
TERRAIN: Final = 282
"""4 for each value: the terrain below a unit."""
ZONE_FOE: Final = 306
"""8: attacked cells among the enemy base and its neighbours,"""
ZONE_HOME: Final = 314
"""and among the own base and its neighbours."""
COUNT: Final = 322
"""7: units."""
ELIMINATORS: Final = 329
"""3: units that could eliminate the enemy at once."""
SIDE: Final = 332
"""The number of features of one side: those of the seat on turn are followed by those of its foe."""

# Features of both sides.
COUNTS: Final = 664
"""49: the units of both."""
LEADER: Final = 713
"""24: who would win the count (HD 7.3; foe, nobody, seat on turn), with the share of quiet turns in eighths."""
DIFFERENCE: Final = 737
"""56: by how many units, from -3 to 3, with the same share."""
EXTRA_ACTION: Final = 793
"""Whether a merged unit acts (HD 4.6)."""
NUMBERS: Final = 794
"""8 features with a value of their own: the best capture of both, the second best, the sum of values, moves of both, quiet turns."""
NUMBER_COUNT: Final = 8
FEATURES: Final = 802

FARTHEST: Final = 13
SHARES: Final = 8

# What the network predicts, for the seat on turn.
WINS: Final = 0
LOSES: Final = 1
WINS_COUNT: Final = 2
LOSES_COUNT: Final = 3
CHANCES: Final = 4


class HexDiceNetwork:
    """One hidden layer over the features of a position in play."""

    cached: HexDicePosition | None
    """The position that `chances` is for."""
    chances: vec[float]
    """Of the seat on turn: to win by force, to lose by force, to win by the count, to lose by it (HD 7.3)."""
    threats: HexDiceThreatMap
    travel: HexDiceTravelTimes
    board: HexDiceBoard | None
    tables: list[HexDicePlaces | None]
    """By the axis of the seat on turn * 6 + that of its rival; None if not needed yet.

    A kind of unit is 7 * owner + value; the seat on turn is owner 0.
    """
    table: HexDicePlaces
    """That of the position."""
    active: vec[i32]
    """The features that are 1."""
    count: i64
    numbers: vec[float]
    hidden: vec[float]

    def __init__(self, travel: HexDiceTravelTimes) -> None:
        """Share the evaluator's table of travel times."""
        self.cached = None
        self.chances = vec[float]([0.0] * CHANCES)
        self.threats = HexDiceThreatMap()
        self.travel = travel
        self.board = None
        self.tables = [None] * AXIS_PAIRS
        self.table = HexDicePlaces(2 * 7, HIDDEN)
        self.active = vec[i32]([i32(0)] * 128)
        self.count = 0
        self.numbers = vec[float]([0.0] * NUMBER_COUNT)
        self.hidden = vec[float]([0.0] * HIDDEN)

    def payoff(self, position: HexDicePosition, seat: i64, worth: float) -> float:
        """Return the expected payoff of a seat, to which a win by the count is worth this."""
        last = self.cached
        if last is None or not equal_positions(position, last):
            if last is None or last.board is not position.board:
                last = blank_like(position)
                self.cached = last
            last.copy_from(position)
            last.patience = position.patience
            self._predict(position)
        chances = self.chances
        if seat == position.turn:
            return chances[WINS] - chances[LOSES] + worth * chances[WINS_COUNT] - chances[LOSES_COUNT]
        return chances[LOSES] - chances[WINS] + worth * chances[LOSES_COUNT] - chances[WINS_COUNT]

    def _predict(self, position: HexDicePosition) -> None:
        """Compute the chances of the seat on turn; who can eliminate the foe at once has won."""
        self._use_map(position)
        self.threats.scan(position)
        turn = position.turn
        if self.threats.eliminators[MAX_SEATS * turn + rival(position, turn)]:
            for k in range(CHANCES):
                self.chances[k] = 1.0 if k == WINS else 0.0
            return
        hidden = self.hidden
        for j in range(HIDDEN):
            hidden[j] = BIASES[j]
        self.count = 0
        for side in range(2):
            seat = turn if side == 0 else rival(position, turn)
            for i in range(position.unit_count(seat)):
                self._add_place(position, turn, seat, position.unit_cell(seat, i))
            self._list_side(position, seat, side * SIDE)
        self._list_both(position)
        active = self.active
        for i in range(self.count):
            row = i64(active[i]) * HIDDEN
            for j in range(HIDDEN):
                hidden[j] += INPUTS[row + j]
        for i in range(NUMBER_COUNT):
            number = self.numbers[i]
            if number != 0.0:
                row = (NUMBERS + i) * HIDDEN
                for j in range(HIDDEN):
                    hidden[j] += number * INPUTS[row + j]
        self._finish()

    def features(self, position: HexDicePosition) -> tuple[list[int], list[float]]:
        """Return the features that are 1 and those with a value of their own, for a fit."""
        self._use_map(position)
        self.threats.scan(position)
        self.count = 0
        turn = position.turn
        for side in range(2):
            seat = turn if side == 0 else rival(position, turn)
            for i in range(position.unit_count(seat)):
                cell = position.unit_cell(seat, i)
                self._list_place(position, seat, side * SIDE, i64(position.cells[cell]) & VALUE, cell)
            self._list_side(position, seat, side * SIDE)
        self._list_both(position)
        return [int(self.active[i]) for i in range(self.count)], [self.numbers[i] for i in range(NUMBER_COUNT)]

    def _use_map(self, position: HexDicePosition) -> None:
        turn = position.turn
        axes = 6 * position.axis(turn) + position.axis(rival(position, turn))
        if self.board is not position.board:
            self.board = position.board
            self.travel.use_board(position.board)
            self.tables = [None] * AXIS_PAIRS
        table = self.tables[axes]
        if table is None:
            table = HexDicePlaces(2 * 7, HIDDEN)
            self.tables[axes] = table
        self.table = table

    def _add_place(self, position: HexDicePosition, turn: i64, seat: i64, cell: i64) -> None:
        """Add the weights of a unit's place to the hidden layer."""
        value = i64(position.cells[cell]) & VALUE
        table = self.table
        spot = ((0 if seat == turn else 7) + value) * MAX_CELLS + cell
        row = spot * HIDDEN
        places = table.sums
        if table.known[spot] == 0:
            table.known[spot] = 1
            count = self.count
            self._list_place(position, seat, 0 if seat == turn else SIDE, value, cell)
            for i in range(count, self.count):
                weights = i64(self.active[i]) * HIDDEN
                for j in range(HIDDEN):
                    places[row + j] += INPUTS[weights + j]
            self.count = count
        hidden = self.hidden
        for j in range(HIDDEN):
            hidden[j] += places[row + j]

    def _list_place(self, position: HexDicePosition, seat: i64, first: i64, value: i64, cell: i64) -> None:
        """List what depends on a unit's value and place alone."""
        board = position.board
        to_foe = board.distance(cell, position.base(rival(position, seat)))
        to_home = board.distance(cell, position.base(seat))
        turns = self.travel.turns_to_base(position, seat, value, cell)
        n = self.count
        self.active[n] = i32(first + TO_FOE + 14 * (value - 1) + (to_foe if to_foe < FARTHEST else FARTHEST))
        self.active[n + 1] = i32(first + TO_HOME + 14 * (value - 1) + (to_home if to_home < FARTHEST else FARTHEST))
        self.active[n + 2] = i32(first + TURNS + 8 * (value - 1) + (turns if turns < 7 else 7))
        self.count = n + 3

    def _list_side(self, position: HexDicePosition, seat: i64, first: i64) -> None:
        """List what else concerns the units of one side."""
        active = self.active
        attacks = self.threats.attacks
        own = MAX_CELLS * seat
        foe = rival(position, seat)
        enemy = MAX_CELLS * foe
        n = self.count
        units = position.unit_count(seat)
        for i in range(units):
            cell = position.unit_cell(seat, i)
            code = i64(position.cells[cell])
            kind = (code & VALUE) - 1
            status: i64 = 1 if i64(attacks[enemy + cell]) >= position.armour(cell) else 0
            if attacks[own + cell]:
                status += 2
            if code & GUARD:
                status += 4
            active[n] = i32(first + STATUS + 8 * kind + status)
            n += 1
            hits = tokens(code)
            if hits:
                active[n] = i32(first + TOKENS + 3 * kind + (hits if hits < 3 else 3) - 1)
                n += 1
            ground = (code & GROUND) // FOREST
            if ground:
                active[n] = i32(first + TERRAIN + 4 * kind + ground - 1)
                n += 1
        eliminators = i64(self.threats.eliminators[MAX_SEATS * seat + foe])
        active[n] = i32(first + ZONE_FOE + self.threats.attacked_around(position, seat, position.base(foe)))
        active[n + 1] = i32(first + ZONE_HOME + self.threats.attacked_around(position, seat, position.base(seat)))
        active[n + 2] = i32(first + COUNT + units)
        active[n + 3] = i32(first + ELIMINATORS + (eliminators if eliminators < 2 else 2))
        self.count = n + 4

    def _list_both(self, position: HexDicePosition) -> None:
        """List what concerns both sides, and set the numbers."""
        active = self.active
        threats = self.threats
        n = self.count
        turn = position.turn
        foe = rival(position, turn)
        units = position.unit_count(turn) - position.unit_count(foe)
        values = position.value_sum(turn) - position.value_sum(foe)
        ahead = units if units else values
        leader: i64 = 1 if ahead == 0 else 2 if ahead > 0 else 0
        spent = float(position.quiet_turns) / float(2 * position.patience)
        share = i64(float(SHARES) * spent)
        if share >= SHARES:
            share = SHARES - 1
        active[n] = i32(COUNTS + 7 * position.unit_count(turn) + position.unit_count(foe))
        active[n + 1] = i32(LEADER + SHARES * leader + share)
        active[n + 2] = i32(DIFFERENCE + SHARES * ((3 if units > 3 else -3 if units < -3 else units) + 3) + share)
        self.count = n + 3
        if position.phase == EXTRA:
            active[n + 3] = i32(EXTRA_ACTION)
            self.count = n + 4
        mine = MAX_SEATS * turn + foe
        theirs = MAX_SEATS * foe + turn
        numbers = self.numbers
        numbers[0] = threats.best_gain[mine]
        numbers[1] = threats.best_gain[theirs]
        numbers[2] = threats.second_gain[mine]
        numbers[3] = threats.second_gain[theirs]
        numbers[4] = 0.1 * float(values)
        numbers[5] = 0.05 * float(i64(threats.ends[turn + 1]) - i64(threats.ends[turn]))
        numbers[6] = 0.05 * float(i64(threats.ends[foe + 1]) - i64(threats.ends[foe]))
        numbers[7] = spent

    def _finish(self) -> None:
        """Compute the chances from the hidden layer."""
        chances = self.chances
        hidden = self.hidden
        for k in range(CHANCES):
            chances[k] = OUTPUTS[CHANCES * HIDDEN + k]
        for j in range(HIDDEN):
            x = hidden[j]
            if x > 0.0:
                for k in range(CHANCES):
                    chances[k] += x * OUTPUTS[CHANCES * j + k]
        most = chances[0]
        for k in range(1, CHANCES):
            if chances[k] > most:
                most = chances[k]
        total = 0.0
        for k in range(CHANCES):
            chances[k] = math.exp(chances[k] - most)
            total += chances[k]
        for k in range(CHANCES):
            chances[k] /= total
