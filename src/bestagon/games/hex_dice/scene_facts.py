"""What players see before they act: armour as a sum, verdicts of attacks, effects of actions, threat ranges and cards of facts."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from bestagon.core.actions import room
from bestagon.games.hex_dice.board_actions import REROLL, SHOOT, SLOTS, STAND_GUARD
from bestagon.games.hex_dice.board_cells import (
    FOREST,
    GROUND,
    GUARD,
    LAKE,
    LIVE,
    MOUNTAIN,
    OWNER,
    TOKEN,
    TOWER,
    UNIT,
    VALUE,
    WILD,
    attack,
    owner,
    tokens,
)
from bestagon.games.hex_dice.rules.moves import unit_moves
from bestagon.games.hex_dice.rules.state import HexDicePosition
from bestagon.games.hex_dice.terminal import COLOURS
from bestagon.games.hex_dice.translations import translate
from bestagon.i18n import language
from bestagon.scene.beats import Card, Effect

UNITS: Final = ("", "Pawn", "Bishop", "Knight", "Rook", "Archer", "Legion")
"""The names of the units, by value (HD 3)."""
MOVES: Final = (
    "",
    "1 to 3 forward, or 1 back",
    "1 to 3 in the four side directions",
    "two straight, then one aside",
    "1 any way, 2 forward or back, or 2 across",
    "1 any way",
    "not at all",
)
GROUND_WORDS: Final = ("", "{number} forest", "", "{number} tower", "{number} mountain")
"""What terrain adds to armour, by its number (HD 6)."""
GROUND_CARDS: Final = {
    "forest": ("Forest", "Armour +1. Blocks the view."),
    "lake": ("Lake", "Nobody enters or passes. The view is clear."),
    "tower": ("Tower", "Armour +1. Blocks the view. An Archer shoots from it at 1 to 3."),
    "mountain": ("Mountain", "Armour +2. Blocks the view. Costs a step; no Knights. An Archer shoots from it at 2 to 4."),
    "base": ("Base", "An enemy unit that enters it puts its owner out."),
    "site": ("Place for a base", ""),
}


def unit_name(value: int) -> str:
    """Return a unit with its value: Knight (3)."""
    return f"{translate(UNITS[value])} ({value})"


def with_article(value: int) -> str:
    """Return a unit with its value and the indefinite article: an Archer (5)."""
    return translate("an {unit}" if value == 5 else "a {unit}", unit=unit_name(value))


# Armour and attacks.


def _armour_of(position: HexDicePosition, cell: int) -> tuple[int, int]:
    """Return a unit's value, marks and terrain as in a cell code, and its armour: all that its sum depends on."""
    return int(position.cells[cell]) & (UNIT | GROUND) & ~OWNER, int(position.armour(cell))


def _parts(code: int, armour: int) -> list[tuple[int, str]]:
    """Return the summands of a unit's armour with their names, the unit's value first, without a name (HD 5.1)."""
    value, hits = code & VALUE, int(tokens(code))
    parts = [(value, "")]
    if hits:
        parts.append((-hits, translate.plural(hits, "{count} hit", "{count} hits")))
    if value <= hits:
        return parts
    if code & GUARD:
        parts.append((1, translate("{number} guard", number=1)))
    ground = (code & GROUND) // FOREST
    if ground and GROUND_WORDS[ground]:
        bonus = 2 if code & GROUND == MOUNTAIN else 1
        parts.append((bonus, translate(GROUND_WORDS[ground], number=bonus)))
    legions = armour - sum([number for number, _ in parts])
    if legions:
        parts.append((legions, translate("{number} Legion", number=legions)))
    return parts


def _sum_text(parts: list[tuple[int, str]], named: bool) -> str:
    """Return a sum: 3 + 1 guard, or without names 3 + 1."""
    words = [str(parts[0][0])]
    for number, name in parts[1:]:
        words.append(f"{'-' if number < 0 else '+'} {name if named else abs(number)}")
    return " ".join(words)


def verdict(position: HexDicePosition, cell: int, target: int) -> tuple[str, bool]:
    """Return the outcome of the attack of the unit on `cell` as a sentence, and whether the defender is defeated (HD 5)."""
    strike = int(attack(int(position.cells[cell]) & VALUE))
    code, armour = _armour_of(position, target)
    return _verdict_text(strike, code, armour, language()), strike >= armour


