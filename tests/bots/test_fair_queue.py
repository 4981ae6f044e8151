"""A fair queue serves owners who have used little first, however many jobs others have queued."""

from __future__ import annotations

import pytest

from bestagon.bots.fair_queue import Busy, FairQueue, Owner

ANN, EVE = Owner("home", "ann"), Owner("den", "eve")


def serve(queue: FairQueue[str], times: int) -> list[str]:
    """Serve jobs whose cost was estimated correctly."""
    return [queue.pop()[0] for _ in range(times)]


def test_a_cheap_job_is_next_however_many_expensive_ones_others_have_waiting() -> None:
    queue: FairQueue[str] = FairQueue(1000, 1000)
    for n in range(55):
        queue.push(f"expert {n}", EVE, 0.9)
    serve(queue, 5)
    for _ in range(3):
        queue.push("friendly", ANN, 0.001)
        assert serve(queue, 1) == ["friendly"]
        assert serve(queue, 1)[0].startswith("expert")


def test_many_visitors_of_one_address_share_what_one_address_gets() -> None:
    queue: FairQueue[str] = FairQueue(10_000, 100)
    for visitor in range(24):
        for _ in range(20):
            queue.push("bad", Owner("den", f"{visitor}"), 0.9)
    for _ in range(50):
        queue.push("good", ANN, 0.9)
    assert serve(queue, 100).count("good") == 50


def test_members_of_a_group_are_served_evenly() -> None:
    queue: FairQueue[str] = FairQueue(1000, 1000)
    for name in ("a", "b"):
        for _ in range(30 if name == "a" else 10):
            queue.push(name, Owner("school", name), 0.5)
    assert serve(queue, 20).count("b") == 10


def test_the_real_cost_counts_not_the_guess() -> None:
    queue: FairQueue[str] = FairQueue(100, 100)
    for _ in range(10):
        queue.push("long", EVE, 0.01)
        queue.push("short", ANN, 0.01)
    served = []
    for _ in range(11):
        job, owner, charged = queue.pop()
        served.append(job)
        queue.charge(owner, (1.0 if job == "long" else 0.01) - charged)
    assert served.count("long") == 1


def test_idle_owners_accumulate_no_credit() -> None:
    queue: FairQueue[str] = FairQueue(1000, 1000)
    queue.push("ann", ANN, 1.0)
    serve(queue, 1)
    for _ in range(100):
        queue.push("eve", EVE, 1.0)
    serve(queue, 50)
    for _ in range(20):
        queue.push("ann", ANN, 1.0)
    assert 9 <= serve(queue, 20).count("ann") <= 11


def test_a_full_queue_drops_jobs_of_the_group_with_the_most() -> None:
    queue: FairQueue[str] = FairQueue(4, 3)
    for n in range(3):
        queue.push(f"eve {n}", EVE, 1.0)
    with pytest.raises(Busy, match="3 requests are waiting already"):
        queue.push("eve 3", EVE, 1.0)
    assert queue.push("other", Owner("den", "other"), 1.0) is None
    assert queue.push("ann", ANN, 1.0) == "eve 2"
    assert queue.push("again", EVE, 1.0, again=True) is None
    assert len(queue) == 5
    assert sorted(queue) == ["again", "ann", "eve 0", "eve 1", "other"]
    assert queue.remove("eve 1") is False  # Another text that is equal is another job.


def test_late_jobs_of_an_owner_wait_and_make_room() -> None:
    queue: FairQueue[str] = FairQueue(2, 2)
    queue.push("judge", ANN, 1.0, late=True)
    queue.push("choose", ANN, 1.0)
    with pytest.raises(Busy):
        queue.push("another", ANN, 1.0)
    assert serve(queue, 2) == ["choose", "judge"]
    for n in range(2):
        queue.push(f"judge {n}", ANN, 1.0, late=True)
    assert queue.push("choose", Owner("home", "bob"), 1.0) == "judge 1"


def test_owners_who_are_done_are_forgotten() -> None:
    queue: FairQueue[str] = FairQueue(10, 10)
    for n in range(1000):
        queue.push("job", Owner(f"{n}", f"{n}"), 0.0)
        queue.pop()
    assert len(queue._groups) < 10
    with pytest.raises(IndexError):
        queue.pop()
