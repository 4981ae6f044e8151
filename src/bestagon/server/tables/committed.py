"""The results of the commands that were committed at a table, by idempotency key."""

from __future__ import annotations

from bestagon.server.errors import ApiError
from bestagon.server.tables.events import TableEvent


class Committed:
    """What a committed event did."""

    __slots__ = ("fingerprint", "seat", "version")

    def __init__(self, version: int, seat: int, fingerprint: str = "") -> None:
        """Take the table's version with the event, its seat and the fingerprint of its command, empty if unknown."""
        self.version = version
        self.seat = seat
        self.fingerprint = fingerprint


class CommittedKeys:
    """Every key that was used at a table, with its result.

    A repeated command gets its first result however long ago that was. Storage knows the keys, too, and never stores a command twice; but
    a move that is repeated fails the check of its version long before storage is asked, and would be refused although it was played.
    """

    def __init__(self) -> None:
        """Know none."""
        self._known: dict[str, dict[str, Committed]] = {}
        """By visitor and key."""

    def note(self, event: TableEvent) -> None:
        """Remember the key of an event, if it has one."""
        if event.key:
            used = self._known.get(event.actor)
            if used is None:
                used = self._known[event.actor] = {}
            used[event.key] = Committed(event.n + 1, event.seat, event.fingerprint)

    def find(self, visitor: str, key: str, fingerprint: str, version: int) -> Committed | None:
        """Return what the event with a key did, None if there is none; ApiError if the key belongs to another command."""
        used = self._known.get(visitor)
        found = None if used is None else used.get(key)
        if found is not None:
            check_same_command(found.fingerprint, fingerprint, version)
        return found


def check_same_command(first: str, again: str, version: int) -> None:
    """Raise ApiError unless the fingerprints of two commands with the same key are the same; an unknown one counts as the same."""
    if first and again and first != again:
        raise ApiError("key_reused", "this Idempotency-Key belongs to another command: use a new key for each command", version)
