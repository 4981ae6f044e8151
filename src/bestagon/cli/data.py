"""`bestagon data`: copies of a game's data files, to be edited."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

import click

from bestagon.cli.common import console, writing
from bestagon.core import registry
from bestagon.core.errors import BadOption


@click.command()
@click.argument("game")
@click.option("--out", type=click.Path(path_type=Path, file_okay=False), help="The folder; by default GAME-data.")
def data(game: str, out: Path | None) -> None:
    """Copy the sheets, decks or maps of GAME into a folder, with a description of their format, to edit them."""
    found = registry.game(game)
    if not any(option.data for option in found.options):
        raise BadOption(f"{found.title} has no data files")
    source = files(type(found).__module__.rpartition(".")[0]) / "data"
    texts = {file.name: file.read_bytes() for file in source.iterdir() if file.is_file()}
    folder = out or Path(f"{found.name}-data")
    if there := [name for name in sorted(texts) if (folder / name).exists()]:
        raise BadOption(f"{folder / there[0]} exists already: name another folder with --out")
    with writing(folder):
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in texts.items():
            (folder / name).write_bytes(text)
    console.print(f"{folder}: {', '.join(sorted(texts))}", soft_wrap=True)
    example = folder / min(name for name in texts if name != "README.md")
    console.print(f"Edit one, then: bestagon balance {found.name} --against-data {example} --out report.html", soft_wrap=True)
