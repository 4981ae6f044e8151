"""Findings as sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bestagon.lab.balance.comparison import Change
from bestagon.lab.balance.estimates import Estimate
from bestagon.lab.balance.metrics import Metric, seat_words
from bestagon.lab.balance.plan import BalanceCell

NAMES: Final = {
    "shared": "games with several winners",
    "actions": "actions in a game",
    "choices": "choices at a decision",
    "only": "decisions without a choice",
    "score": "score of a player",
    "best": "best score",
    "margin": "distance of the best score to the second",
    "lead-changes": "changes of the lead",
    "drama": "how far the winner trails while behind",
    "decided": "part of the game until it is decided",
    "leader-quarter": "wins of the leader after a quarter",
    "leader-half": "wins of the leader at half-time",
    "leader-late": "wins of the leader after three quarters",
}
"""Names of the figures that every game has, for charts and tables."""
SMALL: Final = 0.05
"""Smaller shares are told with a digit after the point."""


def number(value: float, kind: str, like: float | None = None) -> str:
    """Return a figure as text: shares and parts in per cent, a number with about three digits; bounds get the digits of their figure."""
    size = abs(value if like is None else like)
    if kind != "number":
        return f"{100 * value:.{1 if 0 < size < SMALL else 0}f} %"
    return f"{value:.{0 if size >= 100 else 1 if size >= 10 else 2}f}"


def measured(estimate: Estimate, kind: str) -> str:
    """Return a figure with its interval."""
    low, high = (number(bound, kind, estimate.value).removesuffix(" %") for bound in (estimate.low, estimate.high))
    return f"{number(estimate.value, kind)} ({low} to {high})"


def stated(metrics: Sequence[Metric | None], labels: Sequence[str]) -> str:
    """Return a figure as a sentence with its interval, followed by those of the other variants; empty if it is unknown."""
    found = [(metric, estimate) for metric in metrics if metric is not None and (estimate := metric.estimate())]
    if len(found) < len(metrics):
        return ""
    first, estimate = found[0]
    words = first.says.format(measured(estimate, first.kind))
    others = [f"with {label} {measured(other, metric.kind)}" for (metric, other), label in zip(found[1:], labels[1:], strict=True)]
    return sentence("; ".join([words, *others]))


def sentence(words: str) -> str:
    """Return words with a capital letter and a full stop."""
    return f"{words[0].upper()}{words[1:]}."


def context(cell: BalanceCell) -> str:
    """Return the cell in a few words."""
    people = "alone" if cell.players == 1 else f"{cell.players} players"
    return f"{people}, {' against '.join(reversed(cell.levels))}"


def seat_finding(cell: BalanceCell, metrics: Sequence[Metric], together: bool) -> str:
    """Return which seat has an advantage, if any, without a full stop."""
    fair = 1 / cell.players
    found = [(metric, estimate) for metric in metrics if metric.key.startswith("seat/") and (estimate := metric.estimate())]
    off = [(metric, estimate) for metric, estimate in found if estimate.low > fair or estimate.high < fair]
    metric, estimate = max(off or found[:1], key=lambda one: round(abs(one[1].value - fair), 9))
    seat = seat_words(together, int(metric.key.partition("/")[2]))
    wins = f"{seat} wins {measured(estimate, 'share')} of the games"
    if not off:
        return f"{wins}: {estimate.n} games show no advantage of any seat"
    return f"{wins}, {'more' if estimate.value > fair else 'less'} than a fair {number(fair, 'share')}"


def ban_finding(cell: BalanceCell, estimate: Estimate) -> str:
    """Return what a restriction costs, without a full stop."""
    fair = 1 / cell.players
    wins = f"a player who never plays “{cell.ban}” wins {measured(estimate, 'share')} of the games"
    if estimate.high < fair:
        return f"{wins} instead of {number(fair, 'share')}: it is needed"
    if estimate.low > fair:
        return f"{wins}: bots do better without it"
    return f"{wins}: no difference from {number(fair, 'share')} can be seen"


def figure_name(change: Change) -> str:
    """Return what a difference is a difference of, in a few words without a figure."""
    group, _, what = change.key.partition("/")
    if group == "use":
        kind, _, name = what.partition("/")
        return f"times a player plays “{name}”" if kind == "action" else f"times a player uses the {kind} “{name}”"
    if group == "ending":
        return f"games that end with “{what}”"
    if group == "seat":
        seat = change.says.partition(" wins ")[0]
        return f"wins of {seat[0].lower()}{seat[1:]}"
    if group == "ban":
        return f"wins of a player who never plays “{change.cell.ban}”"
    if group == "skill":
        low, high = change.cell.levels
        return f"points that {high} takes from {low}"
    return NAMES[change.key]


def change_finding(change: Change) -> str:
    """Return a difference as a sentence."""
    before, after = number(change.before, change.kind), number(change.after, change.kind)
    found = change.difference
    percent = change.kind != "number"
    digits = 1 if percent else 0 if abs(found.value) >= 100 else 1 if abs(found.value) >= 10 else 2
    scale, unit = (100, " points") if percent else (1, "")
    value, low, high = (f"{scale * part:+.{digits}f}".replace("-", "−") for part in (found.value, found.low, found.high))
    told = f"{after} instead of {before}" if after != before else f"{after}, nearly as before,"
    return sentence(f"{change.says.format(told)}: {value}{unit} ({low} to {high})")
