"""Servers that are broken on purpose: the simulator must notice each of them, or its checks would mean nothing."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
from tests.server.simulation.faults import FaultRates
from tests.server.simulation.world import Plan, World

from bestagon.compiled_build import PURE
from bestagon.server.clock import ServerClock
from bestagon.server.edge.socket_session import SocketSession
from bestagon.server.jobs.scheduler import Scheduler
from bestagon.server.store.base import EventRow, Lease, StoreUnavailable, Summary
from bestagon.server.store.sqlite.store import SqliteStore
from bestagon.server.tables import scene_json, views
from bestagon.server.tables.clocks import Clocks
from bestagon.server.tables.commands import Command
from bestagon.server.tables.committed import Committed
from bestagon.server.tables.live import LiveTable
from bestagon.server.tables.loaded import LoadedTable
from bestagon.server.tables.manager import TableManager
from bestagon.server.tables.seats import Seat
from bestagon.server.tables.subscribers import Subscriber

Patch = Callable[[pytest.MonkeyPatch], None]
QUICK = Plan(seed=0, seconds=1200.0, events=8000, faults=FaultRates().times(2.0), round_seconds=300.0, tables=10, visitors=8)
SEEDS = (1, 2, 3, 4, 5, 6)
"""A mutation need not show with every seed, but it must with one of these."""


def _acknowledges_before_storing(patch: pytest.MonkeyPatch) -> None:
    async def append(self: TableManager, loaded: LoadedTable, event: Any, make_lease: Any = None, on_stored: Any = None) -> Committed:
        live = loaded.live
        row, summary = live.to_row(event), live.summary()
        asyncio.get_running_loop().create_task(self.store.append(loaded.id, row, summary)).add_done_callback(lambda task: task.exception())
        committed = Committed(live.version, event.seat)
        if on_stored is not None:
            on_stored(committed)
        self._publish(loaded)
        self.on_change(loaded.id, summary.due)
        return committed

    patch.setattr(TableManager, "_append", append)


def _acknowledges_what_may_have_failed(patch: pytest.MonkeyPatch) -> None:
    store_append = SqliteStore.append

    async def append(self: SqliteStore, table: str, event: EventRow, summary: Summary, lease: Lease | None = None) -> None:
        try:
            await store_append(self, table, event, summary, lease)
        except StoreUnavailable:
            return

    patch.setattr(SqliteStore, "append", append)


def _forgets_keys(patch: pytest.MonkeyPatch) -> None:
    event = Command.event

    def keyless(self: Command, live: LiveTable) -> Any:
        made = event(self, live)
        taken = any(made.key == key for _, key in live._keys._latest)
        return msgspec.structs.replace(made, key=f"{made.key}'" if taken else made.key)

    patch.setattr(Command, "event", keyless)
    patch.setattr(LiveTable, "find_committed", lambda self, visitor, key, fingerprint: None)


def _answers_a_repetition_with_the_newest_version(patch: pytest.MonkeyPatch) -> None:
    def find(self: LiveTable, visitor: str, key: str, fingerprint: str) -> Committed | None:
        found = self._keys._latest.get((visitor, key))
        return Committed(self.version, found.seat) if found else None

    patch.setattr(LiveTable, "find_committed", find)


def _shows_everything(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(views.Viewer, "_scene", lambda self, seat: scene_json.scene(self.live.game, self.live.truth, seat if seat >= 0 else -1))


def _shows_a_seat_to_those_who_left_it(patch: pytest.MonkeyPatch) -> None:
    close = Subscriber.close
    patch.setattr(Subscriber, "close", lambda self, why: None if why in ("seat", "ended") else close(self, why))


def _publishes_before_storing(patch: pytest.MonkeyPatch) -> None:
    append = TableManager._append

    async def early(self: TableManager, loaded: LoadedTable, event: Any, *more: Any) -> Committed | None:
        self._publish(loaded)
        return await append(self, loaded, event, *more)

    patch.setattr(TableManager, "_append", early)


def _loses_a_wake_up(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Subscriber, "_wake", lambda self: None)


def _loses_the_edge_s_wake_up(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(SocketSession, "_wake", lambda self: None)


def _ignores_gaps(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(TableManager, "on_gap", lambda self: None)


def _clocks_run_fast(patch: pytest.MonkeyPatch) -> None:
    out = Clocks.out
    patch.setattr(Clocks, "out", lambda self, now: out(self, now + 3000))
    due = LiveTable.due
    patch.setattr(LiveTable, "due", lambda self: max(1, due(self) - 3000) if due(self) else 0)


def _follows_the_system_clock(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(ServerClock, "__call__", lambda self: self._wall())


def _keeps_downtime(patch: pytest.MonkeyPatch) -> None:
    async def grant(self: TableManager, loaded: LoadedTable) -> None:
        return None

    patch.setattr(TableManager, "grant_downtime", grant)


def _forgets_bots(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Scheduler, "_drive", lambda self, table, listed=False: None)


def _keeps_links_valid(patch: pytest.MonkeyPatch) -> None:
    sit = Seat.sit

    def keep(self: Seat, visitor: str, name: str, at: int) -> None:
        token = self.token
        sit(self, visitor, name, at)
        self.token = token

    patch.setattr(Seat, "sit", keep)


def _keeps_everything_in_memory(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(TableManager, "evict", lambda self, idle, limits=None: None)


def _shows_what_is_older_than_known(patch: pytest.MonkeyPatch) -> None:
    read_committed = TableManager.read_committed

    async def read(self: TableManager, loaded: LoadedTable, read: Callable[[LiveTable], Any], known: int = 0) -> Any:
        return await read_committed(self, loaded, read)

    patch.setattr(TableManager, "read_committed", read)


def _deletes_announced_rematches(patch: pytest.MonkeyPatch) -> None:
    append = TableManager._append

    async def forestalled(self: TableManager, loaded: LoadedTable, event: Any, *more: Any) -> Committed | None:
        done = await append(self, loaded, event, *more)
        if event.body.kind == "rematch" and done is not None:
            await self.discard(loaded.live.next)
        return done

    patch.setattr(TableManager, "_append", forestalled)


MUTATIONS: list[tuple[Patch, str]] = [
    (_acknowledges_before_storing, "events are stored|stored at version|another's event|shows what is not stored"),
    (_acknowledges_what_may_have_failed, "events are stored|another's event|shows what is not stored"),
    (_forgets_keys, "nobody sent a command|was refused later"),
    (_answers_a_repetition_with_the_newest_version, "another's event"),
    (_shows_everything, "differs from what the seat may know"),
    (_shows_a_seat_to_those_who_left_it, "did not hold the seat|does not hold the seat"),
    (_publishes_before_storing, "shows what is not stored"),
    (_loses_a_wake_up, "events are stored|still watches"),
    (_loses_the_edge_s_wake_up, "events are stored|still watches"),
    (_ignores_gaps, "events are stored"),
    (_clocks_run_fast, "loses after"),
    (_follows_the_system_clock, "loses after|has been waiting|ran out|happened before"),
    (_keeps_downtime, "loses after"),
    (_forgets_bots, "has been waiting|ran out"),
    (_keeps_links_valid, "a link that is not valid"),
    (_keeps_everything_in_memory, "tables in memory"),
    (_shows_what_is_older_than_known, "after version"),
    (_deletes_announced_rematches, "announced as a rematch"),
]


FAVOURABLE: dict[Patch, Plan] = {
    _ignores_gaps: replace(QUICK, processes=2, faults=replace(FaultRates.none(), lost_notification=0.2)),
    _follows_the_system_clock: replace(QUICK, processes=1, faults=FaultRates.parse("clock_jump=60")),
    _keeps_downtime: replace(QUICK, processes=1, faults=replace(FaultRates.none(), crash=60.0)),
    _forgets_bots: replace(QUICK, faults=FaultRates.none()),
    _shows_everything: replace(QUICK, faults=FaultRates.none()),
    _keeps_everything_in_memory: replace(QUICK, faults=FaultRates.none(), events=3000),
    _shows_what_is_older_than_known: replace(QUICK, processes=2, faults=replace(FaultRates.none(), lost_notification=0.2, cut=100.0)),
}
"""Where a mutation shows soon."""


ROOT = Path(__file__).resolve().parents[3]
SERVE = "from tests.server.simulation.test_mutations import serve_mutations; serve_mutations()"


def try_mutation(name: str, patch: pytest.MonkeyPatch) -> str:
    """Break the server, and return what is wrong: that nobody noticed, or that something else was noticed; empty if all is well."""
    break_it, noticed = NAMED[name]
    break_it(patch)
    for seed in SEEDS:
        report = World(replace(FAVOURABLE.get(break_it, QUICK), seed=seed)).run()
        if report.failure:
            return "" if any(words in report.failure for words in noticed.split("|")) else report.failure
    return "nobody noticed"


def serve_mutations() -> None:
    """Try each mutation whose name is read, in a process of its own that has everything imported, and write the outcome as JSON."""
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            print(json.dumps(try_mutation(line.strip(), pytest.MonkeyPatch())), flush=True)
            os._exit(0)
        if os.waitpid(child, 0)[1]:
            print(json.dumps("the process failed: its error is above"), flush=True)


@pytest.fixture(scope="module")
def uncompiled() -> Iterator[Callable[[str], str]]:
    """Return a function that tries a mutation uncompiled, where patches of all classes work; importing takes longer than most of them."""
    path = os.pathsep.join(str(ROOT / part) for part in ("src", "examples", "."))
    environment = {**os.environ, PURE: "1", "PYTHONPATH": path}
    with subprocess.Popen(
        [sys.executable, "-c", SERVE], cwd=ROOT, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        asked, answers = process.stdin, process.stdout
        assert asked is not None
        assert answers is not None

        def attempt(name: str) -> str:
            print(name, file=asked, flush=True)
            outcome: str = json.loads(answers.readline())
            return outcome

        yield attempt
        asked.close()


NAMED = {break_it.__name__.strip("_"): (break_it, noticed) for break_it, noticed in MUTATIONS}


@pytest.mark.long
@pytest.mark.parametrize("name", list(NAMED))
def test_a_broken_server_is_noticed(name: str, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    if views.__file__.endswith((".so", ".pyd")):
        assert request.getfixturevalue("uncompiled")(name) == ""
    else:
        assert try_mutation(name, monkeypatch) == ""
