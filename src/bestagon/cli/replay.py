"""`bestagon replay` and `bestagon verify`: step through records and check them."""

from __future__ import annotations

import re
from pathlib import Path

import click

from bestagon.cli.common import console, errors, print_json
from bestagon.core.errors import BadRecord
from bestagon.core.record import Record, read_text
from bestagon.core.table import Table

HELP = "Enter: next, b: back, a number: go there, e: end, q: quit"
line_option = click.option(
    "--line", type=click.IntRange(1), default=1, show_default=True, help="Number of the record in a file with one record per line."
)


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--at", type=click.IntRange(0), help="Show only the position after this number of actions.")
@click.option("--all", "everything", is_flag=True, help="Show every position.")
@line_option
def replay(file: Path, at: int | None, everything: bool, line: int) -> None:
    """Step through the record in FILE."""
    record = pick(file, line)
    last = len(record.actions)
    if at is not None:
        if at > last:
            raise BadRecord(f"the record has {last} actions, so there is nothing after {at}")
        _show(record, at)
        return
    if everything or not console.is_terminal:
        for n, table in enumerate(record.steps()):
            _print(record, n, table)
        return
    n = 0
    while True:
        _show(record, n)
        answer = click.prompt(HELP, default="", show_default=False, prompt_suffix=" > ").strip().lower()
        if answer == "q":
            return
        if answer == "" and n == last:
            return
        n = _next(answer, n, last)


def _next(answer: str, n: int, last: int) -> int:
    if answer == "":
        return n + 1
    if answer == "b":
        return max(0, n - 1)
    if answer == "e":
        return last
    if re.fullmatch("[0-9]{1,9}", answer) and int(answer) <= last:
        return int(answer)
    errors.print(f"{answer!r}? There are actions 0 to {last}. {HELP}", markup=False)
    return n


def _show(record: Record, n: int) -> None:
    for i, table in enumerate(record.steps()):
        if i == n:
            _print(record, n, table)
            return


def _print(record: Record, n: int, table: Table) -> None:
    console.rule()
    if n:
        seat, text = record.actions[n - 1]
        dice = table.steps[-1].dice
        rolled = f", real dice: {' '.join(map(str, dice))}" if dice else ""
        console.print(f"{n} of {len(record.actions)}: {table.game.seat_name(seat)} plays {text}{rolled}", style="bold", markup=False)
    else:
        console.print(f"{table.game.title}, {table.players} players, {len(record.actions)} actions", style="bold", markup=False)
    console.print(str(table), markup=False, soft_wrap=True)
    if table.over:
        console.print(result_text(table), style="bold", markup=False)


def result_text(table: Table) -> str:
    """Return the result of a finished game in one line."""
    order = sorted(range(table.players), key=lambda seat: table.ranking[seat])
    places = ", ".join(f"{table.ranking[seat]}. {table.game.seat_name(seat)} ({table.scores[seat]})" for seat in order)
    return f"Over ({table.ending}): {places}"


@click.command()
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print JSON for scripts.")
@click.pass_context
def verify(ctx: click.Context, file: Path, as_json: bool) -> None:
    """Replay every record in FILE, check dice and results, and report what is wrong."""
    reports = []
    for number, text in _records(file):
        report: dict[str, object] = {"record": number, "ok": True}
        try:
            record = Record.parse(text)
            table = record.replay()
            report |= {"game": record.game, "actions": len(record.actions), "over": table.over, "dice": _dice_text(record)}
        except BadRecord as error:
            report |= {"ok": False, "why": str(error)}
        reports.append(report)
    good = all(report["ok"] for report in reports)
    if as_json:
        print_json(reports)
    else:
        _show_reports(file, reports)
    ctx.exit(0 if good else 1)


def _show_reports(file: Path, reports: list[dict[str, object]]) -> None:
    many = len(reports) > 1
    for report in reports:
        where = f"{file}, record {report['record']}" if many else str(file)
        if not report["ok"]:
            console.print(f"{where}: NOT VALID: {report['why']}", style="red", markup=False, soft_wrap=True)
        elif not many:
            state = "complete" if report["over"] else "unfinished"
            console.print(
                f"{where}: valid, {state}: {report['game']}, {report['actions']} actions; {report['dice']}",
                style="green",
                markup=False,
                soft_wrap=True,
            )
    if many:
        good = sum(bool(report["ok"]) for report in reports)
        console.print(f"{good} of {len(reports)} records are valid")


def _dice_text(record: Record) -> str:
    by_hand = "real dice entered by hand: nobody can verify how they were rolled"
    parts = [by_hand if record.start_dice is not None else _dice_kind(record.seed, record.commitment)]
    parts += [f"from action {branch.at} on {_dice_kind(branch.seed, branch.commitment)}" for branch in record.branches]
    return "; ".join(parts)


def _dice_kind(seed: int | None, commitment: str) -> str:
    if seed is not None:
        return f"fast dice of seed {seed}: repeatable, but not committed to beforehand"
    return f"sealed dice: the secret matches the commitment {commitment[:16]}..."


def _records(file: Path) -> list[tuple[int, str]]:
    """Return the records of a file, counted from 1: one per line if the first line is a whole record, else the whole file."""
    text = read_text(file)
    lines = [line for line in text.split("\n") if line.strip()]
    if not lines:
        raise BadRecord(f"{file} is empty")
    try:
        Record.parse(lines[0])
    except BadRecord:
        if len(lines) == 1 or not lines[1].startswith("{"):
            return [(1, text)]
    return list(enumerate(lines, 1))


def pick(file: Path, line: int) -> Record:
    """Return one record of a file after replaying it."""
    records = _records(file)
    if line > len(records):
        raise BadRecord(f"{file} has {len(records)} record(s), so there is no record {line}")
    return Record.load(records[line - 1][1])
