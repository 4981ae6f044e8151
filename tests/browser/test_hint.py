"""A hint at a table: asked for, shown in words and on the board, and gone with the next move."""

from __future__ import annotations

from playwright.sync_api import Page, expect
from tests.browser.hands import BOT, open_table, settled
from tests.browser.places import ME
from tests.browser.test_fit import check


def test_a_hint_names_a_move_and_lights_it_up(page: Page) -> None:
    open_table(page, "hex-roller", {}, [ME, BOT])
    settled(page)
    page.get_by_role("button", name="Hint").click()
    box = page.locator(".hint-box")
    expect(box).to_contain_text("chance about")
    expect(box.locator("li").first).to_be_visible()
    words = box.locator("strong").inner_text()
    assert words.startswith(("Take", "Write"))
    check(page, "hint")
    lit = page.locator(".lit-up")
    expect(lit.first).to_be_visible()
    page.locator(".thing.next").first.click()
    expect(box).to_have_count(0)
    expect(page.get_by_role("button", name="Hint")).to_be_visible()


def test_there_is_no_hint_to_ask_for_while_others_act(page: Page) -> None:
    open_table(page, "beerhex", {}, [ME, {"kind": "link"}])
    expect(page.locator(".waiting")).to_be_visible()
    expect(page.get_by_role("button", name="Hint")).to_have_count(0)
