"""PettingZoo's own tests pass for every game at every number of players."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy
import pytest

pytest.importorskip("pettingzoo")

with warnings.catch_warnings():  # Where pygame is installed, it imports the environments of PettingZoo in a way that it warns of.
    warnings.simplefilter("ignore", DeprecationWarning)
    from pettingzoo.test import api_test, max_cycles_test, parallel_api_test, parallel_seed_test, render_test, seed_test

from pettingzoo.utils.conversions import parallel_to_aec

from bestagon.core import registry
from bestagon.core.errors import BadOption, BadSeed, IllegalMove
from bestagon.rl import aec, parallel

NAMES = ("beerhex", "hex-dice", "hex-roller", "hexagone", "pocket-hexes", "hex")
SETUPS = [(name, players) for name in NAMES for players in registry.game(name).players]
CYCLES = 15
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros"),
]


@pytest.mark.parametrize(("name", "players"), SETUPS)
def test_the_api_of_turns(name: str, players: int) -> None:
    api_test(aec(name, players=players, seed=1), num_cycles=CYCLES * 2)


@pytest.mark.parametrize(("name", "players"), SETUPS)
def test_the_api_of_rounds(name: str, players: int) -> None:
    parallel_api_test(parallel(name, players=players, seed=1), num_cycles=CYCLES)


@pytest.mark.parametrize(("name", "players"), SETUPS)
def test_a_seed_decides_everything(name: str, players: int) -> None:
    seed_test(lambda: aec(name, players=players), num_cycles=CYCLES)
    parallel_seed_test(lambda: parallel(name, players=players, illegal="random"), num_cycles=CYCLES)


@pytest.mark.parametrize(("name", "players"), SETUPS)
def test_a_game_is_cut_off(name: str, players: int) -> None:
    """One cycle of their test is one action of every agent, which is what rounds are."""

    def rounds(max_cycles: int) -> Any:
        return parallel(name, players=players, seed=1, max_cycles=max_cycles, illegal="random")

    max_cycles_test(SimpleNamespace(parallel_env=rounds, env=lambda max_cycles: parallel_to_aec(rounds(max_cycles))))
    env = aec(name, players=players, seed=1, max_cycles=2)
    env.reset()
    for number, agent in enumerate(env.agents):
        env.action_space(agent).seed(number)
    steps = 0
    for agent in env.agent_iter():
        seen, _, over, cut, _ = env.last()
        env.step(None if over or cut else env.action_space(agent).sample(seen["action_mask"]))
        steps += not over and not cut
        assert not over
    assert steps == 2 * players


@pytest.mark.parametrize("name", NAMES)
def test_a_game_is_drawn(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    make: Callable[..., Any] = lambda render_mode: aec(name, seed=1, render_mode=render_mode)  # noqa: E731
    render_test(make, {"svg": lambda picture: picture.startswith("<svg")})
    assert capsys.readouterr().out


def test_rewards_are_the_payoffs_and_masks_the_legal_actions() -> None:
    env = aec("hex", size=3, seed=5)
    env.reset(seed=7)
    total = {"player_0": 0.0, "player_1": 0.0}
    turns = []
    for agent in env.agent_iter():
        seen, reward, over, _, info = env.last()
        total[agent] += reward
        assert numpy.array_equal(seen["action_mask"], info["action_mask"])
        assert seen["action_mask"].dtype == numpy.int8
        turns.append(agent)
        env.step(None if over else int(numpy.flatnonzero(seen["action_mask"])[0]))
    assert total == {"player_0": 1.0, "player_1": -1.0}
    assert turns[:3] == ["player_0", "player_1", "player_0"]


def test_an_observation_stays_as_it_was() -> None:
    env = aec("beerhex", seed=5)
    env.reset()
    seen = env.last()[0]
    before = {name: part.copy() for name, part in seen.items()}
    env.step(int(numpy.flatnonzero(seen["action_mask"])[0]))
    assert all(numpy.array_equal(seen[name], part) for name, part in before.items())


def test_looking_at_another_agent_changes_nothing() -> None:
    env = aec("beerhex", seed=5)
    env.reset()
    acting, other = env.agent_selection, next(agent for agent in env.agents if agent != env.agent_selection)
    seen = env.observe(acting)
    assert not env.observe(other)["action_mask"].any()
    env.step(int(numpy.flatnonzero(seen["action_mask"])[0]))
    assert env.agent_selection == other


def test_an_illegal_action_is_refused_or_replaced() -> None:
    env = aec("hex", size=3, seed=1)
    env.reset()
    env.step(0)
    for action in (0, -1, 99, None):
        with pytest.raises(IllegalMove, match="player_1 may not play action"):
            env.step(action)
    lenient = aec("hex", size=3, seed=1, illegal="random")
    lenient.reset()
    for _ in range(2):
        lenient.step(0)
    assert lenient.agent_selection == "player_0"
    rounds = parallel("hex", size=3, seed=1)
    rounds.reset()
    with pytest.raises(IllegalMove, match="player_1 may not play action 4"):
        rounds.step({"player_0": 3, "player_1": 4})
    rounds.step({"player_0": 3, "player_1": rounds.wait})


def test_wrong_arguments_are_refused() -> None:
    with pytest.raises(BadOption, match="there is no render mode 'film'"):
        aec("hex", render_mode="film")
    for cycles in (0, "5", 1.5):
        with pytest.raises(BadOption, match=f"max_cycles is a whole number from 1, not {cycles!r}"):
            parallel("hex", max_cycles=cycles)  # type: ignore[arg-type]
    with pytest.raises(BadOption, match="illegal is one of error, random, not 'skip'"):
        aec("hex", illegal="skip")


@pytest.mark.parametrize("make", [aec, parallel])
@pytest.mark.parametrize("seed", ["x", 1.5, -1])
def test_a_seed_is_checked(make: Callable[..., Any], seed: object) -> None:
    with pytest.raises(BadSeed, match=f"a seed is a whole number from 0, not {seed!r}"):
        make("hex", seed=seed)
    with pytest.raises(BadSeed, match=f"a seed is a whole number from 0, not {seed!r}"):
        make("hex").reset(seed=seed)


def test_an_action_is_a_whole_number() -> None:
    env, rounds = aec("hex", size=3), parallel("hex", size=3)
    env.reset()
    rounds.reset()
    for action in ("a", 1.5, numpy.array([3])):
        with pytest.raises(IllegalMove, match="player_0 must choose an action, which is a whole number, not"):
            env.step(action)  # type: ignore[arg-type]
        with pytest.raises(IllegalMove, match="player_0 must choose an action, which is a whole number, not"):
            rounds.step({"player_0": action, "player_1": rounds.wait})
    env.step(numpy.array(3))


def test_agents_are_known_by_name() -> None:
    env, rounds = aec("hex", size=3), parallel("hex", size=3)
    env.reset()
    rounds.reset()
    for wrong in (env.action_space, env.observation_space, env.observe, rounds.action_space, lambda agent: rounds.step({agent: 1})):
        with pytest.raises(BadOption, match="there is no agent 'red'; the agents are: player_0, player_1"):
            wrong("red")
    with pytest.raises(BadOption, match=r"actions are a dictionary from agents to whole numbers, not \[1, 2\]"):
        rounds.step([1, 2])  # type: ignore[arg-type]


def test_before_and_after_a_game_reset_is_called_for() -> None:
    env, rounds = aec("hex", size=3), parallel("hex", size=3, max_cycles=1)
    for early in (lambda: env.step(0), lambda: rounds.step({})):
        with pytest.raises(AttributeError, match=r"call reset\(\) first"):
            early()
    rounds.reset()
    rounds.step({"player_0": 0})
    assert rounds.step({}) == ({}, {}, {}, {}, {})
    with pytest.raises(IllegalMove, match=r"call reset\(\)"):
        rounds.step({"player_0": 0})
