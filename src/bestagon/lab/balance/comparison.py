"""What a change of the rules does: paired differences of every figure, significant ones first."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bestagon.lab.balance.estimates import LEVEL, Difference, holm, paired
from bestagon.lab.balance.metrics import Metric
from bestagon.lab.balance.plan import BalanceCell

LARGE: Final = 12
"""What belongs to a larger group is told after all others."""


@dataclass(frozen=True)
class Change:
    """The difference of one figure between the two variants, on the games that both know."""

    cell: BalanceCell
    key: str
    says: str
    kind: str
    before: float
    after: float
    difference: Difference
    corrected: float
    """The p-value after Holm's correction for all figures of the report."""
    size: float
    """The difference in standard deviations of the game before the change; 0 if that does not vary."""

    @property
    def significant(self) -> bool:
        """Whether chance is an unlikely reason for the difference."""
        return self.corrected < LEVEL


def changes(before: Mapping[BalanceCell, Sequence[Metric]], after: Mapping[BalanceCell, Sequence[Metric]]) -> list[Change]:
    """Return the difference of every figure that both variants have: the significant ones first, then the largest."""
    found = []
    for cell, metrics in before.items():
        others = {metric.key: metric for metric in after.get(cell, ())}
        for metric in metrics:
            other = others.get(metric.key)
            pairs = [(a, b) for a, b in zip(metric.values, other.values, strict=True) if a is not None and b is not None] if other else []
            if pairs:
                found.append((cell, metric, [a for a, _ in pairs], [b for _, b in pairs]))
    differences = [_possible(paired(a, b), metric.kind) for _, metric, a, b in found]
    corrected = holm([difference.p for difference in differences])
    told = [
        Change(cell, metric.key, metric.says, metric.kind, sum(a) / len(a), sum(b) / len(b), difference, p, _size(a, difference.value))
        for (cell, metric, a, b), difference, p in zip(found, differences, corrected, strict=True)
    ]
    sizes = Counter(_group(change.key) for change in told)
    return sorted(told, key=lambda change: (not change.significant, _rank(change.key, sizes), -abs(change.size)))


def _possible(difference: Difference, kind: str) -> Difference:
    """Cut off what no difference of two shares can be, which the interval of a few games may contain."""
    return difference if kind == "number" else replace(difference, low=max(-1.0, difference.low), high=min(1.0, difference.high))


def _group(key: str) -> str:
    return key.split("/")[1] if key.startswith("use/") else ""


def _rank(key: str, sizes: Mapping[str, int]) -> int:
    """Return 0 for figures of the game, 1 for what is used, and 2 for members of a large group, such as single cells and cards."""
    return 0 if not key.startswith("use/") else 1 if sizes[_group(key)] <= LARGE else 2


def _size(values: Sequence[float], difference: float) -> float:
    middle = sum(values) / len(values)
    spread = (sum((value - middle) ** 2 for value in values) / len(values)) ** 0.5
    return difference / spread if spread else 0.0
