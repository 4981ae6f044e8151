"""The tree a search grows: a node is a sequence of actions, whatever the imagined world was."""

from __future__ import annotations

import math
from typing import Final

from librt.vecs import vec
from mypy_extensions import i32, i64

from bestagon.core.dice import Dice

NONE: Final = -1
MOST_NODES: Final = 1 << 20
"""A tree never grows beyond this; a longer search goes on inside it."""
FIRST_NODES: Final = 1 << 10
UNTRIED: Final = -2
"""Less an action: that action, which leads to no node yet."""


class Tree:
    """Nodes as rows of native lists; every node has a number above its parent's."""

    seats: i64
    nodes: i64
    parent: vec[i32]
    action: vec[i32]
    """What leads to a node."""
    mover: vec[i32]
    """Who took that action."""
    visits: vec[i32]
    offered: vec[i32]
    """How often the node could have been chosen."""
    first: vec[i32]
    """A node's first child."""
    next: vec[i32]
    """A node's next sibling."""
    prior: vec[float]
    """How promising a node looked before it was tried: its share among its siblings."""
    sums: vec[float]
    """Payoffs added up, a number for each seat and node."""
    child_of: vec[i32]
    """Scratch: for every action the child of the node at hand, where `stamp` says that it is fresh."""
    stamp: vec[i32]
    now: i64
    missing: i64
    """How many of the actions looked at last lead to no child."""

    def __init__(self) -> None:
        """Make a tree without room; `clear` gives it some."""
        self.seats = 0
        self.nodes = 0
        self.parent = vec[i32]()
        self.action = vec[i32]()
        self.mover = vec[i32]()
        self.visits = vec[i32]()
        self.offered = vec[i32]()
        self.first = vec[i32]()
        self.next = vec[i32]()
        self.prior = vec[float]()
        self.sums = vec[float]()
        self.child_of = vec[i32]()
        self.stamp = vec[i32]()
        self.now = 0
        self.missing = 0

    def clear(self, seats: i64, actions: i64) -> None:
        """Start again with a root alone."""
        if seats != self.seats or len(self.action) == 0:
            self.seats = seats
            self.action = vec[i32]()
            self._grow(FIRST_NODES)
        if len(self.child_of) < actions:
            self.child_of = vec[i32]([0] * int(actions))
            self.stamp = vec[i32]([0] * int(actions))
            self.now = 0
        self.nodes = 0
        self.add(NONE, NONE, NONE, 1.0)

    def room(self, more: i64) -> bool:
        """Tell whether that many nodes more fit in, after making room where it may be made."""
        while self.nodes + more > len(self.action):
            if len(self.action) >= MOST_NODES:
                return False
            self._grow(2 * len(self.action))
        return True

    def add(self, parent: i64, action: i64, mover: i64, prior: float) -> i64:
        """Return a new node; `room` must have said that it fits."""
        node = self.nodes
        self.nodes += 1
        self.parent[node] = i32(parent)
        self.action[node] = i32(action)
        self.mover[node] = i32(mover)
        self.visits[node] = 0
        self.offered[node] = 0
        self.first[node] = NONE
        self.next[node] = NONE
        self.prior[node] = prior
        for seat in range(self.seats):
            self.sums[node * self.seats + seat] = 0.0
        if parent != NONE:
            self.next[node] = self.first[parent]
            self.first[parent] = i32(node)
        return node

    def mark(self, node: i64, who: i64) -> None:
        """Note for every action of the seat which child it leads to; `child` tells until the next mark."""
        self.now += 1
        child = i64(self.first[node])
        while child != NONE:
            if i64(self.mover[child]) == who:
                action = i64(self.action[child])
                self.child_of[action] = i32(child)
                self.stamp[action] = i32(self.now)
            child = i64(self.next[child])

    def child(self, action: i64) -> i64:
        """Return the child the action leads to from the node marked last, or NONE."""
        return i64(self.child_of[action]) if i64(self.stamp[action]) == self.now else NONE

    def note(self, path: vec[i32], depth: i64, seat: i64, payoff: float) -> None:
        """Add a payoff to what the seat can expect at every node of a path."""
        sums = self.sums
        seats = self.seats
        for i in range(depth):
            sums[i64(path[i]) * seats + seat] += payoff

    def visit(self, path: vec[i32], depth: i64) -> None:
        """Count a visit at every node of a path."""
        visits = self.visits
        for i in range(depth):
            visits[i64(path[i])] += 1

    def mean(self, node: i64, seat: i64) -> float:
        """Return the payoff the seat can expect at a node, 0 where it was never visited."""
        visits = i64(self.visits[node])
        return self.sums[node * self.seats + seat] / float(visits) if visits else 0.0

    def best_bound(self, node: i64, who: i64, actions: vec[i32], n: i64, exploration: float, dice: Dice) -> i64:
        """Return which child of a node to try by upper confidence bounds, of those that legal actions lead to.

        Any action that leads to none goes first, as long as there is room: UNTRIED less that action stands for it.
        """
        grow = self.room(1)
        self.mark(node, who)
        child_of, stamp, now = self.child_of, self.stamp, i32(self.now)
        offered, visits, sums = self.offered, self.visits, self.sums
        untried: i64 = 0
        best: i64 = NONE
        most = -1e30
        for i in range(n):
            action = i64(actions[i])
            if stamp[action] != now:
                if grow:
                    untried += 1
                    if untried == 1 or dice.below(untried) == 0:
                        best = UNTRIED - action
            else:
                child = i64(child_of[action])
                offered[child] += 1
                if untried == 0:
                    count = float(visits[child])
                    worth = sums[child * self.seats + who] / count + exploration * math.sqrt(math.log(float(offered[child]) + 1.0) / count)
                    if worth > most:
                        most = worth
                        best = child
        return best

    def best_promise(self, node: i64, who: i64, actions: vec[i32], n: i64, exploration: float) -> i64:
        """Return which child of a node to try by priors, of those that legal actions lead to; `missing` tells how many lead to none."""
        self.mark(node, who)
        child_of, stamp, now = self.child_of, self.stamp, i32(self.now)
        offered, visits, sums, prior = self.offered, self.visits, self.sums, self.prior
        otherwise = self.mean(node, who)
        missing: i64 = 0
        best: i64 = NONE
        most = -1e30
        for i in range(n):
            action = i64(actions[i])
            if stamp[action] != now:
                missing += 1
                continue
            child = i64(child_of[action])
            count = float(visits[child])
            worth = sums[child * self.seats + who] / count if count > 0.0 else otherwise
            worth += exploration * prior[child] * math.sqrt(float(offered[child])) / (1.0 + count)
            if worth > most:
                most = worth
                best = child
        self.missing = missing
        return best

    def offer(self, actions: vec[i32], n: i64) -> None:
        """Note that the children these actions lead to could have been chosen, at the node marked last."""
        child_of, stamp, now = self.child_of, self.stamp, i32(self.now)
        offered = self.offered
        for i in range(n):
            action = i64(actions[i])
            if stamp[action] == now:
                offered[i64(child_of[action])] += 1

    def favourite(self, node: i64) -> i64:
        """Return the child visited most, the one with the lower action among equals; NONE where there is none."""
        best: i64 = NONE
        child = i64(self.first[node])
        while child != NONE:
            if best == NONE or self._before(child, best):
                best = child
            child = i64(self.next[child])
        return best

    def _before(self, a: i64, b: i64) -> bool:
        if self.visits[a] != self.visits[b]:
            return self.visits[a] > self.visits[b]
        return self.action[a] < self.action[b]

    def keep(self, node: i64) -> None:
        """Make a node the root and forget all that is not below it."""
        place = self.offered  # `offered` counts start anew: the siblings they were compared with are gone.
        for i in range(self.nodes):
            place[i] = NONE
        kept: i64 = 0
        for old in range(node, self.nodes):
            above = i64(self.parent[old])
            if old != node and (above < node or place[above] == NONE):
                continue
            place[old] = i32(kept)
            self._move(old, kept, NONE if old == node else i64(place[above]))
            kept += 1
        self.nodes = kept
        for new in range(kept):
            self.first[new] = NONE
            self.offered[new] = self.visits[i64(self.parent[new]) if new else 0]
        for new in range(1, kept):
            above = i64(self.parent[new])
            self.next[new] = self.first[above]
            self.first[above] = i32(new)

    def _move(self, old: i64, new: i64, parent: i64) -> None:
        self.parent[new] = i32(parent)
        self.action[new] = self.action[old]
        self.mover[new] = self.mover[old]
        self.visits[new] = self.visits[old]
        self.prior[new] = self.prior[old]
        for seat in range(self.seats):
            self.sums[new * self.seats + seat] = self.sums[old * self.seats + seat]

    def _grow(self, size: i64) -> None:
        self.parent = _longer(self.parent, size)
        self.action = _longer(self.action, size)
        self.mover = _longer(self.mover, size)
        self.visits = _longer(self.visits, size)
        self.offered = _longer(self.offered, size)
        self.first = _longer(self.first, size)
        self.next = _longer(self.next, size)
        self.prior = _longer_floats(self.prior, size)
        self.sums = _longer_floats(self.sums, size * self.seats)


def _longer(old: vec[i32], size: i64) -> vec[i32]:
    new = vec[i32]([0] * int(size))
    for i in range(len(old) if len(old) < size else size):
        new[i] = old[i]
    return new


def _longer_floats(old: vec[float], size: i64) -> vec[float]:
    new = vec[float]([0.0] * int(size))
    for i in range(len(old) if len(old) < size else size):
        new[i] = old[i]
    return new
