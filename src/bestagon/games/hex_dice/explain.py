"""Reasons for an action, in words."""

from __future__ import annotations

import re
from typing import Final

from bestagon.core.actions import legal_actions
from bestagon.core.dice import fast
from bestagon.core.scene_parts import listed
from bestagon.games.hex_dice.board import BECOME, EXTRA, PLAY
from bestagon.games.hex_dice.board_actions import REROLL, SHOOT, SLOTS
from bestagon.games.hex_dice.board_cells import VALUE, WILD, owner, tokens
from bestagon.games.hex_dice.rules.state import HexDicePosition
from bestagon.games.hex_dice.scene_facts import UNITS, unit_name, with_article
from bestagon.games.hex_dice.terminal import COLOURS
from bestagon.games.hex_dice.translations import translate
from bestagon.grid import CENTRE, distance

SETUP_REASONS: Final = {
    "base": "All bases are alike: it only says where you stand.",
    "keep": "Your dice are good as they are.",
    "decline": "The new unit is best where it is.",
}
TERRAIN_REASONS: Final = {
    "forest": "A forest covers a unit in it and stops shots across it.",
    "lake": "Everybody has to go around a lake, but shots cross it.",
    "tower": "A tower covers a unit on it, and an Archer (5) there also shoots next to it.",
    "mountain": "A mountain covers a unit best, but slows units down and keeps Knights (3) out.",
}
CENTRAL: Final = 2
"""Terrain within so many steps of the centre lies where armies meet."""
SETUP_ACTIONS: Final = {
    "base": "choose a base",
    "keep": "keep the dice",
    "reroll": "re-roll starting dice",
    "decline": "keep the merged unit where it is",
}
"""The words of notation for actions without a unit, for statistics."""
LEGION: Final = 6
LOW: Final = 3
"""Dice up to this are likely to get better when they are rolled again."""
DEFENDS: Final = 4
"""A unit within so many steps of its base, an Archer's shot and a step, is said to defend it."""
NEAR: Final = 5
"""A unit within so many steps of an enemy base is said to come near, ..."""
FORWARD: Final = 8
"""... and within so many to go forward."""


def reasons(position: HexDicePosition, seat: int, action: int, text: str) -> list[str]:
    """Return up to three reasons for an action."""
    if position.phase < PLAY:
        return _setup_reasons(position, seat, text)
    first, _, word = text.partition(" ")
    if word == "reroll":
        return _reroll_reasons(position, seat, action, position.board.shape.find(first))
    after = _after(position, seat, action)
    if after.over and after.place(seat) == 1:
        return [translate("It wins the game.")]
    if first == "become":
        return _become_reasons(after, seat, int(word))
    if first == "decline":
        return [translate(SETUP_REASONS[first])]
    start = position.board.shape.find(re.split(r"[^a-z0-9]", first)[0])
    mover = next(iter(set(_units(after, seat)) - set(_units(position, seat))), start)
    found = [*_merger(position, after, seat, action), *_losses(position, after, seat)]
    if after.phase != BECOME:
        found += [*_safety(position, after, seat, start, mover), *_prospects(position, after, seat, start, word)]
    return found[:3] or [_harmless(position, after, seat, start, mover)]


def _harmless(position: HexDicePosition, after: HexDicePosition, seat: int, start: int, mover: int) -> str:
    """Return what can be said of an action that neither gains nor loses anything at once."""
    unit = unit_name(int(position.cells[start]) & VALUE)
    cells = position.board.shape.cells
    steps = distance(cells[mover], cells[int(position.base(seat))])
    if steps == 0:
        return translate("The {unit} stands on your base.", unit=unit)
    if steps <= DEFENDS:
        one, more = "The {unit} defends your base from {count} step away.", "The {unit} defends your base from {count} steps away."
        return translate.plural(steps, one, more, unit=unit)
    if any(mover in _capturable(after, other, seat) for other in _enemies(after, seat)):
        return translate("Other actions seem to lose more.")
    return translate("The {unit} is safe there.", unit=unit)


def _setup_reasons(position: HexDicePosition, seat: int, text: str) -> list[str]:
    word, *rest = text.split()
    if word == "reroll":
        values = [int(value) for value in rest]
        low = [translate("Low dice are likely to get better.")] if min(values) <= LOW else []
        legion = [translate("A Legion (6) cannot move.")] if LEGION in values else []
        return low + legion or [translate("Another value may be worth more than {value}.", value=values[0])]
    cells = position.board.shape.cells
    if word in TERRAIN_REASONS:
        central = distance(cells[position.board.shape.find(rest[0])], CENTRE) <= CENTRAL
        return [translate(TERRAIN_REASONS[word]), *([translate("Near the centre it matters to everybody.")] if central else [])]
    if word != "deploy":
        return [translate(SETUP_REASONS[word])] if word in SETUP_REASONS else []
    cell, base = cells[position.board.shape.find(rest[1])], cells[int(position.base(seat))]
    if cell == base:
        return [translate("It stands on your base, so nobody just walks in.")]
    ahead = distance(cell, CENTRE) < distance(base, CENTRE)
    return [
        translate("It stands in front of your base, ready to go forward.")
        if ahead
        else translate("It stands beside your base and covers it.")
    ]


