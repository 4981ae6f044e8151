"""The errors and warnings of the package; every message says what was wrong and what would have been right."""

from __future__ import annotations

from typing import Final

LONGEST_VALUE: Final = 80
"""The most characters of a wrong value that a message repeats."""


class BestagonError(Exception):
    """Base class of every error that a caller can cause."""


class UnknownGame(BestagonError):
    """No registered game has that name."""


class BadOption(BestagonError):
    """The game has no such option, or the option does not accept the value."""


class BadPlayers(BestagonError):
    """The game does not support that number of players."""


class BadSeed(BestagonError):
    """The seed is not a whole number in range."""


class BadData(BestagonError):
    """A sheet, deck, map or terrain file is malformed."""


class BadNotation(BestagonError):
    """A text or byte string is not an action or position of the game."""


class WrongSeat(BestagonError):
    """The seat does not exist or may not act now."""


class IllegalMove(BestagonError):
    """The action is not legal now."""


class GameOver(BestagonError):
    """The game has already ended."""


class CannotUndo(BestagonError):
    """There is nothing to undo, or undo is not allowed past this point."""


class BadRecord(BestagonError):
    """A record is damaged, incomplete, foreign or made under other rules."""


class NotPicklable(BestagonError):
    """The object does not know how another process could rebuild it."""


class PluginWarning(RuntimeWarning):
    """An installed package offers a game that cannot be loaded; the game is skipped."""


def brief(value: object) -> str:
    """Return the repr of a wrong value for a message, cut if it is long."""
    try:
        text = repr(value)
    except Exception:  # Python refuses to print huge numbers, and the repr of a foreign class can raise anything.
        return f"that {type(value).__name__}"
    return text if len(text) <= LONGEST_VALUE else f"{text[:LONGEST_VALUE]}..."
