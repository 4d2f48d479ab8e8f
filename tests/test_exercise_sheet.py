"""Sheets of exercises: well-formed, every node named, the solution kept apart."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from exercises import WISHES

from zermelo import tree
from zermelo.errors import BadLimit
from zermelo.formatting import format_number
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.teach import (
    Exercise,
    make_exercise,
    sheet,
    sheet_latex,
)
from zermelo.teach.question import write_exercise, write_solution

# ---------------------------------------------------------------------- sheets


def words_of(xml: str) -> list[str]:
    """The texts in a sheet, without its styles and its title."""
    texts = []
    for element in ElementTree.fromstring(xml).iter():
        kind = element.tag.rpartition("}")[2]
        if kind not in ("style", "title"):
            texts += [
                part.strip() for part in (element.text, element.tail) if part and part.strip()
            ]
    return texts


def as_xml(html: str) -> str:
    """The page as XML: everything in it is closed but the metas."""
    body = re.sub(r"<meta[^>]*>", "", html.replace("<!doctype html>\n", ""))
    return body.replace("&nbsp;", " ")


@pytest.mark.parametrize("wish", WISHES, ids=str)
def test_sheets_are_well_formed_name_every_node_and_keep_the_solution_to_themselves(
    wish: dict[str, Any],
) -> None:
    made = make_exercise(5, **wish)
    leaves = [
        made.tree.payoffs(i)[0] for i, node in enumerate(made.tree.nodes) if not node.children
    ]
    for blank, full in (
        (sheet.make_svg_sheet(made), sheet.make_svg_sheet(made, solution=True)),
        (
            as_xml(sheet.make_html_sheet([made])),
            as_xml(sheet.make_html_sheet([made], solution=True)),
        ),
    ):
        texts = words_of(blank)
        assert set(made.labels) <= set(texts)
        assert not any(
            mark in blank for mark in ('class="cut"', "edge pruned", "edge best", "Solution")
        )
        bare = [text for text in texts if re.fullmatch(r"−?[\d.]+", text)]
        assert (
            len(bare) == 0
            if made.tree.players > 2
            else sorted({*bare}) == sorted({format_number(x) for x in leaves})
        )
        shown = words_of(full)
        assert all(visit.text in shown for visit in made.visits.values())
        assert f"Action: {made.best_action}" in shown
        assert ('class="cut"' in full) == (
            "edge pruned" in full
        ) == made.search.prunes and "edge best" in full
    tex = sheet_latex.make_tex_sheet([made])
    assert (
        "pruned" not in tex.partition(r"\begin{forest}")[2].replace("pruned branch", "")
        and ", best" not in tex
    )
    assert tex.count("{") == tex.count("}") and tex.count(r"\begin{forest}") == 1
    assert all(re.search(rf"\${label}\b", tex) for label in made.labels)
    assert sheet_latex.make_tex_sheet([made], solution=True).count(r"\begin{forest}") == 2


def test_a_page_for_each_exercise(tmp_path: Path) -> None:
    many = [make_exercise(seed) for seed in range(3)]
    page = sheet.write(many, tmp_path / "many.html", solution=True).read_text(encoding="utf-8")
    assert (
        page.count("<section") == 6
        and "<script" not in page
        and "http" not in page.replace("http://www.w3.org/2000/svg", "")
    )
    assert "prefers-color-scheme" not in page  # paper is light
    for name, said in (
        ("many.svg", "holds one exercise"),
        ("many.json", "holds one exercise"),
        ("many.doc", "a sheet ends in"),
    ):
        with pytest.raises(BadLimit, match=said):
            sheet.write(many, tmp_path / name)
    with pytest.raises(BadLimit, match="No such file"):
        sheet.write(many, tmp_path / "nowhere" / "many.html")


def test_estimates_of_an_unrolled_game_are_marked() -> None:
    """At the depth limit a leaf has an estimate; an end has its payoff."""
    game = TicTacToe()
    late = game.after(["b2", "a1", "c3", "b1", "c1", "a3"])
    lines = write_exercise(Exercise.of(game, s=late, depth=1)).splitlines()
    leaves = [line.rpartition("  ")[2] for line in lines if "□" in line]
    open_lines = [game.evaluate(game.result(late, a), 0) for a in game.actions(late)][:2]
    assert leaves == [*(f"≈ {x:.6g}" for x in open_lines), "1"] and open_lines == [1 / 9, 2 / 9]
    assert lines[-1].startswith("(≈: an estimate")
    whole = write_exercise(Exercise.of(game, s=late))
    assert "≈" not in whole


def test_the_solution_of_a_chance_tree_shows_each_mean(tmp_path: Path) -> None:
    exercise = Exercise.of(tree.figure("expectimax"))
    assert write_solution(exercise).splitlines()[-4:] == [
        "B = ⅓·3 + ⅓·12 + ⅓·9 = 8",
        "C = ⅓·2 + ⅓·4 + ⅓·6 = 4",
        "D = ⅓·15 + ⅓·6 + ⅓·0 = 7",
        "Action: a1",
    ]
    assert "⅓·15 + ⅓·6 + ⅓·0 = 7" in sheet.make_svg_sheet(exercise, solution=True)
    page = sheet.make_sheet([exercise], ".tex", solution=True)
    assert r"D = $\frac13$$\cdot$15 + " in page and "⅓" not in page


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="needs pdflatex")
def test_latex_reads_a_sheet(tmp_path: Path) -> None:
    many = [
        make_exercise(1, branching=3),
        make_exercise(1, chance=True),
        make_exercise(1, players=3),
        make_exercise(1, algorithm="alphabeta-hard"),
    ]
    sheet.write(many, tmp_path / "x.tex", solution=True)
    done = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "x.tex"],
        cwd=tmp_path,
        capture_output=True,
    )
    assert done.returncode == 0, done.stdout[-2000:]
    assert b"(8 pages" in done.stdout