def _after(position: HexDicePosition, seat: int, action: int, seed: int = 0) -> HexDicePosition:
    """Return the position after an action; the seed decides what a re-rolled die shows."""
    after = position.copy()
    assert isinstance(after, HexDicePosition)
    after.dice.copy_from(fast(seed))
    after.play(seat, action)
    return after


def _units(position: HexDicePosition, seat: int) -> dict[int, int]:
    """Return the cell codes of a seat's units by cell."""
    cells = [int(position.unit_cell(seat, i)) for i in range(int(position.unit_count(seat)))]
    return {cell: int(position.cells[cell]) for cell in cells}


def _enemies(position: HexDicePosition, seat: int) -> list[int]:
    return [other for other in range(int(position.seats)) if other != seat and position.still_in(other)]


def _names(values: list[int]) -> str:
    return listed([unit_name(value) for value in values])


def _losses(position: HexDicePosition, after: HexDicePosition, seat: int) -> list[str]:
    """Return the immediate losses of the enemies."""
    for other in _enemies(position, seat):
        before, then = _units(position, other), _units(after, other)
        gone = [code & VALUE for cell, code in before.items() if cell not in then]
        hurt = [code & VALUE for cell, code in before.items() if cell in then and tokens(then[cell]) > tokens(code)]
        if gone:
            return [translate("It defeats {colour}'s {units}.", colour=translate(COLOURS[other]), units=_names(gone))]
        if hurt:
            return [translate("It weakens {colour}'s {units}: one armour less.", colour=translate(COLOURS[other]), units=_names(hurt))]
    return []


def _merger(position: HexDicePosition, after: HexDicePosition, seat: int, action: int) -> list[str]:
    """Return what two units become that merge (HD 4.6)."""
    target = int(position.board.targets[action])
    code = int(position.cells[target])
    if target == action // SLOTS or not code & VALUE or owner(code) != seat:
        return []
    if after.phase != BECOME:
        return [translate("The two become one {unit}.", unit=unit_name(int(after.cells[target]) & VALUE))]
    if _after(after, seat, legal_actions(after, seat)[0]).phase == EXTRA:
        return [translate("The two become a unit of your choice, which may act at once.")]
    return [translate("The two become a unit of your choice.")]


def _become_reasons(after: HexDicePosition, seat: int, value: int) -> list[str]:
    """Return what a merged unit can do as what it becomes."""
    for other in _enemies(after, seat) if after.phase == EXTRA else []:
        prey = _capturable(after, seat, other)
        if prey:
            names = _names(sorted({int(after.cells[cell]) & VALUE for cell in prey}, reverse=True)[:2])
            colour = translate(COLOURS[other])
            return [translate("The {unit} can defeat {colour}'s {units} at once.", unit=unit_name(value), colour=colour, units=names)]
    return [translate("{unit} is of most use here.", unit=_capital(with_article(value)))]


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _capturable(position: HexDicePosition, attacker: int, seat: int) -> set[int]:
    """Return the cells of a seat's units that another seat could defeat if it were on turn."""
    turned = position.copy()
    assert isinstance(turned, HexDicePosition)
    if turned.over or turned.phase not in (PLAY, EXTRA):
        return set()
    if turned.turn != attacker:
        turned.phase = PLAY
        turned.turn = attacker
    found = set()
    for action in legal_actions(turned, attacker):
        target = int(turned.board.targets[action]) if action < len(turned.board.targets) else -1
        if target >= 0 and owner(int(turned.cells[target])) == seat and target not in found:
            then = _after(turned, attacker, action)
            if then.unit_count(seat) < turned.unit_count(seat) or not then.still_in(seat):
                found.add(target)
    return found


def _safety(position: HexDicePosition, after: HexDicePosition, seat: int, start: int, mover: int) -> list[str]:
    """Return which of the seat's units get out of danger, and which enemies it threatens."""
    found = []
    enemies = _enemies(after, seat)
    before = {cell for other in enemies for cell in _capturable(position, other, seat)}
    then = {cell for other in enemies for cell in _capturable(after, other, seat)}
    saved = [cell for cell in before if (mover if cell == start else cell) not in then]
    if saved and len(then) < len(before):
        values = sorted([int(position.cells[cell]) & VALUE for cell in saved], reverse=True)
        found.append(translate("It takes your {units} out of danger.", units=_names(values)))
    for other in enemies:
        aims = _capturable(after, seat, other) - _capturable(position, seat, other)
        if aims:
            values = sorted({int(after.cells[cell]) & VALUE for cell in aims}, reverse=True)
            found.append(translate("It threatens {colour}'s {units}.", colour=translate(COLOURS[other]), units=_names(values[:2])))
    if mover in then and all(_can_take_back(after, seat, other, mover) for other in enemies):
        found.append(translate("If it is taken, you can take back."))
    return found


