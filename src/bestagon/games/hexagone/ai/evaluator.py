"""The evaluator of hexaGONE: the value of a position, and the payoff each seat can expect."""

from __future__ import annotations

import math
from typing import Final

from librt.vecs import vec
from mypy_extensions import i32, i64

from bestagon.core.dice import Dice
from bestagon.core.evaluator import Evaluator
from bestagon.core.position import Position
from bestagon.games.hexagone.ai import belief, hand_values, playout, priors, weights
from bestagon.games.hexagone.ai.card_scan import HexagoneCardScan
from bestagon.games.hexagone.ai.groups import HexagoneGroups
from bestagon.games.hexagone.ai.idle import HexagoneIdle
from bestagon.games.hexagone.ai.learned import SCALES
from bestagon.games.hexagone.ai.network import HexagoneNetwork
from bestagon.games.hexagone.ai.planner import HexagonePlanner, drawn, has_another_turn
from bestagon.games.hexagone.ai.turn_end import HexagoneTurnEnd
from bestagon.games.hexagone.ai.weights import (
    CLAIM_FACTOR,
    DANGER_WEIGHT,
    LATER_WEIGHT,
    LEARNED_PRIOR_ROUNDS,
    MAX_HIDDEN,
    NEXT_PLAN_WEIGHT,
    PLAN_WEIGHT,
    PRIOR_ROUNDS,
    SECOND_WEIGHT,
)
from bestagon.games.hexagone.board import BAG, BLUE, CELLS, CRACKED, GRAY, POOLS, RETURNED, SPOT
from bestagon.games.hexagone.board_deck import SequenceDeck
from bestagon.games.hexagone.rules.moves import CLAIMING, MOVING, ROW, STARTING, SWAPPING
from bestagon.games.hexagone.rules.state import HexagonePosition

HASH_FACTOR: Final[i64] = 1000003
HASH_MASK: Final[i64] = 0x1FFFFFFFFFF


