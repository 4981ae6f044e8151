"""At least one test for each clause of RULES.md, named after its number."""

from __future__ import annotations

import pytest
from tests.games.pocket_hexes.boards import (
    BLANK,
    BLANK_SMALL,
    EVERYONE,
    FIRST,
    FLOWER,
    REROLL,
    SMALL,
    STUCK,
    TWO_RINGS,
    boxes,
    cells_for,
    moves,
    new,
    play,
    started,
    table,
    values,
)

from bestagon.core.dice import Dice, fast
from bestagon.games.pocket_hexes import GAME
from bestagon.games.pocket_hexes.rules import serial
from bestagon.games.pocket_hexes.rules.moves import can_write
from bestagon.games.pocket_hexes.rules.state import PocketPosition

PAIR = "1 2 . . . . ."
ALMOST = """
   2 2
  2 6 2
   2 .
"""
"""Only c2 is empty, and it would complete the ring around the 6 in b2."""


def test_1_1_each_die_shows_its_own_faces() -> None:
    seen: list[set[int]] = [set() for _ in range(6)]
    position = new(1)
    dice = fast(5)
    for _ in range(400):
        own = Dice()
        own.fork_from(dice)
        position.start(own)
        for die, value in enumerate(values(position)):
            seen[die].add(value)
    assert seen == [set(range(1, 5)), set(range(1, 7)), set(range(1, 9)), set(range(10)), set(range(1, 13)), set(range(1, 21))]


def test_1_2_each_player_has_a_sheet_and_nine_boxes() -> None:
    position = table(BLANK, BLANK, dice="3 3 3 3 3 3")
    play(position, 0, "d4 b2")
    assert position.number(0, 3) == 3
    assert position.number(1, 3) == -1
    for _ in range(12):
        position.fill_box(1, 4)
    assert boxes(position, 1) == [4] * 9
    assert boxes(position, 0) == []


def test_1_3_the_sheet_is_an_option_and_a_file() -> None:
    assert new(2).board.cells == 61
    assert new(2, sheet="standard").board.cells == 61
    assert new(2, sheet="small").board.cells == 37
    assert new(2, data=FLOWER).board.cells == 7
    assert new(2, sheet="small", data=FLOWER).board.cells == 7


def test_2_1_a_turn_starts_with_six_dice_rolled_in_order() -> None:
    own = fast(9)
    active = own.below(2)
    expected = [int(own.below(sides)) + (sides != 10) for sides in (4, 6, 8, 10, 12, 20)]
    position = started(2, seed=9)
    assert values(position) == expected
    assert position.active == active
    assert position.phase == FIRST
    assert position.acting() == 1 << active


def test_2_2_the_active_player_writes_one_die_and_rerolls_that_die() -> None:
    position = table(BLANK, BLANK, dice="4 6 8 9 12 20", phase=FIRST, active=1, seed=3)
    expected = fast(3).below(8) + 1
    assert moves(position, 0) == []
    play(position, 1, "d8 b2")
    assert position.number(1, 3) == 8
    assert values(position) == [4, 6, expected, 9, 12, 20]
    assert position.phase == EVERYONE
    assert position.acting() == 0b11


def test_2_2_rings_are_answered_for_before_the_reroll() -> None:
    position = table(ALMOST, BLANK, dice="4 6 8 9 12 20", phase=FIRST)
    play(position, 0, "d12 c2")
    assert values(position) == [4, 6, 8, 9, 12, 20]
    assert position.dice.drawn == 0
    play(position, 0, "score b2")
    assert position.dice.drawn > 0
    assert position.phase == EVERYONE


def test_2_3_a_player_who_can_write_nothing_takes_a_penalty_and_rerolls_any_die() -> None:
    position = table(STUCK, BLANK, phase=EVERYONE, active=1, dice="4 6 8 9 12 20")
    play(position, 1, "d4 b2", "d6 b1")
    # No move of seat 0 is needed for the penalty of 2.3.
    assert position.active == 0
    assert position.phase == REROLL
    assert boxes(position, 0) == [-3]
    assert moves(position, 0) == ["reroll d4", "reroll d6", "reroll d8", "reroll d10", "reroll d12", "reroll d20"]
    before = values(position)
    expected = Dice()
    expected.copy_from(position.dice)
    play(position, 0, "reroll d8")
    assert values(position) == [*before[:2], expected.below(8) + 1, *before[3:]]
    assert boxes(position, 0) == [-3, -3, -3]


