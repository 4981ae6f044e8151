"""Whole games in a real browser, against a bot."""

from __future__ import annotations

import json
import random
import re
from itertools import cycle

import pytest
from playwright.sync_api import Page, ViewportSize, expect
from tests.browser.conftest import NewPage
from tests.browser.page_fixtures import ME, play_ahead, resign
from tests.browser.robot_player import BOT, open_table, play_out, press_keys, settled
from tests.browser.test_layout import SIZES

SHORT: dict[str, dict[str, object]] = {
    "beerhex": {"sets": 1},
    "hex-roller": {"side": "back"},
    "pocket-hexes": {"sheet": "small"},
    "hexagone": {"kids": True},
    "hex-dice": {"patience": 3},
}
"""Options that make a game shorter."""
each_game = pytest.mark.parametrize("game", list(SHORT))


def check_result(page: Page, game: str) -> None:
    """Check that the page shows the result, offers a rematch and the record."""
    result = page.locator(".result")
    expect(result).to_be_visible()
    assert result.locator(".score-breakdown tbody th").count() == 2
    expect(page.get_by_role("button", name="Rematch").first).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the record").click()
    record = json.loads(download.value.path().read_text(encoding="utf-8"))
    assert record["game"] == game


@each_game
def test_game_by_clicking(page: Page, game: str) -> None:
    open_table(page, game, SHORT[game], [ME, BOT])
    play_out(page, 3)
    check_result(page, game)


SKIPPED = 2
"""Actions after each one by keyboard that are played over HTTP, so that the keyboard is used in every phase of a game."""
LAST_LINE = "Math.max(0, ...[...document.querySelectorAll('.log [data-line]')].map((line) => line.dataset.line))"


@pytest.mark.long
@each_game
def test_game_by_keyboard_at_every_size(page: Page, game: str) -> None:
    """The window has another size at every step, so that one game shows that keys work at each of them."""
    table = open_table(page, game, SHORT[game], [ME, BOT])
    rng, played, sizes = random.Random(5), 0, cycle(SIZES.values())
    while settled(page) != "result":
        width, height = next(sizes)
        page.set_viewport_size(ViewportSize(width=width, height=height))
        before = page.evaluate(LAST_LINE)
        press_keys(page, rng)
        if settled(page) != "result" and page.evaluate(LAST_LINE) > before:
            played += 1
            play_ahead(page, table, SKIPPED)
    assert played >= 1
    page.set_viewport_size(ViewportSize(width=1280, height=800))
    check_result(page, game)


def test_one_click_from_home_to_a_game(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Play now: BeerHex").click()
    expect(page.locator(".table .board")).to_be_visible()
    expect(page.locator(".seat")).to_have_count(2)


def test_escape_steps_back(page: Page) -> None:
    open_table(page, "beerhex", {}, [ME, BOT])
    page.locator(".item.next").first.click()
    expect(page.locator(".item.picked")).to_have_count(1)
    expect(page.locator(".prompt")).to_contain_text("Place a cap with a gold symbol: choose a space")
    page.keyboard.press("Escape")
    expect(page.locator(".item.picked")).to_have_count(0)


def test_rematch_leads_to_a_new_table(page: Page) -> None:
    first = open_table(page, "beerhex", {"sets": 1}, [ME, BOT])
    resign(page)
    page.get_by_role("button", name="Rematch").first.click()
    expect(page).not_to_have_url(re.compile(f"{first}$"))
    expect(page.locator(".prompt.over")).to_have_count(0)
    expect(page.locator(".table .board")).to_be_visible()


def place_a_cap(page: Page) -> None:
    page.locator(".item.next").first.click()
    page.locator(".cell.next").first.click()


def test_invitation_seats_a_friend(new_page: NewPage) -> None:
    host, guest = new_page(), new_page(390, 844)
    open_table(host, "beerhex", {}, [ME, {"kind": "link"}])
    link = host.get_by_label("Invitation for").input_value()
    guest.goto(link)
    expect(guest.locator(".who", has_text="you")).to_have_count(1)
    expect(host.locator(".waiting")).to_have_count(0)
    # A die roll decides who starts.
    first, second = (host, guest) if host.locator(".prompt.mine").count() else (guest, host)
    place_a_cap(first)
    expect(second.locator(".prompt")).to_contain_text("Your turn")


def test_two_tabs_agree(page: Page) -> None:
    table = open_table(page, "beerhex", {}, [ME, {"kind": "open"}])
    other = page.context.new_page()
    other.goto(f"/t/{table}")
    page.get_by_role("tab", name="Chat").click()
    page.get_by_label("Say something").fill("hello")
    page.get_by_role("button", name="Send").click()
    expect(other.locator(".chat li")).to_contain_text("hello")


def test_resigning_action_needs_confirmation(page: Page) -> None:
    open_table(page, "beerhex", {"sets": 1}, [ME, BOT])
    button = page.get_by_role("button", name="Concede this game")
    if not button.is_visible():
        page.locator(".more-choices summary").click()
    button.dblclick()
    expect(page.get_by_role("button", name="Really? Concede this game")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Really? Concede this game")).to_have_count(0)
    button.click()
    button.click()
    expect(page.locator(".result")).to_be_visible()
