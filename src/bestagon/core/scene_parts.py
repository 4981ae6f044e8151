"""Parts that the scenes of all games share: seat states, waiting prompts, offered actions and names."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from bestagon.core.actions import legal_actions
from bestagon.core.position import Position
from bestagon.i18n import language, translate
from bestagon.scene.model import SeatState


def seat_states(position: Position, facts: Sequence[dict[str, str]] = (), turn: int = -1) -> list[SeatState]:
    """Return score, turn, status and rank of every seat, with the game's own facts.

    If it is the `turn` of a seat and others play clockwise after it, the next one is marked.
    """
    acting, over = int(position.acting()), position.over
    following = -1 if over or turn < 0 or position.seats < 3 else _following(position, turn)
    return [
        SeatState(
            int(position.score(seat)),
            acting >> seat & 1 == 1,
            "resigned" if position.resigned(seat) else "" if position.still_in(seat) else "out",
            int(position.place(seat)) if over else 0,
            facts[seat] if facts else {},
            seat == following,
        )
        for seat in range(int(position.seats))
    ]


def _following(position: Position, turn: int) -> int:
    """Return the next seat clockwise that is still in the game; -1 if there is no other."""
    seats = int(position.seats)
    others = [(turn + step) % seats for step in range(1, seats)]
    return next((seat for seat in others if position.still_in(seat)), -1)


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
    return waiting_for(tuple(busy), language())


def end_text(position: Position, cause: str, teams: bool = False) -> str:
    """Return why a game is over, without a full stop, and its points; everybody is told elsewhere who has won."""
    seats = range(int(position.seats))
    best = [seat for seat in seats if position.place(seat) == 1]
    points, others = int(position.score(best[0])), [seat for seat in seats if position.place(seat) > 1]
    if position.seats == 1:
        return translate.plural(points, "{cause}: {count} point.", "{cause}: {count} points.", cause=cause)
    if others and (teams or position.seats == 2):
        return translate("{cause}: {won}-{lost}.", cause=cause, won=points, lost=max(int(position.score(seat)) for seat in others))
    if len(best) > 1:
        return translate("{cause}: a tie at {count}.", cause=cause, count=points)
    return translate("{cause}. Top score: {count}.", cause=cause, count=points)


@lru_cache(maxsize=1024)
def waiting_for(names: tuple[str, ...], language: str) -> str:
    """Return whose action is awaited; `language` is the current one and part of the cache key."""
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
