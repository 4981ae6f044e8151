"""Checks of what learning programs give to environments."""

from __future__ import annotations

import operator

from bestagon.core.errors import BadSeed, IllegalMove, brief
from bestagon.core.option import whole_number


def checked_seed(seed: object) -> int:
    """Return a seed as an int; BadSeed if it is none."""
    number = whole_number(seed)
    if number is None or number < 0:
        raise BadSeed(f"a seed is a whole number from 0, not {brief(seed)}")
    return number


def whole_action(action: object, who: str) -> int:
    """Return an action as an int, legal or not; IllegalMove if it is no whole number, such as 1.5 or an array of one."""
    try:
        return operator.index(action)  # type: ignore[arg-type]
    except TypeError:
        raise IllegalMove(f"{who} must choose an action, which is a whole number, not {brief(action)}") from None
