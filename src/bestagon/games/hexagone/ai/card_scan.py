"""How near the cards of the row are to completion."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from bestagon.games.hexagone.ai import hand_values
from bestagon.games.hexagone.ai.weights import CLAIM_FACTOR, MAX_HIDDEN, MAX_MISSING, SHARE_STEPS
from bestagon.games.hexagone.board import BLUE, CRACKED, DISCARDED, GRAY, POOLS, TONE_BLUE
from bestagon.games.hexagone.board_deck import TEMPLATE
from bestagon.games.hexagone.rules.state import HexagonePosition

ODDS: Final[i64] = 25 * (MAX_HIDDEN + 1)
"""The odds of one pair of shares."""
PAIRS: Final[i64] = (SHARE_STEPS + 1) * (SHARE_STEPS + 1)


class HexagoneCardScan:
    """Scans the table for the best match of a card, for a known and for a hidden hand."""

    worth: float
    """The value of the card to the owner of the known hand, less that of the hexagons it takes."""
    complete: bool
    """Whether the pattern is already on the table."""
    opponent_chance: float
    """The probability that the owner of the hidden hand can complete the card."""
    gray_value: float
    blue_value: float
    """What a hexagon in hand is worth."""
    odds: vec[float]
    """By shares of grays and blues, size of a hidden hand, grays needed and blues needed: the probability that the hand has them."""
    known: vec[u8]
    """The pairs of shares whose odds have been computed."""
    odds_at: i64
    """Where the odds begin for the hexagons that the owner of the known hand cannot see."""

    def __init__(self) -> None:
        """Make room for the odds of hidden hands."""
        self.worth = 0.0
        self.complete = False
        self.opponent_chance = 0.0
        self.gray_value = 0.0
        self.blue_value = 0.0
        self.odds = vec[float]([0.0] * int(PAIRS * ODDS))
        self.known = vec[u8]([u8(0)] * int(PAIRS))
        self.odds_at = 0

    def prepare(self, position: HexagonePosition, seat: i64) -> None:
        """Set what depends on the hexagons in the bag and in the hands that the seat cannot see."""
        stage = hand_values.stage_of(position)
        self.gray_value = hand_values.gray_value(stage)
        self.blue_value = hand_values.blue_value(stage)
        grays: i64 = 0
        blues: i64 = 0
        unseen: i64 = 0
        for pool in range(POOLS):
            if pool != seat and pool != DISCARDED:
                grays += i64(position.pools[8 * pool + GRAY]) + i64(position.pools[8 * pool + CRACKED])
                blues += i64(position.pools[8 * pool + BLUE])
                unseen += position.pool_size(pool)
        gray_steps: i64 = 0
        blue_steps: i64 = 0
        if unseen > 0:
            gray_steps = (2 * SHARE_STEPS * grays + unseen) // (2 * unseen)
            blue_steps = (2 * SHARE_STEPS * blues + unseen) // (2 * unseen)
        pair = gray_steps * (SHARE_STEPS + 1) + blue_steps
        self.odds_at = pair * ODDS
        if not self.known[pair]:
            self.known[pair] = 1
            _write_odds(self.odds, self.odds_at, float(gray_steps) / float(SHARE_STEPS), float(blue_steps) / float(SHARE_STEPS))

    def scan(self, position: HexagonePosition, card: i64, grays: i64, blues: i64, hidden: i64) -> None:
        """Scan for a card, given the grays and blues of the known hand and the size of the hidden one."""
        deck = position.deck
        size = i64(deck.sizes[card])
        blue = i64(deck.blues[card])
        points = float(i64(deck.points[card]))
        self.worth = self._worth(points, size - blue, blue) if size - blue <= grays and blue <= blues else 0.0
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
                if gray <= grays and blue <= blues and self._worth(points, gray, blue) > self.worth:
                    self.worth = self._worth(points, gray, blue)
                chance = self.odds[self.odds_at + (hidden * 5 + gray) * 5 + blue]
                if chance > self.opponent_chance:
                    self.opponent_chance = chance

    def _worth(self, points: float, gray: i64, blue: i64) -> float:
        """Return the value of a card that lacks these hexagons, all of them in hand."""
        return points * CLAIM_FACTOR[gray + blue] - self.gray_value * float(gray) - self.blue_value * float(blue)


def _write_odds(odds: vec[float], at: i64, gray_share: float, blue_share: float) -> None:
    """Write the odds of hands from so many grays and blues."""
    special_share = max(0.0, 1.0 - gray_share - blue_share)
    for size in range(int(MAX_HIDDEN) + 1):
        for gray in range(5):
            for blue in range(5):
                chance = 0.0
                for g in range(gray, size + 1):
                    for b in range(blue, size - g + 1):
                        chance += _arrangements(size, g, b) * gray_share**g * blue_share**b * special_share ** (size - g - b)
                odds[at + (size * 5 + gray) * 5 + blue] = min(chance, 1.0)


def _arrangements(size: int, g: int, b: int) -> float:
    """Return the number of orders in which a hand of the given size has `g` grays and `b` blues."""
    orders = 1.0
    for i in range(g):
        orders *= (size - i) / (i + 1)
    for i in range(b):
        orders *= (size - g - i) / (i + 1)
    return orders
