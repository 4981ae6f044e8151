"""Carrying out the actions of hexaGONE: set-up, turns and resignation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64

from bestagon.core.dice import Dice
from bestagon.games.hexagone.board import BAG, BOMB, CELLS, CRACKED, DISCARDED, DRAW, MOVE, RETURNED, SPOT, SWAP
from bestagon.games.hexagone.board_deck import TEMPLATE
from bestagon.games.hexagone.rules import memory, moves
from bestagon.games.hexagone.rules.scoring import BY_BAG, BY_PASSES, PASSES_TO_END, all_passed
from bestagon.grid import bits

if TYPE_CHECKING:
    from bestagon.games.hexagone.rules.state import HexagonePosition

HAND_LIMIT: Final[i64] = 6


def start(position: HexagonePosition, dice: Dice) -> None:
    """Draw the start player, three hexagons for each seat, and the first card (HG 2.1)."""
    position.start_common(dice)
    position.reset()
    position.turn = position.dice.below(position.seats)
    for i in range(position.seats):
        draw(position, (position.turn + i) % position.seats, 3)
    _show_card(position)


def apply(position: HexagonePosition, seat: i64, action: i64) -> None:
    """Carry out an action of the seat whose turn it is."""
    position.revealed = False
    if action < moves.MOVE_FROM:
        if len(position.memory) > 0:
            memory.note_play(position, seat, action // CELLS)
        position.pools[8 * seat + action // CELLS] -= 1
        position.board.put(i64(SPOT[action % CELLS]), action // CELLS)
        position.phase = moves.PLAYING
    elif action < moves.BOMB_CARD:
        _rearrange(position, seat, action)
    elif action >= moves.CLAIM:
        _claim(position, seat, action - moves.CLAIM)
    elif action == moves.END:
        _end_turn(position, seat)
    elif action < moves.DRAW_TWO:
        _bomb(position, seat, action - moves.BOMB_CARD)
    elif action == moves.DRAW_TWO:
        _spend(position, seat, DRAW)
        draw(position, seat, 2)  # HG 4.7
        position.phase = moves.PLAYING
    elif action >= moves.DISCARD:
        _spend(position, seat, action - moves.DISCARD)
        if position.pool_size(seat) <= HAND_LIMIT:  # HG 3.6
            close_turn(position, seat)
    else:
        _pass(position, seat, action)


def withdraw(position: HexagonePosition, seat: i64) -> None:
    """Discard the hand of a seat that resigned; its turns are skipped (HG 6.4)."""
    if len(position.memory) > 0:
        memory.note_withdrawal(position, seat)
    position.pour(seat, DISCARDED)
    position.passes &= ~(15 << (4 * seat))
    if position.teams and position.resigned(seat ^ 2):  # HG 6.5
        position.over = True
    elif seat == position.turn:
        position.pour(RETURNED, BAG)
        position.source = -1
        close_turn(position, seat)


def draw(position: HexagonePosition, seat: i64, count: i64) -> None:
    """Draw hexagons from the bag, one at a time, or all that are left."""
    bag = position.pool_size(BAG)
    if count > bag:
        count = bag
    for i in range(count):
        kind = position.deal(BAG, seat, bag - i, position.dice)
        if len(position.memory) > 0:
            memory.note_draw(position, seat, kind)
    if count and count == bag and position.closing < 0:  # HG 6.1
        position.closing = seat
        position.closing_turn = True


def _show_card(position: HexagonePosition) -> None:
    """Add a card to the row; the oldest of three makes room (HG 3.1)."""
    if position.draw_pile:
        if position.row[moves.ROW - 1] >= 0:
            _remove_card(position, 0)
        _add_card(position)


def _add_card(position: HexagonePosition) -> None:
    """Draw a card from a pile that has some into a row that has room."""
    drawn = bits.nth(position.draw_pile, position.dice.below(bits.count(position.draw_pile)))
    position.draw_pile ^= drawn
    slot: i64 = 0
    while position.row[slot] >= 0:
        slot += 1
    position.row[slot] = bits.lowest(drawn)


def _remove_card(position: HexagonePosition, slot: i64) -> None:
    """Remove a card from the row; newer ones move up."""
    for i in range(slot, moves.ROW - 1):
        position.row[i] = position.row[i + 1]
    position.row[moves.ROW - 1] = -1


def _spend(position: HexagonePosition, seat: i64, kind: i64) -> None:
    """Discard a hexagon from hand (HG 3.6, 4.3)."""
    if len(position.memory) > 0:
        memory.note_play(position, seat, kind)
    position.pools[8 * seat + kind] -= 1
    position.pools[8 * DISCARDED + kind] += 1


def _rearrange(position: HexagonePosition, seat: i64, action: i64) -> None:
    """Choose the hexagon to move or swap, or its destination (HG 4.4, 4.5)."""
    cell = (action - moves.MOVE_FROM) % CELLS
    if action < moves.MOVE_TO or moves.SWAP_FROM <= action < moves.SWAP_WITH:
        moving = action < moves.MOVE_TO
        _spend(position, seat, MOVE if moving else SWAP)
        position.source = cell
        position.phase = moves.MOVING if moving else moves.SWAPPING
        return
    board = position.board
    here = i64(SPOT[position.source])
    there = i64(SPOT[cell])
    kind = board.take(here)
    if action >= moves.SWAP_WITH:
        board.put(here, board.take(there))
    board.put(there, kind)
    position.source = -1
    position.phase = moves.PLAYING


def _bomb(position: HexagonePosition, seat: i64, choice: i64) -> None:
    """Discard a card of the row and draw another if the action says so (HG 4.6)."""
    _spend(position, seat, BOMB)
    _remove_card(position, choice // 2)
    if choice & 1:
        _add_card(position)
    position.phase = moves.PLAYING


def _claim(position: HexagonePosition, seat: i64, choice: i64) -> None:
    """Take a card and discard the cracked hexagons of the match at once (HG 5.3)."""
    slot = choice // (6 * CELLS)
    turn = choice // CELLS % 6
    card = position.row[slot]
    deck = position.deck
    board = position.board
    at = (6 * card + turn) * TEMPLATE
    pivot = i64(SPOT[choice % CELLS]) - i64(deck.templates[at])
    for i in range(i64(deck.sizes[card])):
        spot = pivot + i64(deck.templates[at + 2 * i]) if i else pivot
        if i64(board.spots[spot]) - 2 == CRACKED:
            board.take(spot)
            position.pools[8 * DISCARDED + CRACKED] += 1
    _remove_card(position, slot)
    position.claimed[seat] |= bits.BITS[card]
    position.points[seat] += i64(deck.points[card])
    position.phase = moves.CLAIMING  # HG 3.4: nothing is played after a claim


def _pass(position: HexagonePosition, seat: i64, action: i64) -> None:
    """Return hexagons to the bag and draw as many (HG 3.3)."""
    if action == moves.PASS and position.pool_size(seat) > 0:
        position.phase = moves.RETURNING
    elif action < moves.EXCHANGE and action != moves.PASS:
        position.pools[8 * seat + action - moves.RETURN] -= 1
        position.pools[8 * RETURNED + action - moves.RETURN] += 1
    else:
        count = position.pool_size(RETURNED)
        memory.note_exchange(position, seat)
        position.pour(RETURNED, BAG)
        draw(position, seat, count)
        if position.pass_count(seat) < PASSES_TO_END:
            position.passes += 1 << (4 * seat)
        close_turn(position, seat)


def _end_turn(position: HexagonePosition, seat: i64) -> None:
    """Draw up to three (HG 3.5), then discard or pass the turn on."""
    position.passes &= ~(15 << (4 * seat))
    hand = position.pool_size(seat)
    if hand < HAND_LIMIT:
        draw(position, seat, 3 if hand <= HAND_LIMIT - 3 else HAND_LIMIT - hand)
    if hand > HAND_LIMIT:
        position.phase = moves.DISCARDING
    else:
        close_turn(position, seat)


def close_turn(position: HexagonePosition, seat: i64) -> None:
    """End the game if it is due (HG 6.1, 6.3), else pass the turn on."""
    position.phase = moves.STARTING
    if position.closing == seat and not position.closing_turn:
        _end_game(position, BY_BAG)
    elif not position.resigned(seat) and all_passed(position):
        _end_game(position, BY_PASSES)
    else:
        position.closing_turn = False
        _next_turn(position)


def _next_turn(position: HexagonePosition) -> None:
    """Start the turn of the next remaining seat with a new card (HG 3.1)."""
    seat = (position.turn + 1) % position.seats
    while position.resigned(seat):
        if seat == position.closing:  # HG 6.4
            _end_game(position, BY_BAG)
            return
        seat = (seat + 1) % position.seats
    position.turn = seat
    _show_card(position)


def _end_game(position: HexagonePosition, finish: i64) -> None:
    position.finish = finish
    position.memory = vec[i64]()
    position.over = True
