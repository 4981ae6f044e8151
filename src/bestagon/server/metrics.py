"""Prometheus metrics."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, disable_created_metrics, generate_latest, multiprocess

DIRECTORY: Final = "PROMETHEUS_MULTIPROC_DIR"
"""Environment variable of the directory in which several processes share their metrics; prometheus_client reads it, too."""
BUCKETS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""Histogram bucket bounds in seconds."""

disable_created_metrics()  # type: ignore[no-untyped-call]


class LabelledCounter:
    """A counter that is cheap enough for every move: it adds up in a dict until `publish`."""

    def __init__(self, name: str, text: str, labels: tuple[str, ...], registry: CollectorRegistry) -> None:
        """Create the counter."""
        self._counter = Counter(name, text, labels, registry=registry)
        self._pending: dict[tuple[str | int, ...], int] = {}

    def inc(self, *labels: str | int) -> None:
        """Add 1."""
        self._pending[labels] = self._pending.get(labels, 0) + 1

    def publish(self) -> None:
        """Hand the sums to Prometheus."""
        for labels, count in self._pending.items():
            self._counter.labels(*labels).inc(count)
        self._pending.clear()


class Metrics:
    """The metrics of one App; those of several processes are summed if they share a directory."""

    def __init__(self) -> None:
        """Register everything in a separate registry, so that several Apps can run in one process."""
        self._registry = registry = CollectorRegistry()
        self.requests = LabelledCounter(
            "bestagon_http_requests_total", "HTTP requests by route, method and status.", ("route", "method", "status"), registry
        )
        self.request_seconds = Histogram(
            "bestagon_http_request_duration_seconds", "Duration of HTTP requests by route.", ("route",), registry=registry, buckets=BUCKETS
        )
        self.refusals = LabelledCounter("bestagon_refusals_total", "Refused requests by error name.", ("error",), registry)
        self.limits = LabelledCounter(
            "bestagon_limits_total", "Refusals and delays by limit and by whose limit it is.", ("limit", "scope"), registry
        )
        self.events = LabelledCounter("bestagon_events_total", "Stored table events by kind.", ("kind",), registry)
        self.conflicts = Counter("bestagon_conflicts_total", "Appends that lost a race and were retried.", registry=registry)
        self.overflows = Counter("bestagon_overflows_total", "Queues of slow live connections replaced by a whole view.", registry=registry)
        self.faults = Counter("bestagon_faults_total", "Internal errors.", registry=registry)
        self.commits = Histogram(
            "bestagon_commit_duration_seconds",
            "Time to check and store events: the longest of those stored together.",
            registry=registry,
            buckets=BUCKETS,
        )
        self.thinking = Histogram("bestagon_bot_duration_seconds", "Time a bot takes to choose.", registry=registry, buckets=BUCKETS)
        self.thinking_seconds = Counter(
            "bestagon_thinking_seconds_total", "Time the bots' processes thought, by purpose.", ("purpose",), registry=registry
        )
        self.content_seconds = Counter(
            "bestagon_content_seconds_total", "Processor time of replays, lessons and other content.", registry=registry
        )
        self.heavy_content = Counter(
            "bestagon_heavy_content_total", "Replays and lessons of addresses that asked for many in a minute.", registry=registry
        )
        self.postponed = Counter(
            "bestagon_postponed_tables_total", "Tables at which the server will act later, by reason.", ("reason",), registry=registry
        )
        self.live_tables = Gauge("bestagon_live_tables", "Tables in memory.", registry=registry, multiprocess_mode="livesum")
        self.live_connections = Gauge("bestagon_live_connections", "Live connections.", registry=registry, multiprocess_mode="livesum")
        self.connections = Gauge("bestagon_connections", "Open connections.", registry=registry, multiprocess_mode="livesum")
        self.held_bytes = Gauge(
            "bestagon_held_bytes", "Unread output and incomplete input in memory.", registry=registry, multiprocess_mode="livesum"
        )
        self.refused_connections = LabelledCounter(
            "bestagon_connections_refused_total", "Connections refused at once, by reason.", ("reason",), registry
        )
        self.ended_connections = LabelledCounter(
            "bestagon_connections_ended_total", "Connections ended by the server, by reason.", ("reason",), registry
        )
        self.delayed_refusals = LabelledCounter(
            "bestagon_refusals_delayed_total", "Answers to refused and invalid requests that had to wait, by reason.", ("reason",), registry
        )
        self.retained = LabelledCounter("bestagon_retention_tables_total", "Tables deleted by reason.", ("reason",), registry)
        self.retention_failures = Counter(
            "bestagon_retention_failures_total", "Tables that could not be archived or deleted.", registry=registry
        )
        self.ready = Gauge("bestagon_ready", "1 if everything works that /readyz checks.", registry=registry, multiprocess_mode="livemin")
        self.memory = Gauge("bestagon_memory_bytes", "Resident memory.", registry=registry, multiprocess_mode="livesum")
        self.open_files = Gauge("bestagon_open_files", "Open file descriptors.", registry=registry, multiprocess_mode="livemax")
        self.max_files = Gauge("bestagon_max_files", "Limit of file descriptors.", registry=registry, multiprocess_mode="livemin")
        self.loop_lag = Gauge(
            "bestagon_loop_lag_seconds", "Longest delay of the event loop in ten seconds.", registry=registry, multiprocess_mode="livemax"
        )
        self.stored_tables = Gauge("bestagon_stored_tables", "Tables in the store.", registry=registry, multiprocess_mode="livemax")
        self.due_tables = Gauge(
            "bestagon_due_tables", "Tables at which the server must act now.", registry=registry, multiprocess_mode="livemax"
        )
        self.store_bytes = Gauge("bestagon_store_bytes", "Size of the database.", registry=registry, multiprocess_mode="livemax")
        self.disk_free = Gauge(
            "bestagon_disk_free_bytes", "Free space on the database's disk; -1 if unknown.", registry=registry, multiprocess_mode="livemin"
        )

    def publish(self, live_tables: int, live_connections: int) -> None:
        """Bring everything up to date that is not counted directly; another process may read it."""
        counters = (self.requests, self.refusals, self.limits, self.events, self.refused_connections, self.ended_connections)
        for counter in (*counters, self.delayed_refusals, self.retained):
            counter.publish()
        self.live_tables.set(live_tables)
        self.live_connections.set(live_connections)

    def text(self) -> bytes:
        """Return the published metrics for Prometheus."""
        shared = os.environ.get(DIRECTORY)
        if not shared:
            return generate_latest(self._registry)
        for path in Path(shared).glob("gauge_live*_*.db"):
            pid = int(path.stem.rpartition("_")[2])
            if not _is_running(pid):
                forget_process(pid)
        registry = CollectorRegistry()
        multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return generate_latest(registry)


def forget_process(pid: int) -> None:
    """Drop the gauges of a process that has ended from the sum; its counters stay."""
    if os.environ.get(DIRECTORY):
        multiprocess.mark_process_dead(pid)  # type: ignore[no-untyped-call]


def _is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True
