"""Fixtures: a server whose dice the tests choose, and tables with known actions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from tests.browser.seeded_entropy import ENTROPY
from tests.browser.story.staged_tables import ChosenDice, Stage, StagedTable
from tests.server.serving import Server, serving


@pytest.fixture(scope="module")
def dice() -> ChosenDice:
    """Return the source of random bytes of the server."""
    return ChosenDice()


@pytest.fixture(scope="module")
def server(request: pytest.FixtureRequest, client: Path, dice: ChosenDice, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    # The key of the server, from which bots get their dice.
    ENTROPY.begin(request.node.nodeid)
    with serving(tmp_path_factory.mktemp("story") / "tables.db", client=str(client), bots=1, entropy=dice) as found:
        yield found


@pytest.fixture
def staged(server: Server, dice: ChosenDice) -> Iterator[Stage]:
    """Return a function that stages a table: game, seed, what was played, and options."""
    tables: list[StagedTable] = []

    def stage(game: str, seed: str, before: str, options: Mapping[str, Any] | None = None) -> StagedTable:
        table = StagedTable(server, dice, game, seed, options or {})
        tables.append(table)
        if before:
            table.play(before)
        return table

    yield stage
    for table in tables:
        table.close()
