"""What a strong BeerHex player knows: what is likely under a cap, how a board that looks so goes on, and what a game is worth."""

from __future__ import annotations

import math
from typing import Final

from librt.vecs import vec
from mypy_extensions import i32, i64

from bestagon.core.dice import Dice
from bestagon.core.evaluator import Evaluator
from bestagon.core.position import Position
from bestagon.games.beerhex.ai.paths import Paths, attackable, exposure, makes_three
from bestagon.games.beerhex.ai.playout import act
from bestagon.games.beerhex.board import ATTACK, BETWEEN, CLUED, DECLARE, FULL, NEVER, START, TRIPLES, TURN, joined
from bestagon.games.beerhex.position_state import State
from bestagon.grid.bits import BITS, count

# For the search.
SAMPLES: Final[i64] = 24
HORIZON: Final[i64] = 4
DEPTH: Final[i64] = 1
"""Only one's own action is searched. What follows is played out by what each seat knows: in a deeper tree the opponent would see
through every bluff, and that makes far weaker play."""
SPREAD: Final = 0.5
EXPLORATION: Final = 2.5
"""Bluffs and honest caps differ by little, and the luck of a playout by much."""
MIXING: Final = 1.0

# What is believed, in sample_belief and priors.
HONEST: Final[i64] = 60
"""How many in a hundred of the bluffs dealt evenly are taken back: more caps hide the own symbol than not."""
TRUST: Final = 0.85
"""How likely a cap is taken to hide the own symbol where an attack is weighed."""
FREE_CAP: Final = 0.7
"""What the cap placed after an attack that succeeds is worth, in caps; and what an attack that fails costs:"""
WASTED: Final = 1.0
DANGER: Final = 3.0
"""What it costs, in caps, to place one where the opponent seems to have joined the sides."""
BLUFF: Final = 0.1
"""How promising a bluff is compared with an honest cap on the same cell; where that one would make three of one's own symbols:"""
BLUFF_IN_THREE: Final = 1.2
CLUE: Final = 0.3
"""How promising a cap with a token is compared with one without: nobody needs to know more."""
HOPELESS: Final = 20.0
"""So many spreads below the best an action has no promise at all."""

# What a board is worth to who is to move, as log odds: fitted to the results of games between searches. A board counts mostly for
# how it looks, with every cap taken for its owner's symbol: what looks joined must be attacked, and a bluff is what stops that.
LOOKS_MINE: Final[vec[float]] = vec[float]([1.62, 0.92, 0.48, 0.47, 0.26, 0.0, 0.55])
"""By the caps needed to join one's sides, 5 for more; at last where no path is left."""
LOOKS_THEIRS: Final[vec[float]] = vec[float]([-2.74, -0.88, -0.46, -0.63, -0.35, 0.0, 1.29])
WAYS_MINE: Final[vec[float]] = vec[float]([0.0, 0.21, 0.09, 0.01, 0.01, 0.0, 0.0])
"""The same for every cell on a shortest path."""
WAYS_THEIRS: Final[vec[float]] = vec[float]([0.0, -0.35, -0.17, -0.02, -0.02, 0.0, 0.0])
MOVE: Final = 0.37
"""To be on move."""
OPEN_MINE: Final = 0.24
"""For each cap that lies face up: it cannot be attacked."""
OPEN_THEIRS: Final = -0.2
JOINED: Final = 3.0
"""To have joined one's sides and know it; where one does not know it:"""
JOINED_UNKNOWN: Final = -0.41
BREAKABLE: Final = 1.28
"""That the opponent has joined the sides with caps that can be attacked, over having done it with bluffs; and with others:"""
UNBREAKABLE: Final = 0.17

# For the greedy player.
WIN: Final = 0.92
"""The chance of winning a game once one's sides are joined: an attack may still break them."""
STEEPNESS: Final = 1.3
"""How much one cap less to place is worth."""
TEMPO: Final = 0.1
"""What being next to act is worth, in caps."""
SUSPICION: Final = 0.8
"""How far the opponent's face-down caps are taken for the opponent's symbols, whatever has been imagined under them."""
HOPE: Final = 0.8
"""What a running game is worth at least, so that nobody declares before nearly every imagined board says so."""


