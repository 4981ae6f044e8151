from __future__ import annotations

import pytest
from tests.conformance.cases import Case, legal, random_step, seats_of, usual_cases

from bestagon.bots.player_factory import make_player
from bestagon.bots.players import any_seat
from bestagon.bots.self_play import play_games
from bestagon.core import registry
from bestagon.core.dice import fast

TWO = [case for case in usual_cases() if case.players == 2]


@pytest.mark.parametrize("case", [case for case in TWO if case.game.name != "tictactoe"], ids=str)  # whose evaluator knows nothing
def test_greedy_beats_random(case: Case) -> None:
    options = {**case.options, "sets": 1} if case.game.name == "beerhex" else case.options
    games = 20
    first = play_games(case.game.name, 2, options, ["greedy", "random"], range(games))
    second = play_games(case.game.name, 2, options, ["random", "greedy"], range(games))
    points = sum(1.5 - (o.places[0] + (o.places[0] == o.places[1]) * 0.5) + 0.5 for o in first)
    points += sum(1.5 - (o.places[1] + (o.places[0] == o.places[1]) * 0.5) + 0.5 for o in second)
    assert points / (2 * games) >= 0.85


@pytest.mark.parametrize("case", usual_cases(), ids=str)
def test_greedy_chooses_legally_and_equally_in_positions_that_look_equal(case: Case) -> None:
    position = case.started(4)
    dice = fast(5)
    greedy = make_player("greedy", case.game)
    for _ in range(60):
        if position.over:
            break
        seat = seats_of(int(position.acting()), case.players)[0]
        if dice.below(4) == 0:
            masked = position.copy()
            masked.mask(seat)
            other = masked.copy()
            other.determinize(seat, dice)
            other.mask(seat)
            choice = greedy.choose(masked, seat, fast(9))
            assert choice in legal(position, seat)
            assert greedy.choose(other, seat, fast(9)) == choice
        random_step(position, dice)


@pytest.mark.parametrize("name", list(registry.all_games()))
def test_records_are_the_games_that_were_played(name: str) -> None:
    game = registry.game(name)
    options = game.complete(game.usual_players, {})
    seated = ["random"] * game.usual_players
    plain = play_games(name, game.usual_players, options, seated, [3, 4])
    recorded = play_games(name, game.usual_players, options, seated, [3, 4], records=True)
    assert [(o.places, o.scores, o.steps) for o in plain] == [(o.places, o.scores, o.steps) for o in recorded]


def test_acting_seats_are_picked_uniformly() -> None:
    dice = fast(1)
    seen = [int(any_seat(0b10110, dice)) for _ in range(3000)]
    assert set(seen) == {1, 2, 4}
    assert min(seen.count(seat) for seat in (1, 2, 4)) > 850
    before = dice.drawn
    assert any_seat(0b100, dice) == 2
    assert dice.drawn == before
