"""Carrying out actions in Pocket Hexes: writes, rings, penalties and the course of a turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from bestagon.core.dice import Dice
from bestagon.games.pocket_hexes.board import (
    ALL_DICE,
    DICE,
    EVERYONE,
    FIRST,
    LOT,
    LOWEST,
    ONE_DIE,
    PENALTY,
    PENDING,
    REROLL,
    SETS_PER_SEAT,
    SIDES,
    SKIPPED,
)
from bestagon.games.pocket_hexes.rules.moves import can_write
from bestagon.grid.bits import BITS, lowest

if TYPE_CHECKING:
    from bestagon.games.pocket_hexes.rules.state import PocketPosition


def start(position: PocketPosition, dice: Dice) -> None:
    """Clear the sheets, draw the start player (C6) and roll for the first turn."""
    position.clear()
    position.start_common(dice)
    if position.seats > 1:
        position.dice.announce(LOT)
        position.active = position.dice.below(position.seats)
    _begin_turn(position)


def apply(position: PocketPosition, seat: i64, action: i64) -> None:
    """Carry out a legal action."""
    cells = position.board.cells
    position.revealed = False
    if action < DICE * cells:
        _write_die(position, seat, action // cells, action % cells)
    elif action < DICE * cells + DICE:
        _roll_again(position, action - DICE * cells)
        _begin_everyone(position)
    else:
        _answer(position, seat, action == DICE * cells + DICE)


def withdraw(position: PocketPosition, seat: i64) -> None:
    """Skip the rest of the seat's turn (C5); if it was active and has not re-rolled, the others write at once."""
    _skip(position, seat, position.pending_rings(seat))
    if position.phase != EVERYONE:
        if seat == position.active:
            _begin_everyone(position)
    elif (position.movers >> seat) & 1:
        _finish_seat(position, seat)


def _write_die(position: PocketPosition, seat: i64, die: i64, cell: i64) -> None:
    shift = 4 * seat
    position.left -= 1 << shift
    if position.phase == FIRST or (position.left >> shift) & 15:
        position.used |= (die + 1) << shift
    else:
        position.used &= ~(15 << shift)
    position.write_number(seat, cell, position.die_value(die))
    if position.board.ringable & BITS[cell] and not position.board.neighbours[cell] & position.empty_cells(seat):
        _skip(position, seat, BITS[cell])  # PH 4.4
    rings = closed_rings(position, seat, cell)
    position.cell_sets[seat * SETS_PER_SEAT + PENDING] = rings
    if not rings:
        _continue(position, seat)


def closed_rings(position: PocketPosition, seat: i64, cell: i64) -> i64:
    """Return the cells whose ring a write has closed (PH 4.1, 4.2, 4.4)."""
    near = position.board.neighbours
    empty = position.empty_cells(seat)
    rings: i64 = 0
    inside = near[cell] & position.board.ringable & ~empty
    while inside:
        i = lowest(inside)
        inside &= inside - 1
        if not near[i] & empty:
            rings |= BITS[i]
    return rings


def _answer(position: PocketPosition, seat: i64, score: bool) -> None:
    cell = position.next_ring(seat)
    if score:
        position.cell_sets[seat * SETS_PER_SEAT + PENDING] ^= BITS[cell]
        position.fill_box(seat, position.number(seat, cell))
        if position.full(seat):
            _skip(position, seat, position.pending_rings(seat))  # PH 5.2
    else:
        _skip(position, seat, BITS[cell])
    if not position.pending_rings(seat):
        _continue(position, seat)


def _skip(position: PocketPosition, seat: i64, rings: i64) -> None:
    """Leave rings unscored for good (PH 4.3)."""
    position.cell_sets[seat * SETS_PER_SEAT + PENDING] &= ~rings
    position.cell_sets[seat * SETS_PER_SEAT + SKIPPED] |= rings


def _continue(position: PocketPosition, seat: i64) -> None:
    """Proceed after a write whose rings have been answered for."""
    if position.phase == FIRST:
        _roll_again(position, position.die_used(seat))
        _begin_everyone(position)
        return
    if position.writes_left(seat) and not position.full(seat):  # PH 5.3
        if can_write(position, seat):  # PH 2.5
            return
        position.fill_box(seat, PENALTY)  # PH 2.6
    _finish_seat(position, seat)


def _finish_seat(position: PocketPosition, seat: i64) -> None:
    position.left &= ~(15 << (4 * seat))
    position.used &= ~(15 << (4 * seat))
    position.movers &= ~(1 << seat)
    if not position.movers:
        _end_turn(position)


def _begin_turn(position: PocketPosition) -> None:
    position.dice.announce(ALL_DICE)
    for die in range(DICE):
        _roll(position, die)
    position.phase = FIRST
    position.movers = 1 << position.active
    if can_write(position, position.active):
        position.left = 1 << (4 * position.active)
    else:
        position.fill_box(position.active, PENALTY)  # PH 2.3
        position.phase = REROLL


def _begin_everyone(position: PocketPosition) -> None:
    position.phase = EVERYONE
    position.used = 0
    position.left = 0
    position.movers = 0
    for seat in range(position.seats):
        if not position.full(seat) and not position.resigned(seat):  # PH 5.3
            if can_write(position, seat):
                position.left |= 2 << (4 * seat)
                position.movers |= 1 << seat
            else:
                position.fill_box(seat, PENALTY)  # PH 2.6: the second write is as impossible as the first
                position.fill_box(seat, PENALTY)
    if not position.movers:
        _end_turn(position)


def _end_turn(position: PocketPosition) -> None:
    if position.any_full():  # PH 6.1
        position.over = True
        return
    position.active = (position.active + 1) % position.seats
    while position.resigned(position.active):
        position.active = (position.active + 1) % position.seats
    _begin_turn(position)


def _roll_again(position: PocketPosition, die: i64) -> None:
    position.dice.announce(ONE_DIE + die)
    _roll(position, die)


def _roll(position: PocketPosition, die: i64) -> None:
    change = (position.dice.below(SIDES[die]) + LOWEST[die]) ^ position.die_value(die)
    position.rolled ^= change << (8 * die)
