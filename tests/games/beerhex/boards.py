"""Builds BeerHex positions from drawn boards."""

from __future__ import annotations

from bestagon.core.actions import room
from bestagon.core.dice import Dice, fast
from bestagon.core.position import Position
from bestagon.games.beerhex import GAME
from bestagon.games.beerhex.board import OTHER_CAPS, OWN_CAPS
from bestagon.games.beerhex.rules.state import BeerHexPosition

EMPTY = """
    . . . . .
     . . . . .
      . . . . .
       . . . . .
        . . . . .
"""


def own(position: Position) -> BeerHexPosition:
    assert isinstance(position, BeerHexPosition)
    return position


def fresh(seed: int = 0, **options: bool | int) -> BeerHexPosition:
    """Return a match that has just started."""
    position = own(GAME.setup(2, GAME.complete(2, options)))
    position.start(fast(seed))
    return position


def board(picture: str, turn: str = "Gold", phase: str = "turn", turns: int = 0, **options: bool | int) -> BeerHexPosition:
    """Return a running game: caps as colour and symbol (Gg Gs Sg Ss), then ! for face up and * for a token; the other caps are in hand."""
    rows = ["".join(line.split()) for line in picture.strip().splitlines()]
    text = "/".join(rows)
    hands = []
    for colour, own_symbol, other_symbol in (("G", "g", "s"), ("S", "s", "g")):
        hands.append(f"{int(OWN_CAPS) - text.count(colour + own_symbol)}+{int(OTHER_CAPS) - text.count(colour + other_symbol)}")
    done = turns or (0 if text.replace("/", "") == "." * 25 else 2)
    starter = turn if done % 2 == 0 else ("Silver" if turn == "Gold" else "Gold")
    position = fresh(**options)
    line = f"{text} {turn[0]} {phase} {done} {' '.join(hands)} 0-0 {starter[0]} 0 - -"
    GAME.parse_position(position, line)
    position.dice.copy_from(fast(1))
    return position


def picture(position: BeerHexPosition) -> str:
    """Return the board part of the position's text, one row per line."""
    return GAME.position_text(position).split()[0].replace("/", "\n")


def rows(drawing: str) -> str:
    """Return a drawing without its spaces, for comparison with `picture`."""
    return "\n".join("".join(line.split()) for line in drawing.strip().splitlines())


def texts(position: BeerHexPosition, seat: int | None = None) -> list[str]:
    """Return the legal actions of a seat, by default the one to act, as texts."""
    seat = int(position.turn) if seat is None else seat
    out = room(position)
    return [GAME.action_text(position, seat, out[i]) for i in range(position.legal(seat, out))]


def play(position: BeerHexPosition, *moves: str) -> BeerHexPosition:
    """Play legal actions given as text, each by the seat to act."""
    for move in moves:
        seat = int(position.turn)
        assert move in texts(position), f"{move} is not legal: {texts(position)}"
        position.play(seat, GAME.parse_action(position, seat, move))
    return position


def masked(position: BeerHexPosition, seat: int) -> BeerHexPosition:
    """Return a copy masked for a seat."""
    view = own(position.copy())
    view.mask(seat)
    return view


def hand(position: BeerHexPosition, seat: int) -> tuple[int, int]:
    """Return the numbers of own and other symbols in a seat's hand."""
    return int(position.hands >> (8 * seat)) & 15, int(position.hands >> (8 * seat + 4)) & 15


def dice(seed: int = 0) -> Dice:
    return fast(seed)
