"""The results of the commands that were committed at a table, by idempotency key."""

from __future__ import annotations

from array import array
from typing import Final

from mypy_extensions import mypyc_attr

from bestagon.server.errors import ApiError
from bestagon.server.tables.events import TableEvent

KEPT: Final = 128
"""How many of the latest results stay as they are, at least."""
HASH: Final = 8
FINGERPRINT: Final = 16
"""Their bytes."""


@mypyc_attr(acyclic=True)
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
        self._latest: dict[tuple[str, str], Committed] = {}
        """By visitor and key."""
        self._hashes = bytearray()
        """Eight bytes for each older one; what it did is at the same place of the following. Two are equal once in 10^15 tables."""
        self._versions = array("i")
        self._seats = array("b")
        self._fingerprints = bytearray()
        """Sixteen bytes each; zeros if unknown."""

    def note(self, event: TableEvent) -> None:
        """Remember the key of an event, if it has one."""
        if event.key:
            self._latest[event.actor, event.key] = Committed(event.n + 1, event.seat, event.fingerprint)
            if len(self._latest) >= 2 * KEPT:
                self._pack()

    def _pack(self) -> None:
        """Keep the older ones as bytes: many small objects would take ten times the memory, and leave it in pieces."""
        for visitor, key in list(self._latest)[:KEPT]:
            committed = self._latest.pop((visitor, key))
            self._hashes += _hashed(visitor, key)
            self._versions.append(committed.version)
            self._seats.append(committed.seat)
            self._fingerprints += committed.fingerprint.encode().ljust(FINGERPRINT, b"\0")

    def find(self, visitor: str, key: str, fingerprint: str, version: int) -> Committed | None:
        """Return what the event with a key did, None if there is none; ApiError if the key belongs to another command."""
        found = self._latest.get((visitor, key))
        if found is None and self._hashes:
            found = self._find_packed(_hashed(visitor, key))
        if found is not None:
            check_same_command(found.fingerprint, fingerprint, version)
        return found

    def _find_packed(self, hashed: bytes) -> Committed | None:
        at = self._hashes.find(hashed)
        while at % HASH and at >= 0:
            at = self._hashes.find(hashed, at + 1)
        if at < 0:
            return None
        number = at // HASH
        fingerprint = self._fingerprints[FINGERPRINT * number : FINGERPRINT * (number + 1)].rstrip(b"\0").decode()
        return Committed(self._versions[number], self._seats[number], fingerprint)


def _hashed(visitor: str, key: str) -> bytes:
    # Python's hash of texts is keyed, so nobody can look for two that are equal.
    return hash((visitor, key)).to_bytes(HASH, "little", signed=True)


def check_same_command(first: str, again: str, version: int) -> None:
    """Raise ApiError unless the fingerprints of two commands with the same key are the same; an unknown one counts as the same."""
    if first and again and first != again:
        raise ApiError("key_reused", "this Idempotency-Key belongs to another command: use a new key for each command", version)
