"""Information-set Monte Carlo tree search: any game, any number of seats, from a masked position and nothing else."""

from __future__ import annotations

import math
import time
from typing import Final

from librt.vecs import vec
from mypy_extensions import i32, i64

from bestagon.bots.players import Player
from bestagon.core.dice import Dice
from bestagon.core.insight import Insight
from bestagon.core.position import Position
from bestagon.core.rollout import room

NONE: Final = -1
MOST_NODES: Final = 1 << 20
"""A tree never grows beyond this; a longer search goes on inside it."""
LOOK_AT_CLOCK: Final = 32
"""The clock is read once in so many iterations."""


class Choice:
    """What the search thinks of one action."""

    action: int
    visits: int
    value: float
    """The payoff the seat can expect, from -1 to 1."""

    def __init__(self, action: int, visits: int, value: float) -> None:
        """Note one action's statistics."""
        self.action = action
        self.visits = visits
        self.value = value


class Search(Player):
    """Grows one tree over imagined worlds; chance and hidden things are sampled anew in every iteration.

    A node is a sequence of actions, whatever the world was; of its children only those count that are legal in the world
    of the iteration. Every seat goes after its own payoff.
    """

    insight: Insight
    iterations: i64
    """How many imagined games; 0 where only the clock counts."""
    seconds: float
    """How long to think; 0 where only the iterations count."""
    exploration: float
    widening: float
    """How fast a node takes up new children: their number stays below this times the root of its visits; 0 takes up all at once."""

    seats: i64
    nodes: i64
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
    children: vec[i32]
    """How many children a node has."""
    sums: vec[float]
    """Payoffs added up, a number for each seat and node."""
    child_of: vec[i32]
    """Scratch: for every action the child of the node at hand, where `stamp` says that it is fresh."""
    stamp: vec[i32]
    now: i64
    path: vec[i32]

    def __init__(
        self, insight: Insight, iterations: int = 0, seconds: float = 0.0, exploration: float = 0.8, widening: float = 0.0
    ) -> None:
        """Search with this insight, until the iterations are done or the time is up."""
        if iterations <= 0 and seconds <= 0.0:
            raise ValueError("a search needs a number of iterations or of seconds")
        self.insight = insight
        self.iterations = iterations
        self.seconds = seconds
        self.exploration = exploration
        self.widening = widening
        self.seats = 0
        self.nodes = 0
        self.action = vec[i32]()
        self.mover = vec[i32]()
        self.visits = vec[i32]()
        self.offered = vec[i32]()
        self.first = vec[i32]()
        self.next = vec[i32]()
        self.children = vec[i32]()
        self.sums = vec[float]()
        self.child_of = vec[i32]()
        self.stamp = vec[i32]()
        self.now = 0
        self.path = vec[i32]()

    def choose(self, masked: Position, seat: i64, dice: Dice) -> i64:
        """Return the action visited most."""
        out = room(masked)
        if masked.legal(seat, out) == 1:
            return i64(out[0])
        self._think(masked, seat, dice)
        child = i64(self.first[0])
        best = child
        while child != NONE:
            if self.visits[child] > self.visits[best]:
                best = child
            child = i64(self.next[child])
        return i64(self.action[best])

    def think(self, masked: Position, seat: i64, dice: Dice) -> list[Choice]:
        """Return what the search thinks of the actions it has tried, the most visited first."""
        self._think(masked, seat, dice)
        found: list[Choice] = []
        child = i64(self.first[0])
        while child != NONE:
            visits = int(self.visits[child])
            found.append(Choice(int(self.action[child]), visits, self.sums[child * self.seats + seat] / float(visits)))
            child = i64(self.next[child])
        found.sort(key=lambda choice: (-choice.visits, choice.action))
        return found

    def _think(self, masked: Position, seat: i64, dice: Dice) -> None:
        self._clear(masked)
        world = masked.blank()
        out = room(masked)
        start = time.perf_counter()
        done: i64 = 0
        while self.iterations == 0 or done < self.iterations:
            world.copy_from(masked)
            world.imagine(seat, dice)
            self._iterate(world, seat, dice, out)
            done += 1
            if self.seconds > 0.0 and done % LOOK_AT_CLOCK == 0 and time.perf_counter() - start >= self.seconds:
                return

    def _clear(self, masked: Position) -> None:
        size = MOST_NODES if self.iterations == 0 else int(min(self.iterations + 1, MOST_NODES))
        self.seats = masked.seats
        if len(self.action) < size or len(self.sums) < size * int(self.seats):
            self.action = vec[i32]([0] * size)
            self.mover = vec[i32]([0] * size)
            self.visits = vec[i32]([0] * size)
            self.offered = vec[i32]([0] * size)
            self.first = vec[i32]([0] * size)
            self.next = vec[i32]([0] * size)
            self.children = vec[i32]([0] * size)
            self.sums = vec[float]([0.0] * (size * int(self.seats)))
        if len(self.child_of) < masked.actions:
            self.child_of = vec[i32]([0] * int(masked.actions))
            self.stamp = vec[i32]([0] * int(masked.actions))
            self.now = 0
        if len(self.path) == 0:
            self.path = vec[i32]([0] * 4096)
        self.nodes = 0
        self._add(NONE, NONE, NONE)

    def _add(self, parent: i64, action: i64, mover: i64) -> i64:
        node = self.nodes
        self.nodes += 1
        self.action[node] = i32(action)
        self.mover[node] = i32(mover)
        self.visits[node] = 0
        self.offered[node] = 0
        self.first[node] = NONE
        self.next[node] = NONE
        self.children[node] = 0
        for seat in range(self.seats):
            self.sums[node * self.seats + seat] = 0.0
        if parent != NONE:
            self.next[node] = self.first[parent]
            self.first[parent] = i32(node)
            self.children[parent] += 1
        return node

    def _iterate(self, world: Position, seat: i64, dice: Dice, out: vec[i32]) -> None:
        """Go down the tree, add a node, play the game out, and note the payoffs on the way back."""
        path = self.path
        depth: i64 = 1
        node: i64 = 0
        path[0] = 0
        while not world.over and depth < len(path):
            who = _turn(world.acting(), seat)
            fresh = self.nodes
            node = self._descend(node, world, who, dice, out)
            if node == NONE:
                break
            world.play(who, i64(self.action[node]))
            path[depth] = i32(node)
            depth += 1
            if self.nodes != fresh:
                break
        self._play_out(world, seat, dice, out)
        for s in range(self.seats):
            payoff = self.insight.estimate(world, s)
            for i in range(depth):
                self.sums[i64(path[i]) * self.seats + s] += payoff
        for i in range(depth):
            self.visits[i64(path[i])] += 1

    def _play_out(self, world: Position, seat: i64, dice: Dice, out: vec[i32]) -> None:
        left = self.insight.horizon
        while not world.over:
            who = _turn(world.acting(), seat)
            world.play(who, self.insight.playout(world, who, dice, out))
            left -= 1
            if left == 0:
                return

    def _descend(self, node: i64, world: Position, who: i64, dice: Dice, out: vec[i32]) -> i64:
        """Return the child to go to: a new one where there is room for it, else the most promising of those legal here."""
        n = world.legal(who, out)
        self._mark(node, who)
        child_of = self.child_of
        stamp = self.stamp
        now = i32(self.now)
        grow = self._may_grow(node)
        untried: i64 = 0
        pick: i64 = NONE
        best: i64 = NONE
        most = -1e30
        for i in range(n):
            action = i64(out[i])
            if stamp[action] != now:
                if grow:
                    untried += 1
                    if untried == 1 or dice.below(untried) == 0:
                        pick = action
            else:
                child = i64(child_of[action])
                self.offered[child] += 1
                if pick == NONE:
                    worth = self._worth(child, who)
                    if worth > most:
                        most = worth
                        best = child
        if pick != NONE:
            child = self._add(node, pick, who)
            self.offered[child] = 1
            return child
        if best == NONE and n > 0 and self.nodes < len(self.action):
            # Widening keeps new children out, and none of the old ones is legal in this world.
            child = self._add(node, i64(out[dice.below(n)]), who)
            self.offered[child] = 1
            return child
        return best

    def _mark(self, node: i64, who: i64) -> None:
        """Note for every action of the seat which child it leads to."""
        self.now += 1
        child = i64(self.first[node])
        while child != NONE:
            if i64(self.mover[child]) == who:
                action = i64(self.action[child])
                self.child_of[action] = i32(child)
                self.stamp[action] = i32(self.now)
            child = i64(self.next[child])

    def _may_grow(self, node: i64) -> bool:
        if self.nodes >= len(self.action):
            return False
        if self.widening <= 0.0:
            return True
        return float(self.children[node]) < self.widening * math.sqrt(float(self.visits[node]) + 1.0)

    def _worth(self, child: i64, who: i64) -> float:
        visits = float(self.visits[child])
        if visits == 0.0:
            return 1e20
        mean = self.sums[child * self.seats + who] / visits
        return mean + self.exploration * math.sqrt(math.log(float(self.offered[child]) + 1.0) / visits)


def _turn(acting: i64, first: i64) -> i64:
    """Return who acts next where several may: the searching seat, else the lowest."""
    if (acting >> first) & 1:
        return first
    seat: i64 = 0
    while not (acting >> seat) & 1:
        seat += 1
    return seat
