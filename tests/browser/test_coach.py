"""The coach: tips at the first table of a game, which move nothing, end with one click and come back only when asked for."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import NewPage
from tests.browser.page_fixtures import GAMES, ME, play_ahead
from tests.browser.robot_player import BOT, open_table, settled
from tests.browser.test_layout import check_in_sight


def board_place(page: Page) -> object:
    return page.locator(".play .board").first.bounding_box()


OVERFLOWING = """async (game) => {
  const games = await (await fetch("/api/games?language=de")).json();
  const strip = document.querySelector(".coach"), words = strip.querySelector("p");
  const fits = (tip) => { words.textContent = tip.text; return words.offsetHeight <= strip.clientHeight };
  return games.find((one) => one.name === game).coach.filter((tip) => !fits(tip)).map((tip) => tip.text);
}"""
SCROLLING = "() => [...document.querySelectorAll('.trays.beside')].filter((one) => one.scrollHeight > one.clientHeight + 1).length"


@pytest.mark.parametrize("game", GAMES)
def test_tips_fit_in_the_strip_of_a_small_phone(new_page: NewPage, game: str) -> None:
    page = new_page(360, 740, locale="de-DE", coach=True)
    open_table(page, game, {}, [ME, BOT])
    expect(page.locator(".coach")).to_contain_text("Ziel:")
    check_in_sight(page, ".coach, .prompt, .middle .board")
    assert page.evaluate(OVERFLOWING, game) == []


@pytest.mark.parametrize("game", GAMES)
def test_a_tip_takes_no_room_from_what_is_beside_the_board(new_page: NewPage, game: str) -> None:
    page = new_page(1440, 900, coach=True)
    table = open_table(page, game, {}, [ME, BOT])
    expect(page.locator(".coach")).to_contain_text("Goal:")
    for _ in range(4):
        play_ahead(page, table, 3)
        settled(page)
        assert page.evaluate(SCROLLING) == 0


def test_tips_follow_the_turns_and_end_for_good(new_page: NewPage) -> None:
    page = new_page(coach=True)
    table = open_table(page, "beerhex", {}, [ME, BOT])
    settled(page)
    tip = page.locator(".coach p")
    expect(tip).to_contain_text("Goal:")
    # The edges that it speaks of are marked on the board, until something is picked.
    expect(page.locator(".cell.highlighted")).to_have_count(10)
    before = board_place(page)
    play_ahead(page, table, 1)
    expect(tip).to_contain_text("Choose a space, then the symbol")
    assert board_place(page) == before
    expect(page.locator(".item.highlighted")).to_have_count(2)
    page.locator(".cell.next").first.click()
    expect(page.locator(".item.highlighted")).to_have_count(0)
    page.reload()
    expect(tip).to_contain_text("Choose a space, then the symbol")
    page.get_by_role("button", name="No more tips").click()
    expect(tip).to_have_count(0)
    open_table(page, "beerhex", {}, [ME, BOT])
    settled(page)
    expect(tip).to_have_count(0)
    page.get_by_role("button", name="Settings").click()
    setting = page.get_by_label("Tips in your first game")
    setting.uncheck()
    setting.check()
    expect(tip).to_contain_text("Goal:")
