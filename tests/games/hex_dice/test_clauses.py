"""One test or more for every clause of RULES.md."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from tests.games.hex_dice.boards import armour, battle, drawing, empty, islands, moves, play, started, targets, unit

from bestagon import Record
from bestagon.core.actions import room
from bestagon.core.dice import Dice, fast
from bestagon.core.errors import BadOption
from bestagon.games.hex_dice import GAME
from bestagon.games.hex_dice.board import BASES, DEPLOY, PLAY, REROLLS
from bestagon.games.hex_dice.layouts import PRESETS, preset
from bestagon.games.hex_dice.rules.state import HexDicePosition
from bestagon.grid import DIRECTIONS, hexagon

RECORDS = Path(__file__).parent / "records"


def cells_of(position: HexDicePosition) -> dict[str, str]:
    """Return the terrain by cell name."""
    shape = position.board.shape
    return {shape.name(i): ".FLTM"[code >> 10 & 7] for i, code in enumerate(position.cells) if code >> 10 & 7}


def base_name(position: HexDicePosition, seat: int) -> str:
    """Return the name of a seat's base."""
    return position.board.shape.name(int(position.base(seat)))


def hand_of(position: HexDicePosition, seat: int) -> list[int]:
    """Return the dice a seat has still to deploy, in ascending order."""
    return [v for v in range(1, 7) for _ in range(position.in_hand(seat, v))]


def order_of(position: HexDicePosition) -> list[int]:
    """Return the seats in the order of 2.6."""
    return [int(position.seat_at(i)) for i in range(position.seats)]


def rolled_order(dice: Dice, seats: list[int]) -> list[int]:
    """Return the order of 2.6 by an independent computation."""
    rolls = {seat: int(dice.below(6)) for seat in seats}
    order = []
    for roll in sorted(set(rolls.values()), reverse=True):
        tied = [seat for seat in seats if rolls[seat] == roll]
        order.append(tied)
    return [seat for tied in order for seat in (rolled_order(dice, tied) if len(tied) > 1 else tied)]


def until(position: HexDicePosition, phase: int, seed: int = 5) -> HexDicePosition:
    """Play random actions until a phase is reached."""
    dice, out = fast(seed), room(position)
    while position.phase < phase:
        position.play(position.turn, position.pick(position.turn, dice, out))
    return position


# 1 Map


def test_1_1_maps_of_127_and_217_cells_with_six_corners() -> None:
    assert len(empty(map=6).cells) == 127
    assert len(empty(map=8).cells) == 217
    assert moves(started(6, map=6)) == {"base a1", "base a7", "base g1", "base g13", "base m1", "base m7"}
    assert moves(started(6, map=8, terrain="none")) == {"base a1", "base a9", "base i1", "base i17", "base q1", "base q9"}


def test_1_2_marked_bases_only_for_two_on_map_6() -> None:
    assert moves(started(2, map=6)) == {"base g2", "base g12"}
    assert "base a1" in moves(started(2, map=8, terrain="none"))
    assert "base g13" in moves(started(3, map=6))


def test_1_3_forward_points_from_the_base_to_the_centre() -> None:
    position = battle("r1  .   .   .   b1", "g5")
    assert targets(position, "g5") == {"g6", "g7", "g8", "g4"}
    assert targets(play(position, "g5 guard"), "g9") == {"g8", "g7", "g6", "g10"}
    three = battle("r1  .   .   .   .   .   b1  .   g1", "g3", players=3, turn="b")
    assert targets(three, "g9") == {"h8", "i7", "j6", "f9"}  # blue's base is a7, in the north-east


# 2 Setup


def test_2_1_terrain_is_an_option_and_its_default_depends_on_the_map() -> None:
    assert GAME.complete(2, {})["terrain"] == "none"
    assert GAME.complete(2, {"map": 8})["terrain"] == "generation"
    assert not cells_of(started())
    assert cells_of(started(map=8))
    assert started(terrain="roulette").pending_terrain >= 6
    with pytest.raises(BadOption, match="map=8"):
        GAME.complete(2, {"terrain": "generation"})


def test_2_2_a_preset_is_picked_by_number_or_by_a_die() -> None:
    for reach in (6, 8):
        for number in range(1, PRESETS + 1):
            terrain = preset(reach, number).terrain
            found = started(map=reach, terrain="preset", preset=number).cells
            assert tuple(code >> 10 & 7 for code in found) == terrain
        for seed in range(12):
            pick = int(fast(seed).below(6)) + 1
            found = started(map=reach, terrain="preset", seed=seed).cells
            assert tuple(code >> 10 & 7 for code in found) == preset(reach, pick).terrain


