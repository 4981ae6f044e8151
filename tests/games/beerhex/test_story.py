"""What BeerHex tells: attacks, declarations and games, what each viewer learns of them, and why something cannot be chosen."""

from __future__ import annotations

import pytest
from tests.games.beerhex.boards import EMPTY, board, fresh, masked, play

from bestagon.core.story import Story, story
from bestagon.games.beerhex import GAME
from bestagon.games.beerhex.board import SHAPE
from bestagon.games.beerhex.rules.state import BeerHexPosition
from bestagon.i18n import use_language
from bestagon.scene.beats import Beat, Effect, Face

GOLD, SILVER, SPECTATOR = 0, 1, -1
EVERYBODY = (GOLD, SILVER, SPECTATOR)

MIXED = """
    . . . . .
     . Gs Ss . .
      . Sg . Gg .
       . . . . .
        . . . . .
"""
ALIKE = MIXED.replace("Sg", "Ss")
LINE = """
    . Gg . . .
     . Sg . . Gs
      . Gg . . .
       . Sg . . .
        . Gg . . .
"""
PATH = ("b1", "b2", "b3", "b4", "b5")
BROKEN = LINE.replace("Gg", "Gs", 1)


def told(position: BeerHexPosition, text: str, viewer: int = SPECTATOR) -> Story:
    """Play a legal action of the seat to act, and tell it to a viewer."""
    seat, after = int(position.turn), position.copy()
    action = GAME.parse_action(position, seat, text)
    after.play(seat, action)
    return story(GAME, position, after, seat, action, viewer)


def kinds(beats: tuple[Beat, ...]) -> list[str]:
    return [beat.kind for beat in beats]


def test_an_attack_that_fails_is_told_cap_by_cap_to_everybody() -> None:
    for viewer in EVERYBODY:
        assert told(board(MIXED), "attack b2 c2 b3", viewer).beats == (
            Beat("attack", "Gold attacks three caps.", GOLD, ("b2", "c2", "b3")),
            Beat("flip", ids=("b2",), faces=(Face("cap-silver", seat=GOLD),)),
            Beat("flip", ids=("c2",), faces=(Face("cap-silver", seat=SILVER),)),
            Beat("flip", ids=("b3",), faces=(Face("cap-gold", seat=SILVER),)),
            Beat("verdict", "One gold, two silver: the attack fails.", GOLD, ("b2", "c2", "b3"), success=False),
            Beat("return", "Silver takes one cap back.", ids=("b3",), to=("p2.hand",)),
            Beat("act", "Two caps stay face up.", ids=("b2", "c2")),
            Beat("turn", "Silver to move.", SILVER),
        )


def test_an_attack_that_succeeds_sends_each_cap_to_its_owner() -> None:
    found = told(board(ALIKE), "attack b2 c2 b3")
    assert found.words == "Gold attacks three caps. All three silver: the attack succeeds. Gold takes one cap back, Silver two."
    assert kinds(found.beats) == ["attack", "flip", "flip", "flip", "verdict", "return"]
    assert found.beats[4].success is True
    assert found.beats[5].to == ("p1.hand", "p2.hand", "p2.hand")


def test_an_attack_is_told_in_german() -> None:
    with use_language("de"):
        assert told(board(MIXED), "attack b2 c2 b3").words == (
            "Gold greift drei Kronkorken an. Eins golden, zwei silbern: misslungen. "
            "Silber nimmt einen Kronkorken zurück. Zwei Kronkorken bleiben aufgedeckt."
        )


def test_tokens_of_turned_caps_return() -> None:
    drawing = MIXED.replace("Gs", "Gs*").replace("Ss", "Ss*").replace("Sg", "Sg*")
    beats = told(board(drawing, clues=True), "attack b2 c2 b3").beats
    assert Beat("act", "Gold's clue token returns.", GOLD, ("p1.token",)) in beats
    assert Beat("act", "Silver's 2 clue tokens return.", SILVER, ("p2.token",)) in beats


