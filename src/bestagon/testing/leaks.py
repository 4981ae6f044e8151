"""Checks that a game keeps its secrets: a masked position contains everything its seat may know, and nothing else."""

from __future__ import annotations

import re
from collections import defaultdict

from bestagon.core.dice import Dice, fast
from bestagon.core.position import SPECTATOR, Position
from bestagon.testing.cases import Case, acting_seats, legal, masked, random_game, random_step

MANY = 300
"""Positions with more legal actions are skipped where every pair of actions is compared."""


def check_masks(case: Case) -> None:
    """Check that a masked position is the same whatever it hides, and tells its seat what it needs."""
    avoid, hidden = case.avoided(), 0
    # Where only the dice are hidden, a few positions tell as much as all.
    every = 3 if case.game.hides else 40
    for seed in range(6):
        dice = fast(seed + 500)
        for position in random_game(case, seed, resign=seed == 5, avoid=avoid if seed % 2 else set(), dice=dice):
            if not position.over and dice.below(every) == 0:
                hidden += sum(_check_mask(case, position, viewer, dice) for viewer in case.viewers())
    if case.game.hides:
        assert hidden > 20, "seen_text() hides actions, but no mask hides anything besides the dice"


def _check_mask(case: Case, position: Position, viewer: int, dice: Dice) -> bool:
    """Check what one viewer sees and tell whether something besides the dice was hidden from it."""
    game, where = case.game, case.describe(position, viewer)
    seen = masked(position, viewer)
    assert seen.dice.to_bytes() == Dice().to_bytes(), f"mask() leaves the dice {where}"
    before, view = position.to_bytes(), position.blank()
    view.view_from(position, viewer)
    assert view.to_bytes() == seen.to_bytes(), f"view_from() is not what mask() leaves of a copy {where}"
    assert position.to_bytes() == before, f"view_from() changes the position it shows {where}"
    assert masked(seen, viewer).to_bytes() == seen.to_bytes(), f"masking twice hides more than masking once {where}"
    assert (seen.acting(), seen.over) == (position.acting(), position.over), f"mask() changes who may act {where}"
    scores = [[int(one.score(seat)) for seat in range(case.players)] for one in (seen, position)]
    assert scores[0] == scores[1], f"mask() changes the scores from {scores[1]} to {scores[0]} {where}"
    world = seen.copy()
    world.determinize(viewer, dice)
    again = masked(world, viewer)
    assert again.to_bytes() == seen.to_bytes(), f"mask() shows something that determinize() changes, so a secret leaks {where}"
    assert game.draw(again) == game.draw(seen), f"draw() shows a secret {where}"
    assert game.position_text(again) == game.position_text(seen), f"position_text() shows a secret {where}"
    if viewer != SPECTATOR:
        # The reverse: what the seat needs in order to act is not hidden from it.
        needed = legal(position, viewer)
        assert legal(seen, viewer) == needed == legal(world, viewer), f"legal actions depend on something mask() hides {where}"
    twin = position.blank()
    twin.from_bytes(seen.to_bytes())
    assert twin.to_bytes() == seen.to_bytes(), f"a masked position does not survive its bytes {where}"
    parsed = position.blank()
    game.parse_position(parsed, game.position_text(seen))
    parsed.revealed = seen.revealed
    assert parsed.to_bytes() == seen.to_bytes(), f"a masked position does not survive its text {where}"
    world.dice.copy_from(position.dice)
    return world.to_bytes() != position.to_bytes()


def check_determinization(case: Case) -> None:
    """Check that determinized positions can be played to the end."""
    for seed in range(3):
        position, dice = case.started(seed), fast(seed + 900)
        for _ in range(int(dice.below(40))):
            if not position.over:
                random_step(position, dice)
        for viewer in case.viewers():
            world = masked(position, viewer)
            world.determinize(viewer, dice)
            while not world.over:
                random_step(world, dice)


def check_log_secrets(case: Case) -> None:
    """Check that actions that read alike for a viewer leave the same mask; a seat reads its own in full, or less where it must forget."""
    if not case.game.hides:
        return
    for seed in range(3):
        dice = fast(seed + 700)
        for position in random_game(case, seed, dice=dice):
            if not position.over and dice.below(5) == 0:
                for seat in acting_seats(position):
                    _check_alike(case, position, seat)


def _check_alike(case: Case, position: Position, seat: int) -> None:
    actions = legal(position, seat)
    if len(actions) > MANY:
        return
    for viewer in case.viewers():
        seen: dict[str, set[bytes]] = defaultdict(set)
        for action in actions:
            text = case.game.seen_text(position, seat, action, viewer)
            full = case.game.action_text(position, seat, action)
            if viewer == seat:
                words = re.escape(text).replace(re.escape("?"), r"\S+")
                assert re.fullmatch(words, full), f"seat {seat} reads its own action {full!r} as {text!r}"
                continue
            after = position.copy()
            after.play(seat, action)
            if not after.over:
                seen[text].add(masked(after, viewer).to_bytes())
        told = [text for text, masks in seen.items() if len(masks) > 1]
        assert not told, f"viewer {viewer} reads {told[:1]} for actions that its mask tells apart {case.describe(position)}"


def check_hides(case: Case) -> None:
    """Check that `Game.hides` is true if and only if masks differ between viewers: otherwise players may share a screen."""
    differ = False
    for seed in range(3):
        for position in random_game(case, seed, avoid=case.avoided(), dice=fast(seed + 900)):
            differ = differ or len({masked(position, viewer).to_bytes() for viewer in case.viewers()}) > 1
    assert differ == case.game.hides, (
        "seats know different things, but seen_text() is not overridden"
        if differ
        else "seen_text() is overridden, but all viewers know the same"
    )