def test_2_3_the_die_is_chosen_even_when_the_penalty_filled_the_ninth_box() -> None:
    position = table(STUCK, BLANK, phase=REROLL, boxes=([-3] * 9, []))
    assert moves(position, 0)[0] == "reroll d4"
    play(position, 0, "reroll d20")
    assert position.phase == EVERYONE
    assert position.acting() == 0b10


def test_2_3_the_penalty_of_a_stuck_player_fills_the_ninth_box_and_the_die_is_still_chosen() -> None:
    position = table(STUCK, BLANK, active=1, boxes=([1] * 8, []), dice="4 6 8 9 12 20")
    play(position, 1, "d4 b2", "d6 b1")
    assert boxes(position, 0) == [1] * 8 + [-3]
    assert (position.active, position.phase, position.over) == (0, REROLL, False)
    assert len(moves(position, 0)) == 6
    play(position, 0, "reroll d20")
    assert position.phase == EVERYONE
    assert position.acting() == 0b10


def test_2_4_everyone_writes_two_different_dice_and_takes_none_away() -> None:
    position = table(BLANK, BLANK, dice="1 2 3 4 5 6")
    play(position, 0, "d6 b2")
    assert not [move for move in moves(position, 0) if move.startswith("d6")]
    assert cells_for(position, 0, "d8") == "a1 a2 b1 b3 c1 c2"
    play(position, 0, "d8 a1")
    assert moves(position, 0) == []
    assert cells_for(position, 1, "d6") == "a1 a2 b1 b2 b3 c1 c2"
    play(position, 1, "d6 a1", "d8 a2")
    assert position.active == 1
    assert position.phase == FIRST


def test_2_4_two_dice_with_the_same_value_are_two_dice() -> None:
    position = table(BLANK, dice="2 2 8 9 12 20")
    play(position, 0, "d4 b2")
    assert cells_for(position, 0, "d6") == "a1 a2 b1 b3 c1 c2"


def test_2_5_the_second_write_sees_the_first() -> None:
    position = table(BLANK, dice="1 6 8 9 12 20")
    play(position, 0, "d12 a1")
    assert cells_for(position, 0, "d8") == ""
    assert cells_for(position, 0, "d20") == "a2 b1 b2"


def test_2_6_both_writes_impossible_cost_two_penalties_at_once() -> None:
    position = table(STUCK, BLANK, phase=FIRST, active=1, dice="4 6 8 9 12 20")
    play(position, 1, "d4 b2")
    assert boxes(position, 0) == [-3, -3]
    assert position.acting() == 0b10


def test_2_6_the_second_write_impossible_costs_one() -> None:
    lone = "20 20 20 20 . 20 ."
    position = table(lone, BLANK, dice="1 2 3 4 5 20")
    play(position, 0, "d20 c2")
    assert boxes(position, 0) == [-3]
    assert position.acting() == 0b10


def test_2_6_rings_are_answered_for_before_the_penalty() -> None:
    position = table(ALMOST, BLANK, dice="1 6 3 4 5 5", boxes=([1] * 8, []))
    play(position, 0, "d6 c2")
    assert boxes(position, 0) == [1] * 8
    play(position, 0, "skip b2")
    assert boxes(position, 0) == [1] * 8 + [-3]


def test_2_6_a_player_who_can_write_must_write() -> None:
    position = table(ALMOST, BLANK, dice="1 6 3 4 5 5")
    assert moves(position, 0) == ["d6 c2"]


def test_2_7_the_seats_act_in_any_order_and_the_result_is_the_same() -> None:
    first = table(BLANK, BLANK, BLANK, dice="1 2 3 4 5 6")
    second = table(BLANK, BLANK, BLANK, dice="1 2 3 4 5 6")
    assert first.acting() == 0b111
    play(first, 2, "d4 b2")
    play(first, 0, "d6 b2", "d8 a1")
    play(first, 2, "d20 a1")
    play(first, 1, "d4 c2", "d6 c1")
    for seat, texts in enumerate((["d6 b2", "d8 a1"], ["d4 c2", "d6 c1"], ["d4 b2", "d20 a1"])):
        play(second, seat, *texts)
    assert first.to_bytes() == second.to_bytes()


