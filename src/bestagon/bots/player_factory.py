"""Players by name: `random`, `greedy`, the levels, and searches with a budget such as `search:500/0.9s/t0.5`."""

from __future__ import annotations

import re
from typing import Final

from bestagon.bots.levels import NAMES, USUAL, level
from bestagon.bots.mcts import CUTOFF, Search
from bestagon.bots.players import GreedyPlayer, Player, RandomPlayer
from bestagon.core.errors import BadOption, brief
from bestagon.core.evaluator import Evaluator
from bestagon.core.game import Game

PLAYERS: Final = ("random", "greedy", "search", "plain")
"""The players other than levels."""
ITERATIONS: Final = 1000
"""Default budget of a search."""
BUDGET: Final = re.compile(
    r"(?P<iterations>[0-9]{1,9})|(?P<seconds>[0-9]{1,4}(?:\.[0-9]+)?)s|t(?P<temperature>[0-9](?:\.[0-9]+)?)|k(?P<cutoff>0(?:\.[0-9]+)?)"
)
"""One part of the budget after a player's name."""


def make_player(name: str, game: Game, *, reuse: bool = True) -> Player:
    """Return the player with a name; BadOption lists the names.

    `random`, `greedy`, a level of the game (`friendly` ... `expert`), `search` (with the game's evaluator) or `plain` (without).
    The last two take a budget: iterations, seconds, a sampling temperature and a cutoff (share of the best move), for example
    `search:500`, `plain:0.2s`, `search:500/0.9s/t0.5/k0.02`. They keep their tree between moves unless `reuse` is False; levels
    never do, so that they are equally strong everywhere.
    """
    name = name if isinstance(name, str) else brief(name)
    kind, colon, budget = name.partition(":")
    if name == "random":
        return RandomPlayer()
    if name == "greedy":
        return GreedyPlayer(game.evaluator())
    if name in NAMES:
        return level(game.name, name).player(game)
    try:
        if kind not in ("search", "plain"):
            raise ValueError(f"{kind!r} is no kind of player")
        iterations, seconds, temperature, cutoff = _parse_budget(budget if colon else str(ITERATIONS))
        evaluator = game.evaluator() if kind == "search" else Evaluator()
        return Search(evaluator, iterations=iterations, seconds=seconds, temperature=temperature, cutoff=cutoff, reuse=reuse)
    except ValueError:
        raise BadOption(
            f"there is no player {brief(name)}; the players are: {', '.join([*PLAYERS, *NAMES])}; "
            "search:500 and search:0.2s set how long to think"
        ) from None


def _parse_budget(text: str) -> tuple[int, float, float, float]:
    """Return iterations, seconds, temperature and cutoff; ValueError for an unknown or repeated part."""
    found: dict[str, str] = {}
    for part in text.split("/"):
        match = BUDGET.fullmatch(part)
        if match is None or match.lastgroup is None or match.lastgroup in found:
            raise ValueError(f"{part!r} is not part of a budget")
        found[match.lastgroup] = match[match.lastgroup]
    iterations, seconds = int(found.get("iterations", 0)), float(found.get("seconds", 0))
    return iterations, seconds, float(found.get("temperature", USUAL)), float(found.get("cutoff", CUTOFF))
