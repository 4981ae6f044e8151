"""The vocabulary of pictures: a Stage that never changes, and a Scene for every moment; the same words for every game.

Ids: a cell is called by the id of its board followed by its own (`p2.e5`; the only board of a game has the id "", so that
the cell is just `e5`). Things in trays have ids with a dot (`die.d8`). Within a scene an id stands for one thing, and it
stays with that thing from scene to scene. Kinds, marks and states are words that the legend of the stage explains.
"""

from __future__ import annotations

import hashlib
from typing import Final

import msgspec
from msgspec import Struct

SHORT: Final = 16
"""How many characters of its SHA-256 a stage is known by."""

# The stage: what never changes during a game.


class Cell(Struct, frozen=True, array_like=True):
    """A hexagon of a grid."""

    id: str
    """The coordinate as people write it."""
    q: int
    r: int
    name: str = ""
    """What a screen reader says where that is more than the coordinate."""


class Side(Struct, frozen=True, omit_defaults=True):
    """A stretch of a grid's edge that belongs to somebody."""

    name: str
    colour: str
    edges: tuple[tuple[str, int], ...]
    """Cells, and the direction (0 to 5, anticlockwise from the right) in which each ends there."""
    seat: int = -1


class Area(Struct, frozen=True, omit_defaults=True):
    """A named group of cells with an outline."""

    name: str
    cells: tuple[str, ...]
    colour: str = ""
    words: str = ""
    """What is special about it, in a few words."""


class Grid(Struct, frozen=True, omit_defaults=True):
    """Hexagons that lie together; several boards may look alike."""

    cells: tuple[Cell, ...]
    sides: tuple[Side, ...] = ()
    areas: tuple[Area, ...] = ()
    flat: bool = False
    """Flat tops instead of pointy ones."""
    crop: bool = False
    """Whether the grid is a large table of which only the part in use is shown."""


class Board(Struct, frozen=True, omit_defaults=True):
    """A grid that things are put on."""

    id: str
    """What the ids of its cells begin with; empty where there is one board only."""
    grid: int = 0
    """Which grid of the stage it looks like."""
    seat: int = -1
    """Whose it is; -1 for everybody's."""
    title: str = ""


class Tray(Struct, frozen=True, omit_defaults=True):
    """A place beside the boards where things lie in a row."""

    id: str
    title: str
    seat: int = -1
    """Whose it is; -1 for everybody's."""


class SeatStyle(Struct, frozen=True, omit_defaults=True):
    """What a seat looks like."""

    name: str
    colour: str
    pattern: str
    """Says the same as the colour to those who cannot see it."""


class Figure(Struct, frozen=True, omit_defaults=True):
    """A small pattern of hexagons printed on a thing, such as a card."""

    cells: tuple[tuple[int, int, str], ...]
    """q, r and kind of each."""
    label: str = ""


class Stage(Struct, frozen=True, omit_defaults=True):
    """All that stays as it is during a game: sent once, found again by `stage_id`."""

    game: str
    players: tuple[SeatStyle, ...]
    grids: tuple[Grid, ...] = ()
    boards: tuple[Board, ...] = ()
    trays: tuple[Tray, ...] = ()
    figures: dict[str, Figure] = {}
    """By the id of the thing that bears it."""
    legend: dict[str, str] = {}
    """What every kind, mark and state means, in words."""


# The scene: what one viewer sees at one moment.


class Piece(Struct, frozen=True, omit_defaults=True):
    """A thing on a cell. Two pieces on the same cell in two scenes may be different ones: only what is visible is told."""

    kind: str
    seat: int = -1
    """Whose it is."""
    label: str = ""
    badge: str = ""
    """A second, smaller label; the legend says under `badge` what it is."""
    facing: int = -1
    """The direction it looks in, 0 to 5."""
    marks: tuple[str, ...] = ()
    """A mark may stand there several times, as tokens do."""


class CellState(Struct, frozen=True, omit_defaults=True):
    """What is special about a cell now; a cell without a spot is empty and plain."""

    kind: str = ""
    """Terrain, or how the label got there."""
    label: str = ""
    piece: Piece | None = None
    seat: int = -1
    """Whose the cell itself is."""
    marks: tuple[str, ...] = ()


class BoardState(Struct, frozen=True, omit_defaults=True):
    """What lies on a board now."""

    cells: dict[str, CellState] = {}
    """By the cell's own id, without that of the board."""
    highlighted: tuple[str, ...] = ()
    """The names of the areas that are completed."""


class Item(Struct, frozen=True, omit_defaults=True):
    """A thing in a tray."""

    id: str
    kind: str
    label: str = ""
    count: int = 1
    """How many of it lie there."""
    marks: tuple[str, ...] = ()


class SeatState(Struct, frozen=True, omit_defaults=True):
    """How a seat stands."""

    score: int
    acting: bool = False
    status: str = ""
    """`resigned` or `out` for a seat that does not take part any more."""
    place: int = 0
    """Its rank once the game is over."""
    facts: dict[str, str] = {}


class Choice(Struct, frozen=True, array_like=True):
    """A legal action: what to play, how it is written, what it does, and what to click for it.

    Of all choices those stay that fit what was clicked so far. One whose picks are all clicked is a button with its label,
    or is taken at once where it is the only one left; the others go on with their next picks.
    """

    action: int
    text: str
    """The action in notation."""
    label: str
    """What it does, in plain words."""
    picks: tuple[str, ...] = ()
    """The ids to click; none for a button that is there from the start. An id that stands there twice is clicked twice."""


class ScoreLine(Struct, frozen=True, array_like=True):
    """One line of a final account."""

    text: str
    points: int | None = None
    """What it adds to the score; None for a line that just tells."""


class Scene(Struct, frozen=True, omit_defaults=True):
    """What a seat, or a spectator, sees and may do now; made from a masked position and nothing else."""

    stage: str
    """The id of the stage."""
    seats: list[SeatState]
    prompt: str
    """What the viewer has to do, or whom they wait for."""
    boards: dict[str, BoardState] = {}
    """By the id of the board."""
    trays: dict[str, list[Item]] = {}
    """By the id of the tray; one that is not there is not in use now."""
    facts: dict[str, str] = {}
    choices: list[Choice] = []
    """Every legal action of the viewing seat, in the order of the rules."""
    ordered: bool = False
    """Whether picks are clicked in their order; otherwise any order will do."""
    confirm: tuple[int, ...] = ()
    """The actions among the choices that can lose a game by a slip: people are asked again before they are played."""
    previews: dict[str, tuple[str, ...]] = {}
    """Ids to light up while another is pointed at."""
    over: bool = False
    score_breakdown: list[list[ScoreLine]] = []
    """For every seat of a game that is over, how its score came about; the points add up."""
    picture: str = ""
    """The position drawn in text, for a game that has no boards to show."""


def stage_id(stage: Stage) -> str:
    """Return what a stage is known by: the beginning of the SHA-256 of its JSON."""
    return hashlib.sha256(msgspec.json.encode(stage)).hexdigest()[:SHORT]
