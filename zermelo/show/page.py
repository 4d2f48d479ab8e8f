"""A page in one file: self-contained, offline, without a framework.

It holds data, and a script that shows them.
"""

from __future__ import annotations

from typing import Any

from zermelo.show.escape import encode_script, escape_xml

PAGE = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy"
 content="default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<style>
{style}</style>
</head>
<body>
<main>
<h1>{title}</h1>
{body}
</main>
<script type="application/json" id="data">{data}</script>
<script type="module">
{script}
</script>
</body>
</html>
"""


def page(title: str, style: str, body: str, data: Any, script: str) -> str:
    """Return the page; its script finds the data in the element with the id ``data``.

    >>> page("1 < 2", "", "<p>so it is</p>", {"end": "</script>"}, "").count("</script>")
    2
    """
    parts = {"style": style, "body": body, "data": encode_script(data), "script": script}
    return PAGE.format(title=escape_xml(title), **parts)
