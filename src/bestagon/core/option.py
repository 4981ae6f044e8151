"""Typed options: the choices to make before a game."""

from __future__ import annotations

import operator
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bestagon.core.errors import BadData, BadOption, brief
from bestagon.i18n import translate

Value = bool | int | str
"""The type of an option's value; a user's own data file is stored as its text."""

LONGEST_DATA: Final = 10_000
"""Characters of a data file: five times as many as the longest of ours. Strangers send them to servers, which parse and store them."""
_CONTROL: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff]")
PLAYERS: Final = "players"
"""The name by which a condition refers to the number of players."""


@dataclass(frozen=True)
class Condition:
    """What makes an option, or some of its choices, apply; forms do not show what does not apply."""

    option: str
    """The name of another option, or `players`."""
    values: tuple[Value, ...]
    """The values of it that allow the option."""
    choices: tuple[Value, ...] = ()
    """The choices that are concerned; empty for the option itself."""


@dataclass(frozen=True)
class Option:
    """One choice: yes or no, a whole number in a range, a value from a list, or the text of a data file."""

    name: str
    text: str
    """The label for people."""
    default: Value
    choices: tuple[Value, ...] = ()
    """The allowed values; empty for a yes or no, a range or a data file."""
    low: int = 0
    high: int = 0
    """The bounds of a whole number, both included."""
    data: bool = False
    """Whether the value is the text of a user's own file, empty for the built-in one."""
    labels: tuple[str, ...] = ()
    """The choices in words, where their values do not speak for themselves."""
    needs: tuple[Condition, ...] = ()
    """The conditions under which it, or some of its choices, apply; all must be met."""
    pictured: tuple[Value, ...] = ()
    """The values that are chosen by a picture of how the game begins with them."""

    def kind(self) -> str:
        """Return which values are allowed, in words."""
        if self.data:
            return translate("the path or text of a data file")
        if isinstance(self.default, bool):
            return translate("yes or no")
        if self.choices:
            return translate("one of {choices}", choices=", ".join(str(choice) for choice in self.choices))
        return translate("a whole number from {low} to {high}", low=self.low, high=self.high)

    def usual(self) -> str:
        """Return the default in words."""
        if self.data:
            return "the built-in one"
        if isinstance(self.default, bool):
            return "yes" if self.default else "no"
        return str(self.default)

    def check(self, value: object) -> Value:
        """Return the value converted to the option's type; BadOption if it is not allowed."""
        if self.data:
            return _text(self.name, value)
        if isinstance(self.default, bool):
            return self._yes_or_no(value)
        if isinstance(value, str) and isinstance(self.default, int):
            value = int(value) if re.fullmatch(r"\s*-?[0-9]{1,9}\s*", value) else value
        number = whole_number(value)
        value = value if number is None else number
        if self.choices:
            for choice in self.choices:
                if type(choice) is type(value) and choice == value:
                    return choice
        elif number is not None and self.low <= number <= self.high:
            return number
        raise self._wrong(value)

    def _wrong(self, value: object) -> BadOption:
        return BadOption(translate("option {name} must be {kind}, not {value}", name=self.name, kind=self.kind(), value=brief(value)))

    def _yes_or_no(self, value: object) -> bool:
        words = {"yes": True, "true": True, "on": True, "1": True, "no": False, "false": False, "off": False, "0": False}
        if isinstance(value, bool):
            return value
        if isinstance(value, str) and value.lower() in words:
            return words[value.lower()]
        raise self._wrong(value)


def whole_number(value: object) -> int | None:
    """Return an integer of any type, NumPy's included, as an int; None for anything else, bools included."""
    if isinstance(value, bool):
        return None
    try:
        return operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        return None


def _text(name: str, value: object) -> str:
    if isinstance(value, Path):
        try:
            text = value.read_text(encoding="utf-8-sig")
        except (OSError, UnicodeDecodeError) as error:
            raise BadData(f"option {name}: cannot read {value}: {error}") from None
        if not text.strip():
            raise BadData(f"option {name}: {value} is empty")
        return _checked(name, text)
    if isinstance(value, str):
        if value and "\n" not in value:
            raise BadOption(
                translate(
                    "option {name} is the text of a file, not {value}; for a file give a Path, or --data on the command line",
                    name=name,
                    value=brief(value),
                )
            )
        if not value.isprintable() and any("\ud800" <= letter <= "\udfff" for letter in value):
            raise BadOption(translate("option {name} is no text: it holds half a character (a lone surrogate)", name=name))
        return _checked(name, value)
    kind = translate("the path or text of a data file")
    raise BadOption(translate("option {name} must be {kind}, not {value}", name=name, kind=kind, value=brief(value)))


def _checked(name: str, text: str) -> str:
    """Return the text of a data file; BadData if it is too long to be parsed, or holds what can be neither drawn nor printed."""
    if len(text) > LONGEST_DATA:
        message = translate(
            "option {name}: a data file has at most {most} characters, not {size}", name=name, most=LONGEST_DATA, size=len(text)
        )
        raise BadData(message)
    found = _CONTROL.search(text)
    if found is not None:
        raise BadData(
            translate("option {name} is no text: it holds the control character {code}", name=name, code=f"U+{ord(found[0]):04X}")
        )
    return text


def check_options(game: str, known: tuple[Option, ...], given: Mapping[str, object]) -> dict[str, Value]:
    """Return a value for every option of a game; BadOption names one that is unknown or out of range."""
    names = [option.name for option in known]
    for name in given:
        if name not in names:
            have = ", ".join(names) if names else translate("none at all")
            raise BadOption(translate("{game} has no option {name}; its options are: {have}", game=game, name=brief(name), have=have))
    return {option.name: option.check(given[option.name]) if option.name in given else option.default for option in known}
