"""The documents say what is true: examples run, links lead somewhere, paths and names exist."""

from __future__ import annotations

import doctest
import re
import tomllib
from pathlib import Path

import pytest

from bestagon.server.errors import STATUS

HERE = Path(__file__).resolve().parents[2]
DOCS = HERE / "docs"
FLAGS = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL
LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
CODE_PATH = re.compile(r"`((?:src|client|docs|examples|tests|tools|benchmarks|requirements)/[\w./-]+)`")
CODE = re.compile(r"```.*?```|`[^`]*`", re.DOTALL)
PAGES = sorted(path for path in HERE.rglob("*.md") if not {"node_modules", ".venv", "build", ".cache"} & set(path.relative_to(HERE).parts))
DECISIONS = sorted((DOCS / "decisions").glob("0*.md"))


def name(path: Path) -> str:
    return path.relative_to(HERE).as_posix()


def anchors(page: Path) -> set[str]:
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-") for heading in headings}


def test_the_library_tutorial_shows_what_happens() -> None:
    found = doctest.testfile(str(DOCS / "library.md"), module_relative=False, optionflags=FLAGS)
    assert (found.failed, found.attempted > 25) == (0, True)


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_links_lead_to_files_of_the_project(page: Path) -> None:
    for target in LINK.findall(CODE.sub("", page.read_text(encoding="utf-8"))):
        if "://" in target or target.startswith("mailto:") or (page.name.startswith("HOW_TO_PLAY") and target.isdigit()):
            continue  # A number stands for an example of the game.
        file, _, anchor = target.partition("#")
        found = (page.parent / file).resolve() if file else page
        assert found.exists(), target
        if anchor and found.suffix == ".md":
            assert anchor in anchors(found), target


@pytest.mark.parametrize("page", [page for page in PAGES if page.parent.name != "decisions" and page.name != "CHANGELOG.md"], ids=name)
def test_paths_in_the_text_exist(page: Path) -> None:
    for path in CODE_PATH.findall(page.read_text(encoding="utf-8")):
        assert (HERE / path).exists(), path


@pytest.mark.parametrize("page", DECISIONS, ids=name)
def test_a_decision_has_a_number_a_date_and_a_status(page: Path) -> None:
    title, _, status, *_ = page.read_text(encoding="utf-8").split("\n")
    assert title.startswith(f"# {int(page.name[:4])}. ")
    assert re.match(r"Date: \d{4}-\d\d-\d\d\. Status: (accepted|obsolete|superseded by \[.+\]\(\d{4}-[\w-]+\.md\))\.$", status)
    assert f"({page.name})" in (DOCS / "decisions" / "index.md").read_text(encoding="utf-8")


def test_decisions_are_numbered_without_gaps_and_stated_once() -> None:
    assert [int(page.name[:4]) for page in DECISIONS] == list(range(1, len(DECISIONS) + 1))
    assert len({page.name[5:] for page in DECISIONS}) == len(DECISIONS)


def test_the_protocol_lists_every_problem_with_its_status() -> None:
    text = (DOCS / "protocol.md").read_text(encoding="utf-8")
    listed = dict(re.findall(r"^\| `(\w+)` \| (\d{3}) \|", text, re.MULTILINE))
    assert listed == {problem: str(status) for problem, status in STATUS.items()}


@pytest.mark.parametrize("name", ["dev", "server", "compile"])
def test_a_lock_file_pins_what_is_needed_and_names_no_registry(name: str) -> None:
    lock = (HERE / "requirements" / f"{name}.txt").read_text(encoding="utf-8")
    assert "://" not in lock
    assert "index" not in lock
    pinned = {line.split("==")[0].lower() for line in lock.splitlines() if "==" in line}
    extras = tomllib.loads((HERE / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    wanted = {re.split(r"[\[<>=;! ]", requirement)[0].lower().replace("_", "-") for requirement in extras[name]} - {"bestagon"}
    assert wanted <= pinned
    assert all("--hash=sha256:" in block for block in re.split(r"\n(?=\S)", lock) if "==" in block)


def test_a_package_is_built_with_what_the_extra_for_compiling_names() -> None:
    project = tomllib.loads((HERE / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["build-system"]["requires"] == project["project"]["optional-dependencies"]["compile"]