def test_2_7_nothing_but_the_dice_is_hidden() -> None:
    position = table(ALMOST, PAIR, dice="1 2 3 4 5 6")
    seen = position.copy()
    seen.mask(1)
    assert GAME.position_text(seen) == GAME.position_text(position)
    with pytest.raises(RuntimeError, match="blank dice"):
        seen.dice.below(6)


def test_2_8_the_start_player_is_drawn_and_play_goes_by_seat() -> None:
    position = new(3)
    starts = set()
    for seed in range(30):
        position.start(fast(seed))
        starts.add(int(position.active))
    assert starts == {0, 1, 2}
    alone = started(1, seed=4)
    assert values(alone)[0] == fast(4).below(4) + 1
    position = table(BLANK, BLANK, BLANK, active=2)
    for seat in range(3):
        play(position, seat, "d4 b2", "d6 b1")
    assert position.active == 0


def test_2_9_a_resigned_seat_writes_nothing_and_is_passed_over() -> None:
    position = table(BLANK, BLANK, BLANK, BLANK, active=0)
    position.resign(1)
    assert position.acting() == 0b1101
    assert not position.over
    for seat in (0, 2, 3):
        play(position, seat, "d4 b2", "d6 b1")
    assert position.active == 2
    assert position.phase == FIRST


def test_2_9_an_active_player_who_resigns_rerolls_nothing() -> None:
    position = table(ALMOST, BLANK, BLANK, phase=FIRST, active=0, dice="4 6 8 9 12 20")
    play(position, 0, "d12 c2")
    position.resign(0)
    assert position.dice.drawn == 0
    assert position.phase == EVERYONE
    assert position.acting() == 0b110
    position.resign(2)
    assert position.over
    assert position.ending() == "resigned"
    assert [position.place(seat) for seat in range(3)] == [3, 1, 2]


@pytest.mark.parametrize("phase", [FIRST, EVERYONE])
def test_2_9_a_ring_that_is_not_answered_for_is_dropped(phase: int) -> None:
    position = table(ALMOST, BLANK, BLANK, phase=phase, active=0, dice="4 6 8 9 12 20")
    play(position, 0, "d12 c2")
    assert position.next_ring(0) == 3
    position.resign(0)
    assert position.next_ring(0) == -1
    assert boxes(position, 0) == []
    assert position.acting() == 0b110
    serial.validate(position)


def test_2_9_the_last_to_finish_may_resign_instead() -> None:
    position = table(BLANK, BLANK, BLANK, active=0)
    play(position, 0, "d4 b2", "d6 b1")
    play(position, 1, "d4 b2", "d6 b1")
    position.resign(2)
    assert position.active == 1
    assert position.phase == FIRST


def test_3_1_the_cell_is_empty() -> None:
    position = table("1 1 . 1 . . .", dice="4 6 8 0 12 20")
    for die in ("d4", "d10", "d20"):
        assert not {"a1", "a2", "b2"} & set(cells_for(position, 0, die).split())
    assert cells_for(position, 0, "d10") == "b1 b3 c1 c2"


def test_3_2_the_cell_is_next_to_a_number() -> None:
    position = table("3 . . . . . .", dice="4 6 8 9 12 20")
    assert cells_for(position, 0, "d6") == "a2 b1 b2"


def test_3_3_the_number_is_as_big_as_every_number_it_is_next_to() -> None:
    position = table("3 . . . . . 7", dice="3 6 7 9 12 20")
    assert cells_for(position, 0, "d4") == "a2 b1"
    assert cells_for(position, 0, "d6") == "a2 b1"
    assert cells_for(position, 0, "d8") == "a2 b1 b2 b3 c1"


def test_3_4_a_1_may_stand_alone_and_a_0_anywhere() -> None:
    position = table("3 . . . . . 1", dice="1 6 7 0 12 20")
    assert cells_for(position, 0, "d4") == "b3 c1"
    assert cells_for(position, 0, "d10") == "a2 b1 b2 b3 c1"
    far = table("3 . . . . . .", dice="1 6 7 0 12 20")
    assert cells_for(far, 0, "d4") == "b3 c1 c2"


