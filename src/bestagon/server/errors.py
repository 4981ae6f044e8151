"""Errors of the API: each has a name for programs, an HTTP status and a message for people."""

from __future__ import annotations

import math
from typing import Final

from bestagon.core.errors import BadDice, BestagonError, NeedsDice
from bestagon.scene.throws import Throw

STATUS: Final[dict[str, int]] = {
    "malformed": 400,
    "bad_option": 400,
    "bad_name": 400,
    "bad_record": 400,
    "bad_dice": 400,
    "no_key": 400,
    "no_visitor": 401,
    "not_your_seat": 403,
    "bad_token": 403,
    "bad_origin": 403,
    "earlier_device": 403,
    "no_table": 404,
    "no_seat": 404,
    "no_page": 404,
    "no_game": 404,
    "no_lesson": 404,
    "no_analysis": 404,
    "no_device": 404,
    "wrong_method": 405,
    "stale": 409,
    "illegal": 409,
    "not_your_turn": 409,
    "not_started": 409,
    "not_over": 409,
    "no_hints": 409,
    "no_printing": 409,
    "over": 409,
    "needs_dice": 409,
    "real_dice": 409,
    "seat_taken": 409,
    "held_another_seat": 409,
    "cannot_undo": 409,
    "nothing_asked": 409,
    "already_asked": 409,
    "seat_left": 409,
    "rules_changed": 409,
    "full": 409,
    "too_large": 413,
    "not_json": 415,
    "key_reused": 422,
    "too_many": 429,
    "not_stored": 503,
    "not_ready": 503,
    "busy": 503,
    "no_bots": 503,
}
"""HTTP status by error name."""
WAIT_AND_SEE: Final = (429, 503)
"""Statuses for which a later retry can succeed."""


class ApiError(BestagonError):
    """A refused request; nothing was changed."""

    def __init__(self, name: str, message: str, version: int = -1, retry_after: float = 0.0, throw: Throw | None = None) -> None:
        """Create the error with a name from STATUS."""
        super().__init__(message)
        self.name = name
        self.message = message
        self.version = version
        """The table's version, or -1 if the request is not about a table."""
        self.retry_after = retry_after
        """Seconds after which the request may succeed; 0 if unknown."""
        self.throw = throw
        """What has to be rolled and entered before the request can succeed; None for nothing."""

    @property
    def status(self) -> int:
        """The HTTP status of the response."""
        return STATUS[self.name]

    @property
    def retry_header(self) -> bytes:
        """The value of Retry-After in whole seconds; empty if waiting does not help."""
        return b"%d" % max(1, math.ceil(self.retry_after)) if self.status in WAIT_AND_SEE else b""


def from_engine(error: BestagonError, name: str, version: int = -1) -> ApiError:
    """Return an error of the engine as one of the API, under a name unless it is about real dice."""
    if isinstance(error, NeedsDice):
        return ApiError("needs_dice", str(error), version, throw=error.throw)
    return ApiError("bad_dice" if isinstance(error, BadDice) else name, str(error), version)


def no_table() -> ApiError:
    """Return the error for a table that does not exist or that the visitor must not know of; the two must be indistinguishable."""
    return ApiError("no_table", "there is no such table, or it is private and needs a link")
