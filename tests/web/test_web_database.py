"""A database of the command line answers for the positions that it holds."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from zermelo import catalogue, solve
from zermelo.cli import run
from zermelo.frame.cancel import Cancellation
from zermelo.web.catalogue_api import answer_catalogue
from zermelo.web.game_registry import GameRegistry
from zermelo.web.request_fields import BadRequest, Fields
from zermelo.web.server import _find_first_page
from zermelo.web.stream_api import stream_analysis, stream_move, stream_values


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> GameRegistry:
    path = tmp_path_factory.mktemp("shelf") / "ttt.zdb"
    solve.database(catalogue.game("tic-tac-toe"), path, gear="plain")
    return GameRegistry([f"--db={path}"])


def hear(games: GameRegistry, ask: Any, **fields: Any) -> list[dict[str, Any]]:
    heard: list[dict[str, Any]] = []
    ask(games, Fields({"game": "tic-tac-toe", **fields}), Cancellation(), heard.append)
    return heard


def test_every_move_has_its_value_and_remoteness_at_once(games: GameRegistry) -> None:
    heard = hear(games, stream_values, moves=["a1", "b1"])
    assert [one["event"] for one in heard] == ["started", "iteration", "done"]
    result = heard[-1]["result"]
    assert result["exact"] and result["nodes"] == 0 and result["distance"] == 5
    badges = {one["move"]: one["written"][0]["text"] for one in result["variations"]}
    assert len(badges) == 7 and badges["a3"] == "W5" and badges["c1"] == "D7"
    titles = {one["move"]: one["written"][1]["title"] for one in result["variations"]}
    assert titles["a3"] == "loses in 5 plies" and titles["c1"] == "draws in 7 plies"


def test_the_lines_lead_to_the_end(games: GameRegistry) -> None:
    result = hear(games, stream_analysis, moves=["a1", "b1"], lines=3)[-1]["result"]
    assert [len(one["line"]) for one in result["variations"]] == [5, 5, 5]


def test_a_database_plays_perfectly_or_with_errors(games: GameRegistry) -> None:
    def choose(agent: str, seed: int) -> tuple[str, str]:
        done = hear(games, stream_move, moves=["a1", "b1"], agent=agent, seed=seed)[-1]
        assert done["result"]["nodes"] == 0
        return done["move"], done["result"]["written"][0]["text"]

    assert {choose("db", seed)[1] for seed in range(20)} == {"W5"}
    erring = [choose("db,errs=0.3", seed)[1] for seed in range(40)]
    assert 4 <= sum(text != "W5" for text in erring) <= 24
    assert {choose("db,errs=1", seed)[1] for seed in range(5)} & {"W5"} == set()
    for agent in ("db,errs=2", "db,errs=much", "db,errs=", 0.3):
        with pytest.raises(BadRequest, match="agent"):
            hear(games, stream_move, moves=["a1"], agent=agent)


def test_a_database_gives_hints(games: GameRegistry) -> None:
    done = hear(games, stream_move, moves=["a1", "b1"], level=1, hint=True)[-1]
    assert done["result"]["algorithm"] == "database" and done["result"]["distance"] == 5


def test_a_database_plays_only_its_own_game(games: GameRegistry) -> None:
    with pytest.raises(BadRequest, match="agent"):
        hear(games, stream_move, game="nim:2,2", agent="db")
    assert answer_catalogue(games, Fields({}))["databases"] == ["tic-tac-toe"]


def test_positions_of_other_games_are_searched(games: GameRegistry) -> None:
    heard = hear(games, stream_analysis, game="nim:2,2", lines=1)
    assert heard[-1]["result"]["nodes"] > 0


def test_the_first_page_is_the_analysis_of_the_solved_game(games: GameRegistry) -> None:
    assert _find_first_page(games.specs, []) == "#/analyse?game=tic-tac-toe"
    assert _find_first_page(games.specs, ["nim:2,2"]).startswith("#/play?game=nim")


def test_a_file_that_is_no_database_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "text.zdb"
    path.write_text("text")
    assert run(["studio", "--db", str(path), "--no-browser", "--port", "0"]) == 2
    error = capsys.readouterr().err
    assert "is not a database: zermelo solve-all writes one" in error and error.count("\n") == 1
