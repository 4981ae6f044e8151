"""Nothing is off the screen, cut, covered or too small to touch, on phones and on wide screens.

With BESTAGON_SHOTS=DIRECTORY every page that is looked at is kept there as a picture, by day and by night.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect
from tests.browser.conftest import NewPage
from tests.browser.hands import BOT, open_table, settled
from tests.browser.places import GAMES, ME, PAGES, play_ahead

SIZES = {"phone": (390, 844), "small phone": (360, 640), "desk": (1440, 900)}
WRONG = (Path(__file__).parent / "geometry.js").read_text(encoding="utf-8")
SHOTS = os.environ.get("BESTAGON_SHOTS", "")
MIDDLE = {"beerhex": 5, "hex-dice": 14, "hex-roller": 10, "hexagone": 15, "pocket-hexes": 15}
"""Actions of one seat to the middle of a game."""
CROWDS: dict[str, tuple[int, dict[str, Any]]] = {
    "hex-dice": (6, {"map": 8}),
    "hex-roller": (8, {}),
    "hexagone": (4, {}),
    "pocket-hexes": (6, {}),
}
"""The largest tables there are."""

WATCH = """() => {
  window.heights = new Set();
  const board = document.querySelector(".play .board");
  new ResizeObserver(() => window.heights.add(board.getBoundingClientRect().height)).observe(board);
}"""


def check(page: Page, name: str) -> None:
    """Look at the page at every size."""
    found = {}
    for size, (width, height) in SIZES.items():
        page.set_viewport_size(ViewportSize(width=width, height=height))
        page.evaluate("() => { scrollTo(0, 0); return new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))) }")
        keep(page, f"{name} {size}")
        if wrong := page.evaluate(WRONG):
            found[size] = wrong
    assert found == {}


def check_in_sight(page: Page, parts: str) -> None:
    """Everything one plays with is in sight at once."""
    for part in page.locator(parts).all():
        box = part.bounding_box()
        assert box is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= page.evaluate("innerHeight") + 1


def keep(page: Page, name: str) -> None:
    """Make pictures of the page where they are asked for."""
    for scheme in ("light", "dark") if SHOTS else ():
        page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
        page.screenshot(path=Path(SHOTS) / f"{name} {scheme}.png".replace(" ", "-"))


@pytest.mark.parametrize("name", list(PAGES))
def test_a_page_fits(new_page: NewPage, name: str) -> None:
    page = new_page()
    PAGES[name](page)
    check(page, name)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_fits_from_beginning_to_end(new_page: NewPage, game: str) -> None:
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


@pytest.mark.parametrize("game", list(CROWDS))
def test_a_crowd_fits(new_page: NewPage, game: str) -> None:
    page = new_page(1440, 900)
    players, options = CROWDS[game]
    open_table(page, game, options, [ME, *[BOT] * (players - 1)])
    settled(page)
    check(page, f"{game} crowd")


def test_a_board_keeps_its_size_from_turn_to_turn(new_page: NewPage) -> None:
    page = new_page(1440, 900)
    table = open_table(page, "beerhex", {}, [ME, BOT])
    settled(page)
    page.evaluate(WATCH)
    play_ahead(page, table, 4)
    settled(page)
    assert page.evaluate("heights.size") == 1


def test_a_phone_has_buttons_side_by_side(new_page: NewPage) -> None:
    page = new_page(390, 844)
    open_table(page, "beerhex", {}, [ME, BOT])
    settled(page)
    rows = {button["y"] for button in map(Locator.bounding_box, page.locator(".choice").all()) if button}
    assert (page.locator(".choice").count(), len(rows)) == (3, 2)
