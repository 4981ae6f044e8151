"""Post-game analysis: what a search would have played, and what each other choice cost.

Every decision is judged by what its seat could know. A search from the masked position names the best action. If another was
played, both are judged alike: in the same few determinizations, with the same dice, the action is played, the position is masked
again, and a search from there estimates every seat's result; together these searches have as many iterations as the first. (The
first search's own statistics of a poor action rest on a handful of visits, and those of the best on thousands.) The differences in
these worlds also say how sure the verdict is: a loss within their error is not called a mistake, nor is an action that the first search
tries nearly as often as its favourite: where players must not be foreseen, good play is a mixture. Where both actions leave the game
all but decided, the points that the played one gives away count instead, as far as the evaluator expects points.

Hints come from the same search with the same budget and the same dice, so an analysis does not blame a move that a hint advised.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bestagon.bots.levels import NAMES, level
from bestagon.bots.mcts import Search
from bestagon.bots.player_factory import make_player
from bestagon.bots.think_request import UNDECIDED, ThinkRequest
from bestagon.core import registry
from bestagon.core.actions import legal_actions
from bestagon.core.dice import fast
from bestagon.core.errors import BadOption
from bestagon.core.game import Game
from bestagon.core.option import Value
from bestagon.core.position import Position
from bestagon.core.record import Record
from bestagon.core.table import is_resignation

WORLDS: Final = 8
"""Determinizations in which an action is judged."""
MIN_REGRET: Final = 0.02
"""Smaller losses are not worth a word."""
ERRORS: Final = 3.0
"""Standard errors by which a loss must differ from 0: of some hundred decisions in a game hardly one is blamed by chance."""
ALIKE: Final = 4
"""An action that the search tries at least this part as often as its favourite is one that it might play itself."""
SHARE: Final = 4
"""An adviser has this part of the expert's iterations: an analysis judges hundreds of decisions, each by three searches."""
MIN_ADVICE: Final = 80
"""The fewest iterations of an adviser."""
DECIDED: Final = 0.03
"""Results that are this close to a loss or a win are all but decided."""
MIN_POINTS: Final = 5.0
"""Fewer points given away in a decided game are not worth a word."""
ADVISER_SECONDS: Final = 0.4
"""Its time limit, which compiled searches rarely need."""


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
    error: float = 0.0
    """How far `before - after` may be off by chance; all of it, if the search tries the action nearly as often as its favourite."""
    points: float = 0.0
    """The points that the action gave away in a game that is all but decided; 0 for fewer than MIN_POINTS."""

    @property
    def regret(self) -> float:
        """The cost of the action; 0 if the search found nothing better."""
        return max(0.0, self.before - self.after)


def adviser(game: str) -> str:
    """Return the name of the player that gives hints and judges decisions in a game."""
    return searcher(max(MIN_ADVICE, level(game, NAMES[-1]).iterations // SHARE), ADVISER_SECONDS)


def searcher(iterations: int, seconds: float = 0.0) -> str:
    """Return the name of the player that judges with this budget; without a time limit its verdicts are reproducible."""
    return f"search:{iterations}/{seconds:g}s/t0" if seconds else f"search:{iterations}/t0"


def request_for(game: str, options: Mapping[str, Value], position: Position, seat: int, player: str, seed: int = 0) -> ThinkRequest:
    """Return the request to judge an open decision; what the seat knows decides the dice, so equal decisions are judged alike."""
    request = ThinkRequest.of(game, options, position, seat, player, 0)
    return replace(request, judge=True, seed=seed + zlib.crc32(request.masked))


def requests_for(record: Record, player: str, seed: int) -> tuple[list[ThinkRequest], tuple[float, ...]]:
    """Return a request for every decision of a record and, if the game is over, the result of every seat.

    Resignations are left out. BadRecord if the record cannot be replayed.
    """
    found: list[ThinkRequest] = []
    for i, table in enumerate(record.steps()):
        if i == len(record.actions) or is_resignation(record.actions[i][1]):
            continue
        seat, text = record.actions[i]
        position = table.position
        action = table.game.parse_action(position, seat, text)
        request = request_for(table.game.name, table.options, position, seat, player, seed)
        found.append(replace(request, played=action, move=i + 1))
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
    (after, fewer), (before, more) = (_results(shorter, request, masked, action) for action in (played, best))
    points = _points_lost(_mean(before), _mean(after), more, fewer)
    visits = next((choice.visits for choice in report.choices if choice.action == played), 0)
    error = max(_error(before, after), _mean(before) - _mean(after) if ALIKE * visits >= report.choices[0].visits else 0.0)
    return Verdict(request.move, seat, texts[0], texts[1], best, _mean(before), _mean(after), chances, error, points)


def _results(search: Search, request: ThinkRequest, masked: Position, action: int) -> tuple[list[float], list[float]]:
    """Return the seat's expected result and points after an action in each of the determinizations, which do not depend on it."""
    found, points = [], []
    for n in range(WORLDS):
        dice = fast(request.seed * WORLDS + n)
        world = masked.copy()
        world.determinize(request.seat, dice)
        world.play(request.seat, action)
        points.append(search.evaluator.points(world, request.seat))
        if world.over:
            found.append(_result(world.payoff(request.seat)))
        else:
            world.mask(request.seat)
            found.append(_result(search.think(world, request.seat, dice).values[request.seat]))
    return found, points


def _points_lost(before: float, after: float, more: Sequence[float], fewer: Sequence[float]) -> float:
    """Return the points that an action gave away if the result is decided with and without it, else 0."""
    lost = _mean(more) - _mean(fewer)
    decided = max(before, after) <= DECIDED or min(before, after) >= 1 - DECIDED
    return lost if decided and lost >= MIN_POINTS and lost > _error(more, fewer) else 0.0


def _mean(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers)


def _error(before: Sequence[float], after: Sequence[float]) -> float:
    """Return how far the mean difference of two paired samples may be off."""
    differences = [one - other for one, other in zip(before, after, strict=True)]
    mean = _mean(differences)
    variance = sum((difference - mean) ** 2 for difference in differences) / (len(differences) - 1)
    return ERRORS * math.sqrt(variance / len(differences))


def _result(payoff: float) -> float:
    """Return a payoff, which may contain a little for points, as a number from 0 to 1."""
    return (max(-1.0, min(1.0, payoff)) + 1) / 2


def mistakes(verdicts: Sequence[Verdict], most: int = 3, min_regret: float = MIN_REGRET) -> list[Verdict]:
    """Return at most `most` decisions: those that cost `min_regret` and more than their error, worst first, then those that cost points."""
    costly: list[Verdict] = []
    wasteful: list[Verdict] = []
    # In linear time: a server's event loop does this for every poll of an analysis, which strangers can make long.
    for verdict in verdicts:
        if verdict.regret >= min_regret and verdict.regret > verdict.error:
            costly.append(verdict)
        elif verdict.points > 0:
            wasteful.append(verdict)
    costly.sort(key=lambda verdict: (-verdict.regret, verdict.move))
    return (costly + sorted(wasteful, key=lambda verdict: (-verdict.points, verdict.move)))[:most]


def in_words(game: Game, verdict: Verdict) -> str:
    """Return a mistake in a sentence."""
    cost = f"it gave away {verdict.points:.0f} points" if verdict.points else f"expected result {verdict.before:.2f} -> {verdict.after:.2f}"
    return f"Move {verdict.move}, {game.seat_name(verdict.seat)}: {verdict.played}; {verdict.best} was better: {cost}"
