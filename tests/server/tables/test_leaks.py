"""Whatever a client receives is a function of what its seat may know: hidden things are swapped and bytes compared."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable
from itertools import count
from pathlib import Path

import pytest
from tests.server.serving import Client, Server, settings
from tests.server.table_harness import TableHarness

from bestagon.core.actions import legal_actions
from bestagon.core.dice import fast
from bestagon.core.position import SPECTATOR
from bestagon.server.app import App
from bestagon.server.errors import ApiError
from bestagon.server.protocol.tables import Act, Answer, CommandBody, Offer, Rematch, Resign, Sit, Undo
from bestagon.server.tables.commands import Command
from bestagon.server.tables.events import encode
from bestagon.server.tables.live import LiveTable
from bestagon.server.tables.views import Viewer, table_info

HIDING = {"beerhex": 2, "hexagone": 3}
"""The games where seats hide something besides the dice, with players."""


def received(live: LiveTable, viewer: int) -> list[object]:
    """Everything a viewer could get out of a table now: views, errors, the list of tables."""
    views = Viewer(live)
    visitor = f"v{viewer}"
    found: list[object] = [
        encode(views.whole(viewer, 0, live.at)),
        views.step(viewer, live.version - 1),
        encode(table_info(live, visitor, {})),
        live.summary().info,
        live.summary().due,
        views.stage,
    ]
    commands: list[CommandBody] = [Undo(max(viewer, 0)), Offer(0), Resign(0), Rematch(0), Answer(0, True)]
    for seat in range(live.row.players):
        commands += [
            Act(seat, action, live.version) for action in (0, 1, 7, 10**6, "", "?", "c2 own", "c2 other", "return 1", "a1", "pass")
        ]
    for command in commands:
        try:
            event = Command(command, visitor, "", live.at).event(live)
            found.append((event.seat, event.body))
        except ApiError as refused:
            found.append((refused.name, refused.message, refused.version))
    return found


@pytest.mark.parametrize(("game", "clues"), [("beerhex", False), ("beerhex", True), ("hexagone", False)])
def test_with_hidden_contents_swapped_a_viewer_receives_the_same_bytes(game: str, clues: bool) -> None:
    players = HIDING[game]
    different = 0
    for secret in range(1, 4):
        harness = TableHarness(game, secret, players=players, seats=[{"kind": "open"}] * players, options={"clues": True} if clues else {})
        for seat in range(players):
            harness.do(f"v{seat}", _sit(seat))
        dice = fast(secret)
        for _ in range(70):
            if harness.live.status == "over":
                break
            seat = harness.live.acting[0]
            texts = {
                harness.live.game.action_text(harness.live.truth, seat, action): action
                for action in legal_actions(harness.live.truth, seat)
            }
            kept = [text for text in texts if text not in ("declare", "cannot", "concede")] or list(texts)
            harness.act(f"v{seat}", seat, kept[int(dice.below(len(kept)))])
            if dice.below(4) == 0:
                for viewer in range(SPECTATOR, players):
                    different += _swapped(harness, viewer, dice)
    assert different > 20


def _sit(seat: int) -> CommandBody:
    return Sit(f"Player {seat}", seat)


def _swapped(harness: TableHarness, viewer: int, dice: object) -> bool:
    """Compare what a viewer gets from the table and from one whose hidden contents are others; tell whether they were."""
    truth = harness.live.truth
    world = truth.copy()
    world.mask(viewer)
    world.determinize(viewer, dice)  # type: ignore[arg-type]
    world.dice.copy_from(truth.dice)
    other = harness.again()
    other.table._position = world
    other._refresh()
    assert received(other, viewer) == received(harness.live, viewer)
    return world.to_bytes() != truth.to_bytes()


# The same over the wire, with everything a client can get.


class Tape:
    """A server with its own time and chance, and everything that seat 1 and a spectator received from it."""

    def __init__(self, store: Path, hidden: Callable[[int], str]) -> None:
        numbers = count()

        def entropy(n: int) -> bytes:
            return hashlib.shake_256(b"5%d" % next(numbers)).digest(n)

        app = App(settings(store), now=lambda: 10**12, entropy=entropy, monotonic=lambda: 0.0)
        server = Server(app)
        self.got: list[bytes] = []
        ann, bob, eve = (Client(server.port) for _ in range(3))
        self.secrets = [ann.token, bob.token, eve.token]
        try:
            self._play(ann, bob, eve, hidden)
        finally:
            for client in (ann, bob, eve):
                client.close()
            server.stop()

    def _play(self, ann: Client, bob: Client, eve: Client, hidden: Callable[[int], str]) -> None:
        made = ann.post("/api/tables", {"game": "beerhex", "public": True, "seats": [{"kind": "me"}, {"kind": "link"}]}, "table")
        table = made["table"]
        self.secrets.append(made["invitations"]["1"])
        version = bob.do(table, "sit", "sit", token=made["invitations"]["1"])["version"]
        with bob.live(table, 1) as seat, eve.live(table) as spectator:
            placed = count()
            for number, cell in enumerate(("a1", "b3", "c2", "e5", "d4", "a4", "c5", "b1")):
                mine = ann.view(table, 0)["scene"].get("choices")
                client, who = (ann, 0) if mine else (bob, 1)
                text = f"{cell} {hidden(next(placed)) if who == 0 else 'own'}"
                version = client.do(table, "act", f"act{number}", seat=who, action=text, version=version)["version"]
                for asker, viewer in ((bob, 1), (eve, -1)):
                    base = f"/api/tables/{table}"
                    for path in (f"{base}/view?seat={viewer}", base, f"{base}/record", f"{base}/view?seat=0", "/api/tables", "/api/me"):
                        self.got.append(asker.http.get(path).content)
                    for body in ({"seat": 0, "action": 3, "version": version}, {"seat": 1, "action": text, "version": version - 1}):
                        answer = asker.http.post(f"{base}/act", json=body, headers={"Idempotency-Key": "x"})
                        assert answer.status_code in (403, 409)
                        self.got.append(answer.content)
            for connection in (seat, spectator):
                latest = b""
                while f'"version":{version},'.encode() not in latest:
                    latest = connection.recv(timeout=20, decode=False)
                    self.got.append(latest)


def test_over_the_wire_a_hidden_choice_changes_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO), caplog.at_level(logging.DEBUG, "bestagon"):
        one = Tape(tmp_path / "1.db", lambda number: "own")
        two = Tape(tmp_path / "2.db", lambda number: "other" if number % 2 == 0 else "own")
    assert len(one.got) > 100
    assert one.got == two.got
    lines = "\n".join(str(record.__dict__) for record in caplog.records)
    assert "request" in lines
    for secret in (*one.secrets, *two.secrets):
        assert secret not in lines
    for text in ("a1 own", "a1 other", "c2 own"):
        assert text not in lines
