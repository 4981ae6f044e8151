"""A small network that predicts which of three or more seats will rank above which."""

from __future__ import annotations

import math
from typing import Final

from librt.vecs import vec
from mypy_extensions import i32, i64

from bestagon.games.hex_dice.ai.learned_crowds import BIASES, HIDDEN, INPUTS, OUTPUTS
from bestagon.games.hex_dice.ai.places import HexDicePlaces
from bestagon.games.hex_dice.ai.strength import HexDiceStrength, blank_like, equal_positions
from bestagon.games.hex_dice.ai.threat_map import HexDiceThreatMap
from bestagon.games.hex_dice.ai.travel import HexDiceTravelTimes, distance_to_base
from bestagon.games.hex_dice.board import BECOME, EXTRA, MAX_CELLS, MAX_SEATS, HexDiceBoard
from bestagon.games.hex_dice.board_actions import TURN_INTO
from bestagon.games.hex_dice.board_cells import FOREST, GROUND, GUARD, VALUE, tokens
from bestagon.games.hex_dice.rules.state import HexDicePosition

# Features of one seat; a foe is any other that is in. Where a number is too large, the last feature of its group stands for it.
TO_FOE: Final = 0
"""14 for each value: the distance of a unit to the nearest enemy base,"""
TO_HOME: Final = 84
"""and to its own."""
TURNS: Final = 168
"""8 for each value: the turns a unit needs to the nearest enemy base on an empty map."""
STATUS: Final = 216
"""12 for each value: whether no foe could defeat a unit, one after its seat's next turn, or one before (0 to 2), a friend could reach its
cell (3), and it is on guard (6)."""
TOKENS: Final = 288
"""3 for each value: armour tokens, from 1."""
TERRAIN: Final = 306
"""4 for each value: the terrain below a unit."""
NEAREST: Final = 330
"""9 for each value: the distance to the nearest unit of a foe."""
ZONE_FOE: Final = 384
"""8: attacked cells among an enemy base and its neighbours, where most are,"""
ZONE_HOME: Final = 392
"""and those that foes attack among the own base and its neighbours."""
COUNT: Final = 400
"""7 for each number of seats that are in: units."""
ELIMINATORS: Final = 428
"""3: units that could eliminate a foe at once."""
ELIMINATED: Final = 431
"""4: whether one unit of a foe could eliminate the seat after its next turn (1), several could (2), or one before that (3)."""
DUE: Final = 435
"""6: turns until its own."""
RANK: Final = 441
"""40: the place in the count (HD 7.3; alone ahead, not alone, between, not alone last, alone last), with the share of quiet turns."""
BEST: Final = 481
"""56: units more than the foe that has most, from -3 to 3, with the same share,"""
WORST: Final = 537
"""and more than the foe that has fewest."""
FOE_NEAR: Final = 593
"""14: the distance of the nearest enemy unit to the own base,"""
FOE_TURNS: Final = 607
"""and 8: the turns that an enemy unit needs to it."""
EXTRA_ACTION: Final = 615
"""Whether a merged unit acts (HD 4.6)."""
NUMBERS: Final = 616
"""Features with a value of their own."""
NUMBER_COUNT: Final = 11
FEATURES: Final = 627

FARTHEST: Final = 13
FAR: Final = 8
SHARES: Final = 8
STRENGTH_UNIT: Final = 0.25
AXIS_SETS: Final = 64
OUT: Final = 30.0
"""What a seat that is about to lose its base is less likely to rank above another, in logits."""


