"""A test for each clause of RULES.md, by number."""

from __future__ import annotations

import pytest
from tests.games.hex_roller.boards import CLEAN, SMALL, at, blank, boxes, finish, legal, new, numbers, play, seat, step, twos

from bestagon.core.dice import fast
from bestagon.core.errors import BadOption
from bestagon.games.hex_roller import GAME
from bestagon.games.hex_roller.rules.scoring import breakdown
from bestagon.games.hex_roller.sheets import built_in

FULL = """
3 3 3 3 3 8
 4 4 4 4 8 8
5 6 6 5 5 x
 6 6 6 7 7 7
8 8 4 4 8 8
"""
ONE_LEFT = FULL.replace("8 8 4 4 8 8", "8 8 . 4 8 8")
"""e3 is left, next to 4, 6 and 8."""


def points(cells: str, kind: str, bonuses: str = "+2d", data: str = SMALL) -> int:
    """Return a sheet's points of one kind."""
    clean = "".join(data.split("numbers:")[1].split("areas:")[0].split())
    position = at("33345678", seat(cells, bonuses=bonuses, step="done"), seat(clean), data=data)
    return breakdown(position, 0)[kind]


# 1 Components


def test_1_1_eight_dice_show_3_to_8() -> None:
    seen: set[int] = set()
    for seed in range(30):
        position = new(seed=seed)
        shown = [number for number in range(16) for _ in range(position.rolled >> 4 * (number - 3) & 15 if number >= 3 else 0)]
        assert len(shown) == 8
        seen.update(shown)
    assert seen == {3, 4, 5, 6, 7, 8}


def test_1_2_all_sheets_are_alike_and_hold_each_number_twice() -> None:
    words = [part.split() for part in GAME.position_text(new(3, data="")).split(" | ")[1:]]
    assert words[0] == words[1] == words[2]
    cells, bonuses, red, green = words[0][:4]
    assert [cells.count(str(number)) for number in range(3, 9)] == [2] * 6
    assert (bonuses, red, green) == ("+2d", "-------", "-------")
    assert len(built_in("front").areas) == 7


def test_1_3_front_is_a_snowflake_and_back_a_rosette() -> None:
    front, back = built_in("front"), built_in("back")
    assert [int(area).bit_count() for area in front.areas] == [7, 7, 7, 7, 7, 7, 19]
    assert [int(area).bit_count() for area in back.areas] == [7] * 7
    assert (front.size, front.rounds, back.size, back.rounds) == (61, 7, 49, 6)


def test_1_4_options_choose_the_side_and_the_number_of_dice() -> None:
    assert new(data="").sheet.size == 61
    assert new(data="", side="back").sheet.size == 49
    position = new(dice=7)
    assert sum(position.dice_showing(number) for number in range(3, 9)) == 7
    with pytest.raises(BadOption, match="one of 8, 7"):
        blank(dice=6)


def test_1_5_a_sheet_of_ones_own_replaces_ours() -> None:
    assert new(data=SMALL, side="back").sheet.size == 30


# 2 A round


def test_2_1_one_roll_is_for_everyone() -> None:
    position = new(2, seed=3)
    assert legal(position, 0) == legal(position, 1)
    dice = fast(3)
    rolled = [dice.below(6) + 3 for _ in range(8)]
    assert [position.dice_showing(number) for number in range(3, 9)] == [rolled.count(number) for number in range(3, 9)]


def test_2_2_a_rolled_number_is_written_once_per_die() -> None:
    position = at("33355555", seat())
    assert [text for text in numbers(position) if not text.endswith("+1")] == ["take 3", "take 5"]
    play(position, "take 3", "a2", "a3", "a4")
    assert step(position) == "take2:3"


def test_2_3_the_second_number_is_a_different_one() -> None:
    position = at("33444556", seat())
    play(position, "take 5", "c2", "c3")
    assert [text for text in numbers(position) if not text.endswith("+1")] == ["take 3", "take 4", "take 6"]
    play(position, "take 6", "d2")
    assert step(position) == "box:5:6"


def test_2_4_a_chain_starts_next_to_its_number_and_goes_on_from_the_last_cell() -> None:
    position = at(
        "33444556",
        seat("""
        3 . . . 3 .
         4 . . 4 . .
        5 . . . 5 x
         6 . 6 7 . 7
        8 . . . . 8"""),
    )
    play(position, "take 3")
    assert numbers(position) == ["a2", "a4", "a6", "b5"]
    play(position, "a2")
    assert numbers(position) == ["a3", "b2"]  # not a4, which is next to the other 3


