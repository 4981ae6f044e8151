"""What a strong player knows: what a sheet is likely to score, and what the best is that can be made of a round."""

from __future__ import annotations

import math
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i32, i64

from bestagon.core.dice import Dice, fast
from bestagon.core.evaluator import Evaluator
from bestagon.core.position import Position
from bestagon.games.hex_roller.ai.chain import Chains
from bestagon.games.hex_roller.ai.sheet import bonuses, rows
from bestagon.games.hex_roller.ai.turn import NOTHING, Turn
from bestagon.games.hex_roller.board import FACES, Sheet
from bestagon.games.hex_roller.position import RollerPosition
from bestagon.games.hex_roller.position_state import (
    BOX,
    DONE,
    FIRST,
    LAST,
    LEFT,
    NUMBER,
    RIM,
    SECOND,
    SPENT,
    STEP,
    STRIDE,
    TAKE1,
    TAKE2,
    WRITE1,
)
from bestagon.grid.bits import BITS, SLOTS

WIDTH: Final[i64] = 4
DEPTH: Final[i64] = 2
"""How many ways to write the first chain of a round are looked at further, and how many to write the second."""
ROLLS: Final = 16
"""How many rolls of the next round an estimate looks at: always the same ones, so that luck favours none."""
SPREAD: Final = 1.0
EXPLORATION: Final = 0.1
LEAD: Final = 7.0
LEAD_A_ROUND: Final = 2.0
"""How many points ahead are a good lead, at the end and for every round before it."""
PAR: Final = 60.0
"""The score that is even in a game alone, and as many points more that are 1."""
MOST_KNOWN: Final = 20_000
"""How many estimates are remembered."""


def _rolls(dice_count: i64) -> vec[i64]:
    """Return a few rolls of so many dice."""
    dice = fast(8)
    rolls = vec[i64]()
    for _ in range(ROLLS):
        rolled: i64 = 0
        for _ in range(dice_count):
            rolled += BITS[4 * dice.below(FACES)]
        rolls = append(rolls, rolled)
    return rolls


