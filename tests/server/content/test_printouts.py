"""Games as PDFs over HTTP: what is printed, what is refused, and that the same PDF is made once."""

from __future__ import annotations

import io
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import httpx
import pdfplumber
import pytest
from tests.server.serving import Client, Refusal, serving

from bestagon.printing import pdf


def asked(client: Client, game: str, **given: Any) -> httpx.Response:
    return client.http.post(f"/api/games/{game}/print", json=given)


def refusal(client: Client, game: str, **given: Any) -> Refusal:
    with pytest.raises(Refusal) as found:
        client.read(asked(client, game, **given))
    return found.value


def test_a_game_is_a_pdf_to_download(ann: Client) -> None:
    answer = asked(ann, "pocket-hexes", paper="letter", options={"sheet": "small"})
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.headers["content-disposition"] == 'attachment; filename="pocket-hexes-letter.pdf"'
    assert answer.headers["x-content-type-options"] == "nosniff"
    found = pdfplumber.open(io.BytesIO(answer.content)).pages
    assert [(page.width, page.height) for page in found] == [(612, 792)] * 2


def test_it_is_in_the_language_of_the_request(ann: Client) -> None:
    answer = ann.http.post("/api/games/pocket-hexes/print?language=de", json={})
    assert "So spielt man" in pdfplumber.open(io.BytesIO(answer.content)).pages[0].extract_text()


def test_what_does_not_fit_is_refused(ann: Client) -> None:
    assert refusal(ann, "chess").name == "no_game"
    assert refusal(ann, "hexagone", players=-1).name == "malformed"
    assert refusal(ann, "hexagone", players=5).name == "bad_option"
    assert refusal(ann, "hexagone", options={"size": 3}).name == "bad_option"
    assert refusal(ann, "hexagone", options={"data": "not a deck"}).name == "bad_option"
    assert refusal(ann, "hexagone", paper="a3").name == "malformed"
    assert refusal(ann, "hexagone", copies=0).name == "malformed"
    many = refusal(ann, "hex-dice", copies=20)
    assert many.name == "bad_option"
    assert "at most 120" in many.problem["message"]


def test_why_a_pdf_could_not_be_made_is_told_to_the_operator_alone(
    ann: Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(pdf, "command", lambda: [sys.executable, "-c", "raise SystemExit('no /home/ann/template.typ')"])
    with caplog.at_level("WARNING", "bestagon.server"):
        found = refusal(ann, "pocket-hexes")
    assert (found.status, found.name, found.problem["message"]) == (503, "busy", "This PDF could not be made.")
    assert [vars(line)["why"] for line in caplog.records if line.message == "not printed"] == ["typst failed: no /home/ann/template.typ"]


def test_a_server_without_the_package_says_what_to_install(ann: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    found = refusal(ann, "pocket-hexes")
    assert (found.name, found.status) == ("no_printing", 409)
    assert "bestagon[print]" in found.problem["message"]


def test_too_many_are_refused_with_a_time_and_the_same_is_made_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []
    go_on = threading.Event()
    run = subprocess.run

    def slow(*given: Any, **more: Any) -> Any:
        made.append(1)
        assert go_on.wait(60)
        return run(*given, **more)

    monkeypatch.setattr("bestagon.printing.pdf.subprocess.run", slow)
    with serving(tmp_path / "tables.db", visitor_prints=1, address_prints=2, max_prints=8) as server:
        clients = [Client(server.port) for _ in range(3)]
        games = ("pocket-hexes", "beerhex", "pocket-hexes")
        answers: list[httpx.Response] = []
        threads = [
            threading.Thread(target=lambda client=client, game=game: answers.append(asked(client, game)))
            for client, game in zip(clients, games, strict=True)
        ]
        try:
            for wanted, thread in zip((1, 2, 2), threads, strict=True):
                thread.start()
                while server.app.prints.waiting < wanted:
                    go_on.wait(0.02)
            refused = asked(clients[0], "hex-roller")
            assert refused.status_code == 429
            assert int(refused.headers["retry-after"]) >= 1
            assert asked(clients[2], "hex-roller").status_code == 429, "the address has two already"
        finally:
            go_on.set()
            for thread in threads:
                thread.join()
        assert [answer.status_code for answer in answers] == [200] * 3
        assert len({answer.content for answer in answers}) == 2
        assert asked(clients[0], "beerhex").status_code == 200
        assert len(made) == 2
        for client in clients:
            client.close()


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has it")
def test_the_kernel_ends_the_process_that_makes_a_pdf_before_the_server() -> None:
    code = "from bestagon.printing.typeset import be_modest; be_modest(); print(open('/proc/self/oom_score_adj').read())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert int(done.stdout) == 1000
