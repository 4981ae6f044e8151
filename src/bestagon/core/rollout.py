"""Games played by nobody in particular: uniformly random actions, as fast as they go."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i32, i64

from bestagon.core.dice import Dice
from bestagon.core.position import Position


def room(position: Position) -> vec[i32]:
    """Return a list long enough for any `legal` of this set-up."""
    return vec[i32]([0] * int(position.width))


def first_seat(acting: i64) -> i64:
    """Return the lowest seat of a bit set that is not empty."""
    seat: i64 = 0
    while not (acting >> seat) & 1:
        seat += 1
    return seat


def rollout(position: Position, dice: Dice, out: vec[i32]) -> i64:
    """Play random legal actions until the game is over and return how many; the lowest acting seat goes first."""
    steps: i64 = 0
    while not position.over:
        seat = first_seat(position.acting())
        position.play(seat, position.pick(seat, dice, out))
        steps += 1
    return steps


def rollouts(first: Position, dice: Dice, games: i64) -> i64:
    """Play that many games from a started position and return the actions taken in all."""
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
    """Play that many games, set-up included, and return the actions taken in all."""
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


def trace(position: Position, dice: Dice, out: vec[i32], seats: vec[i32], actions: vec[i32]) -> i64:
    """Play random actions as `rollout` does, at most as many as `actions` has room for, and note them."""
    n: i64 = 0
    while not position.over and n < len(actions):
        seat = first_seat(position.acting())
        action = position.pick(seat, dice, out)
        seats[n] = i32(seat)
        actions[n] = i32(action)
        position.play(seat, action)
        n += 1
    return n


def retrace(position: Position, n: i64, out: vec[i32], seats: vec[i32], actions: vec[i32], looks: i64) -> i64:
    """Play `n` noted actions again, listing the legal ones `looks` times before each; return how many were listed."""
    listed: i64 = 0
    for i in range(n):
        for _ in range(looks):
            listed += position.legal(i64(seats[i]), out)
        position.play(i64(seats[i]), i64(actions[i]))
    return listed
