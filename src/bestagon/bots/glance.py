"""A player that errs like people: it overlooks places on the board, and plays nearly the best of what it notices."""

from __future__ import annotations

from collections import Counter
from typing import Final, NamedTuple

from bestagon.bots.mcts import Search
from bestagon.bots.players import Player
from bestagon.core.actions import legal_actions
from bestagon.core.dice import Dice, fast
from bestagon.core.game import Game
from bestagon.core.position import Position
from bestagon.grid.coords import Hex, distance
from bestagon.scene.model import Stage

GLANCES: Final = 2
"""Options that the player looks at by chance; the better one is its focus."""
GUESSES: Final = 8
"""Determinizations in which an option that changes the score is tried: one that gains in some and loses in others is only a guess."""
WORD: Final = 1 << 32


class GlancedOption(NamedTuple):
    """What a player sees at once of a legal action."""

    action: int
    place: str
    """The cell that it affects last, or the action's own name if it affects none."""
    cells: tuple[Hex, ...]
    kind: str
    gain: float
    """The points that it gains at once on the average opponent; infinite for a win."""
    prior: float
    """How good it is, in units of the best."""
    guess: bool = False
    """Whether it gains or loses points depending on what the player does not know."""


class Glance(Player):
    """Looks at the board for a moment instead of searching.

    The player first looks at two options by chance; the better one is its focus. The farther a place is from there, the less likely it
    is noticed: at the mean distance, or if an option has no place, a share `attention` is. A place is noticed or overlooked with all
    that can be done there. Kinds of actions that are rare among the options, such as attacks and claims, stand out. Wins and what
    scores most at once are never overlooked, nor is the best option if it is far better than all that was noticed. Points
    are not staked on a guess while there is anything else to do.
    """

    def __init__(self, game: Game, attention: float, temperature: float, cutoff: float) -> None:
        """Sample among what it notices at a temperature; actions below `cutoff` times the best prior of all are never played.

        A negative temperature selects the evaluator's own. ValueError if the evaluator has no priors.
        """
        self.search = Search(game.evaluator(), temperature=temperature)
        self.game = game
        self.attention = attention
        self.temperature = self.search.temperature
        self.cutoff = cutoff
        self._stage: Stage | None = None
        self._cells: dict[str, Hex] = {}

    def choose(self, masked: Position, seat: int, dice: Dice) -> int:
        """Return an action that is good among those that it notices."""
        actions = legal_actions(masked, seat)
        if len(actions) == 1:
            return actions[0]
        options = self._options(masked, seat, actions, dice)
        options = [option for option in options if not option.guess] or options
        seen = [option for option in self.noticed(options, dice) if option.prior >= self.cutoff]
        return self._sample(seen or [max(options, key=lambda option: option.prior)], dice)

    def noticed(self, options: list[GlancedOption], dice: Dice) -> list[GlancedOption]:
        """Return the options that the player notices, in their order."""
        focus = max((options[int(dice.below(len(options)))] for _ in range(GLANCES)), key=lambda option: option.prior)
        away = [_distance(option.cells, focus.cells) for option in options]
        known = [far for far in away if far is not None]
        mean = sum(known) / len(known) if any(known) else 1.0
        counts = Counter(option.kind for option in options)
        most = max(option.gain for option in options)
        luck: dict[str, float] = {}
        seen = []
        for option, far in zip(options, away, strict=True):
            if option.place not in luck:
                luck[option.place] = int(dice.word()) / WORD
            strain = (1.0 if far is None else far / mean) * counts[option.kind] / len(options)
            if option is focus or option.gain == most > 0.0 or luck[option.place] < self.attention**strain:
                seen.append(option)
        return seen

    def _options(self, masked: Position, seat: int, actions: list[int], dice: Dice) -> list[GlancedOption]:
        priors = self.search.prior_ratios(masked, seat, dice)
        cells = self._cells_of(masked)
        world = masked.copy()
        world.determinize(seat, dice)
        found = []
        for action, prior in zip(actions, priors, strict=True):
            gain = _gain(world, seat, action)
            guess = gain != 0.0 and _is_guess(masked, seat, action)
            touched = self.game.touched(masked, seat, action, seat)
            kind = next((name for group, name in self.game.uses(world, seat, action) if group == "action"), "")
            places = tuple(cells[name] for name in touched if name in cells)
            found.append(GlancedOption(action, touched[-1] if touched else str(action), places, kind, gain, prior, guess))
        return found

    def _cells_of(self, masked: Position) -> dict[str, Hex]:
        """Return where the cells of all boards are; games share the stage of a set-up."""
        stage = self.game.stage(masked)
        if stage is not self._stage:
            self._stage = stage
            self._cells = {board.id + cell.id: Hex(cell.q, cell.r) for board in stage.boards for cell in stage.grids[board.grid].cells}
        return self._cells

    def _sample(self, options: list[GlancedOption], dice: Dice) -> int:
        """Return an action sampled by prior at the player's temperature."""
        best = max(options, key=lambda option: option.prior)
        if self.temperature <= 0.0 or best.prior <= 0.0:
            return best.action
        weights = [(option.prior / best.prior) ** (1.0 / self.temperature) for option in options]
        left = sum(weights) * int(dice.word()) / WORD
        for option, weight in zip(options, weights, strict=True):
            left -= weight
            if left < 0.0:
                return option.action
        return best.action


def _gain(world: Position, seat: int, action: int) -> float:
    """Return by how many points an action changes the lead of a seat; infinite for a win."""
    after = world.copy()
    after.play(seat, action)
    return float("inf") if after.over and after.payoff(seat) > 0 else _lead(after, seat) - _lead(world, seat)


def _is_guess(masked: Position, seat: int, action: int) -> bool:
    """Tell whether an action gains in some determinizations and loses in others."""
    gains = []
    for seed in range(GUESSES):
        world = masked.copy()
        world.determinize(seat, fast(seed))
        gains.append(_gain(world, seat, action))
    return min(gains) < 0.0 < max(gains)


def _lead(position: Position, seat: int) -> float:
    """Return the points of a seat less the mean of the others'."""
    others = [int(position.score(other)) for other in range(int(position.seats)) if other != seat]
    return int(position.score(seat)) - (sum(others) / len(others) if others else 0.0)


def _distance(a: tuple[Hex, ...], b: tuple[Hex, ...]) -> int | None:
    """Return the distance between the nearest cells; None if there are none."""
    return min((distance(x, y) for x in a for y in b), default=None)
