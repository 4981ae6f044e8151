"""The errors and warnings of the package; every message says what was wrong and what would have been right."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from bestagon.scene.throws import Throw

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


class BadDice(BestagonError):
    """The numbers entered for real dice are too many, too few, or on no side of a die."""


class NeedsDice(BestagonError):
    """People have to roll their dice and enter them; nothing was changed."""

    def __init__(self, throw: Throw, entered: int) -> None:
        """Take the throw and how many numbers of earlier throws were given."""
        super().__init__(throw.prompt)
        self.throw = throw
        self.entered = entered

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle as the arguments of the constructor."""
        return NeedsDice, (self.throw, self.entered)


class DiceMissing(Exception):
    """Entered dice have run out: another throw has to be entered."""

    def __init__(self, code: int, sides: int) -> None:
        """Take what the game announced, or -1 and the number of sides for a die that it did not announce."""
        super().__init__(code, sides)
        self.code = code
        self.sides = sides


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
