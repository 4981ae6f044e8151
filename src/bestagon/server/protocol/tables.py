"""The types of requests, responses and messages about tables; docs/protocol.md explains them."""

from __future__ import annotations

from typing import Annotated, Final, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from bestagon.core.option import Value
from bestagon.scene.beats import Beat
from bestagon.scene.throws import Throw

LONGEST_NAME: Final = 32
LONGEST_CHAT: Final = 400
LONGEST_ACTION: Final = 200
LONGEST_DATA: Final = 100_000
MOST_SEATS: Final = 16
MOST_DICE: Final = 400
"""The terrain of Hex Dice takes up to 150 dice."""

Name = Annotated[str, Meta(max_length=LONGEST_NAME)]
SeatNumber = Annotated[int, Meta(ge=0, lt=MOST_SEATS)]
Version = Annotated[int, Meta(ge=0)]
OptionValue = bool | int | Annotated[str, Meta(max_length=LONGEST_DATA)]
Status = Literal["open", "running", "over"]
SeatKind = Literal["open", "link", "saved", "human", "bot"]
AskKind = Literal["undo", "end"]
UndoKind = Literal["", "free", "ask"]
Rolled = Annotated[list[Annotated[int, Meta(ge=0, le=255)]], Meta(max_length=MOST_DICE)]
"""What real dice show that people have rolled, in the order in which the server asked for them (`needs_dice`)."""
Tokenish = Annotated[str, Meta(max_length=100)]


