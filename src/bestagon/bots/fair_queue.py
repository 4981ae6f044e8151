"""A queue that serves its owners fairly by the time their jobs take."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Final, Generic, NamedTuple, TypeVar

from bestagon.core.errors import BestagonError

MOST_IDLE: Final = 10_000
"""Owners without a job that are remembered because they have used more than others."""
T = TypeVar("T")


class Busy(BestagonError):
    """The queue is full: try again later."""


class Owner(NamedTuple):
    """The owner of a job: groups share the time evenly, and so do the members of a group."""

    group: str = ""
    member: str = ""


class _Item(Generic[T]):
    """A queued job, the time it will probably take, and whether it is late: it waits for all other jobs of its owner."""

    __slots__ = ("cost", "job", "late")

    def __init__(self, job: T, cost: float, late: bool) -> None:
        self.job = job
        self.cost = cost
        self.late = late


class _Member(Generic[T]):
    __slots__ = ("items", "used")

    def __init__(self, used: float) -> None:
        self.used = used
        """Virtual time: the weighted seconds that were used or available."""
        self.items: deque[_Item[T]] = deque()

    def first(self) -> _Item[T]:
        """Return the item that is served next."""
        return next((item for item in self.items if not item.late), self.items[0])

    @property
    def finish(self) -> float:
        """The virtual time at which its next job would be done."""
        return self.used + self.first().cost


class _Group(Generic[T]):
    __slots__ = ("members", "now", "used", "waiting")

    def __init__(self, used: float) -> None:
        self.used = used
        self.now = 0.0
        self.waiting = 0
        self.members: dict[str, _Member[T]] = {}

    def next(self) -> tuple[str, _Member[T]]:
        """Return the member that is served next."""
        return min(((name, one) for name, one in self.members.items() if one.items), key=lambda pair: pair[1].finish)

    @property
    def finish(self) -> float:
        """The virtual time at which its next job would be done."""
        return self.used + self.next()[1].first().cost


class FairQueue(Generic[T]):
    """Weighted fair queueing: the next job is the one that would be done first if all owners were served at the same time.

    An owner who has used little is served before one who has used much, however many jobs the latter has queued, and cheap jobs go
    before expensive ones of owners who have used the same. Idle owners accumulate no credit.
    """

    def __init__(self, most: int, each: int) -> None:
        """Hold at most `most` jobs, and `each` of one member."""
        self._most = most
        self._each = each
        self._now = 0.0
        self._groups: dict[str, _Group[T]] = {}
        self._count = 0

    def __len__(self) -> int:
        """Return how many jobs wait."""
        return self._count

    def __iter__(self) -> Iterator[T]:
        """Return the waiting jobs."""
        return (item.job for group in self._groups.values() for member in group.members.values() for item in member.items)

    def push(self, job: T, owner: Owner, cost: float, late: bool = False, again: bool = False) -> T | None:
        """Add a job; Busy over a limit. A full queue drops the newest job of the group with the most and returns it.

        `cost` is the weighted time that it will probably take; `late` jobs wait for all others of their owner; a
        job that comes back `again` to be continued counts for no limit.
        """
        group = self._groups.get(owner.group)
        member = group.members.get(owner.member) if group else None
        own = len(member.items) if member else 0
        if own >= self._each and not again:
            raise Busy(f"{own} requests are waiting already: try again later")
        dropped = self._make_room(group, late) if self._count >= self._most and not again else None
        if group is None:
            if len(self._groups) >= MOST_IDLE:
                self._groups = {name: one for name, one in self._groups.items() if one.waiting}
            group = self._groups[owner.group] = _Group(self._now)
        if not group.waiting:
            group.used = max(group.used, self._now)
        if member is None:
            member = group.members[owner.member] = _Member(group.now)
        if not member.items:
            member.used = max(member.used, group.now)
        member.items.append(_Item(job, cost, late))
        group.waiting += 1
        self._count += 1
        return dropped

    def _make_room(self, mine: _Group[T] | None, late: bool) -> T:
        """Drop a job to make room: one of a group with more jobs, or a late one for one that is not late."""
        largest = max(self._groups.values(), key=lambda group: group.waiting)
        newest = [(member, item) for member in largest.members.values() for item in member.items if item.late]
        if mine is None or largest.waiting > mine.waiting + 1:
            member = max(largest.members.values(), key=lambda one: len(one.items))
            item = member.items[-1]
        elif newest and not late:
            member, item = newest[-1]
        else:
            raise Busy(f"{self._count} requests are waiting already: try again later")
        self._take(largest, member, item)
        return item.job

    def _take(self, group: _Group[T], member: _Member[T], item: _Item[T]) -> None:
        member.items.remove(item)
        group.waiting -= 1
        self._count -= 1

    def pop(self) -> tuple[T, Owner, float]:
        """Remove the next job and return it with its owner and its cost, which is charged; IndexError if none waits."""
        if not self._count:
            raise IndexError("no job is waiting")
        name, group = min(((name, one) for name, one in self._groups.items() if one.waiting), key=lambda pair: pair[1].finish)
        who, member = group.next()
        item = member.first()
        self._take(group, member, item)
        self._now = max(self._now, group.used)
        group.now = max(group.now, member.used)
        owner = Owner(name, who)
        self.charge(owner, item.cost)
        self._forget(name, group, who, member)
        return item.job, owner, item.cost

    def waits(self, group: str) -> bool:
        """Tell whether a group has a job waiting."""
        found = self._groups.get(group)
        return found is not None and found.waiting > 0

    def next_cost(self) -> float:
        """Return the cost of the next job; 0 if none waits."""
        groups = [group for group in self._groups.values() if group.waiting]
        return min(groups, key=lambda group: group.finish).next()[1].first().cost if groups else 0.0

    def charge(self, owner: Owner, cost: float) -> None:
        """Charge an owner the difference once the real cost of a job is known."""
        group = self._groups.get(owner.group)
        if group is not None:
            group.used += cost
            member = group.members.get(owner.member)
            if member is not None:
                member.used += cost

    def _forget(self, name: str, group: _Group[T], who: str, member: _Member[T]) -> None:
        """Drop members and groups that have nothing waiting and no more used than others."""
        if not member.items and member.used <= group.now:
            del group.members[who]
        if len(group.members) > MOST_IDLE:
            group.members = {one: found for one, found in group.members.items() if found.items}
        if not group.waiting and group.used <= self._now:
            del self._groups[name]

    def remove(self, job: T) -> bool:
        """Remove a job; tell whether it was waiting."""
        for group in self._groups.values():
            for member in group.members.values():
                for item in member.items:
                    if item.job is job:
                        self._take(group, member, item)
                        return True
        return False

    def clear(self) -> None:
        """Remove all jobs."""
        self._groups.clear()
        self._count = 0
