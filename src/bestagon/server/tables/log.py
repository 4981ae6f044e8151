"""The log of a live table."""

from __future__ import annotations

from typing import NamedTuple

from bestagon.core.game import Game
from bestagon.core.position import SPECTATOR, Position
from bestagon.core.table import Step
from bestagon.i18n import LANGUAGES, use_language

Descriptions = dict[str, dict[int, tuple[str, tuple[str, ...]]]]
"""By language and viewer the sentence for an action and its cells; viewers without an entry read the spectator's (-1)."""


class LogEntry(NamedTuple):
    """One line of the log, for all viewers and languages."""

    n: int
    """The version the event made."""
    at: int
    kind: str
    seat: int
    text: str
    step: Step | None
    """The action, whose notation may differ between viewers; None for other events."""
    descriptions: Descriptions
    private: bool = False
    """Whether only the holders of the seat read it."""

    def visible(self, viewer: int) -> bool:
        """Tell whether a seat, or -1 for a spectator, reads it."""
        return not self.private or viewer == self.seat


def describe(game: Game, players: int, before: Position, step: Step) -> Descriptions:
    """Return the sentences for a step in every language: the spectator's, and those of the seats that may know more."""
    seat, action = step.seat, step.action
    common = step.text_for(SPECTATOR)
    viewers = [SPECTATOR, *[viewer for viewer in range(players) if step.text_for(viewer) != common]]
    cells = {viewer: game.cells(before, seat, action, viewer) for viewer in viewers}
    found: Descriptions = {}
    for language in LANGUAGES:
        with use_language(language):
            found[language] = {viewer: (game.describe(before, seat, action, viewer), cells[viewer]) for viewer in viewers}
    return found