def test_2_3_roulette_places_the_sum_of_six_dice_clockwise() -> None:
    dice = fast(4)
    many = sum(int(dice.below(6)) + 1 for _ in range(6))
    first = int(dice.below(3))
    position = started(3, seed=4, terrain="roulette")
    assert (position.pending_terrain, position.turn) == (many, first)
    assert {"forest b3", "lake b3", "tower b3", "mountain b3"} <= moves(position)
    play(position, "lake b3")
    assert cells_of(position) == {"b3": "L"}
    assert position.turn == (first + 1) % 3
    until(position, BASES)
    assert len(cells_of(position)) == many


def test_2_4_generation_follows_the_dice() -> None:
    shape = hexagon(8)
    skipped = 0
    for seed in range(8):
        dice = fast(seed)
        expected: dict[str, str] = {}
        for _ in range(sum(int(dice.below(6)) + 1 for _ in range(6))):
            ray, away, scatter, kind = (int(dice.below(6)) for _ in range(4))
            cell = DIRECTIONS[ray] * (away + 3) + DIRECTIONS[scatter]
            name = shape.name(shape.index[cell]) if cell in shape else ""
            if name and name not in expected and cell not in {step * 8 for step in DIRECTIONS}:
                expected[name] = "FFLLTM"[kind]
            else:
                skipped += 1
        assert cells_of(started(seed=seed, map=8)) == expected
    assert skipped


def test_2_5_no_terrain_on_centre_corners_marked_bases_or_terrain() -> None:
    position = started(terrain="roulette")
    named = {text.split()[1] for text in moves(position)}
    assert set(hexagon(6).names) - named == {"g7", "a1", "a7", "g1", "g13", "m1", "m7", "g2", "g12"}
    play(position, "forest e5")
    assert not {text for text in moves(position) if text.endswith(" e5")}
    assert "forest g2" in moves(started(3, terrain="roulette"))  # no marked bases with three


def test_2_6_order_by_dice_with_ties_rolled_again() -> None:
    for players in (2, 3, 4, 6):
        for seed in range(30):
            assert order_of(started(players, seed=seed)) == rolled_order(fast(seed), list(range(players)))


def test_2_6_two_players_sit_opposite() -> None:
    position = started(seed=3)
    first, second = order_of(position)
    play(position, "base g12")
    assert (base_name(position, first), base_name(position, second)) == ("g12", "g2")
    large = play(started(map=8, terrain="none"), "base a1")
    assert {base_name(large, 0), base_name(large, 1)} == {"a1", "q9"}


def test_2_6_three_players_take_every_other_corner() -> None:
    position = play(started(3), "base a7")
    assert moves(position) == {"base g1", "base m7"}
    play(position, "base g1")
    assert base_name(position, order_of(position)[2]) == "m7"
    assert position.phase == REROLLS


def test_2_6_four_and_six_players_take_any_free_corner() -> None:
    four = play(started(4), "base a7", "base a1", "base g1")
    assert moves(four) == {"base g13", "base m1", "base m7"}
    six = play(started(6), "base a7", "base a1", "base g1", "base m1", "base m7")
    assert base_name(six, order_of(six)[5]) == "g13"  # the last is not asked
    assert six.phase == REROLLS


def test_2_7_armies_by_the_number_of_players() -> None:
    for players, size in ((2, 6), (3, 4), (4, 3), (6, 3)):
        dice = fast(9)
        rolled_order(dice, list(range(players)))
        position = until(started(players, seed=9), REROLLS)
        for seat in range(players):
            assert hand_of(position, seat) == sorted(int(dice.below(6)) + 1 for _ in range(size))


def test_2_8_a_third_of_the_dice_may_be_rolled_again_once() -> None:
    position = until(started(seed=2), REROLLS)
    seat = int(position.turn)
    assert seat == order_of(position)[0]
    hand = hand_of(position, seat)
    pairs = {f"reroll {hand[i]} {hand[j]}" for i in range(6) for j in range(i + 1, 6)}
    assert moves(position) == {"keep"} | {f"reroll {v}" for v in hand} | pairs
    dice = Dice()
    dice.copy_from(position.dice)
    play(position, f"reroll {hand[0]} {hand[3]}")
    left = hand[1:3] + hand[4:]
    assert hand_of(position, seat) == sorted([*left, int(dice.below(6)) + 1, int(dice.below(6)) + 1])
    assert position.turn == order_of(position)[1]
    play(position, "keep")
    assert position.phase == DEPLOY


def test_2_8_small_armies_re_roll_one_die() -> None:
    for players in (3, 4, 6):
        assert all(len(text.split()) <= 2 for text in moves(until(started(players), REROLLS)))


def test_2_9_deployment_on_and_around_the_base() -> None:
    position = until(started(seed=2), DEPLOY)
    seat, base = int(position.turn), base_name(position, int(position.turn))
    around = {"g2": {"g1", "g2", "g3", "f1", "f2", "h1", "h2"}, "g12": {"g11", "g12", "g13", "f11", "f12", "h11", "h12"}}[base]
    assert moves(position) == {f"deploy {v} {cell}" for v in hand_of(position, seat) for cell in around}
    value = hand_of(position, seat)[0]
    play(position, f"deploy {value} {base}")
    assert unit(position, base) == f"{'rb'[seat]}{value}"
    assert all(not text.endswith(f" {base}") for text in moves(position))
    assert position.turn == seat
    while position.turn == seat:
        play(position, min(moves(position)))
    assert position.unit_count(seat) == 6


