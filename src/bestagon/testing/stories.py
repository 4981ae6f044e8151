"""Checks of the stories of actions: they name only existing things, account for scores, end with the game, and reveal no secrets."""

from __future__ import annotations

from collections import defaultdict

import msgspec

from bestagon.core.actions import RESIGN_TEXT
from bestagon.core.dice import Dice, fast
from bestagon.core.position import RESIGN, Position
from bestagon.core.story import Story, story
from bestagon.scene.beats import Beat
from bestagon.scene.model import Scene, Stage
from bestagon.testing.cases import Case, acting_seats, legal, masked, random_game, random_step

ENOUGH = 100
"""How many actions that read alike are compared in one game."""
MANY = 20
"""How many of them in one position."""


def check_stories(case: Case) -> None:
    """Check the story of random steps, resignations among them, for every viewer."""
    for seed in range(2):
        dice, stage = fast(seed + 1200), case.game.stage(case.started(seed))
        before = case.started(seed)
        for viewer in case.viewers():
            start = case.game.scene(masked(before, viewer), viewer)
            _check_beats(case.game.tell_start(masked(before, viewer), viewer), things(stage, start), str(case.describe(before, viewer)))
        for position in random_game(case, seed, avoid=case.avoided() if seed else set(), dice=dice):
            if not position.over and dice.below(6) == 0:
                _check_step(case, stage, position, dice)
            last = position
        assert last.over, "a random game did not end"


def _check_step(case: Case, stage: Stage, before: Position, dice: Dice) -> None:
    after = before.copy()
    seat, action = random_step(after, dice, resign=True, every=8)
    words = RESIGN_TEXT if action == RESIGN else case.game.action_text(before, seat, action)
    for viewer in case.viewers():
        where = f"for viewer {viewer} after {words!r} {case.describe(before)}"
        told = story(case.game, before, after, seat, action, viewer)
        ids = things(stage, case.game.scene(masked(before, viewer), viewer)) | things(stage, case.game.scene(masked(after, viewer), viewer))
        _check_story(told, ids, where)
        ends = [beat for beat in told.beats if beat.kind == "end"]
        assert len(ends) == (1 if after.over else 0), f"the story has {len(ends)} ends {where}"
        for one in range(case.players):
            points = [beat.points for beat in told.beats if beat.seat == one and beat.points is not None]
            change = int(after.score(one)) - int(before.score(one))
            assert sum(points) == change, f"seat {one} is told {points} points, its score changes by {change} {where}"


def _check_story(told: Story, ids: set[str], where: str) -> None:
    assert told.words, f"the log says nothing {where}"
    assert msgspec.json.decode(msgspec.json.encode(told.beats), type=tuple[Beat, ...]) == told.beats, f"beats do not survive JSON {where}"
    _check_beats(told.beats, ids, where)


def _check_beats(beats: tuple[Beat, ...] | list[Beat], ids: set[str], where: str) -> None:
    for beat in beats:
        unknown = [name for name in (*beat.ids, *beat.to) if name not in ids]
        assert not unknown, f"the beat {beat.kind!r} names {unknown}, which do not exist {where}"
        thrown = beat.kind == "roll" and not beat.ids
        assert thrown or len(beat.faces) in (0, len(beat.ids)), (
            f"the beat {beat.kind!r} has {len(beat.faces)} faces for {len(beat.ids)} ids {where}"
        )
        assert len(beat.to) in (0, 1, len(beat.ids)), f"the beat {beat.kind!r} has {len(beat.to)} targets for {len(beat.ids)} ids {where}"
        assert "{" not in beat.text, f"a placeholder is left in {beat.text!r} {where}"
        assert not beat.text or beat.text[-1] in ".!?", f"{beat.text!r} is not a sentence {where}"


def things(stage: Stage, scene: Scene) -> set[str]:
    """Return the ids that a beat may name: cells, items, trays and seats."""
    found = {board.id + cell.id for board in stage.boards for cell in stage.grids[board.grid].cells}
    found |= {item.id for items in scene.trays.values() for item in items}
    return found | {tray.id for tray in stage.trays} | {f"seat.{seat}" for seat in range(len(stage.players))}


def check_story_secrets(case: Case) -> None:
    """Check that a viewer is told the same about actions that read alike and leave the same masked positions."""
    if not case.game.hides:
        return
    compared = 0
    for seed in range(3):
        dice = fast(seed + 1300)
        for position in random_game(case, seed, avoid=case.avoided(), dice=dice):
            if not position.over and compared < ENOUGH * (seed + 1):
                compared += sum(_compare(case, position, seat) for seat in acting_seats(position))
    assert compared, "no two actions read alike to any viewer, although seen_text() hides something"


def _compare(case: Case, before: Position, seat: int) -> int:
    """Compare the stories of a seat's actions that read alike, for every viewer; return how many could have differed."""
    game, compared = case.game, 0
    for viewer in case.viewers():
        alike: dict[str, list[int]] = defaultdict(list)
        for action in legal(before, seat):
            alike[game.seen_text(before, seat, action, viewer)].append(action)
        for read, actions in alike.items():
            stories: dict[tuple[bytes, bytes], Story] = {}
            for action in actions[:MANY] if len(actions) > 1 else ():
                after = before.copy()
                after.play(seat, action)
                key = masked(game.opened(before, seat, action), viewer).to_bytes(), masked(after, viewer).to_bytes()
                told = story(game, before, after, seat, action, viewer)
                assert stories.setdefault(key, told) == told, (
                    f"viewer {viewer} reads {read!r}, but its story tells more {case.describe(before)}"
                )
            compared += max(0, min(MANY, len(actions)) - max(1, len(stories)))
    return compared


def check_refusals(case: Case) -> None:
    """Check that the game explains every pick that cannot be chosen, whatever it is."""
    dice, stage = fast(61), case.game.stage(case.started(4))
    for position in random_game(case, 4, avoid=case.avoided(), dice=dice):
        if position.over or dice.below(25):
            continue
        for seat in range(case.players):
            seen = masked(position, seat)
            scene, where = case.game.scene(seen, seat), case.describe(position, seat)
            known = things(stage, scene)
            first = {choice.picks[0] for choice in scene.choices if choice.picks} if scene.ordered else None
            open_picks = {pick for choice in scene.choices for pick in choice.picks} if first is None else first
            for pick in sorted(known - open_picks)[:: max(1, len(known) // 40)]:
                reason = case.game.why_not(seen, seat, [pick])
                assert reason.text[-1:] in (".", "!"), f"{pick} is refused with {reason.text!r}, which is not a sentence {where}"
                assert set(reason.ids) <= known, f"the reason for {pick} names {sorted(set(reason.ids) - known)} {where}"
            assert case.game.why_not(seen, seat, ["no such thing"]).text, f"an unknown pick is refused without a reason {where}"
            actions = {choice.action for choice in scene.choices}
            assert set(scene.effects) <= actions, f"effects of actions that are no choices: {sorted(set(scene.effects) - actions)} {where}"
            for effect in scene.effects.values():
                assert {*effect.ids, *effect.danger} <= known, f"the effect {effect.text!r} names things that do not exist {where}"
