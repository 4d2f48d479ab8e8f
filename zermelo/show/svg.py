"""A scene as SVG: MAX △, MIN ▽, chance ○, terminals □; pruned branches dashed, with a cut mark.

Every node and every edge is a group with ``data-i``, the number of its item. The classes of the
groups (``ahead``, ``now``, ``pruned``, ``best``) say how it looks at present. A page that steps
through a film changes classes and words, nothing else.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from zermelo.show import small
from zermelo.show.layout import tidy
from zermelo.show.scene import CHANCE_NODE, LEAF, MAX, MIN, Scene, SceneItem

SIZE = 17.0
"""Half the height of a node."""

LEVEL = 84.0
"""The distance between two plies."""

LONGEST_LABEL = 3
"""A longer label does not fit into a node."""

GAP = 14.0
MARGIN = 24.0

CHARACTER = 7.2
BOLD_CHARACTER, BOLD_NARROW = 8.4, 5.2
SMALL_CHARACTER = 6.3
"""About the width of a character of the text, for keeping words apart."""

WORDS_AT = 0.62
"""Where on an edge its words stand, as a share of its length."""

STYLE = (
    ".z{font:13px system-ui,'DejaVu Sans',sans-serif;fill:#1b1f24}"
    ".z .s{fill:#fff;stroke:#1b1f24;stroke-width:1.4}\n"
    ".z .e{stroke:#1b1f24;stroke-width:1.2;fill:none}.z .edge.best .e{stroke-width:3.4}\n"
    ".z .pruned .s,.z .pruned .e{stroke-dasharray:4 4;stroke:#6b7280}"
    ".z .pruned text{fill:#57606a}\n"
    ".z .cut{stroke:#b42318;stroke-width:1.6}.z .a{font-size:11px;fill:#4b5563}"
    ".z .w{font-size:10.5px;fill:#1d4ed8}\n"
    ".z .now .s{fill:#fde68a;stroke-width:2.6}.z .n{font-weight:600}\n"
    ".z .h{stroke:#fff;stroke-width:4;stroke-linejoin:round;paint-order:stroke}\n"
    ".z .ahead{opacity:.25}.z .ahead .cut,.z .ahead text{visibility:hidden}\n"
    ".z .ahead .s,.z .ahead .e{stroke-dasharray:none}\n"
    '.z .node[data-i="0"].ahead{opacity:1}'
    '.z .node[data-i="0"].ahead :is(.p,text:not(.v,.w)){visibility:visible}\n'
    ".z .ahead.given{opacity:1}.z .ahead.given .s{opacity:.25}"
    ".z .ahead.given .v{visibility:visible;opacity:.65}\n"
    "@media(prefers-color-scheme:dark){.z{fill:#e6e8eb}.z .s{fill:#1b1f24;stroke:#e6e8eb}"
    ".z .e{stroke:#e6e8eb}.z .a{fill:#a7b0bb}\n"
    ".z .w{fill:#93b4ff}.z .pruned .s,.z .pruned .e{stroke:#8b949e}"
    ".z .pruned text{fill:#a7b0bb}.z .cut{stroke:#ff8f85}\n"
    ".z .now .s{fill:#6b4f00}.z .h{stroke:#0d1117}}\n" + small.STYLE
)


@dataclass(frozen=True)
class _Layout:
    """Where the items stand, and the size of the picture."""

    xs: list[float]
    ys: list[float]
    width: float
    height: float


def svg(scene: Scene) -> str:
    """Return the picture as one SVG text.

    >>> from zermelo import search, tree
    >>> from zermelo.show import scene
    >>> picture = svg(scene.scene(search.alphabeta(tree.figure("two-ply"), trace=True).trace))
    >>> picture.count("polygon"), picture.count('class="cut"')
    (4, 4)
    """
    layout = _lay_out(scene)
    parts = [_open_svg(layout.width, layout.height, scene.title)]
    places = list(zip(layout.xs, layout.ys, strict=True))
    for i, item in enumerate(scene.items):
        for child in item.children:
            below = scene.items[child]
            edge = _draw_edge(below, _measure_half(item)[1], *places[i], *places[child])
            parts.append(_group("edge", child, below, edge))
    for i, (item, place) in enumerate(zip(scene.items, places, strict=True)):
        parts.append(_group("node", i, item, _draw_node(item, *place)))
    return "\n".join([*parts, "</svg>"])


def _open_svg(width: float, height: float, title: str) -> str:
    size = f'viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" height="{height:.0f}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="z" role="img" {size}>'
        f"<title>{escape(title)}</title><style>{STYLE}</style>"
    )


def _lay_out(scene: Scene) -> _Layout:
    items = scene.items
    widths = [_measure_width(item) for item in items]
    xs = tidy(scene.children, widths, GAP)
    left = min((x - w / 2 for x, w in zip(xs, widths, strict=True)), default=0.0)
    xs = [x - left + MARGIN for x in xs]
    tallest = max((_measure_half(item)[1] for item in items), default=SIZE)
    extra = 14 if any(item.passed for item in items) else 0
    level = LEVEL + extra + 2 * (tallest - SIZE)
    ys = [MARGIN + tallest + ply * level for ply in _find_plies(scene)]
    width = max((x + w / 2 for x, w in zip(xs, widths, strict=True)), default=0.0) + MARGIN
    return _Layout(xs, ys, width, max(ys, default=0.0) + tallest + 30 + MARGIN)


def _group(kind: str, i: int, item: SceneItem, content: str) -> str:
    looks = (
        ("ahead", item.is_ahead),
        ("given", item.is_given and kind == "node"),
        ("now", item.is_current),
        ("pruned", item.is_pruned and not item.is_ahead),  # the film does not know it yet
        ("best", item.is_best),
    )
    classes = " ".join([kind, *(name for name, on in looks if on)])
    return f'<g class="{classes}" data-i="{i}">{content}</g>'


def _find_plies(scene: Scene) -> list[int]:
    plies = [0] * len(scene.items)
    for i, item in enumerate(scene.items):
        for child in item.children:
            plies[child] = plies[i] + 1
    return plies


# ---------------------------------------------------------------------- sizes


def _measure_half(item: SceneItem) -> tuple[float, float]:
    """Return half the width and half the height of a node's shape, or of its board."""
    if item.board is not None:
        width, height = small.size(item.board)
        return width / 2, height / 2
    if item.shape == LEAF:
        longest = max(item.value or _shorten(item.label), item.room, key=len)
        return max(SIZE - 3, _measure_bold(longest) / 2 + 5), SIZE
    return SIZE, SIZE


