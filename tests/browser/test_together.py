"""Several browsers at one table: they agree, whatever happens to one of them on the way."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser.cable import Cable
from tests.browser.conftest import NewPage
from tests.browser.hands import READY, click_on, finish_turn, first_ready, play_on, seat_guests
from tests.browser.places import give_up
from tests.server.serving import Server

BOARD = """() => [...document.querySelectorAll(".play .cell")].map((one) => one.getAttribute("aria-label"))"""
TABLE = """() => ({
  board: [...document.querySelectorAll(".play .cell")].map((one) => one.getAttribute("aria-label")),
  hand: [...document.querySelectorAll(".play .thing")].map((one) => one.getAttribute("aria-label")),
  prompt: document.querySelector(".words").textContent,
  points: [...document.querySelectorAll(".points")].map((one) => one.textContent),
  log: [...document.querySelectorAll(".log li")].map((one) => one.textContent),
})"""
"""All that a seat is shown, in words."""


def cut_off(page: Page) -> None:
    page.context.set_offline(True)
    expect(page.locator(".banner")).to_contain_text("Connection lost")


def connect_again(page: Page) -> None:
    page.context.set_offline(False)
    expect(page.locator(".banner")).to_have_count(0)


@pytest.mark.parametrize(("game", "options", "more"), [("beerhex", {"sets": 1}, 300), ("hexagone", {}, 12)])
def test_one_reloaded_and_one_cut_off(new_page: NewPage, game: str, options: Mapping[str, Any], more: int) -> None:
    host, guest = new_page(), new_page(390, 844)
    pages, chance = [host, guest], random.Random(8)
    table = seat_guests(host, [guest], game, options)
    assert not play_on(pages, chance, 12)

    # The guest is cut off during the host's turn; what the host did arrives by itself afterwards.
    finish_turn(guest, chance)
    cut_off(guest)
    told = guest.locator(".log li").count()
    finish_turn(host, chance)
    assert guest.locator(".log li").count() == told
    connect_again(guest)
    assert first_ready(pages) is guest
    assert guest.locator(".log li").count() > told

    # The host's page is loaded anew, and then twice.
    before = host.evaluate(TABLE)
    host.reload()
    expect(host.locator(".log li")).to_have_count(len(before["log"]))
    assert host.evaluate(TABLE) == before
    second = host.context.new_page()
    second.goto(f"/t/{table}")
    host.bring_to_front()
    if not play_on(pages, chance, more):
        give_up(host)
    for page in (*pages, second):
        expect(page.locator(".result")).to_be_visible()
    assert second.evaluate(TABLE) == host.evaluate(TABLE)
    assert host.evaluate(BOARD) == guest.evaluate(BOARD)


def test_a_connection_that_dies_without_a_word(new_page: NewPage, server: Server) -> None:
    host, guest, chance = new_page(), new_page(), random.Random(1)
    cable = Cable(server.port)
    try:
        table = seat_guests(host, [guest], "beerhex", {})
        finish_turn(guest, chance)
        guest.clock.install()
        guest.goto(f"http://127.0.0.1:{cable.port}/t/{table}")
        expect(guest.locator(".prompt")).not_to_contain_text("Your turn")
        told = guest.locator(".log li").count()
        cable.die()
        finish_turn(host, chance)
        guest.clock.fast_forward(31_000)
        expect(guest.locator(".prompt")).to_contain_text("Your turn")
        assert guest.locator(".log li").count() > told
    finally:
        guest.context.close()
        cable.stop()


def test_a_round_at_the_same_time(new_page: NewPage) -> None:
    host, *guests = pages = [new_page(), new_page(390, 844), new_page(390, 844)]
    seat_guests(host, guests, "hex-roller", {})
    chance = random.Random(2)
    for page in pages:
        expect(page.locator(".prompt")).to_contain_text("Your turn")
        expect(page.locator(".facts")).to_contain_text("1 of")
    # The quickest waits for the slowest, and nobody's choice changes what another has before them.
    for done, page in enumerate(pages):
        others = [other.evaluate(BOARD) for other in pages[done + 1 :]]
        finish = finish_round(page, chance)
        assert finish == ("2" if page is pages[-1] else "1")
        assert [other.evaluate(BOARD) for other in pages[done + 1 :]] == others
    for page in pages:
        expect(page.locator(".facts")).to_contain_text("2 of")
        expect(page.locator(".prompt")).to_contain_text("Your turn")
    sheets = [page.evaluate(BOARD) for page in pages]
    # Every sheet is one tap away for everybody, and the same for all.
    for seat, owner in enumerate(pages):
        for page in (page for page in pages if page is not owner):
            page.locator(".seat").nth(seat).locator(".peek").click()
            assert page.evaluate(BOARD) == sheets[seat]
            page.locator(".return").click()


def finish_round(page: Page, chance: random.Random) -> str:
    """Click until others are to act or the next round begins; return the number of the round."""
    while True:
        page.wait_for_function(f"() => ({READY})() || document.querySelector('.table:not([aria-busy=true]) .prompt:not(.mine)')")
        number = page.locator(".facts").inner_text().split()[1]
        if number != "1" or not page.locator(".prompt.mine").count():
            return number
        click_on(page, chance)
