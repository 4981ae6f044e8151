"""What happens is told beat by beat, refusals have a reason, and choices say what they would do."""

from __future__ import annotations

import pytest
from tests.games.hexagone.boards import LINE, fresh, play, table

from bestagon.core.story import Story, story
from bestagon.games.hexagone import GAME
from bestagon.games.hexagone.rules.moves import CLAIMING, DISCARDING, PLAYING
from bestagon.games.hexagone.rules.state import HexagonePosition
from bestagon.games.hexagone.scene_cards import pattern_words
from bestagon.i18n import use_language
from bestagon.scene.beats import Beat, Effect, Face, WhyNot
from bestagon.scene.model import Scene


def told(position: HexagonePosition, text: str, viewer: int = 0) -> Story:
    """Play an action and return its story."""
    seat, before = int(position.turn), position.copy()
    action = GAME.parse_action(position, seat, text)
    play(position, text)
    return story(GAME, before, position, seat, action, viewer)


def view(position: HexagonePosition, seat: int = 0) -> Scene:
    masked = position.copy()
    masked.mask(seat)
    return GAME.scene(masked, seat)


def effect(position: HexagonePosition, text: str) -> Effect:
    return view(position).effects[GAME.parse_action(position, 0, text)]


def why(position: HexagonePosition, *picks: str, seat: int = 0) -> tuple[str, tuple[str, ...]]:
    masked = position.copy()
    masked.mask(seat)
    found: WhyNot = GAME.why_not(masked, seat, picks)
    return found.text, found.ids


# Beats.


def test_a_claim_lights_up_crumbles_and_scores() -> None:
    position = table("g c\n b", "c", "g", row="C01 C02", at="p16")
    placed = told(position, "cracked p18")
    assert placed.words == "Player 1 places a cracked hexagon: the 3-point card fits."
    assert placed.beats == (Beat("place", placed.words, 0, ("p18",)),)
    assert told(position, "claim C01 p16 p17 p18").beats == (
        Beat("claim", "Player 1 claims the 3-point card.", 0, ("card.C01", "p16", "p17", "p18"), success=True),
        Beat("remove", "2 cracked hexagons crumble.", 0, ("p17", "p18"), to=("discards",)),
        Beat("capture", seat=0, ids=("card.C01",), to=("seat.0",)),
        Beat("score", "+3 points: 3 in all.", 0, ("card.C01",), to=("seat.0",), points=3),
    )


def test_a_claim_without_cracked_hexagons_removes_nothing() -> None:
    position = table("g g g", "c", "g", row="C01", phase=PLAYING)
    assert [beat.kind for beat in told(position, "claim C01 p16 p17 p18").beats] == ["claim", "capture", "score"]


def test_a_claim_scores_for_the_team() -> None:
    position = table("g g g", "c", "g", "g", "g", row="C01", phase=PLAYING, players=4, teams=True)
    own, partners = told(position, "claim C01 p16 p17 p18").beats[-2:]
    assert (own.text, own.points, own.seat) == ("+3 points for the team: 3 in all.", 3, 0)
    assert partners == Beat("score", "", 2, to=("seat.2",), points=3)


def test_specials() -> None:
    position = table("g b\n g", "MSBD", "g", row="C01 C02 C03")
    spent = told(position, "move p17").beats
    assert spent == (
        Beat("discard", "Player 1 uses a Move-agon.", 0, ("p1.hand.move",), to=("discards",)),
        Beat("act", seat=0, ids=("p17",)),
    )
    assert told(position, "to p15").beats == (Beat("move", "Player 1 moves a blue hexagon.", 0, ("p17", "p15")),)
    told(position, "swap p15")
    swapped = told(position, "with p16")
    assert swapped.beats == (Beat("act", "Player 1 swaps gray and blue.", 0, ("p15", "p16"), to=("p16", "p15")),)
    bombed = told(position, "bomb C02").beats
    assert [(beat.kind, beat.text, beat.ids) for beat in bombed] == [
        ("discard", "Player 1 uses a Bomb-agon.", ("p1.hand.bomb",)),
        ("discard", "The 5-point card is discarded.", ("card.C02",)),
    ]


