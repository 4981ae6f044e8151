"""A live table: what its row and events add up to. Pure: no storage, no network, no clock of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Final, NamedTuple

import msgspec

from bestagon.core import registry
from bestagon.core.actions import legal_actions
from bestagon.core.errors import BadNotation, BadRecord, BestagonError, UnknownGame
from bestagon.core.position import SPECTATOR, Position
from bestagon.core.record import Record
from bestagon.core.table import Step, Table
from bestagon.i18n import LANGUAGES, use_language
from bestagon.server.errors import ApiError
from bestagon.server.store.base import OPEN, OVER, RUNNING, EventRow, Summary, TableRow
from bestagon.server.tables import events
from bestagon.server.tables.clocks import Clocks
from bestagon.server.tables.events import Data, Setup, data_decoder
from bestagon.server.tables.seats import Seat

FREE: Final = 0
OTHERS: Final = 1
BARRIER: Final = 2
"""What stands between a step and taking it back: nothing, the consent of the others, or chance, a reveal or the end."""
REMEMBERED: Final = 64
"""How many idempotency keys a live table remembers; the storage knows all of them."""


class Applied(NamedTuple):
    """An event that is part of a table."""

    version: int
    """The table's version with it."""
    seat: int


Told = dict[str, dict[int, tuple[str, tuple[str, ...]]]]
"""By language and viewer an action in words and its cells; whoever is not there reads what a spectator (-1) does."""


class Entry:
    """Something the log tells of."""

    __slots__ = ("at", "kind", "n", "seat", "step", "text", "told")

    def __init__(self, n: int, at: int, kind: str, seat: int, text: str, step: Step | None, told: Told) -> None:
        """Note it."""
        self.n = n
        self.at = at
        self.kind = kind
        self.seat = seat
        self.text = text
        self.step = step
        """The action, which reads differently for different viewers."""
        self.told = told


class Question:
    """What a seat asks the others: `undo` or `end`."""

    __slots__ = ("agreed", "seat", "what")

    def __init__(self, what: str, seat: int) -> None:
        """PendingQuestion."""
        self.what = what
        self.seat = seat
        self.agreed: set[int] = set()


