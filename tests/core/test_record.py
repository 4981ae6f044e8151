from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path
from typing import Any

import pytest

import bestagon
from bestagon import BadRecord, Record


def played(seed: int | None = 7) -> bestagon.Table:
    table = bestagon.start("hex", seed=seed, size=3)
    for text in ("a1", "b1", "a2", "b2", "a3"):
        table.play(text)
    return table


def changed(**parts: Any) -> str:
    data = json.loads(played().record.to_json()) | parts
    return json.dumps(data, indent=1)


def redigested(**parts: Any) -> str:
    """Return a forged record with a matching digest."""
    data = json.loads(played().record.to_json()) | parts
    record = Record.parse(played().record.to_json())
    plain = {key: value for key, value in data.items() if key != "digest"}
    text = json.dumps(plain, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert record.digest() != hashlib.sha256(text.encode()).hexdigest()
    return json.dumps(plain | {"digest": hashlib.sha256(text.encode()).hexdigest()}, indent=1)


@pytest.mark.parametrize("seed", [7, None])
def test_a_record_is_read_back_as_it_was_written(seed: int | None, tmp_path: Path) -> None:
    record = played(seed).record
    file = tmp_path / "game.json"
    file.write_text(record.to_json(), encoding="utf-8")
    assert Record.load(file) == record == Record.load(record.to_json()) == Record.load(record.to_line())
    assert record.replay().position.to_bytes() == played(seed).position.to_bytes() or seed is None
    assert len(list(record.steps())) == 6


def test_a_record_tells_a_timeout_from_a_resignation() -> None:
    played_out, resigned = (bestagon.start("hex", seed=7, size=3) for _ in range(2))
    played_out.resign(1, timed_out=True)
    resigned.resign(1)
    for table, text in ((played_out, "timeout"), (resigned, "resign")):
        again = Record.load(table.record.to_json())
        assert again.actions == ((1, text),)
        assert again.replay().steps[0].timed_out == (text == "timeout")
    assert played_out.record.result == resigned.record.result


def test_an_unfinished_sealed_game_keeps_its_secret_unless_told() -> None:
    table = bestagon.start("hex", size=3)
    table.play("a1")
    assert table.secret.hex() not in table.record.to_json()
    with pytest.raises(BadRecord, match="lacks the secret of its sealed dice"):
        Record.load(table.record.to_json())
    assert Record.load(Record.of(table, reveal=True).to_json()).actions == ((0, "a1"),)


def test_a_finished_sealed_game_shows_its_secret() -> None:
    table = played(None)
    assert table.secret.hex() in table.record.to_json()


def test_an_action_that_is_not_legal_is_refused_with_its_line() -> None:
    text = played().record.to_json()
    lines = text.splitlines()
    at = next(i for i, line in enumerate(lines) if '"a2"' in line)
    lines[at] = lines[at].replace("a2", "b1")
    with pytest.raises(BadRecord, match=rf"line {at + 1}: action 3 of 5: 'b1' is not legal for seat 0"):
        Record.load("\n".join(lines))


def test_a_legal_change_is_refused_too() -> None:
    text = played().record.to_json()
    assert '"b2"' in text
    with pytest.raises(BadRecord, match="the content does not match its digest"):
        Record.load(text.replace('"b2"', '"c2"'))


@pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ('{"a":', "}")])
def test_a_record_nested_as_deeply_as_can_be_read_is_refused(opening: str, closing: str) -> None:
    for depth in range(sys.getrecursionlimit() - 150, sys.getrecursionlimit()):
        with pytest.raises(BadRecord):
            Record.parse(changed(game="@").replace('"@"', opening * depth + "1" + closing * depth))


