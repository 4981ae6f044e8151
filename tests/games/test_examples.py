"""Pictures of the rules: each can be drawn, belongs to an existing section, and marks existing things."""

from __future__ import annotations

import re

import msgspec
import pytest

from bestagon.core import registry
from bestagon.core.game import Game
from bestagon.scene.model import Scene, Stage
from bestagon.server.content.rule_examples import example_pictures

OURS = ("beerhex", "hex-dice", "hex-roller", "hexagone", "pocket-hexes")


def sections(game: Game) -> set[int]:
    """The numbers of the sections of the rules."""
    return {int(number) for number in re.findall(r"^## (\d+)", game.rules(), re.MULTILINE)}


@pytest.mark.parametrize("name", OURS)
def test_every_game_has_pictures_for_most_of_its_rules(name: str) -> None:
    game = registry.game(name)
    drawn = example_pictures(game)
    assert len(drawn) >= 6
    numbers = [picture.section for picture in drawn]
    assert numbers == sorted(numbers)
    assert set(numbers) <= sections(game)
    assert len(set(numbers)) * 2 > len(sections(game))
    assert len({picture.words for picture in drawn}) == len(drawn)


@pytest.mark.parametrize("name", OURS)
def test_a_picture_marks_what_is_there(name: str) -> None:
    for picture in example_pictures(registry.game(name)):
        stage = msgspec.json.decode(picture.stage, type=Stage)
        scene = msgspec.json.decode(picture.scene, type=Scene)
        cells = {board.id + cell.id for board in stage.boards for cell in stage.grids[board.grid].cells}
        things = {item.id for items in scene.trays.values() for item in items}
        assert picture.marks, picture.words
        assert set(picture.marks) <= cells | things, picture.words
        assert scene.choices == []


def test_a_picture_of_a_part_shows_the_cells_near_its_marks_only() -> None:
    pawn = example_pictures(registry.game("hex-dice"))[1]
    stage = msgspec.json.decode(pawn.stage, type=Stage)
    names = {cell.id for cell in stage.grids[0].cells}
    assert {"g5", "g11", "f7"} <= names
    assert names.isdisjoint({"g4", "g12", "e7"})


def test_a_game_needs_no_pictures() -> None:
    assert Game().examples() == ()
