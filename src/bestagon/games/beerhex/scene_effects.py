"""What BeerHex actions would do, as far as the player may know it before they are played."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

from mypy_extensions import i64

from bestagon.games.beerhex.board import (
    ATTACK,
    BETWEEN,
    CANNOT,
    CELLS,
    CLUED,
    CONCEDE,
    DECLARE,
    FILL,
    FULL,
    SHAPE,
    TRIPLES,
    connection,
    connects,
)
from bestagon.games.beerhex.notation import NAMES, cell_names
from bestagon.games.beerhex.rules.state import BeerHexPosition
from bestagon.games.beerhex.translations import translate
from bestagon.grid.bits import BITS, count
from bestagon.i18n import language
from bestagon.scene.beats import Effect

MOST_PATHS: Final = 1024
"""How many paths are cached: a table asks for the same one again until it is broken."""


def effects(position: BeerHexPosition, seat: int, actions: list[int]) -> dict[int, Effect]:
    """Return the effects of a seat's legal actions in a position masked for it."""
    known = position.occupied & ~position.hidden
    mine, theirs = position.symbols(seat) & known, position.symbols(1 - seat) & known
    completing = 0 if position.phase == BETWEEN else _completing(mine, ~position.occupied & FULL, seat)
    last_cell = count(position.occupied) == CELLS - 1
    last_cap = position.phase != FILL and position.hand(seat) == 1
    spoken = language()
    texts = _effect_texts.get(spoken)
    if texts is None:
        texts = _effect_texts[spoken] = EffectTexts()
    found: dict[int, Effect] = {}
    for action in actions:
        number: i64 = action
        if ATTACK <= number < DECLARE:
            three = TRIPLES[number - ATTACK]
            if three & mine and three & theirs:
                found[action] = _attack(int(three), False, spoken)
            elif not three & ~mine or not three & ~theirs:
                found[action] = _attack(int(three), True, spoken)
        elif number == DECLARE:
            found[action] = _connected(int(mine), seat, spoken) if connects(mine, seat) else texts.not_connected
        elif number == CANNOT:
            found[action] = texts.blocked[seat]
        elif number == CONCEDE:
            found[action] = texts.conceded[seat]
        elif number < ATTACK or number >= CLUED:
            if last_cell:
                found[action] = texts.full
            elif last_cap:
                found[action] = texts.last_cap[seat]
            elif completing and not number & 1:
                if number >= CLUED:
                    number -= CLUED
                if completing & BITS[number >> 1]:
                    found[action] = _joined(int(mine | BITS[number >> 1]), seat, spoken)
    return found


def _completing(mine: i64, empty: i64, seat: i64) -> i64:
    """Return the empty cells on which a symbol would connect the seat's sides."""
    found: i64 = 0
    if not connects(mine, seat):
        for cell in range(CELLS):
            if empty & BITS[cell] and connects(mine | BITS[cell], seat):
                found |= BITS[cell]
    return found


@cache
def _attack(three: int, alike: bool, language: str) -> Effect:
    text = translate("You know all three: the attack succeeds.") if alike else translate("You know two that differ: the attack fails.")
    return Effect(text, danger=tuple(cell_names(three)), kind="attack")


class EffectTexts:
    """The effects in one language that depend on the seat at most, made once."""

    def __init__(self) -> None:
        """Make them in the current language."""
        others = [translate(NAMES[1]), translate(NAMES[0])]
        self.not_connected = Effect(translate("You lose this game unless your sides are connected."))
        self.blocked = [Effect(translate("You lose this game if {other} can still connect.", other=other)) for other in others]
        self.conceded = [Effect(translate("{other} wins this game.", other=other)) for other in others]
        self.full = Effect(translate("The board is full then: all caps are turned over."))
        self.last_cap = [Effect(translate("Your last cap: {other} then fills the board.", other=other)) for other in others]


_effect_texts: Final[dict[str, EffectTexts]] = {}
"""By language."""


@lru_cache(maxsize=MOST_PATHS)
def _connected(mine: int, seat: int, language: str) -> Effect:
    return Effect(translate("Your sides are connected: you win this game."), _path(mine, seat))


@lru_cache(maxsize=MOST_PATHS)
def _joined(mine: int, seat: int, language: str) -> Effect:
    return Effect(translate("This connects your sides."), _path(mine, seat))


def _path(mine: int, seat: int) -> tuple[str, ...]:
    return tuple([SHAPE.name(cell) for cell in connection(mine, 0, seat)])
