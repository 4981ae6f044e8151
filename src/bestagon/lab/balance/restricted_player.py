"""A player that never plays one kind of action if it has another choice."""

from __future__ import annotations

from typing import Final

from bestagon.bots.lapsing import Lapsing
from bestagon.bots.mcts import Search
from bestagon.bots.players import Player
from bestagon.core.actions import legal_actions
from bestagon.core.dice import Dice
from bestagon.core.game import Game
from bestagon.core.position import Position

TRIES: Final = 4
"""Choices of the unrestricted player that are drawn, until one is allowed: that keeps how it samples."""
ITERATIONS: Final = 64
"""Iterations, at least, of the search that ranks the allowed actions if the unrestricted player insists."""


class RestrictedPlayer(Player):
    """Plays as another player, without the actions whose use has a name in the group "action"."""

    def __init__(self, base: Player, game: Game, ban: str) -> None:
        """Restrict a player."""
        self.base = base
        self.game = game
        self.ban = ("action", ban)
        self.forced = 0
        """Decisions in which nothing else was legal."""
        search = base.search if isinstance(base, Lapsing) else base
        iterations = max(ITERATIONS, int(search.iterations)) if isinstance(search, Search) else ITERATIONS
        self.ranking = Search(game.evaluator(), iterations, temperature=0.0)

    def choose(self, masked: Position, seat: int, dice: Dice) -> int:
        """Return an allowed action, or any if none is allowed."""
        world = masked.copy()
        world.determinize(seat, dice)
        actions = legal_actions(masked, seat)
        allowed = {action for action in actions if self.ban not in self.game.uses(world, seat, action)}
        if not allowed or len(allowed) == len(actions):
            self.forced += not allowed
            return int(self.base.choose(masked, seat, dice))
        if len(allowed) == 1:
            return allowed.pop()
        for _ in range(TRIES):
            action = int(self.base.choose(masked.copy(), seat, dice))
            if action in allowed:
                return action
        ranked = self.ranking.think(masked.copy(), seat, dice).choices
        return next((choice.action for choice in ranked if choice.action in allowed), min(allowed))
