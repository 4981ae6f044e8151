"""What an action did, as a viewer may know it: the beats that the game tells, and what every game has in common."""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from bestagon.core.game import Game
from bestagon.core.position import RESIGN, Position
from bestagon.core.scene_parts import listed, waiting_prompt
from bestagon.i18n import language, translate
from bestagon.scene.beats import Beat


@mypyc_attr(acyclic=True)
class Story:
    """An action that was played, told to a viewer."""

    __slots__ = ("beats", "words")

    def __init__(self, words: str, beats: tuple[Beat, ...]) -> None:
        """Take the line of the log and what it is made of."""
        self.words = words
        self.beats = beats

    def __eq__(self, other: object) -> bool:
        """Compare words and beats."""
        return isinstance(other, Story) and self.words == other.words and self.beats == other.beats

    def __hash__(self) -> int:
        """Return a hash of the words, which tell stories apart."""
        return hash(self.words)


def story(game: Game, before: Position, after: Position, seat: int, action: int, viewer: int, timed_out: bool = False) -> Story:
    """Return what an action did as a viewer sees it; both positions are unmasked and stay unchanged.

    A player who has `timed_out` resigns by that.
    """
    shown = before.copy() if action == RESIGN else game.opened(before, seat, action)
    shown.mask(viewer)
    seen = after.copy()
    seen.mask(viewer)
    if action == RESIGN:
        words = "{name}'s time is up." if timed_out else "{name} resigns."
        beats = [Beat("declare", translate(words, name=game.seat_name(seat)), seat), *game.tell_resignation(shown, seen, seat, viewer)]
    else:
        beats = game.tell(shown, seen, seat, action, viewer)
    if _has_points(shown, seen, beats):
        beats = _with_points(game, shown, seen, beats)
    texts: list[str] = []
    turn_told = end_told = False
    for beat in beats:
        kind = beat.kind
        if kind == "turn" or kind == "round":
            turn_told = True
            continue
        end_told = end_told or kind == "end"
        if beat.text:
            texts.append(beat.text)
    if seen.over:
        if not end_told:
            end = _end(game, seen, action == RESIGN)
            return Story(" ".join([*texts, end.text]), (*beats, end))
    elif not turn_told:
        begun = int(seen.acting() & ~shown.acting())
        if begun:
            return Story(" ".join(texts), (*beats, _turn(game, begun)))
    return Story(" ".join(texts), tuple(beats))


def _has_points(before: Position, after: Position, beats: list[Beat]) -> bool:
    """Tell whether a score changes or the game tells points; after most actions neither is so, and each is told to every viewer."""
    for seat in range(after.seats):
        if after.score(seat) != before.score(seat):
            return True
    for beat in beats:
        if beat.points:
            return True
    return False


def _with_points(game: Game, before: Position, after: Position, beats: list[Beat]) -> list[Beat]:
    """Return the beats with one for each change of a score that the game has not told, before the next turn or the end."""
    changes: dict[int, int] = {}
    for seat in range(int(after.seats)):
        change = int(after.score(seat)) - int(before.score(seat))
        for beat in beats:
            if beat.points is not None and beat.seat == seat:
                change -= beat.points
        if change:
            changes[seat] = change
    if not changes:
        return beats
    # Where the game tells points in words, those of the others follow from them, as a partner's do.
    silent = after.over or any(beat.points is not None and beat.text for beat in beats)
    texts = {change: "" if silent else _points_text(game, changes, change) for change in changes.values()}
    added = [Beat("score", texts.pop(change, ""), seat, to=(f"seat.{seat}",), points=change) for seat, change in changes.items()]
    first = next((n for n, beat in enumerate(beats) if beat.kind in ("turn", "round", "end")), len(beats))
    return [*beats[:first], *added, *beats[first:]]


def _points_text(game: Game, changes: dict[int, int], points: int) -> str:
    names = listed([game.seat_name(seat) for seat, change in changes.items() if change == points])
    return translate.plural(abs(points), "{names}: {points} point.", "{names}: {points} points.", names=names, points=f"{points:+d}")


def _end(game: Game, after: Position, resigned: bool) -> Beat:
    """Return the end of a game that has not told it."""
    names = game.seat_names(after)
    return Beat("end", _winners(after, names) if resigned else waiting_prompt(after, names))


def _winners(position: Position, names: list[str]) -> str:
    """Return who has won; the only player of a game alone has not."""
    if position.seats == 1:
        return translate("The game is over.")
    best = [names[seat] for seat in range(int(position.seats)) if position.place(seat) == 1]
    return translate.plural(len(best), "{names} wins.", "{names} win.", names=listed(best))


def _turn(game: Game, begun: int) -> Beat:
    """Return the turn of the seats whose bits are set, in the current language."""
    spoken = language()
    turns = _turns.get(spoken)
    if turns is None:
        turns = _turns[spoken] = {}
    known = turns.get(game)
    if known is None:
        known = turns[game] = {}
    beat = known.get(begun)
    if beat is None:
        seats = [seat for seat in range(begun.bit_length()) if begun >> seat & 1]
        names = [game.seat_name(seat) for seat in seats]
        words = translate("{names} to move.", names=listed(names))
        beat = known[begun] = Beat("turn", words, seats[0] if len(seats) == 1 else -1)
    return beat


_turns: Final[dict[str, dict[Game, dict[int, Beat]]]] = {}
"""By language, game and seats: most stories end with one, and a cached function of three arguments costs three times as much."""
