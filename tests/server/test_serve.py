"""`bestagon serve` as people run it, the example bot, and the documents that must not drift."""

from __future__ import annotations

import json
import logging
import re
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.server.serving import Client, serving

from bestagon.cli import main
from bestagon.server.app import from_environment
from bestagon.server.errors import STATUS
from bestagon.server.logs import JsonLines
from bestagon.server.settings import names

ROOT = Path(__file__).parents[2]


def test_help_lists_every_setting_with_its_variable() -> None:
    text = re.sub(r"\s+", " ", CliRunner().invoke(main, ["serve", "--help"], terminal_width=200).output)
    for name, _, _, meaning in names():
        assert f"--{name.replace('_', '-')}" in text
        assert f"BESTAGON_{name.upper()}" in text
        assert meaning in text


def test_several_processes_need_postgresql() -> None:
    result = CliRunner().invoke(main, ["serve", "--workers", "2"])
    assert result.exit_code == 2
    assert "PostgreSQL" in result.output


def test_settings_come_from_the_environment() -> None:
    handlers, level = logging.getLogger().handlers[:], logging.getLogger().level
    try:
        app = from_environment({"BESTAGON_PORT": "81", "BESTAGON_HTTPS": "1", "BESTAGON_VISITOR_RATE": "2.5"})
    finally:
        logging.getLogger().handlers[:] = handlers
        logging.getLogger().setLevel(level)
        logging.getLogger("bestagon").setLevel(logging.NOTSET)
        logging.getLogger("uvicorn.access").disabled = False
    assert (app.settings.port, app.settings.https, app.settings.visitor_rate) == (81, True, 2.5)


def test_a_log_line_is_json() -> None:
    record = logging.makeLogRecord({"name": "bestagon.server", "levelname": "INFO", "msg": "left for %s", "args": ("later",), "table": "t"})
    data = json.loads(JsonLines().format(record))
    assert (data["message"], data["level"], data["table"]) == ("left for later", "info", "t")


def test_the_example_bots_play_each_other(tmp_path: Path) -> None:
    with serving(tmp_path / "t.db") as server:
        client = Client(server.port)
        made = client.create("hex-roller", players=2, seats=[{"kind": "open"}, {"kind": "link"}])
        command = [sys.executable, str(ROOT / "examples" / "api_bot.py"), f"http://127.0.0.1:{server.port}", made["table"]]
        bots = [
            subprocess.Popen([*command, *more], stdout=subprocess.PIPE, text=True)
            for more in (["--seat", "0"], [f"--invitation={made['invitations']['1']}"])
        ]
        printed = [bot.communicate(timeout=100)[0] for bot in bots]
        assert all(re.match(r"over: .*place [12] of 2", text) for text in printed)
        assert client.view(made["table"])["status"] == "over"
        client.close()


def test_the_types_of_the_client_are_those_of_the_server() -> None:
    result = subprocess.run([sys.executable, str(ROOT / "tools" / "protocol_ts.py"), "--check"], capture_output=True, text=True)
    assert result.returncode == 0, result.stderr


def test_the_protocol_document_names_every_refusal_and_endpoint(tmp_path: Path) -> None:
    text = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    for name, status in STATUS.items():
        assert re.search(rf"\| `{name}` \| {status} \|", text), name
    with serving(tmp_path / "t.db") as server:
        client = Client(server.port)
        for path, methods in client.get("/api/openapi.json")["paths"].items():
            for method in methods:
                assert f"`{method.upper()} {path}`" in text, path
        client.close()


@pytest.mark.parametrize("name", list(STATUS))
def test_every_refusal_is_used(name: str) -> None:
    sources = "".join(file.read_text(encoding="utf-8") for file in (ROOT / "src" / "bestagon" / "server").rglob("*.py"))
    assert len(re.findall(rf'"{name}"', sources)) > 1
