"""The client's types are those of the server."""

from __future__ import annotations

import protocol_ts


def test_the_client_has_the_types_of_the_server() -> None:
    assert protocol_ts.FILE.read_text(encoding="utf-8") == protocol_ts.generate(), "run tools/protocol_ts.py"
