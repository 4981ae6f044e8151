"""Information-set Monte Carlo tree search from a masked position, for any game and number of seats."""

from __future__ import annotations

import math
from typing import Final, NamedTuple

from librt.vecs import vec
from mypy_extensions import i32, i64

from bestagon.bots.mcts_clock import Stopwatch
from bestagon.bots.mcts_race import Race
from bestagon.bots.mcts_tree import NONE, UNTRIED, Tree
from bestagon.bots.players import Player
from bestagon.core.actions import room
from bestagon.core.dice import Dice, fast
from bestagon.core.evaluator import Evaluator
from bestagon.core.position import Position

CHECK_INTERVAL: Final = 32
"""Iterations between tests whether the outcome is decided; the clock is read at least as often."""
MIN_ITERATIONS: Final = 8
"""Iterations that the time limit does not cut: fewer say less than the priors."""
SHORT_GAP: Final = 0.002
"""Seconds between two clock readings below which the next one may come later."""
MAX_DEPTH: Final = 4096
UNIFORM_SHARE: Final = 0.1
"""Share of every prior that is spread uniformly, because the evaluator can be wrong."""
CUTOFF: Final = 0.1
"""Default cutoff: moves below this share of the best move's weight are never sampled."""
MAX_REUSE_STEPS: Final = 512
"""Nodes a search visits at most to find the current position in its previous tree."""
AMBIGUOUS: Final = -2
"""Several nodes look like the current position to the seat."""
POINT: Final = 5e-5
"""What an expected point is worth to the searching seat beside its payoff: where no action changes the result, more points are better.

It takes 400 of them to outweigh one hundredth of a chance to win, so strength does not suffer."""
RACE_SHARE: Final = 0.75
"""Share of the budget after which a race is over and only its leader is tried, so that it is the most visited."""
WORLDS_SEED: Final = 0
"""The seed of the worlds that all searches of the first seat meet, where the evaluator wants the same ones.

Each seat has worlds of its own: bots that play at once would choose alike in the same ones, and fill their sheets alike."""
MIN_LINE_VISITS: Final = 4
"""Visits a node needs to be part of the principal variation."""


class RankedMove(NamedTuple):
    """Search statistics of one action."""

    action: int
    visits: int
    prior: float
    value: float
    """Mean payoff of the searching seat, from -1 to 1, with a POINT for each point that it expects."""
    values: list[float]
    """Mean payoff of every seat."""


class Report(NamedTuple):
    """Result of a search."""

    choices: list[RankedMove]
    """The actions, most visited first."""
    values: list[float]
    """Mean payoff of every seat at the root."""
    line: list[tuple[int, int]]
    """Principal variation: seat and action."""
    iterations: int
    """Visits of the root."""
    reused: int
    """Iterations of these that come from the search for an earlier move."""


