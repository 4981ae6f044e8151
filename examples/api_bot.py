"""A bot that plays over the HTTP API and needs only the standard library; other languages can do the same.

    python examples/api_bot.py http://127.0.0.1:8000 TABLE [--invitation=TOKEN] [--seat N]

It takes an open seat, or the seat of an invitation, polls the table until it may act, and plays what `choose` returns.
docs/protocol.md describes the protocol. A bot needs only four parts of it:

1. `POST /api/tokens` returns a token for the header `Authorization: Bearer TOKEN`.
2. `GET /api/tables/TABLE/view?seat=N` returns everything the seat may know; `scene.choices` lists the legal actions.
3. `POST /api/tables/TABLE/act` plays one, with the `version` of that view and a new `Idempotency-Key`. If no response
   arrives, send the same request with the same key again: it is carried out once.
4. An error has a name. After `stale`, get the view again; after status 429 or 503, wait and retry.
"""

from __future__ import annotations

import argparse
import json
import random
import time
import urllib.error
import urllib.request
import uuid
from typing import Any

WAIT = 0.5
"""Seconds between polls; a live connection would be notified at once."""
TRIES = 20


class Table:
    """A seat at a table of a server."""

    def __init__(self, server: str, table: str) -> None:
        """Get a token."""
        self._server = server.rstrip("/")
        self._path = f"/api/tables/{table}"
        self._token = ""
        self._token = self.ask("POST", "/api/tokens", {})["token"]

    def ask(self, method: str, path: str, body: object = None) -> Any:  # noqa: ANN401
        """Return the response to a request; retry with the same key if there is none."""
        key = str(uuid.uuid4())
        for _ in range(TRIES):
            request = urllib.request.Request(self._server + path, method=method)
            request.add_header("Authorization", f"Bearer {self._token}")
            request.add_header("Content-Type", "application/json")
            request.add_header("Idempotency-Key", key)
            data = json.dumps(body).encode() if body is not None else None
            try:
                with urllib.request.urlopen(request, data, timeout=30) as response:
                    return json.load(response)
            except urllib.error.HTTPError as error:
                with error:
                    problem = json.load(error)
                if error.code not in (429, 503):
                    return problem
            except OSError:
                pass
            time.sleep(WAIT)
        raise SystemExit(f"no response from {self._server}")

    def sit(self, name: str, seat: int | None, invitation: str) -> int:
        """Take a seat and return its number."""
        body: dict[str, object] = {"name": name, "token": invitation}
        if seat is not None:
            body["seat"] = seat
        done = self.ask("POST", f"{self._path}/sit", body)
        if "error" in done:
            raise SystemExit(f"cannot take a seat: {done['message']}")
        number: int = done["seat"]
        return number

    def play(self, seat: int) -> dict[str, Any]:
        """Play to the end and return the last view."""
        while True:
            view: dict[str, Any] = self.ask("GET", f"{self._path}/view?seat={seat}")
            if view["status"] == "over":
                return view
            choices = view["scene"].get("choices", [])
            if view["status"] == "running" and choices:
                action = choose(view["scene"], choices)
                done = self.ask("POST", f"{self._path}/act", {"seat": seat, "action": action, "version": view["version"]})
                if "error" in done and done["error"] != "stale":
                    raise SystemExit(f"the server refused the action: {done['message']}")
            else:
                time.sleep(WAIT)


def choose(scene: dict[str, Any], choices: list[list[Any]]) -> int:
    """Return the action to play; put your ideas here. A choice is [action, notation, label, picks]."""
    lively = [choice for choice in choices if choice[1] not in ("concede", "pass")] or choices
    action: int = random.choice(lively)[0]
    return action


def main() -> None:
    """Play one game."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("server")
    parser.add_argument("table")
    parser.add_argument("--seat", type=int)
    parser.add_argument("--invitation", default="", help="the token of a link to a seat or to a private table")
    parser.add_argument("--name", default="Api bot")
    given = parser.parse_args()
    table = Table(given.server, given.table)
    seat = table.sit(given.name, given.seat, given.invitation)
    last = table.play(seat)
    print(
        f"over: {last['ended']}, place {last['places'][seat]} of {len(last['places'])}" if last.get("places") else f"over: {last['ended']}"
    )


if __name__ == "__main__":
    main()