def test_2_9_a_corner_is_too_small_for_six() -> None:
    position = until(play(started(map=8, terrain="none"), "base a1"), DEPLOY)
    assert base_name(position, int(position.turn)) == "a1"
    cells = {text.split()[2] for text in moves(position)}
    assert cells == {"a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3"}


def test_2_9_no_deployment_on_lakes_and_the_area_grows_for_them() -> None:
    position = until(started(3, seed=1), DEPLOY)
    base = int(position.base(position.turn))
    around = list(hexagon(6).around(base))
    text = GAME.position_text(position).split()
    text[4] = f"L{hexagon(6).name(around[0])}"
    text[0] = "deploy:2"
    GAME.parse_position(position, " ".join(text))
    assert all(hexagon(6).name(around[0]) not in move.split() for move in moves(position))
    roulette = started(3, seed=1, terrain="roulette")
    ponds = ["a2", "b1", "a6", "b8", "f12", "h12", "f1", "h1", "l1", "m2", "m6", "l8"]
    while roulette.pending_terrain:
        play(roulette, f"lake {ponds.pop()}" if ponds else min(moves(roulette)))
    until(roulette, DEPLOY)
    assert roulette.deploy_radius == 2  # each corner has lost two of its four cells


def test_2_9_the_area_grows_exactly_where_the_cells_are_fewer_than_the_dice() -> None:
    for lakes, reach, many in (("f1 f12", 1, 6), ("f1 f12 h1 h12", 2, 12)):
        position = until(started(data=drawing(dict.fromkeys(lakes.split(), "L"))), DEPLOY)
        assert position.deploy_radius == reach
        assert len({text.split()[2] for text in moves(position)}) == many


def test_2_9_nobody_deploys_on_the_base_of_another() -> None:
    column = {"a7", "b8", "c9", "d10", "e11", "f12", "g13"}
    position = until(play(started(data=islands("g2 g12 b8 c9 d10 e11 f12")), "base g2"), DEPLOY)
    # Five cells lie within ten steps of g2 where g12 is not counted, so the area reaches eleven.
    assert {text.split()[2] for text in moves(position)} == {"g1", "g2", "a1", "m1", "g7", "m7"} | column
    for cell in sorted(column - {"a7"}):
        play(position, f"deploy {hand_of(position, int(position.turn))[0]} {cell}")
    # The same for the second player, though g2, ten steps away, holds no unit.
    assert {text.split()[2] for text in moves(position)} == {"g1", "g12", "a1", "m1", "g7", "m7", "a7"}


def test_2_9_the_base_of_a_player_who_is_out_is_no_place_either() -> None:
    position = started(4, data=islands("a2 l1 l2 l3 l4 l5 l6 l7"))
    play(position, "base a7", "base a1", "base m7", "base m1", "keep")
    position.resign(order_of(position)[0])
    until(position, DEPLOY)
    assert position.turn == order_of(position)[1]
    assert {text.split()[2] for text in moves(position)} == {"a1", "a2", "g1", "g7"}  # a7 is six steps away, too


def test_2_10_first_to_choose_moves_first_then_clockwise() -> None:
    for seed in range(6):
        position = until(started(4, seed=seed), PLAY)
        first = order_of(position)[0]
        assert position.turn == first
        for i in range(4):
            assert position.turn == (first + i) % 4
            play(position, min(moves(position), key=lambda text: not text.endswith("guard")))


def test_2_11_chance_comes_in_one_order() -> None:
    dice = fast(6)
    for _ in range(6):
        dice.below(6)
    dice.below(2)
    position = started(seed=6, terrain="roulette")
    assert position.dice.to_bytes() == dice.to_bytes()
    until(position, BASES)
    order = rolled_order(dice, [0, 1])
    assert order_of(position) == order
    assert position.dice.to_bytes() == dice.to_bytes()
    until(position, REROLLS)
    hands = [sorted(int(dice.below(6)) + 1 for _ in range(6)) for _ in range(2)]
    assert [hand_of(position, seat) for seat in range(2)] == hands
    low, high = hands[order[0]][0], hands[order[0]][5]
    play(position, f"reroll {low} {high}")
    assert hand_of(position, order[0]) == sorted([*hands[order[0]][1:5], int(dice.below(6)) + 1, int(dice.below(6)) + 1])


# 3 Units


