"""The rooms: imports go downward, without cycles, and the picture of them is current."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tools"))

import graph  # noqa: E402


def test_every_room_has_its_place() -> None:
    rooms = set(graph.list_rooms(ROOT))
    assert rooms - set(graph.ORDER) == set(), "add these rooms to BANDS in tools/graph.py"
    assert set(graph.ORDER) - rooms == set(), "remove these rooms from BANDS in tools/graph.py"


def test_no_room_imports_one_above_it() -> None:
    assert graph.list_upward_imports(ROOT) == []


def test_rooms_do_not_import_each_other_in_a_circle() -> None:
    assert graph.find_room_cycle(ROOT) == []


@pytest.mark.parametrize("room", graph.ORDER)
def test_modules_of_a_room_do_not_import_each_other_in_a_circle(room: str) -> None:
    """Imports for type checkers and inside functions count, too."""
    assert graph.find_module_cycle(ROOT, room) == []


def test_no_room_imports_the_package_itself() -> None:
    """`zermelo/__init__.py` is for users; it imports the rooms."""
    places = [
        one.place
        for one in graph.list_imports(ROOT)
        if one.imported == graph.API and one.importer != graph.API
    ]
    assert places == []


def test_only_one_file_knows_numba() -> None:
    files = [
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "zermelo").rglob("*.py")
        if any(
            line.startswith(("import numba", "from numba", "import llvmlite", "from llvmlite"))
            for line in map(str.strip, path.read_text(encoding="utf-8").splitlines())
        )
    ]
    assert files == ["zermelo/gears/machine.py"]


def test_the_picture_is_current() -> None:
    picture = (ROOT / "docs" / "pictures" / "rooms.svg").read_text(encoding="utf-8")
    assert picture == graph.draw(ROOT), "run: python tools/graph.py"


# ---------------------------------------------------------------------- the graph itself


def write_package(folder: Path, files: dict[str, str]) -> None:
    for name, text in {"__init__.py": "", **files}.items():
        path = folder / "zermelo" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def test_imports_inside_functions_count(tmp_path: Path) -> None:
    write_package(
        tmp_path,
        {
            "errors.py": "def f():\n    from zermelo.game import g\n",
            "game.py": "def g(): pass\n",
        },
    )
    assert graph.list_upward_imports(tmp_path) == ["zermelo/errors.py:2 errors → game"]


def test_a_cycle_is_named(tmp_path: Path) -> None:
    write_package(
        tmp_path,
        {
            "game.py": "import zermelo.tree\n",
            "tree/__init__.py": "from zermelo.tree import inner\n",
            "tree/inner.py": "from zermelo import history\n",
            "history.py": "from zermelo.game import Game\n",
        },
    )
    assert graph.find_room_cycle(tmp_path) == ["game", "tree", "history", "game"]


def test_a_cycle_inside_a_room_is_named(tmp_path: Path) -> None:
    write_package(
        tmp_path,
        {
            "tree/__init__.py": "",
            "tree/upper.py": "from zermelo.tree import lower\n",
            "tree/lower.py": "def f():\n    import zermelo.tree.upper\n",
        },
    )
    names = ["zermelo.tree.lower", "zermelo.tree.upper", "zermelo.tree.lower"]
    assert graph.find_module_cycle(tmp_path, "tree") == names


def test_an_edge_that_a_path_implies_is_not_drawn() -> None:
    edges = {("tree", "game"), ("game", "errors"), ("tree", "errors")}
    assert graph.reduce_edges(edges) == {("tree", "game"), ("game", "errors")}


@pytest.mark.parametrize("room", ["search", "engine", "games", "gears"])
def test_every_room_stands_in_the_picture(room: str) -> None:
    assert f">{room}</text>" in graph.draw(ROOT)
