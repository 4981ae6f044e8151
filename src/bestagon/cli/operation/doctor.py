"""`bestagon doctor`: what is installed, compiled and reachable, and what to do about the rest."""

from __future__ import annotations

import importlib.util
import os
import platform
import shutil
import sqlite3
import sys
import sysconfig
import urllib.error
import urllib.request
import warnings
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final, NamedTuple

import click
from rich.markup import escape

from bestagon.cli.common import console, print_json
from bestagon.compiled_build import PURE, VERSION, changed_sources, is_compiled, read_build
from bestagon.compiled_imports import TREE
from bestagon.core import registry
from bestagon.core.errors import PluginWarning
from bestagon.server.settings import PREFIX, Settings

EXTRAS: Final = {
    "server": ("bestagon serve", ("httptools", "prometheus_client", *(["uvloop"] if sys.platform != "win32" else []))),
    "postgres": ("a server on PostgreSQL", ("psycopg", "psycopg_pool")),
    "print": ("bestagon print and the print button", ("typst",)),
    "draw": ("bestagon draw to PNG files", ("resvg_py",)),
    "lab": ("plots of simulations", ("matplotlib",)),
}
"""What each extra is for, and the modules that it brings."""
FEW_FILES: Final = 1024
TIMEOUT: Final = 3.0
"""Seconds for a database or a server to answer."""


class Finding(NamedTuple):
    """The result of one check."""

    state: str
    """`good`, `missing` (something optional) or `bad`."""
    what: str
    advice: str = ""


def check_all(store: str, host: str, port: int) -> Iterator[Finding]:
    """Yield everything that is worth knowing."""
    yield check_python()
    yield check_package()
    yield from check_compiled()
    yield from check_games()
    yield from check_extras()
    yield check_client()
    yield check_store(store)
    yield check_server(host, port)
    yield from check_files()


def check_python() -> Finding:
    """Return the version of Python."""
    return Finding("good", f"{platform.python_implementation()} {platform.python_version()} on {platform.system()} {platform.machine()}")


def check_package() -> Finding:
    """Return where the package comes from."""
    if TREE is not None:
        return Finding("good", f"bestagon from the source tree {TREE}")
    try:
        return Finding("good", f"bestagon {version('bestagon')} in {Path(__file__).parents[3]}")
    except PackageNotFoundError:
        return Finding("bad", "bestagon is not installed as a package", "pip install bestagon")


def check_compiled() -> Iterator[Finding]:
    """Yield whether the engine is compiled, and if not, why not and how it can be."""
    if is_compiled():
        yield Finding("good", "the engine is compiled")
        return
    yield Finding("missing", f"the engine runs uncompiled, about 100 times slower: {why_uncompiled()}", how_to_compile())


def why_uncompiled() -> str:
    """Return the reason why no compiled modules are used."""
    if os.environ.get(PURE):
        return f"{PURE} is set"
    if TREE is None:
        return "this package was built without a C compiler"
    build = read_build(TREE)
    if build is None:
        return "the source tree has not been compiled"
    if build.version != VERSION:
        return "it was compiled for another version of Python"
    return f"{', '.join(changed_sources(TREE, build.sources)[:3])} changed since it was compiled"


def how_to_compile() -> str:
    """Return what to do, depending on what the machine has."""
    if os.environ.get(PURE):
        return f"unset {PURE}"
    build = "make build" if TREE is not None else "pip install --no-cache-dir --force-reinstall --no-deps --no-binary bestagon bestagon"
    named = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    lacking = [] if os.name == "nt" or any(map(shutil.which, (named, "cc", "gcc", "clang"))) else ["a C compiler"]
    if not Path(sysconfig.get_path("include"), "Python.h").is_file():
        lacking.append("Python's headers")
    return f"install {' and '.join(lacking)} (Debian: apt-get install gcc python3-dev), then {build}" if lacking else build


