"""What Pocket Hexes tells: rolls, writes, rings, penalties and the end; why something cannot be chosen, and what it would do."""

from __future__ import annotations

import pytest
from tests.games.pocket_hexes.boards import (
    BLANK,
    EVERYONE,
    FIRST,
    FLOWER,
    REROLL,
    SMALL,
    STUCK,
    TWO_RINGS,
    boxes,
    moves,
    play,
    started,
    table,
)

from bestagon.core.dice import fast
from bestagon.core.story import Story, story
from bestagon.games.pocket_hexes import GAME
from bestagon.games.pocket_hexes.board import DIE_NAMES
from bestagon.games.pocket_hexes.rules.state import PocketPosition
from bestagon.games.pocket_hexes.words import a_number, the_numbers
from bestagon.i18n import use_language
from bestagon.scene.beats import Beat, Effect, Face
from bestagon.scene.model import CellState
from bestagon.testing import random_step

ALMOST = "2 2 2 6 2 2 ."
RING = {"p1.b2", "p1.a1", "p1.b1", "p1.a2", "p1.c1", "p1.c2", "p1.b3"}


def told(position: PocketPosition, seat: int, text: str) -> Story:
    """Play an action, and tell it; the position stays as it is."""
    action, after = GAME.parse_action(position, seat, text), position.copy()
    after.play(seat, action)
    return story(GAME, position, after, seat, action, -1)


def kinds(found: Story) -> list[str]:
    return [beat.kind for beat in found.beats]


def after(position: PocketPosition, seat: int, text: str) -> PocketPosition:
    play(position, seat, text)
    return position


def test_a_write_that_completes_a_ring_and_its_points() -> None:
    position = table(ALMOST, BLANK, dice="4 6 8 0 12 20")
    found = told(position, 0, "d20 c2")
    assert found.words == "Player 1 writes a 20 next to a 6. The ring around the 6 is complete."
    assert found.beats[0] == Beat("write", "Player 1 writes a 20 next to a 6.", 0, ("p1.c2",))
    assert (found.beats[1].kind, found.beats[1].ids[0], set(found.beats[1].ids)) == ("act", "p1.b2", RING)
    scored = told(after(position, 0, "d20 c2"), 0, "score b2")
    score = scored.beats[0]
    assert (score.kind, score.text, score.seat, score.to, score.points) == ("score", "Player 1 scores 6 points.", 0, ("p1.box.1",), 6)
    assert set(score.ids) == RING
    # The sheet is full, so the second number is a penalty.
    assert scored.beats[1] == Beat("penalty", "Player 1 cannot write a second number: -3.", 0, ("p1.box.2",), to=("seat.0",), points=-3)


def test_a_ring_that_is_skipped_stays_marked() -> None:
    position = after(table(ALMOST, BLANK, dice="4 6 8 0 12 20"), 0, "d20 c2")
    assert GAME.scene(position, 0).boards["p1."].cells["b2"] == CellState(label="6", marks=("asked",))
    found = told(position, 0, "skip b2")
    assert (found.beats[0].kind, found.beats[0].text) == ("pass", "Player 1 skips the ring around the 6.")
    assert GAME.scene(after(position, 0, "skip b2"), 0).boards["p1."].cells["b2"] == CellState(label="6", marks=("skipped",))
    scored = after(after(table(ALMOST, BLANK, dice="4 6 8 0 12 20"), 0, "d20 c2"), 0, "score b2")
    assert GAME.scene(scored, 0).boards["p1."].cells["b2"] == CellState(label="6", marks=("ringed",))


def test_a_zero_in_a_closed_ring_is_not_scored() -> None:
    position = after(table("2 2 2 . 2 2 2", BLANK, dice="4 6 8 0 12 20"), 0, "d10 b2")
    assert GAME.scene(position, 0).boards["p1."].cells["b2"].marks == ("skipped",)
    assert GAME.position_text(position).split()[3].endswith("~b2")


