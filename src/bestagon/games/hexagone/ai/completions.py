"""The cheapest ways to complete a card with the hexagons of a hand."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64, u8

from bestagon.games.hexagone.board import FRINGE, SPOTS, TONE_BLUE
from bestagon.games.hexagone.board_deck import TEMPLATE
from bestagon.games.hexagone.rules.state import HexagonePosition
from bestagon.grid.bits import BITS

WIDTH: Final[i64] = 10
"""The most completions to keep."""
CELLS_EACH: Final[i64] = 7
"""The most hexagons of a card."""


class HexagoneCompletions:
    """Places on the table where a card's pattern can be completed, cheapest first."""

    count: i64
    costs: vec[float]
    spots: vec[i16]
    """The spots of each completion, in template order."""
    missing: vec[i64]
    """The bit set of the spots without a hexagon."""
    turns: vec[i64]
    blocked: vec[u8]
    """Spots whose hexagon another claim of the plan uses up, shared by all searches of a plan."""
    limit: i64
    gray_cost: float
    blue_cost: float

    def __init__(self, blocked: vec[u8]) -> None:
        """Share the marks of blocked spots."""
        self.count = 0
        self.costs = vec[float]([0.0] * int(WIDTH))
        self.spots = vec[i16]([i16(0)] * int(WIDTH * CELLS_EACH))
        self.missing = vec[i64]([i64(0)] * int(WIDTH))
        self.turns = vec[i64]([i64(0)] * int(WIDTH))
        self.blocked = blocked
        self.limit = WIDTH
        self.gray_cost = 0.0
        self.blue_cost = 0.0

    def find(self, position: HexagonePosition, card: i64, grays: i64, blues: i64, limit: i64) -> None:
        """Find at most `limit` ways to complete a card with so many grays and blues."""
        deck = position.deck
        size = i64(deck.sizes[card])
        self.count = 0
        self.limit = limit
        last = grays + blues
        if last > size - 1:
            last = size - 1
        for turn in range(i64(deck.turns[card])):
            at = (6 * card + turn) * TEMPLATE
            for j in range(last + 1):
                self._find_from(position, at, size, turn, j, grays, blues)
        blue = i64(deck.blues[card])
        if self.count == 0 and blue <= blues and size - blue <= grays:
            self._find_apart(position, card, size)

    def _find_from(self, position: HexagonePosition, at: i64, size: i64, turn: i64, j: i64, grays: i64, blues: i64) -> None:
        """Try the template wherever its hexagon `j` is the first one already on the table."""
        board = position.board
        templates = position.deck.templates
        tone = i64(templates[at + 2 * j + 1])
        offset = i64(templates[at + 2 * j]) if j else 0
        spots = board.blues if tone == TONE_BLUE else board.grays
        count = board.blue_count if tone == TONE_BLUE else board.gray_count
        codes = board.spots
        blocked = self.blocked
        # The j hexagons before it are missing wherever the template is tried, so the hand must have them.
        first_gray: i64 = 0
        first_blue: i64 = 0
        for before in range(j):
            if i64(templates[at + 2 * before + 1]) == TONE_BLUE:
                first_blue += 1
            else:
                first_gray += 1
        if first_gray > grays or first_blue > blues:
            return
        for n in range(count):
            pivot = i64(spots[n]) - offset
            gray: i64 = 0
            blue: i64 = 0
            missing: i64 = 0
            i: i64 = 0
            while i < size:
                want = i64(templates[at + 2 * i + 1])
                spot = pivot + i64(templates[at + 2 * i]) if i else pivot
                code = i64(codes[spot])
                if code <= FRINGE:
                    missing |= BITS[i]
                    if want == TONE_BLUE:
                        blue += 1
                        if blue > blues:
                            break
                    else:
                        gray += 1
                        if gray > grays:
                            break
                elif code >> 1 != want or i < j or blocked[spot]:
                    break
                i += 1
            if i == size:
                self._add(position, at, size, turn, pivot, missing, float(gray) * self.gray_cost + float(blue) * self.blue_cost)

    def _find_apart(self, position: HexagonePosition, card: i64, size: i64) -> None:
        """Lay out the whole pattern from the hand, beside the hexagons on the table or on an empty one."""
        deck = position.deck
        board = position.board
        blue = i64(deck.blues[card])
        cost = float(size - blue) * self.gray_cost + float(blue) * self.blue_cost
        for turn in range(i64(deck.turns[card])):
            at = (6 * card + turn) * TEMPLATE
            for n in range(board.fringe_count):
                pivot = i64(board.fringe[n])
                i: i64 = 1
                while i < size and i64(board.spots[pivot + i64(deck.templates[at + 2 * i])]) <= FRINGE:
                    i += 1
                if i == size:
                    self._add(position, at, size, turn, pivot, BITS[size] - 1, cost)

    def _add(self, position: HexagonePosition, at: i64, size: i64, turn: i64, pivot: i64, missing: i64, cost: float) -> None:
        """Keep a completion if it is among the cheapest."""
        costs = self.costs
        if self.count == self.limit:
            if cost >= costs[self.limit - 1]:
                return
            k = self.limit - 1
        else:
            k = self.count
            self.count += 1
        spots = self.spots
        while k > 0 and costs[k - 1] > cost:
            costs[k] = costs[k - 1]
            self.missing[k] = self.missing[k - 1]
            self.turns[k] = self.turns[k - 1]
            for i in range(size):
                spots[CELLS_EACH * k + i] = spots[CELLS_EACH * (k - 1) + i]
            k -= 1
        costs[k] = cost
        self.missing[k] = missing
        self.turns[k] = turn
        templates = position.deck.templates
        spots[CELLS_EACH * k] = i16(pivot)
        for i in range(1, size):
            spots[CELLS_EACH * k + i] = i16(pivot) + templates[at + 2 * i]


def no_spots_blocked() -> vec[u8]:
    """Return marks for all spots, none of them set."""
    return vec[u8]([u8(0)] * int(SPOTS))
