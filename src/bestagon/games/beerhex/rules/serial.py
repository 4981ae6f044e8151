"""BeerHex positions as bytes, and the validation of positions that were read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from librt.vecs import vec
from mypy_extensions import i64

from bestagon.core.codec import Reader, Writer
from bestagon.games.beerhex import board
from bestagon.games.beerhex.rules import memory
from bestagon.grid.bits import count

if TYPE_CHECKING:
    from bestagon.games.beerhex.rules.state import BeerHexPosition


def write(position: BeerHexPosition, out: Writer) -> None:
    """Write the bit sets in pairs, then all small numbers packed into one, then the eras."""
    out.number(position.occupied | (position.silver_caps << board.CELLS))
    out.number(position.silver_symbols | (position.face_up << board.CELLS))
    out.number(position.tokens | (position.hidden << board.CELLS))
    small = position.turn | (position.phase << 1) | (position.starter << 3) | (position.hidden_hands << 4)
    small |= (position.game_ending << 6) | (position.voids << 9) | (position.wins << 11)
    out.number(small | (position.turns << 19) | (position.hands << 32) | (len(position.eras) << 48))
    out.i64s(position.eras)


def read(position: BeerHexPosition, source: Reader) -> None:
    """Read what `write` wrote; ValueError for anything that cannot occur in a match."""
    pair = source.number()
    position.occupied = pair & board.FULL
    position.silver_caps = pair >> board.CELLS
    pair = source.number()
    position.silver_symbols = pair & board.FULL
    position.face_up = pair >> board.CELLS
    pair = source.number()
    position.tokens = pair & board.FULL
    position.hidden = pair >> board.CELLS
    small = source.number()
    position.turn = small & 1
    position.phase = (small >> 1) & 3
    position.starter = (small >> 3) & 1
    position.hidden_hands = (small >> 4) & 3
    position.game_ending = (small >> 6) & 7
    position.voids = (small >> 9) & 3
    position.wins = (small >> 11) & 255
    position.turns = (small >> 19) & 8191
    position.hands = (small >> 32) & 0xFFFF
    if small >> 53:
        raise ValueError("a game has at most 25 eras")
    position.eras = vec[i64]([i64(0)] * int(small >> 48))
    source.i64s(position.eras)
    validate(position)


def validate(position: BeerHexPosition) -> None:
    """Raise ValueError, with the reason, for a position that cannot occur in a match."""
    occupied = position.occupied
    down = occupied & ~position.face_up
    gone = position.resignations
    _require(occupied & ~board.FULL == 0 and position.hands >> 16 == 0, "the board has 25 cells, and a hand at most 13 caps")
    marked = position.silver_caps | position.silver_symbols | position.face_up
    _require(marked & ~occupied == 0, "only a cell with a cap can have a colour, a symbol or a cap that is face up")
    _require((position.tokens | position.hidden) & ~down == 0, "only face-down caps can have a token or a hidden symbol")
    _require(position.silver_symbols & position.hidden == 0, "a hidden cap shows no symbol")
    _require(position.tokens == 0 or position.clues, "tokens need the option clues")
    _require(gone == 0 or (position.over and (gone == 1 or gone == 16)), "only one seat can resign, and that ends the match")
    _require(position.turns <= position.limit, "a game has no more turns than turn_limit")
    _check_caps(position, board.GOLD)
    _check_caps(position, board.SILVER)
    _check_match(position)
    if position.phase != board.BETWEEN:
        _check_running(position)
    wrong = memory.check(position)
    _require(wrong == "", wrong)


def _check_caps(position: BeerHexPosition, seat: i64) -> None:
    caps = position.caps(seat)
    known = caps & ~position.hidden
    own = count(known & position.symbols(seat))
    other = count(known) - own
    _require(count(caps) + position.hand(seat) == board.CAPS, "a player has 13 caps on the board and in hand")
    if (position.hidden_hands >> seat) & 1:
        _require((position.hands >> (8 * seat + 4)) & 15 == 0, "only the size of a hidden hand is known")
    else:
        own += (position.hands >> (8 * seat)) & 15
        other += (position.hands >> (8 * seat + 4)) & 15
    _require(own <= board.OWN_CAPS and other <= board.OTHER_CAPS, "a player has 7 own and 6 other symbols")
    _require(position.tokens_left(seat) >= 0, "a player has three tokens")


def _check_match(position: BeerHexPosition) -> None:
    gold = position.score(board.GOLD)
    silver = position.score(board.SILVER)
    most = gold if gold > silver else silver
    won = 2 * most > position.sets
    decided = won or position.voids == board.MAX_VOIDS
    _require(2 * most <= position.sets + 1 and gold + silver <= position.sets, "no player can win more games than a match has")
    gone = position.resignations
    _require(position.over == (decided or gone != 0), "a match is over when it is won, void or resigned, and only then")
    ending = position.game_ending
    _require((ending == board.RUNNING) == (position.phase != board.BETWEEN), "a finished game has an ending, and only such a game")
    _require((ending == board.VOID) == (position.voids == board.MAX_VOIDS), "the third void game ends the match, and no other void game")
    if position.phase == board.BETWEEN:
        concealed = (position.occupied & ~position.face_up) | position.hidden_hands
        conceded = ending == board.CONCEDED and (not position.over or gone != 0)  # BH 6.4
        _require(conceded or concealed == 0, "after a game that was not conceded, and after a match, everything is revealed")
        _require(
            ending == board.VOID or position.score(1 - position.turn) > 0, "the player to act lost the last game, so the other won one"
        )
    else:
        _require(not decided, "a decided match has no running game")


def _check_running(position: BeerHexPosition) -> None:
    _require(position.turn == position.starter ^ (position.turns & 1), "the players take turns, the start player first")
    _require(position.turns > 0 or position.occupied == 0, "the board is empty before the first turn")
    _require(position.occupied != board.FULL, "a full board ends the game")
    _require(position.hand(position.turn) > 0, "the player to act has a cap to place")
    filling = position.hand(1 - position.turn) == 0
    _require((position.phase == board.FILL) == filling, "the rest of the board is filled once a hand is empty, and only then")
    _require(position.phase == board.FILL or position.turns < position.limit, "a game is void at its turn_limit")


def _require(condition: bool, rule: str) -> None:
    if not condition:
        raise ValueError(rule)
