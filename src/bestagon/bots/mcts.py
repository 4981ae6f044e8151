"""Information-set Monte Carlo tree search: any game, any number of seats, from a masked position and nothing else."""

from __future__ import annotations

import math
import time
from typing import Final

from librt.vecs import vec
from mypy_extensions import i32, i64

from bestagon.bots.mcts_tree import NONE, UNTRIED, Tree
from bestagon.bots.players import Player
from bestagon.core.actions import room
from bestagon.core.dice import Dice
from bestagon.core.evaluator import Evaluator
from bestagon.core.position import Position

LOOK_UP: Final = 32
"""Once in so many iterations a search looks whether it is decided, and at the clock at least as often."""
MOMENT: Final = 0.002
"""Seconds: slower iterations let a search look at the clock more often."""
DEEPEST: Final = 4096
DOUBT: Final = 0.1
"""How much of every prior is spread evenly: evaluator can be wrong."""
SLACK: Final = 0.1
"""A move that is drawn by its weight has at least this share of the best one's, where nobody says."""
MOST_GUESSES: Final = 512
"""How many ways a search tries to find the present position in its last tree."""
UNSURE: Final = -2
"""Several ways lead to what looks like the present position."""
LINE: Final = 4
"""A principal line goes on while its nodes were visited so often."""


class RankedMove:
    """What the search thinks of one action."""

    action: int
    visits: int
    prior: float
    """How promising it looked before the search."""
    value: float
    """The payoff the thinking seat can expect, from -1 to 1."""
    values: list[float]
    """The same for every seat."""

    def __init__(self, action: int, visits: int, prior: float, value: float, values: list[float]) -> None:
        """Note one action's statistics."""
        self.action = action
        self.visits = visits
        self.prior = prior
        self.value = value
        self.values = values


class Report:
    """What came out of a search."""

    choices: list[RankedMove]
    """The actions, the most visited first."""
    values: list[float]
    """The payoff every seat can expect."""
    line: list[tuple[int, int]]
    """Seat and action of the likeliest play, as far as it was looked at."""
    iterations: int
    """How many imagined games it rests on."""
    kept: int
    """How many of those were left from the search for an earlier move."""

    def __init__(self, choices: list[RankedMove], values: list[float], line: list[tuple[int, int]], iterations: int, kept: int) -> None:
        """Note what was found."""
        self.choices = choices
        self.values = values
        self.line = line
        self.iterations = iterations
        self.kept = kept


