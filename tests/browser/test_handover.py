"""Hand-over between players who share a device: nothing hidden is in the page before its player has taken the device."""

from __future__ import annotations

import random
import re

import pytest
from playwright.sync_api import Page, expect
from tests.browser.robot_player import click_on, open_table, settled

SEATS = [{"kind": "me", "name": "Ada"}, {"kind": "me", "name": "Bob"}]
RECORD_SHOWN = """
window.shown = [];
new MutationObserver(() => {
  const found = document.querySelector(".cell, .item, .log");
  if (found) window.shown.push(found.outerHTML);
}).observe(document, {subtree: true, childList: true});
"""


def take_device(page: Page) -> None:
    """Check that the page shows nothing yet, and take the device."""
    assert page.locator(".cell, .item, .log").count() == 0
    page.get_by_role("button", name="show my view").click()


@pytest.mark.long
def test_beerhex_is_handed_over_until_the_end(page: Page) -> None:
    open_table(page, "beerhex", {"sets": 1}, SEATS)
    rng, seen, hidden = random.Random(3), set(), 0
    while (now := settled(page)) != "result":
        if now == "handover":
            seen.add(page.get_by_role("heading").first.inner_text())
            take_device(page)
        else:
            hidden += page.locator('.cell[aria-label*="hidden symbol"]').count()
            click_on(page, rng)
    assert seen == {"Hand the device to Ada", "Hand the device to Bob"}
    assert hidden > 10
    # Neither of them is "you".
    expect(page.locator(".result h2")).to_have_text(re.compile("^(Ada|Bob) wins$"))
    expect(page.locator(".announcer p").last).to_have_text(re.compile("^(Ada|Bob) wins$"))
    expect(page.get_by_role("button", name="Rematch").first).to_be_visible()


def test_reload_shows_the_handover_first(page: Page) -> None:
    table = open_table(page, "beerhex", {}, SEATS)
    for _ in range(3):
        take_device(page)
        settled(page)
        page.locator(".item.next").first.click()
        page.locator(".cell.next").first.click()
        expect(page.locator(".handover")).to_be_visible()
    page.add_init_script(RECORD_SHOWN)
    page.goto(f"/t/{table}")
    expect(page.locator(".handover")).to_be_visible()
    assert page.evaluate("window.shown") == []
    take_device(page)
    expect(page.locator(".prompt")).to_contain_text(re.compile("(Ada|Bob), your turn"))
    expect(page.locator(".announcer p").last).to_have_text(re.compile("^(Ada|Bob), your turn. "))
    expect(page.locator(".buttons .choice", has_text=re.compile("Declare (Ada|Bob) blocked"))).to_be_visible()
    assert page.evaluate("window.shown.length") > 0


def test_open_game_needs_no_handover(page: Page) -> None:
    open_table(page, "hex-dice", {}, SEATS)
    rng = random.Random(1)
    acted: set[str] = set()
    while len(acted) < 2:
        assert settled(page) == "mine"
        acted.add(page.locator(".seat.acting strong").inner_text())
        click_on(page, rng)
