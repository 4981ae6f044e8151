"""One scene of drama of each game, told beat by beat on a phone and on a desktop: what is shown, when, and in which words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.sync_api import Browser
from tests.browser.conftest import NewPage
from tests.browser.page_fixtures import open_sheet
from tests.browser.story.film import Film, Shot
from tests.browser.story.staged_tables import ChosenDice, StagedTable
from tests.server.serving import Server

SIZES = {"phone": (390, 844), "desktop": (1440, 900)}
SHORT, REVEAL, LONG, VERDICT = (0.5, 0.95), (0.6, 1.2), (0.8, 1.6), (1.2, 2)
"""Seconds, at least and at most, that beats are shown: ordinary ones, faces that are turned, scores and attacks, and verdicts."""


@dataclass(frozen=True)
class Told:
    """A beat as a page must show it."""

    text: str
    kind: str = ""
    """The kind of what is marked; empty if nothing is."""
    ids: tuple[str, ...] = ()
    seconds: tuple[float, float] = SHORT
    shown: tuple[str, ...] = ()
    """What the things are now, as screen readers are told, in the order of the page."""


@dataclass(frozen=True)
class Act:
    """What Bob does, after what happens without being asserted."""

    action: str
    beats: tuple[Told, ...]
    line: str
    """The line of the log."""
    before: str = ""
    points: tuple[int, int] | None = None
    """Ada's and Bob's score while the last beat is shown."""


@dataclass(frozen=True)
class Drama:
    """A scene: the dice, the actions that lead to it, and its acts."""

    game: str
    seed: str
    before: str
    acts: tuple[Act, ...]
    options: dict[str, Any] = field(default_factory=dict)
    sheet: str = ""
    """Whose sheet is shown while it is told, where everybody has one."""


THREE = ("b2", "c2", "b3")
HIDDEN = ("b2, Gold cap with a silver symbol", "c2, Silver cap with a hidden symbol", "b3, Silver cap with a hidden symbol")
BEERHEX = Drama(
    "beerhex",
    "beerhex 1",
    "0 b2 other, 1 c2 own, 0 e5 own, 1 b3 own, 0 d4 own",
    (
        Act(
            "1 attack b2 c2 b3",
            (
                Told("Bob attacks three caps.", "attack", THREE, LONG, HIDDEN),
                Told("Bob attacks three caps.", "flip", ("b2",), REVEAL, ("b2, Gold cap with a silver symbol, face up",)),
                Told("Bob attacks three caps.", "flip", ("c2",), REVEAL, ("c2, Silver cap with a silver symbol, face up",)),
                Told("Bob attacks three caps.", "flip", ("b3",), REVEAL, ("b3, Silver cap with a silver symbol, face up",)),
                Told("All three silver: the attack succeeds.", "verdict", THREE, VERDICT),
                Told("Ada takes one cap back, Bob two.", "return", THREE, LONG, ("b2, empty", "c2, empty", "b3, empty")),
            ),
            "Attacks three caps. All three silver: the attack succeeds. Ada takes one cap back, Bob two.",
        ),
        Act(
            "1 attack b2 c2 b3",
            (
                Told("Bob attacks three caps.", "attack", THREE, LONG),
                Told("Bob attacks three caps.", "flip", ("b2",), REVEAL, ("b2, Gold cap with a gold symbol, face up",)),
                Told("Bob attacks three caps.", "flip", ("c2",), REVEAL, ("c2, Silver cap with a silver symbol, face up",)),
                Told("Bob attacks three caps.", "flip", ("b3",), REVEAL, ("b3, Silver cap with a silver symbol, face up",)),
                Told("One gold, two silver: the attack fails.", "verdict", THREE, VERDICT),
                Told("Bob takes two caps back.", "return", ("c2", "b3"), LONG, ("c2, empty", "b3, empty")),
                Told("One cap stays face up.", "act", ("b2",)),
            ),
            "Attacks three caps. One gold, two silver: the attack fails. Bob takes two caps back. One cap stays face up.",
            "1 c2 own, 0 b2 own, 1 b3 own, 0 d3 own",
        ),
    ),
)
RING = ("p2.e4", "p2.e5", "p2.f3", "p2.f4", "p2.f5", "p2.g3", "p2.g4")
POCKET = Drama(
    "pocket-hexes",
    "pocket-hexes 43",
    "0 d20 f5, 1 d8 f1, 0 d20 f4, 0 d10 e6, 1 d10 e2, 1 d4 c3, 1 d6 d4, 1 d8 c2, 0 reroll d10, 1 d6 b3, 1 d8 c1, 1 d20 f3, 1 d4 f4,"
    "1 d20 d3, 0 d20 d6, 0 d6 f2, 1 d10 g3, 0 d20 g2, 1 d8 e4, 0 d6 b1, 1 d20 b1, 0 d6 c1, 1 d10 f5, 0 d10 c4, 1 d12 g4, 0 d6 e3,"
    "1 d10 g1, 0 d10 b4, 1 d6 a2, 0 d12 d1, 1 d10 c4, 0 d12 d4, 0 d10 b2, 1 d6 e6",
    (
        Act(
            "1 d8 e5",
            (
                Told("Bob writes a 6 next to a 6.", "write", ("p2.e5",)),
                Told("The ring around the 4 is complete.", "act", RING),
            ),
            "Writes a 6 next to a 6. The ring around the 4 is complete.",
            points=(-18, 0),
        ),
        Act(
            "1 score f4",
            (
                Told("Bob scores 4 points.", "score", RING, LONG),
                Told("Ada's turn.", "roll", ("die.d4", "die.d6", "die.d8", "die.d10", "die.d12", "die.d20"), LONG),
            ),
            "Scores 4 points.",
            points=(-18, 4),
        ),
        Act(
            "1 d12 a4",
            (
                Told("Bob writes a 6 next to a 6.", "write", ("p2.a4",)),
                Told("Bob cannot write a second number: -3.", "penalty", ("p2.box.2",), LONG),
                Told("Ada's turn.", "roll", ("die.d4", "die.d6", "die.d8", "die.d10", "die.d12", "die.d20"), LONG),
            ),
            "Writes a 6 next to a 6. Bob cannot write a second number: -3.",
            "0 d4 d3, 0 d6 a2, 0 d12 f1, 1 d8 d6, 1 d12 a1, 1 d6 a3, 0 d4 c2, 0 d12 c3",
            (-18, 1),
        ),
    ),
    {"sheet": "small"},
    "Bob's sheet",
)
HEXAGONE = Drama(
    "hexagone",
    "hexagone 45",
    "0 cracked p16, 0 cracked p17, 0 cracked q17, 0 end, 1 gray o16",
    (
        Act(
            "1 claim C02 o16 p16 p17 q17",
            (
                Told("Bob claims the 3-point card.", "claim", ("o16", "p16", "p17", "q17", "card.C02"), LONG),
                Told("3 cracked hexagons crumble.", "remove", ("p16", "p17", "q17"), LONG, ("p16, empty", "p17, empty", "q17, empty")),
                Told("3 cracked hexagons crumble.", "capture", ("card.C02",)),
                Told("+3 points: 3 in all.", "score", ("card.C02",), LONG),
            ),
            "Claims the 3-point card. 3 cracked hexagons crumble. +3 points: 3 in all.",
            points=(0, 3),
        ),
    ),
)
PAIR, AREA = ("p2.e1", "p2.e2", "p2.f1", "p2.g2"), ("p2.c1", "p2.c2", "p2.d1", "p2.d2", "p2.d3", "p2.e1", "p2.e2")
ROLLER = Drama(
    "hex-roller",
    "hex-roller 35",
    "0 2 k2, 1 2 d2, 1 take 3, 0 take 3, 1 d1, 0 h3, 0 h4, 0 take 7, 0 c1, 0 red 3 green 7, 1 c1, 1 take 7, 1 j1, 1 red 3 green 7,"
    "0 take 3 +1, 0 e2, 0 f1, 0 f2, 0 take 6, 0 b2, 0 red 6 green 3",
    (
        Act(
            "1 take 3 +1",
            (
                Told("Bob uses +1: one more 3.", "act", ("p2.bonus.plus",)),
                Told("Bob takes the 3: 3 to write.", "act", ("dice.3",)),
            ),
            "Uses +1: one more 3. Bob takes the 3: 3 to write.",
        ),
        Act("1 f1", (Told("Bob writes a 3, 2 to go.", "write", ("p2.f1",)),), "Writes a 3, 2 to go."),
        Act(
            "1 e2",
            (
                Told("Bob writes a 3, 1 to go.", "write", ("p2.e2",)),
                Told("Both 3s are joined: 3 points.", "score", PAIR, LONG),
            ),
            "Writes a 3, 1 to go. Both 3s are joined: 3 points.",
        ),
        Act(
            "1 d3",
            (
                Told("Bob writes the last 3.", "write", ("p2.d3",)),
                Told("The green area is full, mostly 3s: 3 points.", "score", AREA, LONG),
            ),
            "Writes the last 3. The green area is full, mostly 3s: 3 points.",
        ),
    ),
    sheet="Bob's sheet",
)
DICE = Drama(
    "hex-dice",
    "hex-dice 2",
    "1 base g12, 1 keep, 0 keep, 1 deploy 3 g11, 1 deploy 1 h12, 1 deploy 5 f12, 1 deploy 6 g13, 1 deploy 1 h11, 1 deploy 1 g12,"
    "0 deploy 1 g1, 0 deploy 5 f2, 0 deploy 4 g2, 0 deploy 4 h1, 0 deploy 3 f1, 0 deploy 3 g3, 1 h11-h8, 0 g3-h5",
    (
        Act(
            "1 h8-h5",
            (
                Told("Bob's Pawn (1) attacks Ada's Knight (3).", "attack", ("h8", "h5"), LONG),
                Told("2 against 3: the Knight holds, -1 armour.", "verdict", ("h5",), VERDICT),
                Told("2 against 3: the Knight holds, -1 armour.", "act", ("h5",)),
            ),
            "Bob's Pawn (1) attacks Ada's Knight (3). 2 against 3: the Knight holds, -1 armour.",
        ),
        Act(
            "1 h8-h5",
            (
                Told("Bob's Pawn (1) attacks Ada's Knight (3).", "attack", ("h8", "h5"), LONG),
                Told("2 against 2 (3 - 1 hit): the Knight falls.", "verdict", ("h5",), VERDICT),
                Told("2 against 2 (3 - 1 hit): the Knight falls.", "capture", ("h8", "h5"), LONG),
            ),
            "Bob's Pawn (1) attacks Ada's Knight (3). 2 against 2 (3 - 1 hit): the Knight falls.",
            "0 f1-g4",
        ),
    ),
)
DRAMAS = (BEERHEX, POCKET, HEXAGONE, ROLLER, DICE)


@pytest.fixture(params=DRAMAS, ids=[drama.game for drama in DRAMAS])
def drama(request: pytest.FixtureRequest) -> Drama:
    """Return a scene of each game."""
    found: Drama = request.param
    return found


@pytest.fixture
def table(drama: Drama, server: Server, dice: ChosenDice) -> Iterator[StagedTable]:
    """Return a table at which the drama is about to begin."""
    staged = StagedTable(server, dice, drama.game, drama.seed, drama.options)
    staged.play(drama.before)
    yield staged
    staged.close()


def check(shots: list[Shot], act: Act, sheet: str) -> None:
    """Check what a page told of an act: order, words, things, faces, scores and times."""
    assert [(shot.text, shot.kind, set(shot.ids)) for shot in shots] == [(beat.text, beat.kind, set(beat.ids)) for beat in act.beats]
    for shot, beat in zip(shots, act.beats, strict=True):
        least, most = beat.seconds
        assert least <= shot.seconds <= most, (beat.text, beat.kind)
        assert not beat.shown or set(shot.shown) == set(beat.shown)
        assert shot.ticket == (beat.text if beat.kind == "verdict" else "")
        assert sheet in ("", shot.sheet) or beat.kind == "roll"
    assert act.points in (None, shots[-1].points)


@pytest.mark.long
def test_drama_is_told_beat_by_beat(drama: Drama, table: StagedTable, new_page: NewPage, browser: Browser) -> None:
    pages = {size: new_page(*measures, speed="normal") for size, measures in SIZES.items()}
    films = {size: Film(page) for size, page in pages.items()}
    for size, page in pages.items():
        table.open(page)
        films[size].start()
    for act in drama.acts:
        if act.before:
            for action in act.before.split(","):
                table.play(action.strip())
                for film in films.values():
                    film.run()
        table.play(act.action)
        for film in films.values():
            check(film.run(), act, drama.sheet)
        for page in pages.values():
            announced = page.locator(".announcer p").all_inner_texts()
            words = list(dict.fromkeys(beat.text for beat in act.beats))
            assert [text for text in announced if text in words][-len(words) :] == words
            assert page.locator(".log [data-line]").last.text_content() == act.line
    for size, film in films.items():
        film.save(browser, f"drama-{drama.game}-{size}")
    for page in pages.values():
        page.clock.resume()
        open_sheet(page)
        assert page.locator(".log [data-line]").last.inner_text() == drama.acts[-1].line
