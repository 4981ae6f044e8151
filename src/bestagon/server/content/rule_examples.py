"""The example scenes in the rules of a game."""

from __future__ import annotations

import msgspec

from bestagon.core.game import Game
from bestagon.core.lesson import Example
from bestagon.scene.grids import part_of
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
        stage = msgspec.structs.replace(stage, grids=tuple(part_of(grid, marks, example.near) for grid in stage.grids))
    scene = msgspec.structs.replace(game.scene(position, seat), choices=[], previews={})
    return ExamplePicture(
        number, example.section, game.translator(example.words), scene_json.encode(stage), scene_json.encode(scene), marks
    )
