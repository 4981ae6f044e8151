"""A database as one release wrote it, and what that release showed of it.

`PYTHONPATH=RELEASE:RELEASE/src python release_data.py FOLDER` plays with the server of a release, and writes its database as SQL and
everything that its API shows as JSON. Run it with the release that is about to be replaced, never with the code under test.
"""

from __future__ import annotations

import hashlib
import itertools
import json
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.server.serving import Client, Refusal, Server, settings

from bestagon.server.app import App

START = 1_700_000_000_000
SEEN = ("version", "status", "at", "since", "undo", "ask", "ended", "places", "scores", "next")
"""The fields of a view that hold no text for players, which later releases may word differently."""


NEW_LINE = "device"
"""The first release did not tell a seat of its second device."""


class Clock:
    """Time that stands still until it is moved."""

    def __init__(self, at: int = START) -> None:
        self.at = at

    def __call__(self) -> int:
        return self.at

    def move(self, seconds: int) -> None:
        """Let a few seconds pass, and the server notice: it would take a longer silence for downtime."""
        self.at += seconds * 1000
        time.sleep(1)


def numbers() -> Callable[[int], bytes]:
    """Return entropy that is the same each time."""
    count = itertools.count()
    return lambda n: hashlib.sha512(str(next(count)).encode()).digest()[:n]


def act(clients: Sequence[Client], table: str, moves: int, pick: int = 7) -> None:
    """Let people choose from what their views offer."""
    for number in range(moves):
        for seat, client in enumerate(clients):
            view = client.view(table, seat)
            choices = [choice for choice in view["scene"].get("choices", []) if choice[1] not in ("concede", "declare", "cannot")]
            if choices and view["status"] == "running":
                action = choices[pick * (number + 1) % len(choices)][0]
                client.do(table, "act", seat=seat, action=action, version=view["version"])
                break


def play(clients: Sequence[Client], clock: Clock) -> list[str]:
    """Make every kind of event happen; return the tables."""
    ann, bob, phone = clients
    tables: list[str] = []
    both = [ann, bob]

    # Invitation, second device, new names, chat, undo by consent, resigning, rematch: Beerhex hides what is under its caps.
    made = ann.create("beerhex", seats=[{"kind": "me", "name": "Ann"}, {"kind": "link"}], name="Tuesday", public=True)
    beer = made["table"]
    bob.do(beer, "sit", name="Bob", token=made["invitations"]["1"])
    link = bob.do(beer, "link", seat=1)["token"]
    phone.do(beer, "sit", token=link)
    clock.move(1)
    ann.do(beer, "rename", seat=0, name="Anne")
    phone.do(beer, "chat", seat=1, text="Hello, „Ännchen“ \\ 🙂")
    act(both, beer, 3)
    ann.do(beer, "undo", seat=0)
    bob.do(beer, "answer", seat=1, yes=False)
    ann.do(beer, "undo", seat=0)
    bob.do(beer, "answer", seat=1, yes=True)
    act(both, beer, 4, 5)
    clock.move(1)
    bob.do(beer, "resign", seat=1)
    tables.append(beer)
    tables.append(bob.do(beer, "rematch", seat=1, first=1)["table"])

    # A phase that seats share: undo without asking, and a game that is ended by agreement.
    roller = ann.create("hex-roller", players=2, seats=[{"kind": "me", "name": "Ann"}, {"kind": "open"}])["table"]
    bob.do(roller, "sit", name="Bob")
    act([ann], roller, 2)
    ann.do(roller, "undo", seat=0)
    act(both, roller, 9, 3)
    ann.do(roller, "offer", seat=0)
    bob.do(roller, "answer", seat=1, yes=True)
    tables.append(roller)

    # A seat that is left and given to somebody else, and an offer that is withdrawn.
    dice = ann.create("hex-dice", players=2, seats=[{"kind": "me", "name": "Ann"}, {"kind": "open"}])["table"]
    bob.do(dice, "sit", name="Bob")
    act(both, dice, 6, 11)
    ann.do(dice, "leave", seat=0)
    given = ann.do(dice, "link", seat=0)["token"]
    phone.do(dice, "sit", name="Eve", token=given)
    bob.do(dice, "offer", seat=1)
    bob.do(dice, "answer", seat=1, yes=False)
    act([phone, bob], dice, 3)
    tables.append(dice)

    # Chance and reveals between the moves.
    hexagone = ann.create("hexagone", players=2, seats=[{"kind": "me"}, {"kind": "open"}])["table"]
    bob.do(hexagone, "sit", name="Bob")
    act(both, hexagone, 25)
    tables.append(hexagone)

    # Continuing the record of the first table.
    record = ann.http.get(f"/api/tables/{beer}/record").text
    branch = ann.post("/api/branches", {"record": record, "at": 2, "seat": 0, "name": "Anne"})["table"]
    act([ann], branch, 1)
    tables.append(branch)

    # Clocks: they run out below, and one of them is owed the time the server was away.
    for timeout in ("resign", "bot"):
        timed = {"kind": "move", "seconds": 5, "timeout": timeout}
        tables.append(ann.create("pocket-hexes", players=2, seats=[{"kind": "me"}] * 2, clock=timed)["table"])
    fischer = ann.create("beerhex", seats=[{"kind": "me"}] * 2, clock={"kind": "fischer", "seconds": 600, "increment": 3})["table"]
    clock.move(2)
    act([ann, ann], fischer, 2)
    tables.append(fischer)
    return tables


