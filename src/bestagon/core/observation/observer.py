"""The contract of observers, which turn masked positions into numbers, and the parts that they share."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i16, i64, mypyc_attr

from bestagon.core.observation.schema import Feature, Schema
from bestagon.core.position import Position


@mypyc_attr(allow_interpreted_subclasses=True)
class Observer:
    """Writes observations of the positions of one set-up: game, players and options.

    Interpreted code should use `bestagon.rl.Simulator` instead of `observe`: mypyc 2.4 leaks vecs that interpreted code passes.
    """

    schema: Schema
    size: i64
    """How many numbers an observation has."""

    def __init__(self, schema: Schema) -> None:
        """Store the schema."""
        self.schema = schema
        self.size = schema.size

    def observe(self, masked: Position, seat: i64, out: vec[i16], at: i64) -> None:
        """Write all `size` numbers that describe a position, masked for the seat, to `out` from index `at` on."""
        raise NotImplementedError

    def update(self, masked: Position, seat: i64, out: vec[i16], at: i64) -> None:
        """Do what `observe` does, where an observation of the same game from one action ago stands, by any seat.

        Override it where little changes from one action to the next: whoever plays many games calls it for each.
        """
        self.observe(masked, seat, out, at)


def seat_features(seats: int, low: int, high: int) -> tuple[Feature, ...]:
    """Return the features that `write_seats` writes, for scores from `low` to `high`."""
    return (
        Feature("score", "the score of player 0, 1, ...", low, high, seats),
        Feature("acting", "whether player 0, 1, ... may act", 0, 1, seats),
        Feature("out", "whether player 0, 1, ... has left the game", 0, 1, seats),
        Feature("seat", "the seat of player 0, one-hot", 0, 1, seats),
        Feature("over", "whether the game is over"),
    )


def write_seats(masked: Position, seat: i64, out: vec[i16], at: i64, low: i64, high: i64) -> i64:
    """Write the `seat_features` and return the index after them."""
    seats = masked.seats
    acting = masked.acting()
    other = seat
    for player in range(seats):
        out[at + player] = i16(clamp(masked.score(other), low, high))
        out[at + seats + player] = i16((acting >> other) & 1)
        out[at + 2 * seats + player] = 0 if masked.still_in(other) else 1
        out[at + 3 * seats + player] = 0
        other += 1
        if other == seats:
            other = 0
    out[at + 3 * seats + seat] = 1
    out[at + 4 * seats] = 1 if masked.over else 0
    return at + 4 * seats + 1


def write_cells(members: i64, cells: i64, out: vec[i16], at: i64) -> i64:
    """Write a plane with 1 for the members of a bit set, and return the index after it."""
    for i in range(cells):
        out[at + i] = i16((members >> i) & 1)
    return at + cells


def write_one_hot(value: i64, size: i64, out: vec[i16], at: i64) -> i64:
    """Write a 1 at a value, zeros for the other values below `size`, and return the index after them."""
    write_zeros(size, out, at)
    if value >= 0:
        out[at + value] = 1
    return at + size


def write_zeros(size: i64, out: vec[i16], at: i64) -> i64:
    """Write zeros and return the index after them."""
    for i in range(size):
        out[at + i] = 0
    return at + size


def clamp(value: i64, low: i64, high: i64) -> i64:
    """Return the value, or the end of the range that it is beyond."""
    if value < low:
        return low
    return high if value > high else value
