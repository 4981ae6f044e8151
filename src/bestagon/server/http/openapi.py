"""The OpenAPI document of the endpoints and their types."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from bestagon.i18n import LANGUAGES
from bestagon.server.errors import STATUS
from bestagon.server.http.dispatch import Endpoint
from bestagon.server.protocol.tables import Problem

LANGUAGE = f"Language of the answer: {' or '.join(LANGUAGES)}; default: the Accept-Language header."
VERSION = "4"
"""Version of the protocol."""
REF = "#/components/schemas/{name}"


def document(endpoints: list[Endpoint]) -> bytes:
    """Return the document as JSON."""
    types = [kind for endpoint in endpoints for kind in (endpoint.body, endpoint.answer) if kind is not None and not isinstance(kind, str)]
    schemas, components = msgspec.json.schema_components([*types, Problem], ref_template=REF)
    known = {repr(kind): schema for kind, schema in zip([*types, Problem], schemas, strict=True)}
    paths: dict[str, Any] = {}
    for endpoint in endpoints:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint, known)
    return msgspec.json.encode(
        {
            "openapi": "3.1.0",
            "info": {
                "title": "Bestagon",
                "version": VERSION,
                "description": "Hexagon games over HTTP; see docs/protocol.md. Live views and moves use a WebSocket "
                "at /api/tables/{table}/live?seat=..&since=.., which OpenAPI cannot describe.",
            },
            "paths": paths,
            "components": {
                "schemas": components,
                "securitySchemes": {
                    "token": {"type": "http", "scheme": "bearer"},
                    "cookie": {"type": "apiKey", "in": "cookie", "name": "bestagon"},
                },
            },
        }
    )


def _operation(endpoint: Endpoint, known: dict[str, Any]) -> dict[str, Any]:
    operation: dict[str, Any] = {"operationId": endpoint.name, "summary": endpoint.summary, "parameters": _parameters(endpoint)}
    if endpoint.body is not None:
        operation["requestBody"] = {"required": True, "content": {"application/json": {"schema": known[repr(endpoint.body)]}}}
    if isinstance(endpoint.answer, str):
        content: dict[str, Any] = {endpoint.answer: {"schema": {} if "json" in endpoint.answer else {"type": "string"}}}
    else:
        content = {"application/json": {"schema": known[repr(endpoint.answer)]}}
    responses: dict[str, Any] = {"200": {"description": "Success.", "content": content}}
    problem = {"application/json": {"schema": known[repr(Problem)]}}
    for status, names in sorted(_refusals(endpoint).items()):
        responses[str(status)] = {"description": ", ".join(sorted(names)), "content": problem}
    operation["responses"] = responses
    if endpoint.visitor:
        operation["security"] = [{"token": []}, {"cookie": []}]
    return operation


def _refusals(endpoint: Endpoint) -> dict[int, set[str]]:
    """Return the names of an endpoint's errors by status."""
    names = {"too_many", "not_stored", *endpoint.refusals}
    if "{table}" in endpoint.path:
        names |= {"rules_changed"}
    if endpoint.query or endpoint.keyed:
        names |= {"malformed"}
    if endpoint.method == "POST":
        names |= {"malformed", "too_large", "not_json", "bad_origin"}
    names |= ({"no_key", "busy", "key_reused"} if endpoint.keyed else set()) | ({"no_visitor"} if endpoint.visitor else set())
    found: dict[int, set[str]] = {}
    for name in names:
        found.setdefault(STATUS[name], set()).add(name)
    return found


def _parameters(endpoint: Endpoint) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for name in re.findall(r"\{(\w+)\}", endpoint.path):
        found.append({"name": name, "in": "path", "required": True, "schema": {"type": "string", "minLength": 1}})
    if endpoint.path.startswith("/api/"):
        found.append({"name": "language", "in": "query", "description": LANGUAGE, "schema": {"type": "string"}})
    for name, text, low, usual in endpoint.query:
        schema = {"type": "integer", "minimum": low, "maximum": 999_999_999_999_999, "default": usual}
        found.append({"name": name, "in": "query", "description": text, "schema": schema})
    if endpoint.keyed:
        schema = {"type": "string", "minLength": 1, "maxLength": 64, "pattern": "^[ -~]+$"}
        text = "New for each command; a repeated request gets the first response, and another command with the same key is refused."
        found.append({"name": "Idempotency-Key", "in": "header", "required": True, "description": text, "schema": schema})
    return found
