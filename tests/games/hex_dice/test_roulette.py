"""Bots place terrain before anybody has a base (HD 2.3)."""

from __future__ import annotations

import pytest
from tests.games.hex_dice.boards import started

from bestagon.bots.levels import NAMES
from bestagon.bots.player_factory import make_player
from bestagon.core.dice import fast
from bestagon.games.hex_dice import GAME


@pytest.mark.parametrize("name", NAMES)
def test_terrain_is_scattered(name: str) -> None:
    """All of it is worth the same, and ties went by the action's number: forests on a2, a3, a4 and so on."""
    placed, maps = [], set()
    for seed in range(3):
        position, dice = started(terrain="roulette", seed=seed), fast(seed)
        player = make_player(name, GAME, reuse=False)
        for _ in range(5):
            seat = int(position.turn)
            action = int(player.choose(position.copy(), seat, dice))
            placed.append(GAME.action_text(position, seat, action))
            position.play(seat, action)
        maps.add(tuple(placed[-5:]))
    assert len(maps) > 1
    assert len({text.split()[0] for text in placed}) > 1
    assert len({text.split()[1][0] for text in placed}) > 4


def test_terrain_has_a_reason() -> None:
    position = started(terrain="roulette")
    for text, count in (("forest a2", 1), ("lake g8", 2), ("tower h7", 2), ("mountain m3", 1)):
        words = GAME.reasons(position, int(position.turn), GAME.parse_action(position, int(position.turn), text))
        assert len(words) == count
        assert words[0].split()[1] == text.split()[0] or "lake" in words[0]
        assert words[1:] == ["Near the centre it matters to everybody."][: count - 1]
