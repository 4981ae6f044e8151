"""The built-in sheets, and the errors for broken ones."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.games.pocket_hexes.boards import FLOWER, new

from bestagon.core.errors import BadData, BadOption
from bestagon.games.pocket_hexes import GAME
from bestagon.games.pocket_hexes.board import SHEETS, read_board, sheet_text
from bestagon.grid.bits import count, lowest


def test_the_built_in_sheets_are_hexagons() -> None:
    assert [read_board(sheet_text(name), name).cells for name in SHEETS] == [61, 37]
    standard = read_board(sheet_text("standard"), "standard")
    assert standard.shape.name(0) == "a1"
    assert standard.shape.name(30) == "e5"
    assert count(standard.ringable) == 37
    assert count(standard.neighbours[30]) == 6
    assert count(standard.neighbours[0]) == 3


def test_bit_sets_work_up_to_the_largest_sheet() -> None:
    for cell in range(62):
        assert lowest(1 << cell) == cell
        assert lowest((1 << 61) | (1 << cell)) == cell
        assert count((1 << cell) - 1) == cell
    assert count((1 << 62) - 1) == 62


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "a sheet has 7 to 62 cells, not 0"),
        (" . .\n. .\n . .", "a sheet has 7 to 62 cells, not 6"),
        ("\n".join([" ".join("." * 9), " " + " ".join("." * 9)] * 4), "a sheet has 7 to 62 cells, not 72"),
        ("# a flower\n . .\n. x .\n . .", "line 3: 'x' is not a cell: draw every cell as '.'"),
        (" . .\n.  . .\n . .", "line 2: '.' at column 4 is between the cells"),
        (" . .\n.. . .\n . .", "line 2: '..' is too wide"),
        (" . .\n.\t. .\n . .", "line 2: tabs are not allowed: use spaces"),
        (" . .\n. . .\n . .\n\n . .", "line 5: e1 is not connected to a1: a sheet must be one piece"),
        (" ".join("." * 9), "no cell has six neighbours"),
    ],
)
def test_a_broken_sheet_is_rejected_with_a_reason(text: str, message: str) -> None:
    with pytest.raises(BadData) as caught:
        read_board(text, "mine.txt")
    assert str(caught.value).startswith("mine.txt")
    assert message in str(caught.value)


def test_a_sheet_of_62_cells_can_be_played() -> None:
    rows = [" ".join("." * 8), " " + " ".join("." * 8)] * 3 + [" ".join("." * 8), " " + " ".join("." * 6)]
    position = new(2, data="\n".join(rows))
    assert position.board.cells == 62
    assert position.board.all_cells == 2**62 - 1


def test_a_custom_sheet_may_have_comments_and_come_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "flower.txt"
    path.write_text("# mine\n" + FLOWER)
    position = GAME.setup(2, GAME.complete(2, {"data": path}))
    assert position.actions == 6 * 7 + 8


def test_the_error_for_a_custom_sheet_names_the_option() -> None:
    with pytest.raises(BadData, match="option data"):
        new(2, data="....\n")
    with pytest.raises(BadOption, match="sheet must be one of standard, small"):
        GAME.complete(2, {"sheet": "large"})
