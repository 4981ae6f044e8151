"""The example scenes in the rules of a game."""

from __future__ import annotations

import msgspec

from bestagon.core.game import Game
from bestagon.core.lesson import Example
from bestagon.grid import Hex, distance
from bestagon.scene.model import Grid
from bestagon.server.protocol.learn import ExamplePicture
from bestagon.server.tables import scene_json


def example_pictures(game: Game) -> list[ExamplePicture]:
    """Return the examples of a game in the order of its rules, in the current language."""
    numbered = enumerate(game.examples(), 1)
    return [_picture(game, number, example) for number, example in sorted(numbered, key=lambda one: one[1].section)]


def _picture(game: Game, number: int, example: Example) -> ExamplePicture:
    seat, marks = example.place.seat, tuple(example.marks.split())
    position = example.place.open(game)
    position.mask(seat)
    stage = game.stage(position)
    if example.near:
        stage = msgspec.structs.replace(stage, grids=tuple(_cut(grid, marks, example.near) for grid in stage.grids))
    scene = msgspec.structs.replace(game.scene(position, seat), choices=[], previews={})
    return ExamplePicture(
        number, example.section, game.translator(example.words), scene_json.encode(stage), scene_json.encode(scene), marks
    )


def _cut(grid: Grid, marks: tuple[str, ...], near: int) -> Grid:
    """Return the part of a grid within `near` cells of the marked ones."""
    centres = [Hex(cell.q, cell.r) for cell in grid.cells if cell.id in marks]
    kept = tuple(cell for cell in grid.cells if any(distance(Hex(cell.q, cell.r), centre) <= near for centre in centres))
    names = {cell.id for cell in kept}
    sides = tuple(msgspec.structs.replace(side, edges=tuple(edge for edge in side.edges if edge[0] in names)) for side in grid.sides)
    areas = tuple(msgspec.structs.replace(area, cells=tuple(cell for cell in area.cells if cell in names)) for area in grid.areas)
    return msgspec.structs.replace(grid, cells=kept, sides=sides, areas=areas, crop=False)
