"""The vocabulary of pictures, the same for every game: a constant Stage, and a Scene for every moment.

Ids: a cell has the id of its board followed by its own (`p2.e5`; the only board of a game has the id "", so its cells are
just `e5`). Items in trays have ids with a dot (`die.d8`). An id stands for one thing in a scene, and for the same thing in
the next scene. Kinds, marks and states are words that the legend of the stage explains.
"""

from __future__ import annotations

import hashlib
from typing import Final, Literal

import msgspec
from msgspec import Struct

from bestagon.scene.beats import Card, Effect
from bestagon.scene.theme import PLAIN, Theme

SHORT: Final = 16
"""The length of a stage id in hex digits."""

# The stage: constant during a game.


class Cell(Struct, frozen=True, array_like=True):
    """A hexagon of a grid."""

    id: str
    """The coordinate in notation."""
    q: int
    r: int
    name: str = ""
    """The text for screen readers, if it is more than the coordinate."""


class Side(Struct, frozen=True, omit_defaults=True):
    """A part of a grid's edge that belongs to a seat."""

    name: str
    colour: str
    edges: tuple[tuple[str, int], ...]
    """Cells, each with the direction of its outer edge (0 to 5, anticlockwise from the right)."""
    seat: int = -1
    badge: str = ""
    """The kind of symbol that is printed beside it."""


class Area(Struct, frozen=True, omit_defaults=True):
    """A named group of cells with an outline."""

    name: str
    cells: tuple[str, ...]
    colour: str = ""
    words: str = ""
    """A short description."""


class Grid(Struct, frozen=True, omit_defaults=True):
    """An arrangement of hexagons, which several boards can share."""

    cells: tuple[Cell, ...]
    sides: tuple[Side, ...] = ()
    areas: tuple[Area, ...] = ()
    flat: bool = False
    """Flat tops instead of pointy ones."""
    crop: bool = False
    """Whether only the part in use is shown, for a large table."""


class Board(Struct, frozen=True, omit_defaults=True):
    """A grid that pieces are placed on."""

    id: str
    """The prefix of its cells' ids; empty for the only board of a game."""
    grid: int = 0
    """The index of its grid in the stage."""
    seat: int = -1
    """The owner; -1 for everybody."""
    title: str = ""


class Tray(Struct, frozen=True, omit_defaults=True):
    """A row of items beside the boards."""

    id: str
    title: str
    seat: int = -1
    """The owner; -1 for everybody."""
    beside: bool = False
    """Whether it lies beside the board, as a score does, and not with what one plays from."""
    repeated: bool = False
    """Whether a group of equal items is drawn one by one instead of once with their number."""
    kept: bool = False
    """Whether its owner only keeps what is in it: then it lies with the owner's name, not with the board."""
    room: int = 0
    """For how many things it has places; 0 for no fixed number."""


class SeatStyle(Struct, frozen=True, omit_defaults=True):
    """The appearance of a seat."""

    name: str
    colour: str
    emblem: str
    """A shape that distinguishes the seat for people who cannot tell colours apart."""


class Team(Struct, frozen=True, omit_defaults=True):
    """Seats that win together; each of them has the score of the team."""

    name: str
    sign: str
    """A letter that distinguishes the team for people who cannot tell colours apart."""
    colour: str
    seats: tuple[int, ...]


class Figure(Struct, frozen=True, omit_defaults=True):
    """A small pattern of hexagons printed on an item, such as a card."""

    cells: tuple[tuple[int, int, str], ...]
    """q, r and kind of each."""
    label: str = ""


class Stage(Struct, frozen=True, omit_defaults=True):
    """The constant part of a game's pictures, sent once and identified by `stage_id`."""

    game: str
    players: tuple[SeatStyle, ...]
    grids: tuple[Grid, ...] = ()
    boards: tuple[Board, ...] = ()
    trays: tuple[Tray, ...] = ()
    figures: dict[str, Figure] = {}
    """By the id of the item."""
    legend: dict[str, str] = {}
    """Explains every kind, mark and state."""
    cards: dict[str, Card] = {}
    """Facts about things, by kind, for those without their own card in the scene."""
    theme: Theme = PLAIN
    teams: tuple[Team, ...] = ()
    """Empty if everybody plays alone."""
    standing: str = ""
    """The fact of seats that is shown in place of their score, if the score says only whom they rank above."""


# The scene: what one viewer sees at one moment.


class Piece(Struct, frozen=True, omit_defaults=True, gc=False):
    """A piece on a cell. It has no identity: the same cell may show another, equal piece in the next scene."""

    kind: str
    seat: int = -1
    """The owner; -1 for nobody."""
    label: str = ""
    badge: str = ""
    """A second, smaller label, which the legend explains under `badge`."""
    facing: int = -1
    """The direction it faces, 0 to 5."""
    marks: tuple[str, ...] = ()
    """A mark may occur several times, as tokens do."""


