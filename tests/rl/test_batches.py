"""Batches play exactly what single games play."""

from __future__ import annotations

import array
import struct
from typing import Any

import numpy
import pytest

import bestagon
from bestagon import rl
from bestagon.core.dice import fast
from bestagon.core.errors import BadOption, BadSeed, IllegalMove
from bestagon.rl.observation import find_game, new_position

NAMES = ["beerhex", "pocket-hexes", "hex-roller", "hex-dice", "hexagone", "hex"]
QUICK = {"beerhex": {"sets": 1}, "hex": {"size": 3}}
"""Options of games that end soon."""


class OneGame:
    """A game of a batch, played by itself."""

    def __init__(self, name: str, players: int | None, seed: int, n: int) -> None:
        self.position = new_position(name, players, dict(QUICK.get(name, {})))
        self.simulator = rl.Simulator(self.position, find_game(name).observer(self.position))
        self.seed, self.n, self.done, self.ended = seed, n, False, 0
        self.rewards = [0.0] * int(self.position.seats)
        self.position.start(fast(seed))
        self.turn(-1)

    def turn(self, seat: int) -> None:
        seats, acting = int(self.position.seats), int(self.position.acting())
        self.seat = next(s % seats for s in range(seat + 1, seat + 1 + seats) if acting >> s % seats & 1)
        self.simulator.look(self.seat)

    def step(self, action: int) -> None:
        assert self.simulator.play(self.seat, action)
        self.done, self.rewards = bool(self.position.over), [0.0] * len(self.rewards)
        if not self.done:
            self.turn(self.seat)
            return
        self.ended += 1
        self.rewards = [float(self.position.payoff(seat)) for seat in range(len(self.rewards))]
        self.seed += self.n
        self.position.start(fast(self.seed))
        self.turn(-1)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("masks", [True, False])
def test_a_batch_plays_the_same_games_as_single_ones(name: str, masks: bool) -> None:
    n, steps = 3, {"beerhex": 150, "hex": 60}.get(name, 40)
    players = max(find_game(name).players) if masks else None
    games = rl.batch(name, n=n, players=players, seed=11, masks=masks, **QUICK.get(name, {}))
    single = [OneGame(name, players, 11 + i, n) for i in range(n)]
    for _ in range(steps):
        for i, one in enumerate(single):
            count = int(one.simulator.legal)
            assert (games.seats[i], games.seeds[i], games.counts[i]) == (one.seat, one.seed, count)
            assert (games.dones[i], numpy.asarray(games.rewards)[i].tolist()) == (int(one.done), one.rewards)
            legal = numpy.asarray(games.legal)[i]
            assert legal[:count].tolist() == numpy.asarray(one.simulator.actions)[:count].tolist()
            assert (legal[count:] == -1).all()
            assert (numpy.asarray(games.observations)[i] == numpy.asarray(one.simulator.observation)).all()
            if games.masks is not None:
                assert (numpy.asarray(games.masks)[i] == numpy.asarray(one.simulator.mask)).all()
            assert games.position(i).to_bytes() == one.position.to_bytes()
        actions = numpy.frombuffer(games.random_actions(), numpy.int32)
        games.step(actions if masks else actions.astype(numpy.int64))
        for one, action in zip(single, actions.tolist(), strict=True):
            one.step(action)
    if name in QUICK:
        assert sum(one.ended for one in single) >= 3


def test_games_can_be_repeated_at_a_table() -> None:
    games = rl.batch("hex", n=2, seed=5, size=2)
    table = bestagon.start("hex", seed=6, size=2)
    while not games.dones[1]:
        actions = games.random_actions()
        table.play(struct.unpack("<2i", actions)[1], seat=games.seats[1])
        games.step(actions)
    assert table.over
    assert games.rewards[1, 0] == table.position.payoff(0)
    assert games.seeds[1] == 8


