"""A robot that plays any game through the page, by clicking highlighted items or by keyboard alone."""

from __future__ import annotations

import math
import random
import re
import time
from collections.abc import Callable, Mapping
from typing import Any

from playwright.sync_api import Locator, Page, expect
from tests.browser.seeded_entropy import table_key

READY = """() => document.querySelector(".result, .handover")
  || (document.querySelector(".table:not([aria-busy=true]) .prompt.mine") && document.querySelector(".choice:enabled, .next"))"""
SETTLED = """() => (READY)() && (["result", "handover"].find((name) => document.querySelector(`.${name}`)) ?? "mine")""".replace(
    "READY", READY
)
WHOSE_TURN = """() => {
  if (document.querySelector(".result, .handover")) return "others";
  if ((READY)()) return "mine";
  const banner = document.querySelector(".table:not([aria-busy=true]) .prompt:is(.idle, .over, .telling)");
  return banner && !(banner.matches(".telling") && banner.querySelector(".line").textContent === "") && "others";
}""".replace("READY", READY)
"""Returns `mine` or `others`; nothing while one's own action is told, which has no line below: one's turn may go on after it."""
MAX_STEPS = 2000
QUITTING = re.compile("declare|concede|pass", re.IGNORECASE)
BOT = {"kind": "bot", "level": "friendly"}


def open_table(page: Page, game: str, options: Mapping[str, Any], seats: list[dict[str, str]]) -> str:
    """Create a table for the page's visitor and open it."""
    # Over HTTP with the page's cookies: loading another page before takes as long as the table's own.
    page.request.post("/api/me", data={})
    made = page.request.post(
        "/api/tables",
        data={"game": game, "players": len(seats), "options": dict(options), "seats": seats},
        headers={"Idempotency-Key": table_key()},
    )
    assert made.ok, made.text()
    table: str = made.json()["table"]
    page.goto(f"/t/{table}")
    expect(page.locator(".table, .handover").first).to_be_visible()
    return table


def seat_guests(host: Page, guests: list[Page], game: str, options: Mapping[str, Any]) -> str:
    """Create a table with seats for guests, and let them follow their invitations."""
    table = open_table(host, game, options, [{"kind": "me", "name": "Ada"}, *({"kind": "link"} for _ in guests)])
    invitations = host.get_by_label("Invitation for")
    expect(invitations).to_have_count(len(guests))
    for guest, link in zip(guests, [invitation.input_value() for invitation in invitations.all()], strict=True):
        guest.goto(link[link.index("/t/") :])
        expect(guest.locator(".who", has_text="you")).to_have_count(1)
    return table


def settled(page: Page) -> str:
    """Wait until the page needs an action, and return `mine`, `handover` or, at the end of the game, `result`."""
    found: str = page.wait_for_function(SETTLED).json_value()
    return found


def _random_one(rng: random.Random, found: Locator) -> Locator:
    return found.nth(rng.randrange(found.count()))


def press(button: Locator) -> None:
    """Press the button of an action, which may be under More."""
    if not button.is_visible():
        button.page.locator(".more-choices summary").click()
    button.click()


CHOICES = """() => {
  const count = (selector) => document.querySelectorAll(selector).length;
  const buttons = [...document.querySelectorAll(".choice:enabled")].map((button) => button.textContent);
  return [count(".item.next:not(.picked)"), count(".item.next, .cell.next"), buttons];
}"""
"""Returns how many items, and how many items and cells, can be clicked, and the texts of the buttons."""


def click_on(page: Page, rng: random.Random) -> None:
    """Click a random highlighted item or cell, or a random button; resign or pass only if there is nothing else."""
    items, targets, buttons = page.evaluate(CHOICES)
    harmless = [n for n, text in enumerate(buttons) if not QUITTING.search(text)]
    if targets and not (harmless and rng.random() < 0.3):
        selector, among = (".item.next:not(.picked)", items) if items and rng.random() < 0.8 else (".item.next, .cell.next", targets)
        page.locator(selector).nth(rng.randrange(among)).click()
    else:
        press(page.locator(".choice:enabled").nth(rng.choice(harmless or range(len(buttons)))))