def test_2_4_a_written_number_serves_as_well_as_a_printed_one() -> None:
    position = at(
        "34444566",
        seat("""
        3 3 . . 3 .
         4 . . 4 . .
        5 . . . 5 x
         6 . 6 7 . 7
        8 . . . . 8"""),
    )
    play(position, "take 3")
    assert numbers(position) == ["a3", "a4", "a6", "b2", "b5"]


def test_2_4_a_number_written_in_an_earlier_round_serves_as_a_start() -> None:
    tried = 0
    for seed in range(30):
        position = play(at("34445678", seat()), "take 3", "a2", "take 8", "e2", "red 3 green 8")
        position.dice.copy_from(fast(seed))
        play(position, "done")
        if position.dice_showing(3) == 1:
            tried += 1
            assert "a3" in numbers(play(position, "take 3"))  # next to a2, and to no printed 3
    assert tried


def test_2_5_a_chain_that_cannot_be_completed_cannot_be_chosen() -> None:
    cells = """
        3 . . 7 3 6
         4 4 4 4 5 5
        5 6 . . 5 x
         6 . 6 7 7 7
        8 8 8 8 8 8"""
    assert "take 3" in legal(at("33445566", seat(cells)))
    assert "take 3" not in legal(at("33344566", seat(cells)))


def test_2_5_a_step_into_a_dead_end_is_not_legal() -> None:
    cells = """
        3 . 8 . 3 .
         4 4 4 4 . .
        5 6 5 6 5 x
         6 . 6 7 . 7
        8 . . . . 8"""
    assert numbers(play(at("33345678", seat(cells)), "take 3")) == ["a6", "b5"]
    assert numbers(play(at("34455678", seat(cells)), "take 3")) == ["a2", "a4", "a6", "b5"]


def test_2_6_the_player_says_which_number_is_red() -> None:
    start = play(at("34445678", seat()), "take 8", "e2", "take 3", "a2")
    assert numbers(start) == ["red 3 green 8", "red 8 green 3"]
    for text, rows in (("red 3 green 8", ("3--", "8--")), ("red 8 green 3", ("8--", "3--"))):
        position = start.copy()
        assert boxes(play(position, text)) == rows  # type: ignore[arg-type]


NARROW = """
        3 . 8 2 3 6
         4 4 4 4 5 5
        5 6 5 6 5 x
         6 6 6 7 7 7
        8 8 8 8 . 8"""
"""Two cells are left: a2, next to 3, 4 and 8, and e5, next to 7 and 8. The 2 is used."""


def test_2_7_without_a_second_number_its_box_stays_empty() -> None:
    position = play(at("34444444", seat(NARROW, bonuses="+d")), "take 3", "a2")
    assert legal(position) == ["red 3", "green 3"]
    assert boxes(play(position, "green 3")) == ("---", "3--")
    assert position.round > 1


def test_2_7_without_any_number_the_round_passes() -> None:
    passed = 0
    for seed in range(20):
        position = at("33333333", seat(ONE_LEFT, step="last"))
        position.dice.copy_from(fast(seed))
        play(position, "done")
        can = any(position.dice_showing(number) == 1 for number in (4, 6, 8))
        assert step(position) == ("take1" if can else "last")
        assert [text for text in numbers(position) if text.startswith("take")] != [] or not can
        passed += not can
    assert 0 < passed < 20


def test_2_8_nobody_waits_for_another_inside_a_round() -> None:
    position = new(3)
    assert position.acting() == 0b111
    play(position, numbers(position, 2)[0], who=2)
    assert position.acting() == 0b111
    before = position.to_bytes()
    position.mask(0)
    position.dice.copy_from(fast(1))
    twin = new(3)
    twin.from_bytes(before)
    twin.dice.copy_from(fast(1))
    assert position.to_bytes() == twin.to_bytes()  # sheets are public: masking hides the dice alone


def test_2_9_a_two_can_bring_about_that_no_number_can_be_taken() -> None:
    cells = """
        3 . 8 6 3 6
         4 4 4 4 5 5
        5 6 5 6 5 x
         6 6 6 7 7 7
        8 8 8 8 8 8"""
    position = at("34444444", seat(cells))
    assert legal(position) == ["2 a2", "take 3"]
    play(position, "2 a2")
    assert position.round == 3  # no action is left in this or any later round
    assert position.over
    assert boxes(position) == ("---", "---")


def test_2_9_one_number_alone_goes_into_either_box() -> None:
    position = play(at("34444448", seat(NARROW.replace("2", "7"))), "take 3", "a2")
    assert legal(position) == ["2 e5", "take 8"]
    play(position, "2 e5")
    assert legal(position) == ["red 3", "green 3"]


