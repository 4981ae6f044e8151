"""A board that stays put: over whole games nothing on the page jumps, and the board keeps its scale."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Page
from tests.browser.conftest import NewPage
from tests.browser.page_fixtures import ME
from tests.browser.robot_player import BOT, click_on, open_table, settled
from tests.browser.test_play import SHORT

SIZES = {"phone": (390, 844), "desktop": (1440, 900)}
ALLOWED = 0.02
"""The sum of the layout shifts of a whole game, as the browser reports them; what it shows after the end is another page."""
MOST_STEPS = 2000
OBSERVE = """() => {
  window.shifts = [];
  window.scales = [];
  let over = false;
  const name = (node) => (node?.closest ? node : node?.parentElement)?.closest("[class]")?.getAttribute("class") ?? "";
  new PerformanceObserver((list) => {
    for (const entry of over ? [] : list.getEntries())
      shifts.push({value: entry.value, of: entry.sources.map(({node, previousRect: a, currentRect: b}) =>
        `${name(node)} ${[a.x, a.y, a.width, a.height].map(Math.round)} -> ${[b.x, b.y, b.width, b.height].map(Math.round)}`)});
  }).observe({type: "layout-shift"});
  const look = () => {
    over ||= !!document.querySelector(".result");
    const cell = document.querySelector(".play .board .hit");
    if (over || !cell) return;
    const turn = [...document.querySelectorAll(".seat")].map((seat) => seat.classList.contains("acting")).join();
    const size = Math.round(cell.getBoundingClientRect().width * 10) / 10;
    const last = scales[scales.length - 1];
    if (!last || last.size !== size || last.turn !== turn) scales.push({size, turn});
  };
  new MutationObserver(look).observe(document.querySelector(".table"), {subtree: true, childList: true, attributes: true});
  look();
}"""
"""Records until the end of the game what moves, and the width of a cell with the seats that act."""


@pytest.mark.long
@pytest.mark.parametrize("game", list(SHORT))
def test_nothing_jumps_in_a_whole_game(new_page: NewPage, game: str) -> None:
    pages = {size: new_page(*measures) for size, measures in SIZES.items()}
    first, second = pages.values()
    table = open_table(first, game, SHORT[game], [ME, BOT])
    # Both pages are the same visitor's, who plays now on one and now on the other.
    second.context.add_cookies(first.context.cookies())  # type: ignore[arg-type]
    second.goto(f"/t/{table}")
    for page in pages.values():
        settled(page)
        page.evaluate(OBSERVE)
    rng = random.Random(4)
    for _ in range(MOST_STEPS):
        page = rng.choice([first, second])
        wait_for_both(first, second)
        if settled(page) == "result":
            break
        click_on(page, rng)
    for page in pages.values():
        check(page, grows=game == "hexagone")


def wait_for_both(first: Page, second: Page) -> None:
    """Wait until both pages show the same moment, and can act."""
    while True:
        lines = []
        for page in (first, second):
            settled(page)
            lines.append(page.evaluate("Math.max(...[...document.querySelectorAll('[data-line]')].map((line) => line.dataset.line))"))
        if lines[0] == lines[1]:
            return
        first.wait_for_timeout(20)


def check(page: Page, *, grows: bool) -> None:
    """Check that nothing moved and that the cells kept their size, on a board that grows while a turn lasted."""
    shifts: list[dict[str, Any]] = page.evaluate("shifts")
    total = sum(entry["value"] for entry in shifts)
    worst = sorted(shifts, key=lambda entry: -float(entry["value"]))[:10]
    assert total < ALLOWED, worst
    scales: list[dict[str, Any]] = page.evaluate("scales")
    if grows:
        changes = [(before, after) for before, after in pairwise(scales) if before["turn"] == after["turn"]]
        assert changes == []
        assert len(scales) > 10
    else:
        assert len({entry["size"] for entry in scales}) == 1
