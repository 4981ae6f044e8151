"""Carrying out actions in BeerHex: placements, attacks, declarations, and the games of a match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import vec
from mypy_extensions import i64

from bestagon.core.dice import Dice
from bestagon.games.beerhex import board
from bestagon.games.beerhex.rules import memory, scoring

if TYPE_CHECKING:
    from bestagon.games.beerhex.rules.state import BeerHexPosition


def start(position: BeerHexPosition, dice: Dice) -> None:
    """Reset the match and begin its first game with a random start player (BH 7.2)."""
    position.start_common(dice)
    position.wins = 0
    position.voids = 0
    position.hidden = 0
    position.hidden_hands = 0
    _begin_game(position, position.dice.below(2))


def apply(position: BeerHexPosition, seat: i64, action: i64) -> None:
    """Carry out a legal action."""
    position.revealed = False
    if action < board.ATTACK:
        _place_cap(position, seat, action >> 1, action & 1)
    elif action < board.DECLARE:
        _attack(position, seat, board.TRIPLES[action - board.ATTACK])
    elif action == board.DECLARE:  # BH 5.1
        right = board.connects(position.symbols(seat), seat)
        _finish_game(position, seat if right else 1 - seat, board.DECLARED if right else board.DECLARED_WRONGLY)
    elif action == board.CANNOT:  # BH 6.3
        right = scoring.cannot_connect(position, 1 - seat)
        _finish_game(position, seat if right else 1 - seat, board.CANNOT_RIGHT if right else board.CANNOT_WRONG)
    elif action == board.CONCEDE:  # BH 6.4
        _finish_game(position, 1 - seat, board.CONCEDED)
    elif action < board.CLUED:  # BH 7.1
        _begin_game(position, action - board.START)
    else:  # BH 8.2
        position.tokens |= 1 << ((action - board.CLUED) >> 1)
        _place_cap(position, seat, (action - board.CLUED) >> 1, action & 1)


def _place_cap(position: BeerHexPosition, seat: i64, cell: i64, kind: i64) -> None:
    bit: i64 = 1 << cell
    position.occupied |= bit
    if seat == board.SILVER:
        position.silver_caps |= bit
    if seat != kind:  # Silver's own symbol or Gold's other one
        position.silver_symbols |= bit
    position.hands -= 1 << (8 * seat + 4 * kind)
    if position.occupied == board.FULL:  # BH 6.1
        _finish_game(position, scoring.full_board_winner(position), board.FILLED)
    elif position.phase != board.FILL:
        _end_turn(position, seat)


def _attack(position: BeerHexPosition, seat: i64, three: i64) -> None:
    position.revealed = True
    position.tokens &= ~three  # BH 8.4
    memory.end_era(position, three)
    mine = position.symbols(seat) & three
    if mine == 0 or mine == three:  # BH 4.2
        _return_to_hands(position, three)
        position.phase = board.PLACE
    else:  # BH 4.3
        position.face_up |= three & ~mine
        _return_to_hands(position, mine)
        _end_turn(position, seat)


def _return_to_hands(position: BeerHexPosition, cells: i64) -> None:
    rest = cells
    while rest:
        bit = rest & -rest
        shift: i64 = 0
        if position.silver_caps & bit:
            shift = 8
        if (position.silver_caps ^ position.silver_symbols) & bit:
            shift += 4
        position.hands += 1 << shift
        rest ^= bit
    position.occupied &= ~cells
    position.silver_caps &= ~cells
    position.silver_symbols &= ~cells


def _end_turn(position: BeerHexPosition, seat: i64) -> None:
    position.turns += 1
    position.turn = 1 - seat
    if (position.hands >> (8 * seat)) & 255 == 0:  # BH 6.2 comes before 6.5: filling the board always gives a result
        position.phase = board.FILL
    elif position.turns >= position.limit:  # BH 6.5
        _void_game(position)
    else:
        position.phase = board.TURN


def _begin_game(position: BeerHexPosition, starter: i64) -> None:
    position.occupied = 0
    position.silver_caps = 0
    position.silver_symbols = 0
    position.face_up = 0
    position.tokens = 0
    position.hands = board.FULL_HANDS
    position.turn = starter
    position.phase = board.TURN
    position.starter = starter
    position.turns = 0
    position.game_ending = board.RUNNING
    position.eras = vec[i64]()


def _void_game(position: BeerHexPosition) -> None:
    position.voids += 1
    if position.voids < board.MAX_VOIDS:  # BH 7.2
        _begin_game(position, 1 - position.starter)
    else:  # BH 7.4
        position.over = True
        position.game_ending = board.VOID
        position.phase = board.BETWEEN
        _reveal(position)


def _finish_game(position: BeerHexPosition, winner: i64, ending: i64) -> None:
    position.wins += 1 << (4 * winner)
    position.turn = 1 - winner
    position.over = 2 * scoring.games_won(position, winner) > position.sets  # BH 7.1, 7.3
    position.game_ending = ending
    position.phase = board.BETWEEN
    if position.over or ending != board.CONCEDED:  # BH 6.4
        _reveal(position)


def _reveal(position: BeerHexPosition) -> None:
    position.face_up = position.occupied
    position.tokens = 0  # BH 8.4
    position.eras = vec[i64]()
    position.revealed = True