HAS_FOCUS = "(selector) => document.activeElement?.matches(selector) ?? false"
OFFSET = """(target) => {
  const middle = (one) => { const box = one.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2] };
  const [ax, ay] = middle(document.activeElement), [bx, by] = middle(target);
  const { width, height } = (document.activeElement.querySelector(".hit") ?? document.activeElement).getBoundingClientRect();
  return [bx - ax, by - ay, Math.min(width, height), width > height];
}"""


TABS = """(selector) => {
  const stops = [...document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex]")]
    .filter((one) => one.tabIndex >= 0 && !one.disabled && one.checkVisibility());
  return stops.findIndex((one) => one.matches(selector)) - stops.indexOf(document.activeElement);
}"""
"""Returns how often Tab leads from what has the focus to the first element that matches, or Shift and Tab if negative."""


def _tab_to(page: Page, selector: str) -> None:
    """Press Tab until a matching element has the focus: as often as it should take, and then on."""
    stops = page.evaluate(TABS, selector)
    for presses in (abs(stops), *[1] * 80):
        if page.evaluate(HAS_FOCUS, selector):
            return
        for _ in range(presses):
            page.keyboard.press("Shift+Tab" if stops < 0 and presses > 1 else "Tab")
    raise AssertionError(f"the Tab key never reaches {selector}")


def _move_focus_to(page: Page, target: Locator) -> None:
    """Move the focus over the board by arrow and letter keys until it reaches the target."""
    element = target.element_handle()
    for _ in range(60):
        dx, dy, size, flat = page.evaluate(OFFSET, element)
        if abs(dx) < size / 4 and abs(dy) < size / 4:
            return
        if flat:
            # The letters are the six directions, clockwise from the upper left; on a turned board they lead there straight.
            key = "qwedsa"[round((math.degrees(math.atan2(dy, dx)) - 210) / 60) % 6]
        elif abs(dy) < size / 4:
            key = "ArrowRight" if dx > 0 else "ArrowLeft"
        elif abs(dx) < size / 4:
            key = "ArrowDown" if dy > 0 else "ArrowUp"
        else:
            key = ("s" if dx > 0 else "a") if dy > 0 else ("e" if dx > 0 else "w")
        for _ in range(1 + int(max(abs(dx), abs(dy)) // (2 * size))):
            page.keyboard.press(key)
    raise AssertionError("the cursor keys never reach the cell")


def press_keys(page: Page, rng: random.Random) -> None:
    """Do one step by keyboard alone."""
    items, cells, buttons = page.locator(".item.next:not(.picked)"), page.locator(".cell.next"), page.locator(".choice:enabled")
    if items.count() and not (cells.count() and page.locator(".item.picked").count()):
        _tab_to(page, ".item.next:not(.picked)")
        page.keyboard.press("Enter")
    elif cells.count():
        _tab_to(page, ".cell")
        _move_focus_to(page, _random_one(rng, cells))
        page.keyboard.press("Enter")
    else:
        labels = buttons.all_text_contents()
        harmless = [n for n, label in enumerate(labels) if n < 9 and not QUITTING.search(label)]
        page.keyboard.press(str(rng.choice(harmless or range(len(labels))) + 1))


def play_out(page: Page, seed: int, step: Callable[[Page, random.Random], None] = click_on) -> None:
    """Play until the game is over."""
    rng = random.Random(seed)
    for _ in range(MAX_STEPS):
        if settled(page) == "result":
            return
        step(page, rng)
    raise AssertionError(f"the game is not over after {MAX_STEPS} steps")


def finish_turn(page: Page, rng: random.Random) -> None:
    """Click until it is another seat's turn."""
    for _ in range(MAX_STEPS):
        if page.wait_for_function(WHOSE_TURN).json_value() == "others":
            return
        click_on(page, rng)
    raise AssertionError(f"the turn is not over after {MAX_STEPS} steps")


def first_ready(pages: list[Page]) -> Page:
    """Wait until a page can act or shows the result, and return it."""
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        for page in pages:
            if page.evaluate(f"!!({READY})()"):
                return page
        pages[0].wait_for_timeout(15)
    raise AssertionError("no page can act")


def play_on(pages: list[Page], rng: random.Random, steps: int = MAX_STEPS) -> bool:
    """Let the acting pages click, for at most `steps` clicks; tell whether the game is over."""
    for _ in range(steps):
        page = first_ready(pages)
        if settled(page) == "result":
            return True
        click_on(page, rng)
    return False
