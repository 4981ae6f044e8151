"""The home page: lids without holes at every width, and pictures that play."""

from __future__ import annotations

from playwright.sync_api import Page, ViewportSize, expect
from tests.browser.conftest import NewPage
from tests.browser.page_fixtures import GAMES, ME
from tests.browser.robot_player import BOT, open_table

WIDTHS = (360, 390, 600, 760, 761, 768, 1024, 1199, 1200, 1440, 1920)
ROWS = """() => {
  const list = document.querySelector(".games").getBoundingClientRect();
  const rows = new Map();
  for (const card of document.querySelectorAll(".games:first-of-type > .game")) {
    const { left, right, top } = card.getBoundingClientRect();
    const row = rows.get(Math.round(top)) ?? [left, right];
    rows.set(Math.round(top), [Math.min(row[0], left), Math.max(row[1], right)]);
  }
  return [...rows.values()].map(([left, right]) => Math.round(left - list.left + list.right - right));
}"""
"""The width that the cards of each row leave free."""
PICTURE = "document.querySelector('[data-game=beerhex] .picture').innerHTML"


def open_home(page: Page) -> None:
    page.goto("/")
    expect(page.locator("[data-game=beerhex] .picture svg")).to_be_visible()


def test_lids_leave_no_hole_at_any_width(page: Page) -> None:
    open_home(page)
    assert page.locator(".games").first.locator(".game").count() == len(GAMES)
    free = {}
    for width in WIDTHS:
        page.set_viewport_size(ViewportSize(width=width, height=900))
        free[width] = page.evaluate(ROWS)
    assert all(all(one <= 1 for one in rows) for rows in free.values()), free


def test_a_picture_plays_while_somebody_points_at_it(new_page: NewPage) -> None:
    page = new_page(1440, 900)
    page.emulate_media(reduced_motion="no-preference")
    page.add_init_script("localStorage.setItem('bestagon.pictures', 'true')")
    open_home(page)
    before = page.evaluate(PICTURE)
    page.locator("[data-game=beerhex] .summary").hover()
    page.wait_for_function(f"(before) => {PICTURE} !== before", arg=before)


def test_pictures_stand_still_for_those_who_want_less_motion(new_page: NewPage) -> None:
    page = new_page(1440, 900)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    open_home(page)
    before = page.evaluate(PICTURE)
    page.locator("[data-game=beerhex] .summary").hover()
    page.wait_for_timeout(2_500)
    assert page.evaluate(PICTURE) == before
    assert not any(url.endswith("/moves") for url in asked)


def test_own_games_say_whose_turn_it_is(page: Page) -> None:
    open_table(page, "hex-roller", {}, [ME, BOT])
    page.goto("/")
    expect(page.locator(".continue")).to_contain_text("Your move")
