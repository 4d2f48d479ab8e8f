"""Any text as each format of pictures and pages writes it: the name of a node stays text.

For LaTeX see `latex_text`.
"""

from __future__ import annotations

import json
import re
from html import escape
from typing import Any

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML cannot hold, not even escaped: control characters and lone surrogates."""

_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]+")

_IN_SCRIPT = re.compile("[<>&\u2028\u2029\ud800-\udfff]")
"""What could end a script or begin a comment in it, and what a file cannot hold."""

_MERMAID_SPECIAL = re.compile(
    r"^\s*[+-](?=\s)|(?<=^\d)\)"  # lists of Markdown
    r"|(?<!\d)\.|\.(?!\d)|(?<!\w)-|-(?!\w)"
    r"""|["#$%&*:;<>@\\^_`{|}~!]"""
)
"""Signs of Mermaid, of HTML or of Markdown, which Mermaid reads in labels."""


def escape_xml(text: str) -> str:
    """Return a text for SVG and HTML, between tags or in an attribute.

    >>> escape_xml("a < b & <!-- \\x00")
    'a &lt; b &amp; &lt;!-- \ufffd'
    """
    return escape(_NOT_XML.sub("\ufffd", text))


def encode_script(data: Any) -> str:
    """Return data as JSON for an element `script` of a page.

    >>> print(encode_script(["</script>", "<!--"]))
    ["\\u003c/script\\u003e", "\\u003c!--"]
    """
    text = json.dumps(data, ensure_ascii=False)
    return _IN_SCRIPT.sub(lambda sign: f"\\u{ord(sign[0]):04x}", text)


def escape_dot(text: str) -> str:
    r"""Return a text for a quoted string of Graphviz, which also reads the entities of HTML.

    >>> print(escape_dot('say "\\N" &lt;'))
    say \"\\N\" &amp;lt;
    """
    clean = _CONTROL.sub(" ", escape_surrogates(text))
    return clean.replace("\\", "\\\\").replace('"', '\\"').replace("&", "&amp;")


def escape_mermaid(text: str) -> str:
    """Return a text for a quoted label of Mermaid: special signs as their numbers.

    >>> escape_mermaid('<b> "x" (2,1) −0.5'), escape_mermaid("1. a-b")
    ('#60;b#62; #34;x#34; (2,1) −0.5', '1#46; a-b')
    """
    clean = _CONTROL.sub(" ", escape_surrogates(text))
    return _MERMAID_SPECIAL.sub(lambda part: "".join(map(_number_sign, part[0])), clean)


def _number_sign(sign: str) -> str:
    return sign if sign.isspace() else f"#{ord(sign)};"


def escape_surrogates(text: str) -> str:
    """Return a text that a file can hold: a lone surrogate, half a character, becomes �."""
    return re.sub("[\ud800-\udfff]", "\ufffd", text)
