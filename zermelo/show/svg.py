"""A scene as SVG: MAX △, MIN ▽, chance ○, terminals □; pruned branches dashed, with a cut mark, and still drawn.

Every node and every edge is a group with ``data-i``, the number of its item; the classes of the groups (``ahead``, ``now``,
``pruned``, ``best``) say how it looks at present. A page that steps through a film changes classes and words, nothing else.
"""

from __future__ import annotations

from html import escape

from zermelo.show import small
from zermelo.show.layout import tidy
from zermelo.show.scene import CHANCE_NODE, LEAF, MAX, MIN, Item, Scene

SIZE = 17.0
"""Half the height of a node."""

LEVEL = 84.0
LONGEST_LABEL = 3
GAP = 14.0
MARGIN = 24.0
CHARACTER = 7.2
BOLD_CHARACTER, BOLD_NARROW = 8.4, 5.2
SMALL_CHARACTER = 6.3
"""About the width of a character of the text, for keeping words apart."""

WORDS_AT = 0.62
"""How far down an edge its words stand."""

STYLE = (
    """\
.z{font:13px system-ui,'DejaVu Sans',sans-serif;fill:#1b1f24}.z .s{fill:#fff;stroke:#1b1f24;stroke-width:1.4}
.z .e{stroke:#1b1f24;stroke-width:1.2;fill:none}.z .edge.best .e{stroke-width:3.4}
.z .pruned .s,.z .pruned .e{stroke-dasharray:4 4;stroke:#6b7280}.z .pruned text{fill:#57606a}
.z .cut{stroke:#b42318;stroke-width:1.6}.z .a{font-size:11px;fill:#4b5563}.z .w{font-size:10.5px;fill:#1d4ed8}
.z .now .s{fill:#fde68a;stroke-width:2.6}.z .n{font-weight:600}
.z .h{stroke:#fff;stroke-width:4;stroke-linejoin:round;paint-order:stroke}
.z .ahead{opacity:.25}.z .ahead .cut,.z .ahead text{visibility:hidden}
.z .ahead .s,.z .ahead .e{stroke-dasharray:none}
.z .node[data-i="0"].ahead{opacity:1}.z .node[data-i="0"].ahead :is(.p,text:not(.v,.w)){visibility:visible}
.z .ahead.given{opacity:1}.z .ahead.given .s{opacity:.25}.z .ahead.given .v{visibility:visible;opacity:.65}
@media(prefers-color-scheme:dark){.z{fill:#e6e8eb}.z .s{fill:#1b1f24;stroke:#e6e8eb}.z .e{stroke:#e6e8eb}.z .a{fill:#a7b0bb}
.z .w{fill:#93b4ff}.z .pruned .s,.z .pruned .e{stroke:#8b949e}.z .pruned text{fill:#a7b0bb}.z .cut{stroke:#ff8f85}
.z .now .s{fill:#6b4f00}.z .h{stroke:#0d1117}}
"""
    + small.STYLE
)


def svg(made: Scene) -> str:
    """The picture as one SVG text.

    >>> from zermelo import search, tree
    >>> from zermelo.show.scene import scene
    >>> picture = svg(scene(search.alphabeta(tree.figure("two-ply"), trace=True).trace))
    >>> picture.count("polygon"), picture.count('class="cut"')
    (4, 4)
    """
    widths = [_width(item) for item in made.items]
    xs = tidy(made.children, widths, GAP)
    left = min((x - w / 2 for x, w in zip(xs, widths, strict=True)), default=0.0)
    xs = [x - left + MARGIN for x in xs]
    plies = _plies(made)
    tallest = max((_half(item)[1] for item in made.items), default=SIZE)
    extra = 14 if any(item.passed for item in made.items) else 0
    ys = [MARGIN + tallest + ply * (LEVEL + extra + 2 * (tallest - SIZE)) for ply in plies]
    width = max((x + w / 2 for x, w in zip(xs, widths, strict=True)), default=0.0) + MARGIN
    height = max(ys, default=0.0) + tallest + 30 + MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="z" role="img" viewBox="0 0 {width:.0f} {height:.0f}" '
        f'width="{width:.0f}" height="{height:.0f}"><title>{escape(made.title)}</title><style>{STYLE}</style>'
    ]
    for i, item in enumerate(made.items):
        for child in item.children:
            drawn = _edge(made.items[child], _half(item)[1], xs[i], ys[i], xs[child], ys[child])
            parts.append(_group("edge", child, made.items[child], drawn))
    for i, (item, x, y) in enumerate(zip(made.items, xs, ys, strict=True)):
        parts.append(_group("node", i, item, _node(item, x, y)))
    return "\n".join([*parts, "</svg>"])


