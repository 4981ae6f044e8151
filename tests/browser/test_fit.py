"""Nothing is off the screen, on phones and on wide screens."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import NewPage
from tests.browser.hands import BOT, open_table

SIZES = {"phone": (390, 844), "small phone": (360, 640), "desk": (1440, 900)}
GAMES = ("beerhex", "hex-dice", "hex-roller", "hexagone", "pocket-hexes")
ASIDE = """() => {
  const hides = (one) => one.closest(".hidden, .definitions, .skip, ol");
  return [...document.querySelectorAll("main *")].filter((one) => {
    const box = one.getBoundingClientRect();
    return box.width > 0 && box.height > 0 && !hides(one) && (box.left < -1 || box.right > innerWidth + 1);
  }).map((one) => one.outerHTML.slice(0, 120));
}"""
CUT = """() => [...document.querySelectorAll("button:not(.thing), .button, h1, h2, p, dd, dt")].filter((one) =>
  one.getBoundingClientRect().width > 1 && !one.closest(".hidden, .skip") && one.scrollWidth > one.clientWidth + 1
  && getComputedStyle(one).display !== "inline").map((one) => one.outerHTML.slice(0, 120))"""


def check(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth") <= page.evaluate("innerWidth")
    assert page.evaluate(ASIDE) == []
    assert page.evaluate(CUT) == []


def check_in_sight(page: Page, parts: str) -> None:
    """Everything one plays with is in sight at once."""
    for part in page.locator(parts).all():
        box = part.bounding_box()
        assert box is not None
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= page.evaluate("innerHeight") + 1


@pytest.mark.parametrize("size", list(SIZES))
def test_home_fits(new_page: NewPage, size: str) -> None:
    page = new_page(*SIZES[size])
    page.goto("/")
    expect(page.locator(".game svg").first).to_be_visible()
    check(page)


@pytest.mark.parametrize("size", list(SIZES))
@pytest.mark.parametrize("game", GAMES)
def test_a_table_fits(new_page: NewPage, game: str, size: str) -> None:
    page = new_page(*SIZES[size])
    open_table(page, game, {}, [{"kind": "me", "name": "Ada"}, BOT])
    check(page)
    if size == "desk":
        check_in_sight(page, ".prompt, .play .board, .play .tray")
