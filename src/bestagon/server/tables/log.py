"""The log of a live table, and the positions from which its lines are told."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Final

import msgspec
from mypy_extensions import mypyc_attr

from bestagon.core.actions import Step
from bestagon.core.game import Game
from bestagon.core.position import SPECTATOR, Position
from bestagon.core.story import Story, story
from bestagon.core.table import carry_out, describe_step
from bestagon.i18n import language
from bestagon.scene.beats import Beat

KEPT: Final = 128
"""How many of the latest lines, and of the positions around them, stay in memory as they are: a view tells the latest 100 lines."""
PACKED: Final = 64
"""How many older lines are packed together."""
REPLAYED: Final = 256
"""How many positions are in memory while a page of old lines is told: 100 lines need up to 200."""
SPAN: Final = 16
"""From how far back the next one is replayed after that."""
START: Final = 0
"""The number that stands for the start of the game instead of a step."""


@mypyc_attr(acyclic=True)
class KnownStep:
    """A step, the unmasked position after it, and what viewers were told of it."""

    __slots__ = ("position", "step", "told")

    def __init__(self, step: Step, position: Position) -> None:
        """Keep a position that never changes."""
        self.step = step
        self.position = position
        self.told: dict[tuple[int, str], Story] = {}


class StepMemory:
    """The steps of a table with the positions after them, also of those taken back. Each has a number and knows the one before it.

    Positions and texts take most of the memory of a long table, and few of them are ever needed again. So the latest are kept, and
    others replayed from the nearest one before them: what a step does follows from its position and its dice.
    """

    __slots__ = ("_actions", "_dice", "_latest", "_previous", "_replayed", "_seats", "_timed_out", "game", "hides", "real_dice", "start")

    def __init__(self, game: Game, hides: bool, start: Position, real_dice: bool) -> None:
        """Begin at an unmasked position that never changes; `hides` is that of the game, which would be read for each viewer."""
        self.game = game
        self.hides = hides
        self.real_dice = real_dice
        self.start = start
        # Arrays have no objects that the allocator could only give back together with their neighbours.
        self._previous = array("i", [START])
        self._seats = array("b", [0])
        self._actions = array("i", [0])
        self._dice: dict[int, tuple[int, ...]] = {}
        self._timed_out: set[int] = set()
        self._latest: dict[int, KnownStep] = {}
        """By number, those used last at the end."""
        self._replayed: dict[int, KnownStep] = {}

    def add(self, previous: int, step: Step, after: Position) -> int:
        """Add a step that follows another one, or the start, with the position after it; return its number."""
        number = self._add(previous, step)
        self._keep(number, KnownStep(step, after))
        return number

    def take_back(self, latest: int, count: int, again: Sequence[Step], position: Position) -> int:
        """Go back from the latest step by `count` and play some steps again, which leads to a position; return the step before it."""
        for _ in range(count):
            latest = self._previous[latest]
        for step in again:
            latest = self._add(latest, step)
        if latest != START:
            known = self._latest.pop(latest, None)
            if known is None:
                known = KnownStep(again[-1], position) if again else self.known(latest)
            self._keep(latest, known)
        return latest

    def _add(self, previous: int, step: Step) -> int:
        number = len(self._previous)
        self._previous.append(previous)
        self._seats.append(step.seat)
        self._actions.append(step.action)
        if step.dice:
            self._dice[number] = step.dice
        if step.timed_out:
            self._timed_out.add(number)
        return number

    def _keep(self, number: int, known: KnownStep) -> None:
        self._latest[number] = known
        if len(self._latest) > KEPT:
            del self._latest[next(iter(self._latest))]

    def before(self, number: int) -> Position:
        """Return the position before a step; read-only."""
        previous = self._previous[number]
        return self.start if previous == START else self.known(previous).position

    def known(self, number: int) -> KnownStep:
        """Return a step with the position after it, replayed if necessary."""
        found = self._find(number)
        if found is not None:
            return found
        path: list[int] = []
        one = number
        while one != START and found is None:
            path.append(one)
            one = self._previous[one]
            found = self._find(one)
        position = (self.start if found is None else found.position).copy()
        for left in range(len(path) - 1, -1, -1):
            one = path[left]
            seat, action, dice = self._seats[one], self._actions[one], self._dice.get(one, ())
            if left < SPAN or left % SPAN == 0:
                step = describe_step(self.game, self.hides, position, seat, action, one in self._timed_out)
                step.dice = carry_out(self.game, position, seat, action, dice, self.real_dice)
                found = self._replayed[one] = KnownStep(step, position)
                if len(self._replayed) > REPLAYED:
                    del self._replayed[next(iter(self._replayed))]
                if left:
                    position = position.copy()
            else:
                carry_out(self.game, position, seat, action, dice, self.real_dice)
        assert found is not None
        return found

    def forget_replayed(self) -> None:
        """Keep the latest steps only."""
        self._replayed.clear()

    def _find(self, number: int) -> KnownStep | None:
        found = self._latest.get(number)
        return self._replayed.get(number) if found is None else found


@mypyc_attr(acyclic=True)
class PlayedStep:
    """A step from which viewers are told what happened, each when it first asks."""

    __slots__ = ("_memory", "number")

    def __init__(self, memory: StepMemory, number: int) -> None:
        """Refer to a step by number."""
        self._memory = memory
        self.number = number

    def text(self, viewer: int) -> str:
        """Return the action in notation, as a viewer may know it."""
        step = self._memory.known(self.number).step
        return step.seen.get(viewer, step.text)

    def story(self, viewer: int) -> Story:
        """Return what happened as a viewer may know it, in the current language."""
        memory = self._memory
        # Without hidden information all viewers are told the same.
        key = (viewer if memory.hides else SPECTATOR, language())
        known = memory.known(self.number)
        found = known.told.get(key)
        if found is None:
            step = known.step
            before = memory.before(self.number)
            found = known.told[key] = story(memory.game, before, known.position, step.seat, step.action, key[0], step.timed_out)
        return found

    def moments(self) -> int:
        """Return how many steps are shown to a spectator one after the other, each for a moment."""
        return max(1, sum(shown_steps(beat) for beat in self.story(SPECTATOR).beats))

    def cells(self, viewer: int) -> tuple[str, ...]:
        """Return the cells of the action, as far as a viewer may know them."""
        step = self._memory.known(self.number).step
        return self._memory.game.cells(self._memory.before(self.number), step.seat, step.action, viewer)


def shown_steps(beat: Beat) -> int:
    """Return how many moments a beat takes: caps and the like are turned over one by one, and a verdict takes longer."""
    if beat.kind == "flip":
        return max(1, len(beat.faces))
    return 2 if beat.kind == "verdict" else 1


@mypyc_attr(acyclic=True)
class LogEntry:
    """One line of the log, for all viewers and languages."""

    __slots__ = ("at", "kind", "n", "played", "private", "seat", "text")

    def __init__(self, n: int, at: int, kind: str, seat: int, text: str, played: PlayedStep | None, private: bool = False) -> None:
        """Describe an event."""
        self.n = n
        """The version the event made."""
        self.at = at
        self.kind = kind
        self.seat = seat
        self.text = text
        self.played = played
        """The action, which viewers may know in different detail; None for other events."""
        self.private = private
        """Whether only the holders of the seat read it."""

    def visible(self, viewer: int) -> bool:
        """Tell whether a seat, or -1 for a spectator, reads it."""
        return not self.private or viewer == self.seat


_PackedEntry = tuple[int, int, str, int, str, int, bool]
_encoder: Final = msgspec.msgpack.Encoder()
_decoder: Final = msgspec.msgpack.Decoder(list[_PackedEntry])


class TableLog:
    """The lines of a log in order of their versions: the latest as they are, older ones packed."""

    __slots__ = ("_last", "_latest", "_memory", "_packed", "packed_bytes")

    def __init__(self, memory: StepMemory) -> None:
        """Start empty."""
        self._memory = memory
        self._latest: list[LogEntry] = []
        self._packed: list[bytes] = []
        self._last: list[int] = []
        """The version of the last line of each of them."""
        self.packed_bytes = 0

    def __len__(self) -> int:
        """Return the number of lines."""
        return PACKED * len(self._packed) + len(self._latest)

    @property
    def last(self) -> LogEntry | None:
        """The latest line."""
        return self._latest[-1] if self._latest else None

    def append(self, entry: LogEntry) -> None:
        """Add a line."""
        self._latest.append(entry)
        if len(self._latest) >= KEPT + PACKED:
            rows: list[_PackedEntry] = []
            for one in self._latest[:PACKED]:
                number = START if one.played is None else one.played.number
                rows.append((one.n, one.at, one.kind, one.seat, one.text, number, one.private))
            self._packed.append(_encoder.encode(rows))
            self._last.append(rows[-1][0])
            self.packed_bytes += len(self._packed[-1])
            del self._latest[:PACKED]

    def since(self, version: int) -> list[LogEntry]:
        """Return the lines after a version, the latest first."""
        found: list[LogEntry] = []
        for entry in reversed(self._latest):
            if entry.n <= version:
                return found
            found.append(entry)
        for number in range(len(self._packed) - 1, -1, -1):
            for entry in reversed(self._unpack(number)):
                if entry.n <= version:
                    return found
                found.append(entry)
        return found

    def backward(self, version: int) -> Iterator[LogEntry]:
        """Yield the lines up to a version, the latest first."""
        for entry in reversed(self._latest):
            if entry.n <= version:
                yield entry
        for number in range(min(bisect_right(self._last, version), len(self._packed) - 1), -1, -1):
            for entry in reversed(self._unpack(number)):
                if entry.n <= version:
                    yield entry

    def lines_after(self, version: int) -> int:
        """Return how many lines there are after a version, or a few more."""
        if not self._last or version >= self._last[-1]:
            return sum(1 for entry in self._latest if entry.n > version)
        return len(self) - PACKED * bisect_right(self._last, version)

    def _unpack(self, number: int) -> list[LogEntry]:
        found: list[LogEntry] = []
        for n, at, kind, seat, text, step, private in _decoder.decode(self._packed[number]):
            found.append(LogEntry(n, at, kind, seat, text, None if step == START else PlayedStep(self._memory, step), private))
        return found
