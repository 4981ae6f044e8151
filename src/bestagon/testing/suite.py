"""All checks in one list, and functions that run them over the variants of a game."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from bestagon.core.game import Game
from bestagon.core.position import Position
from bestagon.testing import conformance, leaks, notation, observations, scenes, stories
from bestagon.testing.cases import Case, cases_of, no_invariants


@dataclass(frozen=True)
class Check:
    """A check of one variant."""

    part: str
    """conformance, leaks, notation or scenes."""
    run: Callable[[Case], None]
    usual_only: bool = False
    """Whether the usual options are enough, because others cannot change the outcome."""

    @property
    def name(self) -> str:
        """The name of the function without its prefix."""
        return self.run.__name__.removeprefix("check_")

    def __call__(self, case: Case) -> None:
        """Run the check; an error carries a note that says what was checked."""
        try:
            self.run(case)
        except Exception as error:
            error.add_note(f"bestagon.testing: {self.name} of {case}: {self.run.__doc__}")
            raise


CHECKS = (
    Check("conformance", conformance.check_random_games),
    Check("conformance", conformance.check_serialization),
    Check("conformance", conformance.check_pickling, usual_only=True),
    Check("conformance", conformance.check_seeds, usual_only=True),
    Check("conformance", conformance.check_illegal_moves, usual_only=True),
    Check("conformance", conformance.check_undo, usual_only=True),
    Check("conformance", conformance.check_pick, usual_only=True),
    Check("conformance", conformance.check_used_up),
    Check("conformance", conformance.check_damaged_bytes, usual_only=True),
    Check("conformance", conformance.check_blank_dice, usual_only=True),
    Check("conformance", conformance.check_real_dice),
    Check("leaks", leaks.check_masks),
    Check("leaks", leaks.check_determinization),
    Check("leaks", leaks.check_log_secrets),
    Check("leaks", leaks.check_hides),
    Check("leaks", stories.check_story_secrets),
    Check("leaks", observations.check_observations),
    Check("notation", notation.check_texts),
    Check("notation", notation.check_bad_texts, usual_only=True),
    Check("scenes", scenes.check_choices),
    Check("scenes", scenes.check_scene_secrets),
    Check("scenes", scenes.check_scene_json, usual_only=True),
    Check("scenes", scenes.check_log, usual_only=True),
    Check("scenes", scenes.check_drawings, usual_only=True),
    Check("scenes", stories.check_stories),
    Check("scenes", stories.check_refusals, usual_only=True),
)


def jobs_for(cases: Iterable[Case], part: str = "") -> list[tuple[Check, Case]]:
    """Return every check of a part, or of all, with every case it is for."""
    listed = list(cases)
    usual = [case for case in listed if case.options == case.game.complete(case.players, {})]
    return [(check, case) for check in CHECKS if part in ("", check.part) for case in (usual if check.usual_only else listed)]


def check_game(
    game: Game, *, invariants: Callable[[Position], None] = no_invariants, shortcuts: tuple[str, ...] = (), part: str = ""
) -> None:
    """Run every check on every variant of a game; AssertionError says what is wrong.

    `invariants` is called with every position and raises AssertionError for an impossible one. `shortcuts` are actions, in
    notation, that end random games early; half of the games avoid them.
    """
    for check, case in jobs_for(cases_of(game, invariants, shortcuts), part):
        check(case)


def check_conformance(game: Game, *, invariants: Callable[[Position], None] = no_invariants, shortcuts: tuple[str, ...] = ()) -> None:
    """Check that a game keeps the contract of Position."""
    check_game(game, invariants=invariants, shortcuts=shortcuts, part="conformance")


def check_leaks(game: Game, *, shortcuts: tuple[str, ...] = ()) -> None:
    """Check that masked positions, texts and logs reveal no secrets."""
    check_game(game, shortcuts=shortcuts, part="leaks")


def check_notation(game: Game, *, shortcuts: tuple[str, ...] = ()) -> None:
    """Check that actions and positions survive their texts."""
    check_game(game, shortcuts=shortcuts, part="notation")


def check_scenes(game: Game, *, shortcuts: tuple[str, ...] = ()) -> None:
    """Check that a game can be played by clicking, and that scenes reveal no secrets."""
    check_game(game, shortcuts=shortcuts, part="scenes")
