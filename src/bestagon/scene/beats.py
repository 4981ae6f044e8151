"""The vocabulary of events: what an action did, told in short steps that can be shown one after the other.

A Beat names the things it is about by their ids in scenes. A viewer's picture changes with the beats: from a beat that
changes something (CHANGING), the ids that it names look as they do in the next scene. A `flip` shows `faces` on its ids,
with the mark `up`, until a later beat names them. All other ids keep their former look until the last beat has been shown.
"""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct

BeatKind = Literal[
    "act",
    "roll",
    "write",
    "place",
    "move",
    "face",
    "flip",
    "attack",
    "verdict",
    "remove",
    "return",
    "capture",
    "merge",
    "claim",
    "score",
    "penalty",
    "draw",
    "discard",
    "pass",
    "declare",
    "turn",
    "round",
    "end",
]
"""`act` is an action that no other kind fits; `verdict` is the outcome of an attack or a declaration; `face` turns a piece;
`turn`, `round` and `end` begin a turn, begin a round and end the game."""
CHANGING: Final = frozenset(
    {*("act", "roll", "write", "place", "move", "face", "remove", "return", "capture", "merge", "draw", "discard"), "score", "penalty"}
)
"""The kinds after which their ids look as they do in the next scene; the client gets them with its types."""


EffectKind = Literal["", "attack", "shot", "merge", "claim"]
"""What a choice does to its last pick, which gets a mark of that shape; empty for a move and all else."""


class Face(Struct, frozen=True, omit_defaults=True, gc=False):
    """What something shows in a beat: the side of a die, a symbol that was turned over, a number that is written."""

    kind: str = ""
    """As in Piece and Item; empty to keep the kind."""
    label: str = ""
    seat: int = -1


class Beat(Struct, frozen=True, omit_defaults=True, gc=False):
    """One step of what an action did, as a viewer may know it."""

    kind: BeatKind
    text: str = ""
    """A short sentence for the banner, the log and screen readers; empty if the beat is only shown."""
    seat: int = -1
    """The seat that does it or that it happens to; -1 for nobody."""
    ids: tuple[str, ...] = ()
    """The cells and items it is about, in the order in which to show them. Of a `move`: the path, from start to end."""
    faces: tuple[Face, ...] = ()
    """What the ids show, one for each of them; empty if they look as in the scene. Of a `roll` without ids, or for seats: dice
    that are no items of the scene."""
    to: tuple[str, ...] = ()
    """Where things go, one for each id or one for all: a cell, an item, a tray or `seat.N` for the panel of a seat."""
    points: int | None = None
    """The points that the seat gains or loses."""
    success: bool | None = None
    """Whether an attack, a declaration or a claim succeeds."""


class Effect(Struct, frozen=True, omit_defaults=True, gc=False):
    """What a choice would do, shown before it is played."""

    text: str
    """A short sentence."""
    ids: tuple[str, ...] = ()
    """The cells and items that would change or count."""
    danger: tuple[str, ...] = ()
    """Those that would be attacked, removed or lost."""
    points: int | None = None
    kind: EffectKind = ""
    ghosts: dict[str, Face] = {}
    """What would lie on cells that are empty now."""


class Card(Struct, frozen=True, omit_defaults=True):
    """Facts about a thing that a player has selected or points at."""

    title: str
    rows: tuple[tuple[str, str], ...] = ()
    """Labels and values."""
    text: str = ""


class WhyNot(Struct, frozen=True, omit_defaults=True):
    """The reason why something cannot be chosen now."""

    text: str
    """One sentence."""
    ids: tuple[str, ...] = ()
    """What the sentence is about, to be highlighted."""
    ghosts: dict[str, Face] = {}
    """What is missing on cells that are empty now."""
