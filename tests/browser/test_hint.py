"""Hints: requested by a button, shown as text and on the board, and cleared by the next move."""

from __future__ import annotations

from playwright.sync_api import Page, expect
from tests.browser.page_fixtures import ME
from tests.browser.robot_player import BOT, open_table, settled
from tests.browser.test_layout import check


def test_hint_names_a_move_and_highlights_it(page: Page) -> None:
    open_table(page, "hex-roller", {}, [ME, BOT])
    settled(page)
    page.get_by_role("button", name="Hint").click()
    box = page.locator(".hint-box")
    expect(box).to_contain_text("chance to win")
    expect(box.locator("li").first).to_be_visible()
    label = box.locator("strong").inner_text()
    assert label.startswith(("Take", "Write"))
    check(page, "hint")
    expect(page.locator(".cell.highlighted, .item.highlighted").first).to_be_visible()
    page.locator(".dock .item.next").first.click()
    expect(box).to_have_count(0)
    expect(page.get_by_role("button", name="Hint")).to_be_visible()


def test_no_hint_before_the_game_starts(page: Page) -> None:
    open_table(page, "beerhex", {}, [ME, {"kind": "link"}])
    expect(page.locator(".waiting")).to_be_visible()
    expect(page.get_by_role("button", name="Hint")).to_have_count(0)
