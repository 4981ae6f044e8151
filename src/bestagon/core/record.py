"""Records: games as files, replayed and checked action by action."""

from __future__ import annotations

import copy
import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, NamedTuple, SupportsIndex

from bestagon.core import registry
from bestagon.core.dice import SECRET_BYTES, commitment
from bestagon.core.errors import BadDice, BadRecord, BestagonError, NeedsDice, brief
from bestagon.core.option import Value, whole_number
from bestagon.core.table import MOST_SEEDS, Branch, Table

FORMAT: Final = "bestagon record"
VERSION: Final = 1
BRANCHED: Final = 2
"""The version of records with branches; records without any stay readable by older programs."""
BY_HAND: Final = 3
"""The version of records with real dice, with or without branches."""
KEYS: Final = ("format", "version", "game", "rules", "players", "options", "dice", "actions", "result", "digest")


@dataclass(frozen=True)
class Result:
    """The outcome of a game."""

    ending: str
    places: tuple[int, ...]
    scores: tuple[int, ...]


@dataclass(frozen=True)
class Record:
    """A game as it was played. Under the same rules it can be replayed, action by action."""

    game: str
    rules: int
    players: int
    options: dict[str, Value]
    actions: tuple[tuple[int, str], ...]
    """Seat and notation of every action; resignations included, `timeout` if they were by the clock."""
    seed: int | None = None
    commitment: str = ""
    secret: bytes = b""
    """The secret of sealed dice; empty until the game is over."""
    result: Result | None = None
    branches: tuple[Branch, ...] = ()
    """The points where the game got fresh dice, the latest last."""
    start_dice: tuple[int, ...] | None = None
    """What real dice showed before the first action; None if the computer rolled."""
    action_dice: tuple[tuple[int, ...], ...] = ()
    """What real dice showed because of each action; empty if the computer rolled."""
    _where: _Lines | None = field(default=None, compare=False, repr=False)

    @classmethod
    def of(cls, table: Table, *, reveal: bool = False) -> Record:
        """Return the record of a table; the secret of a running game is left out unless `reveal` is set."""
        if not isinstance(table, Table):
            raise BadRecord(f"a record is made of a Table, not {brief(table)}")
        result = Result(table.ending, table.ranking, table.scores) if table.over else None
        show = table.over or reveal
        seed, secret = table.first_dice
        branches = list(table.branches)
        real = table.start_dice is not None
        if branches and not show:
            branches[-1] = branches[-1]._replace(secret=b"")
        return cls(
            game=table.game.name,
            rules=table.game.rules_version,
            players=table.players,
            options=dict(table.options),
            actions=tuple((step.seat, step.text) for step in table.steps),
            seed=seed,
            commitment=commitment(secret) if seed is None and not real else "",
            # The dice before a branch are public already.
            secret=secret if show or branches else b"",
            result=result,
            branches=tuple(branches),
            start_dice=table.start_dice,
            action_dice=tuple(step.dice for step in table.steps) if real else (),
        )

    @classmethod
    def load(cls, source: str | Path) -> Record:
        """Parse and replay the record in a file (a Path) or a text; BadRecord names the line and the reason."""
        record = cls.parse(read_text(source) if isinstance(source, Path) else source)
        record.replay()
        return record

    @classmethod
    def parse(cls, text: str) -> Record:
        """Return the record in a text, checked for its form and digest but not replayed."""
        if not isinstance(text, str):
            raise BadRecord(f"a record is read from a Path or a string, not {type(text).__name__}")
        try:
            data = json.loads(text)
        except json.JSONDecodeError as error:
            raise BadRecord(f"line {error.lineno}: not JSON, or truncated: {error.msg}") from None
        except (ValueError, RecursionError) as error:
            raise BadRecord(f"line 1: not a Bestagon record: {error}") from None
        if not isinstance(data, dict) or data.get("format") != FORMAT:
            raise BadRecord(f'line 1: not a Bestagon record: "format" must be "{FORMAT}"')
        where = _Lines(text)
        if type(data.get("version")) is not int or data["version"] not in (VERSION, BRANCHED, BY_HAND):
            raise BadRecord(
                f"line {where.key('version')}: unknown format version {data.get('version')!r}; "
                f"this program reads versions {VERSION}, {BRANCHED} and {BY_HAND}"
            )
        branched = data["version"] == BRANCHED or (data["version"] == BY_HAND and "branches" in data)
        keys = (*KEYS, "branches") if branched else KEYS
        for key in keys:
            if key not in data:
                raise BadRecord(f'line 1: "{key}" is missing')
        for key in data:
            if key not in keys:
                raise BadRecord(f"line {where.key(key)}: {json.dumps(key)[:80]} does not belong in a record")
        record = _build(cls, data, where)
        if data["digest"] != record.digest():
            # A replay may tell more precisely what was changed.
            record.replay()
            raise BadRecord(f"line {where.key('digest')}: the content does not match its digest: the file was changed after it was written")
        return record

    def replay(self) -> Table:
        """Replay and check the whole record and return its table; BadRecord names the first error."""
        *_, table = self.steps()
        return table

    def steps(self) -> Iterator[Table]:
        """Yield one table before the first action and again after each; BadRecord like `replay`, at the wrong step."""
        table = self.table()
        for i in range(len(self.actions) + 1):
            if i:
                self._replay_one(table, i - 1)
            self._branch(table, i)
            if i == len(self.actions) and (self.result is not None or table.over):
                self._check_result(table)
            yield table

    def go_on(self, at: SupportsIndex, seed: SupportsIndex | None, secret: bytes) -> Table:
        """Check the whole record and return a table after `at` actions with fresh dice; BadRecord if it cannot continue there."""
        after = whole_number(at)
        if after is None or not 0 <= after <= len(self.actions):
            raise BadRecord(f"the record has {len(self.actions)} actions, so there is nothing after {brief(at)}")
        found = [copy.copy(table) for i, table in enumerate(self.steps()) if i == after]
        table = found[0]
        if table.over:
            raise BadRecord(f"after {after} actions the game is over ({table.ending}): continue from an earlier action")
        table.branch(seed, secret)
        return table

    def until(self, at: int) -> Record:
        """Return the first `at` actions as the record of a game that still runs."""
        branches = tuple(branch for branch in self.branches if branch.at <= at)
        return replace(self, actions=self.actions[:at], action_dice=self.action_dice[:at], branches=branches, result=None)

    def table(self) -> Table:
        """Return the table before the first action."""
        try:
            game = registry.game(self.game)
            options = game.options_of_rules(self.rules, self.options)
            if options is None:
                age = "older" if self.rules < game.rules_version else "newer"
                raise BadRecord(
                    f"{self._line('rules')}made under version {self.rules} of the rules of {game.title}, "
                    f"{age} than version {game.rules_version} here: it cannot be replayed"
                )
            game.check_players(self.players)
            options = game.complete(self.players, options)
            if self.start_dice is None:
                self._check_secret("dice", self.seed, self.commitment, self.secret)
            for branch in self.branches:
                self._check_secret("branches", branch.seed, branch.commitment, branch.secret)
            return Table(game, self.players, options, self.seed, self.secret, self.start_dice)
        except BadRecord:
            raise
        except (BadDice, NeedsDice) as error:
            raise BadRecord(f"{self._line('dice')}the dice before the first action: {error}") from None
        except BestagonError as error:
            raise BadRecord(str(error)) from None

    def _repr_svg_(self) -> str | None:
        """Return a spectator's picture of the last position for a notebook; None if the record cannot be replayed."""
        try:
            return self.replay().view()._repr_svg_()
        except BadRecord:
            return None

    def digest(self) -> str:
        """Return the SHA-256 of everything else in the record."""
        plain = json.dumps(self._data(), sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        return hashlib.sha256(plain.encode()).hexdigest()

    def to_json(self) -> str:
        """Return the record as a file, one action per line."""
        data = {**self._data(), "digest": self.digest()}
        lines = []
        for key, value in data.items():
            if key == "actions" and value:
                inner = ",\n".join(f"    {json.dumps(action, ensure_ascii=False)}" for action in value)
                lines.append(f'  "actions": [\n{inner}\n  ]')
            else:
                lines.append(f'  "{key}": {json.dumps(value, ensure_ascii=False)}')
        return "{\n" + ",\n".join(lines) + "\n}\n"

    def to_line(self) -> str:
        """Return the record in one line, for files with many records."""
        return json.dumps({**self._data(), "digest": self.digest()}, separators=(",", ":"), ensure_ascii=False)

    def _data(self) -> dict[str, Any]:
        result = None
        if self.result is not None:
            result = {"ending": self.result.ending, "places": list(self.result.places), "scores": list(self.result.scores)}
        data: dict[str, Any] = {
            "format": FORMAT,
            "version": BY_HAND if self.start_dice is not None else BRANCHED if self.branches else VERSION,
            "game": self.game,
            "rules": self.rules,
            "players": self.players,
            "options": self.options,
            "dice": _Dice(self.seed, self.commitment, self.secret, self.start_dice).data(),
            "actions": [[*action, *([list(self.action_dice[i])] if self._rolled(i) else [])] for i, action in enumerate(self.actions)],
            "result": result,
        }
        if self.branches:
            data["branches"] = [{"at": b.at, "dice": _Dice(b.seed, b.commitment, b.secret).data()} for b in self.branches]
        return data

    def _rolled(self, i: int) -> tuple[int, ...]:
        """Return what real dice showed because of an action."""
        return self.action_dice[i] if i < len(self.action_dice) else ()

    def _check_secret(self, key: str, seed: int | None, promise: str, secret: bytes) -> None:
        if seed is None and not secret:
            raise BadRecord(f"{self._line(key)}the record lacks the secret of its sealed dice, so it cannot be replayed yet")
        if seed is None and commitment(secret) != promise:
            raise BadRecord(f"{self._line(key)}the secret does not match the commitment, which must be its SHA-256")

    def _branch(self, table: Table, played: int) -> None:
        for branch in self.branches:
            if branch.at == played:
                if table.over:
                    raise BadRecord(f"{self._line('branches')}after {played} actions the game is over, so there can be no branch")
                table.branch(branch.seed, branch.secret)

    def _replay_one(self, table: Table, i: int) -> None:
        seat, text = self.actions[i]
        try:
            table.play(text, seat=seat, dice=self._rolled(i))
        except BestagonError as error:
            line = f"line {self._where.action(i)}: " if self._where else ""
            raise BadRecord(f"{line}action {i + 1} of {len(self.actions)}: {error}") from None

    def _check_result(self, table: Table) -> None:
        if self.result is None:
            raise BadRecord(f"{self._line('result')}the game is over ({table.ending}), but the record has no result")
        if not table.over:
            raise BadRecord(f"{self._line('result')}a result is given, but after {len(self.actions)} actions the game is not over")
        found = Result(table.ending, table.ranking, table.scores)
        if found != self.result:
            raise BadRecord(f"{self._line('result')}the result is given as {self.result}, but the replay gives {found}")

    def _line(self, key: str) -> str:
        return f"line {self._where.key(key)}: " if self._where else ""


def read_text(file: Path) -> str:
    """Return the text of a file of records; BadRecord if it cannot be read."""
    try:
        return file.read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as error:
        raise BadRecord(f"cannot read {file}: {error}") from None


class _Lines:
    """The line numbers of a record's parts."""

    _GAP: Final = re.compile(r"[\s,:]*")
    _DECODER: Final = json.JSONDecoder()

    def __init__(self, text: str) -> None:
        """Find where every top-level key of a JSON object and its value start."""
        self._text = text
        self._keys: dict[str, int] = {}
        self._values: dict[str, int] = {}
        at = self._skip(text.index("{") + 1)
        while text[at] != "}":
            key, after = self._DECODER.raw_decode(text, at)
            self._keys[key] = at
            self._values[key] = self._skip(after)
            at = self._skip(self._DECODER.raw_decode(text, self._values[key])[1])

    def _skip(self, at: int) -> int:
        gap = self._GAP.match(self._text, at)
        return gap.end() if gap else at

    def _number(self, at: int) -> int:
        return self._text.count("\n", 0, at) + 1

    def key(self, key: str) -> int:
        """Return the line of a top-level key, 1 if it is missing."""
        return self._number(self._keys.get(key, 0))

    def action(self, i: int) -> int:
        """Return the line of action `i`, counted from 0."""
        at = self._skip(self._values["actions"] + 1)
        for _ in range(i):
            at = self._skip(self._DECODER.raw_decode(self._text, at)[1])
        return self._number(at)


def _build(cls: type[Record], data: dict[str, Any], where: _Lines) -> Record:
    """Return the record that a parsed file describes, after checking all types."""

    def check(key: str, good: bool, must: str) -> None:
        if not good:
            raise BadRecord(f'line {where.key(key)}: "{key}" must be {must}, not {json.dumps(data[key])[:80]}')

    try:
        json.dumps(data, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise BadRecord("line 1: the record contains a lone surrogate (half a character)") from None
    except RecursionError:
        # Writing reaches the limit a few levels before reading does.
        raise BadRecord("line 1: not a Bestagon record: it is nested too deeply") from None
    check("game", isinstance(data["game"], str), "the name of a game")
    for key in ("rules", "players"):
        check(key, type(data[key]) is int and data[key] > 0, "a whole number from 1")
    options = data["options"]
    plain = isinstance(options, dict) and all(isinstance(value, bool | int | str) for value in options.values())
    check("options", plain, "an object of booleans, whole numbers and strings")
    check("actions", isinstance(data["actions"], list), "a list")
    dice = _Dice.read(data["dice"])
    must = 'fast dice with a "seed", sealed dice with a "commitment" and a "secret" (or null), or in version 3 dice entered by "hand"'
    check("dice", dice is not None and (dice.start is not None) == (data["version"] == BY_HAND), must)
    assert dice is not None
    for i, action in enumerate(data["actions"]):
        if not _is_action(action, dice.start is not None):
            more = ", and what dice showed" if dice.start is not None else ""
            raise BadRecord(f"line {where.action(i)}: action {i + 1} must be a seat and a string{more}, not {json.dumps(action)[:80]}")
    result = _read_result(data["result"], data["players"])
    check("result", (result is None) == (data["result"] is None), "null, or an ending with a place and a score for every seat")
    actions = tuple((action[0], action[1]) for action in data["actions"])
    rolled = tuple(tuple(action[2]) if len(action) > 2 else () for action in data["actions"]) if dice.start is not None else ()
    branches = _read_branches(data.get("branches", []), len(actions))
    check("branches", branches is not None and bool(branches) == ("branches" in data), "a list of branches in order, each with its dice")
    seed, promise, secret, start = dice
    return cls(
        data["game"], data["rules"], data["players"], options, actions, seed, promise, secret, result, branches or (), start, rolled, where
    )


class _Dice(NamedTuple):
    seed: int | None
    commitment: str
    secret: bytes
    start: tuple[int, ...] | None = None

    def data(self) -> dict[str, Any]:
        """Return the dice as JSON data."""
        if self.start is not None:
            return {"kind": "hand", "start": list(self.start)}
        if self.seed is not None:
            return {"kind": "fast", "seed": self.seed}
        return {"kind": "sealed", "commitment": self.commitment, "secret": self.secret.hex() or None}

    @classmethod
    def read(cls, data: object) -> _Dice | None:
        """Return the dice of a record, or None if they are malformed."""
        if not isinstance(data, dict):
            return None
        if data.get("kind") == "hand" and set(data) == {"kind", "start"}:
            return cls(None, "", b"", tuple(data["start"])) if _are_numbers(data["start"]) else None
        if data.get("kind") == "fast" and set(data) == {"kind", "seed"}:
            seed = data["seed"]
            return cls(seed, "", b"") if type(seed) is int and 0 <= seed < MOST_SEEDS else None
        if data.get("kind") != "sealed" or set(data) != {"kind", "commitment", "secret"}:
            return None
        promise, secret = data["commitment"], data["secret"]
        if not _is_hex(promise) or not (secret is None or _is_hex(secret)):
            return None
        return cls(None, promise, bytes.fromhex(secret) if secret else b"")


def _read_branches(data: object, actions: int) -> tuple[Branch, ...] | None:
    """Return the branches of a record, or None if they are malformed."""
    found: list[Branch] = []
    if not isinstance(data, list):
        return None
    for entry in data:
        if not isinstance(entry, dict) or set(entry) != {"at", "dice"} or type(entry["at"]) is not int:
            return None
        dice = _Dice.read(entry["dice"])
        first = found[-1].at + 1 if found else 0
        if dice is None or dice.start is not None or not first <= entry["at"] <= actions:
            return None
        found.append(Branch(entry["at"], dice.seed, dice.commitment, dice.secret))
    return tuple(found)


def _is_action(data: object, by_hand: bool) -> bool:
    if not isinstance(data, list) or len(data) not in ((2, 3) if by_hand else (2,)):
        return False
    # Nothing rolled is left out, so that equal records have equal texts.
    return type(data[0]) is int and isinstance(data[1], str) and (len(data) == 2 or (_are_numbers(data[2]) and bool(data[2])))


def _are_numbers(data: object) -> bool:
    return isinstance(data, list) and all(type(number) is int for number in data)


def _is_hex(text: object) -> bool:
    return isinstance(text, str) and re.fullmatch(rf"[0-9a-f]{{{2 * SECRET_BYTES}}}", text) is not None


def _read_result(data: object, players: int) -> Result | None:
    if not isinstance(data, dict) or set(data) != {"ending", "places", "scores"} or not isinstance(data["ending"], str):
        return None
    for key in ("places", "scores"):
        numbers = data[key]
        if not isinstance(numbers, list) or len(numbers) != players or any(type(n) is not int for n in numbers):
            return None
    return Result(data["ending"], tuple(data["places"]), tuple(data["scores"]))
