from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bestagon.grid.bits import BITS, MOST, count, lowest, nth

sets = st.sets(st.integers(0, MOST - 1))


def as_bits(members: set[int]) -> int:
    return sum(1 << n for n in members)


def test_every_bit_is_a_power_of_two() -> None:
    assert [int(bit) for bit in BITS] == [1 << n for n in range(MOST + 1)]


@given(sets)
def test_counting(members: set[int]) -> None:
    assert count(as_bits(members)) == len(members)


@given(sets.filter(bool))
def test_members_come_out_in_order(members: set[int]) -> None:
    bits = as_bits(members)
    assert lowest(bits) == min(members)
    assert [int(lowest(nth(bits, n))) for n in range(len(members))] == sorted(members)
