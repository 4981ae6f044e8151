"""Translation: English texts are in the code, other languages in catalogues beside it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextvars import ContextVar, Token
from importlib import resources
from typing import Final

ENGLISH: Final = "en"
LANGUAGES: Final = (ENGLISH, "de")
_spoken: Final = ContextVar("language", default=ENGLISH)


language: Final[Callable[[], str]] = _spoken.get
"""Returns the current language; caches of texts need it in their key. Every move asks for it two dozen times, so it is no function."""


class use_language:  # noqa: N801 - used as a statement, and created for every move
    """Set the language of this task or thread for the duration of a with block."""

    __slots__ = ("_before", "_language")

    def __init__(self, language: str) -> None:
        """Remember the language."""
        self._language = language
        self._before: Token[str] | None = None

    def __enter__(self) -> None:
        """Set the language, unless it is set already: that is several times cheaper."""
        self._before = _spoken.set(self._language) if _spoken.get() != self._language else None

    def __exit__(self, *problem: object) -> None:
        """Restore the previous language."""
        if self._before is not None:
            _spoken.reset(self._before)


class Translator:
    """Translates the texts of one part of the program from English to the current language.

    A text may contain `{placeholders}`. A text without a catalogue entry stays English.
    """

    def __init__(self, package: str, catalogues: Mapping[str, Mapping[str, str]] | None = None) -> None:
        """Use the given catalogues, or read them from `de.json` and so on in a package."""
        self.package = package
        self._catalogues = dict(catalogues or {})
        self._own = catalogues is not None

    def __call__(self, english: str, /, **parts: object) -> str:
        """Return a text in the current language, its placeholders filled."""
        spoken = _spoken.get()
        template = english if spoken == ENGLISH else self.template(english, spoken)
        return template.format_map(parts) if parts else template

    def plural(self, count: int, one: str, more: str, /, **parts: object) -> str:
        """Return the first text for a `{count}` of 1, else the second."""
        return self(one if count == 1 else more, count=count, **parts)

    def template(self, english: str, language: str) -> str:
        """Return the catalogue entry of a text."""
        found = self.catalogue(language).get(english)
        return self.missing(english) if found is None else found

    def missing(self, english: str) -> str:
        """Return the replacement for a text without an entry."""
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
