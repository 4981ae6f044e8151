"""Leak tests: swap hidden information, and check that nothing a page receives or shows changes."""

from __future__ import annotations

import hashlib
import random
import re
from collections.abc import Callable
from itertools import count, zip_longest
from pathlib import Path
from typing import Any

import msgspec
from playwright.sync_api import Browser, Page, Response, expect
from tests.browser.conftest import SET_ONCE, NewPage
from tests.browser.robot_player import finish_turn, play_on, seat_guests, settled
from tests.server.serving import Client, Server, settings

from bestagon.core.dice import fast
from bestagon.core.position import Position
from bestagon.server.app import App
from bestagon.server.tables.live import LiveTable

SETTLE = """async () => {
  document.activeElement?.blur();
  for (let n = 0; n < 3; n++) await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
}"""
"""Waits until a page has finished its work after a paint."""
PATIENT = """const schedule = setTimeout;
window.setTimeout = (call, milliseconds, ...more) => milliseconds >= 4000 ? 0 : schedule(call, milliseconds, ...more);"""
"""Switches off the page's time limits for answers, views and silence: on a busy machine it would ask again, and receive more."""
DELIVERY = ("age", "since", "log", "earlier", "whole")
"""Fields of a view that depend on when it was sent, as they say which part a message brings; lines of the log are compared by number."""
ANNOUNCED = re.compile(r'(?<=aria-relevant="additions">)(<p>[^<]*</p>)*')
CONTEXT = 80
"""Characters around the first difference that a failure shows."""


class Recording:
    """Everything that a page receives and shows, as content: which message brought it, and how often, depends on timing."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.received: dict[str, list[str]] = {}
        self.snapshots: list[str] = []
        self._responses: list[Response] = []
        page.on("websocket", lambda socket: socket.on("framereceived", self._hear))
        page.on("response", lambda response: self._responses.append(response))

    def _hear(self, frame: str | bytes) -> None:
        message: dict[str, Any] = msgspec.json.decode(frame)
        if "version" not in message or "scene" not in message:
            self._note("answers", message)
            return
        for line in message.get("log", []):
            self._note(f"line {line['n']}", line)
        # When a connection of another page is noticed depends on timing; the pages show it, and wait for it.
        seats = [{name: value for name, value in seat.items() if name != "presence"} for seat in message["seats"]]
        view = {name: value for name, value in message.items() if name not in DELIVERY}
        self._note(f"view {message['version']}", {**view, "seats": seats})

    def _note(self, name: str, content: object) -> None:
        """Add content unless it is known."""
        text = msgspec.json.encode(content, order="sorted").decode()
        known = self.received.setdefault(name, [])
        if text not in known:
            known.append(text)

    def snapshot(self, lines: int, here: int) -> None:
        """Record the page's HTML once its log has this number of lines and it shows this number of other players as connected."""
        expect(self.page.locator(".log [data-line]")).to_have_count(lines)
        expect(self.page.locator(".presence.here")).to_have_count(here)
        expect(self.page.locator(".table")).to_have_attribute("aria-busy", "false")
        expect(self.page.locator(".told, .prompt.telling")).to_have_count(0)
        self.page.mouse.move(0, 0)
        self.page.evaluate(SETTLE)
        # How many announcements are still there depends on timing alone; the log has the same sentences.
        self.snapshots.append(ANNOUNCED.sub("", self.page.content()))

    def contents(self) -> dict[str, list[str]]:
        """Return what was received, by what it is about, and what was shown."""
        for one in self._responses:
            if "/api/" in one.url:
                self._note(f"answer to {one.url.split('/', 3)[3]}", one.text())
        self._responses.clear()
        return {**self.received, "pages": list(self.snapshots)}


def difference(one: dict[str, list[str]], two: dict[str, list[str]]) -> str:
    """Return the first difference between two recordings; an empty string if there is none."""
    for name in sorted(one.keys() | two.keys()):
        for a, b in zip_longest(one.get(name, []), two.get(name, []), fillvalue=""):
            if a != b:
                n = next((n for n, (left, right) in enumerate(zip(a, b, strict=False)) if left != right), min(len(a), len(b)))
                start = max(0, n - CONTEXT)
                return f"{name}, character {n}: {a[start : n + CONTEXT]!r} and {b[start : n + CONTEXT]!r}"
    return ""


# One game played twice; the second time with different caps where seat 1 cannot see them.
CELLS = ("a1", "b3", "c2", "e5", "d4", "a4", "c5", "b1")


