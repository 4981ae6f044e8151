"""What happens is told beat by beat, refusals have a reason, and choices say what they would do."""

from __future__ import annotations

import pytest
from tests.games.hex_roller.boards import CLEAN, at, finish, legal, new, play, seat

from bestagon.core.dice import fast
from bestagon.core.story import Story, story
from bestagon.games.hex_roller import GAME
from bestagon.games.hex_roller.rules.state import RollerPosition
from bestagon.games.hex_roller.scene_effects import a_number
from bestagon.i18n import use_language
from bestagon.scene.beats import Beat, Effect, Face, WhyNot
from bestagon.scene.model import Scene

ALMOST = """
3 3 . . 3 8
 4 4 4 4 8 8
5 . . . 5 x
 6 . 6 7 . 7
8 . . . . 8
"""
"""The red area (rows a and b) lacks a3 and a4, which also join the 3s."""
FULL = """
3 3 3 3 3 8
 4 4 4 4 8 8
5 6 6 5 5 x
 6 6 6 7 7 7
8 8 . 4 8 8
"""
"""Only e3 is left, in the blue area."""
SPENT = FULL.replace("4 4 4 4 8 8", "4 4 4 4 8 2")
"""The same without bonuses."""
USED = CLEAN.replace(".", "2", 1)
"""A sheet on which the bonus 2 has been used, so that a round ends with the rows."""


def told(position: RollerPosition, text: str, who: int = 0, viewer: int = -1) -> Story:
    """Play an action and return its story."""
    before = position.copy()
    action = GAME.parse_action(position, who, text)
    play(position, text, who=who)
    return story(GAME, before, position, who, action, viewer)


def view(position: RollerPosition, who: int = 0) -> Scene:
    masked = position.copy()
    masked.mask(who)
    return GAME.scene(masked, who)


def effect(position: RollerPosition, text: str) -> Effect:
    return view(position).effects[GAME.parse_action(position, 0, text)]


def why(position: RollerPosition, *picks: str, who: int = 0) -> tuple[str, tuple[str, ...]]:
    found: WhyNot = GAME.why_not(position, who, picks)
    return found.text, found.ids


RED_AREA = tuple(f"p1.{row}{n}" for row in "ab" for n in range(1, 7))


# Beats.


def test_a_chain_joins_its_pair_and_fills_an_area() -> None:
    position = at("33888888", seat(ALMOST), seat(CLEAN))
    assert told(position, "take 3").beats == (Beat("act", "Player 1 takes the 3: 2 to write.", 0, ("dice.3",)),)
    assert told(position, "a3").beats == (Beat("write", "Player 1 writes a 3, 1 to go.", 0, ("p1.a3",), (Face(label="3"),)),)
    last = told(position, "a4")
    assert last.beats[:3] == (
        Beat("write", "Player 1 writes the last 3.", 0, ("p1.a4",), (Face(label="3"),)),
        Beat("score", "The red area is full, mostly 3s: 3 points.", 0, RED_AREA, to=("seat.0",), points=3),
        Beat("score", "Both 3s are joined: 3 points.", 0, ("p1.a1", "p1.a2", "p1.a3", "p1.a4", "p1.a5"), to=("seat.0",), points=3),
    )


def test_the_middle_counts_double() -> None:
    cells = FULL.replace("5 6 6 5 5 x", "5 6 6 . 5 x").replace("8 8 . 4", "8 8 8 4")
    position = at("58888888", seat(cells, step="write1:5x1"), seat(CLEAN))
    scored = told(position, "c4").beats[1]
    assert (scored.text, scored.points) == ("The middle is full, mostly 5s, double: 10 points.", 10)


def test_numbers_go_into_the_rows_and_count() -> None:
    position = at("34888888", seat(USED, step="box:4:3", bonuses="-", red="3--"), seat(CLEAN), turn=2)
    beats = told(position, "red 4 green 3").beats
    assert beats == (
        Beat("write", "Player 1 puts 4 into red, 3 into green.", 0, ("p1.red.2", "p1.green.2"), (Face(label="4"), Face(label="3"))),
        Beat("score", "The red row counts to 4: 1 more point.", 0, ("p1.red.1", "p1.red.2"), to=("seat.0",), points=1),
        Beat("score", "The green row counts to 3: 3 points.", 0, ("p1.green.2",), to=("seat.0",), points=3),
        Beat("pass", "Player 1 is done.", 0),
    )
    alone = at("58888888", seat(USED, step="box:5", bonuses="-"), seat(CLEAN))
    assert told(alone, "green 5").words == "Player 1 puts 5 into green. Player 1 is done."
    red = at("58888888", seat(USED, step="box:5", bonuses="-"), seat(CLEAN))
    assert told(red, "red 5").words == "Player 1 puts 5 into red. Player 1 is done."


