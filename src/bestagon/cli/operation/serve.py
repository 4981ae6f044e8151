"""`bestagon serve`: the game server."""

from __future__ import annotations

import os
import sys
import tempfile
import threading
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


def run(settings: Settings) -> None:
    """Serve until stopped."""
    with tempfile.TemporaryDirectory(prefix="bestagon-metrics-", ignore_cleanup_errors=True) as folder:
        if settings.workers > 1:
            # Must be set before prometheus_client is imported.
            os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder
        try:
            from bestagon.server.edge.sockets import bind, shown
            from bestagon.server.process import Supervisor
            from bestagon.server.process import run as run_here
        except ImportError as error:
            raise BestagonError(f"the server needs `pip install 'bestagon[server]'`: {error}") from None
        sockets = bind(settings.host, settings.port)

        def ready() -> None:
            if settings.browse or sys.stdout.isatty():
                click.echo(f"Bestagon is ready: http://{shown(sockets[0])}/ (Ctrl-C stops it)")
            if settings.browse:
                threading.Thread(target=webbrowser.open, args=(f"http://{shown(sockets[0])}/",), daemon=True).start()

        try:
            if settings.workers > 1 or settings.supervise:
                Supervisor(settings, sockets, ready).run()
            else:
                run_here(settings, sockets, ready)
        finally:
            for bound in sockets:
                bound.close()
