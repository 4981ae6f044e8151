"""The playout policy of BeerHex: it acts on what the seat knows, never on the symbols dealt under the opponent's caps."""

from __future__ import annotations

from mypy_extensions import i64

from bestagon.core.dice import Dice
from bestagon.games.beerhex import board
from bestagon.games.beerhex.ai.path_finder import BeerHexPathFinder, makes_three
from bestagon.games.beerhex.ai.weights import ATTACK_CONNECTED, ATTACK_OTHERWISE, BLUFF, BLUFF_IN_THREE, SHARED_CELL
from bestagon.games.beerhex.rules.state import BeerHexPosition
from bestagon.grid.bits import count, lowest, nth


def playout_action(position: BeerHexPosition, seat: i64, dice: Dice, paths: BeerHexPathFinder) -> i64:
    """Return a declaration if the seat knows it is connected, else sometimes an attack, else a cap on a shortest path."""
    if position.phase == board.BETWEEN:
        return board.START + seat
    unseen = position.face_down(1 - seat)
    mine = position.symbols(seat) & ~unseen
    theirs = position.symbols(1 - seat) | unseen
    if position.phase == board.TURN:
        if board.connects(mine, seat):
            return board.DECLARE
        danger = board.connects(theirs, 1 - seat)
        if dice.below(100) < (ATTACK_CONNECTED if danger else ATTACK_OTHERWISE):
            attack = _choose_attack(position, seat, dice, theirs, danger)
            if attack >= 0:
                return attack
    cell = _choose_cell(position, seat, dice, paths, mine, theirs)
    return 2 * lowest(cell) + _choose_symbol(position, seat, dice, mine & ~position.face_up, cell)


def _choose_attack(position: BeerHexPosition, seat: i64, dice: Dice, theirs: i64, danger: bool) -> i64:
    """Return an attack on three apparent symbols of the opponent, preferring known ones and a broken connection; -1 for none."""
    unseen = position.face_down(1 - seat)
    left = board.OWN_CAPS - count(position.caps(1 - seat) & position.symbols(1 - seat) & position.face_up)
    if count(unseen) > left and dice.below(count(unseen)) >= left:  # some of them must be bluffs
        return -1
    cells = theirs & ~position.face_up
    best: i64 = -1
    most: i64 = -1
    ties: i64 = 0
    cell: i64 = 0
    while cells >> cell:
        if (cells >> cell) & 1:
            i = board.FIRST_TRIPLE[cell]
            end = board.FIRST_TRIPLE[cell + 1]
            while i < end:
                three = board.TRIPLES[i]
                i += 1
                if three & ~cells:
                    continue
                worth = count(three & ~unseen)
                if danger and not board.connects(theirs & ~three, 1 - seat):
                    worth += 4
                if worth > most:
                    most = worth
                    ties = 0
                if worth == most:
                    ties += 1
                    if ties == 1 or dice.below(ties) == 0:
                        best = board.ATTACK + i - 1
        cell += 1
    return best


def _choose_cell(position: BeerHexPosition, seat: i64, dice: Dice, paths: BeerHexPathFinder, mine: i64, theirs: i64) -> i64:
    """Return the last cell the opponent needs, else mostly a cell on the shortest paths of both players."""
    cells = ~position.occupied & board.FULL
    path = paths.shortest(mine, cells, seat)
    block = paths.shortest(theirs, cells, 1 - seat)
    if position.turns == 0:  # BH 3.2
        cells &= board.NOT_CENTRE
        path &= cells
        block &= cells
    if paths.steps == 1 and count(block) == 1:
        return block
    if path & block and dice.below(100) < SHARED_CELL:
        cells = path & block
    elif path | block:
        cells = path | block
    return nth(cells, dice.below(count(cells)))


def _choose_symbol(position: BeerHexPosition, seat: i64, dice: Dice, mine: i64, cell: i64) -> i64:
    """Return 0 for the own symbol, 1 for the opponent's."""
    hand = position.hands >> (8 * seat)
    if not hand & 15:
        return 1
    if not hand & 240 or position.phase == board.FILL:
        return 0
    bluff = BLUFF_IN_THREE if makes_three(mine, cell) else BLUFF
    return 1 if dice.below(100) < bluff else 0