def _measure_bold(text: str) -> float:
    return sum(BOLD_NARROW if sign in ".,() " else BOLD_CHARACTER for sign in text)


def _measure_width(item: SceneItem) -> float:
    """Return the room that a node needs.

    It is the width of its shape with the words beside it, counted on both sides to keep it in the
    middle, of the words under it, or of those on its edge.
    """
    is_leaf = item.shape == LEAF
    later = item.room if item.board is not None or not is_leaf else ""
    words = () if is_leaf else (item.value, item.window, later, item.mover)
    beside = CHARACTER * max(map(len, words), default=0)
    below = [*(word for _, word in _list_words_under(item)), later if is_leaf else ""]
    under = CHARACTER * max(map(len, below))
    longest = max(len(item.probability or item.action), len(item.passed))
    on_edge = SMALL_CHARACTER * longest / WORDS_AT
    shape = 2 * max(_measure_half(item)[0], SIZE) + 4
    return max(shape + (2 * beside + 8 if beside else 0.0), under, on_edge)


def _shorten(label: str) -> str:
    """Return a label that fits into a node; the empty string for a longer one."""
    return label if len(label) <= LONGEST_LABEL else ""


# ---------------------------------------------------------------------- words


def _list_words_beside(item: SceneItem) -> list[tuple[str, str]]:
    """Return the words at the right of an inner node, each with its class: value and window."""
    return [("n v", item.value), ("w", item.window)] if item.shape != LEAF else []


def _list_words_under(item: SceneItem) -> list[tuple[str, str]]:
    """Return the words below a node, each with its class.

    A leaf has its label, or the value of its board, and its window; every node has the number
    of nodes that are not drawn.
    """
    not_drawn = [("a", item.note), ("a", f"+{item.folded:,} nodes" if item.folded else "")]
    if item.shape != LEAF:
        return not_drawn
    known = ("a", _shorten(item.label) if item.value else "")
    if item.board is not None:
        known = ("n v", item.value)
    return [known, ("w", item.window), *not_drawn]


def _draw_words(text: str, x: float, y: float, kind: str, anchor: str = "middle") -> str:
    place = f'text-anchor="{anchor}" x="{x:.1f}" y="{y:.1f}"'
    return f'<text class="{kind}" {place}>{escape(text)}</text>'


def _list_words_on_edge(text: str, x: float, y: float, kind: str) -> str:
    """Return words that may cross a line: with a rim in the colour of the ground."""
    return _draw_words(text, x, y, f"{kind} h") if text else ""