def _group(kind: str, i: int, item: Item, drawn: str) -> str:
    looks = (
        ("ahead", item.is_ahead),
        ("given", item.is_given and kind == "node"),
        ("now", item.is_current),
        ("pruned", item.is_pruned and not item.is_ahead),  # that it will be is not known yet
        ("best", item.is_best),
    )
    return f'<g class="{" ".join([kind, *(name for name, on in looks if on)])}" data-i="{i}">{drawn}</g>'


def _plies(made: Scene) -> list[int]:
    plies = [0] * len(made.items)
    for i, item in enumerate(made.items):
        for child in item.children:
            plies[child] = plies[i] + 1
    return plies


def _beside(item: Item) -> list[tuple[str, str]]:
    """The words at the right of an inner node, each with its class: its value and its window."""
    return [("n v", item.value), ("w", item.window)] if item.shape != LEAF else []


def _half(item: Item) -> tuple[float, float]:
    """Half the width and half the height of a node's shape, or of its board."""
    if item.board is not None:
        width, height = small.size(item.board)
        return width / 2, height / 2
    if item.shape == LEAF:
        return max(
            SIZE - 3, _bold_width(max(item.value or _short(item.label), item.room, key=len)) / 2 + 5
        ), SIZE
    return SIZE, SIZE


def _bold_width(text: str) -> float:
    return sum(BOLD_NARROW if sign in ".,() " else BOLD_CHARACTER for sign in text)


def _width(item: Item) -> float:
    """How much room a node needs: its shape, the words beside it (on both sides, to keep it in the middle) and under it."""
    is_leaf = item.shape == LEAF
    later = item.room if item.board is not None or not is_leaf else ""
    beside = (
        0.0
        if is_leaf
        else CHARACTER * max(len(word) for word in (item.value, item.window, later, item.mover))
    )
    under = CHARACTER * max(
        len(word) for word in (*(word for _, word in _under(item)), later if is_leaf else "")
    )
    on_edge = (
        SMALL_CHARACTER * max(len(item.probability or item.action), len(item.passed)) / WORDS_AT
    )
    return max(
        2 * max(_half(item)[0], SIZE) + 4 + (2 * beside + 8 if beside else 0.0), under, on_edge
    )


def _under(item: Item) -> list[tuple[str, str]]:
    """The words below a node, each with its class: of a leaf its label, or the value of its board, and its window; what is not drawn."""
    not_drawn = [("a", item.note), ("a", f"+{item.folded:,} nodes" if item.folded else "")]
    if item.shape != LEAF:
        return not_drawn
    known = (
        ("n v", item.value)
        if item.board is not None
        else ("a", _short(item.label) if item.value else "")
    )
    return [known, ("w", item.window), *not_drawn]


def _short(label: str) -> str:
    """A label that fits into a node; a whole position does not."""
    return label if len(label) <= LONGEST_LABEL else ""


def _edge(item: Item, above: float, x: float, y: float, to_x: float, to_y: float) -> str:
    start, end = y + above, to_y - _half(item)[1]
    line = _line("e", x, start, to_x, end)
    words = item.probability or item.action
    at_x, at_y = x + (to_x - x) * WORDS_AT, start + (end - start) * WORDS_AT
    mark = _cut_mark(x, start, to_x, end) if item.is_cut else ""
    return (
        line
        + mark
        + _outside(words, at_x, at_y + 4, "a")
        + _outside(item.passed, at_x, at_y + 17, "w")
    )


