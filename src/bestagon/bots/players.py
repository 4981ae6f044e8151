"""The player interface, the random and the greedy player. A player sees only masked positions."""

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
        """Return a legal action for the seat; the player may modify `masked`, and `dice` are its own."""
        raise NotImplementedError


class RandomPlayer(Player):
    """Plays a uniformly random legal action."""

    def choose(self, masked: Position, seat: i64, dice: Dice) -> i64:
        """Return a random action."""
        return any_action(masked, seat, dice)


class GreedyPlayer(Player):
    """Plays the action with the best value one action ahead, averaged over several determinizations."""

    evaluator: Evaluator

    def __init__(self, evaluator: Evaluator) -> None:
        """Evaluate positions with this evaluator."""
        self.evaluator = evaluator

    def choose(self, masked: Position, seat: i64, dice: Dice) -> i64:
        """Return the action with the best total value, a random one among equals."""
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
        """Return each action's sum of values over the determinizations."""
        totals = vec[float]([0.0] * int(n))
        world = masked.blank()
        after = masked.blank()
        sample: i64 = 0
        while sample < self.evaluator.samples:
            # Every action is evaluated in the same worlds, so that luck favours none of them.
            world.copy_from(masked)
            world.determinize(seat, dice)
            for i in range(n):
                after.copy_from(world)
                after.play(seat, i64(out[i]))
                totals[i] += self.evaluator.value(after, seat)
            sample += 1
        return totals


def play_out(position: Position, seated: list[Player], dice: Dice, limit: i64) -> i64:
    """Play the game to its end or for `limit` actions, and return the number of actions.

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
    """Return a random seat of a non-empty bit set; a single seat consumes no dice."""
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
