"""Records that clients send: parsed, and refused where they are too long."""

from __future__ import annotations

from typing import Final

from bestagon.core.errors import BestagonError
from bestagon.core.record import Record
from bestagon.server.errors import ApiError

MAX_ACTIONS: Final = 3000
"""Actions of a record that is shown."""


def read_record(text: str) -> Record:
    """Return the record in a text, its actions not played yet; ApiError where it is none, or too long for us."""
    try:
        record = Record.parse(text)
    except BestagonError as error:
        raise ApiError("bad_record", str(error)) from None
    if len(record.actions) > MAX_ACTIONS:
        raise ApiError("bad_record", f"a record of more than {MAX_ACTIONS} actions is too long for this server")
    return record
