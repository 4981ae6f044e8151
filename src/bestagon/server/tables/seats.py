"""The seats of a live table: who holds them."""

from __future__ import annotations

from bestagon.server.protocol.tables import SeatKind
from bestagon.server.tables.events import SeatSetup

MOST_HOLDERS = 4
"""How many devices can share a seat."""


class Seat:
    """One seat, as events have made it."""

    __slots__ = ("_first", "holders", "kind", "level", "name", "token")

    def __init__(self, first: SeatSetup) -> None:
        """Begin as set up."""
        self._first = first
        self.kind: SeatKind = first.kind
        self.name = first.name
        self.level = first.level
        self.token = first.token
        """Hash of the one link that gives this seat now; empty for none."""
        self.holders = first.holders
        """Visitors who may act for it, or for whom it is saved."""

    @property
    def empty(self) -> bool:
        """Whether nobody sits here."""
        return self.kind not in ("human", "bot")

    def sit(self, visitor: str, name: str) -> None:
        """Let a visitor have it; on a seat already held this is a second device."""
        if self.kind == "human":
            self.holders = (*self.holders, visitor) if visitor not in self.holders else self.holders
        else:
            self.kind = "human"
            self.holders = (visitor,)
            self.name = name

    def leave(self) -> None:
        """Be free again: for anybody, or for whoever gets a new link."""
        self.kind = "open" if self._first.kind == "open" else "link"
        self.holders = ()
        self.name = ""
        self.token = ""

    def take_over(self, level: str) -> None:
        """Let a bot play from now on."""
        self.kind = "bot"
        self.level = level
        self.holders = ()
        self.token = ""