@pytest.mark.parametrize(
    ("value", "cells"),
    [
        (1, "g4 g6 g7 g8"),
        (2, "f4 e3 d2 f5 e5 d5 h4 i3 j2 h5 i5 j5"),
        (3, "e6 f7 d4 d3 e2 f2 h2 i2 j3 j4 i6 h7"),
        (4, "g3 g4 g6 g7 f4 f5 h4 h5 e4 i4"),
        (5, "g4 g6 f4 f5 h4 h5"),
        (6, ""),
    ],
)
def test_3_units_move_as_the_table_says(value: int, cells: str) -> None:
    assert targets(battle(f"r{value}  .   .   .   .   b6", "g5"), "g5") == set(cells.split())


def test_3_1_nothing_moves_through_a_unit() -> None:
    pawn = battle("r1  .   b1  .", "g5")
    assert targets(pawn, "g5") == {"g4", "g6", "g7"}
    behind = battle("r1  r2  .   b1", "g5")
    assert targets(behind, "g5") == {"g4", "g6"}
    with pytest.raises(ValueError, match="cannot"):
        battle("r1l b1", "g5")


def test_3_1_a_3_passes_friends_but_not_enemies() -> None:
    friends = battle("r3  r1  r1  .   b6", "g5")
    assert {"f7", "h7"} <= targets(friends, "g5")
    for foes in ("r3  b1  .   .   b6", "r3  .   b1  .   b6"):
        assert not {"f7", "h7"} & targets(battle(foes, "g5"), "g5")


def test_3_2_a_4_needs_room_between() -> None:
    assert "g7" not in targets(battle("r4  r1  .   b1", "g5"), "g5")
    one = battle(
        """
          r1  .
        .   r4  .   b1
        """,
        "f4",
    )
    assert "e4" in targets(one, "g5")
    two = battle(
        """
          r1  b1
        .   r4  .   .
        """,
        "f4",
    )
    assert "e4" not in targets(two, "g5")
    assert "i4" in targets(two, "g5")


def test_3_3_every_6_beside_a_friend_lends_armour() -> None:
    position = battle(
        """
          r6  r6  b6
        .   r4  .   b1
        """,
        "f4",
    )
    assert armour(position, "g5") == 6
    assert armour(position, "f4") == 7  # from the other 6, not from itself
    assert armour(position, "f6") == 6
    assert armour(position, "g7") == 2  # beside its own 6, b6 on f6


# 4 A turn


def test_4_1_move_or_melee() -> None:
    position = battle("r1  .   b1  .   b6", "g5")
    play(position, "g5-g7")
    assert (unit(position, "g5"), unit(position, "g7"), position.unit_count(1)) == ("", "r1", 1)
    assert position.turn == 1
    quiet = play(battle("r1  .   b1", "g5"), "g5-g6")
    assert (unit(quiet, "g6"), unit(quiet, "g7")) == ("r1", "b1")


def test_4_1_tokens_stay_with_a_unit_that_moves() -> None:
    moved = play(battle("R5  .   .   b1", "g5", tokens={"g5": 2}), "g5-g6")
    assert unit(moved, "g6") == "r5-2"
    fought = play(battle("r5  b1  .   b1", "g5", tokens={"g5": 2}), "g5-g6")
    assert unit(fought, "g6") == "r5-2"


def test_4_2_re_roll_takes_tokens_and_guard() -> None:
    position = battle("R4  .   b1", "g5", tokens={"g5": 2}, seed=8)
    value = int(fast(8).below(6)) + 1
    assert unit(position, "g5") == "R4-2"
    assert unit(play(position, "g5 reroll"), "g5") == f"r{value}"


def test_4_3_guard_lasts_until_the_unit_moves() -> None:
    position = play(battle("r5  .   .   .   b1", "g5"), "g5 guard", "g9 guard")
    assert (unit(position, "g5"), armour(position, "g5")) == ("R5", 6)
    assert "g5 guard" not in moves(position)
    assert unit(play(position, "g5-g6"), "g6") == "r5"
    shooting = play(battle("R5  .   b1  .   b1", "g5"), "g5*g7")
    assert unit(shooting, "g5") == "R5"
    failing = play(battle("R1  b6", "g5"), "g5-g6")
    assert (unit(failing, "g5"), unit(failing, "g6")) == ("R1", "b6-1")
    merging = play(battle("R1  R2  .   b1", "g5"), "g5-g6")
    assert unit(merging, "g6") == "r3"


def test_4_4_a_5_shoots_two_or_three_away_in_a_line() -> None:
    position = battle(
        """
          .   b1  .   .
        .   r5  b1  b1  b1  b1
        """,
        "f4",
    )
    assert targets(position, "g5", "*") == {"g7", "g8"}
    play(position, "g5*g8")
    assert (unit(position, "g5"), unit(position, "g8")) == ("r5", "")
    bent = battle(
        """
          .   .   b1
        .   r5  .   .   .   .   b1
        """,
        "f4",
    )
    assert not targets(bent, "g5", "*")
    assert not targets(battle("r4  .   b1", "g5"), "g5", "*")


