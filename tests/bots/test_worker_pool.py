"""Real processes that die, hang or are cancelled; every caller gets an answer or an error."""

from __future__ import annotations

import asyncio
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest
from tests.conformance.cases import Case, legal, random_step, seats_of, usual_cases
from tests.cycles import none_in_cycles

import bestagon
from bestagon.bots import worker_pool
from bestagon.bots.analysis import judge, requests_for, searcher
from bestagon.bots.worker_main import READY, answer
from bestagon.bots.worker_pool import RETRIES, Busy, NotMasked, ThinkRequest, WorkerFailed, WorkerPool
from bestagon.core.dice import fast
from bestagon.core.errors import BadNotation, BadOption, UnknownGame, WrongSeat

LONG = "search:1000s"
PATIENCE = 300.0
"""Seconds to wait for what must come, on a busy machine and uncompiled, too."""


def hex_request(player: str, seed: int = 1, size: int = 5) -> ThinkRequest:
    table = bestagon.start("hex", seed=1, size=size)
    return ThinkRequest.of("hex", table.options, table.position, 0, player, seed)


def until(done: Callable[[], object]) -> None:
    """Wait for a condition."""
    end = time.monotonic() + PATIENCE
    while not done():
        assert time.monotonic() < end, "timeout"
        time.sleep(0.005)


def gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


@pytest.fixture(scope="module")
def pair() -> Iterator[WorkerPool]:
    with WorkerPool(2, deadline=PATIENCE) as workers:
        yield workers


@pytest.fixture
def one() -> Iterator[WorkerPool]:
    with WorkerPool(1, queue=2, deadline=PATIENCE) as workers:
        yield workers


@pytest.mark.parametrize("case", [case for case in usual_cases() if case.players == case.game.usual_players], ids=str)
def test_the_same_request_has_the_same_answer_on_any_worker(case: Case, pair: WorkerPool) -> None:
    position, dice = case.started(3), fast(4)
    for _ in range(3 if case.game.name == "tictactoe" else 10):
        random_step(position, dice)
    seat = seats_of(int(position.acting()), case.players)[0]
    request = ThinkRequest.of(case.game.name, case.options, position, seat, "search:8", 5)
    here = answer(request)
    assert here in legal(position, seat)
    jobs = [pair.submit(request) for _ in range(4)]
    assert {job.answer.result() for job in jobs} == {here}


def test_a_request_must_be_masked(pair: WorkerPool) -> None:
    table = bestagon.start("beerhex", seed=3)
    table.play("c2 own")
    good = ThinkRequest.of("beerhex", table.options, table.position, 1, "friendly", 1)
    pair.choose(good)
    with pytest.raises(NotMasked, match="contains what seat 1 may not know"):
        pair.choose(replace(good, masked=table.position.to_bytes()))
    hidden = table.position
    hidden.dice.blank()
    with pytest.raises(NotMasked):
        pair.choose(replace(good, masked=hidden.to_bytes()))


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"game": "chess"}, UnknownGame),
        ({"masked": b"xyz"}, BadNotation),
        ({"seat": 1}, WrongSeat),
        ({"seat": -1}, WrongSeat),
        ({"player": "godlike"}, BadOption),
        ({"options": {"size": 99}}, BadOption),
    ],
)
def test_an_invalid_request_gets_its_own_error(change: dict[str, object], error: type[Exception], pair: WorkerPool) -> None:
    with pytest.raises(error):
        pair.choose(replace(hex_request("friendly"), **change))  # type: ignore[arg-type]
    assert pair.choose(hex_request("friendly")) >= 0


def test_a_crashing_player_is_reported_and_the_worker_continues(one: WorkerPool) -> None:
    pids = one.pids
    one.choose(hex_request("random"))
    before = pids()
    with pytest.raises(WorkerFailed, match="TypeError"):
        one.choose(replace(hex_request("random"), seed="no number"))  # type: ignore[arg-type]
    one.choose(hex_request("random"))
    assert pids() == before


def test_a_request_that_cannot_be_pickled_fails_at_the_caller(one: WorkerPool) -> None:
    with pytest.raises((AttributeError, pickle.PicklingError)):
        one.choose(replace(hex_request("random"), seed=lambda: 0))  # type: ignore[arg-type]
    assert one.choose(hex_request("random")) >= 0


def test_a_worker_killed_during_a_search_is_replaced_and_the_request_retried(one: WorkerPool) -> None:
    one.choose(hex_request("random"))
    (killed,) = one.pids()
    # However short the search is, it does not end before the process is killed.
    os.kill(killed, signal.SIGSTOP)
    request = hex_request("search:200")
    job = one.submit(request)
    until(one.busy)
    assert one.busy() == [killed]
    os.kill(killed, signal.SIGKILL)
    assert job.answer.result(PATIENCE) == answer(request)
    assert killed not in one.pids()
    until(lambda: gone(killed))


