from __future__ import annotations

import pytest

import bestagon
from bestagon import BadOption, IllegalMove, Table
from bestagon.core.position import Position
from bestagon.core.story import story
from bestagon.i18n import use_language
from bestagon.scene.beats import Beat


def position(drawing: str, turn: str = "R", **options: bool) -> Position:
    """Read a drawn board, rows shifted as they are printed."""
    rows = ["".join(line.split()) for line in drawing.strip().splitlines()]
    table = bestagon.start("hex", size=len(rows), seed=0, **options)
    found = table.position
    table.game.parse_position(found, f"{'/'.join(rows)} {turn} -")
    return found


def after(drawing: str, *moves: str, turn: str = "R") -> Position:
    found = position(drawing, turn)
    game = bestagon.all_games()["hex"]
    for text in moves:
        seat = int(found.acting()) >> 1
        found.play(seat, game.parse_action(found, seat, text))
    return found


def test_1_1_the_board_is_a_rhombus_of_the_size_chosen() -> None:
    for size in (2, 11, 19):
        assert len(bestagon.start("hex", size=size).moves()) == size * size
    for size in (1, 20):
        with pytest.raises(BadOption, match="from 2 to 19"):
            bestagon.start("hex", size=size)


def test_1_2_red_owns_top_and_bottom_blue_left_and_right() -> None:
    board = """
    . R .
     . R .
      . . .
    """
    assert after(board, "b3").over
    board = """
    . . .
     B B .
      . . .
    """
    assert after(board, "c2", turn="B").over
    assert not after(board, "b1", turn="B").over


def test_2_1_stones_go_on_empty_cells_in_turn_and_red_starts() -> None:
    table = bestagon.start("hex", size=3)
    assert table.acting == (0,)
    table.play("b2")
    assert table.acting == (1,)
    with pytest.raises(IllegalMove):
        table.play("b2")


def swapped(first: str) -> Table:
    table = bestagon.start("hex", size=3, swap=True)
    table.play(first)
    table.play("swap")
    return table


def test_2_2_blue_may_take_over_the_first_stone_mirrored_once() -> None:
    table = swapped("a3")
    assert table.game.position_text(table.position) == "..B/.../... R s"
    assert "swap" not in [move.text for move in table.moves()]
    table.play("a3")
    assert "swap" not in [move.text for move in table.moves()]
    plain = bestagon.start("hex", size=3)
    plain.play("a1")
    assert "swap" not in [move.text for move in plain.moves()]


def test_3_1_a_chain_wins_and_a_gap_does_not() -> None:
    board = """
    . . R
     B R B
      . . B
    """
    assert after(board, "a3").score(0) == 1
    assert not after(board, "b3").over or after(board, "b3").score(0) == 1
    board = """
    R . .
     . . R
      R . .
    """
    assert not after(board, "b3").over


def told(before: Position, text: str) -> tuple[Beat, ...]:
    """Return the story of an action, and leave the position as it is."""
    game, seat, then = bestagon.all_games()["hex"], int(before.acting()) >> 1, before.copy()
    action = game.parse_action(before, seat, text)
    then.play(seat, action)
    return story(game, before, then, seat, action, -1).beats


def test_the_end_shows_the_shortest_winning_chain() -> None:
    board = """
    . . R R
     B R B R
      . B . R
       R R . B
    """
    assert told(position(board), "c3")[:1] == (Beat("place", "Red puts a stone.", 0, ("c3",)),)
    assert told(position(board), "c4")[-1] == Beat("end", "Red joins both sides and wins.", 0, ("d1", "d2", "d3", "c4"))
    blue = """
    . . R
     B . B
      . R R
    """
    assert told(position(blue, "B"), "b2")[-1] == Beat("end", "Blue joins both sides and wins.", 1, ("a2", "b2", "c2"))
    with use_language("de"):
        assert told(position(blue, "B"), "a1") == (
            Beat("place", "Blau legt einen Stein.", 1, ("a1",)),
            Beat("turn", "Rot am Zug.", 0),
        )


def test_a_swap_shows_both_cells() -> None:
    table = bestagon.start("hex", size=3, swap=True)
    table.play("a3")
    assert told(table.position, "swap")[0] == Beat("place", "Blue takes over the first stone.", 1, ("c1", "a3"))
