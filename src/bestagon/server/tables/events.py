"""What the JSON in stored rows holds: a table's set-up and the data of an event."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec import Struct

from bestagon.core.option import Value
from bestagon.server.protocol.tables import Clock, SeatKind

SIT: Final = "sit"
LEAVE: Final = "leave"
RENAME: Final = "rename"
ACTION: Final = "action"
RESIGN: Final = "resign"
UNDO: Final = "undo"
ASK: Final = "ask"
ANSWER: Final = "answer"
CHAT: Final = "chat"
LINK: Final = "link"
REMATCH: Final = "rematch"
TIMEOUT: Final = "timeout"
GIVEN: Final = "given"


class SeatSetup(Struct, frozen=True, omit_defaults=True):
    """How a seat begins."""

    kind: SeatKind
    name: str = ""
    level: str = ""
    token: str = ""
    """Hash of the invitation."""
    holders: tuple[str, ...] = ()
    """The visitors who hold it, or for whom it is saved."""


class Setup(Struct, frozen=True, omit_defaults=True):
    """What was decided when the table was opened."""

    owner: str
    seats: tuple[SeatSetup, ...]
    name: str = ""
    public: bool = False
    clock: Clock = Clock()
    level: str = ""
    """Of the bot that takes the seat of somebody whose time is up."""
    pace: int = 0
    """How many milliseconds a bot waits before its move."""
    previous: str = ""
    origin: str = ""
    """The record, without its options, whose game this table goes on with."""


class Data(Struct, frozen=True, omit_defaults=True):
    """What an event holds besides its seat and actor."""

    text: str = ""
    """Notation, a name or what was said, asked or answered."""
    token: str = ""
    """Hash of a link."""
    table: str = ""
    since: int = 0
    until: int = 0


NOTHING: Final = b"{}"
options_decoder: Final = msgspec.json.Decoder(dict[str, Value])
setup_decoder: Final = msgspec.json.Decoder(Setup)
data_decoder: Final = msgspec.json.Decoder(Data)
encode: Final = msgspec.json.Encoder().encode