def _can_take_back(position: HexDicePosition, seat: int, attacker: int, cell: int) -> bool:
    """Tell whether the seat could defeat each unit of another seat that defeats its unit on a cell."""
    turned = position.copy()
    assert isinstance(turned, HexDicePosition)
    turned.turn = attacker
    for action in legal_actions(turned, attacker):
        if action >= len(turned.board.targets) or int(turned.board.targets[action]) != cell:
            continue
        then = _after(turned, attacker, action)
        if then.unit_count(seat) < turned.unit_count(seat):
            taker = cell if cell in _units(then, attacker) else action // SLOTS
            if taker not in _capturable(then, seat, attacker):
                return False
    return True


def _reroll_reasons(position: HexDicePosition, seat: int, action: int, cell: int) -> list[str]:
    """Return what new values of a unit are good for: how many are safe, and how many threaten an enemy."""
    value = int(position.cells[cell]) & VALUE
    after: dict[int, HexDicePosition] = {}
    seed = 0
    while len(after) < LEGION:
        then = _after(position, seat, action, seed)
        after.setdefault(int(then.cells[cell]) & VALUE, then)
        seed += 1
    enemies = _enemies(position, seat)
    found = []
    if any(cell in _capturable(position, other, seat) for other in enemies):
        safe = sum(not any(cell in _capturable(then, other, seat) for other in enemies) for then in after.values())
        if safe:
            found.append(translate("It is in danger: {count} of 6 values would be safe.", count=safe))
    known = {other: _capturable(position, seat, other) for other in enemies}
    bold = sum(any(_capturable(then, seat, other) - known[other] for other in enemies) for then in after.values())
    if bold:
        found.append(translate("{count} of 6 values would threaten an enemy.", count=bold))
    if value <= LOW:
        found.append(translate("{count} of 6 values are higher than {value}.", count=LEGION - value, value=value))
    elif value == LEGION:
        found.append(translate("A Legion (6) cannot move."))
    return found[:3] or [translate("Another value may be worth more than {value}.", value=value)]


def _prospects(position: HexDicePosition, after: HexDicePosition, seat: int, start: int, word: str) -> list[str]:
    """Return the long-term benefit of an action."""
    unit = unit_name(int(position.cells[start]) & VALUE)
    if word == "guard":
        return [translate("On guard the {unit} has one more armour.", unit=unit)]
    for other in _enemies(position, seat):
        before, then = _distance_to_base(position, seat, other), _distance_to_base(after, seat, other)
        if then < before and then <= NEAR:
            one, more = "It comes within {count} step of {colour}'s base.", "It comes within {count} steps of {colour}'s base."
            return [translate.plural(then, one, more, colour=translate(COLOURS[other]))]
        if then < before and then <= FORWARD:
            colour = translate(COLOURS[other])
            return [translate("The {unit} goes forward: {count} steps to {colour}'s base.", unit=unit, count=then, colour=colour)]
    return []


def _distance_to_base(position: HexDicePosition, seat: int, other: int) -> int:
    """Return the distance of the seat's nearest unit from the base of another."""
    cells = position.board.shape.cells
    base = cells[int(position.base(other))]
    return min((distance(cells[cell], base) for cell in _units(position, seat)), default=99)


def uses(position: HexDicePosition, seat: int, action: int, text: str) -> tuple[tuple[str, str], ...]:
    """Return what an action uses, for statistics; `text` is its notation."""
    board = position.board
    if action < SLOTS * int(board.size):
        slot, cells = action % SLOTS, position.cells
        value = int(cells[action // SLOTS]) & VALUE
        if slot >= REROLL:
            kind = "re-roll a unit" if slot == REROLL else "stand guard"
        elif slot >= SHOOT:
            kind = "shoot"
        else:
            entered = int(cells[int(board.targets[action])])
            kind = "move" if not entered & VALUE else "merge" if owner(entered) == seat else "attack"
        return (("action", kind), ("unit", UNITS[value] if value < WILD else "merged unit"))
    word, *rest = text.split()
    if word == "deploy":
        return (("action", "deploy"), ("deployed unit", UNITS[int(rest[0])]))
    if word == "become":
        return (("action", "choose what a merged unit becomes"), ("new unit", UNITS[int(rest[0])]))
    return (("action", SETUP_ACTIONS.get(word, "place terrain")),)
