"""Settings of the server: each is a flag of `bestagon serve` and an environment variable."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Final

PREFIX: Final = "BESTAGON_"
"""Prefix of the environment variables: --max-sockets is BESTAGON_MAX_SOCKETS."""
PROFILES: Final = ("small", "large")


def _set(default: Any, text: str) -> Any:  # noqa: ANN401
    return field(default=default, metadata={"text": text})


def _limit(small: float, large: float, text: str) -> Any:  # noqa: ANN401
    """Return a setting whose default depends on the profile; docs/limits.md explains each."""
    return field(default=small, metadata={"text": text, "large": large})


@dataclass(frozen=True)
class Settings:
    """The settings of one server."""

    host: str = _set("127.0.0.1", "Address to listen on.")
    port: int = _set(8000, "Port to listen on; 0 for any free port.")
    store: str = _set("sqlite:///bestagon.db", "Where tables are stored: sqlite:///FILE or postgresql://USER@HOST/NAME.")
    workers: int = _set(1, "Server processes; more than one needs PostgreSQL.")
    supervise: bool = _set(False, "Run even a single server process under a parent, which replaces it on SIGUSR1 (after an upgrade).")
    restart_pause: float = _set(30.0, "Longest pause in seconds before a server process that keeps ending is started again.")
    bots: int = _set(1, "Bot processes for each server process; 0 for no bots.")
    pace: int = _set(700, "Milliseconds for each step of a move that is shown, before the next move at a table with only bots.")
    origins: str = _set("", "Additional origins whose pages may use this server, separated by commas.")
    https: bool = _set(False, "Served over HTTPS (through a proxy): set secure cookies and Strict-Transport-Security.")
    proxies: str = _set("", "Addresses and networks of proxies whose X-Forwarded-For is trusted, separated by commas.")
    client: str = _set("", "Directory of the built browser client; default: the bundled one.")
    browse: bool = _set(False, "Open the page in a browser when the server is ready.")
    grace: int = _set(10, "Seconds that running requests get to finish at shutdown.")
    log: str = _set("info", "Log level: debug, info, warning or error.")
    metrics_token: str = _set("", "Bearer token for /metrics; without it only metrics_networks may read them.")
    metrics_networks: str = _set("127.0.0.0/8,::1/128", "Networks of clients that may read /metrics without a token, separated by commas.")
    min_disk: int = _set(100, "Megabytes of free disk space (SQLite) below which /readyz fails.")
    keep_finished: float = _set(30.0, "Days until a finished table is deleted; 0 for never.")
    keep_bots: float = _set(1.0, "Days without an event until a table of bots alone, running or finished, is deleted; 0 for never.")
    keep_open: float = _set(2.0, "Days without an event until a table that has not started is deleted; 0 for never.")
    keep_running: float = _set(60.0, "Days without an event until a running table is deleted; 0 for never.")
    max_tables: int = _set(50_000, "Stored tables; those beyond are deleted, of the visitors who have opened most; 0 for any number.")
    max_store: int = _set(
        1024, "Megabytes of tables in SQLite; those beyond are deleted, of the visitors who have stored most; 0 for any size."
    )
    archive: str = _set("", "Directory in which tables are stored before they are deleted; empty for none.")
    profile: str = _set("small", "Defaults of all limits: small for 1 core and 1 GB, large for 8 cores and 16 GB.")
    max_connections: int = _limit(5000, 20_000, "Connections in total; fewer if the limit of open files is lower.")
    address_connections: int = _limit(200, 1000, "Connections of one address (IPv4, or IPv6 /64), except of proxies.")
    head_timeout: float = _limit(10.0, 10.0, "Seconds for the head of a request.")
    body_timeout: float = _limit(20.0, 20.0, "Seconds for the body of a request.")
    stall_timeout: float = _limit(20.0, 20.0, "Seconds in which a client must read 64 KB of its pending output, or all of it.")
    keep_alive: float = _limit(30.0, 30.0, "Seconds until an unused connection is closed.")
    max_waiting: int = _limit(32, 512, "Megabytes of unread output and incomplete input in total.")
    visitor_rate: float = _limit(20.0, 20.0, "Rate limit of one visitor in requests per second.")
    visitor_burst: int = _limit(100, 100, "Burst limit of one visitor in requests.")
    address_rate: float = _limit(100.0, 200.0, "Rate limit of one address in requests per second, of all its visitors.")
    address_burst: int = _limit(500, 1000, "Burst limit of one address in requests.")
    all_rate: float = _limit(1000.0, 5000.0, "Rate limit of all requests per second, in each server process.")
    all_burst: int = _limit(4000, 20_000, "Burst limit of all requests.")
    address_traffic: float = _limit(2.0, 8.0, "Megabytes per second sent to one address, after a burst of a minute's worth.")
    all_traffic: float = _limit(20.0, 100.0, "Megabytes per second sent in total, after a burst of a minute's worth.")
    new_visitors: float = _limit(60.0, 120.0, "New visitors per hour from one address, after an initial burst of the same number.")
    all_visitors: float = _limit(2000.0, 20_000.0, "New visitors per hour in total, after an initial burst of the same number.")
    new_tables: float = _limit(30.0, 60.0, "New tables per hour for one visitor, after an initial burst of the same number.")
    address_tables: float = _limit(60.0, 240.0, "New tables per hour from one address, after an initial burst of the same number.")
    all_tables: float = _limit(240.0, 1200.0, "New tables per minute in total.")
    my_tables: int = _limit(50, 50, "Unfinished tables that one visitor owns or plays at.")
    max_sockets: int = _limit(2000, 20_000, "Live connections in total.")
    address_sockets: int = _limit(200, 1000, "Live connections from one address.")
    visitor_sockets: int = _limit(40, 40, "Live connections of one visitor.")
    visitor_chat: float = _limit(20.0, 20.0, "Chat messages per minute of one visitor, after an initial burst of the same number.")
    table_chat: float = _limit(40.0, 40.0, "Chat messages per minute at one table, after an initial burst of the same number.")
    address_chat: float = _limit(100.0, 200.0, "Chat messages per minute from one address, after an initial burst of the same number.")
    all_chat: float = _limit(1200.0, 12_000.0, "Chat messages per minute in total.")
    bot_queue: int = _limit(256, 1024, "Bot moves, hints and analyses that may wait in each server process.")
    visitor_queue: int = _limit(16, 32, "Bot moves, hints and analyses of one visitor that may wait in each server process.")
    visitor_thinking: float = _limit(1200.0, 1800.0, "Seconds per hour that bots think for one visitor, after a burst of the same number.")
    address_thinking: float = _limit(2400.0, 7200.0, "Seconds per hour that bots think for one address, after a burst of the same number.")
    visitor_hints: int = _limit(1, 1, "Concurrent hints of one visitor.")
    address_hints: int = _limit(4, 8, "Concurrent hints for one address.")
    max_hints: int = _limit(16, 64, "Concurrent hints in total.")
    visitor_analyses: int = _limit(2, 2, "Concurrent analysis requests of one visitor.")
    address_analyses: int = _limit(4, 8, "Concurrent analysis requests from one address.")
    max_analyses: int = _limit(16, 32, "Concurrent analysis requests in total.")
    visitor_content: float = _limit(120.0, 120.0, "Processor seconds per hour for the replays and lessons of one visitor, after a burst.")
    address_content: float = _limit(300.0, 600.0, "Processor seconds per hour for the replays and lessons of one address, after a burst.")
    all_content: float = _limit(1200.0, 2400.0, "Processor seconds per hour for all replays and lessons, after a burst.")
    visitor_jobs: int = _limit(8, 8, "Replays and lessons of one visitor that may wait.")
    max_jobs: int = _limit(64, 256, "Replays and lessons that may wait in each server process.")
    visitor_prints: int = _limit(1, 1, "PDFs of one visitor that are being made or wait.")
    address_prints: int = _limit(2, 4, "PDFs for one address that are being made or wait.")
    max_prints: int = _limit(8, 16, "PDFs that are being made or wait in each server process; one is made at a time.")
    visitor_bytes: int = _limit(1 << 20, 1 << 20, "Bytes of large request bodies of one visitor in memory at once.")
    address_bytes: int = _limit(4 << 20, 8 << 20, "Bytes of large request bodies from one address in memory at once.")
    max_bytes: int = _limit(16 << 20, 128 << 20, "Bytes of large request bodies in memory at once, in total.")
    table_memory: int = _limit(160, 2000, "Megabytes of memory for tables, by estimate; the least recently used are dropped.")
    visitor_memory: int = _limit(24, 24, "Megabytes of it for the tables of one visitor, who loses their own beyond that.")
    address_memory: int = _limit(40, 40, "Megabytes of it for the tables of one address.")
    idle: int = _limit(120, 120, "Seconds until an unused table is dropped from memory.")


def names() -> list[tuple[str, type, Any, str]]:
    """Return name, type, default and help text of every setting."""
    return [(one.name, type(one.default), one.default, one.metadata["text"]) for one in fields(Settings)]


def profile_limits(profile: str) -> dict[str, Any]:
    """Return the limits of a profile by name; ValueError for an unknown one."""
    if profile not in PROFILES:
        raise ValueError(f"there is no profile {profile!r}: the profiles are {' and '.join(PROFILES)}")
    limits = [one for one in fields(Settings) if "large" in one.metadata]
    return {one.name: one.metadata["large"] if profile == "large" else one.default for one in limits}


def complete(given: Mapping[str, Any]) -> Settings:
    """Return the given settings, and those of their profile for all others; ValueError for an unknown profile."""
    return Settings(**{**profile_limits(given.get("profile", Settings.profile)), **given})
