"""Work distributed over the workers of a Ray cluster, or of a Ray on this machine."""

from __future__ import annotations

import hashlib
import os
import pickle
import time
import warnings
from collections import deque
from collections.abc import Callable, Generator, Sequence
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any, Final, Generic, NamedTuple, TypeVar

from bestagon.core.errors import BadOption, BestagonError

Item = TypeVar("Item")
Output = TypeVar("Output")
LOCAL: Final = "ray"
CLUSTER: Final = "ray://"
IN_FLIGHT: Final = 2
"""Tasks that are submitted for each core, so that a worker need not wait for its next task."""
TASK_SECONDS: Final = 0.5
"""Time that a task should take: Ray needs a few milliseconds for each, whatever is in it."""
COMPILED: Final = (".pyc", ".so", ".pyd")
TRIES: Final = 4
"""Workers that may be lost over one task, before the task itself is blamed."""


class Installed(NamedTuple):
    """What identifies an installation of this package."""

    version: str
    sources: str
    """Hash of the modules and data files."""

    def __str__(self) -> str:
        """Return the version with the beginning of the hash."""
        return f"{self.version} ({self.sources[:10]})"


@cache
def installed() -> Installed:
    """Identify the package that this process runs. Compiled or not does not matter: results are the same."""
    home, digest = Path(__file__).parents[1], hashlib.sha256()
    for path in sorted(home.rglob("*")):
        name = path.relative_to(home).as_posix()
        # No worker needs the server, and its folder has the built browser client in it.
        if path.is_file() and not name.startswith("server/") and path.suffix not in COMPILED:
            digest.update(f"{name}\0{hashlib.sha256(path.read_bytes()).hexdigest()}\n".encode())
    try:
        return Installed(version("bestagon"), digest.hexdigest())
    except PackageNotFoundError:
        return Installed("from a source tree", digest.hexdigest())


def check_address(on: str) -> None:
    """Raise BadOption if a string names no Ray."""
    host, colon, port = on.removeprefix(CLUSTER).rpartition(":")
    if on != LOCAL and not (on.startswith(CLUSTER) and colon and host and port.isdigit()):
        raise BadOption(f"work runs on {LOCAL!r} (this machine) or on {CLUSTER}HOST:PORT (a cluster), not on {on!r}")


