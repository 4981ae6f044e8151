"""Gymnasium's own check passes for every game, and a learner meets bots or functions."""

from __future__ import annotations

from typing import Any

import numpy
import pytest

pytest.importorskip("gymnasium")

import gymnasium
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env

from bestagon.core import registry
from bestagon.core.errors import BadOption, IllegalMove
from bestagon.rl.gym_registration import OURS, environments

NAMES = ("BeerHex", "HexDice", "HexRoller", "HexaGONE", "PocketHexes", "Hex")


def make(name: str, **options: Any) -> Any:
    return gymnasium.make(f"bestagon/{name}-v0", **options).unwrapped


def test_every_game_has_an_id() -> None:
    assert set(OURS.values()) == {name for name, game in registry.all_games().items() if registry.is_ours(game)}
    assert {f"bestagon/{name}-v0" for name in environments()} <= set(gymnasium.registry)
    assert environments()["Hex"] == "hex"


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.filterwarnings("ignore:.*render.*")
def test_the_checker_passes(name: str) -> None:
    check_env(make(name, opponents="random"), skip_render_check=name not in ("BeerHex", "Hex"))


def test_opponents_do_not_draw_what_the_game_will_roll() -> None:
    env = make("HexRoller", opponents="random")
    env.reset(seed=1)
    drawn, rolled = ({int(dice.word()) for _ in range(500)} for dice in (env.dice, env.simulator.position.dice))
    assert not drawn & rolled


@pytest.mark.parametrize("name", NAMES)
def test_a_learner_plays_whole_games_with_masks(name: str) -> None:
    env = make(name, opponents="random")
    rewards = []
    for seed in range(2):
        seen, info = env.reset(seed=seed)
        over = cut = False
        steps = 0
        while not over and not cut and steps < 400:
            mask = env.action_masks()
            assert mask.dtype == numpy.bool_
            assert numpy.array_equal(mask, info["action_mask"])
            assert env.observation_space.contains(seen)
            seen, reward, over, cut, info = env.step(int(numpy.flatnonzero(mask)[(steps * 7) % int(mask.sum())]))
            assert not info["illegal"]
            steps += 1
        if over:
            rewards.append(reward)
            with pytest.raises(IllegalMove, match="the game is over: call reset"):
                env.step(0)
    assert all(-1 <= reward <= 1 for reward in rewards)


def test_opponents_are_bots_of_any_level() -> None:
    env = make("BeerHex", opponents="skilled", sets=1, seat=0)
    env.reset(seed=1)
    env.step(int(numpy.flatnonzero(env.action_masks())[0]))
    assert env.seat == 0


def test_opponents_are_functions_that_see_what_a_learner_sees() -> None:
    calls = []

    def first(seen: Any, mask: Any) -> int:
        calls.append(env.observation_space.contains(seen) and mask.any())
        return int(numpy.flatnonzero(mask)[0])

    env = make("Hex", opponents=first, size=3, seat=1)
    env.reset(seed=1)
    over = False
    while not over:
        _, reward, over, _, _ = env.step(int(numpy.flatnonzero(env.action_masks())[-1]))
    assert calls
    assert all(calls)
    assert reward in (-1, 1)


def test_an_opponent_is_seated_on_every_other_seat() -> None:
    def never(seen: Any, mask: Any) -> int:
        raise RuntimeError("asked")

    env = make("HexRoller", players=3, opponents=("random", never), seat=0)
    env.reset(seed=1)
    with pytest.raises(RuntimeError, match="asked"):
        play_first(env, 50)


def test_a_learner_plays_alone() -> None:
    env = make("HexRoller", players=1)
    _, info = env.reset(seed=1)
    assert info["seat"] == 0
    play_first(env, 5)


def play_first(env: Any, steps: int) -> None:
    for _ in range(steps):
        env.step(int(numpy.flatnonzero(env.action_masks())[0]))


def test_the_seat_of_the_learner_changes_between_games() -> None:
    env = make("Hex", size=2)
    assert {env.reset(seed=seed)[1]["seat"] for seed in range(12)} == {0, 1}


def test_illegal_actions_are_replaced_or_refused() -> None:
    env = make("Hex", size=3, seat=0)
    env.reset(seed=1)
    assert env.step(9)[4]["illegal"]
    strict = make("Hex", size=3, seat=0, illegal="error")
    strict.reset(seed=1)
    with pytest.raises(IllegalMove, match="action 9 is not legal now"):
        strict.step(9)

    bad = make("Hex", size=3, seat=1, opponents=lambda seen, mask: 9)
    with pytest.raises(IllegalMove, match="the opponent on seat 0 may not play action 9 now"):
        bad.reset(seed=1)


def test_wrong_arguments_are_refused() -> None:
    with pytest.raises(BadOption, match="2 players leave 1 seats for opponents, not 2"):
        make("Hex", opponents=("random", "random"))
    with pytest.raises(BadOption, match="an opponent is the name of a bot or a function, not 5"):
        make("Hex", opponents=(5,))
    with pytest.raises(BadOption, match="the seat of the learner is from 0 to 1, not 2"):
        make("Hex", seat=2)
    with pytest.raises(BadOption, match="there is no player 'clever'"):
        make("Hex", opponents="clever")
    for opponents in (3, None):
        with pytest.raises(BadOption, match=f"opponents are the name of a bot, a function, or a list of these, not {opponents}"):
            make("Hex", opponents=opponents)
    with pytest.raises(BadOption, match=r"the seat of the learner is from 0 to 1, not 1\.0"):
        make("Hex", seat=1.0)


def test_an_action_is_a_whole_number() -> None:
    env = make("Hex", size=3, seat=0)
    env.reset(seed=1)
    for action in ("a", 1.5, None, numpy.array([3])):
        with pytest.raises(IllegalMove, match="the learner must choose an action, which is a whole number, not"):
            env.step(action)
    silent = make("Hex", size=3, seat=1, opponents=lambda seen, mask: None)
    with pytest.raises(IllegalMove, match="the opponent on seat 0 must choose an action, which is a whole number, not None"):
        silent.reset(seed=1)


def test_a_game_begins_with_reset() -> None:
    env = make("Hex", size=3)
    for early in (env.action_masks, lambda: env.step(0)):
        with pytest.raises(ResetNeeded, match=r"call reset\(\) first"):
            early()