def test_only_the_player_learns_the_symbol_of_a_placed_cap() -> None:
    assert told(board(MIXED), "e5 other", GOLD).words == "Gold places a cap with a silver symbol."
    assert told(board(MIXED, "Silver"), "e5 own", SILVER).words == "Silver places a cap with a silver symbol."
    for viewer in (SILVER, SPECTATOR):
        one, other = (told(board(MIXED), text, viewer) for text in ("e5 own", "e5 other"))
        assert one == other
        assert one.words == "Gold places a cap."


def test_with_clue_tokens_nobody_learns_it() -> None:
    for viewer in EVERYBODY:
        one, other = (told(board(MIXED, clues=True), text, viewer) for text in ("e5 own clue", "e5 other clue"))
        assert one == other
        assert one.words == "Gold places a cap with a clue token."


def test_a_right_declaration_shows_the_path() -> None:
    found = told(board(LINE), "declare")
    assert kinds(found.beats) == ["declare", "flip", "verdict", "score", "turn"]
    assert found.beats[0] == Beat("declare", "Gold declares victory.", GOLD)
    assert found.beats[1].ids == ("b1", "b2", "e2", "b3", "b4", "b5")
    assert found.beats[1].faces[:3] == (Face("cap-gold", seat=GOLD), Face("cap-gold", seat=SILVER), Face("cap-silver", seat=GOLD))
    assert found.beats[2] == Beat("verdict", "Gold's sides are connected.", GOLD, PATH, success=True)
    assert found.beats[3] == Beat("score", "Gold wins the game: 1-0.", GOLD, PATH, to=("seat.0",), points=1)
    assert found.beats[4] == Beat("turn", "Silver chooses who starts the next game.", SILVER)


def test_the_end_of_a_match_gives_the_reason_the_score_and_the_path() -> None:
    assert told(board(LINE, sets=1), "declare").beats[-1] == Beat("end", "Gold declared victory and was connected: 1-0.", GOLD, PATH)
    assert told(board(BROKEN, sets=1), "declare").beats[-1].text == "Gold declared victory and was not connected: 0-1."


def test_a_wrong_declaration_shows_the_symbols() -> None:
    beats = told(board(BROKEN), "declare").beats
    assert beats[2] == Beat("verdict", "Gold's sides are not connected.", GOLD, PATH[1:], success=False)
    assert beats[3] == Beat("score", "Silver wins the game: 0-1.", SILVER, (), to=("seat.1",), points=1)


def test_who_is_declared_blocked_is_cut_off_or_shows_a_path() -> None:
    right = told(board(LINE), "cannot")
    assert right.words.startswith("Gold declares Silver blocked. All caps are turned over. Silver is cut off. Gold wins")
    assert right.beats[2].ids == PATH
    wrong = told(board(MIXED), "cannot").beats[2]
    assert (wrong.text, wrong.success) == ("Silver can still connect.", False)
    assert set(wrong.ids) > {"b2", "c2"}
    assert len(wrong.ids) == 5


def test_a_blocked_player_may_lack_symbols_only() -> None:
    # b4 would connect Gold's sides, but no gold symbol is left.
    short = """
        Gg Gg Gg Gs Gs
         Gg Gg Gg Gg Sg
          Ss Sg Ss . Ss
           Sg . . . Sg
            Ss Sg . Ss Sg
    """
    verdict = told(board(short, "Silver"), "cannot").beats[2]
    assert verdict == Beat("verdict", "Gold has too few symbols left to connect.", SILVER, success=True)


def test_conceding_turns_nothing_over_before_the_match_is_over() -> None:
    assert told(board(MIXED), "concede").words == "Gold concedes this game. Silver wins the game: 0-1."
    last = told(board(MIXED, sets=1), "concede")
    assert kinds(last.beats) == ["declare", "flip", "score", "end"]
    assert last.beats[-1].text == "Gold conceded: 0-1."


def test_the_next_game_clears_the_board() -> None:
    beats = told(play(board(MIXED), "concede"), "start silver").beats
    assert beats == (
        Beat("act", "Gold lets Silver start the next game.", GOLD),
        Beat("return", ids=("b2", "c2", "b3", "d3"), to=("p1.hand", "p2.hand", "p2.hand", "p1.hand")),
        Beat("round", "Game 2: Silver starts.", SILVER),
    )
    assert told(play(board(EMPTY), "concede"), "start gold").words == "Gold starts the next game."


