"""Positions of hexaGONE as bytes, and the validation of positions read from bytes or notation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import vec
from mypy_extensions import i64, u8

from bestagon.core.codec import Reader, Writer
from bestagon.games.hexagone.board import BASIC, CELLS, HEXAGONS, MAX_PLACED, POOLS, RETURNED, SPOT, TOTALS
from bestagon.games.hexagone.rules import memory
from bestagon.games.hexagone.rules.moves import DISCARDING, MOVING, RETURNING, ROW, SWAPPING
from bestagon.games.hexagone.rules.play import HAND_LIMIT
from bestagon.games.hexagone.rules.scoring import BY_PASSES, PASSES_TO_END, RESIGNED, card_points
from bestagon.grid.bits import BITS

if TYPE_CHECKING:
    from bestagon.games.hexagone.rules.state import HexagonePosition


def write(position: HexagonePosition, out: Writer) -> None:
    """Write cells, pools, cards, turn and memory; the board's lists and the points are derived from them."""
    cells = vec[u8]([u8(0)] * int(CELLS))
    for i in range(CELLS):
        cells[i] = u8(position.board.kind_at(i) + 1)
    out.u8s(cells)
    out.u8s(position.pools)
    out.number(position.draw_pile)
    out.i64s(position.row)
    out.i64s(position.claimed)
    flags: i64 = (1 if position.closing_turn else 0) | position.finish << 1 | position.turn << 4 | position.phase << 8
    flags |= (position.closing + 1) << 12 | position.passes << 16 | (position.source + 1) << 32
    out.number(flags | len(position.memory) << 44)
    out.i64s(position.memory)


def read(position: HexagonePosition, source: Reader) -> None:
    """Read what `write` wrote; raise ValueError if no game can have this state."""
    set_board(position, source.raw(int(CELLS)))
    source.u8s(position.pools)
    position.draw_pile = source.number()
    source.i64s(position.row)
    source.i64s(position.claimed)
    rest = source.number()
    position.closing_turn = rest & 1 != 0
    position.finish = rest >> 1 & 7
    position.turn = rest >> 4 & 15
    position.phase = rest >> 8 & 15
    position.closing = (rest >> 12 & 15) - 1
    position.passes = rest >> 16 & 0xFFFF
    position.source = (rest >> 32 & 0xFFF) - 1
    if rest >> 52:
        raise ValueError(f"the memory has at most 255 entries, not {rest >> 44}")
    position.memory = vec[i64]([i64(0)] * int(rest >> 44))
    source.i64s(position.memory)
    validate(position)


def set_board(position: HexagonePosition, cells: bytes) -> None:
    """Replace the hexagons on the table: one byte for each cell, its kind + 1 or 0."""
    board = position.board
    board.clear()
    for i in range(CELLS):
        if cells[i]:
            if i64(cells[i]) > BASIC or board.placed() == MAX_PLACED:
                raise ValueError(f"cell {i} is {cells[i]}: cells are 0 to {BASIC}, and at most {MAX_PLACED} are not 0")
            board.put(i64(SPOT[i]), i64(cells[i]) - 1)


def validate(position: HexagonePosition) -> None:
    """Recompute the points and raise ValueError if hexagons, cards, seats or phase contradict each other."""
    _check_hexagons(position)
    _check_cards(position)
    _check_seats(position)
    _check_phase(position)
    wrong = memory.check(position)
    if wrong:
        raise ValueError(wrong)


def _check_hexagons(position: HexagonePosition) -> None:
    total = position.board.placed()
    for kind in range(7):
        count = position.board.count(kind) if kind < BASIC else 0
        for pool in range(POOLS):
            count += i64(position.pools[8 * pool + kind])
        if count > i64(TOTALS[kind]):
            raise ValueError(f"there are {count} hexagons of kind {kind}, not {TOTALS[kind]}")
    for pool in range(POOLS):
        total += position.pool_size(pool)
    if total != HEXAGONS:
        raise ValueError(f"there are {total} hexagons, not {HEXAGONS}")


def _check_cards(position: HexagonePosition) -> None:
    seen = _add_cards(position, 0, position.draw_pile)
    for slot in range(ROW):
        card = position.row[slot]
        if card < -1 or card >= position.deck.count or (card >= 0 and slot > 0 and position.row[slot - 1] < 0):
            raise ValueError(f"card {card} cannot be in slot {slot} of the row")
        if card >= 0:
            seen = _add_cards(position, seen, BITS[card])
    for seat in range(4):
        seen = _add_cards(position, seen, position.claimed[seat])
        position.points[seat] = card_points(position, position.claimed[seat])


def _add_cards(position: HexagonePosition, seen: i64, cards: i64) -> i64:
    """Return the union of two sets of cards; raise ValueError if they overlap or have cards that are not in the game."""
    if seen & cards or cards & ~position.all_cards:
        raise ValueError("a card is in two places, or not in the game")
    return seen | cards


def _check_seats(position: HexagonePosition) -> None:
    seats = position.seats
    if position.turn >= seats or position.closing >= seats or position.phase > DISCARDING or position.finish > BY_PASSES:
        raise ValueError(f"invalid turn {position.turn}, phase {position.phase}, closing {position.closing} or finish {position.finish}")
    remaining: i64 = 0
    for seat in range(seats):
        if not position.resigned(seat):
            remaining += 1
        elif not position.over and position.pool_size(seat) > 0:
            raise ValueError(f"seat {seat} has resigned but still has hexagons")
        if position.pass_count(seat) > PASSES_TO_END or (position.resignations >> (4 * seat)) & 15 > seats:
            raise ValueError(f"seat {seat} cannot have this many passes, or this order of resignation")
    if position.passes >> (4 * seats) or position.resignations >> (4 * seats):
        raise ValueError(f"passes or resignations belong to a seat beyond the {seats} in the game")
    if not position.over and (remaining < 2 or position.resigned(position.turn) or position.finish != RESIGNED):
        raise ValueError("a running game needs two remaining seats, one of them to move")


def _check_phase(position: HexagonePosition) -> None:
    board = position.board
    rearranging = position.phase == MOVING or position.phase == SWAPPING
    if position.source < -1 or position.source >= CELLS or rearranging != (position.source >= 0):
        raise ValueError(f"phase {position.phase} contradicts source {position.source}")
    if rearranging:
        kind = board.kind_at(position.source)
        others = board.placed() - (1 if position.phase == MOVING or kind < 0 else board.count(kind))
        if kind < 0 or others < 1:
            raise ValueError(f"cell {position.source} has no hexagon to move or swap, or there is no other hexagon for it")
    if position.phase == DISCARDING and position.pool_size(position.turn) <= HAND_LIMIT and not position.over:
        raise ValueError(f"a hand of {position.pool_size(position.turn)} needs no discards")
    if position.phase != RETURNING and position.pool_size(RETURNED) > 0:
        raise ValueError("hexagons are being returned, but nobody is passing")
    if position.closing_turn and position.closing != position.turn:
        raise ValueError(f"seat {position.closing} cannot have drawn the last hexagon in the turn of seat {position.turn}")