class LiveTable:
    """The fold of a table's row and events; it can be dropped and made again at any moment."""

    def __init__(self, row: TableRow, history: Iterable[EventRow] = ()) -> None:
        """Add up what happened; ApiError where the rules have changed since."""
        self.row = row
        self.id = row.id
        try:
            self.setup: Setup = events.setup_decoder.decode(row.setup)
            self.game = registry.game(row.game)
        except msgspec.DecodeError as error:
            raise ApiError("rules_changed", f"table {row.id} was not written by this program: {error}") from None
        except UnknownGame as error:
            raise ApiError("rules_changed", f"{row.game} is not installed here any more: {error}") from None
        if self.game.rules_version != row.rules:
            raise ApiError(
                "rules_changed", f"this table plays version {row.rules} of {row.game}; here is version {self.game.rules_version}"
            )
        self.table = self.new_table()
        self.truth: Position = self.table.position
        """A copy of the whole truth; never sent to anybody."""
        self.version = 0
        self.at = row.created
        self.status = OPEN
        self.ended = ""
        """How it ended without the game's own end: agreed, timeout."""
        self.next = ""
        self.seats = [Seat(first) for first in self.setup.seats]
        self.clocks = Clocks(self.setup.clock, row.players)
        self.log: list[Entry] = []
        self.steps: list[Step] = []
        self.marks: list[int] = []
        """For every step what stands between it and taking it back."""
        self.fresh = [0] * row.players
        """The version from which on a seat's choice is still good (docs/protocol.md, stale)."""
        self.question: Question | None = None
        self.given = 0
        """Until when time lost by the server has been given back."""
        self.extra = 0
        """How many events were no actions."""
        self.past: dict[str, set[int]] = {}
        """Which seats a visitor has held since the game began."""
        self.moment = 0
        """Goes up whenever the game itself has changed."""
        self.seating = 0
        """Goes up whenever something about the seats has changed."""
        self.acting: tuple[int, ...] = self.table.acting
        self._masked: dict[int, Position] = {}
        self._keys: dict[tuple[str, str], Applied] = {}
        self._info = b""
        self._visitors: tuple[str, ...] = ()
        self._seated()
        for event in history:
            self.apply(event)

    def new_table(self) -> Table:
        """Return the game as it began here: at its beginning, or with what was played before in another one."""
        options = events.options_decoder.decode(self.row.options)
        if self.setup.origin:
            try:
                record = replace(Record.parse(self.setup.origin), options=options)
                return record.go_on(len(record.actions), None, self.row.secret)
            except BadRecord as error:
                raise ApiError("rules_changed", f"table {self.id} goes on from a game that cannot be played again: {error}") from None
        return Table(self.game, self.row.players, options, None, self.row.secret)

    # What others ask.

    def masked(self, viewer: int) -> Position:
        """Return what a seat, or -1 for a spectator, may know; not to be changed."""
        found = self._masked.get(viewer)
        if found is None:
            found = self._masked[viewer] = self.truth.copy()
            found.mask(viewer)
        return found

    def holds(self, visitor: str, seat: int) -> bool:
        """Tell whether a visitor may act for a seat."""
        return self.seats[seat].kind == "human" and visitor in self.seats[seat].holders

    def held(self, visitor: str) -> list[int]:
        """Return the seats a visitor may act for."""
        return [seat for seat in range(self.row.players) if self.holds(visitor, seat)] if visitor else []

    def bots(self) -> list[int]:
        """Return the bots that must act now."""
        return [seat for seat in self.acting if self.seats[seat].kind == "bot"] if self.status == RUNNING else []

    def undo(self, seat: int) -> str:
        """Return how a seat could take something back now: `free`, `ask`, or nothing."""
        if self.status != RUNNING or seat == SPECTATOR:
            return ""
        worst = FREE
        for step, mark in zip(reversed(self.steps), reversed(self.marks), strict=True):
            worst = max(worst, mark)
            if worst == BARRIER:
                return ""
            if step.seat == seat:
                return "free" if worst == FREE else "ask"
        return ""

    def waiting(self) -> list[int]:
        """Return the seats whose yes to the question is missing; bots never object, nor do other seats of the one who asks."""
        question = self.question
        if question is None:
            return []
        asker = self.seats[question.seat].holders
        return [
            seat
            for seat, one in enumerate(self.seats)
            if one.kind == "human" and seat not in question.agreed and self.truth.still_in(seat) and not set(one.holders) & set(asker)
        ]

    def repeated(self, visitor: str, key: str) -> Applied | None:
        """Return the event that used this key, if it was lately."""
        return self._keys.get((visitor, key))

    def due(self) -> int:
        """Return when the server must act: for a bot, or because a clock will be out; 0 for never."""
        if self.status != RUNNING:
            return 0
        if self.bots():
            return self.at + self.setup.pace
        return self.clocks.due()

    def summary(self) -> Summary:
        """Return what lists of tables need."""
        return Summary(self.status, self.setup.public, self._visitors, self.due(), self._info)

    def read_action(self, seat: int, action: int | str) -> str:
        """Return a legal action of the seat in notation; ApiError where it is none. Looks at what the seat may know and nothing else."""
        masked = self.masked(seat)
        try:
            number = self.game.parse_action(masked, seat, action) if isinstance(action, str) else action
        except BadNotation as error:
            raise ApiError("illegal", str(error), self.version) from None
        if number not in legal_actions(masked, seat):
            raise ApiError("illegal", f"action {action!r} is not legal for seat {seat} now", self.version)
        return self.game.action_text(masked, seat, number)

    # How it changes.

    def apply(self, event: EventRow) -> None:
        """Take an event in; whatever raises leaves the table as it was."""
        if event.n != self.version:
            raise ValueError(f"event {event.n} cannot follow version {self.version}")
        try:
            change, data = _CHANGES[event.kind], data_decoder.decode(event.data)
        except (KeyError, msgspec.DecodeError):
            raise ApiError("rules_changed", f"event {event.n} of table {self.id} was not written by this program", self.version) from None
        try:
            change(self, event, data)
        except ApiError:
            raise
        except BestagonError as error:
            raise ApiError("cannot_undo" if event.kind == events.UNDO else "illegal", str(error), self.version) from None
        self.version = event.n + 1
        self.at = event.at
        if event.kind != events.ACTION:
            self.extra += 1
        if event.key:
            self._keys[event.actor, event.key] = Applied(event.n + 1, event.seat)
            if len(self._keys) > REMEMBERED:
                del self._keys[next(iter(self._keys))]

    def _note(self, event: EventRow, text: str = "", step: Step | None = None, told: Told | None = None) -> None:
        self.log.append(Entry(event.n + 1, event.at, event.kind, event.seat, text, step, told or {}))

    def _tell(self, before: Position, step: Step) -> Told:
        """Return a step in words, in every language, for a spectator and those who read it differently."""
        game, seat, action = self.game, step.seat, step.action
        common = step.text_for(SPECTATOR)
        viewers = [SPECTATOR, *[viewer for viewer in range(self.row.players) if step.text_for(viewer) != common]]
        cells = {viewer: game.cells(before, seat, action, viewer) for viewer in viewers}
        told: Told = {}
        for language in LANGUAGES:
            with use_language(language):
                told[language] = {viewer: (game.describe(before, seat, action, viewer), cells[viewer]) for viewer in viewers}
        return told

    def _seated(self, at: int = 0) -> None:
        """Look at the seats again: who is there, and whether the game begins."""
        self.seating += 1
        self._visitors = tuple({visitor: None for seat in self.seats for visitor in seat.holders})
        if self.status == OPEN and not any(seat.empty for seat in self.seats):
            self.status = RUNNING
            self._past()
            self.clocks.turn(at or self.row.created, self._running(), -1, False)
        elif self.status != OPEN:
            self._past()
        info = {
            "game": self.game.name,
            "name": self.setup.name,
            "players": self.row.players,
            "seats": [seat.name for seat in self.seats],
            "kinds": [seat.kind for seat in self.seats],
            "levels": [seat.level for seat in self.seats],
            "free": sum(seat.kind == "open" for seat in self.seats),
        }
        self._info = events.encode(info)

    def _past(self) -> None:
        for number, seat in enumerate(self.seats):
            for visitor in seat.holders if seat.kind == "human" else ():
                self.past.setdefault(visitor, set()).add(number)

    def _running(self) -> list[bool]:
        """Return for which seats time runs."""
        return [seat in self.acting and one.kind != "bot" for seat, one in enumerate(self.seats)]

    def _sit(self, event: EventRow, data: Data) -> None:
        seat = self.seats[event.seat]
        second = seat.kind == "human"
        seat.sit(event.actor, data.text)
        if data.token:
            seat.token = ""
        self._seated(event.at)
        if not second:
            self._note(event, seat.name)

    def _leave(self, event: EventRow, data: Data) -> None:
        seat = self.seats[event.seat]
        self._note(event, seat.name)
        seat.leave()
        self._seated()

    def _rename(self, event: EventRow, data: Data) -> None:
        self.seats[event.seat].name = data.text
        self._note(event, data.text)
        self._seated()

    def _link(self, event: EventRow, data: Data) -> None:
        self.seats[event.seat].token = data.token

    def _chat(self, event: EventRow, data: Data) -> None:
        self._note(event, data.text)

    def _rematch(self, event: EventRow, data: Data) -> None:
        self.next = data.table
        self._note(event)

    def _action(self, event: EventRow, data: Data) -> None:
        self._stepped(event, self.table.play(data.text, seat=event.seat))

    def _resign(self, event: EventRow, data: Data) -> None:
        self._stepped(event, self.table.resign(event.seat))

    def _timeout(self, event: EventRow, data: Data) -> None:
        if self.setup.clock.timeout == "bot":
            self.seats[event.seat].take_over(self.setup.level)
            self._note(event)
            self._seated()
            self.clocks.turn(event.at, self._running(), -1, False)
            self.question = None
        elif self.row.players == 1:
            self._note(event)
            self._end(event.at, "timeout")
        else:
            self._stepped(event, self.table.resign(event.seat))

    def _given(self, event: EventRow, data: Data) -> None:
        self.clocks.give(data.since, data.until)
        self.given = data.until

    def _stepped(self, event: EventRow, step: Step) -> None:
        """Take in what the engine has just played."""
        before, acted = self.truth, set(self.acting)
        self._look()
        chance = self.truth.dice.drawn != before.dice.drawn
        if chance or self.truth.revealed or self.truth.over or event.kind != events.ACTION:
            mark = BARRIER
        else:
            mark = OTHERS if set(self.acting) - acted else FREE
        self.steps.append(step)
        self.marks.append(mark)
        for seat in range(self.row.players):
            # In a phase that seats share, what one does leaves the choices of the others as they were.
            if seat == step.seat or seat not in acted or seat not in self.acting or event.kind != events.ACTION:
                self.fresh[seat] = event.n + 1
        if self.question is not None and self.question.what == "undo":
            self.question = None
        self._note(event, step=step, told=self._tell(before, step))
        if self.truth.over:
            self._end(event.at, "")
        elif self.clocks.on:
            self.clocks.turn(event.at, self._running(), step.seat, mark != FREE)

    def _look(self) -> None:
        """See the table anew after the game has changed."""
        self.truth = self.table.position
        self.acting = self.table.acting
        self.moment += 1
        self._masked = {}

    def _end(self, at: int, how: str) -> None:
        self.status = OVER
        self.ended = how
        self.question = None
        self.clocks.stop(at)
        self._seated()

    def _undo(self, event: EventRow, data: Data) -> None:
        gone = self.table.undo(event.seat)
        where = max(i for i, step in enumerate(self.steps) if step is gone)
        del self.steps[where], self.marks[where]
        self._taken_back(event, event.seat)

    def _taken_back(self, event: EventRow, seat: int) -> None:
        self._look()
        self.fresh = [event.n + 1] * self.row.players
        self.question = None
        self._note(event)
        if self.clocks.on:
            self.clocks.undone(event.at, self._running(), seat)

    def _rewind(self, event: EventRow, seat: int) -> None:
        """Take back the seat's latest step and all that came after it."""
        if self.undo(seat) == "":
            raise ApiError("cannot_undo", f"seat {seat} has nothing that could be taken back", self.version)
        first = max(i for i, step in enumerate(self.steps) if step.seat == seat)
        table = self.new_table()
        self.steps = [table.play(step.action, seat=step.seat) for step in self.steps[:first]]
        del self.marks[first:]
        self.table = table
        self._taken_back(event, seat)

    def _ask(self, event: EventRow, data: Data) -> None:
        self.question = Question(data.text, event.seat)
        self._note(event, data.text)
        self._settle(event)

    def _answer(self, event: EventRow, data: Data) -> None:
        question = self.question
        if question is None:
            raise ApiError("nothing_asked", "there is no question to answer any more", self.version)
        self._note(event, data.text)
        if data.text == "yes":
            question.agreed.add(event.seat)
            self._settle(event)
        else:
            self.question = None

    def _settle(self, event: EventRow) -> None:
        """Do what was asked once nobody is left to ask."""
        question = self.question
        if question is None or self.waiting():
            return
        self.question = None
        if question.what == "end":
            self._end(event.at, "agreed")
        else:
            self._rewind(event, question.seat)


_CHANGES: Final[dict[str, Callable[[LiveTable, EventRow, Data], None]]] = {
    events.SIT: LiveTable._sit,
    events.LEAVE: LiveTable._leave,
    events.RENAME: LiveTable._rename,
    events.LINK: LiveTable._link,
    events.CHAT: LiveTable._chat,
    events.REMATCH: LiveTable._rematch,
    events.ACTION: LiveTable._action,
    events.RESIGN: LiveTable._resign,
    events.TIMEOUT: LiveTable._timeout,
    events.GIVEN: LiveTable._given,
    events.UNDO: LiveTable._undo,
    events.ASK: LiveTable._ask,
    events.ANSWER: LiveTable._answer,
}
"""What each kind of event does."""


def record_of(row: TableRow, events: Iterable[EventRow]) -> Record:
    """Return the game of a stored table as a record with its secret, running or over; ApiError where it cannot be played again."""
    return Record.of(LiveTable(row, events).table, reveal=True)
