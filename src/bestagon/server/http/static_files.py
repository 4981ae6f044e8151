"""The browser client's files, compressed in memory; every page address gets the same index.html."""

from __future__ import annotations

import gzip
import mimetypes
from pathlib import Path
from typing import Final, NamedTuple

from bestagon.server.edge.messages import HeaderLines, HttpRequest, HttpResponse
from bestagon.server.http.headers import security_headers

PAGE: Final = "index.html"
PACKAGED_CLIENT: Final = Path(__file__).resolve().parents[1] / "client"
"""The built browser client in an installed package."""
SOURCE_CLIENT: Final = Path(__file__).resolve().parents[4] / "client" / "dist"
"""The built browser client in a source tree."""
MIN_COMPRESSED: Final = 200
"""Files up to this size in bytes are not compressed."""
TYPES: Final = {".js": "text/javascript", ".webmanifest": "application/manifest+json", ".svg": "image/svg+xml"}


def client_folder(given: str) -> Path | None:
    """Return the directory of the built client, by default the bundled one; None if there is none."""
    found = Path(given) if given else PACKAGED_CLIENT if PACKAGED_CLIENT.is_dir() else SOURCE_CLIENT
    return found if (found / PAGE).is_file() else None


class _File(NamedTuple):
    plain: bytes
    packed: bytes
    headers: HeaderLines


def _read(path: Path, https: bool) -> _File:
    data = path.read_bytes()
    kind = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    charset = "; charset=utf-8" if kind.startswith("text/") else ""
    # A file with a hash in its name never changes under that name.
    lasting = "public, max-age=31536000, immutable" if path.suffix in (".js", ".css") and "-" in path.stem else "no-cache"
    packed = gzip.compress(data, 9, mtime=0) if len(data) > MIN_COMPRESSED else b""
    content = (kind + charset).encode()
    own = ((b"content-type", content), (b"cache-control", lasting.encode()), (b"vary", b"accept-encoding"))
    return _File(data, packed, (*own, *security_headers(content, https)))


class StaticFiles:
    """The client's files."""

    def __init__(self, directory: Path, https: bool) -> None:
        """Read all files in a directory."""
        found = [path for path in directory.rglob("*") if path.is_file()]
        self._files = {"/" + path.relative_to(directory).as_posix(): _read(path, https) for path in found}

    def __contains__(self, path: str) -> bool:
        """Return whether a path is a file, or looks like the address of a page."""
        return path in self._files or "." not in path.rpartition("/")[2]

    def respond(self, request: HttpRequest) -> HttpResponse:
        """Return a file, or index.html, whose script reads the address."""
        file = self._files.get(request.path) or self._files["/" + PAGE]
        if file.packed and b"gzip" in request.headers.get(b"accept-encoding", b""):
            return HttpResponse(200, file.headers, file.packed, ((b"content-encoding", b"gzip"),))
        return HttpResponse(200, file.headers, file.plain)
