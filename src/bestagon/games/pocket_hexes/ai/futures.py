"""What the turns to come bring in one world: the dice, and what rivals make of them."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from bestagon.core.dice import Dice
from bestagon.games.pocket_hexes.board import DICE, LOWEST, SIDES
from bestagon.games.pocket_hexes.rules.state import PocketPosition

MAX_SEATS: Final[i64] = 6
MAX_TURNS: Final[i64] = 40
"""More turns than a game can last: each fills at least two cells or boxes."""
WORDS_PER_TURN: Final[i64] = DICE + 1
NOBODY: Final[i64] = -1000
"""The score of the best rival where there is none."""


class PocketFuture:
    """The dice of all turns to come, and the scores of a seat's rivals, whose sheets do not depend on what the seat writes."""

    words: vec[i64]
    """The random words of the world's dice, in the order in which they are rolled."""
    rerolled: vec[i64]
    """The die that a rival re-rolls in each turn, or -1."""
    scores: vec[i64]
    """The score of each rival after each turn, seat after seat."""
    top: vec[i64]
    """The score of the best rival after each turn."""
    end: i64
    """The turn in which a rival fills all boxes, if the seat does not do so earlier."""
    seat: i64
    start: PocketPosition | None
    """The position that all this belongs to; only the seat's own sheet may differ."""

    def __init__(self) -> None:
        """Make room for the turns."""
        self.words = vec[i64]([0] * int(MAX_TURNS * WORDS_PER_TURN))
        self.rerolled = vec[i64]([0] * int(MAX_TURNS))
        self.scores = vec[i64]([0] * int(MAX_TURNS * MAX_SEATS))
        self.top = vec[i64]([0] * int(MAX_TURNS))
        self.end = 0
        self.seat = 0
        self.start = None

    def begin(self, position: PocketPosition, seat: i64, dice: Dice) -> None:
        """Roll the dice of all turns; the rivals have not played yet. `dice` is scratch space."""
        start = self.start
        if start is None or start.board is not position.board or start.seats != position.seats:
            start = PocketPosition(position.seats, position.board)
            self.start = start
        start.copy_from(position)
        self.seat = seat
        self.end = MAX_TURNS - 1
        dice.copy_from(position.dice)
        for i in range(MAX_TURNS * WORDS_PER_TURN):
            self.words[i] = dice.word()
        for turn in range(MAX_TURNS):
            self.rerolled[turn] = -1
            self.top[turn] = NOBODY

    def belongs_to(self, position: PocketPosition, seat: i64) -> bool:
        """Return whether the dice and the rivals of the seat are those of a position."""
        start = self.start
        if start is None or seat != self.seat or start.board is not position.board or start.seats != position.seats:
            return False
        if start.dice.a != position.dice.a or start.dice.b != position.dice.b or start.dice.c != position.dice.c:
            return False
        if start.dice.drawn != position.dice.drawn or start.rolled != position.rolled or start.filled != position.filled:
            return False
        if start.phase != position.phase or start.active != position.active:
            return False
        others = ~(15 << (4 * seat))
        if (start.left ^ position.left) & others or (start.used ^ position.used) & others:
            return False
        for other in range(position.seats):
            if start.score(other) != position.score(other) or start.resigned(other) != position.resigned(other):
                return False
            if other != seat and not _same_sheet(start, position, other):
                return False
        return True

    def roll(self, at: i64) -> i64:
        """Return what all dice show, as `PocketPosition.rolled`, when they are rolled with the words from a place on."""
        rolled: i64 = 0
        die = DICE - 1
        while die >= 0:
            rolled = (rolled << 8) | self._face(die, at + die)
            die -= 1
        return rolled

    def roll_again(self, rolled: i64, die: i64, at: i64) -> i64:
        """Return what all dice show after one of them is rolled with the word at a place."""
        return rolled ^ ((self._face(die, at) ^ ((rolled >> (8 * die)) & 255)) << (8 * die))

    def _face(self, die: i64, at: i64) -> i64:
        return ((self.words[at] * SIDES[die]) >> 32) + LOWEST[die]


def _same_sheet(a: PocketPosition, b: PocketPosition, seat: i64) -> bool:
    if a.pending_rings(seat) != b.pending_rings(seat):
        return False
    cells = a.board.cells
    for i in range(seat * cells, seat * cells + cells):
        if a.numbers[i] != b.numbers[i]:
            return False
    return True
