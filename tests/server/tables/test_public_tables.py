"""Nobody crowds the tables of others out of the list of public tables."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path

from tests.server.serving import Client, serving

from bestagon.server.store.base import Store, Summary
from bestagon.server.tables.public_tables import FRESH, LISTED, OF_ADDRESS, OF_VISITOR, SEARCHED, PublicTables


class Shelf:
    """Public tables, the newest last; counts what is read of them."""

    def __init__(self) -> None:
        self.owners: list[str] = []
        self.read: list[int] = []

    async def lobby(self, limit: int) -> list[tuple[str, Summary]]:
        self.read.append(limit)
        newest = list(enumerate(self.owners))[::-1][:limit]
        return [(f"{number}", Summary("open", True, (), 0, b"", owner)) for number, owner in newest]


class Listing:
    """A lobby on a shelf, with a manual clock; "eve 1" is a visitor at the address "eve", and Dan's is unknown."""

    def __init__(self) -> None:
        self.shelf = Shelf()
        self.now = 0.0
        store: Store = self.shelf  # type: ignore[assignment]
        self._listed = PublicTables(store, lambda visitor: visitor.partition(" ")[0] if visitor != "dan" else "", lambda: self.now)

    def owners(self) -> Counter[str]:
        return Counter(summary.owner for _, summary in asyncio.run(self._tables()))

    async def _tables(self) -> list[tuple[str, Summary]]:
        return list(await self._listed.list())


def test_many_tables_of_one_address_leave_room_for_others() -> None:
    listing = Listing()
    listing.shelf.owners = ["ann 0"] * 3 + ["dan"] * 60 + ["bob 0"] * 2 + [f"eve {number % 9}" for number in range(600)]
    found = listing.owners()
    assert sum(count for owner, count in found.items() if owner.startswith("eve")) == OF_ADDRESS
    assert (found["ann 0"], found["bob 0"], found["dan"]) == (3, 2, OF_VISITOR)
    assert max(found.values()) <= OF_VISITOR


def test_a_list_that_fits_or_is_mixed_is_not_cut() -> None:
    listing = Listing()
    listing.shelf.owners = ["eve 0"] * (LISTED - 1)
    assert listing.owners() == {"eve 0": LISTED - 1}
    listing.shelf.owners = [f"a{number % 30} {number}" for number in range(3 * LISTED)]
    assert listing.owners().total() == LISTED
    assert listing.shelf.read == [LISTED] * 2


def test_a_crowded_list_is_searched_once_in_a_while() -> None:
    listing = Listing()
    listing.shelf.owners = ["ann 0", *["eve 0"] * 3 * LISTED]
    for _ in range(3):
        assert listing.owners() == {"eve 0": OF_VISITOR, "ann 0": 1}
    assert listing.shelf.read.count(SEARCHED) == 1
    listing.now += FRESH
    listing.owners()
    assert listing.shelf.read.count(SEARCHED) == 2


def test_the_server_lists_a_table_behind_hundreds_of_a_stranger(tmp_path: Path) -> None:
    with serving(tmp_path / "t.db") as server:
        ann, eve = Client(server.port), Client(server.port)
        table = ann.create("tictactoe")["table"]
        for _ in range(LISTED + 1):
            eve.create("tictactoe")
        found = [entry["table"] for entry in ann.get("/api/tables")["tables"]]
        assert table in found
        assert len(found) == OF_VISITOR + 1
        ann.close()
        eve.close()
