"""Translations of Hex Dice: English texts are in the code, other languages in JSON files."""

from __future__ import annotations

from typing import Final

from bestagon.i18n import Translator

translate: Final = Translator(__name__)
