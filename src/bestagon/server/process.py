"""The processes of a server: one that serves, or a parent with several."""

from __future__ import annotations

import asyncio
import gc
import logging
import multiprocessing
import signal
import socket
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from multiprocessing.connection import wait
from multiprocessing.context import SpawnProcess
from multiprocessing.synchronize import Event
from types import FrameType
from typing import Final

from bestagon.compiled_build import is_compiled
from bestagon.core.errors import BestagonError
from bestagon.server import logs
from bestagon.server.app import App
from bestagon.server.edge.limits import EdgeLimits
from bestagon.server.edge.listener import Edge
from bestagon.server.edge.memory import use_one_heap
from bestagon.server.edge.sockets import shown
from bestagon.server.settings import Settings

GC_THRESHOLDS: Final = (25_000, 2, 100)
"""Collect garbage rarely: live tables are many long-lived objects, and a full collection stops every request.

Most objects of a move die with the next one at its table, so a short collection is worth it only after many moves."""
RESTART_PAUSE: Final = 1.0
"""Seconds before a process that has ended is started again; twice as many each time it ends soon."""
SOON: Final = 10.0
"""Seconds: a process that ends earlier probably has a lasting problem."""
POLL_SECONDS: Final = 0.5
STOP_SECONDS: Final = 10.0
"""Seconds that a process may take to stop after its requests have finished."""
SIGNALS: Final = (signal.SIGTERM, signal.SIGINT)
REPLACE: Final = getattr(signal, "SIGUSR1", None)
"""The signal on which all processes are replaced; Windows has none. Not SIGHUP, which a terminal sends when it is closed."""
START_SECONDS: Final = 60.0
"""Seconds that a new process may take until it serves before the next one is replaced."""
log = logging.getLogger("bestagon.server")


async def serve(app: App, limits: EdgeLimits, sockets: list[socket.socket], ready: Callable[[], None], stop: asyncio.Event) -> None:
    """Start an app, serve it on bound sockets until `stop` is set, and stop it."""
    settings = app.settings
    await app.start()
    try:
        edge = Edge(app.site, limits, app.metrics, settings.proxies)
        await edge.listen(sockets)
        for bound in sockets:
            log.info("listening", extra={"url": f"http://{shown(bound)}"})
        ready()
        await stop.wait()
        log.info("stopping")
        await edge.stop(settings.grace)
    finally:
        await app.stop()


def new_loop() -> asyncio.AbstractEventLoop:
    """Return uvloop's event loop where it is installed."""
    try:
        import uvloop
    except ImportError:
        return asyncio.new_event_loop()
    return uvloop.new_event_loop()


def run(settings: Settings, sockets: list[socket.socket], ready: Callable[[], None] = lambda: None) -> None:
    """Serve in this process until SIGTERM or SIGINT; a second one ends it at once."""
    logs.set_up(settings.log)
    if not is_compiled():
        log.info("running uncompiled: the highest level of bots is weaker, and `bestagon doctor` says how to change that")
    gc.set_threshold(*GC_THRESHOLDS)
    use_one_heap()

    async def main() -> None:
        stop, loop = asyncio.Event(), asyncio.get_running_loop()
        seen: set[signal.Signals] = set()

        def on_signal(which: signal.Signals) -> None:
            # Ctrl-C reaches a process of several twice: from the terminal as SIGINT, from its parent as SIGTERM.
            if which in seen:
                sys.exit(1)
            seen.add(which)
            stop.set()

        for one in SIGNALS:
            loop.add_signal_handler(one, on_signal, one)
        parent = multiprocessing.parent_process()
        if parent is not None:
            # Without its parent nobody could stop this process.
            loop.add_reader(parent.sentinel, stop.set)
        await serve(App(settings), EdgeLimits.of(settings), sockets, ready, stop)
        if parent is not None:
            loop.remove_reader(parent.sentinel)

    with asyncio.Runner(loop_factory=new_loop) as runner:
        runner.run(main())


def _run_worker(settings: Settings, sockets: list[socket.socket], ready: Event) -> None:
    run(settings, sockets, ready.set)


