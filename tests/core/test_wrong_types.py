"""A wrong Python type at the public API raises a BestagonError, compiled or not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import bestagon
from bestagon import BadNotation, BadOption, BadPlayers, BadRecord, BadSeed, BestagonError, IllegalMove, Record, UnknownGame, WrongSeat
from bestagon.bots.player_factory import make_player
from bestagon.bots.think_request import ThinkRequest
from bestagon.core import registry

HEX: Any = registry.game("hex")
RECORD: Any = Record
start: Any = bestagon.start
THINK: Any = ThinkRequest.of
MAKE: Any = make_player
HUGE = 10**5000
"""Python refuses to print it."""
WRONG: tuple[Any, ...] = (None, 1.0, 2.5, float("nan"), True, b"1", "1", [], {}, object(), int, np.array([1, 2]), HUGE, -HUGE, "1" * 10_000)
"""No seat, number of players, seed or action id."""


def table() -> Any:
    return start("hex", seed=1, size=3)


CALLS: list[tuple[str, Callable[[Any], object], type[BestagonError], tuple[object, ...]]] = [
    ("start game", lambda x: start(x), UnknownGame, (None, 5, 1.0, b"hex", True, [], object(), HEX.__class__, HUGE, "x" * 10_000)),
    ("registry.game", lambda x: registry.game(x), UnknownGame, (None, 5, 1.0, b"hex", True, [], HEX)),
    ("start players", lambda x: start("hex", players=x), BadPlayers, tuple(x for x in WRONG if x is not None)),
    ("start seed", lambda x: start("hex", seed=x), BadSeed, tuple(x for x in WRONG if x is not None)),
    ("start size", lambda x: start("hex", size=x), BadOption, WRONG),
    ("start swap", lambda x: start("hex", swap=x), BadOption, (None, 1.0, 1, b"yes", [], object())),
    ("start sheet", lambda x: start("pocket-hexes", sheet=x), BadOption, (None, 1.0, True, b"small", [], object())),
    ("start data", lambda x: start("pocket-hexes", data=x), BadOption, (None, 1.0, True, b"a\nb", [], object())),
    ("play", lambda x: table().play(x), IllegalMove, (None, 1.0, True, b"a1", [], {}, object(), int, np.array([1, 2]), HUGE, -HUGE)),
    ("play seat", lambda x: table().play("a1", seat=x), WrongSeat, tuple(x for x in WRONG if x is not None)),
    ("play Move seat", lambda x: table().play(table().moves()[0], seat=x), WrongSeat, tuple(x for x in WRONG if x is not None)),
    ("resign", lambda x: table().resign(x), WrongSeat, tuple(x for x in WRONG if x is not None)),
    ("moves", lambda x: table().moves(x), WrongSeat, tuple(x for x in WRONG if x is not None)),
    ("view", lambda x: table().view(x), WrongSeat, WRONG),
    ("Record.parse", lambda x: RECORD.parse(x), BadRecord, (None, 5, 1.0, b"{}", {}, [])),
    ("Record.load", lambda x: RECORD.load(x), BadRecord, (None, 5, 1.0, b"{}", {}, [])),
    ("Record.of", lambda x: RECORD.of(x), BadRecord, (None, 5, "hex", table().record)),
    ("go_on at", lambda x: table().record.go_on(x, 1, b""), BadRecord, (*WRONG, -1, 1)),
    ("go_on seed", lambda x: table().record.go_on(0, x, b""), BadSeed, (*WRONG, -1)),
    ("go_on secret", lambda x: table().record.go_on(0, None, x), BadSeed, (None, "x" * 32, b"short", 5)),
    ("branch seed", lambda x: table().branch(x, b""), BadSeed, (*WRONG, -1)),
    ("branch secret", lambda x: table().branch(None, x), BadSeed, (*WRONG, b"short", bytearray(32))),
    ("text_for", lambda x: table().play("a1").text_for(x), WrongSeat, tuple(x for x in WRONG if type(x) is not int)),
    ("think game", lambda x: THINK(x, {}, table().position, 0, "random", 1), UnknownGame, WRONG),
    ("think options", lambda x: THINK("hex", x, table().position, 0, "random", 1), BadOption, (None, 5, "size", [("size", 3)], HUGE)),
    ("think position", lambda x: THINK("hex", {}, x, 0, "random", 1), BadNotation, WRONG),
    ("think seat", lambda x: THINK("hex", {}, table().position, x, "random", 1), WrongSeat, (*WRONG, -1, 2)),
    ("think seed", lambda x: THINK("hex", {}, table().position, 0, "random", x), BadSeed, tuple(x for x in WRONG if x is not None)),
    ("make_player", lambda x: MAKE(x, HEX), BadOption, WRONG),
    ("check_players", lambda x: HEX.check_players(x), BadPlayers, tuple(x for x in WRONG if x is not None)),
    ("complete", lambda x: HEX.complete(2, x), BadOption, (None, 5, "size", [("size", 3)])),
    ("complete name", lambda x: HEX.complete(2, {x: 3}), BadOption, (None, 5, b"size", 1.0)),
    ("load", lambda x: HEX.load(x, 2, HEX.complete(2, {})), BadNotation, (None, 5, "text", bytearray(3), [])),
]


@pytest.mark.parametrize(("call", "error", "values"), [case[1:] for case in CALLS], ids=[case[0] for case in CALLS])
def test_a_wrong_type_raises_our_error(call: Callable[[Any], object], error: type[BestagonError], values: tuple[object, ...]) -> None:
    for value in values:
        with pytest.raises(error) as caught:
            call(value)
        assert 0 < len(str(caught.value)) < 400


@pytest.mark.parametrize("value", WRONG[1:], ids=lambda value: type(value).__name__)
def test_undo_refuses_a_wrong_seat(value: object) -> None:
    played = table()
    played.play("a1")
    with pytest.raises(WrongSeat, match="there is no seat"):
        played.undo(value)
    assert len(played.steps) == 1


def test_integers_of_numpy_are_integers() -> None:
    game = start("hex", players=np.int64(2), seed=np.uint8(7), size=np.int16(3))
    assert (game.seed, game.options["size"]) == (7, 3)
    game.play(np.int32(4), seat=np.int64(0))
    assert game.steps[0].text == "b2"
    assert len(game.moves(np.int8(1))) == len(game.view(np.int64(1)).moves) == 8
    assert game.view(np.int64(-1)).seat == -1
    assert Record.load(game.record.to_json()) == game.record
    assert game.record.go_on(np.int64(1), np.int64(2), b"").seed == 2


def test_a_branch_that_is_refused_changes_nothing() -> None:
    played = start("hex-roller", players=1, seed=1)
    played.branch(2, b"")
    before = (played.record, played.seed, played.secret, played.commitment, played.branches)
    for seed, secret in ((-1, b""), ("1", b""), (None, b"short"), (None, None)):
        with pytest.raises(BadSeed):
            played.branch(seed, secret)
    assert (played.record, played.seed, played.secret, played.commitment, played.branches) == before
