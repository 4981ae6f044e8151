"""Several browsers at one table: all show the same, whatever happens to one of them."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import NewPage
from tests.browser.flaky_network import FlakyNetwork
from tests.browser.page_fixtures import open_sheet, resign
from tests.browser.robot_player import WHOSE_TURN, click_on, finish_turn, first_ready, play_on, seat_guests
from tests.server.serving import Server

BOARD = """() => [...document.querySelectorAll(".play .cell")].map((one) => one.getAttribute("aria-label"))"""
TABLE = """() => ({
  board: [...document.querySelectorAll(".play .cell")].map((one) => one.getAttribute("aria-label")),
  laid: [...document.querySelectorAll(".play .beside .item[aria-label]")].map((one) => one.getAttribute("aria-label")),
  held: [...document.querySelectorAll(".play .held .item[aria-label]")].map((one) => one.getAttribute("aria-label")).sort(),
  prompt: document.querySelector(".words").textContent,
  points: [...document.querySelectorAll(".points")].map((one) => one.textContent),
  log: [...document.querySelectorAll(".log [data-line]")].map((one) => one.textContent),
})"""
"""Everything that a seat is shown, as text; it may have arranged what it holds."""

PLACES = """() => [...document.querySelectorAll(".play .held .item")].map((one) => one.dataset.id)"""
"""What a seat holds, in its places."""


def go_offline(page: Page) -> None:
    page.context.set_offline(True)
    expect(page.locator(".banner")).to_contain_text("Connection lost")


def go_online(page: Page) -> None:
    page.context.set_offline(False)
    expect(page.locator(".banner")).to_have_count(0)


@pytest.mark.long
@pytest.mark.parametrize(("game", "options", "more"), [("beerhex", {"sets": 1}, 300), ("hexagone", {}, 12)])
def test_one_page_reloads_and_one_goes_offline(new_page: NewPage, game: str, options: Mapping[str, Any], more: int) -> None:
    host, guest = new_page(), new_page(390, 844)
    pages, rng = [host, guest], random.Random(8)
    table = seat_guests(host, [guest], game, options)
    assert not play_on(pages, rng, 12)

    # The guest goes offline during the host's turn; the host's actions arrive after the reconnection.
    finish_turn(guest, rng)
    go_offline(guest)
    lines = guest.locator(".log [data-line]").count()
    finish_turn(host, rng)
    assert guest.locator(".log [data-line]").count() == lines
    go_online(guest)
    assert first_ready(pages) is guest
    assert guest.locator(".log [data-line]").count() > lines

    # The host reloads, then opens the table in a second tab.
    before, places = host.evaluate(TABLE), host.evaluate(PLACES)
    host.reload()
    expect(host.locator(".log [data-line]")).to_have_count(len(before["log"]))
    assert host.evaluate(TABLE) == before
    assert host.evaluate(PLACES) == places
    second = host.context.new_page()
    second.goto(f"/t/{table}")
    host.bring_to_front()
    if not play_on(pages, rng, more):
        resign(host)
    for page in (*pages, second):
        expect(page.locator(".result")).to_be_visible()
    assert second.evaluate(TABLE) == host.evaluate(TABLE)
    assert host.evaluate(BOARD) == guest.evaluate(BOARD)


def test_a_name_that_is_typed_later_is_seen_by_all(new_page: NewPage) -> None:
    host, guest = new_page(), new_page(390, 844)
    seat_guests(host, [guest], "beerhex", {})
    # Without a name one's own seat is You, and for the others what the game calls it.
    expect(guest.locator("[data-seat='1'] strong")).to_have_text("You")
    expect(host.locator("[data-seat='1'] strong")).to_have_text("Silver")
    guest.get_by_role("button", name="Settings").click()
    guest.get_by_label("Your name").fill("Ben")
    guest.keyboard.press("Escape")
    for page in (host, guest):
        expect(page.locator("[data-seat='1'] strong")).to_have_text("Ben")
    expect(host.locator(".log")).to_contain_text("Silver is now called Ben.")


def test_silently_dead_connection_is_noticed(new_page: NewPage, server: Server) -> None:
    host, guest, rng = new_page(), new_page(), random.Random(1)
    network = FlakyNetwork(server.port)
    try:
        table = seat_guests(host, [guest], "beerhex", {})
        finish_turn(guest, rng)
        guest.clock.install()
        guest.goto(f"http://127.0.0.1:{network.port}/t/{table}")
        expect(guest.locator(".prompt")).not_to_contain_text("Your turn")
        lines = guest.locator(".log [data-line]").count()
        network.silence()
        finish_turn(host, rng)
        guest.clock.fast_forward(31_000)
        expect(guest.locator(".prompt")).to_contain_text("Your turn")
        assert guest.locator(".log [data-line]").count() > lines
    finally:
        guest.context.close()
        network.stop()


def test_simultaneous_round(new_page: NewPage) -> None:
    host, *guests = pages = [new_page(), new_page(390, 844), new_page(390, 844)]
    seat_guests(host, guests, "hex-roller", {})
    rng = random.Random(2)
    for page in pages:
        expect(page.locator(".prompt")).to_contain_text("Your turn")
        expect(page.locator(".facts")).to_contain_text("1 of")
    # The round ends with the slowest player, and no choice changes another player's sheet.
    for done, page in enumerate(pages):
        others = [other.evaluate(BOARD) for other in pages[done + 1 :]]
        finish = finish_round(page, rng)
        assert finish == ("2" if page is pages[-1] else "1")
        assert [other.evaluate(BOARD) for other in pages[done + 1 :]] == others
    for page in pages:
        expect(page.locator(".facts")).to_contain_text("2 of")
        expect(page.locator(".prompt")).to_contain_text("Your turn")
    sheets = [page.evaluate(BOARD) for page in pages]
    # Everybody can open every sheet, and sees the same.
    for seat, owner in enumerate(pages):
        for page in (page for page in pages if page is not owner):
            open_sheet(page)
            page.locator(".seat").nth(seat).locator(".peek").click()
            assert page.evaluate(BOARD) == sheets[seat]
            page.locator(".return").click()


def finish_round(page: Page, rng: random.Random) -> str:
    """Click until other seats are to act or the next round begins; return the number of the round."""
    while True:
        turn = page.wait_for_function(WHOSE_TURN).json_value()
        number = page.locator(".facts").inner_text().split()[1]
        if number != "1" or turn == "others":
            return number
        click_on(page, rng)


def test_guest_is_asked_for_a_name(new_page: NewPage) -> None:
    host, guest = new_page(), new_page(390, 844)
    seat_guests(host, [guest], "beerhex", {})
    asked = guest.locator(".ask-name")
    asked.get_by_placeholder("Your name").fill("Bob")
    asked.get_by_role("button", name="Save").click()
    expect(asked).to_have_count(0)
    expect(host.locator(".who", has_text="Bob")).to_be_visible()
    # The host has given a name, and nobody asks again.
    expect(host.locator(".ask-name")).to_have_count(0)
    guest.reload()
    expect(guest.locator(".table")).to_be_visible()
    expect(asked).to_have_count(0)
