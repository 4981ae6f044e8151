"""The default scene of a game without pictures; bestagon.testing.scenes checks the scenes of all games."""

from __future__ import annotations

from tests.conformance.cases import usual_cases

from bestagon.core.game import Game
from bestagon.testing import masked
from bestagon.testing.scenes import check_clicks, check_names


def test_a_game_without_scenes_can_be_played_by_buttons() -> None:
    case = next(case for case in usual_cases() if case.game.name == "beerhex")
    position = case.started(1)
    game = case.game
    scene = Game.scene(game, masked(position, 0), int(position.acting()) - 1)
    check_clicks(case, position, int(position.acting()) - 1, scene)
    check_names(Game.stage(game, position), scene)
    assert scene.picture == game.draw(masked(position, 0))
    assert Game.sentence(game, position, 0, 0, 1) == "Gold: a1 ?"
