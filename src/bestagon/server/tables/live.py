"""A live table: the state that its row and events add up to. Pure: no storage, no network, no clock of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, Final

import msgspec

from bestagon.core import registry
from bestagon.core.actions import BARRIER, FREE, Step, is_legal
from bestagon.core.errors import BadNotation, BadRecord, BestagonError, UnknownGame
from bestagon.core.position import RESIGN, SPECTATOR, Position
from bestagon.core.record import Record
from bestagon.core.table import Table
from bestagon.server.errors import ApiError, from_engine
from bestagon.server.store.base import OPEN, OVER, RUNNING, EventRow, Summary, TableRow
from bestagon.server.tables import events
from bestagon.server.tables.clocks import Clocks
from bestagon.server.tables.committed import Committed, CommittedKeys
from bestagon.server.tables.events import TableEvent, TableSetup
from bestagon.server.tables.log import START, LogEntry, PlayedStep, StepMemory, TableLog
from bestagon.server.tables.payers import Payer
from bestagon.server.tables.questions import OpenQuestion
from bestagon.server.tables.seats import Seat, listed_seats
from bestagon.server.tables.sizes import STEP_BYTES

DEVICE_JOINED: Final = "device"
"""The kind of the line in the log that tells a seat's holders of a second device."""
OF_VISITOR: Final = ("sit", "leave")
"""Events that count for a visitor: the next player of a seat must not pay for them."""
ANSWERED_BY_BOTS: Final = ("sit", "action", "resign", "undo", "ask", "answer")
"""Events of people after which bots may have to think."""


