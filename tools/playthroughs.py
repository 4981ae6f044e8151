"""Writes golden playthroughs: every position, legal action and result of a random game, for regression tests."""

from __future__ import annotations

import sys
from pathlib import Path

from bestagon.core import registry
from bestagon.core.dice import fast
from bestagon.core.errors import BestagonError
from bestagon.core.table import open_table

HERE = Path(__file__).resolve().parent.parent / "tests" / "games"
DRAW_EVERY = 8
VARIANTS: dict[str, list[tuple[int, dict[str, object]]]] = {
    "pocket-hexes": [(2, {}), (3, {"sheet": "small"})],
    "beerhex": [(2, {}), (2, {"clues": True, "sets": 1})],
    "hex-roller": [(1, {}), (3, {"side": "back"})],
    "hexagone": [(2, {}), (4, {"teams": True, "kids": True})],
    "hex-dice": [(2, {"patience": 5}), (3, {"map": 8, "patience": 3})],
    "hex": [(2, {"size": 5, "swap": True})],
    "tictactoe": [(2, {})],
}
"""Players and options of the playthroughs."""


def playthrough(name: str, players: int, options: dict[str, object]) -> str:
    """Return the text of a random game from seed 1, with seat 0's view where it differs."""
    game = registry.game(name)
    table = open_table(game, players, 1, options)
    dice = fast(2)
    lines = [f"{game.title}, {players} players, {table.options}".replace("'", '"'), ""]
    while not table.over:
        n = len(table.steps)
        if n % DRAW_EVERY == 0:
            lines += [str(table), ""]
            if str(table.view(0)) != str(table):
                lines += ["as seat 0 sees it:", str(table.view(0)), ""]
        lines.append(f"[{n}] {game.position_text(table.position)}")
        for seat in table.acting:
            texts = [move.text for move in table.moves(seat)]
            lines.append(f"  seat {seat} ({len(texts)}): {game.prompt(table.position, seat)} {' | '.join(texts[:12])}")
        seat = table.acting[int(dice.below(len(table.acting)))]
        moves = table.moves(seat)
        step = table.play(moves[int(dice.below(len(moves)))])
        lines.append(f"  > seat {step.seat}: {step.text} (a spectator reads {step.text_for(-1)}); scores {table.scores}")
    lines += ["", str(table), "", f"over: {table.ending}, places {table.ranking}, scores {table.scores}"]
    return "\n".join(line.rstrip() for line in "\n".join(lines).splitlines()) + "\n"


def path_of(name: str, players: int, options: dict[str, object]) -> Path:
    """Return where a playthrough lives."""
    words = [str(players), *(f"{key}-{value}".lower() for key, value in options.items())]
    return HERE / name.replace("-", "_") / "playthroughs" / ("_".join(words) + ".txt")


def main(names: list[str]) -> None:
    """Write the playthroughs of the named games, or of all."""
    for name in names or list(VARIANTS):
        for players, options in VARIANTS[name]:
            path = path_of(name, players, options)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(playthrough(name, players, options), encoding="utf-8")
            print(path.relative_to(HERE))


if __name__ == "__main__":
    try:
        main(sys.argv[1:])
    except BestagonError as error:
        sys.exit(str(error))
