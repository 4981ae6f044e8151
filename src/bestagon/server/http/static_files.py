"""The browser client's files, held in memory, compressed, and the one page that every address of the site shows."""

from __future__ import annotations

import gzip
import mimetypes
from pathlib import Path
from typing import Final, NamedTuple

from bestagon.server.http.asgi import Receive, Scope, Send
from bestagon.server.http.headers import Headers, safe

PAGE: Final = "index.html"
SMALL: Final = 200
"""Bytes that are not worth compressing."""
TYPES: Final = {".js": "text/javascript", ".webmanifest": "application/manifest+json", ".svg": "image/svg+xml"}


class _File(NamedTuple):
    plain: bytes
    packed: bytes
    headers: Headers


def _read(path: Path, https: bool) -> _File:
    data = path.read_bytes()
    kind = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    charset = "; charset=utf-8" if kind.startswith("text/") else ""
    # A file whose name holds its hash never changes under that name.
    lasting = "public, max-age=31536000, immutable" if path.suffix in (".js", ".css") and "-" in path.stem else "no-cache"
    packed = gzip.compress(data, 9, mtime=0) if len(data) > SMALL else b""
    content = (kind + charset).encode()
    own = [(b"content-type", content), (b"cache-control", lasting.encode()), (b"vary", b"accept-encoding")]
    return _File(data, packed, [*own, *safe(content, https)])


class StaticFiles:
    """The ASGI app of everything that is not the API."""

    def __init__(self, directory: Path, https: bool) -> None:
        """Read all files of a directory."""
        found = [path for path in directory.rglob("*") if path.is_file()]
        self._files = {"/" + path.relative_to(directory).as_posix(): _read(path, https) for path in found}

    def __contains__(self, path: str) -> bool:
        """Tell whether there is something to show at an address: a file, or the page for one that looks like a page's."""
        return path in self._files or "." not in path.rpartition("/")[2]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer with a file, or with the page, which finds out from the address what to show."""
        file = self._files.get(scope["path"]) or self._files["/" + PAGE]
        accepted = dict(scope["headers"]).get(b"accept-encoding", b"")
        packed = bool(file.packed) and b"gzip" in accepted
        body = file.packed if packed else file.plain
        headers = [*file.headers, (b"content-length", str(len(body)).encode())]
        if packed:
            headers.append((b"content-encoding", b"gzip"))
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})