def test_a_full_board_shows_who_is_connected() -> None:
    wall = """
        Gg Gg Gs Gs Gs
         Gg Gs Gs Gs Ss
          Gg Gg Ss Ss Ss
           Gg Sg Sg Sg Sg
            . Sg Ss Ss Ss
    """
    found = told(board(wall, sets=1), "a5 own", SILVER)
    assert kinds(found.beats) == ["place", "flip", "verdict", "score", "end"]
    assert found.words == (
        "Gold places a cap. The board is full: all caps are turned over. "
        "Gold's sides are connected. Gold was connected on the full board: 1-0."
    )
    assert len(found.beats[1].ids) == 25
    assert found.beats[2].ids == ("a1", "a2", "a3", "a4", "a5")


LAST_CAP = """
    Gg Gs Gg Gs Gg
     Gs Gg Gs Gg Gs
      Gg Gs Ss . .
       Sg Ss Sg . .
        Ss Sg Ss . .
"""


def test_the_last_cap_is_announced() -> None:
    assert told(board(LAST_CAP), "d3 own", SILVER).words == "Gold places a cap. Gold has no caps left: Silver fills the board."


def test_a_void_game_is_told_and_the_next_begins() -> None:
    position = fresh(turn_limit=10)
    play(position, *[f"{name} own" for name in SHAPE.names[:9]])
    beats = told(position, "e5 own").beats
    assert kinds(beats) == ["place", "verdict", "return", "round"]
    assert beats[0].faces == (Face("cap", seat=int(position.turn)),)
    assert beats[1].text == "Nobody wins: 10 turns are the limit."
    assert beats[3].text == f"Game 1: {GAME.seat_name(1 - int(position.starter))} starts."


def test_the_third_void_game_ends_the_match() -> None:
    position = fresh(turn_limit=10)
    for _ in range(2):
        play(position, *[f"{name} own" for name in [*SHAPE.names[:9], "e5"]])
    play(position, *[f"{name} own" for name in SHAPE.names[:9]])
    found = told(position, "e5 own")
    assert kinds(found.beats) == ["place", "flip", "verdict", "end"]
    assert found.beats[-1].text == "Three games were void: 0-0."


def test_the_start_player_is_drawn_in_the_open() -> None:
    position = fresh(3)
    assert GAME.tell_start(position, SPECTATOR) == [
        Beat("round", f"{GAME.seat_name(int(position.starter))} starts, drawn by lot.", int(position.starter))
    ]


# Why not?


@pytest.mark.parametrize(
    ("picks", "text", "ids"),
    [
        (["d3"], "No three connected face-down caps here.", {"d3"}),
        (["a1"], "Face-up caps cannot be attacked.", {"a1"}),
        (["b2", "a1"], "Face-up caps cannot be attacked.", {"a1"}),
        (["b2", "c2", "d5"], "The three caps must be connected.", {"b2", "c2", "d5"}),
        (["b2", "b2"], "An attack needs three different caps.", {"b2"}),
        (["b2", "e1"], "There is no cap to attack here.", {"b2"}),
        (["b2", "p1.cap.own"], "You are choosing three caps to attack.", {"b2"}),
        (["p1.cap.own", "b2"], "There is a cap already: choose an empty cell.", {"b2"}),
        (["p1.cap.own", "p1.cap.other"], "You have chosen a cap: now choose an empty cell.", set()),
        (["p1.cap.own", "e1", "e2"], "Your cap has a cell already.", set()),
        (["e1", "b2"], "Choose the cap of your hand to place.", {"e1"}),
        (["p2.cap.unknown"], "Those are Silver's caps.", set()),
        (["p1.token"], "First choose a cap and an empty cell, then add a token.", set()),
        (["seat.0"], "Choose a cap of your hand, or caps on the board.", set()),
    ],
)
def test_a_pick_is_refused_with_the_reason(picks: list[str], text: str, ids: set[str]) -> None:
    position = board("""
        Ss! . . . .
         . Gs Ss . .
          . Sg . . .
           . . Gs Gg Gg
            . . . Sg .
    """)
    if picks == ["d3"]:
        position = board(MIXED)
    reason = GAME.why_not(masked(position, GOLD), GOLD, picks)
    assert (reason.text, set(reason.ids)) == (text, ids)


