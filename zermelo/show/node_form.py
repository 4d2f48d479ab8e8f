"""How a node of a scene is drawn in each style: its form, the words in it, and its name.

==============  ==================================  ==========================================
                ``triangles`` (AIMA, CS 188)        ``lecture`` (Greenwald)
==============  ==================================  ==========================================
MAX, MIN        triangle up, triangle down          square, circle
chance          circle                              diamond
terminal        box with its payoff                 by whose turn it would be, payoff below;
                                                    the payoff alone if nothing says whose
estimate        box with round ends, ≈ and ?        as MAX or MIN, with ≈ and ?
in the node     its name, if that is short          its state, or its name
beside it       a longer name                       its name, if its state is in it
==============  ==================================  ==========================================
"""

from __future__ import annotations

from collections.abc import Iterable

from zermelo.show.scene import CHANCE_NODE, LEAF, MAX, MIN, MORE, SceneItem, Style

UP, DOWN, ROUND, BOX, PILL = "up", "down", "round", "box", "pill"
SQUARE, CIRCLE, DIAMOND, BARE, DOTS = "square", "circle", "diamond", "bare", "dots"
"""The forms: those of the triangles, those of the lecture; BARE is words alone, DOTS is …"""

FORMS = {
    "triangles": {MAX: UP, MIN: DOWN, CHANCE_NODE: ROUND, LEAF: BOX, MORE: DOTS},
    "lecture": {MAX: SQUARE, MIN: CIRCLE, CHANCE_NODE: DIAMOND, LEAF: BARE, MORE: DOTS},
}

SIGNS = {
    "triangles": {MAX: "△", MIN: "▽", CHANCE_NODE: "○", LEAF: "□"},
    "lecture": {MAX: "□", MIN: "○", CHANCE_NODE: "◇", LEAF: "·"},
}
"""The forms as characters, beside boards, in legends and in text."""

LONGEST_INSIDE = 3
"""A longer name does not fit into a triangle."""

LONGEST_NAME = 24
"""Of a longer name the beginning is written."""

MEANINGS = {MAX: "MAX", MIN: "MIN", CHANCE_NODE: "chance", LEAF: "a terminal"}

MANY_MEANING = "a player moves, who is named beside it"
"""What the form of MAX means with more than two players."""

ESTIMATE_LEGEND = "≈ with ? below: an estimate{unit}, the tree goes on"
MORE_LEGEND = "…: successors that are not drawn"
DEEPER = "…"
"""The note of a node below which the engine has searched more than is drawn."""

DEEPER_LEGEND = "… below a node: the engine looked deeper"
SECONDARY_LEGEND = "tinted, with a depth: a secondary search, beyond the depth limit"
TIMES_LEGEND = "×4: four symmetric successors, one drawn"


def choose_form(item: SceneItem, style: Style) -> str:
    """Return the form of a node, whatever stands in it.

    >>> choose_form(SceneItem("A", MIN), "triangles"), choose_form(SceneItem("A", MIN), "lecture")
    ('down', 'circle')
    """
    if style == "lecture" and item.shape == LEAF and item.turn:
        return FORMS[style][item.turn]
    is_pill = style == "triangles" and item.is_estimate
    return PILL if is_pill else FORMS[style][item.shape]


def choose_sign(item: SceneItem, style: Style) -> str:
    """Return the form as a character."""
    shape = item.turn if style == "lecture" and item.shape == LEAF and item.turn else item.shape
    return "…" if shape == MORE else SIGNS[style][shape]


def has_value_inside(item: SceneItem, style: Style) -> bool:
    """Return whether the value stands in the form: at a leaf without a board, or a bare one."""
    return (
        item.shape == LEAF
        and item.board is None
        and choose_form(item, style) in (BOX, PILL, BARE)
        and (item.value != "" or item.room != "")
    )


def has_value_below(item: SceneItem, style: Style) -> bool:
    """Return whether the value stands below: at a board or at a form that has the state inside."""
    return item.shape == LEAF and not has_value_inside(item, style)


def write_inside(item: SceneItem, style: Style) -> str:
    """Return the words in a node."""
    if item.shape == MORE:
        return item.label or "…"
    if item.board is not None:
        return ""
    if has_value_inside(item, style):
        return item.value
    if style == "lecture":
        return shorten(item.state or item.label)
    is_state = item.label.startswith("(")  # all of them stand beside, (7) as well as (6,1)
    return item.label if len(item.label) <= LONGEST_INSIDE and not is_state else ""


def write_name(item: SceneItem, style: Style) -> str:
    """Return the name that stands beside or below a node, if it is not in the node.

    A board shows the position, so that its name is written only if it is a letter of the lecture.
    """
    if item.shape == MORE:
        return ""
    if style == "lecture" and (item.state or item.board is not None):
        return item.label if item.state else ""
    if item.board is not None:
        return ""
    return (
        ""
        if item.label and write_inside(item, style) == shorten(item.label)
        else shorten(item.label)
    )


def shorten(name: str) -> str:
    """Return a name, or its beginning with … if it is very long.

    >>> shorten("left wing"), shorten("rnbqkbnr/pppppppp/8/8/8/8")
    ('left wing', 'rnbqkbnr/pppppppp/8/8/8…')
    """
    return name if len(name) <= LONGEST_NAME else name[: LONGEST_NAME - 1] + "…"


def list_legend(
    items: Iterable[SceneItem], style: Style, many: bool = False, unit: str = ""
) -> list[str]:
    """Return what each form in a picture means; `many` is for more than two players.

    `unit` is the unit of the estimates.

    >>> list_legend([SceneItem("A", MAX), SceneItem("B", MIN)], "lecture")
    ['□ MAX', '○ MIN']
    """
    items = list(items)
    shapes = {item.shape for item in items} | {item.turn for item in items}
    parts = [
        f"{SIGNS[style][shape]} {MANY_MEANING if many and shape == MAX else words}"
        for shape, words in MEANINGS.items()
        if shape in shapes and not (shape == LEAF and style == "lecture")
    ]
    more = (
        (
            ESTIMATE_LEGEND.format(unit=f" in {unit}" if unit else ""),
            any(item.is_estimate for item in items),
        ),
        (MORE_LEGEND, MORE in shapes),
        (DEEPER_LEGEND, any(item.note == DEEPER for item in items)),
        (SECONDARY_LEGEND, any(item.is_secondary for item in items)),
        (TIMES_LEGEND, any(item.times > 1 for item in items)),
    )
    return parts + [words for words, is_there in more if is_there]
