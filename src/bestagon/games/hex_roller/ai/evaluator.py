"""Expected scores and payoffs for the tree search."""

from __future__ import annotations

import math
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i32, i64

from bestagon.core.dice import Dice, fast
from bestagon.core.evaluator import Evaluator
from bestagon.core.position import Position
from bestagon.games.hex_roller.ai.chain_finder import ChainFinder
from bestagon.games.hex_roller.ai.playout import best_action
from bestagon.games.hex_roller.ai.priors import write_priors
from bestagon.games.hex_roller.ai.probabilities import HAND_MADE, RollerChances
from bestagon.games.hex_roller.ai.round_planner import IMPOSSIBLE, RoundPlanner
from bestagon.games.hex_roller.ai.sheet_estimate import bonuses_value, rows_value
from bestagon.games.hex_roller.ai.weights import DEPTH, EXPLORATION, LEAD, LEAD_PER_ROUND, PAR, PRIOR_TEMPERATURE, ROLLS, WIDTH
from bestagon.games.hex_roller.board import FACES, RollerSheet
from bestagon.games.hex_roller.rules.state import RollerPosition
from bestagon.games.hex_roller.seat import FIRST, LAST, LEFT, NUMBER, RIM, SECOND, SPENT, STEP, STRIDE
from bestagon.games.hex_roller.steps import BOX, DONE, TAKE1, TAKE2, WRITE1
from bestagon.grid.bits import BITS, SLOTS

CACHE_SIZE: Final = 20_000


def _sample_rolls(dice_count: i64) -> vec[i64]:
    """Return the rolls an estimate averages over: always the same ones, so that luck favours no action."""
    dice = fast(8)
    rolls = vec[i64]()
    for _ in range(ROLLS):
        rolled: i64 = 0
        for _ in range(dice_count):
            rolled += BITS[4 * dice.below(FACES)]
        rolls = append(rolls, rolled)
    return rolls


