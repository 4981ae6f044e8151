"""The actions of Hex Dice as choices to click, and as sentences for the log."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from bestagon.draw.scene import Choice
from bestagon.games.hex_dice.board import DECLINE, KEEP, OWNER, REROLL, SEAT, SHOOT, SITE, SLOTS, STAND, TURN_INTO, VALUE, Board
from bestagon.games.hex_dice.notation import PAIRS, TERRAINS
from bestagon.games.hex_dice.position import HexDicePosition

UNITS: Final = ("", "Pawn", "Bishop", "Knight", "Rook", "Archer", "Legion")
"""The names of the units, by value (HD 3)."""
MOVE: Final = 0
FIGHT: Final = 1
JOIN: Final = 2
GOING: Final = ("Move from {} to {}", "Attack from {} on {}", "Merge {} into {}")
WENT: Final = ("moves from {} to {}", "attacks from {} on {}", "merges {} into {}")


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
            made = Choice(action, f"{name} reroll", "Re-roll the die", (name,))
        elif slot == STAND:
            made = Choice(action, f"{name} guard", "Go on guard", (name,))
        else:
            target = names[self.board.to[action]]
            label = f"Shoot from {name} at {target}" if slot >= SHOOT else GOING[sort].format(name, target)
            made = Choice(action, f"{name}{'-' if slot < SHOOT else '*'}{target}", label, (name, target))
        self[key] = made
        return made


@lru_cache(maxsize=64)
def ways(board: Board) -> Ways:
    """Return the choices of a map's units."""
    return Ways(board)


@lru_cache(maxsize=64)
def terrains(board: Board) -> list[Choice]:
    """Return the placements of terrain, by cell and kind."""
    first = SLOTS * int(board.size)
    return [
        Choice(first + 4 * i + k, f"{kind} {name}", f"Place a {kind} on {name}", (f"terrain.{kind}", name))
        for i, name in enumerate(board.shape.names)
        for k, kind in enumerate(TERRAINS)
    ]


def choices_of(position: HexDicePosition, seat: int, actions: list[int]) -> list[Choice]:
    """Return legal actions as choices."""
    board = position.board
    places = SLOTS * int(board.size)
    if actions and places <= actions[0] < board.deploy:
        table = terrains(board)
        return [table[action - places] for action in actions]
    found, cells, to, unit_ways = [], position.cells, board.to, ways(board)
    for action in actions:
        if action >= places:
            found.append(_set_up(board, seat, action))
        elif action % SLOTS >= SHOOT:
            found.append(unit_ways[action, MOVE])
        else:
            found.append(unit_ways[action, _sort(cells[int(to[action])], seat)])
    return found


def _sort(held: int, seat: int) -> int:
    """Return what going to a cell amounts to, by what it holds."""
    return MOVE if not held & VALUE else JOIN if (held & OWNER) // SEAT == seat + 1 else FIGHT


@lru_cache(maxsize=8192)
def _set_up(board: Board, seat: int, action: int) -> Choice:
    """Return a deployment, or an action that names no cell."""
    names, die = board.shape.names, f"p{seat + 1}.die."
    if action < board.rest:
        cell, value = divmod(action - int(board.deploy), 6)
        text = f"deploy {value + 1} {names[cell]}"
        return Choice(action, text, f"Deploy the {value + 1} on {names[cell]}", (f"{die}{value + 1}", names[cell]))
    rest = action - int(board.rest)
    if rest < KEEP:
        base = names[board.bases[rest - SITE]]
        return Choice(action, f"base {base}", f"Make {base} your base", (base,))
    if rest == KEEP:
        return Choice(action, "keep", "Keep all dice")
    if rest < TURN_INTO + 1:
        dice = rerolled(rest)
        return Choice(action, " ".join(["reroll", *map(str, dice)]), f"Re-roll {_listed(dice)}", tuple(f"{die}{value}" for value in dice))
    if rest == DECLINE:
        return Choice(action, "decline", "Do nothing more")
    value = rest - TURN_INTO
    return Choice(action, f"become {value}", f"Become a {value}, {UNITS[value]}")


def rerolled(rest: int) -> tuple[int, ...]:
    """Return the values that an action of set-up rolls anew."""
    return (rest - KEEP,) if rest <= KEEP + 6 else PAIRS[rest - KEEP - 7]


def _listed(dice: tuple[int, ...]) -> str:
    return " and ".join(f"a {value}" for value in dice)


def sentence(position: HexDicePosition, seat: int, action: int) -> str:
    """Return what an action does, without who does it."""
    board = position.board
    names = board.shape.names
    if action >= board.rest:
        return _told(board, action - int(board.rest))
    if action >= board.deploy:
        cell, value = divmod(action - int(board.deploy), 6)
        return f"deploys a {value + 1} on {names[cell]}"
    if action >= SLOTS * board.size:
        cell, kind = divmod(action - SLOTS * int(board.size), 4)
        return f"places a {TERRAINS[kind]} on {names[cell]}"
    name, slot = names[action // SLOTS], action % SLOTS
    if slot == REROLL:
        return f"rolls the die on {name} again"
    if slot == STAND:
        return f"puts the unit on {name} on guard"
    target = names[board.to[action]]
    if slot >= SHOOT:
        return f"shoots from {name} at {target}"
    return WENT[_sort(position.cells[int(board.to[action])], seat)].format(name, target)


def _told(board: Board, rest: int) -> str:
    if rest < KEEP:
        return f"makes {board.shape.names[board.bases[rest - SITE]]} the base"
    if rest == KEEP:
        return "keeps all dice"
    if rest < TURN_INTO + 1:
        return f"rolls {_listed(rerolled(rest))} again"
    return "does nothing more" if rest == DECLINE else f"makes the merged unit a {rest - TURN_INTO}, {UNITS[rest - TURN_INTO]}"


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
