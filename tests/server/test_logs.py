"""Logs are bounded, whatever clients send, and contain no queries."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterator

import pytest

from bestagon.server.logs import ALL_LINES, EVERY, KIND_LINES, LONGEST_FIELD, LONGEST_TRACE, MINUTE, JsonLines, LineCap, RateLimitedLog


class Lines(logging.Handler):
    """Keeps what is written."""

    def __init__(self) -> None:
        super().__init__()
        self.setFormatter(JsonLines())
        self.written: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.written.append(self.format(record))


class HandClock:
    """A manual clock."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def lines() -> Iterator[Lines]:
    """What the logger `bestagon.test` writes."""
    handler = Lines()
    logger = logging.getLogger("bestagon.test")
    logger.addHandler(handler)
    logger.setLevel(logging.INFO)
    yield handler
    logger.removeHandler(handler)


LOG = logging.getLogger("bestagon.test")


def test_one_line_of_a_kind_in_ten_seconds(lines: Lines) -> None:
    clock = HandClock()
    log = RateLimitedLog(LOG, clock=clock)
    for n in range(1000):
        log.warning("refused", "slow", n=n)
        log.warning("refused", "large", n=n)
    clock.now += EVERY
    log.warning("refused", "slow", n=1000)
    log.warning("refused", "slow", n=1001)
    found = [json.loads(line) for line in lines.written]
    assert [(line["n"], line.get("suppressed")) for line in found] == [(0, None), (0, None), (1000, 999)]


def test_kinds_made_up_by_clients_do_not_grow_the_log_or_memory(lines: Lines) -> None:
    log = RateLimitedLog(LOG, clock=HandClock())
    for n in range(20_000):
        log.warning("refused", f"kind {n}")
    assert len(lines.written) <= 501


def test_lines_of_one_kind_and_of_all_kinds_are_capped(lines: Lines) -> None:
    clock = HandClock()
    lines.addFilter(LineCap(clock))
    for n in range(10_000):
        LOG.warning("failed %d", n)
    assert len(lines.written) == KIND_LINES
    for n in range(10_000):
        LOG.warning(f"failed {n}")
    assert len(lines.written) == ALL_LINES
    clock.now += MINUTE
    LOG.warning("quiet again")
    assert json.loads(lines.written[-1])["dropped_lines"] == 20_000 - ALL_LINES
    assert len(lines.written) == ALL_LINES + 1


def test_long_fields_and_traces_are_cut(lines: Lines) -> None:
    LOG.warning("m" * 10_000, extra={"why": "w" * 10_000, "n": 5})
    try:
        raise ValueError("x" * 50_000)
    except ValueError:
        LOG.exception("fault")
    first, second = (json.loads(line) for line in lines.written)
    assert len(first["message"]) <= LONGEST_FIELD + 3
    assert len(first["why"]) <= LONGEST_FIELD + 3
    assert first["n"] == 5
    assert len(second["trace"]) <= LONGEST_TRACE


def test_queries_in_lines_of_libraries_are_removed() -> None:
    given = {"name": "uvicorn.error", "levelname": "INFO", "msg": '%s - "WebSocket %s" [accepted]'}
    record = logging.makeLogRecord({**given, "args": ("127.0.0.1", "/api/tables/x/live?seat=0&token=secret")})
    assert json.loads(JsonLines().format(record))["message"] == '127.0.0.1 - "WebSocket /api/tables/x/live?..." [accepted]'
