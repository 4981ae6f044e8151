"""The texts of BeerHex, in English where they are used and in `texts` for other languages."""

from __future__ import annotations

from typing import Final

from bestagon.words import Words

say: Final = Words(__name__)
