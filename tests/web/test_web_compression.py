"""Compression and caching of answers."""

from __future__ import annotations

import gzip

import pytest
from server import Served

PATHS = ["/main.js", "/base.css", "/show/stepper.js", "/show/tree.css", "/"]


def fetch(served: Served, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    """An answer with its body as it came over the wire."""
    names = {name.replace("_", "-"): value for name, value in headers.items()}
    with served.client.stream("GET", path, headers=names) as answer:
        return answer.status_code, dict(answer.headers), b"".join(answer.iter_raw())


@pytest.mark.parametrize("path", PATHS)
def test_a_file_is_compressed_and_not_sent_twice(served: Served, path: str) -> None:
    plain = fetch(served, path, accept_encoding="identity")
    small = fetch(served, path, accept_encoding="gzip, br")
    assert "content-encoding" not in plain[1] and small[1]["content-encoding"] == "gzip"
    assert gzip.decompress(small[2]) == plain[2] and len(small[2]) < len(plain[2]) * 0.6
    assert int(small[1]["content-length"]) == len(small[2])
    assert small[1]["vary"] == "Accept-Encoding" and small[1]["cache-control"] == "no-cache"
    etag = small[1]["etag"]
    assert etag.startswith('W/"') and etag == plain[1]["etag"]
    again = fetch(served, path, accept_encoding="gzip", if_none_match=etag)
    assert (again[0], again[2], again[1]["etag"]) == (304, b"", etag)
    assert fetch(served, path, if_none_match='W/"other"')[0] == 200


def test_answers_of_the_api_are_compressed_each_time(served: Served) -> None:
    for _ in range(2):  # the catalogue is one answer for all
        status, headers, body = fetch(served, "/api/v1/catalogue", accept_encoding="gzip")
        assert (status, headers["content-encoding"]) == (200, "gzip")
        assert gzip.decompress(body).startswith(b"{")
    plain = fetch(served, "/api/v1/catalogue", accept_encoding="gzip;q=0")
    assert "content-encoding" not in plain[1] and plain[2].startswith(b"{")


def test_a_short_answer_and_an_error_are_sent_as_they_are(served: Served) -> None:
    status, headers, body = fetch(served, "/nothing", accept_encoding="gzip")
    assert status == 404 and "content-encoding" not in headers and b"error" in body
    head = served.client.head("/main.js", headers={"accept-encoding": "gzip"})
    assert head.status_code == 200 and head.content == b""
