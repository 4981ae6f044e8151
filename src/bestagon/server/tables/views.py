"""Views: a live table as one seat, or a spectator, may see it."""

from __future__ import annotations

from typing import Any, Final, cast

import msgspec

from bestagon.bots.levels import elos
from bestagon.core.position import SPECTATOR
from bestagon.i18n import LANGUAGES, language, use_language
from bestagon.scene.beats import Beat
from bestagon.server.errors import no_table
from bestagon.server.protocol.tables import (
    AskKind,
    DeviceInfo,
    Devices,
    LogLine,
    LogPage,
    PendingQuestion,
    SeatInfo,
    TableInfo,
    TableView,
    UndoKind,
)
from bestagon.server.store.base import OPEN, OVER, RUNNING
from bestagon.server.tables import scene_json
from bestagon.server.tables.events import Left, Sat
from bestagon.server.tables.live import LiveTable
from bestagon.server.tables.log import KEPT, LogEntry
from bestagon.server.tables.sanitize import shown_names

encoder = msgspec.json.Encoder()
LOG_LINES: Final = 100
"""How many lines of the log a view or a page has at most."""
TOLD_LINES: Final = 40
"""How many of the latest lines in a whole view have beats, for a recap."""
FIRST_STEPS: Final = 24
"""How many steps of others a page that opens late is told the set-up of the game with."""
LOG_LETTERS: Final = 12_000
"""How many letters these lines have at most, each up to four bytes; one line is always there."""
MOST_CACHED: Final = 8
"""How many encodings of the seats are cached."""


