"""The source of all chance (C2): random number generators that can be copied, saved, sealed and removed."""

from __future__ import annotations

from hashlib import blake2b, sha256
from typing import Final

from librt.strings import read_i32_le
from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr, u8

from bestagon.core.errors import DiceMissing

BLANK: Final = 0
FAST: Final = 1
SEALED: Final = 2
ENTERED: Final = 3

MASK32: Final[i64] = 0xFFFFFFFF
SECRET_BYTES: Final = 32
DICE_BYTES: Final = 1 + SECRET_BYTES + 8
"""The length of `Dice.to_bytes`."""
WORDS_PER_BLOCK: Final[i64] = 16
MAX_SIDES: Final[i64] = 0x7FFFFFFF


@mypyc_attr(acyclic=True)
class Dice:
    """A random number generator; equal dice give equal numbers.

    There are four kinds. *Fast* dice (`fast`) are a small generator for simulation. *Sealed* dice (`sealed`) draw from
    BLAKE2b keyed by a 256-bit secret, over a counter: nobody can predict a roll from earlier ones, and the published
    `commitment` lets everybody verify all rolls afterwards. *Entered* dice (`entered`) give the numbers that people have
    rolled themselves. *Blank* dice (`Dice()`) are those of a masked position and refuse to roll.
    """

    kind: i64 = BLANK
    drawn: i64 = 0
    """The number of 32-bit words, or of entered dice, drawn; a change shows that an action involved chance."""
    a: i64 = 0
    """Fast dice: a part of the state. Entered dice: how many bytes of the block are used."""
    b: i64 = 0
    c: i64 = 0
    secret: bytes = b""
    """The key of sealed dice; empty for the other kinds."""
    block: bytes = b""
    """Sealed dice: the 64 bytes that words are taken from; empty until they are computed. Entered dice: one byte for each."""

    def blank(self) -> None:
        """Become blank, as `Position.mask` requires."""
        self.kind = BLANK
        self.drawn = 0
        self.a = 0
        self.b = 0
        self.c = 0
        self.secret = b""
        self.block = b""

    def copy_from(self, other: Dice) -> None:
        """Become equal to `other`."""
        self.kind = other.kind
        self.drawn = other.drawn
        self.a = other.a
        self.b = other.b
        self.c = other.c
        self.secret = other.secret
        self.block = other.block

    def fork_from(self, other: Dice) -> None:
        """Become fast dice seeded with three words drawn from `other`, as `Position.determinize` requires."""
        self.kind = FAST
        self.drawn = 0
        self.a = other.word()
        self.b = other.word()
        self.c = other.word()
        self.secret = b""
        self.block = b""

    def word(self) -> i64:
        """Return the next 32-bit word."""
        if self.kind == FAST:
            # Chris Doty-Humphrey's sfc32: adds, shifts and xors only, so that compiled and interpreted runs agree.
            self.drawn += 1
            t = (self.a + self.b + self.drawn) & MASK32
            self.a = self.b ^ (self.b >> 9)
            self.b = (self.c + (self.c << 3)) & MASK32
            self.c = (((self.c << 21) | (self.c >> 11)) + t) & MASK32
            return t
        return self._sealed_word()

    def _sealed_word(self) -> i64:
        if self.kind != SEALED:
            if self.kind == ENTERED:
                raise RuntimeError("entered dice have no words: they are drawn with below() or roll()")
            raise RuntimeError("blank dice cannot be rolled: determinize() gives a masked position new dice")
        place = self.drawn % WORDS_PER_BLOCK
        if place == 0 or not self.block:
            number = int(self.drawn // WORDS_PER_BLOCK)
            self.block = blake2b(number.to_bytes(8, "little"), key=self.secret).digest()
        self.drawn += 1
        start = int(place) * 4
        return i64(int.from_bytes(self.block[start : start + 4], "little"))

    def below(self, n: i64) -> i64:
        """Return a uniformly random number from 0 to n - 1, for n from 1 to 2**31 - 1."""
        if n < 1 or n > MAX_SIDES:
            raise ValueError(f"dice have 1 to {MAX_SIDES} sides, not {n}")
        if self.kind == ENTERED:
            return self._entered(n)
        product = self.word() * n
        low = product & MASK32
        if low < n:
            # Lemire's method: reject the few words that would favour some results.
            unfair = (MASK32 + 1) % n
            while low < unfair:
                product = self.word() * n
                low = product & MASK32
        return product >> 32

    def _entered(self, n: i64) -> i64:
        used = int(self.a)
        if used == len(self.block):
            raise DiceMissing(-1, int(n))
        value = i64(self.block[used])
        if value >= n:
            raise ValueError(f"{value} was entered for a die with {n} sides, counted from 0")
        self.a += 1
        self.drawn += 1
        return value

    def announce(self, code: i64) -> None:
        """Say that the next numbers are one throw of dice, which `Game.throw` describes; only entered dice need to know it."""
        if self.kind == ENTERED and int(self.a) == len(self.block):
            raise DiceMissing(int(code), 0)

    def skip(self, sides: i64) -> None:
        """Draw a number that does not count, so that later ones stay the same; nobody rolls a real die for that."""
        if self.kind != ENTERED:
            self.below(sides)

    def enter(self, values: bytes) -> None:
        """Replace the numbers that entered dice will give, counted from 0; without any, equal dice have equal bytes."""
        self.a = 0
        self.block = values

    @property
    def unused(self) -> int:
        """How many entered numbers have not been drawn."""
        return len(self.block) - int(self.a)

    def roll(self, sides: i64) -> i64:
        """Return a uniformly random number from 1 to `sides`."""
        return self.below(sides) + 1

    def shuffle(self, items: vec[u8], n: i64) -> None:
        """Shuffle the first `n` items (Fisher-Yates): for i from n-1 down to 1, swap items i and below(i+1)."""
        i = n - 1
        while i > 0:
            j = self.below(i + 1)
            kept = items[i]
            items[i] = items[j]
            items[j] = kept
            i -= 1

    def to_bytes(self) -> bytes:
        """Serialize the whole state; equal dice have equal bytes."""
        if self.kind == SEALED:
            body = self.secret
        else:
            body = int(self.a).to_bytes(4, "little") + int(self.b).to_bytes(4, "little") + int(self.c).to_bytes(4, "little")
            body += bytes(SECRET_BYTES - 12)
        return int(self.kind).to_bytes(1, "little") + body + int(self.drawn).to_bytes(8, "little")

    def from_bytes(self, data: bytes) -> None:
        """Restore what `to_bytes` wrote; ValueError for anything else."""
        if len(data) != DICE_BYTES or data[0] > ENTERED:
            raise ValueError(f"not the {DICE_BYTES} bytes of dice")
        body = data[1 : 1 + SECRET_BYTES]
        self.blank()
        self.kind = i64(data[0])
        self.drawn = i64(int.from_bytes(data[1 + SECRET_BYTES :], "little"))
        if self.kind == SEALED:
            self.secret = body
        else:
            self.a = i64(int.from_bytes(body[0:4], "little"))
            self.b = i64(int.from_bytes(body[4:8], "little"))
            self.c = i64(int.from_bytes(body[8:12], "little"))


def fast(seed: int) -> Dice:
    """Return fast dice for a seed, any whole number from 0."""
    if seed < 0:
        raise ValueError(f"a seed is a whole number from 0, not {seed}")
    digest = blake2b(seed.to_bytes((seed.bit_length() + 7) // 8 or 1, "little"), digest_size=12).digest()
    dice = Dice()
    dice.kind = FAST
    dice.a = i64(read_i32_le(digest, 0)) & MASK32
    dice.b = i64(read_i32_le(digest, 4)) & MASK32
    dice.c = i64(read_i32_le(digest, 8)) & MASK32
    return dice


def sealed(secret: bytes) -> Dice:
    """Return sealed dice for a secret of 32 bytes."""
    if len(secret) != SECRET_BYTES:
        raise ValueError(f"a secret has {SECRET_BYTES} bytes, not {len(secret)}")
    dice = Dice()
    dice.kind = SEALED
    dice.secret = secret
    return dice


def entered(values: bytes) -> Dice:
    """Return dice that give numbers people have rolled, one byte for each, counted from 0."""
    dice = Dice()
    dice.kind = ENTERED
    dice.block = values
    return dice


def commitment(secret: bytes) -> str:
    """Return the hex SHA-256 of a secret, which is published before the game."""
    return sha256(secret).hexdigest()