class LiveTable:
    """The fold of a table's row and events; it can be dropped and rebuilt at any time."""

    def __init__(self, row: TableRow, history: Iterable[EventRow] = (), table: Table | None = None) -> None:
        """Apply a history; ApiError if the rules have changed since.

        `table` is the game at its start, if the caller has just set it up for this row.
        """
        self.row = row
        self.id = row.id
        try:
            self.setup: TableSetup = events.setup_decoder.decode(row.setup)
            self.game = registry.game(row.game)
        except msgspec.DecodeError as error:
            raise ApiError("rules_changed", f"table {row.id} was not written by this program: {error}") from None
        except UnknownGame as error:
            raise ApiError("rules_changed", f"{row.game} is not installed here any more: {error}") from None
        options = self.game.options_of_rules(row.rules, events.options_decoder.decode(row.options))
        if options is None:
            raise ApiError(
                "rules_changed", f"this table uses version {row.rules} of {row.game}; version {self.game.rules_version} is installed"
            )
        self._options = options
        self.table = self._new_table() if table is None else table
        self.start_bytes = STEP_BYTES * len(self.table.steps) + 2 * (len(row.setup) + len(row.options))
        """Memory of the set-up, by estimate."""
        self.payer = Payer(self.setup.owner)
        self._mover = ("", SPECTATOR)
        """The visitor and the seat to whose latest event bots answer."""
        self.truth: Position = self.table.position
        """A copy of the unmasked position; never sent to anybody."""
        self.step_memory = StepMemory(self.game, self.game.hides, self.truth, self.table.real_dice)
        self._latest = START
        """The number of the latest step."""
        self.first_step: Step | None = None
        """The first that was ever played here, also if it was taken back."""
        self.version = 0
        self.at = row.created
        """When the latest event happened."""
        self.status = OPEN
        self.ended = ""
        """How the game ended if not by its own rules: agreed, timeout."""
        self.next = ""
        """The table of the rematch."""
        self.seats = [Seat(first, row.created) for first in self.setup.seats]
        self.link = self.setup.link
        """Hash of the link that opens a private table to everybody who has it; empty for none."""
        self.link_maker = ("", "")
        """Visitor and idempotency key of the command that made the link; empty for the first one."""
        self.guests: dict[str, str] = {}
        """Visitors who used a link to see a private table, with its hash."""
        self._known = {self.setup.owner}
        """The owner, and all who hold a seat or have held one, except those whose hold another device has ended."""
        self.clocks = Clocks(self.setup.clock, row.players)
        self.log = TableLog(self.step_memory)
        self.steps: list[Step] = []
        """The actions played at this table, without those taken back."""
        self.valid_since = [0] * row.players
        """For each seat the oldest version whose choices are still valid (docs/protocol.md, stale)."""
        self.question: OpenQuestion | None = None
        self.granted_until = 0
        """The end of the latest downtime that the clocks got back."""
        self.other_events = 0
        """How many events were not actions."""
        self.events_by: dict[int | str, int] = {}
        """How many of them are of each seat, or of each visitor who sat down, left or watches."""
        self.seats_held: dict[str, set[int]] = {}
        """The seats each visitor has held since the game began."""
        self.position_version = 0
        """Increases whenever the position changes."""
        self.seats_version = 0
        """Increases whenever something about the seats changes."""
        self.acting: tuple[int, ...] = self.table.acting
        self._masked: dict[int, Position] = {}
        self._keys = CommittedKeys()
        self._info = b""
        self._visitors: tuple[str, ...] = ()
        self._summary: Summary | None = None
        self._update_seats()
        for stored in history:
            self.apply(events.from_row(stored))

    def _new_table(self) -> Table:
        """Return the game at its start: a new one, or a recorded one at the action where this table continues it."""
        if self.setup.origin:
            try:
                record = replace(Record.parse(self.setup.origin), options=self._options)
                return record.go_on(len(record.actions), None, self.row.secret)
            except BadRecord as error:
                raise ApiError("rules_changed", f"table {self.id} continues a game that cannot be replayed: {error}") from None
        return Table(self.game, self.row.players, self._options, None, self.row.secret, self.setup.dice)

    # Queries.

    def record(self) -> Record:
        """Return the game as a record with its secret, under the rules and options with which the table was created."""
        return replace(Record.of(self.table, reveal=True), rules=self.row.rules, options=events.options_decoder.decode(self.row.options))

    def masked(self, viewer: int) -> Position:
        """Return the position as a seat, or -1 for a spectator, may know it; read-only."""
        found = self._masked.get(viewer)
        if found is None:
            found = self._masked[viewer] = self.truth.copy()
            found.mask(viewer)
        return found

    def is_holder(self, visitor: str, seat: int) -> bool:
        """Tell whether a visitor may act for a seat."""
        return self.seats[seat].kind == "human" and visitor in self.seats[seat].holders

    def seats_of(self, visitor: str) -> list[int]:
        """Return the seats a visitor may act for."""
        return [seat for seat in range(self.row.players) if self.is_holder(visitor, seat)] if visitor else []

    def may_see(self, visitor: str) -> bool:
        """Tell whether a visitor may know that this table exists: a private one is for its players, its owner and those with a link."""
        return self.setup.public or visitor in self._known or self.is_link(self.guests.get(visitor, ""))

    def is_link(self, token: str) -> bool:
        """Tell whether this is the hash of a link that is valid now, to the table or to a seat."""
        return token != "" and (token == self.link or any(seat.token == token for seat in self.seats))

    def why_lost(self, visitor: str, viewer: int) -> str:
        """Return why a visitor may not view from a seat any more: `seat`, `ended` or, for a spectator, `link`; empty while they may."""
        if viewer == SPECTATOR:
            return "" if self.may_see(visitor) else "link"
        if self.is_holder(visitor, viewer):
            return ""
        return "ended" if visitor in self.seats[viewer].ended else "seat"

    def bots_payer(self) -> str:
        """Return the visitor for whom the bots think: the player whose move they answer, and the owner once that seat is out of the game.

        So a guest uses their own time, even if they leave after each move.
        """
        visitor, seat = self._mover
        if visitor and self.seats[seat].kind != "bot" and self.truth.still_in(seat):
            return visitor
        return self.setup.owner

    def acting_bots(self) -> list[int]:
        """Return the bots whose turn it is."""
        return [seat for seat in self.acting if self.seats[seat].kind == "bot"] if self.status == RUNNING else []

    def undo(self, seat: int) -> str:
        """Return how a seat could undo its latest action now: `free`, `ask`, or empty for not at all."""
        if self.status != RUNNING or seat == SPECTATOR:
            return ""
        if self.table.real_dice:
            # They share a device, and a wrong entry may have passed the turn on: the latest action of all is undone.
            return "free" if self.steps and self.steps[-1].barrier != BARRIER else ""
        worst = FREE
        for step in reversed(self.steps):
            worst = max(worst, step.barrier)
            if worst == BARRIER:
                return ""
            if step.seat == seat:
                return "free" if worst == FREE else "ask"
        return ""

    def unanswered(self) -> list[int]:
        """Return the seats whose consent to the open question is missing."""
        return self.question.unanswered(self.seats, self.truth.still_in) if self.question is not None else []

    def rewinds(self, event: TableEvent) -> bool:
        """Tell whether an event takes back a step because everybody has agreed, for which the game is replayed."""
        body, question = event.body, self.question
        if isinstance(body, events.Asked):
            question = OpenQuestion(body.what, event.seat, set(), event.n + 1)
        elif not isinstance(body, events.Answered) or body.answer == "no":
            return False
        if question is None or question.what != "undo":
            return False
        return set(question.unanswered(self.seats, self.truth.still_in)) <= {event.seat}

    def find_committed(self, visitor: str, key: str, fingerprint: str) -> Committed | None:
        """Return what the event with this idempotency key did; ApiError if the key belongs to another command."""
        return self._keys.find(visitor, key, fingerprint, self.version)

    def due(self) -> int:
        """Return when the server must act, for a bot or because a clock runs out; 0 for never."""
        if self.status != RUNNING:
            return 0
        clock = self.clocks.due()
        if not self.acting_bots():
            return clock
        bots = self.bots_due()
        return min(bots, clock) if clock else bots

    def bots_due(self) -> int:
        """Return when bots whose turn it is may move: among bots only when people can have followed the latest move."""
        if not self.setup.pace:
            return self.at
        last = self.log.last
        return self.at + self.setup.pace * (1 if last is None or last.played is None else last.played.moments())

    def summary(self) -> Summary:
        """Return what lists of tables need; the same object as long as nothing of it changes."""
        due, known = self.due(), self._summary
        if known is None or known.due != due or known.status != self.status or known.info is not self._info:
            known = self._summary = Summary(self.status, self.setup.public, self._visitors, due, self._info, self.setup.owner)
        return known

    def check_action(self, seat: int, action: int | str) -> int:
        """Return the id of an action if it is legal, else raise ApiError. Only the seat's masked position is consulted."""
        masked = self.masked(seat)
        try:
            number = self.game.parse_action(masked, seat, action) if isinstance(action, str) else action
        except BadNotation as error:
            raise ApiError("illegal", str(error), self.version) from None
        if not is_legal(masked, seat, number):
            raise ApiError("illegal", f"action {action!r} is not legal for seat {seat} now", self.version)
        return number

    def to_row(self, event: TableEvent) -> EventRow:
        """Return the event that was applied last in its stored form."""
        body = event.body
        if isinstance(body, events.ActionPlayed):
            body = events.ActionStored(self.steps[-1].text, dice=self.steps[-1].dice, fingerprint=event.fingerprint)
        return events.to_row(event, body)

    # Checks.

    def check_seat(self, seat: int) -> None:
        """Raise ApiError unless there is such a seat."""
        if not 0 <= seat < self.row.players:
            raise ApiError("no_seat", f"there is no seat {seat}: the seats are 0 to {self.row.players - 1}", self.version)

    def check_holder(self, visitor: str, seat: int) -> None:
        """Raise ApiError unless a visitor may act for a seat."""
        self.check_seat(seat)
        if not self.is_holder(visitor, seat):
            ended = self.why_lost(visitor, seat) == "ended"
            message = f"another device has ended this device's hold of seat {seat}" if ended else f"you do not hold seat {seat}"
            raise ApiError("not_your_seat", message, self.version)

    def check_running(self) -> None:
        """Raise ApiError unless the game has begun and is not over."""
        if self.status == OPEN:
            raise ApiError("not_started", "the game begins when every seat is taken", self.version)
        self.check_not_over()

    def check_not_over(self) -> None:
        """Raise ApiError if the game is over."""
        if self.status == OVER:
            raise ApiError("over", "the game is over", self.version)

    # Changes.

    def apply(self, event: TableEvent) -> None:
        """Apply an event; an ApiError leaves the table unchanged."""
        if event.n != self.version:
            raise ValueError(f"event {event.n} cannot follow version {self.version}")
        body = event.body
        try:
            _APPLY[type(body)](self, event, body)
        except ApiError:
            raise
        except BestagonError as error:
            raise from_engine(error, "cannot_undo" if isinstance(body, events.Undone) else "illegal", self.version) from None
        self.version = event.n + 1
        self.at = event.at
        if body.kind != events.ActionPlayed.kind:
            self.other_events += 1
            source = event.actor if event.seat == SPECTATOR or body.kind in OF_VISITOR else event.seat
            self.events_by[source] = self.events_by.get(source, 0) + 1
            self.payer.count(event.actor)
        if event.actor and body.kind in ANSWERED_BY_BOTS:
            self._mover = (event.actor, event.seat)
        self._keys.note(event)

    def _note(self, event: TableEvent, text: str = "", played: PlayedStep | None = None) -> None:
        self.log.append(LogEntry(event.n + 1, event.at, event.body.kind, event.seat, text, played))

    def _tell_holders(self, event: TableEvent, kind: str) -> None:
        """Add a line to the log that only the holders of the event's seat read."""
        self.log.append(LogEntry(event.n + 1, event.at, kind, event.seat, "", None, private=True))

    def _update_seats(self, at: int = 0) -> None:
        """Derive everything that depends on the seats, and start the game once all are taken."""
        self.seats_version += 1
        self._visitors = tuple({visitor: None for seat in self.seats for visitor in seat.holders})
        self._known.update(self._visitors)
        if self.status == OPEN and not any(seat.empty for seat in self.seats):
            self.status = RUNNING
            self._note_holders()
            self.clocks.turn(at or self.row.created, self._timed(), -1, False)
        elif self.status != OPEN:
            self._note_holders()
        table = {"game": self.game.name, "name": self.setup.name, "players": self.row.players}
        # Another object each time, so that `summary` sees the change of holders, too.
        self._info = events.encode({**table, **listed_seats(self.seats)})

    def _note_holders(self) -> None:
        for number, seat in enumerate(self.seats):
            for visitor in seat.holders if seat.kind == "human" else ():
                self.seats_held.setdefault(visitor, set()).add(number)

    def _timed(self) -> list[bool]:
        """Return for each seat whether its clock runs."""
        return [seat in self.acting and one.kind != "bot" for seat, one in enumerate(self.seats)]

    def _sit(self, event: TableEvent, body: events.Sat) -> None:
        seat = self.seats[event.seat]
        second_device = seat.kind == "human"
        seat.sit(event.actor, body.name, event.at)
        self._update_seats(event.at)
        if second_device:
            self._tell_holders(event, DEVICE_JOINED)
        else:
            self._note(event, seat.name)

    def _leave(self, event: TableEvent, body: events.Left) -> None:
        seat = self.seats[event.seat]
        self._note(event, seat.name)
        seat.leave(event.at)
        self._update_seats()

    def _rename(self, event: TableEvent, body: events.Renamed) -> None:
        self.seats[event.seat].name = body.name
        self._note(event, body.name)
        self._update_seats()

    def _end_device(self, event: TableEvent, body: events.DeviceEnded) -> None:
        seat = self.seats[event.seat]
        before = set(seat.ended)
        seat.end_device(body.device, event.actor)
        # Perhaps it came by a link that was given away by mistake, and then it must not watch a private table either.
        self._known -= seat.ended - {self.setup.owner}
        if seat.ended != before:
            # The device may still know the link to the table.
            self.link, self.link_maker = "", ("", "")
        self._update_seats()
        self._tell_holders(event, body.kind)

    def _link(self, event: TableEvent, body: events.LinkMade) -> None:
        if event.seat == SPECTATOR:
            self.link = body.token
            self.link_maker = (event.actor, event.key)
        else:
            self.seats[event.seat].token = body.token

    def _watch(self, event: TableEvent, body: events.Watched) -> None:
        valid = {visitor: token for visitor, token in self.guests.items() if self.is_link(token)}
        self.guests = {**valid, event.actor: body.token}

    def _chat(self, event: TableEvent, body: events.Chatted) -> None:
        self._note(event, body.text)

    def _open_rematch(self, event: TableEvent, body: events.RematchOpened) -> None:
        self.next = body.table
        self._note(event)

    def _play(self, event: TableEvent, body: events.ActionPlayed) -> None:
        self._stepped(event, self.table.play_checked(event.seat, body.action, body.dice))

    def _play_stored(self, event: TableEvent, body: events.ActionStored) -> None:
        self._stepped(event, self.table.play(body.notation, seat=event.seat, dice=body.dice))

    def _resign(self, event: TableEvent, body: events.Resigned) -> None:
        self._stepped(event, self.table.resign(event.seat, body.dice))

    def _time_out(self, event: TableEvent, body: events.TimedOut) -> None:
        if self.setup.clock.timeout == "bot":
            self.seats[event.seat].take_over(self.setup.level)
            self._note(event)
            self._update_seats()
            self.clocks.turn(event.at, self._timed(), -1, False)
            self.question = None
        elif self.row.players == 1:
            self._note(event)
            self._end(event.at, "timeout")
        else:
            self._stepped(event, self.table.resign(event.seat, timed_out=True))

    def _grant_downtime(self, event: TableEvent, body: events.DowntimeGranted) -> None:
        self.clocks.give(body.since, body.until)
        self.granted_until = body.until

    def _stepped(self, event: TableEvent, step: Step) -> None:
        """Update everything after the engine has played a step."""
        acted = self.acting
        self._refresh()
        self.steps.append(step)
        for seat in range(self.row.players):
            # In a shared phase, what one seat does leaves the choices of the others valid.
            if seat == step.seat or seat not in acted or seat not in self.acting or step.action == RESIGN:
                self.valid_since[seat] = event.n + 1
        if self.question is not None and self.question.what == "undo":
            self.question = None
        self._latest = self.step_memory.add(self._latest, step, self.truth)
        if self.first_step is None:
            self.first_step = step
        self._note(event, played=PlayedStep(self.step_memory, self._latest))
        if self.truth.over:
            self._end(event.at, "")
        elif self.clocks.on:
            self.clocks.turn(event.at, self._timed(), step.seat, step.barrier != FREE)

    def _refresh(self) -> None:
        """Read the position again after it has changed."""
        self.truth = self.table.position
        self.acting = self.table.acting
        self.position_version += 1
        self._masked = {}

    def _end(self, at: int, how: str) -> None:
        self.status = OVER
        self.ended = how
        self.question = None
        self.clocks.stop(at)
        self._update_seats()

    def _undo(self, event: TableEvent, body: events.Undone) -> None:
        undone = self.table.undo(None if self.table.real_dice else event.seat)
        first = max(i for i, step in enumerate(self.steps) if step is undone)
        self._undone(event, event.seat, first, self.steps[first + 1 :])

    def _undone(self, event: TableEvent, seat: int, first: int, again: list[Step]) -> None:
        """Update everything after the engine has taken back the step with an index and all later ones, except those played again."""
        self._refresh()
        self._latest = self.step_memory.take_back(self._latest, len(self.steps) - first, again, self.truth)
        self.steps[first:] = again
        self.valid_since = [event.n + 1] * self.row.players
        self.question = None
        self._note(event)
        if self.clocks.on:
            self.clocks.undone(event.at, self._timed(), seat)

    def _rewind(self, event: TableEvent, seat: int) -> None:
        """Undo the seat's latest step and everything after it."""
        if self.undo(seat) == "":
            raise ApiError("cannot_undo", f"seat {seat} has nothing to undo", self.version)
        first = max(i for i, step in enumerate(self.steps) if step.seat == seat)
        table = self._new_table()
        self.steps[:first] = [table.play_again(step) for step in self.steps[:first]]
        self.table = table
        self._undone(event, seat, first, [])

    def _ask(self, event: TableEvent, body: events.Asked) -> None:
        self.question = OpenQuestion(body.what, event.seat, set(), event.n + 1)
        self._note(event, body.what)
        self._settle(event)

    def _answer(self, event: TableEvent, body: events.Answered) -> None:
        question = self.question
        if question is None:
            raise ApiError("nothing_asked", "there is no question to answer any more", self.version)
        self._note(event, body.answer)
        if body.answer == "yes":
            question.agreed.add(event.seat)
            self._settle(event)
        else:
            self.question = None

    def _settle(self, event: TableEvent) -> None:
        """Do what was asked once everybody has agreed."""
        question = self.question
        if question is None or self.unanswered():
            return
        self.question = None
        if question.what == "end":
            self._end(event.at, "agreed")
        else:
            self._rewind(event, question.seat)


_APPLY: Final[dict[type, Callable[[LiveTable, TableEvent, Any], None]]] = {
    events.Sat: LiveTable._sit,
    events.Left: LiveTable._leave,
    events.Renamed: LiveTable._rename,
    events.LinkMade: LiveTable._link,
    events.Watched: LiveTable._watch,
    events.DeviceEnded: LiveTable._end_device,
    events.Chatted: LiveTable._chat,
    events.RematchOpened: LiveTable._open_rematch,
    events.ActionPlayed: LiveTable._play,
    events.ActionStored: LiveTable._play_stored,
    events.Resigned: LiveTable._resign,
    events.TimedOut: LiveTable._time_out,
    events.DowntimeGranted: LiveTable._grant_downtime,
    events.Undone: LiveTable._undo,
    events.Asked: LiveTable._ask,
    events.Answered: LiveTable._answer,
}


def record_of(row: TableRow, history: Iterable[EventRow]) -> Record:
    """Return the game of a stored table, running or over, as a record with its secret; ApiError if it cannot be replayed."""
    return LiveTable(row, history).record()
