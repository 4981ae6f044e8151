"""How a BeerHex player acts in a playout: by what the seat knows, and never by what has been imagined under the other's caps."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from bestagon.core.dice import Dice
from bestagon.games.beerhex.ai.paths import Paths, makes_three
from bestagon.games.beerhex.board import (
    ATTACK,
    BETWEEN,
    DECLARE,
    FILL,
    FIRST_TRIPLE,
    FULL,
    NOT_CENTRE,
    OWN_CAPS,
    START,
    TRIPLES,
    TURN,
    joined,
)
from bestagon.games.beerhex.position_state import State
from bestagon.grid.bits import count, lowest, nth

# All in a hundred, found by letting searches with other numbers play each other.
ATTACK_JOINED: Final[i64] = 96
"""How often three are attacked when the opponent's caps join their sides, if all hide what they seem to;"""
ATTACK_ANY: Final[i64] = 40
"""and how often otherwise. Players attack less, but who counts on it leaves nothing open."""
BLUFF_IN_THREE: Final[i64] = 40
"""How often a cap hides the other symbol when it would make three own ones that could be attacked;"""
BLUFF: Final[i64] = 5
"""and how often otherwise."""
BOTH: Final[i64] = 70
"""How often a cap goes where both players have a shortest path, if there is such a cell; else to anybody's."""


def act(position: State, seat: i64, dice: Dice, paths: Paths) -> i64:
    """Return a declaration where the seat knows that it is right, else now and then an attack, else a cap on a shortest path."""
    if position.phase == BETWEEN:
        return START + seat
    dark = position.caps(1 - seat) & ~position.up
    mine = position.symbols(seat) & ~dark
    theirs = position.symbols(1 - seat) | dark
    if position.phase == TURN:
        if joined(mine, seat):
            return DECLARE
        danger = joined(theirs, 1 - seat)
        if dice.below(100) < (ATTACK_JOINED if danger else ATTACK_ANY):
            attack = _attack(position, seat, dice, theirs, danger)
            if attack >= 0:
                return attack
    cell = _cell(position, seat, dice, paths, mine, theirs)
    return 2 * lowest(cell) + _kind(position, seat, dice, mine & ~position.up, cell)


def _attack(position: State, seat: i64, dice: Dice, theirs: i64, danger: bool) -> i64:
    """Return an attack on three that seem to be the opponent's, with as many known ones and as much effect as can be; -1 for none."""
    dark = position.caps(1 - seat) & ~position.up
    left = OWN_CAPS - count(position.caps(1 - seat) & position.symbols(1 - seat) & position.up)
    if count(dark) > left and dice.below(count(dark)) >= left:  # some of them must be bluffs
        return -1
    cells = theirs & ~position.up
    best: i64 = -1
    most: i64 = -1
    ties: i64 = 0
    cell: i64 = 0
    while cells >> cell:
        if (cells >> cell) & 1:
            i = FIRST_TRIPLE[cell]
            end = FIRST_TRIPLE[cell + 1]
            while i < end:
                three = TRIPLES[i]
                i += 1
                if three & ~cells:
                    continue
                worth = count(three & ~dark)
                if danger and not joined(theirs & ~three, 1 - seat):
                    worth += 4
                if worth > most:
                    most = worth
                    ties = 0
                if worth == most:
                    ties += 1
                    if ties == 1 or dice.below(ties) == 0:
                        best = ATTACK + i - 1
        cell += 1
    return best


def _cell(position: State, seat: i64, dice: Dice, paths: Paths, mine: i64, theirs: i64) -> i64:
    """Return where to put a cap: onto the one cell the opponent still needs, else mostly where it helps and hinders at once."""
    cells = ~position.occupied & FULL
    ways = paths.shortest(mine, cells, seat)
    block = paths.shortest(theirs, cells, 1 - seat)
    if position.turns == 0:  # BH 3.2
        cells &= NOT_CENTRE
        ways &= cells
        block &= cells
    if paths.steps == 1 and count(block) == 1:
        return block
    if ways & block and dice.below(100) < BOTH:
        cells = ways & block
    elif ways | block:
        cells = ways | block
    return nth(cells, dice.below(count(cells)))


def _kind(position: State, seat: i64, dice: Dice, mine: i64, cell: i64) -> i64:
    """Return 0 for the own symbol, 1 for the other."""
    hand = position.hands >> (8 * seat)
    if not hand & 15:
        return 1
    if not hand & 240 or position.phase == FILL:
        return 0
    bluff = BLUFF_IN_THREE if makes_three(mine, cell) else BLUFF
    return 1 if dice.below(100) < bluff else 0
