"""Actions as choices to click and as sentences for the log."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from bestagon.core.scene_parts import listed
from bestagon.games.hex_dice.board import HexDiceBoard
from bestagon.games.hex_dice.board_actions import CHOOSE_BASE, DECLINE, KEEP, REROLL, SHOOT, SLOTS, STAND_GUARD, TURN_INTO
from bestagon.games.hex_dice.board_cells import VALUE, owner
from bestagon.games.hex_dice.notation import TERRAINS, action_text, rerolled_values
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


class HexDiceUnitChoices(dict[tuple[int, int], Choice]):
    """The choices of units on a map, by action and kind of move; each is made on first use."""

    def __init__(self, board: HexDiceBoard) -> None:
        """Start empty."""
        self.board = board

    def __missing__(self, key: tuple[int, int]) -> Choice:
        """Make a choice and cache it."""
        action, kind = key
        names = self.board.shape.names
        name, slot = names[action // SLOTS], action % SLOTS
        picks: tuple[str, ...] = (name,)
        if slot >= REROLL:
            label = translate("Re-roll the die") if slot == REROLL else translate("Go on guard")
        else:
            target = names[self.board.targets[action]]
            label = translate("Shoot from {cell} at {target}" if slot >= SHOOT else MOVE_LABELS[kind], cell=name, target=target)
            picks = (name, target)
        self[key] = choice = Choice(action, action_text(self.board, action), label, picks)
        return choice


@lru_cache(maxsize=64)
def _unit_choices(board: HexDiceBoard, language: str) -> HexDiceUnitChoices:
    """Return the choices of a map's units in the current language, which is part of the cache key."""
    return HexDiceUnitChoices(board)


@lru_cache(maxsize=64)
def _terrain_choices(board: HexDiceBoard, language: str) -> list[Choice]:
    """Return the placements of terrain by cell and kind, in the current language, which is part of the cache key."""
    first = SLOTS * int(board.size)
    choices = []
    for action in range(first, int(board.first_deploy)):
        cell, kind = divmod(action - first, 4)
        name = board.shape.names[cell]
        label = translate(TERRAIN_LABELS[kind], cell=name)
        choices.append(Choice(action, action_text(board, action), label, (f"terrain.{TERRAINS[kind]}", name)))
    return choices


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
    text, names, die = action_text(board, action), board.shape.names, f"p{seat + 1}.die."
    if action < board.first_general:
        cell, value = divmod(action - int(board.first_deploy), 6)
        label = translate("Deploy the {value} on {cell}", value=value + 1, cell=names[cell])
        return Choice(action, text, label, (f"{die}{value + 1}", names[cell]))
    choice = action - int(board.first_general)
    if choice < KEEP:
        base = names[board.bases[choice - CHOOSE_BASE]]
        return Choice(action, text, translate("Make {cell} your base", cell=base), (base,))
    if choice == KEEP:
        return Choice(action, text, translate("Keep all dice"))
    if choice <= TURN_INTO:
        dice = rerolled_values(choice)
        return Choice(action, text, translate("Re-roll {dice}", dice=_listed(dice)), tuple(f"{die}{value}" for value in dice))
    if choice == DECLINE:
        return Choice(action, text, translate("Do nothing more"))
    value = choice - TURN_INTO
    return Choice(action, text, translate("Become a {value}, {unit}", value=value, unit=translate(UNITS[value])))


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
    if choice <= TURN_INTO:
        return translate("{name} rolls {dice} again", name=name, dice=_listed(rerolled_values(choice)))
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
        if choice < KEEP:
            return (names[board.bases[choice - CHOOSE_BASE]],)
        return (names[position.merged_cell],) if position.merged_cell >= 0 else ()
    if action >= board.first_deploy:
        return (names[(action - int(board.first_deploy)) // 6],)
    if action >= SLOTS * board.size:
        return (names[(action - SLOTS * int(board.size)) // 4],)
    name = names[action // SLOTS]
    return (name,) if action % SLOTS >= REROLL else (name, names[board.targets[action]])