class HexagoneEvaluator(Evaluator):
    """Judges a position, roughly in points, by the cards that can be claimed now, by the next player, and later."""

    card: HexagoneCardScan
    ready: float
    """The points that only need claiming."""
    best: float
    """The value of the best card that needs hexagons from hand."""
    others: float
    """The value of the other such cards."""
    danger: float
    """The points that the next player is likely to claim, negative if it is the partner."""
    later: float
    """The value of the newest card if it is still there in the next own turn."""
    known: i64
    """The fingerprint of the position that `prospects` describes, or -1."""
    known_deck: SequenceDeck | None
    prospects: vec[float]
    """The points each seat can expect, with its hand and the cards of the row."""
    estimates: vec[float]
    """The payoff each seat can expect."""
    planner: HexagonePlanner
    turn_end: HexagoneTurnEnd
    network: HexagoneNetwork
    learned: bool
    """Whether the network judges games of two, which it was taught; the sum of plans and hands judges all others."""
    believing: bool
    """Whether the hexagons that others hold are dealt by what players keep, instead of fairly."""
    idle: HexagoneIdle
    groups: HexagoneGroups
    looked_at: i64
    """The fingerprint of the position that `idle` and `groups` have looked at, or -1,"""
    looked_deck: SequenceDeck | None
    """and its deck."""
    gray_values: vec[float]
    """Scratch space of `priors`: the value of a gray hexagon on each cell."""

    def __init__(self) -> None:
        """Make an evaluator that knows no position yet."""
        super().__init__(weights.SAMPLES, 0)
        self.prior_temperature = weights.PRIOR_TEMPERATURE
        self.depth = 1  # every action is followed by the best plan for the rest of the turn
        self.card = HexagoneCardScan()
        self.ready = 0.0
        self.best = 0.0
        self.others = 0.0
        self.danger = 0.0
        self.later = 0.0
        self.known = -1
        self.known_deck = None
        self.prospects = vec[float]([0.0, 0.0, 0.0, 0.0])
        self.estimates = vec[float]([0.0, 0.0, 0.0, 0.0])
        self.turn_end = HexagoneTurnEnd()
        self.network = HexagoneNetwork()
        self.learned = True
        self.believing = True
        self.paired = True
        self.prior_scale = weights.PRIOR_SCALE
        self.prior_rounds = PRIOR_ROUNDS
        self.planner = HexagonePlanner(weights.FIRST_WIDTH, weights.DEEPER_WIDTH, weights.PLANS)
        self.idle = HexagoneIdle()
        self.groups = HexagoneGroups()
        self.looked_at = -1
        self.looked_deck = None
        self.gray_values = vec[float]([priors.UNKNOWN] * int(CELLS))

    def sample_belief(self, masked: Position, seat: i64, dice: Dice) -> None:
        """Deal hexagons that a seat cannot see; others keep some kinds longer than others."""
        assert isinstance(masked, HexagonePosition)
        masked.determinize(seat, dice)
        if self.believing and masked.turn == seat and not masked.over and len(masked.memory) == 0 and masked.pool_size(BAG):
            belief.deal(masked, seat, dice)

    def priors(self, position: Position, seat: i64, actions: vec[i32], n: i64, weights: vec[float]) -> None:
        """Write how promising each action looks."""
        assert isinstance(position, HexagonePosition)
        self.prior_rounds = LEARNED_PRIOR_ROUNDS if self._is_learned(position) else PRIOR_ROUNDS
        priors.write_priors(self, position, seat, actions, n, weights)

    def omits(self, masked: Position, seat: i64, action: i64) -> bool:
        """Omit what gains nothing or should wait for a Draw-agon or a Bomb-agon; noise would choose it as often as anything else."""
        assert isinstance(masked, HexagonePosition)
        self._look(masked, seat)
        return self.idle.concerns(action)

    def group(self, masked: Position, seat: i64, action: i64) -> i64:
        """Return the group: plans, the claims of each card and the end of the turn have their own, since they must not be overlooked."""
        assert isinstance(masked, HexagonePosition)
        self._look(masked, seat)
        return self.groups.group(action)

    def _look(self, masked: HexagonePosition, seat: i64) -> None:
        """Let `idle` and `groups` look at a position."""
        fingerprint = _fingerprint(masked)
        if fingerprint != self.looked_at or masked.deck is not self.looked_deck:
            self.idle.look(self.planner, masked, seat)
            self.groups.look(self.planner, masked, seat)
            self.looked_at = fingerprint
            self.looked_deck = masked.deck

    def playout(self, position: Position, seat: i64, dice: Dice, out: vec[i32]) -> i64:
        """Return the next action of a plan."""
        assert isinstance(position, HexagonePosition)
        return playout.choose(self.turn_end.planner, position, seat, dice, out)

    def value(self, position: Position, seat: i64) -> float:
        """Return how good the position is for the seat, roughly in points."""
        assert isinstance(position, HexagonePosition)
        if position.over:
            return _lead(position, seat)
        if position.turn != seat or position.source < 0:
            return self.judge(position, seat, -1)
        # A hexagon that is being moved counts as in hand, one that is being swapped as already swapped.
        board = position.board
        spot = i64(SPOT[position.source])
        kind = board.take(spot)
        if position.phase == MOVING:
            value = self.judge(position, seat, kind)
        else:
            other = GRAY if kind == BLUE else BLUE
            board.put(spot, other if board.count(other) else kind)
            value = self.judge(position, seat, -1)
            board.take(spot)
        board.put(spot, kind)
        return value

    def judge(self, position: HexagonePosition, seat: i64, extra: i64) -> float:
        """Return the value of a running game, with one more hexagon of kind `extra` in hand unless it is -1."""
        card = self.card
        card.prepare(position, seat)
        own = position.turn == seat
        claiming = own and (position.phase <= CLAIMING or position.source >= 0)
        playing = claiming and position.phase != CLAIMING
        grays = i64(position.pools[8 * seat + GRAY]) + i64(position.pools[8 * seat + CRACKED]) + (1 if GRAY <= extra <= CRACKED else 0)
        blues = i64(position.pools[8 * seat + BLUE]) + (1 if extra == BLUE else 0)
        follower = _next_seat(position) if own else position.turn
        hidden = position.pool_size(follower)
        # What the partner claims is the team's gain; it follows only if an opponent has resigned.
        friendly = position.teams and follower == seat ^ 2
        judged = _judged_cards(position, own)
        # The oldest card of three is gone before the next player can claim it (HG 3.1).
        leaving: i64 = 1 if own and position.row[ROW - 1] >= 0 and position.draw_pile else 0
        self.ready = 0.0
        self.best = 0.0
        self.others = 0.0
        self.danger = 0.0
        self.later = 0.0
        for slot in range(judged):
            points = float(i64(position.deck.points[position.row[slot]]))
            card.scan(position, position.row[slot], grays, blues, hidden if hidden < MAX_HIDDEN else MAX_HIDDEN)
            risk = 1.0
            if card.worth > 0.0 and (playing or (claiming and card.complete)):
                self._add_claim(card.worth, card.complete)
                risk = 1.0 - CLAIM_FACTOR[0] if card.complete else 1.0 - CLAIM_FACTOR[2]
            if slot >= leaving:
                self.danger += (-points if friendly else points) * card.opponent_chance * risk
            self.later = card.worth * (1.0 - card.opponent_chance) * risk
        value = _lead(position, seat) + self.ready + self.best + SECOND_WEIGHT * self.others - DANGER_WEIGHT * self.danger
        # Of the judged cards only the newest is still there in the next own turn.
        return value + LATER_WEIGHT * self.later + _hand_worth(position, seat) if has_another_turn(position, seat) else value

    def _add_claim(self, worth: float, complete: bool) -> None:
        """Add the value of a card that can be claimed this turn."""
        if complete:
            self.ready += worth
        elif worth > self.best:
            self.others += self.best
            self.best = worth
        else:
            self.others += worth

    def estimate(self, position: Position, seat: i64) -> float:
        """Return the payoff the seat can expect: the mean, over its opponents, of the chance to beat them less that to be beaten."""
        assert isinstance(position, HexagonePosition)
        if position.over:
            return position.payoff(seat)
        self._know(position)
        return self.estimates[seat]

    def points(self, position: Position, seat: i64) -> float:
        """Return the points that the seat or its team can expect with its hand and the cards of the row."""
        assert isinstance(position, HexagonePosition)
        if position.over:
            return float(position.score(seat))
        self._know(position)
        return self.prospects[seat]

    def _know(self, position: HexagonePosition) -> None:
        """Make `prospects` and `estimates` describe the position, as it is when the next turn begins."""
        fingerprint = _fingerprint(position)
        if fingerprint == self.known and position.deck is self.known_deck:
            return
        after = self.turn_end.reach(position)
        learned = self._is_learned(after) and not after.over
        if learned:
            self._predict(after)
        self._update_prospects(after)
        if not learned:
            for seat in range(after.seats):
                self.estimates[seat] = after.payoff(seat) if after.over else self._expected_payoff(after, seat)
        self.known = fingerprint
        self.known_deck = position.deck

    def _is_learned(self, position: HexagonePosition) -> bool:
        """Tell whether the network judges games like this."""
        return self.learned and position.seats == 2

    def _predict(self, position: HexagonePosition) -> None:
        """Let the network set `estimates` and find plans."""
        network = self.network
        mover = position.turn
        lead = float(position.points[mover] - position.points[1 - mover]) + network.rest(position)
        self.estimates[mover] = math.tanh(lead / SCALES[network.active[0]])
        self.estimates[1 - mover] = -self.estimates[mover]

    def _expected_payoff(self, position: HexagonePosition, seat: i64) -> float:
        """Return the payoff by the prospects of all seats."""
        total = 0.0
        scale = weights.LEAD_SCALE + weights.LEAD_SCALE_PER_HEXAGON * float(position.pool_size(BAG))
        for other in range(position.seats):
            if other != seat and not (position.teams and other == seat ^ 2):
                if position.resigned(seat) or position.resigned(other):
                    total += 1.0 if position.outranks(seat, other) else -1.0
                else:
                    total += math.tanh((self.prospects[seat] - self.prospects[other]) / scale)
        return total / float(position.seats - 1)

    def _update_prospects(self, position: HexagonePosition) -> None:
        """Compute the points that every seat can expect when a turn begins: with its hand and its best plan, that of the mover first."""
        prospects = self.prospects
        for seat in range(position.seats):
            prospects[seat] = float(position.points[seat])
            if position.over:
                continue
            if seat == position.turn:
                prospects[seat] += PLAN_WEIGHT * self._plan_worth(position, seat)
            if has_another_turn(position, seat):
                prospects[seat] += _hand_worth(position, seat)
                if seat != position.turn:
                    prospects[seat] += NEXT_PLAN_WEIGHT * self._plan_worth(position, seat)
        if position.teams:
            for seat in range(2):
                both = prospects[seat] + prospects[seat + 2]
                prospects[seat] = both
                prospects[seat + 2] = both

    def _plan_worth(self, position: HexagonePosition, seat: i64) -> float:
        """Return what the best plan of a seat would bring now; the network has looked already."""
        if self._is_learned(position):
            return self.network.plans[seat]
        planner = self.turn_end.planner
        planner.plan(position, seat)
        return max(0.0, planner.worth[0]) if planner.count else 0.0