def _play(browser: Browser, client: Path, store: Path, hidden: Callable[[int], str]) -> list[dict[str, list[str]]]:
    """Return the recordings of seat 1 and a spectator while seat 0 places these symbols."""
    numbers = count()
    app = App(
        settings(store, client=str(client)),
        now=lambda: 10**12,
        entropy=lambda n: hashlib.shake_256(b"7%d" % next(numbers)).digest(n),
        monotonic=lambda: 0.0,
    )
    server = Server(app)
    ann = Client(server.port)
    contexts = [browser.new_context(reduced_motion="reduce", base_url=f"http://127.0.0.1:{server.port}") for _ in range(2)]
    for context in contexts:
        # What is told on the way is in the messages; the pages are compared at rest.
        context.add_init_script(SET_ONCE.replace("NAME", "speed").replace("VALUE", '"off"'))
        context.add_init_script(PATIENT)
    try:
        made = ann.post("/api/tables", {"game": "beerhex", "public": True, "seats": [{"kind": "me"}, {"kind": "link"}]}, "table")
        table, token = made["table"], made["invitations"]["1"]
        guest = contexts[0].new_page()
        guest.goto(f"/t/{table}#invitation={token}")
        expect(guest.locator(".who", has_text="you")).to_have_count(1)
        guest.close()
        bob, spectator = recordings = [Recording(context.new_page()) for context in contexts]
        for recording in recordings:
            recording.page.goto(f"/t/{table}")
            recording.snapshot(1, here=int(recording is spectator))
        placed = count()
        for number, cell in enumerate(CELLS):
            view = ann.view(table, 0)
            if view["scene"].get("choices"):
                ann.do(table, "act", seat=0, action=f"{cell} {hidden(next(placed))}", version=view["version"])
            else:
                settled(bob.page)
                bob.page.locator('[data-id="p2.cap.own"]').click()
                bob.page.locator(f'[data-id="{cell}"]').click()
            for recording in recordings:
                recording.snapshot(number + 2, here=int(recording is spectator))
        return [recording.contents() for recording in recordings]
    finally:
        for context in contexts:
            context.close()
        ann.close()
        server.stop()


def test_hidden_choice_changes_nothing(browser: Browser, client: Path, tmp_path: Path) -> None:
    one = _play(browser, client, tmp_path / "1.db", lambda number: "own")
    two = _play(browser, client, tmp_path / "2.db", lambda number: "other" if number % 2 == 0 else "own")
    for a, b in zip(one, two, strict=True):
        assert difference(a, b) == ""
        assert len(a["pages"]) == len(CELLS) + 1
        assert len([name for name in a if name.startswith("view ")]) > len(CELLS)


# One position twice; the other seats' hands are swapped inside the server.


def _live(server: Server, table: str) -> LiveTable:
    return server.app._manager._tables[table].live


def _put(live: LiveTable, position: Position) -> None:
    live.table._position = position
    live._refresh()


def _alternative(truth: Position, viewer: int, other: int) -> Position:
    """Return a position that a viewer cannot tell from the true one, but another seat can."""
    for seed in range(100):
        world = truth.copy()
        world.mask(viewer)
        world.determinize(viewer, fast(seed))
        world.dice.copy_from(truth.dice)
        seen, known = world.copy(), truth.copy()
        seen.mask(other)
        known.mask(other)
        if seen.to_bytes() != known.to_bytes():
            return world
    raise AssertionError("this position hides nothing")


def _reloaded(page: Page) -> dict[str, list[str]]:
    """Return the recording of a page that is loaded again."""
    lines = page.locator(".log [data-line]").count()
    page.goto("about:blank")
    recording = Recording(page)
    page.go_back()
    recording.snapshot(lines, here=1)
    return recording.contents()


def test_swapped_hands_change_nothing(new_page: NewPage, server: Server) -> None:
    host, guest, rng = new_page(), new_page(), random.Random(5)
    for page in (host, guest):
        page.add_init_script(PATIENT)
    table = seat_guests(host, [guest], "hexagone", {})
    for _ in range(2):
        assert not play_on([host, guest], rng, 14)
        finish_turn(guest, rng)
        live = _live(server, table)
        truth = live.truth
        known, own = _reloaded(guest), _reloaded(host)
        _put(live, _alternative(truth, viewer=1, other=0))
        assert difference(_reloaded(guest), known) == ""
        assert difference(_reloaded(host), own) != ""
        _put(live, truth)
        host.reload()
        settled(host)