class CellState(Struct, frozen=True, omit_defaults=True, gc=False):
    """The content of a cell; a cell without one is empty."""

    kind: str = ""
    """Terrain, or the origin of the label."""
    label: str = ""
    piece: Piece | None = None
    seat: int = -1
    """The owner of the cell itself."""
    marks: tuple[str, ...] = ()


class BoardState(Struct, frozen=True, omit_defaults=True, gc=False):
    """The content of a board."""

    cells: dict[str, CellState] = {}
    """By cell id, without the prefix of the board."""
    highlighted: tuple[str, ...] = ()
    """The names of the completed areas."""
    ties: tuple[tuple[str, ...], ...] = ()
    """Chains of neighbouring cells that belong together, without the prefix of the board."""
    lines: tuple[tuple[str, ...], ...] = ()
    """Chains of neighbouring cells that have scored."""
    tags: dict[str, str] = {}
    """By the name of an area: how far it is, or its points once it is highlighted."""


class Item(Struct, frozen=True, omit_defaults=True, gc=False):
    """An item in a tray."""

    id: str
    kind: str
    label: str = ""
    count: int = 1
    """The number of such items."""
    marks: tuple[str, ...] = ()
    name: str = ""
    """What it is called, in a few letters below it."""
    note: str = ""
    """A few letters below it, such as in how many places it fits."""
    cell: str = ""
    """The id of the cell whose piece it stands for: to click the item is to click the cell."""


class SeatState(Struct, frozen=True, omit_defaults=True, gc=False):
    """Score, turn and status of a seat."""

    score: int
    acting: bool = False
    status: str = ""
    """`resigned` or `out` for a seat that has left the game."""
    place: int = 0
    """The rank when the game is over, else 0."""
    facts: dict[str, str] = {}
    next: bool = False
    """Whether its turn comes after the present one, where that is not plain."""


class Choice(Struct, frozen=True, array_like=True, gc=False):
    """A legal action: its id, its notation, what it does, and what to click for it.

    Clicks narrow the choices down to those whose picks include all of them. A choice whose picks are all clicked becomes a
    button with its label, or is played at once if it is the only one left.
    """

    action: int
    text: str
    """The action in notation."""
    label: str
    """What it does, in plain words."""
    picks: tuple[str, ...] = ()
    """The ids to click; empty for a button that is always shown. An id that occurs twice is clicked twice."""


class Chip(Struct, frozen=True, array_like=True, gc=False):
    """A part of a score line: what it is, and whether it is begun or done."""

    text: str
    state: Literal["", "begun", "done"] = ""
    colour: str = ""


class ScoreLine(Struct, frozen=True, array_like=True, gc=False):
    """One line of a score breakdown."""

    text: str
    points: int | None = None
    """The points it adds to the score; None for a remark."""
    chips: tuple[Chip, ...] = ()
    value: str = ""
    """What a remark says about the seat, such as a number of units."""


class Scene(Struct, frozen=True, omit_defaults=True, gc=False):
    """What a seat, or a spectator, sees and may do; derived from a masked position alone."""

    stage: str
    """The id of the stage."""
    seats: list[SeatState]
    prompt: str
    """What the viewer has to do, or who others wait for."""
    boards: dict[str, BoardState] = {}
    """By board id."""
    trays: dict[str, list[Item]] = {}
    """By tray id; a tray that is missing is not in use."""
    facts: dict[str, str] = {}
    choices: list[Choice] = []
    """Every legal action of the viewing seat, in the order of `Position.legal`."""
    ordered: bool = False
    """Whether picks must be clicked in order."""
    confirm: tuple[int, ...] = ()
    """Actions that can lose a game by accident: players must confirm them."""
    previews: dict[str, tuple[str, ...]] = {}
    """Ids to highlight while the pointer is on another."""
    threats: tuple[str, ...] = ()
    """Cells that opponents could attack next: a warning for those who may go there."""
    effects: dict[int, Effect] = {}
    """By action: what choices would do, where there is more to say than their label."""
    cards: dict[str, Card] = {}
    """Facts about things, by id."""
    over: bool = False
    score_breakdown: list[list[ScoreLine]] = []
    """For every seat, lines whose points add up to its score; empty while the game has nothing to break down."""
    picture: str = ""
    """The position drawn as text, for a game without boards."""


def stage_id(stage: Stage) -> str:
    """Return the id of a stage: the beginning of the SHA-256 of its JSON."""
    return hashlib.sha256(msgspec.json.encode(stage)).hexdigest()[:SHORT]
