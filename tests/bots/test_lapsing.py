"""Players that now and then play in haste."""

from __future__ import annotations

from collections import Counter

from librt.vecs import vec
from mypy_extensions import i32, i64

from bestagon.bots.lapsing import HASTE, Lapsing
from bestagon.bots.mcts import Search
from bestagon.bots.player_factory import make_player
from bestagon.core import registry
from bestagon.core.dice import fast
from bestagon.core.evaluator import Evaluator
from bestagon.core.position import Position

GAMES = 400


class First(Evaluator):
    """Knows of one action only that it is good."""

    def __init__(self, action: int) -> None:
        """Prefer this action."""
        super().__init__()
        self.action = action
        self.prior_temperature = 1.0

    def priors(self, position: Position, seat: i64, actions: vec[i32], n: i64, weights: vec[float]) -> None:
        """Give the action nearly all weight."""
        for i in range(n):
            weights[i] = 1.0 if int(actions[i]) == self.action else 0.001


def test_a_share_of_the_actions_is_played_in_haste() -> None:
    game = registry.game("hex")
    position, dice = game.setup(2, game.complete(2, {"size": 3})), fast(3)
    position.start(fast(1))
    # Both play the same placement always, each another one.
    slow, quick = Search(First(2), temperature=0.0), Search(First(5), temperature=0.0)
    player = Lapsing(slow, quick, 0.3)
    played = Counter(player.choose(position.copy(), int(position.acting()) - 1, dice) for _ in range(GAMES))
    assert set(played) == {2, 5}
    assert 0.23 < played[5] / GAMES < 0.37


def test_haste_means_few_iterations() -> None:
    player = make_player("search:500/t1/l0.3", registry.game("hex"), reuse=False)
    assert isinstance(player, Lapsing)
    assert (player.search.iterations, player.hasty.iterations, player.lapses) == (500, 500 // HASTE, 0.3)
    assert player.hasty.temperature == player.search.temperature == 1.0
    tiny = make_player("search:9/l0.3", registry.game("hex"))
    assert isinstance(tiny, Lapsing)
    assert tiny.hasty.iterations == 1
