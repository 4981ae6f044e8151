"""The behaviour of every storage, tested on each of them."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import msgspec
import pytest
from tests.cycles import none_in_cycles
from tests.server.store.databases import Postgres, event, row, summary, tell

from bestagon.server.store.base import (
    BadRow,
    BadStore,
    Conflict,
    Duplicate,
    EventRow,
    Lease,
    NoTable,
    Store,
    StoreUnavailable,
    Summary,
    TableExists,
    TableRow,
    open_store,
)
from bestagon.server.store.checks import MOST_DATA, MOST_EVENTS


def test_a_table_comes_back_as_it_was_stored(url: str) -> None:
    given = row(options=bytes(range(256)), secret=b"\x00\xff", setup=b"")
    events = [EventRow(0, 5, "chat", -1, "", "", bytes(range(256))), EventRow(1, 6, "sit", 3, "ann", "k 1~", b"")]

    async def story(store: Store) -> None:
        await store.create(given, summary(due=7))
        assert await store.load("table-1") == (given, [])
        for one in events:
            await store.append("table-1", one, summary("over", False, ("bob",), 9))
        stored = await store.dump("table-1")
        assert stored is not None
        assert (stored.row, stored.events, stored.summary) == (given, events, summary("over", False, ("bob",), 9))
        assert await store.load("table-1") == (given, events)
        assert await store.events("table-1", 1) == events[1:]
        assert await store.events("table-1", 2) == []

    tell(url, story)


def test_a_table_exists_until_it_is_deleted(url: str) -> None:
    async def story(store: Store) -> None:
        assert not await store.exists("table-1")
        await store.create(row(), summary(), [event(0)])
        assert await store.exists("table-1")
        assert not await store.exists("table-2")
        assert not await store.exists("\0")
        assert await store.delete("table-1", 1)
        assert not await store.exists("table-1")

    tell(url, story)


def test_what_was_stored_is_there_after_closing(url: str) -> None:
    async def before(store: Store) -> None:
        await store.create(row(), summary())
        await store.append("table-1", event(0), summary())

    async def after(store: Store) -> None:
        assert await store.load("table-1") == (row(), [event(0)])

    tell(url, before)
    tell(url, after)


def test_events_of_many_tables_are_read_at_once(url: str) -> None:
    async def story(store: Store) -> None:
        histories = {f"table-{i}": [event(n, key=f"{i}-{n}") for n in range(i + 1)] for i in range(3)}
        for name, events in histories.items():
            await store.create(row(name), summary(), events)
        assert await store.new_events({"table-0": 0, "table-2": 1, "nowhere": 0}) == {
            "table-0": histories["table-0"],
            "table-2": histories["table-2"][1:],
            "nowhere": [],
        }
        assert await store.new_events({"table-1": 2}) == {"table-1": []}
        assert await store.new_events({}) == {}

    tell(url, story)


def test_a_table_can_come_with_its_events(url: str) -> None:
    events = [event(0, key="a"), event(1, key="b"), event(2)]

    async def story(store: Store) -> None:
        await store.create(row(), summary(), events)
        assert await store.events("table-1", 0) == events
        with pytest.raises(Duplicate):
            await store.append("table-1", event(3, key="b"), summary())
        await store.append("table-1", event(3), summary())
        with pytest.raises(TableExists, match="table-1"):
            await store.create(row(game="other"), summary(), [event(0)])
        assert await store.load("table-1") == (row(), [*events, event(3)])
        for bad in ([event(1)], [event(0), event(0)], [event(0, key="a"), event(1, key="a")]):
            with pytest.raises(BadRow):
                await store.create(row("table-2"), summary(), bad)
        assert await store.load("table-2") is None

    tell(url, story)


@pytest.mark.parametrize("name", ["nobody", "", "x\x00y", "é", "\udc80", "x" * 65, "' OR 1=1 --", "%s"])
def test_an_id_that_was_never_given_finds_nothing(url: str, name: str) -> None:
    async def story(store: Store) -> None:
        await store.create(row(), summary())
        assert await store.load(name) is None
        assert await store.events(name, 0) == []
        assert await store.mine(name, 5) == []
        assert not await store.lease(name, "me", 10, 5)
        await store.release(name, "me")
        with pytest.raises((NoTable, BadRow)):
            await store.append(name, event(0), summary())

    tell(url, story)


def test_the_next_number_is_the_only_one(url: str) -> None:
    async def story(store: Store) -> None:
        await store.create(row(), summary())
        await store.append("table-1", event(0), summary())
        await store.append("table-1", event(1), summary())
        for n in (0, 1, 3, 100):
            with pytest.raises(Conflict) as caught:
                await store.append("table-1", event(n, key=f"key {n}"), summary("over"))
            assert caught.value.n == 2
        assert await store.load("table-1") == (row(), [event(0), event(1)])
        assert (await store.lobby(5))[0][1].status == "running"
        await store.append("table-1", event(2, key="key 3"), summary())

    tell(url, story)


def test_an_event_that_postgresql_refuses_leaves_no_cycle(postgres: Postgres) -> None:
    async def story(store: Store) -> None:
        await store.create(row(), summary())
        with none_in_cycles():
            for _ in range(3):
                with suppress(Conflict):
                    await store.append("table-1", event(7), summary())

    tell(postgres.clear(), story)


def test_a_key_works_once_for_its_actor_and_table(url: str) -> None:
    async def story(store: Store) -> None:
        await store.create(row(), summary())
        await store.create(row("table-2"), summary())
        await store.append("table-1", event(0, "ann", "k"), summary())
        for n in (0, 1, 7):
            with pytest.raises(Duplicate) as caught:
                await store.append("table-1", event(n, "ann", "k"), summary())
            assert caught.value.n == 0
        await store.append("table-1", event(1, "bob", "k"), summary())
        await store.append("table-1", event(2, "ann", "K"), summary())
        await store.append("table-1", event(3, "ann", ""), summary())
        await store.append("table-1", event(4, "ann", ""), summary())
        await store.append("table-2", event(0, "ann", "k"), summary())
        assert len(await store.events("table-1", 0)) == 5

    tell(url, story)


def test_of_many_at_once_one_wins_and_the_others_learn_the_count(url: str) -> None:
    async def story(store: Store) -> None:
        await store.create(row(), summary())
        for n in range(5):
            tries = [store.append("table-1", event(n, f"v{i}", "k" * (n + 1)), summary()) for i in range(20)]
            told = await asyncio.gather(*tries, return_exceptions=True)
            assert told.count(None) == 1
            assert all(isinstance(one, Conflict) and one.n == n + 1 for one in told if one is not None)
        assert [one.n for one in await store.events("table-1", 0)] == [0, 1, 2, 3, 4]

    tell(url, story)


def test_the_same_request_sent_many_times_at_once_is_done_once(url: str) -> None:
    async def story(store: Store) -> None:
        await store.create(row(), summary())
        told = await asyncio.gather(*(store.append("table-1", event(0, "ann", "k"), summary()) for _ in range(20)), return_exceptions=True)
        assert told.count(None) == 1
        assert all(isinstance(one, Duplicate) and one.n == 0 for one in told if one is not None)

    tell(url, story)


def test_what_is_refused_leaves_the_others_of_its_batch_alone(url: str) -> None:
    async def story(store: Store) -> None:
        for i in range(40):
            await store.create(row(f"table-{i}"), summary())
            await store.append(f"table-{i}", event(0, "ann", "first"), summary())
        tries = []
        for i in range(40):
            wrong = [event(1, "ann", "first"), event(0), event(2), None][i % 5 % 4] if i % 2 else None
            tries.append(store.append(f"table-{i}", wrong or event(1, "ann", "second"), summary()))
            tries.append(store.append(f"nothing-{i}", event(0), summary()))
        told = await asyncio.gather(*tries, return_exceptions=True)
        for i in range(40):
            there = [one.key for one in await store.events(f"table-{i}", 0)]
            assert there == (["first", "second"] if told[2 * i] is None else ["first"])
            assert isinstance(told[2 * i], (type(None), Duplicate, Conflict))
            assert isinstance(told[2 * i + 1], NoTable)
        assert 0 < sum(isinstance(one, Duplicate) for one in told) < sum(one is None for one in told)
        assert any(isinstance(one, Conflict) for one in told)

    tell(url, story)


def test_events_of_one_table_may_be_sent_without_waiting(url: str) -> None:
    async def story(store: Store) -> None:
        await store.create(row(), summary())
        await asyncio.gather(*(store.append("table-1", event(n, key=str(n)), summary()) for n in range(200)))
        assert [one.n for one in await store.events("table-1", 0)] == list(range(200))

    tell(url, story)


def test_a_long_table_is_read_whole(url: str) -> None:
    events = [event(n, data=b"x" * 50) for n in range(4001)]

    async def story(store: Store) -> None:
        await store.create(row(), summary(), events)
        found = await store.load("table-1")
        assert found is not None
        assert (found[0], list(found[1])) == (row(), events)
        assert await store.events("table-1", 1999) == events[1999:]
        assert await store.events("table-1", 2001) == events[2001:]

    tell(url, story)


def test_the_lobby_shows_public_tables_newest_first(url: str) -> None:
    async def story(store: Store) -> None:
        shown = [
            ("a", 30, "open", True),
            ("b", 10, "running", True),
            ("c", 20, "over", True),
            ("d", 40, "open", False),
            ("e", 50, "open", True),
        ]
        for name, created, status, public in shown:
            await store.create(row(name, created), summary(status, public))
        assert [name for name, _ in await store.lobby(10)] == ["e", "a", "b"]
        assert [name for name, _ in await store.lobby(2)] == ["e", "a"]
        await store.append("e", event(0), summary("over", True))
        await store.append("d", event(0), summary("open", True))
        assert await store.lobby(10) == [("d", summary("open")), ("a", summary("open")), ("b", summary("running"))]

    tell(url, story)


def test_a_visitor_finds_the_tables_with_a_seat_newest_first(url: str) -> None:
    async def story(store: Store) -> None:
        await store.create(row("old", 10), summary(visitors=("ann",)))
        await store.create(row("new", 20), summary(visitors=("ann", "bob", "ann")))
        await store.create(row("none", 30), summary(visitors=()))
        assert [name for name, _ in await store.mine("ann", 10)] == ["new", "old"]
        assert [name for name, _ in await store.mine("ann", 1)] == ["new"]
        assert [name for name, _ in await store.mine("bob", 10)] == ["new"]
        await store.append("new", event(0), summary("over", False, ("cyd", "bob")))
        await store.append("none", event(0), summary(visitors=("ann",)))
        assert await store.mine("ann", 10) == [("none", summary(visitors=("ann",))), ("old", summary(visitors=("ann",)))]
        assert await store.mine("cyd", 10) == [("new", summary("over", False, ("cyd", "bob")))]
        await store.append("none", event(1), summary(visitors=()))
        assert [name for name, _ in await store.mine("ann", 10)] == ["old"]

    tell(url, story)


def test_due_tables_are_found_until_somebody_leases_them(url: str) -> None:
    async def story(store: Store) -> None:
        for name, due in (("never", 0), ("late", 100), ("early", 50), ("future", 300)):
            await store.create(row(name), summary(due=due))
        assert await store.due(200, 10) == ["early", "late"]
        assert await store.due(200, 1) == ["early"]
        assert await store.due(50, 10) == ["early"]
        assert await store.lease("early", "one", until=250, now=200)
        assert await store.due(200, 10) == ["late"]
        assert not await store.lease("early", "two", until=900, now=249)
        assert await store.lease("early", "one", until=260, now=249)
        assert not await store.lease("early", "two", until=900, now=259)
        assert await store.due(260, 10) == ["early", "late"]
        assert await store.lease("early", "two", until=900, now=260)
        assert not await store.lease("early", "one", until=950, now=270)
        await store.release("early", "one")
        assert not await store.lease("early", "one", until=950, now=270)
        await store.release("early", "two")
        assert await store.lease("early", "one", until=950, now=270)
        await store.append("late", event(0), summary(due=0))
        assert await store.due(1000, 10) == ["early", "future"]

    tell(url, story)


def test_an_append_leaves_the_lease_alone(url: str) -> None:
    async def story(store: Store) -> None:
        await store.create(row(), summary(due=5))
        assert await store.lease("table-1", "one", until=100, now=10)
        await store.append("table-1", event(0), summary(due=6))
        assert not await store.lease("table-1", "two", until=100, now=20)

    tell(url, story)


def test_an_append_extends_or_ends_the_lease_of_its_owner_and_no_other(url: str) -> None:
    async def story(store: Store) -> None:
        await store.create(row(), summary(due=5))
        assert await store.lease("table-1", "one", until=100, now=10)
        await store.append("table-1", event(0), summary(due=5), Lease("one", 200))
        assert not await store.lease("table-1", "two", until=300, now=150)
        await store.append("table-1", event(1), summary(due=5), Lease("two", 0))
        assert await store.due(150, 5) == []
        with pytest.raises(Conflict):
            await store.append("table-1", event(1), summary(due=5), Lease("one", 0))
        assert await store.due(150, 5) == []
        await store.append("table-1", event(2), summary(due=5), Lease("one", 0))
        assert await store.due(150, 5) == ["table-1"]
        assert await store.lease("table-1", "two", until=300, now=150)

    tell(url, story)


def test_of_many_that_want_a_lease_one_gets_it(url: str) -> None:
    async def story(store: Store) -> None:
        await store.create(row(), summary(due=5))
        got = await asyncio.gather(*(store.lease("table-1", f"owner-{i}", until=100, now=10) for i in range(20)))
        assert got.count(True) == 1

    tell(url, story)


def test_ids_come_in_order_and_page_by_page(url: str) -> None:
    names = ["-x", "A", "Z", "_", "a", "aa", "b"]

    async def story(store: Store) -> None:
        for name in reversed(names):
            await store.create(row(name), summary())
        found: list[str] = []
        while page := await store.ids(found[-1] if found else "", 3):
            found += page
        assert found == names

    tell(url, story)


def test_small_values_are_kept(url: str) -> None:
    async def story(store: Store) -> None:
        assert await store.get_meta("alive") is None
        await store.put_meta("alive", b"\x00 1")
        await store.put_meta("alive", b"\x00 2")
        assert await store.get_meta("alive") == b"\x00 2"
        made = await asyncio.gather(*(store.init_meta("secret", bytes([i])) for i in range(10)))
        assert len(set(made)) == 1
        assert await store.get_meta("secret") == made[0]
        assert await store.init_meta("alive", b"new") == b"\x00 2"

    tell(url, story)


BAD_ROWS: dict[str, dict[str, object]] = {
    "table id": {"id": "a\nb"},
    "game": {"game": ""},
    "created": {"created": 2**63},
    "players": {"players": -1},
    "options": {"options": bytes(256 * 1024 + 1)},
    "secret": {"secret": bytes(65)},
    "setup": {"setup": bytes(64 * 1024 + 1)},
}
BAD_EVENTS: dict[str, dict[str, object]] = {
    "event number": {"n": MOST_EVENTS},
    "event time": {"at": -1},
    "event kind": {"kind": ""},
    "seat": {"seat": -2},
    "actor": {"actor": "\x00"},
    "idempotency key": {"key": "k" * 65},
    "event data": {"data": bytes(MOST_DATA + 1)},
}
BAD_SUMMARIES: dict[str, dict[str, object]] = {
    "status": {"status": "done"},
    "visitor": {"visitors": ("ann", "")},
    "at most 64 holders": {"visitors": tuple(map(str, range(65)))},
    "due": {"due": 2**63},
    "info": {"info": bytes(8 * 1024 + 1)},
}


def test_values_too_large_or_malformed_are_refused_by_name(url: str) -> None:
    def table(**fields: object) -> TableRow:
        return msgspec.structs.replace(row("table-2"), **fields)

    def state(**fields: object) -> Summary:
        return msgspec.structs.replace(summary(), **fields)

    async def story(store: Store) -> None:
        await store.create(row(), summary())
        for name, fields in BAD_ROWS.items():
            with pytest.raises(BadRow, match=name):
                await store.create(table(**fields), summary())
        for name, fields in BAD_EVENTS.items():
            with pytest.raises(BadRow, match=name):
                await store.append("table-1", msgspec.structs.replace(event(0), **fields), summary())
        for name, fields in BAD_SUMMARIES.items():
            with pytest.raises(BadRow, match=name):
                await store.append("table-1", event(0), state(**fields))
            with pytest.raises(BadRow, match=name):
                await store.create(table(), state(**fields))
        for wrong in (store.lobby(0), store.mine("ann", 10_001), store.due(-1, 5), store.events("table-1", -1), store.put_meta("", b"")):
            with pytest.raises(BadRow):
                await wrong
        assert await store.load("table-1") == (row(), [])
        assert await store.ids("", 10) == ["table-1"]

    tell(url, story)


def test_the_largest_allowed_values_are_stored(url: str) -> None:
    async def story(store: Store) -> None:
        large = row("t" * 64, options=bytes(256 * 1024), setup=bytes(64 * 1024), created=2**63 - 1)
        visitors = tuple("v" * 62 + f"{i:02}" for i in range(64))
        full = Summary("over", True, visitors, 2**63 - 1, bytes(8 * 1024))
        await store.create(large, full)
        await store.append(large.id, event(0, "a" * 64, "k" * 64, bytes(MOST_DATA)), full)
        found = await store.dump(large.id)
        assert found is not None
        assert (found.row, found.summary, len(found.events[0].data)) == (large, full, MOST_DATA)

    tell(url, story)


def test_a_cancelled_call_affects_no_other(url: str) -> None:
    async def story(store: Store) -> None:
        await store.create(row(), summary())
        await store.create(row("table-2"), summary())
        tasks = [asyncio.create_task(store.append("table-1", event(n), summary())) for n in range(50)]
        others = [asyncio.create_task(store.append("table-2", event(n), summary())) for n in range(50)]
        await asyncio.sleep(0)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*others)
        there = await store.events("table-1", 0)
        assert [one.n for one in there] == list(range(len(there)))
        assert len(await store.events("table-2", 0)) == 50

    tell(url, story)


def test_closing_finishes_pending_calls(url: str) -> None:
    async def story(store: Store) -> None:
        await store.create(row(), summary())
        tasks = [asyncio.create_task(store.append("table-1", event(n), summary())) for n in range(100)]
        await asyncio.sleep(0)
        await store.close()
        await asyncio.gather(*tasks)
        for late in (store.append("table-1", event(100), summary()), store.load("table-1"), store.put_meta("a", b"")):
            with pytest.raises(StoreUnavailable, match="not open"):
                await late
        await store.open()
        assert len(await store.events("table-1", 0)) == 100

    tell(url, story)


def test_reading_only_sees_what_others_write_and_writes_nothing(url: str) -> None:
    async def story(store: Store) -> None:
        await store.create(row(), summary())
        reader = open_store(url, readonly=True)
        await reader.open()
        try:
            assert await reader.load("table-1") == (row(), [])
            await store.append("table-1", event(0), summary())
            assert await reader.load("table-1") == (row(), [event(0)])
            for write in (reader.append("table-1", event(1), summary()), reader.create(row("x"), summary()), reader.put_meta("a", b"")):
                with pytest.raises(StoreUnavailable):
                    await write
        finally:
            await reader.close()
        assert await store.load("table-1") == (row(), [event(0)])

    tell(url, story)


@pytest.mark.parametrize("address", ["", "tables.db", "mysql://x", "sqlite:tables.db", "sqlite://", "sqlite:///", "postgresql:x"])
def test_an_address_that_names_no_storage_is_refused(address: str) -> None:
    with pytest.raises(BadStore, match="sqlite:///FILE"):
        open_store(address)


def test_a_refused_address_does_not_show_its_password() -> None:
    with pytest.raises(BadStore) as caught:
        open_store("mysql://ann:hunter2@host/x")
    assert "hunter2" not in str(caught.value)


def test_generations_of_credentials_only_increase(url: str) -> None:
    async def story(store: Store) -> None:
        assert await store.generations() == {}
        assert await store.rotate("ann", 0, "a") == 1
        assert await store.rotate("ann", 0, "a") == 1
        assert await store.rotate("ann", 0, "b") is None
        assert await store.rotate("ann", 1, "b") == 2
        assert await store.rotate("ann", 0, "a") is None
        # A database that was restored from a backup may have forgotten some.
        assert await store.rotate("bob", 4, "a") == 5
        assert await store.generations() == {"ann": 2, "bob": 5}
        both = await asyncio.gather(*(store.rotate("ann", 2, key) for key in ("x", "y")))
        assert sorted(both, key=str) == [3, None]
        with pytest.raises(BadRow):
            await store.rotate("", 0, "a")

    tell(url, story)

    async def again(store: Store) -> None:
        assert await store.generations() == {"ann": 3, "bob": 5}

    tell(url, again)