def test_3_5_the_first_number_goes_anywhere() -> None:
    position = table(BLANK, dice="1 6 7 9 12 20")
    for die in ("d4", "d6", "d20"):
        assert cells_for(position, 0, die) == "a1 a2 b1 b2 b3 c1 c2"


def test_4_1_closing_a_ring_lets_the_player_score_the_number_inside() -> None:
    position = table(ALMOST, BLANK, dice="1 6 7 9 12 20")
    play(position, 0, "d20 c2")
    assert moves(position, 0) == ["score b2", "skip b2"]
    play(position, 0, "score b2")
    assert boxes(position, 0)[0] == 6
    assert position.score(0) == 6 - 3  # the sheet is full, so the second write costs a penalty


def test_4_1_a_0_may_close_a_ring() -> None:
    position = table(ALMOST, BLANK, dice="1 5 5 0 5 5")
    play(position, 0, "d10 c2")
    assert moves(position, 0) == ["score b2", "skip b2"]


def test_4_2_a_cell_at_the_edge_is_never_ringed() -> None:
    position = table("2 2 2 . 2 2 2", BLANK, dice="1 6 7 9 12 20")
    play(position, 0, "d6 b2")
    # All three neighbours of a1 are filled now, but there is no ring to score.
    assert boxes(position, 0) == [-3]
    assert position.board.ringable == 1 << 3


def test_4_3_a_ring_passed_over_is_gone() -> None:
    position = table(TWO_RINGS, dice="1 6 7 9 12 20", data=SMALL)
    play(position, 0, "d12 d4", "d20 c4")
    assert moves(position, 0)[:2] == ["score c3", "skip c3"]
    play(position, 0, "skip c3", "skip d4", "skip d5")
    assert boxes(position, 0) == []
    seen = set()
    for _ in range(3):
        assert position.next_ring(0) == -1
        seen.update(moves(position, 0))
        play(position, 0, moves(position, 0)[0])
    assert not any(move.startswith(("score c3", "score d5")) for move in seen)


def test_4_4_writing_into_a_complete_ring_scores_nothing_for_that_cell() -> None:
    position = table("2 2 2 . 2 2 2", BLANK, dice="4 6 7 9 12 20")
    play(position, 0, "d20 b2")
    assert position.next_ring(0) == -1
    assert 20 not in boxes(position, 0)


def test_4_5_every_ring_of_one_write_is_asked_about_in_cell_order() -> None:
    position = table(TWO_RINGS, dice="1 6 7 9 12 20", data=SMALL)
    play(position, 0, "d12 d4", "d20 c4")
    play(position, 0, "score c3")
    assert moves(position, 0) == ["score d4", "skip d4"]
    play(position, 0, "skip d4")
    assert moves(position, 0) == ["score d5", "skip d5"]
    play(position, 0, "score d5")
    assert boxes(position, 0) == [5, 7]


def test_4_5_once_nine_boxes_are_filled_the_rest_are_not_asked() -> None:
    position = table(TWO_RINGS, BLANK_SMALL, dice="1 6 7 9 12 20", data=SMALL, boxes=([1] * 8, []))
    play(position, 0, "d12 d4", "d20 c4", "score c3")
    assert moves(position, 0) == []
    assert boxes(position, 0) == [1] * 8 + [5]


def test_4_6_a_0_can_be_scored() -> None:
    position = table("2 2 2 0 2 2 .", BLANK, dice="4 6 7 9 12 20")
    play(position, 0, "d4 c2", "score b2")
    assert boxes(position, 0) == [0, -3]


def test_5_1_a_penalty_is_minus_three_in_a_box() -> None:
    position = table(STUCK, BLANK, phase=FIRST, active=1, boxes=([7], []), dice="4 6 8 9 12 20")
    play(position, 1, "d4 b2")
    assert boxes(position, 0) == [7, -3, -3]
    assert position.score(0) == 1


