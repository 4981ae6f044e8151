"""What a search leaves out: hexagons that gain nothing, and anything that should wait for a Draw-agon or a Bomb-agon."""

from __future__ import annotations

import pytest
from tests.games.hexagone.boards import fresh, legal, play, table

from bestagon.bots.player_factory import make_player
from bestagon.bots.players import Player
from bestagon.compiled_build import is_compiled
from bestagon.core.dice import fast
from bestagon.games.hexagone import GAME
from bestagon.games.hexagone.rules.moves import PLAYING, STARTING
from bestagon.games.hexagone.rules.state import HexagonePosition

SEARCH = "search:200/t0"


def tried(position: HexagonePosition) -> set[str]:
    """Return the actions that a search of the seat to move would try."""
    evaluator, seat = GAME.evaluator(), int(position.turn)
    return {text for text in legal(position) if not evaluator.omits(position, seat, GAME.parse_action(position, seat, text))}


def words(position: HexagonePosition) -> set[str]:
    """Return the first words of these actions."""
    return {text.split()[0] for text in tried(position)}


def turn(position: HexagonePosition, player: Player) -> list[str]:
    """Let the player finish the turn of the seat to move, and return its actions."""
    seat, texts = int(position.turn), list[str]()
    while not position.over and position.turn == seat and not (texts and position.phase == STARTING):
        masked = position.copy()
        masked.mask(seat)
        texts.append(GAME.action_text(position, seat, int(player.choose(masked, seat, fast(len(texts))))))
        play(position, texts[-1])
    return texts


def test_a_draw_agon_comes_before_all_that_is_played() -> None:
    assert words(table("g g b", "gbDBMS", "g", row="C01 C02")) == {"draw", "pass"}
    assert words(table("g g b", "gbDBMS", "g", row="C01 C02", phase=PLAYING)) == {"draw", "claim", "end"}
    empty = table("g g b", "gbDBMS", "g", row="C01 C02", bag="")
    assert {"gray", "blue", "bomb", "move", "swap"} <= words(empty)


@pytest.mark.parametrize("players", [2, 3])
def test_nobody_draws_after_a_placement(players: int) -> None:
    """Before, experts placed a hexagon first in three of six cases (docs/measurements.md)."""
    player = make_player(SEARCH, GAME, reuse=False)
    position = table("g g b\n . g", "ggbDc", *["gcb"] * (players - 1), row="C01 C03", players=players)
    assert turn(position, player)[0] == "draw"


def last_turn(hand: str, row: str, phase: int = PLAYING, drawing: str = "g g b") -> HexagonePosition:
    """Return the last turn of a game, with an empty bag."""
    position = table(drawing, hand, "g", row=row, bag="", phase=phase)
    position.closing = 0
    return position


def test_hexagons_without_use_stay_in_hand_at_the_end() -> None:
    assert words(last_turn("gcbb", "C02")) == {"claim", "end"}
    assert tried(last_turn("gcbb", "")) == {"end"}
    assert words(last_turn("gMSB", "C02")) == {"claim", "end"}


def test_hexagons_of_a_plan_are_placed_at_the_end() -> None:
    assert tried(last_turn("bgg", "C02", drawing="g g")) >= {"blue p18", "blue p15", "end"}
    assert not any(text.startswith("gray") for text in tried(last_turn("bgg", "C02", drawing="g g")))


def test_a_free_bomb_agon_comes_before_the_plan_if_it_leaves_a_card() -> None:
    for phase in (STARTING, PLAYING):
        assert words(last_turn("bbB", "C02 C01", phase, drawing="g g")) == {"bomb"}
    assert "blue" in words(last_turn("bbB", "C02", drawing="g g"))
    another = table("g g", "bbB", "g", row="C02 C01", bag="", phase=PLAYING)
    another.closing = 0
    another.closing_turn = True
    assert "blue" in words(another)


def test_hexagons_make_room_for_drawing() -> None:
    """HG 3.5: with four in hand a placement lets three be drawn instead of two."""
    assert "gray" in words(table("g g b", "gggg", "g", row="C02", phase=PLAYING))
    assert words(table("g g b", "ggg", "g", row="C02", phase=PLAYING)) == {"claim", "end"}


def test_hexagons_beyond_the_limit_make_room_for_drawing() -> None:
    """HG 3.5: with seven in hand one placement makes no room, and three let two be drawn."""
    assert "gray" in words(table("g g b", "ggccbbS", "g", row="C02", phase=PLAYING))


def test_hexagons_that_bar_a_card_are_placed() -> None:
    assert "gray" in words(table("g g b", "gg", "g", row="C02 C03", phase=PLAYING))


@pytest.mark.skipif(not is_compiled(), reason="takes a minute in an uncompiled engine")
def test_games_of_a_search_contain_no_idle_action() -> None:
    player = make_player(SEARCH, GAME, reuse=False)
    for seed in range(3):
        position = fresh(2, seed=seed)
        while not position.over:
            texts = [text.split()[0] for text in turn(position, player)]
            played = texts.index("draw") if "draw" in texts else 0
            assert not set(texts[:played]) & {"gray", "cracked", "blue", "move", "swap", "bomb"}
