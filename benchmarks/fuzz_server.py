"""Fuzzed requests and live messages against a running server: `python benchmarks/fuzz_server.py --messages 1000000 --seed 1`.

Starts a server without limits on a new SQLite file and sends it valid requests and moves that were changed: bytes flipped, cut and
doubled; fields of JSON replaced by wrong types and numbers out of range; other tables, seats, visitors and keys; the wrong order;
messages sent before; parts of a message sent one by one. Every response must come in time and must not be a fault (5xx, except 503
with one of the problems that name a reason, and 501 and 505 where HTTP demands them), no fault may be logged or counted, and in the
end every table can be played by its players. Prints the rate and how often each status occurred; the same seed sends the same kinds of
messages.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import re
import sys
import tempfile
import time
from collections import Counter, deque
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import httpx
import msgspec
import uvloop

from server import Served

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.server.serving import GENEROUS

WORKERS: Final = 12
VISITORS: Final = 6
TABLES: Final = 24
"""Tables that are used at once; another is opened for one whose game is over."""
PATIENCE: Final = 20.0
"""Seconds until a response counts as a hang: to each request, and to each message over a live connection that is waited for."""
HONEST: Final = (b'"busy"', b'"not_stored"', b'"too_many"', b'"no_bots"')
"""Problems that a response of 503 may name; this server runs no bots."""
UNKNOWN: Final = (501, 505)
"""What HTTP demands as a response to methods, codings and versions that the server does not know."""
GAMES: Final = ("beerhex", "hex", "hex-roller", "hexagone", "hex-dice", "pocket-hexes")
STATUS: Final = re.compile(rb"HTTP/1\.[01] ([0-9]{3}) ")
SOCKET_STATUS: Final = re.compile(rb'^\{"answer":-?[0-9]+,"status":([0-9]{3})')
ODD: Final[tuple[Any, ...]] = (
    *(None, True, False, 0, -1, 1, 2**31, 2**63, -(2**63) - 1, 2**64, 10**400, 1.5, -0.0, 1e308),
    *("", "\0", "x", "x" * 500, "\ud7ff\U0001f600", "a1", "../..", "0", [], [[]], {}, {"a": {}}, [0] * 50),
)
"""Values for any field."""
COMMANDS: Final = (
    *("act",) * 8,
    *("sit", "leave", "rename", "resign", "undo", "offer", "answer", "chat", "chat", "link", "watch", "end_device", "rematch", "hint"),
)
READS: Final = (
    *("/api/games", "/api/me", "/api/tables", "/healthz", "/readyz", "/api/games/hex/rules", "/api/games/hexagone/sample"),
    *("/api/tables/{table}", "/api/tables/{table}/view?seat={seat}&since={number}", "/api/tables/{table}/log?seat={seat}&before={number}"),
    *("/api/tables/{table}/record", "/api/tables/{table}/devices?seat={seat}", "/api/tables/{table}/stage/x", "/api/analyses/x", "/x"),
)


class Fault(Exception):
    """Something that must not happen."""


class World:
    """The visitors and tables that messages are about, and what came back."""

    def __init__(self, port: int, seed: int) -> None:
        self.port = port
        self.seed = seed
        self.tokens: list[str] = []
        self.tables: list[tuple[str, int, int]] = []
        """Each table in use with the visitors of its two seats."""
        self.used: list[tuple[str, int, int]] = []
        """All tables that were ever in use."""
        self.links: deque[str] = deque(["x"], 50)
        self.sent: deque[tuple[str, str, bytes, int, str]] = deque(maxlen=500)
        """Earlier requests, to be sent again."""
        self.statuses: Counter[str] = Counter()
        self.faults: list[str] = []
        self.left = 0
        self.moves = 0

    def take(self) -> bool:
        """Count a message; False if all have been sent."""
        self.left -= 1
        return self.left >= 0 and not self.faults

    def check(self, status: int, answer: bytes, asked: object) -> None:
        """Note a response, and whether it is a fault."""
        self.statuses[str(status)] += 1
        if status >= 500 and status not in UNKNOWN and not (status == 503 and any(name in answer for name in HONEST)):
            self.faults.append(f"{status} {answer[:300]!r} to {asked!r}"[:2000])


class Worker:
    """Sends messages over one connection at a time."""

    def __init__(self, world: World, number: int) -> None:
        self.world = world
        self.dice = random.Random(world.seed * 1000 + number)
        self._writer: asyncio.StreamWriter | None = None
        self._live = bytearray()
        """The frames sent over the live connection."""
        self._patience = asyncio.timeout(None)
        """Ends the wait for what comes next over it."""
        self._awaited = ""
        """What that is."""
        self._key = 0
        self._name = number

    # Valid requests

    def key(self) -> str:
        """Return a new key, or sometimes one that was used."""
        if self.dice.random() < 0.95:
            self._key += 1
        return f"{self._name}-{self._key}"

    def command(self) -> tuple[str, str, Any, int]:
        """Return a valid command at a table."""
        dice, (table, *holders) = self.dice, self.dice.choice(self.world.tables)
        name, seat = dice.choice(COMMANDS), dice.randrange(2)
        body: dict[str, Any] = {"seat": seat}
        if name == "act":
            body |= {"action": dice.choice([dice.randrange(60), "a1", "b2"]), "version": dice.randrange(300)}
        elif name in ("sit", "watch"):
            body = {"token": dice.choice(self.world.links)}
        elif name == "link":
            body = {"seat": dice.randrange(-1, 2)}
        elif name == "end_device":
            body["device"] = dice.randrange(1, 4)
        elif name in ("rename", "chat"):
            body["name" if name == "rename" else "text"] = dice.choice(["Ann", "\u2603" * 20, "x" * 30])
        elif name == "answer":
            body["yes"] = dice.random() < 0.5
        elif name in ("leave", "resign") and dice.random() < 0.9:
            # Most games should not end at once.
            name, body = "undo", {"seat": seat}
        return "POST", f"/api/tables/{table}/{name}", body, holders[seat]

    def request(self) -> tuple[str, str, Any, int]:
        """Return method, path, body and visitor of a valid request."""
        dice = self.dice
        kind = dice.random()
        visitor = dice.randrange(VISITORS)
        if kind < 0.7:
            return self.command()
        if kind < 0.9:
            table, *holders = dice.choice(self.world.tables)
            seat = dice.randrange(-1, 2)
            path = dice.choice(READS).format(table=table, seat=seat, number=dice.randrange(100))
            return "GET", path, None, holders[seat]
        if kind < 0.93:
            return "POST", "/api/games/hexagone/lessons/1", {"actions": [dice.randrange(50)]}, visitor
        if kind < 0.96:
            return "POST", dice.choice(["/api/replays", "/api/analyses"]), {"record": '{"game": "hex"}'}, visitor
        if kind < 0.97:
            return "POST", "/api/branches", {"record": "{}", "at": 1, "seat": 0, "level": "", "name": "x"}, visitor
        if kind < 0.98:
            seats = [{"kind": dice.choice(["me", "open", "link", "bot"])} for _ in range(2)]
            return "POST", "/api/tables", {"game": dice.choice(GAMES), "seats": seats, "public": dice.random() < 0.5}, visitor
        return "POST", dice.choice(["/api/me", "/api/tokens", "/api/me/revoke"]), {}, visitor

    # Changes

    def change(self, value: Any, deep: int = 0) -> Any:  # noqa: ANN401
        """Return JSON with a field replaced, removed or added."""
        dice = self.dice
        if not isinstance(value, dict | list) or not value or dice.random() < 0.1 * deep:
            return dice.choice(ODD)
        if isinstance(value, list):
            place = dice.randrange(len(value))
            return [self.change(item, deep + 1) if n == place else item for n, item in enumerate(value)]
        name = dice.choice(list(value))
        kind = dice.random()
        if kind < 0.1:
            return {other: item for other, item in value.items() if other != name}
        if kind < 0.2:
            return {**value, dice.choice(["x", "", "seat", "__proto__", "version"]): dice.choice(ODD)}
        return {**value, name: self.change(value[name], deep + 1)}

    def damage(self, data: bytes) -> bytes:
        """Return bytes with some flipped, cut, doubled or inserted."""
        dice, found = self.dice, bytearray(data)
        for _ in range(dice.choice([1, 1, 1, 2, 5])):
            place = dice.randrange(len(found) + 1)
            kind = dice.randrange(5)
            if kind == 0 and place < len(found):
                found[place] ^= 1 << dice.randrange(8)
            elif kind == 1:
                del found[place : place + dice.choice([1, 4, 40])]
            elif kind == 2:
                found[place:place] = dice.randbytes(dice.choice([1, 4, 40]))
            elif kind == 3:
                found[place:place] = found[place : place + dice.choice([4, 40])]
            else:
                found[place:place] = dice.choice([b"\r\n", b"\0", b"\r\n\r\n", b"{", b"[" * 200, b'"', b"9" * 30, b"\xff", b": "])
        return bytes(found)

    def encode(self, value: Any, damaged: float = 0.15) -> bytes:  # noqa: ANN401
        """Return JSON, changed in half of the cases, and its bytes damaged in some."""
        for _ in range(self.dice.choice([0, 0, 0, 1, 1, 2])):
            value = self.change(value)
        try:
            data = msgspec.json.encode(value)
        except (OverflowError, ValueError):
            data = b'{"seat":' + b"9" * 400 + b"}"
        return self.damage(data) if self.dice.random() < damaged else data

    # Over HTTP

    async def ask(self, method: str, path: str, body: bytes, visitor: int, key: str) -> tuple[int, bytes]:
        """Send a request whose head is valid, and return status and body."""
        data = (
            f"{method} {path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n"
            f"Idempotency-Key: {key}\r\nAuthorization: Bearer {self.world.tokens[visitor]}\r\n\r\n"
        ).encode() + body
        try:
            async with asyncio.timeout(PATIENCE):
                try:
                    return await self._exchange(data)
                except (OSError, asyncio.IncompleteReadError):
                    # The server ends connections after bodies that are too long, and idle ones.
                    self._writer = None
                    return await self._exchange(data)
        except TimeoutError:
            raise Fault(f"no response to {data[:500]!r}") from None

    async def _exchange(self, data: bytes) -> tuple[int, bytes]:
        if self._writer is None or self._writer.is_closing():
            self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self.world.port, limit=1 << 20)
        await self._write(self._writer, data)
        head = (await self._reader.readuntil(b"\r\n\r\n")).lower()
        start = head.index(b"content-length:") + 15
        answer = await self._reader.readexactly(int(head[start : head.index(b"\r\n", start)]))
        if b"connection: close" in head:
            self._writer.close()
            self._writer = None
        return int(head[9:12]), answer

    async def _write(self, writer: asyncio.StreamWriter, data: bytes) -> None:
        if self.dice.random() < 0.03:
            for _ in range(2):
                place = self.dice.randrange(len(data) + 1)
                writer.write(data[:place])
                await asyncio.sleep(0.001)
                data = data[place:]
        writer.write(data)

    async def send_request(self) -> None:
        """Send a request, perhaps changed or for the second time, and check the response."""
        dice, world = self.dice, self.world
        if world.sent and dice.random() < 0.05:
            method, path, body, visitor, key = dice.choice(world.sent)
        else:
            method, path, value, visitor = self.request()
            body, key = b"" if value is None else self.encode(value), self.key()
            if dice.random() < 0.1:
                visitor = dice.randrange(VISITORS)
            if dice.random() < 0.03:
                place = dice.randrange(1, len(path) + 1)
                path = path[:place] + dice.choice(["/", "%00", "%ff", "..", "?", "&seat=99999999999999999999", "x" * 3000]) + path[place:]
            if "revoke" in path:
                # The new credential must be known afterwards, so each revocation is sent once.
                key = f"revoke-{self._name}-{time.monotonic_ns()}"
            else:
                world.sent.append((method, path, body, visitor, key))
        status, answer = await self.ask(method, path, body, visitor, key)
        world.check(status, answer, (method, path, body))
        if status == 200 and path.startswith("/api/me/revoke"):
            world.tokens[visitor] = msgspec.json.decode(answer).get("token") or world.tokens[visitor]
        if status == 200 and path.endswith("/link"):
            world.links.append(msgspec.json.decode(answer).get("token", "x"))

    async def send_bytes(self) -> None:
        """Send a request whose head is damaged over a separate connection, and read until the server ends it."""
        world = self.world
        method, path, value, visitor = self.request()
        if path == "/api/me/revoke":
            path = "/api/me"
        body = b"" if value is None else self.encode(value)
        head = f"{method} {path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n"
        head += f"Idempotency-Key: {self.key()}\r\nAuthorization: Bearer {world.tokens[visitor]}\r\n\r\n"
        data = self.damage(head.encode() + body)
        answer = b""
        try:
            async with asyncio.timeout(PATIENCE):
                reader, writer = await asyncio.open_connection("127.0.0.1", world.port)
                with suppress(OSError):
                    await self._write(writer, data)
                    writer.write_eof()
                    answer = await reader.read(-1)
                writer.close()
        except TimeoutError:
            raise Fault(f"no end after {data[:500]!r}") from None
        for found in STATUS.findall(answer) or [b"000"]:
            world.check(int(found), answer, data)

    # Over live connections

    async def send_live(self) -> None:
        """Send some messages over a live connection, then a valid one, whose answer must come."""
        dice, world = self.dice, self.world
        table, *holders = dice.choice(world.tables)
        seat = dice.choice([-1, 0, 0, 0, 1, 1, 1])
        try:
            async with asyncio.timeout(None) as self._patience:
                self._await("the handshake and a view")
                await self._talk(table, seat, holders[seat])
        except TimeoutError:
            if not ends_within_frame(bytes(self._live)):
                took = await self._time_of_answer()
                what = f"{self._awaited} over a live connection to {table}; a request was answered in {took:.1f} s then"
                raise Fault(f"no {what}, after {bytes(self._live[-500:])!r}") from None
            world.statuses["live waits for the rest of a frame"] += 1
        except (OSError, asyncio.IncompleteReadError):
            # The server may end a connection after an invalid frame.
            world.statuses["live ended"] += 1

    def _await(self, what: str) -> None:
        """Wait for something over the live connection: a conversation may take long where each move waits for a slow disk."""
        self._awaited = what
        self._patience.reschedule(asyncio.get_running_loop().time() + PATIENCE)

    async def _time_of_answer(self) -> float:
        """Return how many seconds a simple request takes, which tells whether the whole server is slow."""
        began = time.perf_counter()
        await self.ask("GET", "/healthz", b"", 0, "")
        return time.perf_counter() - began

    async def _talk(self, table: str, seat: int, visitor: int) -> None:
        dice, world = self.dice, self.world
        self._live.clear()
        reader, writer = await asyncio.open_connection("127.0.0.1", world.port, limit=1 << 20)
        try:
            head = f"GET /api/tables/{table}/live?seat={seat} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            head += "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
            writer.write(f"{head}Authorization: Bearer {world.tokens[visitor]}\r\n\r\n".encode())
            status = int((await reader.readuntil(b"\r\n\r\n"))[9:12])
            world.check(status, b"", f"live {table}")
            if status != 101:
                return
            view = msgspec.json.decode(await receive(reader, world))
            for _ in range(dice.randrange(1, 30)):
                if not world.take():
                    break
                frames = self._frames(view, seat)
                self._live += frames
                await self._write(writer, frames)
                if dice.random() < 0.5:
                    # Moves must be played, so that positions differ.
                    view = await self._move(reader, writer, seat, view)
            number = dice.randrange(10**9, 10**10)
            self._send_frame(writer, {"id": number, "key": self.key(), "act": {"seat": 0, "action": 0, "version": 0}})
            while not (await receive(reader, world)).startswith(b'{"answer":%d,' % number):
                pass
        finally:
            writer.close()

    def _send_frame(self, writer: asyncio.StreamWriter, message: dict[str, Any]) -> None:
        """Send a valid message, whose answer is waited for."""
        data = frame(msgspec.json.encode(message))
        self._live += data
        writer.write(data)
        self._await(f"answer to {message['id']} or view with it")

    def _frames(self, view: dict[str, Any], seat: int) -> bytes:
        """Return a message, changed, as frames."""
        dice = self.dice
        choices = view["scene"].get("choices") or [[0]]
        act = {"seat": max(seat, 0), "action": dice.choice(choices)[0], "version": view["version"]}
        message = self.encode({"id": dice.randrange(1000), "key": self.key(), "act": act}, 0.03)
        if dice.random() < 0.01:
            return self.damage(frame(message))
        if dice.random() < 0.05 and len(message) > 1:
            place = dice.randrange(1, len(message))
            return frame(message[:place], 1, False) + frame(b"", 9) + frame(message[place:], 0)
        return frame(message)

    async def _move(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, seat: int, view: dict[str, Any]) -> dict[str, Any]:
        """Play a legal action if there is one, and return the newest view."""
        choices = view["scene"].get("choices", [])
        number = self.dice.randrange(10**4, 10**9)
        act = {"seat": max(seat, 0), "action": self.dice.choice(choices)[0] if choices else 0, "version": view["version"]}
        self._send_frame(writer, {"id": number, "key": self.key(), "act": act})
        done = -1
        while not 0 <= done <= view["version"]:
            message = await receive(reader, self.world)
            if not message.startswith(b'{"answer":'):
                view = msgspec.json.decode(message)
            elif message.startswith(b'{"answer":%d,' % number):
                answer = msgspec.json.decode(message)
                # The view with the move comes after the answer.
                done = answer["done"]["version"] if answer["status"] == 200 else 0
                self.world.moves += answer["status"] == 200
        return view

    async def run(self) -> None:
        """Send messages until all have been sent."""
        try:
            while self.world.take():
                kind = self.dice.random()
                if kind < 0.8:
                    await self.send_request()
                elif kind < 0.86:
                    await self.send_bytes()
                else:
                    await self.send_live()
                if self.dice.random() < 0.2:
                    await self.play()
                if self.dice.random() < 0.05:
                    await self.renew()
        except Fault as fault:
            self.world.faults.append(str(fault))

    async def play(self) -> None:
        """Play a legal action at a table, so that positions differ."""
        table, *holders = self.dice.choice(self.world.tables)
        for seat, visitor in enumerate(holders):
            status, answer = await self.ask("GET", f"/api/tables/{table}/view?seat={seat}", b"", visitor, "")
            view = msgspec.json.decode(answer) if status == 200 else {"scene": {}}
            if choices := view["scene"].get("choices"):
                act = {"seat": seat, "action": self.dice.choice(choices)[0], "version": view["version"]}
                status, answer = await self.ask("POST", f"/api/tables/{table}/act", msgspec.json.encode(act), visitor, self.key())
                self.world.check(status, answer, act)
                self.world.moves += status == 200

    async def renew(self) -> None:
        """Replace a table whose game is over, or that is not running, by a new one."""
        place = self.dice.randrange(TABLES)
        if place < len(self.world.tables):
            table, first, _ = self.world.tables[place]
            _, view = await self.ask("GET", f"/api/tables/{table}/view", b"", first, "")
            if b'"status":"running"' in view[:200]:
                return
        first = self.dice.randrange(VISITORS)
        second = self.dice.choice([first, self.dice.randrange(VISITORS)])
        seats = [{"kind": "me"}, {"kind": "me" if first == second else "open"}]
        create = {"game": self.dice.choice(GAMES), "players": 2, "seats": seats, "public": True}
        status, made = await self.ask("POST", "/api/tables", msgspec.json.encode(create), first, f"new-{self._name}-{time.monotonic_ns()}")
        if status == 401:
            return  # another worker has just replaced the credential
        if status != 200:
            raise Fault(f"no new table: {made!r}")
        found = (msgspec.json.decode(made)["table"], first, second)
        if first != second:
            await self.ask("POST", f"/api/tables/{found[0]}/sit", b"{}", second, f"sit-{self._name}-{time.monotonic_ns()}")
        self.world.tables[place : place + 1] = [found]
        self.world.used.append(found)


def frame(data: bytes, kind: int = 1, last: bool = True) -> bytes:
    """Return a frame, masked with zeros."""
    size = bytes([0x80 | len(data)]) if len(data) < 126 else bytes([0xFE]) + len(data).to_bytes(2, "big")
    return bytes([(0x80 if last else 0) | kind]) + size + bytes(4) + data


def ends_within_frame(data: bytes) -> bool:
    """Tell whether the last frame of a stream is not whole: a damaged length lets it contain the messages that follow."""
    start = 0
    while start < len(data):
        head = data[start : start + 10]
        length = head[1] & 127 if len(head) > 1 else 0
        wide = {126: 2, 127: 8}.get(length, 0)
        if wide:
            length = int.from_bytes(head[2 : 2 + wide], "big")
        start += 2 + wide + 4 + length
    return start > len(data)


async def receive(reader: asyncio.StreamReader, world: World) -> bytes:
    """Return the next text; ConnectionError at the end."""
    while True:
        first, length = await reader.readexactly(2)
        if length >= 126:
            length = int.from_bytes(await reader.readexactly(2 if length == 126 else 8), "big")
        data = await reader.readexactly(length)
        if first & 15 == 8:
            if data[:2] == b"\x03\xf3":
                world.faults.append(f"a live connection was closed with 1011 {data[2:]!r}")
            raise ConnectionError("closed")
        if first & 15 == 1:
            if found := SOCKET_STATUS.match(data):
                world.check(int(found[1]), data, "a live message")
            return data


async def check_tables(world: World) -> int:
    """Check that play can continue at every table that was used; return how many are still running."""
    worker = Worker(world, 999)
    running = 0
    for table, owner, _ in world.used:
        visitors = list(range(VISITORS))
        views = await held_seats(worker, table, visitors)
        for seat in {0, 1} - set(views):
            # Its player has left, and somebody else may sit down, perhaps only with an invitation.
            world.tokens.append(await new_token(worker))
            new = len(world.tokens) - 1
            visitors.append(new)
            _, link = await worker.ask("POST", f"/api/tables/{table}/link", b'{"seat":%d}' % seat, owner, f"link-{table}-{seat}")
            body = {"seat": seat, "token": msgspec.json.decode(link).get("token", "")}
            status, answer = await worker.ask("POST", f"/api/tables/{table}/sit", msgspec.json.encode(body), new, f"sit-{table}-{seat}")
            if status != 200 and b'"over"' not in answer:
                raise Fault(f"nobody can sit at seat {seat} of {table}: {answer!r}, {link!r}")
        views = await held_seats(worker, table, visitors)
        if any(view["status"] == "over" for _, view in views.values()) or len(views) < 2:
            continue
        acting = [(seat, visitor, view) for seat, (visitor, view) in views.items() if view["scene"].get("choices")]
        if not acting:
            raise Fault(f"nobody can act at {table}, which has the players {views!r}"[:1000])
        seat, visitor, view = acting[0]
        act = {"seat": seat, "action": view["scene"]["choices"][0][0], "version": view["version"]}
        status, answer = await worker.ask("POST", f"/api/tables/{table}/act", msgspec.json.encode(act), visitor, f"last-{table}")
        if status != 200:
            raise Fault(f"{table} is stuck: {answer!r}")
        running += 1
    return running


async def held_seats(worker: Worker, table: str, visitors: list[int]) -> dict[int, tuple[int, dict[str, Any]]]:
    """Return one of the visitors who holds each seat, and the view from there."""
    found = {}
    for seat in (0, 1):
        for visitor in reversed(visitors):
            status, answer = await worker.ask("GET", f"/api/tables/{table}/view?seat={seat}", b"", visitor, "")
            if status == 200:
                found[seat] = (visitor, msgspec.json.decode(answer))
                break
    return found


async def new_token(worker: Worker) -> str:
    """Return the credential of a new visitor."""
    token: str = msgspec.json.decode((await worker.ask("POST", "/api/tokens", b"{}", -1, ""))[1])["token"]
    return token


async def fuzz(world: World, messages: int) -> int:
    """Send the messages; return how many tables are still running."""
    first = Worker(world, 0)
    world.tokens = [""]
    world.tokens = [await new_token(first) for _ in range(VISITORS)]
    while len(world.tables) < TABLES:
        await first.renew()
    world.left = messages
    await asyncio.gather(*[Worker(world, number + 1).run() for number in range(WORKERS)])
    if not world.faults:
        try:
            return await check_tables(world)
        except Fault as fault:
            world.faults.append(str(fault))
    return 0


def main() -> None:
    """Run the fuzzer."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--messages", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, (Path(folder) / "log").open("wb") as log:
        served = Served(f"sqlite:///{folder}/fuzz.db", limits={**GENEROUS, "log": "warning"}, log=log)
        world = World(served.port, given.seed)
        began = time.perf_counter()
        try:
            running = uvloop.run(fuzz(world, given.messages))
            took = time.perf_counter() - began
            metrics = httpx.get(f"http://127.0.0.1:{served.port}/metrics").text.splitlines()
            world.faults += [line for line in metrics if line.startswith("bestagon_faults_total ") and not line.endswith(" 0.0")]
        finally:
            served.stop()
        lines = Path(log.name).read_text(errors="replace").splitlines()
        world.faults += [line for line in lines if '"message": "fault"' in line or '"level": "error"' in line][:5]
    print(f"{given.messages:,} messages with seed {given.seed} in {took:.0f} s, {given.messages / took:,.0f} a second")
    print(f"{world.moves:,} moves played; {len(world.used)} tables, {running} of them running in the end, and play continued at each")
    print("; ".join(f"{status}: {count:,}" for status, count in world.statuses.most_common()))
    print("\n".join(world.faults[:20]) or "no fault")
    sys.exit(bool(world.faults))


if __name__ == "__main__":
    main()
