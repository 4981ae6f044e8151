"""Markdown as blocks for the PDF template: headings, paragraphs, lists, tables, pictures, bold, italic and code."""

from __future__ import annotations

import re
from typing import Any, Final

Block = dict[str, Any]
"""One of heading, para, list, table and picture, with runs of text, or break: `---` begins the next column."""
_PICTURE: Final = re.compile(r"!\[(.*)\]\((\d+)\)")
_ITEM: Final = re.compile(r"(- |\d+\. )(.*)")
_RUN: Final = re.compile(r"\*\*(.+?)\*\*|\*(.+?)\*|`(.+?)`|\[(.+?)\]\(.*?\)")


def runs(text: str) -> list[list[str]]:
    """Return a text as pairs of a style (plain, bold, italic, code) and words."""
    found: list[list[str]] = []
    end = 0
    for match in _RUN.finditer(text):
        if match.start() > end:
            found.append(["plain", text[end : match.start()]])
        bold, italic, code, link = match.groups()
        found.append(["bold", bold] if bold else ["italic", italic] if italic else ["code", code] if code else ["plain", link])
        end = match.end()
    if end < len(text):
        found.append(["plain", text[end:]])
    return found


def blocks(markdown: str) -> tuple[Block, ...]:
    """Return the blocks of a text."""
    found: list[Block] = []
    for chunk in re.split(r"\n\s*\n", markdown.strip()):
        found += _chunk(chunk.splitlines())
    return tuple(found)


def _chunk(lines: list[str]) -> list[Block]:
    """Return the blocks of lines without a blank one among them."""
    found: list[Block] = []
    for line in lines:
        head = re.match(r"(#+) (.*)", line)
        picture = _PICTURE.fullmatch(line.strip())
        item = _ITEM.match(line.lstrip()) if not line.startswith("    ") else None
        if line.strip() == "---":
            found.append({"kind": "break"})
        elif head:
            found.append({"kind": "heading", "level": len(head[1]), "runs": runs(head[2])})
        elif picture:
            found.append({"kind": "picture", "number": int(picture[2]), "runs": runs(picture[1])})
        elif line.startswith("|"):
            _add_row(found, line)
        elif item:
            ordered = item[1] != "- "
            if not found or found[-1]["kind"] != "list" or found[-1]["ordered"] != ordered:
                found.append({"kind": "list", "ordered": ordered, "items": []})
            found[-1]["items"].append(item[2])
        elif found and found[-1]["kind"] == "list":
            found[-1]["items"][-1] += f" {line.strip()}"
        elif found and found[-1]["kind"] == "para":
            found[-1]["runs"] += f" {line.strip()}"
        else:
            found.append({"kind": "para", "runs": line.strip()})
    for block in found:
        if block["kind"] == "list":
            block["items"] = [runs(item) for item in block["items"]]
        elif block["kind"] == "para":
            block["runs"] = runs(block["runs"])
    return found


def _add_row(found: list[Block], line: str) -> None:
    cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
    if all(re.fullmatch(r":?-+:?", cell) for cell in cells):
        return
    if not found or found[-1]["kind"] != "table":
        found.append({"kind": "table", "rows": []})
    found[-1]["rows"].append([runs(cell) for cell in cells])
