"""Requests to players: one seat's decision, with only what that seat may know."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, SupportsIndex

from bestagon.core import registry
from bestagon.core.errors import BadNotation, BestagonError, WrongSeat, brief
from bestagon.core.option import Value, whole_number
from bestagon.core.position import Position
from bestagon.core.table import check_seed

SETUPS: Final = 32
"""Cache size for set-ups and players in a process."""
UNDECIDED: Final = -1
"""The played action of a decision that is still open."""


class NotMasked(BestagonError):
    """A position contains more than its seat may know."""


@dataclass(frozen=True)
class ThinkRequest:
    """A decision for a player to make, or with `judge` to judge."""

    game: str
    players: int
    options: dict[str, Value]
    """Every option of the game with its value."""
    masked: bytes
    """The position as the seat may see it."""
    seat: int
    player: str
    """Any name that `make_player` knows; only a search can judge."""
    seed: int
    """Seed of the player's own dice: equal requests get equal answers unless a time limit cuts the search short."""
    judge: bool = False
    """Whether to return a Verdict instead of an action."""
    played: int = UNDECIDED
    """The action to judge, or UNDECIDED to judge only the best one."""
    move: int = 0
    """The number of the action in its game, counted from 1."""

    @classmethod
    def of(
        cls, game: str, options: Mapping[str, Value], position: Position, seat: SupportsIndex, player: str, seed: SupportsIndex
    ) -> ThinkRequest:
        """Return the request to choose an action; the position is masked here."""
        if not isinstance(position, Position):
            raise BadNotation(f"a player thinks about a Position, not {brief(position)}")
        players, who = int(position.seats), whole_number(seat)
        if who is None or not 0 <= who < players:
            raise WrongSeat(f"there is no seat {brief(seat)}: the seats are 0 to {players - 1}")
        completed = registry.game(game).complete(players, options)
        masked = position.copy()
        masked.mask(who)
        return cls(game, players, completed, masked.to_bytes(), who, player, check_seed(seed) or 0)

    def load(self) -> Position:
        """Return the masked position; BestagonError if the seat may not act in it or it is not masked."""
        position = _setup(self.game, self.players, tuple(self.options.items())).blank()
        try:
            position.from_bytes(self.masked)
        except ValueError as error:
            raise BadNotation(f"not a position of {self.game}: {error}") from None
        if not 0 <= self.seat < self.players or not (int(position.acting()) >> self.seat) & 1:
            raise WrongSeat(f"seat {self.seat} may not act in this position, so no player can choose for it")
        position.mask(self.seat)
        if position.to_bytes() != self.masked:
            raise NotMasked(f"the position contains what seat {self.seat} may not know: mask it first")
        return position


@lru_cache(SETUPS)
def _setup(game: str, players: int, options: tuple[tuple[str, Value], ...]) -> Position:
    chosen = registry.game(game)
    return chosen.setup(chosen.check_players(players), chosen.complete(players, dict(options)))
