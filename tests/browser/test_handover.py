"""Several people at one device: what one of them hides is not in the page before the device is theirs."""

from __future__ import annotations

import random

from playwright.sync_api import Page, expect
from tests.browser.hands import click_on, open_table, settled

SEATS = [{"kind": "me", "name": "Ada"}, {"kind": "me", "name": "Bob"}]
WATCH = """
window.shown = [];
new MutationObserver(() => {
  const found = document.querySelector(".cell, .thing, .log");
  if (found) window.shown.push(found.outerHTML);
}).observe(document, {subtree: true, childList: true});
"""


def take(page: Page) -> None:
    """Check that the page waits for the next player, who then takes the device."""
    assert page.locator(".cell, .thing, .log").count() == 0
    page.get_by_role("button", name="show my view").click()


def test_beerhex_is_handed_over_until_the_end(page: Page) -> None:
    open_table(page, "beerhex", {"sets": 1}, SEATS)
    chance, seen, hidden = random.Random(3), set(), 0
    while (now := settled(page)) != "result":
        if now == "handover":
            seen.add(page.get_by_role("heading").first.inner_text())
            take(page)
        else:
            hidden += page.locator('.cell[aria-label*="hidden symbol"]').count()
            click_on(page, chance)
    assert seen == {"Hand the device to Ada", "Hand the device to Bob"}
    assert hidden > 10
    expect(page.get_by_role("button", name="Play again").first).to_be_visible()


def test_a_page_loaded_anew_asks_first(page: Page) -> None:
    table = open_table(page, "beerhex", {}, SEATS)
    for _ in range(3):
        take(page)
        settled(page)
        page.locator(".thing.next").first.click()
        page.locator(".cell.next").first.click()
        expect(page.locator(".handover")).to_be_visible()
    page.add_init_script(WATCH)
    page.goto(f"/t/{table}")
    expect(page.locator(".handover")).to_be_visible()
    assert page.evaluate("window.shown") == []
    take(page)
    expect(page.locator(".prompt")).to_contain_text("Your turn")
    assert page.evaluate("window.shown.length") > 0


def test_nothing_hidden_needs_no_hand_over(page: Page) -> None:
    open_table(page, "hex-dice", {}, SEATS)
    chance = random.Random(1)
    acted: set[str] = set()
    while len(acted) < 2:
        assert settled(page) == "mine"
        acted.add(page.locator(".seat.acting strong").inner_text())
        click_on(page, chance)