def test_bonuses_cost_their_points() -> None:
    plus = at("34888888", seat(), seat(CLEAN))
    assert told(plus, "take 3 +1").beats == (
        Beat("act", "Player 1 uses +1: one more 3.", 0, ("p1.bonus.plus",), points=-2),
        Beat("act", "Player 1 takes the 3: 2 to write.", 0, ("dice.3",)),
    )
    two = at("34888888", seat(), seat(CLEAN))
    assert told(two, "2 a2").beats == (
        Beat("act", "Player 1 uses a bonus: a 2 anywhere.", 0, ("p1.bonus.two",), points=-2),
        Beat("write", "Player 1 writes a 2.", 0, ("p1.a2",), (Face(label="2"),)),
    )
    third = at("34588888", seat(step="last:3:4"), seat(CLEAN))
    assert told(third, "take 5 bonus").words == "Player 1 uses a bonus: a third number. Player 1 takes the 5."


def test_a_round_begins_when_the_last_seat_is_done() -> None:
    position = at("35888888", seat(step="last:3:5"), seat(step="last:3:5"))
    assert told(position, "done").beats == (Beat("pass", "Player 1 ends the round.", 0),)
    beats = told(position, "done", 1).beats
    assert beats[:2] == (Beat("pass", "Player 2 ends the round.", 1), Beat("round", "Round 2 of 3."))
    shown = [number for number in range(3, 9) if position.dice_showing(number)]
    rolled = " ".join(str(number) for number in shown for _ in range(int(position.dice_showing(number))))
    items = [*shown, *(number for number in (3, 5, 8) if number not in shown)]
    assert len(items) > len(shown), "a number that is gone disappears with the roll"
    assert beats[2:] == (
        Beat("roll", f"Rolled: {rolled}.", ids=tuple(f"dice.{n}" for n in items), faces=tuple(Face(label=str(n)) for n in items)),
    )


def test_the_last_round_is_announced_and_the_end_has_a_reason() -> None:
    position = at("34888888", seat(step="last:3:4"), seat(step="last:3:4"), turn=2)
    told(position, "done")
    assert told(position, "done", 1).beats[1] == Beat("round", "Last round.")
    position = at("34888888", seat(step="last:3:4", red="3--"), seat(step="last:3:4"), turn=3)
    told(position, "done")
    assert told(position, "done", 1).beats[-1] == Beat("end", "All rounds are played: 9-6.")
    tie = at("34888888", seat(step="last:3:4"), seat(step="done"), turn=3)
    assert told(tie, "done").beats[-1].text == "All rounds are played: a tie at 6."
    solo = at("34888888", seat(step="last:3:4"), turn=3)
    assert told(solo, "done").beats[-1].text == "All rounds are played: 6 points."
    many = at("34888888", seat(step="last:3:4", red="3--"), seat(step="done"), seat(step="done"), turn=3)
    assert told(many, "done").beats[-1].text == "All rounds are played. Top score: 9."


def test_who_cannot_write_is_told() -> None:
    position = at("48888888", seat(SPENT, step="write1:4x1", bonuses="-"), seat(CLEAN))
    assert [beat.text for beat in told(position, "e3").beats if beat.kind == "pass"] == ["No second number fits."]
    waiting = at("34888888", seat(SPENT.replace("8 8 . 4", "8 8 4 4"), step="done", bonuses="-"), seat(step="last:3:4"))
    assert Beat("pass", "Player 1 can write no number.", 0) in told(waiting, "done", 1).beats


