"""Structured logs: one JSON object per line, without secrets."""

from __future__ import annotations

import json
import logging
import sys
from typing import Final

_STANDARD: Final = frozenset(logging.LogRecord("", 0, "", 0, "", (), None).__dict__) | {"message", "taskName", "color_message"}


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
    for name in ("uvicorn", "uvicorn.error"):
        logging.getLogger(name).handlers.clear()
        logging.getLogger(name).propagate = True
    # uvicorn's access log contains query strings; ours contains the route only.
    logging.getLogger("uvicorn.access").disabled = True
