"""Helpers to build positions from sheets drawn in ASCII and to play them in notation."""

from __future__ import annotations

from bestagon.core.actions import room
from bestagon.core.dice import fast
from bestagon.games.hex_roller import GAME
from bestagon.games.hex_roller.rules.state import RollerPosition

SMALL = """
rounds: 3
middle: M

numbers:
3 . . . 3 .
 4 . . 4 . .
5 . . . 5 x
 6 . 6 7 . 7
8 . . . . 8

areas:
A A A A A A
 A A A A A A
M M M M M M
 B B B B B B
B B B B B B
"""
"""A sheet of 30 cells in five rows of six; rows b and d are shifted right by half a cell."""

CLEAN = "".join(SMALL.split("numbers:")[1].split("areas:")[0].split())


def new(seats: int = 1, data: str = SMALL, seed: int = 1, **options: object) -> RollerPosition:
    """Return a started game on the small sheet; an empty `data` selects the built-in one."""
    position = blank(seats, data, **options)
    position.start(fast(seed))
    return position


def blank(seats: int = 1, data: str = SMALL, **options: object) -> RollerPosition:
    """Return a game that has not started."""
    position = GAME.setup(seats, GAME.complete(seats, {"data": data, **options}))
    assert isinstance(position, RollerPosition)
    return position


def seat(cells: str = CLEAN, step: str = "take1", bonuses: str = "+2d", red: str = "---", green: str = "---") -> str:
    """Return a seat in position notation; `cells` may be a drawing."""
    return f"{''.join(cells.split())} {bonuses} {red} {green} {step}"


def at(roll: str, *seats: str, turn: int = 1, data: str = SMALL) -> RollerPosition:
    """Return a position with this roll and these seats, and a generator for the rolls to come."""
    position = blank(len(seats), data)
    GAME.parse_position(position, " | ".join([f"{turn} {roll}", *seats]))
    position.dice.copy_from(fast(7))
    return position


def legal(position: RollerPosition, who: int = 0) -> list[str]:
    """Return a seat's legal actions in notation."""
    out = room(position)
    return [GAME.action_text(position, who, out[i]) for i in range(position.legal(who, out))]


def numbers(position: RollerPosition, who: int = 0) -> list[str]:
    """Return the legal actions without those of the bonus 2."""
    return [text for text in legal(position, who) if not text.startswith("2 ")]


def twos(position: RollerPosition, who: int = 0) -> list[str]:
    """Return the cells the bonus 2 may be written on."""
    return [text[2:] for text in legal(position, who) if text.startswith("2 ")]


def play(position: RollerPosition, *texts: str, who: int = 0) -> RollerPosition:
    """Play actions of one seat; each must be legal."""
    for text in texts:
        assert text in legal(position, who), f"{text!r} is not among {legal(position, who)}"
        position.play(who, GAME.parse_action(position, who, text))
    return position


def step(position: RollerPosition, who: int = 0) -> str:
    """Return a seat's step in position notation."""
    return GAME.position_text(position).split(" | ")[who + 1].split()[4]


def boxes(position: RollerPosition, who: int = 0) -> tuple[str, str]:
    """Return the red and the green row."""
    words = GAME.position_text(position).split(" | ")[who + 1].split()
    return words[2], words[3]


def finish(position: RollerPosition, seed: int = 1) -> RollerPosition:
    """Play at random to the end."""
    dice, out = fast(seed), room(position)
    while not position.over:
        acting = position.acting()
        who = next(s for s in range(8) if acting >> s & 1)
        position.play(who, position.pick(who, dice, out))
    return position
