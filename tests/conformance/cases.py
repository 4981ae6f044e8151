"""Every game at every number of players and with every option varied: what the shared suites run over."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Set
from dataclasses import dataclass

from bestagon.core import registry
from bestagon.core.actions import legal_actions
from bestagon.core.dice import Dice, fast
from bestagon.core.errors import BadOption
from bestagon.core.game import Game
from bestagon.core.option import Option, Value
from bestagon.core.position import Position

OURS = ("pocket_hexes", "beerhex", "hex_roller", "hexagone", "hex_dice")


@dataclass(frozen=True)
class Case:
    """A game with players and options."""

    game: Game
    players: int
    options: dict[str, Value]

    def __str__(self) -> str:
        usual = self.game.complete(self.players, {})
        varied = [f"{name}={value}" for name, value in self.options.items() if usual[name] != value]
        return "-".join([self.game.name, str(self.players), *varied])

    def started(self, seed: int) -> Position:
        position = self.game.new_position(self.players, self.options)
        position.start(fast(seed))
        return position


def values(option: Option) -> list[Value]:
    """The values of an option worth trying."""
    if option.data:
        return []
    if isinstance(option.default, bool):
        return [not option.default]
    if option.choices:
        return [choice for choice in option.choices if choice != option.default]
    return [max(2, option.low)]


def cases_of(game: Game) -> list[Case]:
    """Every number of players with the usual options, each option varied, and every two words varied; clashes are left out."""
    found: list[Case] = []
    for players in game.players:
        variants: list[dict[str, object]] = [{}] + [{option.name: value} for option in game.options for value in values(option)]
        words = [{option.name: value} for option in game.options if not option.high for value in values(option)]
        variants += [{**a, **b} for i, a in enumerate(words) for b in words[i + 1 :] if not set(a) & set(b)]
        for variant in variants:
            try:
                case = Case(game, players, game.complete(players, variant))
                game.setup(players, case.options)
            except BadOption:
                continue
            if case not in found:
                found.append(case)
    return found


def all_cases() -> list[Case]:
    return [case for game in registry.all_games().values() for case in cases_of(game)]


def usual_cases() -> list[Case]:
    """One case for every number of players of every game."""
    return [Case(game, n, game.complete(n, {})) for game in registry.all_games().values() for n in game.players]


def invariants(game: Game) -> Callable[[Position], None]:
    """The game's own conservation laws; nothing for games that are not ours."""
    package = game.name.replace("-", "_")
    if package not in OURS:
        return lambda position: None
    check: Callable[[Position], None] = importlib.import_module(f"tests.games.{package}.invariants").check
    return check


def seats_of(bits: int, players: int) -> list[int]:
    return [seat for seat in range(players) if (bits >> seat) & 1]


def legal(position: Position, seat: int) -> list[int]:
    return legal_actions(position, seat)


SHORTCUTS = {"beerhex": ("declare", "cannot", "concede")}
"""Actions that end random games before anything rare can happen: now and then they are left alone."""


def shortcuts(case: Case) -> set[int]:
    position = case.started(0)
    return {case.game.parse_action(position, 0, text) for text in SHORTCUTS.get(case.game.name, ())}


def random_step(position: Position, dice: Dice, resign: bool = False, avoid: Set[int] = frozenset(), every: int = 60) -> tuple[int, int]:
    """Play a random action of a random acting seat (or a resignation, one step in `every`) and return it; -1 is resigning."""
    seats = seats_of(int(position.acting()), int(position.seats))
    seat = seats[int(dice.below(len(seats)))]
    if resign and position.seats > 1 and dice.below(every) == 0:
        inside = [s for s in range(int(position.seats)) if position.still_in(s)]
        seat = inside[int(dice.below(len(inside)))]
        position.resign(seat)
        return seat, -1
    actions = legal(position, seat)
    actions = [action for action in actions if action not in avoid] or actions
    action = actions[int(dice.below(len(actions)))]
    position.play(seat, action)
    return seat, action
