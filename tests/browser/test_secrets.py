"""What a page holds, and all that reaches it, is a function of what its seat may know: hidden things are swapped and texts compared."""

from __future__ import annotations

import hashlib
import random
import re
from collections.abc import Callable
from itertools import count
from pathlib import Path

from playwright.sync_api import Browser, Page, Response, WebSocket, expect
from tests.browser.conftest import NewPage
from tests.browser.hands import finish_turn, play_on, seat_guests, settled
from tests.server.serving import Client, Server, settings

from bestagon.core.dice import fast
from bestagon.core.position import Position
from bestagon.server.app import App
from bestagon.server.tables.live import LiveTable

REST = """async () => {
  document.activeElement?.blur();
  for (let n = 0; n < 3; n++) await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
}"""
"""Lets a page finish what it does after it was painted."""


class Tape:
    """All that a page receives and becomes."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.frames: list[str] = []
        self.pictures: list[str] = []
        self._responses: list[Response] = []
        page.on("websocket", self._socket)
        page.on("response", lambda response: self._responses.append(response))

    def _socket(self, socket: WebSocket) -> None:
        # How long ago something happened tells nothing about it.
        socket.on("framereceived", lambda frame: self.frames.append(re.sub(r'"age":\d+', '"age":0', str(frame))))

    def look(self, lines: int) -> None:
        """Keep the page as it is once its log has so many lines."""
        expect(self.page.locator(".log li")).to_have_count(lines)
        expect(self.page.locator(".table")).to_have_attribute("aria-busy", "false")
        self.page.mouse.move(0, 0)
        self.page.evaluate(REST)
        self.pictures.append(self.page.content())

    def held(self) -> list[object]:
        """Return everything; answers in the order of their addresses, for they come as they please."""
        answers = sorted((one.url.split("/", 3)[3], one.body()) for one in self._responses if "/api/" in one.url)
        return [list(self.frames), list(self.pictures), answers]


# One game twice; the caps that seat 1 cannot see are others in the second.
CELLS = ("a1", "b3", "c2", "e5", "d4", "a4", "c5", "b1")


def _play(browser: Browser, client: Path, store: Path, hidden: Callable[[int], str]) -> list[list[object]]:
    """Return what the pages of seat 1 and a spectator got while seat 0 placed these symbols."""
    numbers = count()
    app = App(
        settings(store, client=str(client)), now=lambda: 10**12, entropy=lambda n: hashlib.shake_256(b"7%d" % next(numbers)).digest(n)
    )
    server = Server(app)
    ann = Client(server.port)
    contexts = [browser.new_context(reduced_motion="reduce", base_url=f"http://127.0.0.1:{server.port}") for _ in range(2)]
    try:
        made = ann.post("/api/tables", {"game": "beerhex", "public": True, "seats": [{"kind": "me"}, {"kind": "link"}]}, "table")
        table, token = made["table"], made["invitations"]["1"]
        guest = contexts[0].new_page()
        guest.goto(f"/t/{table}#invitation={token}")
        expect(guest.locator(".who", has_text="you")).to_have_count(1)
        guest.close()
        bob = (tapes := [Tape(context.new_page()) for context in contexts])[0]
        for tape in tapes:
            tape.page.goto(f"/t/{table}")
            tape.look(1)
        placed = count()
        for number, cell in enumerate(CELLS):
            view = ann.view(table, 0)
            if view["scene"].get("choices"):
                ann.do(table, "act", seat=0, action=f"{cell} {hidden(next(placed))}", version=view["version"])
            else:
                settled(bob.page)
                bob.page.locator('[data-id="p2.cap.own"]').click()
                bob.page.locator(f'[data-id="{cell}"]').click()
            for tape in tapes:
                tape.look(number + 2)
        return [tape.held() for tape in tapes]
    finally:
        for context in contexts:
            context.close()
        ann.close()
        server.stop()


def test_a_hidden_choice_changes_nothing(browser: Browser, client: Path, tmp_path: Path) -> None:
    one = _play(browser, client, tmp_path / "1.db", lambda number: "own")
    two = _play(browser, client, tmp_path / "2.db", lambda number: "other" if number % 2 == 0 else "own")
    for a, b in zip(one, two, strict=True):
        assert a == b


# One moment twice; the hands of the others are swapped inside the server.


def _live(server: Server, table: str) -> LiveTable:
    return server.app._manager._tables[table].live


def _put(live: LiveTable, position: Position) -> None:
    live.table._position = position
    live._refresh()


def _otherwise(truth: Position, viewer: int, other: int) -> Position:
    """Return what could be true as well for a viewer, and is not the same for the other."""
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
    raise AssertionError("nothing is hidden here")


def _anew(page: Page) -> list[object]:
    """Return what a page gets and becomes when it is loaded."""
    lines = page.locator(".log li").count()
    page.goto("about:blank")
    tape = Tape(page)
    page.go_back()
    tape.look(lines)
    return tape.held()


def test_swapped_hands_change_nothing(new_page: NewPage, server: Server) -> None:
    host, guest, chance = new_page(), new_page(), random.Random(5)
    table = seat_guests(host, [guest], "hexagone", {})
    for _ in range(2):
        assert not play_on([host, guest], chance, 14)
        finish_turn(guest, chance)
        live = _live(server, table)
        truth = live.truth
        known, own = _anew(guest), _anew(host)
        _put(live, _otherwise(truth, viewer=1, other=0))
        assert _anew(guest) == known
        assert _anew(host) != own
        _put(live, truth)
        host.reload()
        settled(host)
