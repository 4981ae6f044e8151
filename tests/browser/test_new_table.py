"""The form for a new table: its largest size on a phone, and what it sends."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import NewPage
from tests.browser.page_fixtures import GAMES
from tests.browser.test_layout import check

PHONE = (390, 844)
SCREENS = 2


def choose_most_players(page: Page, game: str) -> None:
    page.goto(f"/new/{game}")
    expect(page.locator("form")).to_be_visible()
    if page.locator(".create .segments label").count():
        page.locator(".create .segments label").last.click()


@pytest.mark.parametrize("game", GAMES)
def test_largest_table_takes_at_most_two_screens_of_a_phone(new_page: NewPage, game: str) -> None:
    page = new_page(*PHONE)
    choose_most_players(page, game)
    page.get_by_role("button", name="Fill with bots").click()
    page.get_by_role("combobox", name="Clock", exact=True).select_option("fischer")
    expect(page.locator(".setup-picture svg").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollHeight") <= SCREENS * PHONE[1]
    check(page, f"new table {game}")


def test_seats_have_names_and_options_that_do_not_apply_are_hidden(page: Page) -> None:
    page.goto("/new/hex-dice")
    expect(page.get_by_role("group", name="Red", exact=True)).to_be_visible()
    terrain, layout = (page.get_by_role("combobox", name=name, exact=True) for name in ("Terrain", "Layout"))
    expect(terrain.locator("[value=generation]")).to_have_count(0)
    expect(layout).to_have_count(0)
    page.get_by_role("combobox", name="Map", exact=True).select_option("Large")
    expect(terrain.locator("[value=generation]")).to_have_count(1)
    terrain.select_option("One of six layouts")
    layout.select_option("Layout 3")
    page.get_by_role("button", name="Fill with bots").click()
    page.get_by_role("button", name="Open the table").click()
    expect(page).to_have_url(re.compile("/t/"))
    options = page.evaluate("fetch(`/api/tables/${location.pathname.split('/')[2]}`).then((found) => found.json())")["options"]
    assert (options["map"], options["terrain"], options["preset"]) == (8, "preset", 3)


def test_guests_on_this_device_are_asked_for_their_names(page: Page) -> None:
    page.goto("/new/beerhex")
    page.locator("form").get_by_label("Your name").fill("Ada")
    page.get_by_label("Silver", exact=True).last.select_option("Same device")
    page.get_by_label("Silver: Name").fill("Bob")
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_text("Hand the device to")).to_be_visible()
    view = page.evaluate("fetch(`/api/tables/${location.pathname.split('/')[2]}/view`).then((found) => found.json())")
    assert [seat["name"] for seat in view["seats"]] == ["Ada", "Bob"]