def test_5_2_with_nine_boxes_filled_a_penalty_costs_nothing() -> None:
    position = table(STUCK, BLANK, phase=FIRST, active=1, boxes=([5] * 8, []), dice="4 6 8 9 12 20")
    play(position, 1, "d4 b2")
    assert boxes(position, 0) == [5] * 8 + [-3]
    assert position.score(0) == 37


def test_5_3_the_writes_of_a_full_seat_are_skipped() -> None:
    position = table(TWO_RINGS, BLANK_SMALL, phase=FIRST, data=SMALL, boxes=([1] * 8, []), dice="1 6 7 9 12 20")
    position.write_number(0, GAME.parse_action(position, 0, "d4 d4"), 9)
    play(position, 0, "d20 c4", "score c3")
    assert position.phase == EVERYONE
    assert position.acting() == 0b10
    assert moves(position, 0) == []


def test_5_3_the_second_write_is_skipped_without_a_penalty() -> None:
    position = table(TWO_RINGS, BLANK_SMALL, data=SMALL, boxes=([1] * 8, []), dice="1 6 7 9 12 20")
    position.write_number(0, GAME.parse_action(position, 0, "d4 d4"), 9)
    play(position, 0, "d20 c4", "score c3")
    assert can_write(position, 0)
    assert moves(position, 0) == []
    assert position.acting() == 0b10
    assert boxes(position, 0) == [1] * 8 + [5]


def test_6_1_the_full_player_need_not_be_the_active_one() -> None:
    position = table(TWO_RINGS, BLANK_SMALL, active=1, data=SMALL, boxes=([1] * 8, []), dice="1 6 7 9 12 20")
    play(position, 0, "d12 d4", "d20 c4", "score c3")
    play(position, 1, "d4 a1", "d6 a2")
    assert position.ending() == "boxes"


def test_6_1_the_game_ends_with_the_turn_in_which_nine_boxes_are_filled() -> None:
    position = table(TWO_RINGS, BLANK_SMALL, active=0, data=SMALL, boxes=([1] * 8, []), dice="1 6 7 9 12 20")
    play(position, 0, "d12 d4", "d20 c4", "score c3")
    assert not position.over
    play(position, 1, "d4 a1")
    assert not position.over
    play(position, 1, "d6 a2")
    assert position.over
    assert position.ending() == "boxes"
    assert position.acting() == 0


def test_6_2_the_score_is_the_sum_of_the_boxes() -> None:
    position = table(BLANK, BLANK, boxes=([20, -3, 0, 5], []))
    assert position.score(0) == 22
    assert position.score(1) == 0


def finished(*held: list[int]) -> PocketPosition:
    """Return a finished game with these boxes."""
    position = new(len(held), data=FLOWER)
    for seat, points in enumerate(held):
        for value in points:
            position.fill_box(seat, value)
    position.over = True
    return position


def test_6_3_the_highest_score_wins() -> None:
    position = finished([5, 5], [9, 2], [1] * 9)
    assert [position.place(seat) for seat in range(3)] == [2, 1, 3]
    assert position.payoff(1) == 1.0


def test_6_3_ties_go_to_the_highest_box_then_the_next() -> None:
    position = finished([5, 4, 3], [3, 5, 4], [4, 4, 4], [5, 5, 2])
    assert [position.place(seat) for seat in range(4)] == [2, 2, 4, 1]


def test_6_3_a_missing_box_is_lower_than_any_value() -> None:
    position = finished([6, 3, 0], [6, 3], [9, -3, 3])
    assert [position.place(seat) for seat in range(3)] == [2, 3, 1]
    shorter = finished([3, 3, -3], [3])
    assert [shorter.place(seat) for seat in range(2)] == [1, 2]


def test_6_4_alone_the_game_is_played_for_the_score() -> None:
    position = started(1)
    assert position.acting() == 1
    low, high = finished([1] * 9), finished([12] * 9)
    assert -1.0 <= low.payoff(0) < high.payoff(0) <= 1.0
    assert high.score(0) == 108


def test_6_5_players_who_resign_rank_last_and_the_last_one_left_wins() -> None:
    position = table(BLANK, BLANK, BLANK, boxes=([20], [5], []))
    position.resign(0)
    assert not position.over
    position.resign(1)
    assert position.ending() == "resigned"
    assert [position.place(seat) for seat in range(3)] == [3, 2, 1]
