"""The clauses of RULES.md, by number."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path

import pytest
from tests.games.hexagone.boards import fresh, hand, legal, on_board, play, table

from bestagon.core.actions import room
from bestagon.core.dice import Dice, fast
from bestagon.core.errors import BadOption
from bestagon.games.hexagone import GAME
from bestagon.games.hexagone.board import BAG, DISCARDED, HIDDEN, KINDS, MIDDLE, SHAPE, SPOT
from bestagon.games.hexagone.deck import is_chain, load, read_cards, rotated, rotations
from bestagon.games.hexagone.rules import serial
from bestagon.games.hexagone.rules.moves import CLAIMING, PLAYING, STARTING
from bestagon.games.hexagone.rules.state import HexagonePosition
from bestagon.grid import bits


def built_in_deck() -> str:
    return resources.files("bestagon.games.hexagone").joinpath("data/deck.txt").read_text(encoding="utf-8")


# 1 Components


def test_1_1_sixty_hexagons_are_in_the_bag() -> None:
    position = GAME.setup(2, GAME.complete(2, {}))
    assert isinstance(position, HexagonePosition)
    bag = {kind: int(position.pools[8 * BAG + i]) for i, kind in enumerate(KINDS)}
    assert bag == {"gray": 20, "cracked": 20, "blue": 12, "swap": 2, "draw": 2, "bomb": 2, "move": 2}


def test_1_2_there_are_54_cards_with_pattern_points_and_stars() -> None:
    cards = read_cards(built_in_deck(), "deck")
    assert [card.name for card in cards] == [f"C{n:02d}" for n in range(1, 55)]
    assert {card.stars for card in cards} == {1, 2, 3}
    assert all(card.cells for card in cards)


def test_1_3_the_built_in_deck() -> None:
    cards = read_cards(built_in_deck(), "deck")
    sizes = {1: 4, 2: 5, 3: 6}
    assert all(len(card.cells) == sizes[card.stars] for card in cards)
    assert [sum(1 for card in cards if card.stars == stars) for stars in (1, 2, 3)] == [18, 18, 18]
    assert all(is_chain(list(card.cells)) for card in cards)
    assert {card.points for card in cards} == set(range(3, 13))
    everything = [tuple(pattern) for card in cards for pattern in rotations(card.cells)]
    assert len(set(everything)) == len(everything), "two cards are rotations of each other"


def test_1_3_a_rarer_card_is_never_worth_less() -> None:
    # rarity.txt is the output of benchmarks/hexagone_rarity.py; run that again after changing the deck.
    measured = (Path(__file__).parent / "rarity.txt").read_text(encoding="utf-8")
    rows = [line.split() for line in measured.splitlines() if re.match(r"C\d\d ", line)]
    frequencies = {row[0]: float(row[3]) for row in rows}
    deck = load("")
    points = {name: int(deck.points[i]) for i, name in enumerate(deck.names)}
    assert set(frequencies) == set(points)
    order = [points[name] for name in sorted(points, key=lambda name: -frequencies[name])]
    assert order == sorted(order)
    assert min(frequencies[name] for name in points if points[name] == 3) > 0.62
    assert max(frequencies[name] for name in points if points[name] == 12) < 0.03


def test_1_4_nothing_is_placed_over_the_edge_of_721_cells() -> None:
    assert len(SHAPE) == 721
    assert SHAPE.name(360) == "p16"
    assert SPOT[360] == MIDDLE
    corner = table("g", "g", at="a1")
    assert legal(corner) == ["gray a2", "gray b1", "gray b2", "pass"]
    end = table("g", "g", at="p31")
    assert legal(end) == ["gray o30", "gray p30", "gray q30", "pass"]


def test_1_4_patterns_do_not_wrap_around_the_edge() -> None:
    row = table("g", "g", row="C01", phase=PLAYING, at="p31")
    row.board.put(int(SPOT[SHAPE.find("q1")]), 0)
    row.board.put(int(SPOT[SHAPE.find("q2")]), 0)
    assert not [text for text in legal(row) if text.startswith("claim")]


# 2 Setup


def test_2_1_three_hexagons_each_and_one_card() -> None:
    for players in (2, 3, 4):
        position = fresh(players, seed=5)
        assert [position.pool_size(seat) for seat in range(players)] == [3] * players
        assert position.pool_size(BAG) == 60 - 3 * players
        assert [card >= 0 for card in position.row] == [True, False, False], "the first turn begins with its card"


def test_2_1_the_start_player_is_random_and_deals_first() -> None:
    dice = fast(9)
    first = dice.below(3)
    position = fresh(3, seed=9)
    assert position.turn == first
    bag = [20, 20, 12, 2, 2, 2, 2]
    for seat in (first, (first + 1) % 3, (first + 2) % 3):
        drawn = ""
        for _ in range(3):
            k = dice.below(sum(bag))
            kind = next(i for i in range(7) if k < sum(bag[: i + 1]))
            bag[kind] -= 1
            drawn += "gcbSDBM"[kind]
        assert sorted(hand(position, seat)) == sorted(drawn)
    assert position.row[0] == dice.below(54)
    assert {fresh(3, seed=seed).turn for seed in range(20)} == {0, 1, 2}


def test_2_2_kids_play_without_three_star_cards() -> None:
    position = fresh(2, kids=True)
    assert bits.count(position.all_cards) == 36
    assert bits.count(position.draw_pile) == 35
    assert not any(position.all_cards >> card & 1 for card in range(36, 54))


def test_2_2_teams_add_their_scores_and_hide_their_hands() -> None:
    position = table("g g g", "g", "g", "g", "g", row="C01", phase=PLAYING, players=4, teams=True)
    play(position, "claim C01 p16 p17 p18")
    assert [position.score(seat) for seat in range(4)] == [3, 0, 3, 0]
    position.mask(0)
    assert hand(position, 2) == "?"
    with pytest.raises(BadOption, match="option teams is for 4 players, not 3"):
        GAME.setup(3, GAME.complete(3, {"teams": True}))


# 3 A turn


def test_3_1_a_card_comes_and_the_oldest_of_three_goes() -> None:
    deck = "\n\n".join(f"C0{n} * 3\n  {pattern}" for n, pattern in enumerate(("g g", "g b", "b b", "g g g", "g g b"), 1))
    position = table("", "gg", "gg", row="C03 C01 C02", data=deck)
    play(position, "gray p16", "end")
    names = [position.deck.names[card] for card in position.row]
    assert names[:2] == ["C01", "C02"]
    assert names[2] in ("C04", "C05")
    assert bits.count(position.draw_pile) == 1


def test_3_1_an_empty_deck_leaves_the_row_alone() -> None:
    position = table("", "gg", "gg", row="C03 C01 C02")
    assert position.draw_pile == 0
    play(position, "gray p16", "end")
    assert [position.deck.names[card] for card in position.row] == ["C03", "C01", "C02"]


def test_3_2_at_least_one_hexagon_is_played() -> None:
    position = table("g", "gS")
    assert "end" not in legal(position)
    assert "pass" in legal(position)
    play(position, "gray p17")
    assert legal(position) == ["end"], "a swap has no effect among grays"


def test_3_2_basic_and_special_in_any_order() -> None:
    position = table("g", "gbDM")
    play(position, "draw", "blue p17", "move p16", "to q17", "gray q16", "end")
    assert on_board(position) == {"p17": "b", "q17": "g", "q16": "g"}


def test_3_3_a_pass_exchanges_and_ends_the_turn() -> None:
    position = table("g g g", "gcb", "g", row="C01")
    play(position, "pass")
    assert legal(position) == ["return gray", "return cracked", "return blue", "exchange"]
    play(position, "return gray", "return blue")
    assert hand(position, 0) == "c"
    assert legal(position) == ["return cracked", "exchange"]
    before = position.pool_size(BAG)
    play(position, "exchange")
    assert position.pool_size(0) == 3
    assert "c" in hand(position, 0)
    assert position.pool_size(BAG) == before
    assert position.turn == 1


def test_3_3_returned_hexagons_can_be_drawn_again() -> None:
    position = table("", "gb", "g", bag="")
    position.closing = 1
    play(position, "pass", "return gray", "return blue", "exchange")
    assert hand(position, 0) == "gb"


def test_3_3_returning_none_is_a_pass_too() -> None:
    position = table("", "gb", "g")
    drawn = position.dice.drawn
    play(position, "pass", "exchange")
    assert hand(position, 0) == "gb"
    assert position.dice.drawn == drawn + 1, "only the next card was drawn"


def test_3_3_with_an_empty_hand_a_pass_ends_the_turn() -> None:
    position = table("g", "", "g")
    assert legal(position) == ["pass"]
    play(position, "pass")
    assert position.turn == 1
    assert position.pool_size(0) == 0


def test_3_3_a_player_who_can_play_nothing_passes() -> None:
    position = table("", "SM", "g")
    assert legal(position) == ["pass"]


def test_3_3_nobody_passes_after_a_play() -> None:
    position = table("g", "gg")
    play(position, "gray p17")
    assert "pass" not in legal(position)


def test_3_4_any_number_of_cards_and_then_no_more_plays() -> None:
    drawing = """
    g g g b
    """
    position = table(drawing, "gg", "g", row="C01 C02", phase=PLAYING)
    assert "gray o15" in legal(position)
    play(position, "claim C01 p16 p17 p18")
    assert legal(position) == ["claim C02 p17 p18 p19", "end"]
    play(position, "claim C02 p17 p18 p19")
    assert legal(position) == ["end"]
    assert position.score(0) == 8


def test_3_4_nothing_is_claimed_before_a_play() -> None:
    position = table("g g g", "g", row="C01", phase=STARTING)
    assert not [text for text in legal(position) if text.startswith("claim")]
    play(position, "gray o15")
    assert "claim C01 p16 p17 p18" in legal(position)


@pytest.mark.parametrize(("held", "after"), [("g", 3), ("gg", 4), ("gggg", 6), ("ggggg", 6), ("gggggg", 6)])
def test_3_5_draw_three_but_not_beyond_six(held: str, after: int) -> None:
    position = table("g", held, "g")
    play(position, "gray p17", "end")
    assert position.pool_size(0) == after


def test_3_5_no_more_than_the_bag_holds() -> None:
    position = table("g", "gg", "g", bag="bb")
    play(position, "gray p17", "end")
    assert hand(position, 0) == "gbb"


def test_3_6_discard_down_to_six() -> None:
    position = table("g", "gggccD", "g", bag="bbbb")
    play(position, "draw", "end")
    assert hand(position, 0) == "gggccbb"
    assert legal(position) == ["discard gray", "discard cracked", "discard blue"]
    discarded = int(position.pools[8 * DISCARDED + 1])
    play(position, "discard cracked")
    assert hand(position, 0) == "gggcbb"
    assert position.pools[8 * DISCARDED + 1] == discarded + 1
    assert position.turn == 1


def test_3_6_discard_as_many_as_are_too_many() -> None:
    position = table("g", "ggggDD", "g", bag="bbbbb")
    play(position, "draw", "draw", "end")
    assert hand(position, 0) == "ggggbbbb"
    play(position, "discard gray")
    assert legal(position, 0) == ["discard gray", "discard blue"]
    play(position, "discard blue")
    assert hand(position, 0) == "gggbbb"
    assert position.turn == 1


# 4 Playing hexagons


def test_4_1_placed_next_to_a_hexagon() -> None:
    position = table("g b", "c")
    cells = ["o15", "o16", "o17", "p15", "p18", "q15", "q16", "q17"]
    assert legal(position) == [*(f"cracked {cell}" for cell in cells), "pass"]
    play(position, "cracked q16")
    assert on_board(position) == {"p16": "g", "p17": "b", "q16": "c"}
    assert hand(position, 0) == ""


def test_4_2_on_an_empty_board_it_goes_to_the_middle() -> None:
    position = table("", "gb")
    assert legal(position) == ["gray p16", "blue p16", "pass"]


def test_4_2_again_when_the_board_has_become_empty() -> None:
    position = table("c c c", "g", "g", row="C01", phase=PLAYING, at="k5")
    play(position, "claim C01 k5 k6 k7", "end")
    assert on_board(position) == {}
    assert legal(position) == ["gray p16", "pass"]


def test_4_3_specials_are_discarded_not_placed() -> None:
    position = table("g b", "SDBM", "g", row="C01")
    assert not [text for text in legal(position) if text.split()[0] in ("gray", "cracked", "blue")]
    before = [int(position.pools[8 * DISCARDED + kind]) for kind in range(3, 7)]
    play(position, "draw", "bomb C01", "swap p16", "with p17", "move p16", "to p18")
    assert [int(position.pools[8 * DISCARDED + kind]) for kind in range(3, 7)] == [n + 1 for n in before]
    assert len(on_board(position)) == 2


def test_4_4_a_moved_hexagon_lands_next_to_another() -> None:
    position = table("g b", "M")
    assert legal(position) == ["move p16", "move p17", "pass"]
    play(position, "move p16")
    # Next to p17, not on its old cell, and not next to its old cell alone.
    assert legal(position) == ["to o16", "to o17", "to p18", "to q16", "to q17"]
    play(position, "to p18")
    assert on_board(position) == {"p17": "b", "p18": "g"}


def test_4_4_a_move_may_split_the_board() -> None:
    position = table("g g g", "M")
    play(position, "move p17", "to p19")
    assert on_board(position) == {"p16": "g", "p18": "g", "p19": "g"}


def test_4_5_two_hexagons_of_different_kinds_change_places() -> None:
    position = table("g c b g", "S")
    play(position, "swap p16")
    assert legal(position) == ["with p17", "with p18"]
    play(position, "with p18")
    assert on_board(position) == {"p16": "b", "p17": "c", "p18": "g", "p19": "g"}


def test_4_6_a_bomb_discards_a_card_and_may_draw_one() -> None:
    position = table("g", "B", row="C01 C02")
    assert [text for text in legal(position) if "bomb" in text] == ["bomb C01", "bomb C01 draw", "bomb C02", "bomb C02 draw"]
    play(position, "bomb C01 draw")
    assert [position.deck.names[card] for card in position.row if card >= 0] == ["C02", "C03"], "the new one is the newest"
    plain = table("g", "B", row="C01 C02")
    play(plain, "bomb C02")
    assert [plain.deck.names[card] for card in plain.row if card >= 0] == ["C01"]
    assert bits.count(plain.draw_pile) == 1


def test_4_6_nothing_is_drawn_from_an_empty_deck() -> None:
    position = table("g", "B", row="C01 C02 C03")
    assert [text for text in legal(position) if "bomb" in text] == ["bomb C01", "bomb C02", "bomb C03"]


def test_4_7_draw_two_or_the_rest_of_the_bag() -> None:
    position = table("g", "gggggD", "g", bag="bbb")
    play(position, "draw")
    assert hand(position, 0) == "gggggbb", "seven, until the end of the turn"
    short = table("g", "D", "g", bag="b")
    play(short, "draw")
    assert hand(short, 0) == "b"


def test_4_8_a_special_that_could_do_nothing_is_not_played() -> None:
    assert legal(table("g", "SDBM", bag="")) == ["pass"]
    assert legal(table("g g", "S")) == ["pass"]
    assert "swap p16" in legal(table("g c", "S"))
    assert "draw" in legal(table("g", "D", bag="g"))
    assert "bomb C01" in legal(table("g", "B", row="C01"))
    assert legal(table("", "M")) == ["pass"]


# 5 Claiming


def test_5_1_rotations_count() -> None:
    drawing = """
        g
       g
      b
    """
    position = table(drawing, row="C02", phase=CLAIMING)
    assert legal(position) == ["claim C02 p16 q15 r14", "end"]
    assert position.deck.turns[1] == 6
    assert position.deck.turns[0] == 3, "a line of one colour looks the same after half a turn"


def test_5_1_mirror_images_do_not() -> None:
    deck = "C01 * 3\n  g g g\n     g"
    bent = table("g g g\n   g", row="C01", phase=CLAIMING, data=deck)
    assert legal(bent) == ["claim C01 p16 p17 p18 q17", "end"]
    mirrored = table("g g g\n g", row="C01", phase=CLAIMING, data=deck)
    assert legal(mirrored) == ["end"]


def test_5_1_colour_and_shape_must_match() -> None:
    assert legal(table("g b g", row="C01 C02", phase=CLAIMING)) == ["end"]
    assert legal(table("g g\n   b", row="C02", phase=CLAIMING)) == ["end"]


def test_5_1_every_set_of_hexagons_is_one_claim() -> None:
    position = table("g g g g", row="C01", phase=CLAIMING)
    assert legal(position) == ["claim C01 p16 p17 p18", "claim C01 p17 p18 p19", "end"]


def test_5_2_cracked_counts_as_gray() -> None:
    position = table("c g b", row="C02", phase=CLAIMING)
    assert legal(position) == ["claim C02 p16 p17 p18", "end"]


def test_5_3_cracked_hexagons_used_are_discarded_at_once() -> None:
    position = table("g c g b c", row="C01 C02", phase=CLAIMING)
    before = int(position.pools[8 * DISCARDED + 1])
    play(position, "claim C01 p16 p17 p18")
    assert on_board(position) == {"p16": "g", "p18": "g", "p19": "b", "p20": "c"}
    assert position.pools[8 * DISCARDED + 1] == before + 1
    assert legal(position) == ["end"], "the other card needed the same hexagon"


def test_5_3_the_player_chooses_the_match() -> None:
    position = table("c g g g", row="C01", phase=CLAIMING)
    play(position, "claim C01 p17 p18 p19")
    assert on_board(position) == {"p16": "c", "p17": "g", "p18": "g", "p19": "g"}


def test_5_4_claims_are_public_and_the_row_is_not_refilled() -> None:
    position = table("g g g", row="C03 C01", phase=CLAIMING)
    left = position.draw_pile
    play(position, "claim C01 p16 p17 p18")
    assert [position.deck.names[card] for card in position.row if card >= 0] == ["C03"]
    assert position.draw_pile == left
    position.mask(1)
    assert position.claimed[0] == 1
    assert position.score(0) == 3


def test_5_5_hands_and_bag_are_hidden_their_sizes_are_not() -> None:
    position = table("g", "gcb", "SD", row="C01", bag="gggg")
    position.mask(0)
    assert hand(position, 0) == "gcb"
    assert hand(position, 1) == "??"
    assert [position.pool_size(BAG), position.pools[8 * BAG]] == [4, 0]
    assert position.pools[8 * DISCARDED + 2] == 11, "discards are public"
    assert bits.count(position.draw_pile) == 2


def test_5_5_positions_that_look_alike_are_alike() -> None:
    one = table("g", "gcb", "SD")
    other = table("g", "gcb", "MB")
    for position in (one, other):
        position.mask(0)
    assert one.to_bytes() == other.to_bytes()


def test_5_5_returned_hexagons_are_hidden_too() -> None:
    position = table("g", "gcb", "SD")
    action = GAME.parse_action(position, 0, "return blue")
    assert GAME.seen_text(position, 0, action, 0) == "return blue"
    assert GAME.seen_text(position, 0, action, 1) == "return ?"
    assert GAME.seen_text(position, 0, action, -1) == "return ?"
    play(position, "pass", "return blue")
    position.mask(1)
    assert "return:?1" in GAME.position_text(position)


def test_5_5_determinization_deals_the_unseen_hexagons() -> None:
    position = table("g b", "gcb", "SD", bag="gg")
    seen = set()
    for seed in range(40):
        world = position.copy()
        assert isinstance(world, HexagonePosition)
        world.mask(0)
        masked = world.to_bytes()
        world.determinize(0, fast(seed))
        assert hand(world, 0) == "gcb"
        assert sorted(hand(world, 1) + hand(world, int(BAG))) == sorted("SDgg")
        seen.add(hand(world, 1))
        world.mask(0)
        assert world.to_bytes() == masked
    assert seen == {"gg", "gS", "gD", "SD"}


# 6 End


def test_6_1_the_game_ends_after_the_next_turn_of_the_seat_that_drew_last() -> None:
    position = table("g", "gg", "gg", "gg", bag="bb", players=3)
    play(position, "gray p17", "end")
    assert position.closing == 0
    for seat in (1, 2, 0):
        assert position.turn == seat
        assert not position.over
        play(position, legal(position)[0], "end")
    assert position.over
    assert position.ending() == "bag"


def test_6_1_a_draw_agon_can_draw_the_last_one_too() -> None:
    position = table("g", "gD", "g", bag="b")
    play(position, "draw", "end")
    assert not position.over, "this turn does not count"
    play(position, "gray p17", "end")
    assert position.turn == 0
    play(position, "pass", "exchange")
    assert position.ending() == "bag"


def test_6_1_the_first_seat_to_empty_the_bag_counts() -> None:
    position = table("g", "gg", "gg", bag="bb")
    play(position, "gray p17", "end")
    assert (position.closing, position.pool_size(BAG)) == (0, 0)
    play(position, "pass", "return gray", "return gray", "exchange")
    assert (position.closing, position.pool_size(BAG)) == (0, 0)
    assert not position.over
    play(position, "pass", "exchange")
    assert position.ending() == "bag"


def test_6_1_a_game_of_random_moves_ends_by_the_bag() -> None:
    position = fresh(2, seed=3)
    out, dice = room(position), fast(3)
    while not position.over:
        position.play(position.turn, position.pick(position.turn, dice, out))
    assert position.ending() == "bag"
    assert position.pool_size(BAG) == 0


def test_6_2_the_highest_total_wins_and_ties_are_shared() -> None:
    position = table("g g g", "g", "g", row="C01", phase=PLAYING)
    play(position, "claim C01 p16 p17 p18")
    position.over = True
    assert [position.payoff(seat) for seat in range(2)] == [1.0, -1.0]
    tie = table("", players=3)
    tie.points[0] = tie.points[2] = 5
    tie.over = True
    assert [tie.place(seat) for seat in range(3)] == [1, 3, 1]
    assert [tie.payoff(seat) for seat in range(3)] == [0.5, -1.0, 0.5]


def test_6_2_team_totals_decide() -> None:
    position = table("", players=4, teams=True)
    position.points[0], position.points[1], position.points[2], position.points[3] = 9, 5, 1, 6
    position.over = True
    assert [position.place(seat) for seat in range(4)] == [3, 1, 3, 1]


def test_6_3_three_passes_by_everybody_end_the_game() -> None:
    position = table("g", "g", "g")
    for _ in range(5):
        play(position, "pass", "exchange")
        assert not position.over
    play(position, "pass", "exchange")
    assert position.ending() == "passes"


def test_6_3_a_play_resets_the_count_of_passes() -> None:
    position = table("g", "gg", "gg")
    for _ in range(5):
        play(position, "pass", "exchange")
    play(position, legal(position)[0], "end")
    for _ in range(5):
        play(position, "pass", "exchange")
        assert not position.over
    play(position, "pass", "exchange")
    assert position.over, "seat 0 has passed six times, seat 1 three times again"


def test_6_3_a_resigned_seat_is_not_counted() -> None:
    position = table("g", "g", "g", "g", players=3)
    position.resign(2)
    for _ in range(5):
        play(position, "pass", "exchange")
        assert not position.over
    play(position, "pass", "exchange")
    assert position.ending() == "passes"


def test_6_3_only_a_pass_leads_to_this_ending() -> None:
    position = table("g", "g", "g", "g", players=3)
    for _ in range(8):
        play(position, "pass", "exchange")
    position.resign(2)
    assert not position.over
    assert position.turn == 0
    play(position, "pass", "exchange")
    assert position.ending() == "passes"


def test_6_4_a_resigned_seat_is_skipped_and_its_hand_discarded() -> None:
    position = table("g", "gb", "gc", "g", players=3)
    cracked = int(position.pools[8 * DISCARDED + 1])
    position.resign(1)
    assert position.pool_size(1) == 0
    assert position.pools[8 * DISCARDED + 1] == cracked + 1
    assert position.turn == 0
    play(position, "gray p17", "end")
    assert position.turn == 2


def test_6_4_resigning_in_ones_turn_ends_it() -> None:
    position = table("g", "gbM", "gc", "g", players=3)
    play(position, "pass", "return blue")
    bag, before = position.pool_size(BAG), int(position.pools[8 * BAG + 2])
    position.resign(0)
    assert (position.turn, position.phase) == (1, STARTING)
    assert (position.pool_size(BAG), position.pools[8 * BAG + 2]) == (bag + 1, before + 1)


def test_6_4_resigning_in_the_middle_of_a_move_leaves_the_hexagon() -> None:
    position = table("g b", "gM", "g", "g", players=3)
    play(position, "move p16")
    position.resign(0)
    assert (position.turn, position.phase, position.source) == (1, STARTING, -1)
    assert on_board(position) == {"p16": "g", "p17": "b"}


def test_6_4_an_unseen_discarded_hand_is_dealt_to_the_discards() -> None:
    position = table("g", "gb", "gcM", "gS", players=3)
    discarded = position.pool_size(DISCARDED)
    position.mask(0)
    position.resign(1)
    assert position.pools[8 * DISCARDED + HIDDEN] == 3
    for seed in range(20):
        world = position.copy()
        assert isinstance(world, HexagonePosition)
        world.determinize(0, fast(seed))
        serial.validate(world)
        assert world.pool_size(DISCARDED) == discarded + 3
        assert all(world.pools[8 * pool + HIDDEN] == 0 for pool in range(7))


def test_6_4_the_game_ends_when_the_last_turn_would_have_been() -> None:
    position = table("g", "gg", "gg", "gg", bag="b", players=3)
    play(position, "gray p17", "end")
    position.resign(0)
    play(position, "gray p18", "end", legal(position)[0])
    assert position.turn == 2
    play(position, "end")
    assert position.ending() == "bag"
    assert position.place(0) == 3


def test_6_4_the_last_one_left_wins_at_once() -> None:
    position = table("g", "g", "g", "g", players=3)
    position.resign(2)
    position.resign(0)
    assert position.ending() == "resigned"
    assert [position.place(seat) for seat in range(3)] == [2, 1, 3]


def test_6_5_a_team_plays_on_with_one_member() -> None:
    position = table("g", "g", "g", "g", "g", players=4, teams=True)
    position.resign(0)
    position.resign(1)
    assert not position.over
    position.points[0] = 4
    assert position.score(2) == 4
    position.resign(2)
    assert position.ending() == "resigned"
    assert [position.place(seat) for seat in range(4)] == [4, 3, 2, 1]


def test_6_5_the_other_team_wins_when_a_whole_team_is_gone() -> None:
    position = table("g", "g", "g", "g", "g", players=4, teams=True)
    position.resign(0)
    assert not position.over
    position.resign(2)
    assert position.ending() == "resigned"
    assert [position.place(seat) for seat in range(4)] == [4, 1, 3, 1]


def test_6_5_a_resigned_seat_ranks_last_even_if_its_team_wins() -> None:
    position = table("g", "g", "g", "g", "g", players=4, teams=True)
    position.resign(0)
    position.points[2] = 4
    position.over = True
    assert [position.place(seat) for seat in range(4)] == [4, 2, 1, 2]


def test_pick_returns_a_random_legal_action() -> None:
    position = fresh(2, seed=8)
    out, dice, twin = room(position), fast(8), Dice()
    while not position.over:
        twin.copy_from(dice)
        action = position.pick(position.turn, dice, out)
        listed = out[twin.below(position.legal(position.turn, out))]
        assert action == listed
        position.play(position.turn, action)


def test_rotated_patterns_start_at_their_first_cell() -> None:
    card = read_cards("C01 * 3\n  g b\n   g", "deck")[0]
    assert [len(rotated(card.cells, times)) for times in range(6)] == [3] * 6
    assert all(rotated(card.cells, times)[0][0] == (0, 0) for times in range(6))