class HexDiceCrowdNetwork:
    """One hidden layer for each seat, with the same weights; the chances of two seats follow from the outputs of both."""

    cached: HexDicePosition | None
    """The position that the powers are for."""
    force: vec[float]
    """By seat: e to the power of its first output. Of two seats, the chances to rank above by force or by the count are in this ratio."""
    counting: vec[float]
    """By seat: e to the power of its second output."""
    strength: HexDiceStrength
    threats: HexDiceThreatMap
    travel: HexDiceTravelTimes
    board: HexDiceBoard | None
    tables: list[HexDicePlaces | None]
    """By the axis of the seat * 64 + the set of those of its foes; None if not needed yet. A kind is a value."""
    scratch: HexDicePosition | None
    """The position after a merged unit has been given a value."""
    active: vec[i32]
    """The features that are 1."""
    count: i64
    numbers: vec[float]
    hidden: vec[float]

    def __init__(self, strength: HexDiceStrength, travel: HexDiceTravelTimes) -> None:
        """Share the evaluator's tables."""
        self.cached = None
        self.force = vec[float]([0.0] * MAX_SEATS)
        self.counting = vec[float]([0.0] * MAX_SEATS)
        self.strength = strength
        self.threats = strength.threats
        self.travel = travel
        self.board = None
        self.tables = [None] * (6 * AXIS_SETS)
        self.scratch = None
        self.active = vec[i32]([i32(0)] * 128)
        self.count = 0
        self.numbers = vec[float]([0.0] * NUMBER_COUNT)
        self.hidden = vec[float]([0.0] * HIDDEN)

    def payoff(self, position: HexDicePosition, seat: i64, worth: float) -> float:
        """Return the expected payoff of a seat, to which ranking above another by the count is worth this."""
        if not position.over:
            self._update(position)
        total = 0.0
        out = position.elimination(seat)
        for foe in range(position.seats):
            if foe == seat:
                continue
            if out or position.elimination(foe):
                total += 1.0 if position.outranks(seat, foe) else -1.0
                continue
            if position.over:
                total += worth if position.outranks(seat, foe) else -1.0 if position.outranks(foe, seat) else 0.0
                continue
            gain = self.force[seat] + worth * self.counting[seat]
            loss = self.force[foe] + self.counting[foe]
            total += (gain - loss) / (self.force[seat] + self.counting[seat] + loss)
        return total / float(position.seats - 1)

    def _update(self, position: HexDicePosition) -> None:
        """Compute the powers of all seats, unless they are known."""
        last = self.cached
        if last is not None and equal_positions(position, last):
            return
        if last is None or last.board is not position.board or last.seats != position.seats:
            last = blank_like(position)
            self.cached = last
            self.scratch = blank_like(position)
        last.copy_from(position)
        last.patience = position.patience
        if position.phase != BECOME:
            self._predict(position)
            return
        scratch = self.scratch
        assert scratch is not None
        scratch.copy_from(position)
        scratch.patience = position.patience
        lost = self.threats.base_in_reach(position, position.turn, position.merged_cell) if position.extra_action else -1
        scratch.play(scratch.turn, scratch.board.first_general + TURN_INTO + 5)
        self._predict(scratch)
        if lost >= 0:
            self.force[lost] *= math.exp(-OUT)
            self.counting[lost] *= math.exp(-OUT)

    def _predict(self, position: HexDicePosition) -> None:
        """Compute the outputs of each seat that is in."""
        self._use_map(position)
        self.strength.update(position)
        most = -1e30
        hidden = self.hidden
        for seat in range(position.seats):
            if position.elimination(seat):
                continue
            self._fill_hidden(position, seat)
            force = OUTPUTS[2 * HIDDEN]
            counting = OUTPUTS[2 * HIDDEN + 1]
            for j in range(HIDDEN):
                x = hidden[j]
                if x > 0.0:
                    force += x * OUTPUTS[2 * j]
                    counting += x * OUTPUTS[2 * j + 1]
            self.force[seat] = force
            self.counting[seat] = counting
            most = force if force > most else most
            most = counting if counting > most else most
        for seat in range(position.seats):
            if position.elimination(seat) == 0:
                self.force[seat] = _power(self.force[seat] - most)
                self.counting[seat] = _power(self.counting[seat] - most)

    def _fill_hidden(self, position: HexDicePosition, seat: i64) -> None:
        """Sum the weights of a seat's features."""
        hidden = self.hidden
        for j in range(HIDDEN):
            hidden[j] = BIASES[j]
        self.count = 0
        table = self._table(position, seat)
        for i in range(position.unit_count(seat)):
            self._add_place(position, seat, position.unit_cell(seat, i), table)
        self._list_units(position, seat)
        self._list_seat(position, seat)
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

    def features(self, position: HexDicePosition, seat: i64) -> tuple[list[int], list[float]]:
        """Return a seat's features that are 1 and those with a value of their own, for a fit."""
        self._use_map(position)
        self.strength.update(position)
        self.count = 0
        for i in range(position.unit_count(seat)):
            cell = position.unit_cell(seat, i)
            self._list_place(position, seat, i64(position.cells[cell]) & VALUE, cell)
        self._list_units(position, seat)
        self._list_seat(position, seat)
        return [int(self.active[i]) for i in range(self.count)], [self.numbers[i] for i in range(NUMBER_COUNT)]

    def _use_map(self, position: HexDicePosition) -> None:
        if self.board is not position.board:
            self.board = position.board
            self.travel.use_board(position.board)
            self.tables = [None] * (6 * AXIS_SETS)

    def _table(self, position: HexDicePosition, seat: i64) -> HexDicePlaces:
        axes = AXIS_SETS * position.axis(seat)
        for foe in range(position.seats):
            if foe != seat and position.elimination(foe) == 0:
                axes += 1 << position.axis(foe)
        table = self.tables[axes]
        if table is None:
            table = HexDicePlaces(7, HIDDEN)
            self.tables[axes] = table
        return table

    def _add_place(self, position: HexDicePosition, seat: i64, cell: i64, table: HexDicePlaces) -> None:
        """Add the weights of a unit's place to the hidden layer."""
        value = i64(position.cells[cell]) & VALUE
        spot = value * MAX_CELLS + cell
        row = spot * HIDDEN
        places = table.sums
        if table.known[spot] == 0:
            table.known[spot] = 1
            count = self.count
            self._list_place(position, seat, value, cell)
            for i in range(count, self.count):
                weights = i64(self.active[i]) * HIDDEN
                for j in range(HIDDEN):
                    places[row + j] += INPUTS[weights + j]
            self.count = count
        hidden = self.hidden
        for j in range(HIDDEN):
            hidden[j] += places[row + j]

    def _list_place(self, position: HexDicePosition, seat: i64, value: i64, cell: i64) -> None:
        """List what depends on a unit's value and place alone."""
        to_foe = distance_to_base(position, seat, cell)
        to_home = position.board.distance(cell, position.base(seat))
        turns = self.travel.turns_to_base(position, seat, value, cell)
        n = self.count
        self.active[n] = i32(TO_FOE + 14 * (value - 1) + (to_foe if to_foe < FARTHEST else FARTHEST))
        self.active[n + 1] = i32(TO_HOME + 14 * (value - 1) + (to_home if to_home < FARTHEST else FARTHEST))
        self.active[n + 2] = i32(TURNS + 8 * (value - 1) + (turns if turns < 7 else 7))
        self.count = n + 3

    def _list_units(self, position: HexDicePosition, seat: i64) -> None:
        """List what else concerns single units."""
        active = self.active
        attacks = self.threats.attacks
        own = MAX_CELLS * seat
        n = self.count
        for i in range(position.unit_count(seat)):
            cell = position.unit_cell(seat, i)
            code = i64(position.cells[cell])
            kind = (code & VALUE) - 1
            status = self._danger(position, seat, cell)
            if attacks[own + cell]:
                status += 3
            if code & GUARD:
                status += 6
            active[n] = i32(STATUS + 12 * kind + status)
            active[n + 1] = i32(NEAREST + 9 * kind + self._distance_to_foe(position, seat, cell, FAR))
            n += 2
            hits = tokens(code)
            if hits:
                active[n] = i32(TOKENS + 3 * kind + (hits if hits < 3 else 3) - 1)
                n += 1
            ground = (code & GROUND) // FOREST
            if ground:
                active[n] = i32(TERRAIN + 4 * kind + ground - 1)
                n += 1
        self.count = n

    def _danger(self, position: HexDicePosition, seat: i64, cell: i64) -> i64:
        """Return whether no foe could defeat a unit (0), one after the seat's next turn (1), or one before (2)."""
        armour = position.armour(cell)
        seats = position.seats
        danger: i64 = 0
        for foe in range(seats):
            if foe != seat and i64(self.threats.attacks[MAX_CELLS * foe + cell]) >= armour and position.elimination(foe) == 0:
                if (foe - position.turn + seats) % seats < (seat - position.turn + seats) % seats:
                    return 2
                danger = 1
        return danger

    def _distance_to_foe(self, position: HexDicePosition, seat: i64, cell: i64, most: i64) -> i64:
        """Return the distance from a cell to the nearest unit of a foe, at most this."""
        best = most
        for foe in range(position.seats):
            if foe != seat:
                for i in range(position.unit_count(foe)):
                    steps = position.board.distance(cell, position.unit_cell(foe, i))
                    if steps < best:
                        best = steps
        return best

    def _list_seat(self, position: HexDicePosition, seat: i64) -> None:
        """List what concerns the seat as a whole, and set the numbers."""
        active = self.active
        threats = self.threats
        strength = self.strength.of
        numbers = self.numbers
        seats = position.seats
        turn = position.turn
        base = position.base(seat)
        units = position.unit_count(seat)
        values = position.value_sum(seat)
        most_units: i64 = 0
        most_values: i64 = 0
        fewest: i64 = 99
        above: i64 = 0
        level: i64 = 0
        zone: i64 = 0
        attacked: i64 = 0
        mine: i64 = 0
        theirs: i64 = 0
        due: i64 = 0
        turns: i64 = 7
        for i in range(NUMBER_COUNT):
            numbers[i] = 0.0
        strongest = -1e9
        for foe in range(seats):
            if foe == seat or position.elimination(foe):
                continue
            others = position.unit_count(foe)
            worth = position.value_sum(foe)
            if others > units or (others == units and worth > values):
                above += 1
            elif others == units and worth == values:
                level += 1
            if others > most_units or (others == most_units and worth > most_values):
                most_units = others
                most_values = worth
            fewest = others if others < fewest else fewest
            reached = threats.attacked_around(position, seat, position.base(foe))
            zone = reached if reached > zone else zone
            reached = threats.attacked_around(position, foe, base)
            attacked = reached if reached > attacked else attacked
            pair = MAX_SEATS * seat + foe
            back = MAX_SEATS * foe + seat
            mine += i64(threats.eliminators[pair])
            first = (foe - turn + seats) % seats < (seat - turn + seats) % seats
            due += 1 if first else 0
            eliminators = i64(threats.eliminators[back])
            if eliminators:
                danger: i64 = 3 if first else 1 if eliminators == 1 and theirs == 0 else 2
                theirs = danger if danger > theirs else theirs
            for i in range(others):
                cell = position.unit_cell(foe, i)
                needed = self.travel.turns_to(position, foe, seat, i64(position.cells[cell]) & VALUE, cell)
                turns = needed if needed < turns else turns
            strongest = strength[foe] if strength[foe] > strongest else strongest
            numbers[2] += STRENGTH_UNIT * strength[foe]
            numbers[3] = threats.best_gain[pair] if threats.best_gain[pair] > numbers[3] else numbers[3]
            numbers[4] = threats.best_gain[back] if threats.best_gain[back] > numbers[4] else numbers[4]
            numbers[5] = threats.second_gain[back] if threats.second_gain[back] > numbers[5] else numbers[5]
            for other in range(seats):
                if other != seat and other != foe:
                    gain = threats.best_gain[MAX_SEATS * foe + other]
                    numbers[6] = gain if gain > numbers[6] else numbers[6]
        n = self.count
        spent = float(position.quiet_turns) / float(position.patience * position.remaining)
        share = i64(float(SHARES) * spent)
        share = share if share < SHARES else SHARES - 1
        last = position.remaining - 1
        rank: i64 = 0 if above == 0 and level == 0 else 1 if above == 0 else 4 if above == last else 3 if above + level == last else 2
        seats_in = position.remaining - 3 if position.remaining > 3 else 0
        foe_near = self._distance_to_foe(position, seat, base, FARTHEST)
        active[n] = i32(ZONE_FOE + zone)
        active[n + 1] = i32(ZONE_HOME + attacked)
        active[n + 2] = i32(COUNT + 7 * seats_in + units)
        active[n + 3] = i32(ELIMINATORS + (mine if mine < 2 else 2))
        active[n + 4] = i32(ELIMINATED + theirs)
        active[n + 5] = i32(DUE + due)
        active[n + 6] = i32(RANK + SHARES * rank + share)
        active[n + 7] = i32(BEST + SHARES * _bounded(units - most_units) + share)
        active[n + 8] = i32(WORST + SHARES * _bounded(units - fewest) + share)
        active[n + 9] = i32(FOE_NEAR + foe_near)
        active[n + 10] = i32(FOE_TURNS + turns)
        self.count = n + 11
        if position.phase == EXTRA and seat == turn:
            active[n + 11] = i32(EXTRA_ACTION)
            self.count = n + 12
        numbers[0] = _clamped(STRENGTH_UNIT * strength[seat])
        numbers[1] = _clamped(STRENGTH_UNIT * strongest)
        numbers[2] = _clamped(numbers[2] / float(last))
        numbers[7] = 0.1 * float(values)
        numbers[8] = 0.1 * float(most_values)
        numbers[9] = 0.05 * float(i64(threats.ends[seat + 1]) - i64(threats.ends[seat]))
        numbers[10] = spent


def _bounded(units: i64) -> i64:
    """Return a difference of units as a number from 0 to 6."""
    return (3 if units > 3 else -3 if units < -3 else units) + 3


def _clamped(strength: float) -> float:
    """Return a strength without the large losses of seats that are about to be eliminated."""
    return -2.0 if strength < -2.0 else strength


def _power(x: float) -> float:
    """Return e to a power that is at most 0, never 0 itself."""
    return math.exp(x) if x > -OUT else math.exp(-OUT)
