"""The seats of a live table and the devices that hold them."""

from __future__ import annotations

from typing import NamedTuple

from bestagon.server.protocol.tables import SeatKind
from bestagon.server.tables.events import SeatSetup

MOST_HOLDERS = 4
"""How many devices can share a seat."""
AT_ONE_DEVICE = "Real dice need everybody at this device: no bots, no links, no clock."
"""Why others are refused at a table with real dice."""


class Holder(NamedTuple):
    """A device that holds a seat."""

    visitor: str
    device: int
    """Its number at this seat: later devices have larger ones, and none is used twice."""
    joined: int
    """Milliseconds since the epoch."""


class Seat:
    """A seat and who holds it."""

    __slots__ = ("_first", "_last_device", "devices", "ended", "holders", "kind", "left_at", "level", "name", "token")

    def __init__(self, first: SeatSetup, at: int) -> None:
        """Start as set up at a time."""
        self._first = first
        self.kind: SeatKind = first.kind
        self.name = first.name
        self.level = first.level
        self.token = first.token
        """Hash of the one link that gives this seat now; empty for none."""
        self.left_at = 0
        """When its latest player left it."""
        self.ended: set[str] = set()
        """Visitors whose hold another device of the seat has ended."""
        self._last_device = 0
        self.devices: tuple[Holder, ...] = ()
        """Who may act for it, or for whom it is reserved, in the order they joined."""
        self.holders: tuple[str, ...] = ()
        """The visitors of the devices."""
        self._hold([self._new_device(visitor, at) for visitor in first.holders])

    @property
    def empty(self) -> bool:
        """Whether the seat has no player."""
        return self.kind not in ("human", "bot")

    def sit(self, visitor: str, name: str, at: int) -> None:
        """Give it to a visitor; on an occupied seat this is a second device. Links from before are void, however the visitor came."""
        self.token = ""
        self.ended.discard(visitor)
        if self.kind == "human":
            if visitor not in self.holders:
                self._hold([*self.devices, self._new_device(visitor, at)])
            return
        self.kind = "human"
        self.name = name
        # A seat that is saved is saved for all devices of a person, so that no later one can sit down first and shut the others out.
        if visitor not in self.holders:
            self._hold([self._new_device(visitor, at)])

    def leave(self, at: int) -> None:
        """Free it: an open seat for anybody, any other for the next link."""
        self.left_at = at
        self.kind = "open" if self._first.kind == "open" else "link"
        self._hold([])
        self.name = ""
        self.token = ""

    def end_device(self, device: int, by: str) -> None:
        """End the hold of one device. A link may have been made by mistake as well, so it is void."""
        self.token = ""
        for one in self.devices:
            if one.device == device and one.visitor != by:
                self.ended.add(one.visitor)
        self._hold([one for one in self.devices if one.device != device])

    def take_over(self, level: str) -> None:
        """Replace the player by a bot."""
        self.kind = "bot"
        self.level = level
        self._hold([])
        self.token = ""

    def rank(self, visitor: str) -> int:
        """Return a holder's place in the order of joining, from 0."""
        return self.holders.index(visitor)

    def _new_device(self, visitor: str, at: int) -> Holder:
        self._last_device += 1
        return Holder(visitor, self._last_device, at)

    def _hold(self, devices: list[Holder]) -> None:
        self.devices = tuple(devices)
        self.holders = tuple([one.visitor for one in devices])


def listed_seats(seats: list[Seat]) -> dict[str, object]:
    """Return what a list of tables shows of the seats."""
    return {
        "seats": [seat.name for seat in seats],
        "kinds": [seat.kind for seat in seats],
        # Release 0.1.0 names bots by them, and may share the database.
        "levels": [seat.level for seat in seats],
        "free": sum(seat.kind == "open" for seat in seats),
    }
