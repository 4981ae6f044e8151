"""Actions as choices to click and as sentences for the log."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from bestagon.core.scene_parts import listed
from bestagon.games.hex_dice.board import (
    CHOOSE_BASE,
    DECLINE,
    KEEP,
    REROLL,
    SHOOT,
    SLOTS,
    STAND_GUARD,
    TURN_INTO,
    VALUE,
    HexDiceBoard,
    owner,
)
from bestagon.games.hex_dice.notation import PAIRS, TERRAINS
from bestagon.games.hex_dice.rules.state import HexDicePosition
from bestagon.games.hex_dice.translations import translate
from bestagon.i18n import language
from bestagon.scene.model import Choice

UNITS: Final = ("", "Pawn", "Bishop", "Knight", "Rook", "Archer", "Legion")
"""The names of the units, by value (HD 3)."""
MOVE: Final = 0
ATTACK: Final = 1
MERGE: Final = 2
MOVE_LABELS: Final = ("Move from {cell} to {target}", "Attack from {cell} on {target}", "Merge {cell} into {target}")
MOVE_SENTENCES: Final = (
    "{name} moves from {cell} to {target}",
    "{name} attacks from {cell} on {target}",
    "{name} merges {cell} into {target}",
)
TERRAIN_LABELS: Final = ("Place a forest on {cell}", "Place a lake on {cell}", "Place a tower on {cell}", "Place a mountain on {cell}")
TERRAIN_SENTENCES: Final = (
    "{name} places a forest on {cell}",
    "{name} places a lake on {cell}",
    "{name} places a tower on {cell}",
    "{name} places a mountain on {cell}",
)


class UnitChoices(dict[tuple[int, int], Choice]):
    """The choices of units on a map, by action and kind of move; each is made on first use."""

    def __init__(self, board: HexDiceBoard) -> None:
        """Start empty."""
        self.board = board

    def __missing__(self, key: tuple[int, int]) -> Choice:
        """Make a choice and cache it."""
        action, kind = key
        names = self.board.shape.names
        name, slot = names[action // SLOTS], action % SLOTS
        if slot == REROLL:
            made = Choice(action, f"{name} reroll", translate("Re-roll the die"), (name,))
        elif slot == STAND_GUARD:
            made = Choice(action, f"{name} guard", translate("Go on guard"), (name,))
        else:
            target = names[self.board.targets[action]]
            label = translate("Shoot from {cell} at {target}" if slot >= SHOOT else MOVE_LABELS[kind], cell=name, target=target)
            made = Choice(action, f"{name}{'-' if slot < SHOOT else '*'}{target}", label, (name, target))
        self[key] = made
        return made


@lru_cache(maxsize=64)
def _unit_choices(board: HexDiceBoard, language: str) -> UnitChoices:
    """Return the choices of a map's units in the current language, which is part of the cache key."""
    return UnitChoices(board)


@lru_cache(maxsize=64)
def _terrain_choices(board: HexDiceBoard, language: str) -> list[Choice]:
    """Return the placements of terrain by cell and kind, in the current language, which is part of the cache key."""
    first = SLOTS * int(board.size)
    return [
        Choice(first + 4 * i + k, f"{kind} {name}", translate(TERRAIN_LABELS[k], cell=name), (f"terrain.{kind}", name))
        for i, name in enumerate(board.shape.names)
        for k, kind in enumerate(TERRAINS)
    ]


def choices_for(position: HexDicePosition, seat: int, actions: list[int]) -> list[Choice]:
    """Return legal actions as choices."""
    board = position.board
    first_terrain = SLOTS * int(board.size)
    if actions and first_terrain <= actions[0] < board.first_deploy:
        terrain_choices = _terrain_choices(board, language())
        return [terrain_choices[action - first_terrain] for action in actions]
    choices, cells, targets, unit_choices = [], position.cells, board.targets, _unit_choices(board, language())
    for action in actions:
        if action >= first_terrain:
            choices.append(_other_choice(board, seat, action, language()))
        elif action % SLOTS >= SHOOT:
            choices.append(unit_choices[action, MOVE])
        else:
            choices.append(unit_choices[action, _move_kind(cells[int(targets[action])], seat)])
    return choices


def _move_kind(code: int, seat: int) -> int:
    """Return whether entering a cell with this code moves, attacks or merges."""
    return MOVE if not code & VALUE else MERGE if owner(code) == seat else ATTACK


