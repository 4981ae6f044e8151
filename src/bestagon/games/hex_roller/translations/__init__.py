"""The translations of Hex Roller's texts; the English originals are in the code."""

from __future__ import annotations

from typing import Final

from bestagon.i18n import Translator

translate: Final = Translator(__name__)
