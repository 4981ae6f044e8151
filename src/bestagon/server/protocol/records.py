"""The types of requests and responses about records: replays, analyses, and tables that continue one."""

from __future__ import annotations

from typing import Annotated, Final

import msgspec
from msgspec import Meta, Struct

from bestagon.scene.beats import Beat
from bestagon.server.protocol.tables import LONGEST_NAME, Body, Name, SeatNumber

LONGEST_RECORD: Final = 200_000


class Show(Body, frozen=True):
    """Show a record as scenes, or analyse more of its decisions."""

    record: Annotated[str, Meta(max_length=LONGEST_RECORD)]
    """The text of the record."""


class GoOn(Show, frozen=True):
    """Open a table that continues a record with new dice against bots."""

    at: Annotated[int, Meta(ge=0)]
    """After how many of its actions to continue."""
    seat: SeatNumber
    """The visitor's seat; bots take the others."""
    level: Annotated[str, Meta(max_length=LONGEST_NAME)] = ""
    """Of the bots; empty for the default."""
    name: Name = ""
    """The visitor's name."""


class Frame(Struct, omit_defaults=True):
    """One step of a replay."""

    scene: msgspec.Raw
    """A Scene with nothing hidden."""
    seat: int = -1
    """The seat whose action led here; -1 at the start."""
    words: str = ""
    """What the action did, in sentences."""
    cells: tuple[str, ...] = ()
    beats: tuple[Beat, ...] = ()
    """What the action did, step by step."""


class Replay(Struct):
    """A record as scenes."""

    game: str
    title: str
    stage: msgspec.Raw
    real_dice: bool
    """Whether people rolled the dice, at least at first, and entered them by hand."""
    frames: list[Frame]
    """The start, and the position after each action."""


class Decision(Struct, omit_defaults=True):
    """A search's evaluation of a played action; expected results range from 0, the worst, to 1, the best."""

    move: int
    """The number of the action in the game, counted from 1."""
    seat: int
    before: float
    """The seat's expected result with the best action."""
    after: float
    """Its expected result with the played action."""
    chances: list[float]
    """Every seat's expected result before the action."""
    better: str = ""
    """The action the search prefers, in notation; empty if it was played."""
    words: str = ""
    """The preferred action in a sentence."""
    cells: tuple[str, ...] = ()
    """Its cells."""
    points: int = 0
    """How many points the played action gave away in a game that was all but decided."""


class Analysis(Struct):
    """The decisions of a record that have been analysed so far."""

    id: str
    """Polls name the analysis by it; it is the SHA-256 of the record's text."""
    decisions: list[Decision]
    """In the order of play."""
    total: int
    """How many there are to analyse."""
    final: list[float]
    """The result of every seat; empty while the game runs."""
    mistakes: list[int]
    """The moves that cost the most and are worth reviewing, the worst first."""
