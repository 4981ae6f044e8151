"""The places for connections: which address has how many, and which connection makes way for a new one."""

from __future__ import annotations

from bestagon.server.edge.connection import Connection, Use
from bestagon.server.limits.networks import wide_network


class Places:
    """The open connections of each address."""

    def __init__(self) -> None:
        """Start without connections."""
        self._groups: dict[str, dict[Connection, None]] = {}
        """Connections by address, in the order in which they came."""
        self._wide: dict[str, int] = {}
        """How many connections each IPv6 network of a /48 has."""
        self._levels: list[dict[str, None]] = [{}]
        """Addresses by number of connections; the last level is not empty, so that the largest is found without a search."""

    def __len__(self) -> int:
        """Return how many addresses have connections."""
        return len(self._groups)

    def count(self, group: str) -> int:
        """Return how many connections an address has."""
        return len(self._groups.get(group, ()))

    def count_wide(self, group: str) -> int:
        """Return how many connections the IPv6 network of an address has; 0 for IPv4."""
        return self._wide.get(wide_network(group), 0)

    @property
    def largest(self) -> int:
        """How many connections the address with most has."""
        return len(self._levels) - 1

    def add(self, connection: Connection) -> None:
        """Count a connection for its address."""
        wide = wide_network(connection.group)
        if wide:
            self._wide[wide] = self._wide.get(wide, 0) + 1
        members = self._groups.setdefault(connection.group, {})
        self._levels[len(members)].pop(connection.group, None)
        members[connection] = None
        if len(members) == len(self._levels):
            self._levels.append({})
        self._levels[len(members)][connection.group] = None

    def remove(self, connection: Connection) -> None:
        """Count a connection no more."""
        wide = wide_network(connection.group)
        if wide:
            left = self._wide.pop(wide) - 1
            if left:
                self._wide[wide] = left
        members = self._groups[connection.group]
        del self._levels[len(members)][connection.group]
        del members[connection]
        if members:
            self._levels[len(members)][connection.group] = None
        else:
            del self._groups[connection.group]
        while len(self._levels) > 1 and not self._levels[-1]:
            self._levels.pop()

    def spare(self) -> Connection | None:
        """Return the connection of the largest address that is used least; None if it is busy with requests over all of them.

        First those that are ending, then those that have been without a request for longest, then those with an unread response, then
        the live connections whose client has been silent for longest.
        """
        if self.largest == 0:
            return None
        members = self._groups[next(iter(self._levels[-1]))]
        found = min(members, key=lambda one: (not one.ending, one.use, one.since))
        return None if found.use == Use.RUNNING and not found.ending else found
