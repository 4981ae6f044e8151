"""Who pays for a table: for the memory of a long one and for loading it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from bestagon.server.store.base import EventRow, TableRow
from bestagon.server.tables.events import ActionPlayed, owner_of

LONG: Final = 100
"""From how many events on a table is long: it is loaded as content, and the visitor who made it long pays for it."""


class Payer:
    """The visitor who pays: the owner, or another who made the table long.

    That is the visitor with most of its events besides actions, from LONG on. A game needs none of them, so players and their actions
    never count; and a guest who chats or undoes without end does so at their own cost, even after leaving.
    """

    __slots__ = ("_made", "visitor")

    def __init__(self, owner: str) -> None:
        """Start with the owner."""
        self.visitor = owner
        self._made: dict[str, int] = {}

    def count(self, actor: str) -> None:
        """Count an event that is not an action; the server's have no actor."""
        made = self._made[actor] = self._made.get(actor, 0) + 1
        if made > LONG and actor and made > self._made.get(self.visitor, 0):
            self.visitor = actor


def payer_of(row: TableRow, history: Iterable[EventRow]) -> str:
    """Return the visitor who pays for a stored table; empty if another program wrote it."""
    payer = Payer(owner_of(row))
    for event in history:
        if event.kind != ActionPlayed.kind:
            payer.count(event.actor)
    return payer.visitor
