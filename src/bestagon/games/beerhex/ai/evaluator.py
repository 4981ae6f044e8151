"""The BeerHex evaluator: beliefs about hidden caps, and the value of boards and matches."""

from __future__ import annotations

import math

from librt.vecs import vec
from mypy_extensions import i32, i64

from bestagon.core.dice import Dice
from bestagon.core.evaluator import Evaluator
from bestagon.core.position import Position
from bestagon.games.beerhex.ai import weights
from bestagon.games.beerhex.ai.network import BeerHexPolicy
from bestagon.games.beerhex.ai.path_finder import BeerHexPathFinder, attackable, exposure
from bestagon.games.beerhex.ai.playout import playout_action
from bestagon.games.beerhex.ai.priors import write_priors
from bestagon.games.beerhex.board import ACTIONS, ATTACK, BETWEEN, CANNOT, DECLARE, FULL, NO_PATH, OWN_CAPS, TURN, caps_needed, connects
from bestagon.games.beerhex.rules import memory
from bestagon.games.beerhex.rules.state import BeerHexPosition
from bestagon.grid.bits import BITS, count


class BeerHexEvaluator(Evaluator):
    """Judges boards by how they look and actions by what they do to the shortest paths."""

    paths: BeerHexPathFinder
    policy: BeerHexPolicy | None
    """What games have taught, while a search uses it."""
    viewer: i64
    """The seat that searches: what it knows decides how a board is judged, for the opponent cannot tell a bluff from an honest cap."""
    _learned: BeerHexPolicy | None
    """The same, kept for later searches."""

    def __init__(self) -> None:
        """Sample many boards, since a declaration is judged by how often it is right."""
        super().__init__(weights.SAMPLES, weights.HORIZON)
        self.depth = weights.DEPTH
        self.prior_temperature = weights.PRIOR_TEMPERATURE
        self.exploration = weights.EXPLORATION
        self.move_temperature = weights.MOVE_TEMPERATURE
        self.visit_power = weights.VISIT_POWER
        self.paths = BeerHexPathFinder()
        self.policy = None
        self.viewer = 0
        self._learned = None

    def prepare(self, masked: Position, seat: i64, iterations: i64) -> i64:
        """Ask the networks if there is time for it, which takes fewer iterations; the games with clue tokens have taught nothing."""
        assert isinstance(masked, BeerHexPosition)
        if masked.clues or masked.over or masked.phase == BETWEEN or 0 < iterations < weights.LEARNED_FROM:
            self.policy = None
            self.samples = weights.SAMPLES
            self.horizon = weights.HORIZON
            self.exploration = weights.EXPLORATION
            self.visit_power = weights.VISIT_POWER
            return iterations
        policy = self._learned
        if policy is None:
            policy = BeerHexPolicy()
            self._learned = policy
        self.policy = policy
        self.viewer = seat
        self.samples = weights.LEARNED_SAMPLES
        self.horizon = 0
        self.exploration = policy.weights.settings[0]
        self.visit_power = 1.0
        if masked.turn == seat:
            policy.weigh(masked, seat)
        if iterations == 0:
            return 0
        worlds = iterations // weights.ITERATIONS_PER_WORLD
        return worlds if worlds > weights.MIN_WORLDS else weights.MIN_WORLDS

    def sample_belief(self, masked: Position, seat: i64, dice: Dice) -> None:
        """Deal fewer bluffs to the opponent's caps than chance would, since only own symbols connect sides."""
        assert isinstance(masked, BeerHexPosition)
        masked.determinize(seat, dice)
        if masked.over or masked.phase == BETWEEN:
            return
        other = 1 - seat
        bluffs = masked.face_down(other) & ~masked.symbols(other)
        while bluffs:
            bit = bluffs & -bluffs
            bluffs ^= bit
            if (masked.hands >> (8 * other)) & 15 and dice.below(100) < weights.BELIEVED_HONEST:
                masked.silver_symbols ^= bit
                if memory.agrees(masked, other):
                    masked.hands += BITS[8 * other + 4] - BITS[8 * other]
                else:
                    masked.silver_symbols ^= bit

    def value(self, position: Position, seat: i64) -> float:
        """Return a million times the expected payoff, for a player who looks one action ahead."""
        assert isinstance(position, BeerHexPosition)
        if position.over or position.phase == BETWEEN:
            return 1e6 * _settled_payoff(position, seat)
        return 1e6 * _expected_payoff(position, seat, self._greedy_chance(position, seat))

    def estimate(self, position: Position, seat: i64) -> float:
        """Return the expected payoff, from the chance to win the current game and the games won so far."""
        assert isinstance(position, BeerHexPosition)
        if position.over or position.phase == BETWEEN:
            return _settled_payoff(position, seat)
        if self.policy is not None:
            known = self.policy.chance(position, self.viewer)
            return _expected_payoff(position, seat, known if seat == self.viewer else 1.0 - known)
        chance = self._mover_chance(position)
        return _expected_payoff(position, seat, chance if position.turn == seat else 1.0 - chance)

    def omits(self, masked: Position, seat: i64, action: i64) -> bool:
        """Omit attacks on an opponent who does not even seem to be connected, and "you cannot connect" unless no cap can change that.

        Such attacks hardly ever succeed, since players hide a bluff among three caps. Beliefs are too trusting to see it, and have to be.
        With clue tokens nothing is omitted: a short search with fewer actions to try declares too soon there.
        A search with the networks omits what the policy hardly ever plays.
        """
        assert isinstance(masked, BeerHexPosition)
        if self.policy is not None:
            return self._is_unlikely(self.policy.shares, action)
        if masked.clues or masked.phase != TURN or action < ATTACK or action == DECLARE or action > CANNOT:
            return False
        other = 1 - seat
        seeming = (masked.symbols(other) & ~masked.hidden) | masked.face_down(other)
        if action < DECLARE:
            return not connects(seeming, other)
        hand = masked.hand(other)
        most = (hand if hand < OWN_CAPS else OWN_CAPS) + ((masked.hands >> (8 * seat + 4)) & 15)
        return caps_needed(seeming | masked.hidden, ~masked.occupied & FULL, other) <= most

    def playout(self, position: Position, seat: i64, dice: Dice, out: vec[i32]) -> i64:
        """Return an action based on what the seat knows."""
        assert isinstance(position, BeerHexPosition)
        return playout_action(position, seat, dice, self.paths)

    def priors(self, position: Position, seat: i64, actions: vec[i32], n: i64, weights: vec[float]) -> None:
        """Weigh actions by the lead in caps that they give."""
        assert isinstance(position, BeerHexPosition)
        policy = self.policy
        if policy is not None and position.phase != BETWEEN:
            policy.weigh(position, seat)
            for i in range(n):
                weights[i] = policy.shares[i64(actions[i])]
            return
        write_priors(position, seat, actions, n, weights, self.paths, self.prior_temperature)

    def _is_unlikely(self, shares: vec[float], action: i64) -> bool:
        """Tell whether an action has a tiny share of the favourite's."""
        most = 0.0
        for i in range(ACTIONS):
            if shares[i] > most:
                most = shares[i]
        return shares[action] < weights.UNLIKELY * most

    def _mover_chance(self, position: BeerHexPosition) -> float:
        """Return the chance of the player to move to win the current game."""
        seat = position.turn
        mine = position.symbols(seat)
        theirs = position.symbols(1 - seat)
        up = position.face_up
        unseen = position.face_down(1 - seat)
        odds = weights.TO_MOVE + weights.FACE_UP_MINE * float(count(mine & up)) + weights.FACE_UP_THEIRS * float(count(theirs & up))
        odds += self._look_odds(position, seat, mine | position.face_down(seat), weights.LOOKS_MINE, weights.PATHS_MINE)
        odds += self._look_odds(position, 1 - seat, theirs | unseen, weights.LOOKS_THEIRS, weights.PATHS_THEIRS)
        if connects(mine, seat):
            odds += weights.CONNECTED if connects(mine & ~unseen, seat) else weights.CONNECTED_UNKNOWN
        elif connects(theirs, 1 - seat):
            odds += weights.BREAKABLE if attackable(theirs & ~up) else weights.UNBREAKABLE
        return 1.0 / (1.0 + math.exp(-odds))

    def _look_odds(self, position: BeerHexPosition, seat: i64, cells: i64, by_distance: vec[float], per_cell: vec[float]) -> float:
        """Return the log odds of seeming to have symbols on these cells."""
        path = self.paths.shortest(cells, ~position.occupied & FULL, seat)
        steps = self.paths.steps
        if steps == NO_PATH:
            steps = 6
        elif steps > 5:
            steps = 5
        return by_distance[steps] + per_cell[steps] * float(count(path))

    def _greedy_chance(self, position: BeerHexPosition, seat: i64) -> float:
        """Return the seat's chance to win the current game, as the greedy player sees it: never below HOPE."""
        mine = position.symbols(seat)
        theirs = position.symbols(1 - seat)
        unseen = position.face_down(1 - seat)
        exposed = exposure(mine & ~unseen & ~position.face_up)
        dealt = self._lead_chance(position, seat, mine, theirs, 0.0)
        honest = self._lead_chance(position, seat, mine & ~unseen, theirs | unseen, exposed)
        return weights.HOPE + (1.0 - weights.HOPE) * ((1.0 - weights.SUSPICION) * dealt + weights.SUSPICION * honest)

    def _lead_chance(self, position: BeerHexPosition, seat: i64, mine: i64, theirs: i64, exposed: float) -> float:
        empty = ~position.occupied & FULL
        lead = self.paths.distance(theirs, empty, 1 - seat) - self.paths.distance(mine, empty, seat) - exposed
        if position.turn == seat:
            lead += weights.TEMPO
        else:
            lead -= weights.TEMPO
        return 1.0 - weights.WIN + (2.0 * weights.WIN - 1.0) / (1.0 + math.exp(-weights.STEEPNESS * lead))


def _settled_payoff(position: BeerHexPosition, seat: i64) -> float:
    """Return the payoff of a match that is over, or expected between two games."""
    if position.over:
        return position.payoff(seat)
    return _match_payoff(position.sets, position.score(seat), position.score(1 - seat))


def _expected_payoff(position: BeerHexPosition, seat: i64, chance: float) -> float:
    """Return the expected payoff for a given chance to win the current game."""
    won = position.score(seat)
    lost = position.score(1 - seat)
    sets = position.sets
    return chance * _match_payoff(sets, won + 1, lost) + (1.0 - chance) * _match_payoff(sets, won, lost + 1)


def _match_payoff(sets: i64, won: i64, lost: i64) -> float:
    """Return the expected payoff of a match with these games won and lost and all others even."""
    if 2 * won > sets:
        return 1.0
    if 2 * lost > sets:
        return -1.0
    return 0.5 * float(won - lost)
