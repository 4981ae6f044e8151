"""What a game brings along to teach itself: positions to try things in, and positions to look at."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from bestagon.core.actions import legal_actions
from bestagon.core.dice import fast
from bestagon.core.errors import BadNotation, IllegalMove
from bestagon.core.option import Value
from bestagon.core.position import Position

if TYPE_CHECKING:
    from bestagon.core.game import Game


@dataclass(frozen=True)
class Snapshot:
    """A moment of a game: how it is set up, and the position in notation."""

    position: str
    players: int = 2
    options: Mapping[str, Value] = field(default_factory=dict)
    seat: int = 0
    """Whose eyes it is seen with; -1 for a spectator's."""
    seed: int = 1
    """Of the dice that go on from here."""

    def open(self, game: Game) -> Position:
        """Return the position, nothing hidden, with dice to go on."""
        position = game.setup(self.players, game.complete(self.players, self.options))
        game.parse_position(position, self.position)
        position.dice.copy_from(fast(self.seed))
        return position


@dataclass(frozen=True)
class Task:
    """One thing to do in a lesson."""

    words: str
    """What to do, and why."""
    good: tuple[str, ...] = ()
    """The actions that count, in notation, with * and ? for any letters ([*] is a star); none where every action does."""
    praise: str = ""
    """What has happened, once it is done."""
    advice: str = ""
    """What to try instead of a legal action that does not count."""
    replies: tuple[tuple[int, str], ...] = ()
    """What other seats do then: seat and notation."""

    def counts(self, text: str) -> bool:
        """Tell whether an action is what the task asks for."""
        return not self.good or any(fnmatchcase(text, pattern) for pattern in self.good)


@dataclass(frozen=True)
class Lesson:
    """A moment of a game, and what to do there, one thing after the other."""

    title: str
    place: Snapshot
    tasks: tuple[Task, ...]


@dataclass(frozen=True)
class Example:
    """A picture for the rules."""

    section: int
    """The section of the rules that it belongs to."""
    words: str
    """What there is to see, for everybody: those who cannot see it must miss nothing."""
    place: Snapshot
    marks: str = ""
    """The ids of cells and things that it is about, with spaces between them."""
    near: int = 0
    """Where not 0, only cells within so many steps of the marked ones are shown."""


@dataclass(frozen=True)
class Progress:
    """How far somebody has come in a lesson."""

    position: Position
    """After all that counted, nothing hidden."""
    done: int
    """How many tasks are done."""
    right: bool
    """Whether the latest action was what its task asks for; one that was not has not been played."""
    touched: tuple[str, ...]
    """The cells of the latest action that was played, as the learner may know them."""


def follow(game: Game, lesson: Lesson, actions: Sequence[int | str]) -> Progress:
    """Return where actions, as ids or in notation, lead in a lesson; IllegalMove or BadNotation names the one that cannot be."""
    position = lesson.place.open(game)
    seat = lesson.place.seat
    touched: tuple[str, ...] = ()
    for n, given in enumerate(actions):
        if n >= len(lesson.tasks):
            raise IllegalMove(f"action {n + 1}: the lesson has only {len(lesson.tasks)} tasks")
        task = lesson.tasks[n]
        action = _read(game, position, seat, given, n)
        if not task.counts(game.action_text(position, seat, action)):
            if n < len(actions) - 1:
                raise IllegalMove(f"action {n + 1} is not what the lesson asks for, so nothing can follow it")
            return Progress(position, n, False, touched)
        touched = game.touched(position, seat, action, seat)
        position.play(seat, action)
        for other, text in task.replies:
            action = _read(game, position, other, text, n)
            touched = game.touched(position, other, action, seat)
            position.play(other, action)
    return Progress(position, len(actions), True, touched)


def _read(game: Game, position: Position, seat: int, given: int | str, n: int) -> int:
    """Return an action that the engine holds for legal."""
    try:
        action = game.parse_action(position, seat, given) if isinstance(given, str) else given
    except BadNotation as error:
        raise BadNotation(f"action {n + 1}: {error}") from None
    if not int(position.acting()) >> seat & 1 or action not in legal_actions(position, seat):
        raise IllegalMove(f"action {n + 1}: {given!r} is not legal for seat {seat} now")
    return action
