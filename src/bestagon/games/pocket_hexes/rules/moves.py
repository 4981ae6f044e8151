"""Legal actions in Pocket Hexes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import vec
from mypy_extensions import i32, i64

from bestagon.core.dice import Dice
from bestagon.games.pocket_hexes.board import DICE, REROLL, SETS_PER_SEAT, TOUCHING
from bestagon.grid.bits import count, lowest

if TYPE_CHECKING:
    from bestagon.games.pocket_hexes.rules.state import PocketPosition


def writable_cells(position: PocketPosition, seat: i64, die: i64) -> i64:
    """Return the cells into which the seat may write a die (PH 3); none for a die it has used (PH 2.4)."""
    if (position.used >> (4 * seat)) & 15 == die + 1:
        return 0
    number = position.die_value(die)
    first = seat * SETS_PER_SEAT
    if number < 2:  # PH 3.4; 0 fits into every empty cell
        return position.cell_sets[first + number]
    return position.cell_sets[first + number] & position.cell_sets[first + TOUCHING]


def can_write(position: PocketPosition, seat: i64) -> bool:
    """Tell whether the seat can write any die it has not used."""
    die: i64 = 0
    while die < DICE:
        if writable_cells(position, seat, die):
            return True
        die += 1
    return False


def legal_actions(position: PocketPosition, seat: i64, out: vec[i32]) -> i64:
    """Write the seat's legal actions into `out` in ascending order, and return how many there are."""
    if position.over or not (position.movers >> seat) & 1:
        return 0
    special = DICE * position.board.cells
    if position.pending_rings(seat):
        out[0] = i32(special + DICE)
        out[1] = i32(special + DICE + 1)
        return 2
    if position.phase == REROLL:
        for die in range(DICE):
            out[die] = i32(special + die)
        return DICE
    return _list_writes(position, seat, out)


def _list_writes(position: PocketPosition, seat: i64, out: vec[i32]) -> i64:
    n: i64 = 0
    for die in range(DICE):
        cells = writable_cells(position, seat, die)
        first = die * position.board.cells
        while cells:
            out[n] = i32(first + lowest(cells))
            cells &= cells - 1
            n += 1
    return n


def pick(position: PocketPosition, seat: i64, dice: Dice, out: vec[i32]) -> i64:
    """Return a random entry of the list that `legal_actions` would make, without making it; `out` is scratch space."""
    special = DICE * position.board.cells
    if position.pending_rings(seat):
        return special + DICE + dice.below(2)
    if position.phase == REROLL:
        return special + dice.below(DICE)
    total: i64 = 0
    for die in range(DICE):
        n = count(writable_cells(position, seat, die))
        out[die] = i32(n)
        total += n
    return _nth_write(position, seat, dice.below(total), out)


def _nth_write(position: PocketPosition, seat: i64, n: i64, counts: vec[i32]) -> i64:
    die: i64 = 0
    while n >= i64(counts[die]):
        n -= i64(counts[die])
        die += 1
    cells = writable_cells(position, seat, die)
    while n > 0:
        cells &= cells - 1
        n -= 1
    return die * position.board.cells + lowest(cells)
