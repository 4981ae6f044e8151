"""What the scenes of all games say in the same way: how seats stand, whom one waits for, what one may do."""

from __future__ import annotations

from collections.abc import Sequence

from bestagon.core.position import Position
from bestagon.core.rollout import legal_actions
from bestagon.draw.scene import Seat


def standing(position: Position, facts: Sequence[dict[str, str]] = ()) -> list[Seat]:
    """Return how every seat stands, each with the facts of the game's own."""
    acting, over = int(position.acting()), position.over
    return [
        Seat(
            int(position.score(seat)),
            acting >> seat & 1 == 1,
            "resigned" if position.resigned(seat) else "" if position.still_in(seat) else "out",
            int(position.place(seat)) if over else 0,
            facts[seat] if facts else {},
        )
        for seat in range(int(position.seats))
    ]


def waiting(position: Position, names: Sequence[str]) -> str:
    """Return the prompt of somebody who may not act: whom they wait for, or who has won."""
    acting = int(position.acting())
    if position.over:
        if position.seats == 1:
            return f"The game is over: {int(position.score(0))} points."
        best = [names[seat] for seat in range(int(position.seats)) if position.place(seat) == 1]
        return f"The game is over: {listed(best)} {'wins' if len(best) == 1 else 'share the win'}."
    busy = [names[seat] for seat in range(int(position.seats)) if acting >> seat & 1]
    return f"{listed(busy)} {'is' if len(busy) == 1 else 'are'} to act."


def offered(position: Position, seat: int) -> list[int]:
    """Return the legal actions of a viewer; none for a spectator."""
    return legal_actions(position, seat) if seat >= 0 else []


def listed(words: Sequence[str]) -> str:
    """Return words as people list them: a, b and c."""
    return f"{', '.join(words[:-1])} and {words[-1]}" if len(words) > 1 else words[0] if words else "nobody"


def many(count: int, word: str, words: str = "") -> str:
    """Return a number of things: `1 point`, `2 points`; `words` is the plural where an s does not make it."""
    return f"{count} {word if count == 1 else words or f'{word}s'}"