def test_4_5_a_6_strikes_next_to_it_and_moves_in() -> None:
    position = battle("r6  b4  .   b1", "g5")
    assert moves(position, "g5") == {"g5-g6", "g5 reroll", "g5 guard"}
    play(position, "g5-g6")
    assert (unit(position, "g5"), unit(position, "g6")) == ("", "r6")
    assert moves(battle("r6  r1  b1", "g5"), "g5") == {"g5 reroll", "g5 guard"}  # no merging by a 6


def test_4_6_small_sums_merge_into_that_value() -> None:
    position = battle("R2f R4t .   .   b1", "g5", tokens={"g6": 3, "g5": 1})
    assert "g6" not in targets(position, "g5")  # a 2 does not go forward
    position = battle("r1  R4t .   .   b1", "g5", tokens={"g6": 3, "g5": 1})
    play(position, "g5-g6")
    assert (unit(position, "g6"), position.unit_count(0), position.turn) == ("r5", 1, 1)
    assert armour(position, "g6") == 6  # the tower stays


def test_4_6_large_sums_become_anything_and_act_at_once() -> None:
    position = play(battle("r4  R5  .   .   b1", "g5"), "g5-g6")
    assert moves(position) == {f"become {v}" for v in range(1, 7)}
    play(position, "become 1")
    assert position.turn == 0
    assert moves(position) == {"g6-g5", "g6-g7", "g6-g8", "g6-g9", "g6 guard", "decline"}
    assert play(position, "g6-g9").ending() == "annihilated"
    resting = play(battle("r4  r5  .   .   b1", "g5"), "g5-g6", "become 6", "decline")
    assert (resting.turn, unit(resting, "g6")) == (1, "r6")


def test_4_6_the_new_unit_neither_merges_nor_re_rolls() -> None:
    position = play(battle("r4  r5  r1  .   b1", "g5"), "g5-g6", "become 5")
    assert "g6-g7" not in moves(position)
    assert "g6-g5" in moves(position)
    assert not {text for text in moves(position) if "reroll" in text}


def test_4_6_no_second_action_where_the_unit_moved_onto_acted_before() -> None:
    position = play(battle("r4  r5  .   .   b1", "g5", last=("g6",)), "g5-g6", "become 6")
    assert (position.turn, unit(position, "g6")) == (1, "r6")
    mover = play(battle("r4  r5  .   .   b1", "g5", last=("g5",)), "g5-g6", "become 6")
    assert mover.turn == 0  # the mover may have acted
    long_ago = battle("r4  r5  .   .   b1  r1", "g5", last=("g6",))
    play(long_ago, "g10 guard", "g9 guard", "g5-g6", "become 6")
    assert long_ago.turn == 0
    merged = battle("r1  r4  r3  .   b1", "g5")
    play(merged, "g5-g6", "g9 guard")
    assert unit(merged, "g6") == "r5"
    again = battle("r4  r4  .   b1", "g5", last=("g5", "g8"))
    assert play(again, "g5-g6", "become 2").turn == 0


def test_4_6_play_remembers_the_unit_that_acted() -> None:
    guarding = play(battle("r4  r5  .   .   b1", "g5"), "g6 guard", "g9 guard", "g5-g6", "become 6")
    assert guarding.turn == 1
    moving = play(battle("r4  .   r4  .   .   b1", "g5"), "g7-g6", "g10 guard", "g5-g6", "become 6")
    assert moving.turn == 1
    winning = play(battle("r4  r4  b1  .   .   b1", "g5"), "g6-g7", "g10 guard", "g5-g7", "become 6")
    assert winning.turn == 1  # it acted from g6, and stands on g7 now
    failing = play(battle("r4  r4  b6  .   .   b1", "g5"), "g6-g7", "g10 guard", "g5-g6", "become 6")
    assert failing.turn == 1  # it is still on g6
    shooting = play(battle("r4  r5  .   b1  .   b1", "g5"), "g6*g8", "g10 guard", "g5-g6", "become 6")
    assert shooting.turn == 1
    other = play(battle("r4  r5  .   .   b1  r1", "g5"), "g10 guard", "g9 guard", "g5-g6", "become 6")
    assert other.turn == 0


# 5 Combat


def test_5_1_armour_is_value_less_tokens_and_bonuses_count_only_above_0() -> None:
    position = battle("r1  B4m b1", "g5", tokens={"g6": 3})
    assert armour(position, "g6") == 4
    bare = battle("r1  B4f b6", "g5", tokens={"g6": 4})
    assert armour(bare, "g6") == 0
    assert unit(play(bare, "g5-g6"), "g6") == "r1"


def test_5_2_enough_attack_removes_the_defender() -> None:
    attack = {1: 2, 2: 3, 3: 4, 4: 5, 5: 6, 6: 6}
    for value in (4, 5, 6):
        for foe in range(1, 7):
            position = play(battle(f"r{value}  b{foe}  .   b6", "g5"), "g5-g6")
            won = attack[value] >= foe
            assert unit(position, "g6") == (f"r{value}" if won else f"b{foe}-1")
    pawn = play(battle("r1  .   .   b2  b6", "g5"), "g5-g8")
    assert unit(pawn, "g8") == "b2-1"  # the 6 beside it lends one


