"""The text of a search is its pseudocode: listings against the published figures, line by line."""

from __future__ import annotations

import json
from typing import Any

import pytest

from zermelo import search, tree
from zermelo.search import registry
from zermelo.search.forms import CUT_ON_MORE, Edit, derive

WORDS = {
    "game.IS-TERMINAL(state)": "game.terminal(s)",
    "game.UTILITY(state, player)": "game.utility(s, me)",
    "game.ACTIONS(state)": "game.actions(s)",
    "game.RESULT(state, a)": "game.result(s, a)",
    "the state is a terminal state": "game.terminal(s)",
    "the state's utility": "game.utility(s, me)",
    "the next agent is MAX": "game.player(s) == me",
    "each successor of state": "a in game.actions(s)",
    "successor": "game.result(s, a)",
    "≥": ">=",
    "≤": "<=",
    "initialize v": "v",
}
"""How the figures say it, and how a game says it."""

CS_188_MINIMAX = {
    "value": """
if the state is a terminal state: return the state's utility
if the next agent is MAX: return max-value(state)
if the next agent is MIN: return min-value(state)
""",
    "max_value": """
initialize v = −∞
for each successor of state:
v = max(v, value(successor))
return v
""",
    "min_value": """
initialize v = +∞
for each successor of state:
v = min(v, value(successor))
return v
""",
}

CS_188_ALPHA_BETA = {
    "max_value": """
initialize v = −∞
for each successor of state:
v = max(v, value(successor, α, β))
if v ≥ β: return v
α = max(α, v)
return v
""",
    "min_value": """
initialize v = +∞
for each successor of state:
v = min(v, value(successor, α, β))
if v ≤ α: return v
β = min(β, v)
return v
""",
}

AIMA_5_7 = {  # 3rd edition; there MAX-VALUE calls MIN-VALUE itself, because players alternate
    "max_value": """
v ← −∞
for each a in ACTIONS(state) do
v ← MAX(v, MIN-VALUE(RESULT(s, a), α, β))
if v ≥ β then return v
α ← MAX(α, v)
return v
""",
    "min_value": """
v ← +∞
for each a in ACTIONS(state) do
v ← MIN(v, MAX-VALUE(RESULT(s, a), α, β))
if v ≤ α then return v
β ← MIN(β, v)
return v
""",
}

AIMA_4_MAX_VALUE = """
if game.IS-TERMINAL(state) then return game.UTILITY(state, player), null
v ← −∞
for each a in game.ACTIONS(state) do
v2, a2 ← MIN-VALUE(game, game.RESULT(state, a), α, β)
if v2 > v then
v, move ← v2, a
α ← MAX(α, v)
if v ≥ β then return v, move
return v, move
"""


def published(figure: str) -> list[str]:
    """The lines of a figure in the words of a game; an if with its return on one line is two."""
    for theirs, ours in WORDS.items():
        figure = figure.replace(theirs, ours)
    figure = figure.replace("+∞", "∞").replace("-value", "_value")
    lines: list[str] = []
    for line in figure.strip().splitlines():
        head, colon, rest = line.partition(": return ")
        lines += [f"{head}:", f"return {rest}"] if colon else [line]
    return lines


def listed(name: str, function: str, **options: Any) -> list[str]:
    """The lines of a listing without indentation; the game and the player are understood."""
    text = next(text for text in registry.list_texts(name, options) if text.name == function)
    return [
        line.strip().replace("game, s, me", "state").replace("game, ", "", 1).replace(", me", "")
        for line in text.lines[1:]
    ]


def same(name: str, function: str, figure: str) -> None:
    ours = [line.replace("(state, ", "(state, ") for line in listed(name, function)]
    theirs = [line.replace(", me", "") for line in published(figure)]
    assert ours == theirs


@pytest.mark.parametrize("function", CS_188_MINIMAX)
def test_minimax_is_the_slides_text(function: str) -> None:
    """The last case of `value` needs no question: who is not MAX is MIN."""
    figure = CS_188_MINIMAX[function]
    figure = figure.replace("if the next agent is MIN: ", "")
    same("minimax", function, figure)


@pytest.mark.parametrize("function", CS_188_ALPHA_BETA)
def test_alpha_beta_is_the_slides_text(function: str) -> None:
    same("alphabeta", function, CS_188_ALPHA_BETA[function])


