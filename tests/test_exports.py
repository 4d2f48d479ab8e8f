"""Hostile names through every format that the package writes: they stay text."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Browser, expect
from visits import Visit, needs_browser

from zermelo import search
from zermelo.board import Board
from zermelo.formal import formalise
from zermelo.formal.formula import formulate
from zermelo.search.policy_table import tabulate_policy
from zermelo.search.registry import prepare
from zermelo.show.beamer import beamer
from zermelo.show.board_svg import board_svg
from zermelo.show.draw import write
from zermelo.show.film_maker import film
from zermelo.show.latex import tikz
from zermelo.show.latex_table import write_table
from zermelo.show.latex_text import escape_text, write_math, write_name
from zermelo.show.markup import dot, mermaid
from zermelo.show.scene import Scene
from zermelo.show.stage_sheet import paint_stages, sheet
from zermelo.show.stepper import html
from zermelo.show.svg import svg
from zermelo.show.trace_scene import trace_scene
from zermelo.trace import Trace
from zermelo.tree import Tree

HOSTILE = (
    *("\\input{x}", "\\", "%", "$x$", "#", "#35;", "&", "&lt;", "_", "^", "~", "{", "}", "|", "`"),
    *("<!--", "-->", "</script>", "<script>", "<img src=x onerror=a()>", "]]>", "${x}", "<b>", "'"),
    *(
        '"',
        '"`x`"',
        "a\u2028b",
        "a\nb",
        "\x00",
        "\x1b[1m",
        "é ą ½ 王",
        "1. x",
        "1) x",
        "- x",
        "**x",
    ),
    *("%%{init: x}%%", "style:#f;", ";", "[", "]", "(", "--", "''", "end", "=1+1", "a,b", "\ud800"),
    "**x",
)
"""Names that mean something in LaTeX, HTML, XML, JavaScript, JSON, Graphviz, Mermaid or CSV."""

CLEAN = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]+")


def make_tree(names: Sequence[str] = HOSTILE) -> Tree:
    """A tree in which nodes, states and unknown payoffs have hostile names."""
    pairs = list(enumerate(zip(names, reversed(names), strict=True)))
    leaves: list[Any] = [{"name": name, "state": other, "value": i} for i, (name, other) in pairs]
    leaves += [{"name": name, "value": f"?{name}"} for name in names]
    inner = [
        {"name": names[i // 6], "children": leaves[i : i + 6]} for i in range(0, len(leaves), 6)
    ]
    return Tree({"root": {"name": "<root>", "children": inner}, "names": ["<x>", "\\y"]})


def list_leaves(names: Sequence[str]) -> list[dict[str, Any]]:
    return [{"name": name, "value": i} for i, name in enumerate(names)]


def make_team_tree() -> Tree:
    """Three players with hostile names, which stand beside the nodes."""
    leaves = [{"name": name, "value": [1, 2, 3]} for name in HOSTILE[:4]]
    inner = [{"children": [{"children": leaves}]}]
    return Tree({"root": inner, "players": 3, "names": ["\\input{x}", "<b>", "_&%"]})


def trace(game: Tree) -> Trace:
    made = search.minimax(game, trace=True) if game.players == 2 else search.maxn(game, trace=True)
    assert made.trace is not None
    return made.trace


TREES: dict[str, Callable[[], Tree]] = {"tree": make_tree, "team": make_team_tree}
STYLES: Any = ("triangles", "lecture")


@pytest.fixture(params=[(tree, style) for tree in TREES for style in STYLES], ids="-".join)
def drawn(request: pytest.FixtureRequest) -> Scene:
    tree, style = request.param
    return trace_scene(trace(TREES[tree]()), style=style)


def read_svg(picture: str) -> str:
    """All words of an SVG, which must be XML."""
    return "\n".join(ElementTree.fromstring(picture).itertext())


def test_svg_is_xml_with_all_names(drawn: Scene) -> None:
    words = read_svg(svg(drawn))
    for item in drawn.items:
        for name in (item.label, item.mover):
            shown = re.sub("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff]", "\ufffd", name)
            assert shown in words, name


def test_stages_and_boards_are_xml() -> None:
    words = read_svg(sheet(paint_stages(trace(Tree([list_leaves(HOSTILE[:30]), [1, 2]])))))
    assert "\\input{x} = 0" in words and "<!--" in words
    labels = {"row_labels": ("</text>",), "column_labels": ("]]>", "", "")}
    board = Board(1, 3, ("<b>", "\x00", "&"), **labels)
    assert {"<b>", "&", "</text>", "]]>"} <= set(read_svg(board_svg(board, "<!--")).split("\n"))


def test_dot_strings_hold_the_names(drawn: Scene) -> None:
    text = dot(drawn)
    string = r'"((?:[^"\\]|\\.)*)"'
    rest = re.sub(string, '""', text, flags=re.S)
    allowed = r'digraph "" {|}|  node \[.*;|  n\d+( -> n\d+)? \[[\w=, ."]*\];'
    assert all(re.fullmatch(allowed, line) for line in rest.split("\n"))
    labels = [parts.split("\\n") for parts in re.findall(rf"label={string}", text, flags=re.S)]
    shown = {unescape_dot(word) for words in labels for word in words}
    assert {clean(item.label) for item in drawn.items} - {""} <= shown


def unescape_dot(text: str) -> str:
    assert not re.search(r'(?<!\\)(\\\\)*"', text)
    return re.sub(r"\\(.)", r"\1", text).replace("&amp;", "&")


def clean(name: str) -> str:
    return CLEAN.sub(" ", name).replace("\ud800", "\ufffd")


@pytest.mark.skipif(shutil.which("dot") is None, reason="there is no Graphviz")
def test_graphviz_reads_dot(drawn: Scene) -> None:
    done = subprocess.run(["dot", "-Tsvg"], input=dot(drawn).encode(), capture_output=True)
    assert done.returncode == 0 and not done.stderr
    assert "<root>" in read_svg(done.stdout.decode()) or drawn.items[0].mover


def test_mermaid_labels_hold_the_names(drawn: Scene) -> None:
    lines = mermaid(drawn).split("\n")
    quoted = r'"([^"]*)"'
    link = rf"n\d+ (?:-- {quoted} ---|== {quoted} ==>|-\. {quoted} \.-|---|==>|-\.-|~~~) n\d+"
    styled = r"(?:classDef|class|linkStyle) [\w ,:#.-]+"
    shown = set()
    for line in lines[1:]:
        found = re.fullmatch(rf"  (?:n\d+[^\w\s\"]+{quoted}[^\w\s\"]+|{link}|{styled})", line)
        assert found, line
        label = next((text for text in found.groups() if text), "")
        assert not re.search(r"[<>&`{}%*\\;:]", re.sub(r"#\d+;", "", label)), label
        shown.add(unescape_mermaid(label))
    for item in drawn.items:
        assert any(clean(item.label).strip() in label for label in shown), item.label


def unescape_mermaid(text: str) -> str:
    return re.sub(r"#(\d+);", lambda code: chr(int(code[1])), text)


def test_json_and_csv_hold_the_names(tmp_path: Path) -> None:
    game = Tree({"root": [{"name": name, "children": [1]} for name in HOSTILE]})
    table = tabulate_policy(game)
    rows = list(csv.reader(io.StringIO(table.to_csv(), newline="")))
    assert [row[0] for row in rows[1:]] == [row.state for row in table.rows]
    assert {row[0] for row in rows} >= {name for name in HOSTILE if "\n" not in name}
    recorded = trace(make_tree())
    assert Trace.from_json(recorded.to_json()) == recorded
    target = write(trace_scene(recorded), tmp_path / "x.svg")
    assert "<root>" in read_svg(target.read_text(encoding="utf-8"))


# ---------------------------------------------------------------------- the page in one file


@needs_browser
@pytest.mark.parametrize("name", TREES)
def test_the_page_shows_the_names(browser: Browser, tmp_path: Path, name: str) -> None:
    path = tmp_path / "x.html"
    path.write_text(html(film(trace(TREES[name]()))), encoding="utf-8")
    visit = Visit(browser, path.as_uri())
    dialogs: list[Any] = []
    visit.page.on("dialog", lambda dialog: dialogs.append(dialog))
    visit.press("End")
    picture = visit.page.locator(".stage svg")
    expect(picture).to_contain_text("\\input{x}")
    assert visit.page.locator("img, script:not([type])").count() == 0
    assert visit.page.evaluate("document.getElementById('data').textContent.length") > 1000
    assert not dialogs and visit.errors == []
    visit.context.close()


def test_data_of_a_page_cannot_end_its_script() -> None:
    text = html(film(trace(make_tree())))
    data = text.partition('id="data">')[2].partition("</script>")[0]
    assert "<" not in data and "\u2028" not in data
    assert json.loads(data)["labels"][0][0] == "<root>"


# ---------------------------------------------------------------------- LaTeX

ESCAPED = {
    "\\input{x}": "\\textbackslash{}input\\{x\\}",
    "50% & $#_^~|": "50\\% \\& \\$\\#\\_\\textasciicircum{}\\textasciitilde{}$|$",
    "a--b''": "a-{}-b'{}'",
    "a\n\n\x00b`": "a b\\textasciigrave{}",
    "王ą": "??",
}


@pytest.mark.parametrize("text", ESCAPED)
def test_latex_escapes(text: str) -> None:
    assert escape_text(text) == ESCAPED[text]


SAFE_COMMANDS = (
    r"\\(?:textbackslash|textasciicircum|textasciitilde|textasciigrave|backslash|hat|sim|mbox"
    r"|frac\d\d|[#_%&${}])(?:\{\}| )?"
)


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("write", [escape_text, write_math, write_name])
def test_nothing_of_a_name_acts_in_latex(write: Callable[[str], str], name: str) -> None:
    rest = re.sub(SAFE_COMMANDS, "", write(name))
    rest = re.sub(r"\$[<>|]?\$|\{é\}|^\$(.*)\$$", r"\1", rest)
    assert not re.search(r"[\\%&#_^~$\x00-\x1f]", rest)


LATEX: dict[str, Callable[[], str]] = {
    "tikz": lambda: tikz(trace_scene(trace(make_tree()))),
    "lecture": lambda: tikz(trace_scene(trace(make_tree(HOSTILE[:20])), style="lecture")),
    "team": lambda: tikz(trace_scene(trace(make_team_tree()))),
    "beamer": lambda: beamer(film(trace(make_team_tree()))),
    "table3": lambda: write_table(stacked("minimax-stack", list_leaves(HOSTILE[:12])), "table3"),
    "nested": lambda: write_table(stacked("alphabeta-hard", list_leaves(HOSTILE)), "nested"),
    "formal": lambda: make_article(formalise(Tree(list_leaves(HOSTILE))).to_latex()),
    "formula": lambda: make_article(formulate(Tree([list(HOSTILE[:30]), [2, 3]])).to_latex()),
}


def stacked(algorithm: str, leaves: list[dict[str, Any]]) -> Trace:
    made = prepare(algorithm, {})(Tree([leaves, [1, 2]]), trace=True)
    assert made.trace is not None
    return made.trace


def make_article(body: str) -> str:
    begin = "\\documentclass{article}\n\\usepackage{amsmath,amssymb}\n\\begin{document}\n"
    return f"{begin}{body}\n\\end{{document}}"


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="there is no pdflatex")
@pytest.mark.parametrize("name", LATEX)
def test_pdflatex_reads_the_names_as_text(name: str, tmp_path: Path) -> None:
    (tmp_path / "x.tex").write_text(LATEX[name](), encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "x.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True)
    assert done.returncode == 0, done.stdout[-2000:]
    if shutil.which("pdftotext"):
        subprocess.run(["pdftotext", "-raw", "x.pdf", "x.txt"], cwd=tmp_path, check=True)
        assert "input{x}" in (tmp_path / "x.txt").read_text(encoding="utf-8").replace(" ", "")
