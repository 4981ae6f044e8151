"""Reasons for an action: short sentences about the position, from what the seat may know."""

from __future__ import annotations

import re
from collections import Counter
from itertools import count

import pytest
from tests.conformance.cases import Case, usual_cases

from bestagon.bots.player_factory import make_player
from bestagon.core import registry
from bestagon.core.actions import legal_actions
from bestagon.core.dice import fast
from bestagon.core.game import Game
from bestagon.core.lesson import Lesson
from bestagon.core.option import Value
from bestagon.engine.rollout import any_action, first_seat
from bestagon.i18n import LANGUAGES, Translator, use_language

OURS = ("beerhex", "hex-dice", "hex-roller", "hexagone", "pocket-hexes")
CASES = [
    *(case for case in usual_cases() if case.game.name in OURS and case.players <= 3),
    Case(registry.game("beerhex"), 2, registry.game("beerhex").complete(2, {"clues": True})),
    Case(registry.game("hex-dice"), 2, registry.game("hex-dice").complete(2, {"terrain": "roulette"})),
]
STEPS = 40
DECISIONS = 1000


def unknown(self: Translator, english: str) -> str:
    raise AssertionError(f"there is no entry for {english!r}")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("case", CASES, ids=str)
def test_there_are_up_to_three_sentences_for_every_action(case: Case, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Translator, "missing", unknown)
    position, dice = case.started(5), fast(6)
    for step in range(STEPS):
        if position.over:
            return
        seat = int(first_seat(position.acting()))
        masked = position.copy()
        masked.mask(seat)
        before = masked.to_bytes()
        actions = legal_actions(masked, seat)
        for action in {actions[0], actions[-1], actions[step % len(actions)]}:
            with use_language(language):
                words = case.game.reasons(masked, seat, action)
            assert len(words) <= 3
            assert all(one.endswith(".") and (one[0].isupper() or one[0].isdigit()) and len(one) < 120 for one in words), words
            assert len(set(words)) == len(words)
        assert masked.to_bytes() == before
        position.play(seat, any_action(position, seat, dice))


PLAYED = [
    *((name, registry.game(name).quick_options, "search:8/t0") for name in OURS),
    # What hints advise in BeerHex: a search with its policy, which bluffs and waits more than a short one.
    ("beerhex", {}, "search:2000/t0"),
    ("beerhex", {}, "expert"),
    ("hex-dice", {"terrain": "roulette"}, "search:8/t0"),
]


@pytest.mark.parametrize(("name", "options", "bot"), PLAYED)
def test_reasons_are_about_the_decision(name: str, options: dict[str, Value], bot: str) -> None:
    """Of 1,000 decisions none lacks a reason, and no sentence serves for more than 15 % of them."""
    game = registry.game(name)
    decisions, seen, player = 0, Counter[str](), make_player(bot, game, reuse=False)
    for seed in count():
        position, dice = game.setup(2, game.complete(2, options)), fast(seed)
        position.start(fast(seed))
        while not position.over and decisions < DECISIONS:
            seat = int(first_seat(position.acting()))
            masked = position.copy()
            masked.mask(seat)
            action = int(player.choose(masked.copy(), seat, dice))
            if len(legal_actions(masked, seat)) > 1:
                words = game.reasons(masked, seat, action)
                assert words, game.action_text(masked, seat, action)
                decisions += 1
                seen.update(set(words))
            position.play(seat, action)
        if decisions == DECISIONS:
            break
    sentence, times = seen.most_common(1)[0]
    assert times <= 0.15 * DECISIONS, sentence


def why(game: str, lesson: int, text: str) -> list[str]:
    """The reasons for an action at the beginning of a lesson."""
    found: Game = registry.game(game)
    one: Lesson = found.lessons()[lesson - 1]
    position = one.place.open(found)
    position.mask(one.place.seat)
    return found.reasons(position, one.place.seat, found.parse_action(position, one.place.seat, text))


def test_beerhex_knows_ways_and_bluffs() -> None:
    assert why("beerhex", 2, "attack b3 c3 d3")[0] == "Silver seems to need only 2 more caps: this may break the path."
    assert why("beerhex", 4, "declare") == ["Your symbols seem to connect your sides."]
    assert why("beerhex", 2, "e3 own") == ["It takes a cell that Silver could use."]
    assert why("beerhex", 7, "c1 other") == ["After this you seem to need only 3 more caps."]


def test_beerhex_says_the_same_whatever_is_hidden() -> None:
    assert why("beerhex", 2, "c5 own") == why("beerhex", 3, "c5 own")
    assert why("beerhex", 2, "attack b3 c3 d3") == why("beerhex", 3, "attack b3 c3 d3")


def test_beerhex_counts_the_caps_that_may_be_bluffs() -> None:
    game = registry.game("beerhex")
    position = game.setup(2, game.complete(2, {}))
    for row, caps in (("G?G?G?G?G?", 5), ("Gg!Gg!Gg!Gg!G?", 1), ("Gg!Gg!Gg!Gg!Gg!", 0)):
        column = "/".join(f"{cap}...." for cap in _caps(row))
        game.parse_position(position, f"{column} S turn 9 8? 7+6 0-0 G 0 - -")
        words = game.reasons(position, 1, game.parse_action(position, 1, "c3 own"))
        told = [one for one in words if "counts on" in one]
        bluff = "one cap being a bluff" if caps == 1 else f"a bluff among {caps} caps"
        assert told == ([f"Gold seems to be connected: this counts on {bluff}."] if caps else [])


def _caps(row: str) -> list[str]:
    """Split a row of caps of notation."""
    return re.findall(r"[GS][gs?]!?", row)


def test_hex_dice_knows_what_falls_and_what_is_safe() -> None:
    assert why("hex-dice", 3, "g6-f8")[0] == "It defeats Blue's Rook (4)."
    assert why("hex-dice", 4, "g6-g8")[0] == "It weakens Blue's Archer (5): one armour less."
    assert why("hex-dice", 1, "g10-g12") == ["It wins the game."]


def test_hex_roller_knows_pairs_rows_and_areas() -> None:
    assert why("hex-roller", 1, "take 3") == [
        "It fills 2 cells.",
        "The red row needs a 3 next.",
        "The pair of 3s can be joined with it.",
    ]
    assert why("hex-roller", 4, "2 d3") == ["It fills the green area: 7 points."]
    assert why("hex-roller", 6, "red 4 green 5") == ["After this the green row counts to 6."]


def test_hexagone_knows_which_cards_come_near() -> None:
    assert why("hexagone", 2, "gray p18") == ["After this the 3-point card can be claimed."]
    assert why("hexagone", 5, "bomb C40")[0].startswith("The 6-point card lacks ")


def test_pocket_hexes_knows_rings() -> None:
    assert why("pocket-hexes", 3, "d20 e4")[0] == "It completes the ring around the 6."
    assert why("pocket-hexes", 2, "d6 b2")[0] == "It wastes little: the biggest number next to it is 5."


def test_a_game_may_keep_its_reasons_to_itself() -> None:
    game = registry.game("beerhex")
    position = game.lessons()[0].place.open(game)
    assert Game().reasons(position, 0, 0) == []
