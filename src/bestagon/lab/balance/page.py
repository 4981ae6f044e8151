"""A balance report as one HTML file that needs nothing else."""

from __future__ import annotations

import base64
import json
from collections.abc import Sequence
from html import escape
from importlib import resources
from itertools import groupby
from string import Template
from typing import Any, Final

from bestagon.lab.balance.report import BalanceReport

FONTS: Final = (
    ("Atkinson Hyperlegible", 400, "AtkinsonHyperlegible-Regular.ttf"),
    ("Atkinson Hyperlegible", 700, "AtkinsonHyperlegible-Bold.ttf"),
    ("Caprasimo", 400, "Caprasimo-Regular.ttf"),
)
NO_BREAK: Final = "\u00a0"


def html(report: BalanceReport) -> str:
    """Return the page; its findings are plain text, so it says everything without scripts too."""
    sections = report.sections()
    plan = report.plan
    title = f"{report.game.title}: {'what a change does' if len(report.labels) > 1 else 'balance'}"
    facts = [f"{plan.games:,} games each, {len(report.experiment.games):,} in all", f"seed {plan.seed}"]
    facts.append(f"{'levels' if len(plan.levels) > 1 else 'level'} {', '.join(plan.levels)}")
    data = json.dumps([{"id": one["id"], "charts": one["charts"], "tables": one["tables"]} for one in sections])
    return Template(_asset("page.html")).substitute(
        title=escape(title),
        fonts=_faces(),
        css=_asset("page.css"),
        facts=_list(facts),
        variants=_variants(report),
        links="".join(f'<a href="#{one["id"]}">{escape(one["title"])}</a>' for one in sections),
        sections="\n".join(_section_html(one) for one in sections),
        data=data.replace("</", "<\\/"),  # so that no text ends the script
        programs=_programs(report),
        js=_asset("page.js"),
    )


def _variants(report: BalanceReport) -> str:
    """Return the names of the variants as the key to the colours of the charts."""
    if len(report.labels) < 2:
        return ""
    items = [f'<li><i class="key s{i}"></i>{escape(label)}</li>' for i, label in enumerate(report.labels)]
    return f'<ul class="variants">{"".join(items)}</ul>'


def _programs(report: BalanceReport) -> str:
    """Return how the levels play, as a footnote for those who want to repeat a game; empty if all are programs by name."""
    found = [f"{escape(name)} is <code>{escape(one)}</code>" for name, one in report.programs().items() if one != name]
    return f" As players of <code>bestagon arena</code>, {', '.join(found)}." if found else ""


def _section_html(section: dict[str, Any]) -> str:
    groups = groupby(section["findings"], key=lambda finding: finding["where"])
    findings = "".join(f"{_where(where)}<ul>{_list([finding['text'] for finding in group])}</ul>" for where, group in groups)
    note = f'<p class="note">{escape(section["note"])}</p>' if section["note"] else ""
    title = f"<h2>{escape(section['title'])}</h2>"
    certain = ' class="certain"' if section.get("certain") else ""
    return f'<section id="{section["id"]}"{certain}>{title}<div class="findings">{findings}</div><div class="charts"></div>{note}</section>'


def _where(words: str) -> str:
    return f"<h3>{escape(words)}</h3>" if words else ""


def _list(sentences: Sequence[str]) -> str:
    """Return items of a list, in which no line begins with a per cent sign."""
    return "".join(f"<li>{escape(sentence.replace(' %', NO_BREAK + '%'))}</li>" for sentence in sentences)


def _asset(name: str) -> str:
    return resources.files("bestagon.lab.balance").joinpath(name).read_text(encoding="utf-8")


def _faces() -> str:
    folder = resources.files("bestagon.printing").joinpath("fonts")
    faces = []
    for family, weight, file in FONTS:
        data = base64.b64encode(folder.joinpath(file).read_bytes()).decode()
        faces.append(f'@font-face{{font-family:"{family}";font-weight:{weight};src:url(data:font/ttf;base64,{data})}}')
    return "".join(faces)
