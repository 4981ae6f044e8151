"""The contract: what a game must be able to do. Nothing above it knows any rule."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i32, i64, mypyc_attr

from bestagon.core.codec import Reader, Writer
from bestagon.core.dice import DICE_BYTES, Dice

RESIGN: Final = -1
"""The action id that stands for `Position.resign` in moves and records; `legal` never lists it."""
SPECTATOR: Final = -1
"""The seat to mask for when nobody's secrets may be seen."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Position:
    """A moment of a game: who may act, what they may do, do it, score it.

    A position knows its set-up (players, options, boards) from its constructor and nothing of what happened until
    `start` or `from_bytes`. Only `play`, `resign` and `start` draw from `dice`.
    """

    seats: i64
    """How many players there are."""
    max_legal: i64
    """The most actions any seat can ever have at once: how long the list given to `legal` must be."""
    actions: i64
    """Every action is a number from 0 to actions - 1."""
    over: bool
    """Whether the game has ended."""
    revealed: bool
    """Whether the last action showed the seat that took it what it did not know: undo does not go past it."""
    dice: Dice
    resignations: i64
    """Who resigned, four bits a seat: 0 while in, else 1 for the first to go, 2 for the second, ..."""

    def __init__(self, seats: i64, max_legal: i64, actions: i64) -> None:
        """Make a position that has not started."""
        self.seats = seats
        self.max_legal = max_legal
        self.actions = actions
        self.over = False
        self.revealed = False
        self.dice = Dice()
        self.resignations = 0

    # What every game says for itself.

    def blank(self) -> Position:
        """Return a position of the same set-up that has not started."""
        raise NotImplementedError

    def start(self, dice: Dice) -> None:
        """Set the game up for its first action, chance drawn from a copy of `dice` that the position keeps."""
        raise NotImplementedError

    def acting(self) -> i64:
        """Return the bit set of the seats that may act now; none when the game is over."""
        raise NotImplementedError

    def legal(self, seat: i64, out: vec[i32]) -> i64:
        """Write the seat's legal actions into `out`, each once, and return how many; 0 for a seat that may not act."""
        raise NotImplementedError

    def play(self, seat: i64, action: i64) -> None:
        """Carry out a legal action. Trusted: `Table.play` is the door that checks."""
        raise NotImplementedError

    def score(self, seat: i64) -> i64:
        """Return the seat's points so far."""
        raise NotImplementedError

    def copy_from(self, other: Position) -> None:
        """Become equal to a position of the same set-up; neither can change the other afterwards."""
        raise NotImplementedError

    def mask(self, seat: i64) -> None:
        """Forget all that the seat may not know, the dice first of all."""
        raise NotImplementedError

    def determinize(self, seat: i64, dice: Dice) -> None:
        """Fill what `mask(seat)` hid with a guess that fits all the seat has seen, and take dice forked from `dice`."""
        raise NotImplementedError

    def write(self, out: Writer) -> None:
        """Write what this game adds to the common part."""
        raise NotImplementedError

    def read(self, source: Reader) -> None:
        """Read what `write` wrote; ValueError where it cannot be."""
        raise NotImplementedError

    def withdraw(self, seat: i64) -> None:
        """Take a seat that has just resigned out of play, so that the others can go on (C5)."""
        raise NotImplementedError

    def ending(self) -> str:
        """Return how the game ended, as one of the words its Game lists; empty while it runs."""
        raise NotImplementedError

    # What games may say better.

    def beats(self, a: i64, b: i64) -> bool:
        """Tell whether `a` ranks strictly above `b` in a game that is over, resignations aside."""
        return self.score(a) > self.score(b)

    def still_in(self, seat: i64) -> bool:
        """Tell whether the seat takes part in the game, so that it may resign."""
        return (self.resignations >> (4 * seat)) & 15 == 0

    def pick(self, seat: i64, dice: Dice, out: vec[i32]) -> i64:
        """Return one of the seat's legal actions, each equally likely; `out` is room to list them in."""
        return i64(out[dice.below(self.legal(seat, out))])

    def solo_payoff(self) -> float:
        """Return the payoff of a game alone, from -1 to 1, from its score."""
        return 0.0

    # What follows for every game.

    def resign(self, seat: i64) -> None:
        """Give up (C5): the seat ranks last, the others play on, the last one left wins at once."""
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
        """Tell whether `a` ranks strictly above `b` in a game that is over."""
        left = (self.resignations >> (4 * a)) & 15
        right = (self.resignations >> (4 * b)) & 15
        if left or right:
            return right != 0 and (left == 0 or left > right)
        return self.beats(a, b)

    def place(self, seat: i64) -> i64:
        """Return the seat's rank in a game that is over: 1 is best, equals share the better place."""
        rank: i64 = 1
        for other in range(self.seats):
            if other != seat and self.outranks(other, seat):
                rank += 1
        return rank

    def payoff(self, seat: i64) -> float:
        """Return -1 to 1 for a game that is over: the share of opponents ranked below less the share above."""
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
        """Return an equal position that shares nothing with this one."""
        twin = self.blank()
        twin.copy_from(self)
        return twin

    def copy_common(self, other: Position) -> None:
        """Take over what every game has; the first thing `copy_from` does."""
        self.over = other.over
        self.revealed = other.revealed
        self.resignations = other.resignations
        self.dice.copy_from(other.dice)

    def to_bytes(self) -> bytes:
        """Return the whole state; equal positions have equal bytes."""
        out = Writer()
        flags: i64 = (1 if self.over else 0) + (2 if self.revealed else 0)
        out.number(flags | (self.resignations << 8))
        out.raw(self.dice.to_bytes())
        self.write(out)
        return out.done()

    def from_bytes(self, data: bytes) -> None:
        """Become what `to_bytes` of a position of the same set-up wrote; ValueError where that cannot be."""
        source = Reader(data)
        common = source.number()
        self.over = common & 1 != 0
        self.revealed = common & 2 != 0
        self.resignations = common >> 8
        self.dice.from_bytes(source.raw(DICE_BYTES))
        self.read(source)
        source.done()
