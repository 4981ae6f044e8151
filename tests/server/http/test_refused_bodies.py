"""A refused body does not stay in memory: hundreds of them would, until the garbage collector finds them (decision 235)."""

from __future__ import annotations

from typing import Any

import pytest
from tests.cycles import none_in_cycles
from tests.server.serving import Client, Refusal

ME = {"kind": "me"}
LARGE = "x\n" * 6000
"""A data file that is too long, and no record."""
TIMES = 3
REFUSED: dict[str, tuple[str, str, dict[str, Any]]] = {
    "set-up": ("bad_option", "games/hexagone/setup", {"players": 2, "options": {"data": LARGE}}),
    "table": ("bad_option", "tables", {"game": "hexagone", "options": {"data": LARGE}}),
    "unknown option": ("bad_option", "tables", {"game": "hexagone", "options": {"deck": LARGE}}),
    "real dice": ("needs_dice", "tables", {"game": "hex-dice", "real_dice": True, "players": 2, "seats": [ME, ME]}),
    "paper": ("bad_option", "games/hexagone/print", {"options": {"data": LARGE}}),
    "replay": ("bad_record", "replays", {"record": LARGE}),
    "analysis": ("bad_record", "analyses", {"record": LARGE}),
    "branch": ("bad_record", "branches", {"record": LARGE, "at": 0, "seat": 0}),
    "lesson": ("illegal", "games/hexagone/lessons/1", {"actions": [10**6]}),
    "unknown table": ("no_table", "tables/none/chat", {"seat": 0, "text": "x"}),
    "malformed": ("malformed", "tables", {"game": 1, "options": {"data": LARGE}}),
}


def refusal(client: Client, path: str, body: dict[str, Any]) -> str:
    """Return the name of the error, and keep nothing else of it."""
    try:
        client.post(f"/api/{path}", body)
    except Refusal as error:
        return str(error.name)
    return ""


@pytest.mark.parametrize("what", REFUSED)
def test_a_refused_request_leaves_no_cycle(what: str, ann: Client) -> None:
    error, path, body = REFUSED[what]
    with none_in_cycles():
        assert [refusal(ann, path, body) for _ in range(TIMES)] == [error] * TIMES