def test_5_3_a_failed_attack_leaves_a_token() -> None:
    position = battle("r1  .   .   b4  .   b6", "g5")
    play(position, "g5-g8")
    assert (unit(position, "g5"), unit(position, "g8")) == ("r1", "b4-1")
    play(position, "g10 guard", "g5-g8", "g10 reroll")
    assert (unit(position, "g8"), armour(position, "g8")) == ("b4-2", 2)
    play(position, "g5-g8")
    assert unit(position, "g8") == "r1"


# 6 Terrain


def test_6_1_a_mountain_shortens_the_moves_of_1_2_and_4() -> None:
    assert targets(battle("r1m .   .   .   b1", "g5"), "g5") == {"g6", "g7"}
    assert targets(battle("r1  .   .   M   b1", "g5"), "g5") == {"g4", "g6", "g7"}
    assert targets(battle("r1  .   M   .   b1", "g4"), "g4") == {"g3", "g5", "g6"}
    assert targets(battle("r1  M   M   .   b1", "g4"), "g4") == {"g3", "g5", "g6"}
    assert targets(battle("M   r1  .   .   .   b1", "g4"), "g5") == {"g6", "g7", "g8"}
    assert targets(battle("r2m .   .   M   b1", "g5"), "g5") == {"f4", "e3", "f5", "e5", "h4", "i3", "h5", "i5"}


def test_6_1_a_5_is_not_affected() -> None:
    assert "g6" in targets(battle("r5m M   .   b1", "g5"), "g5")


def test_6_1_a_3_keeps_off_mountains_but_may_leave_one() -> None:
    assert len(targets(battle("r3m .   .   .   b1", "g5"), "g5")) == 12
    crossing = targets(battle("r3  M   .   .   b1", "g5"), "g5")
    assert not {"f7", "h7"} & crossing
    entering = battle(
        """
          .   .   M   .
        r3  .   .   .   b1
        """,
        "f5",
    )
    assert "f7" not in targets(entering, "g5")
    assert "h7" in targets(entering, "g5")


def test_6_1_a_6_takes_a_mountain_by_winning() -> None:
    position = play(battle("r6  b4m .   b1", "g5"), "g5-g6")
    assert (unit(position, "g6"), armour(position, "g6")) == ("r6", 8)


def test_6_2_woods_towers_and_mountains_block_the_line_of_sight() -> None:
    for land in "FTM":
        assert not targets(battle(f"r5  {land}   b1  b1", "g4"), "g4", "*")
        assert targets(battle(f"r5  .   b1{land.lower()} b1", "g4"), "g4", "*") == {"g6"}
    assert targets(battle("r5  L   b1  b1", "g4"), "g4", "*") == {"g6", "g7"}
    assert targets(battle("r5  r1  b1  b1", "g4"), "g4", "*") == {"g6", "g7"}  # units do not


def test_6_2_archers_on_towers_and_mountains_shoot_further() -> None:
    assert targets(battle("r5t b1  b1  b1  b1", "g5"), "g5", "*") == {"g6", "g7", "g8"}
    assert targets(battle("r5m b1  b1  b1  b1", "g5"), "g5", "*") == {"g7", "g8", "g9"}
    assert targets(battle("r5f b1  b1  b1  b1", "g5"), "g5", "*") == {"g7", "g8"}


def test_6_3_all_bonuses_add_up_on_both_maps() -> None:
    for reach, at in ((6, "g5"), (8, "i5")):
        position = battle("R5m r6  .   b1", at, map=reach, terrain="none")
        assert armour(position, at) == 5 + 1 + 2 + 1
        for land, bonus in (("f", 1), ("t", 1), ("m", 2)):
            assert armour(battle(f"r3{land} .   .   b1", at, map=reach, terrain="none"), at) == 3 + bonus


def test_6_3_nobody_enters_or_passes_a_lake() -> None:
    for value in range(1, 6):
        position = battle(
            f"""
              L   L   L   L
            L   r{value}  L   .   b1
              L   L   L   L
            """,
            "f3",
        )
        assert not targets(position, "g5")


def test_6_3_a_3_does_not_land_on_a_lake() -> None:
    position = battle(
        """
          .   .   L   .
        r3  .   .   .   b1
        """,
        "f5",
    )
    assert "f7" not in targets(position, "g5")
    assert "h7" in targets(position, "g5")


