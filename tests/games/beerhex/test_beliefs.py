"""Beliefs about hidden caps, and that bots never look at their symbols."""

from __future__ import annotations

import pytest
from librt.vecs import vec
from tests.games.beerhex.boards import board, fresh, masked, own

from bestagon.bots.levels import NAMES, level
from bestagon.bots.mcts import Search
from bestagon.core.actions import room
from bestagon.core.dice import fast
from bestagon.games.beerhex import GAME
from bestagon.games.beerhex.rules import serial
from bestagon.games.beerhex.rules.state import BeerHexPosition

EVALUATOR = GAME.evaluator()
HONEST = """
    . . . . .
     . Gg Ss . .
      . Gg Ss . .
       . . Ss . .
        . . . . .
"""
BLUFFED = HONEST.replace("Ss", "Sg", 1)
"""Looks the same to Gold, who cannot see under Silver's caps."""
CONNECTED = """
    . Gg . . .
     . Gg Ss . .
      . Gg Ss . .
       . Gg . . .
        . Gg Ss . .
"""


def honest_caps(believed: bool) -> int:
    """Return how many of Silver's three caps have a silver symbol on 200 boards sampled by Gold."""
    view = masked(board(HONEST, sets=1), 0)
    dice = fast(5)
    honest = 0
    for _ in range(200):
        world = own(view.copy())
        if believed:
            EVALUATOR.sample_belief(world, 0, dice)
        else:
            world.determinize(0, dice)
        serial.validate(world)
        honest += int(world.caps(1) & world.symbols(1)).bit_count()
    return honest


def priors_by_text(position: BeerHexPosition, seat: int) -> dict[str, float]:
    """Return the prior of each action, by its text."""
    out = room(position)
    n = position.legal(seat, out)
    weights = vec[float]([0.0] * int(n))
    EVALUATOR.priors(position, seat, out, n, weights)
    return {GAME.action_text(position, seat, int(out[i])): weights[i] for i in range(int(n))}


def test_caps_are_believed_to_be_more_honest_than_chance_deals_them() -> None:
    assert honest_caps(believed=False) < 400 < 440 < honest_caps(believed=True) < 600


def test_beliefs_do_not_depend_on_hidden_symbols() -> None:
    worlds = []
    for drawing in (HONEST, BLUFFED):
        world = masked(board(drawing, sets=1), 0)
        EVALUATOR.sample_belief(world, 0, fast(9))
        worlds.append(world.to_bytes())
    assert worlds[0] == worlds[1]


def test_a_playout_does_not_peek_under_the_opponents_caps() -> None:
    seen = set()
    for seed in range(60):
        actions = []
        for drawing in (HONEST, BLUFFED):
            position = board(drawing, sets=1)
            actions.append(int(EVALUATOR.playout(position, 0, fast(seed), room(position))))
        assert actions[0] == actions[1]
        seen.add(GAME.action_text(board(HONEST), 0, actions[0]).split()[0] == "attack")
    assert seen == {False, True}


def test_priors_do_not_peek_under_the_opponents_caps() -> None:
    assert priors_by_text(board(HONEST, sets=1), 0) == priors_by_text(board(BLUFFED, sets=1), 0)


def test_a_known_connection_is_declared() -> None:
    weights = priors_by_text(board(CONNECTED, sets=1), 0)
    assert max(weights, key=lambda text: weights[text]) == "declare"
    assert sum(weights.values()) - weights["declare"] < 0.001


def test_an_apparent_connection_is_attacked_where_it_breaks() -> None:
    position = masked(board(CONNECTED, "Silver", sets=1), 1)
    for iterations in (0, 300):
        action = int(Search(GAME.evaluator(), iterations=iterations, temperature=0.0).choose(own(position.copy()), 1, fast(2)))
        assert GAME.action_text(position, 1, action).startswith("attack b")


def test_a_third_cap_of_the_own_symbol_is_often_a_bluff() -> None:
    weights = priors_by_text(board(HONEST, sets=1), 0)
    assert weights["b4 other"] > 0.5 * weights["b4 own"] > 0.0
    assert weights["e1 other"] < 0.5 * weights["e1 own"]


def test_the_loser_of_a_game_starts_the_next() -> None:
    position = fresh(sets=3)
    loser = int(position.turn)
    position.play(loser, GAME.parse_action(position, loser, "concede"))
    weights = priors_by_text(position, loser)
    assert weights[f"start {GAME.seat_name(loser).lower()}"] > weights[f"start {GAME.seat_name(1 - loser).lower()}"]


def test_the_estimates_of_both_seats_cancel_out() -> None:
    for drawing in (HONEST, BLUFFED, CONNECTED):
        for turn in ("Gold", "Silver"):
            position = board(drawing, turn, sets=1)
            assert abs(EVALUATOR.estimate(position, 0) + EVALUATOR.estimate(position, 1)) < 1e-9


@pytest.mark.parametrize("name", NAMES)
def test_a_line_that_must_be_finished_is_declared_with_clue_tokens(name: str) -> None:
    """Gold may not look under its caps (BH 8.3), but its hand tells that they all have gold symbols."""
    found = level("beerhex", name)
    player = Search(GAME.evaluator(), min(found.iterations, 40), 0.0, found.temperature, found.cutoff)
    position = board(CONNECTED.replace("Gg", "Gg*", 2), turns=10, sets=1, clues=True)
    assert GAME.action_text(position, 0, int(player.choose(masked(position, 0), 0, fast(2)))) == "declare"