class Search(Player):
    """Grows one tree over imagined worlds; chance and hidden things are sampled anew in every iteration.

    Of a node's children only those count that are legal in the world of the iteration. Every seat goes after its own
    payoff. With priors (evaluator with a spread) children are taken up with their promise; without, each is tried once.
    """

    evaluator: Evaluator
    iterations: i64
    """How many imagined games; 0 where only the clock counts."""
    seconds: float
    """How long to think; 0 where only the iterations count."""
    temperature: float
    """0 plays the most visited action; else it is drawn by visits ** (1 / temperature)."""
    slack: float
    """What is visited (or, without a search, promises) less than this share of the best is never drawn."""
    reuse: bool
    """Whether the tree is kept for the next move, where that move's position can be found in it."""
    tree: Tree
    path: vec[i32]
    weights: vec[float]
    """Scratch: the priors of the actions at hand."""
    fresh: vec[i32]
    """Scratch: actions that are no children yet."""
    last: Position | None
    """The masked position the tree was grown from."""
    last_seat: i64
    taken: i64
    """The node of the action chosen last."""
    kept: i64
    """How many iterations the tree had before the last search."""
    guesses: i64
    grown: bool
    """Whether the last descent reached a node that had never been tried."""

    def __init__(
        self,
        evaluator: Evaluator,
        iterations: int = 0,
        seconds: float = 0.0,
        temperature: float = -1.0,
        slack: float = SLACK,
        reuse: bool = False,
    ) -> None:
        """Search with this evaluator, until the iterations are done or the time is up; without either, play by priors alone.

        A temperature below 0 is the evaluator's own.
        """
        if iterations <= 0 and seconds <= 0.0 and evaluator.prior_temperature <= 0.0:
            raise ValueError("a search without priors needs a number of iterations or of seconds")
        self.evaluator = evaluator
        self.iterations = iterations
        self.seconds = seconds
        self.temperature = temperature if temperature >= 0.0 else evaluator.move_temperature
        self.slack = slack
        self.reuse = reuse
        self.tree = Tree()
        self.path = vec[i32]([0] * DEEPEST)
        self.weights = vec[float]()
        self.fresh = vec[i32]()
        self.last = None
        self.last_seat = 0
        self.taken = NONE
        self.kept = 0
        self.guesses = 0
        self.grown = False

    def choose(self, masked: Position, seat: i64, dice: Dice) -> i64:
        """Return the action visited most, or one drawn by visits where there is a temperature."""
        out = room(masked)
        n = masked.legal(seat, out)
        if n == 1:
            return i64(out[0])
        if self.iterations == 0 and self.seconds <= 0.0:
            self._make_room(masked)
            self._weigh_root(masked, seat, dice, out, n)
            return i64(out[self._drawn(self.weights, n, dice)])
        self._think(masked, seat, dice, self.temperature <= 0.0)
        self.taken = self.tree.favourite(0) if self.temperature <= 0.0 else self._mixed(dice)
        return i64(self.tree.action[self.taken])

    def think(self, masked: Position, seat: i64, dice: Dice) -> Report:
        """Return what the search thinks of the actions it has taken up."""
        self._think(masked, seat, dice, False)
        tree = self.tree
        self.taken = tree.favourite(0)
        choices: list[RankedMove] = []
        child = i64(tree.first[0])
        while child != NONE:
            values = self._values(child)
            choices.append(RankedMove(int(tree.action[child]), int(tree.visits[child]), tree.prior[child], values[seat], values))
            child = i64(tree.next[child])
        choices.sort(key=lambda choice: (-choice.visits, choice.action))
        return Report(choices, self._values(0), self._line(), int(tree.visits[0]), int(self.kept))

    def _values(self, node: i64) -> list[float]:
        return [self.tree.mean(node, seat) for seat in range(self.tree.seats)]

    def _line(self) -> list[tuple[int, int]]:
        line: list[tuple[int, int]] = []
        node = self.tree.favourite(0)
        while node != NONE and self.tree.visits[node] >= LINE:
            line.append((int(self.tree.mover[node]), int(self.tree.action[node])))
            node = self.tree.favourite(node)
        return line

    # Choosing

    def _mixed(self, dice: Dice) -> i64:
        """Return a child of the root drawn by visits."""
        tree = self.tree
        count: i64 = 0
        child = i64(tree.first[0])
        while child != NONE:
            self.weights[count] = float(tree.visits[child])
            self.fresh[count] = i32(child)
            count += 1
            child = i64(tree.next[child])
        return i64(self.fresh[self._drawn(self.weights, count, dice)])

    def _drawn(self, weights: vec[float], n: i64, dice: Dice) -> i64:
        """Return which of the weights is drawn at this temperature."""
        best: i64 = 0
        for i in range(n):
            if weights[i] > weights[best]:
                best = i
        if self.temperature <= 0.0:
            return best
        most = weights[best]
        total = 0.0
        for i in range(n):
            share = weights[i] / most
            weights[i] = math.pow(share, 1.0 / self.temperature) if share >= self.slack else 0.0
            total += weights[i]
        left = total * float(dice.word()) / 4294967296.0
        for i in range(n):
            left -= weights[i]
            if left < 0.0:
                return i
        return best

    # Growing the tree

    def _think(self, masked: Position, seat: i64, dice: Dice, hurry: bool) -> None:
        """Search; in a hurry stop as soon as no other action can become the most visited."""
        start = time.perf_counter()
        self._make_room(masked)
        if not self._resume(masked, seat):
            self.tree.clear(masked.seats, masked.actions)
            self._take_up_root(masked, seat, dice)
        world = masked.blank()
        out = room(masked)
        looked = time.perf_counter()
        slowest = looked - start
        done = i64(self.tree.visits[0])
        self.kept = done
        gap: i64 = 1
        look = done + gap
        while self.iterations == 0 or done < self.iterations:
            world.copy_from(masked)
            self.evaluator.sample_belief(world, seat, dice)
            self._iterate(world, seat, dice, out)
            done += 1
            if done >= look and self.seconds > 0.0:
                now = time.perf_counter()
                # What follows may take as long as the slowest so far.
                slowest = max(slowest, now - looked)
                if now - start + slowest >= self.seconds:
                    break
                gap = min(2 * gap, LOOK_UP) if now - looked < MOMENT else max(gap // 2, 1)
                looked = now
                look = done + gap
            if done % LOOK_UP == 0 and hurry and self.iterations > 0 and self._decided(self.iterations - done):
                break
        if self.reuse:
            self.last = masked.copy()
            self.last_seat = seat

    def _decided(self, left: i64) -> bool:
        """Tell whether the favourite stays ahead whatever so many iterations bring."""
        tree = self.tree
        most: i64 = 0
        second: i64 = 0
        child = i64(tree.first[0])
        while child != NONE:
            visits = i64(tree.visits[child])
            if visits > most:
                second = most
                most = visits
            elif visits > second:
                second = visits
            child = i64(tree.next[child])
        return most - second > left

    def _make_room(self, masked: Position) -> None:
        if len(self.weights) < masked.max_legal:
            self.weights = vec[float]([0.0] * int(masked.max_legal))
            self.fresh = vec[i32]([0] * int(masked.max_legal))

    def _take_up_root(self, masked: Position, seat: i64, dice: Dice) -> None:
        """Give the root its children with carefully weighed priors; all of them, since only here is the move chosen."""
        if self.evaluator.prior_temperature <= 0.0:
            return
        n = masked.legal(seat, self.fresh)
        self._weigh_root(masked, seat, dice, self.fresh, n)
        self._take_up(0, seat, n, n)

    def _weigh_root(self, masked: Position, seat: i64, dice: Dice, actions: vec[i32], n: i64) -> None:
        """Weigh actions by the mean over a few imagined worlds."""
        world = masked.blank()
        totals = vec[float]([0.0] * int(n))
        samples = self.evaluator.samples
        for _ in range(samples):
            world.copy_from(masked)
            self.evaluator.sample_belief(world, seat, dice)
            self.evaluator.priors(world, seat, actions, n, self.weights)
            for i in range(n):
                totals[i] += self.weights[i]
        for i in range(n):
            self.weights[i] = totals[i] / float(samples)

    def _iterate(self, world: Position, seat: i64, dice: Dice, out: vec[i32]) -> None:
        """Go down the tree to a node never tried, play on from there, and note the payoffs on the way back."""
        tree = self.tree
        path = self.path
        informed = self.evaluator.prior_temperature > 0.0
        deepest = self.evaluator.depth
        if deepest >= DEEPEST:
            deepest = DEEPEST - 1
        depth: i64 = 1
        node: i64 = 0
        path[0] = 0
        self.grown = False
        while not world.over and depth <= deepest and not self.grown:
            if informed and node > 0 and i64(tree.visits[node]) < self.evaluator.expand_after:
                break
            who = _turn(world.acting(), seat)
            node = self._informed(node, world, who, out) if informed else self._descend(node, world, who, dice, out)
            if node == NONE:
                break
            world.play(who, i64(tree.action[node]))
            path[depth] = i32(node)
            depth += 1
        self._play_out(world, seat, dice, out)
        for s in range(tree.seats):
            tree.note(path, depth, s, self.evaluator.estimate(world, s))
        tree.visit(path, depth)

    def _play_out(self, world: Position, seat: i64, dice: Dice, out: vec[i32]) -> None:
        left = self.evaluator.horizon
        while left > 0 and not world.over:
            who = _turn(world.acting(), seat)
            world.play(who, self.evaluator.playout(world, who, dice, out))
            left -= 1

    def _descend(self, node: i64, world: Position, who: i64, dice: Dice, out: vec[i32]) -> i64:
        """Return the child to go to without priors: any that was never tried, else the one of the highest bound."""
        tree = self.tree
        n = world.legal(who, out)
        best = tree.best_bound(node, who, out, n, self.evaluator.exploration, dice)
        if best < NONE:
            best = tree.add(node, UNTRIED - best, who, 1.0)
            tree.offered[best] = 1
            self.grown = True
        return best

    def _informed(self, node: i64, world: Position, who: i64, out: vec[i32]) -> i64:
        """Return the child to go to by priors, after taking up new ones where the node has room for them."""
        n = world.legal(who, out)
        tree = self.tree
        best = tree.best_promise(node, who, out, n, self.evaluator.exploration)
        if tree.missing and self._widen(node, world, who, out, n, best):
            best = tree.best_promise(node, who, out, n, self.evaluator.exploration)
        if best == NONE:
            return NONE
        tree.offer(out, n)
        self.grown = tree.visits[best] == 0
        return best

    def _widen(self, node: i64, world: Position, who: i64, out: vec[i32], n: i64, best: i64) -> bool:
        """Take up children for legal actions that have none, as many as the node's visits allow; tell whether any came."""
        tree = self.tree
        missing: i64 = 0
        visits: i64 = 1
        for i in range(n):
            child = tree.child(i64(out[i]))
            if child == NONE:
                self.fresh[missing] = out[i]
                missing += 1
            else:
                visits += i64(tree.visits[child])
        most = missing
        if self.evaluator.widening > 0.0:
            most = i64(self.evaluator.widening * math.sqrt(float(visits))) - (n - missing)
            if most <= 0:
                if best != NONE:
                    return False
                most = 1
            most = most if most < missing else missing
        if not tree.room(most):
            return False
        self.evaluator.priors(world, who, self.fresh, missing, self.weights)
        self._take_up(node, who, missing, most)
        return True

    def _take_up(self, node: i64, who: i64, n: i64, most: i64) -> None:
        """Add the `most` most promising of `n` weighed actions as children."""
        weights = self.weights
        total = 0.0
        for i in range(n):
            total += weights[i]
        if total <= 0.0:
            total = 1.0
        if not self.tree.room(most):
            return
        for k in range(most):
            best = k
            if most < n:
                for i in range(n):
                    if weights[i] > weights[best]:
                        best = i
            self.tree.add(node, i64(self.fresh[best]), who, (1.0 - DOUBT) * weights[best] / total + DOUBT / float(n))
            weights[best] = -1.0

    # Going on with the last tree

    def _resume(self, masked: Position, seat: i64) -> bool:
        """Find the position in the last tree and keep what was grown below it; tell whether it was there.

        It is there if known actions alone lead to it: no chance, nothing shown, and no second way that looks the same.
        """
        last = self.last
        self.last = None
        if last is None or seat != self.last_seat or last.seats != masked.seats or last.actions != masked.actions:
            return False
        self.guesses = MOST_GUESSES
        wanted = masked.to_bytes()
        after = last.blank()
        found = self.taken if self._leads(self.taken, last, after, seat, wanted) else self._find(self.taken, after, seat, wanted)
        if found <= 0:
            return False
        self.tree.keep(found)
        return True

    def _find(self, node: i64, at: Position, seat: i64, wanted: bytes) -> i64:
        """Return the only node below this one whose position looks as wanted; NONE where there is none, UNSURE for several."""
        found: i64 = NONE
        after = at.blank()
        child = NONE if at.over else i64(self.tree.first[node])
        while child != NONE:
            self.guesses -= 1
            if self.guesses < 0:
                return UNSURE
            below = child if self._leads(child, at, after, seat, wanted) else self._find(child, after, seat, wanted)
            if below != NONE:
                if found != NONE or below == UNSURE:
                    return UNSURE
                found = below
            child = i64(self.tree.next[child])
        return found

    def _leads(self, child: i64, at: Position, after: Position, seat: i64, wanted: bytes) -> bool:
        """Play a child's action on a masked position; tell whether what the seat then sees is what it wants to find."""
        try:
            after.copy_from(at)
            after.play(i64(self.tree.mover[child]), i64(self.tree.action[child]))
            if after.revealed:
                after.over = True
                return False
            after.mask(seat)
        except Exception:
            # Chance came in, or something hidden mattered: this way is no known one.
            after.over = True
            return False
        return after.to_bytes() == wanted


def _turn(acting: i64, first: i64) -> i64:
    """Return who acts next where several may: the searching seat, else the lowest."""
    if (acting >> first) & 1:
        return first
    seat: i64 = 0
    while not (acting >> seat) & 1:
        seat += 1
    return seat