def _line(kind: str, x: float, y: float, to_x: float, to_y: float) -> str:
    return f'<line class="{kind}" x1="{x:.1f}" y1="{y:.1f}" x2="{to_x:.1f}" y2="{to_y:.1f}"/>'


def _cut_mark(x: float, y: float, to_x: float, to_y: float) -> str:
    """Two short strokes across an edge."""
    length = ((to_x - x) ** 2 + (to_y - y) ** 2) ** 0.5 or 1.0
    along, down = (to_x - x) / length, (to_y - y) / length
    marks = ""
    for share in (0.26, 0.34):
        mid_x, mid_y = x + (to_x - x) * share, y + (to_y - y) * share
        marks += _line(
            "cut", mid_x - 7 * down, mid_y + 7 * along, mid_x + 7 * down, mid_y - 7 * along
        )
    return marks


def _node(item: Item, x: float, y: float) -> str:
    half_width, half_height = _half(item)
    parts = [_board(item, x, y) if item.board else _labelled_shape(item, x, y)]
    lift = 0 if item.shape == MAX or item.board else 6
    for line, (kind, word) in enumerate(_beside(item)):
        if word or item.room:
            parts.append(
                _words(word, x + half_width + 7, y + 5 + 14 * line - lift, f"{kind} h", "start")
            )
    if item.mover and item.board is None:
        parts.append(_words(item.mover, x - half_width - 5, y + 4, "a h", "end"))
    is_filled_later = item.board is not None and item.room != ""
    shown = [
        (kind, word) for kind, word in _under(item) if word or (is_filled_later and kind != "a")
    ]
    for line, (kind, word) in enumerate(shown):
        parts.append(_words(word, x, y + half_height + 13 + 13 * line, f"{kind} h"))
    return "".join(parts)


def _labelled_shape(item: Item, x: float, y: float) -> str:
    inside = (item.value or _short(item.label)) if item.shape == LEAF else _short(item.label)
    middle = y + (5 if item.shape in (LEAF, CHANCE_NODE) else 10 if item.shape == MAX else 0)
    kind = "n v" if item.shape == LEAF and item.value else "n"
    return _shape(item, x, y) + (_words(inside, x, middle, kind) if inside else "")


def _board(item: Item, x: float, y: float) -> str:
    """A small position in place of a shape; who moves is said by a little triangle at its corner, and a name if there are many."""
    assert item.board is not None
    half_width, half_height = _half(item)
    left, top = x - half_width, y - half_height
    sign = {MAX: "△", MIN: "▽", CHANCE_NODE: "○"}.get(item.shape, "")
    who = (
        _words(f"{item.mover} {sign}", left - 4, top + 8, "a", "end")
        if item.mover
        else _words(sign, left - 9, top + 8, "a")
    )
    return small.svg(item.board, left, top) + who


def _outside(text: str, x: float, y: float, kind: str, anchor: str = "middle") -> str:
    """Words that may cross a line: with a rim in the colour of the ground."""
    return _words(text, x, y, f"{kind} h", anchor) if text else ""


def _words(text: str, x: float, y: float, kind: str, anchor: str = "middle") -> str:
    return (
        f'<text class="{kind}" text-anchor="{anchor}" x="{x:.1f}" y="{y:.1f}">{escape(text)}</text>'
    )


def _shape(item: Item, x: float, y: float) -> str:
    if item.shape == CHANCE_NODE:
        return f'<circle class="s" cx="{x:.1f}" cy="{y:.1f}" r="{SIZE:.1f}"/>'
    if item.shape == LEAF:
        half = _half(item)[0]
        return f'<rect class="s" x="{x - half:.1f}" y="{y - SIZE + 3:.1f}" width="{2 * half:.1f}" height="{2 * SIZE - 6:.1f}" rx="2"/>'
    up = 1 if item.shape == MAX else -1
    points = (
        (x, y - up * SIZE),
        (x + SIZE * 1.15, y + up * SIZE),
        (x - SIZE * 1.15, y + up * SIZE),
    )
    return f'<polygon class="s" points="{" ".join(f"{a:.1f},{b:.1f}" for a, b in points)}"/>'
