"""Checks that observations have the shape and ranges of their schema and reveal no secrets."""

from __future__ import annotations

from itertools import islice

from librt.vecs import vec
from mypy_extensions import i16

from bestagon.core.dice import Dice, fast
from bestagon.core.observation.observer import Observer
from bestagon.core.observation.schema import Schema
from bestagon.core.position import Position
from bestagon.testing.cases import Case, masked, random_game

GUARD = 3
"""How many numbers before and after an observation must stay as they are."""
GARBAGE = (-12345, 23456)
EVERY = 12
LONGEST = 240
"""One position in EVERY is observed, by one seat, among the first LONGEST of a game."""


def check_observations(case: Case) -> None:
    """Check that observations keep to their schema and are equal for positions that a seat cannot tell apart."""
    dice = fast(31)
    position = case.started(0)
    observer = case.game.observer(position)
    assert int(observer.size) == observer.schema.size, f"size is {observer.size}, but the schema has {observer.schema.size} numbers"
    for seed in range(2):
        game = random_game(case, seed, resign=seed == 1, avoid=case.avoided() if seed else set(), dice=dice)
        for position in islice(game, LONGEST):
            if position.over or dice.below(EVERY) == 0:
                _check_observation(case, observer, position, int(dice.below(case.players)), dice)


def _check_observation(case: Case, observer: Observer, position: Position, seat: int, dice: Dice) -> None:
    lows, highs = observer.schema.bounds()
    where, seen = case.describe(position, seat), masked(position, seat)
    numbers = observe(observer, seen, seat)
    wrong = [i for i, number in enumerate(numbers) if not lows[i] <= number <= highs[i]]
    assert not wrong, f"{_name(observer.schema, wrong[0])} is {numbers[wrong[0]]}, outside its range {where}"
    world = seen.copy()
    world.determinize(seat, dice)
    assert observe(observer, masked(world, seat), seat) == numbers, f"an observation shows what determinize() changes, so it leaks {where}"
    read = position.blank()
    read.from_bytes(seen.to_bytes())
    assert observe(observer, read, seat) == numbers, f"an observation depends on something to_bytes() leaves out {where}"


def observe(observer: Observer, seen: Position, seat: int) -> list[int]:
    """Return a seat's observation of a masked position; AssertionError unless every number is written, and nothing else."""
    found: list[list[int]] = []
    size = int(observer.size)
    for garbage in GARBAGE:
        out = vec[i16]([i16(garbage)] * (size + 2 * GUARD))
        before = seen.to_bytes()
        observer.observe(seen, seat, out, GUARD)
        assert seen.to_bytes() == before, "observe() changes the position"
        numbers = [int(number) for number in out]
        assert set(numbers[:GUARD] + numbers[GUARD + size :]) == {garbage}, "observe() writes outside its part of the buffer"
        found.append(numbers[GUARD : GUARD + size])
    unwritten = [i for i in range(size) if found[0][i] != found[1][i]]
    assert not unwritten, f"observe() does not write {_name(observer.schema, unwritten[0])}"
    return found[0]


def _name(schema: Schema, index: int) -> str:
    """Return the name of the feature that a number belongs to."""
    return next(name for name, place in schema.places().items() if place.start <= index < place.stop)
