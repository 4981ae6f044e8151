"""Repeated calls do not leak memory."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.conformance.cases import Case, usual_cases

from bestagon.bots.self_play import play_games
from bestagon.core.actions import legal_actions
from bestagon.core.table import Table

TWO = [case for case in usual_cases() if case.players == 2]


def megabytes() -> float:
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096 / 2**20


def growth(work: Callable[[], object], times: int) -> float:
    for _ in range(times // 10):
        work()
    before = megabytes()
    for _ in range(times):
        work()
    return megabytes() - before


@pytest.mark.skipif(sys.platform != "linux", reason="memory is read from /proc")
@pytest.mark.parametrize("case", TWO, ids=str)
def test_listing_playing_and_copying_do_not_leak_memory(case: Case) -> None:
    position = case.started(1)
    seat = int(position.acting()).bit_length() - 1
    table = Table(case.game, 2, case.options, 1, b"")
    text, data = case.game.position_text(position), position.to_bytes()
    twin = position.blank()

    def read() -> None:
        case.game.parse_position(twin, text)
        twin.from_bytes(data)

    assert growth(lambda: legal_actions(position, seat), 4000) < 4
    assert growth(lambda: (table.moves(), table.view(seat), position.copy()), 1000) < 4
    assert growth(read, 1000) < 4
    assert growth(lambda: play_games(case.game.name, 2, case.options, ["random", "random"], [1], records=True), 60) < 4
