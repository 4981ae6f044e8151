"""Lessons are films too, dice of the set-up are thrown in the open, and results of teams fit a phone."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect
from tests.browser.conftest import NewPage
from tests.browser.robot_player import open_table

PHONE = (390, 844)
LESSON = """async (path) => (await fetch(path, {method: "POST", headers: {"content-type": "application/json"},
  body: JSON.stringify({actions: []})})).json()"""
RESIGN = """async ([table, seats]) => {
  for (const seat of seats) await fetch(`/api/tables/${table}/resign`, {method: "POST", headers: {"content-type": "application/json",
    "idempotency-key": crypto.randomUUID()}, body: JSON.stringify({seat})});
}"""
PEOPLE = [{"kind": "me", "name": name} for name in ("Ada", "Bob", "Cleo", "Dan")]


def test_attack_of_a_lesson_is_told_beat_by_beat(new_page: NewPage) -> None:
    page = new_page(*PHONE, speed="normal")
    page.goto("/learn/beerhex/3")
    expect(page.locator(".task")).to_be_visible()
    lesson: Any = page.evaluate(LESSON, "/api/games/beerhex/lessons/3")
    before = page.locator(".play .board").bounding_box()
    for pick in lesson["picks"]:
        page.locator(f'[data-id="{pick}"]').first.click()
    told = page.locator(".lesson .told")
    expect(told).to_contain_text("attacks three caps")
    assert page.locator(".play .board").bounding_box() == before
    # What the lesson says about it would give the outcome away.
    expect(page.locator(".feedback")).to_have_count(0)
    expect(page.locator(".verdict-ticket.failure")).to_be_visible()
    expect(page.locator(".feedback")).to_be_visible()
    expect(told).to_have_count(0)


def test_dice_of_the_set_up_are_thrown_in_the_open(new_page: NewPage) -> None:
    page = new_page(*PHONE, speed="slow")
    table = open_table(page, "hex-dice", {"map": 8}, PEOPLE[:2])
    expect(page.locator(".throw .die")).to_have_count(6)
    assert page.locator('.cell[aria-label*="forest"]').count() == 0
    view: Any = page.evaluate("async (table) => (await fetch(`/api/tables/${table}/view?seat=0`)).json()", table)
    places = [beat for beat in view["opening"] if beat["kind"] == "place"]
    expect(page.locator(".cell.told-place")).to_have_count(len(places[0]["ids"]))
    expect(page.locator(".thrower")).to_have_count(2, timeout=30_000)
    expect(page.locator(".thrower").first).to_contain_text("Ada")


def test_result_of_a_team_fits_a_small_phone(new_page: NewPage) -> None:
    page = new_page(360, 640)
    table = open_table(page, "hexagone", {"teams": True}, PEOPLE)
    page.evaluate(RESIGN, [table, [1, 3]])
    page.reload()
    result = page.locator(".result")
    expect(result.get_by_role("heading")).to_have_text("Ada and Cleo win")
    expect(result).to_contain_text("Ada and Cleo win.")
    assert result.locator(".team").all_inner_texts() == ["A", "A", "B", "B"]
    assert page.evaluate("() => document.querySelector('.scores').scrollWidth <= document.querySelector('.scores').clientWidth")
    for name in ("Rematch", "Replay and analysis"):
        button = result.get_by_text(name, exact=True)
        button.scroll_into_view_if_needed()
        expect(button).to_be_in_viewport()


def test_players_stay_in_sight_under_the_pointer(new_page: NewPage) -> None:
    page = new_page(*PHONE)
    open_table(page, "hexagone", {}, PEOPLE[:2])
    page.get_by_role("button", name="show my view").click()
    handle = page.get_by_role("button", name="Show players, log and chat")
    handle.hover()
    assert handle.evaluate("(one) => getComputedStyle(one).backgroundColor") == "rgba(0, 0, 0, 0)"


def test_long_press_shows_the_range_and_the_facts_of_a_unit(new_page: NewPage) -> None:
    page = new_page(*PHONE)
    page.goto("/learn/hex-dice/3")
    cell = page.locator('.play [data-id="h3"]')
    expect(cell).to_be_visible()
    box = cell.bounding_box()
    assert box is not None
    touch = page.context.new_cdp_session(page)
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    card = page.locator(".fact-card")
    expect(card).to_contain_text("Pawn (1)")
    assert page.locator(".cell.highlighted").count() > 2
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(card).to_have_count(0)
    expect(page.locator(".cell.picked")).to_have_count(0)