def test_the_phase_is_a_reason_too() -> None:
    def reason(position: BeerHexPosition, seat: int, *picks: str) -> str:
        return GAME.why_not(masked(position, seat), seat, picks).text

    first = fresh()
    starter = int(first.starter)
    assert reason(first, starter, "c3") == "The first cap may not go in the centre."
    assert reason(first, starter, f"p{starter + 1}.cap.own", "c3") == "The first cap may not go in the centre."
    assert reason(board(MIXED), SILVER, "a1") == "It is Gold's turn."
    assert reason(play(board(ALIKE), "attack b2 c2 b3"), GOLD, "d3") == "You have attacked: now place a cap."
    assert reason(play(board(LAST_CAP), "d3 own"), SILVER, "a1") == "No attacks now: fill the empty cells."
    assert reason(play(board(MIXED), "concede"), GOLD, "a1") == "First choose who starts the next game."
    assert reason(play(board(MIXED, sets=1), "concede"), GOLD, "a1") == "The match is over."


# What would happen, and what is shown.


def effect(position: BeerHexPosition, text: str) -> Effect | None:
    seat = int(position.turn)
    return GAME.scene(masked(position, seat), seat).effects.get(GAME.parse_action(position, seat, text))


def test_an_attack_on_known_caps_has_a_known_outcome() -> None:
    known = board("""
        . . . . .
         . Gs Gg . .
          . Ss . . .
           . . . Gg Gg
            . . . . Gg
    """)
    assert effect(known, "attack b2 c2 b3") == Effect(
        "You know two that differ: the attack fails.", danger=("b2", "c2", "b3"), kind="attack"
    )
    assert effect(known, "attack d4 e4 e5") == Effect("You know all three: the attack succeeds.", danger=("d4", "e4", "e5"), kind="attack")
    assert effect(board(MIXED), "attack b2 c2 b3") is None


def test_declaring_says_what_it_leads_to() -> None:
    own = LINE.replace("Sg", "Gg")
    assert effect(board(own), "declare") == Effect("Your sides are connected: you win this game.", PATH)
    # Symbols under the opponent's caps are not known.
    assert effect(board(LINE), "declare") == Effect("You lose this game unless your sides are connected.")
    assert effect(board(LINE), "cannot") == Effect("You lose this game if Silver can still connect.")
    assert effect(board(LINE), "concede") == Effect("Silver wins this game.")


def test_a_placement_says_when_it_decides_something() -> None:
    gap = LINE.replace("Sg", "Gg").replace("Gg", ".", 1)
    assert effect(board(gap), "b1 own") == Effect("This connects your sides.", PATH)
    assert effect(board(gap), "b1 other") is None
    assert effect(board(LAST_CAP), "d3 own") == Effect("Your last cap: Silver then fills the board.")
    full = play(board(LAST_CAP), "d3 own", "e3 own", "d4 other", "e4 own", "d5 other")
    assert effect(full, "e5 own") == Effect("The board is full then: all caps are turned over.")


def test_the_games_of_the_match_are_broken_down_while_it_runs() -> None:
    scene = GAME.scene(masked(play(board(MIXED), "concede"), GOLD), GOLD)
    assert [[(line.text, line.points) for line in lines] for lines in scene.score_breakdown] == [[("Games won", 0)], [("Games won", 1)]]
    waiting = GAME.scene(masked(play(board(MIXED), "concede"), SILVER), SILVER)
    assert waiting.prompt.startswith("Gold conceded: 0-1.")


def test_prompts_offer_only_what_is_possible() -> None:
    def prompt(position: BeerHexPosition) -> str:
        return GAME.prompt(position, int(position.turn))

    assert prompt(fresh()) == "Place a cap anywhere but in the centre."
    assert prompt(board(LINE.replace("Sg", "."))) == "Place a cap, or declare."
    assert prompt(board(MIXED)) == "Place a cap, attack three caps, or declare."
    assert prompt(play(board(ALIKE), "attack b2 c2 b3")) == "The attack succeeded: now place a cap."
    assert prompt(play(board(LAST_CAP), "d3 own")) == "Fill the board with your caps, or concede."
    assert prompt(play(board(MIXED), "concede")) == "Choose who starts the next game."
