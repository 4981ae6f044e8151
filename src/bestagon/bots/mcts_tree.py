"""The tree of an information-set search: a node is a sequence of actions, shared by all determinizations."""

from __future__ import annotations

import math
from typing import Final

from librt.vecs import vec
from mypy_extensions import i32, i64

from bestagon.core.dice import Dice

NONE: Final = -1
MAX_NODES: Final = 1 << 20
"""Size limit of a tree; a longer search only updates the nodes it has."""
INITIAL_NODES: Final = 1 << 10
UNTRIED: Final = -2
"""`UNTRIED - action` stands for an action that has no node yet."""


class Tree:
    """Nodes as columns of native arrays; a node's number is greater than its parent's."""

    seats: i64
    nodes: i64
    parent: vec[i32]
    action: vec[i32]
    """The action that leads to a node."""
    mover: vec[i32]
    """The seat that took that action."""
    visits: vec[i32]
    available: vec[i32]
    """Availability count: how often the node was legal when its parent was visited; before it was added, every visit counts."""
    first_child: vec[i32]
    next_sibling: vec[i32]
    prior: vec[float]
    """The node's prior probability among its siblings."""
    payoff_sums: vec[float]
    """Sum of payoffs, one number for each node and seat."""
    child_of: vec[i32]
    """Scratch: the child that each action leads to, valid where `indexed_at` equals `epoch`."""
    indexed_at: vec[i32]
    epoch: i64
    missing: i64
    """Number of legal actions without a child in the last `select_puct`."""

    def __init__(self) -> None:
        """Create an empty tree; `clear` allocates it."""
        self.seats = 0
        self.nodes = 0
        self.parent = vec[i32]()
        self.action = vec[i32]()
        self.mover = vec[i32]()
        self.visits = vec[i32]()
        self.available = vec[i32]()
        self.first_child = vec[i32]()
        self.next_sibling = vec[i32]()
        self.prior = vec[float]()
        self.payoff_sums = vec[float]()
        self.child_of = vec[i32]()
        self.indexed_at = vec[i32]()
        self.epoch = 0
        self.missing = 0

    def clear(self, seats: i64, actions: i64) -> None:
        """Reset the tree to a lone root."""
        if seats != self.seats or len(self.action) == 0:
            self.seats = seats
            self.action = vec[i32]()
            self._grow(INITIAL_NODES)
        if len(self.child_of) < actions:
            self.child_of = vec[i32]([0] * int(actions))
            self.indexed_at = vec[i32]([0] * int(actions))
            self.epoch = 0
        self.nodes = 0
        self.add(NONE, NONE, NONE, 1.0)

    def reserve(self, more: i64) -> bool:
        """Grow the arrays for `more` nodes; return whether they fit."""
        while self.nodes + more > len(self.action):
            if len(self.action) >= MAX_NODES:
                return False
            self._grow(2 * len(self.action))
        return True

    def add(self, parent: i64, action: i64, mover: i64, prior: float) -> i64:
        """Add a node and return it; call `reserve` first."""
        node = self.nodes
        self.nodes += 1
        self.parent[node] = i32(parent)
        self.action[node] = i32(action)
        self.mover[node] = i32(mover)
        self.visits[node] = 0
        self.available[node] = 0
        self.first_child[node] = NONE
        self.next_sibling[node] = NONE
        self.prior[node] = prior
        for seat in range(self.seats):
            self.payoff_sums[node * self.seats + seat] = 0.0
        if parent != NONE:
            self.next_sibling[node] = self.first_child[parent]
            self.first_child[parent] = i32(node)
        return node

    def index_children(self, node: i64, seat: i64) -> None:
        """Index the node's children of one seat by action, for `child`."""
        self.epoch += 1
        child = i64(self.first_child[node])
        while child != NONE:
            if i64(self.mover[child]) == seat:
                action = i64(self.action[child])
                self.child_of[action] = i32(child)
                self.indexed_at[action] = i32(self.epoch)
            child = i64(self.next_sibling[child])

    def child(self, action: i64) -> i64:
        """Return the child that the action leads to from the node indexed last, or NONE."""
        return i64(self.child_of[action]) if i64(self.indexed_at[action]) == self.epoch else NONE

    def add_payoff(self, path: vec[i32], depth: i64, seat: i64, payoff: float) -> None:
        """Back up one seat's payoff along a path."""
        payoff_sums = self.payoff_sums
        seats = self.seats
        for i in range(depth):
            payoff_sums[i64(path[i]) * seats + seat] += payoff

    def add_visit(self, path: vec[i32], depth: i64) -> None:
        """Count a visit at every node of a path."""
        visits = self.visits
        for i in range(depth):
            visits[i64(path[i])] += 1

    def mean(self, node: i64, seat: i64) -> float:
        """Return the seat's mean payoff at a node, 0 if it was never visited."""
        visits = i64(self.visits[node])
        return self.payoff_sums[node * self.seats + seat] / float(visits) if visits else 0.0

    def select_ucb(self, node: i64, seat: i64, actions: vec[i32], n: i64, exploration: float, dice: Dice) -> i64:
        """Return the child of a legal action with the highest UCB1 value.

        While the tree can grow, a random action without a child goes first, returned as `UNTRIED - action`.
        """
        can_grow = self.reserve(1)
        self.index_children(node, seat)
        child_of, indexed_at, epoch = self.child_of, self.indexed_at, i32(self.epoch)
        available, visits, payoff_sums, seats = self.available, self.visits, self.payoff_sums, self.seats
        untried: i64 = 0
        best: i64 = NONE
        best_bound = -1e30
        # Without hidden information all siblings are available equally often: one logarithm is enough.
        often: i32 = 0
        logarithm = 0.0
        for i in range(n):
            action = i64(actions[i])
            if indexed_at[action] != epoch:
                if can_grow:
                    untried += 1
                    if untried == 1 or dice.below(untried) == 0:
                        best = UNTRIED - action
            else:
                child = i64(child_of[action])
                available[child] += 1
                if untried == 0:
                    share = 1.0 / float(visits[child])
                    if available[child] != often:
                        often = available[child]
                        logarithm = math.log(float(often) + 1.0)
                    bound = payoff_sums[child * seats + seat] * share + exploration * math.sqrt(logarithm * share)
                    if bound > best_bound:
                        best_bound = bound
                        best = child
        return best

    def select_puct(self, node: i64, seat: i64, actions: vec[i32], n: i64, exploration: float) -> i64:
        """Return the child of a legal action with the highest PUCT value, and set `missing`."""
        self.index_children(node, seat)
        child_of, indexed_at, epoch = self.child_of, self.indexed_at, i32(self.epoch)
        available, visits, payoff_sums, prior = self.available, self.visits, self.payoff_sums, self.prior
        unvisited_value = self.mean(node, seat)
        missing: i64 = 0
        best: i64 = NONE
        best_bound = -1e30
        often: i32 = 0
        root = 0.0
        for i in range(n):
            action = i64(actions[i])
            if indexed_at[action] != epoch:
                missing += 1
                continue
            child = i64(child_of[action])
            count = float(visits[child])
            bound = payoff_sums[child * self.seats + seat] / count if count > 0.0 else unvisited_value
            if available[child] != often:
                often = available[child]
                root = math.sqrt(float(often))
            bound += exploration * prior[child] * root / (1.0 + count)
            if bound > best_bound:
                best_bound = bound
                best = child
        self.missing = missing
        return best

    def count_available(self, actions: vec[i32], n: i64) -> None:
        """Increase the availability counts of these actions' children at the node indexed last."""
        child_of, indexed_at, epoch = self.child_of, self.indexed_at, i32(self.epoch)
        available = self.available
        for i in range(n):
            action = i64(actions[i])
            if indexed_at[action] == epoch:
                available[i64(child_of[action])] += 1

    def most_visited(self, node: i64) -> i64:
        """Return the most visited child, the one with the highest prior among equals; NONE for a leaf."""
        best: i64 = NONE
        child = i64(self.first_child[node])
        while child != NONE:
            if best == NONE or self.ranks_before(child, best):
                best = child
            child = i64(self.next_sibling[child])
        return best

    def ranks_before(self, a: i64, b: i64) -> bool:
        """Compare two nodes by visits, then by prior; the action's number decides only what nothing else does."""
        if self.visits[a] != self.visits[b]:
            return self.visits[a] > self.visits[b]
        if self.prior[a] != self.prior[b]:
            return self.prior[a] > self.prior[b]
        return self.action[a] < self.action[b]

    def is_outranked(self, node: i64) -> bool:
        """Return whether half of the siblings have a higher prior, and one of these at least as many visits."""
        siblings: i64 = 0
        higher: i64 = 0
        as_many = False
        other = i64(self.first_child[i64(self.parent[node])])
        while other != NONE:
            siblings += 1
            if self.prior[other] > self.prior[node]:
                higher += 1
                as_many = as_many or self.visits[other] >= self.visits[node]
            other = i64(self.next_sibling[other])
        return as_many and 2 * higher >= siblings

    def reroot(self, node: i64) -> None:
        """Make a node the root and drop everything outside its subtree."""
        new_number = self.available  # Reused as scratch: availability counts start afresh without the former siblings.
        for i in range(self.nodes):
            new_number[i] = NONE
        count: i64 = 0
        for old in range(node, self.nodes):
            parent = i64(self.parent[old])
            if old != node and (parent < node or new_number[parent] == NONE):
                continue
            new_number[old] = i32(count)
            self._move(old, count, NONE if old == node else i64(new_number[parent]))
            count += 1
        self.nodes = count
        for new in range(count):
            self.first_child[new] = NONE
            self.available[new] = self.visits[i64(self.parent[new]) if new else 0]
        for new in range(1, count):
            parent = i64(self.parent[new])
            self.next_sibling[new] = self.first_child[parent]
            self.first_child[parent] = i32(new)

    def _move(self, old: i64, new: i64, parent: i64) -> None:
        self.parent[new] = i32(parent)
        self.action[new] = self.action[old]
        self.mover[new] = self.mover[old]
        self.visits[new] = self.visits[old]
        self.prior[new] = self.prior[old]
        for seat in range(self.seats):
            self.payoff_sums[new * self.seats + seat] = self.payoff_sums[old * self.seats + seat]

    def _grow(self, size: i64) -> None:
        self.parent = _resized(self.parent, size)
        self.action = _resized(self.action, size)
        self.mover = _resized(self.mover, size)
        self.visits = _resized(self.visits, size)
        self.available = _resized(self.available, size)
        self.first_child = _resized(self.first_child, size)
        self.next_sibling = _resized(self.next_sibling, size)
        self.prior = _resized_floats(self.prior, size)
        self.payoff_sums = _resized_floats(self.payoff_sums, size * self.seats)


def _resized(old: vec[i32], size: i64) -> vec[i32]:
    new = vec[i32]([0] * int(size))
    for i in range(len(old) if len(old) < size else size):
        new[i] = old[i]
    return new


def _resized_floats(old: vec[float], size: i64) -> vec[float]:
    new = vec[float]([0.0] * int(size))
    for i in range(len(old) if len(old) < size else size):
        new[i] = old[i]
    return new
