"""Where all chance comes from (C2): a generator that can be copied, saved, sealed and taken away."""

from __future__ import annotations

from hashlib import blake2b, sha256
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

BLANK: Final = 0
FAST: Final = 1
SEALED: Final = 2

MASK32: Final[i64] = 0xFFFFFFFF
SECRET_BYTES: Final = 32
DICE_BYTES: Final = 1 + SECRET_BYTES + 8
"""How long `Dice.to_bytes` is."""
WORDS_PER_BLOCK: Final[i64] = 16
MAX_SIDES: Final[i64] = 0x7FFFFFFF


class Dice:
    """A source of fair numbers; equal dice give equal numbers.

    Three kinds share this face. *Fast* dice (`fast`) are a small-state generator for simulation. *Sealed* dice
    (`sealed`) draw from keyed BLAKE2b of a 256-bit secret and a counter, so that nobody can foretell a roll from those
    seen, and the published `commitment` lets anyone check them afterwards. *Blank* dice (`Dice()`) are what a masked
    position holds: they refuse to roll.
    """

    kind: i64
    drawn: i64
    """How many 32-bit words have been drawn; a change shows that chance came in."""
    a: i64
    b: i64
    c: i64
    secret: bytes
    """The key of sealed dice, empty for the other kinds."""
    block: bytes
    """The 64 bytes that words are being taken from, or nothing where they are not made yet."""

    def __init__(self) -> None:
        """Make blank dice."""
        self.kind = BLANK
        self.drawn = 0
        self.a = 0
        self.b = 0
        self.c = 0
        self.secret = b""
        self.block = b""

    def blank(self) -> None:
        """Forget everything, as `mask` must."""
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
        """Become fast dice seeded by three words drawn from `other`."""
        self.kind = FAST
        self.drawn = 0
        self.a = other.word()
        self.b = other.word()
        self.c = other.word()
        self.secret = b""
        self.block = b""

    def word(self) -> i64:
        """Return the next number of 32 bits."""
        if self.kind == FAST:
            # Chris Doty-Humphrey's sfc32: only adds, shifts and xors, so compiled and interpreted runs are equal.
            self.drawn += 1
            t = (self.a + self.b + self.drawn) & MASK32
            self.a = self.b ^ (self.b >> 9)
            self.b = (self.c + (self.c << 3)) & MASK32
            self.c = (((self.c << 21) | (self.c >> 11)) + t) & MASK32
            return t
        return self._sealed_word()

    def _sealed_word(self) -> i64:
        if self.kind != SEALED:
            raise RuntimeError("blank dice cannot be rolled: determinize() gives a masked position dice of its own")
        place = self.drawn % WORDS_PER_BLOCK
        if place == 0 or not self.block:
            number = int(self.drawn // WORDS_PER_BLOCK)
            self.block = blake2b(number.to_bytes(8, "little"), key=self.secret).digest()
        self.drawn += 1
        start = int(place) * 4
        return i64(int.from_bytes(self.block[start : start + 4], "little"))

    def below(self, n: i64) -> i64:
        """Return a number from 0 to n - 1, each equally likely; n is at least 1 and below 2**31."""
        if n < 1 or n > MAX_SIDES:
            raise ValueError(f"dice have 1 to {MAX_SIDES} sides, not {n}")
        product = self.word() * n
        low = product & MASK32
        if low < n:
            # The few words that would favour some results are thrown again.
            unfair = (MASK32 + 1) % n
            while low < unfair:
                product = self.word() * n
                low = product & MASK32
        return product >> 32

    def roll(self, sides: i64) -> i64:
        """Return a roll of 1 to `sides`."""
        return self.below(sides) + 1

    def shuffle(self, items: vec[u8], n: i64) -> None:
        """Put the first `n` items into random order: for i from n-1 down to 1, item i changes with item below(i+1)."""
        i = n - 1
        while i > 0:
            j = self.below(i + 1)
            kept = items[i]
            items[i] = items[j]
            items[j] = kept
            i -= 1

    def to_bytes(self) -> bytes:
        """Return the whole state; equal dice have equal bytes."""
        if self.kind == SEALED:
            body = self.secret
        else:
            body = int(self.a).to_bytes(4, "little") + int(self.b).to_bytes(4, "little") + int(self.c).to_bytes(4, "little")
            body += bytes(SECRET_BYTES - 12)
        return int(self.kind).to_bytes(1, "little") + body + int(self.drawn).to_bytes(8, "little")

    def from_bytes(self, data: bytes) -> None:
        """Become what `to_bytes` wrote; ValueError where that cannot be."""
        if len(data) != DICE_BYTES or data[0] > SEALED:
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
    """Return fast dice; equal seeds (any whole number from 0) give equal dice."""
    if seed < 0:
        raise ValueError(f"a seed is a whole number from 0, not {seed}")
    digest = blake2b(seed.to_bytes((seed.bit_length() + 7) // 8 or 1, "little"), digest_size=12).digest()
    dice = Dice()
    dice.kind = FAST
    dice.a = i64(int.from_bytes(digest[0:4], "little"))
    dice.b = i64(int.from_bytes(digest[4:8], "little"))
    dice.c = i64(int.from_bytes(digest[8:12], "little"))
    return dice


def sealed(secret: bytes) -> Dice:
    """Return sealed dice for a secret of 32 bytes."""
    if len(secret) != SECRET_BYTES:
        raise ValueError(f"a secret has {SECRET_BYTES} bytes, not {len(secret)}")
    dice = Dice()
    dice.kind = SEALED
    dice.secret = secret
    return dice


def commitment(secret: bytes) -> str:
    """Return what is published about a secret before the game: the hex digits of its SHA-256."""
    return sha256(secret).hexdigest()
