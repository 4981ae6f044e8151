"""What the search knows of hexaGONE: what a position is worth to each seat, and how a sensible turn goes on."""

from __future__ import annotations

import math
from typing import Final

from librt.vecs import vec
from mypy_extensions import i32, i64

from bestagon.core.dice import Dice
from bestagon.core.position import Position
from bestagon.games.hexagone.ai.evaluator import (
    DANGER,
    LATER,
    SECOND,
    HexagoneEvaluator,
    another_turn,
    hand_worth,
    next_seat,
    worth_of,
)
from bestagon.games.hexagone.board import BASIC, BLUE, CELL, CELLS, CRACKED, FRINGE, GRAY, LOOK, SPOT, TONE_BLUE, Deck
from bestagon.games.hexagone.position import CLAIM, EXCHANGE, MOVE_FROM, PLACE, HexagonePosition
from bestagon.games.hexagone.position_state import BAG, CLAIMING, PLAYING, POOLS, RETURNING, ROW, STARTING

HORIZON: Final[i64] = 12
"""A playout goes on for about two turns: what the next player makes of the table is seen, not guessed."""
SPREAD: Final = 1.0
"""A placement that brings a point more than another looks e times as promising."""
EXPLORATION: Final = 0.2
PATIENCE: Final[i64] = 30
"""First impressions of a node cost as much as ten playouts."""
LEAD: Final = 7.0
"""A lead of so many points is worth tanh(1) of the payoff at the end of the bag (fitted to games between greedy players)."""
LEAD_PER_HEXAGON: Final = 0.3
"""And so many more for every hexagon in the bag."""
UNKNOWN: Final = -1e300
"""No value: not judged yet."""
MIX: Final[i64] = 1000003
MIX_MASK: Final[i64] = 0x1FFFFFFFFFF


