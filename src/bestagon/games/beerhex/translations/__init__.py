"""The translations of BeerHex: English is in the code, every other language in a JSON file of this folder."""

from __future__ import annotations

from typing import Final

from bestagon.i18n import Translator

translate: Final = Translator(__name__)
