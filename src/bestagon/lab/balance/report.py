"""A balance report as data: sections with findings, charts and tables, for the page and for scripts."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from typing import Any, Final

from bestagon.core import registry
from bestagon.lab.balance.comparison import Change, changes
from bestagon.lab.balance.estimates import Estimate
from bestagon.lab.balance.experiment import Experiment
from bestagon.lab.balance.measured_game import ITERATIONS, MOMENTS, MeasuredGame
from bestagon.lab.balance.metrics import (
    Metric,
    edges_for,
    histogram,
    leader_curve,
    metrics,
    seat_words,
    use_figures,
    use_names,
)
from bestagon.lab.balance.plan import BalanceCell, program
from bestagon.lab.balance.wording import ban_finding, change_finding, context, figure_name, measured, seat_finding, sentence, stated

TOLD: Final = 12
"""Changes that are told as sentences; the table has all."""
HINTS: Final = 3
"""Differences that are told although they may be chance, where none is significant."""
LARGEST: Final = 4
"""Differences beyond so many standard deviations are drawn at the edge, or they would squeeze all others."""
LEAD_KEYS: Final = ("lead-changes", "drama", "decided", "leader-quarter", "leader-half", "leader-late")

Part = dict[str, Any]


class BalanceReport:
    """The figures of an experiment."""

    def __init__(self, experiment: Experiment, labels: Sequence[str]) -> None:
        """Take an experiment that has been played; `labels` name its variants."""
        self.experiment = experiment
        self.plan = experiment.plan
        self.labels = labels
        self.variants = range(len(self.plan.variants))
        self.game = registry.game(self.plan.game)
        self.metrics = [{cell: self._metrics(variant, cell) for cell in experiment.cells} for variant in self.variants]
        self.changes = changes(*self.metrics) if len(self.metrics) == 2 else []

    def _metrics(self, variant: int, cell: BalanceCell) -> list[Metric]:
        every = [game for v in self.variants for game in self.experiment.results(v, cell)]
        found = {game.ending for game in every}
        endings = [ending for ending in self.game.endings if ending in found]
        return metrics(cell, self.experiment.results(variant, cell), use_names(every), endings)

    # Cells

    def even(self) -> list[BalanceCell]:
        """Return the cells of one level each."""
        return [cell for cell in self.experiment.cells if len(cell.levels) == 1 and not cell.ban]

    def _one(self, variant: int, cell: BalanceCell, key: str) -> Metric | None:
        return next((metric for metric in self.metrics[variant][cell] if metric.key == key), None)

    def _games(self, variant: int, cell: BalanceCell) -> list[MeasuredGame]:
        return self.experiment.results(variant, cell)

    def _where(self, cell: BalanceCell, variant: int) -> str:
        return f"{context(cell)}, {self.labels[variant]}" if len(self.labels) > 1 else context(cell)

    def programs(self) -> dict[str, str]:
        """Return the player behind every level of the report, weakest first."""
        names = dict.fromkeys(name for cell in self.experiment.cells for name in cell.levels)
        return {name: program(self.game, name) for name in names}

    # Data for scripts

    def data(self) -> Part:
        """Return every figure, for JSON."""
        return {
            "game": self.plan.game,
            "rules": self.plan.rules,
            "seed": self.plan.seed,
            "levels": self.programs(),
            "variants": [{"label": label, "options": options} for label, options in zip(self.labels, self.plan.variants, strict=True)],
            "findings": [finding for section in self.sections() for finding in section["findings"]],
            "cells": [self._cell_data(variant, cell) for cell in self.experiment.cells for variant in self.variants],
            "changes": [
                {
                    **{"players": change.cell.players, "levels": change.cell.levels, "ban": change.cell.ban, "key": change.key},
                    **{"before": change.before, "after": change.after, **asdict(change.difference)},
                    **{"corrected_p": change.corrected, "significant": change.significant},
                }
                for change in self.changes
            ],
        }

    def _cell_data(self, variant: int, cell: BalanceCell) -> Part:
        games = self._games(variant, cell)
        found = {metric.key: metric.estimate() for metric in self.metrics[variant][cell]}
        return {
            "variant": self.labels[variant],
            "players": cell.players,
            "levels": cell.levels,
            "ban": cell.ban,
            "games": len(games),
            "figures": {key: asdict(estimate) for key, estimate in found.items() if estimate},
            "uses": [asdict(use_figures(name, games)) for name in use_names(games)],
            "leader_curve": leader_curve(games),
        }

    # Sections of the page

    def sections(self) -> list[Part]:
        """Return the sections that have anything to say."""
        found = [
            self._change_section() if self.changes else None,
            self._seat_section(),
            self._length_section(),
            self._score_section(),
            self._lead_section(),
            self._skill_section(),
            self._ending_section(),
            self._use_section(),
            self._ban_section(),
        ]
        return [section for section in found if section]

    def _change_section(self) -> Part:
        significant = [change for change in self.changes if change.significant]
        cells = self.experiment.cells
        told = sorted(significant[:TOLD], key=lambda change: cells.index(change.cell))
        findings = [_finding(context(change.cell), change_finding(change)) for change in told]
        if len(significant) > TOLD:
            findings.append(_finding("", f"{len(significant) - TOLD} more differences are significant: the table has them all."))
        if not significant:
            words = f"None of {len(self.changes)} figures differs significantly: what this change does is too small for so few games."
            findings = [_finding("", words)]
            findings += [_finding(f"{context(change.cell)}, may be chance", change_finding(change)) for change in self.changes[:HINTS]]
        several = len({context(change.cell) for change in self.changes}) > 1
        rows = [
            {"label": _short(change, len(self.even()) > 1), "value": change.size, **_around(change), "series": int(not change.significant)}
            for change in self.changes[:TOLD]
            if change.size
        ]
        found = _section(
            "changes",
            f"What {self.labels[1]} does",
            findings,
            f"{self.labels[1]} against {self.labels[0]}, on the same seeds. Differences are paired; their 95 % intervals are Student's t. "
            f"Significant means below 5 % after Holm's correction for all {len(self.changes)} figures.",
            [
                {
                    **{
                        "type": "intervals",
                        "title": "The largest differences, in standard deviations of a game",
                        "unit": "",
                        "limit": LARGEST,
                        "reference": 0,
                    },
                    **{"series": ["significant", "may be chance"], "rows": rows},
                }
            ]
            if rows
            else [],
            [
                {
                    "columns": [
                        *(_column(name, "text") for name in ("games", "figure")[not several :]),
                        *(_column(name, "number") for name in (*self.labels, "difference", "from", "to")),
                        _column("corrected p", "p"),
                    ],
                    "rows": [_change_row(change)[not several :] for change in self.changes],
                }
            ],
        )
        return {**found, "certain": bool(significant)}

    def _seat_section(self) -> Part | None:
        cells = [cell for cell in self.even() if cell.players > 1]
        if not cells:
            return None
        findings, charts = [], []
        for cell in cells:
            rows = []
            together = any(game.together for game in self._games(0, cell))
            told = [seat_finding(cell, self.metrics[variant][cell], together) for variant in self.variants]
            findings.append(_finding(context(cell), self._joined(told)))
            for seat in range(cell.players):
                for variant in self.variants:
                    metric = self._one(variant, cell, f"seat/{seat}")
                    assert metric is not None, "every seat has a figure"
                    rows.append(_row(seat_words(together, seat), metric.estimate(), variant))
            charts.append(self._intervals(f"Share of wins: {context(cell)}", rows, 1 / cell.players))
        note = "A shared win counts in parts. Players are in the order of their first decision; the dashed line is a fair share."
        return _section("seats", "Does the seat matter?", findings, note, charts)

    def _length_section(self) -> Part:
        findings = list(self._stated(self.even(), ("actions", "choices", "only")))
        charts = self._histograms("Actions in a game", "actions", lambda game: [float(game.actions)])
        return _section("length", "How long, how many choices?", findings, "An action is one decision of one player.", charts)

    def _score_section(self) -> Part:
        keys = ("score", "best", "margin")
        findings = list(self._stated(self.even(), keys))
        charts = self._histograms("Scores of all players", "points", lambda game: [float(score) for score in game.scores])
        return _section("scores", "What do players score?", findings, "", charts)

    def _lead_section(self) -> Part | None:
        cells = [cell for cell in self.even() if cell.players > 1]
        if not cells:
            return None
        series = [
            {"name": self._where(cell, variant), "points": leader_curve(self._games(variant, cell))}
            for cell in cells
            for variant in self.variants
        ]
        note = (
            f"The chances at {MOMENTS} moments of a game come from the game's own evaluator in a search of {ITERATIONS} iterations. "
            "The lead changes when another player is ahead by 10 points of chance; a game is decided when its winner stays above 80 %. "
            "How far the winner trails counts only moments at which it was behind. The earlier the curve rises, the more a leader "
            "runs away."
        )
        chart = {
            "type": "lines",
            "title": "How often the leader wins",
            "x": "part of the game",
            "y": "wins of the leader",
            "series": series,
        }
        return _section("lead", "Is it exciting to the end?", list(self._stated(cells, LEAD_KEYS)), note, [chart])

    def _skill_section(self) -> Part | None:
        cells = [cell for cell in self.experiment.cells if len(cell.levels) > 1]
        if not cells:
            return None
        rows = []
        findings = [_finding(f"{cell.players} players", stated(self._both(cell, "skill"), self.labels)) for cell in cells]
        for cell in cells:
            for variant in self.variants:
                metric = self._one(variant, cell, "skill")
                assert metric is not None, "every pair of levels has its figure"
                rows.append(_row(context(cell), metric.estimate(), variant))
        note = (
            "50 % would be pure luck, 100 % pure skill, as far as these levels differ. Levels alternate around the table, and every seed "
            "is played from both sides."
        )
        return _section("skill", "Luck or skill?", findings, note, [self._intervals("Points of the higher level", rows, 0.5)])

    def _ending_section(self) -> Part | None:
        findings, charts = [], []
        for cell in self.even():
            keys = [metric.key for metric in self.metrics[0][cell] if metric.key.startswith("ending/")]
            rows = []
            for key in keys:
                both = self._both(cell, key)
                findings.append(_finding(context(cell), stated(both, self.labels)))
                rows += [_row(key.partition("/")[2], metric.estimate(), variant) for variant, metric in enumerate(both) if metric]
            if not keys:
                findings.append(_finding(context(cell), f"All games end with “{self._games(0, cell)[0].ending}”."))
            if rows:
                charts.append(self._intervals(f"Endings: {context(cell)}", rows))
        return _section("endings", "How does it end?", findings, "", charts)

    def _use_section(self) -> Part | None:
        tables, findings = [], []
        for cell in self.even():
            for variant in self.variants:
                games = self._games(variant, cell)
                found = [use_figures(name, games) for name in use_names(games)]
                if not found:
                    continue
                striking = sorted((use for use in found if use.gap and use.group != "cell"), key=lambda use: -abs(use.gap))
                findings += [_finding(self._where(cell, variant), use.told()) for use in striking[:3]]
                rows = [
                    [
                        *(use.group, use.name, round(use.times.value, 3), use.used.value),
                        *((one.value if one else None) for one in (use.won_with, use.won_without)),
                    ]
                    for use in found
                ]
                columns = [
                    *(_column(name, "text") for name in ("kind", "name")),
                    _column("times a game", "number"),
                    *(_column(name, "percent") for name in ("players who use it", "win with it", "win without")),
                ]
                tables.append({"title": self._where(cell, variant), "columns": columns, "rows": rows})
        note = "Counted for each player. Winners often use something because they are winning; restricted play shows what causes what."
        return _section("uses", "What is used, and does it win?", findings, note, [], tables) if tables else None

    def _ban_section(self) -> Part | None:
        cells = [cell for cell in self.experiment.cells if cell.ban]
        if not cells:
            return None
        findings, charts = [], []
        for players in dict.fromkeys(cell.players for cell in cells):
            rows = []
            for cell in (cell for cell in cells if cell.players == players):
                found = [estimate for metric in self._both(cell, "ban") if metric and (estimate := metric.estimate())]
                told = [ban_finding(cell, found[0]), *(measured(estimate, "share") for estimate in found[1:])]
                findings.append(_finding(context(cell), self._joined(told)))
                rows += [_row(f"never “{cell.ban}”", estimate, variant) for variant, estimate in enumerate(found)]
            charts.append(self._intervals(f"Wins of the restricted player: {players} players", rows, 1 / players))
        note = "One player never plays the action if another is legal, the others play as always; every seat is restricted equally often."
        return _section("bans", "What if somebody never does it?", findings, note, charts)

    # Parts of sections

    def _both(self, cell: BalanceCell, key: str) -> list[Metric | None]:
        return [self._one(variant, cell, key) for variant in self.variants]

    def _joined(self, told: Sequence[str]) -> str:
        """Return what is said of each variant as one sentence."""
        return sentence("; ".join([told[0], *(f"with {label} {words}" for label, words in zip(self.labels[1:], told[1:], strict=True))]))

    def _stated(self, cells: Sequence[BalanceCell], keys: Sequence[str]) -> Iterator[Part]:
        for cell in cells:
            for key in keys:
                words = stated(self._both(cell, key), self.labels)
                if words:
                    yield _finding(context(cell), words)

    def _intervals(self, title: str, rows: list[Part], reference: float | None = None) -> Part:
        return {"type": "intervals", "title": title, "unit": "%", "reference": reference, "series": list(self.labels), "rows": rows}

    def _histograms(self, title: str, unit: str, numbers: Callable[[MeasuredGame], list[float]]) -> list[Part]:
        """Return a histogram for each number of players."""
        found = []
        for players in self.plan.players:
            groups = {
                self._where(cell, variant): [one for game in self._games(variant, cell) for one in numbers(game)]
                for cell in self.even()
                if cell.players == players
                for variant in self.variants
            }
            edges = edges_for([one for group in groups.values() for one in group])
            series = [{"name": name, "shares": histogram(group, edges)} for name, group in groups.items()]
            found.append({"type": "histogram", "title": title, "x": unit, "edges": edges, "series": series})
        return found


def _finding(where: str, text: str) -> Part:
    return {"where": where, "text": text}


def _section(name: str, title: str, findings: Sequence[Part], note: str, charts: Sequence[Part], tables: Sequence[Part] = ()) -> Part:
    return {"id": name, "title": title, "findings": list(findings), "note": note, "charts": list(charts), "tables": list(tables)}


def _row(label: str, estimate: Estimate | None, series: int) -> Part:
    assert estimate is not None, "a row has a figure"
    return {"label": label, "value": estimate.value, "low": estimate.low, "high": estimate.high, "series": series}


def _column(label: str, kind: str) -> Part:
    return {"label": label, "kind": kind}


def _short(change: Change, several: bool) -> str:
    name = figure_name(change)
    return f"{name} ({context(change.cell)})" if several else name


def _around(change: Change) -> Part:
    """Return the bounds of a difference in standard deviations."""
    scale = change.size / change.difference.value if change.difference.value else 0.0
    return {"low": change.difference.low * scale, "high": change.difference.high * scale}


def _change_row(change: Change) -> list[Any]:
    percent = change.kind != "number"
    scale = 100 if percent else 1
    name = f"{figure_name(change)} (%)" if percent else figure_name(change)
    values = (change.before, change.after, change.difference.value, change.difference.low, change.difference.high)
    return [context(change.cell), name, *(round(scale * value, 3) for value in values), round(change.corrected, 5)]
