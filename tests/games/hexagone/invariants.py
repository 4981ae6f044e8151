"""Invariants of every position of hexaGONE."""

from __future__ import annotations

from bestagon.core.position import Position
from bestagon.games.hexagone.board import BAG, CELLS, DISCARDED, RETURNED, SHAPE, SPOT, TOTALS
from bestagon.games.hexagone.rules.moves import DISCARDING, RETURNING, STARTING
from bestagon.games.hexagone.rules.play import HAND_LIMIT
from bestagon.games.hexagone.rules.state import HexagonePosition


def check(position: Position) -> None:
    """Assert that no hexagon or card is lost or duplicated, and that the board's lists agree with its cells."""
    assert isinstance(position, HexagonePosition)
    _check_hexagons(position)
    _check_cards(position)
    _check_board(position)
    _check_turn(position)


def _check_hexagons(position: HexagonePosition) -> None:
    hidden = 0
    missing = 0
    for kind in range(8):
        count = sum(int(position.pools[8 * pool + kind]) for pool in range(7))
        if kind == 7:
            hidden = count
        else:
            count += int(position.board.count(kind)) if kind < 3 else 0
            assert count <= TOTALS[kind]
            missing += int(TOTALS[kind]) - count
    assert hidden == missing
    assert position.pools[8 * DISCARDED + 7] == 0
    assert position.phase == RETURNING or position.pool_size(RETURNED) == 0


def _check_cards(position: HexagonePosition) -> None:
    cards = [1 << card for card in position.row if card >= 0]
    assert all(position.row[slot] >= 0 or position.row[slot + 1] < 0 for slot in range(2)), "a gap in the row"
    cards += [int(position.claimed[seat]) for seat in range(4)] + [int(position.draw_pile)]
    union = 0
    for part in cards:
        assert union & part == 0, "a card in two places"
        union |= part
    assert union & ~position.all_cards == 0
    for seat in range(4):
        worth = sum(int(position.deck.points[card]) for card in range(position.deck.count) if position.claimed[seat] >> card & 1)
        assert position.points[seat] == worth


def _check_board(position: HexagonePosition) -> None:
    board = position.board
    placed = {cell for cell in range(CELLS) if board.kind_at(cell) >= 0}
    fringe = {n for cell in placed for n in SHAPE.around(cell)} - placed if placed else {SHAPE.find("p16")}
    assert [int(board.fringe[i]) for i in range(board.fringe_count)] == [int(SPOT[cell]) for cell in sorted(fringe)]
    assert {cell for cell in range(CELLS) if board.is_fringe(cell)} == fringe
    blues = sorted(cell for cell in placed if board.kind_at(cell) == 2)
    grays = sorted(placed - set(blues))
    assert [int(board.blues[i]) for i in range(board.blue_count)] == [int(SPOT[cell]) for cell in blues]
    assert [int(board.grays[i]) for i in range(board.gray_count)] == [int(SPOT[cell]) for cell in grays]
    assert board.cracked_count == sum(1 for cell in grays if board.kind_at(cell) == 1)


def _check_turn(position: HexagonePosition) -> None:
    for seat in range(position.seats):
        if seat != position.turn or position.phase == STARTING:
            assert position.pool_size(seat) <= HAND_LIMIT
    assert position.phase != DISCARDING or position.pool_size(position.turn) > HAND_LIMIT
    assert position.over or position.closing >= 0 or position.pool_size(BAG) > 0
    assert position.over == (position.ending() != "")
    assert not position.over or position.acting() == 0
