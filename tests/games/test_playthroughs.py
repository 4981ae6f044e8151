"""Golden playthroughs: whole games must look as they did. `python tools/playthroughs.py` writes them anew."""

from __future__ import annotations

import pytest

from bestagon.core import registry
from playthroughs import VARIANTS, path_of, playthrough

WRITTEN = [(name, players, options) for name, variants in VARIANTS.items() for players, options in variants]


@pytest.mark.parametrize(("name", "players", "options"), WRITTEN)
def test_a_whole_game_looks_as_it_did(name: str, players: int, options: dict[str, object]) -> None:
    assert playthrough(name, players, options) == path_of(name, players, options).read_text(encoding="utf-8")


def test_every_game_has_a_playthrough() -> None:
    assert set(VARIANTS) == set(registry.all_games())
