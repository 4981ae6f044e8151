"""The strength of each seat: its units, their advance, and the losses that threaten."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i32, i64

from bestagon.games.hex_dice.ai import weights
from bestagon.games.hex_dice.ai.threat_map import HexDiceThreatMap
from bestagon.games.hex_dice.ai.travel import HexDiceTravelTimes, distance_to_base
from bestagon.games.hex_dice.ai.weights import UNIT_WORTH
from bestagon.games.hex_dice.board import BECOME, MAX_SEATS, PLAY
from bestagon.games.hex_dice.board_actions import TURN_INTO
from bestagon.games.hex_dice.board_cells import GUARD, VALUE, tokens
from bestagon.games.hex_dice.rules.state import HexDicePosition


class HexDiceStrength:
    """The strength of all seats in one position; call `update` first."""

    of: vec[float]
    """By seat."""
    threats: HexDiceThreatMap
    travel: HexDiceTravelTimes
    cached: HexDicePosition | None
    """The position of the last update."""
    scratch: HexDicePosition | None
    """That position after a merged unit has been given a value."""
    defenders: vec[i32]
    """The number of units each seat has near its base."""

    def __init__(self, travel: HexDiceTravelTimes) -> None:
        """Allocate the tables."""
        self.of = vec[float]([0.0] * MAX_SEATS)
        self.threats = HexDiceThreatMap()
        self.travel = travel
        self.cached = None
        self.scratch = None
        self.defenders = vec[i32]([i32(0)] * MAX_SEATS)

    def update(self, position: HexDicePosition) -> None:
        """Compute the strength of all seats, unless the last update was for an equal position."""
        last = self.cached
        if last is not None and equal_positions(position, last):
            return
        if last is None or last.board is not position.board:
            last = blank_like(position)
            self.cached = last
            self.scratch = blank_like(position)
        last.copy_from(position)
        last.patience = position.patience
        self.travel.use_board(position.board)
        if position.phase == BECOME:
            self._compute_merged(position)
        else:
            self._compute(position)

    def _compute_merged(self, position: HexDicePosition) -> None:
        """Evaluate a unit without a value yet (HD 4.6) as a 5, unless another value eliminates a foe."""
        scratch = self.scratch
        assert scratch is not None
        scratch.copy_from(position)
        scratch.patience = position.patience
        lost = self.threats.base_in_reach(position, position.turn, position.merged_cell) if position.extra_action else -1
        scratch.play(scratch.turn, scratch.board.first_general + TURN_INTO + 5)
        self._compute(scratch)
        if lost >= 0:
            self.of[lost] -= weights.ELIMINATION

    def _compute(self, position: HexDicePosition) -> None:
        playing = position.phase >= PLAY
        spent = float(position.quiet_turns) / float(position.patience * position.remaining)
        for seat in range(position.seats):
            self._count_defenders(position, seat)
        for seat in range(position.seats):
            self.of[seat] = 0.0
            if position.elimination(seat) == 0:
                self.of[seat] = self._army_worth(position, seat)
                if playing:
                    dice = float(position.unit_count(seat)) + weights.PATIENCE_VALUE * float(position.value_sum(seat))
                    self.of[seat] += weights.PATIENCE_UNIT * spent * spent * dice
        if playing:
            self.threats.scan(position)
            self._subtract_losses(position)

    def _count_defenders(self, position: HexDicePosition, seat: i64) -> None:
        home = position.base(seat)
        near: i64 = 0
        for i in range(position.unit_count(seat)):
            if position.board.distance(position.unit_cell(seat, i), home) <= weights.HOME_RADIUS:
                near += 1
        self.defenders[seat] = i32(near)

    def _army_worth(self, position: HexDicePosition, seat: i64) -> float:
        """Return the worth of the seat's dice, on the map and in hand."""
        worth = weights.DEFENDER_BONUS * float(self.defenders[seat])
        for v in range(1, 7):
            worth += UNIT_WORTH[v] * float(position.in_hand(seat, v))
        for i in range(position.unit_count(seat)):
            worth += self._unit_worth(position, seat, position.unit_cell(seat, i))
        return worth

    def _unit_worth(self, position: HexDicePosition, seat: i64, cell: i64) -> float:
        code = i64(position.cells[cell])
        v = code & VALUE
        worth = UNIT_WORTH[v] - weights.TOKEN_COST * float(tokens(code)) - weights.ADVANCE * float(distance_to_base(position, seat, cell))
        if code & GUARD:
            worth += weights.GUARD_BONUS
        travel = self.travel
        run = weights.BASE_RUN[travel.turns_to_base(position, seat, v, cell)]
        if run > 0.0:
            worth += run / (1.0 + float(self.defenders[travel.nearest_foe]))
        return worth

    def _subtract_losses(self, position: HexDicePosition) -> None:
        """Subtract the worst loss that a foe can inflict on each seat, discounted if the seat can still respond."""
        seats = position.seats
        turn = position.turn
        victim = self._main_victim(position)
        for seat in range(seats):
            worst = 0.0
            due = (seat - turn + seats) % seats
            for foe in range(seats):
                first = (foe - turn + seats) % seats < due and (foe != turn or seat == victim)
                loss = self._expected_loss(MAX_SEATS * foe + seat, first, foe == turn)
                if loss > worst:
                    worst = loss
            self.of[seat] -= worst

    def _main_victim(self, position: HexDicePosition) -> i64:
        """Return the foe that the seat on turn can hurt most with its one action, or -1."""
        threats = self.threats
        victim: i64 = -1
        most = 0.0
        for foe in range(position.seats):
            spot = MAX_SEATS * position.turn + foe
            gain = threats.best_gain[spot] + (weights.ELIMINATION if threats.eliminators[spot] else 0.0)
            if gain > most:
                most = gain
                victim = foe
        return victim

    def _expected_loss(self, spot: i64, first: bool, now: bool) -> float:
        """Return the loss one seat can inflict on another, by whether it moves `first` of the two and whether it is on turn `now`."""
        threats = self.threats
        best = threats.best_gain[spot]
        second = threats.second_gain[spot]
        eliminators = i64(threats.eliminators[spot])
        if first:
            if eliminators:
                return weights.ELIMINATION if now else weights.MANY_ELIMINATORS
            return weights.CERTAIN_LOSS * best + weights.CERTAIN_LOSS_NEXT * second
        loss = weights.THREATENED_LOSS * best + weights.FORK_LOSS * second
        if eliminators:
            loss += weights.ONE_ELIMINATOR if eliminators == 1 else weights.MANY_ELIMINATORS
        return loss


def blank_like(position: HexDicePosition) -> HexDicePosition:
    """Return an empty map of the same set-up."""
    other = position.blank()
    assert isinstance(other, HexDicePosition)
    return other


def equal_positions(a: HexDicePosition, b: HexDicePosition) -> bool:
    """Tell whether two positions are equal in all that matters to the evaluation."""
    if a.board is not b.board or a.turn != b.turn or a.phase != b.phase or a.quiet_turns != b.quiet_turns:
        return False
    if a.merged_cell != b.merged_cell or a.patience != b.patience or a.seats != b.seats or a.extra_action != b.extra_action:
        return False
    if a.eliminations != b.eliminations:
        return False
    for i in range(len(a.camps)):
        if a.camps[i] != b.camps[i]:
            return False
    for cell in range(a.board.size):
        if a.cells[cell] != b.cells[cell]:
            return False
    return True
