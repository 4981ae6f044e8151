"""What goes over the wire: every request, answer and message, as types. docs/protocol.md says it in words."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from bestagon.core.option import Value

LONGEST_NAME: Final = 32
LONGEST_CHAT: Final = 400
LONGEST_ACTION: Final = 200
LONGEST_DATA: Final = 100_000
MOST_SEATS: Final = 16

Name = Annotated[str, Meta(max_length=LONGEST_NAME)]
SeatNumber = Annotated[int, Meta(ge=0, lt=MOST_SEATS)]
Version = Annotated[int, Meta(ge=0)]
OptionValue = bool | int | Annotated[str, Meta(max_length=LONGEST_DATA)]
Status = Literal["open", "running", "over"]
SeatKind = Literal["open", "link", "saved", "human", "bot"]
AskKind = Literal["undo", "end"]
UndoKind = Literal["", "free", "ask"]
Tokenish = Annotated[str, Meta(max_length=100)]


class Body(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Anything a client sends; a field it does not know is an error."""


class Clock(Body, frozen=True):
    """How long a seat may think."""

    kind: Literal["none", "move", "fischer"] = "none"
    seconds: Annotated[int, Meta(ge=0, le=1_209_600)] = 0
    """For a move, or to begin with."""
    increment: Annotated[int, Meta(ge=0, le=86_400)] = 0
    """Seconds added after each move (fischer)."""
    timeout: Literal["resign", "bot"] = "resign"
    """What happens to a seat whose time is up."""


class SeatPlan(Body, frozen=True):
    """Who a seat is for."""

    kind: Literal["me", "open", "link", "bot"] = "open"
    """me: the visitor who opens the table; open: whoever comes; link: whoever has the invitation; bot: the server plays."""
    level: Annotated[str, Meta(max_length=LONGEST_NAME)] = ""
    """Of a bot; empty for the middle one."""
    name: Name = ""


class Create(Body, frozen=True):
    """Open a table."""

    game: Annotated[str, Meta(max_length=60)]
    players: Annotated[int, Meta(ge=1, le=MOST_SEATS)] | None = None
    options: dict[Annotated[str, Meta(max_length=60)], OptionValue] = {}
    seats: Annotated[list[SeatPlan], Meta(max_length=MOST_SEATS)] = []
    """One for each seat; missing ones are open. Without any, the first is `me`."""
    name: Name = ""
    public: bool = False
    clock: Clock = Clock()


class Sit(Body, frozen=True):
    """Take a seat: an open one, the one an invitation is for, or one's own on a second device."""

    name: Name = ""
    seat: SeatNumber | None = None
    token: Tokenish = ""


class OfSeat(Body, frozen=True):
    """A command that needs nothing but the seat it is for."""

    seat: SeatNumber


class Leave(OfSeat, frozen=True):
    """Leave a seat; another may take it."""


class Rename(OfSeat, frozen=True):
    """Take another name."""

    name: Name


class Act(OfSeat, frozen=True):
    """Play an action."""

    action: Annotated[int, Meta(ge=0)] | Annotated[str, Meta(max_length=LONGEST_ACTION)]
    """Its id or its notation."""
    version: Version
    """The version of the view it was chosen from."""


class Resign(OfSeat, frozen=True):
    """Give up."""


class Undo(OfSeat, frozen=True):
    """Take back one's latest action, or ask the others whether one may."""


class Offer(OfSeat, frozen=True):
    """Offer to end the game without a result."""


class Answer(OfSeat, frozen=True):
    """Answer what another seat asks, or withdraw what one asked oneself (with no)."""

    yes: bool


class Chat(OfSeat, frozen=True):
    """Say something to everybody at the table."""

    text: Annotated[str, Meta(max_length=LONGEST_CHAT)]


class Link(OfSeat, frozen=True):
    """Make a link: for a second device to one's own seat, or (the owner) a new invitation to an empty one."""


class Rematch(OfSeat, frozen=True):
    """Open a new table with the same people."""

    first: SeatNumber | None = None
    """The seat of this table that has the first seat of the next; without it the seats move on by one."""


CommandBody = Sit | Leave | Rename | Act | Resign | Undo | Offer | Answer | Chat | Link | Rematch


class Problem(Struct, omit_defaults=True):
    """No, and why."""

    error: str
    """A name for programs; docs/protocol.md lists them."""
    message: str
    """A message for people."""
    version: int = -1
    """The table's version, where the request was about one."""


class Done(Struct, omit_defaults=True):
    """Yes: the command is stored."""

    version: int
    """The table's version with it."""
    seat: int = -1
    """Which seat was taken (sit)."""
    token: str = ""
    """What a link holds (link); shown once."""
    table: str = ""
    """The new table (rematch)."""


class Created(Struct):
    """A table is open."""

    table: str
    version: int
    invitations: dict[str, str]
    """Seat number to the token that gives the seat, once."""