def _lead(position: HexagonePosition, seat: i64) -> float:
    """Return the points by which the seat is ahead of its best opponent."""
    best: i64 = -9999
    for other in range(position.seats):
        if other != seat and not (position.teams and other == seat ^ 2) and position.score(other) > best:
            best = position.score(other)
    return float(position.score(seat) - best)


def _judged_cards(position: HexagonePosition, own: bool) -> i64:
    """Return how many cards of the row to judge; a card just drawn for an opponent is left out, since it is pure chance."""
    cards: i64 = 0
    while cards < ROW and position.row[cards] >= 0:
        cards += 1
    return cards - 1 if not own and position.phase == STARTING and position.draw_pile and cards else cards


def _next_seat(position: HexagonePosition) -> i64:
    seat = (position.turn + 1) % position.seats
    while position.resigned(seat):
        seat = (seat + 1) % position.seats
    return seat


def _hand_worth(position: HexagonePosition, seat: i64) -> float:
    """Return the value of the hand, with the hexagons still to be drawn this turn."""
    worth = 0.0
    pools = position.pools
    stage = hand_values.stage_of(position)
    for kind in range(8):
        worth += hand_values.TABLE[stage + kind] * float(i64(pools[8 * seat + kind]))
    if position.turn != seat:
        return worth
    count = position.pool_size(RETURNED)
    if count == 0 and position.phase <= SWAPPING:
        count = drawn(position.pool_size(seat), position.pool_size(BAG))
    return worth + hand_values.hidden_value(stage) * float(count)


