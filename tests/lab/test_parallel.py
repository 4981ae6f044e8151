from __future__ import annotations

import time
from contextlib import closing

import pytest

from bestagon.lab.parallel import map_parallel


@pytest.mark.parametrize("jobs", [1, 2])
def test_every_item_is_processed_once(jobs: int) -> None:
    assert sorted(map_parallel(abs, [-3, -1, -2], jobs)) == [1, 2, 3]
    assert list(map_parallel(abs, [], jobs)) == []


def test_closing_cancels_the_items_not_begun() -> None:
    start = time.monotonic()
    with closing(map_parallel(time.sleep, [0.05] * 2000, 2)) as results:
        next(results)
    assert time.monotonic() - start < 20
