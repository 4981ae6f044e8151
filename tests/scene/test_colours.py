"""Contrast of every pair of colours that is used, in light and dark, and what colour-blind people can tell apart."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.scene.colours import CLIENT, SCHEMES, Colour, both, confused, contrast, least_difference, parse, tokens

from bestagon.core import registry
from bestagon.core.game import Game
from bestagon.scene.theme import PLAIN, Theme

TEXT = 4.5
GRAPHICS = 3.0
PLAINLY_DIFFERENT = 0.1
JUST_DIFFERENT = 0.02
SEATS_DIFFER = 0.045
PAGE = tokens(":root")
NIGHT_MARKS = {name: value[1] for name, value in tokens(".on-dark").items()}
GAMES = list(registry.all_games().values())
SPRITES = Path(__file__).resolve().parents[2] / "src" / "bestagon" / "scene" / "sprites"
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)

TEXT_PAIRS = [
    *(("ink", ground) for ground in ("page", "paper", "paper-2", "paper-3", "act-soft", "danger-soft")),
    *(("ink-2", ground) for ground in ("page", "paper", "paper-2", "paper-3")),
    *(("act", ground) for ground in ("paper", "paper-2", "act-soft")),
    *(("act-ink", "act"), ("brass", "paper"), ("brass", "paper-2"), ("brass-ink", "brass-fill")),
    *(("danger", ground) for ground in ("paper", "paper-2", "danger-soft")),
    *(("info", "paper"), ("mark-since", "paper")),
]
GRAPHIC_PAIRS = [("line-2", "paper"), ("line-2", "paper-2"), ("focus", "paper"), ("focus", "page"), ("mark-preview", "paper")]
MARKS = ("can", "chosen", "preview", "danger", "since", "last", "scored")
TONES = [name.removeprefix("tone-") for name in PAGE if name.startswith("tone-")]


def theme_of(game: Game) -> Theme:
    position = game.new_position(game.usual_players, game.complete(game.usual_players, {}))
    return game.stage(position).theme or PLAIN


def materials(game: Game) -> dict[str, tuple[Colour, Colour]]:
    """Return what lies under marks: cells of every tone and kind, and the faces of tiles."""
    theme = theme_of(game)
    found = {
        role: (parse(light), parse(dark))
        for role, (light, dark) in theme.palette.items()
        if role.startswith("cell") and role != "cell-line"
    }
    if "cell" not in found:
        css = (CLIENT / "board" / "board.css").read_text(encoding="utf-8")
        default = re.search(r"fill: var\(--w-cell, (light-dark\(.*\))\);", css)
        assert default
        found["cell"] = both(default[1])
    if theme.board == "none":
        tiles = (SPRITES / "hexagons.svg").read_text(encoding="utf-8")
        for name in ("granite", "sandstone", "glaze"):
            stops = re.findall(r'stop-color="(#\w+)"', tiles[tiles.index(f'id="bx-{name}"') :].split("</", 1)[0])
            found |= {f"{name} {n}": both(stop) for n, stop in enumerate(stops)}
    return found


def too_faint(pairs: dict[str, float], least: float) -> dict[str, float]:
    return {name: round(value, 2) for name, value in pairs.items() if value < least}


@pytest.mark.parametrize("scheme", SCHEMES)
def test_texts_can_be_read_on_their_grounds(scheme: str) -> None:
    n = SCHEMES.index(scheme)
    found = {f"{text} on {ground}": contrast(PAGE[text][n], PAGE[ground][n]) for text, ground in TEXT_PAIRS}
    found["white on danger-fill"] = contrast(parse("#fff"), PAGE["danger-fill"][n])
    assert too_faint(found, TEXT) == {}


def test_every_pair_that_a_style_sheet_sets_is_among_them() -> None:
    """A rule that sets the colour of a text and its ground names a pair that is computed above."""
    found = set()
    for path in CLIENT.rglob("*.css"):
        for rule in re.findall(r"\{([^{}]*)\}", path.read_text(encoding="utf-8")):
            text, ground = (re.search(rf"(?:^|;|\n)\s*{name}: var\(--([\w-]+)\);", rule) for name in ("color", "background"))
            if text and ground and {text[1], ground[1]} <= PAGE.keys():
                found.add(frozenset((text[1], ground[1])))
    assert frozenset(("act-ink", "act")) in found
    assert found - {frozenset(pair) for pair in TEXT_PAIRS} == set()


@pytest.mark.parametrize("scheme", SCHEMES)
def test_controls_and_seats_stand_out(scheme: str) -> None:
    n = SCHEMES.index(scheme)
    found = {f"{one} on {ground}": contrast(PAGE[one][n], PAGE[ground][n]) for one, ground in GRAPHIC_PAIRS}
    for tone in TONES:
        # A seat is a hexagon with an edge: one of the two stands out.
        found[f"seat {tone}"] = max(contrast(PAGE[f"{part}-{tone}"][n], PAGE["paper"][n]) for part in ("tone", "edge"))
    assert too_faint(found, GRAPHICS) == {}


def test_titles_can_be_read_on_the_wooden_table() -> None:
    css = (CLIENT / "features" / "home" / "home.css").read_text(encoding="utf-8")
    wood = re.findall(r"light-dark\(#\w+, #\w+\)", css[css.index("linear-gradient(100deg") :].split(";", 1)[0])
    hero = re.search(r"\.hero \{[^}]*color: (light-dark\([^)]*\))", css)
    assert hero
    assert len(wood) == 3
    found = {f"hero on {one} {scheme}": contrast(both(hero[1])[n], both(one)[n]) for one in wood for n, scheme in enumerate(SCHEMES)}
    assert too_faint(found, TEXT) == {}


@every_game
@pytest.mark.parametrize("scheme", SCHEMES)
def test_marks_stand_out_on_every_material(game: Game, scheme: str) -> None:
    """A mark has a core and a casing around it: the core stands out from the casing or from what it lies on."""
    n, found = SCHEMES.index(scheme), {}
    always_light = theme_of(game).on_dark
    for mark in MARKS:
        case = "mark-chosen-case" if mark == "chosen" else "mark-case"
        core, casing = ((NIGHT_MARKS[name] if always_light else PAGE[name][n]) for name in (f"mark-{mark}", case))
        for name, colours in materials(game).items():
            ground = colours[n]
            found[f"{mark} on {name}"] = max(contrast(core, ground), contrast(core, casing.over(ground)))
    assert too_faint(found, GRAPHICS) == {}


@every_game
@pytest.mark.parametrize("scheme", SCHEMES)
def test_what_is_printed_and_written_can_be_read(game: Game, scheme: str) -> None:
    palette = {role: (parse(light), parse(dark)) for role, (light, dark) in theme_of(game).palette.items()}
    n, found = SCHEMES.index(scheme), {}
    for text, grounds in (("print", ("board",)), ("print-2", ("board",)), ("ink", ("cell",)), ("caption", ("board",))):
        for ground in grounds:
            if text in palette and ground in palette and theme_of(game).board != "island":
                found[f"{text} on {ground}"] = contrast(palette[text][n], palette[ground][n])
    if theme_of(game).board in ("none", "island"):
        found["print on surface"] = contrast(palette["print"][n], palette["surface"][n])
    assert too_faint(found, TEXT) == {}


@every_game
def test_seats_are_told_apart_without_colour(game: Game) -> None:
    """Each has its own emblem; besides, no two colours look the same with any kind of vision."""
    players = max(game.players)
    styles = game.stage(game.new_position(players, game.complete(players, {}))).players
    assert len({style.emblem for style in styles}) == len(styles)
    shapes = [re.search(rf'<symbol id="emblem-{style.emblem}"[^>]*>(.*?)</symbol>', _symbols(), re.DOTALL) for style in styles]
    assert all(shapes)
    assert len({shape[1].strip() for shape in shapes if shape}) == len(styles)
    for n in range(len(SCHEMES)):
        colours = {style.colour: PAGE[f"tone-{style.colour}"][n] for style in styles}
        assert confused(colours, SEATS_DIFFER) == {}


def _symbols() -> str:
    return "".join(path.read_text(encoding="utf-8") for path in sorted(SPRITES.glob("*.svg")))


@every_game
def test_kinds_of_cells_are_told_apart_by_a_symbol_or_plainly(game: Game) -> None:
    """Terrain has a drawing of its own; kinds without one differ in colour, for every kind of vision."""
    palette = theme_of(game).palette
    kinds = [role for role in palette if role.startswith("cell-") and role.removeprefix("cell-") not in ("line", "2", "3")]
    drawn = {kind for kind in kinds if f'id="{kind.removeprefix("cell-")}' in _symbols()}
    for n in range(len(SCHEMES)):
        plain = {kind: parse(palette[kind][n]) for kind in (*kinds, "cell") if kind not in drawn and kind in palette}
        assert confused(plain, PLAINLY_DIFFERENT) == {}


def test_tiles_are_told_apart_by_everybody() -> None:
    """Gray and cracked look alike in colour, but cracks are drawn; blue differs from both."""
    tiles = (SPRITES / "hexagons.svg").read_text(encoding="utf-8")
    stops = {
        name: parse(re.findall(r'stop-color="(#\w+)"', tiles[tiles.index(f'id="bx-{name}"') :])[1])
        for name in ("granite", "sandstone", "glaze")
    }
    assert least_difference(stops["granite"], stops["glaze"]) > PLAINLY_DIFFERENT
    assert least_difference(stops["sandstone"], stops["glaze"]) > PLAINLY_DIFFERENT
    bodies = {kind: re.search(rf'<symbol id="{kind}"[^>]*>(.*?)</symbol>', tiles, re.DOTALL) for kind in ("gray", "cracked", "blue")}
    assert all(bodies.values()), bodies
    assert len({body[1].count("<path") for body in bodies.values() if body}) > 1


@pytest.mark.parametrize("scheme", SCHEMES)
def test_marks_that_meet_differ_in_colour_for_everybody(scheme: str) -> None:
    """Their shapes differ too (client/tests/board): danger and what can be chosen must never be taken for each other."""
    n = SCHEMES.index(scheme)
    marks = {mark: PAGE[f"mark-{mark}"][n] for mark in MARKS}
    assert least_difference(marks["can"], marks["danger"]) > JUST_DIFFERENT
    assert all(least_difference(marks["chosen"], marks[other]) > JUST_DIFFERENT for other in MARKS if other != "chosen")
