"""Simulated people: they open tables, sit down, play, chat, undo, leave, come back, and repeat everything that is not answered."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from tests.server.simulation.http_client import TIMEOUT, Headers, HttpClient, HttpEnd, Refused
from tests.server.simulation.network import Lost, Network
from tests.server.simulation.oracle import Oracle, SentCommand

from bestagon.core.position import SPECTATOR
from bestagon.server.protocol.tables import TableView

TRIES = 40
"""How often a client sends a command before it gives up."""
LONG_PAUSE = 300.0
"""Seconds: people who think longer close the page meanwhile."""
LATER = (429, 503)
"""Answers after which the same command is sent again."""


Send = Callable[[str, dict[str, Any]], Awaitable[tuple[int, bytes]]]
"""Sends a command with a key and returns status and body of the answer, or raises Lost."""


class GaveUp(Exception):
    """No answer came, however often the client asked."""


class Visitor:
    """A person with a token."""

    def __init__(self, network: Network, oracle: Oracle, number: int, dice: random.Random) -> None:
        self.network = network
        self.oracle = oracle
        self.around = network.around
        self.name = f"v{number}"
        self.dice = dice
        self.language = dice.choice(["en", "en", "de"])
        self.id = ""
        """As the server names the visitor in storage."""
        self._headers: Headers = [(b"host", b"sim"), (b"content-type", b"application/json"), (b"accept-language", self.language.encode())]
        self._http = HttpClient(network, f"10.0.{number // 250}.{number % 250}")
        self._commands = 0

    def authorize(self, token: str, visitor: str) -> None:
        """Take a token."""
        self.id = visitor
        self._headers.append((b"authorization", b"Bearer " + token.encode()))

    async def send(self, method: str, path: str, body: object = None, key: str = "") -> tuple[int, bytes]:
        """Send a request once; Lost if there is no answer."""
        headers = [*self._headers, (b"idempotency-key", key.encode())] if key else self._headers
        data = b"" if body is None else msgspec.json.encode(body)
        label = f"{self.id}/{key}" if key else ""
        status, answer = await self._http.request(method, path, headers, data, label)
        if status >= 500 and status != 503:
            self.around.fail(f"{method} {path} was answered with {status}: {answer[:200]!r}")
        return status, answer

    async def ask(self, method: str, path: str, body: object = None, key: str = "") -> tuple[int, Any, bytes]:
        """Send a request until there is an answer."""
        for attempt in range(TRIES):
            try:
                status, answer = await self.send(method, path, body, key)
            except Lost:
                status, answer = 0, b""
            if status and status not in LATER:
                self.around.note(f"{self.name} {method} {path} {status}")
                return status, msgspec.json.decode(answer), answer
            await asyncio.sleep(self.dice.uniform(0.2, 1.0) * min(10.0, 1.3**attempt))
        raise GaveUp(f"{method} {path}")

    def new_key(self) -> str:
        """Return a key for a new command."""
        self._commands += 1
        return f"{self.name}.{self._commands}"

    async def command(self, table: str, name: str, first: Send | None = None, /, **body: Any) -> dict[str, Any] | None:
        """Send a command repeatedly with the same key until it is answered; None if it is refused.

        It is sent by `first` at first, if that is given.
        """
        sent = SentCommand(self.id, self.new_key(), table, name, body)
        self.oracle.commands[self.id, sent.key] = sent
        path = f"/api/tables/{table}/{name}"
        for attempt in range(TRIES):
            sent.sent_at = self.around.loop.time()
            try:
                if first is not None and not attempt:
                    self.network.copies[f"{self.id}/{sent.key}"] = 1
                    status, data = await first(sent.key, body)
                else:
                    status, data = await self.send("POST", path, body, sent.key)
            except Lost:
                status, data = 0, b""
            if status == 200:
                answer: dict[str, Any] = msgspec.json.decode(data)
                self.around.note(f"{self.name} {name} {sent.key} at {table} is version {answer['version']}")
                self.oracle.acknowledged(sent, answer)
                return answer
            if status and status not in LATER:
                problem = msgspec.json.decode(data)["error"]
                self.around.note(f"{self.name} {name} {sent.key} at {table} refused: {problem}")
                self.oracle.refused(sent, problem, final=self.network.copies[f"{self.id}/{sent.key}"] == 1)
                return None
            await asyncio.sleep(self.dice.uniform(0.2, 1.0) * min(10.0, 1.3**attempt))
        self.around.note(f"{self.name} gives up {name} {sent.key} at {table}")
        return None

    async def live(self, table: str, seat: int, since: int) -> HttpEnd:
        """Open a live connection; Lost or Refused."""
        return await self._http.live(f"/api/tables/{table}/live?seat={seat}&since={since}", self._headers, self.dice.randbytes(16))


class Player:
    """A visitor at one seat of a table, or a spectator: watches it live, and acts."""

    def __init__(self, visitor: Visitor, table: str, seat: int, pause: float, decisions: int) -> None:
        self.visitor = visitor
        self.table = table
        self.seat = seat
        self.view: TableView | None = None
        self.lines: set[int] = set()
        """The versions whose log lines it has."""
        self.pages_until = 0
        """The version up to which a view left lines out, because they were too many."""
        self.resting = False
        """Whether it only watches for now."""
        self.left = False
        """Whether it has lost or left the seat, or gone away."""
        self.wishes: list[tuple[str, dict[str, Any]]] = []
        """What the director should arrange for others: links, rematches, free seats."""
        self._pause = pause
        self._decisions = decisions
        self._dice = visitor.dice
        self.away = False
        """Whether it does not watch, because it comes back much later."""
        self._moves = 0
        self._answers: dict[int, asyncio.Future[tuple[int, bytes]]] = {}
        """The moves over the live connection that are not answered yet."""
        self._link: HttpEnd | None = None
        self._watching: asyncio.Future[None] | None = None

    @property
    def version(self) -> int:
        """The version of the newest view."""
        return self.view.version if self.view is not None else 0

    async def run(self) -> None:
        """Watch and act until bored."""
        self._come()
        try:
            while self._decisions > 0 and not self.left:
                if self._pause >= LONG_PAUSE:
                    self._go(told=True)
                await asyncio.sleep(self._dice.expovariate(1.0) * self._pause)
                if self.away:
                    self._come()
                    await asyncio.sleep(self._dice.uniform(1.0, 20.0))
                if not self.resting and not self.left and self.view is not None and self.seat != SPECTATOR:
                    self._decisions -= 1
                    await self._decide(self.view)
                elif self.seat == SPECTATOR:
                    self._decisions -= 1
            # The others' last moves still arrive.
            while self.resting:
                await asyncio.sleep(1.0)
        finally:
            self.left = True
            self._go(told=self._dice.random() < 0.8)

    def _come(self) -> None:
        """Watch the table."""
        self.away = False
        self._watching = asyncio.ensure_future(self._watch())

    def _go(self, told: bool) -> None:
        """Close the live connection, or just vanish."""
        self.away = True
        if self._watching is not None:
            self._watching.cancel()
        if self._link is not None and self._link.wire is not None:
            if told:
                self._link.wire.finish()
            else:
                self._link.wire.vanish()
        self._link = None

    async def _watch(self) -> None:
        """Keep a live connection, and check every view."""
        visitor, failures = self.visitor, 0
        while not self.left:
            try:
                known = self.version
                self._link = link = await visitor.live(self.table, self.seat, known)
                failures = 0
                await self._read(link, known)
            except Refused as refusal:
                if refusal.status not in LATER:
                    visitor.around.note(f"{visitor.name} may not watch {self.table} as seat {self.seat}")
                    self.left = True
                    return
            except Lost:
                pass
            failures += 1
            await asyncio.sleep(min(8.0, 0.3 * 1.6**failures) * self._dice.uniform(0.5, 1.0))

    async def _read(self, link: HttpEnd, newest: int) -> None:
        visitor, first = self.visitor, True
        while (data := await link.next()) is not None:
            if data.startswith(b'{"answer":'):
                self._answered(msgspec.json.decode(data))
                continue
            view = visitor.oracle.seen(data, visitor.id, self.seat, visitor.language, self.table)
            visitor.around.note(f"{visitor.name} sees {self.table} as {self.seat} at {view.version}")
            if view.whole != first and first:
                visitor.around.fail(f"the first view of table {self.table} on a connection is not whole")
            if view.version < newest:
                visitor.around.fail(f"seat {self.seat} of table {self.table} saw version {view.version} after version {newest}")
            if not first and not view.whole and view.since > newest:
                visitor.around.fail(f"seat {self.seat} of table {self.table} missed the log between {newest} and {view.since}")
            self.lines.update(line.n for line in view.log)
            if view.earlier:
                self.pages_until = max(self.pages_until, min(line.n for line in view.log) - 1)
            if view.version >= self.version:
                self.view = view
            first, newest = False, view.version

    async def _decide(self, view: TableView) -> None:
        """Do one of the things that people do."""
        dice, visitor, seat = self._dice, self.visitor, self.seat
        what = dice.random()
        if view.ask is not None and seat in view.ask.waiting and dice.random() < 0.7:
            await visitor.command(self.table, "answer", seat=seat, yes=dice.random() < 0.6)
        elif what < 0.05:
            await visitor.command(self.table, "chat", seat=seat, text=f"hello {dice.randrange(1000)}")
        elif what < 0.06:
            await visitor.command(self.table, "rename", seat=seat, name=f"name {dice.randrange(100)}")
        elif what < 0.07:
            made = await visitor.command(self.table, "link", seat=seat)
            if made is not None:
                self.wishes.append(("device", {"seat": seat, "token": made["token"]}))
        elif what < 0.075:
            # A double click, or two devices: the same choice is sent again later.
            await self._look()
        elif view.status == "over":
            await self._after_the_end(view)
        elif what < 0.08:
            if await visitor.command(self.table, "leave", seat=seat) is not None:
                self.wishes.append(("free", {"seat": seat}))
                self.left = True
        elif view.status == "running":
            await self._play(view, what)

    async def _play(self, view: TableView, what: float) -> None:
        dice, visitor, seat = self._dice, self.visitor, self.seat
        choices = msgspec.json.decode(bytes(view.scene)).get("choices", [])
        if what < 0.085:
            await visitor.command(self.table, "resign", seat=seat)
        elif what < 0.09:
            await visitor.command(self.table, "offer", seat=seat)
        elif view.undo and what < 0.13:
            await visitor.command(self.table, "undo", seat=seat)
        elif choices:
            version = view.version if dice.random() < 0.98 else max(0, view.version - dice.randrange(1, 4))
            action = dice.choice(choices)[0] if dice.random() < 0.99 else dice.randrange(10_000)
            first = self._send_move if dice.random() < 0.6 else None
            await visitor.command(self.table, "act", first, seat=seat, action=action, version=version)

    async def _after_the_end(self, view: TableView) -> None:
        dice = self._dice
        if dice.random() < 0.3 and not view.next:
            first = dice.randrange(len(view.seats)) if dice.random() < 0.3 else None
            opened = await self.visitor.command(self.table, "rematch", seat=self.seat, **({} if first is None else {"first": first}))
            if opened is not None:
                self.wishes.append(("rematch", {"table": opened["table"]}))
        elif dice.random() < 0.3:
            await self.visitor.ask("GET", f"/api/tables/{self.table}/record")
        self._decisions -= 5

    async def _send_move(self, key: str, body: dict[str, Any]) -> tuple[int, bytes]:
        """Send a move over the live connection."""
        link = self._link
        if link is None or link.closed:
            raise Lost("no live connection")
        self._moves += 1
        answer = self._answers[self._moves] = self.visitor.around.loop.create_future()
        link.send_text(msgspec.json.encode({"id": self._moves, "key": key, "act": body}))
        try:
            return await asyncio.wait_for(answer, TIMEOUT)
        except TimeoutError:
            raise Lost("no answer") from None

    def _answered(self, answer: dict[str, Any]) -> None:
        """Settle the move that an answer is for."""
        waiting = self._answers.pop(answer["answer"], None)
        if waiting is not None and not waiting.done():
            waiting.set_result((answer["status"], msgspec.json.encode(answer.get("done") or answer.get("problem"))))

    async def _look(self) -> None:
        """Read the table without a live connection."""
        known = self.version
        status, _, data = await self.visitor.ask("GET", f"/api/tables/{self.table}/view?seat={self.seat}&since={known}")
        if status == 200:
            view = self.visitor.oracle.seen(data, self.visitor.id, self.seat, self.visitor.language, self.table)
            if view.version < known:
                self.visitor.around.fail(f"seat {self.seat} of table {self.table} read version {view.version} after version {known}")
