"""The effect of attacks on innocent players, and their traces in metrics and logs.

`python benchmarks/attacks.py` starts a server of the small profile on SQLite, with 1,024 files, for each attack of attackers.py; the
attack runs in a second process with a lower priority, from other addresses of the loopback, while innocent players move at a steady
pace. It prints the latency of their moves without and during the attack, how long a new visitor waits for a page, how much of a core
and how much more memory the server uses, and which metrics and log lines name the attack. `--only NAME` (repeatable) selects
attacks, `--seconds` sets how long each lasts, `--rest` how long after it the memory is read again. `--again` repeats each attack on the
same server and prints its memory after every one: what a process loads once stays, but repetitions must not add to it.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import os
import random
import resource
import sys
import tempfile
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import httpx
import uvloop
from attackers import ATTACKS, Attack, Target
from long_tables import store_long_tables
from peer.websocket import WebSocket

from server import ANSWER, DECODER, Http, Players, Served

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.server.jobs.test_fairness import break_tables

FILES: Final = 1024
"""Files that the server may open."""
TABLES: Final = 4
"""Tables of innocent players, each with its own visitor."""
PACE: Final = 0.1
"""Seconds between moves at a table."""
SLOWER: Final = 100.0
"""Limit of the milliseconds that an attack may add to the 99th percentile of a move."""
LARGER: Final = 50.0
"""Limit of the megabytes of memory that an attack may cost."""
STAYS: Final = 15.0
"""Limit of the megabytes that may still be there some time after: what a process loads once, and pages that it shares."""
ADDED: Final = 5.0
"""Limit of the megabytes by which repetitions of an attack may add to that."""
COUNTED: Final = (
    *("refused_total", "ended_total", "limits_total", "overflows_total", "postponed_tables_total", "content_seconds_total"),
    *("delayed_total", "heavy_content_total", "faults_total"),
)
"""Endings of the metrics that name attacks."""
ORDERLY: Final = ('reason="idle"', 'reason="unwatched"', 'reason="gone"', 'reason="done"')
"""Metrics that also count without an attack."""
MANY: Final = 500
"""Counts from this number on are due to the attack."""
MB: Final = 1 << 20


@dataclass
class Seen:
    """Latencies of innocent players over some seconds, in milliseconds."""

    moves: list[float] = field(default_factory=list)
    pages: list[float] = field(default_factory=list)
    bots: list[float] = field(default_factory=list)
    failed: Counter[str] = field(default_factory=Counter)
    memory: int = 0
    """The server's largest memory in bytes."""
    processor: float = 0.0
    """The share of a core that the server used."""


def percentile(times: list[float], part: float) -> float:
    """Return a percentile; not a number without measurements."""
    return sorted(times)[int(len(times) * part)] if times else float("nan")


Outcome = tuple[Seen, Seen, list[int], dict[str, float]]
"""Measurements without and during an attack, the memory before it and after it and each repetition, and the metrics that counted it."""


