"""A wrong Python type at the public API raises an error of ours, compiled or not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import bestagon
from bestagon import BadNotation, BadOption, BadPlayers, BadRecord, BadSeed, BestagonError, IllegalMove, Record, UnknownGame, WrongSeat
from bestagon.core import registry

HEX: Any = registry.game("hex")
RECORD: Any = Record
start: Any = bestagon.start
WRONG: tuple[Any, ...] = (None, 1.0, 2.5, float("nan"), True, b"1", "1", [], {}, object(), int, np.array([1, 2]))
"""No seat, number of players, seed or action id."""


def table() -> Any:
    return start("hex", seed=1, size=3)


CALLS: list[tuple[str, Callable[[Any], object], type[BestagonError], tuple[object, ...]]] = [
    ("start game", lambda x: start(x), UnknownGame, (None, 5, 1.0, b"hex", True, [], object(), HEX.__class__)),
    ("registry.game", lambda x: registry.game(x), UnknownGame, (None, 5, 1.0, b"hex", True, [], HEX)),
    ("start players", lambda x: start("hex", players=x), BadPlayers, tuple(x for x in WRONG if x is not None)),
    ("start seed", lambda x: start("hex", seed=x), BadSeed, tuple(x for x in WRONG if x is not None)),
    ("start size", lambda x: start("hex", size=x), BadOption, WRONG),
    ("start swap", lambda x: start("hex", swap=x), BadOption, (None, 1.0, 1, b"yes", [], object())),
    ("start sheet", lambda x: start("pocket-hexes", sheet=x), BadOption, (None, 1.0, True, b"small", [], object())),
    ("start data", lambda x: start("pocket-hexes", data=x), BadOption, (None, 1.0, True, b"a\nb", [], object())),
    ("play", lambda x: table().play(x), IllegalMove, (None, 1.0, True, b"a1", [], {}, object(), int, np.array([1, 2]))),
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
    ("check_players", lambda x: HEX.check_players(x), BadPlayers, tuple(x for x in WRONG if x is not None)),
    ("complete", lambda x: HEX.complete(2, x), BadOption, (None, 5, "size", [("size", 3)])),
    ("complete name", lambda x: HEX.complete(2, {x: 3}), BadOption, (None, 5, b"size", 1.0)),
    ("load", lambda x: HEX.load(x, 2, HEX.complete(2, {})), BadNotation, (None, 5, "text", bytearray(3), [])),
]


@pytest.mark.parametrize(("call", "error", "values"), [case[1:] for case in CALLS], ids=[case[0] for case in CALLS])
def test_a_wrong_type_is_an_error_of_ours(call: Callable[[Any], object], error: type[BestagonError], values: tuple[object, ...]) -> None:
    for value in values:
        with pytest.raises(error) as caught:
            call(value)
        assert str(caught.value)


@pytest.mark.parametrize("value", WRONG[1:])
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
