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
    if (counts := page.locator("input[name=players]")).count():
        counts.last.check(force=True)
    players = max(next(one["players"] for one in page.request.get("/api/games").json() if one["name"] == game))
    expect(page.locator(".seat-row:not(.fill)")).to_have_count(players)


@pytest.mark.parametrize("game", GAMES)
def test_largest_table_takes_at_most_two_screens_of_a_phone(new_page: NewPage, game: str) -> None:
    page = new_page(*PHONE)
    choose_most_players(page, game)
    page.get_by_role("button", name="Fill with bots").click()
    page.locator(".rare > summary").click()
    page.get_by_role("combobox", name="Clock", exact=True).select_option("fischer")
    if game == "hex-dice":
        page.get_by_role("combobox", name="Terrain", exact=True).select_option("preset")
        expect(page.locator(".tile .setup-picture svg")).to_have_count(6)
    # hexaGONE begins on a bare table, of which there is no picture.
    if game != "hexagone":
        expect(page.locator(".setup-picture svg").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollHeight") <= SCREENS * PHONE[1]
    check(page, f"new table {game}")


def test_seats_have_names_and_options_that_do_not_apply_are_hidden(page: Page) -> None:
    page.goto("/new/hex-dice")
    expect(page.get_by_role("group", name="Red", exact=True)).to_be_visible()
    terrain, layout = page.get_by_role("combobox", name="Terrain", exact=True), page.get_by_role("group", name="Layout", exact=True)
    expect(terrain.locator("[value=generation]")).to_have_count(0)
    expect(layout).to_be_visible()
    terrain.select_option("None")
    expect(layout).to_have_count(0)
    expect(page.get_by_role("radio", name="Small (default)")).to_be_checked()
    page.get_by_role("radio", name="Large").check(force=True)
    expect(terrain.locator("[value=generation]")).to_have_count(1)
    terrain.select_option("One of six layouts (default)")
    # On the large map the layouts are other ones, with other names.
    layout.get_by_role("radio", name="Watch Towers").check(force=True)
    page.get_by_role("button", name="Fill with bots").click()
    page.get_by_role("button", name="Open the table").click()
    expect(page).to_have_url(re.compile("/t/"))
    options = page.evaluate("fetch(`/api/tables/${location.pathname.split('/')[2]}`).then((found) => found.json())")["options"]
    assert (options["map"], options["terrain"], options["preset"]) == (8, "preset", 3)


def test_form_begins_with_what_a_quick_start_plays(page: Page) -> None:
    page.goto("/new/hex-dice")
    expect(page.get_by_role("combobox", name="Terrain", exact=True).locator("option:checked")).to_have_text("One of six layouts (default)")
    page.get_by_role("button", name="Fill with bots").click()
    page.get_by_role("button", name="Open the table").click()
    expect(page).to_have_url(re.compile("/t/"))
    options = page.evaluate("fetch(`/api/tables/${location.pathname.split('/')[2]}`).then((found) => found.json())")["options"]
    quick = next(one["quick"] for one in page.request.get("/api/games").json() if one["name"] == "hex-dice")
    assert {name: options[name] for name in quick} == quick == {"terrain": "preset"}


def test_partners_are_named_where_teams_play(page: Page) -> None:
    page.goto("/new/hexagone")
    page.locator(".create .segments label", has_text="4").click()
    partners = page.locator(".partners")
    expect(page.locator(".seat-row .swatch").first).to_be_visible()
    expect(partners).to_have_count(0)
    page.get_by_label("Teams").check(force=True)
    expect(partners).to_have_text("Partners: Player 1 and Player 3; Player 2 and Player 4")
    signs = page.locator(".seat-row .team").all_inner_texts()
    assert len(signs) == 4
    assert signs[0] == signs[2] != signs[1] == signs[3]


def test_guests_on_this_device_are_asked_for_their_names(page: Page) -> None:
    page.goto("/new/beerhex")
    page.locator("form").get_by_label("Your name").fill("Ada")
    page.get_by_label("Silver", exact=True).last.select_option("Same device")
    page.get_by_label("Silver: Name").fill("Bob")
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_text("Hand the device to")).to_be_visible()
    view = page.evaluate("fetch(`/api/tables/${location.pathname.split('/')[2]}/view`).then((found) => found.json())")
    assert [seat["name"] for seat in view["seats"]] == ["Ada", "Bob"]