def test_two_rings_are_answered_for_one_after_the_other() -> None:
    position = table(TWO_RINGS.replace("5 .", "5 9"), BLANK_37, dice="4 6 8 9 12 20", data=SMALL)
    found = told(position, 0, "d12 d4")
    assert found.beats[1].text == "The rings around the 5, the 9 and the 7 are complete."
    play(position, 0, "d12 d4")
    cells = GAME.scene(position, 0).boards["p1."].cells
    assert [cells[name].marks for name in ("c3", "d5")] == [("asked",), ()]
    assert GAME.prompt(position, 0) == "The ring around the 5 is complete: score it?"


BLANK_37 = ". " * 37


def test_only_the_die_that_was_written_is_rolled_again() -> None:
    position = started(2, seed=3, sheet="small")
    seat = int(position.active)
    number = int(position.die_value(2))
    found = told(position, seat, "d8 d4")
    played = after(position, seat, "d8 d4")
    assert kinds(found) == ["write", "roll", "turn"]
    assert found.beats[0].text == f"Player {seat + 1} begins with {a_number(number)}."
    shown = str(played.die_value(2))
    assert found.beats[1] == Beat("roll", f"Player {seat + 1} re-rolls the d8: {shown}.", seat, ("die.d8",), (Face("d8", shown),))
    assert found.beats[2] == Beat("turn", "Everyone writes two numbers.")


def test_the_next_turn_rolls_all_dice() -> None:
    position = table("1 . . . . . .", dice="4 6 8 9 12 20")
    play(position, 0, "d12 b1")
    found = told(position, 0, "d20 a2")
    assert kinds(found) == ["write", "turn", "roll"]
    assert found.beats[1] == Beat("turn", "Player 1's turn.", 0)
    assert found.beats[2].ids == tuple(f"die.{name}" for name in DIE_NAMES)
    assert len(found.beats[2].faces) == 6


def test_who_can_write_nothing_is_told_why_it_costs() -> None:
    # Player 2's sheet is full when Player 1 has written.
    position = table(BLANK, STUCK, dice="4 6 8 9 12 20", phase=FIRST)
    found = told(position, 0, "d8 b2")
    assert kinds(found) == ["write", "roll", "penalty", "turn"]
    assert found.beats[2] == Beat("penalty", "Player 2 can write nothing: -6.", 1, ("p2.box.1", "p2.box.2"), to=("seat.1",), points=-6)


def test_a_turn_that_begins_with_a_penalty() -> None:
    position = table("1 . . . . . .", STUCK, dice="4 6 8 9 12 20", boxes=([], [4]))
    play(position, 0, "d12 b1")
    found = told(position, 0, "d20 a2")
    assert kinds(found) == ["write", "turn", "roll", "penalty"]
    assert found.beats[3] == Beat("penalty", "Player 2 can write nothing: -3.", 1, ("p2.box.2",), to=("seat.1",), points=-3)
    stuck = after(position, 0, "d20 a2")
    assert GAME.prompt(stuck, 1) == "Nothing fits: -3. Choose a die to re-roll."
    again = told(stuck, 1, "reroll d20")
    assert again.beats[0].text == f"Player 2 re-rolls the d20: {after(stuck, 1, 'reroll d20').die_value(5)}."
    assert again.beats[0].ids == ("die.d20",)


def test_a_re_roll_that_helps_nobody_is_told_without_its_number() -> None:
    position = table(STUCK, dice="4 6 8 9 12 20", phase=REROLL, boxes=([-3],))
    found = told(position, 0, "reroll d20")
    assert found.beats[0] == Beat("roll", "Player 1 re-rolls the d20.", 0, ("die.d20",))
    assert kinds(found) == ["roll", "penalty", "turn", "roll", "penalty"]


