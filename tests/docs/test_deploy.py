"""The files for operators are valid, name settings that exist, and keep their promises where the programs are installed."""

from __future__ import annotations

import re
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from tests.server.serving import Client, hear, serving

from bestagon.server.http.routes import LARGE_BODY
from bestagon.server.settings import Settings, names

DEPLOY = Path(__file__).parents[2] / "deploy"
UNITS = ("bestagon.service", "bestagon-backup.service", "bestagon-backup.timer")
needs_nginx = pytest.mark.skipif(shutil.which("nginx") is None, reason="nginx is not installed")


def test_every_setting_in_the_files_exists() -> None:
    known = {f"BESTAGON_{name.upper()}" for name, *_ in names()} | {"BESTAGON_NAME"}
    text = "".join(path.read_text(encoding="utf-8") for path in DEPLOY.iterdir())
    found = set(re.findall(r"BESTAGON_[A-Z_]+", text))
    assert "BESTAGON_STORE" in found
    assert found <= known
    flags = {f"--{name.replace('_', '-')}" for name, *_ in names()}
    assert set(re.findall(r"with (--https) (--proxies)", text)) == {("--https", "--proxies")}
    assert {"--https", "--proxies"} <= flags


def test_the_largest_body_passes_the_proxies() -> None:
    nginx = re.search(r"client_max_body_size (\d+)k;", (DEPLOY / "nginx.conf").read_text())
    caddy = re.search(r"max_size (\d+)KB", (DEPLOY / "Caddyfile").read_text())
    assert nginx
    assert caddy
    assert int(nginx[1]) * 1024 > LARGE_BODY
    assert int(caddy[1]) * 1000 > LARGE_BODY


def test_the_proxies_close_unused_connections_before_the_server_does() -> None:
    """A request that is sent while the server closes its connection is lost; a proxy does not send a POST again, and answers 502."""
    nginx = re.search(r"upstream bestagon \{[^}]*keepalive_timeout (\d+)s;", (DEPLOY / "nginx.conf").read_text())
    caddy = re.search(r"keepalive (\d+)s\n", (DEPLOY / "Caddyfile").read_text())
    assert nginx
    assert caddy
    assert max(int(nginx[1]), int(caddy[1])) < Settings().keep_alive


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
def test_the_units_are_valid_and_hardened(tmp_path: Path) -> None:
    for name in UNITS:
        # The program is not installed there on this machine.
        text = (DEPLOY / name).read_text().replace("/opt/bestagon/bin/bestagon", "/bin/true")
        (tmp_path / name).write_text(text)
    done = subprocess.run(["systemd-analyze", "verify", *(str(tmp_path / name) for name in UNITS)], capture_output=True, text=True)
    complaints = [line for line in done.stderr.splitlines() if str(tmp_path) in line or line.startswith("bestagon")]
    assert (done.returncode, complaints) == (0, [])
    judged = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--threshold=20", str(tmp_path / "bestagon.service")],
        capture_output=True,
        text=True,
    )
    assert judged.returncode == 0, judged.stdout.splitlines()[-1]


@pytest.mark.skipif(shutil.which("caddy") is None, reason="Caddy is not installed")
def test_caddy_accepts_its_file() -> None:
    done = subprocess.run(
        ["caddy", "adapt", "--validate", "--config", str(DEPLOY / "Caddyfile"), "--adapter", "caddyfile"],
        capture_output=True,
        text=True,
        env={"PATH": "/usr/bin:/bin", "HOME": "/nonexistent", "XDG_DATA_HOME": "/tmp", "XDG_CONFIG_HOME": "/tmp"},
    )
    assert done.returncode == 0, done.stderr


def start_nginx(folder: Path, port: int, backend: int) -> subprocess.Popen[bytes]:
    """Start nginx with our file, on other ports and without https."""
    text = (DEPLOY / "nginx.conf").read_text()
    head, _, site = text.partition("server {\n    listen 80;")
    site = "server {\n" + site.partition("server {\n")[2]
    site = re.sub(r"    listen 443 .*\n", f"    listen 127.0.0.1:{port};\n", site)
    site = re.sub(r"    (listen \[::\]|ssl_).*\n", "", site).replace("/var/log/nginx", str(folder))
    head = head.replace("127.0.0.1:8000;", f"127.0.0.1:{backend};")
    paths = "".join(f"{name}_temp_path {folder}/{name}; " for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    config = folder / "nginx.conf"
    config.write_text(
        f"daemon off; master_process off; pid {folder}/pid; error_log {folder}/error.log; events {{}}\nhttp {{ {paths}\n{head}{site}\n}}\n"
    )
    checked = subprocess.run(["nginx", "-t", "-c", str(config), "-p", str(folder)], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stderr
    process = subprocess.Popen(["nginx", "-c", str(config), "-p", str(folder)], stderr=subprocess.DEVNULL)
    for _ in range(200):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                break
        time.sleep(0.05)
    return process


@pytest.fixture
def proxied(tmp_path: Path) -> Iterator[tuple[int, Path]]:
    """A server behind nginx: its port there, and the folder of the logs."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    with serving(tmp_path / "t.db", proxies="127.0.0.1") as server:
        nginx = start_nginx(tmp_path, port, server.port)
        try:
            yield port, tmp_path
        finally:
            nginx.terminate()
            nginx.wait(timeout=30)


@needs_nginx
def test_people_play_through_nginx_and_see_nothing_of_the_operators(proxied: tuple[int, Path]) -> None:
    port, folder = proxied
    client = Client(port)
    table = client.create("beerhex", seats=[{"kind": "me"}, {"kind": "me"}])["table"]
    with client.live(table, 0) as live:
        assert hear(live, 0)["status"] == "running"
        choices = client.view(table, 0)["scene"].get("choices") or client.view(table, 1)["scene"]["choices"]
        seat = 0 if client.view(table, 0)["scene"].get("choices") else 1
        client.do(table, "act", seat=seat, action=choices[0][0], version=0)
        assert hear(live, 1)["version"] == 1
    for path in ("/metrics", "/readyz"):
        for headers in ({}, {"X-Forwarded-For": "127.0.0.1"}, {"X-Real-IP": "127.0.0.1"}):
            assert httpx.get(f"http://127.0.0.1:{port}{path}", headers=headers).status_code == 404
    assert client.http.post("/api/tables", content=bytes(400_000)).status_code == 413
    assert client.http.get("/healthz?secret").status_code == 200
    client.close()
    written = (folder / "bestagon.log").read_text()
    assert "/healthz" in written
    assert "secret" not in written
