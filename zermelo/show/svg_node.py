"""One node of a scene as SVG: its form or its board, and the words in, beside and below it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from zermelo.show import small
from zermelo.show.escape import escape_xml
from zermelo.show.node_form import (
    BARE,
    BOX,
    CIRCLE,
    DIAMOND,
    DOTS,
    DOWN,
    LONGEST_NAME,
    PILL,
    ROUND,
    SQUARE,
    UP,
    choose_form,
    choose_sign,
    has_value_below,
    has_value_inside,
    write_inside,
    write_name,
)
from zermelo.show.scene import LEAF, MORE, SceneItem, Style

SIZE = 17.0
"""Half the height of a node."""

TALLEST = 24.0
"""Half the height of the largest square or circle; longer words make it wider only."""

CHARACTER = 7.2
BOLD_CHARACTER, BOLD_NARROW = 8.4, 5.2
SMALL_CHARACTER = 6.3
"""About the width of a character of the text, for keeping words apart."""

WORDS_AT = 0.62
"""Where on an edge its words stand, as a share of its length."""

Words = list[tuple[str, str]]
"""Words, each with its class: v a value, w a window, l a name, a another word; n is bold."""


@dataclass(frozen=True)
class DrawnNode:
    """A node of a scene in a style, with its middle at a place."""

    item: SceneItem
    style: Style
    x: float = 0.0
    y: float = 0.0

    # ------------------------------------------------------------------ what is written

    @cached_property
    def form(self) -> str:
        """The form of the node, if it has no board."""
        return choose_form(self.item, self.style)

    @property
    def beside(self) -> Words:
        """The words at the right of a node: value and window."""
        is_right = not (
            has_value_inside(self.item, self.style) or has_value_below(self.item, self.style)
        )
        if not is_right or self.item.shape == MORE:
            return []
        return [("n v", self.item.value), ("w", self.item.window)]

    @property
    def left(self) -> Words:
        """The words at the left of a node: its name, if not in or below it, and its mover."""
        name = "" if self._has_name_below else write_name(self.item, self.style)
        return [("l", name), ("a", "" if self.item.board else self.item.mover)]

    @property
    def under(self) -> Words:
        """The words below a node.

        A leaf has its name, or its value if its state is inside; an estimate has a question mark;
        every node has what is not drawn.
        """
        item = self.item
        words = [("n v", item.value)] if has_value_below(item, self.style) else []
        if self._has_name_below:
            words.append(("l", write_name(item, self.style)))
        if item.is_estimate:
            words.append(("a", "?"))
        return [*words, ("a", item.note), ("a", f"+{item.folded:,} nodes" if item.folded else "")]

    @property
    def _has_name_below(self) -> bool:
        return self.item.shape == LEAF and has_value_inside(self.item, self.style)

    # ------------------------------------------------------------------ sizes

    @cached_property
    def half(self) -> tuple[float, float]:
        """Half the width and half the height of the form, or of the board."""
        if self.item.board is not None:
            width, height = small.size(self.item.board)
            return width / 2, height / 2
        if self.form in (UP, DOWN, ROUND):
            return SIZE, SIZE
        words = write_inside(self.item, self.style)
        if has_value_inside(self.item, self.style):
            words = max(words, self.item.room, key=len)
        return self._fit(measure_bold(words) / 2)

    def _fit(self, needed: float) -> tuple[float, float]:
        """Return the half sizes of a form around words of half this width."""
        if self.form in (BOX, PILL, BARE, DOTS):
            return max(SIZE - 3, needed + (8 if self.form == PILL else 5)), SIZE
        room = {SQUARE: 5.0, CIRCLE: 6.0, DIAMOND: 12.0}[self.form]
        width = max(SIZE, needed + room)
        return width, min(width, TALLEST)

    @property
    def width(self) -> float:
        """The room that the node needs.

        It is the width of its form with the words beside it, counted on both sides to keep it in
        the middle, of the words under it, or of those on its edge.
        """
        item = self.item
        words = [word for _, word in (*self.beside, *self.left)] + ([item.room] * bool(self.beside))
        beside = CHARACTER * max(map(len, words), default=0)
        later = item.room if has_value_below(item, self.style) else ""
        under = CHARACTER * max(map(len, [*(word for _, word in self.under), later]))
        longest = max(len(write_action(item, self.style)), len(item.passed))
        on_edge = SMALL_CHARACTER * longest / WORDS_AT
        shape = 2 * max(self.half[0], SIZE if item.shape != MORE else 0.0) + 4
        return max(shape + (2 * beside + 8 if beside else 0.0), under, on_edge)

    # ------------------------------------------------------------------ drawing

    def draw(self) -> str:
        """Return the node as SVG."""
        return "".join(
            [
                self._draw_title(),
                self._draw_board() if self.item.board else self._draw_form(),
                *self._draw_beside(),
                *self._draw_left(),
                *self._draw_under(),
            ]
        )

    def _draw_title(self) -> str:
        """Return the whole name, which a page shows under the pointer, where it is shortened."""
        label = self.item.label
        return f"<title>{escape_xml(label)}</title>" if len(label) > LONGEST_NAME else ""

    def _draw_beside(self) -> list[str]:
        lift = 0 if self.form == UP or self.item.board else 6
        at = self.x + self.half[0] + 7
        return [
            draw_words(word, at, self.y + 5 + 14 * i - lift, f"{kind} h", "start")
            for i, (kind, word) in enumerate(self.beside)
            if word or self.item.room
        ]

    def _draw_left(self) -> list[str]:
        words = [(kind, word) for kind, word in self.left if word]
        is_high = self.style == "lecture" and self.item.board is None
        first = self.y + 4 - 13 * (len(words) - 1) - 8 * is_high
        at = self.x - self.half[0] - 5
        return [
            draw_words(word, at, first + 13 * i, f"{kind} h", "end")
            for i, (kind, word) in enumerate(words)
        ]

    def _draw_under(self) -> list[str]:
        below = self.y + self.half[1]
        is_filled = has_value_below(self.item, self.style) and self.item.room != ""
        under = [(kind, word) for kind, word in self.under if word or (is_filled and "v" in kind)]
        return [
            draw_words(word, self.x, below + 13 + 13 * i, f"{kind} h")
            for i, (kind, word) in enumerate(under)
        ]

    def _draw_form(self) -> str:
        inside = write_inside(self.item, self.style)
        middle = self.y + {UP: 10, DOWN: 0}.get(self.form, 5)
        kind = "n v" if has_value_inside(self.item, self.style) else "n"
        return _DRAW[self.form](self.x, self.y, *self.half) + (
            draw_words(inside, self.x, middle, kind) if inside or kind == "n v" else ""
        )

    def _draw_board(self) -> str:
        """Return a small position instead of a form.

        A sign at its corner shows the mover, with a name if there are more than two players.
        """
        board, item = self.item.board, self.item
        assert board is not None
        left, top = self.x - self.half[0], self.y - self.half[1]
        sign = "" if item.shape == LEAF else choose_sign(item, self.style)
        mover = draw_words(sign, left - 9, top + 8, "a")
        if item.mover:
            mover = draw_words(f"{item.mover} {sign}", left - 4, top + 8, "a", "end")
        return small.svg(board, left, top) + mover


def write_action(item: SceneItem, style: Style) -> str:
    """Return the words on the edge to a node: a probability, or an action.

    The depth of a secondary search follows. The lecture's figure names no actions.
    """
    words = item.probability or ("" if style == "lecture" else item.action)
    words = ", ".join(word for word in (words, item.reach) if word)
    return f"{words} ×{item.times}".strip() if item.times > 1 else words


def measure_bold(text: str) -> float:
    """Return about the width of a bold text."""
    return sum(BOLD_NARROW if sign in ".,() " else BOLD_CHARACTER for sign in text)


def draw_words(text: str, x: float, y: float, kind: str, anchor: str = "middle") -> str:
    """Return words at a place."""
    place = f'text-anchor="{anchor}" x="{x:.1f}" y="{y:.1f}"'
    return f'<text class="{kind}" {place}>{escape_xml(text)}</text>'


# ---------------------------------------------------------------------- forms


def _draw_triangle(up: float, x: float, y: float) -> str:
    wide = SIZE * 1.15
    corners = ((x, y - up), (x + wide, y + up), (x - wide, y + up))
    return _draw_polygon(*corners)


def _draw_polygon(*corners: tuple[float, float]) -> str:
    points = " ".join(f"{a:.1f},{b:.1f}" for a, b in corners)
    return f'<polygon class="s" points="{points}"/>'


def _draw_rectangle(x: float, y: float, half: float, high: float, round_: float) -> str:
    corner = f'x="{x - half:.1f}" y="{y - high:.1f}"'
    size = f'width="{2 * half:.1f}" height="{2 * high:.1f}"'
    return f'<rect class="s" {corner} {size} rx="{round_:g}"/>'


def _draw_ellipse(x: float, y: float, half: float, high: float) -> str:
    if half == high:
        return f'<circle class="s" cx="{x:.1f}" cy="{y:.1f}" r="{half:.1f}"/>'
    centre = f'cx="{x:.1f}" cy="{y:.1f}"'
    return f'<ellipse class="s" {centre} rx="{half:.1f}" ry="{high:.1f}"/>'


def _draw_pill(x: float, y: float, half: float, high: float) -> str:
    """Return a box with round ends."""
    return _draw_rectangle(x, y, half, SIZE - 3, SIZE - 3)


_DRAW: dict[str, Callable[[float, float, float, float], str]] = {
    UP: lambda x, y, half, high: _draw_triangle(SIZE, x, y),
    DOWN: lambda x, y, half, high: _draw_triangle(-SIZE, x, y),
    ROUND: _draw_ellipse,
    BOX: lambda x, y, half, high: _draw_rectangle(x, y, half, SIZE - 3, 2),
    PILL: _draw_pill,
    SQUARE: lambda x, y, half, high: _draw_rectangle(x, y, half, high, 0),
    CIRCLE: _draw_ellipse,
    DIAMOND: lambda x, y, half, high: _draw_polygon(
        (x, y - high), (x + half, y), (x, y + high), (x - half, y)
    ),
    BARE: lambda x, y, half, high: "",
    DOTS: lambda x, y, half, high: "",
}