def test_a_request_that_kills_every_worker_fails(one: WorkerPool) -> None:
    job = one.submit(hex_request(LONG))
    killed: list[int] = []
    for _ in range(RETRIES + 1):
        until(lambda: set(one.busy()) - set(killed))
        killed.extend(set(one.busy()) - set(killed))
        os.kill(killed[-1], signal.SIGKILL)
    with pytest.raises(WorkerFailed, match=f"{RETRIES + 1} processes died"):
        job.answer.result(PATIENCE)
    assert one.choose(hex_request("random")) >= 0


def test_failed_requests_leave_no_cycle(one: WorkerPool) -> None:
    async def judge_badly() -> None:
        with suppress(WorkerFailed):
            await one.judge(replace(hex_request("random"), seed="no number"))  # type: ignore[arg-type]

    one.choose(hex_request("random"))
    with none_in_cycles():
        for _ in range(2):
            with suppress(WorkerFailed):
                one.choose(replace(hex_request("random"), seed="no number"))  # type: ignore[arg-type]
            asyncio.run(judge_badly())


def test_an_idle_worker_that_died_is_replaced(one: WorkerPool) -> None:
    one.choose(hex_request("random"))
    (pid,) = one.pids()
    os.kill(pid, signal.SIGKILL)
    assert one.choose(hex_request("random")) >= 0
    assert one.pids() != [pid]


def test_cancelling_frees_the_core(one: WorkerPool) -> None:
    job = one.submit(hex_request(LONG))
    until(one.busy)
    (pid,) = one.busy()
    one.cancel(job)
    until(lambda: gone(pid))
    with pytest.raises(CancelledError):
        job.answer.result(PATIENCE)
    assert one.choose(hex_request("friendly")) >= 0


def test_the_queue_has_a_bound_and_a_cancelled_request_leaves_it(one: WorkerPool) -> None:
    busy = one.submit(hex_request(LONG))
    until(one.busy)
    waiting = [one.submit(hex_request("random", seed)) for seed in range(2)]
    with pytest.raises(Busy, match="2 requests are waiting already"):
        one.choose(hex_request("random"))
    one.cancel(waiting[0])
    assert waiting[0].answer.cancelled()
    last = one.submit(hex_request("random"))
    one.cancel(busy)
    assert isinstance(waiting[1].answer.result(PATIENCE), int)
    assert isinstance(last.answer.result(PATIENCE), int)


def test_a_worker_that_takes_too_long_is_replaced() -> None:
    with WorkerPool(1, deadline=2.0) as workers:
        job = workers.submit(hex_request(LONG))
        until(workers.busy)
        (pid,) = workers.busy()
        with pytest.raises(WorkerFailed, match="no answer within 2 s"):
            job.answer.result(PATIENCE)
        until(lambda: gone(pid))
        workers.deadline = PATIENCE
        assert workers.choose(hex_request("random")) >= 0


def test_closing_ends_all_processes_and_cancels_all_requests() -> None:
    before = threading.active_count()
    workers = WorkerPool(2, queue=5)
    jobs = [workers.submit(hex_request(LONG)) for _ in range(4)]
    until(lambda: len(workers.busy()) == 2)
    pids = workers.pids()
    workers.close()
    assert all(job.answer.cancelled() for job in jobs)
    until(lambda: all(gone(pid) for pid in pids))
    assert threading.active_count() == before
    with pytest.raises(WorkerFailed, match="closed"):
        workers.choose(hex_request("random"))
    workers.close()


def test_closing_immediately_is_clean() -> None:
    WorkerPool(2).close()


def test_awaiting_answers_does_not_block_the_event_loop(pair: WorkerPool) -> None:
    async def main() -> tuple[list[int], int]:
        ticks = 0
        tasks = [asyncio.ensure_future(pair.ask(hex_request("search:300", seed))) for seed in range(8)]
        while not all(task.done() for task in tasks):
            await asyncio.sleep(0.001)
            ticks += 1
        return [task.result() for task in tasks], ticks

    found, ticks = asyncio.run(main())
    assert found == [answer(hex_request("search:300", seed)) for seed in range(8)]
    assert ticks > 1


def test_a_cancelled_task_stops_its_search(one: WorkerPool) -> None:
    async def main() -> int:
        task = asyncio.ensure_future(one.ask(hex_request(LONG)))
        while not one.busy():
            await asyncio.sleep(0.005)
        (pid,) = one.busy()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        return pid

    pid = asyncio.run(main())
    until(lambda: gone(pid))
    assert one.choose(hex_request("random")) >= 0