class BeerHexEvaluator(Evaluator):
    """Judges boards by how they look, actions by what they do to the shortest paths, and plays on without peeking."""

    paths: Paths

    def __init__(self) -> None:
        """Look at many imagined boards, since a declaration is judged by how often it is right."""
        super().__init__(SAMPLES, HORIZON)
        self.depth = DEPTH
        self.prior_temperature = SPREAD
        self.exploration = EXPLORATION
        self.move_temperature = MIXING
        self.paths = Paths()

    def sample_belief(self, masked: Position, seat: i64, dice: Dice) -> None:
        """Imagine fewer bluffs under the opponent's caps than there are in the hand, for own symbols are what joins sides."""
        assert isinstance(masked, State)
        masked.determinize(seat, dice)
        if masked.over or masked.phase == BETWEEN:
            return
        other = 1 - seat
        bluffs = masked.caps(other) & ~masked.up & ~masked.symbols(other)
        while bluffs:
            bit = bluffs & -bluffs
            bluffs ^= bit
            if (masked.hands >> (8 * other)) & 15 and dice.below(100) < HONEST:
                masked.symbol ^= bit
                masked.hands += BITS[8 * other + 4] - BITS[8 * other]

    def value(self, position: Position, seat: i64) -> float:
        """Return a million times the payoff to expect, for a player who looks one action ahead."""
        assert isinstance(position, State)
        if position.over or position.phase == BETWEEN:
            return 1e6 * _settled(position, seat)
        return 1e6 * _mean(position, seat, self.chance(position, seat))

    def estimate(self, position: Position, seat: i64) -> float:
        """Return the payoff to expect, from the chance to win the running game and the games won so far."""
        assert isinstance(position, State)
        if position.over or position.phase == BETWEEN:
            return _settled(position, seat)
        p = self.outlook(position)
        return _mean(position, seat, p if position.turn == seat else 1.0 - p)

    def playout(self, position: Position, seat: i64, dice: Dice, out: vec[i32]) -> i64:
        """Return what a player does who knows what the seat knows."""
        assert isinstance(position, State)
        return act(position, seat, dice, self.paths)

    # Promise

    def priors(self, position: Position, seat: i64, actions: vec[i32], n: i64, weights: vec[float]) -> None:
        """Judge actions by the lead in caps that they give, the opponent's caps taken for what they seem to be."""
        assert isinstance(position, State)
        if position.phase == BETWEEN:
            for i in range(n):
                weights[i] = 1.0 if i64(actions[i]) == START + seat else 0.0
            return
        dark = position.caps(1 - seat) & ~position.up
        mine = position.symbols(seat) & ~dark
        theirs = position.symbols(1 - seat) | dark
        best = -1e9
        for i in range(n):
            weights[i] = self._worth(position, seat, _without_token(i64(actions[i])), mine, theirs)
            if weights[i] > best:
                best = weights[i]
        for i in range(n):
            behind = (best - weights[i]) / self.prior_temperature
            weights[i] = 0.0
            if behind < HOPELESS:
                weights[i] = math.exp(-behind) * _bluffing(i64(actions[i]), mine & ~position.up)

    def _worth(self, position: State, seat: i64, action: i64, mine: i64, theirs: i64) -> float:
        """Return the lead after an action without its token; far below any where only bad luck or a mistake could lie."""
        empty = ~position.occupied & FULL
        if action < ATTACK:
            bit = BITS[action >> 1]
            lead = self._lead(position, seat, mine | bit, theirs, empty & ~bit)
            return lead - DANGER if position.phase == TURN and joined(theirs, 1 - seat) else lead
        if action < DECLARE:
            three = TRIPLES[action - ATTACK]
            if three & ~theirs:
                return -1e6
            right = math.pow(TRUST, float(count(three & position.caps(1 - seat))))
            after = FREE_CAP + self._lead(position, seat, mine, theirs & ~three, empty | three)
            return right * after + (1.0 - right) * (self._lead(position, seat, mine, theirs, empty) - WASTED)
        return 1e3 if action == DECLARE and joined(mine, seat) else -1e6

    def _lead(self, position: State, seat: i64, mine: i64, theirs: i64, empty: i64) -> float:
        """Return how many caps the seat is ahead, if these are the symbols."""
        lead = self.paths.nearness(theirs, empty, 1 - seat) - self.paths.nearness(mine, empty, seat)
        return lead - exposure(mine & ~position.up) + exposure(theirs & ~position.up)

    # Boards

    def outlook(self, position: State) -> float:
        """Return how likely who is to move wins the running game."""
        seat = position.turn
        mine = position.symbols(seat)
        theirs = position.symbols(1 - seat)
        up = position.up
        dark = position.caps(1 - seat) & ~up
        odds = MOVE + OPEN_MINE * float(count(mine & up)) + OPEN_THEIRS * float(count(theirs & up))
        odds += self._looks(position, seat, mine | (position.caps(seat) & ~up), LOOKS_MINE, WAYS_MINE)
        odds += self._looks(position, 1 - seat, theirs | dark, LOOKS_THEIRS, WAYS_THEIRS)
        if joined(mine, seat):
            odds += JOINED if joined(mine & ~dark, seat) else JOINED_UNKNOWN
        elif joined(theirs, 1 - seat):
            odds += BREAKABLE if attackable(theirs & ~up) else UNBREAKABLE
        return 1.0 / (1.0 + math.exp(-odds))

    def _looks(self, position: State, seat: i64, cells: i64, worth: vec[float], ways_worth: vec[float]) -> float:
        """Return what it is worth that the seat seems to hold these cells."""
        ways = self.paths.shortest(cells, ~position.occupied & FULL, seat)
        steps = self.paths.steps
        if steps == NEVER:
            steps = 6
        elif steps > 5:
            steps = 5
        return worth[steps] + ways_worth[steps] * float(count(ways))

    def chance(self, position: State, seat: i64) -> float:
        """Return how likely the seat is to win the running game, from HOPE upwards."""
        mine = position.symbols(seat)
        theirs = position.symbols(1 - seat)
        dark = position.caps(1 - seat) & ~position.up
        exposed = exposure(mine & ~dark & ~position.up)
        plain = self._chance(position, seat, mine, theirs, 0.0)
        suspicious = self._chance(position, seat, mine & ~dark, theirs | dark, exposed)
        return HOPE + (1.0 - HOPE) * ((1.0 - SUSPICION) * plain + SUSPICION * suspicious)

    def _chance(self, position: State, seat: i64, mine: i64, theirs: i64, exposed: float) -> float:
        empty = ~position.occupied & FULL
        lead = self.paths.nearness(theirs, empty, 1 - seat) - self.paths.nearness(mine, empty, seat) - exposed
        if position.turn == seat:
            lead += TEMPO
        else:
            lead -= TEMPO
        return 1.0 - WIN + (2.0 * WIN - 1.0) / (1.0 + math.exp(-STEEPNESS * lead))


