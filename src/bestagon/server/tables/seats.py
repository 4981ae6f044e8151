"""The seats of a live table."""

from __future__ import annotations

from bestagon.server.protocol.tables import SeatKind
from bestagon.server.tables.events import SeatSetup

MOST_HOLDERS = 4
"""How many devices can share a seat."""


class Seat:
    """A seat and who holds it."""

    __slots__ = ("_first", "holders", "kind", "level", "name", "token")

    def __init__(self, first: SeatSetup) -> None:
        """Start as set up."""
        self._first = first
        self.kind: SeatKind = first.kind
        self.name = first.name
        self.level = first.level
        self.token = first.token
        """Hash of the one link that gives this seat now; empty for none."""
        self.holders = first.holders
        """Visitors who may act for it, or for whom it is reserved."""

    @property
    def empty(self) -> bool:
        """Whether the seat has no player."""
        return self.kind not in ("human", "bot")

    def sit(self, visitor: str, name: str) -> None:
        """Give it to a visitor; on an occupied seat this is a second device. Links from before are void, however the visitor came."""
        self.token = ""
        if self.kind == "human":
            self.holders = (*self.holders, visitor) if visitor not in self.holders else self.holders
        else:
            self.kind = "human"
            self.holders = (visitor,)
            self.name = name

    def leave(self) -> None:
        """Free it: an open seat for anybody, any other for the next link."""
        self.kind = "open" if self._first.kind == "open" else "link"
        self.holders = ()
        self.name = ""
        self.token = ""

    def take_over(self, level: str) -> None:
        """Replace the player by a bot."""
        self.kind = "bot"
        self.level = level
        self.holders = ()
        self.token = ""