def _fingerprint(position: HexagonePosition) -> i64:
    """Return a hash of all that the estimate depends on; positions of one deck collide with a chance in billions."""
    board = position.board
    hashed = position.turn + 8 * position.phase + 64 * (position.closing + 1) + 512 * position.seats + 4096 * (position.source + 1)
    if position.closing_turn:
        hashed += 8388608
    if position.teams:
        hashed += 16777216
    hashed = _mix(_mix(hashed, position.resignations), position.draw_pile & HASH_MASK)
    hashed = _mix(_mix(hashed, position.dice.a), position.dice.drawn)
    for i in range(ROW):
        hashed = _mix(hashed, position.row[i] + 1)
    for i in range(position.seats):
        hashed = _mix(hashed, position.points[i])
    for i in range(8 * POOLS):
        hashed = _mix(hashed, i64(position.pools[i]))
    for i in range(board.gray_count):
        spot = i64(board.grays[i])
        hashed = _mix(hashed, spot * 8 + i64(board.spots[spot]))
    for i in range(board.blue_count):
        hashed = _mix(hashed, i64(board.blues[i]))
    return hashed


def _mix(hashed: i64, value: i64) -> i64:
    return (hashed * HASH_FACTOR + (hashed >> 21) ^ value) & HASH_MASK
