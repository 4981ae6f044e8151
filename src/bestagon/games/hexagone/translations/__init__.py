"""The texts of hexaGONE: English is in the code, other languages are in the JSON files of this folder."""

from __future__ import annotations

from typing import Final

from bestagon.i18n import Translator

translate: Final = Translator(__name__)
