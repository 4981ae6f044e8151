"""The whole simulation: processes that crash and start again, people who play, faults that strike, and checks all along."""

from __future__ import annotations

import asyncio
import logging
import math
import random
from collections.abc import Callable, Coroutine
from dataclasses import dataclass, field
from typing import Any

from tests.server.simulation.clients import GaveUp, Player, Visitor
from tests.server.simulation.faults import FaultRates
from tests.server.simulation.loop import BEGIN, OWNER
from tests.server.simulation.network import Network
from tests.server.simulation.oracle import Oracle
from tests.server.simulation.processes import ServerProcess
from tests.server.simulation.storage import Disk
from tests.server.simulation.surroundings import Surroundings, Violation

from bestagon.core import registry
from bestagon.core.option import Value
from bestagon.core.position import SPECTATOR
from bestagon.server.settings import Settings
from bestagon.server.store.base import SERVER_KEY
from bestagon.server.store.sqlite import queries
from bestagon.server.tokens import Keys

GAMES = {"hex": 5, "tictactoe": 4, "hex-roller": 3, "pocket-hexes": 2, "beerhex": 3, "hexagone": 2, "hex-dice": 1}
"""The games and how often each is chosen."""
LIVELY = (1.5, 5.0, 20.0)
CALM = (600.0, 3600.0, 14400.0)
"""Paces: of people who finish a game in one go, and of those who take days."""
QUIET = 75.0
"""Seconds without faults and moves after which all clients must have the same view."""
SETTLED = 10.0
"""Seconds within which a stored event reaches every client when nothing fails."""
CLOSING = 10
"""How often tasks are cancelled at the end of a run."""
OWN_TASKS = 6
"""Number of tasks of an idle process: scheduler, health, retention and metrics."""
IDLE = 300.0
"""Seconds after which a server without clients must have forgotten everything."""


@dataclass(frozen=True)
class Plan:
    """What to simulate."""

    seed: int
    seconds: float = 3600.0
    """Simulated time."""
    events: int = 0
    """Limit of events; 0 for none."""
    faults: FaultRates = field(default_factory=FaultRates)
    processes: int = 0
    """Server processes; 0 draws it from the seed."""
    tables: int = 14
    """How many tables people play at."""
    visitors: int = 16
    pauses: tuple[float, ...] = LIVELY
    """Mean times in seconds that people think before they do something; each table has one."""
    round_seconds: float = 900.0
    """Time between two rests in which everything must converge."""
    change: Callable[[ServerProcess], None] | None = None
    """Changes a process before it starts: to break it."""


@dataclass
class Report:
    """The result of a run."""

    plan: Plan
    failure: str
    events: int
    seconds: float
    table_hours: float
    tables: int
    digest: str
    injected: dict[str, int]
    checked: dict[str, int]
    lines: list[str]


