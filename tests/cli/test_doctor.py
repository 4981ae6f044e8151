"""`bestagon doctor` says what is there and what to do about the rest."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from tests.server.serving import serving

from bestagon.cli import main
from bestagon.cli.operation import doctor
from bestagon.compiled_build import PURE, is_compiled

NOBODY = "1"
"""A port at which nothing listens."""


def run(*arguments: str) -> tuple[int, list[dict[str, Any]]]:
    """Run the command and return its exit code and findings."""
    done = CliRunner().invoke(main, ["doctor", "--json", *arguments], catch_exceptions=False)
    return done.exit_code, json.loads(done.stdout)


def finding(findings: list[dict[str, Any]], words: str) -> dict[str, Any]:
    """Return the one finding with these words."""
    (found,) = [one for one in findings if words in one["what"]]
    return found


def test_a_running_server_and_its_tables_are_good(tmp_path: Path) -> None:
    with serving(tmp_path / "t.db") as server:
        code, findings = run("--store", f"sqlite:///{tmp_path / 't.db'}", "--port", str(server.port))
    assert code == 0
    assert finding(findings, "a server is ready")["state"] == "good"
    assert finding(findings, "t.db: 0 tables")["state"] == "good"
    assert finding(findings, "games: ")["state"] == "good"
    assert finding(findings, "bestagon serve: installed")["state"] == "good"
    assert finding(findings, "the engine ")["state"] == ("good" if is_compiled() else "missing")


def test_what_is_missing_comes_with_advice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(doctor, "EXTRAS", {"lab": ("plots", ("no_such_module",))})
    code, findings = run("--store", f"sqlite:///{tmp_path / 'new.db'}", "--port", NOBODY)
    assert code == 0
    assert finding(findings, "new.db will be made")["state"] == "good"
    assert finding(findings, "no server answers")["advice"] == "bestagon serve"
    assert finding(findings, "plots needs no_such_module") == {
        "state": "missing",
        "what": "plots needs no_such_module",
        "advice": "pip install 'bestagon[lab]'",
    }


@pytest.mark.parametrize(
    ("store", "words"),
    [
        ("nonsense", "is not a store"),
        ("sqlite:////no/such/folder/t.db", "cannot be made"),
        ("postgresql://127.0.0.1:1/none", "PostgreSQL does not answer"),
    ],
)
def test_a_store_that_cannot_be_used_is_bad(store: str, words: str) -> None:
    code, findings = run("--store", store, "--port", NOBODY)
    assert code == 1
    assert finding(findings, words)["state"] == "bad"
    assert finding(findings, words)["advice"]


def test_a_damaged_file_is_bad(tmp_path: Path) -> None:
    (tmp_path / "t.db").write_bytes(b"not a database" * 100)
    code, findings = run("--store", f"sqlite:///{tmp_path / 't.db'}", "--port", NOBODY)
    assert code == 1
    assert finding(findings, "not a database")["state"] == "bad"


def test_the_reason_for_running_uncompiled_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(PURE, "1")
    assert doctor.why_uncompiled() == f"{PURE} is set"
    assert doctor.how_to_compile() == f"unset {PURE}"
    monkeypatch.delenv(PURE)
    monkeypatch.setattr(doctor, "TREE", None)
    monkeypatch.setenv("CC", "no-such-compiler")
    monkeypatch.setenv("PATH", "")
    assert doctor.why_uncompiled() == "this package was built without a C compiler"
    assert doctor.how_to_compile().startswith("install a C compiler")


def test_the_output_for_people_marks_each_line(tmp_path: Path) -> None:
    done = CliRunner().invoke(main, ["doctor", "--store", f"sqlite:///{tmp_path / 'new.db'}", "--port", NOBODY])
    assert done.exit_code == 0
    assert "good     " in done.stdout
    assert "         -> bestagon serve" in done.stdout