def test_a_bomb_draws_a_new_card() -> None:
    position = table("g", "B", "g", row="C01 C02")
    assert [(beat.text, beat.ids, beat.to) for beat in told(position, "bomb C02 draw").beats[1:]] == [
        ("The 5-point card is discarded.", ("card.C02",), ()),
        ("New card: 7 points.", ("card.C03",), ("row",)),
    ]


def test_only_its_owner_is_told_what_was_drawn() -> None:
    for viewer, text, ids in (
        (0, "New: 1 gray and 1 blue.", ("p1.hand.gray", "p1.hand.blue")),
        (1, "2 new hexagons.", ("p1.hand.hidden",)),
        (-1, "2 new hexagons.", ("p1.hand.hidden",)),
    ):
        drawn = told(table("g", "gD", "g", bag="gb"), "draw", viewer).beats[1]
        assert (drawn.kind, drawn.text, drawn.ids, drawn.to) == ("draw", text, ids, ("p1.hand",))


def test_the_last_hexagon_and_the_last_turns_are_announced() -> None:
    position = table("g", "gg", "gg", bag="b", row="C01 C02 C03")
    told(position, "gray p17")
    ended = told(position, "end")
    assert ended.words == "Player 1 draws 1 blue.", "turns and rounds are not in the log"
    assert [(beat.kind, beat.text, beat.seat) for beat in ended.beats] == [
        ("draw", "Player 1 draws 1 blue.", 0),
        ("round", "The bag is empty: one last turn each.", -1),
        ("turn", "Player 2's last turn.", 1),
    ]
    play(position, "gray p18")
    assert told(position, "end").beats == (
        Beat("pass", "Player 2 draws nothing.", 1),
        Beat("turn", "Player 1's last turn.", 0),
    )
    play(position, "blue p19")
    assert told(position, "end").beats[-1] == Beat("end", "The bag is empty: a tie at 0.")


def test_a_new_turn_shows_its_card_and_the_one_that_leaves() -> None:
    position = table("g", "gg", "gg", row="C01 C02 C03", data=LINE + "\nC04 * 4\n  b b\n")
    play(position, "gray p17")
    assert told(position, "end", 1).beats == (
        Beat("draw", "Player 1 draws 3 hexagons.", 0, ("p1.hand.hidden",), to=("p1.hand",)),
        Beat("turn", "Player 2's turn.", 1),
        Beat("discard", seat=1, ids=("card.C01",)),
        Beat("draw", "New card: 4 points. The oldest leaves.", 1, ("card.C04",), to=("row",)),
    )


def test_a_pass_hides_what_goes_back() -> None:
    own, other = table("g", "bc", "g", bag="gg"), table("g", "bc", "g", bag="gg")
    assert told(own, "pass").beats == (Beat("pass", "Player 1 passes.", 0),)
    play(other, "pass")
    assert told(own, "return blue").beats == (Beat("return", "Player 1 puts a blue hexagon back.", 0, ("p1.hand.blue",), to=("pile",)),)
    assert told(other, "return blue", 1).beats == (Beat("return", "Player 1 puts a hexagon back.", 0, ("p1.hand.hidden",), to=("pile",)),)
    exchanged = told(other, "exchange", 1).beats[:2]
    assert exchanged == (
        Beat("return", "Player 1 returns one hexagon to the bag.", 0, ("pile.hidden",), to=("stock",)),
        Beat("draw", "One new hexagon.", 0, ("p1.hand.hidden",), to=("p1.hand",)),
    )
    assert told(own, "exchange").beats[1].text.startswith("New: 1 ")
    keeps = table("g", "bc", "g")
    play(keeps, "pass")
    assert told(keeps, "exchange").beats[0] == Beat("pass", "Player 1 keeps the hand.", 0)


def test_passing_for_ever_ends_the_game() -> None:
    position = table("g g g", "c", "g", row="C01", phase=PLAYING)
    play(position, "claim C01 p16 p17 p18", "end")
    for _ in range(6):
        play(position, "pass")
        last = told(position, "exchange")
    assert last.beats[-1] == Beat("end", "Everybody passed three times: 3-0.")


def test_too_many_hexagons_are_discarded() -> None:
    position = table("g", "gggggggc", "g", phase=PLAYING)
    assert told(position, "end").words == "Player 1 has to discard 2 hexagons."
    assert told(position, "discard cracked").beats == (
        Beat("discard", "Player 1 discards a cracked hexagon.", 0, ("p1.hand.cracked",), to=("discards",)),
    )
    assert [beat.kind for beat in told(position, "discard gray").beats] == ["discard", "turn", "draw"]