@lru_cache(maxsize=4096)
def _verdict_text(strike: int, code: int, armour: int, language: str) -> str:
    """Return the outcome of an attack in the current language, which is part of the cache key."""
    parts = _parts(code, armour)
    # A banner has room for the name of one summand.
    against = str(armour) if len(parts) == 1 else f"{armour} ({_sum_text(parts, len(parts) == 2)})"
    unit = translate(UNITS[code & VALUE])
    if strike >= armour:
        return translate("{attack} against {armour}: the {unit} falls.", attack=strike, armour=against, unit=unit)
    return translate("{attack} against {armour}: the {unit} holds, -1 armour.", attack=strike, armour=against, unit=unit)


# Effects.


def effects(position: HexDicePosition, seat: int, actions: list[int]) -> dict[int, Effect]:
    """Return what the actions of units would lead to, where it is certain and more than a move."""
    found = {}
    first_terrain = SLOTS * int(position.board.size)
    for action in actions:
        if action < first_terrain:
            effect = _effect(position, seat, action)
            if effect is not None:
                found[action] = effect
    return found


def _effect(position: HexDicePosition, seat: int, action: int) -> Effect | None:
    cell, slot = action // SLOTS, action % SLOTS
    if slot >= REROLL:
        return _effect_in_place(position, cell, slot)
    target = int(position.board.targets[action])
    code = int(position.cells[target])
    if not code & VALUE:
        return _entering(position, target, "") if code & LIVE and position.base(seat) != target else None
    if owner(code) == seat:
        one, rested = int(position.cells[cell]) & VALUE, position.last_acted(seat) != target
        return _merging(position.board.shape.names[target], one, code & VALUE, rested, language())
    text, falls = verdict(position, cell, target)
    foe = int(owner(code))
    if falls and slot < SHOOT and code & LIVE and position.base(seat) != target:
        return _entering(position, target, text)
    if falls and position.unit_count(foe) == 1:
        text = f"{text} {_knocked_out(position, foe)}"
    name = position.board.shape.names[target]
    return Effect(text, (name,), (name,), kind="shot" if slot >= SHOOT else "attack")


def _effect_in_place(position: HexDicePosition, cell: int, slot: int) -> Effect | None:
    code = int(position.cells[cell])
    name = position.board.shape.names[cell]
    if slot == STAND_GUARD:
        armour = int(position.armour(cell))
        return _guarding(name, armour, language()) if armour else None
    return _rerolling(name, language()) if code & (GUARD | 7 * TOKEN) else None


@lru_cache(maxsize=4096)
def _guarding(name: str, armour: int, language: str) -> Effect:
    return Effect(translate("Armour {before} becomes {after}.", before=armour, after=armour + 1), (name,))


@lru_cache(maxsize=1024)
def _rerolling(name: str, language: str) -> Effect:
    return Effect(translate("Guard and hits go."), (name,))


@lru_cache(maxsize=4096)
def _merging(name: str, one: int, other: int, at_once: bool, language: str) -> Effect:
    """Return the effect of merging two values on a cell; `at_once` tells whether the new unit may act (HD 4.6)."""
    if one + other < WILD:
        return Effect(translate("{one} + {other}: {unit}.", one=one, other=other, unit=with_article(one + other)), (name,), kind="merge")
    words = "{one} + {other} is above 6: any unit, and it acts at once." if at_once else "{one} + {other} is above 6: any unit."
    return Effect(translate(words, one=one, other=other), (name,), kind="merge")


def _entering(position: HexDicePosition, target: int, text: str) -> Effect:
    """Return the effect of entering a base: its owner and all their units are out (HD 7.1, 7.2)."""
    foe, names = int(position.base_owner(target)), position.board.shape.names
    lost = [names[position.unit_cell(foe, i)] for i in range(int(position.unit_count(foe)))]
    words = translate("Takes {name}'s base.", name=translate(COLOURS[foe]))
    texts = [text, words, _knocked_out(position, foe)] if text else [words, _knocked_out(position, foe)]
    return Effect(" ".join(texts), (names[target],), tuple(dict.fromkeys([names[target], *lost])), kind="attack")


