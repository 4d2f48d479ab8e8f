"""The glossary as the page gets it: the file of the docs, row by row."""

from __future__ import annotations

import re

from server import Served
from studios import ROOT

from zermelo.web.glossary import list_names, read_glossary


def test_every_row_of_the_glossary_is_served(served: Served) -> None:
    text = (ROOT / "docs" / "glossary.md").read_text(encoding="utf-8").split("## Sources")[0]
    rows = [line for line in text.splitlines() if re.match(r"\| [^|-]", line)]
    terms = [row.split(" | ")[0].strip("| ").replace("\\", "") for row in rows]
    answer = served.client.get("/api/v1/glossary")
    assert [one["term"] for one in answer.json()] == [term for term in terms if term != "term"]
    assert all(one["names"] and one["meaning"] and one["section"] for one in answer.json())
    again = served.client.get("/api/v1/glossary", headers={"if-none-match": answer.headers["etag"]})
    assert again.status_code == 304


def test_a_name_has_one_meaning_outside_of_the_code() -> None:
    names = [
        name.lower()
        for one in read_glossary()
        if one["section"] != "The house"
        for name in one["names"]
    ]
    assert [name for name in sorted(set(names)) if names.count(name) > 1] == ["singular extension"]


def test_brackets_hold_other_names_or_say_of_what() -> None:
    assert list_names("window (α, β)") == ["window", "α", "β"]
    assert list_names("singular extension (of an engine)") == ["singular extension"]
    assert list_names("memory O(bm)") == ["memory O(bm)"]
