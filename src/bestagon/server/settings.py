"""What can be set: each by a flag of `bestagon serve` and by an environment variable."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any, Final

PREFIX: Final = "BESTAGON_"
"""Before the name of an environment variable: --max-sockets is BESTAGON_MAX_SOCKETS."""


def _set(default: Any, text: str) -> Any:  # noqa: ANN401
    return field(default=default, metadata={"text": text})


@dataclass(frozen=True)
class Settings:
    """Everything about one server."""

    host: str = _set("127.0.0.1", "Address to listen on.")
    port: int = _set(8000, "Port to listen on; 0 takes a free one.")
    store: str = _set("sqlite:///bestagon.db", "Where tables are stored: sqlite:///FILE or postgresql://USER@HOST/NAME.")
    workers: int = _set(1, "Processes that serve; more than one needs PostgreSQL.")
    bots: int = _set(1, "Processes that think for bots, for each process that serves; 0 for none.")
    bot_queue: int = _set(256, "Bots' moves that may wait before a server is busy.")
    pace: int = _set(700, "Milliseconds between moves at a table where only bots play.")
    origins: str = _set("", "Further origins, separated by commas, whose pages may use this server.")
    https: bool = _set(False, "Served by https (through a proxy): cookies are secure, browsers are told to stay with https.")
    proxies: str = _set("", "Addresses of proxies whose X-Forwarded-For is believed, separated by commas.")
    client: str = _set("", "Directory of the built browser client; without it the one that came with the program.")
    browse: bool = _set(False, "Open the page in a browser once the server runs.")
    grace: int = _set(10, "Seconds that requests have to finish when the server is told to stop.")
    log: str = _set("info", "How much to log: debug, info, warning or error.")
    visitor_rate: float = _set(20.0, "Requests a second of one visitor, on average.")
    visitor_burst: int = _set(100, "Requests of one visitor at once.")
    address_rate: float = _set(100.0, "Requests a second from one address, on average.")
    address_burst: int = _set(400, "Requests from one address at once.")
    new_visitors: float = _set(60.0, "New visitors an hour from one address, after a first burst of as many.")
    new_tables: float = _set(60.0, "New tables an hour for one visitor, after a first burst of as many.")
    all_tables: float = _set(600.0, "New tables a minute in all.")
    my_tables: int = _set(50, "Tables one visitor may have that are not over.")
    max_sockets: int = _set(20_000, "Live connections in all.")
    visitor_sockets: int = _set(40, "Live connections of one visitor.")
    visitor_analyses: int = _set(2, "Requests for an analysis that one visitor may have under way.")
    max_analyses: int = _set(16, "Requests for an analysis under way in all.")
    max_live: int = _set(20_000, "Tables loaded in memory.")
    idle: int = _set(120, "Seconds after which a table nobody looks at leaves memory.")


def names() -> list[tuple[str, type, Any, str]]:
    """Return name, type, default and meaning of every setting."""
    return [(one.name, type(one.default), one.default, one.metadata["text"]) for one in fields(Settings)]