def _without_token(action: i64) -> i64:
    return action - CLUED if action >= CLUED else action


def _bluffing(action: i64, mine: i64) -> float:
    """Return by how much a bluff or a token changes the promise of a placement; `mine` are the own symbols that lie face down."""
    put = _without_token(action)
    factor = CLUE if action >= CLUED else 1.0
    if put < ATTACK and put & 1:
        factor *= BLUFF_IN_THREE if makes_three(mine, BITS[put >> 1]) else BLUFF
    return factor


def _settled(position: State, seat: i64) -> float:
    """Return the payoff of a match that is over, or between two games."""
    if position.over:
        return position.payoff(seat)
    return standing(position.sets, position.score(seat), position.score(1 - seat))


def _mean(position: State, seat: i64, p: float) -> float:
    """Return the payoff to expect where the seat wins the running game with this chance."""
    won = position.score(seat)
    lost = position.score(1 - seat)
    return p * standing(position.sets, won + 1, lost) + (1.0 - p) * standing(position.sets, won, lost + 1)


def standing(sets: i64, won: i64, lost: i64) -> float:
    """Return the payoff to expect with these games won and lost, all others being even."""
    if 2 * won > sets:
        return 1.0
    if 2 * lost > sets:
        return -1.0
    return 0.5 * float(won - lost)