class Me(Struct):
    """Who is asking."""

    known: bool
    """Whether the request came with a valid cookie or token."""
    tables: list[LobbyEntry]
    """Where this visitor has a seat, newest first."""


class Token(Struct):
    """A new visitor for a program: send it as `Authorization: Bearer TOKEN`."""

    token: str


class OptionInfo(Struct):
    """An option of a game."""

    name: str
    text: str
    kind: str
    default: Value
    choices: list[Value]
    words: list[str]
    """What the choices are called."""
    low: int
    high: int
    data: bool


class GameInfo(Struct):
    """A game that can be played here."""

    name: str
    title: str
    summary: str
    players: list[int]
    usual_players: int
    options: list[OptionInfo]
    levels: list[str]
    """Of bots, the weakest first."""
    elo: dict[str, int]
    """How strong levels were measured to be, where a random player has 0; a level that was not measured is not there."""
    extra: bool
    """Whether it comes from another package than ours."""
    lessons: int
    """How many lessons its tutorial has."""


class Preview(Struct):
    """A game in the middle of play."""

    stage: msgspec.Raw
    """A Stage (scene/model.py)."""
    scene: msgspec.Raw
    """A Scene, as a spectator sees it."""


class LobbyEntry(Struct):
    """A table in a list."""

    table: str
    status: Status
    game: str
    name: str
    players: int
    seats: list[str]
    """Names; an empty one is free."""
    free: int
    """How many seats anybody may take."""


class Lobby(Struct):
    """The public tables that are open or running, newest first."""

    tables: list[LobbyEntry]


class SeatInfo(Struct, omit_defaults=True):
    """Who has a seat, and their clock."""

    name: str
    kind: SeatKind
    level: str = ""
    who: int = -1
    """Equal numbers are the same person."""
    acting: bool = False
    out: bool = False
    """Whether the seat has resigned or is out of the game."""
    left: int | UnsetType = UNSET
    """Milliseconds left when the view's `at` was, where there is a clock."""
    ticking: bool = False
    presence: Literal["", "here", "away"] = ""
    """Whether a person's page is connected; empty where this process cannot know."""


class LogLine(Struct, omit_defaults=True):
    """One line of the table's log."""

    n: int
    """The version it made."""
    at: int
    """Milliseconds since the epoch."""
    kind: str
    seat: int = -1
    text: str = ""
    """What was said, the new name, an action in notation as this viewer may read it, ..."""
    words: str = ""
    """An action in a sentence, as this viewer may read it."""
    cells: tuple[str, ...] = ()
    """The cells an action was about, as far as this viewer may know."""


class PendingQuestion(Struct, omit_defaults=True):
    """What one seat asks the others."""

    what: AskKind
    seat: int
    waiting: list[int]
    """The seats that have not said yes."""


class TableInfo(Struct):
    """What stays the same at a table."""

    table: str
    game: str
    title: str
    rules: int
    players: int
    options: dict[str, Value]
    name: str
    public: bool
    clock: Clock
    commitment: str
    """SHA-256 of the secret behind the dice, known before the first roll."""
    created: int
    previous: str
    """The table this is a rematch of."""
    begun: int
    """How many actions of another game came before, where this table goes on from a record."""
    hides: bool
    """Whether seats know different things, so that people who share a screen must hand it over."""
    loser_chooses: bool
    """Whether the loser chooses who starts when the same people play again."""
    elo: dict[str, int]
    """How strong the levels of bots were measured to be, where a random player has 0."""
    mine: list[int]
    """The seats the asking visitor holds."""
    owner: bool
    """Whether the asking visitor opened the table."""
    invitations: dict[str, str]
    """For the owner: the seats that wait for their invited person, and the tokens."""


class TableView(Struct, omit_defaults=True):
    """The table as one seat, or a spectator, may see it."""

    table: str
    version: int
    seat: int
    """-1 for a spectator."""
    status: Status
    scene: msgspec.Raw
    """A Scene (scene/model.py), the viewer's choices in it; it names its stage, which is fetched once."""
    seats: list[SeatInfo]
    at: int
    """When the latest event was, in milliseconds since the epoch."""
    age: int = 0
    """How many milliseconds ago that was when the view was made."""
    since: int = 0
    """The log holds every line after this version."""
    log: list[LogLine] = []
    undo: UndoKind = ""
    """Whether this seat can take back an action: at once, or if the others agree."""
    ask: PendingQuestion | None = None
    ended: str = ""
    """How it ended: one of the game's words, `agreed` or `timeout`."""
    places: list[int] = []
    scores: list[int] = []
    next: str = ""
    """The table of the rematch."""
    whole: bool = False
    """Whether lines before this one may have been left out on the way: the first view and any after a jam."""


class Health(Struct):
    """Whether the server works."""

    ok: bool
    version: str
