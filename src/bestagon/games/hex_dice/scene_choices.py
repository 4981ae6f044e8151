"""The actions of Hex Dice as choices to click, and as sentences for the log."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from bestagon.core.scene_parts import listed
from bestagon.games.hex_dice.board import DECLINE, KEEP, OWNER, REROLL, SEAT, SHOOT, SITE, SLOTS, STAND, TURN_INTO, VALUE, Board
from bestagon.games.hex_dice.notation import PAIRS, TERRAINS
from bestagon.games.hex_dice.position import HexDicePosition
from bestagon.games.hex_dice.translations import translate
from bestagon.i18n import language
from bestagon.scene.model import Choice

UNITS: Final = ("", "Pawn", "Bishop", "Knight", "Rook", "Archer", "Legion")
"""The names of the units, by value (HD 3)."""
MOVE: Final = 0
FIGHT: Final = 1
JOIN: Final = 2
GOING: Final = ("Move from {cell} to {target}", "Attack from {cell} on {target}", "Merge {cell} into {target}")
WENT: Final = ("{name} moves from {cell} to {target}", "{name} attacks from {cell} on {target}", "{name} merges {cell} into {target}")
PLACES: Final = ("Place a forest on {cell}", "Place a lake on {cell}", "Place a tower on {cell}", "Place a mountain on {cell}")
PLACED: Final = (
    "{name} places a forest on {cell}",
    "{name} places a lake on {cell}",
    "{name} places a tower on {cell}",
    "{name} places a mountain on {cell}",
)


class Ways(dict[tuple[int, int], Choice]):
    """What units can do on a map, by action and what stands where it leads; made when it is first needed."""

    def __init__(self, board: Board) -> None:
        """Know the map."""
        self.board = board

    def __missing__(self, key: tuple[int, int]) -> Choice:
        """Make a choice, and keep it."""
        action, sort = key
        names = self.board.shape.names
        name, slot = names[action // SLOTS], action % SLOTS
        if slot == REROLL:
            made = Choice(action, f"{name} reroll", translate("Re-roll the die"), (name,))
        elif slot == STAND:
            made = Choice(action, f"{name} guard", translate("Go on guard"), (name,))
        else:
            target = names[self.board.to[action]]
            label = translate("Shoot from {cell} at {target}" if slot >= SHOOT else GOING[sort], cell=name, target=target)
            made = Choice(action, f"{name}{'-' if slot < SHOOT else '*'}{target}", label, (name, target))
        self[key] = made
        return made


@lru_cache(maxsize=64)
def ways(board: Board, language: str) -> Ways:
    """Return the choices of a map's units, in the language that is spoken."""
    return Ways(board)


@lru_cache(maxsize=64)
def terrains(board: Board, language: str) -> list[Choice]:
    """Return the placements of terrain, by cell and kind, in the language that is spoken."""
    first = SLOTS * int(board.size)
    return [
        Choice(first + 4 * i + k, f"{kind} {name}", translate(PLACES[k], cell=name), (f"terrain.{kind}", name))
        for i, name in enumerate(board.shape.names)
        for k, kind in enumerate(TERRAINS)
    ]


def choices_of(position: HexDicePosition, seat: int, actions: list[int]) -> list[Choice]:
    """Return legal actions as choices."""
    board = position.board
    places = SLOTS * int(board.size)
    if actions and places <= actions[0] < board.deploy:
        table = terrains(board, language())
        return [table[action - places] for action in actions]
    found, cells, to, unit_ways = [], position.cells, board.to, ways(board, language())
    for action in actions:
        if action >= places:
            found.append(_set_up(board, seat, action, language()))
        elif action % SLOTS >= SHOOT:
            found.append(unit_ways[action, MOVE])
        else:
            found.append(unit_ways[action, _sort(cells[int(to[action])], seat)])
    return found


def _sort(held: int, seat: int) -> int:
    """Return what going to a cell amounts to, by what it holds."""
    return MOVE if not held & VALUE else JOIN if (held & OWNER) // SEAT == seat + 1 else FIGHT


