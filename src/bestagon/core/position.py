"""The contract between a game's rules and everything else: no layer above knows a rule."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i32, i64, mypyc_attr

from bestagon.core.codec import Reader, Writer
from bestagon.core.dice import DICE_BYTES, Dice
from bestagon.core.errors import NotPicklable

if TYPE_CHECKING:
    from bestagon.core.game import Variant

RESIGN: Final = -1
"""The action id that stands for `Position.resign` in moves and records; `legal` never lists it."""
SPECTATOR: Final = -1
"""The viewer who may see nobody's secrets."""


@mypyc_attr(allow_interpreted_subclasses=True, acyclic=True)
class Position:
    """The state of a game at one moment, and the rules: who may act, which actions are legal, what they do, who wins.

    The constructor fixes the set-up (players, options, boards); `start` and `from_bytes` set the state. Only `start`, `play`
    and `resign` draw from `dice`. `copy.copy` and `copy.deepcopy` equal `copy()`. A pickle contains everything, hidden
    information and the dice included: mask a position before you give it to anybody who must not know them.
    """

    seats: i64
    """The number of players."""
    max_legal: i64
    """The most legal actions a seat can ever have: the length of the buffer that `legal` needs."""
    actions: i64
    """The size of the action space: actions are numbered 0 to actions - 1."""
    over: bool
    """Whether the game has ended."""
    revealed: bool
    """Whether the last action told its seat something new, such as a card drawn or turned over: undo stops there.

    `play` sets it every time, to False if nothing was revealed. Rolls need not be marked: `dice.drawn` shows them.
    """
    dice: Dice
    resignations: i64
    """Four bits per seat: 0 while it is in the game, else 1 for the first to resign, 2 for the second, ..."""
    origin: Variant | None
    """The game, players and options it was made for, which a pickle needs; None unless `Game.new_position` made it."""

    def __init__(self, seats: i64, max_legal: i64, actions: i64) -> None:
        """Create a position that has not started."""
        self.seats = seats
        self.max_legal = max_legal
        self.actions = actions
        self.over = False
        self.revealed = False
        self.dice = Dice()
        self.resignations = 0
        self.origin = None

    # Every game implements these.

    def blank(self) -> Position:
        """Return a position of the same set-up that has not started."""
        raise NotImplementedError

    def start(self, dice: Dice) -> None:
        """Begin a new game: call `start_common`, reset everything else, and draw initial chance from `self.dice`."""
        raise NotImplementedError

    def acting(self) -> i64:
        """Return the bit set of the seats that may act now: 0 if and only if the game is over."""
        raise NotImplementedError

    def legal(self, seat: i64, out: vec[i32]) -> i64:
        """Write the seat's legal actions to `out` without duplicates and return their number, 0 for a seat that may not act."""
        raise NotImplementedError

    def play(self, seat: i64, action: i64) -> None:
        """Carry out an action that the caller knows to be legal; `Table.play` is the checked way."""
        raise NotImplementedError

    def score(self, seat: i64) -> i64:
        """Return the seat's score so far."""
        raise NotImplementedError

    def copy_from(self, other: Position) -> None:
        """Become equal to a position of the same set-up, sharing no mutable state with it; call `copy_common` first."""
        raise NotImplementedError

    def write(self, out: Writer) -> None:
        """Serialize the state that the base class does not know."""
        raise NotImplementedError

    def read(self, source: Reader) -> None:
        """Restore what `write` wrote; raise ValueError for an impossible state."""
        raise NotImplementedError

    def ending(self) -> str:
        """Return how the game ended, one of `Game.endings`; empty while it runs."""
        raise NotImplementedError

    # Games override these where the default does not fit.

    def mask(self, seat: i64) -> None:
        """Remove everything the seat may not know: always the dice, and the secrets of other seats; the default hides only the dice."""
        self.dice.blank()

    def view_from(self, other: Position, seat: i64) -> None:
        """Become what the seat may know of a position of the same set-up, to be read until that one changes, and never played.

        Override it to share what `mask` does not write to, where copying takes longer than reading.
        """
        self.copy_from(other)
        self.mask(seat)

    def determinize(self, seat: i64, dice: Dice) -> None:
        """Replace what `mask(seat)` removed by a sample consistent with all the seat knows, and fork new dice from `dice`."""
        self.dice.fork_from(dice)

    def withdraw(self, seat: i64) -> None:
        """Remove a seat that has just resigned from play, so that the others can continue (C5); needed for three or more."""
        raise NotImplementedError

    def beats(self, a: i64, b: i64) -> bool:
        """Tell whether `a` ranks strictly above `b` in a finished game, resignations aside."""
        return self.score(a) > self.score(b)

    def still_in(self, seat: i64) -> bool:
        """Tell whether the seat is still in the game and may resign."""
        return (self.resignations >> (4 * seat)) & 15 == 0

    def pick(self, seat: i64, dice: Dice, out: vec[i32]) -> i64:
        """Return a uniformly random legal action of the seat; `out` is a buffer for `legal`."""
        return i64(out[dice.below(self.legal(seat, out))])

    def used_up(self, action: i64) -> bool:
        """Tell whether the action just played took only itself away: the seat to act may do the rest, in the same order.

        False is always right. Batches cross out an action that is used up, which is faster than listing the others again.
        """
        return False

    def solo_payoff(self) -> float:
        """Return the payoff of a finished solo game, from -1 to 1."""
        return 0.0

    # The same for every game.

    def resign(self, seat: i64) -> None:
        """Resign (C5): the seat ranks below all who stay, the others continue, and the last one left wins at once."""
        gone: i64 = 0
        for s in range(self.seats):
            if (self.resignations >> (4 * s)) & 15:
                gone += 1
        self.resignations |= (gone + 1) << (4 * seat)
        self.revealed = False
        if gone + 2 >= self.seats:
            self.over = True
        else:
            self.withdraw(seat)

    def resigned(self, seat: i64) -> bool:
        """Tell whether the seat has resigned."""
        return (self.resignations >> (4 * seat)) & 15 != 0

    def outranks(self, a: i64, b: i64) -> bool:
        """Tell whether `a` ranks strictly above `b` in a finished game."""
        left = (self.resignations >> (4 * a)) & 15
        right = (self.resignations >> (4 * b)) & 15
        if left or right:
            return right != 0 and (left == 0 or left > right)
        return self.beats(a, b)

    def place(self, seat: i64) -> i64:
        """Return the seat's rank in a finished game, from 1; ties share the better rank."""
        rank: i64 = 1
        for other in range(self.seats):
            if other != seat and self.outranks(other, seat):
                rank += 1
        return rank

    def payoff(self, seat: i64) -> float:
        """Return the payoff of a finished game: the share of opponents ranked below minus the share ranked above."""
        if self.seats == 1:
            return self.solo_payoff()
        balance: i64 = 0
        for other in range(self.seats):
            if other != seat:
                if self.outranks(seat, other):
                    balance += 1
                elif self.outranks(other, seat):
                    balance -= 1
        return float(balance) / float(self.seats - 1)

    def copy(self) -> Position:
        """Return an equal, independent position."""
        twin = self.blank()
        twin.copy_from(self)
        return twin

    def start_common(self, dice: Dice) -> None:
        """Reset the state that the base class knows and take a copy of `dice`."""
        self.over = False
        self.revealed = False
        self.resignations = 0
        self.dice.copy_from(dice)

    def copy_common(self, other: Position) -> None:
        """Copy the state that the base class knows."""
        self.over = other.over
        self.revealed = other.revealed
        self.resignations = other.resignations
        self.dice.copy_from(other.dice)
        if other.origin is not None:
            self.origin = other.origin

    def to_bytes(self) -> bytes:
        """Serialize the whole state; equal positions have equal bytes."""
        out = Writer()
        flags: i64 = (1 if self.over else 0) + (2 if self.revealed else 0)
        out.number(flags | (self.resignations << 8))
        out.raw(self.dice.to_bytes())
        self.write(out)
        return out.done()

    def from_bytes(self, data: bytes) -> None:
        """Restore what `to_bytes` of a position of the same set-up wrote; ValueError for anything else."""
        source = Reader(data)
        common = source.number()
        self.over = common & 1 != 0
        self.revealed = common & 2 != 0
        self.resignations = common >> 8
        self.dice.from_bytes(source.raw(DICE_BYTES))
        self.read(source)
        source.done()

    def __copy__(self) -> Position:
        """Return `copy()`: positions never share state."""
        return self.copy()

    def __deepcopy__(self, memo: object) -> Position:
        """Return `copy()`."""
        return self.copy()

    def __reduce__(self) -> tuple[object, tuple[bytes]]:
        """Pickle as game, players, options and `to_bytes`."""
        if self.origin is None:
            raise NotPicklable("this position does not know its game: make it with Game.new_position, or take Table.position")
        return self.origin.restore, (self.to_bytes(),)
