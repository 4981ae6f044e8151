"""What a strong player of hexaGONE knows."""

from __future__ import annotations

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from bestagon.core.evaluator import Evaluator
from bestagon.core.position import Position
from bestagon.games.hexagone.board import BLUE, CRACKED, GRAY, LOOK, SPOT, TONE_BLUE
from bestagon.games.hexagone.position import HexagonePosition
from bestagon.games.hexagone.position_state import BAG, CLAIMING, HAND_LIMIT, HIDDEN, MOVING, PILE, ROW, STARTING, SWAPPING

FARTHEST: Final[i64] = 4
"""Patterns that lack more hexagons than this are not thought of."""
SURE: Final = vec[float]([0.97, 0.93, 0.88, 0.82, 0.76, 0.7, 0.64, 0.58])
"""What a card is worth to the player in turn when so many hexagons are missing and all are in hand."""
HAND: Final = vec[float]([0.6, 0.6, 1.1, 1.4, 1.4, 1.2, 1.6, 0.8])
"""What a hexagon in hand is worth, by kind; the last is one not seen yet."""
DANGER: Final = 0.95
"""How much of a card the next player can claim is lost."""
LATER: Final = 0.4
"""What a card is worth that one could claim in one's next turn, if it stays."""
LARGEST: Final[i64] = 12
"""Hidden hands are taken to be no larger than this."""
SECOND: Final = 0.3
"""What a second card to complete from the same hand counts."""


class HexagoneEvaluator(Evaluator):
    """Judges a position, about in points, by what can be claimed now, by the next player, and later."""

    worth: float
    """After `_look`: what the card is worth to a player with the given hexagons, less those it would take."""
    lies: bool
    """After `_look`: whether its pattern lies on the table already."""
    theirs: float
    """After `_look`: the chance (0 to 1) that a player with a hidden hand completes the card."""
    ready: float
    """Points that only need claiming."""
    best: float
    """The most promising card that needs hexagons from hand, in points."""
    others: float
    """The other such cards."""
    danger: float
    """Points that the next player may well claim."""
    later: float
    """What the newest card is worth if it is still there in one's next turn."""
    odds: vec[float]
    """By size of a hidden hand, grays needed and blues needed: the chance that the hand has them."""

    def __init__(self) -> None:
        """Work out the odds of hidden hands."""
        super().__init__(2)
        self.worth = 0.0
        self.lies = False
        self.theirs = 0.0
        self.ready = 0.0
        self.best = 0.0
        self.others = 0.0
        self.danger = 0.0
        self.later = 0.0
        self.odds = _odds()

    def value(self, position: Position, seat: i64) -> float:
        """Return how good the position is for the seat, about in points."""
        assert isinstance(position, HexagonePosition)
        if position.over:
            return 1e6 * position.payoff(seat) + _lead(position, seat)
        if position.turn != seat or position.source < 0:
            return self._judge(position, seat, -1)
        # A hexagon on its way: think of it as in hand, or as changed already.
        board = position.board
        spot = i64(SPOT[position.source])
        kind = board.take(spot)
        if position.phase == MOVING:
            value = self._judge(position, seat, kind)
        else:
            other = GRAY if kind == BLUE else BLUE
            board.put(spot, other if board.count(other) else kind)
            value = self._judge(position, seat, -1)
            board.take(spot)
        board.put(spot, kind)
        return value

    def _judge(self, position: HexagonePosition, seat: i64, extra: i64) -> float:
        """Return the value with one more hexagon in hand, where `extra` is a kind."""
        own = position.turn == seat
        claiming = own and (position.phase <= CLAIMING or position.source >= 0)
        playing = claiming and position.phase != CLAIMING
        grays = i64(position.pools[8 * seat + GRAY]) + i64(position.pools[8 * seat + CRACKED]) + (1 if GRAY <= extra <= CRACKED else 0)
        blues = i64(position.pools[8 * seat + BLUE]) + (1 if extra == BLUE else 0)
        hidden = position.size(next_seat(position) if own else position.turn)
        shown = _judged_cards(position, own)
        # The oldest card of three is gone before the next player can claim it (HG 3.1).
        leaving: i64 = 1 if own and position.row[ROW - 1] >= 0 and position.left else 0
        self.ready = 0.0
        self.best = 0.0
        self.others = 0.0
        self.danger = 0.0
        self.later = 0.0
        for slot in range(shown):
            points = float(i64(position.deck.points[position.row[slot]]))
            self._look(position, position.row[slot], grays, blues, hidden if hidden < LARGEST else LARGEST)
            risk = 1.0
            if self.worth > 0.0 and (playing or (claiming and self.lies)):
                self._add()
                risk = 1.0 - SURE[0] if self.lies else 1.0 - SURE[2]
            if slot >= leaving:
                self.danger += points * self.theirs * risk
            self.later = self.worth * (1.0 - self.theirs) * risk
        value = _lead(position, seat) + self.ready + self.best + SECOND * self.others - DANGER * self.danger
        # Only the newest card judged is there still in one's next turn.
        return value + LATER * self.later + hand_worth(position, seat) if another_turn(position, seat) else value

    def _add(self) -> None:
        """Add up what the card just looked at brings in this turn."""
        if self.lies:
            self.ready += self.worth
        elif self.worth > self.best:
            self.others += self.best
            self.best = self.worth
        else:
            self.others += self.worth

    def _look(self, position: HexagonePosition, card: i64, grays: i64, blues: i64, hidden: i64) -> None:
        """Find how near a card is to lie on the table, for a known and for a hidden hand."""
        deck = position.deck
        size = i64(deck.sizes[card])
        blue = i64(deck.blues[card])
        points = float(i64(deck.points[card]))
        self.worth = worth_of(points, size - blue, blue) if size - blue <= grays and blue <= blues else 0.0
        self.lies = False
        self.theirs = 0.0
        last = size - 1 if size <= FARTHEST else FARTHEST
        for turn in range(i64(deck.turns[card])):
            at = (6 * card + turn) * LOOK
            for j in range(last + 1):
                self._look_from(position, at, size, j, points, grays, blues, hidden)

    def _look_from(
        self, position: HexagonePosition, at: i64, size: i64, j: i64, points: float, grays: i64, blues: i64, hidden: i64
    ) -> None:
        """Try a turned pattern wherever its hexagon `j` is the first that lies there already."""
        board = position.board
        looks = position.deck.looks
        tone = i64(looks[at + 2 * j + 1])
        way = i64(looks[at + 2 * j]) if j else 0
        spots = board.blues if tone == TONE_BLUE else board.grays
        count = board.blue_count if tone == TONE_BLUE else board.gray_count
        codes = board.spots
        for n in range(count):
            pivot = i64(spots[n]) - way
            gray: i64 = 0
            blue: i64 = 0
            i: i64 = 0
            while i < size:
                want = i64(looks[at + 2 * i + 1])
                have = i64(codes[pivot + i64(looks[at + 2 * i])] if i else codes[pivot]) >> 1
                if have == 0:
                    if want == TONE_BLUE:
                        blue += 1
                    else:
                        gray += 1
                    if gray + blue > FARTHEST:
                        break
                elif have != want or i < j:
                    break
                i += 1
            if i == size:
                if gray + blue == 0:
                    self.lies = True
                if gray <= grays and blue <= blues and worth_of(points, gray, blue) > self.worth:
                    self.worth = worth_of(points, gray, blue)
                chance = self.odds[(hidden * 5 + gray) * 5 + blue]
                if chance > self.theirs:
                    self.theirs = chance


