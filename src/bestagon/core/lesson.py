"""Teaching material of a game: lessons to play, tips for the first game, and examples that illustrate the rules."""

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
    """A position in notation, with the set-up it belongs to."""

    position: str
    players: int = 2
    options: Mapping[str, Value] = field(default_factory=dict)
    seat: int = 0
    """The viewer; -1 for a spectator."""
    seed: int = 1
    """Seeds the dice for everything that follows."""

    def open(self, game: Game) -> Position:
        """Return the position, unmasked, with dice for the actions that follow."""
        position = game.new_position(self.players, game.complete(self.players, self.options))
        game.parse_position(position, self.position)
        position.dice.copy_from(fast(self.seed))
        return position


@dataclass(frozen=True)
class Tip:
    """A tip for the first turns of somebody's first game."""

    text: str
    """One or two short sentences, at most 140 letters."""
    prompt: str = ""
    """The prompt, untranslated, at which it is shown; empty for any turn."""
    beat: str = ""
    """The kind of beat after which it is shown; empty for none."""
    about: tuple[str, ...] = ()
    """What it speaks of, to be marked: `spaces` that can be chosen, the player's own `sides` or `pieces`, the `enemies`' pieces or
    `homes`, or the name of a tray, without its seat."""


@dataclass(frozen=True)
class Task:
    """One task of a lesson."""

    words: str
    """What to do, and why."""
    good: tuple[str, ...] = ()
    """Patterns (as in fnmatch) of the actions that solve it, in notation; empty if every action does."""
    praise: str = ""
    """Shown when it is solved."""
    advice: str = ""
    """Shown after a legal action that does not solve it."""
    replies: tuple[tuple[int, str], ...] = ()
    """The answers of other seats: seat and notation."""

    def counts(self, text: str) -> bool:
        """Tell whether an action, in notation, solves the task."""
        return not self.good or any(fnmatchcase(text, pattern) for pattern in self.good)


@dataclass(frozen=True)
class Lesson:
    """A position and the tasks to solve from it, one after another."""

    title: str
    place: Snapshot
    tasks: tuple[Task, ...]


@dataclass(frozen=True)
class Example:
    """A picture that illustrates the rules."""

    section: int
    """The number of the section it belongs to."""
    words: str
    """The caption; it must tell everything to readers who cannot see the picture."""
    place: Snapshot
    marks: str = ""
    """The ids of the cells and items to mark, separated by spaces."""
    near: int = 0
    """Unless 0, show only cells within this distance of the marked ones."""


@dataclass(frozen=True)
class PlayedAction:
    """An action of a lesson with the positions around it, both unmasked."""

    before: Position
    after: Position
    seat: int
    action: int


@dataclass(frozen=True)
class Progress:
    """How far a learner has come in a lesson."""

    position: Position
    """The position after all correct actions, unmasked."""
    done: int
    """The number of tasks solved."""
    right: bool
    """Whether the latest action solved its task; an action that did not is not played."""
    touched: tuple[str, ...]
    """The cells of the latest action played, as far as the learner may know them."""
    played: tuple[PlayedAction, ...] = ()
    """The learner's latest action and the replies to it."""


def follow(game: Game, lesson: Lesson, actions: Sequence[int | str]) -> Progress:
    """Play actions, given as ids or in notation, in a lesson; IllegalMove or BadNotation names the first wrong one."""
    position = lesson.place.open(game)
    seat = lesson.place.seat
    touched: tuple[str, ...] = ()
    played: list[PlayedAction] = []
    for n, given in enumerate(actions):
        if n >= len(lesson.tasks):
            raise IllegalMove(f"action {n + 1}: the lesson has only {len(lesson.tasks)} tasks")
        task = lesson.tasks[n]
        action = _read(game, position, seat, given, n)
        if not task.counts(game.action_text(position, seat, action)):
            if n < len(actions) - 1:
                raise IllegalMove(f"action {n + 1} does not solve its task, so nothing can follow it")
            return Progress(position, n, False, touched)
        touched = game.touched(position, seat, action, seat)
        played = [_play(position, seat, action)]
        for other, text in task.replies:
            action = _read(game, position, other, text, n)
            touched = game.touched(position, other, action, seat)
            played.append(_play(position, other, action))
    return Progress(position, len(actions), True, touched, tuple(played))


def _play(position: Position, seat: int, action: int) -> PlayedAction:
    before = position.copy()
    position.play(seat, action)
    return PlayedAction(before, position.copy(), seat, action)


def _read(game: Game, position: Position, seat: int, given: int | str, n: int) -> int:
    """Return an action, checked to be legal."""
    try:
        action = game.parse_action(position, seat, given) if isinstance(given, str) else given
    except BadNotation as error:
        raise BadNotation(f"action {n + 1}: {error}") from None
    if not int(position.acting()) >> seat & 1 or action not in legal_actions(position, seat):
        raise IllegalMove(f"action {n + 1}: {given!r} is not legal for seat {seat} now")
    return action
