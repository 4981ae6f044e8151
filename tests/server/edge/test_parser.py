"""The parser of requests against a second one: h11 must agree on where each request ends and what it contains."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from itertools import pairwise

import h11
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bestagon.server.edge.http_parser import RequestParser
from bestagon.server.edge.limits import EdgeLimits
from bestagon.server.edge.messages import HttpError

MAX_BODY = 1000
Parsed = tuple[bytes, bytes, tuple[tuple[bytes, bytes], ...], bytes, int]
"""Method, target, headers, body and where the request ends."""

STRICTER: dict[str, re.Pattern[bytes]] = {
    "a line ends with CR LF, not with LF alone (RFC 9112, 2.2: MAY accept)": re.compile(rb"(?<!\r)\n"),
    "headers are not folded (5.2: MUST reject or replace)": re.compile(rb"\r\n[ \t]"),
    "Content-Length and Transfer-Encoding exclude each other (6.3: ought to be handled as an error)": re.compile(
        rb"(?is)content-length.*transfer-encoding|transfer-encoding.*content-length"
    ),
    "a header that counts once occurs once (6.3: MAY accept equal Content-Lengths)": re.compile(
        rb"(?is)\n(content-length|content-type|authorization|origin|idempotency-key|expect|upgrade)[ \t]*:.*\n\1[ \t]*:"
    ),
    "Content-Length is one number (6.3: MAY accept a list of equal ones)": re.compile(rb"(?i)content-length:[^\r\n]*,"),
    "the method is known (9.1: SHOULD answer 501)": re.compile(rb"(?:^|\n)(?!(?:GET|HEAD|POST|PUT|DELETE|OPTIONS|PATCH) )[^ \r\n:]+ "),
    "the target has one of four forms, no fragment and no user (3.2)": re.compile(rb"(?:^|\n)[A-Z]+ (?!/[^# ]* |\* |https?://[^@# ]+ )"),
    "the Host is a host (3.2: MUST reject)": re.compile(rb"(?i)host:[ \t]*[^\r\n]*[ /@\x80-\xff\"<>]"),
    "chunked has no place in HTTP/1.0 (6.1: MUST treat as faulty)": re.compile(rb"HTTP/1\.0"),
    "the only expectation is 100-continue (9.1.1: MAY answer 417)": re.compile(rb"(?i)\nexpect:"),
    "a body has at most 1000 bytes, a chunk size at most 15 digits": re.compile(rb"(?i)content-length: *0*[1-9][0-9]{3}|[0-9a-f]{4}"),
    "the line before a chunk has at most 256 bytes": re.compile(rb"[^\r\n]{256}"),
    "the Transfer-Encoding is chunked alone": re.compile(rb"(?i)transfer-encoding:[ \t]*(?!chunked[ \t]*\r)"),
    "a header with an invalid character is refused also in trailers": re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]"),
}
"""What h11 accepts and we refuse, with the paragraph that allows it; every refusal must match one of these."""


def ours(data: bytes, cuts: list[int]) -> tuple[list[Parsed], int]:
    """Return the requests in data that comes in pieces, and the status of a refusal, or 0."""
    parser = RequestParser(replace(EdgeLimits(), chunks=50), lambda method, path: MAX_BODY)
    edges = sorted({0, len(data), *[cut % (len(data) + 1) for cut in cuts]})
    found: list[Parsed] = []
    try:
        for start, end in pairwise(edges):
            piece = data[start:end]
            while (request := parser.feed(piece)) is not None:
                piece = b""
                lines = tuple(sorted(request.headers.items()))
                target = request.path.encode("utf-8", "replace")
                found.append((request.method.encode(), target, lines, request.body, end - parser.size))
                if not request.keep_alive:
                    return found, 0
    except HttpError as error:
        return found, error.status
    return found, 0


def theirs(data: bytes) -> tuple[list[Parsed], bool]:
    """Return the requests that h11 finds, and whether it refuses what follows."""
    connection = h11.Connection(h11.SERVER, max_incomplete_event_size=10**6)
    connection.receive_data(data)
    found: list[Parsed] = []
    try:
        while True:
            event = connection.next_event()
            if event is h11.NEED_DATA or event is h11.PAUSED:
                return found, False
            if isinstance(event, h11.Request):
                request, body = event, b""
            elif isinstance(event, h11.Data):
                body += bytes(event.data)
            elif isinstance(event, h11.EndOfMessage):
                headers: dict[bytes, bytes] = {}
                for name, value in request.headers:
                    joint = b"; " if name == b"cookie" else b", "
                    headers[name] = headers[name] + joint + value if name in headers else value
                rest, _ = connection.trailing_data
                found.append((request.method, request.target, tuple(sorted(headers.items())), body, len(data) - len(rest)))
                if request.http_version == b"1.0" or connection.their_state is h11.MUST_CLOSE:
                    return found, False
                connection.send(h11.Response(status_code=200, headers=[(b"content-length", b"0")]))
                connection.send(h11.EndOfMessage())
                if connection.our_state is not h11.DONE:
                    return found, False
                connection.start_next_cycle()
            else:
                return found, False
    except h11.RemoteProtocolError:
        return found, True


def compare(data: bytes, cuts: list[int]) -> str:
    """Check that both parsers agree; return the name of an allowed difference."""
    mine, status = ours(data, cuts)
    assert (mine, status) == ours(data, [])
    other, _ = theirs(data)
    for one, two in zip(mine, other, strict=False):
        # h11 leaves targets as they are.
        assert (one[0], one[2:]) == (two[0], two[2:]), data
    if len(other) == len(mine):
        return ""
    if len(other) > len(mine):
        # We are stricter, or h11 has read what we will still refuse.
        rest = data[mine[-1][4] :] if mine else data
        named = [name for name, pattern in STRICTER.items() if pattern.search(rest)]
        assert named, (data, mine, other, status)
        return named[0]
    extra = data[other[-1][4] :] if other else data
    # RFC 9112, 2.2: a server SHOULD ignore an empty line before a request; h11 refuses it.
    assert extra.startswith(b"\r\n"), (data, mine, other)
    return "an empty line before a request"


TOKENS = [
    b"GET / HTTP/1.1\r\n",
    b"POST /a?b HTTP/1.1\r\n",
    b"GET / HTTP/1.0\r\n",
    b"GET http://x/y HTTP/1.1\r\n",
    b"Host: x\r\n",
    b"Content-Length: 5\r\n",
    b"Content-Length: 0\r\n",
    b"content-length: 5\r\n",
    b"Content-Length: 5, 5\r\n",
    b"Content-Length: 005\r\n",
    b"Content-Length: a\r\n",
    b"Transfer-Encoding: chunked\r\n",
    b"Transfer-Encoding: Chunked \r\n",
    b"Transfer-Encoding: gzip\r\n",
    b"Connection: close\r\n",
    b"Connection: keep-alive\r\n",
    b"Accept: a\r\n",
    b"accept:b \r\n",
    b"A : b\r\n",
    b" folded\r\n",
    b"Expect: 100-continue\r\n",
    b"\r\n",
    b"\n",
    b"\r",
    b"\0",
    b"hello",
    b"5\r\nhello\r\n",
    b"5;a=b\r\nhello\r\n",
    b"05\r\nhello\r\n",
    b"3\r\nhello\r\n",
    b"0\r\n\r\n",
    b"0\r\nA: b\r\n\r\n",
    b"0\r\n",
    b"\xff",
]
WHOLE = [
    b"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
    b"POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nhello",
    b"POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
    b"POST /a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n2;x=y\r\nhe\r\n3\r\nllo\r\n0\r\nTrailer: a\r\n\r\n",
    b"HEAD /a?b=%20 HTTP/1.1\r\nhost: x:80\r\nAccept: a\r\nAccept: b\r\nCookie: c=d\r\n\r\n",
]
QUIET = settings(max_examples=400, deadline=None, derandomize=True, database=None)


@QUIET
@given(st.lists(st.sampled_from(TOKENS + WHOLE), max_size=14), st.lists(st.integers(0), max_size=6))
def test_pieces_of_requests(parts: list[bytes], cuts: list[int]) -> None:
    compare(b"".join(parts), cuts)


@QUIET
@given(st.lists(st.sampled_from(WHOLE), min_size=1, max_size=6), st.lists(st.integers(0), max_size=30))
def test_a_pipeline_is_cut_the_same_way_however_it_arrives(parts: list[bytes], cuts: list[int]) -> None:
    data = b"".join(parts)
    mine, status = ours(data, cuts)
    assert (len(mine), status) == (len(parts), 0)
    ends = [sum(len(part) for part in parts[: number + 1]) for number in range(len(parts))]
    assert [len(data) if one[4] > len(data) else one[4] for one in ours(data, [])[0]] == ends
    compare(data, cuts)


@QUIET
@given(st.binary(max_size=200), st.lists(st.integers(0), max_size=6))
def test_noise(noise: bytes, cuts: list[int]) -> None:
    compare(noise, cuts)


def test_pipelines_with_a_few_changed_bytes() -> None:
    dice = random.Random(13)
    seen: dict[str, int] = {}
    accepted = 0
    for _ in range(6000):
        data = bytearray(b"".join(dice.choice(WHOLE) for _ in range(dice.randint(1, 3))))
        for _ in range(dice.randint(0, 3)):
            at = dice.randrange(len(data) + 1)
            change = dice.choice(["insert", "delete", "replace"])
            byte = dice.choice(b"\r\n \t:;,0159aAx\0\x7f\x80/?#")
            if change == "insert":
                data.insert(at, byte)
            elif at < len(data):
                if change == "delete":
                    del data[at]
                else:
                    data[at] = byte
        cuts = [dice.randrange(len(data) + 1) for _ in range(dice.randint(0, 5))]
        name = compare(bytes(data), cuts)
        seen[name] = seen.get(name, 0) + 1
        accepted += bool(ours(bytes(data), [])[0])
    # The comparison would be empty if most were refused.
    assert accepted > 3000
    assert seen[""] > 3000


@pytest.mark.parametrize("data", WHOLE)
def test_every_single_byte_may_come_alone(data: bytes) -> None:
    mine, status = ours(data * 3, list(range(len(data) * 3)))
    assert (len(mine), status) == (3, 0)


def test_nothing_of_a_discarded_request_is_kept() -> None:
    parser = RequestParser(EdgeLimits(), lambda method, path: 100)
    assert parser.feed(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n1234") is None
    assert parser.incomplete is not None
    parser.discard()
    assert not parser.size
    forgotten = parser.incomplete is None
    assert forgotten