class BotGame:
    """A game of an innocent player against a friendly bot."""

    def __init__(self, port: int, token: str) -> None:
        self._port = port
        self._token = token

    async def open(self) -> None:
        """Open a table."""
        http = await Http(self._port, self._token).open()
        seats = [{"kind": "me"}, {"kind": "bot", "level": "friendly"}]
        self._table = (await http.post("/api/tables", {"game": "hex", "seats": seats}))["table"]
        self._live = WebSocket(self._port, f"/api/tables/{self._table}/live?seat=0", self._token)
        await self._live.connect()
        self._number = 0
        await self._turn()

    async def _turn(self) -> None:
        """Wait until the player may move or the game is over."""
        while True:
            message = await self._live.receive()
            if not message.startswith(ANSWER):
                self._view = DECODER.decode(message)
                if self._view.scene.choices or self._view.status == "over":
                    return

    async def play(self, end: float, found: list[float]) -> None:
        """Move until a time, and note how long the bot takes to answer."""
        while time.perf_counter() < end:
            if self._view.status == "over":
                await self.open()
            self._number += 1
            choices = [choice for choice in self._view.scene.choices if choice[1] != "swap"]
            act = {"seat": 0, "action": choices[len(choices) // 2][0], "version": self._view.version}
            began = time.perf_counter()
            self._live.send(json.dumps({"id": self._number, "key": f"bot-{self._number}", "act": act}).encode())
            version = self._view.version
            while self._view.version < version + 2 and self._view.status != "over":
                await self._turn()
            found.append((time.perf_counter() - began) * 1000)
            await asyncio.sleep(0.2)


async def visit(port: int, end: float, seen: Seen) -> None:
    """Load a page over a new connection several times a second, as new visitors do."""
    while time.perf_counter() < end:
        began = time.perf_counter()
        try:
            async with asyncio.timeout(10):
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.write(b"GET /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
                answer = await reader.read(-1)
                writer.close()
            if not answer.startswith(b"HTTP/1.1 200"):
                seen.failed[answer[9:12].decode() or "no answer"] += 1
        except (OSError, TimeoutError) as error:
            seen.failed[type(error).__name__] += 1
        seen.pages.append((time.perf_counter() - began) * 1000)
        await asyncio.sleep(0.25)


async def watch(served: Served, end: float, seen: Seen) -> None:
    """Note the largest memory of the server."""
    while time.perf_counter() < end:
        seen.memory = max(seen.memory, served.memory())
        await asyncio.sleep(0.2)


class Innocent:
    """The innocent players of a server."""

    def __init__(self, served: Served, bots: bool) -> None:
        self._served = served
        self._bots = bots

    async def open(self) -> None:
        """Open the tables."""
        port = self._served.port
        self._players = []
        for number in range(TABLES):
            token = await self._visitor()
            self._players.append(Players([port], token, random.Random(number), False))
            await self._players[-1].open()
        self._game = BotGame(port, await self._visitor())
        if self._bots:
            await self._game.open()

    async def _visitor(self) -> str:
        token: str = (await (await Http(self._served.port).open()).post("/api/tokens", {}))["token"]
        return token

    async def play(self, seconds: float) -> Seen:
        """Play and return the players' latencies."""
        seen = Seen()
        began, used = time.perf_counter(), self._served.cpu()
        end = began + seconds
        for one in self._players:
            one.latencies.clear()
        work = [one.play(end, PACE) for one in self._players]
        work += [visit(self._served.port, end, seen), watch(self._served, end, seen)]
        work += [self._game.play(end, seen.bots)] if self._bots else []
        for result in await asyncio.gather(*work, return_exceptions=True):
            if result is not None:
                seen.failed[f"{type(result).__name__}: {result}"[:100]] += 1
        seen.processor = (self._served.cpu() - used) / (time.perf_counter() - began)
        seen.moves = [latency * 1000 for one in self._players for latency in one.latencies]
        return seen


def counters(port: int) -> dict[str, float]:
    """Return the metrics that name attacks, where they have counted something."""
    found = {}
    for line in httpx.get(f"http://127.0.0.1:{port}/metrics").text.splitlines():
        name, _, value = line.rpartition(" ")
        fewest = MANY if any(part in name for part in ORDERLY) else 1
        if name[0] != "#" and name.partition("{")[0].endswith(COUNTED) and float(value) >= fewest:
            found[name] = float(value)
    return found


def named(line: str) -> str:
    """Return the message of a log line without addresses and numbers."""
    try:
        data: dict[str, Any] = json.loads(line)
    except ValueError:
        return line.strip()[:100]
    return " ".join(str(data[name]) for name in ("message", "why", "limit", "scope", "reason") if name in data)[:100]


def strike(name: str, port: int, seconds: float) -> None:
    """Attack, in a separate process."""
    # Real attackers have their own machines; these compete with the innocent players for the processor.
    os.nice(5)
    resource.setrlimit(resource.RLIMIT_NOFILE, (resource.getrlimit(resource.RLIMIT_NOFILE)[1],) * 2)
    ATTACKS[name].run(Target(port, seconds))


async def besiege(served: Served, name: str, attack: Attack, seconds: float, rest: float, again: int) -> Outcome:
    """Play without and during an attack, and repeat it; return the measurements of the first."""
    innocent = Innocent(served, attack.bots)
    await innocent.open()
    await innocent.play(2)
    quiet = await innocent.play(seconds)
    memory = [served.memory()]
    during = await strike_while_playing(served, name, innocent, seconds)
    counted = counters(served.port)
    await asyncio.sleep(rest)
    memory.append(served.memory())
    for _ in range(again):
        await strike_while_playing(served, name, innocent, seconds)
        await asyncio.sleep(rest)
        memory.append(served.memory())
    return quiet, during, memory, counted


async def strike_while_playing(served: Served, name: str, innocent: Innocent, seconds: float) -> Seen:
    """Attack in another process while the innocent players play, and return what they saw."""
    attacker = multiprocessing.get_context("spawn").Process(target=strike, args=(name, served.port, seconds))
    attacker.start()
    await asyncio.sleep(1.0)
    during = await innocent.play(seconds)
    await asyncio.to_thread(attacker.join, 30)
    if attacker.is_alive():
        attacker.kill()
    return during


def measure(name: str, attack: Attack, folder: Path, seconds: float, rest: float, again: int) -> bool:
    """Run an attack, print what it did, and return whether everything stayed within the limits."""
    seconds = max(seconds, attack.seconds)
    path = folder / f"{name.replace(' ', '-')}.db"
    log_path = path.with_suffix(".log")
    if attack.broken:
        break_some(path, attack.broken)
    if attack.long:
        store_long_tables(path, attack.long)
    with log_path.open("wb") as log:
        served = Served(f"sqlite:///{path}", limits={"profile": "small"}, log=log, files=FILES)
        try:
            quiet, during, memory, counted = uvloop.run(besiege(served, name, attack, seconds, rest, again))
        finally:
            served.stop()
    # During the rest the players do not answer pings.
    lines = Counter(named(line) for line in log_path.read_text().splitlines() if '"level": "info"' not in line and "silent" not in line)
    return report(name, seconds, rest, quiet, during, memory, counted, lines)


def break_some(path: Path, count: int) -> None:
    """Store tables whose rules are not installed."""

    async def open_one(port: int) -> str:
        http = await Http(port).open()
        http.token = (await http.post("/api/tokens", {}))["token"]
        seats = [{"kind": "me"}, {"kind": "bot", "level": "friendly"}]
        table: str = (await http.post("/api/tables", {"game": "beerhex", "seats": seats}))["table"]
        return table

    served = Served(f"sqlite:///{path}", limits={"profile": "small", "log": "error"})
    try:
        table = uvloop.run(open_one(served.port))
    finally:
        served.stop()
    break_tables(path, table, count)


def report(
    name: str,
    seconds: float,
    rest: float,
    quiet: Seen,
    during: Seen,
    memory: list[int],
    counted: dict[str, float],
    lines: Counter[str],
) -> bool:
    """Print one attack; return whether it stayed within the limits."""
    before, after, *repeated = memory
    slower = percentile(during.moves, 0.99) - percentile(quiet.moves, 0.99)
    larger, stayed = (during.memory - before) / MB, (after - before) / MB
    added = (max([after, *repeated]) - after) / MB
    faults = counted.pop("bestagon_faults_total", 0.0)
    wrong = [
        *(["SLOW"] if not slower <= SLOWER else []),
        *(["LARGE"] if larger > LARGER else []),
        *(["STAYS"] if stayed > STAYS or added > ADDED else []),
        *(["FAILED"] if during.failed else []),
        *(["FAULTS"] if faults else []),
        *(["NO METRIC"] if not counted else []),
        *(["NO LOG LINE"] if not lines else []),
    ]
    print(f"\n{name} ({seconds:.0f} s): {', '.join(wrong) or 'ok'}")
    for what, calm, hit in (("moves", quiet.moves, during.moves), ("pages", quiet.pages, during.pages), ("bots", quiet.bots, during.bots)):
        if calm:
            figures = [percentile(times, part) for times in (calm, hit) for part in (0.5, 0.99)]
            print("  {}: p50 {:.1f}, p99 {:.1f} ms; under attack p50 {:.1f}, p99 {:.1f} ms ({} of them)".format(what, *figures, len(hit)))
    print(f"  processor: {quiet.processor:.0%} of a core, {during.processor:.0%} under attack")
    print(f"  memory: {before / MB:.0f} MB, {larger:+.0f} MB at most, {stayed:+.0f} MB {rest:.0f} s after")
    if repeated:
        print(f"  memory after it was repeated: {', '.join(f'{(later - before) / MB:+.0f} MB' for later in repeated)}")
    for title, found in (("failed", during.failed), ("metrics", counted), ("log", lines)):
        if found:
            text = "; ".join(f"{one} {count:,.0f}" for one, count in sorted(found.items(), key=lambda item: -item[1])[:6])
            print(f"  {title}: {text.replace('bestagon_', '')}")
    sys.stdout.flush()
    return not wrong


def main() -> None:
    """Run the attacks."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", action="append", choices=sorted(ATTACKS), help="run only this attack; repeatable")
    parser.add_argument("--seconds", type=float, default=20, help="how long each attack lasts, at least; some last longer")
    parser.add_argument("--rest", type=float, default=30, help="seconds after an attack until the memory is read again")
    parser.add_argument("--again", type=int, default=0, help="how often each attack is repeated on the same server")
    given = parser.parse_args()
    failed = []
    with tempfile.TemporaryDirectory() as folder, suppress(KeyboardInterrupt):
        for name, attack in ATTACKS.items():
            if given.only and name not in given.only:
                continue
            if not measure(name, attack, Path(folder), given.seconds, given.rest, given.again):
                failed.append(name)
    print(f"\nbeyond a limit: {', '.join(failed) or 'none'}")
    sys.exit(bool(failed))


if __name__ == "__main__":
    main()
