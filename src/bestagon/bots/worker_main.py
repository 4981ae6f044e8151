"""What runs inside a worker's process: requests in, actions and verdicts out."""

from __future__ import annotations

import os
import pickle
import signal
import sys
import traceback
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import BinaryIO, Final

from bestagon.bots.analysis import DecisionQuery, Verdict, judge
from bestagon.bots.match import player
from bestagon.bots.players import Player
from bestagon.core import registry
from bestagon.core.dice import fast
from bestagon.core.errors import BadNotation, BestagonError, WrongSeat
from bestagon.core.option import Value
from bestagon.core.position import Position

READY: Final = "ready"
"""The first thing a process says."""
SETUPS: Final = 32
"""How many set-ups and players a process keeps."""


class NotMasked(BestagonError):
    """A position that holds more than its seat may know."""


class WorkerFailed(BestagonError):
    """No process could answer the request; the message says why."""


@dataclass(frozen=True)
class ThinkRequest:
    """A question to a program: what it would do."""

    game: str
    players: int
    options: dict[str, Value]
    """Every option of the game with its value."""
    masked: bytes
    """The position as the seat may see it."""
    seat: int
    player: str
    """A level's name, or any other program that `match.player` knows."""
    seed: int
    """Of the program's own dice: the same request gets the same answer, unless the clock cuts it short."""

    @classmethod
    def of(cls, game: str, options: Mapping[str, Value], position: Position, seat: int, player: str, seed: int) -> ThinkRequest:
        """Return the request for a position that may still hold everything: what leaves this process is masked."""
        masked = position.copy()
        masked.mask(seat)
        return cls(game, int(position.seats), dict(options), masked.to_bytes(), seat, player, seed)


def answer(request: ThinkRequest) -> int:
    """Return the action that the program chooses; our own errors where the request is not in order."""
    position = _setup(request.game, request.players, tuple(request.options.items())).blank()
    try:
        position.from_bytes(request.masked)
    except ValueError as error:
        raise BadNotation(f"not a position of {request.game}: {error}") from None
    if not 0 <= request.seat < request.players or not (int(position.acting()) >> request.seat) & 1:
        raise WrongSeat(f"seat {request.seat} may not act in this position, so no program can choose for it")
    position.mask(request.seat)
    if position.to_bytes() != request.masked:
        raise NotMasked(f"the position holds what seat {request.seat} may not know: mask it first")
    return int(_player(request.game, request.player).choose(position, request.seat, fast(request.seed)))


@lru_cache(SETUPS)
def _setup(game: str, players: int, options: tuple[tuple[str, Value], ...]) -> Position:
    chosen = registry.game(game)
    return chosen.setup(chosen.check_players(players), chosen.complete(players, dict(options)))


@lru_cache(SETUPS)
def _player(game: str, name: str) -> Player:
    # A tree kept from another request would make the answer depend on which process gives it.
    return player(name, registry.game(game), reuse=False)


def main() -> None:
    """Answer requests from stdin on stdout until there are no more: what a worker's process does all its life."""
    # Ctrl-C is the caller's to handle: it closes the pipe or kills us.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # The answers have stdout to themselves; whatever a game prints goes to stderr.
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    registry.all_games()
    try:
        _say(out, READY)
        while True:
            _say(out, _safely(pickle.load(sys.stdin.buffer)))
    except (EOFError, OSError):
        # The caller is gone; there is nobody to flush to.
        os._exit(0)


def _say(out: BinaryIO, what: object) -> None:
    pickle.dump(what, out)
    out.flush()


def _safely(request: ThinkRequest | DecisionQuery) -> int | Verdict | BestagonError:
    try:
        return judge(request) if isinstance(request, DecisionQuery) else answer(request)
    except BestagonError as error:
        return error
    except Exception:
        return WorkerFailed(f"a program broke over a request for {request.game}:\n{traceback.format_exc()}")
