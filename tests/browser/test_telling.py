"""What others do is told beat by beat: in order, at a pace people can follow, with reasons, effects and a recap."""

from __future__ import annotations

import random
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.browser.conftest import NewPage
from tests.browser.page_fixtures import ME, play_ahead
from tests.browser.robot_player import BOT, finish_turn, open_table, settled

SIZES = [pytest.param((390, 844), id="phone"), pytest.param((1440, 900), id="desktop")]
WATCH = """() => {
  window.told = [];
  const look = () => {
    const banner = document.querySelector(".prompt");
    const headline = banner?.matches(".telling, .mine") ? banner.querySelector(".headline").textContent : "";
    const text = headline === "Your turn" ? "" : headline;
    const last = told[told.length - 1];
    if ((last?.text ?? "") !== text) {
      if (last && last.text) last.until = performance.now();
      const [mine, choices] = [banner.matches(".mine"), document.querySelectorAll(".play .next, .choice").length];
      told.push({text, from: performance.now(), until: 0, mine, choices});
    }
  };
  const all = {subtree: true, childList: true, characterData: true, attributes: true};
  new MutationObserver(look).observe(document.querySelector(".table"), all);
  look();
}"""
"""Records what the banner tells, and since when."""
LINES = """async (table) => (await (await fetch(`/api/tables/${table}/view?seat=0`)).json())"""
HIDE = """(hidden) => {
  Object.defineProperty(document, "hidden", {configurable: true, get: () => hidden});
  document.dispatchEvent(new Event("visibilitychange"));
}"""
PHONE = (390, 844)
UNTIL_MINE = """document.addEventListener("DOMContentLoaded", () => {
  window.banners = [];
  new MutationObserver(() => {
    const banner = document.querySelector(".prompt");
    const [text, line] = [".headline", ".line"].map((one) => banner?.querySelector(one)?.textContent);
    const last = banners.at(-1);
    if (!text || last?.mine || last?.text === text) return;
    banners.push({text, line, mine: banner.matches(".mine")});
  }).observe(document.body, {subtree: true, childList: true, characterData: true, attributes: true});
})"""
"""Records what the banner says until one can choose."""
CENTRE = '.cell[data-id="c3"]'


def named(view: dict[str, Any], text: str) -> str:
    """Return a text of the server with the players' names instead of those of the seats."""
    for seat, info in enumerate(view["seats"]):
        text = re.sub(rf"\bPlayer {seat + 1}\b", info["name"], text)
    return text


def texts_of_others(view: dict[str, Any]) -> list[str]:
    """Return the texts of the beats after one's own last action."""
    lines = [line for line in view["log"] if line["kind"] == "action"]
    own = max(n for n, line in enumerate(lines) if line.get("seat") == 0)
    beats = [beat for line in lines[own + 1 :] for beat in line.get("beats", [])]
    return [named(view, beat["text"]) for beat in beats if beat.get("text") and not (beat["kind"] == "turn" and beat.get("seat") == 0)]


@pytest.mark.parametrize("size", SIZES)
def test_turns_of_bots_are_told_in_order(new_page: NewPage, size: tuple[int, int]) -> None:
    page = new_page(*size, speed="normal")
    table = open_table(page, "pocket-hexes", {"sheet": "small"}, [ME, BOT, BOT])
    settled(page)
    page.evaluate(WATCH)
    finish_turn(page, random.Random(1))
    settled(page)
    # What the others do while one writes too is told until its end.
    expect(page.locator(".prompt.mine .headline")).to_have_text("Your turn")
    view = page.evaluate(LINES, table)
    wanted = texts_of_others(view)
    told = [one for one in page.evaluate("told") if one["text"]]
    shown = [one for one in told if one["text"] in wanted]
    assert [one["text"] for one in shown][-len(wanted) :] == [text for n, text in enumerate(wanted) if n == 0 or text != wanted[n - 1]]
    assert len(wanted) > 3
    # Faster than at first only if more than four seconds wait.
    assert all(one["until"] - one["from"] > 120 for one in shown)
    assert shown[-1]["until"] - shown[0]["from"] > 1500
    assert all((one["choices"] > 0) == one["mine"] for one in shown[1:])
    announced = page.locator(".announcer p").all_inner_texts()
    assert all(announced.count(text) >= 1 for text in wanted[-4:])


@pytest.mark.parametrize("size", SIZES)
def test_space_and_a_tap_skip_to_the_present(new_page: NewPage, size: tuple[int, int]) -> None:
    page = new_page(*size, speed="slow")
    open_table(page, "pocket-hexes", {"sheet": "small"}, [ME, BOT, BOT])
    rng = random.Random(2)
    skips: tuple[Callable[[], None], ...] = (lambda: page.keyboard.press("Space"), lambda: page.locator(".prompt .words").click())
    for skip in skips:
        settled(page)
        finish_turn(page, rng)
        expect(page.locator(".prompt.telling")).to_be_visible()
        skip()
        expect(page.locator(".prompt.mine")).to_be_visible(timeout=2000)


def test_nothing_is_told_when_switched_off(new_page: NewPage) -> None:
    page = new_page(speed="off")
    table = open_table(page, "pocket-hexes", {"sheet": "small"}, [ME, BOT])
    settled(page)
    page.evaluate(WATCH)
    finish_turn(page, random.Random(1))
    settled(page)
    assert [one["text"] for one in page.evaluate("told") if one["text"]] == []
    # The bot writes while one can choose, too, so the log may be ahead of the page for a moment, or behind it.
    for _ in range(100):
        wanted = texts_of_others(page.evaluate(LINES, table))
        announced = [text for text in page.locator(".announcer p").all_inner_texts() if text in wanted][-len(wanted) :]
        if announced == wanted:
            break
        page.wait_for_timeout(50)
    assert announced == wanted


