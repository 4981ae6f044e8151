"""Actions as choices to click and as sentences."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from bestagon.core.scene_parts import listed
from bestagon.games.hex_dice.board import HexDiceBoard
from bestagon.games.hex_dice.board_actions import CHOOSE_BASE, DECLINE, KEEP, REROLL, SHOOT, SLOTS, STAND_GUARD, TURN_INTO
from bestagon.games.hex_dice.board_cells import FOREST, GROUND, VALUE, owner
from bestagon.games.hex_dice.notation import TERRAINS, action_text, rerolled_values
from bestagon.games.hex_dice.rules.state import HexDicePosition
from bestagon.games.hex_dice.scene_facts import unit_name, with_article
from bestagon.games.hex_dice.terminal import COLOURS
from bestagon.games.hex_dice.translations import translate
from bestagon.i18n import language
from bestagon.scene.model import Choice

MOVE: Final = 0
ATTACK: Final = 1
MERGE: Final = 2
MOVE_LABELS: Final = ("Move", "Attack", "Merge")
MOVE_SENTENCES: Final = (
    "{name} moves the {unit}",
    "{name} moves the {unit} into a forest",
    "",
    "{name} moves the {unit} into a tower",
    "{name} moves the {unit} onto a mountain",
)
"""By the terrain of the target."""
TERRAIN_LABELS: Final = ("Place a forest", "Place a lake", "Place a tower", "Place a mountain")
TERRAIN_SENTENCES: Final = ("{name} places a forest", "{name} places a lake", "{name} places a tower", "{name} places a mountain")


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
            label = translate("Re-roll") if slot == REROLL else translate("Go on guard")
        else:
            label = translate("Shoot" if slot >= SHOOT else MOVE_LABELS[kind])
            picks = (name, names[self.board.targets[action]])
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
        picks = (f"terrain.{TERRAINS[kind]}", board.shape.names[cell])
        choices.append(Choice(action, action_text(board, action), translate(TERRAIN_LABELS[kind]), picks))
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
        label = translate("Deploy the {unit}", unit=unit_name(value + 1))
        return Choice(action, text, label, (f"{die}{value + 1}", names[cell]))
    choice = action - int(board.first_general)
    if choice < KEEP:
        base = names[board.bases[choice - CHOOSE_BASE]]
        return Choice(action, text, translate("Take this base"), (base,))
    if choice == KEEP:
        return Choice(action, text, translate("Keep all dice"))
    if choice <= TURN_INTO:
        dice = rerolled_values(choice)
        return Choice(action, text, translate("Re-roll {dice}", dice=_listed(dice)), tuple(f"{die}{value}" for value in dice))
    if choice == DECLINE:
        return Choice(action, text, translate("No extra action"))
    return Choice(action, text, translate("Become {unit}", unit=with_article(choice - TURN_INTO)))


def _listed(dice: tuple[int, ...]) -> str:
    return listed([str(value) for value in dice])


def sentence(position: HexDicePosition, seat: int, action: int, name: str) -> str:
    """Return an action of the player called `name` as a sentence without its outcome."""
    board = position.board
    if action >= board.first_general:
        return _general_sentence(action - int(board.first_general), name)
    if action >= board.first_deploy:
        return translate("{name} deploys the {unit}", name=name, unit=unit_name((action - int(board.first_deploy)) % 6 + 1))
    if action >= SLOTS * board.size:
        return translate(TERRAIN_SENTENCES[(action - SLOTS * int(board.size)) % 4], name=name)
    return _unit_sentence(position, seat, action, name)


def _unit_sentence(position: HexDicePosition, seat: int, action: int, name: str) -> str:
    cells, slot = position.cells, action % SLOTS
    value = cells[action // SLOTS] & VALUE
    unit = unit_name(value)
    if slot == REROLL:
        return translate("{name} re-rolls the {unit}", name=name, unit=unit)
    if slot == STAND_GUARD:
        return translate("{name} puts the {unit} on guard", name=name, unit=unit)
    code = int(cells[int(position.board.targets[action])])
    kind = _move_kind(code, seat)
    if kind == MOVE:
        return translate(MOVE_SENTENCES[(code & GROUND) // FOREST], name=name, unit=unit)
    other = code & VALUE
    if kind == MERGE:
        return translate("{name} merges {unit} and {other}", name=name, unit=unit, other=unit_name(other))
    words = "{name}'s {unit} attacks {foe}'s {other}"
    if slot >= SHOOT:
        words = "{name}'s {unit} shoots at {foe}'s {other}"
    return translate(words, name=name, unit=unit, foe=translate(COLOURS[owner(code)]), other=unit_name(other))


def _general_sentence(choice: int, name: str) -> str:
    if choice < KEEP:
        return translate("{name} takes a base", name=name)
    if choice == KEEP:
        return translate("{name} keeps all dice", name=name)
    if choice <= TURN_INTO:
        return translate("{name} re-rolls {dice}", name=name, dice=_listed(rerolled_values(choice)))
    if choice == DECLINE:
        return translate("{name} takes no extra action", name=name)
    return translate("{name} chooses {unit}", name=name, unit=with_article(choice - TURN_INTO))


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