@pytest.mark.parametrize("function", AIMA_5_7)
def test_alpha_beta_is_the_book_s_text(function: str) -> None:
    figure = AIMA_5_7[function].replace(" ← ", " = ").replace(" then return", ": return")
    figure = figure.replace("for each a in ACTIONS(state) do", "for a in game.actions(s):")
    for caller in ("MIN-VALUE(", "MAX-VALUE("):
        figure = figure.replace(f"{caller}RESULT(s, a)", "value(game.result(s, a)")
    same("alphabeta", function, figure.replace("MAX(", "max(").replace("MIN(", "min("))


def test_alpha_beta_has_each_line_of_the_book_s_4th_edition() -> None:
    """AIMA returns a move with each value and calls MIN-VALUE itself; our watch keeps the move, and
    `value` asks whose turn it is, because players need not alternate."""
    ours = listed("alphabeta", "value") + listed("alphabeta", "max_value")
    book = {
        "if game.IS-TERMINAL(state) then return game.UTILITY(state, player), null": (
            "if game.terminal(s):",
            "return game.utility(s)",
        ),
        "v ← −∞": ("v = −∞",),
        "for each a in game.ACTIONS(state) do": ("for a in game.actions(s):",),
        "v2, a2 ← MIN-VALUE(game, game.RESULT(state, a), α, β)": (
            "v = max(v, value(game.result(s, a), α, β))",
        ),
        "if v2 > v then": (),
        "v, move ← v2, a": (),
        "α ← MAX(α, v)": ("α = max(α, v)",),
        "if v ≥ β then return v, move": ("if v >= β:", "return v"),
        "return v, move": ("return v",),
    }
    assert AIMA_4_MAX_VALUE.strip().splitlines() == list(book)
    for lines in book.values():
        assert all(line in ours for line in lines), lines


def test_the_texts_hold_nothing_that_an_option_needs() -> None:
    for name in ("minimax", "alphabeta"):
        for text in registry.list_texts(name, {}):
            assert not any(word in str(text) for word in ("way", "bounds", "remember", "depth"))


def test_an_option_changes_only_its_own_lines() -> None:
    plain = [line for text in registry.list_texts("alphabeta", {}) for line in text.lines]
    strict = registry.list_texts("alphabeta", {"rule": ">"})
    changed = [
        (a.strip(), b.strip())
        for a, b in zip(plain, (x for t in strict for x in t.lines), strict=True)
        if a != b
    ]
    assert changed == [("if v >= β:", "if v > β:"), ("if v <= α:", "if v < α:")]


def test_an_edit_that_fits_no_line_is_refused() -> None:
    from zermelo.search.alphabeta import max_value

    with pytest.raises(ValueError, match="the text has no 'v == beta'"):
        derive((max_value,), (Edit("nonsense", (("v == beta", "v"),)),))
    assert derive((max_value,), ()) == (max_value,)
    with pytest.raises(ValueError, match="the text has no '<= alpha'"):
        derive((max_value,), (CUT_ON_MORE,))


@pytest.mark.parametrize("name", ["minimax-stack", "alphabeta-stack", "alphabeta-hard"])
def test_the_lecture_s_steps_are_numbered(name: str) -> None:
    text = "\n".join(map(str, registry.list_texts(name, {})))
    assert "# 1." in text and "# 2" in text and "# 3" in text


@pytest.mark.parametrize("name", search.names())
def test_the_command_prints_what_the_stepper_shows(call: Any, name: str) -> None:
    """The panel's listing of a search without options is that of the command."""
    options = {"depth": 2} if search.find(name).needs_depth else {}
    game = tree.Tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    if name == "expectimax-bounded":
        game = tree.Tree({"bounds": [0, 20], "children": [[3, 12, 8], [2, 4, 6]]})
    trace = search.find(name).run(game, trace=True, **options).trace
    code, out, _ = call("code", name, "--json")
    printed = json.loads(out)["functions"]
    assert code == 0 and printed
    for function, lines in trace.header["listing"].items():
        assert printed[function] == lines


def test_the_command_refuses_an_option_of_another_search(call: Any) -> None:
    code, out, err = call("code", "minimax", "--rule", ">")
    assert (code, out) == (2, "") and "rule goes with alphabeta" in err