def test_a_truncated_file_is_refused_with_the_line() -> None:
    text = played().record.to_json()
    with pytest.raises(BadRecord, match=r"line \d+: not JSON, or truncated"):
        Record.load(text[: len(text) // 2])


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "line 1: not JSON"),
        ("[1, 2]", "not a Bestagon record"),
        ('{"format": "something else"}', "not a Bestagon record"),
        ("[" * 100_000, "not a Bestagon record"),
        ('{"format": ' + "9" * 5000 + "}", "not a Bestagon record"),
        (changed(version=True), "unknown format version True"),
        (json.dumps(json.loads(changed(version=1)) | {"game": "\ud800"}), "a lone surrogate"),
        (changed(version=99), "unknown format version 99"),
        (changed(extra=1), '"extra" does not belong in a record'),
        # Terminals obey such characters.
        (changed(**{"\x1b[2J\x9b": 1}), r'"\\u001b\[2J\\u009b" does not belong in a record'),
        (changed(game=5), '"game" must be the name of a game, not 5'),
        (changed(players="2"), '"players" must be a whole number'),
        (changed(options=[1]), '"options" must be an object'),
        (changed(actions=[[0]]), "action 1 must be a seat and a string"),
        (changed(dice={"kind": "fast"}), '"dice" must be fast dice'),
        (changed(dice={"kind": "sealed", "commitment": "xyz", "secret": None}), '"dice" must be fast dice'),
        (changed(result={"ending": "joined"}), '"result" must be null'),
        (redigested(game="chess"), "there is no game 'chess'"),
        (redigested(options={"size": 50}), "option size must be"),
        (redigested(players=3, result=None), "Hex is for 2 players, not 3"),
        (redigested(result=None), "the game is over .joined., but the record has no result"),
        (redigested(result={"ending": "joined", "places": [2, 1], "scores": [0, 1]}), "the replay gives"),
        (redigested(actions=[[0, "a1"]]), "after 1 actions the game is not over"),
        (redigested(actions=[[1, "a1"]]), "action 1 of 1: seat 1 may not act now"),
        (redigested(dice={"kind": "sealed", "commitment": "0" * 64, "secret": "1" * 64}), "does not match the commitment"),
        (redigested(rules=0), "must be a whole number from 1"),
        (redigested(rules=9), "made under version 9 of the rules of Hex, newer than version 1 here"),
    ],
)
def test_an_invalid_record_is_refused_with_the_reason(text: str, says: str) -> None:
    with pytest.raises(BadRecord, match=says):
        Record.load(text)


def test_a_record_of_older_rules_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    record = played().record
    monkeypatch.setattr(type(played().game), "rules_version", 2)
    with pytest.raises(BadRecord, match="made under version 1 of the rules of Hex, older than version 2 here: it cannot be replayed"):
        record.replay()


def test_a_record_of_older_rules_is_replayed_with_the_options_that_restore_them(monkeypatch: pytest.MonkeyPatch) -> None:
    record = played().record
    game = type(played().game)
    monkeypatch.setattr(game, "rules_version", 2)
    monkeypatch.setattr(game, "options_of_rules", lambda self, rules, options: {**options, "swap": True} if rules == 1 else None)
    assert record.replay().options == {**record.options, "swap": True}
    assert Record.parse(record.to_json()).rules == 1


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadRecord, match="cannot read"):
        Record.load(tmp_path / "none.json")


def test_a_byte_order_mark_does_no_harm(tmp_path: Path) -> None:
    file = tmp_path / "notepad.json"
    file.write_text(played().record.to_json(), encoding="utf-8-sig")
    assert Record.load(file) == played().record


def test_the_line_is_that_of_the_part_itself() -> None:
    table = bestagon.start("hex-roller", players=2)
    table.resign(0)
    text = table.record.to_json().replace(table.secret.hex(), "0" * 64)
    line = next(i for i, content in enumerate(text.splitlines(), 1) if content.startswith('  "dice"'))
    with pytest.raises(BadRecord, match=rf"^line {line}: the secret does not match"):
        Record.load(text)


def rolled(seed: int | None = 7, actions: int = 12) -> bestagon.Table:
    """Return a game with chance after some actions."""
    table = bestagon.start("hex-roller", players=2, seed=seed)
    for _ in range(actions):
        table.play(table.moves()[0])
    return table


def to_the_end(table: bestagon.Table) -> Record:
    while not table.over:
        table.play(table.moves()[0])
    return table.record


