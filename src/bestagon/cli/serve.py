"""`bestagon serve`: the game server."""

from __future__ import annotations

import os
import socket
import tempfile
import threading
import time
import webbrowser
from typing import Any

import click

from bestagon.cli.common import Command
from bestagon.core.errors import BestagonError
from bestagon.server.settings import PREFIX, PROFILES, Settings, complete, names, profile_limits

CHOICES = {"log": ("debug", "info", "warning", "error"), "profile": PROFILES}


def _settings(command: Command) -> Command:
    """Add a flag for every setting to a command."""
    small, large = (profile_limits(profile) for profile in PROFILES)
    for name, kind, default, text in reversed(names()):
        flag = "--" + name.replace("_", "-")
        if kind is bool:
            flag += "/--no-" + name.replace("_", "-")
        choice: Any = click.Choice(CHOICES[name]) if name in CHOICES else kind
        shown: bool | str = f"{small[name]}; large: {large[name]}" if name in small else True
        # No value stands for that of the profile.
        value = None if name in small else default
        command = click.option(
            flag, name, type=choice, default=value, help=text, envvar=PREFIX + name.upper(), show_envvar=True, show_default=shown
        )(command)
    return command


@click.command()
@_settings
def serve(**given: Any) -> None:  # noqa: ANN401
    """Serve tables over HTTP; every setting is also an environment variable."""
    settings = complete({name: value for name, value in given.items() if value is not None})
    if settings.workers > 1 and not settings.store.startswith("postgres"):
        raise BestagonError("--workers needs PostgreSQL: only one process can use an SQLite file")
    if settings.workers < 1:
        raise BestagonError(f"--workers must be at least 1, not {settings.workers}")
    run(settings)


def _browse(host: str, port: int) -> None:
    """Open a browser as soon as the server accepts connections."""
    while True:
        try:
            socket.create_connection((host, port), 1).close()
            break
        except OSError:
            time.sleep(0.2)
    webbrowser.open(f"http://{host}:{port}/")


def run(settings: Settings) -> None:
    """Serve until stopped."""
    try:
        import uvicorn

        from bestagon.server.http.uvicorn_http import PROTOCOLS
    except ImportError as error:
        raise BestagonError(f"the server needs `pip install 'bestagon[server]'`: {error}") from None
    if settings.browse:
        threading.Thread(target=_browse, args=(settings.host, settings.port), daemon=True).start()
    for name, kind, _, _ in names():
        value = getattr(settings, name)
        os.environ[PREFIX + name.upper()] = str(int(value)) if kind is bool else str(value)
    with tempfile.TemporaryDirectory(prefix="bestagon-metrics-", ignore_cleanup_errors=True) as folder:
        if settings.workers > 1:
            # Must be set before the workers import prometheus_client.
            os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder
        uvicorn.run(
            "bestagon.server.app:from_environment",
            factory=True,
            host=settings.host,
            port=settings.port,
            workers=settings.workers,
            log_level=settings.log,
            proxy_headers=bool(settings.proxies),
            forwarded_allow_ips=settings.proxies or None,
            timeout_graceful_shutdown=settings.grace,
            **PROTOCOLS,
        )
