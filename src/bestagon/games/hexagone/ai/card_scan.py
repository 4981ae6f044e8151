"""How near the cards of the row are to completion."""

from __future__ import annotations

from librt.vecs import append, vec
from mypy_extensions import i64

from bestagon.games.hexagone.ai.weights import BLUE_SHARE, CLAIM_FACTOR, GRAY_SHARE, HAND_VALUE, MAX_HIDDEN, MAX_MISSING, SPECIAL_SHARE
from bestagon.games.hexagone.board import BLUE, GRAY, TONE_BLUE
from bestagon.games.hexagone.board_deck import TEMPLATE
from bestagon.games.hexagone.rules.state import HexagonePosition


class HexagoneCardScan:
    """Scans the table for the best match of a card, for a known and for a hidden hand."""

    worth: float
    """The value of the card to the owner of the known hand, less that of the hexagons it takes."""
    complete: bool
    """Whether the pattern is already on the table."""
    opponent_chance: float
    """The probability that the owner of the hidden hand can complete the card."""
    odds: vec[float]
    """By size of a hidden hand, grays needed and blues needed: the probability that the hand has them."""

    def __init__(self) -> None:
        """Compute the odds of hidden hands."""
        self.worth = 0.0
        self.complete = False
        self.opponent_chance = 0.0
        self.odds = _hidden_hand_odds()

    def scan(self, position: HexagonePosition, card: i64, grays: i64, blues: i64, hidden: i64) -> None:
        """Scan for a card, given the grays and blues of the known hand and the size of the hidden one."""
        deck = position.deck
        size = i64(deck.sizes[card])
        blue = i64(deck.blues[card])
        points = float(i64(deck.points[card]))
        self.worth = card_worth(points, size - blue, blue) if size - blue <= grays and blue <= blues else 0.0
        self.complete = False
        self.opponent_chance = 0.0
        last = size - 1 if size <= MAX_MISSING else MAX_MISSING
        for turn in range(i64(deck.turns[card])):
            at = (6 * card + turn) * TEMPLATE
            for j in range(last + 1):
                self._scan_from(position, at, size, j, points, grays, blues, hidden)

    def _scan_from(
        self, position: HexagonePosition, at: i64, size: i64, j: i64, points: float, grays: i64, blues: i64, hidden: i64
    ) -> None:
        """Try the template wherever its hexagon `j` is the first one already on the table."""
        board = position.board
        templates = position.deck.templates
        tone = i64(templates[at + 2 * j + 1])
        offset = i64(templates[at + 2 * j]) if j else 0
        spots = board.blues if tone == TONE_BLUE else board.grays
        count = board.blue_count if tone == TONE_BLUE else board.gray_count
        codes = board.spots
        for n in range(count):
            pivot = i64(spots[n]) - offset
            gray: i64 = 0
            blue: i64 = 0
            i: i64 = 0
            while i < size:
                want = i64(templates[at + 2 * i + 1])
                have = i64(codes[pivot + i64(templates[at + 2 * i])] if i else codes[pivot]) >> 1
                if have == 0:
                    if want == TONE_BLUE:
                        blue += 1
                    else:
                        gray += 1
                    if gray + blue > MAX_MISSING:
                        break
                elif have != want or i < j:
                    break
                i += 1
            if i == size:
                if gray + blue == 0:
                    self.complete = True
                if gray <= grays and blue <= blues and card_worth(points, gray, blue) > self.worth:
                    self.worth = card_worth(points, gray, blue)
                chance = self.odds[(hidden * 5 + gray) * 5 + blue]
                if chance > self.opponent_chance:
                    self.opponent_chance = chance


def card_worth(points: float, gray: i64, blue: i64) -> float:
    """Return the value of a card that lacks these hexagons, all of them in hand."""
    return points * CLAIM_FACTOR[gray + blue] - HAND_VALUE[GRAY] * float(gray) - HAND_VALUE[BLUE] * float(blue)


def _hidden_hand_odds() -> vec[float]:
    table = vec[float]()
    for size in range(int(MAX_HIDDEN) + 1):
        for gray in range(5):
            for blue in range(5):
                chance = 0.0
                for g in range(gray, size + 1):
                    for b in range(blue, size - g + 1):
                        chance += _arrangements(size, g, b) * GRAY_SHARE**g * BLUE_SHARE**b * SPECIAL_SHARE ** (size - g - b)
                table = append(table, min(chance, 1.0))
    return table


def _arrangements(size: int, g: int, b: int) -> float:
    """Return the number of orders in which a hand of the given size has `g` grays and `b` blues."""
    orders = 1.0
    for i in range(g):
        orders *= (size - i) / (i + 1)
    for i in range(b):
        orders *= (size - g - i) / (i + 1)
    return orders
