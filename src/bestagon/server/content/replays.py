"""A record as a sequence of scenes, for a client that knows no rules."""

from __future__ import annotations

import zlib
from collections.abc import Generator
from typing import Final

import msgspec

from bestagon.core.errors import BestagonError
from bestagon.core.position import SPECTATOR, Position
from bestagon.core.record import Record
from bestagon.core.story import story
from bestagon.server.errors import ApiError
from bestagon.server.protocol.records import Frame, Replay
from bestagon.server.tables import scene_json
from bestagon.server.tables.records import read_record

GZIP: Final = 16 + zlib.MAX_WBITS
"""Window bits of zlib that make it write gzip's header."""
NO_FRAMES: Final = b"[]}"
"""The end of the JSON of a Replay without frames."""


def replay(text: str) -> Generator[None, None, bytes]:
    """Return the gzipped JSON of a record's Replay, with a pause after every frame; ApiError if the record is invalid."""
    record = read_record(text)
    packer = zlib.compressobj(5, zlib.DEFLATED, GZIP)
    parts: list[bytes] = []
    try:
        for data in _encoded(record):
            # Compressed at once: a long game is 20 MB of scenes.
            parts.append(packer.compress(data))
            yield
    except BestagonError as error:
        raise ApiError("bad_record", str(error)) from None
    parts.append(packer.flush())
    return b"".join(parts)


def _encoded(record: Record) -> Generator[bytes]:
    """Yield the JSON of a record's Replay frame by frame."""
    before: Position | None = None
    for n, table in enumerate(record.steps()):
        game, position = table.game, table.position
        frame = Frame(scene_json.scene(game, position, SPECTATOR))
        if before is None:
            stage = msgspec.Raw(scene_json.stage(game, position)[1])
            head = msgspec.json.encode(Replay(record.game, game.title, stage, record.start_dice is not None, []))
            start = head.removesuffix(NO_FRAMES) + b"["
            shown = position.copy()
            shown.mask(SPECTATOR)
            frame.beats = tuple(game.tell_start(shown, SPECTATOR))
        else:
            step = table.steps[n - 1]
            frame.seat = step.seat
            told = story(game, before, position, step.seat, step.action, step.seat, step.timed_out)
            frame.words, frame.beats = told.words, told.beats
            frame.cells = game.cells(before, step.seat, step.action, step.seat)
            start = b","
        yield start + msgspec.json.encode(frame)
        before = position
    yield b"]}"
