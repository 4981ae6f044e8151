"""Variants to test and random games of them: the building blocks of the checks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Set
from dataclasses import dataclass

from bestagon.core.actions import legal_actions
from bestagon.core.dice import Dice, fast
from bestagon.core.errors import BadOption
from bestagon.core.game import Game, Variant
from bestagon.core.option import Option, Value
from bestagon.core.position import RESIGN, SPECTATOR, Position

ENDLESS = 100_000
"""A random game that reaches this number of actions counts as endless."""
RESIGN_EVERY = 60
"""Average number of steps per resignation in random games with resignations."""


def no_invariants(position: Position) -> None:
    """Accept every position."""


class DescribedPosition:
    """A position in an error message. Its text is generated when it is read, because that takes longer than most checks."""

    def __init__(self, game: Game, position: Position, before: str = "") -> None:
        self._game, self._position, self._before = game, position, before

    def __str__(self) -> str:
        """Return where the error was found."""
        try:
            return f"{self._before}in {self._game.position_text(self._position)!r}"
        except Exception:  # The message must not depend on the part of the game that may be broken.
            return f"{self._before}in the position of bytes {self._position.to_bytes().hex()}"


@dataclass(frozen=True)
class Case(Variant):
    """A variant to test, with the invariants and shortcuts that its author knows."""

    invariants: Callable[[Position], None] = no_invariants
    """Raises AssertionError for a position that the rules cannot lead to."""
    shortcuts: tuple[str, ...] = ()
    """Actions, in notation, that end random games before anything rare happens: half of the games avoid them."""

    def __str__(self) -> str:
        """Return game, players and the options that differ from the usual ones."""
        usual = self.game.complete(self.players, {})
        varied = [f"{name}={value}" for name, value in self.options.items() if usual[name] != value]
        return "-".join([self.game.name, str(self.players), *varied])

    def started(self, seed: int) -> Position:
        """Return the first position of the game with that seed."""
        position = self.game.new_position(self.players, self.options)
        position.start(fast(seed))
        return position

    def avoided(self) -> set[int]:
        """Return the shortcuts as actions."""
        position = self.started(0)
        return {self.game.parse_action(position, 0, text) for text in self.shortcuts}

    def viewers(self) -> range:
        """Return a spectator and all seats."""
        return range(SPECTATOR, self.players)

    def describe(self, position: Position, viewer: int | None = None) -> DescribedPosition:
        """Return a position for an error message; take its `str` at once if the position changes before the message is needed."""
        return DescribedPosition(self.game, position, "" if viewer is None else f"for viewer {viewer} ")


def cases_of(game: Game, invariants: Callable[[Position], None] = no_invariants, shortcuts: tuple[str, ...] = ()) -> list[Case]:
    """Return the variants worth testing: every number of players, each option varied, and every two of them; clashes are left out."""
    found: list[Case] = []
    for players in game.players:
        variants: list[Mapping[str, object]] = [{}] + [{option.name: value} for option in game.options for value in _values(option)]
        words = [{option.name: value} for option in game.options if not option.high for value in _values(option)]
        variants += [{**a, **b} for i, a in enumerate(words) for b in words[i + 1 :] if not set(a) & set(b)]
        for variant in variants:
            try:
                case = Case(game, players, game.complete(players, variant), invariants, shortcuts)
                game.setup(players, case.options)
            except BadOption:
                continue
            if case not in found:
                found.append(case)
    return found


def _values(option: Option) -> list[Value]:
    """Return the values of an option worth trying besides its default."""
    if option.data:
        return []
    if isinstance(option.default, bool):
        return [not option.default]
    if option.choices:
        return [choice for choice in option.choices if choice != option.default]
    return [max(2, option.low)]


def usual_cases_of(game: Game, invariants: Callable[[Position], None] = no_invariants, shortcuts: tuple[str, ...] = ()) -> list[Case]:
    """Return one case for every number of players, with the usual options."""
    return [Case(game, n, game.complete(n, {}), invariants, shortcuts) for n in game.players]


def acting_seats(position: Position) -> list[int]:
    """Return the seats that may act."""
    acting = int(position.acting())
    return [seat for seat in range(int(position.seats)) if acting >> seat & 1]


def legal(position: Position, seat: int) -> list[int]:
    """Return the legal actions of a seat; none for a spectator."""
    return legal_actions(position, seat) if seat >= 0 else []


def masked(position: Position, viewer: int) -> Position:
    """Return a copy as a seat, or -1 for a spectator, may know it."""
    copy = position.copy()
    copy.mask(viewer)
    return copy


def random_step(
    position: Position, dice: Dice, resign: bool = False, avoid: Set[int] = frozenset(), every: int = RESIGN_EVERY
) -> tuple[int, int]:
    """Play a random action of a random acting seat and return both; with `resign`, one step in `every` is a resignation."""
    seats = acting_seats(position)
    seat = seats[int(dice.below(len(seats)))]
    if resign and position.seats > 1 and dice.below(every) == 0:
        inside = [s for s in range(int(position.seats)) if position.still_in(s)]
        seat = inside[int(dice.below(len(inside)))]
        position.resign(seat)
        return seat, RESIGN
    actions = legal(position, seat)
    actions = [action for action in actions if action not in avoid] or actions
    action = actions[int(dice.below(len(actions)))]
    position.play(seat, action)
    return seat, action


def random_game(case: Case, seed: int, resign: bool = False, avoid: Set[int] = frozenset(), dice: Dice | None = None) -> Iterator[Position]:
    """Yield one position before the first action of a random game and again after each."""
    position = case.started(seed)
    own = fast(seed + 10_000) if dice is None else dice
    yield position
    for _ in range(ENDLESS):
        if position.over:
            return
        random_step(position, own, resign, avoid)
        yield position
    raise AssertionError(f"a random game is not over after {ENDLESS} actions {case.describe(position)}")
