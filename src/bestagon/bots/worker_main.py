"""The main loop of a worker process: requests in, actions and verdicts out."""

from __future__ import annotations

import os
import pickle
import signal
import sys
import traceback
from functools import lru_cache
from typing import BinaryIO, Final

from bestagon.bots.analysis import Verdict, judge
from bestagon.bots.player_factory import make_player
from bestagon.bots.players import Player
from bestagon.bots.think_request import SETUPS, ThinkRequest
from bestagon.core import registry
from bestagon.core.dice import fast
from bestagon.core.errors import BestagonError

READY: Final = "ready"
"""The first message of a process."""


class WorkerFailed(BestagonError):
    """No process could answer the request; the message says why."""


def answer(request: ThinkRequest) -> int | Verdict:
    """Return the player's action, or its verdict if the request asks for one; BestagonError for an invalid request."""
    if request.judge:
        return judge(request)
    return int(_player(request.game, request.player).choose(request.load(), request.seat, fast(request.seed)))


@lru_cache(SETUPS)
def _player(game: str, name: str) -> Player:
    # Without reuse: a tree from an earlier request would make the answer depend on which process gives it.
    return make_player(name, registry.game(game), reuse=False)


def main() -> None:
    """Answer requests from stdin on stdout until stdin is closed."""
    # The parent handles Ctrl-C: it closes the pipe or kills this process.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.argv[1:] and hasattr(os, "nice"):
        os.nice(int(sys.argv[1]))
    # stdout is reserved for answers; anything a game prints goes to stderr.
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    registry.all_games()
    try:
        _send(out, READY)
        while True:
            _send(out, _answer_or_error(pickle.load(sys.stdin.buffer)))
    except (EOFError, OSError):
        # The parent is gone, so a normal exit would fail to flush.
        os._exit(0)


def _send(out: BinaryIO, message: object) -> None:
    pickle.dump(message, out)
    out.flush()


def _answer_or_error(request: ThinkRequest) -> int | Verdict | BestagonError:
    try:
        return answer(request)
    except BestagonError as error:
        return error
    except Exception:
        return WorkerFailed(f"a player crashed on a request for {request.game}:\n{traceback.format_exc()}")
