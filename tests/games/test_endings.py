"""One record for every way each game can end, replayed and validated. `python tools/endings.py` finds them."""

from __future__ import annotations

from pathlib import Path

import pytest

from bestagon import Record
from bestagon.core import registry

HERE = Path(__file__).parent
ENDINGS = [(game.name, ending) for game in registry.all_games().values() for ending in game.endings]


@pytest.mark.parametrize(("name", "ending"), ENDINGS)
def test_a_record_of_this_ending_replays(name: str, ending: str) -> None:
    path = HERE / name.replace("-", "_") / "records" / f"{ending.replace(' ', '-')}.json"
    record = Record.load(path)
    assert record.game == name
    assert record.result is not None
    assert record.result.ending == record.replay().ending == ending
    assert record.to_json() == path.read_text(encoding="utf-8")
