"""Handlers about the devices of a visitor and of a seat: credentials that can be revoked, and who else holds a seat."""

from __future__ import annotations

from functools import partial

from bestagon.server.errors import ApiError
from bestagon.server.http.context import Context
from bestagon.server.http.dispatch import Request
from bestagon.server.protocol.tables import Devices, Renewed
from bestagon.server.tables.views import check_viewer, devices
from bestagon.server.tokens import credential, is_bearer, set_cookie

SHORTEST_KEY = 20
"""Shorter keys are easy to guess; a random UUID has 36 characters."""
FEWEST_DIFFERENT = 8
"""Different characters in a key that is not easy to guess."""


async def list_devices(context: Context, request: Request) -> Devices:
    """Return the devices that hold one of the visitor's seats."""
    seat = request.query_number("seat", 0, 0)
    async with context.manager.table(request.params["table"]) as loaded:
        await context.manager.read_committed(loaded, partial(check_viewer, visitor=request.visitor, seat=seat))
        connected = {one.visitor for one in loaded.subscribers if one.seat == seat and not one.closed}
        return devices(loaded.live, request.visitor, seat, connected, loaded.sole_process)


async def revoke(context: Context, request: Request) -> Renewed:
    """Revoke every credential of the visitor and return a new one, which keeps the seats.

    The credential of the request may be revoked already: a client that repeats the request with its key missed the first response. So
    the key is what tells that client from a thief of the old credential.
    """
    if len(request.key) < SHORTEST_KEY or len(set(request.key)) < FEWEST_DIFFERENT:
        raise ApiError("no_key", f"the Idempotency-Key of a revocation must be random, of at least {SHORTEST_KEY} characters")
    token = credential(request.headers, context.settings.https)
    found = context.keys.read(token)
    if found is None:
        raise ApiError("no_visitor", "there is no credential to revoke")
    context.limits.check_new_visitor(request.network)
    generation = await context.revocations.rotate(*found, request.key)
    if generation is None:
        raise ApiError("no_visitor", "this credential was revoked")
    renewed = context.keys.renewed(token, generation)
    if is_bearer(request.headers):
        return Renewed(renewed)
    request.cookie = set_cookie(renewed, context.settings.https)
    return Renewed("")
