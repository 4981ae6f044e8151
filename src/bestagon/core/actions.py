"""Actions: lists of legal ones, and those that are chosen and played."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, SupportsIndex

from librt.vecs import vec
from mypy_extensions import i32, i64, mypyc_attr

from bestagon.core.errors import WrongSeat, brief
from bestagon.core.option import whole_number
from bestagon.core.position import RESIGN, Position

if TYPE_CHECKING:
    from bestagon.core.game import Game

RESIGN_TEXT: Final = "resign"
TIMEOUT_TEXT: Final = "timeout"
"""A resignation by the clock."""
FREE: Final = 0
CONSENT: Final = 1
BARRIER: Final = 2
"""Who may undo a step: its seat, its seat if the others agree, or nobody."""
MOST_COPIED: Final = 4096
ZEROS: Final = vec[i32]([0] * 4096)


def room(position: Position) -> vec[i32]:
    """Return a buffer long enough for any `legal` of this set-up."""
    most = int(position.max_legal)
    # Copying a part is many times faster than making a vec of a list.
    return ZEROS[:most] if most <= MOST_COPIED else vec[i32]([0] * most)


def is_legal(position: Position, seat: i64, action: int) -> bool:
    """Tell whether an action is legal for a seat."""
    return 0 <= action < int(position.actions) and is_listed(position, seat, action, room(position))


def is_listed(position: Position, seat: i64, action: i64, out: vec[i32]) -> bool:
    """Tell whether `legal` lists an action for a seat; `out` is a buffer of `room`."""
    for i in range(position.legal(seat, out)):
        if i64(out[i]) == action:
            return True
    return False


def legal_actions(position: Position, seat: i64) -> list[int]:
    """Return the seat's legal actions as a list, for interpreted code.

    Interpreted code should not pass vecs to compiled functions: mypyc 2.4 leaks their memory.
    """
    out = room(position)
    found: list[int] = []
    for i in range(position.legal(seat, out)):
        found.append(int(out[i]))
    return found


class Move:
    """A legal action of a seat, with the position it was listed for; its pickle contains that position."""

    seat: int
    action: int
    _game: Game
    _at: Position

    def __init__(self, seat: int, action: int, game: Game, at: Position) -> None:
        """Keep the position, so that `text` stays right when the table moves on."""
        self.seat = seat
        self.action = action
        self._game = game
        self._at = at

    @property
    def text(self) -> str:
        """The action in notation."""
        return RESIGN_TEXT if self.action == RESIGN else self._game.action_text(self._at, self.seat, self.action)

    def __str__(self) -> str:
        """Return the notation."""
        return self.text

    def __repr__(self) -> str:
        """Return seat, id and notation."""
        return f"Move(seat={self.seat}, action={self.action}, text={self.text!r})"

    def __eq__(self, other: object) -> bool:
        """Compare seat and action."""
        return isinstance(other, Move) and other.seat == self.seat and other.action == self.action

    def __hash__(self) -> int:
        """Return the same number for equal moves."""
        return hash((self.seat, self.action))

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle as the arguments of the constructor."""
        return Move, (self.seat, self.action, self._game, self._at)


@mypyc_attr(acyclic=True)
class Step:
    """An action that was played."""

    seat: int
    action: int
    text: str
    """The action in notation."""
    seen: dict[int, str]
    """The text for viewers who may not read all of it."""
    barrier: int
    """FREE; CONSENT if another seat's turn began with it; BARRIER after chance, a reveal, a resignation or the end of the game.

    Real dice are no barrier: people who mistype must be able to correct it, and could re-roll anyway.
    """
    dice: tuple[int, ...]
    """What real dice showed; empty if none were rolled."""

    def __init__(self, seat: int, action: int, text: str, seen: dict[int, str], barrier: int = FREE, dice: tuple[int, ...] = ()) -> None:
        """Store the arguments."""
        self.seat = seat
        self.action = action
        self.text = text
        self.seen = seen
        self.barrier = barrier
        self.dice = dice

    @property
    def timed_out(self) -> bool:
        """Whether the seat resigned because its time was up."""
        return self.action == RESIGN and self.text == TIMEOUT_TEXT

    def text_for(self, viewer: SupportsIndex) -> str:
        """Return the action as a seat, or -1 for a spectator, may read it."""
        number = whole_number(viewer)
        if number is None:
            raise WrongSeat(f"a viewer is a seat or -1, not {brief(viewer)}")
        return self.seen.get(number, self.text)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle as the arguments of the constructor."""
        return Step, (self.seat, self.action, self.text, self.seen, self.barrier, self.dice)