def test_2_10_the_next_round_is_rolled_when_all_are_done() -> None:
    position = at("33333333", seat(ONE_LEFT, step="last"), seat(ONE_LEFT, step="last"))
    drawn = position.dice.drawn
    play(position, "done", who=1)
    assert position.acting() == 0b01
    assert (position.round, position.dice.drawn) == (1, drawn)
    play(position, "done", who=0)
    assert position.round > 1
    assert position.dice.drawn >= drawn + 8


# 3 Bonuses


def test_3_1_plus_one_lengthens_a_chain() -> None:
    position = play(at("33445678", seat()), "take 3 +1", "a2", "a3")
    assert step(position) == "write1:3x1@a3"
    play(position, "a4")
    assert step(position) == "take2:3"
    assert not any(text.endswith("+1") for text in legal(position))


def test_3_1_plus_one_is_used_once_a_game() -> None:
    position = play(at("34445678", seat()), "take 3 +1", "a2", "a3", "take 8", "e2", "red 3 green 8")
    assert position.round == 2
    assert [text for text in legal(position) if text.startswith("take")]
    assert not [text for text in legal(position) if text.endswith("+1")]
    assert twos(position)  # the others are still there
    saved = play(at("34445678", seat()), "take 3", "a2", "take 8", "e2", "red 3 green 8", "done")
    assert saved.round == 2
    assert [text for text in legal(saved) if text.endswith("+1")]


def test_3_1_plus_one_needs_room_for_the_longer_chain() -> None:
    cells = """
        3 . 8 6 3 6
         4 . 4 4 5 5
        5 6 5 6 5 x
         6 . 6 7 7 7
        8 8 8 8 8 8"""
    assert "take 3 +1" in legal(at("34445678", seat(cells)))
    assert "take 3 +1" not in legal(at("33445678", seat(cells)))
    assert "take 3" in legal(at("33445678", seat(cells)))


def test_3_2_a_two_may_be_written_anywhere_at_any_point() -> None:
    position = at("33445678", seat())
    empty = [GAME.action_text(position, 0, cell) for cell, sign in enumerate(CLEAN) if sign == "."]
    assert twos(position) == empty
    play(position, "take 3", "a2")
    assert twos(position) == [cell for cell in empty if cell != "a2"]
    play(position, "2 c2")
    assert step(position) == "write1:3x1@a2"
    play(position, "a3", "take 5", "c4")
    assert step(position) == "box:3:5"
    assert twos(position) == []


def test_3_2_a_two_is_written_once_a_game() -> None:
    position = play(at("34445678", seat()), "2 c2", "take 3", "a2", "take 8", "e2", "red 3 green 8")
    assert position.round == 2
    assert twos(position) == []
    assert [text for text in legal(position) if text.endswith("+1")]  # the others are still there


def test_3_2_a_two_is_offered_before_the_boxes_too() -> None:
    position = play(at("33445678", seat()), "take 3", "a2", "a3", "take 5", "c2", "2 c3")
    assert step(position) == "box:3:5"
    play(position, "red 3 green 5")
    assert position.round == 2


def test_3_2_a_two_leaves_room_for_the_chain_under_way() -> None:
    cells = """
        3 . . 6 3 6
         4 4 4 4 5 5
        5 6 5 6 5 x
         6 . 6 7 7 7
        8 8 8 8 8 8"""
    position = at("33445678", seat(cells))
    assert twos(position) == ["a2", "a3", "d2"]
    play(position, "take 3")
    assert twos(position) == ["d2"]


def test_3_3_the_dice_bonus_writes_a_third_number_that_is_not_boxed() -> None:
    position = play(at("33345678", seat()), "take 5", "c2", "take 6", "d2", "red 5 green 6")
    assert numbers(position) == ["take 3 bonus", "take 4 bonus", "take 7 bonus", "take 8 bonus", "done"]
    play(position, "take 8 bonus", "e2")
    assert position.round == 2
    assert boxes(position) == ("5--", "6--")
    assert " +2 " in GAME.position_text(position)


def test_3_4_the_last_step_needs_two_numbers_for_a_third() -> None:
    cells = """
        3 . 8 6 3 6
         4 4 4 4 5 5
        5 6 5 6 5 x
         6 6 6 7 7 7
        8 8 8 8 . 8"""
    position = play(at("34444444", seat(cells)), "take 3", "a2", "red 3")
    assert legal(position) == ["2 e5", "done"]


