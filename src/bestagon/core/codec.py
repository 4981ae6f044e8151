"""Serialization of positions: numbers and vecs are written one after another and read in the same order."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i16, i64, u8


class Writer:
    """Collects the bytes of a position."""

    parts: list[bytes]

    def __init__(self) -> None:
        """Start empty."""
        self.parts = []

    def number(self, value: i64) -> None:
        """Write a whole number as eight bytes."""
        self.parts.append(int(value).to_bytes(8, "little", signed=True))

    def u8s(self, values: vec[u8]) -> None:
        """Write one byte per number."""
        self.parts.append(bytes(memoryview(values)))

    def i16s(self, values: vec[i16]) -> None:
        """Write two bytes per number."""
        self.parts.append(bytes(memoryview(values)))

    def i64s(self, values: vec[i64]) -> None:
        """Write eight bytes per number."""
        self.parts.append(bytes(memoryview(values)))

    def raw(self, data: bytes) -> None:
        """Write bytes unchanged; their length is not stored."""
        self.parts.append(data)

    def done(self) -> bytes:
        """Return all bytes."""
        return b"".join(self.parts)


class Reader:
    """Reads the bytes of a position in the order they were written."""

    data: bytes
    at: int

    def __init__(self, data: bytes) -> None:
        """Start at the first byte."""
        self.data = data
        self.at = 0

    def raw(self, size: int) -> bytes:
        """Return the next `size` bytes; ValueError if there are fewer."""
        start = self.at
        self.at = start + size
        if self.at > len(self.data):
            raise ValueError(f"a position of {len(self.data)} bytes ends too early: byte {self.at} is needed")
        return self.data[start : self.at]

    def number(self) -> i64:
        """Read a whole number of eight bytes."""
        return i64(int.from_bytes(self.raw(8), "little", signed=True))

    def u8s(self, into: vec[u8]) -> None:
        """Fill `into` from one byte per number."""
        data = self.raw(len(into))
        for i in range(len(data)):
            into[i] = u8(data[i])

    def i16s(self, into: vec[i16]) -> None:
        """Fill `into` from two bytes per number."""
        data = self.raw(2 * len(into))
        for i in range(len(into)):
            into[i] = i16(int.from_bytes(data[2 * i : 2 * i + 2], "little", signed=True))

    def i64s(self, into: vec[i64]) -> None:
        """Fill `into` from eight bytes per number."""
        for i in range(len(into)):
            into[i] = self.number()

    def done(self) -> None:
        """Check that all bytes were read; ValueError otherwise."""
        if self.at != len(self.data):
            raise ValueError(f"a position of {self.at} bytes is followed by {len(self.data) - self.at} more")
