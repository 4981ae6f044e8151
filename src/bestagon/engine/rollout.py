"""Random games at full speed, for benchmarks and playouts."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i32, i64

from bestagon.core.actions import room
from bestagon.core.dice import Dice
from bestagon.core.position import Position


def any_action(position: Position, seat: i64, dice: Dice) -> i64:
    """Return a random legal action of the seat."""
    return position.pick(seat, dice, room(position))


def first_seat(acting: i64) -> i64:
    """Return the lowest seat in a non-empty bit set."""
    seat: i64 = 0
    while not (acting >> seat) & 1:
        seat += 1
    return seat


def rollout(position: Position, dice: Dice, out: vec[i32]) -> i64:
    """Play random legal actions, the lowest acting seat first, until the game is over; return their number."""
    steps: i64 = 0
    while not position.over:
        seat = first_seat(position.acting())
        position.play(seat, position.pick(seat, dice, out))
        steps += 1
    return steps


def rollouts(first: Position, dice: Dice, games: i64) -> i64:
    """Play `games` games from a started position and return the total number of actions."""
    out = room(first)
    position = first.copy()
    steps: i64 = 0
    i: i64 = 0
    while i < games:
        position.copy_from(first)
        position.dice.fork_from(dice)
        steps += rollout(position, dice, out)
        i += 1
    return steps


def fresh_rollouts(position: Position, dice: Dice, games: i64) -> i64:
    """Play `games` games, set-up included, and return the total number of actions."""
    out = room(position)
    own = Dice()
    steps: i64 = 0
    i: i64 = 0
    while i < games:
        own.fork_from(dice)
        position.start(own)
        steps += rollout(position, dice, out)
        i += 1
    return steps


class Trace:
    """A recorded random game, to be replayed and timed."""

    first: Position
    seats: vec[i32]
    actions: vec[i32]
    out: vec[i32]
    n: i64
    """The number of actions."""

    def __init__(self, first: Position, dice: Dice, most: i64) -> None:
        """Record a random game from a started position, at most `most` actions."""
        self.first = first.copy()
        self.seats = vec[i32]([0] * int(most))
        self.actions = vec[i32]([0] * int(most))
        self.out = room(first)
        self.n = 0
        position = first.copy()
        while not position.over and self.n < most:
            seat = first_seat(position.acting())
            action = position.pick(seat, dice, self.out)
            self.seats[self.n] = i32(seat)
            self.actions[self.n] = i32(action)
            position.play(seat, action)
            self.n += 1

    def again(self, position: Position, looks: i64) -> i64:
        """Replay the game on `position`, calling `legal` `looks` times before each action; return how many actions were listed."""
        listed: i64 = 0
        position.copy_from(self.first)
        for i in range(self.n):
            for _ in range(looks):
                listed += position.legal(i64(self.seats[i]), self.out)
            position.play(i64(self.seats[i]), i64(self.actions[i]))
        return listed
