"""What BeerHex actions would do, as far as the player may know it before they are played."""

from __future__ import annotations

from functools import cache
from typing import Final

from bestagon.games.beerhex.board import ATTACK, BETWEEN, CANNOT, CONCEDE, DECLARE, FILL, FULL, SHAPE, TRIPLES, connection, connects
from bestagon.games.beerhex.notation import NAMES, cell_names, placed_cell
from bestagon.games.beerhex.rules.state import BeerHexPosition
from bestagon.games.beerhex.translations import translate
from bestagon.i18n import language
from bestagon.scene.beats import Effect
from bestagon.scene.model import Choice

FIXED: Final = {
    int(CANNOT): "You lose this game if {other} can still connect.",
    int(CONCEDE): "{other} wins this game.",
}


def effects(position: BeerHexPosition, seat: int, choices: list[Choice]) -> dict[int, Effect]:
    """Return the effects of a seat's choices in a position masked for it."""
    known = int(position.occupied & ~position.hidden)
    mine, theirs = int(position.symbols(seat)) & known, int(position.symbols(1 - seat)) & known
    completing = 0 if position.phase == BETWEEN else _completing(mine, ~int(position.occupied) & int(FULL), seat)
    last_cell = int(position.occupied).bit_count() == len(SHAPE) - 1
    last_cap = position.hand(seat) == 1
    spoken, found = language(), {}
    for choice in choices:
        action = choice.action
        if ATTACK <= action < DECLARE:
            three = int(TRIPLES[action - ATTACK])
            if three & mine and three & theirs:
                found[action] = _attack(three, False, spoken)
            elif not three & ~mine or not three & ~theirs:
                found[action] = _attack(three, True, spoken)
        elif action == DECLARE:
            found[action] = _declaration(mine, seat, spoken)
        elif action in FIXED:
            found[action] = _fixed(action, seat, spoken)
        elif choice.picks:
            if last_cell:
                found[action] = _said("The board is full then: all caps are turned over.", spoken)
            elif last_cap and position.phase != FILL:
                found[action] = _last_cap(seat, spoken)
            elif completing and not action & 1:
                cell = placed_cell(action)
                if completing >> cell & 1:
                    found[action] = _joined(mine | 1 << cell, seat, spoken)
    return found


def _completing(mine: int, empty: int, seat: int) -> int:
    """Return the empty cells on which a symbol would connect the seat's sides."""
    if connects(mine, seat):
        return 0
    cells = [i for i in range(len(SHAPE)) if empty >> i & 1]
    return sum([1 << i for i in cells if connects(mine | 1 << i, seat)])


@cache
def _attack(three: int, alike: bool, language: str) -> Effect:
    text = translate("You know all three: the attack succeeds.") if alike else translate("You know two that differ: the attack fails.")
    return Effect(text, danger=tuple(cell_names(three)))


@cache
def _said(text: str, language: str) -> Effect:
    return Effect(translate(text))


@cache
def _fixed(action: int, seat: int, language: str) -> Effect:
    return Effect(translate(FIXED[action], other=translate(NAMES[1 - seat])))


@cache
def _last_cap(seat: int, language: str) -> Effect:
    return Effect(translate("Your last cap: {other} then fills the board.", other=translate(NAMES[1 - seat])))


def _declaration(mine: int, seat: int, language: str) -> Effect:
    """Return the effect of declaring victory, as far as the seat's known symbols tell."""
    if connects(mine, seat):
        return Effect(translate("Your sides are connected: you win this game."), _path(mine, seat))
    return _said("You lose this game unless your sides are connected.", language)


def _joined(mine: int, seat: int, language: str) -> Effect:
    return Effect(translate("This connects your sides."), _path(mine, seat))


def _path(mine: int, seat: int) -> tuple[str, ...]:
    return tuple([SHAPE.name(cell) for cell in connection(mine, 0, seat)])
