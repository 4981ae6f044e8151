"""The built-in sheets have the layout of clause 1.3; broken sheet files are rejected."""

from __future__ import annotations

from collections import deque
from pathlib import Path

import pytest
from tests.games.hex_roller.boards import SMALL, finish, new

from bestagon.core.errors import BadData
from bestagon.games.hex_roller import GAME
from bestagon.games.hex_roller.board import RollerSheet
from bestagon.games.hex_roller.sheets import built_in, parse_sheet
from bestagon.grid import distance


def cells(bits: int) -> list[int]:
    return [i for i in range(62) if bits >> i & 1]


def apart(sheet: RollerSheet, number: int) -> int:
    """Return the distance between the two printed cells of a number around the crossed-out cells, by breadth-first search."""
    start, goal = cells(int(sheet.printed[number]))
    far = {start: 0}
    left = deque([start])
    while left:
        cell = left.popleft()
        for near in sheet.shape.around(cell):
            if near not in far and not int(sheet.crosses) >> near & 1:
                far[near] = far[cell] + 1
                left.append(near)
    return far[goal]


@pytest.mark.parametrize("side", ["front", "back"])
def test_higher_numbers_are_farther_apart(side: str) -> None:
    sheet = built_in(side)
    distances = [apart(sheet, number) for number in range(3, 9)]
    straight = [distance(*(sheet.shape.cells[cell] for cell in cells(int(sheet.printed[number])))) for number in range(3, 9)]
    for steps in (distances, straight):
        assert steps == sorted(steps)
        assert steps[0] < steps[-1]


@pytest.mark.parametrize("side", ["front", "back"])
def test_two_numbers_in_each_outer_area_and_no_pair_in_one(side: str) -> None:
    sheet = built_in(side)
    held = [[n for n in range(3, 9) for cell in cells(int(sheet.printed[n])) if int(area) >> cell & 1] for area in sheet.areas]
    assert [len(numbers) for numbers in held] == [2] * 6 + [0]
    assert all(len(set(numbers)) == len(numbers) for numbers in held)


@pytest.mark.parametrize("side", ["front", "back"])
def test_every_number_can_be_joined_around_the_others(side: str) -> None:
    sheet = built_in(side)
    for number in range(3, 9):
        assert sheet.cells_to_join(sheet.printed[number], sheet.blank, sheet.printed[number]) == apart(sheet, number) - 1


def test_a_whole_map_may_stand_farther_right() -> None:
    head, tail = SMALL.split("areas:\n")
    moved = head + "areas:\n" + "".join(f"     {line}\n" for line in tail.splitlines())
    assert parse_sheet(moved, "moved").areas[0] == parse_sheet(SMALL, "lab").areas[0]


def test_a_path_is_read_like_a_text(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text(SMALL)
    assert finish(new(data=str(GAME.complete(1, {"data": tmp_path / "mine.txt"})["data"]))).over


@pytest.mark.parametrize(
    ("old", "new_text", "message"),
    [
        ("rounds: 3", "rounds: 13", "line 2: rounds must be a whole number from 1 to 12, not '13'"),
        ("rounds: 3", "rounds: many", "line 2: rounds must be"),
        ("rounds: 3\n", "", "the line 'rounds:' is missing"),
        ("middle: M", "middle: Q", r"line 3: middle must be the letter of one of the areas \(A B M\), not 'Q'"),
        ("middle: M", "midle: M", "line 3: 'midle:' is unknown; a sheet has rounds, middle, numbers, areas"),
        ("middle: M", "middle: M\nmiddle: A", "line 4: 'middle:' repeats line 3"),
        ("numbers:", "numbers: here", "line 5: the map of 'numbers:' starts on the next line"),
        ("3 . . . 3 .", "3 . . . 9 .", "line 6: a cell must be one of . 3 4 5 6 7 8 x, not '9'"),
        ("3 . . . 3 .", "3 . . . . .", "line 6: 3 must be printed exactly twice, not 1 times"),
        ("3 . . . 3 .", "3 . 3 . 3 .", "line 6: 3 must be printed exactly twice, not 3 times"),
        ("3 . . . 3 .", " . . . . 3 .", "line 7: .* is between the cells of the grid"),
        ("3 . . . 3 .", "33 . . . . .", "line 6: .*too wide"),
        ("3 . . . 3 .", "3 . . . 3 . .", "line 6: cell 7 of this row is missing from the map of areas"),
        ("A A A A A A\n A", "A A A A A A A\n A", "line 13: cell 7 of this row is missing from the map of numbers"),
        ("M M M M M M", "M M M M M 4", "line 15: an area must be a letter, not '4'"),
        ("B B B B B B\n", "B B B B B A\n", "line 16: area A is in several pieces"),
        ("numbers:\n", "numbers:\n\n", "line 7: '3 . . . 3 .' belongs to no entry"),
        ("3 . . . 3 .\n 4", "3 . . . 3 .\n\n 4", "line 8: '4 . . 4 . .' belongs to no entry"),
    ],
)
def test_a_broken_sheet_is_rejected(old: str, new_text: str, message: str) -> None:
    assert old in SMALL
    with pytest.raises(BadData, match=f"own sheet.*{message}"):
        new(data=SMALL.replace(old, new_text, 1))


def test_maps_without_cells_are_rejected() -> None:
    with pytest.raises(BadData, match="line 3: the map is missing"):
        parse_sheet("rounds: 3\nmiddle: M\nnumbers:\n\nareas:\nM\n", "own sheet")


def test_the_middle_alone_is_rejected() -> None:
    head, tail = SMALL.split("areas:")
    with pytest.raises(BadData, match="line 12: there must be at least one area besides the middle"):
        new(data=head + "areas:" + tail.replace("A", "M").replace("B", "M"))


def test_a_sheet_without_room_is_rejected() -> None:
    with pytest.raises(BadData, match="line 5: there is no cell to write on"):
        new(data=SMALL.replace(".", "x"))


def test_too_many_cells_are_rejected() -> None:
    more = "".join(" " * (i % 2) + ". " * 6 + "\n" for i in range(1, 8))
    with pytest.raises(BadData, match="line 5: a sheet can have at most 62 cells, not 72"):
        new(data=SMALL.replace("8 . . . . 8\n", "8 . . . . 8\n" + more))
