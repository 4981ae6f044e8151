"""Layout: nothing is off-screen, clipped, covered or too small to touch, on phones and wide screens.

With BESTAGON_SHOTS=DIRECTORY every tested page is saved there as a screenshot in both themes.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, ViewportSize, expect
from tests.browser.conftest import NewPage
from tests.browser.page_fixtures import GAMES, ME, PAGES, play_ahead
from tests.browser.robot_player import BOT, open_table, settled

SIZES = {
    **{"phone": (390, 844), "small phone": (360, 640), "phone sideways": (844, 390)},
    **{"tablet": (768, 1024), "desktop": (1440, 900), "wide": (1920, 1080)},
}
FIND_PROBLEMS = (Path(__file__).parent / "layout_problems.js").read_text(encoding="utf-8")
SHOTS = os.environ.get("BESTAGON_SHOTS", "")
MIDDLE = {"beerhex": 5, "hex-dice": 14, "hex-roller": 10, "hexagone": 15, "pocket-hexes": 15}
"""Actions of one seat until the middle of a game."""
LARGEST_TABLES: dict[str, tuple[int, dict[str, Any]]] = {
    "hex-dice": (6, {"map": 8}),
    "hex-roller": (8, {}),
    "hexagone": (4, {}),
    "pocket-hexes": (6, {}),
}
"""Player counts and options of the largest tables."""

FRAMES = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
"""Waits until the page has adapted to another size."""
EDGES = """(all) => all.map((one) => {
  const { top, bottom } = one.getBoundingClientRect();
  return [one.getClientRects().length > 0, top, bottom, innerHeight];
})"""
COVERED = """(all) => {
  const card = document.querySelector(".fact-card:not(.covering)")?.getBoundingClientRect();
  if (!card) return null;
  const isUnder = (box) => box.right > card.left && box.left < card.right && box.bottom > card.top && box.top < card.bottom;
  return [...document.querySelectorAll(all)].filter((one) => isUnder(one.getBoundingClientRect())).length;
}"""
"""Returns how many elements the card of facts covers; nothing if there is no card, or none that is seen."""
CHOOSABLE = ".cell.next .hit, .item.next, .buttons > *"
OBSERVE_HEIGHT = """() => {
  window.heights = new Set();
  const board = document.querySelector(".play .board");
  new ResizeObserver(() => window.heights.add(board.getBoundingClientRect().height)).observe(board);
}"""


def check(page: Page, name: str) -> None:
    """Check the page's layout at every size."""
    found = {}
    for size, (width, height) in SIZES.items():
        page.set_viewport_size(ViewportSize(width=width, height=height))
        page.evaluate(f"() => {{ scrollTo(0, 0); return ({FRAMES})() }}")
        save_screenshots(page, f"{name} {size}")
        if problems := page.evaluate(FIND_PROBLEMS):
            found[size] = problems
    assert found == {}


def check_in_sight(page: Page, parts: str) -> None:
    """Check that all controls are visible without scrolling."""
    page.evaluate(FRAMES)
    for drawn, top, bottom, height in page.locator(parts).evaluate_all(EDGES):
        assert drawn
        assert top >= 0
        assert bottom <= height + 1


def save_screenshots(page: Page, name: str) -> None:
    """Save screenshots if BESTAGON_SHOTS is set."""
    for scheme in ("light", "dark") if SHOTS else ():
        page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        page.screenshot(path=Path(SHOTS) / f"{name} {scheme}.png".replace(" ", "-"))


@pytest.mark.parametrize("name", list(PAGES))
def test_page_fits(new_page: NewPage, name: str) -> None:
    page = new_page()
    PAGES[name](page)
    check(page, name)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_game_fits_from_start_to_end(new_page: NewPage, game: str) -> None:
    page = new_page(1440, 900)
    table = open_table(page, game, {}, [ME, BOT])
    settled(page)
    check(page, f"{game} 1 early")
    play_ahead(page, table, MIDDLE[game])
    settled(page)
    check(page, f"{game} 2 middle")
    check_in_sight(page, ".prompt, .play .board, .play .tray")
    play_ahead(page, table)
    expect(page.locator(".result")).to_be_visible()
    check(page, f"{game} 3 finished")


