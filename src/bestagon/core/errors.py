"""Errors of our own: each names what was wrong and what would have been right."""

from __future__ import annotations


class BestagonError(Exception):
    """Anything a caller did that cannot be; the message says what."""


class UnknownGame(BestagonError):
    """No registered game has that name."""


class BadOption(BestagonError):
    """An option the game does not have, or a value it cannot take."""


class BadPlayers(BestagonError):
    """A number of players the game is not for."""


class BadSeed(BestagonError):
    """A seed that is not a whole number from 0."""


class BadData(BestagonError):
    """A sheet, deck, map or terrain file that does not hold what it must."""


class BadNotation(BestagonError):
    """A text that is no action or position of the game."""


class WrongSeat(BestagonError):
    """A seat that does not exist or may not act now."""


class IllegalMove(BestagonError):
    """An action that is not legal now."""


class GameOver(BestagonError):
    """Something was tried after the game had ended."""


class CannotUndo(BestagonError):
    """There is nothing to take back, or it may not be taken back."""


class BadRecord(BestagonError):
    """A record file that is changed, truncated, foreign or of other rules."""
