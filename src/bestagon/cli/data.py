"""`bestagon data`: copies of a game's data files, to be edited."""

from __future__ import annotations

from pathlib import Path

import click

from bestagon.cli.common import console, data_folder, writing
from bestagon.core import registry
from bestagon.core.errors import BadOption


@click.command()
@click.argument("game")
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), help="The folder; by default GAME-data.")
def data(game: str, out: Path | None) -> None:
    """Copy the sheets, decks or maps of GAME into a folder, with a description of their format, to edit them."""
    found = registry.game(game)
    if not found.data_files:
        raise BadOption(f"{found.title} has no data files; to change an option instead: bestagon balance {found.name} --against NAME=VALUE")
    texts = {file.name: file.read_bytes() for file in data_folder(found).iterdir() if file.is_file()}
    folder = out or Path(f"{found.name}-data")
    if there := [name for name in sorted(texts) if (folder / name).exists()]:
        raise BadOption(f"{folder / there[0]} exists already: name another folder with --out")
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in texts.items():
            (folder / name).write_bytes(text)
    console.print(f"{folder}: {', '.join(sorted(texts))}", soft_wrap=True)
    usual, options = next(iter(found.data_files.items()))
    defaults = found.complete(found.usual_players, {})
    chosen = "".join(f" -o {name}={value}" for name, value in options.items() if defaults[name] != value)
    console.print("Edit one, then compare it with what it was, for example:", soft_wrap=True)
    console.print(f"bestagon balance {found.name}{chosen} --against-data {folder / usual} --out report.html", soft_wrap=True)