class World(Surroundings):
    """One run."""

    def __init__(self, plan: Plan) -> None:
        super().__init__(str(plan.seed), plan.faults)
        self.plan = plan
        dice = self.chance.of("world")
        number = plan.processes or dice.choice([1, 1, 2, 3])
        self.disk = Disk(self, shared=number > 1)
        self.network = Network(self)
        self.oracle = Oracle(self, self.disk.shared)
        self.disk.on_create = self.oracle.stored_table
        self.disk.on_append = self.oracle.stored_event
        self.disk.on_delete = lambda table: self.oracle.deleted_table(table, self._keys())
        self.settings = Settings(
            pace=dice.choice([700, 5000]),
            log="warning",
            idle=60,
            new_visitors=10_000.0,
            new_tables=10_000.0,
            visitor_sockets=200,
            visitor_thinking=1e6,
            address_thinking=1e6,
        )
        self.players: list[Player] = []
        self.visitors: list[Visitor] = []
        self._number = number
        self._people: dict[asyncio.Task[Any], None] = {}
        self._graves: list[dict[asyncio.Task[Any], None]] = []
        self._healing = False
        self._tokens: list[tuple[str, str]] = []
        """Every link that was ever made: somebody may try it later."""

    # Running.

    def run(self) -> Report:
        """Run the plan to its end or to the first violation."""
        handler = _FaultHandler(self)
        log = logging.getLogger("bestagon.server")
        level, log.propagate = log.level, False
        log.addHandler(handler)
        log.setLevel(logging.WARNING)
        self.loop.set_exception_handler(self._on_exception)
        registry.all_games()
        try:
            self.loop.run_until_complete(self._main())
        except Violation:
            pass
        finally:
            self._close()
            log.removeHandler(handler)
            log.setLevel(level)
            log.propagate = True
        hours = sum(((model.over_at or self.loop.time()) - model.created_at) / 3600 for model in self.oracle.tables.values())
        return Report(
            self.plan,
            self.failure,
            self.trace.count,
            self.loop.time(),
            hours,
            len(self.oracle.tables),
            self.trace.digest,
            self.trace.injected,
            self.oracle.checked,
            list(self.trace.lines),
        )

    def _on_exception(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        owner = OWNER.get()
        if not (isinstance(owner, ServerProcess) and owner.dead):
            self.fail(f"{context['message']}: {context.get('exception')!r}")

    def _close(self) -> None:
        """End what still runs, without checking it any more."""
        self.failure, failure = "", self.failure
        self.closing = True
        self.loop.set_exception_handler(lambda loop, context: None)
        # The loop may have been told to stop in the round in which it failed.
        self.loop.stop()
        self.loop.run_forever()
        for process in self.network.processes:
            process.kill()
        # Again, because asyncio.wait_for of Python 3.11 may lose a cancellation.
        for _ in range(CLOSING):
            left = asyncio.all_tasks(self.loop)
            for task in left:
                task.cancel()
            if left:
                self.loop.run_until_complete(asyncio.wait(left, timeout=60))
        self.failure = failure
        self.loop.close()
        self.disk.connection.close()

    def start(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Start a task of the simulation itself."""

        def done(task: asyncio.Task[Any]) -> None:
            self._people.pop(task, None)
            if not task.cancelled() and task.exception() is not None and not isinstance(task.exception(), GaveUp):
                error = task.exception()
                self.fail(f"the simulation itself failed: {error!r} {_where(error)}")

        task = self.loop.create_task(work)
        task.add_done_callback(done)
        return task

    async def _main(self) -> None:
        plan = self.plan
        for slot in range(self._number):
            self.start(self._keep_running(slot))
        while self.network.pick() is None:
            await asyncio.sleep(0.1)
            if self.loop.time() > BEGIN + 1000:
                return self.fail("no process has ever started")
        for number in range(plan.visitors):
            await self._new_visitor(number)
        self.start(self._direct())
        self.start(self._check_often())
        for kind in ("cut", "stall", "crash", "stop", "outage", "full_disk", "slow_disk", "clock_jump"):
            if getattr(plan.faults, kind):
                self.start(self._strike(kind))
        end = self.loop.time() + plan.seconds
        while self.loop.time() < end and not (plan.events and self.trace.count >= plan.events):
            await self._sleep_until(min(end, self.loop.time() + plan.round_seconds))
            await self._rest()
        await self._end()
        return None

    async def _sleep_until(self, end: float) -> None:
        while self.loop.time() < end and not (self.plan.events and self.trace.count >= self.plan.events):
            await asyncio.sleep(min(20.0, end - self.loop.time()) + 0.001)

    async def _new_visitor(self, number: int) -> Visitor:
        visitor = Visitor(self.network, self.oracle, number, random.Random(f"{self.seed}/visitor {number}"))
        status, answer, _ = await visitor.ask("POST", "/api/tokens", {})
        if status != 200:
            raise GaveUp(f"no token: {answer}")
        visitor.authorize(answer["token"], self._keys().visitor(answer["token"]))
        self.visitors.append(visitor)
        return visitor

    def _keys(self) -> Keys:
        key = queries.get_meta(self.disk.connection, key=SERVER_KEY)
        assert key is not None
        return Keys(key)

    # Processes.

    async def _keep_running(self, slot: int) -> None:
        dice, number = self.chance.of(f"restarts {slot}"), 0
        while True:
            number += 1
            process = ServerProcess(self, self.disk, f"p{slot}.{number}", self.settings)
            self.network.processes = [one for one in self.network.processes if not one.dead]
            self.network.processes.append(process)
            if self.plan.change is not None:
                self.plan.change(process)
            started = self.true_now()
            if await process.start():
                if self.oracle.outages and self.oracle.outages[-1][1] == math.inf:
                    self.oracle.outages[-1][1] = started
                await process.ended
            self.network.process_ended(process)
            # A task that can never continue must not be garbage-collected at an arbitrary time.
            self._graves.append(process.tasks)
            self._note_outage()
            await asyncio.sleep(dice.uniform(0.2, 5.0) if dice.random() < 0.8 else dice.uniform(5.0, 240.0))

    def _note_outage(self) -> None:
        outages = self.oracle.outages
        if self.network.pick_any() is None and not (outages and outages[-1][1] == math.inf):
            outages.append([self.true_now(), math.inf])

    # Faults.

    async def _strike(self, kind: str) -> None:
        dice = self.chance.of(f"when {kind}")
        while True:
            await asyncio.sleep(dice.expovariate(getattr(self.plan.faults, kind) / 3600))
            if not self._healing:
                getattr(self, f"_{kind}")(self.chance.of(kind))

    def _cut(self, dice: random.Random) -> None:
        if self.network.wires:
            self.trace.fault("cut")
            wire = dice.choice(list(self.network.wires))
            if dice.random() < 0.6:
                wire.reset()
            else:
                wire.vanish()

    def _stall(self, dice: random.Random) -> None:
        if self.network.wires:
            self.trace.fault("stall")
            dice.choice(list(self.network.wires)).stall(self.loop.time() + min(60.0, dice.expovariate(0.08)))

    def _crash(self, dice: random.Random) -> None:
        process = self.network.pick_any()
        if process is not None:
            # Steps, not seconds: most of them are where something happens.
            self.trace.fault("crash")
            self.after_steps(dice.randrange(200), process.kill)

    def _stop(self, dice: random.Random) -> None:
        process = self.network.pick_any()
        if process is not None:
            self.trace.fault("stop")
            process.serving = False
            self.start(self._stop_soon(process, dice.uniform(0.0, 2.0)))

    async def _stop_soon(self, process: ServerProcess, seconds: float) -> None:
        """Let running requests finish, as the edge does."""
        await asyncio.sleep(seconds)
        if not process.dead:
            await process.stop()

    def _outage(self, dice: random.Random) -> None:
        self._fail_disk("outage")
        self.disk.fails_until = self.loop.time() + min(60.0, dice.expovariate(0.1))

    def _full_disk(self, dice: random.Random) -> None:
        self._fail_disk("full_disk")
        self.disk.full_until = self.loop.time() + min(300.0, dice.expovariate(0.03))

    def _slow_disk(self, dice: random.Random) -> None:
        self._fail_disk("slow_disk")
        self.disk.slow_until = self.loop.time() + min(60.0, dice.expovariate(0.1))

    def _fail_disk(self, kind: str) -> None:
        self.trace.fault(kind)
        self.note(kind)

    def _clock_jump(self, dice: random.Random) -> None:
        self.trace.fault("clock_jump")
        self.skew += dice.choice([-1, 1]) * dice.choice([2_000, 60_000, 3_600_000])
        self.note(f"the system clock is {self.skew} ms off")

    # People.

    async def _direct(self) -> None:
        dice = self.chance.of("director")
        while True:
            await asyncio.sleep(dice.uniform(0.5, 12.0))
            self.players = [player for player in self.players if not player.left or player.wishes]
            for player in self.players:
                wishes, player.wishes = player.wishes, []
                for kind, given in wishes:
                    self._people[self.start(self._grant(player, kind, given))] = None
            if self._healing:
                continue
            tables = {player.table for player in self.players}
            if len(tables) < self.plan.tables:
                self._people[self.start(self._open_table(dice.choice(self.visitors)))] = None
            if self._tokens and dice.random() < 0.1:
                table, token = dice.choice(self._tokens)
                self._people[self.start(self._sit(dice.choice(self.visitors), table, token=token))] = None

    def _play(self, visitor: Visitor, table: str, seat: int, pause: float = 0.0) -> None:
        dice = visitor.dice
        pause = pause or dice.choice(self.plan.pauses)
        player = Player(visitor, table, seat, pause, dice.randrange(5, 150))
        player.resting = self._healing
        self.players.append(player)
        self._people[self.start(player.run())] = None

    async def _open_table(self, owner: Visitor) -> None:
        dice = owner.dice
        name = dice.choices(list(GAMES), list(GAMES.values()))[0]
        game = registry.game(name)
        players = dice.choice([one for one in game.players if one <= 4])
        kinds = ["me", *[dice.choice(["open", "open", "link", "link", "bot", "me"]) for _ in range(players - 1)]]
        if dice.random() < 0.1:
            kinds[0] = dice.choice(["bot", "open", "link"])
        body: dict[str, Any] = {
            "game": name,
            "players": players,
            "seats": [{"kind": kind} for kind in kinds],
            "options": _options(name, dice),
            "public": dice.random() < 0.7,
            "clock": _clock(dice),
        }
        key = owner.new_key()
        status, made, _ = await owner.ask("POST", "/api/tables", body, key)
        if status != 200:
            return None
        table = made["table"]
        model = self.oracle.tables.get(table)
        if model is None or (model.row.game, model.row.players) != (name, players):
            return self.fail(f"table {table} was acknowledged, but is not stored as asked for")
        pause = dice.choice(self.plan.pauses)
        for seat, kind in enumerate(kinds):
            if kind == "me":
                self._play(owner, table, seat, pause)
            elif kind != "bot":
                token = made["invitations"].get(str(seat), made["link"])
                if token:
                    self._tokens.append((table, token))
                guest = dice.choice(self.visitors)
                self._people[self.start(self._sit(guest, table, seat=seat, token=token, after=dice.expovariate(0.05), pause=pause))] = None
        if dice.random() < 0.3:
            self._play(dice.choice(self.visitors), table, SPECTATOR)
        return None

    async def _sit(
        self, visitor: Visitor, table: str, *, seat: int | None = None, token: str = "", after: float = 0.0, pause: float = 0.0
    ) -> None:
        await asyncio.sleep(after)
        body: dict[str, Any] = {"name": visitor.name, **({"token": token} if token else {})}
        if seat is not None:
            body["seat"] = seat
        done = await visitor.command(table, "sit", **body)
        if done is not None:
            self._play(visitor, table, done["seat"], pause)

    async def _grant(self, player: Player, kind: str, given: dict[str, Any]) -> None:
        """Arrange what a player wishes for."""
        dice = self.chance.of("wishes")
        if kind == "device":
            self._tokens.append((player.table, given["token"]))
            device = await self._new_visitor(len(self.visitors)) if dice.random() < 0.5 else dice.choice(self.visitors)
            await self._sit(device, player.table, token=given["token"], after=dice.expovariate(0.1))
        elif kind == "free":
            guest, token = dice.choice(self.visitors), ""
            owner = self.oracle.tables[player.table].live.setup.owner
            for visitor in self.visitors:
                if visitor.id == owner and dice.random() < 0.7:
                    made = await visitor.command(player.table, "link", seat=given["seat"])
                    token = made["token"] if made is not None else ""
            if token:
                self._tokens.append((player.table, token))
            await self._sit(guest, player.table, seat=given["seat"], token=token, after=dice.expovariate(0.1))
        else:
            at_table = [other for other in self.players if other.table == player.table and other.seat != SPECTATOR]
            self._play_held(player.visitor, given["table"])
            for visitor in dict.fromkeys(other.visitor for other in at_table if other.visitor is not player.visitor):
                self._people[self.start(self._sit(visitor, given["table"], after=dice.expovariate(0.1)))] = None

    def _play_held(self, visitor: Visitor, table: str) -> None:
        model = self.oracle.tables[table]
        for seat, holders in enumerate(model.holders[-1]):
            if visitor.id in holders:
                self._play(visitor, table, seat)

    # Checks.

    async def _check_often(self) -> None:
        while True:
            await asyncio.sleep(3.0)
            if not self.disk.healthy or self.network.pick_any() is None:
                self.oracle.healthy_since = self.loop.time()
            self.oracle.check_progress()

    async def _rest(self) -> None:
        """Stop faults and moves for a while: then everybody must see the same."""
        self.note("rest")
        self._healing, self.rates = True, FaultRates.none()
        self.disk.fails_until = self.disk.full_until = self.disk.slow_until = self.loop.time()
        for player in self.players:
            player.resting = True
        ended = -1
        # A crash may have been drawn before the rest and strike in it.
        while ended != len(self._graves):
            while self.network.pick_any() is None:
                await asyncio.sleep(1.0)
            ended = len(self._graves)
            await asyncio.sleep(QUIET)
        for player in list(self.players):
            if not (player.left or player.away):
                self._check_player(player)
        dice = self.chance.of("checks")
        seated = [player for player in self.players if not (player.left or player.away)]
        for player in dice.sample(seated, min(6, len(seated))):
            await self._check_view(player)
        await self._check_lists(dice.choice(self.visitors))
        self.oracle.check_disk(self.disk.connection)
        self._healing, self.rates = False, self.plan.faults
        for player in self.players:
            player.resting = False

    def _check_player(self, player: Player) -> None:
        model = self.oracle.tables[player.table]
        settled = sum(at < self.loop.time() - SETTLED for at in model.stored_at)
        where = f"{player.visitor.name} at seat {player.seat} of table {player.table}"
        if player.seat != SPECTATOR and all(player.visitor.id not in held[player.seat] for held in model.holders[settled:]):
            return self.fail(f"{where} still watches, but does not hold the seat any more")
        if player.view is None or player.version < settled:
            return self.fail(f"{where} has version {player.version}, {settled} events are stored")
        missing = [
            n
            for n, entries in model.lines.items()
            if player.pages_until < n <= player.version and n not in player.lines and any(one.visible(player.seat) for one in entries)
        ]
        if missing:
            return self.fail(f"{where} never got the log of version {missing[0]}")
        return None

    async def _check_view(self, player: Player) -> None:
        model = self.oracle.tables[player.table]
        before = model.version
        path = f"/api/tables/{player.table}/view?seat={player.seat}&since=0"
        status, _, data = await player.visitor.ask("GET", path)
        if status == 403 and player.seat != SPECTATOR and player.visitor.id not in model.holders[-1][player.seat]:
            # The seat was lost a moment ago, since who rests runs out of time; `_check_player` fails if the client is not told.
            return None
        if status != 200:
            return self.fail(f"{path} is answered with {status} at rest: {data[:100]!r}")
        if model.version == before:
            self.oracle.check_whole(model, data, player.seat, player.visitor.language)
        return None

    async def _check_lists(self, visitor: Visitor) -> None:
        _, me, _ = await visitor.ask("GET", "/api/me")
        listed = {entry["table"] for entry in me["tables"]}
        held = {table for table, model in self.oracle.tables.items() if any(visitor.id in seat.holders for seat in model.live.seats)}
        if not listed <= held or (len(listed) < 200 and listed != held):
            self.fail(f"{visitor.name} is shown the tables {sorted(listed ^ held)} wrongly")

    async def _end(self) -> None:
        """Let everybody go: the server must forget what nobody uses."""
        self._healing, self.rates = True, FaultRates.none()
        for task in list(self._people):
            task.cancel()
        await asyncio.sleep(IDLE)
        self.oracle.check_progress()
        self.oracle.check_disk(self.disk.connection)
        recent = self.loop.time() - 2 * self.settings.idle
        busy = sum(model.live.due() > 0 or model.touched_at > recent for model in self.oracle.tables.values())
        for process in self.network.processes:
            if process.serving:
                sockets, tables = process.counts()
                if sockets:
                    self.fail(f"{process.name} counts {sockets} live connections, but nobody is connected")
                if tables > busy:
                    self.fail(f"{process.name} has {tables} tables in memory, but only {busy} are in use")
                if len(process.tasks) > OWN_TASKS + 2 * busy:
                    self.fail(f"{process.name} has {len(process.tasks)} tasks left: {[str(task) for task in process.tasks][:3]}")


def _options(name: str, dice: random.Random) -> dict[str, Value]:
    """Draw some options of a game."""
    if name == "hex":
        return {"size": dice.randrange(3, 7), "swap": dice.random() < 0.3}
    found: dict[str, Value] = {}
    for option in registry.game(name).options:
        if option.choices and dice.random() < 0.4:
            found[option.name] = dice.choice(option.choices)
        elif isinstance(option.default, bool) and dice.random() < 0.4:
            found[option.name] = dice.random() < 0.5
    return found


def _clock(dice: random.Random) -> dict[str, Any]:
    """Draw a clock, for half of the tables none."""
    what, timeout = dice.random(), dice.choice(["resign", "bot"])
    if what < 0.5:
        return {}
    if what < 0.75:
        return {"kind": "move", "seconds": dice.choice([8, 30, 90, 600]), "timeout": timeout}
    return {"kind": "fischer", "seconds": dice.choice([20, 120, 900]), "increment": dice.choice([0, 2, 20]), "timeout": timeout}


def _where(error: BaseException | None) -> str:
    """Return the innermost line of a traceback."""
    trace, found = error.__traceback__ if error is not None else None, ""
    while trace is not None:
        found = f"{trace.tb_frame.f_code.co_filename.rpartition('/')[2]}:{trace.tb_lineno}"
        trace = trace.tb_next
    return found


class _FaultHandler(logging.Handler):
    """Takes every internal error that the server logs for a violation."""

    def __init__(self, world: World) -> None:
        super().__init__()
        self._world = world

    def emit(self, record: logging.LogRecord) -> None:
        owner = OWNER.get()
        if record.getMessage() == "fault" and not (isinstance(owner, ServerProcess) and owner.dead):
            error = record.exc_info[1] if record.exc_info else None
            self._world.fail(f"the server logged a fault in {record.__dict__.get('route')}: {error!r} {_where(error)}")
