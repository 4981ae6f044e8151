"""Shares, means and paired differences with 95 % confidence intervals."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bestagon.lab.ratings import interval

LEVEL: Final = 0.05
"""Differences whose corrected p-value is below this are called significant."""


@dataclass(frozen=True)
class Estimate:
    """A figure, the bounds of its 95 % confidence interval, and the number of games it rests on."""

    value: float
    low: float
    high: float
    n: int


@dataclass(frozen=True)
class Difference:
    """The mean of paired differences, with its interval and the p-value of no difference."""

    value: float
    low: float
    high: float
    n: int
    p: float


def share(parts: Sequence[float]) -> Estimate:
    """Return the mean of numbers from 0 to 1 with its Wilson interval."""
    middle = statistics.fmean(parts)
    return Estimate(middle, *interval(middle, len(parts)), len(parts))


def mean(numbers: Sequence[float]) -> Estimate:
    """Return the mean of numbers with the interval of Student's t."""
    middle = statistics.fmean(numbers)
    if len(numbers) < 2:
        return Estimate(middle, middle, middle, len(numbers))
    half = t_quantile(len(numbers) - 1) * statistics.stdev(numbers) / math.sqrt(len(numbers))
    return Estimate(middle, middle - half, middle + half, len(numbers))


def paired(before: Sequence[float], after: Sequence[float]) -> Difference:
    """Return the mean difference of pairs by Student's t; with no spread at all the p-value is 0 or 1."""
    differences = [b - a for a, b in zip(before, after, strict=True)]
    middle = statistics.fmean(differences)
    n = len(differences)
    error = statistics.stdev(differences) / math.sqrt(n) if n > 1 else 0.0
    if error == 0.0:
        return Difference(middle, middle, middle, n, 0.0 if middle and n > 1 else 1.0)
    half = t_quantile(n - 1) * error
    return Difference(middle, middle - half, middle + half, n, t_tail(abs(middle) / error, n - 1))


def holm(p_values: Sequence[float]) -> list[float]:
    """Return p-values corrected for the number of tests by Holm's method, in the same order."""
    found = [0.0] * len(p_values)
    largest = 0.0
    for rank, i in enumerate(sorted(range(len(p_values)), key=lambda i: p_values[i])):
        largest = max(largest, min(1.0, p_values[i] * (len(p_values) - rank)))
        found[i] = largest
    return found


def t_tail(t: float, freedom: int) -> float:
    """Return the probability that Student's t is at least this far from 0."""
    return _beta(freedom / (freedom + t * t), freedom / 2, 0.5)


def t_quantile(freedom: int) -> float:
    """Return the bound that Student's t exceeds, in either direction, with a probability of 5 %."""
    low, high = 1.9, 13.0
    while high - low > 1e-9:
        middle = (low + high) / 2
        low, high = (middle, high) if t_tail(middle, freedom) > LEVEL else (low, middle)
    return low


def _beta(x: float, a: float, b: float) -> float:
    """Return the regularized incomplete beta function, by its continued fraction."""
    if x <= 0.0 or x >= 1.0:
        return 0.0 if x <= 0.0 else 1.0
    if x > (a + 1) / (a + b + 2):
        return 1.0 - _beta(1.0 - x, b, a)
    front = math.exp(math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)) / a
    # Modified Lentz's method; the fraction converges within some dozen terms for this x.
    fraction, c, d = 1.0, 1.0, 0.0
    for i in range(400):
        m = i // 2
        if i == 0:
            term = 1.0
        elif i % 2 == 0:
            term = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        else:
            term = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        d = 1.0 / (1.0 + term * d)
        c = 1.0 + term / c
        fraction *= c * d
        if abs(1.0 - c * d) < 1e-14:
            break
    return front * (fraction - 1.0)