# ---------------------------------------------------------------------- edges


def _draw_edge(item: SceneItem, above: float, x: float, y: float, to_x: float, to_y: float) -> str:
    start, end = y + above, to_y - _measure_half(item)[1]
    at_x, at_y = x + (to_x - x) * WORDS_AT, start + (end - start) * WORDS_AT
    parts = [
        _draw_line("e", x, start, to_x, end),
        _cut_mark(x, start, to_x, end) if item.is_cut else "",
        _list_words_on_edge(item.probability or item.action, at_x, at_y + 4, "a"),
        _list_words_on_edge(item.passed, at_x, at_y + 17, "w"),
    ]
    return "".join(parts)


def _draw_line(kind: str, x: float, y: float, to_x: float, to_y: float) -> str:
    return f'<line class="{kind}" x1="{x:.1f}" y1="{y:.1f}" x2="{to_x:.1f}" y2="{to_y:.1f}"/>'


def _cut_mark(x: float, y: float, to_x: float, to_y: float) -> str:
    """Return two short strokes across an edge."""
    length = ((to_x - x) ** 2 + (to_y - y) ** 2) ** 0.5 or 1.0
    along, down = 7 * (to_x - x) / length, 7 * (to_y - y) / length
    marks = ""
    for share in (0.26, 0.34):
        mid_x, mid_y = x + (to_x - x) * share, y + (to_y - y) * share
        marks += _draw_line("cut", mid_x - down, mid_y + along, mid_x + down, mid_y - along)
    return marks


# ---------------------------------------------------------------------- nodes


def _draw_node(item: SceneItem, x: float, y: float) -> str:
    half_width, half_height = _measure_half(item)
    parts = [_draw_board(item, x, y) if item.board else _draw_labelled_shape(item, x, y)]
    lift = 0 if item.shape == MAX or item.board else 6
    for i, (kind, word) in enumerate(_list_words_beside(item)):
        if word or item.room:
            at = y + 5 + 14 * i - lift
            parts.append(_draw_words(word, x + half_width + 7, at, f"{kind} h", "start"))
    if item.mover and item.board is None:
        parts.append(_draw_words(item.mover, x - half_width - 5, y + 4, "a h", "end"))
    fills = item.board is not None and item.room != ""  # empty words are filled later in a film
    under = [
        (kind, word) for kind, word in _list_words_under(item) if word or (fills and kind != "a")
    ]
    for i, (kind, word) in enumerate(under):
        parts.append(_draw_words(word, x, y + half_height + 13 + 13 * i, f"{kind} h"))
    return "".join(parts)


def _draw_labelled_shape(item: SceneItem, x: float, y: float) -> str:
    is_leaf = item.shape == LEAF
    inside = (item.value if is_leaf else "") or _shorten(item.label)
    middle = y + {LEAF: 5, CHANCE_NODE: 5, MAX: 10, MIN: 0}[item.shape]
    kind = "n v" if is_leaf and item.value else "n"
    return _draw_shape(item, x, y) + (_draw_words(inside, x, middle, kind) if inside else "")


def _draw_board(item: SceneItem, x: float, y: float) -> str:
    """Return a small position instead of a shape.

    A little triangle at its corner shows the mover, with a name if there are more than two players.
    """
    assert item.board is not None
    half_width, half_height = _measure_half(item)
    left, top = x - half_width, y - half_height
    sign = {MAX: "△", MIN: "▽", CHANCE_NODE: "○"}.get(item.shape, "")
    mover = _draw_words(sign, left - 9, top + 8, "a")
    if item.mover:
        mover = _draw_words(f"{item.mover} {sign}", left - 4, top + 8, "a", "end")
    return small.svg(item.board, left, top) + mover


def _draw_shape(item: SceneItem, x: float, y: float) -> str:
    if item.shape == CHANCE_NODE:
        return f'<circle class="s" cx="{x:.1f}" cy="{y:.1f}" r="{SIZE:.1f}"/>'
    if item.shape == LEAF:
        half = _measure_half(item)[0]
        corner = f'x="{x - half:.1f}" y="{y - SIZE + 3:.1f}"'
        size = f'width="{2 * half:.1f}" height="{2 * SIZE - 6:.1f}"'
        return f'<rect class="s" {corner} {size} rx="2"/>'
    up, wide = (SIZE if item.shape == MAX else -SIZE), SIZE * 1.15
    corners = ((x, y - up), (x + wide, y + up), (x - wide, y + up))
    points = " ".join(f"{a:.1f},{b:.1f}" for a, b in corners)
    return f'<polygon class="s" points="{points}"/>'
