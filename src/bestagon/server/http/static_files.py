"""The browser client's files, compressed in memory; every page address gets the same index.html."""

from __future__ import annotations

import gzip
import mimetypes
from pathlib import Path
from typing import Final, NamedTuple

from bestagon.server.http.asgi import Receive, Scope, Send
from bestagon.server.http.headers import Headers, security_headers

PAGE: Final = "index.html"
MIN_COMPRESSED: Final = 200
"""Files up to this size in bytes are not compressed."""
TYPES: Final = {".js": "text/javascript", ".webmanifest": "application/manifest+json", ".svg": "image/svg+xml"}


class _File(NamedTuple):
    plain: bytes
    packed: bytes
    headers: Headers


def _read(path: Path, https: bool) -> _File:
    data = path.read_bytes()
    kind = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    charset = "; charset=utf-8" if kind.startswith("text/") else ""
    # A file with a hash in its name never changes under that name.
    lasting = "public, max-age=31536000, immutable" if path.suffix in (".js", ".css") and "-" in path.stem else "no-cache"
    packed = gzip.compress(data, 9, mtime=0) if len(data) > MIN_COMPRESSED else b""
    content = (kind + charset).encode()
    own = [(b"content-type", content), (b"cache-control", lasting.encode()), (b"vary", b"accept-encoding")]
    return _File(data, packed, [*own, *security_headers(content, https)])


class StaticFiles:
    """The ASGI app of the client's files."""

    def __init__(self, directory: Path, https: bool) -> None:
        """Read all files in a directory."""
        found = [path for path in directory.rglob("*") if path.is_file()]
        self._files = {"/" + path.relative_to(directory).as_posix(): _read(path, https) for path in found}

    def __contains__(self, path: str) -> bool:
        """Return whether a path is a file, or looks like the address of a page."""
        return path in self._files or "." not in path.rpartition("/")[2]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send a file, or index.html, whose script reads the address."""
        file = self._files.get(scope["path"]) or self._files["/" + PAGE]
        accepted = dict(scope["headers"]).get(b"accept-encoding", b"")
        packed = bool(file.packed) and b"gzip" in accepted
        body = file.packed if packed else file.plain
        headers = [*file.headers, (b"content-length", str(len(body)).encode())]
        if packed:
            headers.append((b"content-encoding", b"gzip"))
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})
