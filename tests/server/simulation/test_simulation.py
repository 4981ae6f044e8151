"""The whole server in simulations with faults: no invariant is violated, and a seed repeats its run exactly."""

from __future__ import annotations

import os
import secrets
import subprocess
import sys
from pathlib import Path

import pytest
from tests.server.simulation.faults import FaultRates
from tests.server.simulation.world import Plan, Report, World

ROOT = Path(__file__).resolve().parents[3]
FIXED = (1, 2, 3, 4, 381036244)
"""In the last one a rematch is made in vain."""
FRESH = 2
"""How many new seeds each run of the tests tries."""
EVENTS = 6000
"""A bound on work, so that a slow machine takes longer and never less."""
DIGEST = """
from tests.server.simulation.faults import FaultRates
from tests.server.simulation.world import Plan, World
report = World(Plan(seed=11, seconds=600.0, events=2500, processes=2, faults=FaultRates().times(2.0), round_seconds=150.0)).run()
print(report.events, report.digest, report.failure)
"""


def run(seed: int, **more: object) -> Report:
    """Return the report of one run."""
    return World(Plan(seed=seed, events=EVENTS, faults=FaultRates().times(2.0), round_seconds=400.0, **more)).run()  # type: ignore[arg-type]


def check(report: Report) -> None:
    """Fail with everything that is needed to see the fault again."""
    if report.failure:
        end = "\n".join(report.lines[-60:])
        command = f"python benchmarks/simulate_server.py --seed {report.plan.seed} --events {report.plan.events} --factor 2 --rounds 400"
        pytest.fail(f"{end}\n\nseed {report.plan.seed}: {report.failure}\nagain: {command}", pytrace=False)


def test_fixed_seeds() -> None:
    injected: set[str] = set()
    for seed in FIXED:
        report = run(seed)
        check(report)
        assert report.events >= EVENTS
        assert min(report.checked[name] for name in report.checked if name != "deletions") > 0, report.checked
        injected |= report.injected.keys()
    assert injected == set(FaultRates().active())


def test_a_system_clock_that_jumps() -> None:
    report = World(Plan(seed=6, events=EVENTS, faults=FaultRates.parse("clock_jump=30,crash=6"), round_seconds=400.0)).run()
    check(report)
    assert report.injected["clock_jump"] > 2


@pytest.mark.parametrize("number", range(FRESH))
def test_fresh_seeds(number: int) -> None:
    check(run(secrets.randbelow(10**9)))


def test_without_faults_everything_is_acknowledged() -> None:
    report = World(Plan(seed=5, events=3000, faults=FaultRates.none())).run()
    check(report)
    assert not report.injected
    assert report.checked["acknowledgements"] > 100


def test_a_seed_repeats_its_run_whatever_the_hashes() -> None:
    found = []
    for hashes in ("1", "2"):
        path = os.pathsep.join([str(ROOT / "src"), str(ROOT / "examples"), str(ROOT)])
        environment = {**os.environ, "PYTHONHASHSEED": hashes, "PYTHONPATH": path, "BESTAGON_EXAMPLES": "1"}
        done = subprocess.run([sys.executable, "-c", DIGEST], env=environment, capture_output=True, text=True, check=True)
        found.append(done.stdout)
    assert found[0] == found[1]
    assert int(found[0].split()[0]) >= 2500
