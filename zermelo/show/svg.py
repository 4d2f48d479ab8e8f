"""A scene as SVG: MAX △, MIN ▽, chance ○, terminals □; pruned branches dashed, with a cut mark.

In the lecture's style MAX is a square and MIN a circle, see `node_form`.

Every node and every edge is a group with ``data-i``, the number of its item. The classes of the
groups (``ahead``, ``now``, ``pruned``, ``best``) say how it looks at present. A page that steps
through a film changes classes and words, nothing else.
"""

from __future__ import annotations

from dataclasses import replace

from zermelo.show import small
from zermelo.show.escape import escape_xml
from zermelo.show.layout import tidy
from zermelo.show.node_form import LONGEST_INSIDE, list_legend
from zermelo.show.scene import MORE, Scene, SceneItem
from zermelo.show.svg_node import (
    SIZE,
    SMALL_CHARACTER,
    WORDS_AT,
    DrawnNode,
    draw_words,
    write_action,
)

LEVEL = 84.0
"""The distance between two plies."""

LONGEST_LABEL = LONGEST_INSIDE
"""A longer label does not fit into a node."""

LINE = 15.0
"""The height of a line of the legend."""

GAP = 14.0
MARGIN = 24.0

STYLE = (
    ".z{font:13px system-ui,'DejaVu Sans',sans-serif;fill:#1b1f24}"
    ".z .s{fill:#fff;stroke:#1b1f24;stroke-width:1.4}\n"
    ".z .e{stroke:#1b1f24;stroke-width:1.2;fill:none}.z .edge.best .e{stroke-width:3.4}\n"
    ".z .pruned .s,.z .pruned .e{stroke-dasharray:4 4;stroke:#6b7280}"
    ".z .pruned text{fill:#57606a}\n"
    ".z .deeper .s{fill:#dbeafe}.z .deeper .e{stroke:#1d4ed8;stroke-width:1.8}\n"
    ".z .cut{stroke:#b42318;stroke-width:1.6}.z .a{font-size:11px;fill:#4b5563}"
    ".z .w{font-size:10.5px;fill:#1d4ed8}.z .l{font-size:11.5px;fill:#9a3412}\n"
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
    ".z .w{fill:#93b4ff}.z .l{fill:#fdba74}.z .pruned .s,.z .pruned .e{stroke:#8b949e}"
    ".z .pruned text{fill:#a7b0bb}.z .cut{stroke:#ff8f85}\n"
    ".z .deeper .s{fill:#1e3a5f}.z .deeper .e{stroke:#93b4ff}\n"
    ".z .now .s{fill:#6b4f00}.z .h{stroke:#0d1117}}\n" + small.STYLE
)


def svg(scene: Scene) -> str:
    """Return the picture as one SVG text.

    >>> from zermelo import search, tree
    >>> from zermelo.show.trace_scene import trace_scene
    >>> result = search.alphabeta(tree.figure("two-ply"), trace=True)
    >>> picture = svg(trace_scene(result.trace))
    >>> picture.count("polygon"), picture.count('class="cut"')
    (4, 1)
    """
    nodes, width, height = _lay_out(scene)
    legend = _write_legend(scene, width)
    height += LINE * len(legend)
    width = max([width, *(MARGIN + SMALL_CHARACTER * len(line) for line in legend)])
    parts = [_open_svg(width, height, scene.title)]
    for node in nodes:
        for child in node.item.children:
            edge = _draw_edge(node, nodes[child]) + _draw_cut(node, nodes, child)
            parts.append(_group("edge", child, nodes[child].item, edge))
    parts += [_group("node", i, node.item, node.draw()) for i, node in enumerate(nodes)]
    for i, line in enumerate(reversed(legend)):
        parts.append(draw_words(line, MARGIN, height - 10 - LINE * i, "a", "start"))
    return "\n".join([*parts, "</svg>"])


def _write_legend(scene: Scene, width: float) -> list[str]:
    """Return the lines of the legend, if the picture has more than the usual signs."""
    has_more = any(
        item.is_estimate or item.is_secondary or item.shape == MORE for item in scene.items
    )
    if not has_more and scene.style == "triangles":
        return []
    many = any(item.mover for item in scene.items)
    lines = [""]
    for part in list_legend(scene.items, scene.style, many, scene.unit):
        longer = f"{lines[-1]} · {part}" if lines[-1] else part
        fits = SMALL_CHARACTER * len(longer) < width - MARGIN
        lines = [*lines[:-1], longer] if fits or not lines[-1] else [*lines, part]
    return lines


