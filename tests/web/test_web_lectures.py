"""The lectures over HTTP: all items, and one compared with the notes."""

from __future__ import annotations

import pytest
from server import Served, ask

from zermelo.lectures import ENTRIES, SOURCES


def test_all_items_are_listed() -> None:
    found = ask("lectures")
    assert [one["name"] for one in found["sources"]] == list(SOURCES)
    assert [one["id"] for one in found["entries"]] == list(ENTRIES)
    table = next(one for one in found["entries"] if one["id"] == "greenwald/table-8")
    assert table["link"] == "#/lab?game=tree:nim-2-2&algorithm=alphabeta-hard"
    assert "checks" not in table


def test_one_item_is_compared_with_the_notes(served: Served) -> None:
    found = served.post("lectures", id="greenwald/table-8").json()
    assert all(one["agrees"] for one in found["checks"])
    pruned = next(one for one in found["checks"] if one["about"] == "pruned nodes")
    assert pruned["expected"] == pruned["computed"] == "F, H, J, L, O"
    refused = served.post("lectures", id="greenwald/tabel-8")
    assert refused.status_code == 422
    assert "nearest: greenwald/table-8" in refused.json()["error"]["message"]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_picture_of_an_item_is_drawn_for_the_page(served: Served, theme: str) -> None:
    found = served.client.get(f"/api/v1/lectures/greenwald/figure-3.svg?theme={theme}")
    assert found.status_code == 200
    assert found.headers["content-type"].startswith("image/svg+xml")
    assert "style-src 'unsafe-inline'" in found.headers["content-security-policy"]
    assert "prefers-color-scheme" not in found.text
    assert (".z{fill:#e6e8eb}" in found.text) == (theme == "dark")


def test_an_item_without_a_picture_is_refused(served: Served) -> None:
    address = "/api/v1/lectures/greenwald/table-material.svg"
    assert served.client.get(address).status_code == 422
    assert served.client.get(f"{address}?theme=red").status_code in (400, 422)
    assert served.client.get("/api/v1/lectures/greenwald/no.svg").status_code == 422