class Search(Player):
    """Player that grows one tree over many determinizations; each iteration samples chance and hidden information afresh.

    Selection considers only the children that are legal in the iteration's world, and every seat maximizes its own payoff.
    With an evaluator that has priors the search selects by PUCT, without priors by UCB1 after trying each child once.
    """

    evaluator: Evaluator
    iterations: i64
    """Iteration limit; 0 for none."""
    seconds: float
    """Time limit: how long its thread may run, at most `PATIENCE` (mcts_clock) times as long by the clock; 0 for none."""
    temperature: float
    """0 plays the most visited action; otherwise actions are sampled by visits ** (visit_power of the evaluator / temperature)."""
    cutoff: float
    """Actions below this share of the best one's visits (or prior, without a search) are never sampled."""
    reuse: bool
    """Whether to keep the tree for the next move if that move's position is found in it."""
    tree: Tree
    path: vec[i32]
    weights: vec[float]
    """Scratch: priors of the current actions."""
    new_actions: vec[i32]
    """Scratch: actions that have no child yet."""
    groups: vec[i32]
    """Scratch: the groups of the root's children, by node."""
    root: Position | None
    """The masked position that the tree was grown from."""
    root_seat: i64
    chosen: i64
    """The node of the action chosen last."""
    reused: i64
    """Iterations in the tree before the current search."""
    reuse_steps: i64
    expanded: bool
    """Whether the current descent reached an unvisited node."""
    race: Race
    """The race between the actions of the root, if the evaluator wants them paired."""
    tolls: vec[float]
    """Scratch: what each seat has paid for its actions in the current descent."""
    forced: i64
    """The child of the root that the iteration must try, or NONE."""
    omitting: bool
    """Whether the root has no children for some actions, because the evaluator omits them."""

    def __init__(
        self,
        evaluator: Evaluator,
        iterations: int = 0,
        seconds: float = 0.0,
        temperature: float = -1.0,
        cutoff: float = CUTOFF,
        reuse: bool = False,
    ) -> None:
        """Search until either limit is reached; without limits, play by priors alone.

        A negative temperature selects the evaluator's own.
        """
        if iterations <= 0 and seconds <= 0.0 and evaluator.prior_temperature <= 0.0:
            raise ValueError("a search without priors needs a limit on iterations or seconds")
        self.evaluator = evaluator
        self.iterations = iterations
        self.seconds = seconds
        self.temperature = temperature if temperature >= 0.0 else evaluator.move_temperature
        self.cutoff = cutoff
        self.reuse = reuse
        self.tree = Tree()
        self.path = vec[i32]([0] * MAX_DEPTH)
        self.weights = vec[float]()
        self.new_actions = vec[i32]()
        self.groups = vec[i32]()
        self.tolls = vec[float]()
        self.root = None
        self.root_seat = 0
        self.chosen = NONE
        self.reused = 0
        self.reuse_steps = 0
        self.expanded = False
        self.race = Race()
        self.forced = NONE
        self.omitting = False

    def choose(self, masked: Position, seat: i64, dice: Dice) -> i64:
        """Return the most visited action, or with a temperature one sampled by visits."""
        out = room(masked)
        n = masked.legal(seat, out)
        if n == 1:
            return i64(out[0])
        if self.iterations == 0 and self.seconds <= 0.0:
            self._reserve(masked)
            self._root_priors(masked, seat, dice, out, n)
            return i64(out[self._sample_index(self.weights, n, self.temperature, dice)])
        self.evaluator.eager = True
        self.evaluator.restless = self.temperature > 0.0
        self._run(masked, seat, dice, self.temperature <= 0.0)
        self.chosen = self.tree.most_visited(0) if self.temperature <= 0.0 else self._sample_child(dice)
        return i64(self.tree.action[self.chosen])

    def think(self, masked: Position, seat: i64, dice: Dice, eager: bool = False) -> Report:
        """Search and return the statistics of the root; an `eager` search wants what `choose` wants."""
        self.evaluator.eager = eager
        self.evaluator.restless = False
        self._run(masked, seat, dice, False)
        tree = self.tree
        self.chosen = tree.most_visited(0)
        choices: list[RankedMove] = []
        child = i64(tree.first_child[0])
        while child != NONE:
            values = self._values(child)
            choices.append(RankedMove(int(tree.action[child]), int(tree.visits[child]), tree.prior[child], tree.mean(child, seat), values))
            child = i64(tree.next_sibling[child])
        choices.sort(key=lambda choice: (-choice.visits, -choice.prior, choice.action))
        return Report(choices, self._values(0), self._principal_line(), int(tree.visits[0]), int(self.reused))

    def prior_ratios(self, masked: Position, seat: i64, dice: Dice) -> list[float]:
        """Return the prior of each legal action in units of the best one's."""
        out = room(masked)
        n = masked.legal(seat, out)
        self._reserve(masked)
        self._root_priors(masked, seat, dice, out, n)
        best = max(self.weights[i] for i in range(n))
        return [self.weights[i] / best for i in range(n)]

    def _values(self, node: i64) -> list[float]:
        return [max(-1.0, min(1.0, self.tree.mean(node, seat))) for seat in range(self.tree.seats)]

    def _principal_line(self) -> list[tuple[int, int]]:
        line: list[tuple[int, int]] = []
        node = self.tree.most_visited(0)
        while node != NONE and self.tree.visits[node] >= MIN_LINE_VISITS:
            line.append((int(self.tree.mover[node]), int(self.tree.action[node])))
            node = self.tree.most_visited(node)
        return line

    # Sampling

    def _sample_child(self, dice: Dice) -> i64:
        """Return a child of the root sampled by visits, none that its prior and a sibling's visits both speak against."""
        tree = self.tree
        count: i64 = 0
        child = i64(tree.first_child[0])
        while child != NONE:
            self.weights[count] = 0.0 if tree.is_outranked(child) else float(tree.visits[child])
            self.new_actions[count] = i32(child)
            count += 1
            child = i64(tree.next_sibling[child])
        return i64(self.new_actions[self._sample_index(self.weights, count, self.temperature / self.evaluator.visit_power, dice)])

    def _sample_index(self, weights: vec[float], n: i64, temperature: float, dice: Dice) -> i64:
        """Return an index sampled by weight at a temperature."""
        best: i64 = 0
        for i in range(n):
            if weights[i] > weights[best]:
                best = i
        if temperature <= 0.0:
            return best
        most = weights[best]
        total = 0.0
        for i in range(n):
            share = weights[i] / most
            weights[i] = math.pow(share, 1.0 / temperature) if share >= self.cutoff else 0.0
            total += weights[i]
        left = total * float(dice.word()) / 4294967296.0
        for i in range(n):
            left -= weights[i]
            if left < 0.0:
                return i
        return best

    # Search

    def _run(self, masked: Position, seat: i64, dice: Dice, stop_early: bool) -> None:
        """Search; with `stop_early` only until no other action can become the most visited."""
        watch = Stopwatch(self.seconds)
        self._reserve(masked)
        limit = self.evaluator.prepare(masked, seat, self.iterations)
        # Others' actions may be illegal in some determinizations: they cannot race. Without priors nobody is at the start.
        paired = self.evaluator.paired and self.evaluator.prior_temperature > 0.0 and (masked.acting() >> seat) & 1 != 0
        tried = self._list_tried(masked, seat)
        # A tree that is reused may have tried what the root omits.
        if paired or self.omitting or not self._reuse_tree(masked, seat):
            self.tree.clear(masked.seats, masked.actions)
            self._expand_root(masked, seat, dice, tried)
        world = masked.blank()
        out = room(masked)
        watch.lap()
        done = i64(self.tree.visits[0])
        self.reused = done
        if paired:
            self._group_children(masked, seat)
            self.race.begin(self.tree, self.groups, limit, self.evaluator.prior_scale, self.evaluator.prior_rounds)
        worlds = fast(WORLDS_SEED + int(seat)) if self.evaluator.repeats_worlds else dice
        gap: i64 = 1
        next_check = done + gap
        while limit == 0 or done < limit:
            world.copy_from(masked)
            if paired:
                used = limit > 0 and float(done) >= RACE_SHARE * float(limit)
                racing = self.race.count > 1 and not used and not watch.has_used(RACE_SHARE)
                if stop_early and not racing and self.tree.most_visited(0) == self.race.leader():
                    break
                self._race_on(world, seat, dice, worlds, out, racing)
            else:
                self.evaluator.sample_belief(world, seat, dice)
                self._iterate(world, seat, dice, out)
            done += 1
            if done >= next_check and self.seconds > 0.0:
                lap = watch.lap()
                if watch.is_late() or (done >= MIN_ITERATIONS and watch.is_used_up()):
                    break
                gap = min(2 * gap, CHECK_INTERVAL) if lap < SHORT_GAP else max(gap // 2, 1)
                next_check = done + gap
            if done % CHECK_INTERVAL == 0 and stop_early and limit > 0 and self._is_decided(limit - done):
                break
        if self.reuse:
            self.root = masked.copy()
            self.root_seat = seat

    def _group_children(self, masked: Position, seat: i64) -> None:
        """Write the groups of the root's children into `groups`."""
        tree = self.tree
        if len(self.groups) < tree.nodes:
            self.groups = vec[i32]([0] * int(tree.nodes))
        child = i64(tree.first_child[0])
        while child != NONE:
            self.groups[child] = i32(self.evaluator.group(masked, seat, i64(tree.action[child])))
            child = i64(tree.next_sibling[child])

    def _race_on(self, world: Position, seat: i64, dice: Dice, worlds: Dice, out: vec[i32], racing: bool) -> None:
        """Try the next action of the race in the world of its round, or only the leader once the race is over."""
        race, sums = self.race, self.tree.payoff_sums
        self.forced = race.next(worlds) if racing else race.leader()
        index = self.forced * self.tree.seats + seat
        before = sums[index]
        self.evaluator.sample_belief(world, seat, race.world_dice() if racing else worlds)
        self._iterate(world, seat, dice, out)
        self.forced = NONE
        if racing:
            race.add(sums[index] - before)

    def _is_decided(self, left: i64) -> bool:
        """Return whether the most visited action stays ahead whatever `left` more iterations bring."""
        tree = self.tree
        most: i64 = 0
        second: i64 = 0
        child = i64(tree.first_child[0])
        while child != NONE:
            visits = i64(tree.visits[child])
            if visits > most:
                second = most
                most = visits
            elif visits > second:
                second = visits
            child = i64(tree.next_sibling[child])
        return most - second > left

    def _reserve(self, masked: Position) -> None:
        if len(self.tolls) < masked.seats:
            self.tolls = vec[float]([0.0] * int(masked.seats))
        if len(self.weights) < masked.max_legal:
            self.weights = vec[float]([0.0] * int(masked.max_legal))
            self.new_actions = vec[i32]([0] * int(masked.max_legal))

    def _list_tried(self, masked: Position, seat: i64) -> i64:
        """Write the actions that the root tries into `new_actions` and return their number."""
        self.omitting = False
        if self.evaluator.prior_temperature <= 0.0:
            return 0  # The root grows like any other node.
        actions = self.new_actions
        n = masked.legal(seat, actions)
        tried: i64 = 0
        for i in range(n):
            if not self.evaluator.omits(masked, seat, i64(actions[i])):
                actions[tried] = actions[i]
                tried += 1
        if tried == 0:
            return n
        self.omitting = tried < n
        return tried

    def _expand_root(self, masked: Position, seat: i64, dice: Dice, n: i64) -> None:
        """Expand the first n of `new_actions` at the root, where the move is chosen, with priors averaged over several worlds."""
        if n == 0:
            return
        self._root_priors(masked, seat, dice, self.new_actions, n)
        self._expand(0, seat, n, n)

    def _root_priors(self, masked: Position, seat: i64, dice: Dice, actions: vec[i32], n: i64) -> None:
        """Write the actions' mean priors over several determinizations into `weights`."""
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
        """Run one iteration: selection, expansion, playout and backup."""
        tree = self.tree
        path = self.path
        use_priors = self.evaluator.prior_temperature > 0.0
        max_depth = self.evaluator.depth
        if max_depth >= MAX_DEPTH:
            max_depth = MAX_DEPTH - 1
        depth: i64 = 1
        node: i64 = 0
        path[0] = 0
        self.expanded = False
        tolled = self.evaluator.tolls and self.evaluator.eager
        if tolled:
            for s in range(tree.seats):
                self.tolls[s] = 0.0
        while not world.over and depth <= max_depth and not self.expanded:
            if use_priors and node > 0 and i64(tree.visits[node]) < self.evaluator.expand_after:
                break
            mover = _next_seat(world.acting(), seat)
            if self.forced != NONE and node == 0:
                node = self.forced
            else:
                node = self._select_puct(node, world, mover, out) if use_priors else self._select_ucb(node, world, mover, dice, out)
            if node == NONE:
                break
            if tolled:
                self.tolls[mover] += self.evaluator.toll(world, mover, i64(tree.action[node]))
            world.play(mover, i64(tree.action[node]))
            path[depth] = i32(node)
            depth += 1
        self._playout(world, seat, dice, out)
        for s in range(tree.seats):
            payoff = self.evaluator.estimate(world, s)
            if tolled:
                payoff -= self.tolls[s]
            if s == seat:
                payoff += POINT * self.evaluator.points(world, s)
            tree.add_payoff(path, depth, s, payoff)
        tree.add_visit(path, depth)

    def _playout(self, world: Position, seat: i64, dice: Dice, out: vec[i32]) -> None:
        left = self.evaluator.horizon
        while left > 0 and not world.over:
            mover = _next_seat(world.acting(), seat)
            world.play(mover, self.evaluator.playout(world, mover, dice, out))
            left -= 1

    def _select_ucb(self, node: i64, world: Position, mover: i64, dice: Dice, out: vec[i32]) -> i64:
        """Return the child to descend to by UCB1, after adding one for an untried action."""
        tree = self.tree
        n = world.legal(mover, out)
        best = tree.select_ucb(node, mover, out, n, self.evaluator.exploration, dice)
        if best < NONE:
            best = tree.add(node, UNTRIED - best, mover, 1.0)
            tree.available[best] = tree.visits[node] + 1
            self.expanded = True
        return best

    def _select_puct(self, node: i64, world: Position, mover: i64, out: vec[i32]) -> i64:
        """Return the child to descend to by PUCT, after progressive widening; NONE if the node has none."""
        n = world.legal(mover, out)
        tree = self.tree
        best = tree.select_puct(node, mover, out, n, self.evaluator.exploration)
        if tree.missing and not (self.omitting and node == 0) and self._widen(node, world, mover, out, n, best):
            best = tree.select_puct(node, mover, out, n, self.evaluator.exploration)
        if best == NONE:
            return NONE
        tree.count_available(out, n)
        self.expanded = tree.visits[best] == 0
        return best

    def _widen(self, node: i64, world: Position, mover: i64, out: vec[i32], n: i64, best: i64) -> bool:
        """Expand legal actions without a child, as many as progressive widening allows; return whether there were any."""
        tree = self.tree
        missing: i64 = 0
        visits: i64 = 1
        for i in range(n):
            child = tree.child(i64(out[i]))
            if child == NONE:
                self.new_actions[missing] = out[i]
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
        if not tree.reserve(most):
            return False
        self.evaluator.priors(world, mover, self.new_actions, missing, self.weights)
        self._expand(node, mover, missing, most)
        return True

    def _expand(self, node: i64, mover: i64, n: i64, most: i64) -> None:
        """Add children for the `most` actions of the `n` in `new_actions` with the greatest weights."""
        weights = self.weights
        total = 0.0
        for i in range(n):
            total += weights[i]
        if total <= 0.0:
            total = 1.0
        if not self.tree.reserve(most):
            return
        for k in range(most):
            best = k
            if most < n:
                for i in range(n):
                    if weights[i] > weights[best]:
                        best = i
            prior = (1.0 - UNIFORM_SHARE) * weights[best] / total + UNIFORM_SHARE / float(n)
            self.tree.add(node, i64(self.new_actions[best]), mover, prior)
            weights[best] = -1.0

    # Tree reuse

    def _reuse_tree(self, masked: Position, seat: i64) -> bool:
        """Find the position in the previous tree and reroot there; return whether it was found.

        It is found only if known actions alone lead to it: no chance, nothing revealed, and no second path that looks the same.
        """
        root = self.root
        self.root = None
        if root is None or seat != self.root_seat or root.seats != masked.seats or root.actions != masked.actions:
            return False
        self.reuse_steps = MAX_REUSE_STEPS
        target = masked.to_bytes()
        after = root.blank()
        found = self.chosen if self._reaches(self.chosen, root, after, seat, target) else self._find_node(self.chosen, after, seat, target)
        if found <= 0:
            return False
        self.tree.reroot(found)
        return True

    def _find_node(self, node: i64, at: Position, seat: i64, target: bytes) -> i64:
        """Return the only descendant whose position looks like the target, or NONE or AMBIGUOUS."""
        found: i64 = NONE
        after = at.blank()
        child = NONE if at.over else i64(self.tree.first_child[node])
        if child != NONE and i64(self.tree.mover[child]) == seat and i64(self.tree.next_sibling[child]) != NONE:
            return NONE  # The seat would have searched here to choose.
        while child != NONE:
            self.reuse_steps -= 1
            if self.reuse_steps < 0:
                return AMBIGUOUS
            below = child if self._reaches(child, at, after, seat, target) else self._find_node(child, after, seat, target)
            if below != NONE:
                if found != NONE or below == AMBIGUOUS:
                    return AMBIGUOUS
                found = below
            child = i64(self.tree.next_sibling[child])
        return found

    def _reaches(self, child: i64, at: Position, after: Position, seat: i64, target: bytes) -> bool:
        """Play a child's action on a masked position and return whether the seat then sees the target."""
        try:
            after.copy_from(at)
            after.play(i64(self.tree.mover[child]), i64(self.tree.action[child]))
            if after.revealed:
                after.over = True
                return False
            after.mask(seat)
        except Exception:
            # The action depends on chance or hidden information, so it cannot be followed.
            after.over = True
            return False
        return after.to_bytes() == target


def _next_seat(acting: i64, first: i64) -> i64:
    """Return the seat that acts next: the searching seat if it may, else the lowest."""
    if (acting >> first) & 1:
        return first
    seat: i64 = 0
    while not (acting >> seat) & 1:
        seat += 1
    return seat
