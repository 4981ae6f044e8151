"""Real dice: people roll them and enter what they show, and every number is checked."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from bestagon.core.dice import entered
from bestagon.core.errors import BadDice, BadOption, DiceMissing, NeedsDice, brief
from bestagon.core.option import whole_number
from bestagon.core.position import RESIGN, Position
from bestagon.i18n import translate
from bestagon.scene.throws import Die, Throw

if TYPE_CHECKING:
    from bestagon.core.game import Game


def start_by_hand(game: Game, position: Position, numbers: object) -> tuple[int, ...]:
    """Start a game with entered dice and return them; NeedsDice if more have to be rolled."""
    if not game.real_dice:
        raise BadOption(translate("{game} cannot be played with real dice.", game=game.title))
    return _enter(game, position, numbers, lambda values: position.start(entered(values)))


def play_by_hand(game: Game, position: Position, seat: int, action: int, numbers: object) -> tuple[int, ...]:
    """Carry out an action, or a resignation, with entered dice and return them.

    NeedsDice if more have to be rolled. The caller restores the position after any error.
    """
    before = position.copy()

    def attempt(values: bytes) -> None:
        position.copy_from(before)
        position.dice.enter(values)
        if action == RESIGN:
            position.resign(seat)
        else:
            position.play(seat, action)

    return _enter(game, position, numbers, attempt)


def _enter(game: Game, position: Position, numbers: object, attempt: Callable[[bytes], None]) -> tuple[int, ...]:
    """Attempt something with ever more of the numbers, one throw at a time, since only the rules know what is thrown next."""
    given = dice_numbers(numbers)
    used, values = 0, b""
    while True:
        try:
            attempt(values)
            break
        except DiceMissing as missing:
            throw = game.throw(position, missing.code) if missing.code >= 0 else _lone_die(missing.sides)
        if used == len(given):
            raise NeedsDice(throw, used)
        values += _check(throw, given[used : used + len(throw.dice)])
        used += len(throw.dice)
    if position.dice.unused:
        raise RuntimeError(f"{game.title} announced more dice than it has rolled")
    if used < len(given):
        raise BadDice(translate("{used} dice are rolled here, but {given} numbers were entered.", used=used, given=len(given)))
    position.dice.enter(b"")
    return given


def dice_numbers(numbers: object) -> tuple[int, ...]:
    """Return what dice show as a tuple; BadDice unless they are whole numbers."""
    if not isinstance(numbers, Iterable):
        raise BadDice(f"what dice show is a list of whole numbers, not {brief(numbers)}")
    found: list[int] = []
    for entry in numbers:
        number = whole_number(entry)
        if number is None:
            raise BadDice(f"a die shows a whole number, not {brief(entry)}")
        found.append(number)
    return tuple(found)


def _lone_die(sides: int) -> Throw:
    return Throw(translate("Roll a die with {sides} sides.", sides=sides), (Die(sides),))


def _check(throw: Throw, numbers: tuple[int, ...]) -> bytes:
    """Return the numbers of a throw, counted from 0; BadDice if the dice cannot show them."""
    if len(numbers) < len(throw.dice):
        raise BadDice(
            translate("{dice} dice are rolled together, but {given} numbers were entered.", dice=len(throw.dice), given=len(numbers))
        )
    for die, number in zip(throw.dice, numbers, strict=True):
        if not die.low <= number <= die.high:
            if die.names:
                raise BadDice(translate("Enter {low} to {high}, not {number}.", low=die.low, high=die.high, number=number))
            wrong = translate("A d{sides} shows {low} to {high}, not {number}.", sides=die.sides, low=die.low, high=die.high, number=number)
            raise BadDice(wrong)
    return bytes(number - die.low for die, number in zip(throw.dice, numbers, strict=True))
