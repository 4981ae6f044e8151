"""What goes over the wire about records: pictures, verdicts, and tables that go on from one."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

from bestagon.server.protocol.tables import LONGEST_NAME, Body, Name, SeatNumber

LONGEST_RECORD: Final = 200_000


class Show(Body, frozen=True):
    """Show a record as pictures, or judge its decisions, some more each time."""

    record: Annotated[str, Meta(max_length=LONGEST_RECORD)]
    """The text of the record."""


class GoOn(Show, frozen=True):
    """Open a table that goes on from a moment of a record, with fresh dice, against bots."""

    at: Annotated[int, Meta(ge=0)]
    """After how many of its actions."""
    seat: SeatNumber
    """The asker's; bots take the others."""
    level: Annotated[str, Meta(max_length=LONGEST_NAME)] = ""
    """Of the bots; empty for the middle one."""
    name: Name = ""
    """The asker's."""


class Frame(Struct, omit_defaults=True):
    """One moment of a game that is shown again."""

    scene: msgspec.Raw
    """A Scene, nothing hidden."""
    seat: int = -1
    """Whose action led there; -1 at the beginning."""
    words: str = ""
    """The action in a sentence."""
    cells: tuple[str, ...] = ()


class Replay(Struct):
    """A record as pictures."""

    game: str
    title: str
    stage: msgspec.Raw
    frames: list[Frame]
    """The beginning, and the moment after each action."""


class Decision(Struct, omit_defaults=True):
    """What a search thinks of an action that was played; expected results go from 0, the worst, to 1, the best."""

    move: int
    """Which action of the game it was, counted from 1."""
    seat: int
    before: float
    """What the seat could expect with the best action."""
    after: float
    """What it could expect with the action played."""
    chances: list[float]
    """What every seat could expect before the action."""
    better: str = ""
    """The action the search prefers, in notation; empty where it is the one that was played."""
    words: str = ""
    """The same in a sentence."""
    cells: tuple[str, ...] = ()
    """The cells it is about."""


class Analysis(Struct):
    """The decisions of a record as far as they have been judged."""

    id: str
    """Polls name the analysis by it; it is the SHA-256 of the record's text."""
    decisions: list[Decision]
    """In the order of the game."""
    total: int
    """How many there are to judge."""
    final: list[float]
    """The result of every seat; nothing while the game runs."""
    mistakes: list[int]
    """The moves that cost so much that they are worth looking at, the worst first."""