def test_reset_begins_anew() -> None:
    games = rl.batch("beerhex", n=4, seed=3)
    seen = numpy.asarray(games.observations)
    first, actions = seen.copy(), games.random_actions()
    for _ in range(20):
        games.step(games.random_actions())
    assert not (seen == first).all()
    games.reset(3)
    assert (seen == first).all()
    assert games.random_actions() == actions
    assert not any(games.dones)
    with pytest.raises(BadSeed, match="not -1"):
        games.reset(-1)


@pytest.mark.parametrize("masks", [True, False])
@pytest.mark.parametrize("wrong", [-1, 122, 10**6, 7])
def test_an_illegal_action_is_named_and_nothing_is_played(masks: bool, wrong: int) -> None:
    games = rl.batch("hex", n=3, seed=20, masks=masks)
    games.step(array.array("i", [7, 7, 7]))
    before = [games.position(i).to_bytes() for i in range(3)]
    with pytest.raises(IllegalMove, match=rf"action {wrong} is not legal for seat 1 in game 2 of the batch \(Hex, seed 22\): 120 of 122"):
        games.step(array.array("i", [8, 9, wrong]))
    assert [games.position(i).to_bytes() for i in range(3)] == before


@pytest.mark.parametrize(
    ("actions", "told"),
    [
        ([1, 2], r"actions are an array of 2 integers, such as numpy.array\(\[...\]\), not list"),
        (array.array("i", [1]), "2 games need 2 actions, not 1"),
        (b"\0\0\0\0", "2 games need 2 actions, not 1"),
        (bytes(9), "2 games need 2 actions, not 2.25"),
        (array.array("d", [1, 2]), "not of the type 'd' with 8 bytes"),
        (array.array("h", [1, 2]), "not of the type 'h' with 2 bytes"),
        (numpy.zeros(2, ">i4"), "not of the type '>i' with 4 bytes"),
    ],
)
def test_actions_that_are_no_array_of_integers_are_refused(actions: object, told: str) -> None:
    with pytest.raises(BadOption, match=told):
        rl.batch("hex", n=2, size=3).step(actions)


class Tensor:
    """Numbers that can be made into an array, as PyTorch's tensors, but have no buffer."""

    def __init__(self, *numbers: int) -> None:
        self.numbers = numbers

    def __array__(self) -> numpy.ndarray[Any, Any]:
        return numpy.array(self.numbers)


def test_arrays_of_any_layout_are_taken() -> None:
    column = numpy.array([[3, 0], [4, 0]])[:, 0]
    for actions in (column, array.array("q", [3, 4]), struct.pack("<2i", 3, 4), numpy.array([3, 4], "u4"), Tensor(3, 4)):
        games = rl.batch("hex", n=2, size=3)
        games.step(actions)
        assert 3 not in numpy.asarray(games.legal)[0]
        assert 4 not in numpy.asarray(games.legal)[1]


def test_buffers_are_shared_and_read_only() -> None:
    games = rl.batch("hex-roller", n=2)
    views = [games.observations, games.legal, games.counts, games.masks, games.seats, games.rewards, games.dones, games.seeds]
    kinds = ["int16", "int32", "int32", "uint8", "int32", "float64", "uint8", "int64"]
    for view, kind in zip(views, kinds, strict=True):
        seen = numpy.asarray(view)
        assert (seen.dtype.name, seen.shape[0]) == (kind, 2)
        assert not seen.flags.writeable
        assert numpy.shares_memory(seen, numpy.asarray(view))
        with pytest.raises(ValueError, match="read-only"):
            seen[0] = 1
    assert numpy.asarray(games.observations).shape == (2, games.schema.size)


@pytest.mark.parametrize("n", [0, -1, 1.5, 1 << 21, "8"])
def test_the_number_of_games_is_checked(n: int) -> None:
    with pytest.raises(BadOption, match="a batch has 1 to 1048576 games"):
        rl.batch("hex", n=n)


@pytest.mark.parametrize("seed", [-1, 1 << 62, None])
def test_the_seed_is_checked(seed: int) -> None:
    with pytest.raises(BadSeed, match="the seed of a batch"):
        rl.batch("hex", n=1, seed=seed)


def test_the_functions_of_the_package_can_be_found() -> None:
    assert set(rl.__all__) <= set(dir(rl))