@pytest.mark.parametrize(("game", "first"), [("pocket-hexes", ".cell.next"), ("hex-roller", ".item.next")])
def test_buttons_leave_the_things_in_the_dock_free(new_page: NewPage, game: str, first: str) -> None:
    page = new_page()
    open_table(page, game, {}, [ME, BOT])
    for step in range(2):
        settled(page)
        page.locator(first).first.click()
        check(page, f"{game} dock {step}")
        page.keyboard.press("Escape")


@pytest.mark.parametrize("game", list(LARGEST_TABLES))
def test_largest_table_fits(new_page: NewPage, game: str) -> None:
    page = new_page(1440, 900)
    players, options = LARGEST_TABLES[game]
    open_table(page, game, options, [ME, *[BOT] * (players - 1)])
    settled(page)
    check(page, f"{game} largest")


@pytest.mark.parametrize("game", ["hex", "tictactoe"])
def test_a_game_without_a_look_of_its_own_fits_on_the_default_table(new_page: NewPage, game: str) -> None:
    page = new_page(1440, 900)
    open_table(page, game, {}, [ME, BOT])
    settled(page)
    expect(page.locator(".play.surface-plain")).to_be_visible()
    check(page, game)


def test_board_keeps_its_size_from_turn_to_turn(new_page: NewPage) -> None:
    page = new_page(1440, 900)
    table = open_table(page, "beerhex", {}, [ME, BOT])
    settled(page)
    page.evaluate(OBSERVE_HEIGHT)
    play_ahead(page, table, 4)
    settled(page)
    assert page.evaluate("heights.size") == 1


def test_facts_lie_beside_what_is_on_a_wide_table(new_page: NewPage) -> None:
    page = new_page(1440, 900)
    open_table(page, "hexagone", {}, [ME, BOT])
    settled(page)
    page.locator(".held .item").first.hover()
    expect(page.locator(".fact-card:not(.covering)")).to_be_visible()
    assert page.evaluate(COVERED, f"{CHOOSABLE}, .beside .item, .zoom button") == 0


@pytest.mark.parametrize("size", ["phone", "small phone"])
@pytest.mark.parametrize("game", GAMES)
def test_facts_cover_nothing_that_can_be_chosen(new_page: NewPage, game: str, size: str) -> None:
    page = new_page(*SIZES[size])
    open_table(page, game, {}, [ME, BOT])
    settled(page)
    page.locator(".held .item.next, .cell.next").first.click()
    # Nothing is pointed at any more, as after a touch.
    page.mouse.move(0, 0)
    page.evaluate(FRAMES)
    assert not page.evaluate(COVERED, CHOOSABLE)


@pytest.mark.parametrize("game", GAMES)
def test_phone_shows_a_turn_without_scrolling(new_page: NewPage, game: str) -> None:
    page = new_page(390, 844)
    table = open_table(page, game, {}, [ME, BOT])
    settled(page)
    play_ahead(page, table, MIDDLE[game])
    settled(page)
    check_in_sight(page, ".prompt, .play .board, .dock, .dock .item, .buttons > button, .more-choices summary, .seat .points")
    assert page.evaluate("document.documentElement.scrollHeight") <= 844


def test_phone_lists_the_buttons_that_do_not_fit(new_page: NewPage) -> None:
    page = new_page(390, 844)
    open_table(page, "beerhex", {}, [ME, BOT])
    settled(page)
    expect(page.locator(".choice")).to_have_count(3)
    # They are not all that can be chosen.
    expect(page.locator(".more-choices summary")).to_have_text("More")
    page.locator(".more-choices summary").click()
    for button in page.locator(".choice").all():
        expect(button).to_be_in_viewport(ratio=1)
