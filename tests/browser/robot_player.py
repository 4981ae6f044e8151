"""A robot that plays any game through the page, by clicking highlighted items or by keyboard alone."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable, Mapping
from typing import Any

from playwright.sync_api import Locator, Page, expect

CREATE = """async ([game, players, options, plans]) => {
  const post = (to, body) => fetch(to, {method: "POST", headers: {"content-type": "application/json",
    "idempotency-key": crypto.randomUUID()}, body: JSON.stringify(body)}).then((answer) => answer.json());
  await post("/api/me", {});
  return (await post("/api/tables", {game, players, options, seats: plans})).table;
}"""
READY = """() => document.querySelector(".result, .handover")
  || (document.querySelector(".table:not([aria-busy=true]) .prompt.mine") && document.querySelector(".choice:enabled, .next"))"""
MAX_STEPS = 2000
QUITTING = re.compile("declare|concede|pass", re.IGNORECASE)
BOT = {"kind": "bot", "level": "friendly"}


def open_table(page: Page, game: str, options: Mapping[str, Any], seats: list[dict[str, str]]) -> str:
    """Create a table for the page's visitor and open it."""
    page.goto("/")
    table: str = page.evaluate(CREATE, [game, len(seats), dict(options), seats])
    page.goto(f"/t/{table}")
    expect(page.locator(".table, .handover").first).to_be_visible()
    return table


def seat_guests(host: Page, guests: list[Page], game: str, options: Mapping[str, Any]) -> str:
    """Create a table with seats for guests, and let them follow their invitations."""
    table = open_table(host, game, options, [{"kind": "me", "name": "Ada"}, *({"kind": "link"} for _ in guests)])
    invitations = host.get_by_label("Invitation for")
    expect(invitations).to_have_count(len(guests))
    for guest, link in zip(guests, [invitation.input_value() for invitation in invitations.all()], strict=True):
        guest.goto("/")
        guest.goto(link[link.index("/t/") :])
        expect(guest.locator(".who", has_text="you")).to_have_count(1)
    return table


def settled(page: Page) -> str:
    """Wait until the page needs an action, and return `mine`, `handover` or, at the end of the game, `result`."""
    page.wait_for_function(READY)
    for name in ("result", "handover"):
        if page.locator(f".{name}").count():
            return name
    return "mine"


def _random_one(rng: random.Random, found: Locator) -> Locator:
    return found.nth(rng.randrange(found.count()))


def press(button: Locator) -> None:
    """Press the button of an action, which may be under More."""
    if not button.is_visible():
        button.page.locator(".more-choices summary").click()
    button.click()


def click_on(page: Page, rng: random.Random) -> None:
    """Click a random highlighted item or cell, or a random button; resign or pass only if there is nothing else."""
    targets = page.locator(".item.next, .cell.next")
    buttons = page.locator(".choice:enabled")
    harmless = [button for button in buttons.all() if not QUITTING.search(button.text_content() or "")]
    if targets.count() and not (harmless and rng.random() < 0.3):
        items = page.locator(".item.next:not(.picked)")
        _random_one(rng, items if items.count() and rng.random() < 0.8 else targets).click()
    else:
        press(rng.choice(harmless or buttons.all()))


HAS_FOCUS = "(selector) => document.activeElement?.matches(selector) ?? false"
OFFSET = """(target) => {
  const middle = (one) => { const box = one.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2] };
  const [ax, ay] = middle(document.activeElement), [bx, by] = middle(target);
  return [bx - ax, by - ay, document.activeElement.getBoundingClientRect().height];
}"""


def _tab_to(page: Page, selector: str) -> None:
    for _ in range(80):
        if page.evaluate(HAS_FOCUS, selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"the Tab key never reaches {selector}")


def _move_focus_to(page: Page, target: Locator) -> None:
    """Move the focus over the board by arrow and letter keys until it reaches the target."""
    element = target.element_handle()
    for _ in range(60):
        dx, dy, size = page.evaluate(OFFSET, element)
        if abs(dx) < size / 4 and abs(dy) < size / 4:
            return
        if abs(dy) < size / 4:
            key = "ArrowRight" if dx > 0 else "ArrowLeft"
        elif abs(dx) < size / 4:
            key = "ArrowDown" if dy > 0 else "ArrowUp"
        else:
            key = ("s" if dx > 0 else "a") if dy > 0 else ("e" if dx > 0 else "w")
        page.keyboard.press(key)
    raise AssertionError("the cursor keys never reach the cell")


def press_keys(page: Page, rng: random.Random) -> None:
    """Do one step by keyboard alone."""
    items, cells, buttons = page.locator(".item.next:not(.picked)"), page.locator(".cell.next"), page.locator(".choice:enabled")
    harmless = [n for n, button in enumerate(buttons.all()) if n < 9 and not QUITTING.search(button.text_content() or "")]
    if items.count() and not (cells.count() and page.locator(".item.picked").count()):
        _tab_to(page, ".item.next:not(.picked)")
        page.keyboard.press("Enter")
    elif cells.count():
        _tab_to(page, ".cell")
        _move_focus_to(page, _random_one(rng, cells))
        page.keyboard.press("Enter")
    else:
        page.keyboard.press(str(rng.choice(harmless or range(buttons.count())) + 1))


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
    waiting = """() => document.querySelector(".table:not([aria-busy=true]) .prompt:not(.mine)")"""
    for _ in range(MAX_STEPS):
        page.wait_for_function(f"() => ({READY})() || ({waiting})()")
        if page.locator(".prompt.mine").count() == 0:
            return
        click_on(page, rng)


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