@lru_cache(maxsize=8192)
def _set_up(board: Board, seat: int, action: int, language: str) -> Choice:
    """Return a deployment, or an action that names no cell, in the language that is spoken."""
    names, die = board.shape.names, f"p{seat + 1}.die."
    if action < board.rest:
        cell, value = divmod(action - int(board.deploy), 6)
        text = f"deploy {value + 1} {names[cell]}"
        return Choice(
            action, text, translate("Deploy the {value} on {cell}", value=value + 1, cell=names[cell]), (f"{die}{value + 1}", names[cell])
        )
    rest = action - int(board.rest)
    if rest < KEEP:
        base = names[board.bases[rest - SITE]]
        return Choice(action, f"base {base}", translate("Make {cell} your base", cell=base), (base,))
    if rest == KEEP:
        return Choice(action, "keep", translate("Keep all dice"))
    if rest < TURN_INTO + 1:
        dice = rerolled(rest)
        label = translate("Re-roll {dice}", dice=_listed(dice))
        return Choice(action, " ".join(["reroll", *map(str, dice)]), label, tuple(f"{die}{value}" for value in dice))
    if rest == DECLINE:
        return Choice(action, "decline", translate("Do nothing more"))
    value = rest - TURN_INTO
    return Choice(action, f"become {value}", translate("Become a {value}, {unit}", value=value, unit=translate(UNITS[value])))


def rerolled(rest: int) -> tuple[int, ...]:
    """Return the values that an action of set-up rolls anew."""
    return (rest - KEEP,) if rest <= KEEP + 6 else PAIRS[rest - KEEP - 7]


def _listed(dice: tuple[int, ...]) -> str:
    return listed([translate("a {value}", value=value) for value in dice])


def sentence(position: HexDicePosition, seat: int, action: int, name: str) -> str:
    """Return what the player of a seat, called by a name, does."""
    board = position.board
    names = board.shape.names
    if action >= board.rest:
        return _told(board, action - int(board.rest), name)
    if action >= board.deploy:
        cell, value = divmod(action - int(board.deploy), 6)
        return translate("{name} deploys a {value} on {cell}", name=name, value=value + 1, cell=names[cell])
    if action >= SLOTS * board.size:
        cell, kind = divmod(action - SLOTS * int(board.size), 4)
        return translate(PLACED[kind], name=name, cell=names[cell])
    unit, slot = names[action // SLOTS], action % SLOTS
    if slot == REROLL:
        return translate("{name} rolls the die on {cell} again", name=name, cell=unit)
    if slot == STAND:
        return translate("{name} puts the unit on {cell} on guard", name=name, cell=unit)
    target = names[board.to[action]]
    if slot >= SHOOT:
        return translate("{name} shoots from {cell} at {target}", name=name, cell=unit, target=target)
    return translate(WENT[_sort(position.cells[int(board.to[action])], seat)], name=name, cell=unit, target=target)


def _told(board: Board, rest: int, name: str) -> str:
    if rest < KEEP:
        return translate("{name} makes {cell} the base", name=name, cell=board.shape.names[board.bases[rest - SITE]])
    if rest == KEEP:
        return translate("{name} keeps all dice", name=name)
    if rest < TURN_INTO + 1:
        return translate("{name} rolls {dice} again", name=name, dice=_listed(rerolled(rest)))
    if rest == DECLINE:
        return translate("{name} does nothing more", name=name)
    value = rest - TURN_INTO
    return translate("{name} makes the merged unit a {value}, {unit}", name=name, value=value, unit=translate(UNITS[value]))


def touched(position: HexDicePosition, action: int) -> tuple[str, ...]:
    """Return the cells an action is about; where a unit comes from stands first."""
    board = position.board
    names = board.shape.names
    if action >= board.rest:
        rest = action - int(board.rest)
        return (names[board.bases[rest - SITE]],) if rest < KEEP else (names[position.focus],) if position.focus >= 0 else ()
    if action >= board.deploy:
        return (names[(action - int(board.deploy)) // 6],)
    if action >= SLOTS * board.size:
        return (names[(action - SLOTS * int(board.size)) // 4],)
    name = names[action // SLOTS]
    return (name,) if action % SLOTS >= REROLL else (name, names[board.to[action]])
