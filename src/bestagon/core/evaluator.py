"""What bots know about a game besides its rules: values, priors, playout policies and search parameters."""

from __future__ import annotations

import math
from typing import Final

from librt.vecs import vec
from mypy_extensions import i32, i64, mypyc_attr

from bestagon.core.dice import Dice
from bestagon.core.position import Position

ENDLESS: Final = 1 << 30
"""A horizon that no game reaches: playouts run to the end."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Evaluator:
    """Evaluates positions and actions; the base class knows only the score."""

    samples: i64
    """How many determinizations a greedy player averages over."""
    horizon: i64
    """The number of actions after which a playout is cut off and estimated; 0 estimates at once."""
    prior_temperature: float
    """The softmax temperature of `priors`, in units of `value`; 0 for no priors."""
    exploration: float
    """The exploration constant of PUCT or UCB, in units of payoff."""
    widening: float
    """Progressive widening: a node has at most this times the square root of its visits children, best prior first; 0 for all."""
    expand_after: i64
    """Visits before a node is expanded by priors, which are expensive compared with playouts."""
    move_temperature: float
    """The temperature at which a search samples its move by visits, to be unpredictable; 0 plays the most visited."""
    visit_power: float
    """The exponent of visits where a search samples its move at a temperature of 1. Where visits follow a policy they say how often to
    play an action; where they follow values, poor actions get many visits too, and have to be sampled less often than that."""
    depth: i64
    """The maximum depth of a search tree, beyond which only playouts continue.

    In the tree every seat acts as if it knew the whole determinization. Where hidden information matters most, playouts of a
    policy that uses only what its seat knows predict the other seats better.
    """
    paired: bool
    """Whether a search tries the actions of its root in the same determinizations with the same dice, so that luck favours none."""
    repeats_worlds: bool
    """Where actions are paired: whether all searches of a seat meet the same worlds, which the evaluator can remember."""
    prior_scale: float
    """Where actions are paired: the payoff that a prior e times as high stands for."""
    prior_rounds: float
    """Where actions are paired: the determinizations that the priors count for."""
    eager: bool
    """Whether `estimate` may undervalue results that nobody enjoys; set while a bot chooses its action, never for hints and analysis."""
    tolls: bool
    """Whether searches charge `toll` while a bot chooses its action, never for hints and analysis."""
    restless: bool
    """Whether `omits` may also leave out what bores people; set while a bot chooses that samples its actions, as levels do that err."""

    def __init__(self, samples: i64 = 1, horizon: i64 = ENDLESS) -> None:
        """Set the parameters; all others keep their defaults."""
        self.samples = samples
        self.horizon = horizon
        self.prior_temperature = 0.0
        self.exploration = 0.8
        self.widening = 0.0
        self.expand_after = 1
        self.move_temperature = 0.0
        self.visit_power = 1.0
        self.depth = ENDLESS
        self.paired = False
        self.repeats_worlds = False
        self.prior_scale = 0.0
        self.prior_rounds = 0.0
        self.eager = False
        self.tolls = False
        self.restless = False

    def tunable(self) -> dict[str, float]:
        """Return the weights that `tune` can replace, by name; by default none. `bestagon tune` fits them (bestagon.lab.tuning)."""
        return {}

    def tune(self, weights: dict[str, float]) -> None:
        """Use these weights, one for each name of `tunable`, from now on."""
        raise ValueError("this evaluator has no weights to tune")

    def prepare(self, masked: Position, seat: i64, iterations: i64) -> i64:
        """Get ready for a search of this position and return how many iterations it needs; by default as many as it may have (0: no limit).

        An evaluator that knows more than one way to judge chooses here, and may set its parameters.
        """
        return iterations

    def sample_belief(self, masked: Position, seat: i64, dice: Dice) -> None:
        """Sample what the seat does not know; by default all consistent states are equally likely."""
        masked.determinize(seat, dice)

    def value(self, position: Position, seat: i64) -> float:
        """Return how good the position is for the seat; larger is better, and only differences matter."""
        if position.over:
            return 1e6 * position.payoff(seat)
        return float(position.score(seat))

    def estimate(self, position: Position, seat: i64) -> float:
        """Return the expected payoff of the seat, from -1 to 1; by default 0 until the game is over."""
        return position.payoff(seat) if position.over else 0.0

    def points(self, position: Position, seat: i64) -> float:
        """Return the final score that the seat can expect, where it is worth playing for in a decided game; by default 0."""
        return 0.0

    def omits(self, masked: Position, seat: i64, action: i64) -> bool:
        """Return whether a search leaves this action of its root out, judged by what the seat knows; by default it tries all.

        It is for actions that sampled worlds flatter. If every action is omitted, all are tried.
        """
        return False

    def group(self, masked: Position, seat: i64, action: i64) -> i64:
        """Return the group of an action of the root, judged by what the seat knows; by default all are in one.

        Where actions are paired, only some can be compared: the best of each group, then those with the highest priors of all. So an
        action that must not be overlooked needs a group of its own.
        """
        return 0

    def toll(self, position: Position, seat: i64, action: i64) -> float:
        """Return what an action costs its seat besides its consequences, in payoff, where `tolls` is set; by default nothing.

        A search charges all seats in every line it tries. Small tolls let actions win that are as good but for the errors of estimates.
        """
        return 0.0

    def playout(self, position: Position, seat: i64, dice: Dice, out: vec[i32]) -> i64:
        """Return the seat's action in a playout; by default a random legal one."""
        return position.pick(seat, dice, out)

    def priors(self, position: Position, seat: i64, actions: vec[i32], n: i64, weights: vec[float]) -> None:
        """Write the prior of each of the first `n` actions to `weights`; only ratios matter, and the best is about 1.

        The default is a softmax of `value` one action ahead. It is called only if `prior_temperature` is not 0.
        """
        after = position.blank()
        best = -1e300
        for i in range(n):
            after.copy_from(position)
            after.play(seat, i64(actions[i]))
            weights[i] = self.value(after, seat)
            if weights[i] > best:
                best = weights[i]
        for i in range(n):
            weights[i] = math.exp((weights[i] - best) / self.prior_temperature)