def test_the_last_turn_is_announced_and_the_end_has_a_reason() -> None:
    position = table(ALMOST, BLANK, dice="4 6 8 0 12 20", boxes=([1] * 8, [9]))
    play(position, 0, "d20 c2")
    found = told(position, 0, "score b2")
    assert kinds(found) == ["score", "act"]
    assert found.beats[1].text == "Player 1 has filled nine boxes: the last turn."
    play(position, 0, "score b2")
    assert GAME.scene(position, 1).facts["Last turn"] == "Player 1 filled nine boxes"
    play(position, 1, "d4 b1")
    end = told(position, 1, "d20 b2")
    assert kinds(end) == ["write", "end"]
    assert end.beats[-1] == Beat("end", "Nine boxes are full: 14-9.", 0)


@pytest.mark.parametrize(
    ("theirs", "text"),
    [
        ([0] * 8 + [8], "A tie at 8: the higher boxes decide."),
        ([1] * 8 + [0], "Nine boxes are full: a tie at 8."),
    ],
)
def test_a_tie_is_explained(theirs: list[int], text: str) -> None:
    position = table(STUCK, STUCK, BLANK, dice="4 6 8 0 12 20", boxes=([1] * 8 + [0], theirs, []))
    play(position, 2, "d4 b1")
    assert told(position, 2, "d20 b2").beats[-1].text == text


def test_a_solo_game_ends_with_its_points() -> None:
    position = after(table(ALMOST, dice="4 6 8 0 12 20", boxes=([1] * 8,)), 0, "d20 c2")
    assert told(position, 0, "score b2").beats[-1] == Beat("end", "Nine boxes are full: 14 points.", 0)


def test_the_start_is_drawn_and_rolled_in_the_open() -> None:
    position = started(3, seed=4)
    lot, roll = GAME.tell_start(position, -1)
    assert lot == Beat("turn", f"Player {position.active + 1} starts, drawn by lot.", int(position.active))
    assert (roll.kind, len(roll.ids), len(roll.faces)) == ("roll", 6, 6)
    assert [beat.kind for beat in GAME.tell_start(started(1), -1)] == ["roll"]


def test_articles_and_german() -> None:
    assert [a_number(number) for number in (0, 7, 8, 11, 18, 20)] == ["a 0", "a 7", "an 8", "an 11", "an 18", "a 20"]
    with use_language("de"):
        position = table(ALMOST, BLANK, dice="4 6 8 0 12 20")
        assert told(position, 0, "d20 c2").words == "Spieler 1 schreibt eine 20 neben eine 6. Der Ring um die 6 ist geschlossen."


# Why not?

CORNER = "5 . . 9 . . ."
"""On the flower: a 5 in a1, a 9 in the middle."""


@pytest.mark.parametrize(
    ("picks", "text", "ids"),
    [
        (["die.d4", "p1.b1"], "4 is smaller than the 9 it would touch.", {"p1.a1", "p1.b2"}),
        (["p1.b1", "die.d4"], "4 is smaller than the 9 it would touch.", {"p1.a1", "p1.b2"}),
        (["die.d6", "p1.c2"], "6 is smaller than the 9 it would touch.", {"p1.b2"}),
        (["die.d12", "p1.b2"], "There is a number already: choose an empty cell.", {"p1.b2"}),
        (["p1.b2"], "There is a number already: choose an empty cell.", {"p1.b2"}),
        (["die.d4"], "The 4 of the d4 fits nowhere.", set()),
        (["die.d12", "die.d20"], "You have chosen the d12: now choose a cell.", set()),
        (["die.d12", "p1.b1", "p1.c2"], "A number goes into one cell.", {"p1.b1"}),
        (["p2.b2"], "This belongs to Player 2.", set()),
        (["p1.box.1"], "Boxes are filled by rings and penalties.", set()),
        (["seat.0"], "Choose a die and a cell of your sheet.", set()),
    ],
)
def test_a_pick_is_refused_with_the_reason(picks: list[str], text: str, ids: set[str]) -> None:
    reason = GAME.why_not(table(CORNER, BLANK, dice="4 6 8 8 12 20"), 0, picks)
    assert (reason.text, set(reason.ids)) == (text, ids)


