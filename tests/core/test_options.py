"""What the form for a new table, and the coach of a first game, get from the games."""

from __future__ import annotations

import pytest

from bestagon.core import registry
from bestagon.core.dice import fast
from bestagon.core.errors import BadData, BadOption
from bestagon.core.game import Game
from bestagon.core.option import LONGEST_DATA, PLAYERS, Option, Value
from bestagon.core.story import story
from bestagon.engine.rollout import any_action, first_seat

GAMES = [game for game in registry.all_games().values() if registry.is_ours(game)]
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
ROLLOUTS = 12
MOST_STEPS = 400


def allowed(option: Option) -> list[Value]:
    """Return the values among which a form lets people choose."""
    if isinstance(option.default, bool):
        return [False, True]
    return list(option.choices or range(option.low, option.high + 1))


@every_game
def test_labels_and_conditions_fit_the_options(game: Game) -> None:
    known: dict[str, list[Value]] = {option.name: allowed(option) for option in game.options}
    known[PLAYERS] = list(game.players)
    for option in game.options:
        assert len(option.labels) in (0, len(known[option.name])), option.name
        for need in option.needs:
            assert need.option != option.name, option.name
            assert set(need.values) < set(known[need.option]), option.name
            assert set(need.choices) <= set(option.choices) - {option.default}, option.name


@every_game
def test_a_choice_that_does_not_apply_is_refused(game: Game) -> None:
    """Forms hide what these conditions exclude; the game itself must exclude the same."""
    for option in game.options:
        for need in option.needs:
            if option.data:
                continue
            value = need.choices[0] if need.choices else next(one for one in allowed(option) if one != option.default)
            players = next((n for n in game.players if n not in need.values), 0) if need.option == PLAYERS else game.usual_players
            known = next((one for one in game.options if one.name == need.option), None)
            for other in [one for one in allowed(known) if one not in (*need.values, "usual")] if known else [None]:
                chosen = {option.name: value} if other is None else {option.name: value, need.option: other}
                with pytest.raises(BadOption):
                    game.setup(players, game.complete(players, chosen))


WITH_DATA = [game for game in GAMES if any(option.data for option in game.options)]


@pytest.mark.parametrize("game", WITH_DATA, ids=lambda game: game.name)
def test_a_data_file_that_is_too_long_or_holds_control_characters_is_not_parsed(game: Game) -> None:
    terrain = {"terrain": "preset"} if any(option.name == "terrain" for option in game.options) else {}
    with pytest.raises(BadData, match=f"at most {LONGEST_DATA} characters, not {LONGEST_DATA + 1}"):
        game.complete(game.usual_players, {**terrain, "data": "#" * LONGEST_DATA + "\n"})
    longest = "#" * (LONGEST_DATA - 1) + "\n"
    assert game.complete(game.usual_players, {**terrain, "data": longest})["data"] == longest
    for letter in "\0\x01\x1b\x85\ufffe":
        with pytest.raises(BadData, match=rf"holds the control character U\+{ord(letter):04X}"):
            game.complete(game.usual_players, {**terrain, "data": f"# a\n{letter}"})
    assert game.complete(game.usual_players, {**terrain, "data": "# a\r\n\tb\n"})["data"] == "# a\r\n\tb\n"


@every_game
def test_every_tip_is_shown_at_some_point(game: Game) -> None:
    tips = game.coach()
    assert 3 <= len(tips) <= 5
    assert all(len(tip.text) <= 140 for tip in tips)
    assert not tips[0].prompt, "the first tip says what the aim is, on any turn"
    stage = game.stage(game.new_position(game.usual_players, game.complete(game.usual_players, {})))
    known = {"spaces", "sides", "pieces", "enemies", "homes", *(tray.id.rpartition(".")[2] for tray in stage.trays)}
    assert tips[0].about, "what the aim is about is marked"
    assert {word for tip in tips for word in tip.about} <= known
    prompts = {tip.prompt for tip in tips if tip.prompt}
    beats = {tip.beat for tip in tips if tip.beat}
    players = game.usual_players
    for seed in range(ROLLOUTS):
        position = game.new_position(players, game.complete(players, {}))
        position.start(fast(seed))
        choices = fast(seed)
        for _ in range(MOST_STEPS):
            if position.over or not prompts | beats:
                break
            seat = first_seat(position.acting())
            prompts.discard(game.prompt(position, seat))
            action = any_action(position, seat, choices)
            before = position.copy()
            position.play(seat, action)
            if beats:
                beats -= {beat.kind for beat in story(game, before, position, seat, action, seat).beats}
    assert prompts | beats == set()
