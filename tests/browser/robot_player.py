"""Hands that play: by clicking what glows, or by keys alone. They know no game either."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable, Mapping
from typing import Any

from playwright.sync_api import Locator, Page, expect

PLAN = """async ([game, players, options, plans]) => {
  const post = (to, body) => fetch(to, {method: "POST", headers: {"content-type": "application/json",
    "idempotency-key": crypto.randomUUID()}, body: JSON.stringify(body)}).then((answer) => answer.json());
  await post("/api/me", {});
  return (await post("/api/tables", {game, players, options, seats: plans})).table;
}"""
READY = """() => document.querySelector(".result, .handover")
  || (document.querySelector(".table:not([aria-busy=true]) .prompt.mine") && document.querySelector(".choice:enabled, .next"))"""
ENOUGH = 2000
QUITTING = re.compile("declare|give up|pass", re.IGNORECASE)
BOT = {"kind": "bot", "level": "friendly"}


def open_table(page: Page, game: str, options: Mapping[str, Any], seats: list[dict[str, str]]) -> str:
    """Open a table for the page's visitor and go there."""
    page.goto("/")
    table: str = page.evaluate(PLAN, [game, len(seats), dict(options), seats])
    page.goto(f"/t/{table}")
    expect(page.locator(".table, .handover").first).to_be_visible()
    return table


def seat_guests(host: Page, guests: list[Page], game: str, options: Mapping[str, Any]) -> str:
    """Open a table whose other seats are for guests, and let them follow their invitations."""
    table = open_table(host, game, options, [{"kind": "me", "name": "Ada"}, *({"kind": "link"} for _ in guests)])
    for seat, guest in enumerate(guests, 2):
        guest.goto("/")
        link = host.get_by_label(f"Invitation for Seat {seat}").input_value()
        guest.goto(link[link.index("/t/") :])
        expect(guest.locator(".who", has_text="you")).to_have_count(1)
    return table


def settled(page: Page) -> str:
    """Wait until there is something to do or the game is over, and tell which."""
    page.wait_for_function(READY)
    for name in ("result", "handover"):
        if page.locator(f".{name}").count():
            return name
    return "mine"


def _any(chance: random.Random, found: Locator) -> Locator:
    return found.nth(chance.randrange(found.count()))


def click_on(page: Page, chance: random.Random) -> None:
    """Click something that glows, or a button where nothing does."""
    glowing = page.locator(".thing.next, .cell.next")
    buttons = page.locator(".choice:enabled")
    calm = [button for button in buttons.all() if not QUITTING.search(button.inner_text())]
    if glowing.count() and not (calm and chance.random() < 0.3):
        things = page.locator(".thing.next:not(.picked)")
        target = _any(chance, things if things.count() and chance.random() < 0.8 else glowing)
        target.click()
    elif calm:
        chance.choice(calm).click()
    else:
        _any(chance, buttons).click()


FOCUS = "(chosen) => document.activeElement?.matches(chosen) ?? false"
WAY = """(target) => {
  const middle = (one) => { const box = one.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2] };
  const [ax, ay] = middle(document.activeElement), [bx, by] = middle(target);
  return [bx - ax, by - ay, document.activeElement.getBoundingClientRect().height];
}"""


def _tab_to(page: Page, chosen: str) -> None:
    for _ in range(80):
        if page.evaluate(FOCUS, chosen):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the Tab key never reaches {chosen}")


def _walk_to(page: Page, target: Locator) -> None:
    """Walk over the board by arrows and letters until the target has the focus."""
    element = target.element_handle()
    for _ in range(60):
        dx, dy, size = page.evaluate(WAY, element)
        if abs(dx) < size / 4 and abs(dy) < size / 4:
            return
        if abs(dy) < size / 4:
            key = "ArrowRight" if dx > 0 else "ArrowLeft"
        elif abs(dx) < size / 4:
            key = "ArrowDown" if dy > 0 else "ArrowUp"
        else:
            key = ("s" if dx > 0 else "a") if dy > 0 else ("e" if dx > 0 else "w")
        page.keyboard.press(key)
    raise AssertionError("the keys never reach the cell")


def press_keys(page: Page, chance: random.Random) -> None:
    """Do one step by keys alone."""
    things, cells, buttons = page.locator(".thing.next:not(.picked)"), page.locator(".cell.next"), page.locator(".choice:enabled")
    calm = [n for n, button in enumerate(buttons.all()) if n < 9 and not QUITTING.search(button.inner_text())]
    if things.count() and not (cells.count() and page.locator(".thing.picked").count()):
        _tab_to(page, ".thing.next:not(.picked)")
        page.keyboard.press("Enter")
    elif cells.count():
        _tab_to(page, ".cell")
        _walk_to(page, _any(chance, cells))
        page.keyboard.press("Enter")
    else:
        page.keyboard.press(str(chance.choice(calm or range(buttons.count())) + 1))


def play_out(page: Page, seed: int, step: Callable[[Page, random.Random], None] = click_on) -> None:
    """Play until the game is over."""
    chance = random.Random(seed)
    for _ in range(ENOUGH):
        if settled(page) == "result":
            return
        step(page, chance)
    raise AssertionError(f"the game is not over after {ENOUGH} clicks")


def finish_turn(page: Page, chance: random.Random) -> None:
    """Click until the page has to wait for others."""
    waiting = """() => document.querySelector(".table:not([aria-busy=true]) .prompt:not(.mine)")"""
    for _ in range(ENOUGH):
        page.wait_for_function(f"() => ({READY})() || ({waiting})()")
        if page.locator(".prompt.mine").count() == 0:
            return
        click_on(page, chance)


def first_ready(pages: list[Page]) -> Page:
    """Wait until somebody has something to do or sees the end, and tell who."""
    until = time.monotonic() + 20
    while time.monotonic() < until:
        for page in pages:
            if page.evaluate(f"!!({READY})()"):
                return page
        pages[0].wait_for_timeout(15)
    raise AssertionError("nobody has anything to do")


def play_on(pages: list[Page], chance: random.Random, steps: int = ENOUGH) -> bool:
    """Let whoever is to act click, for so many clicks; tell whether the game is over."""
    for _ in range(steps):
        page = first_ready(pages)
        if settled(page) == "result":
            return True
        click_on(page, chance)
    return False
