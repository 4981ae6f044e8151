"""OpenSpiel plays every game, copies and serializes its states, and runs its own algorithms on a small BeerHex."""

from __future__ import annotations

from typing import Any

import numpy
import pytest

pytest.importorskip("pyspiel")

import pyspiel

from bestagon.core import registry
from bestagon.core.errors import BadPlayers
from bestagon.rl import register_openspiel

NAMES = ("beerhex", "hex_dice", "hex_roller", "hexagone", "pocket_hexes", "hex")
SHORT = {"beerhex": {"sets": 1, "turn_limit": 10}, "hex": {"size": 4}, "hex_dice": {"patience": 1}, "hex_roller": {"players": 1}}
"""Parameters for which random games are short."""


@pytest.fixture(autouse=True, scope="module")
def _registered() -> None:
    register_openspiel()


def load(name: str, **parameters: bool | int | str) -> Any:
    return pyspiel.load_game(f"bestagon_{name}", parameters)


def played(game: Any, steps: int) -> Any:
    """A state after the opening chance node and some legal actions."""
    state = game.new_initial_state()
    state.apply_action(3)
    for i in range(steps):
        legal = state.legal_actions()
        state.apply_action(legal[(7 * i) % len(legal)])
    return state


def test_all_games_are_registered_once() -> None:
    names = register_openspiel()
    assert set(names) <= set(pyspiel.registered_names())
    assert len(names) == len(registry.all_games())


@pytest.mark.parametrize("name", NAMES)
def test_random_games_with_copies_and_serialization(name: str, capfd: pytest.CaptureFixture[str]) -> None:
    pyspiel.random_sim_test(load(name, seeds=4, **SHORT.get(name, {})), num_sims=1, serialize=True, verbose=False)
    capfd.readouterr()


@pytest.mark.parametrize("name", NAMES)
def test_a_player_observes_what_its_seat_may_know(name: str) -> None:
    game = load(name, seeds=4)
    state, observer = played(game, 3), game.make_py_observer()
    for player in range(game.num_players()):
        observer.set_from(state, player)
        assert observer.tensor.any()
        assert observer.string_from(state, player) in state.information_state_string(player)


def test_a_hidden_action_reads_alike_for_the_opponent() -> None:
    """In BeerHex the actions 0 and 1 place a cap on the same cell, with the own symbol and with the other."""
    own, other = (played(load("beerhex", seeds=4), 0) for _ in range(2))
    player = own.current_player()
    own.apply_action(0)
    other.apply_action(1)
    assert own.information_state_string(1 - player) == other.information_state_string(1 - player)
    assert own.information_state_string(player) != other.information_state_string(player)


def test_number_of_players_and_options_are_parameters() -> None:
    assert load("hex_roller", players=5).num_players() == 5
    assert load("hex", size=4).num_distinct_actions() == 17
    with pytest.raises(BadPlayers, match="not 9"):
        load("hex_roller", players=9)


def test_their_tree_search_plays() -> None:
    from open_spiel.python.algorithms import mcts

    game = load("beerhex", seeds=2, sets=1, turn_limit=10)
    state = played(game, 2)
    random = numpy.random.RandomState(1)
    bot = mcts.MCTSBot(game, 1.4, 6, mcts.RandomRolloutEvaluator(1, random), random_state=random)
    assert bot.step(state) in state.legal_actions()


def test_their_regret_minimization_runs() -> None:
    from open_spiel.python.algorithms import outcome_sampling_mccfr

    game = load("beerhex", seeds=2, sets=1, turn_limit=10)
    numpy.random.seed(1)
    solver = outcome_sampling_mccfr.OutcomeSamplingSolver(game)
    for _ in range(5):
        solver.iteration()
    state = played(game, 0)
    policy = solver.average_policy().action_probabilities(state)
    assert set(policy) == set(state.legal_actions())
    assert sum(policy.values()) == pytest.approx(1)
