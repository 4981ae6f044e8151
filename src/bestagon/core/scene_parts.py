"""Parts that the scenes of all games share: seat states, waiting prompts, offered actions and names."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from bestagon.core.actions import legal_actions
from bestagon.core.position import Position
from bestagon.i18n import language, translate
from bestagon.scene.model import SeatState


def seat_states(position: Position, facts: Sequence[dict[str, str]] = ()) -> list[SeatState]:
    """Return score, turn, status and rank of every seat, with the game's own facts."""
    acting, over = int(position.acting()), position.over
    return [
        SeatState(
            int(position.score(seat)),
            acting >> seat & 1 == 1,
            "resigned" if position.resigned(seat) else "" if position.still_in(seat) else "out",
            int(position.place(seat)) if over else 0,
            facts[seat] if facts else {},
        )
        for seat in range(int(position.seats))
    ]


def waiting_prompt(position: Position, names: Sequence[str]) -> str:
    """Return the prompt of a viewer who may not act: whose action is awaited, or who has won."""
    acting = int(position.acting())
    if position.over:
        if position.seats == 1:
            return translate.plural(int(position.score(0)), "The game is over: {count} point.", "The game is over: {count} points.")
        best = [names[seat] for seat in range(int(position.seats)) if position.place(seat) == 1]
        return translate.plural(
            len(best), "The game is over: {names} wins.", "The game is over: {names} share the win.", names=listed(best)
        )
    busy = [names[seat] for seat in range(int(position.seats)) if acting >> seat & 1]
    return _waiting(tuple(busy), language())


@lru_cache(maxsize=1024)
def _waiting(names: tuple[str, ...], language: str) -> str:
    return translate("Waiting for {names}.", names=listed(names))


def offered_actions(position: Position, seat: int) -> list[int]:
    """Return the viewer's legal actions; none for a spectator or a seat that may not act."""
    return legal_actions(position, seat) if seat >= 0 and int(position.acting()) >> seat & 1 else []


def player_names(seats: int) -> tuple[str, ...]:
    """Return the default names of seats: Player 1, Player 2, ..."""
    return tuple(translate("Player {number}", number=seat + 1) for seat in range(seats))


def listed(words: Sequence[str]) -> str:
    """Join words to a list: a, b and c."""
    if len(words) > 1:
        return translate("{several} and {last}", several=", ".join(words[:-1]), last=words[-1])
    return words[0] if words else translate("nobody")