def test_the_start_is_told() -> None:
    position = fresh(3, seed=4)
    beats = GAME.tell_start(position, -1)
    name = f"Player {int(position.turn) + 1}"
    assert [beat.kind for beat in beats] == ["draw", "turn", "draw"]
    assert beats[1].text == f"{name} was drawn to start."
    assert beats[2].text.startswith("New card: ")


def test_teams_win_together() -> None:
    position = table("g g g", "", "g", "g", "g", row="C01", phase=PLAYING, players=4, teams=True)
    play(position, "claim C01 p16 p17 p18", "end")
    while not position.over:
        last = told(position, "pass")
        if not position.over and position.phase != 0:
            last = told(position, "exchange")
    assert last.beats[-1].text == "Everybody passed three times: 3-0."


def test_german() -> None:
    with use_language("de"):
        position = table("g c\n b", "c", "g", row="C01 C02")
        assert told(position, "cracked p18").words == "Spieler 1 legt ein rissiges Sechseck: 3-Punkte-Karte passt."
        claim = told(position, "claim C01 p16 p17 p18").words
        assert claim == "Spieler 1 beansprucht die 3-Punkte-Karte. 2 rissige Sechsecke zerfallen. +3 Punkte: 3 insgesamt."
        assert why(table("g g", "g", "g", row="C02"), "card.C02")[0] == "Dieser Karte fehlt ein blaues Sechseck: Hier passt sie am ehesten."


# Refusals.


@pytest.mark.parametrize(
    ("picks", "text", "ids"),
    [
        (("card.C02",), "That card lacks one blue hexagon: here is the nearest fit.", ("card.C02", "p16", "p17", "p18")),
        (("card.C01",), "That card lacks one gray hexagon: here is the nearest fit.", ("card.C01", "p16", "p17", "p18")),
        (("p1.hand.gray", "p16"), "A hexagon is here already.", ("p16",)),
        (("p1.hand.gray", "a1"), "It must touch a hexagon on the table.", ()),
        (("a1",), "It must touch a hexagon on the table.", ()),
        (("p16",), "It is part of no card that fits.", ("p16",)),
        (("p2.hand.hidden",), "This hand belongs to Player 2.", ()),
        (("p1.hand.gray", "p1.hand.blue"), "Play one hexagon at a time.", ()),
        (("stock.bag",), "You draw when your turn ends.", ()),
        (("stock.deck",), "Every turn begins with a new card.", ()),
        (("discard.gray",), "Discarded hexagons are out of the game.", ()),
        (("card.C99",), "This card is not in the row.", ()),
        (("seat.1",), "This cannot be chosen now.", ()),
        ((), "This cannot be chosen now.", ()),
    ],
)
def test_why_not_in_a_turn(picks: tuple[str, ...], text: str, ids: tuple[str, ...]) -> None:
    position = table("g g", "gb", "gb", row="C01 C02")
    assert why(position, *picks) == (text, ids)


def test_why_not_when_it_is_not_ones_turn() -> None:
    position = table("g g", "g", "g", row="C01")
    assert why(position, "p18", seat=1)[0] == "Wait for Player 1."
    position.over = True
    assert why(position, "p18")[0] == "The game is over."


def test_why_not_with_other_hexagons() -> None:
    empty = table("", "g", "g", row="C01")
    assert why(empty, "p1.hand.gray", "a1") == ("The first hexagon goes to the middle.", ("p16",))
    assert why(empty, "p16") == ("Choose a hexagon of your hand first.", ())
    assert why(empty, "card.C01") == ("That card still lacks 3 gray hexagons: here is the nearest fit.", ("card.C01",))
    far = why(table("b", "g", "g", row="C02"), "card.C02")
    assert far[0] == "That card still lacks 2 gray hexagons: here is the nearest fit."
    assert why(table("", "g", "g", row="C02"), "card.C02")[0].startswith("That card still lacks 2 gray and 1 blue hexagons:")
    assert why(table("g", "M", "g"), "p17")[0] == "You have no hexagon to place."
    specials = table("g", "gSBMD", "g", bag="")
    assert why(specials, "p1.hand.swap")[0] == "All hexagons on the table are alike: nothing to swap."
    assert why(specials, "p1.hand.bomb")[0] == "The row is empty: no card to discard."
    assert why(specials, "p1.hand.move")[0] == "There are not two hexagons on the table yet."
    assert why(specials, "p1.hand.draw")[0] == "The bag is empty: nothing to draw."
    useful = table("g b", "gSBMD", "g", row="C01")
    assert why(useful, "p1.hand.swap", "a1")[0] == "Choose a hexagon on the table to swap."
    assert why(useful, "p1.hand.move", "a1")[0] == "Choose a hexagon on the table to move."
    assert why(useful, "p1.hand.bomb", "a1")[0] == "Choose a card of the row to discard."
    assert why(useful, "p1.hand.draw", "a1")[0] == "A Draw-agon needs nothing else."


