"""Post-game analysis: what a search would have played, and what each other choice cost.

Every decision is judged by what its seat could know. A search from the masked position names the best action. If another was
played, both are judged alike: in the same few determinizations, with the same dice, the action is played, the position is masked
again, and a search from there estimates every seat's result; together these searches have as many iterations as the first. (The
first search's own statistics of a poor action rest on a handful of visits, and those of the best on thousands.)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from bestagon.bots.mcts import Search
from bestagon.bots.player_factory import make_player
from bestagon.bots.think_request import UNDECIDED, ThinkRequest
from bestagon.core import registry
from bestagon.core.actions import legal_actions
from bestagon.core.dice import fast
from bestagon.core.errors import BadOption
from bestagon.core.game import Game
from bestagon.core.position import Position
from bestagon.core.record import Record
from bestagon.core.table import RESIGN_TEXT

WORLDS: Final = 8
"""Determinizations in which an action is judged."""
MIN_REGRET: Final = 0.02
"""Smaller losses are within the noise of two searches."""


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
    """The seat's expected result with the best action."""
    after: float
    """Its expected result with the action played."""
    chances: tuple[float, ...]
    """Every seat's expected result before the action, as far as the acting seat could know."""

    @property
    def regret(self) -> float:
        """The cost of the action; 0 if the search found nothing better."""
        return max(0.0, self.before - self.after)


def searcher(iterations: int, seconds: float = 0.0) -> str:
    """Return the name of the player that judges with this budget; without a time limit its verdicts are reproducible."""
    return f"search:{iterations}/{seconds:g}s/t0" if seconds else f"search:{iterations}/t0"


def requests_for(record: Record, player: str, seed: int) -> tuple[list[ThinkRequest], tuple[float, ...]]:
    """Return a request for every decision of a record and, if the game is over, the result of every seat.

    Resignations are left out. BadRecord if the record cannot be replayed.
    """
    found: list[ThinkRequest] = []
    for i, table in enumerate(record.steps()):
        if i == len(record.actions) or record.actions[i][1].strip().lower() == RESIGN_TEXT:
            continue
        seat, text = record.actions[i]
        position = table.position
        action = table.game.parse_action(position, seat, text)
        request = ThinkRequest.of(table.game.name, table.options, position, seat, player, seed + i)
        found.append(replace(request, judge=True, played=action, move=i + 1))
    final = tuple(_result(table.position.payoff(seat)) for seat in range(table.players)) if table.over else ()
    return found, final


def judge(request: ThinkRequest) -> Verdict:
    """Return what a search thinks of a decision."""
    game = registry.game(request.game)
    masked, seat = request.load(), request.seat
    search = make_player(request.player, game, reuse=False)
    if not isinstance(search, Search):
        raise BadOption(f"{request.player!r} is not a search, so it cannot judge")
    report = search.think(masked.copy(), seat, fast(request.seed))
    chances = tuple(_result(value) for value in report.values)
    actions = legal_actions(masked, seat)
    best = actions[0] if len(actions) == 1 else report.choices[0].action
    played = best if request.played == UNDECIDED else request.played
    texts = [game.action_text(masked, seat, action) for action in (played, best)]
    if best == played:
        expected = _result(next((choice.value for choice in report.choices if choice.action == best), report.values[seat]))
        return Verdict(request.move, seat, texts[0], texts[1], best, expected, expected, chances)
    shorter = Search(game.evaluator(), max(1, int(search.iterations) // WORLDS), search.seconds / WORLDS, temperature=0.0)
    after, before = (_expected_result(shorter, request, masked, action) for action in (played, best))
    return Verdict(request.move, seat, texts[0], texts[1], best, before, after, chances)


def _expected_result(search: Search, request: ThinkRequest, masked: Position, action: int) -> float:
    """Return the seat's expected result after an action, over determinizations that do not depend on it."""
    total = 0.0
    for n in range(WORLDS):
        dice = fast(request.seed * WORLDS + n)
        world = masked.copy()
        world.determinize(request.seat, dice)
        world.play(request.seat, action)
        if world.over:
            total += _result(world.payoff(request.seat))
        else:
            world.mask(request.seat)
            total += _result(search.think(world, request.seat, dice).values[request.seat])
    return total / WORLDS


def _result(payoff: float) -> float:
    return (payoff + 1) / 2


def mistakes(verdicts: Sequence[Verdict], most: int = 3, min_regret: float = MIN_REGRET) -> list[Verdict]:
    """Return at most `most` decisions that cost at least `min_regret`, worst first."""
    costly = [verdict for verdict in verdicts if verdict.regret >= min_regret]
    return sorted(costly, key=lambda verdict: (-verdict.regret, verdict.move))[:most]


def in_words(game: Game, verdict: Verdict) -> str:
    """Return a mistake in a sentence."""
    return (
        f"Move {verdict.move}, {game.seat_name(verdict.seat)}: {verdict.played}; {verdict.best} was better: "
        f"expected result {verdict.before:.2f} -> {verdict.after:.2f}"
    )