def test_6_4_a_4_and_mountains() -> None:
    steps = {"g4", "g6", "f4", "f5", "h4", "h5"}
    assert targets(battle("r4m .   .   .   b1", "g5"), "g5") == steps
    assert targets(battle("r4  M   .   .   b1", "g5"), "g5") == steps | {"g3", "e4", "i4"}
    assert "g6" not in targets(battle("r4  .   M   .   b1", "g4"), "g4")
    for between, there in (("M   .", True), ("M   M", False), ("L   .", True), ("L   M", False), ("r1  M", False)):
        position = battle(
            f"""
              {between}
            .   r4  .   .   b1
            """,
            "f4",
        )
        assert ("e4" in targets(position, "g5")) == there
    target = battle(
        """
            M
          .   .
        .   r4  .   .   b1
        """,
        "e4",
    )
    assert "e4" not in targets(target, "g5")


def test_6_4_a_1_does_not_step_back_onto_or_off_a_mountain() -> None:
    assert "g4" not in targets(battle("M   r1  .   .   b1", "g4"), "g5")
    assert "g4" not in targets(battle("r1m .   .   b1", "g5"), "g5")


def test_6_5_a_3_needs_both_straight_steps() -> None:
    for way in ("L   .", ".   L", "M   .", ".   M", "b1  .", ".   b1"):
        assert not {"f6", "h6"} & targets(battle(f"r3  {way:<8}.   b6", "g4"), "g4")
    assert {"f6", "h6"} <= targets(battle("r3  F   T   .   b6", "g4"), "g4")
    corner = battle(
        """
        r3  .   .   .   b1
          .   .   .   g1
        """,
        "a1",
        players=3,
    )
    assert targets(corner, "a1") == {"b4", "c4", "d3", "d2"}  # not b3, whose way leads off the map


# 7 Winning


def test_7_1_annihilation_wins() -> None:
    position = play(battle("r1  b1", "g5"), "g5-g6")
    assert (position.over, position.ending(), position.place(0)) == (True, "annihilated", 1)
    assert (position.payoff(0), position.payoff(1)) == (1.0, -1.0)


def test_7_1_entering_the_base_wins() -> None:
    free = play(battle("b6  .   r1  .   .   .", "g7"), "g9-g12")
    assert (free.ending(), free.place(0)) == ("base", 1)
    held = play(battle("b6  .   r4  .   b3  .", "g8"), "g10-g12")
    assert (held.ending(), held.place(0)) == ("base", 1)
    guarded = play(battle("b6  .   r4  .   b6  .", "g8"), "g10-g12")
    assert not guarded.over
    own = play(battle("r1  .   .   b1", "g3"), "g3-g2")
    assert not own.over
    shot = play(battle("b6  .   r5  .   b3  .", "g8"), "g10*g12")
    assert not shot.over


def test_7_1_the_action_after_a_merge_takes_a_base_too() -> None:
    position = play(battle("b6  .   r5  r4  .   .", "g8"), "g10-g11", "become 1", "g11-g12")
    assert (position.ending(), position.place(0)) == ("base", 1)


def test_7_2_a_seat_whose_base_is_entered_is_out_with_all_units() -> None:
    position = battle(
        """
        b1  .   .   r5  .
          .   .   .   g1
        """,
        "a3",
        players=3,
    )
    play(position, "a6-a7")  # blue's base
    assert (position.elimination(1), position.unit_count(1), unit(position, "a3"), position.over) == (1, 0, "", False)
    assert (position.score(0), position.score(1), position.score(2)) == (1, 0, 1)
    assert (position.turn, position.remaining) == (2, 2)
    play(position, min(moves(position)))
    assert position.turn == 0  # blue is passed over


def test_7_2_a_seat_without_units_is_out_and_its_base_is_dead() -> None:
    position = battle(
        """
        .   .   .   .   .   r5  .
          r4  .   b1  .   .   g1
        """,
        "a1",
        players=3,
    )
    play(position, "b2-b4")
    assert (position.elimination(1), position.turn, position.over) == (1, 2, False)
    play(position, "b7 guard", "a6-a7")  # entering a dead base does nothing
    assert (position.remaining, position.quiet_turns, position.over) == (2, 2, False)


def test_7_3_patience_ends_the_game() -> None:
    position = battle("r1  .   .   .   b2", "g5", patience=2)
    for text in ("g5 guard", "g9 guard", "g5-g6"):
        assert not play(position, text).over
    play(position, "g9-f9")
    assert (position.over, position.ending()) == (True, "patience")
    assert (position.place(1), position.place(0)) == (1, 2)  # one unit each; 2 is more than 1


def test_7_3_thirty_quiet_turns_for_each_player_are_the_default() -> None:
    assert GAME.complete(2, {})["patience"] == 30
    position = battle("r1  .   .   .   b2", "g5", quiet=59)
    assert play(position, "g5 guard").ending() == "patience"


