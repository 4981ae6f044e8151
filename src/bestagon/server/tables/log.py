"""The log of a live table."""

from __future__ import annotations

from bestagon.core.actions import Step
from bestagon.core.game import Game
from bestagon.core.position import SPECTATOR, Position
from bestagon.core.story import Story, story
from bestagon.i18n import language
from bestagon.scene.beats import Beat


class PlayedStep:
    """A step with the positions around it, from which viewers are told what happened, each when it first asks."""

    __slots__ = ("_after", "_game", "_hides", "_told", "before", "step")

    def __init__(self, game: Game, hides: bool, before: Position, after: Position, step: Step) -> None:
        """Keep two unmasked positions that no longer change; `hides` is that of the game, which would be read for each viewer."""
        self.step = step
        self._game = game
        self._hides = hides
        self.before = before
        self._after = after
        self._told: dict[tuple[int, str], Story] = {}

    def text(self, viewer: int) -> str:
        """Return the action in notation, as a viewer may know it."""
        return self.step.seen.get(viewer, self.step.text)

    def story(self, viewer: int) -> Story:
        """Return what happened as a viewer may know it, in the current language."""
        # Without hidden information all viewers are told the same.
        key = (viewer if self._hides else SPECTATOR, language())
        found = self._told.get(key)
        if found is None:
            step = self.step
            found = self._told[key] = story(self._game, self.before, self._after, step.seat, step.action, key[0], step.timed_out)
        return found

    def moments(self) -> int:
        """Return how many steps are shown to a spectator one after the other, each for a moment."""
        return max(1, sum(shown_steps(beat) for beat in self.story(SPECTATOR).beats))

    def cells(self, viewer: int) -> tuple[str, ...]:
        """Return the cells of the action, as far as a viewer may know them."""
        return self._game.cells(self.before, self.step.seat, self.step.action, viewer)


def shown_steps(beat: Beat) -> int:
    """Return how many moments a beat takes: caps and the like are turned over one by one, and a verdict takes longer."""
    if beat.kind == "flip":
        return max(1, len(beat.faces))
    return 2 if beat.kind == "verdict" else 1


class LogEntry:
    """One line of the log, for all viewers and languages."""

    __slots__ = ("at", "kind", "n", "played", "private", "seat", "text")

    def __init__(self, n: int, at: int, kind: str, seat: int, text: str, played: PlayedStep | None, private: bool = False) -> None:
        """Describe an event."""
        self.n = n
        """The version the event made."""
        self.at = at
        self.kind = kind
        self.seat = seat
        self.text = text
        self.played = played
        """The action, which viewers may know in different detail; None for other events."""
        self.private = private
        """Whether only the holders of the seat read it."""

    def visible(self, viewer: int) -> bool:
        """Tell whether a seat, or -1 for a spectator, reads it."""
        return not self.private or viewer == self.seat
