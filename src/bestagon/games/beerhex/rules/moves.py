"""Legal actions in BeerHex."""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import vec
from mypy_extensions import i32, i64

from bestagon.core.dice import Dice
from bestagon.games.beerhex import board

if TYPE_CHECKING:
    from bestagon.games.beerhex.rules.state import BeerHexPosition


def legal_actions(position: BeerHexPosition, seat: i64, out: vec[i32]) -> i64:
    """Write the seat's legal actions into `out` in ascending order, and return how many there are."""
    if position.over or seat != position.turn:
        return 0
    if position.phase == board.BETWEEN:
        out[0] = i32(board.START + board.GOLD)
        out[1] = i32(board.START + board.SILVER)
        return 2
    n = _list_placements(position, seat, out, 0, 0)
    if position.phase == board.TURN:
        n = _list_attacks(position, out, n)
        out[n] = i32(board.DECLARE)
        out[n + 1] = i32(board.CANNOT)
        out[n + 2] = i32(board.CONCEDE)
        n += 3
    elif position.phase == board.FILL:  # BH 6.2
        out[n] = i32(board.CONCEDE)
        n += 1
    if _may_place_token(position, seat):
        n = _list_placements(position, seat, out, n, board.CLUED)
    return n


def pick(position: BeerHexPosition, seat: i64, dice: Dice) -> i64:
    """Return a legal action, each equally likely, by drawing among all actions until one is legal."""
    if position.phase == board.BETWEEN:
        return board.START + dice.below(2)
    cells = open_cells(position)
    not_down = position.face_up | ~position.occupied
    hand = position.hands >> (8 * seat)
    plain: i64 = board.START if position.phase == board.TURN else board.ATTACK
    width = plain
    if position.phase == board.FILL:
        width += 1
    if _may_place_token(position, seat):
        width += 2 * board.CELLS
    while True:
        action = dice.below(width)
        if action >= plain and position.phase == board.FILL:
            return board.CONCEDE
        if action >= plain:
            action += board.CLUED - plain
        if action < board.ATTACK or action >= board.CLUED:
            placement = action if action < board.ATTACK else action - board.CLUED
            if (cells >> (placement >> 1)) & 1 and (hand >> (4 * (placement & 1))) & 15:
                return action
        elif action >= board.DECLARE or not board.TRIPLES[action - board.ATTACK] & not_down:
            return action


def open_cells(position: BeerHexPosition) -> i64:
    """Return the cells on which a cap may be placed."""
    if position.turns == 0:  # BH 3.2
        return ~position.occupied & board.NOT_CENTRE
    return ~position.occupied & board.FULL


def _may_place_token(position: BeerHexPosition, seat: i64) -> bool:
    return position.clues and position.phase != board.FILL and position.tokens_left(seat) > 0


def _list_placements(position: BeerHexPosition, seat: i64, out: vec[i32], n: i64, base: i64) -> i64:
    cells = open_cells(position)
    own = (position.hands >> (8 * seat)) & 15 != 0
    other = (position.hands >> (8 * seat + 4)) & 15 != 0
    action = base
    while cells:
        if cells & 1:
            if own:
                out[n] = i32(action)
                n += 1
            if other:
                out[n] = i32(action + 1)
                n += 1
        cells >>= 1
        action += 2
    return n


def _list_attacks(position: BeerHexPosition, out: vec[i32], n: i64) -> i64:
    down = position.occupied & ~position.face_up  # BH 4.4
    cell: i64 = 0
    while down >> cell:
        if (down >> cell) & 1:
            i = board.FIRST_TRIPLE[cell]
            end = board.FIRST_TRIPLE[cell + 1]
            while i < end:
                if not board.TRIPLES[i] & ~down:
                    out[n] = i32(board.ATTACK + i)
                    n += 1
                i += 1
        cell += 1
    return n