def worth_of(points: float, gray: i64, blue: i64) -> float:
    """Return what a card is worth that takes so many more hexagons, all in hand."""
    return points * SURE[gray + blue] - HAND[GRAY] * float(gray) - HAND[BLUE] * float(blue)


def _lead(position: HexagonePosition, seat: i64) -> float:
    """Return by how much the seat is ahead of the best opponent."""
    best: i64 = -9999
    for other in range(position.seats):
        if other != seat and not (position.teams and other == seat ^ 2) and position.score(other) > best:
            best = position.score(other)
    return float(position.score(seat) - best)


def _judged_cards(position: HexagonePosition, own: bool) -> i64:
    """Return how many cards of the row to judge: a card just drawn for another is left out, being chance alike for all."""
    cards: i64 = 0
    while cards < ROW and position.row[cards] >= 0:
        cards += 1
    return cards - 1 if not own and position.phase == STARTING and position.left and cards else cards


def next_seat(position: HexagonePosition) -> i64:
    """Return the seat whose turn comes next."""
    seat = (position.turn + 1) % position.seats
    while position.resigned(seat):
        seat = (seat + 1) % position.seats
    return seat


def another_turn(position: HexagonePosition, seat: i64) -> bool:
    """Tell whether the seat will have a turn after the one that is running."""
    if position.closing < 0 or position.closing_turn:
        return True
    seats = position.seats
    ahead = (seat - position.turn + seats) % seats
    return ahead > 0 and ahead <= (position.closing - position.turn + seats) % seats


def hand_worth(position: HexagonePosition, seat: i64) -> float:
    """Return what the hand is worth, with the hexagons that are still to be drawn this turn."""
    worth = 0.0
    pools = position.pools
    for kind in range(8):
        worth += HAND[kind] * float(i64(pools[8 * seat + kind]))
    if position.turn != seat:
        return worth
    drawn = position.size(PILE)
    bag = position.size(BAG)
    if drawn == 0 and position.phase <= SWAPPING:
        drawn = HAND_LIMIT - position.size(seat)
        drawn = 3 if drawn > 3 else bag if drawn > bag else drawn
    return worth + HAND[HIDDEN] * float(drawn if drawn > 0 else 0)


def _odds() -> vec[float]:
    """Return the chances of hidden hands of 0 to 12, each hexagon gray with 2/3, blue with 1/5."""
    table = vec[float]()
    for size in range(13):
        for gray in range(5):
            for blue in range(5):
                chance = 0.0
                for g in range(gray, size + 1):
                    for b in range(blue, size - g + 1):
                        chance += _ways(size, g, b) * (2 / 3) ** g * 0.2**b * (2 / 15) ** (size - g - b)
                table = append(table, min(chance, 1.0))
    return table


def _ways(size: int, g: int, b: int) -> float:
    """Return in how many orders `g` grays and `b` blues come in a hand."""
    ways = 1.0
    for i in range(g):
        ways *= (size - i) / (i + 1)
    for i in range(b):
        ways *= (size - g - i) / (i + 1)
    return ways
