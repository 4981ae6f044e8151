"""The actions of hexaGONE and which of them are legal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i16, i32, i64

from bestagon.core.dice import Dice
from bestagon.games.hexagone.board import BAG, BASIC, BOMB, CELL, CELLS, DRAW, MOVE, SPOT, SWAP
from bestagon.games.hexagone.board_deck import TEMPLATE

if TYPE_CHECKING:
    from bestagon.games.hexagone.rules.state import HexagonePosition

ROW: Final[i64] = 3
"""The number of cards in a full row."""

# Phases of a turn.
STARTING: Final[i64] = 0
"""Nothing has been played yet."""
PLAYING: Final[i64] = 1
CLAIMING: Final[i64] = 2
MOVING: Final[i64] = 3
SWAPPING: Final[i64] = 4
RETURNING: Final[i64] = 5
DISCARDING: Final[i64] = 6

# The first action of each sort. A claim is CLAIM + (slot * 6 + turn) * CELLS + the first cell of the match.
PLACEMENT: Final[i64] = 0
MOVE_FROM: Final[i64] = 2163
MOVE_TO: Final[i64] = 2884
SWAP_FROM: Final[i64] = 3605
SWAP_WITH: Final[i64] = 4326
BOMB_CARD: Final[i64] = 5047
DRAW_TWO: Final[i64] = 5053
PASS: Final[i64] = 5054
RETURN: Final[i64] = 5055
EXCHANGE: Final[i64] = 5062
END: Final[i64] = 5063
DISCARD: Final[i64] = 5064
CLAIM: Final[i64] = 5071
ACTIONS: Final[i64] = 18049
MAX_LEGAL: Final[i64] = 2000
"""52 hexagons have at most 312 empty neighbours, for each of three kinds, and three cards have at most 18 * 52 matches."""


def legal(position: HexagonePosition, seat: i64, out: vec[i32]) -> i64:
    """List placements by kind and cell, then specials, pass, claims and the end of the turn."""
    if position.over or seat != position.turn:
        return 0
    if position.phase > PLAYING:
        return _list_others(position, seat, out, 0)
    board = position.board
    n: i64 = 0
    for kind in range(BASIC):
        if position.pools[8 * seat + kind]:
            for i in range(board.fringe_count):
                out[n] = i32(PLACEMENT + kind * CELLS + i64(CELL[i64(board.fringe[i])]))
                n += 1
    return _list_others(position, seat, out, n)


def pick(position: HexagonePosition, seat: i64, dice: Dice, out: vec[i32]) -> i64:
    """Return the same action as a random index into the list of `legal`, without listing the placements."""
    if position.phase > PLAYING:
        return i64(out[dice.below(_list_others(position, seat, out, 0))])
    fringe = position.board.fringe_count
    placements: i64 = 0
    for kind in range(BASIC):
        if position.pools[8 * seat + kind]:
            placements += fringe
    k = dice.below(placements + _list_others(position, seat, out, 0))
    if k >= placements:
        return i64(out[k - placements])
    for kind in range(BASIC):
        if position.pools[8 * seat + kind]:
            if k < fringe:
                return PLACEMENT + kind * CELLS + i64(CELL[i64(position.board.fringe[k])])
            k -= fringe
    raise AssertionError("more placements counted than there are")


def _list_others(position: HexagonePosition, seat: i64, out: vec[i32], n: i64) -> i64:
    """List all legal actions but placements from out[n] on, and return the end of the list."""
    phase = position.phase
    if phase == STARTING:
        n = _list_specials(position, seat, out, n)
        out[n] = i32(PASS)
        return n + 1
    if phase == PLAYING:
        n = _list_specials(position, seat, out, n)
    if phase <= CLAIMING:
        for slot in range(ROW):
            n = _list_claims(position, slot, out, n)
        out[n] = i32(END)
        return n + 1
    if phase == MOVING:
        return _list_landings(position, out, n)
    if phase == SWAPPING:  # HG 4.5: with a hexagon of another kind
        return _list_hexagons(position, out, n, SWAP_WITH, position.board.kind_at(position.source))
    first = RETURN if phase == RETURNING else DISCARD
    for kind in range(7):
        if position.pools[8 * seat + kind]:
            out[n] = i32(first + kind)
            n += 1
    if phase == RETURNING:
        out[n] = i32(EXCHANGE)
        n += 1
    return n


def _list_specials(position: HexagonePosition, seat: i64, out: vec[i32], n: i64) -> i64:
    """List the specials that have an effect (HG 4.8)."""
    hand = 8 * seat
    board = position.board
    if position.pools[hand + SWAP]:
        kinds: i64 = 0
        for kind in range(BASIC):
            if board.count(kind):
                kinds += 1
        if kinds > 1:  # HG 4.5: every hexagon then has a partner
            n = _list_hexagons(position, out, n, SWAP_FROM, -1)
    if position.pools[hand + BOMB]:
        for slot in range(ROW):
            if position.row[slot] >= 0:
                out[n] = i32(BOMB_CARD + 2 * slot)
                n += 1
                if position.draw_pile:
                    out[n] = i32(BOMB_CARD + 2 * slot + 1)
                    n += 1
    if position.pools[hand + DRAW] and position.pool_size(BAG) > 0:
        out[n] = i32(DRAW_TWO)
        n += 1
    if position.pools[hand + MOVE] and board.placed() > 1:  # HG 4.4: it lands next to another hexagon
        n = _list_hexagons(position, out, n, MOVE_FROM, -1)
    return n


def _list_hexagons(position: HexagonePosition, out: vec[i32], n: i64, first: i64, excluded: i64) -> i64:
    """List an action for every hexagon on the table but those of the excluded kind, in cell order."""
    board = position.board
    spots = board.spots
    g: i64 = 0
    b: i64 = 0
    while g < board.gray_count or b < board.blue_count:
        if b == board.blue_count or (g < board.gray_count and board.grays[g] < board.blues[b]):
            spot = i64(board.grays[g])
            g += 1
        else:
            spot = i64(board.blues[b])
            b += 1
        if i64(spots[spot]) - 2 != excluded:
            out[n] = i32(first + i64(CELL[spot]))
            n += 1
    return n


def _list_landings(position: HexagonePosition, out: vec[i32], n: i64) -> i64:
    """List the empty cells next to a hexagon other than the moving one (HG 4.4)."""
    board = position.board
    source = i64(SPOT[position.source])
    for i in range(board.fringe_count):
        spot = i64(board.fringe[i])
        if board.has_neighbour(spot, source):
            out[n] = i32(MOVE_TO + i64(CELL[spot]))
            n += 1
    return n


def _list_claims(position: HexagonePosition, slot: i64, out: vec[i32], n: i64) -> i64:
    """List the matches of a card of the row, in every rotation (HG 5.1, 5.2)."""
    card = position.row[slot]
    if card < 0:
        return n
    deck = position.deck
    board = position.board
    size = i64(deck.sizes[card])
    blue = i64(deck.blues[card])
    if blue > board.blue_count or size - blue > board.gray_count:
        return n
    pivots = board.blues if blue else board.grays
    count = board.blue_count if blue else board.gray_count
    templates = deck.templates
    spots = board.spots
    for turn in range(i64(deck.turns[card])):
        at = (6 * card + turn) * TEMPLATE
        end = at + 2 * size
        # The first pair rejects most pivots, so it is read once a turn.
        offset = i64(templates[at + 2])
        tone = i64(templates[at + 3])
        for i in range(count):
            pivot = i64(pivots[i])
            if i64(spots[pivot + offset]) >> 1 != tone:
                continue
            k = at + 4
            while k < end and i16(spots[pivot + i64(templates[k])] >> 1) == templates[k + 1]:
                k += 2
            if k == end:
                out[n] = i32(CLAIM + (6 * slot + turn) * CELLS + i64(CELL[pivot + i64(templates[at])]))
                n += 1
    return n
