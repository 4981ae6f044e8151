"""The results of a report while it is made: a file of JSON lines, from which an interrupted run goes on."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from bestagon.core.errors import BadOption, BadRecord
from bestagon.lab.balance.measured_game import MeasuredGame
from bestagon.lab.balance.plan import Plan


def begin(path: Path, plan: Plan) -> None:
    """Write the plan to a new file; BadOption if there is one already."""
    if path.exists():
        raise BadOption(f"{path} has the results of an interrupted run: add --resume to go on with it, or delete it")
    path.write_bytes(msgspec.json.encode(plan) + b"\n")


def append(path: Path, games: Sequence[MeasuredGame]) -> None:
    """Append games to a file, all with one write."""
    with path.open("ab") as file:
        file.write(b"".join(msgspec.json.encode(game) + b"\n" for game in games))


def resume(path: Path, plan: Plan) -> list[MeasuredGame]:
    """Return the games in a file and drop a line that was not finished; BadOption if it belongs to another plan."""
    if not path.is_file():
        begin(path, plan)
        return []
    data = path.read_bytes()
    whole = data[: data.rfind(b"\n") + 1]
    lines = whole.splitlines()
    try:
        known = msgspec.json.decode(lines[0], type=Plan) if lines else None
    except msgspec.DecodeError as error:
        raise BadRecord(f"{path}, line 1: not a plan of a balance report: {error}") from None
    if known != plan:
        raise BadOption(f"{path} has results of other options, players, levels, games or seed: repeat its command, or delete it")
    found = []
    for number, line in enumerate(lines[1:], 2):
        try:
            found.append(msgspec.json.decode(line, type=MeasuredGame))
        except msgspec.DecodeError as error:
            raise BadRecord(f"{path}, line {number}: not a game of a balance report: {error}") from None
    if len(whole) < len(data):
        path.write_bytes(whole)
    return found
