"""Handlers for the operator: health, readiness, metrics."""

from __future__ import annotations

import hmac
import ipaddress
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version

from bestagon.core.errors import BestagonError
from bestagon.server.edge.addresses import Proxies
from bestagon.server.errors import ApiError
from bestagon.server.http.context import Context
from bestagon.server.http.dispatch import Request, Response
from bestagon.server.protocol.tables import Health
from bestagon.server.settings import Settings

NO_STORE = [(b"cache-control", b"no-store")]
FORWARDED = (b"x-forwarded-for", b"forwarded", b"x-real-ip")
"""Headers that a proxy adds."""


async def get_health(context: Context, request: Request) -> Health:
    """Answer: the process and its event loop are alive."""
    return _health()


async def get_readiness(context: Context, request: Request) -> Health:
    """Answer if everything works; ApiError that names what does not."""
    failing = await context.health.failing()
    if failing:
        # Why is in the log: errors of the store may name files, hosts and users.
        raise ApiError("not_ready", f"failing: {', '.join(failing)}")
    return _health()


async def get_metrics(context: Context, request: Request) -> Response:
    """Return the metrics of all processes to the operator; 404 for others."""
    if not _may_read_metrics(context.settings, request):
        raise ApiError("no_page", "there is nothing at this address")
    context.publish_metrics()
    return Response(context.metrics.text(), b"text/plain; version=0.0.4; charset=utf-8", NO_STORE)


def _may_read_metrics(settings: Settings, request: Request) -> bool:
    given = request.headers.get(b"authorization", b"")
    if settings.metrics_token and hmac.compare_digest(given, b"Bearer " + settings.metrics_token.encode()):
        return True
    if any(name in request.headers for name in FORWARDED) and (not settings.proxies or Proxies(settings.proxies).trust(request.address)):
        # The address is that of a proxy, perhaps on this host, and not the client's: the proxy is unknown, or did not say whose request
        # it is in the header that counts.
        return False
    try:
        address = ipaddress.ip_address(request.address)
    except ValueError:
        return False
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    return any((mapped or address) in network for network in networks(settings.metrics_networks))


@lru_cache(maxsize=8)
def networks(text: str) -> tuple[ipaddress.IPv4Network | ipaddress.IPv6Network, ...]:
    """Return the networks of a list separated by commas; BestagonError if one is not a network."""
    try:
        return tuple(ipaddress.ip_network(part.strip()) for part in text.split(",") if part.strip())
    except ValueError as error:
        raise BestagonError(f"--metrics-networks has networks such as 10.0.0.0/8, separated by commas: {error}") from None


@lru_cache(maxsize=1)
def _health() -> Health:
    """Return the response of a working server, cached: looking up the version takes 1.6 ms, and anybody may request it."""
    try:
        return Health(True, version("bestagon"))
    except PackageNotFoundError:
        return Health(True, "unknown")