class Viewer:
    """Makes the views of one live table in the current language, and caches what several of them share."""

    def __init__(self, live: LiveTable, sole_process: bool = False) -> None:
        """Show a table; `sole_process` if no other process can have players connected."""
        self.live = live
        self.connected: frozenset[int] = frozenset()
        """The seats whose players are connected to this process."""
        self._sole_process = sole_process
        self._stages: dict[str, tuple[str, bytes]] = {}
        self._position_version = -1
        self._scenes: dict[tuple[int, str], bytes] = {}
        """By seat and language, for one version of the position."""
        self._starts: dict[str, tuple[int, int, frozenset[int], bytes]] = {}
        """By language: version, first version of the log and connected seats, and for these the start that all pushed views share."""
        self._seats_json: dict[tuple[object, ...], msgspec.Raw] = {}

    @property
    def stage(self) -> tuple[str, bytes]:
        """The id and the JSON of the part of the scene that never changes."""
        found = self._stages.get(language())
        if found is None:
            found = self._stages[language()] = scene_json.stage(self.live.game, self.live.masked(SPECTATOR))
        return found

    def find_stage(self, name: str) -> bytes | None:
        """Return the stage with an id, in any language; None if there is none."""
        for known in LANGUAGES:
            with use_language(known):
                if self.stage[0] == name:
                    return self.stage[1]
        return None

    def whole(self, seat: int, since: int, now: int) -> TableView:
        """Return the whole view, with the log after version `since`."""
        view = self._view(seat)
        view.since = min(since, self.live.version)
        view.log, view.earlier = self._lines(seat, since, self.live.version, LOG_LINES, TOLD_LINES)
        view.opening = self._opening(seat)
        view.age = max(0, now - self.live.at)
        view.whole = True
        return view

    def is_recent(self, before: int) -> bool:
        """Tell whether the page of the log before a version, or the latest one for 0, needs nothing that has to be replayed."""
        return not before or self.live.log.lines_after(before - 1) <= KEPT - LOG_LINES or len(self.live.log) <= KEPT

    def log_page(self, seat: int, before: int, limit: int) -> LogPage:
        """Return the latest lines of the log before a version, or of all for 0."""
        lines, earlier = self._lines(seat, 0, before - 1 if before else self.live.version, min(limit, LOG_LINES))
        self.live.step_memory.forget_replayed()
        return LogPage(lines, earlier)

    def _lines(self, seat: int, since: int, until: int, most: int, told: int = 0) -> tuple[list[LogLine], bool]:
        """Return the latest lines of the log after version `since` up to `until`, `told` of them with beats, and whether there are more."""
        lines: list[LogLine] = []
        letters = 0
        for entry in self.live.log.backward(until):
            if entry.n <= since:
                break
            if not entry.visible(seat):
                continue
            line = self._line(entry, seat, len(lines) < told)
            letters += len(line.text) + len(line.words)
            if len(lines) == most or (lines and letters > LOG_LETTERS):
                return lines[::-1], True
            lines.append(line)
        return lines[::-1], False

    def step(self, seat: int, before: int) -> bytes:
        """Return the view to push after the latest events: its log begins after version `before`."""
        lines: list[LogLine] = []
        for entry in self.live.log.since(before):
            if entry.visible(seat):
                lines.append(self._line(entry, seat))
        parts = [self._start(before), b',"seat":', str(seat).encode(), b',"scene":', self._scene(seat)]
        undo = self.live.undo(seat)
        if undo:
            parts += [b',"undo":"', undo.encode(), b'"']
        opening = () if self.live.steps else self._opening(seat)
        if opening:
            parts += [b',"opening":', encoder.encode(opening)]
        if lines:
            parts += [b',"log":', encoder.encode(lines[::-1])]
        parts.append(b"}")
        return b"".join(parts)

    def _opening(self, seat: int) -> tuple[Beat, ...]:
        """Return how a game was set up that has just begun for a seat: bots may have acted before its page is open."""
        live = self.live
        if live.status != RUNNING or len(live.steps) > FIRST_STEPS or any(step.seat == seat for step in live.steps):
            return ()
        if not live.steps:
            return tuple(live.game.tell_start(live.masked(seat), seat))
        # A game that continues another one, or whose first step was undone, does not begin with what was rolled at its start.
        if live.first_step is not live.steps[0]:
            return ()
        start = live.step_memory.start.copy()
        start.mask(seat)
        return tuple(live.game.tell_start(start, seat))

    def _start(self, before: int) -> bytes:
        """Return what all views have in common, as JSON without the closing brace."""
        version, spoken = self.live.version, language()
        found = self._starts.get(spoken)
        if found is None or found[0] != version or found[1] != before or found[2] is not self.connected:
            shared = self._shared(self._seats())
            if before:
                shared["since"] = before
            found = self._starts[spoken] = (version, before, self.connected, encoder.encode(shared)[:-1])
        return found[3]

    def _view(self, seat: int) -> TableView:
        shared: dict[str, Any] = self._shared(self._seats())
        return TableView(seat=seat, scene=msgspec.Raw(self._scene(seat)), undo=cast(UndoKind, self.live.undo(seat)), **shared)

    def _shared(self, seats: msgspec.Raw) -> dict[str, Any]:
        """Return the fields of a view that are the same for all viewers, unless they have their default."""
        live = self.live
        question = live.question
        found: dict[str, Any] = {"table": live.id, "version": live.version, "status": live.status, "seats": seats, "at": live.at}
        if question is not None:
            found["ask"] = PendingQuestion(cast(AskKind, question.what), question.seat, live.unanswered(), question.version)
        if live.status == OVER:
            found["ended"] = live.ended or live.table.ending
        if live.truth.over:
            found["places"] = list(live.table.ranking)
            found["scores"] = list(live.table.scores)
        if live.next:
            found["next"] = live.next
        return found

    def _scene(self, seat: int) -> bytes:
        if self._position_version != self.live.position_version:
            self._position_version = self.live.position_version
            self._scenes = {}
        # Until the game begins, a visitor can take one seat after the other, and would know what each of them starts with.
        viewer = seat if self.live.status != OPEN else SPECTATOR
        key = (viewer, language())
        found = self._scenes.get(key)
        if found is None:
            found = self._scenes[key] = scene_json.encode_scene(self.live.game.scene(self.live.masked(viewer), viewer))
        return found

    def _seats(self) -> msgspec.Raw:
        """Return the seats in JSON: the same for all viewers of a language, and again whenever the same seats act."""
        live = self.live
        out = tuple([not live.truth.still_in(seat) for seat in range(live.row.players)])
        # Clocks show another time at every version.
        key = (language(), live.seats_version, live.status, live.acting, out, self.connected, live.version if live.clocks.on else 0)
        found = self._seats_json.get(key)
        if found is None:
            if len(self._seats_json) >= MOST_CACHED:
                self._seats_json.clear()
            found = self._seats_json[key] = msgspec.Raw(encoder.encode(self._infos()))
        return found

    def _infos(self) -> list[SeatInfo]:
        live = self.live
        clocks = live.clocks
        infos = []
        names = shown_names(live.game, live.id, [(seat.name, seat.kind) for seat in live.seats])
        for number, seat in enumerate(live.seats):
            info = SeatInfo(names[number], seat.kind, seat.level)
            if seat.kind == "human":
                info.who = self._who(number)
                info.presence = "here" if number in self.connected else "away" if self._sole_process else ""
            info.acting = live.status == "running" and number in live.acting
            info.out = not live.truth.still_in(number)
            if clocks.on:
                info.left = clocks.remaining(number, live.at)
                info.ticking = clocks.since[number] != 0
            infos.append(info)
        return infos

    def _who(self, number: int) -> int:
        """Return the first seat that the same person holds."""
        mine = self.live.seats[number].holders
        for other in range(number):
            seat = self.live.seats[other]
            if seat.kind == "human" and not set(mine).isdisjoint(seat.holders):
                return other
        return number

    def _line(self, entry: LogEntry, seat: int, told: bool = True) -> LogLine:
        """Return an entry as a viewer may read it, with or without its beats."""
        played = entry.played
        if played is None:
            unnamed = entry.kind in (Sat.kind, Left.kind) and not entry.text
            text = self.live.game.seat_name(entry.seat) if unnamed else entry.text
            return LogLine(entry.n, entry.at, entry.kind, entry.seat, text)
        found = played.story(seat)
        beats = found.beats if told else ()
        return LogLine(entry.n, entry.at, entry.kind, entry.seat, played.text(seat), found.words, played.cells(seat), beats)


