"""Pictures for one theme: an SVG follows its reader's system, a page or a sheet may want another.

>>> drawing = "<style>.z{fill:#111}@media(prefers-color-scheme:dark){.z{fill:#eee}}</style>"
>>> fix_theme(drawing, "light"), fix_theme(drawing, "dark")
('<style>.z{fill:#111}</style>', '<style>.z{fill:#111}.z{fill:#eee}</style>')
"""

from __future__ import annotations

import re

THEMES = ("light", "dark")

_DARK = re.compile(r"@media\s*\(prefers-color-scheme:\s*dark\)\s*\{((?:[^{}]*\{[^{}]*\})*[^{}]*)\}")


def fix_theme(picture: str, theme: str) -> str:
    """Return an SVG that is light or dark whatever the system wants; any other theme leaves it."""
    if theme not in THEMES:
        return picture
    return _DARK.sub(r"\1" if theme == "dark" else "", picture)