def test_why_not_of_cards() -> None:
    position = table("g g g\n b", "g", "g", row="C01 C02")
    assert why(position, "card.C01") == ("It fits: play a hexagon first, then claim it.", ("card.C01", "p16", "p17", "p18"))
    position.phase = PLAYING
    assert why(position, "card.C01", "q16") == ("The pattern does not fit with this one.", ("card.C01", "p16", "p17", "p18"))
    assert why(position, "card.C01", "a1") == ("Choose the hexagons of the pattern.", ("card.C01",))
    assert why(position, "q16", "card.C01") == ("The pattern does not fit with this one.", ("card.C01", "p16", "p17", "p18"))
    play(position, "claim C01 p16 p17 p18")
    assert why(position, "card.C01") == ("Player 1 has claimed this card.", ("card.C01",))
    assert why(position, "p15")[0] == "Nothing is played after a claim."
    assert why(position, "p1.hand.gray")[0] == "Nothing is played after a claim."


def test_why_not_in_the_middle_of_something() -> None:
    position = table("g g\n b", "gMS", "g", row="C01")
    play(position, "move p16")
    assert why(position, "p16")[0] == "Move it to another space."
    assert why(position, "p17") == ("A hexagon is here already.", ("p17",))
    assert why(position, "o14") == ("It must touch a hexagon other than itself.", ("p16",))
    assert why(position, "card.C01") == ("First choose where the hexagon goes.", ("p16",))
    assert why(position, "p1.hand.gray")[0] == "First choose where the hexagon goes."
    play(position, "to p18", "swap p17")
    assert why(position, "p18") == ("Both are gray: swap different kinds.", ("p17", "p18"))
    assert why(position, "p17")[0] == "Choose another hexagon to swap it with."
    assert why(position, "a1")[0] == "There is no hexagon to swap with."
    assert why(position, "card.C01")[0] == "First choose the hexagon to swap with."
    for kind, words in (("c", "Both are cracked: swap different kinds."), ("b", "Both are blue: swap different kinds.")):
        alike = table(f"{kind} {kind} g", "gS", "g", row="C01")
        play(alike, "swap p16")
        assert why(alike, "p17") == (words, ("p16", "p17"))
    assert why(table("g g", "g", "g"), "p18")[0] == "Choose a hexagon of your hand first."
    passing = table("g g", "gMS", "g", row="C01")
    play(passing, "pass", "return gray")
    assert why(passing, "p18")[0] == "You are passing: put hexagons back, then exchange."
    assert why(passing, "pile.gray")[0] == "These hexagons go back to the bag."
    full = table("g g", "ggggggg", "g", row="C01", phase=DISCARDING)
    assert why(full, "p18")[0] == "First discard down to 6 hexagons."


# Effects, cards, scores and prompts.


def test_effects() -> None:
    position = table("g c b", "gcB", "g", row="C01 C02", phase=PLAYING)
    assert effect(position, "gray p15").text == "Then the 3-point card fits."
    assert effect(position, "gray p15").ids == ("card.C01", "p15", "p16", "p17")
    assert GAME.parse_action(position, 0, "gray o15") not in view(position).effects
    claim = effect(position, "claim C02 p16 p17 p18")
    assert (claim.text, claim.danger, claim.points) == ("One cracked hexagon crumbles.", ("p17",), 5)
    bomb = effect(position, "bomb C01")
    assert (bomb.text, bomb.danger) == ("The 3-point card leaves the row.", ("card.C01",))
    assert effect(position, "end").text == "You draw 3 hexagons."
    assert effect(table("g", "gggggggg", "g", phase=PLAYING), "end").text == "Then you discard 2 hexagons."
    assert not view(position, 1).effects, "only those who may act are told"