def test_a_cell_is_refused_for_its_neighbours() -> None:
    low = table(CORNER, BLANK, dice="4 6 8 8 12 20")
    play(low, 0, "d12 b1")
    assert GAME.why_not(low, 0, ["die.d12"]).text == "You have written the d12 already: choose another."
    assert GAME.why_not(low, 0, ["p1.a2", "die.d12"]).text == "You have written the d12 already: choose another."
    alone = table("7 " + ". " * 36, "7 " + ". " * 36, dice="4 6 8 9 12 20", data=SMALL)
    assert GAME.why_not(alone, 0, ["die.d20", "p1.d4"]).text == "20 must touch a number on your sheet."
    assert GAME.why_not(alone, 0, ["die.d20", "p1.b1"]).text == "This can be written: choose the die and the cell."
    assert GAME.why_not(alone, 0, ["p1.d4"]).text == "Only a 1 or a 0 may go where nothing is next to it."
    high = table("20 . . 9 . . .", BLANK, dice="4 6 8 8 12 12")
    reason = GAME.why_not(high, 0, ["p1.b1"])
    assert (reason.text, reason.ids) == ("No die shows 20 or more.", ("p1.a1",))
    used = table("18 " + ". " * 35 + "3", "7 " + ". " * 36, dice="4 6 8 8 12 20", data=SMALL)
    beside, far = (used.board.shape.name(used.board.shape.around(cell)[0]) for cell in (0, 36))
    play(used, 0, f"d20 {far}")
    assert GAME.why_not(used, 0, [f"p1.{beside}"]).text == "Only the d20 would fit, and you have written it."


def test_the_phase_is_a_reason_too() -> None:
    first = table(BLANK, BLANK, dice="4 6 8 9 12 20", phase=FIRST)
    assert GAME.why_not(first, 1, ["die.d4"]).text == "It is Player 1's turn."
    ring = after(table(ALMOST, BLANK, dice="4 6 8 0 12 20"), 0, "d20 c2")
    reason = GAME.why_not(ring, 0, ["die.d4"])
    assert (reason.text, reason.ids) == ("First score or skip the ring around the 6.", ("p1.b2",))
    assert GAME.why_not(after(ring, 0, "skip b2"), 0, ["die.d4"]).text == "You have written: wait for the others."
    full = table(STUCK, BLANK, dice="4 6 8 0 12 20", boxes=([1] * 9, []))
    assert GAME.why_not(full, 0, ["die.d4"]).text == "Your nine boxes are full: you write no more."
    stuck = table(STUCK, dice="4 6 8 9 12 20", phase=REROLL, boxes=([-3],))
    assert GAME.why_not(stuck, 0, ["p1.a1"]).text == "Choose a die to re-roll."
    over = after(after(table(ALMOST, dice="4 6 8 0 12 20", boxes=([1] * 8,)), 0, "d20 c2"), 0, "score b2")
    assert GAME.why_not(over, 0, ["die.d4"]).text == "The game is over."


# What would happen, and what is shown.


def effect(position: PocketPosition, text: str, seat: int = 0) -> Effect | None:
    return GAME.scene(position, seat).effects.get(GAME.parse_action(position, seat, text))


def test_rings_and_penalties_are_shown_before_they_happen() -> None:
    found = effect(table(ALMOST, BLANK, dice="4 6 8 0 12 20"), "d20 c2")
    assert found is not None
    assert (found.text, found.points) == ("Completes the ring around the 6. No second number fits then: -3.", 3)
    assert set(found.ids) == RING
    two = effect(table(TWO_RINGS.replace("5 .", "5 9"), BLANK_37, dice="4 6 8 9 12 20", data=SMALL), "d12 d4")
    assert two is not None
    assert (two.text, two.points) == ("Completes the rings around the 5, the 9 and the 7.", 21)
    # The 20 in the middle leaves no room for anything else.
    closing = table("1 . . . . . 1", BLANK, dice="4 4 4 4 4 20")
    assert effect(closing, "d20 b2") == Effect("No second number fits then: -3.", points=-3)
    assert effect(closing, "d4 b2") is None