class SearchEvaluator(HexagoneEvaluator):
    """Adds to the value what a search needs: quick priors, an estimate for every seat from one look, a playout that plans a card."""

    known: i64
    """The fingerprint of the position that `prospects` is about, or -1."""
    deck: Deck | None
    prospects: vec[float]
    """For every seat the points it can count on, with what its hand and the row promise."""
    plan: float
    """After `_plan`: what the best card to complete from hand is worth, or 0."""
    plan_spot: i64
    """Where one of its missing hexagons goes."""
    plan_tone: i64
    values: vec[float]
    """Scratch of `priors`: what a gray hexagon is worth by cell, or UNKNOWN."""

    def __init__(self) -> None:
        """Start without a position in mind."""
        super().__init__()
        self.horizon = HORIZON
        self.prior_temperature = SPREAD
        self.exploration = EXPLORATION
        self.expand_after = PATIENCE
        self.known = -1
        self.deck = None
        self.prospects = vec[float]([0.0, 0.0, 0.0, 0.0])
        self.plan = 0.0
        self.plan_spot = -1
        self.plan_tone = 0
        self.values = vec[float]([UNKNOWN] * int(CELLS))

    # First impressions.

    def priors(self, position: Position, seat: i64, actions: vec[i32], n: i64, weights: vec[float]) -> None:
        """Judge by `value` one action ahead, placements without copying the position, and gray ones like cracked ones."""
        assert isinstance(position, HexagonePosition)
        after = position.blank()
        best = -1e300
        for i in range(n):
            action = i64(actions[i])
            if action >= MOVE_FROM:
                after.copy_from(position)
                after.play(seat, action)
                weights[i] = self.value(after, seat)
            else:
                weights[i] = self._placed(position, seat, action // CELLS, action % CELLS)
            if weights[i] > best:
                best = weights[i]
        for i in range(n):
            weights[i] = math.exp((weights[i] - best) / self.prior_temperature)
            if i64(actions[i]) < BLUE * CELLS:
                self.values[i64(actions[i]) % CELLS] = UNKNOWN

    def _placed(self, position: HexagonePosition, seat: i64, kind: i64, cell: i64) -> float:
        """Return the value with a hexagon from hand on a cell; the position is left as it was."""
        if kind != BLUE and self.values[cell] != UNKNOWN:
            return self.values[cell]
        spot = i64(SPOT[cell])
        phase = position.phase
        position.pools[8 * seat + kind] -= 1
        position.board.put(spot, kind)
        position.phase = PLAYING
        value = self._judge(position, seat, -1)
        position.phase = phase
        position.board.take(spot)
        position.pools[8 * seat + kind] += 1
        if kind != BLUE:
            self.values[cell] = value
        return value

    # The estimate.

    def estimate(self, position: Position, seat: i64) -> float:
        """Return the payoff the seat can expect: the mean, over the others, of its chances to end up ahead less those to end up behind."""
        assert isinstance(position, HexagonePosition)
        if position.over:
            return position.payoff(seat)
        mark = _fingerprint(position)
        if mark != self.known or position.deck is not self.deck:
            self._weigh(position)
            self.known = mark
            self.deck = position.deck
        total = 0.0
        scale = LEAD + LEAD_PER_HEXAGON * float(position.size(BAG))
        for other in range(position.seats):
            if other != seat and not (position.teams and other == seat ^ 2):
                if position.resigned(seat) or position.resigned(other):
                    total += 1.0 if position.outranks(seat, other) else -1.0
                else:
                    lead = self.prospects[seat] - self.prospects[other]
                    total += math.tanh(lead / scale)
        return total / float(position.seats - 1)

    def _weigh(self, position: HexagonePosition) -> None:
        """Work out what every seat can count on, seen by the seat in turn."""
        turn = position.turn
        prospects = self.prospects
        self.value(position, turn)
        for seat in range(position.seats):
            prospects[seat] = float(position.points[seat])
            if another_turn(position, seat):
                prospects[seat] += hand_worth(position, seat)
        prospects[turn] += self.ready + self.best + SECOND * self.others
        if another_turn(position, turn):
            prospects[turn] += LATER * self.later
        prospects[next_seat(position)] += DANGER * self.danger
        if position.teams:
            for seat in range(2):
                both = prospects[seat] + prospects[seat + 2]
                prospects[seat] = both
                prospects[seat + 2] = both

    # The playout.

    def playout(self, position: Position, seat: i64, dice: Dice, out: vec[i32]) -> i64:
        """Return an action towards the best card that can be completed from hand, else claim, else end the turn."""
        assert isinstance(position, HexagonePosition)
        phase = position.phase
        if phase > CLAIMING:
            n = position.legal(seat, out)
            if phase == RETURNING and dice.below(2) == 0:
                return EXCHANGE
            return i64(out[dice.below(n)])
        if phase != CLAIMING:
            self._plan(position, seat)
            if self.plan > 0.0 and dice.below(32) > 0:
                return self._planned(position, seat)
        if phase == STARTING:
            return _opening(position, seat, dice, out)
        n = position.legal(seat, out)
        return _best_claim(position, n, dice, out)

    def _planned(self, position: HexagonePosition, seat: i64) -> i64:
        """Return the placement that the plan asks for."""
        kind = BLUE
        if self.plan_tone != TONE_BLUE:
            kind = CRACKED if position.pools[8 * seat + CRACKED] else GRAY
        return PLACE + kind * CELLS + i64(CELL[self.plan_spot])

    def _plan(self, position: HexagonePosition, seat: i64) -> None:
        """Find the card of the row that is worth most of those that lack something the hand has."""
        pools = position.pools
        deck = position.deck
        grays = i64(pools[8 * seat + GRAY]) + i64(pools[8 * seat + CRACKED])
        blues = i64(pools[8 * seat + BLUE])
        self.plan = 0.0
        if grays + blues == 0:
            return
        for slot in range(ROW):
            card = position.row[slot]
            if card < 0:
                return
            size = i64(deck.sizes[card])
            points = float(i64(deck.points[card]))
            if points <= self.plan:
                continue
            last = grays + blues
            if last > size - 1:
                last = size - 1
            for turn in range(i64(deck.turns[card])):
                at = (6 * card + turn) * LOOK
                for j in range(last + 1):
                    self._plan_from(position, at, size, j, points, grays, blues)

    def _plan_from(self, position: HexagonePosition, at: i64, size: i64, j: i64, points: float, grays: i64, blues: i64) -> None:
        """Try a turned pattern wherever its hexagon `j` is the first that lies there already."""
        board = position.board
        looks = position.deck.looks
        tone = i64(looks[at + 2 * j + 1])
        way = i64(looks[at + 2 * j]) if j else 0
        spots = board.blues if tone == TONE_BLUE else board.grays
        count = board.blue_count if tone == TONE_BLUE else board.gray_count
        codes = board.spots
        # The j hexagons before are missing whatever the place: without them in hand there is nothing to try.
        gray: i64 = 0
        blue: i64 = 0
        for before in range(j):
            if i64(looks[at + 2 * before + 1]) == TONE_BLUE:
                blue += 1
            else:
                gray += 1
        if gray > grays or blue > blues or worth_of(points, gray, blue) <= self.plan:
            return
        for n in range(count):
            pivot = i64(spots[n]) - way
            gray = 0
            blue = 0
            found: i64 = -1
            found_tone: i64 = 0
            i: i64 = 0
            while i < size:
                want = i64(looks[at + 2 * i + 1])
                spot = pivot + i64(looks[at + 2 * i]) if i else pivot
                code = i64(codes[spot])
                if code <= FRINGE:
                    if want == TONE_BLUE:
                        blue += 1
                        if blue > blues:
                            break
                    else:
                        gray += 1
                        if gray > grays:
                            break
                    if code == FRINGE:
                        found = spot
                        found_tone = want
                elif code >> 1 != want or i < j:
                    break
                i += 1
            if i == size and found >= 0:
                worth = worth_of(points, gray, blue)
                if worth > self.plan:
                    self.plan = worth
                    self.plan_spot = found
                    self.plan_tone = found_tone


def _opening(position: HexagonePosition, seat: i64, dice: Dice, out: vec[i32]) -> i64:
    """Return any placement, gray before cracked before blue by number in hand; without hexagons to place, a special or a pass."""
    pools = position.pools
    total: i64 = 0
    for kind in range(BASIC):
        total += i64(pools[8 * seat + kind])
    if total == 0 or position.board.fringe_count == 0:
        return position.pick(seat, dice, out)
    k = dice.below(total)
    kind = 0
    while k >= i64(pools[8 * seat + kind]):
        k -= i64(pools[8 * seat + kind])
        kind += 1
    board = position.board
    return PLACE + kind * CELLS + i64(CELL[i64(board.fringe[dice.below(board.fringe_count)])])


def _best_claim(position: HexagonePosition, n: i64, dice: Dice, out: vec[i32]) -> i64:
    """Return the claim worth most points, any of equals, or the end of the turn: they stand last among the legal actions."""
    choice = i64(out[n - 1])
    most: i64 = 0
    ties: i64 = 0
    i = n - 2
    while i >= 0 and i64(out[i]) >= CLAIM:
        points = i64(position.deck.points[position.row[(i64(out[i]) - CLAIM) // (6 * CELLS)]])
        if points > most:
            most = points
            ties = 0
        if points == most:
            ties += 1
            if dice.below(ties) == 0:
                choice = i64(out[i])
        i -= 1
    return choice


def _fingerprint(position: HexagonePosition) -> i64:
    """Return a number that two positions of a deck share only if they are judged alike, but for a chance in billions."""
    board = position.board
    mark = position.turn + 8 * position.phase + 64 * (position.closing + 1) + 512 * position.seats + 4096 * (position.source + 1)
    if position.closing_turn:
        mark += 8388608
    if position.teams:
        mark += 16777216
    mark = _mixed(_mixed(mark, position.resignations), position.left & MIX_MASK)
    for i in range(ROW):
        mark = _mixed(mark, position.row[i] + 1)
    for i in range(position.seats):
        mark = _mixed(mark, position.points[i])
    for i in range(8 * POOLS):
        mark = _mixed(mark, i64(position.pools[i]))
    for i in range(board.gray_count):
        spot = i64(board.grays[i])
        mark = _mixed(mark, spot * 8 + i64(board.spots[spot]))
    for i in range(board.blue_count):
        mark = _mixed(mark, i64(board.blues[i]))
    return mark


def _mixed(mark: i64, value: i64) -> i64:
    """Return a fingerprint with one more number in it."""
    return (mark * MIX + (mark >> 21) ^ value) & MIX_MASK
