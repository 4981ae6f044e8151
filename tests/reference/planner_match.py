"""Games between one of our players and a planner, for which a second implementation of the rules follows them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.reference.adapters import BUILDERS

from bestagon.bots.players import Player
from bestagon.bots.self_play import player_dice
from bestagon.core import registry
from bestagon.core.dice import fast

Choose = Callable[[Any, int], str]
"""Chooses an action of a seat in a second implementation of its game, and looks at nothing that the seat may not know."""


def play_against(name: str, planner: Choose | Player, player: Player, ours: int, seed: int) -> float:
    """Play a game for two in which the planner has the other seat, and return the player's points."""
    game = registry.game(name)
    options = game.complete(2, {})
    position = game.setup(2, options)
    position.start(fast(seed))
    dice, chance = fast(seed), player_dice(seed)
    second = BUILDERS[name](2, options, lambda n: int(dice.below(n)))
    while not position.over:
        seat = next(seat for seat in range(2) if int(position.acting()) >> seat & 1)
        chooser = player if seat == ours else planner
        if isinstance(chooser, Player):
            masked = position.copy()
            masked.mask(seat)
            action = int(chooser.choose(masked, seat, chance))
        else:
            action = game.parse_action(position, seat, chooser(second, seat))
        second.play(seat, game.action_text(position, seat, action))
        position.play(seat, action)
    return (float(position.payoff(ours)) + 1) / 2