@pytest.mark.parametrize("seed", [7, None])
@pytest.mark.parametrize("fresh", [8, None])
def test_a_branch_keeps_the_past_and_has_its_own_dice(seed: int | None, fresh: int | None) -> None:
    whole = to_the_end(rolled(seed))
    secret = b"" if fresh is not None else b"s" * 32
    ends = [to_the_end(whole.go_on(12, fresh, secret)) for _ in range(2)]
    assert ends[0] == ends[1]
    assert ends[0].actions[:12] == whole.actions[:12]
    assert ends[0].actions != whole.actions
    again = Record.load(ends[0].to_json())
    assert again == ends[0] == Record.load(ends[0].to_line())
    assert [branch.at for branch in again.branches] == [12]
    assert json.loads(again.to_json())["version"] == 2
    assert json.loads(whole.to_json())["version"] == 1


def test_a_branch_of_a_branch_keeps_what_came_before_it() -> None:
    first = to_the_end(to_the_end(rolled()).go_on(12, 8, b""))
    later = to_the_end(first.go_on(20, 9, b""))
    assert [branch.at for branch in later.branches] == [12, 20]
    assert later.actions[:20] == first.actions[:20]
    assert [branch.at for branch in to_the_end(first.go_on(12, 9, b"")).branches] == [12]
    earlier = to_the_end(first.go_on(5, 9, b""))
    assert [branch.at for branch in earlier.branches] == [5]
    for record in (later, earlier):
        assert Record.load(record.to_json()) == record
    assert Record.load(first.go_on(0, 9, b"").record.to_json()).branches[0].at == 0


def test_a_running_branch_keeps_only_its_own_secret() -> None:
    whole = to_the_end(rolled(None))
    table = whole.go_on(12, None, b"s" * 32)
    text = table.record.to_json()
    assert whole.secret.hex() in text
    assert table.secret.hex() not in text
    with pytest.raises(BadRecord, match="lacks the secret of its sealed dice"):
        Record.load(text)
    assert Record.load(Record.of(table, reveal=True).to_json()).branches[0].secret == b"s" * 32


def test_a_branch_cannot_be_undone() -> None:
    table = bestagon.start("hex", seed=1, size=3)
    table.play("a1")
    branched = table.record.go_on(1, 2, b"")
    with pytest.raises(bestagon.CannotUndo):
        branched.undo()


def test_a_finished_game_cannot_be_continued_at_its_end() -> None:
    record = played().record
    with pytest.raises(BadRecord, match="nothing after 6"):
        record.go_on(6, 1, b"")
    with pytest.raises(BadRecord, match=r"after 5 actions the game is over .joined."):
        record.go_on(5, 1, b"")


@pytest.mark.parametrize(
    "branches",
    [
        [],
        5,
        [{"at": 1}],
        [{"at": 9, "dice": {"kind": "fast", "seed": 1}}],
        [{"at": -1, "dice": {"kind": "fast", "seed": 1}}],
        [{"at": 1, "dice": {"kind": "fast"}}],
        [{"at": 2, "dice": {"kind": "fast", "seed": 1}}, {"at": 2, "dice": {"kind": "fast", "seed": 2}}],
    ],
)
def test_impossible_branches_are_refused(branches: Any) -> None:
    with pytest.raises(BadRecord, match='"branches" must be a list of branches'):
        Record.load(changed(version=2, branches=branches))


def test_a_branch_after_the_end_or_in_an_old_version_is_refused() -> None:
    branches = [{"at": 5, "dice": {"kind": "fast", "seed": 1}}]
    with pytest.raises(BadRecord, match="there can be no branch"):
        Record.load(redigested(version=2, branches=branches))
    with pytest.raises(BadRecord, match='"branches" does not belong in a record'):
        Record.load(changed(branches=branches))
    sealed = {"kind": "sealed", "commitment": "0" * 64, "secret": "1" * 64}
    with pytest.raises(BadRecord, match="does not match the commitment"):
        Record.load(redigested(version=2, branches=[{"at": 1, "dice": sealed}]))