class Supervisor:
    """Several serving processes that share listening sockets; those that end are started again."""

    def __init__(self, settings: Settings, sockets: list[socket.socket], ready: Callable[[], None]) -> None:
        """Call `ready` when the first process serves."""
        self._settings = settings
        self._sockets = sockets
        self._ready = ready
        self._context = multiprocessing.get_context("spawn")
        self._serving = self._context.Event()
        """Set by a process when it begins to serve."""
        self._served = False
        """Whether one has ever served."""
        self._workers: list[Worker] = []
        self._stopping = False
        self._replacing = False

    def run(self) -> None:
        """Supervise until SIGTERM or SIGINT; BestagonError if no process can start.

        On SIGUSR1 the processes are replaced one after another by new ones, which run the code as it is then. The listening sockets
        stay open, so connections wait instead of being refused.
        """
        logs.set_up(self._settings.log)
        waking, woken = socket.socketpair()
        with waking, woken:
            for end in (waking, woken):
                end.setblocking(False)
            signal.set_wakeup_fd(waking.fileno())
            before = [signal.signal(one, self._on_signal) for one in SIGNALS]
            if REPLACE is not None:
                signal.signal(REPLACE, self._on_replace)
                # Blocked by a parent that may send it before there is a handler.
                signal.pthread_sigmask(signal.SIG_UNBLOCK, {REPLACE})
            try:
                self._workers = [Worker(self._start, self._settings.restart_pause) for _ in range(self._settings.workers)]
                while not self._stopping:
                    wait([*[one.process.sentinel for one in self._workers if one.due is None], woken], POLL_SECONDS)
                    with suppress(BlockingIOError):
                        woken.recv(64)
                    self._look_after()
                    if self._replacing and self._served:
                        self._replace()
            finally:
                self._end()
                signal.set_wakeup_fd(-1)
                for one, handler in zip(SIGNALS, before, strict=True):
                    signal.signal(one, handler)

    def _on_signal(self, number: int, frame: FrameType | None) -> None:
        self._stopping = True

    def _on_replace(self, number: int, frame: FrameType | None) -> None:
        self._replacing = True

    def _start(self) -> SpawnProcess:
        process = self._context.Process(target=_run_worker, args=(self._settings, self._sockets, self._serving))
        process.start()
        return process

    def _look_after(self) -> None:
        """Start processes again that have ended, after a pause."""
        if not self._served and self._serving.is_set():
            self._served = True
            self._ready()
        for worker in self._workers:
            if worker.due is None and not worker.process.is_alive() and not self._stopping:
                if not self._served:
                    raise BestagonError("a server process could not start: the log says why")
                worker.plan_restart()
                log.error("process ended", extra={"pid": worker.process.pid, "code": worker.process.exitcode, "pause": worker.pause})
            elif worker.due is not None and time.monotonic() >= worker.due and not self._stopping:
                worker.restart()

    def _replace(self) -> None:
        """Replace every process, each after the one before serves again."""
        self._replacing = False
        log.info("replacing processes", extra={"processes": len(self._workers)})
        for worker in self._workers:
            # Only one process at a time can use an SQLite file, so the old one has to end first.
            worker.process.terminate()
            self._await_end(worker, time.monotonic() + self._settings.grace + STOP_SECONDS)
            if self._stopping:
                return
            self._serving.clear()
            worker.restart()
            late = time.monotonic() + START_SECONDS
            while not self._serving.wait(POLL_SECONDS) and worker.process.is_alive() and time.monotonic() < late and not self._stopping:
                pass
            if not (self._serving.is_set() or self._stopping):
                # Perhaps what is installed now cannot start at all, and then the others must go on serving.
                log.error("replacing stopped: the new process does not serve", extra={"pid": worker.process.pid})
                return

    def _end(self) -> None:
        for worker in self._workers:
            worker.process.terminate()
        end = time.monotonic() + self._settings.grace + STOP_SECONDS
        for worker in self._workers:
            self._await_end(worker, end)

    def _await_end(self, worker: Worker, end: float) -> None:
        worker.process.join(max(0.0, end - time.monotonic()))
        if worker.process.is_alive():
            log.error("process killed: it did not stop", extra={"pid": worker.process.pid})
            worker.process.kill()
            worker.process.join()


class Worker:
    """One serving process of several."""

    def __init__(self, start: Callable[[], SpawnProcess], longest_pause: float) -> None:
        """Start the process."""
        self._start = start
        self._longest_pause = longest_pause
        self.process = start()
        self.pause = 0.0
        self.due: float | None = None
        """When it is to be started again; None while it runs."""
        self._since = time.monotonic()

    def plan_restart(self) -> None:
        """Set the time of the next start, later each time the process ends soon."""
        now = time.monotonic()
        self.pause = min(self._longest_pause, self.pause * 2) if self.pause and now - self._since < SOON else RESTART_PAUSE
        self.due = now + self.pause

    def restart(self) -> None:
        """Start the process again."""
        self.process.close()
        self.process = self._start()
        self._since, self.due = time.monotonic(), None
