"""The log of a live table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bestagon.core.actions import Step
from bestagon.core.game import Game
from bestagon.core.position import SPECTATOR, Position
from bestagon.core.story import Story, story
from bestagon.core.table import carry_out
from bestagon.i18n import language
from bestagon.scene.beats import Beat

KEPT: Final = 128
"""How many positions of the latest steps and undos stay in memory: a view tells the latest 100 lines."""
REPLAYED: Final = 256
"""How many positions stay in memory that were replayed for old lines: a page of 100 lines needs up to 200."""
SPAN: Final = 16
"""From how far back the next one is replayed after that."""


class _Known:
    """What is kept in memory about a step: the unmasked position after it, and what viewers were told of it."""

    __slots__ = ("position", "told")

    def __init__(self, position: Position) -> None:
        self.position = position
        self.told: dict[tuple[int, str], Story] = {}


class StepMemory:
    """The positions after the steps of a table, also after those taken back.

    Positions take most of the memory of a long table, and few of them are ever needed again. So the latest ones are kept, and others
    replayed from the nearest one before them: what a step does follows from its position and its dice.
    Steps are known here by number. A reference to them would be a cycle, and memory of dropped tables would wait for the collector.
    """

    __slots__ = ("_count", "_latest", "_replayed", "_start", "game", "hides", "real_dice")

    def __init__(self, game: Game, hides: bool, start: Position, real_dice: bool) -> None:
        """Begin at an unmasked position that never changes; `hides` is that of the game, which would be read for each viewer."""
        self.game = game
        self.hides = hides
        self.real_dice = real_dice
        self._start = start
        self._count = 0
        self._latest: dict[int, _Known] = {}
        """By number, those used last at the end."""
        self._replayed: dict[int, _Known] = {}

    def add(self, previous: PlayedStep | None, step: Step, after: Position | None) -> PlayedStep:
        """Return a step that follows another one, or the start, and keep the position after it if there is one."""
        self._count += 1
        played = PlayedStep(self, self._count, previous, step)
        if after is not None:
            self._latest[self._count] = _Known(after)
            if len(self._latest) > KEPT:
                del self._latest[next(iter(self._latest))]
        return played

    def take_back(self, latest: PlayedStep | None, count: int, again: Sequence[Step], position: Position) -> PlayedStep | None:
        """Go back from the latest step by `count` and play some steps again, which leads to a position; return the step before it."""
        for _ in range(count):
            assert latest is not None
            latest = latest.previous
        for step in again:
            latest = self.add(latest, step, None)
        if latest is not None:
            known = self._latest.pop(latest.number, None)
            self._latest[latest.number] = _Known(position) if known is None else known
            if len(self._latest) > KEPT:
                del self._latest[next(iter(self._latest))]
        return latest

    def position(self, played: PlayedStep | None) -> Position:
        """Return the position after a step, or at the start; read-only."""
        return self._start if played is None else self.known(played).position

    def known(self, played: PlayedStep) -> _Known:
        """Return what is kept about a step, after it was replayed if necessary."""
        found = self._find(played)
        if found is not None:
            return found
        path: list[PlayedStep] = []
        one: PlayedStep | None = played
        while one is not None and found is None:
            path.append(one)
            one = one.previous
            found = None if one is None else self._find(one)
        position = (self._start if found is None else found.position).copy()
        for left in range(len(path) - 1, -1, -1):
            step = path[left].step
            carry_out(self.game, position, step.seat, step.action, step.dice, self.real_dice)
            if left < SPAN or left % SPAN == 0:
                found = self._replayed[path[left].number] = _Known(position)
                if len(self._replayed) > REPLAYED:
                    del self._replayed[next(iter(self._replayed))]
                position = position.copy()
        assert found is not None
        return found

    def _find(self, played: PlayedStep) -> _Known | None:
        found = self._latest.get(played.number)
        return self._replayed.get(played.number) if found is None else found


class PlayedStep:
    """A step with the positions around it, from which viewers are told what happened, each when it first asks."""

    __slots__ = ("_memory", "number", "previous", "step")

    def __init__(self, memory: StepMemory, number: int, previous: PlayedStep | None, step: Step) -> None:
        """Follow another step, or None for the start."""
        self.step = step
        self.number = number
        """Of all steps of its table, in order."""
        self.previous = previous
        self._memory = memory

    @property
    def before(self) -> Position:
        """The unmasked position before it; read-only."""
        return self._memory.position(self.previous)

    def text(self, viewer: int) -> str:
        """Return the action in notation, as a viewer may know it."""
        return self.step.seen.get(viewer, self.step.text)

    def story(self, viewer: int) -> Story:
        """Return what happened as a viewer may know it, in the current language."""
        memory = self._memory
        # Without hidden information all viewers are told the same.
        key = (viewer if memory.hides else SPECTATOR, language())
        known = memory.known(self)
        found = known.told.get(key)
        if found is None:
            step = self.step
            found = known.told[key] = story(memory.game, self.before, known.position, step.seat, step.action, key[0], step.timed_out)
        return found

    def moments(self) -> int:
        """Return how many steps are shown to a spectator one after the other, each for a moment."""
        return max(1, sum(shown_steps(beat) for beat in self.story(SPECTATOR).beats))

    def cells(self, viewer: int) -> tuple[str, ...]:
        """Return the cells of the action, as far as a viewer may know them."""
        return self._memory.game.cells(self.before, self.step.seat, self.step.action, viewer)


def shown_steps(beat: Beat) -> int:
    """Return how many moments a beat takes: caps and the like are turned over one by one, and a verdict takes longer."""
    if beat.kind == "flip":
        return max(1, len(beat.faces))
    return 2 if beat.kind == "verdict" else 1


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
