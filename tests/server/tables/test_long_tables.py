"""Long tables take little memory: positions of old steps are replayed when somebody reads that part of the log."""

from __future__ import annotations

import gc
import random
import tracemalloc
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.server.serving import Client, Refusal, serving
from tests.server.table_harness import TableHarness, everything

from bestagon.core import registry
from bestagon.core.actions import legal_actions
from bestagon.i18n import LANGUAGES, use_language
from bestagon.server.errors import ApiError
from bestagon.server.protocol.tables import Act, Chat, LogLine, Resign, Undo
from bestagon.server.store.base import EventRow
from bestagon.server.tables.live import LiveTable
from bestagon.server.tables.log import KEPT
from bestagon.server.tables.sizes import size_of
from bestagon.server.tables.views import Viewer

ME = {"kind": "me"}
GAMES: dict[str, dict[str, Any]] = {
    "beerhex": {"players": 2},
    "hex": {"players": 2, "options": {"size": 19}},
    "hex-dice": {"players": 3},
    "hex-roller": {"players": 3},
    "hexagone": {"players": 4},
    "pocket-hexes": {"players": 3},
    "real dice": {"players": 2, "real_dice": True, "dice": [3, 4, 4, 5, 6, 7, 8, 8]},
}


def opened(name: str) -> TableHarness:
    asked = GAMES[name]
    return TableHarness("hex-roller" if "real_dice" in asked else name, seats=[ME] * asked["players"], **asked)


def act(harness: TableHarness, seat: int, action: int, rng: random.Random) -> None:
    dice: list[int] = []
    while True:
        try:
            harness.do("ann", Act(seat, action, harness.live.version, dice))
        except ApiError as error:
            if error.throw is None:
                raise
            dice += [rng.randint(die.low, die.high) for die in error.throw.dice]
        else:
            return


def lines(live: LiveTable, n: int) -> list[LogLine]:
    """Return the last line that event n made, as everybody may read it in every language."""
    viewer, found = Viewer(live), []
    for spoken in LANGUAGES:
        with use_language(spoken):
            for seat in range(-1, live.row.players):
                found += viewer.log_page(seat, n + 1, 1).lines
    return found


def played(name: str, most: int) -> tuple[TableHarness, dict[int, list[LogLine]]]:
    """Return a table at which people act, undo and chat, and its lines as they were when they were new."""
    rng = random.Random(name)
    harness = opened(name)
    live = harness.live
    told = {}
    while live.status == "running" and live.version < most:
        seat = rng.choice(live.acting)
        actions = legal_actions(live.masked(seat), seat)
        what = rng.random()
        if what < 0.45 and live.undo(seat):
            harness.do("ann", Undo(seat))
        elif what > 0.95:
            harness.do("ann", Chat(seat, f"message {live.version}"))
        else:
            act(harness, seat, rng.choice(actions), rng)
        told[live.version] = lines(live, live.version)
    if live.status == "running" and live.row.players > 2:
        harness.do("ann", Resign(live.acting[0]))
        told[live.version] = lines(live, live.version)
    return harness, told


@pytest.mark.parametrize("name", sorted(GAMES))
def test_old_lines_read_as_they_did_when_they_were_new(name: str) -> None:
    harness, told = played(name, 700)
    assert any(step.dice for step in harness.live.steps) == (name == "real dice")
    orders = [sorted(told), sorted(told, reverse=True), random.Random(1).sample(sorted(told), len(told))]
    for order in orders:
        live = harness.again()
        for n in order:
            assert lines(live, n) == told[n]
        assert everything(live) == everything(harness.live)


def test_every_installed_game_is_played_here() -> None:
    assert {game.name for game in registry.all_games().values() if registry.is_ours(game)} <= {"hex", *GAMES}


def full(game: str = "hexagone", length: int = 1900) -> TableHarness:
    """Return a table at which a stranger acts and undoes."""
    harness = TableHarness(game, players=4, seats=[ME] * 4)
    live = harness.live
    while live.version < length and live.status == "running":
        seat = live.acting[0]
        actions = legal_actions(live.masked(seat), seat)
        harness.act("ann", seat, actions[live.version % len(actions)])
        if live.undo(seat):
            harness.do("ann", Undo(seat), f"key-{live.version:016}")
    assert live.version >= length
    return harness


def stored(harness: TableHarness) -> list[EventRow]:
    """Return the events as they are read from a store: nothing is shared between them."""
    return [msgspec.json.decode(msgspec.json.encode(row), type=EventRow) for row in harness.events]


def read_all(live: LiveTable) -> None:
    viewer = Viewer(live)
    for spoken in LANGUAGES:
        with use_language(spoken):
            for before in range(1, live.version, 100):
                viewer.log_page(-1, before, 100)


def test_a_long_table_takes_less_than_a_kilobyte_for_an_event() -> None:
    harness = full()
    rows = stored(harness)
    count = len(rows)
    # Boards and texts that are made once for all tables.
    read_all(harness.live)
    gc.collect()
    tracemalloc.start()
    try:
        live = LiveTable(harness.row, rows)
        del rows
        _, peak = tracemalloc.get_traced_memory()
        # It was 3.9 KiB.
        assert peak < 1024 * count
        read_all(live)
        read, _ = tracemalloc.get_traced_memory()
        assert read < size_of(live)
        gc.disable()
        del live
        left, _ = tracemalloc.get_traced_memory()
        # Nothing waits for the collector.
        assert left < 0.1 * read
    finally:
        gc.enable()
        tracemalloc.stop()


def test_old_pages_are_content_of_the_reader(tmp_path: Path) -> None:
    with serving(tmp_path / "t.db", visitor_content=1.0) as server:
        ann, bob = Client(server.port), Client(server.port)
        table = ann.create("beerhex", public=True, seats=[ME] * 2)["table"]
        for n in range(KEPT + 10):
            ann.do(table, "rename", seat=0, name=f"Ann {n}")
        assert bob.get(f"/api/tables/{table}/log", before=20)["lines"][-1]["text"] == "Ann 18"
        limits = server.app.site._context.limits
        bucket = server.app._content._now.level("127.0.0.1", 0.0)
        bucket[0] = -1.0
        with pytest.raises(Refusal, match="busy") as refusal:
            bob.get(f"/api/tables/{table}/log", before=20)
        assert refusal.value.status == 503
        bucket[0] = 1.0
        for visitor in ("", *limits._networks):
            limits.spend_content(visitor, "", 2.0)
        with pytest.raises(Refusal, match="too_many") as refusal:
            bob.get(f"/api/tables/{table}/log", before=20)
        assert refusal.value.status == 429
        assert len(bob.get(f"/api/tables/{table}/log")["lines"]) == 100
        assert bob.view(table)["version"] == KEPT + 10
        ann.close()
        bob.close()
