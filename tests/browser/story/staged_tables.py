"""Tables whose dice and actions are known, so that a page can watch a known scene."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from typing import Any

from playwright.sync_api import Page
from tests.browser.seeded_entropy import ENTROPY
from tests.server.serving import Client, Server

from bestagon.core.dice import SECRET_BYTES

VIEWER = 0


class ChosenDice:
    """The random bytes of all browser tests, except for the secret of the next table's dice, which a test chooses."""

    def __init__(self) -> None:
        self.text = ""
        """The text that the next secret is made from; empty for one that the test does not choose."""

    def __call__(self, count: int) -> bytes:
        """Return seeded bytes, or the chosen secret once."""
        if count != SECRET_BYTES or not self.text:
            return ENTROPY(count)
        text, self.text = self.text, ""
        return hashlib.sha256(text.encode()).digest()


class StagedTable:
    """A table of two visitors who play known actions over HTTP: Ada, who also watches in the browser, and Bob."""

    def __init__(self, server: Server, dice: ChosenDice, game: str, seed: str, options: Mapping[str, Any]) -> None:
        self._players = (Client(server.port), Client(server.port))
        viewer, rival = self._players
        dice.text = seed
        made = viewer.create(game, options=dict(options), seats=[{"kind": "me", "name": "Ada"}, {"kind": "link"}])
        self.id: str = made["table"]
        rival.do(self.id, "sit", token=made["invitations"]["1"], name="Bob")

    def play(self, actions: str) -> None:
        """Play actions, separated by commas: each a seat and its notation."""
        for action in actions.split(","):
            seat, text = action.split(maxsplit=1)
            client = self._players[int(seat)]
            client.do(self.id, "act", seat=int(seat), action=text, version=client.view(self.id, int(seat))["version"])

    def open(self, page: Page, seat: int = VIEWER) -> None:
        """Show the table to Ada, or to Bob, on a page, from the present on."""
        viewer = self._players[seat]
        page.context.add_cookies([{"name": "bestagon", "value": viewer.token, "url": f"http://127.0.0.1:{viewer.port}"}])
        page.goto(f"/t/{self.id}")
        page.locator(".table .board").first.wait_for()
        page.keyboard.press("Space")

    def close(self) -> None:
        """Close the visitors' connections."""
        for client in self._players:
            client.close()


Stage = Callable[..., StagedTable]
"""Stages a table: game, seed, what was played, and options."""
