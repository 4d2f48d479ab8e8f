"""Every item of the lectures: its facts against the notes, its commands, its picture, its link."""

from __future__ import annotations

import ast
import json
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import Any
from urllib.parse import unquote_plus

import pytest

from zermelo.cli import run
from zermelo.lectures import (
    ENTRIES,
    SOURCES,
    check_entry,
    draw_picture,
    find_entry,
    list_source,
    write_page,
)
from zermelo.lectures.entry import KINDS, LectureEntry, LectureFact, derive_fact
from zermelo.lectures.links import STUDIO, VIEWS, read_link, route
from zermelo.lectures.pictures import list_pictures
from zermelo.lectures.printed import TABLE_3, TABLE_6, TABLE_8
from zermelo.pacman import scenes
from zermelo.pacman.demonstration import Demonstration
from zermelo.web.api import HANDLERS
from zermelo.web.game_registry import GameRegistry
from zermelo.web.request_fields import Fields

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tools"))

import graph  # noqa: E402

EACH = list(ENTRIES.values())
IDS = list(ENTRIES)
COMMANDS = sorted({command for entry in EACH for command in entry.commands})
PICTURES = sorted({entry.picture for entry in EACH if entry.picture})
LINKS = sorted({entry.link for entry in EACH if entry.link})
LAB = [link for link in LINKS if link.startswith("#/lab")]
GAMES = [link for link in LINKS if link.startswith(("#/play", "#/analyse"))]


@pytest.fixture(scope="module", autouse=True)
def play_every_scene_once() -> Iterator[None]:
    """Scenes are played by searches, the same each time; some take seconds."""
    played: dict[tuple[str, int, int], Demonstration] = {}

    def play_once(name: str, seed: int = 0, games: int = scenes.GAMES, *_: Any) -> Demonstration:
        key = (name, seed, games if name == "table" else 0)
        if key not in played:
            played[key] = play(name, seed, games)
        return played[key]

    play = scenes.play_scene
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(scenes, "play_scene", play_once)
        yield


# ---------------------------------------------------------------------- every entry


