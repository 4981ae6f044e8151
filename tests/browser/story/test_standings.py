"""What a page shows about the state of a game: points by category, rings, ranges, what a claim takes away, and whose turn is next."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import NewPage
from tests.browser.page_fixtures import open_sheet
from tests.browser.robot_player import open_table
from tests.browser.story.staged_tables import Stage
from tests.browser.story.test_drama import BEERHEX, DICE, HEXAGONE, POCKET, ROLLER
from tests.browser.story.test_explaining import DUEL, KNOWN, each_size

CATEGORIES = {
    "beerhex": (BEERHEX, ["Games won"]),
    "hex-dice": (DICE, ["Units", "Value", "Beaten"]),
    "hex-roller": (ROLLER, ["Areas", "Middle", "Pairs", "Unused bonuses", "Red row", "Green row", "Total"]),
    "hexagone": (HEXAGONE, ["Cards ★", "Cards ★★", "Cards ★★★", "Total"]),
    "pocket-hexes": (POCKET, ["Rings", "Penalties", "Total"]),
}
SYMBOLS = """(id) => [...document.querySelectorAll(`.play .cell[data-id="${id}"] use`)].map((one) => one.getAttribute("href"))"""


@each_size
@pytest.mark.parametrize("game", CATEGORIES)
def test_points_are_broken_down_while_the_game_runs(new_page: NewPage, staged: Stage, size: tuple[int, int], game: str) -> None:
    drama, categories = CATEGORIES[game]
    page = new_page(*size)
    staged(game, drama.seed, "" if drama.options else drama.before).open(page)
    open_sheet(page)
    page.locator(".live-scores summary").click()
    heads = page.locator(".live-scores th[scope=col]")
    expect(heads.first).to_be_visible()
    assert [text.strip() for text in heads.all_inner_texts()] == categories
    expect(page.locator(".live-scores tbody")).to_have_count(2)


def test_ring_that_was_skipped_looks_different_from_a_scored_one(new_page: NewPage, staged_small: Stage) -> None:
    page, found = new_page(), {}
    for answer in ("score", "skip"):
        table = staged_small("pocket-hexes", POCKET.seed, POCKET.before)
        table.play(f"{POCKET.acts[0].action}, 1 {answer} f4")
        table.open(page, 1)
        found[answer] = set(page.evaluate(SYMBOLS, "p2.f4"))
        word = {"score": "scored ring", "skip": "ring that was not scored"}[answer]
        expect(page.locator(".signs", has_text=word)).to_be_visible()
    assert found["score"] - found["skip"]
    assert found["skip"] - found["score"]


def test_choice_that_is_unique_completes_itself(new_page: NewPage, staged: Stage) -> None:
    """One of three caps to attack, and the unit with its target, are all there is to click."""
    page = new_page()
    staged("beerhex", BEERHEX.seed, KNOWN).open(page)
    page.locator('.play .cell[data-id="b2"]').click()
    expect(page.locator(".log [data-line]").last).to_contain_text("Attacks three caps.")
    staged("hex-dice", DICE.seed, DUEL).open(page)
    for cell in ("g4", "h6"):
        page.locator(f'.play .cell[data-id="{cell}"]').click()
    expect(page.locator(".log [data-line]").last).to_contain_text("4 against 1: the Pawn falls.")


@each_size
def test_claim_shows_what_it_takes_away(new_page: NewPage, staged: Stage, size: tuple[int, int]) -> None:
    page = new_page(*size)
    staged("hexagone", HEXAGONE.seed, HEXAGONE.before).open(page, 1)
    page.locator('.item[data-id="card.C02"]').hover()
    expect(page.locator(".prompt.mine .line")).to_have_text("3 cracked hexagons crumble.")
    endangered = page.locator(".play .cell.danger")
    expect(endangered).to_have_count(3)
    assert set(endangered.evaluate_all("(all) => all.map((one) => one.dataset.id)")) == {"p16", "p17", "q17"}


def test_unit_that_is_pointed_at_shows_its_range(new_page: NewPage, staged: Stage) -> None:
    page = new_page()
    staged("hex-dice", DICE.seed, DUEL).open(page)
    expect(page.locator(".facts")).to_contain_text("Quiet turns left")
    reached = page.locator(".play .cell.highlighted")
    for cell in ("g4", "h6"):
        page.locator(f'.play .cell[data-id="{cell}"]').hover()
        expect(reached.first).to_be_visible()
        assert reached.count() > 1
    page.mouse.move(1, 1)
    expect(reached).to_have_count(0)


@each_size
def test_seat_whose_turn_comes_next_is_marked(new_page: NewPage, size: tuple[int, int]) -> None:
    page = new_page(*size)
    people = [{"kind": "me", "name": name} for name in ("Ada", "Bob", "Cleo")]
    open_table(page, "pocket-hexes", {}, people)
    open_sheet(page)
    assert next_players(page) == [(playing(page) + 1) % 3]


@pytest.fixture
def staged_small(staged: Stage) -> Stage:
    """Return the function that stages tables; the drama of Pocket Hexes is played on small sheets."""
    return lambda game, seed, before: staged(game, seed, before, {"sheet": "small"})


def playing(page: Page) -> int:
    """Return the seat whose turn it is."""
    return int(page.locator(".seat.acting").get_attribute("data-seat") or -1)


def next_players(page: Page) -> list[int]:
    """Return the seats that are marked as next."""
    marked = page.locator(".seat", has=page.locator(".who .muted", has_text="next"))
    return [int(seat) for seat in marked.evaluate_all("(all) => all.map((one) => one.dataset.seat)")]
