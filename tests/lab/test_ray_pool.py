"""Work on Ray. What needs the package `ray` is skipped without it, so CI skips it: `pip install 'bestagon[ray]'` to run all."""

from __future__ import annotations

import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import Generator
from contextlib import closing
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from bestagon.cli import main
from bestagon.core.errors import BadOption, BestagonError
from bestagon.lab import ray_pool
from bestagon.lab.parallel import map_parallel
from bestagon.lab.ray_pool import TASK_SECONDS, Grouping, Installed, check_address, installed

needs_ray = pytest.mark.skipif(find_spec("ray") is None, reason="the package ray is not installed")
# Ray leaves sockets and files to the end of the process.
pytestmark = pytest.mark.filterwarnings("default")


@pytest.fixture(scope="module")
def ray() -> Generator[Any, None, None]:
    """A Ray that all tests share, because starting one takes seconds."""
    ray: Any = import_module("ray")
    ray.init("local", num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level=logging.ERROR)
    ray.cloudpickle.register_pickle_by_value(sys.modules[__name__])
    yield ray
    ray.shutdown()


def die_once(folder: Path, number: int) -> int:
    """Kill the worker's process at the first try of the number 3."""
    mark = folder / "died"
    if number == 3 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def die(number: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return number


def refuse(number: int) -> int:
    raise BadOption(f"not {number}")


def wait_long(folder: Path, number: int) -> None:
    if number:
        (folder / str(os.getpid())).touch()
        time.sleep(600)


def is_running(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def wait_until_ended(processes: list[int], seconds: float) -> list[int]:
    """Return the processes that still run after so many seconds."""
    limit = time.monotonic() + seconds
    while any(map(is_running, processes)) and time.monotonic() < limit:
        time.sleep(0.1)
    return [process for process in processes if is_running(process)]


@pytest.mark.parametrize("on", ["", "rays", "ray://", "ray://host", "ray://:10001", "ray://host:port", "host:6379"])
def test_an_address_is_checked(on: str) -> None:
    with pytest.raises(BadOption, match="ray://HOST:PORT"):
        check_address(on)
    shown = CliRunner().invoke(main, ["simulate", "hex", "-n", "1", "--on", on])
    assert shown.exit_code == 2
    assert "ray://HOST:PORT" in shown.stderr.replace("\n", " ")


def test_without_ray_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(BestagonError, match=r"bestagon\[ray\]"):
        next(map_parallel(abs, [1], 1, "ray"))


def test_an_installation_is_identified_by_its_sources(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    found: list[str] = []
    for text in ("A = 1\n", "A = 1\n", "A = 2\n"):
        (tmp_path / "lab").mkdir(exist_ok=True)
        (tmp_path / "core.py").write_text(text)
        (tmp_path / "core.so").write_text(str(len(found)))
        monkeypatch.setattr(ray_pool, "__file__", str(tmp_path / "lab" / "ray_pool.py"))
        found.append(installed.__wrapped__().sources)
    assert found[0] == found[1] != found[2]


def cut_all(items: int, places: int, pace: float) -> list[int]:
    """Return the sizes of all groups, if each item takes so many seconds and a place gets a new group when its last one has ended."""
    groups = Grouping(range(items), places)
    running = [group for _ in range(places) if (group := groups.cut())]
    found = []
    while running:
        group = running.pop(0)
        found.append(group)
        groups.learn(len(group), pace * len(group))
        running += [group] if (group := groups.cut()) else []
    assert [item for group in found for item in group] == list(range(items))
    return [len(group) for group in found]


def test_quick_items_share_a_task_and_slow_ones_do_not() -> None:
    assert cut_all(0, 4, 1.0) == []
    assert cut_all(3, 4, 1e-9) == [1, 1, 1]
    assert cut_all(40, 4, TASK_SECONDS) == [1] * 40
    sizes = cut_all(1000, 4, TASK_SECONDS / 20)
    assert sizes[:4] == [1] * 4
    assert max(sizes) == 20
    assert len(sizes) < 75
    assert sizes[-4:] == [1] * 4


def test_the_slowest_of_the_latest_tasks_decides_the_size_of_groups() -> None:
    groups = Grouping(range(1000), 2)
    groups.learn(1, TASK_SECONDS / 100)
    assert len(groups.cut()) == 100
    groups.learn(10, TASK_SECONDS)
    assert len(groups.cut()) == 10
    groups.learn(1, 0.0)
    groups.learn(1, 0.0)
    assert len(groups.cut()) == (1000 - 110) // 2


@needs_ray
@pytest.mark.usefixtures("ray")
def test_every_item_is_processed_once() -> None:
    assert sorted(map_parallel(abs, range(-50, 0), 2, "ray")) == list(range(1, 51))
    assert list(map_parallel(abs, [], 2, "ray")) == []


@needs_ray
@pytest.mark.usefixtures("ray")
@pytest.mark.parametrize("game", ["beerhex", "hex-roller"])
def test_results_equal_those_of_the_local_pool(game: str, tmp_path: Path) -> None:
    written: list[bytes] = []
    shown: list[str] = []
    for where in (["-j", "1"], ["-j", "2", "--on", "ray"]):
        out = tmp_path / f"{len(written)}.jsonl"
        done = CliRunner().invoke(main, ["simulate", game, "-n", "12", "--seed", "7", "--json", "--out", str(out), *where])
        assert done.exit_code == 0, done.output
        written.append(out.read_bytes())
        shown.append(done.stdout)
    assert written[0] == written[1]
    assert shown[0] == shown[1]


@needs_ray
@pytest.mark.usefixtures("ray")
def test_an_arena_resumes_on_ray(tmp_path: Path) -> None:
    out = tmp_path / "arena.jsonl"
    words = ["arena", "hex", "greedy", "random", "-n", "6", "-o", "size=3", "--json"]
    local = CliRunner().invoke(main, [*words, "-j", "1", "--out", str(out)])
    assert local.exit_code == 0, local.output
    lines = out.read_text().splitlines(keepends=True)
    out.write_text("".join(lines[:2]))
    resumed = CliRunner().invoke(main, [*words, "--on", "ray", "--out", str(out)])
    assert resumed.stdout == local.stdout
    assert sorted(out.read_text().splitlines(keepends=True)) == sorted(lines)


@needs_ray
@pytest.mark.usefixtures("ray")
def test_the_work_of_a_lost_worker_is_done_by_another(tmp_path: Path) -> None:
    assert sorted(map_parallel(partial(die_once, tmp_path), range(8), 2, "ray")) == list(range(8))
    assert (tmp_path / "died").exists()


@needs_ray
@pytest.mark.usefixtures("ray")
def test_work_that_kills_every_worker_is_given_up() -> None:
    with pytest.raises(BestagonError, match="after 4 tries"):
        list(map_parallel(die, [1], 2, "ray"))


@needs_ray
@pytest.mark.usefixtures("ray")
def test_an_error_in_the_work_arrives_as_it_was() -> None:
    with pytest.raises(BadOption, match=r"^not 1$"):
        list(map_parallel(refuse, [1], 2, "ray"))


@needs_ray
@pytest.mark.usefixtures("ray")
def test_workers_of_another_version_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ray_pool, "installed", lambda: Installed("9.9", "f" * 64))
    with pytest.raises(BestagonError, match=r"has bestagon 0\.\S+ \(\w+\), but this is bestagon 9\.9 \(ffffffffff\)"):
        list(map_parallel(abs, [1], 2, "ray"))


@needs_ray
@pytest.mark.usefixtures("ray")
def test_closing_ends_running_tasks(tmp_path: Path) -> None:
    with closing(map_parallel(partial(wait_long, tmp_path), range(9), 2, "ray")) as results:
        next(results)
        limit = time.monotonic() + 60
        while not (begun := list(tmp_path.iterdir())) and time.monotonic() < limit:
            time.sleep(0.05)
    assert begun
    assert wait_until_ended([int(path.name) for path in begun], 20) == []


@needs_ray
def test_an_interrupted_command_leaves_no_process(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "bestagon", "arena", "hex", "search:100000", "random", "-n", "50", "--on", "ray", "-j", "2"]
    with (tmp_path / "output").open("w") as output:
        running = subprocess.Popen(command, stdout=output, stderr=output, start_new_session=True)
    try:
        limit = time.monotonic() + 90
        children: list[int] = []
        while len(children) < 8 and time.monotonic() < limit:
            time.sleep(0.5)
            children = descendants(running.pid)
        time.sleep(5)
        children = descendants(running.pid)
        os.killpg(running.pid, signal.SIGINT)
        assert running.wait(60) == 1
    finally:
        running.kill()
        running.wait()
    assert len(children) >= 4
    assert wait_until_ended(children, 30) == []
    assert "Aborted" in (tmp_path / "output").read_text()


def descendants(process: int) -> list[int]:
    """Return the processes that a process started, and theirs."""
    found = [int(child) for path in Path(f"/proc/{process}/task").glob("*/children") for child in path.read_text().split()]
    return found + [grandchild for child in found for grandchild in descendants(child)]