def test_rounds_in_which_nothing_fits_are_skipped() -> None:
    """Seven 8s never fit into one space: the rounds pass until a 4 comes alone, or the game ends."""
    sheets = [seat(SPENT, step="done", bonuses="-"), seat(SPENT, step="box:4", bonuses="-")]
    seen = set()
    for seed in range(40):
        position = at("48888888", *sheets)
        position.dice.copy_from(fast(seed))
        beats = told(position, "red 4", 1).beats
        skipped = int(position.round) - 2
        if position.over:
            seen.add("over")
            assert beats[-1].kind == "end"
        elif skipped:
            seen.add("skipped")
            assert beats[1] == Beat("pass", "A round was skipped: nothing fitted.")
    assert seen == {"over", "skipped"}


def test_the_start_is_rolled_in_the_open() -> None:
    beats = GAME.tell_start(new(8, seed=3), -1)
    assert beats[0] == Beat("round", "Round 1 of 3.")
    assert beats[1].kind == "roll"
    assert len(beats[1].text.split()) == 9


def test_articles() -> None:
    assert [a_number(number) for number in (3, 8)] == ["a 3", "an 8"]
    assert GAME.prompt(at("38888888", seat(step="write1:8x2")), 0) == "Write an 8 next to an 8: 2 to go."


def test_german() -> None:
    with use_language("de"):
        position = at("33888888", seat(ALMOST), seat(CLEAN))
        play(position, "take 3", "a3")
        words = "Spieler 1 schreibt die letzte 3. Das rote Gebiet ist voll, meist 3er: 3 Punkte. Beide 3er sind verbunden: 3 Punkte."
        assert told(position, "a4").words == words
        assert (
            why(at("33888888", seat(ALMOST.replace("3 3 . .", "3 3 3 ."), step="write1:3x1@a3")), "p1.c3")[0]
            == "Muss die gerade geschriebene 3 berühren."
        )


# Refusals.


@pytest.mark.parametrize(
    ("step", "picks", "text", "ids"),
    [
        ("take1", ("p1.a2",), "First choose a number.", ()),
        ("take1", ("p2.a2",), "This is the sheet of Player 2.", ()),
        ("take1", ("dice.4",), "No die shows this number.", ()),
        ("take1", ("p1.bonus.third",), "A third number comes after the second.", ()),
        ("take1", ("p1.red.1",), "Your numbers go here at the end of the round.", ()),
        ("take1", ("seat.1",), "This cannot be chosen now.", ()),
        ("take1", (), "This cannot be chosen now.", ()),
        ("take1", ("p1.bonus.none",), "This cannot be chosen now.", ()),
        ("take2:3", ("dice.3",), "You have written the 3 already.", ("dice.3",)),
        ("write1:3x2", ("dice.8",), "First write all of your 3s.", ()),
        ("write1:3x2", ("p1.e2",), "Must touch a 3.", ("p1.a1", "p1.a5")),
        ("write1:3x2", ("p1.a1",), "This space is taken.", ("p1.a1",)),
        ("write1:3x2", ("p1.c6",), "This space is crossed out.", ("p1.c6",)),
        ("write1:3x2", ("p1.bonus.plus",), "Use +1 together with a number you take.", ()),
        ("box:3:8", ("dice.8",), "You have written the 8 already.", ("dice.8",)),
        ("box:3:8", ("p1.a2",), "Choose by the buttons which number goes where.", ()),
        ("box:3:8", ("p1.green.1",), "Choose by the buttons which number goes where.", ()),
        ("last:3:8", ("p1.a2",), "Use a bonus, or end your round.", ()),
        ("done", ("p1.a2",), "You are done. Wait for Player 2.", ()),
    ],
)
def test_why_not(step: str, picks: tuple[str, ...], text: str, ids: tuple[str, ...]) -> None:
    position = at("33888888", seat(step=step), seat(CLEAN))
    assert why(position, *picks) == (text, ids)


