"""The lectures, item by item: what the notes print, and how it is shown and computed here.

=================  =============================================================================
`entry`            `LectureEntry`, one item of the notes; `LectureFact`, one number that they print
`greenwald`        A. Greenwald, Artificial Intelligence, Lecture 5
`aima`             the slides after AIMA, chapter 5
`cs188`            CS 188, Adversarial Search
`uw`               UW CSE 473, Notes 3
`printed`          the lecture's Tables 3, 6 and 8, line by line
`links`            links into the studio
`table`            all sources and entries; `find_entry` by name
`checking`         `check_entry` computes what an entry says, and compares
`pictures`         `draw_picture`: the picture of an entry as SVG
`markdown`         `docs/lectures.md`
=================  =============================================================================

>>> from zermelo.lectures import check_entry, find_entry
>>> for one in check_entry(find_entry("aima/figure-5-2")):
...     print(one)
ok  value of A: the notes say 3, computed 3
...
"""

from __future__ import annotations

from zermelo.lectures.checking import Comparison, check_entry
from zermelo.lectures.entry import LectureEntry, LectureFact, LectureSource
from zermelo.lectures.markdown import write_page
from zermelo.lectures.pictures import draw_picture, write_pictures
from zermelo.lectures.table import ENTRIES, SOURCES, find_entry, list_section, list_source

__all__ = [
    "ENTRIES",
    "SOURCES",
    "Comparison",
    "LectureEntry",
    "LectureFact",
    "LectureSource",
    "check_entry",
    "draw_picture",
    "find_entry",
    "list_section",
    "list_source",
    "write_page",
    "write_pictures",
]
"""The names for users."""
