"""Records that clients send."""

from __future__ import annotations

from typing import Final

from bestagon.core.errors import BestagonError
from bestagon.core.record import Record
from bestagon.server.errors import ApiError

MAX_ACTIONS: Final = 3000
"""The longest record this server replays."""


def read_record(text: str) -> Record:
    """Parse a record without replaying it; ApiError if it is malformed or too long."""
    try:
        record = Record.parse(text)
    except BestagonError as error:
        raise ApiError("bad_record", str(error)) from None
    if len(record.actions) > MAX_ACTIONS:
        raise ApiError("bad_record", f"the record has more than {MAX_ACTIONS} actions, too many for this server")
    return record
