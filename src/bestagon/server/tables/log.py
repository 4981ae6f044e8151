"""The log of a live table."""

from __future__ import annotations

from typing import NamedTuple

from bestagon.core.game import Game
from bestagon.core.position import SPECTATOR, Position
from bestagon.core.story import Story, story
from bestagon.core.table import Step
from bestagon.i18n import language


class PlayedStep:
    """A step with the positions around it, from which viewers are told what happened, each when it first asks."""

    __slots__ = ("_after", "_before", "_game", "_told", "step")

    def __init__(self, game: Game, before: Position, after: Position, step: Step) -> None:
        """Keep two unmasked positions that no longer change."""
        self.step = step
        self._game = game
        self._before = before
        self._after = after
        self._told: dict[tuple[int, str], Story] = {}

    def text(self, viewer: int) -> str:
        """Return the action in notation, as a viewer may know it."""
        return self.step.seen.get(viewer, self.step.text)

    def story(self, viewer: int) -> Story:
        """Return what happened as a viewer may know it, in the current language."""
        # Without hidden information all viewers are told the same.
        key = (viewer if self._game.hides else SPECTATOR, language())
        found = self._told.get(key)
        if found is None:
            found = self._told[key] = story(self._game, self._before, self._after, self.step.seat, self.step.action, key[0])
        return found

    def cells(self, viewer: int) -> tuple[str, ...]:
        """Return the cells of the action, as far as a viewer may know them."""
        return self._game.cells(self._before, self.step.seat, self.step.action, viewer)


class LogEntry(NamedTuple):
    """One line of the log, for all viewers and languages."""

    n: int
    """The version the event made."""
    at: int
    kind: str
    seat: int
    text: str
    played: PlayedStep | None
    """The action, which viewers may know in different detail; None for other events."""
    private: bool = False
    """Whether only the holders of the seat read it."""

    def visible(self, viewer: int) -> bool:
        """Tell whether a seat, or -1 for a spectator, reads it."""
        return not self.private or viewer == self.seat
