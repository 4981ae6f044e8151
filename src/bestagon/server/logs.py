"""Structured logs: one JSON object per line, without secrets, and rate-limited so that they cannot fill a disk."""

from __future__ import annotations

import json
import logging
import re
import sys
import time
from collections.abc import Callable
from typing import Any, Final

EVERY: Final = 10.0
"""Seconds between two lines of a RateLimitedLog about the same thing."""
MOST_KINDS: Final = 500
"""How many kinds of lines are counted at once; more are counted as one."""
MINUTE: Final = 60.0
KIND_LINES: Final = 60
"""Lines of one kind in a minute."""
ALL_LINES: Final = 600
"""Lines in a minute in total."""
LONGEST_FIELD: Final = 300
"""Maximum length of a message or field in characters."""
LONGEST_TRACE: Final = 4000
"""Maximum length of a traceback in characters; its end says what happened."""
_STANDARD: Final = frozenset(logging.LogRecord("", 0, "", 0, "", (), None).__dict__) | {"message", "taskName"}
_QUERY: Final = re.compile(r"\?[^\s\"']+")

Clock = Callable[[], float]


class RateLimitedLog:
    """Writes at most one line of a kind in `every` seconds; the next one says how many were suppressed."""

    def __init__(self, logger: logging.Logger, every: float = EVERY, clock: Clock = time.monotonic) -> None:
        """Write to a logger."""
        self._logger = logger
        self._every = every
        self._clock = clock
        self._kinds: dict[str, tuple[float, int]] = {}
        """When each kind was written last, and how many have been suppressed since."""

    def warning(self, message: str, kind: str = "", **fields: object) -> None:
        """Write a warning; lines with the same message and kind are counted together."""
        self._write(logging.WARNING, message, kind, fields)

    def info(self, message: str, kind: str = "", **fields: object) -> None:
        """Write an info line; lines with the same message and kind are counted together."""
        self._write(logging.INFO, message, kind, fields)

    def _write(self, level: int, message: str, kind: str, fields: dict[str, object]) -> None:
        name = f"{message} {kind}" if kind else message
        if name not in self._kinds and len(self._kinds) >= MOST_KINDS:
            name = ""
        now = self._clock()
        last, suppressed = self._kinds.get(name, (-self._every, 0))
        if now - last < self._every:
            self._kinds[name] = (last, suppressed + 1)
            return
        self._kinds[name] = (now, 0)
        extra = {**fields, "suppressed": suppressed} if suppressed else fields
        self._logger.log(level, message, extra=extra)


class LineCap(logging.Filter):
    """Drops lines beyond a number in a minute, of one kind and in total; the next minute begins with a line that counts them."""

    def __init__(self, clock: Clock = time.monotonic) -> None:
        """Count from now."""
        super().__init__()
        self._clock = clock
        self._since = clock()
        self._kinds: dict[str, int] = {}
        self._lines = 0
        self._dropped = 0

    def filter(self, record: logging.LogRecord) -> bool:
        """Tell whether a line may be written; a line after dropped ones says how many those were."""
        now = self._clock()
        if now - self._since >= MINUTE:
            if self._dropped:
                record.dropped_lines = self._dropped
            self._since, self._lines, self._dropped = now, 0, 0
            self._kinds.clear()
        # The unformatted message, so that different arguments do not count as different kinds.
        kind = f"{record.name} {str(record.msg)[:100]}"
        if kind not in self._kinds and len(self._kinds) >= MOST_KINDS:
            kind = ""
        count = self._kinds.get(kind, 0)
        if count >= KIND_LINES or self._lines >= ALL_LINES:
            self._dropped += 1
            return False
        self._kinds[kind] = count + 1
        self._lines += 1
        return True


class JsonLines(logging.Formatter):
    """Formats a log record as a line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Return time, level, logger, message and all `extra` fields, each of limited length."""
        message = record.getMessage()
        if not record.name.startswith("bestagon"):
            # Libraries write whole addresses, and a query may contain anything.
            message = _QUERY.sub("?...", message)
        data: dict[str, object] = {
            "time": self.formatTime(record, "%Y-%m-%dT%H:%M:%S") + f".{int(record.msecs):03d}",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": _short(message),
        }
        data.update({name: _short(value) for name, value in record.__dict__.items() if name not in _STANDARD})
        if record.exc_info:
            data["trace"] = self.formatException(record.exc_info)[-LONGEST_TRACE:]
        return json.dumps(data, default=str, ensure_ascii=False)


def _short(value: Any) -> object:  # noqa: ANN401
    if isinstance(value, bool | int | float) or value is None:
        return value
    text = str(value)
    return text if len(text) <= LONGEST_FIELD else text[:LONGEST_FIELD] + "..."


def set_up(level: str) -> None:
    """Log everything to stderr."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    handler.addFilter(LineCap())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    # Debug lines of libraries contain headers, and those contain tokens.
    root.setLevel(max(logging.INFO, logging.getLevelNamesMapping()[level.upper()]))
    logging.getLogger("bestagon").setLevel(level.upper())
