"""A record as a sequence of scenes, for a client that knows no rules."""

from __future__ import annotations

import gzip

import msgspec

from bestagon.core.errors import BestagonError
from bestagon.core.position import SPECTATOR, Position
from bestagon.core.record import Record
from bestagon.server.errors import ApiError
from bestagon.server.protocol.records import Frame, Replay
from bestagon.server.tables import scene_json
from bestagon.server.tables.records import read_record


def replay(text: str) -> bytes:
    """Return the gzipped JSON of a record's Replay; ApiError if the record is invalid."""
    record = read_record(text)
    try:
        return gzip.compress(msgspec.json.encode(_replay(record)), 5, mtime=0)
    except BestagonError as error:
        raise ApiError("bad_record", str(error)) from None


def _replay(record: Record) -> Replay:
    frames: list[Frame] = []
    stage = msgspec.Raw(b"null")
    before: Position | None = None
    title = ""
    for n, table in enumerate(record.steps()):
        game, position = table.game, table.position
        if before is None:
            stage, title = msgspec.Raw(scene_json.stage(game, position)[1]), game.title
            frames.append(Frame(scene_json.scene(game, position, SPECTATOR)))
        else:
            step = table.steps[n - 1]
            words = game.describe(before, step.seat, step.action, step.seat)
            cells = game.cells(before, step.seat, step.action, step.seat)
            frames.append(Frame(scene_json.scene(game, position, SPECTATOR), step.seat, words, cells))
        before = position
    return Replay(record.game, title, stage, frames)
