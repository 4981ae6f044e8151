"""Decks: the built-in one loads, and every kind of broken file is rejected with a helpful message."""

from __future__ import annotations

import re
from itertools import pairwise, permutations, product
from typing import Any

import pytest
from tests.games.hexagone.boards import LINE, fresh

from bestagon.core.dice import fast
from bestagon.core.errors import BadData, BadOption
from bestagon.games.hexagone import GAME
from bestagon.games.hexagone import deck as decks
from bestagon.games.hexagone.deck import MAX_CARDS, is_chain, load, read_cards
from bestagon.grid import Hex, distance, spiral
from bestagon.grid.shapes import read_map

GOOD = "C01 * 3\n  g g\n   b g"


def test_the_built_in_deck_loads() -> None:
    deck = load("")
    assert deck.count == 54
    assert deck.names[0] == "C01"
    assert all(1 <= turns <= 6 for turns in deck.turns)


def test_a_custom_deck_is_used() -> None:
    position = fresh(2, data=LINE)
    assert position.all_cards == 7
    position.start(fast(4))
    assert position.deck.names[position.row[0]] in ("C01", "C02", "C03")


def test_names_may_leave_gaps_and_comments_separate_cards() -> None:
    cards = read_cards("# mine\n\nC07 ** 9\n  g b\n# another\nC40 *** 99\n b\nb\n", "deck")
    found = [(card.name, card.line, card.stars, card.points, len(card.cells)) for card in cards]
    assert found == [("C07", 3, 2, 9, 2), ("C40", 6, 3, 99, 2)]


def test_mirror_images_are_two_cards() -> None:
    assert len(read_cards("C01 * 3\n  g g g\n     g\n\nC02 * 3\n  g g g\n   g", "deck")) == 2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("# nothing\n", "deck: a deck has 1 to 62 cards, not 0"),
        ("C01 *\n  g g", "deck, line 1: a card starts with its name, stars and points, such as 'C07 ** 6', not 'C01 *'"),
        ("\n\nX1 * 3\n  g g", "deck, line 3: a card's name is C and two digits, such as C07, not 'X1'"),
        ("C01 **** 3\n  g g", "deck, line 1: C01 has one to three stars (*, ** or ***), not '****'"),
        ("C01 * 0\n  g g", "deck, line 1: C01 is worth 1 to 99 points, not '0'"),
        ("C01 * three\n  g g", "deck, line 1: C01 is worth 1 to 99 points, not 'three'"),
        (
            "\nC01 * 3\n  g g\n  b",
            "deck, line 4: 'b' at column 3 is between the cells of the grid; the letters of C01 are two columns apart",
        ),
        ("C01 * 3\n  g g\n  bb", "deck, line 3: 'bb'"),
        ("C01 * 3\n  g g\n\tb", "deck, line 3: tabs are not allowed; use spaces"),
        ("C\u0660\u0661 * 3\n  g g", "deck, line 1: a card's name is C and two digits, such as C07"),
        ("C01 * \u0663\n  g g", "deck, line 1: C01 is worth 1 to 99 points"),
        (f"C01 * {'9' * 5000}\n  g g", "deck, line 1: C01 is worth 1 to 99 points"),
        ("# mine\n\nC01 * 3\n  g g\n   x", "deck, line 5: C01 may only contain g and b, not 'x'"),
        ("C01 * 3\n  g", "deck, line 1: C01 has 2 to 7 hexagons, not 1"),
        ("C01 * 3\n", "deck, line 1: C01 has 2 to 7 hexagons, not 0"),
        ("C01 * 3\n  g g g g g g g g", "deck, line 1: C01 has 2 to 7 hexagons, not 8"),
        ("C01 * 3\n  g g   g", "deck, line 1: C01 must be a chain, each hexagon next to the one before it"),
        ("C01 * 3\n   g g\n    g\n   g\n  b   b", "must be a chain"),
        (f"{GOOD}\n\n{GOOD}", "deck, line 5: cards must be in ascending order: C01 cannot follow C01"),
        ("C02 * 3\n  g g\n\nC01 * 3\n  g b", "deck, line 4: cards must be in ascending order: C01 cannot follow C02"),
        ("C01 * 3\n  g b\n\nC02 * 4\n   g\n  b", "deck, line 4: C02 is a rotation of C01 in line 1; every pattern may occur only once"),
    ],
)
def test_a_broken_deck_is_rejected(text: str, message: str) -> None:
    with pytest.raises(BadData, match=re.escape(message)):
        GAME.setup(2, GAME.complete(2, {"data": text})) if text.strip() else load(text)


def test_too_many_cards_are_rejected() -> None:
    patterns = [f"  {' '.join('gb'[n >> i & 1] for i in range(7))}" for n in range(128)]
    kept = [pattern for n, pattern in enumerate(patterns) if pattern.strip() <= pattern.strip()[::-1]]
    text = "\n\n".join(f"C{n:02d} * 3\n{pattern}" for n, pattern in enumerate(kept[:63]))
    with pytest.raises(BadData, match="1 to 62 cards, not 63"):
        read_cards(text, "deck")


def test_kids_need_a_card_of_fewer_than_three_stars() -> None:
    with pytest.raises(BadOption, match="leaves no card"):
        GAME.setup(2, GAME.complete(2, {"data": "C01 *** 3\n  g g", "kids": True}))


def worst_deck() -> str:
    """Return a deck of as many cards as possible, whose hexagons form a chain only in a late order, below as many lines as possible."""
    tones = list(product("gb", repeat=7))[:MAX_CARDS]
    cards = [f"C{n:02d} * 1\n {a} {b} {c} {d}\n{e}       {f}\n {g}\n" for n, (a, b, c, d, e, f, g) in enumerate(tones)]
    text = "\n".join(cards)
    return "\n" * (10_000 - len(text)) + text


def test_the_worst_deck_is_read_in_a_few_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Strangers send decks to servers: one that took 2 s to check stalled everybody."""
    counts = {"distance": 0, "letters": 0}

    def counted_distance(a: Hex, b: Hex) -> int:
        counts["distance"] += 1
        return distance(a, b)

    def counted_read(text: str, **more: Any) -> dict[Hex, str]:
        counts["letters"] += len(text)
        return read_map(text, **more)

    monkeypatch.setattr(decks, "distance", counted_distance)
    monkeypatch.setattr(decks, "read_map", counted_read)
    text = worst_deck()
    assert len(read_cards(text, "deck")) == MAX_CARDS
    assert counts["distance"] < 300 * MAX_CARDS
    assert counts["letters"] < len(text)


def test_a_chain_is_what_some_order_of_its_hexagons_makes_one() -> None:
    cells = list(spiral(Hex(0, 0), 2))
    for start in range(len(cells) - 5):
        for size in range(2, 6):
            some = cells[start : start + size + 1 : 1 if start % 2 else 2]
            by_trial = any(all(distance(a, b) == 1 for a, b in pairwise(order)) for order in permutations(some))
            assert is_chain(some) == by_trial, some


def test_decks_of_strangers_do_not_stay_in_memory() -> None:
    for n in range(100):
        load(f"C01 * 1\ng g\n# {n}\n")
    most = load.cache_info().maxsize
    assert most is not None
    assert load.cache_info().currsize <= most <= 16