def observe(view: dict[str, Any]) -> dict[str, Any]:
    """Return what a view shows, apart from wording and drawing."""
    log = [line for line in view.get("log", []) if line["kind"] != NEW_LINE]
    return {name: view[name] for name in SEEN if name in view} | {
        "log": [{name: value for name, value in line.items() if name not in ("words", "beats")} for line in log],
        "seats": [{name: value for name, value in one.items() if name not in ("name", "presence")} for one in view["seats"]],
        "choices": [choice[:2] for choice in view["scene"].get("choices", [])],
    }


def observe_all(port: int, tables: Iterable[str], tokens: Sequence[str]) -> dict[str, Any]:
    """Return by table and seat what a server shows to a spectator and to whom a seat belongs; Ann opened all tables or plays there."""
    clients = [Client(port, token) for token in tokens]
    found: dict[str, Any] = {}
    for table in tables:
        found[table] = {"-1": observe(clients[0].view(table))}
        for client in clients:
            for seat in seats_of(client, table):
                found[table][str(seat)] = observe(client.view(table, seat))
    for client in clients:
        client.close()
    return found


def seats_of(client: Client, table: str) -> list[int]:
    """Return the seats that a client holds; a private table does not exist for those who never had one."""
    try:
        found: list[int] = client.get(f"/api/tables/{table}")["mine"]
    except Refusal:
        return []
    return found


def records(database: Path) -> dict[str, Any]:
    """Return the games of all tables, running ones too, as `bestagon export` writes them."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "tables.jsonl"
        command = [sys.executable, "-c", "from bestagon.cli import main; main()", "export", str(file), "--store", f"sqlite:///{database}"]
        subprocess.run(command, check=True, capture_output=True)
        lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    return {line["row"]["id"]: line["record"] for line in lines}


def wait_for_timeouts(client: Client, tables: Sequence[str], count: int) -> None:
    """Wait until the server has noticed which clocks ran out."""
    while sum(line["kind"] == "timeout" for table in tables for line in client.view(table).get("log", [])) < count:
        time.sleep(0.1)


@contextmanager
def running(database: Path, clock: Clock, entropy: Callable[[int], bytes]) -> Iterator[int]:
    """Serve a database and return the port."""
    server = Server(App(settings(database), clock, entropy, lambda: clock.at / 1000))
    try:
        yield server.port
    finally:
        server.stop()


def main(folder: Path) -> None:
    """Play with this release and write what it leaves behind."""
    clock, entropy = Clock(), numbers()
    with tempfile.TemporaryDirectory() as place:
        database = Path(place) / "tables.db"
        with running(database, clock, entropy) as port:
            clients = [Client(port) for _ in range(3)]
            tables = play(clients, clock)
            clock.move(2)
            clock.move(2)
            wait_for_timeouts(clients[0], tables, 2)
        # The server is away for an hour.
        clock.at += 3_600_000
        with running(database, clock, entropy) as port:
            tokens = [client.token for client in clients]
            found = {"at": clock.at, "tokens": tokens, "views": observe_all(port, tables, tokens)}
        found["records"] = records(database)
        with sqlite3.connect(database) as connection:
            dump = "\n".join(connection.iterdump())
    (folder / "release-0.1.0.sql").write_text(dump + "\n", encoding="utf-8")
    (folder / "release-0.1.0.json").write_text(json.dumps(found, ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
