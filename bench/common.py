"""What every benchmark needs.

A stopwatch, tables for people and for programs, and a word on progress.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from importlib.metadata import version
from typing import Any, TypeVar

T = TypeVar("T")

Row = dict[str, Any]


@dataclass
class Section:
    """One table of a report.

    Its columns as (key, heading, format), its rows by key, and what must be said of them.
    """

    title: str
    columns: tuple[tuple[str, str, str], ...]
    rows: list[Row]
    notes: list[str] = field(default_factory=list)

    def to_dict(self) -> dict[str, Any]:
        """The section for a program."""
        return {"title": self.title, "rows": self.rows, "notes": self.notes}

    def __str__(self) -> str:
        cells = [[heading for _, heading, _ in self.columns]]
        cells += [[format(row[key], style) for key, _, style in self.columns] for row in self.rows]
        widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
        lines = ["  ".join(_aligned(line, widths)).rstrip() for line in cells]
        return (
            "\n".join([self.title, "", *indented(lines), "", *indented(self.notes)]).rstrip() + "\n"
        )


def _aligned(line: list[str], widths: list[int]) -> list[str]:
    """The first cell to the left, numbers to the right."""
    return [
        line[0].ljust(widths[0]),
        *(cell.rjust(width) for cell, width in zip(line[1:], widths[1:], strict=True)),
    ]


def indented(lines: list[str]) -> list[str]:
    """Lines under a title."""
    return [f"  {line}" for line in lines]


def best(job: Callable[[], T], runs: int = 1, seconds: float = 0.5) -> tuple[T, float]:
    """What a job returns and its shortest time.

    A short job is repeated until it has run for `seconds` in all.
    """
    times: list[float] = []
    while len(times) < runs or sum(times) < seconds:
        began = time.perf_counter()
        value = job()
        times.append(time.perf_counter() - began)
    return value, min(times)


def progress(text: str) -> None:
    """Say on stderr what is being done."""
    print(f"… {text}", file=sys.stderr, flush=True)


def system() -> dict[str, Any]:
    """What the times depend on."""
    return {
        "zermelo": version("zermelo"),
        "python": platform.python_version(),
        "numba": version("numba"),
        "machine": f"{platform.system()} {platform.machine()}",
        "cpus": os.cpu_count(),
    }


def main(about: str, sections: Callable[[bool], Iterable[Section]]) -> None:
    """Measure, and print the report, section by section, or its JSON."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--quick", action="store_true", help="smaller searches, less exact times")
    parser.add_argument("--json", action="store_true", help="print JSON")
    options = parser.parse_args()
    if options.json:
        print(
            json.dumps(
                {
                    "system": system(),
                    "sections": [section.to_dict() for section in sections(options.quick)],
                },
                indent=2,
            )
        )
        return
    print(", ".join(f"{name} {what}" for name, what in system().items()), end="\n\n")
    for section in sections(options.quick):
        print(section, flush=True)
