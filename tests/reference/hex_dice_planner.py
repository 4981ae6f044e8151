"""A one-turn planner for Hex Dice, written from the clauses alone (HD = rules/hex-dice.md): a yardstick for the levels.

It tries every way to play its turn, re-rolls with all six outcomes, and for each the best answer of any enemy unit. Its worths are
the rules' own: HD 7.3 counts units, then values, and HD 7.1 wins by the base.
"""

from __future__ import annotations

import copy

from tests.reference.hex_dice import ATTACK, Reference
from tests.reference.hex_dice_board import Cell, Unit, steps_between

WIN = 1000.0
UNIT = 10.0
PIP = 0.5
"""The worth of a unit and of each point of its armour (HD 7.3: values only break ties)."""
STEP = 0.3
"""The worth of a step of the foremost unit towards an enemy base."""
HASTE = 0.05
"""The same for every other unit."""


def choose(game: Reference, seat: int) -> str:
    """Return the choice whose result is best, the first in the order of the texts among equals."""
    texts = sorted(game.legal(seat))
    if game.stage == "reroll":  # HD 2.8: a 6 cannot move and a 1 hardly attacks
        wanted = [text for text in texts if set(text.split()[1:]) <= {"1", "6"}]
        return max(wanted, key=len)
    if game.stage == "deploy":
        return max(texts, key=lambda text: _deployment(game, seat, text))
    if game.stage in ("terrain", "base"):
        return texts[0]
    return max(texts, key=lambda text: _expected(game, seat, text))


def _deployment(game: Reference, seat: int, text: str) -> float:
    """HD 2.9: units that cannot move guard the base, fast ones stand in front."""
    _, value, name = text.split()
    ahead = steps_between(game.cells[name], (0, 0))
    return float(ahead) if value == "6" else -float(ahead) * int(value)


def _expected(game: Reference, seat: int, text: str) -> float:
    """Return the worth of a choice: the mean over the die of a re-roll (HD 4.2), the best way to go on after a merge (HD 4.6)."""
    if text.endswith(" reroll"):
        at = game.cells[text.split()[0]]
        return sum(_rolled(game, seat, at, value) for value in range(1, 7)) / 6
    after = _light_copy(game)
    after.play_turn(text)
    return _finished(after, seat)


def _rolled(game: Reference, seat: int, at: Cell, value: int) -> float:
    after = _light_copy(game)
    after.units[at] = Unit(seat, value)
    after.actor = at
    after.end_turn()
    return _finished(after, seat)


def _finished(after: Reference, seat: int) -> float:
    """Return the worth of a position, with the turn played to its end."""
    if not after.over and after.seat == seat and after.stage in ("become", "extra"):
        return max(_expected(after, seat, text) for text in after.legal(seat))
    return _worth(after, seat)


def _light_copy(game: Reference) -> Reference:
    """Copy what a turn changes; names, terrain and cells are shared."""
    other = copy.copy(game)
    other.units = {cell: copy.copy(unit) for cell, unit in game.units.items()}
    other.gone = list(game.gone)
    return other


def _worth(game: Reference, seat: int) -> float:
    """Return what the seat has less what the strongest enemy has, after the worst that an enemy can do in one action."""
    if game.over or seat in game.gone:
        places = game.places()
        return WIN if places[seat] < min(place for other, place in enumerate(places) if other != seat) else -WIN
    enemies = [other for other in game.seats_in() if other != seat]
    mine = _army(game, seat)
    theirs = max(_army(game, enemy) for enemy in enemies)
    return mine - theirs - _greatest_loss(game, seat) + _march(game, seat, enemies) - UNIT * len(enemies)


def _army(game: Reference, seat: int) -> float:
    return sum(UNIT + PIP * (unit.value - unit.tokens) for unit in game.units.values() if unit.owner == seat)


def _greatest_loss(game: Reference, seat: int) -> float:
    """HD 5.2, 7.2: the unit or the base that an enemy can take next."""
    count = sum(unit.owner == seat for unit in game.units.values())
    greatest = 0.0
    for at, unit in game.units.items():
        if unit.owner == seat:
            continue
        reached = game.targets(at, False)
        for cell in reached | game.shots(at):
            other = game.units.get(cell)
            falls = other is not None and other.owner == seat and ATTACK[unit.value] >= game.armour(cell)
            if cell in reached and cell == game.base[seat] and (other is None or falls):
                return WIN
            if falls and other is not None:
                greatest = max(greatest, WIN if count == 1 else UNIT + PIP * (other.value - other.tokens))
    return greatest


def _march(game: Reference, seat: int, enemies: list[int]) -> float:
    """HD 7.1: the way that is left to the nearest enemy base, the foremost unit's above all."""
    left = sorted(
        min(steps_between(cell, game.base[enemy]) for enemy in enemies)
        for cell, unit in game.units.items()
        if unit.owner == seat and unit.value != 6
    )
    return -(STEP - HASTE) * left[0] - HASTE * sum(left) if left else 0.0