def check_access(live: LiveTable, visitor: str) -> None:
    """Raise ApiError, as for a table that does not exist, unless the visitor may see this one."""
    if not live.may_see(visitor):
        raise no_table()


def check_viewer(live: LiveTable, visitor: str, seat: int) -> None:
    """Raise ApiError unless the visitor may view from a seat; everybody who sees the table may be a spectator."""
    check_access(live, visitor)
    if seat != SPECTATOR:
        live.check_holder(visitor, seat)


def devices(live: LiveTable, visitor: str, seat: int, connected: set[str], sole_process: bool) -> Devices:
    """Return the devices that hold a seat, as one of them sees them."""
    one = live.seats[seat]
    own = one.rank(visitor)
    found = [
        DeviceInfo(
            device=holder.device,
            joined=holder.joined,
            own=rank == own,
            can_end=rank > own,
            presence="here" if holder.visitor in connected else "away" if sole_process else "",
        )
        for rank, holder in enumerate(one.devices)
    ]
    return Devices(found, own == 0)


def table_info(live: LiveTable, visitor: str, invitations: dict[str, str], link: str = "") -> TableInfo:
    """Return what never changes at a table, and the visitor's role there."""
    return TableInfo(
        table=live.id,
        game=live.game.name,
        title=live.game.title,
        rules=live.row.rules,
        players=live.row.players,
        options=live.table.options,
        name=live.setup.name,
        public=live.setup.public,
        clock=live.setup.clock,
        commitment=live.table.commitment,
        real_dice=live.table.real_dice,
        created=live.row.created,
        previous=live.setup.previous,
        begun=live.table.branches[-1].at if live.table.branches else 0,
        hides=live.game.hides,
        loser_chooses=live.game.loser_chooses,
        elo=elos(live.game.name),
        mine=live.seats_of(visitor),
        owner=visitor == live.setup.owner,
        invitations=invitations,
        link=link,
    )
