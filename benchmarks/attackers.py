"""Attacks on a server at 127.0.0.1, each bounded in time; benchmarks/attacks.py runs them in a separate process.

They come from other addresses of the loopback (127.0.0.2 and so on), so that limits per address can tell them from innocent players.
"""

from __future__ import annotations

import gzip
import http.client
import json
import selectors
import socket
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from typing import Any, Final

from content_lag import long_record

KB: Final = 1024
GET: Final = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
CHUNKED: Final = (
    b"POST /api/tokens HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n"
)
PING: Final = b"\x89\x80\0\0\0\0"
FRAGMENT: Final = b"\0\x80\0\0\0\0"
INVALID: Final = (
    b"HEAD /api/games HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET /nothing HTTP/1.1\r\nHost: x\r\n\r\n",
    b"GET / HTTP/1.1\r\n\r\n",
    b"BREW /api/games HTTP/1.1\r\nHost: x\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
)
THREADS: Final = 8
LONG_TABLES: Final = 14
WATCHERS: Final = 195
"""Live connections that watch one table: with those of the players as many as one address may have."""
SILENT: Final = 1100
"""Connections of the attacks by idle connections: more than the 1,024 files that the server may open."""


class Target:
    """The server under attack, until a time."""

    def __init__(self, port: int, seconds: float) -> None:
        self.port = port
        self._end = time.monotonic() + seconds

    @property
    def left(self) -> float:
        """The seconds that are left, at least a small time-out."""
        return max(0.05, self._end - time.monotonic())

    @property
    def over(self) -> bool:
        """Whether the attack must end."""
        return time.monotonic() >= self._end

    def connect(self, number: int = 0, buffer: int = 0) -> socket.socket:
        """Connect from one of several addresses, with a small receive buffer if one is given."""
        connection = socket.socket()
        if buffer:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
        connection.settimeout(self.left)
        connection.bind((f"127.0.0.{2 + number}", 0))
        connection.connect(("127.0.0.1", self.port))
        return connection

    def together(self, work: Callable[[int], None], threads: int = THREADS) -> None:
        """Repeat something in several threads until the end, whatever the server does to their connections."""

        def run(number: int) -> None:
            while not self.over:
                with suppress(OSError, http.client.HTTPException):
                    work(number)

        running = [threading.Thread(target=run, args=(number,)) for number in range(threads)]
        for thread in running:
            thread.start()
        for thread in running:
            thread.join()