def test_why_not_where_there_is_no_room() -> None:
    written = CLEAN.replace("3...3.", "33..3.", 1)
    assert why(at("33888888", seat(written, step="write1:3x1@a2")), "p1.a6") == ("Must touch the 3 just written.", ("p1.a2",))
    tight = at("33345888", seat(FULL), seat(CLEAN))
    assert why(tight, "dice.3") == ("Every space next to a 3 is taken.", ("p1.a1", "p1.a2", "p1.a3", "p1.a4", "p1.a5"))
    assert why(tight, "dice.8")[0] == "No room for a chain of 3."
    assert why(tight, "p1.bonus.plus")[0] == "No number has room for one more."
    tight = at("44888888", seat(FULL.replace("8 8 . 4 8 8", "8 . . 4 . 8"), step="write1:8x2"), seat(CLEAN))
    assert why(tight, "p1.e5")[0] == "No room from here for all 2 of them."
    assert why(tight, "p1.bonus.two", "p1.e3")[0] == "A 2 here leaves no room for your 8s."


def test_why_not_of_bonuses() -> None:
    assert why(at("33888888", seat(bonuses="2d")), "p1.bonus.plus")[0] == "This bonus is used."
    assert why(at("33888888", seat(USED, bonuses="+d!", step="take1")), "p1.bonus.third")[0] == "One bonus a round: you have used one."
    full = at("33345888", seat(FULL, step="write1:8x1"))
    assert why(full, "p1.bonus.two")[0] == "A 2 would leave no room for the chain."
    narrow = at("33345888", seat(FULL), seat(CLEAN))
    assert legal(narrow) == ["2 e3", "take 4"]
    assert why(narrow, "dice.4", "p1.bonus.plus")[0] == "There is no room for one more 4."
    third = at("33888888", seat(step="last:3:8"))
    assert why(third, "p1.bonus.third")[0] == "No third number fits."
    assert why(at("33588888", seat(step="last:3:8")), "dice.5")[0] == "Use a bonus, or end your round."


def test_why_not_after_the_end() -> None:
    assert why(finish(new(2)), "p1.a2")[0] == "The game is over."


# Effects, cards, scores and prompts.


def test_effects_of_numbers() -> None:
    position = at("33888888", seat(ALMOST.replace("3 3 . .", "3 3 3 ."), step="write1:3x1@a3"), seat(CLEAN))
    both = effect(position, "a4")
    assert both.text == "Fills the red area: 3 points. Joins both 3s: 3 points."
    assert (both.points, both.ids) == (6, RED_AREA)
    assert GAME.parse_action(position, 0, "2 a4") not in view(position).effects, "the chain needs that space"
    last = at("33888888", seat(FULL, step="last:3:8"))
    filled = effect(last, "2 e3")
    assert (filled.text, filled.points) == ("Fills the blue area: 8 points. The bonus costs 2 points.", 6)


def test_effects_of_rows_and_bonuses() -> None:
    position = at("34888888", seat(step="box:4:3", red="3--"), turn=2)
    assert effect(position, "red 4 green 3").text == "Then red scores 4 and green 3."
    assert effect(position, "red 4 green 3").points == 4
    assert effect(position, "red 3 green 4").points == 0
    assert effect(at("34888888", seat()), "take 3 +1") == Effect("The bonus costs 2 points.", points=-2)


def test_cards_of_dice_and_bonuses() -> None:
    position = at("33888888", seat(), seat(step="done"))
    card = view(position).cards["dice.3"]
    assert (card.title, card.rows) == ("Number 3", (("To write", "2"), ("Spaces to begin", "4")))
    assert not view(position, 1).cards
    assert GAME.stage(position).cards["two"].text == "Write a 2 on any empty space."


def test_the_score_is_broken_down_while_the_game_runs() -> None:
    position = at("33888888", seat(ALMOST), seat(USED, red="34-", bonuses="+"), turn=3)
    lines = view(position).score_breakdown
    assert [[line.points for line in one] for one in lines] == [[0, 0, 4, 6, 0, 0], [0, 0, 0, 2, 4, 0]]
    assert [line.text for line in lines[0]] == ["Areas", "Middle", "Pairs", "Unused bonuses", "Red row", "Green row"]


def test_prompts() -> None:
    for step, words in {
        "take1": "Choose your first number.",
        "take2:3": "Choose your second number.",
        "write1:3x2": "Write a 3 next to a 3: 2 to go.",
        "write1:3x1": "Write a 3 next to a 3.",
        "box:3:8": "Which number goes into red: 3 or 8?",
        "box:3": "Which row gets the 3?",
        "last:3:8": "Use a bonus, or end your round.",
    }.items():
        assert view(at("33888888", seat(step=step), seat(CLEAN))).prompt == words
