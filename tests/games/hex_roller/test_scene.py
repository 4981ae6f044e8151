"""What the scene says about a sheet: chains, areas, rows and dice."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain as chained
from itertools import pairwise

import pytest

from bestagon.core.dice import fast
from bestagon.core.position import Position
from bestagon.games.hex_roller import GAME
from bestagon.games.hex_roller.rules.state import RollerPosition
from bestagon.games.hex_roller.scene import scene, scene_parts
from bestagon.testing.cases import random_step


def positions(side: str, seed: int, every: int = 11) -> Iterator[RollerPosition]:
    """Play a game at random and return a position now and then."""
    dice = fast(seed)
    position: Position = GAME.setup(2, {"side": side, "dice": 8, "data": ""})
    position.start(dice)
    step = 0
    while not position.over:
        random_step(position, dice)
        step += 1
        if step % every == 0 or position.over:
            assert isinstance(position, RollerPosition)
            yield position


@pytest.mark.parametrize("side", ["front", "back"])
def test_every_two_equal_neighbours_are_tied_once(side: str) -> None:
    tied = lined = 0
    for position in positions(side, 5):
        shape, seen = position.sheet.shape, scene(position, 0)
        for board in ("p1.", "p2."):
            field = seen.boards[board]
            labels = {name: state.label for name, state in field.cells.items() if state.label and state.kind not in ("bonus", "cross")}
            wanted = {
                frozenset((shape.names[i], shape.names[n]))
                for i in range(len(shape))
                for n in shape.around(i)
                if labels.get(shape.names[i]) is not None and labels.get(shape.names[i]) == labels.get(shape.names[n])
            }
            found = [frozenset(pair) for chain in (*field.ties, *field.lines) for pair in pairwise(chain)]
            assert sorted(map(sorted, found)) == sorted(map(sorted, wanted))
            tied += len(field.ties)
            lined += len(field.lines)
    assert tied > 20
    assert lined > 0 or side == "back"


def test_tags_and_chips_count_what_is_written() -> None:
    full = 0
    for position in positions("front", 2):
        seen = scene(position, 1)
        areas = scene_parts(position.sheet, 2, "en").stage.grids[0].areas
        for seat, board in enumerate(("p1.", "p2.")):
            field = seen.boards[board]
            for area in areas:
                filled = sum(cell in field.cells for cell in area.cells)
                done = area.name in field.highlighted
                assert done == (filled == len(area.cells))
                assert done or field.tags[area.name] == f"{filled}/{len(area.cells)}"
                full += done
            lines = {line.text: line for line in seen.score_breakdown[seat]}
            outer = [area for area in areas if area.name in field.highlighted and area.colour != "gray"]
            assert lines["Areas"].points == sum(int(field.tags[area.name]) for area in outer)
            for row in ("Red row", "Green row"):
                done_chips = [int(chip.text) for chip in lines[row].chips if chip.state == "done"]
                assert lines[row].points == (done_chips[-1] if done_chips else 0)
    assert full > 0


def test_dice_say_whether_they_fit() -> None:
    notes = set()
    for position in chained.from_iterable(positions("back", seed, every=1) for seed in range(4)):
        for seat in (0, 1):
            seen = scene(position, seat)
            picks = {pick for choice in seen.choices for pick in choice.picks}
            for item in seen.trays["dice"]:
                notes.add(item.note)
                assert item.note != "no room" or item.id not in picks
    assert {"once", "2 times", "written", "no room"} <= notes
