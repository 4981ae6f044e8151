"""`bestagon print`: games as PDFs."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pdfplumber
import pytest
from click.testing import CliRunner, Result

from bestagon.cli import main


def run(*words: str | Path) -> Result:
    return CliRunner().invoke(main, ["print", *map(str, words)])


def test_a_pdf_is_written_with_paper_copies_and_language(tmp_path: Path) -> None:
    out = tmp_path / "game.pdf"
    done = run("pocket-hexes", "-o", out, "--paper", "letter", "--players", "5", "--copies", "2", "--language", "de")
    assert (done.exit_code, done.output) == (0, "")
    found = pdfplumber.open(io.BytesIO(out.read_bytes())).pages
    assert [(page.width, page.height) for page in found] == [(612, 792)] * (1 + 3)
    assert "So spielt man" in found[0].extract_text()


def test_own_data_is_printed(tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.txt"
    sheet.write_text(" . .\n. . .\n . .\n", encoding="utf-8")
    assert run("pocket-hexes", "--data", sheet, "-o", tmp_path / "game.pdf").exit_code == 0


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["chess", "-o", "x.pdf"], "chess"),
        (["beerhex", "-o", "x.txt"], "must end in .pdf"),
        (["beerhex", "-o", "x.pdf", "--option", "clues"], "name=value"),
        (["beerhex", "-o", "x.pdf", "--option", "clues=maybe"], "clues"),
        (["beerhex", "-o", "x.pdf", "--data", "x"], "no data files"),
        (["beerhex", "-o", "x.pdf", "--players", "3"], "2 players"),
        (["hex-dice", "-o", "x.pdf", "--copies", "20"], "at most 120"),
        (["beerhex", "-o", "nowhere/x.pdf"], "cannot write"),
    ],
)
def test_mistakes_are_named(words: list[str], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    done = run(*words)
    assert done.exit_code != 0
    assert told in done.output
    assert not list(tmp_path.glob("*.pdf")), "nothing is left behind"


def test_without_the_package_it_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    done = run("beerhex", "-o", tmp_path / "x.pdf")
    assert done.exit_code == 2
    assert "pip install 'bestagon[print]'" in done.output
