from __future__ import annotations

import random

from bestagon.lab.ratings import points_of, rate, strengths, total


def test_points_of_a_game_are_pairwise() -> None:
    assert points_of(["a", "b"], [1, 2]) == {("a", "b"): 1.0, ("b", "a"): 0.0}
    assert points_of(["a", "b", "c"], [1, 1, 3]) == {
        ("a", "b"): 0.5, ("b", "a"): 0.5, ("a", "c"): 1.0, ("c", "a"): 0.0, ("b", "c"): 1.0, ("c", "b"): 0.0,
    }  # fmt: skip
    assert points_of(["a", "a"], [1, 2]) == {}


def test_known_strengths_are_recovered() -> None:
    truth = {"weak": -200.0, "middle": 0.0, "strong": 200.0}
    dice = random.Random(1)
    games = []
    for _ in range(3000):
        a, b = dice.sample(list(truth), 2)
        chance = 1 / (1 + 10 ** ((truth[b] - truth[a]) / 400))
        games.append(points_of([a, b], [1, 2] if dice.random() < chance else [2, 1]))
    found = {rating.name: rating for rating in rate(list(truth), games)}
    for name, elo in truth.items():
        assert abs(found[name].elo - elo) < 30
        assert found[name].low <= found[name].elo <= found[name].high
        assert 10 < found[name].high - found[name].low < 80


def test_seventy_six_percent_are_two_hundred_elo() -> None:
    elo = strengths(["a", "b"], total([{("a", "b"): 760.0, ("b", "a"): 240.0}]))
    assert abs(elo["a"] - elo["b"] - 200) < 2


def test_a_player_who_won_everything_has_a_finite_rating() -> None:
    ratings = rate(["a", "b"], [points_of(["a", "b"], [1, 2])] * 20)
    assert ratings[0].name == "a"
    assert 200 < ratings[0].elo - ratings[1].elo < 2000
    assert ratings[0].share == 1.0