@lru_cache(maxsize=8192)
def _other_choice(board: HexDiceBoard, seat: int, action: int, language: str) -> Choice:
    """Return a deployment or general action in the current language, which is part of the cache key."""
    names, die = board.shape.names, f"p{seat + 1}.die."
    if action < board.first_general:
        cell, value = divmod(action - int(board.first_deploy), 6)
        text = f"deploy {value + 1} {names[cell]}"
        return Choice(
            action, text, translate("Deploy the {value} on {cell}", value=value + 1, cell=names[cell]), (f"{die}{value + 1}", names[cell])
        )
    choice = action - int(board.first_general)
    if choice < KEEP:
        base = names[board.bases[choice - CHOOSE_BASE]]
        return Choice(action, f"base {base}", translate("Make {cell} your base", cell=base), (base,))
    if choice == KEEP:
        return Choice(action, "keep", translate("Keep all dice"))
    if choice < TURN_INTO + 1:
        dice = _rerolled(choice)
        label = translate("Re-roll {dice}", dice=_listed(dice))
        return Choice(action, " ".join(["reroll", *map(str, dice)]), label, tuple(f"{die}{value}" for value in dice))
    if choice == DECLINE:
        return Choice(action, "decline", translate("Do nothing more"))
    value = choice - TURN_INTO
    return Choice(action, f"become {value}", translate("Become a {value}, {unit}", value=value, unit=translate(UNITS[value])))


def _rerolled(choice: int) -> tuple[int, ...]:
    """Return the values that an action of set-up re-rolls."""
    return (choice - KEEP,) if choice <= KEEP + 6 else PAIRS[choice - KEEP - 7]


def _listed(dice: tuple[int, ...]) -> str:
    return listed([translate("a {value}", value=value) for value in dice])


def sentence(position: HexDicePosition, seat: int, action: int, name: str) -> str:
    """Return an action of the player called `name` as a sentence."""
    board = position.board
    names = board.shape.names
    if action >= board.first_general:
        return _general_sentence(board, action - int(board.first_general), name)
    if action >= board.first_deploy:
        cell, value = divmod(action - int(board.first_deploy), 6)
        return translate("{name} deploys a {value} on {cell}", name=name, value=value + 1, cell=names[cell])
    if action >= SLOTS * board.size:
        cell, kind = divmod(action - SLOTS * int(board.size), 4)
        return translate(TERRAIN_SENTENCES[kind], name=name, cell=names[cell])
    unit, slot = names[action // SLOTS], action % SLOTS
    if slot == REROLL:
        return translate("{name} rolls the die on {cell} again", name=name, cell=unit)
    if slot == STAND_GUARD:
        return translate("{name} puts the unit on {cell} on guard", name=name, cell=unit)
    target = names[board.targets[action]]
    if slot >= SHOOT:
        return translate("{name} shoots from {cell} at {target}", name=name, cell=unit, target=target)
    return translate(MOVE_SENTENCES[_move_kind(position.cells[int(board.targets[action])], seat)], name=name, cell=unit, target=target)


def _general_sentence(board: HexDiceBoard, choice: int, name: str) -> str:
    if choice < KEEP:
        return translate("{name} makes {cell} the base", name=name, cell=board.shape.names[board.bases[choice - CHOOSE_BASE]])
    if choice == KEEP:
        return translate("{name} keeps all dice", name=name)
    if choice < TURN_INTO + 1:
        return translate("{name} rolls {dice} again", name=name, dice=_listed(_rerolled(choice)))
    if choice == DECLINE:
        return translate("{name} does nothing more", name=name)
    value = choice - TURN_INTO
    return translate("{name} makes the merged unit a {value}, {unit}", name=name, value=value, unit=translate(UNITS[value]))


def touched(position: HexDicePosition, action: int) -> tuple[str, ...]:
    """Return the cells of an action, the start of a move first."""
    board = position.board
    names = board.shape.names
    if action >= board.first_general:
        choice = action - int(board.first_general)
        return (
            (names[board.bases[choice - CHOOSE_BASE]],)
            if choice < KEEP
            else (names[position.merged_cell],)
            if position.merged_cell >= 0
            else ()
        )
    if action >= board.first_deploy:
        return (names[(action - int(board.first_deploy)) // 6],)
    if action >= SLOTS * board.size:
        return (names[(action - SLOTS * int(board.size)) // 4],)
    name = names[action // SLOTS]
    return (name,) if action % SLOTS >= REROLL else (name, names[board.targets[action]])
