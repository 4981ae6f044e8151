"""Reasons for an action, in words."""

from __future__ import annotations

from typing import Final

from bestagon.core.actions import legal_actions
from bestagon.core.dice import fast
from bestagon.core.scene_parts import listed
from bestagon.games.hex_dice.board import PLAY
from bestagon.games.hex_dice.board_cells import VALUE, owner, tokens
from bestagon.games.hex_dice.rules.state import HexDicePosition
from bestagon.games.hex_dice.terminal import COLOURS
from bestagon.games.hex_dice.translations import translate
from bestagon.grid import CENTRE, distance

SETUP_REASONS: Final = {
    "base": "All bases are alike: it only says where you stand.",
    "keep": "Your dice are good as they are.",
    "reroll": "Low dice are likely to get better.",
    "decline": "The new unit is best where it is.",
}


def reasons(position: HexDicePosition, seat: int, action: int, text: str) -> list[str]:
    """Return up to three reasons for an action."""
    if position.phase < PLAY:
        return _setup_reasons(position, seat, text)
    after = _after(position, seat, action)
    if after.over and after.place(seat) == 1:
        return [translate("It wins the game.")]
    return [*_losses(position, after, seat), *_safety(position, after, seat), *_prospects(position, after, seat, text)][:3]


def _setup_reasons(position: HexDicePosition, seat: int, text: str) -> list[str]:
    word = text.split()[0]
    if word != "deploy":
        return [translate(SETUP_REASONS[word])] if word in SETUP_REASONS else []
    cells = position.board.shape.cells
    cell, base = cells[position.board.shape.find(text.split()[2])], cells[int(position.base(seat))]
    if cell == base:
        return [translate("It stands on your base, so nobody just walks in.")]
    ahead = distance(cell, CENTRE) < distance(base, CENTRE)
    return [
        translate("It stands in front of your base, ready to go forward.")
        if ahead
        else translate("It stands beside your base and covers it.")
    ]


def _after(position: HexDicePosition, seat: int, action: int) -> HexDicePosition:
    """Return the position after an action; a re-rolled die gets an arbitrary value."""
    after = position.copy()
    assert isinstance(after, HexDicePosition)
    after.dice.copy_from(fast(0))
    after.play(seat, action)
    return after


def _units(position: HexDicePosition, seat: int) -> dict[int, int]:
    """Return the cell codes of a seat's units by cell."""
    cells = [int(position.unit_cell(seat, i)) for i in range(int(position.unit_count(seat)))]
    return {cell: int(position.cells[cell]) for cell in cells}


def _enemies(position: HexDicePosition, seat: int) -> list[int]:
    return [other for other in range(int(position.seats)) if other != seat and position.still_in(other)]


def _value_list(values: list[int]) -> str:
    return listed([str(value) for value in values])


def _losses(position: HexDicePosition, after: HexDicePosition, seat: int) -> list[str]:
    """Return the immediate losses of the enemies."""
    for other in _enemies(position, seat):
        before, then = _units(position, other), _units(after, other)
        gone = [code & VALUE for cell, code in before.items() if cell not in then]
        hurt = [code & VALUE for cell, code in before.items() if cell in then and tokens(then[cell]) > tokens(code)]
        if gone:
            return [translate("It defeats {colour}'s {units}.", colour=translate(COLOURS[other]), units=_value_list(gone))]
        if hurt:
            return [translate("It weakens {colour}'s {units}: one armour less.", colour=translate(COLOURS[other]), units=_value_list(hurt))]
    return []


def _capturable(position: HexDicePosition, attacker: int, seat: int) -> set[int]:
    """Return the cells of a seat's units that another seat could defeat if it were on turn."""
    turned = position.copy()
    assert isinstance(turned, HexDicePosition)
    if turned.over or turned.phase != PLAY:
        return set()
    turned.turn = attacker
    found = set()
    for action in legal_actions(turned, attacker):
        target = int(turned.board.targets[action]) if action < len(turned.board.targets) else -1
        if target >= 0 and owner(int(turned.cells[target])) == seat and target not in found:
            then = _after(turned, attacker, action)
            if then.unit_count(seat) < turned.unit_count(seat) or not then.still_in(seat):
                found.add(target)
    return found


def _safety(position: HexDicePosition, after: HexDicePosition, seat: int) -> list[str]:
    """Return how the danger to the seat's own units changes, and which enemies it threatens."""
    found = []
    enemies = _enemies(after, seat)
    before = {cell for other in enemies for cell in _capturable(position, other, seat)}
    then = {cell for other in enemies for cell in _capturable(after, other, seat)}
    if len(then) < len(before):
        found.append(translate("Units of yours in danger: {before} now, {after} afterwards.", before=len(before), after=len(then)))
    elif not then:
        found.append(translate("None of your units can be defeated next turn."))
    for other in enemies:
        aims = _capturable(after, seat, other) - _capturable(position, seat, other)
        if aims:
            values = sorted({int(after.cells[cell]) & VALUE for cell in aims}, reverse=True)
            found.append(translate("It threatens {colour}'s {units}.", colour=translate(COLOURS[other]), units=_value_list(values[:2])))
    return found


def _prospects(position: HexDicePosition, after: HexDicePosition, seat: int, text: str) -> list[str]:
    """Return the long-term benefit of an action."""
    if text.endswith("reroll"):
        return [translate("Another value may be worth more here.")]
    if text.endswith("guard"):
        return [translate("On guard the unit has one more armour.")]
    for other in _enemies(position, seat):
        before, then = _distance_to_base(position, seat, other), _distance_to_base(after, seat, other)
        if then < before:
            one, more = "It comes within {count} step of {colour}'s base.", "It comes within {count} steps of {colour}'s base."
            return [translate.plural(then, one, more, colour=translate(COLOURS[other]))]
    return []


def _distance_to_base(position: HexDicePosition, seat: int, other: int) -> int:
    """Return the distance of the seat's nearest unit from the base of another."""
    cells = position.board.shape.cells
    base = cells[int(position.base(other))]
    return min((distance(cells[cell], base) for cell in _units(position, seat)), default=99)