def test_an_interrupted_wait_stops_its_search(one: WorkerPool) -> None:
    (pid,) = _interrupted(one)
    until(lambda: gone(pid))
    assert one.choose(hex_request("random")) >= 0


def _interrupted(workers: WorkerPool) -> list[int]:
    """Press Ctrl-C as soon as a worker is busy, and return its id."""
    seen: list[int] = []
    main = threading.get_ident()

    def press() -> None:
        until(workers.busy)
        seen.extend(workers.busy())
        signal.pthread_kill(main, signal.SIGINT)

    # Background jobs of a shell ignore SIGINT by default.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    thread = threading.Thread(target=press)
    thread.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            workers.choose(hex_request(LONG))
    finally:
        signal.signal(signal.SIGINT, before)
    thread.join()
    return seen


def test_replaced_workers_leave_no_open_files_behind(one: WorkerPool) -> None:
    def replace_one() -> None:
        job = one.submit(hex_request(LONG))
        until(one.busy)
        one.cancel(job)
        one.choose(hex_request("random"))

    replace_one()
    before = len(list(Path("/dev/fd").iterdir()))
    for _ in range(5):
        replace_one()
    assert len(list(Path("/dev/fd").iterdir())) == before


SCRIPT = """
import time
import bestagon
from bestagon.bots.worker_pool import ThinkRequest, WorkerPool
print("once")
table = bestagon.start("hex", seed=1, size=5)
workers = WorkerPool(1)
print(workers.choose(ThinkRequest.of("hex", table.options, table.position, 0, "search:50", 1)))
workers.submit(ThinkRequest.of("hex", table.options, table.position, 0, "search:1000s", 1))
while not workers.busy():
    time.sleep(0.01)
print(workers.busy()[0])
"""


def test_a_script_needs_no_guard_and_may_forget_to_close(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(SCRIPT)
    path = os.pathsep.join(sys.path)
    run = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, env={**os.environ, "PYTHONPATH": path}, timeout=PATIENCE
    )
    assert run.stderr == ""
    once, action, pid = run.stdout.split()
    assert (once, int(action)) == ("once", answer(hex_request("search:50")))
    until(lambda: gone(int(pid)))


@pytest.mark.parametrize("numbers", [(-1, 1, 1.0), (1, 0, 1.0), (1, 1, 0.0)])
def test_an_invalid_pool_is_refused(numbers: tuple[int, int, float]) -> None:
    with pytest.raises(ValueError, match="invalid pool"):
        WorkerPool(*numbers)


def test_a_judgement_is_the_same_in_a_worker(pair: WorkerPool) -> None:
    table = bestagon.start("hex", seed=1, size=3)
    table.play("a1")
    ((judgement,), _) = requests_for(table.record, searcher(50), 3)
    assert asyncio.run(pair.judge(judgement)) == judge(judgement) == answer(judgement)


def test_requests_to_choose_go_before_requests_to_judge(one: WorkerPool) -> None:
    table = bestagon.start("hex", seed=1, size=3)
    table.play("a1")
    ((judgement,), _) = requests_for(table.record, searcher(50), 3)
    blocking = one.submit(hex_request(LONG))
    until(one.busy)
    order: list[str] = []
    later = one.submit(judgement)
    later.answer.add_done_callback(lambda _: order.append("judgement"))
    first = one.submit(hex_request("random"))
    first.answer.add_done_callback(lambda _: order.append("request"))
    one.cancel(blocking)
    until(lambda: len(order) == 2)
    assert order == ["request", "judgement"]


@pytest.mark.parametrize("ready", [False, True])
def test_a_process_of_another_version_fails_requests_and_stops_nothing(monkeypatch: pytest.MonkeyPatch, ready: bool) -> None:
    # What it sends names a class that does not exist here.
    unreadable = b"cbestagon.bots.analysis\nNoSuchVerdict\n."
    sent = [pickle.dumps(READY), unreadable] if ready else [unreadable]
    write = "; ".join(f"out.write({one!r}); out.flush()" for one in sent)
    with monkeypatch.context() as changed:
        changed.setattr(worker_pool, "PROGRAM", f"import sys; out = sys.stdout.buffer; {write}; sys.stdin.read()")
        pool = WorkerPool(1, deadline=PATIENCE)
        with pytest.raises(WorkerFailed, match="died"):
            pool.submit(hex_request("random")).answer.result(timeout=60)
    with pool:
        until(pool.alive)
        assert pool.choose(hex_request("random")) in range(25)
