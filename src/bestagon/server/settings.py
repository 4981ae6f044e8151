"""Settings of the server: each is a flag of `bestagon serve` and an environment variable."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any, Final

PREFIX: Final = "BESTAGON_"
"""Prefix of the environment variables: --max-sockets is BESTAGON_MAX_SOCKETS."""


def _set(default: Any, text: str) -> Any:  # noqa: ANN401
    return field(default=default, metadata={"text": text})


@dataclass(frozen=True)
class Settings:
    """The settings of one server."""

    host: str = _set("127.0.0.1", "Address to listen on.")
    port: int = _set(8000, "Port to listen on; 0 for any free port.")
    store: str = _set("sqlite:///bestagon.db", "Where tables are stored: sqlite:///FILE or postgresql://USER@HOST/NAME.")
    workers: int = _set(1, "Server processes; more than one needs PostgreSQL.")
    bots: int = _set(1, "Bot processes for each server process; 0 for no bots.")
    bot_queue: int = _set(256, "Maximum number of bot moves waiting in each server process.")
    pace: int = _set(700, "Milliseconds between moves at a table with only bots.")
    origins: str = _set("", "Additional origins whose pages may use this server, separated by commas.")
    https: bool = _set(False, "Served over HTTPS (through a proxy): set secure cookies and Strict-Transport-Security.")
    proxies: str = _set("", "Addresses and networks of proxies whose X-Forwarded-For is trusted, separated by commas.")
    client: str = _set("", "Directory of the built browser client; default: the bundled one.")
    browse: bool = _set(False, "Open the page in a browser when the server is ready.")
    grace: int = _set(10, "Seconds that running requests get to finish at shutdown.")
    log: str = _set("info", "Log level: debug, info, warning or error.")
    max_connections: int = _set(10_000, "Connections in total; fewer if the limit of open files is lower.")
    address_connections: int = _set(200, "Connections of one address (IPv4, or IPv6 /64), except of proxies.")
    head_timeout: float = _set(10.0, "Seconds for the head of a request.")
    body_timeout: float = _set(20.0, "Seconds for the body of a request.")
    stall_timeout: float = _set(20.0, "Seconds in which a client must read 64 KB of what waits for it, or all.")
    keep_alive: float = _set(30.0, "Seconds until an unused connection is closed.")
    max_waiting: int = _set(64, "Megabytes of unread output and incomplete input in total.")
    visitor_rate: float = _set(20.0, "Rate limit of one visitor in requests per second.")
    visitor_burst: int = _set(100, "Burst limit of one visitor in requests.")
    address_rate: float = _set(100.0, "Rate limit of one address in requests per second.")
    address_burst: int = _set(400, "Burst limit of one address in requests.")
    new_visitors: float = _set(60.0, "New visitors per hour from one address, after an initial burst of the same number.")
    new_tables: float = _set(60.0, "New tables per hour for one visitor, after an initial burst of the same number.")
    all_tables: float = _set(600.0, "New tables per minute in total.")
    my_tables: int = _set(50, "Unfinished tables of one visitor.")
    max_sockets: int = _set(20_000, "Live connections in total.")
    visitor_sockets: int = _set(40, "Live connections of one visitor.")
    visitor_analyses: int = _set(2, "Concurrent analysis requests of one visitor.")
    max_analyses: int = _set(16, "Concurrent analysis requests in total.")
    max_live: int = _set(20_000, "Maximum number of tables in memory.")
    idle: int = _set(120, "Seconds until an unused table is dropped from memory.")


def names() -> list[tuple[str, type, Any, str]]:
    """Return name, type, default and help text of every setting."""
    return [(one.name, type(one.default), one.default, one.metadata["text"]) for one in fields(Settings)]