class RollerEvaluator(Evaluator):
    """Estimates the final score of each sheet independently of the others."""

    chains: ChainFinder
    planner: RoundPlanner
    next_planner: RoundPlanner
    """Plans the round after, with fewer candidates."""
    rolls: vec[i64]
    """Sample rolls for the next round."""
    values: vec[float]
    """Scratch: the value of each action."""
    cache: dict[bytes, float]
    """Expected scores by state, for one sheet and number of dice."""
    sheet: RollerSheet | None
    dice_count: i64
    searcher: i64
    """The seat that a search works for, if `root_scores` replace estimates of the other seats; else -1."""
    root_scores: vec[float]
    """The expected score of every seat at the root of the search."""

    def __init__(self) -> None:
        """Use one determinization: estimates do not depend on the future dice."""
        super().__init__(1, 0)
        self.prior_temperature = PRIOR_TEMPERATURE
        self.exploration = EXPLORATION
        self._use(HAND_MADE)
        self.rolls = vec[i64]()
        self.values = vec[float]()
        self.cache = {}
        self.sheet = None
        self.dice_count = 0
        self.searcher = -1
        self.root_scores = vec[float]()

    def tunable(self) -> dict[str, float]:
        """Return the weights of the expected score of a sheet."""
        return dict(self.planner.chances.weights)

    def tune(self, weights: dict[str, float]) -> None:
        """Replace them."""
        self._use(RollerChances(weights))
        self.cache = {}

    def _use(self, chances: RollerChances) -> None:
        self.chains = ChainFinder(chances)
        self.planner = RoundPlanner(WIDTH, DEPTH, chances)
        self.next_planner = RoundPlanner(1, 1, chances)

    def sample_belief(self, masked: Position, seat: i64, dice: Dice) -> None:
        """Estimate the scores of several opponents once: the seat's actions cannot affect them."""
        assert isinstance(masked, RollerPosition)
        self.searcher = -1
        if masked.seats > 2:
            self.root_scores = vec[float]([self._expected_score(masked, other) for other in range(int(masked.seats))])
            self.searcher = seat
        super().sample_belief(masked, seat, dice)

    def value(self, position: Position, seat: i64) -> float:
        """Return the expected score after the best completion of the current chain, ignoring the rest of the round."""
        assert isinstance(position, RollerPosition)
        if position.over:
            return 1e6 * position.payoff(seat) + float(position.score(seat))
        sheet = position.sheet
        state = position.state[seat * STRIDE : seat * STRIDE + STRIDE]
        rounds = sheet.rounds - position.round
        step = state[STEP]
        now: i64 = 2 if step == TAKE1 else 1 if step in (WRITE1, TAKE2) else 0
        fixed = _rows_mid_round(self.planner.chances, state, rounds) + bonuses_value(
            self.planner.chances, state, 0, rounds + (1 if step != DONE and state[SPENT] == 0 else 0)
        )
        self.chains.reset(sheet, state, 2 * rounds + now, 1)
        number = state[NUMBER]
        if number == 0:
            return fixed + self.chains.estimate.total
        last = state[LAST]
        self.chains.find(number, sheet.near[last % SLOTS] if last else state[RIM + number], state[LEFT], fixed, 0)
        return self.chains.found.values[0] if self.chains.found.n else IMPOSSIBLE

    def priors(self, position: Position, seat: i64, actions: vec[i32], n: i64, weights: vec[float]) -> None:
        """Weigh actions by the best round that can follow each."""
        assert isinstance(position, RollerPosition)
        write_priors(self.planner, position, seat, actions, n, self.prior_temperature, weights)

    def playout(self, position: Position, seat: i64, dice: Dice, out: vec[i32]) -> i64:
        """Return the action that starts the best round."""
        assert isinstance(position, RollerPosition)
        if len(self.values) < position.max_legal:
            self.values = vec[float]([0.0] * int(position.max_legal))
        return best_action(self.planner, position, seat, out, self.values)

    def estimate(self, position: Position, seat: i64) -> float:
        """Return the expected payoff."""
        assert isinstance(position, RollerPosition)
        if position.over:
            return position.payoff(seat)
        if position.seats == 1:
            return max(-1.0, min(1.0, (self._expected_score(position, seat) - PAR) / PAR))
        total = 0.0
        for other in range(position.seats):
            if other != seat:
                total += self._duel(position, seat, other)
        return total / float(position.seats - 1)

    def points(self, position: Position, seat: i64) -> float:
        """Return the expected final score."""
        assert isinstance(position, RollerPosition)
        if position.over:
            return float(position.score(seat))
        return self._expected_score(position, seat)

    def _duel(self, position: RollerPosition, seat: i64, other: i64) -> float:
        """Return the expected payoff against one opponent."""
        if position.resigned(seat) or position.resigned(other):
            return 1.0 if position.outranks(seat, other) else -1.0
        lead = self._expected_score(position, seat) - self._expected_score(position, other)
        return math.tanh(lead / (LEAD + LEAD_PER_ROUND * float(position.sheet.rounds - position.round)))

    def _expected_score(self, position: RollerPosition, seat: i64) -> float:
        """Return the expected score of a seat that plays this round and the next one as well as possible."""
        if self.searcher >= 0 and seat != self.searcher:
            return self.root_scores[seat]
        self._prepare_cache(position)
        state = position.state[seat * STRIDE : seat * STRIDE + STRIDE]
        key = bytes(memoryview(state)) + int(position.rolled * 16 + position.round).to_bytes(8, "little")
        score = self.cache.get(key)
        if score is None:
            rounds = position.sheet.rounds - position.round
            self.planner.set_round(position.sheet, position.rolled, rounds)
            score = self.planner.best_value(state)
            if rounds:
                score = self._next_round_score(position.sheet, self.planner.top_state, rounds - 1)
            self.cache[key] = score
        return score

    def _next_round_score(self, sheet: RollerSheet, state: vec[i64], rounds: i64) -> float:
        """Return the expected score of a seat that is done with its round, averaged over sample rolls of the next one."""
        key = bytes(memoryview(state)) + int(rounds).to_bytes(8, "little")
        score = self.cache.get(key)
        if score is None:
            planner = self.next_planner
            total = 0.0
            state[STEP] = TAKE1
            for rolled in self.rolls:
                planner.set_round(sheet, rolled, rounds)
                total += planner.best_value(state)
            score = total / float(ROLLS)
            self.cache[key] = score
        return score

    def _prepare_cache(self, position: RollerPosition) -> None:
        """Clear the cache when it is full or belongs to another sheet or number of dice."""
        if self.sheet is not position.sheet or self.dice_count != position.dice_count or len(self.cache) > CACHE_SIZE:
            self.sheet = position.sheet
            self.dice_count = position.dice_count
            self.rolls = _sample_rolls(position.dice_count)
            self.cache = {}


def _rows_mid_round(chances: RollerChances, state: vec[i64], rounds: i64) -> float:
    """Return the expected points of the rows; before a number is taken, its box of this round counts as empty."""
    step = state[STEP]
    if step > BOX:
        return rows_value(chances, state, 0, 0, rounds, rounds)
    a = state[FIRST] if state[FIRST] else state[NUMBER]
    b = state[SECOND] if state[SECOND] or state[FIRST] == 0 else state[NUMBER]
    return rows_value(chances, state, a, b, rounds + (1 if a == 0 else 0), rounds + (1 if b == 0 and step < BOX else 0))
