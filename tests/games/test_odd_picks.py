"""Whatever a script names as a pick, `why_not` answers with a sentence: the server would answer 500 otherwise."""

from __future__ import annotations

import random

import pytest

import bestagon
from bestagon.core import registry

ODD = (
    *("", " ", "x", "-1", "99999999999999999999", "\uff11\uff12", "\u0663", "a\uff11", "A1", "a0", "z99", "\0", "\u00e9", "\N{SNOWMAN}"),
    *(
        "0",
        "00",
        "1e3",
        "nan",
        "1_0",
        "+1",
        "\u00b2",
        "\u00bd",
        "\u2163",
        "\u202e1",
        ".",
        "..",
        "p.",
        "p0.",
        "p9.",
        "p-1.",
        "p\u00b2.",
        "p\uff11.",
    ),
    *(
        "p0.die.1",
        "px.die.1",
        "p.die.1",
        "p7.die.1",
        ".die.",
        "terrain.",
        "terrain.x",
        "dice.\u00b2",
        "dice.9",
        "die.x",
        "die.",
        "cap",
        "card.99",
    ),
    *("p1.cap.", "p2.cap.9", "p1.bonus.", "p1.bonus.x", "p1.box", "p9.box", "p1.red", "p2.hand.x", "p1.token", "bag", "a1" * 30),
    # Numbers that do not fit into those of compiled code.
    *("p" + "9" * 40, "p" + "9" * 19 + ".a1", "p1.box." + "9" * 30, "card." + "9" * 30),
)
GAMES = ("pocket-hexes", "beerhex", "hex-roller", "hexagone", "hex-dice", "hex", "tictactoe")


def test_these_are_all_games() -> None:
    assert set(GAMES) == {game.name for game in registry.all_games().values()}


def odd_picks(chance: random.Random, ids: list[str]) -> list[str]:
    """Return picks of which some exist, some are damaged, some come twice and some are none."""
    picks = []
    for _ in range(chance.randint(1, 5)):
        pick = chance.choice(ids) if ids and chance.random() < 0.5 else chance.choice(ODD)
        if chance.random() < 0.3:
            at = chance.randrange(len(pick) + 1)
            pick = pick[:at] + chance.choice(ODD)[:3] + pick[at + chance.randint(0, 2) :]
        picks += [pick[:60]] * chance.choice((1, 1, 1, 2))
    return picks


@pytest.mark.parametrize("name", GAMES)
def test_odd_picks_are_refused_with_a_sentence(name: str) -> None:
    chance = random.Random(name)
    for players in (min(registry.game(name).players), max(registry.game(name).players)):
        table = bestagon.start(name, players=players, seed=players)
        for _ in range(60):
            if table.over:
                break
            seat = table.acting[0]
            masked = table.view(seat).position
            ids = sorted({pick for choice in table.game.scene(masked, seat).choices for pick in choice.picks})
            for _ in range(25):
                picks = odd_picks(chance, ids)
                for viewer in {seat, (seat + 1) % players}:
                    assert table.game.why_not(masked, viewer, picks).text, picks
            for odd in ODD:
                assert table.game.why_not(masked, seat, [odd]).text, odd
            table.play(chance.choice(table.moves(seat)))