def _open_svg(width: float, height: float, title: str) -> str:
    size = f'viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" height="{height:.0f}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="z" role="img" {size}>'
        f"<title>{escape_xml(title)}</title><style>{STYLE}</style>"
    )


def _lay_out(scene: Scene) -> tuple[list[DrawnNode], float, float]:
    """Return the nodes at their places, and the size of the picture."""
    nodes = [DrawnNode(item, scene.style) for item in scene.items]
    widths = [node.width for node in nodes]
    xs = tidy(scene.children, widths, GAP)
    left = min((x - w / 2 for x, w in zip(xs, widths, strict=True)), default=0.0)
    tallest = max((node.half[1] for node in nodes), default=SIZE)
    extra = 14 if any(item.passed for item in scene.items) else 0
    level = LEVEL + extra + 2 * (tallest - SIZE)
    places = [
        replace(node, x=x - left + MARGIN, y=MARGIN + tallest + ply * level)
        for node, x, ply in zip(nodes, xs, _find_plies(scene), strict=True)
    ]
    width = max((at.x + w / 2 for at, w in zip(places, widths, strict=True)), default=0.0) + MARGIN
    bottom = max((at.y for at in places), default=0.0) + tallest + 30 + MARGIN
    return places, width, bottom


def _group(kind: str, i: int, item: SceneItem, content: str) -> str:
    looks = (
        ("ahead", item.is_ahead),
        ("given", item.is_given and kind == "node"),
        ("deeper", item.is_secondary),
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


# ---------------------------------------------------------------------- edges


def _draw_edge(above: DrawnNode, below: DrawnNode) -> str:
    item = below.item
    if MORE in (item.shape, above.item.shape):
        return ""
    x, start, to_x, end = above.x, above.y + above.half[1], below.x, below.y - below.half[1]
    at_x, at_y = x + (to_x - x) * WORDS_AT, start + (end - start) * WORDS_AT
    parts = [
        _draw_line("e", x, start, to_x, end),
        _draw_words_on_edge(write_action(item, below.style), at_x, at_y + 4, "a"),
        _draw_words_on_edge(item.passed, at_x, at_y + 17, "w"),
    ]
    return "".join(parts)


def _draw_words_on_edge(text: str, x: float, y: float, kind: str) -> str:
    """Return words that may cross a line: with a rim in the colour of the ground."""
    return draw_words(text, x, y, f"{kind} h") if text else ""


def _draw_line(kind: str, x: float, y: float, to_x: float, to_y: float) -> str:
    return f'<line class="{kind}" x1="{x:.1f}" y1="{y:.1f}" x2="{to_x:.1f}" y2="{to_y:.1f}"/>'


def _draw_cut(above: DrawnNode, nodes: list[DrawnNode], child: int) -> str:
    """Return the mark of a cut, if it begins at this edge: two strokes across all pruned edges."""
    if not nodes[child].item.is_cut or above.item.shape == MORE:
        return ""
    pruned = [nodes[i] for i in above.item.children if nodes[i].item.is_pruned]
    first, last = _find_direction(above, pruned[0]), _find_direction(above, pruned[-1])
    strokes = (_write_stroke(above, first, last, share) for share in (0.26, 0.34))
    return f'<path class="cut" d="{"".join(strokes)}"/>'


def _find_direction(above: DrawnNode, below: DrawnNode) -> tuple[float, float]:
    """Return how far the edge to a node goes across and down."""
    return below.x - above.x, below.y - below.half[1] - above.y - above.half[1]


def _write_stroke(
    above: DrawnNode, first: tuple[float, float], last: tuple[float, float], share: float
) -> str:
    """Return a line across the edges from the first to the last, some way down, and beyond them."""
    ends = []
    for (across, down), sign in ((first, -1), (last, 1)):
        length = (across**2 + down**2) ** 0.5 or 1.0
        out_x, out_y = sign * 7 * down / length, -sign * 7 * across / length
        x, y = above.x + across * share, above.y + above.half[1] + down * share
        ends.append(f"{x + out_x:.1f} {y + out_y:.1f}")
    return f"M{ends[0]}L{ends[1]}"