class Body(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The body of a request; unknown fields are an error."""


class Clock(Body, frozen=True):
    """The time control of a table."""

    kind: Literal["none", "move", "fischer"] = "none"
    seconds: Annotated[int, Meta(ge=0, le=1_209_600)] = 0
    """For each move, or for the whole game (fischer)."""
    increment: Annotated[int, Meta(ge=0, le=86_400)] = 0
    """Seconds added after each move (fischer)."""
    timeout: Literal["resign", "bot"] = "resign"
    """What happens to a seat whose time has run out."""


class SeatPlan(Body, frozen=True):
    """Who takes a seat."""

    kind: Literal["me", "open", "link", "bot"] = "open"
    """me: the visitor who opens the table; open: anybody; link: the holder of the invitation; bot: the server."""
    level: Annotated[str, Meta(max_length=LONGEST_NAME)] = ""
    """Of a bot; empty for the default."""
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
    real_dice: bool = False
    """Whether people roll their own dice and enter them; then all seats are `me`, and there is no clock."""
    dice: Rolled = []
    """With `real_dice`: what they show before the first action."""


class Sit(Body, frozen=True):
    """Take an open seat, the seat of an invitation, or your own seat on a second device."""

    name: Name = ""
    seat: SeatNumber | None = None
    token: Tokenish = ""


class OfSeat(Body, frozen=True):
    """A command for one seat."""

    seat: SeatNumber


class Leave(OfSeat, frozen=True):
    """Leave a seat, which somebody else may take."""


class Rename(OfSeat, frozen=True):
    """Change the name of a player."""

    name: Name


class Act(OfSeat, frozen=True):
    """Play an action."""

    action: Annotated[int, Meta(ge=0)] | Annotated[str, Meta(max_length=LONGEST_ACTION)]
    """Its id or its notation."""
    version: Version
    """The version of the view it was chosen from."""
    dice: Rolled = []
    """What real dice show that are rolled because of it."""


class Resign(OfSeat, frozen=True):
    """Resign."""

    dice: Rolled = []
    """What real dice show that are rolled because of it."""


class Undo(OfSeat, frozen=True):
    """Undo your latest action, or ask the others for consent."""


class Offer(OfSeat, frozen=True):
    """Offer to end the game without a result."""


class Answer(OfSeat, frozen=True):
    """Answer another seat's question, or withdraw your own (with no)."""

    yes: bool
    version: Version | None = None
    """That of the question, which another one may have replaced by now; without it, any open question is answered."""


class Chat(OfSeat, frozen=True):
    """Send a message to everybody at the table."""

    text: Annotated[str, Meta(max_length=LONGEST_CHAT)]


class Link(Body, frozen=True):
    """Make a link to your own seat for a second device, as the owner a new invitation to an empty seat, or a link to a private table."""

    seat: Annotated[int, Meta(ge=-1, lt=MOST_SEATS)]
    """-1 for the table: anyone with the link may watch, and take an open seat. It replaces the previous one."""


class Watch(Body, frozen=True):
    """See a private table by a link to it or to one of its seats."""

    token: Tokenish


class EndDevice(OfSeat, frozen=True):
    """End the hold of a device that joined your seat after yours."""

    device: Annotated[int, Meta(ge=1)]
    """Its number in the list of devices."""


class Rematch(OfSeat, frozen=True):
    """Open a new table with the same people."""

    first: SeatNumber | None = None
    """The seat of this table that gets the first seat of the next; by default the seats rotate by one."""
    dice: Rolled = []
    """What real dice show before the first action of the next game."""


CommandBody = Sit | Leave | Rename | Act | Resign | Undo | Offer | Answer | Chat | Link | Watch | EndDevice | Rematch


class Problem(Struct, omit_defaults=True):
    """A refusal and its reason."""

    error: str
    """A name for programs; docs/protocol.md lists them."""
    message: str
    """An explanation for people."""
    version: int = -1
    """The table's version, if the request was about one."""
    throw: Throw | None = None
    """With `needs_dice`: what has to be rolled. Send the command again with these dice after those that it had."""


class Done(Struct, omit_defaults=True, gc=False):
    """The result of a command, which is stored."""

    version: int
    """The table's version with it."""
    seat: int = -1
    """The seat of the command; for sit the one that was taken."""
    token: str = ""
    """The token of the new link (link)."""
    table: str = ""
    """The new table (rematch)."""


class SocketMove(Body, frozen=True):
    """A message of a player over the live connection: play an action, as POST .../act does."""

    id: Annotated[int, Meta(ge=0, le=2**53 - 1)]
    """Chosen by the client; the answer repeats it."""
    key: str
    """The idempotency key. Over HTTP the same key repeats the same command."""
    act: msgspec.Raw
    """An Act."""


class SocketAnswer(Struct, omit_defaults=True, gc=False):
    """The answer to a SocketMove: `done` or `problem`, as POST .../act would have answered."""

    answer: int
    """The id of the message; -1 if it could not be read."""
    status: int
    """The HTTP status."""
    done: Done | None = None
    problem: Problem | None = None
    retry_after: int = 0
    """Seconds after which a refused move may succeed; 0 if waiting does not help."""


class Created(Struct):
    """A new table."""

    table: str
    version: int
    invitations: dict[str, str]
    """By seat number the token that gives the seat; usable once."""
    link: str
    """The token of the link that opens a private table to everybody who has it; empty for a public table."""


class Me(Struct):
    """The visitor of the request."""

    known: bool
    """Whether the request came with a valid cookie or token."""
    tables: list[LobbyEntry]
    """The tables where this visitor holds a seat, newest first."""


class Token(Struct):
    """The credential of a new visitor: send it as `Authorization: Bearer TOKEN`."""

    token: str


class Renewed(Struct):
    """The new credential of a visitor whose earlier ones are void."""

    token: str
    """Empty for a browser, which gets it as its cookie."""


class LobbyEntry(Struct):
    """A table in a list."""

    table: str
    status: Status
    game: str
    name: str
    players: int
    seats: list[str]
    """Names of the players; empty for an empty seat."""
    free: int
    """How many seats anybody may take."""


class Lobby(Struct):
    """The public tables that are open or running, newest first."""

    tables: list[LobbyEntry]


class SeatInfo(Struct, omit_defaults=True):
    """A seat, its player and its clock."""

    name: str
    kind: SeatKind
    level: str = ""
    who: int = -1
    """Equal for seats of the same person."""
    acting: bool = False
    out: bool = False
    """Whether the seat has resigned or is eliminated."""
    left: int | UnsetType = UNSET
    """Milliseconds left as of the view's `at`, if there is a clock."""
    ticking: bool = False
    presence: Literal["", "here", "away"] = ""
    """Whether the player is connected; empty if this process cannot know."""


class LogLine(Struct, omit_defaults=True, gc=False):
    """One line of the table's log."""

    n: int
    """The version that the event made."""
    at: int
    """Milliseconds since the epoch."""
    kind: str
    seat: int = -1
    text: str = ""
    """The message, the new name, the action in notation as this viewer may know it, ..."""
    words: str = ""
    """What the action did, in sentences, as this viewer may know it."""
    cells: tuple[str, ...] = ()
    """The cells of the action, as far as this viewer may know them."""
    beats: tuple[Beat, ...] = ()
    """What the action did, step by step; left out for older lines."""


class Why(OfSeat, frozen=True):
    """Ask why something cannot be chosen."""

    picks: Annotated[list[Annotated[str, Meta(max_length=60)]], Meta(min_length=1, max_length=16)]
    """What was picked so far, and last what cannot be chosen."""


class LogPage(Struct):
    """Some lines of the table's log, the oldest first."""

    lines: list[LogLine]
    earlier: bool
    """Whether there are lines before these."""


class PendingQuestion(Struct, omit_defaults=True):
    """A question of one seat to the others."""

    what: AskKind
    seat: int
    waiting: list[int]
    """The seats that have not agreed yet."""
    version: int = 0
    """The table's version that it made; an answer names it."""


class TableInfo(Struct):
    """What never changes at a table."""

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
    """SHA-256 of the secret of the dice, published before the first roll; empty for real dice."""
    real_dice: bool
    """Whether people roll their own dice and enter them."""
    created: int
    previous: str
    """The table of which this is a rematch."""
    begun: int
    """How many actions of a record this table continues."""
    hides: bool
    """Whether seats have hidden information, so that people who share a screen must hand it over."""
    loser_chooses: bool
    """Whether the loser chooses who starts the rematch."""
    elo: dict[str, int]
    """Measured strength of the bots' levels, where a random player has 0."""
    mine: list[int]
    """The seats that the visitor holds."""
    owner: bool
    """Whether the visitor opened the table."""
    invitations: dict[str, str]
    """For the owner: by seat the tokens of unused invitations."""
    link: str
    """For the owner and the players of a private table: the token of the link that opens it; empty for none."""


class TableView(Struct, omit_defaults=True):
    """A table as one seat, or a spectator, may see it."""

    table: str
    version: int
    seat: int
    """-1 for a spectator."""
    status: Status
    scene: msgspec.Raw
    """A Scene (scene/model.py) with the viewer's choices; it names its stage, which is fetched once."""
    seats: list[SeatInfo]
    at: int
    """When the latest event happened, in milliseconds since the epoch."""
    age: int = 0
    """How many milliseconds before the view that was."""
    since: int = 0
    """The log contains the lines after this version."""
    log: list[LogLine] = []
    earlier: bool = False
    """Whether the log has lines after `since` that are not in this view, because it would be too long: they come before its own."""
    opening: tuple[Beat, ...] = ()
    """How the game was set up, step by step; only in the first steps of a game, before the viewer's own."""
    undo: UndoKind = ""
    """Whether this seat can undo its latest action: freely, or if the others agree."""
    ask: PendingQuestion | None = None
    ended: str = ""
    """How the game ended: by its rules, in the game's own words, `agreed` or `timeout`."""
    places: list[int] = []
    scores: list[int] = []
    next: str = ""
    """The table of the rematch."""
    whole: bool = False
    """Whether views may have been skipped before this one: true for the first, and after an overflow."""


class DeviceInfo(Struct, omit_defaults=True):
    """A device that holds a seat."""

    device: int
    """Its number at this seat; later devices have larger ones."""
    joined: int
    """When it joined, in milliseconds since the epoch."""
    own: bool = False
    """Whether this is the requesting device."""
    can_end: bool = False
    """Whether the requesting device may end it."""
    presence: Literal["", "here", "away"] = ""
    """Whether it is connected; empty if this process cannot know."""


class Devices(Struct):
    """The devices that hold a seat, the first to join first."""

    devices: list[DeviceInfo]
    can_link: bool
    """Whether the requesting device may make a link for another one."""


class Health(Struct):
    """Whether the server works."""

    ok: bool
    version: str
