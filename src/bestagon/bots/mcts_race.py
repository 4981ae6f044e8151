"""A race between the actions of a root: all meet the same determinizations, and those that fall behind drop out."""

from __future__ import annotations

import math
from typing import Final

from librt.vecs import vec
from mypy_extensions import i32, i64, u8

from bestagon.bots.mcts_tree import NONE, Tree
from bestagon.core.dice import Dice

MAX_RACERS: Final[i64] = 24
MIN_RACERS: Final[i64] = 4
ROUNDS_EACH: Final[i64] = 16
"""The rounds that a search has time for, at least, decide how many actions take part."""
MIN_ROUNDS: Final[i64] = 8
"""Rounds before an action may drop out."""
GROUP_PLACES: Final[i64] = 2
"""The actions of each group that start before any with a higher prior of another group."""
BEHIND: Final = 2.0
"""An action drops out when it is this many standard errors behind the leader."""


class Race:
    """Chooses which action of the root to try next, round by round.

    A search that picks the most promising action compares the luck of different worlds. Here every action of a round is tried in
    the same world, so that only what it does counts.
    """

    count: i64
    """The actions still in the race."""
    nodes: vec[i32]
    tiers: vec[u8]
    """By node: how many siblings of its group have a higher prior, at most GROUP_PLACES."""
    sums: vec[float]
    """Of each action: the sum of its payoffs, less the mean of its round."""
    squares: vec[float]
    payoffs: vec[float]
    """The payoffs of the current round."""
    head_starts: vec[float]
    """What each action leads by before the first round, because of its prior."""
    dice: Dice
    copy: Dice
    rounds: i64
    at: i64
    """The action to try next."""

    def __init__(self) -> None:
        """Make room for the actions."""
        self.count = 0
        self.nodes = vec[i32]([i32(0)] * int(MAX_RACERS))
        self.tiers = vec[u8]()
        self.sums = vec[float]([0.0] * int(MAX_RACERS))
        self.squares = vec[float]([0.0] * int(MAX_RACERS))
        self.payoffs = vec[float]([0.0] * int(MAX_RACERS))
        self.head_starts = vec[float]([0.0] * int(MAX_RACERS))
        self.dice = Dice()
        self.copy = Dice()
        self.rounds = 0
        self.at = 0

    def begin(self, tree: Tree, groups: vec[i32], iterations: i64, prior_scale: float, prior_weight: float) -> None:
        """Let as many actions start as so many iterations can compare (0 for no limit): the best of each group, then the highest priors.

        `groups` has a number for each child of the root, by node. Without groups, actions that are alike could take all places.
        The logarithm of a prior, times the scale, is a payoff that counts like so many rounds.
        """
        most = MAX_RACERS
        if iterations > 0 and iterations // ROUNDS_EACH < most:
            most = iterations // ROUNDS_EACH
            if most < MIN_RACERS:
                most = MIN_RACERS
        self._sort_into_tiers(tree, groups)
        self.count = 0
        self.rounds = 0
        self.at = 0
        child = i64(tree.first_child[0])
        while child != NONE:
            k = self.count
            if k < most:
                self.count += 1
            elif self._starts_before(tree, child, i64(self.nodes[most - 1])):
                k = most - 1
            else:
                k = NONE
            if k != NONE:
                while k > 0 and self._starts_before(tree, child, i64(self.nodes[k - 1])):
                    self.nodes[k] = self.nodes[k - 1]
                    k -= 1
                self.nodes[k] = i32(child)
            child = i64(tree.next_sibling[child])
        for i in range(self.count):
            self.sums[i] = 0.0
            self.squares[i] = 0.0
            self.head_starts[i] = prior_weight * prior_scale * math.log(tree.prior[i64(self.nodes[i])])

    def _sort_into_tiers(self, tree: Tree, groups: vec[i32]) -> None:
        """Find the best actions of each group."""
        if len(self.tiers) < tree.nodes:
            self.tiers = vec[u8]([u8(0)] * int(tree.nodes))
        child = i64(tree.first_child[0])
        while child != NONE:
            tier: i64 = 0
            other = i64(tree.first_child[0])
            while other != NONE and tier < GROUP_PLACES:
                if groups[other] == groups[child] and other != child and tree.ranks_before(other, child):
                    tier += 1
                other = i64(tree.next_sibling[other])
            self.tiers[child] = u8(tier)
            child = i64(tree.next_sibling[child])

    def _starts_before(self, tree: Tree, a: i64, b: i64) -> bool:
        if self.tiers[a] != self.tiers[b]:
            return self.tiers[a] < self.tiers[b]
        return tree.ranks_before(a, b)

    def next(self, dice: Dice) -> i64:
        """Return the node to try next; the first of a round draws the seed of its world."""
        if self.at == 0:
            self.dice.fork_from(dice)
        return i64(self.nodes[self.at])

    def world_dice(self) -> Dice:
        """Return the dice for the determinization, the same for every node of a round."""
        self.copy.copy_from(self.dice)
        return self.copy

    def add(self, payoff: float) -> None:
        """Note the payoff of the node tried last; the last one of a round decides who stays."""
        self.payoffs[self.at] = payoff
        self.at += 1
        if self.at == self.count:
            self.at = 0
            self._end_round()

    def leader(self) -> i64:
        """Return the node that has done best in the finished rounds."""
        return i64(self.nodes[self._best()])

    def _best(self) -> i64:
        best: i64 = 0
        for i in range(1, self.count):
            if self.sums[i] + self.head_starts[i] > self.sums[best] + self.head_starts[best]:
                best = i
        return best

    def _end_round(self) -> None:
        mean = 0.0
        for i in range(self.count):
            mean += self.payoffs[i]
        mean /= float(self.count)
        for i in range(self.count):
            lead = self.payoffs[i] - mean
            self.sums[i] += lead
            self.squares[i] += lead * lead
        self.rounds += 1
        if self.rounds >= MIN_ROUNDS:
            self._drop()

    def _drop(self) -> None:
        """Take the actions out of the race that are clearly behind the leader."""
        n = float(self.rounds)
        best = self._best()
        top = self.sums[best] + self.head_starts[best]
        spread = self.squares[best] - self.sums[best] * self.sums[best] / n
        left: i64 = 0
        for i in range(self.count):
            error = math.sqrt(max(0.0, self.squares[i] - self.sums[i] * self.sums[i] / n + spread) + 1e-12)
            if i == best or top - self.sums[i] - self.head_starts[i] <= BEHIND * error:
                self.nodes[left] = self.nodes[i]
                self.sums[left] = self.sums[i]
                self.squares[left] = self.squares[i]
                self.head_starts[left] = self.head_starts[i]
                left += 1
        self.count = left
