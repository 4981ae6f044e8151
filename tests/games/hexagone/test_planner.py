"""The expert against the one-turn planner that is written from the rules alone."""

from __future__ import annotations

import pytest
from tests.games.hexagone.boards import fresh, legal, play, table
from tests.reference.hexagone_planner import TurnPlanner

from bestagon.bots.player_factory import make_player
from bestagon.bots.players import Player, play_out
from bestagon.compiled_build import is_compiled
from bestagon.core.dice import fast
from bestagon.games.hexagone import GAME

GAMES = 8
LIMIT = 5000


def test_the_planner_plays_legal_actions_to_the_end() -> None:
    position = fresh(2, seed=3)
    seated: list[Player] = [TurnPlanner(), make_player("random", GAME)]
    play_out(position, seated, fast(3), LIMIT)
    assert position.over
    assert position.score(0) > position.score(1)


def test_the_planner_completes_a_card_and_claims_it() -> None:
    position = table("g g", "gb", "g", row="C02")
    while position.turn == 0 and not position.over:
        action = TurnPlanner().choose(position, 0, fast(1))
        play(position, GAME.action_text(position, 0, action))
    assert position.score(0) == 5
    assert legal(position)


@pytest.mark.skipif(not is_compiled(), reason="the expert needs minutes for these games in an uncompiled engine")
def test_the_expert_beats_the_planner() -> None:
    """Six of eight games of fixed seeds would be the rule; fewer than half mean that something has broken."""
    won = 0.0
    for i in range(GAMES):
        position = fresh(2, seed=i // 2)
        ours = i % 2
        expert, planner = make_player("search:600/t0", GAME, reuse=False), TurnPlanner()
        play_out(position, [expert if seat == ours else planner for seat in range(2)], fast(i), LIMIT)
        won += (position.payoff(ours) + 1) / 2
    assert won >= GAMES / 2
