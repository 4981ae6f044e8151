"""The invariants: a model of every table, built only from the data on disk, against which everything is checked."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import msgspec
from tests.server.simulation.clock_model import LOOSE, ClockModel
from tests.server.simulation.surroundings import Surroundings

from bestagon.core.actions import legal_actions
from bestagon.core.dice import fast
from bestagon.core.position import SPECTATOR, Position
from bestagon.i18n import use_language
from bestagon.server.protocol.tables import LogLine, TableView
from bestagon.server.store.base import OPEN, OVER, RUNNING, EventRow, Summary, TableRow
from bestagon.server.store.sqlite import queries
from bestagon.server.tables import scene_json
from bestagon.server.tables.events import DowntimeGranted, from_row, setup_decoder
from bestagon.server.tables.factory import rematch_key
from bestagon.server.tables.live import LiveTable
from bestagon.server.tables.log import LogEntry
from bestagon.server.tables.views import Viewer
from bestagon.server.tokens import Keys, hashed

PATIENCE = 60.0
"""Seconds of health within which the server must have acted where something was due."""
KINDS = {
    **{
        "act": ("action",),
        "sit": ("sit",),
        "leave": ("leave", "end_device"),
        "rename": ("rename",),
        "resign": ("resign",),
        "undo": ("undo", "ask"),
    },
    **{"offer": ("ask",), "answer": ("answer",), "chat": ("chat",), "link": ("link",), "rematch": ("rematch",)},
}
"""The kinds of event by the command that causes them."""
view_decoder = msgspec.json.Decoder(TableView)


@dataclass(eq=False)
class SentCommand:
    """A command that a client has sent, perhaps several times."""

    visitor: str
    key: str
    table: str
    name: str
    body: dict[str, Any]
    sent_at: float = 0.0
    """When its latest copy was sent."""
    acknowledged: int = -1
    """The version that was promised for it; -1 for none."""
    refused: str = ""
    """The refusal that no copy can change any more."""


@dataclass(eq=False)
class TableModel:
    """One table as the disk has it."""

    row: TableRow
    live: LiveTable
    clock: ClockModel
    events: list[EventRow] = field(default_factory=list)
    stored_at: list[float] = field(default_factory=list)
    """When each event was committed."""
    keys: dict[tuple[str, str], int] = field(default_factory=dict)
    links: list[str] = field(default_factory=list)
    """For each seat the hash of the one link that gives it; empty for none."""
    truths: list[Position] = field(default_factory=list)
    """The position at each version."""
    statuses: list[str] = field(default_factory=list)
    """The status at each version."""
    holders: list[tuple[frozenset[str], ...]] = field(default_factory=list)
    """Who held each seat at each version."""
    lines: dict[int, list[LogEntry]] = field(default_factory=dict)
    """The log entries by version."""
    given: int = 0
    """Milliseconds of downtime that its clocks got back."""
    created_at: float = 0.0
    over_at: float = 0.0

    @property
    def version(self) -> int:
        """How many events are stored."""
        return len(self.events)

    @property
    def touched_at(self) -> float:
        """When it was stored, or its newest event."""
        return self.stored_at[-1] if self.stored_at else self.created_at

    def note_version(self) -> None:
        """Remember how the table is at its newest version."""
        live = self.live
        self.truths.append(live.truth)
        self.statuses.append(live.status)
        seats = tuple(frozenset(seat.holders) if seat.kind == "human" else frozenset() for seat in live.seats)
        self.holders.append(self.holders[-1] if self.holders and self.holders[-1] == seats else seats)
        for entry in live.log.since(live.version - 1):
            self.lines.setdefault(live.version, []).insert(0, entry)


class Oracle:
    """The models of all tables, and the checks."""

    def __init__(self, around: Surroundings, shared: bool) -> None:
        self.around = around
        self.shared = shared
        self.jumps = around.rates.clock_jump > 0
        self.tables: dict[str, TableModel] = {}
        self.commands: dict[tuple[str, str], SentCommand] = {}
        self.outages: list[list[float]] = []
        """When no process was serving: begin and end in simulated seconds, the end infinite while it lasts."""
        self.healthy_since = 0.0
        self.checked = {"acknowledgements": 0, "views": 0, "events": 0, "twins": 0, "timeouts": 0, "deletions": 0}
        self._scenes: dict[tuple[str, int, int, str], bytes] = {}

    # Commits.

    def stored_table(self, row: TableRow) -> None:
        """Begin the model of a new table."""
        if row.id in self.tables:
            return self.around.fail(f"table {row.id} was stored twice")
        live = LiveTable(row)
        setup = setup_decoder.decode(row.setup)
        model = TableModel(
            row,
            live,
            ClockModel(setup.clock, row.players, self.around.true_now() if self.jumps else row.created, self.shared, self.jumps),
            created_at=self.around.loop.time(),
        )
        model.links = [seat.token for seat in setup.seats]
        self.tables[row.id] = model
        model.note_version()
        model.clock.follow(live, None, self.around.true_now(), self.outages)
        return None

    def deleted_table(self, table: str, keys: Keys) -> None:
        """Check that a table was deleted rightly: only one that was made for a rematch, but never announced, and empty."""
        model = self.tables.pop(table, None)
        if model is None:
            return self.around.fail(f"table {table} was deleted, but is not stored")
        if model.events:
            return self.around.fail(f"table {table} was deleted with {model.version} events")
        if any(other.live.next == table for other in self.tables.values()):
            return self.around.fail(f"table {table} was deleted, but is announced as a rematch")
        wanted = (sent for sent in self.commands.values() if sent.name == "rematch")
        if not any(keys.table(sent.visitor, rematch_key(sent.table, sent.key)) == table for sent in wanted):
            return self.around.fail(f"table {table} was deleted, which is no rematch")
        self.checked["deletions"] += 1
        return None

    def stored_event(self, table: str, event: EventRow, summary: Summary, made: int) -> None:
        """Check an event that was committed, and follow it."""
        model = self.tables.get(table)
        if model is None:
            return self.around.fail(f"event {event.n} was stored for table {table}, which was not")
        where = f"event {event.n} ({event.kind}) of table {table}"
        if event.n != model.version:
            return self.around.fail(f"{where} was stored at version {model.version}")
        if model.events and event.at < model.events[-1].at:
            return self.around.fail(f"{where} happened before the one before it")
        if event.key:
            if (event.actor, event.key) in model.keys:
                return self.around.fail(f"{where} repeats the key {event.key} of event {model.keys[event.actor, event.key]}")
            model.keys[event.actor, event.key] = event.n
        wrong = self._caused(model, event) or self._sits_rightly(model, event) or model.clock.check(event, made, self.outages)
        if wrong:
            return self.around.fail(f"{where}: {wrong}")
        if event.kind == "timeout":
            self.checked["timeouts"] += 1
        self._follow(model, event, summary, made, where)
        return None

    def _follow(self, model: TableModel, event: EventRow, summary: Summary, made: int, where: str) -> None:
        live = model.live
        applied = from_row(event)
        try:
            live.apply(applied)
        except Exception as error:
            return self.around.fail(f"{where} cannot be replayed: {error!r}")
        model.events.append(event)
        if isinstance(applied.body, DowntimeGranted):
            model.given += applied.body.until - applied.body.since
        model.stored_at.append(self.around.loop.time())
        model.note_version()
        model.clock.follow(live, event, made, self.outages)
        self.checked["events"] += 1
        wrong = self._right_action(model, event)
        if not wrong and summary != live.summary():
            wrong = f"its summary is {summary} instead of {live.summary()}"
        if wrong:
            return self.around.fail(f"{where}: {wrong}")
        if live.status == RUNNING and not live.acting:
            return self.around.fail(f"{where}: the game is running, but nobody can act")
        if event.kind == "rematch" and live.next not in self.tables:
            return self.around.fail(f"{where} announces table {live.next}, which is not stored")
        if live.status == OVER and not model.over_at:
            model.over_at = self.around.loop.time()
        return None

    def _caused(self, model: TableModel, event: EventRow) -> str:
        """Return what is wrong with the cause of an event."""
        live = model.live
        if not event.actor:
            if event.kind == "action":
                right = live.seats[event.seat].kind == "bot" and event.seat in live.acting
                return "" if right else f"the server played for seat {event.seat}, which is not a bot's turn"
            return "" if event.kind in ("timeout", "given") else "the server did what only a visitor may do"
        sent = self.commands.get((event.actor, event.key))
        if sent is None:
            return f"nobody sent a command with the key {event.key}"
        if sent.refused:
            return f"the command {sent.name} {event.key} was refused ({sent.refused}), but is stored"
        if sent.table != model.row.id or event.kind not in KINDS[sent.name]:
            return f"the key {event.key} was sent with {sent.name} to table {sent.table}"
        if sent.name != "sit" and event.seat != sent.body["seat"]:
            return f"the command was for seat {sent.body['seat']}, the event is for seat {event.seat}"
        data = msgspec.json.decode(event.data)
        if sent.name == "chat" and data["text"] != sent.body["text"]:
            return f"the text {sent.body['text']!r} was stored as {data['text']!r}"
        if sent.name == "answer" and data["text"] != ("yes" if sent.body["yes"] else "no"):
            return "the answer is another one"
        if sent.name not in ("sit", "link") and event.actor not in model.holders[-1][event.seat]:
            return "the visitor does not hold the seat"
        return ""

    def _right_action(self, model: TableModel, event: EventRow) -> str:
        sent = self.commands.get((event.actor, event.key)) if event.key else None
        if event.kind != "action" or sent is None:
            return ""
        played = model.live.steps[-1].action
        return "" if played == sent.body["action"] else f"action {sent.body['action']} was sent, {played} was stored"

    def _sits_rightly(self, model: TableModel, event: EventRow) -> str:
        """Return what is wrong with the way in which a visitor took a seat; keep track of the links."""
        seat, links = model.live.seats[event.seat] if event.seat >= 0 else None, model.links
        if event.kind == "sit" and seat is not None:
            token = msgspec.json.decode(event.data).get("token", "")
            if token == model.live.link:
                # The link to the whole table gives no seat.
                token = ""
            if token and token != links[event.seat]:
                return f"seat {event.seat} was given for a link that is not valid (any more)"
            if not token and seat.kind != "open" and not (seat.kind == "saved" and event.actor in seat.holders):
                return f"seat {event.seat} was given without a link, though it is not open"
        if event.kind in ("sit", "leave", "end_device") or (event.kind == "timeout" and model.live.setup.clock.timeout == "bot"):
            links[event.seat] = ""
        elif event.kind == "link" and event.seat >= 0:
            links[event.seat] = msgspec.json.decode(event.data)["token"]
        return ""

    # Responses to clients.

    def acknowledged(self, sent: SentCommand, answer: dict[str, Any]) -> None:
        """Check the answer to a command: what it promises must be stored."""
        self.checked["acknowledgements"] += 1
        sent.acknowledged = answer["version"]
        model = self.tables[sent.table]
        where = f"{sent.name} {sent.key} at table {sent.table} was acknowledged as version {sent.acknowledged}"
        if not 0 < sent.acknowledged <= model.version:
            return self.around.fail(f"{where}, but {model.version} events are stored")
        event = model.events[sent.acknowledged - 1]
        if (event.actor, event.key) != (sent.visitor, sent.key):
            return self.around.fail(f"{where}, which is another's event")
        if answer.get("seat", -1) != event.seat:
            return self.around.fail(f"{where} for seat {answer.get('seat')}, but stored for seat {event.seat}")
        if sent.name == "rematch" and answer["table"] not in self.tables:
            return self.around.fail(f"{where} with the table {answer['table']}, which is not stored")
        if sent.name == "link" and hashed(answer["token"]) != msgspec.json.decode(event.data)["token"]:
            return self.around.fail(f"{where} with another token")
        return None

    def refused(self, sent: SentCommand, problem: str, final: bool) -> None:
        """Check a refusal: the command is not stored, unless a copy of it arrives later (`final` if none can)."""
        model = self.tables.get(sent.table)
        n = model.keys.get((sent.visitor, sent.key)) if model is not None else None
        if model is not None and n is not None and model.stored_at[n] < sent.sent_at:
            return self.around.fail(
                f"{sent.name} {sent.key} at table {sent.table} is stored as event {n}, but was refused later: {problem}"
            )
        if final:
            if n is not None:
                return self.around.fail(f"{sent.name} {sent.key} at table {sent.table} was refused ({problem}), but is event {n}")
            sent.refused = problem
        return None

    def seen(self, data: bytes, visitor: str, seat: int, language: str, table: str) -> TableView:
        """Check a view that a client got, and return it."""
        self.checked["views"] += 1
        view = view_decoder.decode(data)
        model = self.tables.get(table)
        where = f"the view of table {table} for seat {seat} at version {view.version}"
        if model is None or view.table != table or view.seat != seat:
            self.around.fail(f"{where} is of table {view.table} and seat {view.seat}")
        elif view.version > model.version:
            self.around.fail(f"{where} shows what is not stored: {model.version} events are")
        elif seat == SPECTATOR and view.version == model.version and not model.live.may_see(visitor):
            self.around.fail(f"{where} was given to a visitor who may not know of the table")
        elif seat != SPECTATOR and visitor not in model.holders[view.version][seat]:
            self.around.fail(f"{where} was given to a visitor who did not hold the seat")
        elif bytes(view.scene) != self._scene(model, view.version, seat, language):
            self.around.fail(f"{where} differs from what the seat may know at that version")
        else:
            for line in view.log:
                wrong = self._wrong_line(model, line, seat, language)
                if wrong:
                    self.around.fail(f"{where}: log line {line.n} {wrong}")
        return view

    def _scene(self, model: TableModel, version: int, seat: int, language: str) -> bytes:
        """Return the scene at a version, from the position with everything hidden that the seat may not know."""
        truth = model.truths[version]
        if model.statuses[version] == OPEN:
            # Until the game begins, a visitor may still take another seat.
            seat = SPECTATOR
        key = (model.row.id, id(truth), seat, language)
        found = self._scenes.get(key)
        if found is None:
            masked = truth.copy()
            masked.mask(seat)
            with use_language(language):
                found = bytes(scene_json.scene(model.live.game, masked, seat))
                if model.live.game.hides and self.around.chance.of("twins").random() < 0.05:
                    self._compare_twin(model, masked, seat, found)
            if len(self._scenes) > 2000:
                self._scenes.clear()
            self._scenes[key] = found
        return found

    def _compare_twin(self, model: TableModel, masked: Position, seat: int, scene: bytes) -> None:
        """Redraw the hidden information: the seat must see the same."""
        self.checked["twins"] += 1
        twin = masked.copy()
        twin.determinize(seat, fast(self.checked["twins"]))
        twin.mask(seat)
        if bytes(scene_json.scene(model.live.game, twin, seat)) != scene:
            self.around.fail(f"the scene of table {model.row.id} for seat {seat} depends on what the seat may not know")

    def _wrong_line(self, model: TableModel, line: LogLine, seat: int, language: str) -> str:
        entries = model.lines.get(line.n)
        if not entries:
            return "belongs to no event"
        # An undo that is granted at once has two lines.
        if not any(entry.visible(seat) for entry in entries):
            return "is not for this seat"
        return "" if any(not _differs(entry, line, seat, language) for entry in entries) else _differs(entries[0], line, seat, language)

    # Invariants at any time.

    def check_progress(self) -> None:
        """Check that the server has acted wherever it must: bots with people at their table, and clocks that have run out."""
        now = self.around.loop.time()
        for table, model in self.tables.items():
            since = max(self.healthy_since, model.touched_at)
            if now - since < PATIENCE or model.live.status != RUNNING:
                continue
            live = model.live
            people = any(seat.kind == "human" and live.truth.still_in(number) for number, seat in enumerate(live.seats))
            if people and live.acting_bots() and now - since > PATIENCE + live.setup.pace / 1000:
                return self.around.fail(f"table {table} has been waiting for its bots for {now - since:.0f} s (version {model.version})")
            due = live.clocks.due()
            if self.jumps:
                late = (model.clock.overdue(self.around.true_now(), self.outages) - model.given - LOOSE) / 1000
            else:
                late = (self.around.now() - due) / 1000 if due else 0.0
            if late > PATIENCE:
                return self.around.fail(f"a clock at table {table} ran out {late:.0f} s ago (version {model.version})")
        return None

    def check_whole(self, model: TableModel, data: bytes, seat: int, language: str) -> None:
        """Compare a whole view with the newest one of the model, apart from who is connected."""
        with use_language(language):
            right = Viewer(model.live).whole(seat, 0, self.around.now())
            expected = msgspec.json.decode(msgspec.json.encode(right))
        found = msgspec.json.decode(data)
        for view in (expected, found):
            view.pop("age", None)
            for one in view["seats"]:
                one.pop("presence", None)
        if found != expected:
            differs = [name for name in {**expected, **found} if expected.get(name) != found.get(name)]
            self.around.fail(f"the whole view of table {model.row.id} for seat {seat} differs from the record in {', '.join(differs)}")

    def check_disk(self, connection: Any) -> None:
        """Compare everything on the disk with the models, and every running game for something to do."""
        stored = queries.ids(connection, after="", limit=10_000)
        if sorted(stored) != sorted(self.tables):
            return self.around.fail(f"{len(stored)} tables are stored, {len(self.tables)} were")
        for table, model in self.tables.items():
            found = queries.dump(connection, table=table)
            if found is None or found.events != model.events:
                return self.around.fail(f"the events of table {table} on the disk are not those that were committed")
            # A table that cannot be driven now, or need not be, is due later than it would be.
            right = msgspec.structs.replace(model.live.summary(), due=found.summary.due)
            if found.summary != right or (found.summary.due > 0) != (model.live.due() > 0):
                return self.around.fail(f"the summary of table {table} is {found.summary} instead of {right}")
            if model.live.status == RUNNING:
                for seat in model.live.acting:
                    if not len(legal_actions(model.live.masked(seat), seat)):
                        return self.around.fail(f"seat {seat} of table {table} must act, but cannot")
        for sent in self.commands.values():
            if sent.acknowledged >= 0:
                event = self.tables[sent.table].events[sent.acknowledged - 1]
                if (event.actor, event.key) != (sent.visitor, sent.key):
                    return self.around.fail(f"{sent.name} {sent.key} was acknowledged as version {sent.acknowledged}, and is not there")
        return None


def _differs(entry: LogEntry, line: LogLine, seat: int, language: str) -> str:
    if (entry.kind, entry.seat, entry.at) != (line.kind, line.seat, line.at):
        return f"is {line.kind} of seat {line.seat} instead of {entry.kind} of seat {entry.seat}"
    if entry.played is not None:
        text, cells = entry.played.text(seat), entry.played.cells(seat)
        with use_language(language):
            told = entry.played.story(seat)
        if (line.text, line.words, line.cells) != (text, told.words, cells) or line.beats not in ((), told.beats):
            return f"reads {line.text!r}, {line.words!r} instead of {text!r}, {told.words!r}"
    elif entry.text and line.text != entry.text:
        return f"reads {line.text!r} instead of {entry.text!r}"
    return ""