class Grouping(Generic[Item]):
    """Cuts items into groups, one for each task, that take about TASK_SECONDS as far as the latest tasks tell.

    Towards the end groups become smaller, so that all workers end at about the same time. Results do not depend on the groups.
    """

    def __init__(self, items: Sequence[Item], places: int) -> None:
        """Divide items among tasks, of which so many run or wait at a time."""
        self._items, self._places, self._next = items, places, 0
        self._paces: deque[float] = deque(maxlen=places)

    def cut(self) -> Sequence[Item]:
        """Return the next group; empty if no items are left. Groups have one item until a task has ended."""
        left = len(self._items) - self._next
        size = 1
        if self._paces:
            size = max(1, min(left // self._places, int(TASK_SECONDS / max(*self._paces, 1e-6))))
        found = self._items[self._next : self._next + size]
        self._next += len(found)
        return found

    def learn(self, items: int, seconds: float) -> None:
        """Remember how long a task of so many items took; the slowest of the latest counts."""
        self._paces.append(seconds / items)


def map_on_ray(work: Callable[[Item], Output], items: Sequence[Item], jobs: int, on: str) -> Generator[Output, None, None]:
    """Yield the outputs as they are ready, from `jobs` workers on this machine or from all of a cluster.

    Close the generator to stop early: that ends the running tasks, and the Ray that this function started.
    """
    check_address(on)
    ray = _import_ray()
    ours = not ray.is_initialized()
    if ours:
        _connect(ray, jobs, on)
    running: list[Any] = []
    try:
        task = ray.remote(max_retries=TRIES - 1)(_task())
        pack, expected = ray.cloudpickle.dumps, tuple(installed())
        packed = ray.put(pack(work))
        places = IN_FLIGHT * max(1, int(ray.cluster_resources().get("CPU", 1)))
        groups = Grouping(items, places)
        running = [task.remote(expected, packed, pack(group)) for _ in range(places) if (group := groups.cut())]
        while running:
            (ready, *_), running = ray.wait(running, num_returns=1)
            outputs, seconds = _result(ray, ready)
            groups.learn(len(outputs), seconds)
            if group := groups.cut():
                running.append(task.remote(expected, packed, pack(group)))
            yield from map(pickle.loads, outputs)
    except ConnectionError as error:
        raise BestagonError(f"lost the connection to {on}: {error}") from None
    finally:
        _cancel(ray, running)
        if ours:
            ray.shutdown()


def _import_ray() -> Any:  # noqa: ANN401  # an optional package
    try:
        import ray
    except ImportError:
        raise BestagonError("work on Ray needs the package `ray`: pip install 'bestagon[ray]'") from None
    return ray


def _connect(ray: Any, jobs: int, on: str) -> None:  # noqa: ANN401  # an optional package
    """Start a Ray on this machine or connect to a cluster; BestagonError says why that failed."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    quiet = {"log_to_driver": False, "logging_level": "ERROR"}
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # Announcements of changes in coming versions of Ray.
        try:
            if on == LOCAL:
                ray.init("local", num_cpus=jobs, include_dashboard=False, **quiet)
            else:
                ray.init(on, **quiet)
        except (ConnectionError, ImportError, RuntimeError, TimeoutError, ValueError) as error:
            hint = "" if on == LOCAL else " (does it run, and are RAY_AUTH_MODE and RAY_AUTH_TOKEN set as they are there?)"
            raise BestagonError(f"cannot use {on}: {error}{hint}") from None


def _task() -> Callable[[tuple[str, str], bytes, bytes], tuple[list[bytes], float] | str]:
    """Return what a worker runs. A nested function travels as code, so a worker without this module can still say so."""

    def run(expected: tuple[str, str], work: bytes, items: bytes) -> tuple[list[bytes], float] | str:
        """Return the pickled outputs and the seconds they took; a string with what the worker has instead of the expected version."""
        try:
            from bestagon.lab.ray_pool import installed
        except ImportError as error:
            return f"has no usable bestagon ({error})"
        found = installed()
        if tuple(found) != expected:
            return f"has bestagon {found}"
        play, start = pickle.loads(work), time.perf_counter()
        # Ray's own pickling takes three times as long. One at a time, or the collector of garbage would walk through all.
        outputs = [pickle.dumps(play(item), pickle.HIGHEST_PROTOCOL) for item in pickle.loads(items)]
        return outputs, time.perf_counter() - start

    return run


def _result(ray: Any, ready: object) -> tuple[list[bytes], float]:  # noqa: ANN401  # an optional package
    """Return the pickled outputs of a task that has ended and the seconds they took, or raise what it raised."""
    try:
        found = ray.get(ready)
    except ray.exceptions.RayTaskError as error:
        raise error.cause from None
    except ray.exceptions.RayError as error:
        raise BestagonError(f"Ray gave up a task after {TRIES} tries: {error}") from None
    if isinstance(found, str):
        raise BestagonError(f"a worker of Ray {found}, but this is bestagon {installed()}: install the same on all machines")
    outputs, seconds = found
    return outputs, seconds


def _cancel(ray: Any, running: Sequence[object]) -> None:  # noqa: ANN401  # an optional package
    """End tasks at once. Compiled code does not notice an interrupt, so their processes are killed."""
    for task in running:
        try:
            ray.cancel(task, force=True)
        except Exception as error:  # The connection may be what failed; nothing is left to cancel then.
            warnings.warn(f"could not cancel a task on Ray: {error}", stacklevel=2)
            return