def test_7_3_games_under_the_rules_with_sixty_quiet_turns_are_still_replayed() -> None:
    assert GAME.options_of_rules(1, {"map": 6}) == {"map": 6, "patience": 60}
    assert GAME.options_of_rules(1, {"patience": 3}) == {"patience": 3}
    assert GAME.options_of_rules(2, {"map": 6}) == {"map": 6}
    assert GAME.options_of_rules(3, {}) is None
    # This record was made before the change.
    record = Record.load(RECORDS / "base.json")
    assert (record.rules, GAME.rules_version) == (1, 2)
    short = replace(record, options={key: value for key, value in record.options.items() if key != "patience"})
    assert short.replay().options["patience"] == 60
    assert replace(short, rules=2).table().options["patience"] == 30


def test_7_3_most_units_then_values_then_shared() -> None:
    more = play(battle("r1  r1  .   .   b6", "g5", patience=1), "g5 guard", "g9 guard")
    assert (more.place(0), more.place(1)) == (1, 2)
    equal = play(battle("r2  r2  .   b1  b3", "g5", patience=1), "g5 guard", "g8 guard")
    assert (equal.place(0), equal.place(1), equal.payoff(0)) == (1, 1, 0.0)


def test_7_3_a_loss_starts_the_count_again_and_a_merge_does_not() -> None:
    position = battle("r1  .   .   b2  .   b1", "g5", quiet=5)
    assert play(position, "g5-g8").quiet_turns == 0
    assert play(battle("r1  r2  .   b2", "g5", quiet=5), "g5-g6").quiet_turns == 6


def test_7_3_a_base_taken_starts_the_count_again() -> None:
    position = battle(
        """
        b1  .   .   r5  .
          .   .   .   g1
        """,
        "a3",
        players=3,
        quiet=5,
    )
    assert play(position, "a6-a7").quiet_turns == 0


def test_7_3_patience_counts_the_players_still_in() -> None:
    position = battle("r5  .   b1  g1", "g5", players=3, patience=2)
    play(position, "g5*g7", "g8 guard", "g5 guard", "g8 reroll")
    assert (position.remaining, position.over) == (2, False)
    assert play(position, "g5 reroll").ending() == "patience"
    three = battle("r5  .   b1  g1", "g5", players=3, patience=2)
    play(three, "g5 guard", "g7 guard", "g8 guard", "g5 reroll", "g7 reroll")
    assert not three.over
    assert play(three, "g8 reroll").ending() == "patience"


def test_7_4_the_last_out_ranks_first() -> None:
    position = battle("r5  .   b1  g1", "g5", players=3)
    play(position, "g5*g7", "g8 guard", "g5*g8")
    assert position.over
    assert [position.place(seat) for seat in range(3)] == [1, 3, 2]
    assert [position.score(seat) for seat in range(3)] == [2, 0, 1]


def test_7_4_two_out_at_once() -> None:
    position = battle(
        """
        r5  g1
          .   b1
        """,
        "a6",
        players=3,
    )
    play(position, "a6-a7")  # green's last unit stands on blue's base
    assert (position.elimination(2), position.elimination(1)) == (1, 2)
    assert (position.over, position.ending(), position.place(1), position.place(2)) == (True, "base", 2, 3)


def test_7_5_resigning_in_play() -> None:
    position = battle("r5  .   b1  .   .   g6", "g5", players=3, quiet=9)
    position.resign(0)
    assert (position.turn, position.unit_count(0), position.quiet_turns, position.over) == (1, 0, 0, False)
    position.resign(2)
    assert (position.over, position.ending()) == (True, "resigned")
    assert [position.place(seat) for seat in range(3)] == [3, 1, 2]


def test_7_5_a_resigned_seat_ranks_below_one_that_was_defeated() -> None:
    position = battle("r5  .   b1  .   .   g6", "g5", players=3)
    play(position, "g5*g7")
    position.resign(2)
    assert (position.over, position.ending()) == (True, "resigned")
    assert [position.place(seat) for seat in range(3)] == [1, 2, 3]


def test_7_5_resigning_in_set_up() -> None:
    roulette = started(4, terrain="roulette")
    first, many = int(roulette.turn), int(roulette.pending_terrain)
    roulette.resign(first)
    assert (roulette.turn, roulette.pending_terrain) == ((first + 1) % 4, many)
    bases = play(started(4, seed=3), "base a1")
    order = order_of(bases)
    bases.resign(order[0])
    assert "base a1" not in moves(bases)  # it stays taken
    bases.resign(order[1])
    assert bases.turn == order[2]
    until(bases, PLAY)
    assert bases.turn in (order[2], order[3])
    assert bases.unit_count(order[2]) == bases.unit_count(order[3]) == 3
    assert bases.unit_count(order[0]) == bases.unit_count(order[1]) == 0
    for phase in (REROLLS, DEPLOY):
        position = until(started(3, seed=7), phase)
        turn = int(position.turn)
        position.resign(turn)
        assert position.turn == order_of(position)[1]
        assert (position.hand_size(turn), position.unit_count(turn)) == (0, 0)
        until(position, PLAY)
        assert position.remaining == 2