def _knocked_out(position: HexDicePosition, foe: int) -> str:
    if position.remaining == 2:
        return translate("This wins the game.")
    return translate("{name} is out.", name=translate(COLOURS[foe]))


# Threat ranges.


def threats(position: HexDicePosition) -> dict[str, tuple[str, ...]]:
    """Return for the cell of every unit the cells that it could enter or attack if it were on turn."""
    names, targets = position.board.shape.names, position.board.targets
    out = room(position)
    found = {}
    for seat in range(int(position.seats)):
        for i in range(int(position.unit_count(seat))):
            cell = int(position.unit_cell(seat, i))
            value = int(position.cells[cell]) & VALUE
            number = int(unit_moves(position, seat, cell, False, 0, out))
            aims = {names[targets[int(out[j])]]: None for j in range(number)}
            if value >= 5:
                aims.update(dict.fromkeys(_range_of_attack(position, cell, value)))
            if aims:
                found[names[cell]] = tuple(aims)
    return found


def _range_of_attack(position: HexDicePosition, cell: int, value: int) -> list[str]:
    """Return the cells that an Archer or a Legion could attack without moving first (HD 4.4, 4.5, 6)."""
    names, targets, cells = position.board.shape.names, position.board.targets, position.cells
    ground = int(cells[cell]) & GROUND
    nearest = 1 if value == 6 or ground == TOWER else 2
    farthest = 1 if value == 6 else 4 if ground == MOUNTAIN else 3
    own = int(owner(int(cells[cell])))
    found = []
    for direction in range(6):
        for steps in range(1, farthest + 1):
            target = int(targets[cell * SLOTS + SHOOT + 4 * direction + steps - 1])
            if target < 0:
                break
            code = int(cells[target])
            if steps >= nearest and code & GROUND != LAKE and owner(code) != own:
                found.append(names[target])
            if code & GROUND and code & GROUND != LAKE:
                break
    return found


# Cards.


def stage_cards(kinds: tuple[str, ...]) -> dict[str, Card]:
    """Return the facts of every kind of unit, named as in `kinds` by value, and of terrain."""
    cards = {kinds[value]: Card(unit_name(value), _rows(value, str(value), "")) for value in range(1, int(WILD))}
    return cards | {kind: Card(translate(title), text=translate(text) if text else "") for kind, (title, text) in GROUND_CARDS.items()}


def unit_cards(position: HexDicePosition) -> dict[str, Card]:
    """Return the facts of the units that differ from what their kind has."""
    names, found = position.board.shape.names, {}
    for seat in range(int(position.seats)):
        for i in range(int(position.unit_count(seat))):
            cell = int(position.unit_cell(seat, i))
            code = int(position.cells[cell])
            acted = position.last_acted(seat) == cell
            if code & VALUE != WILD and (acted or code & (GUARD | 7 * TOKEN) or position.armour(cell) != code & VALUE):
                found[names[cell]] = _unit_card(*_armour_of(position, cell), acted, language())
    return found


@lru_cache(maxsize=4096)
def _unit_card(code: int, armour: int, acted: bool, language: str) -> Card:
    """Return the card of a unit in the current language, which is part of the cache key."""
    hits, parts = int(tokens(code)), _parts(code, armour)
    marks = [translate("on guard")] if code & GUARD else []
    marks += [translate.plural(hits, "{count} hit", "{count} hits")] if hits else []
    marks += [translate("acted last")] if acted else []
    words = str(armour) if len(parts) == 1 else f"{armour} = {_sum_text(parts, True)}"
    return Card(unit_name(code & VALUE), _rows(code & VALUE, words, ", ".join(marks)))


def _rows(value: int, armour: str, marks: str) -> tuple[tuple[str, str], ...]:
    rows = [(translate("Attack"), str(attack(value))), (translate("Armour"), armour), (translate("Moves"), translate(MOVES[value]))]
    if value == 5:
        rows.append((translate("Shoots"), translate("2 or 3 away in a straight line")))
    if value == 6:
        rows.append((translate("Strikes"), translate("1 away; friends next to it have +1 armour")))
    if marks:
        rows.append((translate("Marks"), marks))
    return tuple(rows)