@pytest.mark.parametrize("entry", EACH, ids=IDS)
def test_what_comes_out_is_what_the_notes_say(entry: LectureEntry) -> None:
    assert entry.facts
    assert [str(one) for one in check_entry(entry) if not one.agrees] == []


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_runs(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(shlex.split(command)[1:]) == 0, capsys.readouterr().err
    assert len(capsys.readouterr().out.strip()) > 1


def test_every_command_can_be_typed_into_a_shell() -> None:
    """Literals are in quotes: no bracket, quote or star reaches the shell."""
    typed = [*COMMANDS, *PICTURES]
    for command in typed:
        plain = re.sub(r"""'[^']*'|"[^"]*\"""", "", command)
        assert re.fullmatch(r"[\w .,:=/-]+", plain), command
    shell = shutil.which("bash") or "sh"
    done = subprocess.run([shell, "-n"], input="\n".join(typed), text=True, capture_output=True)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("command", PICTURES)
def test_every_picture_is_drawn(
    command: str,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(shlex.split(command)[1:]) == 0, capsys.readouterr().err
    [path] = tmp_path.iterdir()
    assert path.name in command
    content = path.read_text(encoding="utf-8")
    assert re.search(r"(<|\\u003c)svg ", content)
    entry = next(entry for entry in EACH if entry.picture == command)
    shown = draw_picture(entry)
    assert shown.startswith("<svg ") and shown.endswith("</svg>")
    if path.suffix == ".svg" and command.split()[1] not in ("quiz", "pacman"):
        assert shown == content.strip()


def test_the_pictures_of_the_page_are_there_and_small() -> None:
    """Each image is a file and each file an image; those that are quickly drawn are current."""
    page = (ROOT / "docs" / "lectures.md").read_text(encoding="utf-8")
    named = re.findall(r"^!\[[^\]]+\]\(pictures/lectures/(\S+)\)$", page, re.M)
    pictures = list_pictures()
    assert named == list(pictures.values())
    folder = ROOT / "docs" / "pictures" / "lectures"
    sizes = {path.name: path.stat().st_size for path in folder.iterdir()}
    assert sizes.keys() == set(named)
    assert max(sizes.values()) <= 40_000 and sum(sizes.values()) <= 1_000_000
    for id, name in pictures.items():
        if ENTRIES[id].picture.split()[1] in ("draw", "problems", "quiz"):
            drawn = (folder / name).read_text(encoding="utf-8").strip()
            assert drawn == draw_picture(ENTRIES[id]), "run: zermelo lecture --pictures"


# ---------------------------------------------------------------------- links


@pytest.mark.parametrize("link", LINKS)
def test_links_are_written_as_the_page_writes_them(link: str) -> None:
    view, params = read_link(link)
    assert view in VIEWS
    assert route(view, **params) == link
    listed = (ROOT / "docs" / "studio.md").read_text(encoding="utf-8")
    row = next(line for line in listed.splitlines() if line.startswith(f"| `#/{view}`"))
    names = {re.sub(r"2$", "", name) for name in params}
    assert {name for name in names if f"`{name}" not in row} == set()


def read_hash(hash: str) -> tuple[str, dict[str, str]]:
    """A view and its parameters as `place` in main.js reads them: decoded once."""
    view, _, query = re.sub(r"^#/?", "", hash).partition("?")
    pairs = (part.partition("=") for part in query.split("&"))
    return view, {key: unquote_plus(value) for key, _, value in pairs}


def test_the_links_of_the_page_open_what_the_table_says() -> None:
    page = (ROOT / "docs" / "lectures.md").read_text(encoding="utf-8")
    found = re.findall(r"^- studio: \[`.*`\]\(<?(\S+?)>?\)$", page, re.M)
    assert len(found) == sum(bool(entry.link) for entry in EACH)
    for address, entry in zip(found, (entry for entry in EACH if entry.link), strict=True):
        assert address.startswith(STUDIO)
        assert read_hash(address.removeprefix(STUDIO)) == read_link(entry.link), entry.id


def read_place(params: dict[str, str]) -> dict[str, object]:
    moves = params["moves"].split("~") if "moves" in params else []
    return {"game": params["game"], "position": params.get("position"), "moves": moves}


@pytest.mark.parametrize("link", LAB)
def test_the_lab_can_show_every_link_to_it(link: str) -> None:
    _, params = read_link(link)
    for suffix in ("", "2") if "algorithm2" in params else ("",):
        names = ("algorithm", "depth", "rule", "order", "opponents", "extra")
        options: dict[str, Any] = {name: params.get(name + suffix) for name in names}
        options["depth"] = int(options["depth"]) if options["depth"] else None
        fields = Fields({**read_place(params), **options})
        answer = HANDLERS["film"](GameRegistry(), fields)
        assert isinstance(answer, dict)
        assert int(params.get(f"step{suffix}", 0)) <= len(answer["film"]["steps"])


@pytest.mark.parametrize("link", GAMES)
def test_the_boards_can_show_every_link_to_them(link: str) -> None:
    _, params = read_link(link)
    answer = HANDLERS["position"](GameRegistry(), Fields(read_place(params)))
    assert isinstance(answer, dict)


def test_links_to_scenes_name_scenes() -> None:
    links = [read_link(link)[1] for link in LINKS if link.startswith("#/pacman")]
    assert {params["scene"] for params in links if "scene" in params} <= set(scenes.SCENES)
    assert {params["show"] for params in links if "scene" not in params} <= {"game", "table"}


# ---------------------------------------------------------------------- the table


def test_there_are_at_least_seventy_entries_and_four_sources() -> None:
    assert list(SOURCES) == ["greenwald", "aima", "cs188", "uw"]
    assert len(ENTRIES) >= 70
    assert sum(len(list_source(name)) for name in SOURCES) == len(ENTRIES)


@pytest.mark.parametrize("entry", EACH, ids=IDS)
def test_an_entry_is_complete(entry: LectureEntry) -> None:
    assert re.fullmatch(r"(greenwald|aima|cs188|uw)/[a-z0-9]+(-[a-z0-9]+)+", entry.id)
    assert entry.kind in KINDS
    assert entry.title
    assert entry.says.endswith((".", ")", "?"))
    assert entry.commands
    assert all(
        command.startswith("zermelo ") for command in (*entry.commands, entry.picture) if command
    )
    assert entry.link


def test_all_tables_and_figures_of_the_lecture_are_there() -> None:
    """Tables 1 to 8, Figures 1 to 3, Examples 1 and 2, Problems 1 to 4; the slides' figures."""
    names = [f"table-{n}" for n in range(1, 9)]
    names += ["figure-1", "figure-2", "figure-3", "example-1", "example-2", "exercise-nim"]
    names += [f"problem-{n}" for n in range(1, 5)]
    assert {f"greenwald/{name}" for name in names} <= ENTRIES.keys()
    assert {f"aima/figure-5-{n}" for n in (2, 3, 4, 5, 7)} <= ENTRIES.keys()


@pytest.mark.parametrize("source", SOURCES)
def test_sections_are_in_one_piece(source: str) -> None:
    sections = [section for section, _ in groupby(entry.section for entry in list_source(source))]
    assert len(sections) == len(set(sections))
    titles = [(entry.section, entry.title) for entry in list_source(source)]
    assert len(titles) == len(set(titles))


def test_python_texts_import_rooms_below_this_one() -> None:
    """Most of a text is the public API; no text reaches into a front end."""
    above = graph.ORDER[graph.ORDER.index("lectures") :]
    for entry in EACH:
        for node in ast.walk(ast.parse(entry.code)):
            if isinstance(node, ast.ImportFrom) and node.module != "zermelo":
                assert (node.module or "").split(".")[1:2] not in [[room] for room in above], (
                    entry.id
                )


def test_the_page_is_current() -> None:
    page = (ROOT / "docs" / "lectures.md").read_text(encoding="utf-8")
    assert page == write_page(), "run: zermelo lecture --markdown > docs/lectures.md"


# ---------------------------------------------------------------------- the command


def make_entry(*facts: LectureFact, python: str = "x = 2") -> LectureEntry:
    return replace(ENTRIES["greenwald/table-8"], id="uw/table-0", python=python, facts=facts)


def test_a_difference_is_told() -> None:
    right, wrong = check_entry(make_entry(LectureFact("x", "x", 2), derive_fact("y", "x + 1", 4)))
    assert (right.agrees, str(right)) == (True, "ok  x: the notes say 2, computed 2")
    assert (wrong.agrees, str(wrong)) == (False, "DIFFERS  y: expected 4, computed 3")


def test_the_first_line_that_differs_is_told() -> None:
    [one] = check_entry(make_entry(LectureFact("t", "['a', 'c']", ["a", "b"])))
    assert str(one) == "DIFFERS  t: the notes say a, b, computed a, c; 2: c for b"
    [one] = check_entry(make_entry(LectureFact("t", "['a']", ["a", "b"])))
    assert one.outcome == "a; 1 for 2 lines"


@pytest.mark.parametrize(
    ("python", "expression"), [("x = 1 / 0", "x"), ("x = 0", "1 / x"), ("x = 0", "y")]
)
def test_an_error_is_a_difference(python: str, expression: str) -> None:
    [one] = check_entry(make_entry(LectureFact("x", expression, 2), python=python))
    assert not one.agrees
    assert "Error: " in one.outcome


@pytest.mark.slow
def test_the_check_runs_every_entry(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["lecture", "--check"]) == 0
    out = capsys.readouterr().out
    assert re.findall(r"^(\S+/\S+)  ", out, re.M) == IDS
    count = sum(len(entry.facts) for entry in EACH)
    assert (
        len(re.findall(r"^  ok  .*: (?:the notes say|expected) .*, computed ", out, re.M)) == count
    )
    assert out.endswith(f"{len(IDS)} items, {count} facts: all agree with the notes\n")


def test_the_check_fails_where_one_differs(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert run(["lecture", "greenwald/table-8", "--check"]) == 0
    assert capsys.readouterr().out.endswith("1 items, 5 facts: all agree with the notes\n")
    monkeypatch.setitem(ENTRIES, "uw/table-0", make_entry(LectureFact("x", "x", 3)))
    assert run(["lecture", "uw/table-0", "--check"]) == 1
    out = capsys.readouterr().out
    assert "  DIFFERS  x: the notes say 3, computed 2\n" in out
    assert out.endswith("these differ: uw/table-0\n")
    assert run(["lecture", "uw/table-0", "--check", "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["agrees"] is False


def test_the_list_has_every_entry(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["lecture"]) == 0
    out = capsys.readouterr().out
    assert re.findall(r"^    (\S+)", out, re.M) == IDS
    assert run(["lecture", "--json"]) == 0
    content = json.loads(capsys.readouterr().out)
    assert [entry["id"] for entry in content["entries"]] == IDS
    assert [source["name"] for source in content["sources"]] == list(SOURCES)


def test_a_source_lists_its_own(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["lecture", "uw"]) == 0
    found = re.findall(r"^    (\S+)", capsys.readouterr().out, re.M)
    assert found == [entry.id for entry in list_source("uw")]


def test_one_item_is_run(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["lecture", "greenwald/table-8"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("Table 8: αβPruning on 2,2-NIM  (greenwald/table-8)\n")
    assert "ok  pruned nodes: the notes say F, H, J, L, O, computed F, H, J, L, O\n" in out
    assert "\n$ zermelo trace alphabeta-hard tree:nim-2-2 --form nested\n" in out
    assert out.endswith("5. A : return α = −1\n")
    assert run(["lecture", "greenwald/table-8", "--json"]) == 0
    content = json.loads(capsys.readouterr().out)
    assert all(one["agrees"] for one in content["checks"])


def test_the_picture_of_an_item_is_drawn(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "five.svg"
    assert run(["lecture", "aima/figure-5-2", "-o", str(path)]) == 0
    assert path.read_text(encoding="utf-8").startswith("<svg")
    assert run(["lecture", "aima", "-o", str(path)]) == 2
    assert "one item" in capsys.readouterr().err
    assert run(["lecture", "greenwald/table-material", "-o", str(path)]) == 2
    assert "has no picture" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("greenwald/tabel-8", "nearest: greenwald/table-8"),
        (
            "figure-tic-tac-toe",
            "names several items; nearest: aima/figure-tic-tac-toe cs188/figure",
        ),
        ("tabel 8", "nearest: greenwald/table-8"),
        ("§", "sources: greenwald aima cs188 uw"),
    ],
)
def test_an_unknown_name_gets_the_nearest(
    name: str, hint: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["lecture", name]) == 2
    error = capsys.readouterr().err
    assert hint in error
    assert error.count("\n") == 1


@pytest.mark.parametrize(
    ("name", "id"),
    [
        ("Greenwald, Table 8", "greenwald/table-8"),
        ("table 8", "greenwald/table-8"),
        ("AIMA figure 5.5", "aima/figure-5-5"),
        ("fig. 5.7", "aima/figure-5-7"),
        ("problem #1", "greenwald/problem-1"),
    ],
)
def test_names_are_read_as_people_write_them(name: str, id: str) -> None:
    assert find_entry(name).id == id


def test_a_reader_that_goes_away_is_no_error() -> None:
    """`zermelo lecture --check uw | head -1`: every line is written by itself."""
    code = "import sys; from zermelo.cli import run; sys.exit(run(['lecture', '--check', 'uw']))"
    with subprocess.Popen(
        [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert process.stdout.readline().startswith(b"uw/")
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 0


# ---------------------------------------------------------------------- tables on paper


def read_rows(path: Path) -> list[str]:
    """The rows of a tabular, as the lecture's text has them."""
    signs = {r"\;": " ", r"\ ": " ", r"\infty": "∞", r"\alpha": "α", r"\beta": "β"}
    rows = [row[:-3] for row in path.read_text("utf-8").splitlines() if row.endswith(r" \\")]
    for sign, letter in signs.items():
        rows = [row.replace(sign, letter) for row in rows]
    rows = [re.sub(r"\\hspace\*\{.*?\}|\\mbox\{(.*?)\}|[$ ]", r"\1", row) for row in rows]
    return [re.sub(r"_\{(.*?)\}", r"_\1", row).replace("\\", "") for row in rows]


@pytest.mark.parametrize(
    ("name", "printed"), [("table-3", TABLE_3), ("table-6", TABLE_6), ("table-8", TABLE_8)]
)
def test_the_tables_are_printed_in_latex(name: str, printed: list[str], tmp_path: Path) -> None:
    path = tmp_path / "t.tex"
    assert run(["lecture", f"greenwald/{name}", "-o", str(path)]) == 0
    rows = [re.sub("[_ ]", "", row) for row in read_rows(path)]
    assert rows == [re.sub("[_ ]", "", line).replace("−", "-") for line in printed]


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("pdflatex") is None, reason="there is no pdflatex")
@pytest.mark.parametrize("name", ["table-3", "table-6", "table-8"])
def test_pdflatex_compiles_the_tables(name: str, tmp_path: Path) -> None:
    assert run(["lecture", f"greenwald/{name}", "-o", str(tmp_path / "x.tex")]) == 0
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "x.tex"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-600:]