class RollerEvaluator(Evaluator):
    """Estimates the final score of a sheet; the other sheets do not matter to it."""

    chains: Chains
    turn: Turn
    next_turn: Turn
    """Looks at the round after, with less care."""
    rolls: vec[i64]
    """The rolls of the next round that are looked at."""
    worths: vec[float]
    """Scratch: what actions lead to."""
    known: dict[bytes, float]
    """The score to expect of states judged before, of the same sheet and dice."""
    sheet: Sheet | None
    dice_count: i64
    me: i64
    """The seat that a search thinks for; -1 for none."""
    others: vec[float]
    """The score to expect of every seat where the search began."""

    def __init__(self) -> None:
        """Look at one future: estimates do not depend on the dice to come."""
        super().__init__(1, 0)
        self.prior_temperature = SPREAD
        self.exploration = EXPLORATION
        self.chains = Chains()
        self.turn = Turn(WIDTH, DEPTH)
        self.next_turn = Turn(1, 1)
        self.rolls = vec[i64]()
        self.worths = vec[float]()
        self.known = {}
        self.sheet = None
        self.dice_count = 0
        self.me = -1
        self.others = vec[float]()

    def sample_belief(self, masked: Position, seat: i64, dice: Dice) -> None:
        """Note how the others stand: nobody can disturb them, so with several of them this is looked at once for all that may follow."""
        assert isinstance(masked, RollerPosition)
        self.me = -1
        if masked.seats > 2:
            self.others = vec[float]([self.prospect(masked, other) for other in range(int(masked.seats))])
            self.me = seat
        super().sample_belief(masked, seat, dice)

    def value(self, position: Position, seat: i64) -> float:
        """Return the score the seat can expect, its chain under way completed as well as can be, whatever comes later in the round."""
        assert isinstance(position, RollerPosition)
        if position.over:
            return 1e6 * position.payoff(seat) + float(position.score(seat))
        sheet = position.sheet
        state = position.state[seat * STRIDE : seat * STRIDE + STRIDE]
        rounds = sheet.rounds - position.round
        step = state[STEP]
        now: i64 = 2 if step == TAKE1 else 1 if step in (WRITE1, TAKE2) else 0
        worth = _rows_under_way(state, rounds) + bonuses(state, 0, rounds + (1 if step != DONE and state[SPENT] == 0 else 0))
        self.chains.look(sheet, state, 2 * rounds + now, 1)
        number = state[NUMBER]
        if number == 0:
            return worth + self.chains.outlook.total
        last = state[LAST]
        self.chains.find(number, sheet.near[last % SLOTS] if last else state[RIM + number], state[LEFT], worth, 0)
        return self.chains.found.worth[0] if self.chains.found.n else NOTHING

    def priors(self, position: Position, seat: i64, actions: vec[i32], n: i64, weights: vec[float]) -> None:
        """Weigh actions by the best that can be made of the round after them."""
        assert isinstance(position, RollerPosition)
        best = i64(self._judge(position, seat, actions, n, weights))
        most = weights[best]
        for i in range(n):
            weights[i] = math.exp((weights[i] - most) / self.prior_temperature)

    def playout(self, position: Position, seat: i64, dice: Dice, out: vec[i32]) -> i64:
        """Return the action that the best round starts with."""
        assert isinstance(position, RollerPosition)
        n = position.legal(seat, out)
        if n == 1:
            return i64(out[0])
        if len(self.worths) < n:
            self.worths = vec[float]([0.0] * int(position.max_legal))
        return i64(out[self._judge(position, seat, out, n, self.worths)])

    def _judge(self, position: RollerPosition, seat: i64, actions: vec[i32], n: i64, worths: vec[float]) -> i64:
        """Write the score to expect after each action, and return which is best."""
        base = seat * STRIDE
        self.turn.consider(position.sheet, position.rolled, position.sheet.rounds - position.round)
        best: i64 = 0
        for i in range(n):
            worths[i] = self.turn.after(position.state[base : base + STRIDE], i64(actions[i]))
            if worths[i] > worths[best]:
                best = i
        return best

    def estimate(self, position: Position, seat: i64) -> float:
        """Return the payoff to expect."""
        assert isinstance(position, RollerPosition)
        if position.over:
            return position.payoff(seat)
        if position.seats == 1:
            return max(-1.0, min(1.0, (self.prospect(position, seat) - PAR) / PAR))
        total = 0.0
        for other in range(position.seats):
            if other != seat:
                total += self._duel(position, seat, other)
        return total / float(position.seats - 1)

    def _duel(self, position: RollerPosition, seat: i64, other: i64) -> float:
        """Return what the seat can expect against one other."""
        if position.resigned(seat) or position.resigned(other):
            return 1.0 if position.outranks(seat, other) else -1.0
        lead = self.prospect(position, seat) - self.prospect(position, other)
        return math.tanh(lead / (LEAD + LEAD_A_ROUND * float(position.sheet.rounds - position.round)))

    def prospect(self, position: RollerPosition, seat: i64) -> float:
        """Return the score to expect of a seat that makes the best of this round and of the next one."""
        if self.me >= 0 and seat != self.me:
            return self.others[seat]
        self._use(position)
        state = position.state[seat * STRIDE : seat * STRIDE + STRIDE]
        key = bytes(memoryview(state)) + int(position.rolled * 16 + position.round).to_bytes(8, "little")
        known = self.known.get(key)
        if known is None:
            rounds = position.sheet.rounds - position.round
            self.turn.consider(position.sheet, position.rolled, rounds)
            known = self.turn.best(state)
            if rounds:
                known = self._next_round(position.sheet, self.turn.top_state, rounds - 1)
            self.known[key] = known
        return known

    def _next_round(self, sheet: Sheet, state: vec[i64], rounds: i64) -> float:
        """Return the score to expect of a seat that is done with its round, the mean over a few rolls of the next one."""
        key = bytes(memoryview(state)) + int(rounds).to_bytes(8, "little")
        known = self.known.get(key)
        if known is None:
            turn = self.next_turn
            total = 0.0
            state[STEP] = TAKE1
            for rolled in self.rolls:
                turn.consider(sheet, rolled, rounds)
                total += turn.best(state)
            known = total / float(ROLLS)
            self.known[key] = known
        return known

    def _use(self, position: RollerPosition) -> None:
        """Forget what is known of other sheets and dice."""
        if self.sheet is not position.sheet or self.dice_count != position.dice_count or len(self.known) > MOST_KNOWN:
            self.sheet = position.sheet
            self.dice_count = position.dice_count
            self.rolls = _rolls(position.dice_count)
            self.known = {}


def _rows_under_way(state: vec[i64], rounds: i64) -> float:
    """Return what the rows promise in the middle of a round: before a take its box is open yet."""
    step = state[STEP]
    if step > BOX:
        return rows(state, 0, 0, rounds, rounds)
    a = state[FIRST] if state[FIRST] else state[NUMBER]
    b = state[SECOND] if state[SECOND] or state[FIRST] == 0 else state[NUMBER]
    return rows(state, a, b, rounds + (1 if a == 0 else 0), rounds + (1 if b == 0 and step < BOX else 0))