def check_games() -> Iterator[Finding]:
    """Yield the games that can be played, and plugins that cannot be loaded."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", PluginWarning)
        registry.all_games.cache_clear()
        games = registry.all_games()
    yield Finding("good", f"{len(games)} games: {', '.join(games)}")
    for warning in caught:
        yield Finding("bad", str(warning.message), "update or uninstall that package")


def check_extras() -> Iterator[Finding]:
    """Yield which extras are installed."""
    for name, (purpose, modules) in EXTRAS.items():
        lacking = [module for module in modules if importlib.util.find_spec(module) is None]
        if lacking:
            yield Finding("missing", f"{purpose} needs {', '.join(lacking)}", f"pip install 'bestagon[{name}]'")
        else:
            yield Finding("good", f"{purpose}: installed")


def check_client() -> Finding:
    """Return whether the browser client is there."""
    from bestagon.server.http.static_files import client_folder

    folder = client_folder(os.environ.get(f"{PREFIX}CLIENT", ""))
    if folder is not None:
        return Finding("good", f"the browser client is in {folder}")
    advice = "make build" if TREE is not None else "install a package from `make dist`, which contains it"
    return Finding("missing", "the browser client is not built: the server has only its interface for programs", advice)


def check_store(url: str) -> Finding:
    """Return whether the tables can be read."""
    scheme, _, rest = url.partition("://")
    if scheme.startswith("postgres"):
        return check_postgres(url)
    if scheme != "sqlite" or not rest.startswith("/"):
        return Finding("bad", f"{url!r} is not a store", "--store sqlite:///FILE or postgresql://USER@HOST/NAME")
    file = Path(rest[1:]).absolute()
    if not file.exists():
        if os.access(file.parent, os.W_OK):
            return Finding("good", f"{file} will be made by the server")
        return Finding("bad", f"{file} cannot be made: its folder is missing or not writable", "--store sqlite:///FILE")
    try:
        connection = sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True, timeout=TIMEOUT)
        try:
            tables = connection.execute("SELECT count(*) FROM tables").fetchone()[0]
        finally:
            connection.close()
    except sqlite3.Error as error:
        return Finding("bad", f"{file}: {error}", "restore a backup: bestagon restore")
    free = shutil.disk_usage(file.parent).free // 1_000_000
    return Finding("good", f"{file}: {tables} tables, {free:,} MB free on the disk")


def check_postgres(url: str) -> Finding:
    """Return whether PostgreSQL answers."""
    try:
        import psycopg
    except ImportError:
        return Finding("bad", "the store is PostgreSQL, whose driver is not installed", "pip install 'bestagon[postgres]'")
    try:
        with psycopg.connect(url, connect_timeout=int(TIMEOUT)) as connection:
            number = connection.info.server_version // 10_000
    except psycopg.Error as error:
        return Finding("bad", f"PostgreSQL does not answer: {str(error).strip()}", "start it, or correct --store")
    return Finding("good", f"PostgreSQL {number} answers")


def check_server(host: str, port: int) -> Finding:
    """Return whether a server answers, and whether it can do its work."""
    name = "127.0.0.1" if host in ("0.0.0.0", "::", "") else f"[{host}]" if ":" in host else host
    address = f"http://{name}:{port}"
    try:
        with urllib.request.urlopen(f"{address}/readyz", timeout=TIMEOUT):
            return Finding("good", f"a server is ready at {address}")
    except urllib.error.HTTPError as error:
        return Finding("bad", f"{address} answers {error.code}: {error.read(300).decode(errors='replace')}", "its log says why")
    except OSError:
        return Finding("missing", f"no server answers at {address}", "bestagon serve")


def check_files() -> Iterator[Finding]:
    """Yield a low limit of open files."""
    if sys.platform != "win32":
        import resource

        most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        if most != resource.RLIM_INFINITY and most < FEW_FILES:
            yield Finding("missing", f"at most {most} files can be open: the server will take few connections", "raise `ulimit -n`")


MARKS: Final = {"good": "[green]good   [/]", "missing": "[yellow]missing[/]", "bad": "[red]bad    [/]"}


@click.command()
@click.option("--store", default=Settings.store, envvar=f"{PREFIX}STORE", show_default=True, help="Where tables are stored.")
@click.option("--host", default=Settings.host, envvar=f"{PREFIX}HOST", show_default=True, help="Address of a server to ask.")
@click.option("--port", default=Settings.port, envvar=f"{PREFIX}PORT", show_default=True, help="Port of a server to ask.")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def doctor(store: str, host: str, port: int, as_json: bool) -> None:
    """Print what is installed, compiled and reachable, and what to do about the rest; exit with 1 if something is bad."""
    findings = list(check_all(store, host, port))
    if as_json:
        print_json([finding._asdict() for finding in findings])
    else:
        for finding in findings:
            console.print(f"{MARKS[finding.state]}  {escape(finding.what)}", soft_wrap=True)
            if finding.advice:
                console.print(f"         -> {escape(finding.advice)}", soft_wrap=True)
    if any(finding.state == "bad" for finding in findings):
        sys.exit(1)
