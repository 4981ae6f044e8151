"""The types of requests and responses about games: what can be played, with which options, and how it looks."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Struct, field

from bestagon.core.option import Value
from bestagon.scene.beats import Beat
from bestagon.server.protocol.tables import MOST_SEATS, Body, OptionValue


class SetupChoice(Body, frozen=True):
    """Players and options of a table that is not open yet."""

    players: Annotated[int, Meta(ge=1, le=MOST_SEATS)]
    options: dict[Annotated[str, Meta(max_length=60)], OptionValue] = field(default_factory=dict)


class PrintChoice(Body, frozen=True):
    """What to print: a game with the options that are chosen, for some players and games."""

    players: Annotated[int, Meta(ge=0, le=MOST_SEATS)] = 0
    """0 for the usual number."""
    options: dict[Annotated[str, Meta(max_length=60)], OptionValue] = field(default_factory=dict)
    paper: Literal["a4", "letter"] = "a4"
    copies: Annotated[int, Meta(ge=1, le=20)] = 1


class ConditionInfo(Struct):
    """What makes an option, or some of its choices, apply."""

    option: str
    """The name of another option, or `players`."""
    values: list[Value]
    choices: list[Value]
    """The choices that are concerned; empty for the option itself."""


class TipInfo(Struct):
    """A tip for somebody who plays a game for the first time; several are shown one after the other."""

    text: str
    prompt: str
    """The prompt at which it is shown; empty for any."""
    beat: str
    """The kind of beat after which it is shown; empty for none."""
    about: tuple[str, ...]
    """What it speaks of: `spaces`, `sides`, `pieces`, `enemies`, `homes` (see core/lesson.py), or trays by name, without their seat."""


class OptionInfo(Struct):
    """An option of a game."""

    name: str
    text: str
    kind: str
    default: Value
    choices: list[Value]
    words: list[str]
    """Labels of the choices."""
    low: int
    high: int
    data: bool
    needs: list[ConditionInfo]
    """It applies if all of them are met."""
    pictured: list[Value]
    """The values that are chosen by a picture (`POST .../setup`)."""


class GameInfo(Struct):
    """A game that can be played here."""

    name: str
    title: str
    summary: str
    players: list[int]
    usual_players: int
    minutes: int
    """About how long a usual game takes; 0 if nobody knows."""
    options: list[OptionInfo]
    quick: dict[str, Value]
    """The options of a game that is started with one click, where they differ from the defaults."""
    levels: list[str]
    """Of bots, the weakest first."""
    elo: dict[str, int]
    """Measured strength of the levels, where a random player has 0; unmeasured levels are left out."""
    slowed: list[str]
    """Levels that play weaker at the moment, because the server runs uncompiled."""
    extra: bool
    """Whether another package provides it."""
    lessons: int
    """How many lessons its tutorial has."""
    seats: list[str]
    """The names of the seats, for the largest number of players."""
    real_dice: bool
    """Whether people can roll their own dice and enter them."""
    coach: list[TipInfo]
    """Tips for the first game, in the order in which they are shown."""


class Preview(Struct):
    """A picture of a game: in the middle of play, or as it begins."""

    stage: msgspec.Raw
    """A Stage (scene/model.py)."""
    scene: msgspec.Raw
    """A Scene, as a spectator sees it."""
    focus: str = ""
    """The cell of the first board in the middle of a close-up; empty for the whole board."""


class PreviewMove(Struct, omit_defaults=True):
    """An action after a preview."""

    scene: msgspec.Raw
    """A Scene: the first board after the action."""
    beats: tuple[Beat, ...] = ()
    """What the action did, step by step, without words."""
