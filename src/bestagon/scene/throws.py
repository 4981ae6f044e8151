"""The vocabulary of real dice: what people have to roll, as data for a client that knows no rules."""

from __future__ import annotations

from msgspec import Struct


class Die(Struct, frozen=True, omit_defaults=True):
    """A die that people roll, or another question that chance or people decide."""

    sides: int
    low: int = 1
    """The number on its lowest side; those on the others follow."""
    label: str = ""
    """Tells it from the other dice of its throw."""
    names: tuple[str, ...] = ()
    """What the sides say, where they are no numbers; they are still entered by number."""

    @property
    def high(self) -> int:
        """The number on its highest side."""
        return self.low + self.sides - 1


class Throw(Struct, frozen=True, omit_defaults=True):
    """Dice that are rolled together and entered in this order."""

    prompt: str
    """What to roll, and what for."""
    dice: tuple[Die, ...]
