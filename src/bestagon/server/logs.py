"""Structured logs: one JSON object per line, without secrets."""

from __future__ import annotations

import json
import logging
import sys
from collections.abc import Callable
from typing import Final

_STANDARD: Final = frozenset(logging.LogRecord("", 0, "", 0, "", (), None).__dict__) | {"message", "taskName"}


class JsonLines(logging.Formatter):
    """Formats a log record as a line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        """Return time, level, logger, message and all `extra` fields."""
        data: dict[str, object] = {
            "time": self.formatTime(record, "%Y-%m-%dT%H:%M:%S") + f".{int(record.msecs):03d}",
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        data.update({name: value for name, value in record.__dict__.items() if name not in _STANDARD})
        if record.exc_info:
            data["trace"] = self.formatException(record.exc_info)
        return json.dumps(data, default=str, ensure_ascii=False)


def set_up(level: str) -> None:
    """Log everything to stderr."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers[:] = [handler]
    # Debug lines of libraries contain headers, and those contain tokens.
    root.setLevel(max(logging.INFO, logging.getLevelNamesMapping()[level.upper()]))
    logging.getLogger("bestagon").setLevel(level.upper())


class SparseLog:
    """Logs what a client can cause at will: at most one line of a kind in some seconds, with the number of suppressed ones."""

    def __init__(self, logger: logging.Logger, clock: Callable[[], float], seconds: float = 10.0) -> None:
        """Log to a logger; the clock counts seconds."""
        self._logger = logger
        self._clock = clock
        self._seconds = seconds
        self._kinds: dict[tuple[str, str], tuple[float, int]] = {}
        """When each kind was logged last, and how many lines were suppressed since. Kinds are constants of the program."""

    def warning(self, message: str, why: str, **more: object) -> None:
        """Log a warning, unless one of the same message and reason was logged a moment ago."""
        now = self._clock()
        kind = (message, why)
        then, suppressed = self._kinds.get(kind, (now - self._seconds, 0))
        if now - then < self._seconds:
            self._kinds[kind] = (then, suppressed + 1)
            return
        self._kinds[kind] = (now, 0)
        self._logger.warning(message, extra={"why": why, "suppressed": suppressed, **more})
