"""What an action did, as a viewer may know it: the beats that the game tells, and what every game has in common."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from bestagon.core.game import Game
from bestagon.core.position import RESIGN, Position
from bestagon.core.scene_parts import listed, waiting_prompt
from bestagon.i18n import language, translate
from bestagon.scene.beats import Beat


class Story(NamedTuple):
    """An action that was played, told to a viewer."""

    words: str
    """The line of the log."""
    beats: tuple[Beat, ...]


def story(game: Game, before: Position, after: Position, seat: int, action: int, viewer: int) -> Story:
    """Return what an action did as a viewer sees it; both positions are unmasked and stay unchanged."""
    shown = before.copy() if action == RESIGN else game.opened(before, seat, action)
    shown.mask(viewer)
    seen = after.copy()
    seen.mask(viewer)
    if action == RESIGN:
        beats = [Beat("declare", translate("{name} resigns.", name=game.seat_name(seat)), seat)]
    else:
        beats = game.tell(shown, seen, seat, action, viewer)
    words = " ".join([beat.text for beat in beats if beat.text and beat.kind not in ("turn", "round")])
    return Story(words, (*beats, *_closing(game, shown, seen, {beat.kind for beat in beats})))


def _closing(game: Game, before: Position, after: Position, told: set[str]) -> list[Beat]:
    """Return the end of the game or the turn that begins, unless the game has told it."""
    if after.over:
        return [] if "end" in told else [Beat("end", waiting_prompt(after, game.seat_names(after)))]
    begun = int(after.acting()) & ~int(before.acting())
    if not begun or "turn" in told or "round" in told:
        return []
    seats = [seat for seat in range(int(after.seats)) if begun >> seat & 1]
    first = seats[0] if len(seats) == 1 else -1
    return [Beat("turn", _turn_text(tuple([game.seat_name(seat) for seat in seats]), language()), first)]


@lru_cache(maxsize=1024)
def _turn_text(names: tuple[str, ...], language: str) -> str:
    return translate("{names} to move.", names=listed(names))
