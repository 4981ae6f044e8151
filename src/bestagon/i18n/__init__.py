"""What people read, in their language: English stands in the code, other languages in catalogues beside it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextvars import ContextVar, Token
from importlib import resources
from typing import Final

ENGLISH: Final = "en"
LANGUAGES: Final = (ENGLISH, "de")
_spoken: Final = ContextVar("language", default=ENGLISH)


def language() -> str:
    """Return the language that is spoken now; whatever keeps texts keeps them by it."""
    return _spoken.get()


class use_language:  # noqa: N801 - reads as a statement, and is made for every move
    """Speak a language for a while, in this task or thread."""

    __slots__ = ("_before", "_language")

    def __init__(self, language: str) -> None:
        """Choose the language."""
        self._language = language
        self._before: Token[str] | None = None

    def __enter__(self) -> None:
        """Begin; where it is spoken already there is nothing to do, and that is several times cheaper."""
        self._before = _spoken.set(self._language) if _spoken.get() != self._language else None

    def __exit__(self, *problem: object) -> None:
        """Speak as before again."""
        if self._before is not None:
            _spoken.reset(self._before)


class Translator:
    """The texts of one part of the program: called with an English one, returns it in the language that is spoken now.

    A text may hold `{names}` of parts. One without an entry in a catalogue is said in English.
    """

    def __init__(self, package: str, catalogues: Mapping[str, Mapping[str, str]] | None = None) -> None:
        """Read catalogues from `de.json` and so on in a package, or take them from the caller."""
        self.package = package
        self._catalogues = dict(catalogues or {})
        self._own = catalogues is not None

    def __call__(self, english: str, /, **parts: object) -> str:
        """Return a text with its parts."""
        spoken = _spoken.get()
        template = english if spoken == ENGLISH else self.template(english, spoken)
        return template.format_map(parts) if parts else template

    def plural(self, count: int, one: str, more: str, /, **parts: object) -> str:
        """Return the one text for a `{count}` of 1, the other for all else."""
        return self(one if count == 1 else more, count=count, **parts)

    def template(self, english: str, language: str) -> str:
        """Return the entry of a text."""
        found = self.catalogue(language).get(english)
        return self.missing(english) if found is None else found

    def missing(self, english: str) -> str:
        """Return what stands for a text without an entry."""
        return english

    def catalogue(self, language: str) -> Mapping[str, str]:
        """Return all entries of a language."""
        if language not in self._catalogues:
            self._catalogues[language] = {} if self._own else self._read(language)
        return self._catalogues[language]

    def _read(self, language: str) -> dict[str, str]:
        file = resources.files(self.package).joinpath(f"{language}.json")
        found: dict[str, str] = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
        return found


translate: Final = Translator(__name__)
"""The texts that all games share."""
