"""Simulate the whole server: `python benchmarks/simulate_server.py --minutes 10`, or `--hours 8` for a night.

Runs simulations with new seeds until the time is over (docs/simulator.md): a server of one to three processes, people, bots and
faults on a simulated clock, everything checked. Each line has a seed; `--seed N` repeats it exactly. At the first violation it looks
for the fewest kinds of faults that still cause it, and prints the end of the trace and the command that shows it again.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
os.environ.setdefault("BESTAGON_EXAMPLES", "1")

from tests.server.simulation.faults import FaultRates
from tests.server.simulation.world import CALM, LIVELY, Plan, Report, World


def main() -> None:
    """Run until the time, the number of events or the seeds are used up, or something is wrong."""
    given = _parser().parse_args()
    faults = FaultRates.parse(given.faults).times(given.factor)
    plan = Plan(
        seed=given.seed if given.seed is not None else given.first,
        seconds=given.simulated * 3600,
        events=given.events,
        faults=faults,
        processes=given.processes,
        tables=given.tables,
        visitors=given.visitors,
        pauses=CALM if given.calm else LIVELY,
        round_seconds=given.rounds,
    )
    end = time.monotonic() + given.hours * 3600 + given.minutes * 60
    total, injected = Counter[str](), Counter[str]()
    began, table_hours, runs = time.process_time(), 0.0, 0
    while runs == 0 or (given.seed is None and time.monotonic() < end and not (given.total and total["simulated"] >= given.total)):
        # Of the processor, because other programs may be running.
        started = time.process_time()
        report = World(replace(plan, seed=plan.seed + runs)).run()
        took = time.process_time() - started
        runs += 1
        total.update(report.checked)
        total["simulated"] += report.events
        injected.update(report.injected)
        table_hours += report.table_hours
        print(
            f"seed {report.plan.seed}: {report.events:,} events, {report.seconds / 3600:.1f} h, {report.tables} tables, "
            f"{report.events / took:,.0f} events/s, {report.table_hours * 60 / took:,.0f} table-hours a minute, trace {report.digest}",
            flush=True,
        )
        if report.failure:
            _explain(report, given)
            sys.exit(1)
    took = time.process_time() - began
    print(f"{runs} runs, {total['simulated']:,} events, {table_hours:,.0f} table-hours in {took:,.0f} s of processor time: nothing broken")
    print("checked:", ", ".join(f"{count:,} {name}" for name, count in total.items() if name != "simulated"))
    print("faults:", ", ".join(f"{count:,} {name}" for name, count in injected.most_common()))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, help="run this seed only")
    parser.add_argument("--first", type=int, default=time.time_ns() // 1_000_000_000, help="the first seed; default: the time")
    parser.add_argument("--hours", type=float, default=0.0, help="how long to run new seeds")
    parser.add_argument("--minutes", type=float, default=0.0)
    parser.add_argument("--total", type=int, default=0, help="stop after this number of events over all runs")
    parser.add_argument("--events", type=int, default=0, help="events of one run; 0 for no limit")
    parser.add_argument("--simulated", type=float, default=1.0, help="simulated hours of one run")
    parser.add_argument("--faults", default="default", help=f"`none`, `default,-crash,cut=100` or some of {', '.join(FaultRates.names())}")
    parser.add_argument("--factor", type=float, default=1.0, help="multiply the rates of all faults")
    parser.add_argument("--processes", type=int, default=0, help="server processes; 0 draws 1 to 3")
    parser.add_argument("--tables", type=int, default=Plan.tables)
    parser.add_argument("--visitors", type=int, default=Plan.visitors)
    parser.add_argument("--rounds", type=float, default=Plan.round_seconds, help="simulated seconds between two rests with checks")
    parser.add_argument("--calm", action="store_true", help="people who take minutes to hours for a move: more table-hours, fewer events")
    parser.add_argument("--lines", type=int, default=40, help="lines of the trace to show at a violation")
    parser.add_argument("--no-shrink", action="store_true", help="do not look for fewer faults")
    return parser


def _explain(report: Report, given: argparse.Namespace) -> None:
    """Print what is wrong, with as few kinds of faults as show it, and how to see it again."""
    smallest = report if given.no_shrink else _shrink(report)
    print("\n".join(smallest.lines[-given.lines :]))
    print(f"\nVIOLATION: {smallest.failure}")
    kept = smallest.plan.faults.active()
    faults = ",".join(f"{name}={getattr(smallest.plan.faults, name):g}" for name in kept) or "none"
    plan = smallest.plan
    flags = f"--simulated {plan.seconds / 3600:g} --tables {plan.tables} --visitors {plan.visitors} --rounds {plan.round_seconds:g}"
    more = f"{' --calm' if plan.pauses == CALM else ''}{f' --events {plan.events}' if plan.events else ''}"
    print(
        f"again: python benchmarks/simulate_server.py --seed {plan.seed} --processes {plan.processes} {flags}{more} --faults none,{faults}"
    )


def _shrink(report: Report) -> Report:
    """Return the report of a run with fewer kinds of faults that is still wrong."""
    smallest = report
    for name in report.plan.faults.active():
        tried = World(replace(smallest.plan, faults=smallest.plan.faults.without(name))).run()
        if tried.failure:
            print(f"also without {name}: {tried.failure}", flush=True)
            smallest = tried
    return smallest


if __name__ == "__main__":
    main()
