"""What goes over the wire about learning: lessons, pictures of the rules, hints."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

from bestagon.server.protocol.tables import LONGEST_ACTION, Body, OfSeat

MOST_TASKS: Final = 40


class Attempt(Body, frozen=True):
    """What somebody has done in a lesson so far."""

    actions: Annotated[list[Annotated[int, Meta(ge=0)] | Annotated[str, Meta(max_length=LONGEST_ACTION)]], Meta(max_length=MOST_TASKS)]
    """The actions that counted and one more, by their ids or in notation."""


class LessonView(Struct):
    """Where somebody is in a lesson."""

    game: str
    title: str
    """Of the game."""
    lessons: list[str]
    """The titles of all lessons of the game."""
    lesson: int
    """Which one it is, counted from 1."""
    seat: int
    """The learner's."""
    done: int
    """How many of its tasks are done."""
    tasks: int
    """How many it has."""
    right: bool
    """Whether the latest action was what was asked for; one that was not is taken back."""
    words: str
    """What to do now; empty when all is done."""
    said: str
    """The answer to the latest action."""
    answer: str
    """One of the actions that count now, in plain words, for who asks to be shown; empty when all is done."""
    picks: tuple[str, ...]
    """What to click for it."""
    stage: msgspec.Raw
    """A Stage (scene/model.py)."""
    scene: msgspec.Raw
    """A Scene, as the learner sees it."""
    cells: tuple[str, ...]
    """The cells the latest action was about."""


class ExamplePicture(Struct):
    """A drawn example for the rules."""

    section: int
    """The number of the section that it belongs to."""
    words: str
    """What there is to see."""
    stage: msgspec.Raw
    """A Stage (scene/model.py), as much of it as is shown."""
    scene: msgspec.Raw
    """A Scene."""
    marks: tuple[str, ...]
    """The ids it is about."""


class Rules(Struct):
    """The rules of a game."""

    game: str
    title: str
    markdown: str
    pictures: list[ExamplePicture]
    lessons: int
    """How many lessons its tutorial has."""


class Advice(OfSeat, frozen=True):
    """Ask what a strong player would do."""


class Hint(Struct):
    """What a strong player would do who knows what the seat knows."""

    version: int
    """The table's version that it is for."""
    action: int
    label: str
    """The action in plain words."""
    picks: tuple[str, ...]
    """What to click for it."""
    chance: float | None
    """The result to expect with it, from 0 for the last place to 1 for the first; None in a game alone."""
    reasons: list[str]
    """What speaks for it, in short sentences."""
