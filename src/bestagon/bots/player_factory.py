"""Players by name: `random`, `greedy`, the levels, searches such as `search:500/0.9s/t0.5`, and glances such as `glance:a0.5/t0.3`."""

from __future__ import annotations

import re
from typing import Final

from bestagon.bots.glance import Glance
from bestagon.bots.levels import NAMES, USUAL, level, searching
from bestagon.bots.mcts import CUTOFF
from bestagon.bots.players import GreedyPlayer, Player, RandomPlayer
from bestagon.core.errors import BadOption, brief
from bestagon.core.evaluator import Evaluator
from bestagon.core.game import Game

PLAYERS: Final = ("random", "greedy", "search", "plain", "glance")
"""The players other than levels."""
ITERATIONS: Final = 1000
"""Default budget of a search."""
BUDGET: Final = re.compile(
    r"(?P<iterations>[0-9]{1,9})|(?P<seconds>[0-9]{1,4}(?:\.[0-9]+)?)s|t(?P<temperature>[0-9](?:\.[0-9]+)?)|k(?P<cutoff>0(?:\.[0-9]+)?)"
    r"|a(?P<attention>0(?:\.[0-9]+)?)|l(?P<lapses>0(?:\.[0-9]+)?)"
)
"""One part of the budget after a player's name."""
DEFAULTS: Final = {"iterations": 0.0, "seconds": 0.0, "temperature": USUAL, "cutoff": CUTOFF, "attention": 1.0, "lapses": 0.0}
"""The parts of a budget that are not given."""


def make_player(name: str, game: Game, *, reuse: bool = True) -> Player:
    """Return the player with a name; BadOption lists the names.

    `random`, `greedy`, a level of the game (`friendly` ... `expert`), `search` (with the game's evaluator) or `plain` (without).
    The last two take a budget: iterations, seconds, a sampling temperature and a cutoff (share of the best move), for example
    `search:500`, `plain:0.2s`, `search:500/0.9s/t0.5/k0.02`. They keep their tree between moves unless `reuse` is False; levels
    never do, so that they are equally strong everywhere. `search:2000/l0.3` plays a share of its actions in haste.
    `glance:a0.4/t0.3/k0.02` overlooks most of the board instead of searching it.
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
        if kind == "glance":
            attention, temperature, cutoff = _parse(budget, "attention", "temperature", "cutoff")
            return Glance(game, attention, temperature, cutoff)
        if kind not in ("search", "plain"):
            raise ValueError(f"{kind!r} is no kind of player")
        wanted = budget if colon else str(ITERATIONS)
        iterations, seconds, temperature, cutoff, lapses = _parse(wanted, "iterations", "seconds", "temperature", "cutoff", "lapses")
        evaluator = game.evaluator() if kind == "search" else Evaluator()
        return searching(evaluator, int(iterations), seconds, temperature, cutoff, lapses, reuse)
    except ValueError:
        raise BadOption(
            f"there is no player {brief(name)}; the players are: {', '.join([*PLAYERS, *NAMES])}; "
            "search:500 and search:0.2s set how long to think"
        ) from None


def _parse(text: str, *names: str) -> list[float]:
    """Return the named parts of a budget; ValueError for an unknown or repeated part."""
    found: dict[str, str] = {}
    for part in text.split("/"):
        match = BUDGET.fullmatch(part)
        if match is None or match.lastgroup not in names or match.lastgroup in found:
            raise ValueError(f"{part!r} is not part of a budget")
        found[match.lastgroup] = match[match.lastgroup]
    return [float(found.get(name, DEFAULTS[name])) for name in names]
