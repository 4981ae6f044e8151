"""What Hex Dice prints: maps with their layouts, terrain to place, markers, and how units move."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from bestagon.core.actions import legal_actions
from bestagon.core.lesson import Snapshot
from bestagon.core.option import Value
from bestagon.core.position import Position
from bestagon.games.hex_dice.board import HexDiceBoard
from bestagon.games.hex_dice.layouts import PRESETS, TerrainLayout, preset
from bestagon.games.hex_dice.notation import TERRAINS
from bestagon.games.hex_dice.rules.state import HexDicePosition
from bestagon.games.hex_dice.scene import FREE_BASE, KINDS, LEGEND, TERRAIN_CELLS
from bestagon.games.hex_dice.scene_choices import touched
from bestagon.games.hex_dice.scene_facts import UNITS
from bestagon.games.hex_dice.translations import translate
from bestagon.grid import CENTRE, DIRECTIONS, distance, hexagon
from bestagon.i18n import language
from bestagon.scene.grids import grid, part_of
from bestagon.scene.model import CellState, Piece
from bestagon.scene.printout import PrintBoard, PrintPart, PrintPicture, PrintText, PrintToken, PrintTokens

CELL: Final = 16.0
"""The width of a cell in millimetres: a die of 16 mm covers it, one of 12 mm leaves its terrain visible."""
SUPPLY: Final = (14, 14, 8, 8)
"""Forests, lakes, towers and mountains to place: the dice give two forests and lakes for each tower and mountain, 36 at most (HD 2.4)."""
MAPS: Final = (6, 8)
MARKERS: Final = 12
"""Of each kind of marker."""
CENTRE_NAME: Final = hexagon(6).name(hexagon(6).index[CENTRE])
REFERENCE: Final = """# {title}: units

A die is what it shows. Its number is its armour. Forward, away from your base, is to the right in these pictures: a unit
moves to the dots, also to attack, and it shoots or
strikes at the rings without moving.

## {pawn} 1: attack 2

![1 to 3 forward, or 1 back.](1)

## {bishop} 2: attack 3

![1 to 3 along the four lines that are neither forward nor back.](2)

## {knight} 3: attack 4

![Two straight, then one aside. It passes friends, but no enemies and no mountains.](3)

## {rook} 4: attack 5

![1 anywhere, 2 forward or back, or straight across.](4)

## {archer} 5: attack 6

![1 anywhere; shoots at 2 or 3 in a line that nothing blocks, at 2 to 4 from a mountain, at 1 to 3 from a tower.](5)

## {legion} 6: attack 6

![Never moves. It strikes next to it, and moves in when it wins. Friends next to it have +1 armour.](6)

## Attack

If the attack is at least the armour, the unit falls. If not, it loses 1 armour for good: give it a cracked shield. On guard:
+1 armour until it moves.

| terrain | armour | units | view |
|---|---|---|---|
| forest | +1 | enter | blocked |
| lake | | never enter | clear |
| tower | +1 | enter | blocked |
| mountain | +2 | are slower; a Knight never enters | blocked |"""
SHOTS: Final = {5: (2, 3), 6: (1,)}
"""The distances at which a unit attacks without moving (HD 4.4, 4.5)."""


def alone(value: int) -> Snapshot:
    """Return a position with one unit of Red in the middle; Red's forward is to the right, and Blue is far away."""
    return Snapshot(f"play r rb 0 - r@g2:{value}{CENTRE_NAME} b@g12:1a1 -")


def chosen_maps(
    given: Mapping[str, Value], full: Mapping[str, Value], data: TerrainLayout | None
) -> list[tuple[int, TerrainLayout | None]]:
    """Return maps by radius with a layout or None, for the options that were given and the full ones; `data` is a layout of one's own."""
    radius = int(full["map"])
    if data is not None:
        return [(radius, data)]
    if full["preset"]:
        return [(radius, preset(radius, int(full["preset"])))]
    if "terrain" in given and full["terrain"] != "preset":
        return [(radius, None)]
    plain = [] if "terrain" in given else [None]
    maps = (radius,) if "map" in given else MAPS
    return [(size, layout) for size in maps for layout in (*plain, *(preset(size, n) for n in range(1, PRESETS + 1)))]


def map_part(board: HexDiceBoard, layout: TerrainLayout | None) -> PrintBoard:
    """Return a map with its bases, and the terrain of a layout."""
    names = board.shape.names
    terrain = layout.terrain if layout is not None else ()
    cells = {names[cell]: TERRAIN_CELLS[kind] for cell, kind in enumerate(terrain) if kind}
    cells |= {names[int(board.bases[axis])]: FREE_BASE for axis in range(6) if board.base_axes >> axis & 1}
    found = {state.kind for state in cells.values()}
    legend = tuple((kind, translate(LEGEND[kind])) for kind in (*TERRAINS, "site") if kind in found)
    title = translate("Map {size}", size=int(board.radius)) if layout is None else layout.text("name", language())
    note = layout.text("about", language()) if layout is not None else ""
    return PrintBoard(title, grid(board.shape), cells, cell=CELL, note=note, legend=legend)


def pieces() -> tuple[PrintPart, ...]:
    """Return terrain to place and markers for armour and guard."""
    terrain = tuple(PrintToken(kind, SUPPLY[i], translate(kind)) for i, kind in enumerate(TERRAINS))
    note = translate("For random terrain and for terrain that players place, on the maps without a layout.")
    hits = (PrintToken("hit", MARKERS, translate("armour -1")), PrintToken("guard", MARKERS, translate("on guard")))
    return (
        PrintTokens(translate("Terrain"), terrain, CELL, note=note, counted=True),
        PrintTokens(translate("Markers"), hits, 11.0, "disc", counted=True),
    )


def reference(title: str, positions: Mapping[int, Position]) -> PrintText:
    """Return how units move, from positions with one unit of Red in the middle of map 6, by value."""
    names = {KINDS[value]: translate(UNITS[value]) for value in range(1, 7)}
    pictures = {value: _moves(value, position) for value, position in positions.items()}
    return PrintText(translate(REFERENCE, title=title, **names), pictures)


def _moves(value: int, position: Position) -> PrintPicture:
    assert isinstance(position, HexDicePosition)
    shape = position.board.shape
    moves = {cell for action in legal_actions(position, 0) for cell in _targets(position, action)}
    shots = {shape.names[shape.index[step * far]] for step in DIRECTIONS for far in SHOTS.get(value, ())}
    unit = CellState(piece=Piece(KINDS[value], 0, str(value), facing=0))
    cells = {name: CellState("reach") for name in moves} | {name: CellState("shot") for name in shots} | {CENTRE_NAME: unit}
    far = max((distance(CENTRE, shape.cells[shape.find(name)]) for name in {*moves, *shots}), default=1)
    return PrintPicture(part_of(grid(shape), (CENTRE_NAME,), max(2, far)), cells, "")


def _targets(position: HexDicePosition, action: int) -> Iterable[str]:
    """Return where an action leads: the last of the cells it touches, unless that is its own."""
    cells = touched(position, action)
    return cells[-1:] if cells and cells[-1] != CENTRE_NAME else ()
