"""Final scores and payoffs for the search, from rounds played with the dice of its worlds."""

from __future__ import annotations

import math
from typing import Final

from librt.vecs import vec
from mypy_extensions import i32, i64

from bestagon.core.dice import Dice
from bestagon.core.evaluator import Evaluator
from bestagon.core.position import Position
from bestagon.games.hex_roller.ai.chain_finder import ChainFinder
from bestagon.games.hex_roller.ai.playout import best_action
from bestagon.games.hex_roller.ai.priors import write_priors
from bestagon.games.hex_roller.ai.probabilities import HAND_MADE, RollerChances
from bestagon.games.hex_roller.ai.round_planner import IMPOSSIBLE, RoundPlanner
from bestagon.games.hex_roller.ai.sheet_estimate import bonuses_value, rows_value
from bestagon.games.hex_roller.ai.weights import DEPTH, LEAD, PAR, PRIOR_ROUNDS, PRIOR_TEMPERATURE, WIDTH
from bestagon.games.hex_roller.board import RollerSheet
from bestagon.games.hex_roller.rules.play import roll
from bestagon.games.hex_roller.rules.state import RollerPosition
from bestagon.games.hex_roller.seat import FIRST, LAST, LEFT, NUMBER, RIM, SECOND, SPENT, STEP, STRIDE
from bestagon.games.hex_roller.steps import BOX, DONE, TAKE1, TAKE2, WRITE1
from bestagon.grid.bits import SLOTS

CACHE_SIZE: Final = 20_000
"""Entries after which a cache is cleared."""


class RollerEvaluator(Evaluator):
    """Estimates final scores by playing the rounds to come, each sheet independently of the others."""

    chains: ChainFinder
    planner: RoundPlanner
    quick_planner: RoundPlanner
    """Plans the rounds to come, with fewer candidates."""
    values: vec[float]
    """Scratch: the value of each action."""
    ends: dict[bytes, vec[i64]]
    """The best end of the round by the state in it, for one sheet."""
    scores: dict[bytes, float]
    """Final scores by the state at the end of a round and by dice, for one sheet and number of dice."""
    sheet: RollerSheet | None
    dice_count: i64
    dice: Dice
    """Scratch: the dice of the rounds to come."""

    def __init__(self) -> None:
        """Pair the actions: they are compared with the same dice."""
        super().__init__(1, 0)
        self.prior_temperature = PRIOR_TEMPERATURE
        self.paired = True
        self.repeats_worlds = True
        self.depth = 1
        self.prior_rounds = PRIOR_ROUNDS
        self._use(HAND_MADE)
        self.values = vec[float]()
        self.ends = {}
        self.scores = {}
        self.sheet = None
        self.dice_count = 0
        self.dice = Dice()

    def tunable(self) -> dict[str, float]:
        """Return the weights of the expected score of a sheet."""
        return dict(self.planner.chances.weights)

    def tune(self, weights: dict[str, float]) -> None:
        """Replace them."""
        self._use(RollerChances(weights))
        self.ends = {}
        self.scores = {}

    def _use(self, chances: RollerChances) -> None:
        self.chains = ChainFinder(chances)
        self.planner = RoundPlanner(WIDTH, DEPTH, chances)
        self.quick_planner = RoundPlanner(1, 1, chances)

    def sample_belief(self, masked: Position, seat: i64, dice: Dice) -> None:
        """Sample the dice of the rounds to come: nothing else is hidden."""
        self.prior_scale = 1.0 / (PAR if masked.seats == 1 else LEAD)
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
        """Return the payoff if everybody plays well with the dice of this world; a small lead counts less than a clear one."""
        assert isinstance(position, RollerPosition)
        if position.over:
            return position.payoff(seat)
        if position.seats == 1:
            return max(-1.0, min(1.0, (self._final_score(position, seat) - PAR) / PAR))
        total = 0.0
        for other in range(position.seats):
            if other != seat:
                total += self._duel(position, seat, other)
        return total / float(position.seats - 1)

    def points(self, position: Position, seat: i64) -> float:
        """Return the final score with the dice of this world."""
        assert isinstance(position, RollerPosition)
        if position.over:
            return float(position.score(seat))
        return self._final_score(position, seat)

    def _duel(self, position: RollerPosition, seat: i64, other: i64) -> float:
        """Return the expected payoff against one opponent."""
        if position.resigned(seat) or position.resigned(other):
            return 1.0 if position.outranks(seat, other) else -1.0
        return math.tanh((self._final_score(position, seat) - self._final_score(position, other)) / LEAD)

    def _final_score(self, position: RollerPosition, seat: i64) -> float:
        """Return the score of a seat that ends this round as well as possible and plays the others with the dice of the position."""
        self._prepare_caches(position)
        rounds = position.sheet.rounds - position.round
        end = self._best_end(position, seat, rounds)
        dice = position.dice
        key = bytes(memoryview(end)) + int(dice.a * 16 + rounds).to_bytes(8, "little") + int(dice.b).to_bytes(8, "little")
        score = self.scores.get(key)
        if score is None:
            self.dice.copy_from(dice)
            score = self._play_rounds(position.sheet, end, rounds)
            self.scores[key] = score
        return score

    def _best_end(self, position: RollerPosition, seat: i64, rounds: i64) -> vec[i64]:
        """Return the state of a seat after the best rest of this round.

        A round that has just begun is planned like those to come, or an action that ends a round would be valued by better plans.
        """
        state = position.state[seat * STRIDE : seat * STRIDE + STRIDE]
        key = bytes(memoryview(state)) + int(position.rolled * 16 + position.round).to_bytes(8, "little")
        if key in self.ends:
            return self.ends[key]
        planner = self.quick_planner if state[STEP] == TAKE1 else self.planner
        planner.set_round(position.sheet, position.rolled, rounds)
        planner.best_value(state)
        self.ends[key] = planner.top_state
        return planner.top_state

    def _play_rounds(self, sheet: RollerSheet, state: vec[i64], rounds: i64) -> float:
        """Return the final score of a seat that is done with its round and plays so many more."""
        planner = self.quick_planner
        planner.set_round(sheet, 0, rounds)
        score = planner.best_value(state)
        while rounds > 0:
            rounds -= 1
            state = state[:]
            state[STEP] = TAKE1
            planner.set_round(sheet, roll(self.dice, self.dice_count), rounds)
            score = planner.best_value(state)
            state = planner.top_state
        return score

    def _prepare_caches(self, position: RollerPosition) -> None:
        """Clear the caches when they are full or belong to another sheet or number of dice."""
        full = len(self.ends) > CACHE_SIZE or len(self.scores) > CACHE_SIZE
        if full or self.sheet is not position.sheet or self.dice_count != position.dice_count:
            self.sheet = position.sheet
            self.dice_count = position.dice_count
            self.ends = {}
            self.scores = {}


def _rows_mid_round(chances: RollerChances, state: vec[i64], rounds: i64) -> float:
    """Return the expected points of the rows; before a number is taken, its box of this round counts as empty."""
    step = state[STEP]
    if step > BOX:
        return rows_value(chances, state, 0, 0, rounds, rounds)
    a = state[FIRST] if state[FIRST] else state[NUMBER]
    b = state[SECOND] if state[SECOND] or state[FIRST] == 0 else state[NUMBER]
    return rows_value(chances, state, a, b, rounds + (1 if a == 0 else 0), rounds + (1 if b == 0 and step < BOX else 0))
