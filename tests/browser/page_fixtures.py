"""Every page of the site, and tables in the middle and at the end of a game."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import Page, expect
from tests.browser.robot_player import BOT, open_table

GAMES = ("beerhex", "hex-dice", "hex-roller", "hexagone", "pocket-hexes")
ME = {"kind": "me", "name": "Ada"}
PLAY = """async ([table, most]) => {
  const base = `/api/tables/${table}`;
  const post = (to, body) => fetch(to, {method: "POST", headers: {"content-type": "application/json",
    "idempotency-key": crypto.randomUUID()}, body: JSON.stringify(body)});
  let seed = 11;
  const below = (n) => (seed = (seed * 48271) % 2147483647) % n;
  for (let played = 0; played < most; ) {
    const view = await (await fetch(`${base}/view?seat=0`)).json();
    if (view.status === "over") return;
    const choices = (view.scene.choices ?? []).filter(([, , label]) => !/declare|concede|pass/i.test(label));
    const all = choices.length > 0 ? choices : (view.scene.choices ?? []);
    if (all.length === 0) await new Promise((done) => setTimeout(done, 20));
    else if ((await post(`${base}/act`, {seat: 0, action: all[below(all.length)][0], version: view.version})).ok) played++;
  }
}"""
"""Plays through the API, so that a page can be tested later in a game."""
UNLIMITED = 10**6


def play_ahead(page: Page, table: str, most: int = UNLIMITED) -> None:
    """Let the first seat play at most `most` actions, or until the end."""
    page.evaluate(PLAY, [table, most])


def open_sheet(page: Page) -> None:
    """Show players, log and chat, which are in a closed sheet on a phone."""
    handle = page.get_by_role("button", name="Show players, log and chat")
    if handle.is_visible():
        handle.click()


def open_menu(page: Page) -> None:
    """Show the tab with rare commands, devices and the legend."""
    open_sheet(page)
    page.get_by_role("tab", name="More").click()


def resign(page: Page) -> None:
    """Resign through the page and wait for the result."""
    open_menu(page)
    page.get_by_role("button", name="Resign", exact=True).click()
    page.get_by_role("alertdialog").get_by_role("button", name="Resign").click()
    expect(page.locator(".result")).to_be_visible()


def _page_at(path: str, selector: str) -> Callable[[Page], object]:
    def open_page(page: Page) -> None:
        page.goto(path)
        expect(page.locator(selector).first).to_be_visible()

    return open_page


def _waiting(page: Page) -> None:
    open_table(page, "beerhex", {}, [ME, {"kind": "link"}])
    page.locator("summary", has_text="QR").first.click()


def _settings(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Settings").click()


def _coach(page: Page) -> None:
    page.goto("/")
    page.evaluate("localStorage.setItem('bestagon.coach', 'true')")
    open_table(page, "beerhex", {}, [ME, BOT])
    expect(page.locator(".coach")).to_contain_text("Goal:")


def _handover(page: Page) -> None:
    open_table(page, "beerhex", {}, [ME, {"kind": "me", "name": "Bob"}])


def _result(page: Page) -> str:
    table = open_table(page, "beerhex", {"sets": 1}, [ME, BOT])
    resign(page)
    return table


def _replay(page: Page) -> None:
    page.goto(f"/replay/{_result(page)}")
    expect(page.locator(".controls")).to_be_visible()


def _analysis(page: Page) -> None:
    _result(page)
    page.get_by_role("link", name="Replay and analysis").click()
    page.locator(".branch summary").click()
    expect(page.locator(".verdict")).to_be_visible(timeout=30_000)


PAGES: dict[str, Callable[[Page], object]] = {
    "home": _page_at("/", ".game svg"),
    "new table": _page_at("/new/hex-dice", "form"),
    "rules": _page_at("/rules/hex-dice", ".reference"),
    "lesson": _page_at("/learn/beerhex", ".lesson"),
    "no page": _page_at("/nowhere", ".notice"),
    "settings": _settings,
    "waiting": _waiting,
    "coach": _coach,
    "hand-over": _handover,
    "result": _result,
    "replay": _replay,
    "analysis": _analysis,
    "replays": _page_at("/replay", ".list input"),
}
