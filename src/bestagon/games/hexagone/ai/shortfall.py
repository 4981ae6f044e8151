"""What two hands lack for a card of the row."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bestagon.games.hexagone.board import FRINGE, TONE_BLUE
from bestagon.games.hexagone.board_deck import TEMPLATE
from bestagon.games.hexagone.rules.state import HexagonePosition

FAR: Final[i64] = 4
"""This many hexagons or more."""
MOST: Final[i64] = 6
"""Matches that need more hexagons are ignored."""


class HexagoneShortfall:
    """Finds the match for which a hand lacks the fewest hexagons, for two hands at once."""

    grays: vec[i64]
    blues: vec[i64]
    lack: vec[i64]
    """By hand: the hexagons it lacks for the best match, at most FAR."""
    used: vec[i64]
    """By hand: the hexagons that this match needs."""

    def __init__(self) -> None:
        """Make room for two hands."""
        self.grays = vec[i64]([i64(0), i64(0)])
        self.blues = vec[i64]([i64(0), i64(0)])
        self.lack = vec[i64]([i64(0), i64(0)])
        self.used = vec[i64]([i64(0), i64(0)])

    def use_hands(self, grays: i64, blues: i64, other_grays: i64, other_blues: i64) -> None:
        """Set the hands."""
        self.grays[0] = grays
        self.blues[0] = blues
        self.grays[1] = other_grays
        self.blues[1] = other_blues

    def find(self, position: HexagonePosition, card: i64) -> None:
        """Find the best match of a card for both hands."""
        deck = position.deck
        size = i64(deck.sizes[card])
        blue = i64(deck.blues[card])
        for hand in range(2):
            self.lack[hand] = FAR
            self.used[hand] = MOST
        self._add(size - blue, blue)
        for turn in range(i64(deck.turns[card])):
            at = (6 * card + turn) * TEMPLATE
            for j in range(size):
                self._find_from(position, at, size, j)

    def _find_from(self, position: HexagonePosition, at: i64, size: i64, j: i64) -> None:
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
                code = i64(codes[pivot + i64(templates[at + 2 * i])] if i else codes[pivot])
                if code <= FRINGE:
                    if want == TONE_BLUE:
                        blue += 1
                    else:
                        gray += 1
                elif code >> 1 != want or i < j:
                    break
                i += 1
            if i == size:
                self._add(gray, blue)

    def _add(self, gray: i64, blue: i64) -> None:
        """Note a match that needs these hexagons."""
        for hand in range(2):
            lack: i64 = 0
            if gray > self.grays[hand]:
                lack += gray - self.grays[hand]
            if blue > self.blues[hand]:
                lack += blue - self.blues[hand]
            if lack < self.lack[hand] or (lack == self.lack[hand] and gray + blue < self.used[hand]):
                self.lack[hand] = lack
                self.used[hand] = gray + blue
