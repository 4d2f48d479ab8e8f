"""The file of a tuning: one line of JSON for everything that was done.

A line is written when its work is done. After a kill the same call reads what is there, and goes on
behind it; a line that was not finished is removed.
"""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

from zermelo.errors import BadRecord

Content = dict[str, Any]


class Journal:
    """What was done, by kind and number."""

    def __init__(self, path: Path | None, header: Content) -> None:
        self.path, self.entries = path, dict[tuple[str, int], Content]()
        if path is not None:
            self._open(path, header)

    def _open(self, path: Path, header: Content) -> None:
        """Read the file, or begin it."""
        if not path.exists() or path.stat().st_size == 0:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(header) + "\n", encoding="utf-8")
            return
        self._drop_unfinished(path)
        first, *lines = self._read(path) or [{}]
        if first != header:
            differ = sorted(
                k for k in header.keys() | first.keys() if header.get(k) != first.get(k)
            )
            raise BadRecord(
                f"{path} is of another tuning: {', '.join(differ)} differ; remove it, or name"
                " another file"
            )
        for line in lines:
            self.entries[line["kind"], line["number"]] = line["content"]

    def _read(self, path: Path) -> list[Any]:
        try:
            return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
        except (ValueError, KeyError, TypeError):
            raise BadRecord(f"{path} is not a file of a tuning: name another one") from None

    def _drop_unfinished(self, path: Path) -> None:
        """Cut off the last line if it has no end."""
        content = path.read_bytes()
        whole = content.rfind(b"\n") + 1
        if whole < len(content):
            os.truncate(path, whole)

    def get(self, kind: str, number: int) -> Content | None:
        """What was done, or None."""
        return self.entries.get((kind, number))

    def put(self, kind: str, number: int, content: Content) -> None:
        """Note what was done."""
        self.entries[kind, number] = content
        if self.path is not None:
            line = json.dumps({"kind": kind, "number": number, "content": content})
            with self.path.open("a", encoding="utf-8") as file:
                file.write(line + "\n")