def test_the_penalties_that_are_foretold_come() -> None:
    dice, told_of = fast(5), 0
    for seed in range(8):
        position = started(1, seed=seed, data=FLOWER)
        while not position.over:
            effects = GAME.scene(position, 0).effects
            for move in moves(position, 0):
                action, then = GAME.parse_action(position, 0, move), position.copy()
                then.play(0, action)
                assert isinstance(then, PocketPosition)
                if position.phase == EVERYONE and position.writes_left(0) == 2 and not then.pending_rings(0):
                    foretold = "No second number" in effects[action].text if action in effects else False
                    assert foretold == (then.phase != EVERYONE or then.over), f"{move} in {GAME.position_text(position)}"
                    told_of += foretold
            random_step(position, dice)
    assert told_of > 20


def test_scoring_and_skipping_say_what_they_do() -> None:
    ring = after(table(ALMOST, BLANK, dice="4 6 8 0 12 20"), 0, "d20 c2")
    score, skip = effect(ring, "score b2"), effect(ring, "skip b2")
    assert score is not None
    assert skip is not None
    assert (score.text, score.points, score.ids[-1]) == ("It goes into box 1.", 6, "p1.box.1")
    assert (skip.text, skip.points) == ("This ring can never be scored later.", 0)
    last = effect(after(table(ALMOST, BLANK, dice="4 6 8 0 12 20", boxes=([1] * 8, [])), 0, "d20 c2"), "score b2")
    assert last is not None
    assert last.text == "It fills your last box: the last turn."
    assert [choice.label for choice in GAME.scene(ring, 0).choices] == ["Score 6 points", "Skip this ring for good"]


def test_a_die_says_where_it_fits() -> None:
    scene = GAME.scene(table(CORNER, BLANK, dice="4 6 8 8 12 20"), 0)
    assert scene.cards["die.d4"].rows == (("Fits", "nowhere"),)
    assert scene.cards["die.d20"].rows == (("Fits", "in 5 spaces"),)
    used = GAME.scene(after(table(CORNER, BLANK, dice="4 6 8 8 12 20"), 0, "d12 b1"), 0)
    assert used.cards["die.d12"].text == "You have written it already."


def test_scores_are_broken_down_while_the_game_runs() -> None:
    scene = GAME.scene(table(BLANK, BLANK, boxes=([6, -3, 4], [])), 0)
    lines = [[(line.text, line.points) for line in one] for one in scene.score_breakdown]
    assert lines == [[("Rings", 10), ("Penalties", -3)], [("Rings", 0), ("Penalties", 0)]]


def test_positions_without_skipped_rings_are_still_read() -> None:
    position = after(after(table(ALMOST, BLANK, dice="4 6 8 0 12 20"), 0, "d20 c2"), 0, "skip b2")
    text = GAME.position_text(position)
    assert text.split()[3].endswith("~b2")
    again = table(BLANK, BLANK)
    GAME.parse_position(again, text)
    assert GAME.position_text(again) == text
    GAME.parse_position(again, text.replace("~b2", ""))
    assert again.skipped_rings(0) == 0
    assert boxes(again, 0) == [-3]


def test_equal_numbers_are_counted() -> None:
    assert the_numbers([4]) == "the 4"
    assert the_numbers([4, 7]) == "the 4 and the 7"
    assert the_numbers([4, 7, 4]) == "two 4s and the 7"
    with use_language("de"):
        assert the_numbers([4, 4]) == "zwei 4er"