def test_3_4_the_last_step_is_left_out_where_a_bonus_was_used() -> None:
    position = play(at("33345678", seat(), seat()), "take 5 +1", "c2", "c3", "take 6", "d2", "red 5 green 6")
    assert step(position) == "done"
    assert position.acting() == 0b10


def test_3_4_a_bonus_of_the_last_step_ends_the_round() -> None:
    position = play(at("33345678", seat(), seat()), "take 5", "c2", "take 6", "d2", "red 5 green 6", "2 a2")
    assert step(position) == "done"
    assert legal(position) == []


# 4 Scoring


def test_4_1_a_filled_area_scores_the_number_it_holds_most_of() -> None:
    assert points(FULL, "areas") == 3 + 8
    assert points(FULL.replace("3 3 3 3 3 8", "3 3 3 . 3 8"), "areas") == 8
    equal = FULL.replace("3 3 3 3 3 8", "3 3 3 3 3 4")  # five threes, five fours
    assert points(equal, "areas") == 4 + 8


def test_4_1_an_x_fills_and_a_two_is_a_two() -> None:
    data = SMALL.replace("3 . . . 3 .", "3 x x x 3 x")
    crossed = """
        3 x x x 3 x
         4 5 6 4 7 8
        5 . . . 5 x
         6 . 6 7 . 7
        8 . . . . 8"""
    assert points(crossed, "areas", data=data) == 4
    with_two = crossed.replace("4 5 6 4 7 8", "4 2 3 4 3 8")
    assert points(with_two, "areas", "+d", data) == 3


def test_4_2_the_middle_scores_double() -> None:
    assert points(FULL, "middle") == 2 * 5
    assert points(FULL.replace("5 6 6 5 5 x", "5 . 6 5 5 x"), "middle") == 0


def test_4_3_a_pair_joined_by_its_number_scores_it() -> None:
    cells = """
        3 . . . 3 .
         4 3 3 4 . .
        5 6 6 . 5 x
         6 . 6 7 . 7
        8 . . . . 8"""
    assert points(cells, "pairs") == 6
    assert points(cells.replace("3 . . . 3 .", "3 3 . 3 3 ."), "pairs") == 6 + 3
    assert points(cells.replace("3 . . . 3 .", "3 3 . 8 3 ."), "pairs") == 6


@pytest.mark.parametrize(("bonuses", "score"), [("+2d", 6), ("+2", 4), ("d", 2)])
def test_4_4_an_unused_bonus_scores_two(bonuses: str, score: int) -> None:
    cells = CLEAN if "2" in bonuses else CLEAN.replace(".", "2", 1)
    assert points(cells, "bonuses", bonuses) == score


@pytest.mark.parametrize(
    ("red", "green", "score"),
    [("345", "678", (5, 0)), ("543", "---", (5, 0)), ("335", "443", (3, 4)), ("-43", "3--", (4, 3)), ("456", "---", (0, 0))],
)
def test_4_5_rows_count_upwards_from_three(red: str, green: str, score: tuple[int, int]) -> None:
    position = at("33345678", seat(red=red, green=green, step="done"), turn=3)
    points_by_kind = breakdown(position, 0)
    assert (points_by_kind["red"], points_by_kind["green"]) == score


def test_4_6_the_highest_total_wins_and_ties_are_shared() -> None:
    best, worse = seat(FULL, step="done"), seat(CLEAN, step="done")
    position = at("33345678", worse, best, best, turn=3)
    assert position.over
    assert position.ending() == "rounds"
    assert [position.place(who) for who in range(3)] == [3, 1, 1]
    assert [position.payoff(who) for who in range(3)] == [-1.0, 0.5, 0.5]


def test_4_6_the_game_ends_after_the_last_round() -> None:
    position = finish(new(2))
    assert position.over
    assert (position.round, position.acting(), legal(position)) == (3, 0, [])


def test_4_7_a_resigned_seat_ranks_last_and_the_others_play_on() -> None:
    position = new(3)
    position.resign(1)
    assert position.acting() == 0b101
    assert legal(position, 1) == []
    finish(position)
    assert position.ending() == "rounds"
    assert position.place(1) == 3


def test_4_7_the_last_one_left_wins_at_once() -> None:
    position = new(3)
    position.resign(1)
    position.resign(0)
    assert position.over
    assert position.ending() == "resigned"
    assert [position.place(who) for who in range(3)] == [2, 3, 1]


def test_4_7_nobody_waits_for_a_resigned_seat() -> None:
    waiting = seat(ONE_LEFT, step="last")
    position = play(at("33333333", waiting, seat(), waiting), "done")
    play(position, "done", who=2)
    assert position.round == 1
    position.resign(1)
    assert position.round > 1
