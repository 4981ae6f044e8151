"""The types of requests and responses about lessons, rules and hints."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

from bestagon.scene.beats import Beat
from bestagon.server.protocol.tables import LONGEST_ACTION, Body, OfSeat

MOST_TASKS: Final = 40


class Attempt(Body, frozen=True):
    """What the learner has done in a lesson so far."""

    actions: Annotated[list[Annotated[int, Meta(ge=0)] | Annotated[str, Meta(max_length=LONGEST_ACTION)]], Meta(max_length=MOST_TASKS)]
    """The correct actions and one more, as ids or in notation."""


class LessonView(Struct):
    """The state of a lesson."""

    game: str
    title: str
    """Of the game."""
    lessons: list[str]
    """The titles of all lessons of the game."""
    lesson: int
    """The number of this lesson, counted from 1."""
    seat: int
    """The learner's."""
    done: int
    """How many of its tasks are done."""
    tasks: int
    """How many it has."""
    right: bool
    """Whether the latest action was correct; a wrong one is undone."""
    words: str
    """The current task; empty when all are done."""
    said: str
    """The comment on the latest action."""
    answer: str
    """A correct action in plain words, to show on request; empty when all tasks are done."""
    picks: tuple[str, ...]
    """What to click for it."""
    touch: tuple[str, ...]
    """What every correct action needs to be clicked: to be highlighted from the start."""
    stage: msgspec.Raw
    """A Stage (scene/model.py)."""
    scene: msgspec.Raw
    """A Scene, as the learner sees it."""
    cells: tuple[str, ...]
    """The cells of the latest action."""
    beats: tuple[Beat, ...]
    """What the latest action and the replies to it did, step by step."""


class ExamplePicture(Struct):
    """An illustrated example in the rules."""

    number: int
    """Its number in the guide."""
    section: int
    """The number of its section in the reference."""
    words: str
    """The caption."""
    stage: msgspec.Raw
    """The visible part of a Stage (scene/model.py)."""
    scene: msgspec.Raw
    """A Scene."""
    marks: tuple[str, ...]
    """The ids to mark."""


class Rules(Struct):
    """The rules of a game."""

    game: str
    title: str
    guide: str
    """How to play, on one page, in Markdown; empty for a game without such a page. `![caption](3)` stands for picture 3."""
    markdown: str
    """The numbered reference."""
    pictures: list[ExamplePicture]
    lessons: int
    """How many lessons its tutorial has."""


class Advice(OfSeat, frozen=True):
    """Ask what a strong player would do."""


class Hint(Struct):
    """What a strong player would do with the seat's knowledge."""

    version: int
    """The version of the table that it is for."""
    action: int
    label: str
    """The action in plain words."""
    picks: tuple[str, ...]
    """What to click for it."""
    chance: float | None
    """The expected result, from 0 for the last place to 1 for the first; None for a single player."""
    reasons: list[str]
    """Reasons for it, in short sentences."""
