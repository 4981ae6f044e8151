"""docs/limits.md lists every limit with the defaults of both profiles."""

from __future__ import annotations

import re
from pathlib import Path

from bestagon.server.settings import profile_limits

PAGE = Path(__file__).resolve().parents[2] / "docs" / "limits.md"
ROW = re.compile(r"^\| `(\w+)` \| ([\d,.]+) \| ([\d,.]+) \| (.+) \|$", re.MULTILINE)


def test_the_page_lists_every_limit_with_its_defaults() -> None:
    small, large = profile_limits("small"), profile_limits("large")
    told = {name: (first, second) for name, first, second, _ in ROW.findall(PAGE.read_text(encoding="utf-8"))}
    assert told == {name: (f"{small[name]:,.10g}", f"{large[name]:,.10g}") for name in small}


def test_no_default_is_more_than_an_addresss_share() -> None:
    for profile in ("small", "large"):
        limits = profile_limits(profile)
        hourly = limits["all_tables"] * 60
        assert limits["address_tables"] <= limits["all_tables"] / 4 <= hourly / 4
        for address, total in (
            ("address_rate", "all_rate"),
            ("address_burst", "all_burst"),
            ("new_visitors", "all_visitors"),
            ("address_chat", "all_chat"),
            ("address_content", "all_content"),
            ("address_sockets", "max_sockets"),
            ("address_bytes", "max_bytes"),
            ("address_hints", "max_hints"),
            ("address_prints", "max_prints"),
            ("address_analyses", "max_analyses"),
            ("address_memory", "table_memory"),
        ):
            assert limits[address] <= limits[total] / 4, (profile, address)