class Visitor:
    """A visitor with a connection, at an address of the attackers."""

    def __init__(self, target: Target, number: int = 0) -> None:
        self.turn = 0
        self._http = http.client.HTTPConnection("127.0.0.1", target.port, timeout=10, source_address=(f"127.0.0.{2 + number}", 0))
        self.token = ""
        self.token = self.ask("POST", "/api/tokens", {}).get("token", "")

    def ask(self, method: str, path: str, body: object = None) -> Any:  # noqa: ANN401
        """Send a request and return the decoded response, refusals included."""
        self.turn += 1
        headers = {"Content-Type": "application/json", "Idempotency-Key": f"{id(self)}-{self.turn}"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        try:
            self._http.request(method, path, None if body is None else json.dumps(body), headers)
            response = self._http.getresponse()
            data = response.read()
            return json.loads(gzip.decompress(data) if response.getheader("Content-Encoding") == "gzip" else data)
        except (OSError, http.client.HTTPException):
            self._http.close()
            return {}

    def open(self, *seats: dict[str, str], game: str = "beerhex") -> str:
        """Open a public table; empty if it was refused."""
        table: str = self.ask("POST", "/api/tables", {"game": game, "public": True, "seats": list(seats)}).get("table", "")
        return table

    def upgrade(self, table: str) -> bytes:
        """Return the request for a live connection."""
        return (
            f"GET /api/tables/{table}/live HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\nAuthorization: Bearer {self.token}\r\n\r\n"
        ).encode()


ME: Final = {"kind": "me"}
OPEN: Final = {"kind": "open"}
EXPERT: Final = {"kind": "bot", "level": "expert"}


def flood(target: Target, start: bytes, part: bytes, read: bool = False) -> None:
    """Send the same bytes over several connections, again and again, until the server ends each; then reconnect."""

    def work(number: int) -> None:
        with target.connect() as connection:
            connection.sendall(start)
            while not target.over:
                connection.sendall(part)
                if read and not connection.recv(1 << 20):
                    return

    target.together(work)


def invalid(target: Target) -> None:
    """Send requests that will be refused, without a pause, and read the responses."""

    def work(number: int) -> None:
        with target.connect() as connection:
            while not target.over:
                connection.sendall(INVALID[number % len(INVALID)])
                if not connection.recv(1 << 20):
                    return

    target.together(work)


def flood_live(target: Target, part: bytes) -> None:
    """Send the same frames over live connections."""
    visitor = Visitor(target)
    flood(target, visitor.upgrade(visitor.open(ME, ME)), part)


def trickle(target: Target, start: bytes, part: bytes = b"", count: int = SILENT) -> None:
    """Open many connections at several addresses and send a byte over each now and then; open new ones for those that ended."""
    open_ones: list[socket.socket] = []
    opened = 0
    while not target.over:
        while len(open_ones) < count and not target.over:
            try:
                connection = target.connect(opened % 6)
                connection.sendall(start)
                connection.setblocking(False)
                open_ones.append(connection)
            except OSError:
                time.sleep(0.01)
            opened += 1
            if opened % count == 0:
                break
        time.sleep(min(1.0, target.left))
        staying = []
        for connection in open_ones:
            try:
                if part:
                    connection.send(part)
                elif not connection.recv(KB):
                    raise ConnectionError
                staying.append(connection)
            except BlockingIOError:
                staying.append(connection)
            except OSError:
                connection.close()
        open_ones = staying


def unread(target: Target, request: bytes, times: int) -> None:
    """Request large responses over many connections and read none of them."""
    held: list[socket.socket] = []
    number = 0
    while not target.over:
        with suppress(OSError):
            connection = target.connect(number % 4, 2 * KB)
            connection.setblocking(False)
            held.append(connection)
            connection.send(request * times)
        number += 1
        if number % 700 == 0:
            time.sleep(min(2.0, target.left))
        if len(held) > 700:
            held.pop(0).close()


def unread_views(target: Target) -> None:
    """Fill a table with chat, and request its view and the rules over connections that are never read."""
    visitor = Visitor(target)
    table = visitor.open(ME, ME)
    for _ in range(20):
        visitor.ask("POST", f"/api/tables/{table}/chat", {"seat": 0, "text": "x" * 400})
    lines = (f"GET {path} HTTP/1.1\r\nHost: x\r\n\r\n" for path in (f"/api/tables/{table}/view", "/api/games/hexagone/rules"))
    unread(target, "".join(lines).encode(), 20)


def experts(target: Target) -> None:
    """Open 55 tables of expert bots as one visitor and watch as many as possible."""
    visitor = Visitor(target)
    held = []
    for _ in range(55):
        table = visitor.open(EXPERT, EXPERT, game="hex")
        if table:
            connection = target.connect()
            connection.sendall(visitor.upgrade(table))
            held.append(connection)
    while not target.over:
        for connection in held:
            connection.settimeout(0.02)
            with suppress(OSError):
                connection.recv(1 << 20)


def many_tables(target: Target) -> None:
    """Open tables as 24 visitors of one address, as fast as possible."""
    visitors = [Visitor(target) for _ in range(24)]

    def work(number: int) -> None:
        visitors[number].open(ME)

    target.together(work, len(visitors))


def content(target: Target) -> None:
    """Request replays and lessons without a pause, as four visitors."""
    record = long_record("hexagone")
    visitors = [Visitor(target) for _ in range(4)]

    def work(number: int) -> None:
        if visitors[number].turn % 2:
            visitors[number].ask("POST", "/api/replays", {"record": record})
        else:
            visitors[number].ask("POST", "/api/games/hexagone/lessons/1", {"actions": []})

    target.together(work, len(visitors))


def data_files(target: Target) -> None:
    """Send decks that are all different, and real dice for terrain, to everything that sets up a game, as four visitors."""
    visitors = [Visitor(target) for _ in range(4)]
    cards = "\n".join(f"C{n:02d} * 1\n g g g {'gb'[n & 1]}\n{'gb'[n >> 1 & 1]}       g\n {'gb'[n >> 2 & 1]}\n" for n in range(8))
    rolled = {"real_dice": True, "players": 6, "seats": [ME] * 6, "options": {"map": 8, "terrain": "generation"}, "dice": [1] * 300}

    def work(number: int) -> None:
        visitor = visitors[number]
        for length in (9_000, 9_900, 99_000):
            deck = f"# {number} {visitor.turn}\n" + "\n" * (length - len(cards)) + cards
            visitor.ask("POST", "/api/games/hexagone/setup", {"players": 2, "options": {"data": deck}})
            visitor.ask("POST", "/api/tables", {"game": "hexagone", "options": {"data": deck}})
        visitor.ask("POST", "/api/tables", {"game": "hex-dice", **rolled})

    target.together(work, len(visitors))


def invalid_records(target: Target) -> None:
    """Send records that are as large as may be, and invalid, as four visitors."""
    visitors = [Visitor(target) for _ in range(4)]
    record = "x" * 199_000

    def work(number: int) -> None:
        visitors[number].ask("POST", "/api/replays", {"record": record})

    target.together(work, len(visitors))


def chat(target: Target) -> None:
    """Chat at several tables without a pause, with texts of all lengths."""
    visitors = [Visitor(target) for _ in range(THREADS)]
    tables = [visitor.open(ME, ME) for visitor in visitors]
    lengths = (*(400,) * 6, 401, 60_000)

    def work(number: int) -> None:
        for length in lengths:
            visitors[number].ask("POST", f"/api/tables/{tables[number]}/chat", {"seat": 0, "text": "\u26c4" * length})

    target.together(work)


def socket_moves(target: Target) -> None:
    """Send moves that cannot be played over live connections without a pause, and read the answers."""
    visitor = Visitor(target)
    move = json.dumps({"id": 1, "key": "k", "act": {"seat": 0, "action": 10**6, "version": 0}}).encode()
    frame = bytes([0x81, 0x80 | len(move)]) + bytes(4) + move
    flood(target, visitor.upgrade(visitor.open(ME, ME)), frame * 10, True)


def fan_out(target: Target) -> None:
    """Let as many connections as an address may have watch a table whose five players take new names as fast as they may."""
    players = [Visitor(target) for _ in range(5)]
    table = players[0].open(ME, *[OPEN] * 4, game="pocket-hexes")
    for player in players[1:]:
        player.ask("POST", f"/api/tables/{table}/sit", {})
    selector = selectors.DefaultSelector()
    for _ in range(WATCHERS):
        with suppress(OSError):
            connection = target.connect()
            connection.sendall(players[0].upgrade(table).replace(b"Authorization", b"X"))
            connection.setblocking(False)
            selector.register(connection, selectors.EVENT_READ, connection)
    buffer = bytearray(1 << 20)

    def work(number: int) -> None:
        if number < len(players):
            players[number].ask("POST", f"/api/tables/{table}/rename", {"seat": number, "name": f"{players[number].turn}"})
            return
        for key, _ in selector.select(0.1):
            with suppress(BlockingIOError):
                if not key.data.recv_into(buffer):
                    selector.unregister(key.data)

    target.together(work, len(players) + 1)


def single_bytes(target: Target) -> None:
    """Send messages over many live connections byte by byte, each in a packet of its own."""
    visitor = Visitor(target)
    start = visitor.upgrade(visitor.open(ME, ME)).replace(b"Authorization", b"X")
    text = b"x" * KB
    frame = bytes([0x81, 0xFE]) + len(text).to_bytes(2, "big") + bytes(4) + text

    def work(number: int) -> None:
        with ExitStack() as stack:
            connections = [stack.enter_context(target.connect(number % 4)) for _ in range(WATCHERS // THREADS)]
            for connection in connections:
                connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                connection.sendall(start)
            while not target.over:
                for byte in frame:
                    for connection in connections:
                        connection.send(bytes([byte]))
                for connection in connections:
                    connection.recv(1 << 20)

    target.together(work)


def large_pages(target: Target) -> None:
    """Request what takes longest to make, as four visitors with many public tables."""
    visitors = [Visitor(target) for _ in range(4)]
    for turn in range(60):
        visitors[turn % 4].open(ME, *[OPEN] * 5, game="pocket-hexes")
    paths = ("/api/tables", "/api/me", "/api/games", "/api/games/hexagone/rules", "/api/games/pocket-hexes/sample", "/api/openapi.json")

    def work(number: int) -> None:
        visitors[number].ask("GET", f"{paths[visitors[number].turn % len(paths)]}?language={('en', 'de')[number % 2]}")

    target.together(work, len(visitors))


def churn(target: Target) -> None:
    """Connect and close without a pause."""
    target.together(lambda number: target.connect(number % 4).close())


def long_tables(target: Target) -> None:
    """Read the views, logs and live views of stored tables with thousands of events in turn, as eight visitors of one address."""
    visitors = [Visitor(target) for _ in range(THREADS)]

    def work(number: int) -> None:
        table = f"long-{(visitors[number].turn + number) % LONG_TABLES}"
        visitors[number].ask("GET", f"/api/tables/{table}/view?language={('en', 'de')[number % 2]}")
        for before in range(0, 5000, 500):
            visitors[number].ask("GET", f"/api/tables/{table}/log?before={before}&limit=1000&language={('en', 'de')[number % 2]}")
        with target.connect() as connection:
            connection.sendall(visitors[number].upgrade(table))
            connection.recv(1 << 16)

    target.together(work)


def nothing(target: Target) -> None:
    """Wait: the attack is in the store."""
    time.sleep(target.left)


@dataclass(frozen=True)
class Attack:
    """An attack and how it is measured."""

    run: Callable[[Target], None]
    seconds: float = 0.0
    """At least this long, since a time-out is part of it."""
    bots: bool = False
    """Whether it affects mainly the bots of innocent players."""
    broken: int = 0
    """Number of stored tables at which the server cannot act."""
    long: int = 0
    """Number of stored tables with thousands of events."""


ATTACKS: Final = {
    "endless head": Attack(lambda target: flood(target, b"GET / HTTP/1.1\r\nHost: x\r\nA: ", b"a" * 16 * KB)),
    "header lines": Attack(lambda target: flood(target, b"GET / HTTP/1.1\r\nHost: x\r\n", b"a: b\r\n" * 2700)),
    "long address": Attack(lambda target: flood(target, b"GET /", b"a" * 16 * KB)),
    "chunk trailers": Attack(lambda target: flood(target, CHUNKED, b"a: b\r\n" * 2700)),
    "pings": Attack(lambda target: flood_live(target, PING * 2000)),
    "empty fragments": Attack(lambda target: flood_live(target, b"\x01\x80\0\0\0\0" + FRAGMENT * 2000)),
    "socket moves": Attack(socket_moves),
    "idle connections": Attack(lambda target: trickle(target, b""), 13.0),
    "slow head": Attack(lambda target: trickle(target, b"GET / HTTP/1.1\r\nHost: x\r\nA: ", b"a"), 13.0),
    "slow body": Attack(
        lambda target: trickle(
            target, b"POST /api/tokens HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 999\r\n\r\n", b"{"
        ),
        24.0,
    ),
    "unread answers": Attack(unread_views, 24.0),
    "pipelined": Attack(lambda target: flood(target, b"", GET * 300)),
    "undrivable tables": Attack(nothing, bots=True, broken=200),
    "expert bots": Attack(experts, bots=True),
    "many tables": Attack(many_tables),
    "replays and lessons": Attack(content),
    "data files": Attack(data_files),
    "invalid records": Attack(invalid_records),
    "long tables": Attack(long_tables, long=LONG_TABLES),
    "chat": Attack(chat),
    "fan-out": Attack(fan_out),
    "single bytes": Attack(single_bytes),
    "large pages": Attack(large_pages),
    "churn": Attack(churn),
    "invalid requests": Attack(invalid),
}
