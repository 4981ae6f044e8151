"""What the scene says about rings that lack one number, and in how many places a die fits."""

from __future__ import annotations

from collections.abc import Iterator

from bestagon.core.dice import fast
from bestagon.core.position import Position
from bestagon.games.pocket_hexes import GAME
from bestagon.games.pocket_hexes.rules.state import PocketPosition
from bestagon.games.pocket_hexes.scene import scene
from bestagon.testing.cases import random_step


def positions(seed: int) -> Iterator[PocketPosition]:
    """Play a game at random and return every position."""
    dice = fast(seed)
    position: Position = GAME.setup(2, {option.name: option.default for option in GAME.options})
    position.start(dice)
    while not position.over:
        random_step(position, dice)
        assert isinstance(position, PocketPosition)
        yield position


def test_an_open_ring_points_at_its_only_empty_neighbour() -> None:
    found = 0
    for position in positions(3):
        shape, cells = position.board.shape, scene(position, 0).boards["p1."].cells
        for i, name in enumerate(shape.names):
            marks = cells[name].marks if name in cells else ()
            around = [shape.step(i, direction) for direction in range(6)]
            empty = [direction for direction, n in enumerate(around) if n >= 0 and shape.names[n] not in cells]
            inner = all(n >= 0 for n in around)
            assert (len(marks) == 1 and marks[0].startswith("open.")) == (inner and len(empty) == 1 and name in cells)
            if marks and marks[0].startswith("open."):
                assert marks[0] == f"open.{empty[0]}"
                found += 1
    assert found > 0


def test_a_die_says_in_how_many_places_it_fits() -> None:
    stuck = 0
    for position in positions(4):
        seen = scene(position, 0)
        for item in seen.trays["dice"]:
            places = sum(item.id in choice.picks and len(choice.picks) == 2 for choice in seen.choices)
            if places:
                assert item.note == ("1 place" if places == 1 else f"{places} places")
            stuck += item.note == "no place"
            assert item.name == item.id.removeprefix("die.")
    assert stuck > 0