def test_a_moved_hexagon_can_complete_a_card_but_not_with_itself() -> None:
    position = table("g g b\n g", "M", "g", row="C01", at="p16")
    play(position, "move q16")
    assert {GAME.action_text(position, 0, action) for action in view(position).effects} == {"to p15"}


def test_a_swap_can_complete_a_card() -> None:
    position = table("g b g\n g", "S", "g", row="C01", at="p16")
    play(position, "swap p17")
    found = {GAME.action_text(position, 0, action): effect for action, effect in view(position).effects.items()}
    assert set(found) == {"with q16"}
    assert found["with q16"].ids == ("card.C01", "p16", "p17", "p18")


def test_cards_describe_their_pattern_and_what_is_missing() -> None:
    position = table("g g", "g", "g", row="C02 C03")
    scene = view(position)
    assert scene.cards["card.C02"].title == "5 points, two stars"
    assert scene.cards["card.C02"].rows == (("Pattern", "gray, gray, blue"), ("Missing", "one blue hexagon"))
    assert [(item.id, item.marks) for item in scene.trays["row"]] == [("card.C02", ("missing",)), ("card.C03", ("missing",))]
    assert [item.note for item in scene.trays["row"]] == ["1 missing", "1 missing"]
    assert list(GAME.why_not(position, 0, ["card.C02"]).ghosts.values()) == [Face("blue")]
    fits = view(table("g g b", "g", "g", row="C02"))
    assert (fits.trays["row"][0].marks, fits.trays["row"][0].note) == (("fits",), "fits")
    assert fits.cards["card.C02"].rows[1] == ("Missing", "nothing")
    assert pattern_words(position.deck, 2) == "gray, blue, sharp right: gray"
    assert GAME.stage(position).cards["swap"].text == "Two hexagons of different kinds change places."


def test_the_nearest_fit_has_nothing_in_its_way() -> None:
    """Two grays are in a line, but blues at both ends keep a third out."""
    text, ids = why(table("b g g b", "g", "g", row="C01"), "card.C01")
    assert text == "That card still lacks 2 gray hexagons: here is the nearest fit."
    assert not {"p16", "p19"} & set(ids)


def test_the_score_is_broken_down_while_the_game_runs() -> None:
    position = table("g g g", "c", "g", row="C01", phase=PLAYING)
    play(position, "claim C01 p16 p17 p18")
    lines = view(position, 1).score_breakdown
    assert [[(line.text, line.points) for line in seat] for seat in lines] == [
        [("Cards ★", 3), ("Cards ★★", 0), ("Cards ★★★", 0)],
        [("Cards ★", 0), ("Cards ★★", 0), ("Cards ★★★", 0)],
    ]
    team = view(table("g", "c", "g", "g", "g", players=4, teams=True, kids=True))
    assert [line.text for line in team.score_breakdown[0]] == ["Cards ★", "Cards ★★", "Partner's cards"]


def test_prompts_say_what_can_be_done() -> None:
    position = table("g g", "g", "g", row="C01")
    assert view(position).prompt == "Play a hexagon, or pass."
    play(position, "gray p18")
    assert view(position).prompt == "Claim a card, or end your turn."
    play(position, "claim C01 p16 p17 p18")
    assert view(position).prompt == "No other card fits: end your turn."
    assert view(table("", "M", "g")).prompt == "You can play nothing: pass."
    assert view(table("g", "g", "g", phase=PLAYING)).prompt == "Play more, or end your turn."
    assert view(table("g", "", "g", phase=PLAYING)).prompt == "End your turn."
    assert view(table("g g g", "g", "g", row="C01", phase=PLAYING)).prompt == "Play more, claim a card, or end your turn."
    assert view(table("g g g", "g", "g", row="C01", phase=CLAIMING)).prompt == "Claim another card, or end your turn."
    moving = table("g b", "MS", "g")
    play(moving, "move p17")
    assert view(moving).prompt == "Choose a space for the blue hexagon."
    play(moving, "to p15", "swap p16")
    assert view(moving).prompt == "Choose a hexagon to swap with the gray one."
    assert view(table("g", "ggggggg", "g", phase=DISCARDING)).prompt == "Discard one hexagon."
