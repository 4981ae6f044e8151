"""Players that are programs: random, and greedy by evaluator. They see masked positions and nothing else."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i32, i64, mypyc_attr

from bestagon.core.actions import room
from bestagon.core.dice import Dice
from bestagon.core.evaluator import Evaluator
from bestagon.core.position import Position
from bestagon.engine.rollout import any_action


@mypyc_attr(allow_interpreted_subclasses=True)
class Player:
    """Chooses actions."""

    def choose(self, masked: Position, seat: i64, dice: Dice) -> i64:
        """Return a legal action for the seat; `masked` may be changed, `dice` are the player's own."""
        raise NotImplementedError


class RandomPlayer(Player):
    """Takes any legal action, each equally likely."""

    def choose(self, masked: Position, seat: i64, dice: Dice) -> i64:
        """Return one at random."""
        return any_action(masked, seat, dice)


class GreedyPlayer(Player):
    """Takes the action after which evaluator likes the position best, over a few imagined worlds."""

    evaluator: Evaluator

    def __init__(self, evaluator: Evaluator) -> None:
        """Judge by this evaluator."""
        self.evaluator = evaluator

    def choose(self, masked: Position, seat: i64, dice: Dice) -> i64:
        """Return the best action by one look ahead; among equals any."""
        out = room(masked)
        n = masked.legal(seat, out)
        if n == 1:
            return i64(out[0])
        totals = self.totals(masked, seat, dice, out, n)
        best = totals[0]
        ties: i64 = 0
        choice: i64 = 0
        for i in range(n):
            if totals[i] > best:
                best = totals[i]
                ties = 0
            if totals[i] == best:
                ties += 1
                if dice.below(ties) == 0:
                    choice = i
        return i64(out[choice])

    def totals(self, masked: Position, seat: i64, dice: Dice, out: vec[i32], n: i64) -> vec[float]:
        """Return for each of the `n` actions the sum of values over the imagined worlds."""
        totals = vec[float]([0.0] * int(n))
        world = masked.blank()
        after = masked.blank()
        sample: i64 = 0
        while sample < self.evaluator.samples:
            # The same imagined world for every action: luck then favours none of them.
            world.copy_from(masked)
            world.determinize(seat, dice)
            for i in range(n):
                after.copy_from(world)
                after.play(seat, i64(out[i]))
                totals[i] += self.evaluator.value(after, seat)
            sample += 1
        return totals


def play_out(position: Position, seated: list[Player], dice: Dice, limit: i64) -> i64:
    """Let the players finish a game, at most `limit` actions, and return how many they took.

    Of several acting seats a random one goes first, as at a real table.
    """
    masked = position.blank()
    out = room(position)
    steps: i64 = 0
    while not position.over and steps < limit:
        seat = any_seat(position.acting(), dice)
        player = seated[seat]
        if isinstance(player, RandomPlayer):
            position.play(seat, position.pick(seat, dice, out))
        else:
            masked.copy_from(position)
            masked.mask(seat)
            position.play(seat, player.choose(masked, seat, dice))
        steps += 1
    return steps


def any_seat(acting: i64, dice: Dice) -> i64:
    """Return a random seat of a bit set that is not empty; a single one costs no chance."""
    count: i64 = 0
    seat: i64 = 0
    found: i64 = 0
    while acting >> seat:
        if (acting >> seat) & 1:
            count += 1
            if count == 1 or dice.below(count) == 0:
                found = seat
        seat += 1
    return found
