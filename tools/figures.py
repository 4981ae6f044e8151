"""Makes the pages of docs/figures: what each game is like between bots, with the charts of `bestagon balance`.

    python tools/figures.py [GAME ...]          # plays, draws and writes
    python tools/figures.py --keep [GAME ...]   # writes again from the reports that are in build/figures
    python tools/figures.py --check             # says which pages were played by today's bots

Needs a compiled bestagon and Chromium. The section "What surprised us" of a page is written by hand and kept.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from dataclasses import dataclass
from datetime import date
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from playwright.sync_api import Page, sync_playwright

from browser import chromium

ROOT: Final = Path(__file__).resolve().parent.parent
REPORTS: Final = ROOT / "build" / "figures"
SOURCES: Final = ROOT / "src" / "bestagon"
PAGES: Final = ROOT / "docs" / "figures"
SURPRISES: Final = "## What surprised us"
PLAYED: Final = "Played on"
TABLE_ROWS: Final = 12
WIDTH: Final = 760


@dataclass(frozen=True)
class Run:
    """What `bestagon balance` measures for a page."""

    title: str
    players: str
    levels: str
    games: int

    def arguments(self, game: str) -> list[str]:
        """Return the arguments of the command."""
        return ["balance", game, "--players", self.players, "--levels", self.levels, "-n", str(self.games)]


RUNS: Final = {
    "beerhex": Run("BeerHex", "2", "friendly,expert", 200),
    "hex-dice": Run("Hex Dice", "2", "friendly,skilled", 300),
    "hex-roller": Run("Hex Roller", "2,4", "friendly,casual", 200),
    "hexagone": Run("hexaGONE", "2,4", "friendly,skilled", 300),
    "pocket-hexes": Run("Pocket Hexes", "2,4", "friendly,expert", 100),
}

READ: Final = (ROOT / "tools" / "report_sections.js").read_text(encoding="utf-8")


def report_of(game: str, run: Run) -> Path:
    """Play the games and write the report."""
    REPORTS.mkdir(parents=True, exist_ok=True)
    path = REPORTS / f"{game}.html"
    path.with_name(f"{path.name}.games.jsonl").unlink(missing_ok=True)  # What an interrupted run left.
    subprocess.run([sys.executable, "-m", "bestagon", *run.arguments(game), "--out", path], check=True, cwd=ROOT)
    return path


def read_report(page: Page, path: Path) -> list[dict[str, Any]]:
    """Return the sections of a report."""
    page.goto(path.as_uri())
    page.evaluate("document.documentElement.dataset.theme = 'light'")
    found: list[dict[str, Any]] = page.evaluate(READ)
    return found


def rounded(svg: str) -> str:
    """Shorten the coordinates of an SVG to tenths."""
    return re.sub(r"-?\d+\.\d{2,}", lambda number: f"{float(number[0]):.1f}".removesuffix(".0"), svg)


def fingerprint(game: str) -> str:
    """Return a short hash of all code that decides how bots play a game: its rules, data and evaluator, and the bots."""
    own = SOURCES / "games" / game.replace("-", "_")
    patterns = ("board*.py", "rules/*.py", "ai/*.py", "data/*.txt")
    files = [*(SOURCES / "bots").glob("*.py"), *(file for pattern in patterns for file in own.glob(pattern))]
    found = sha256()
    for file in sorted(files):
        found.update(file.relative_to(SOURCES).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    return found.hexdigest()[:8]


def played(game: str) -> str:
    """Return when and by which bots a game is played now, as `--check` reads it."""
    return (
        f"{PLAYED} {date.today().isoformat()} by bots with the fingerprint `{fingerprint(game)}`; "
        "`python tools/figures.py --check` says whether today's bots are the same."
    )


def write_page(game: str, run: Run, sections: list[dict[str, Any]], bots: str) -> None:
    """Write the page of a game and its charts."""
    path = PAGES / f"{game}.md"
    command = " ".join(["bestagon", *run.arguments(game), "--out", "report.html"])
    parts = [
        f"# {run.title} in figures",
        f"Bots played; `{command}` repeats it and writes a page with interactive charts. In brackets are 95 % intervals. "
        "[Balance](../balance.md) says how each figure is measured, and what bots cannot say about people.",
        bots or sentence(path, PLAYED),
        surprises(path),
    ]
    for section in sections:
        parts.append(f"## {section['title']}")
        lines: list[str] = []
        for tag, text in section["findings"]:
            lines += ["", f"**{text}**", ""] if tag == "H3" else [f"- {text}"]
        parts.append("\n".join(lines).strip())
        for number, chart in enumerate(section["charts"], 1):
            name = f"{game}-{section['id']}-{number}.svg"
            (PAGES / name).write_text(rounded(chart["svg"]) + "\n", encoding="utf-8")
            parts.append(f"![{chart['title']}]({name})\n\n*{chart['title']}*")
        for table in section["tables"]:
            head, *rows = table["rows"]
            columns = ["|".join(["", *row, ""]) for row in [head, ["---"] * len(head), *rows[:TABLE_ROWS]]]
            parts.append("\n".join([f"*{table['title']}*", "", *columns]) if table["title"] else "\n".join(columns))
        if section["note"]:
            parts.append(section["note"])
    path.write_text("\n\n".join(part for part in parts if part) + "\n", encoding="utf-8")


def sentence(path: Path, start: str) -> str:
    """Return the line of a page that starts like this; empty if there is none."""
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return next((line for line in lines if line.startswith(start)), "")


def surprises(path: Path) -> str:
    """Return the section of a page that is written by hand."""
    if not path.exists():
        return ""
    _, found, rest = path.read_text(encoding="utf-8").partition(SURPRISES)
    return f"{found}{rest.partition(chr(10) + '## ')[0]}".strip()


def main() -> int:
    """Make the pages of all games, or of those named."""
    options = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    options.add_argument("games", nargs="*", metavar="GAME")
    options.add_argument("--keep", action="store_true", help="use the reports that are in build/figures")
    options.add_argument("--check", action="store_true", help="only say which pages were played by today's bots")
    given = options.parse_args()
    if unknown := [game for game in given.games if game not in RUNS]:
        options.error(f"no such game: {', '.join(unknown)}; there are {', '.join(RUNS)}")
    if given.check:
        for game in given.games or RUNS:
            same = f"`{fingerprint(game)}`" in sentence(PAGES / f"{game}.md", PLAYED)
            print(f"{game}: {'the same bots as today' if same else 'other bots than today'}")
        return 0
    if not (program := chromium()):
        options.error("no Chromium is installed: run `python tools/browser.py` first")
    PAGES.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": WIDTH, "height": 900}, color_scheme="light")
        for game in given.games or RUNS:
            bots = "" if given.keep else played(game)
            path = REPORTS / f"{game}.html" if given.keep else report_of(game, RUNS[game])
            write_page(game, RUNS[game], read_report(page, path), bots)
            print(f"docs/figures/{game}.md written", flush=True)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