def test_speed_is_a_setting(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("radio", name="Slow").check()
    assert page.evaluate("localStorage.getItem('bestagon.speed')") == '"slow"'


@pytest.mark.parametrize("size", SIZES)
def test_recap_lists_marks_and_shows_again(new_page: NewPage, size: tuple[int, int]) -> None:
    page = new_page(*size, speed="fast")
    open_table(page, "beerhex", {}, [ME, BOT])
    settled(page)
    finish_turn(page, random.Random(1))
    settled(page)
    expect(page.locator(".pennant")).to_have_count(1)
    expect(page.locator(".log .since-rule")).to_contain_text("Since your last turn")
    if size[0] < 900:
        page.locator(".handle").click()
    page.locator(".recap summary").click()
    expect(page.locator(".recap .opponent li")).to_contain_text("Places a cap.")
    page.get_by_role("button", name="Show again").click()
    expect(page.locator(".prompt.telling")).to_contain_text("places a cap.")
    expect(page.locator(".prompt.mine")).to_be_visible()
    expect(page.locator(".pennant")).to_have_count(1)


def test_hidden_page_has_a_recap_instead_of_a_film(new_page: NewPage) -> None:
    page = new_page(speed="slow")
    table = open_table(page, "pocket-hexes", {"sheet": "small"}, [ME, BOT, BOT])
    settled(page)
    page.evaluate(HIDE, True)
    play_ahead(page, table, 6)
    page.wait_for_function("() => document.querySelector('.prompt.mine')")
    page.evaluate(HIDE, False)
    recap = page.get_by_role("dialog", name="While you were away")
    expect(recap).to_be_visible()
    assert recap.locator(".opponent").count() == 2
    expect(page.locator(".prompt.telling")).to_have_count(0)
    recap.get_by_role("button", name="Close").click()
    expect(recap).to_have_count(0)


def test_recap_of_a_phone_held_sideways_leaves_the_turn_in_sight(new_page: NewPage) -> None:
    page = new_page(844, 390, speed="slow")
    table = open_table(page, "pocket-hexes", {"sheet": "small"}, [ME, BOT, BOT, BOT])
    settled(page)
    page.evaluate(HIDE, True)
    play_ahead(page, table, 12)
    page.wait_for_function("() => document.querySelector('.prompt.mine')")
    page.evaluate(HIDE, False)
    recap = page.get_by_role("dialog", name="While you were away")
    assert recap.evaluate("(one) => { const list = one.querySelector('.happened'); return list.scrollHeight > list.clientHeight }")
    for name in ("Show again", "Close"):
        expect(recap.get_by_role("button", name=name)).to_be_in_viewport(ratio=1)
    box, banner = recap.bounding_box(), page.locator(".prompt").bounding_box()
    assert box is not None
    assert banner is not None
    assert box["x"] + box["width"] <= banner["x"]


def test_choices_do_not_wait_for_those_who_play_at_the_same_time(new_page: NewPage) -> None:
    page = new_page(*PHONE, speed="slow")
    page.add_init_script(UNTIL_MINE)
    open_table(page, "hex-roller", {}, [ME, BOT, BOT])
    page.wait_for_function("() => window.banners?.at(-1)?.mine")
    *told, mine = page.evaluate("banners")
    assert [one["text"] for one in told][:1] == ["Round 1 of 7."]
    assert all(re.match(r"Round 1 of 7\.|Rolled: ", one["text"]) for one in told)
    assert mine["line"] == "Choose your first number."


@pytest.mark.parametrize("size", SIZES)
def test_refusals_are_explained(new_page: NewPage, size: tuple[int, int]) -> None:
    page = new_page(*size)
    open_table(page, "beerhex", {}, [{"kind": "me", "name": "Ada"}, {"kind": "me", "name": "Bob"}])
    page.get_by_role("button", name="show my view").click()
    settled(page)
    page.locator(".item.next").first.click()
    page.locator(CENTRE).click(force=True)
    refusal = page.locator(".prompt.refused [role=alert]")
    expect(refusal).to_contain_text(re.compile("cent(re|er)"))
    page.keyboard.press("Escape")
    expect(refusal).to_have_count(0)
    expect(page.locator(".item.picked")).to_have_count(0)
    page.locator(CENTRE).focus()
    page.keyboard.press("Enter")
    expect(refusal).to_be_visible()


def test_page_that_opens_after_the_end_tells_the_result_only(new_page: NewPage) -> None:
    page = new_page(speed="normal")
    table = open_table(page, "beerhex", {"sets": 1}, [ME, BOT])
    play_ahead(page, table)
    page.reload()
    expect(page.locator(".result")).to_be_visible()
    assert page.locator(".prompt.over").count() == 1


def test_choice_is_described_before_it_is_played(page: Page) -> None:
    open_table(page, "beerhex", {}, [ME, BOT])
    settled(page)
    page.locator(".item.next").first.click()
    page.locator(".cell.next").first.hover()
    line = page.locator(".prompt .line")
    waiting = "Place a cap with a gold symbol: choose a space."
    expect(line).not_to_have_text(waiting)
    before = page.locator(".prompt").bounding_box()
    page.mouse.move(2, 2)
    expect(line).to_have_text(waiting)
    assert page.locator(".prompt").bounding_box() == before
