"""Allowances: no client can use up the share of others."""

from __future__ import annotations

import pytest

from bestagon.server.limits.allowance import NO_LIMIT, Allowance, Rate
from bestagon.server.limits.slots import Slots


class Clock:
    """A manual clock."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_a_refusal_says_when_to_come_back_and_that_is_true() -> None:
    clock = Clock()
    one = Allowance(clock, Rate(0.1, 2), NO_LIMIT, NO_LIMIT)
    assert [one.take("ann", "net") for _ in range(2)] == [None, None]
    wait = one.take("ann", "net")
    assert wait is not None
    assert wait.scope == "visitor"
    assert wait.seconds == pytest.approx(10)
    clock.now += wait.seconds - 0.1
    assert one.take("ann", "net") is not None
    clock.now += 0.2
    assert one.take("ann", "net") is None
    assert one.take("bob", "net") is None


def test_one_address_cannot_use_up_the_total_however_many_visitors_it_has() -> None:
    one = Allowance(Clock(), NO_LIMIT, Rate(1, 1000), Rate(1, 100))
    taken = sum(one.take(f"visitor {n}", "bad") is None for n in range(1000))
    assert taken == 25
    refused = one.take("another", "bad")
    assert refused is not None
    assert refused.scope == "address"
    assert one.take("ann", "good") is None


def test_what_is_left_of_the_total_is_for_addresses_that_have_used_little() -> None:
    one = Allowance(Clock(), NO_LIMIT, Rate(1, 100), Rate(1, 1000))
    taken = sum(one.take(f"{bad} {n}", f"bad {bad}") is None for bad in range(20) for n in range(100))
    # Twenty addresses have asked for twice the total.
    assert 800 < taken < 990
    assert [one.take("ann", "good") for _ in range(3)] == [None] * 3
    wait = one.take("x", "bad 3")
    assert wait is not None
    assert wait.scope in ("address", "total")


def test_what_costs_more_than_was_left_is_paid_back_first() -> None:
    clock = Clock()
    one = Allowance(clock, Rate(1, 10), Rate(10, 100), NO_LIMIT)
    assert one.check("ann", "net") is None
    one.spend("ann", "net", 30)
    wait = one.check("ann", "net")
    assert wait is not None
    assert wait.seconds == pytest.approx(20, abs=0.1)
    assert one.check("bob", "net") is None
    clock.now += 20.1
    assert one.check("ann", "net") is None


def test_the_memory_of_buckets_is_bounded_and_keeps_those_that_say_something() -> None:
    clock = Clock()
    one = Allowance(clock, Rate(0.001, 5), NO_LIMIT, NO_LIMIT)
    one._visitors.most = 10
    for _ in range(5):
        assert one.take("greedy", "") is None
    for n in range(9):
        one.check(f"visitor {n}", "")
    one.check("one more", "")
    assert one.take("greedy", "") is not None
    for n in range(100):
        one.take(f"busy {n}", "")
    assert len(one._visitors._buckets) <= 10


def test_slots_are_counted_by_visitor_address_and_in_total() -> None:
    slots = Slots(2, 3, 100)
    assert [slots.acquire("ann", "net") for _ in range(3)] == ["", "", "visitor"]
    assert [slots.acquire("bob", "net") for _ in range(2)] == ["", "address"]
    assert slots.acquire("", "net") == "address"
    slots.release("ann", "net")
    assert slots.acquire("", "net") == ""
    assert slots.total == 3
    for visitor in ("ann", "bob", ""):
        slots.release(visitor, "net")
    assert (slots.total, slots._used) == (0, ({}, {}, {}))


def test_an_address_has_at_most_a_quarter_of_all_slots() -> None:
    slots = Slots(1, 1000, 8)
    assert [slots.acquire(f"{n}", "bad") for n in range(3)] == ["", "", "address"]
    assert [slots.acquire(f"{n}", f"net {n}") for n in range(3, 10)] == [""] * 6 + ["total"]
