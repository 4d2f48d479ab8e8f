"""The registry of searches: what each file declares is what every front end offers."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

import pytest

import zermelo.search
from zermelo import search, tree
from zermelo.algorithm import Algorithm, choose, choose_beside, choose_for
from zermelo.errors import BadLimit
from zermelo.games.go import Go
from zermelo.games.nim import Nim
from zermelo.games.pig import Pig
from zermelo.search import registry


def test_every_search_has_a_sentence_a_source_and_a_partner() -> None:
    for one in search.searches():
        assert one.about and one.source and callable(one.run)
        assert one.beside in search.names()


def test_no_name_is_taken_twice() -> None:
    names = [name for one in search.searches() for name in (one.name, *one.aliases)]
    assert len(names) == len(set(names))


@pytest.mark.parametrize(
    ("alias", "name"),
    [
        ("alpha-beta", "alphabeta"),
        ("minmax", "minimax"),
        ("iterative-deepening", "deepening"),
        ("expectiminimax", "expectimax"),
        ("max^n", "maxn"),
        (" Alpha-Beta ", "alphabeta"),
    ],
)
def test_aliases_are_understood(alias: str, name: str) -> None:
    assert search.find(alias).name == name


def test_the_search_that_suits() -> None:
    suited = [choose_for(search.searches(), game).name for game in (Nim(2, 2), Pig(), Go(5))]
    assert suited == ["alphabeta", "expectimax", "alphabeta"]
    three = tree.figure("three-player")
    assert choose_for(search.searches(), three).name == "maxn"
    assert choose(search.searches(), 3, True).name == "maxn"
    beside = choose_beside(search.searches(), search.find("maxn"), 3, True)
    assert beside.name == "maxn"  # its partner, paranoid, knows no chance


def test_an_option_of_another_search_is_refused() -> None:
    with pytest.raises(BadLimit, match="opponents goes with expectimax, expectimax-bounded"):
        search.prepare("alphabeta", {"opponents": "uniform"})


def test_a_new_file_is_found_without_being_named_anywhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Adding a search touches one file: the registry, the command's help and `find` know it."""
    (tmp_path / "first_move.py").write_text(
        "from zermelo.algorithm import Algorithm\n"
        "from zermelo.search.minimax import minimax\n"
        "FIRST = Algorithm('first-move', 'the first action', source='here', beside='minimax')\n"
        "@FIRST.runs\n"
        "def first_move(game, s=None, **options):\n"
        "    return minimax(game, s, depth=0, **options)\n"
    )
    monkeypatch.setattr(zermelo.search, "__path__", [*zermelo.search.__path__, str(tmp_path)])
    registry.searches.cache_clear()
    try:
        importlib.invalidate_caches()
        assert isinstance(search.find("first-move"), Algorithm)
        assert search.prepare("first-move", {})(Nim(2, 2)).nodes == 1
    finally:
        registry.searches.cache_clear()
        sys.modules.pop("zermelo.search.first_move", None)


def row(one: Algorithm) -> str:
    """A search's row in the table of docs/search.md."""
    players = "any" if one.players is None else str(one.players)
    options = ", ".join(f"`{option.name}`" for option in one.options)
    names = ", ".join(f"`{name}`" for name in one.aliases)
    chance = "yes" if one.chance else ""
    return (
        f"| `{one.name}` | {names} | {one.about} | {players} | {chance} | {options} |"
        f" {one.source} |"
    )


def test_the_table_in_the_docs_is_the_registry_s() -> None:
    text = (Path(__file__).parent.parent / "docs" / "search.md").read_text()
    rows = [line for line in text.splitlines() if line.startswith("| `") and line.count("|") == 8]
    assert rows == [row(one) for one in search.searches()]
