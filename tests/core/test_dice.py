from __future__ import annotations

from collections import Counter
from hashlib import blake2b, sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st
from librt.vecs import vec
from mypy_extensions import u8

from bestagon.core.dice import DICE_BYTES, Dice, commitment, fast, sealed

SECRET = bytes(range(32))


def kinds() -> list[Dice]:
    return [fast(5), sealed(SECRET)]


def test_fast_words_are_sfc32() -> None:
    dice = fast(1)
    digest = blake2b(b"\x01", digest_size=12).digest()
    a, b, c = (int.from_bytes(digest[i : i + 4], "little") for i in (0, 4, 8))
    for counter in range(1, 50):
        t = (a + b + counter) & 0xFFFFFFFF
        a, b = b ^ (b >> 9), (c + (c << 3)) & 0xFFFFFFFF
        c = (((c << 21) | (c >> 11)) + t) & 0xFFFFFFFF
        assert dice.word() == t


def test_sealed_words_are_keyed_blake2b_of_a_counter() -> None:
    dice = sealed(SECRET)
    stream = b"".join(blake2b(n.to_bytes(8, "little"), key=SECRET).digest() for n in range(3))
    assert [dice.word() for _ in range(48)] == [int.from_bytes(stream[i : i + 4], "little") for i in range(0, 192, 4)]


def test_the_commitment_is_the_sha256_of_the_secret() -> None:
    assert commitment(SECRET) == sha256(SECRET).hexdigest()


@pytest.mark.parametrize("kind", [0, 1])
@pytest.mark.parametrize("sides", [1, 2, 3, 6, 10, 20])
def test_rolls_are_fair(kind: int, sides: int) -> None:
    dice = kinds()[kind]
    rolls = 12_000
    counts = Counter(int(dice.roll(sides)) for _ in range(rolls))
    assert set(counts) == set(range(1, sides + 1))
    expected = rolls / sides
    # Chi-square: far beyond the 0.99999 quantile for up to 19 degrees of freedom.
    assert sum((n - expected) ** 2 / expected for n in counts.values()) < 60


def test_words_that_would_favour_a_result_are_rejected() -> None:
    sides = 3 << 29
    dice, words = fast(0), fast(0)
    rejected = 0
    for _ in range(300):
        result = dice.below(sides)
        product = words.word() * sides
        while product & 0xFFFFFFFF < (1 << 32) % sides:
            rejected += 1
            product = words.word() * sides
        assert result == product >> 32
    assert rejected > 20


@pytest.mark.parametrize("kind", [0, 1])
def test_a_copy_rolls_equally_and_independently(kind: int) -> None:
    dice = kinds()[kind]
    for _ in range(21):
        dice.word()
    twin = Dice()
    twin.copy_from(dice)
    again = Dice()
    again.from_bytes(dice.to_bytes())
    assert again.to_bytes() == dice.to_bytes()
    assert len(dice.to_bytes()) == DICE_BYTES
    ahead = [dice.word() for _ in range(40)]
    assert [twin.word() for _ in range(40)] == ahead
    assert [again.word() for _ in range(40)] == ahead


def test_blank_dice_refuse_to_roll() -> None:
    dice = sealed(SECRET)
    dice.blank()
    with pytest.raises(RuntimeError, match="blank"):
        dice.roll(6)
    assert SECRET not in dice.to_bytes()
    assert dice.to_bytes() == Dice().to_bytes()


def test_forked_dice_are_fast_and_independent() -> None:
    mother = sealed(SECRET)
    dice = Dice()
    dice.fork_from(mother)
    assert mother.drawn == 3
    assert len({int(dice.word()) for _ in range(20)}) == 20
    assert mother.drawn == 3


@given(st.integers(0, 10**30), st.integers(0, 10**30))
def test_equal_seeds_and_no_others_give_equal_dice(a: int, b: int) -> None:
    assert (fast(a).to_bytes() == fast(b).to_bytes()) == (a == b)


def test_shuffle_keeps_the_items_and_reaches_every_order() -> None:
    seen: Counter[tuple[int, ...]] = Counter()
    dice = fast(3)
    for _ in range(2400):
        items = vec[u8]([1, 2, 3, 4])
        dice.shuffle(items, 4)
        seen[tuple(int(i) for i in items)] += 1
    assert len(seen) == 24
    assert min(seen.values()) > 50


def test_invalid_arguments_are_refused() -> None:
    with pytest.raises(ValueError, match="sides"):
        fast(1).below(0)
    with pytest.raises(ValueError, match="sides"):
        fast(1).below(1 << 31)
    with pytest.raises(ValueError, match="seed"):
        fast(-1)
    with pytest.raises(ValueError, match="32 bytes, not 3"):
        sealed(b"abc")
    with pytest.raises(ValueError, match="bytes of dice"):
        Dice().from_bytes(b"123")
