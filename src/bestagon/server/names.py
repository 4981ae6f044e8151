"""Texts people choose: names and chat, made harmless."""

from __future__ import annotations

import unicodedata


def clean(text: str, most: int) -> str:
    """Return a text in one line without control, format or unassigned characters, at most that long."""
    plain = unicodedata.normalize("NFC", text)
    kept = "".join(letter if unicodedata.category(letter)[0] != "C" else " " for letter in plain)
    return " ".join(kept.split())[:most].strip()
