"""A game looked at afterwards: what a search would have done, and what was lost by doing otherwise.

Each decision is judged by what its seat could know. A search of so many iterations from the masked position names the best action. Where
another was played, both are judged alike: in the same few imagined worlds, with the same dice, the action is taken, what the seat may not
know is hidden again, and a search from there says what every seat can expect; together these searches have as many iterations as the
first. (The first search's own statistics of a poor action rest on a handful of visits, and those of the best on thousands.)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bestagon.bots.mcts import Search
from bestagon.core import registry
from bestagon.core.actions import legal_actions
from bestagon.core.dice import fast
from bestagon.core.game import Game
from bestagon.core.option import Value
from bestagon.core.position import Position
from bestagon.core.record import Record
from bestagon.core.table import RESIGN_TEXT

WORLDS: Final = 8
"""In how many imagined worlds an action is judged."""
UNDECIDED: Final = -1
"""In place of an action: nothing has been played, and only the best one is asked for."""
WORTH_NAMING: Final = 0.02
"""A smaller loss is within what two searches differ by chance."""


@dataclass(frozen=True)
class DecisionQuery:
    """One decision of a game, as the seat that made it saw it."""

    move: int
    """Which action of the game it was, counted from 1."""
    game: str
    players: int
    options: dict[str, Value]
    masked: bytes
    seat: int
    action: int
    """What was played, or UNDECIDED."""
    iterations: int
    """Of the search; those that judge two actions share as many again."""
    seed: int
    seconds: float = 0.0
    """When the search stops all the same, for those who cannot wait; 0 for never. Without it the same question has the same answer."""


@dataclass(frozen=True)
class Verdict:
    """What a search thinks of a decision; results go from 0, the worst, to 1, the best."""

    move: int
    seat: int
    played: str
    best: str
    choice: int
    """The id of the best action."""
    before: float
    """The result the seat could expect with the best action."""
    after: float
    """The result it could expect with the action played."""
    chances: tuple[float, ...]
    """The result every seat could expect before the action, as far as the acting seat could know."""

    @property
    def regret(self) -> float:
        """What the action cost; 0 where the search has nothing better."""
        return max(0.0, self.before - self.after)


def questions(record: Record, iterations: int, seed: int, seconds: float = 0.0) -> list[DecisionQuery]:
    """Return all decisions of a record; resigning is none. BadRecord where it cannot be replayed."""
    found = []
    for i, table in enumerate(record.steps()):
        if i == len(record.actions) or record.actions[i][1].strip().lower() == RESIGN_TEXT:
            continue
        seat, text = record.actions[i]
        position = table.position
        action = table.game.parse_action(position, seat, text)
        position.mask(seat)
        masked = position.to_bytes()
        found.append(
            DecisionQuery(i + 1, table.game.name, table.players, table.options, masked, seat, action, iterations, seed + i, seconds)
        )
    return found


def judge(question: DecisionQuery) -> Verdict:
    """Return what a search thinks of a decision."""
    game = registry.game(question.game)
    masked = game.load(question.masked, question.players, question.options)
    seat = question.seat
    search = Search(game.evaluator(), question.iterations, question.seconds, temperature=0.0)
    report = search.think(masked.copy(), seat, fast(question.seed))
    chances = tuple(_result(value) for value in report.values)
    actions = legal_actions(masked, seat)
    best = actions[0] if len(actions) == 1 else report.choices[0].action
    played = best if question.action == UNDECIDED else question.action
    texts = [game.action_text(masked, seat, action) for action in (played, best)]
    if best == played:
        expected = _result(next((choice.value for choice in report.choices if choice.action == best), report.values[seat]))
        return Verdict(question.move, seat, texts[0], texts[1], best, expected, expected, chances)
    after, before = (_worth(game, question, masked, action) for action in (played, best))
    return Verdict(question.move, seat, texts[0], texts[1], best, before, after, chances)


def _worth(game: Game, question: DecisionQuery, masked: Position, action: int) -> float:
    """Return the result the seat can expect after an action, over a few imagined worlds that do not depend on it."""
    search = Search(game.evaluator(), max(1, question.iterations // WORLDS), question.seconds / WORLDS, temperature=0.0)
    total = 0.0
    for n in range(WORLDS):
        dice = fast(question.seed * WORLDS + n)
        world = masked.copy()
        world.determinize(question.seat, dice)
        world.play(question.seat, action)
        if world.over:
            total += _result(world.payoff(question.seat))
        else:
            world.mask(question.seat)
            total += _result(search.think(world, question.seat, dice).values[question.seat])
    return total / WORLDS


def _result(payoff: float) -> float:
    return (payoff + 1) / 2


def final_chances(record: Record) -> tuple[float, ...]:
    """Return the result of every seat of a game that is over; nothing while it runs."""
    table = record.replay()
    return tuple(_result(table.position.payoff(seat)) for seat in range(table.players)) if table.over else ()


def mistakes(verdicts: Sequence[Verdict], most: int = 3, worth: float = WORTH_NAMING) -> list[Verdict]:
    """Return the decisions that cost most, the worst first, and none that cost less than is worth naming."""
    costly = [verdict for verdict in verdicts if verdict.regret >= worth]
    return sorted(costly, key=lambda verdict: (-verdict.regret, verdict.move))[:most]


def in_words(game: Game, verdict: Verdict) -> str:
    """Return a mistake in a sentence."""
    return (
        f"Move {verdict.move}, {game.seat_name(verdict.seat)}: {verdict.played}; {verdict.best} was better: "
        f"expected result {verdict.before:.2f} -> {verdict.after:.2f}"
    )
