"""The questions of the websocket: searches, moves, and games of Pac-Man."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from server import Served, send, until

from zermelo.engine import Engine
from zermelo.engine.searcher import make_searcher
from zermelo.frame.cancel import Cancellation
from zermelo.frame.question import Limits
from zermelo.games.connect_four import ConnectFour
from zermelo.result import Result
from zermelo.web.game_registry import GameRegistry
from zermelo.web.position_api import reach_position
from zermelo.web.request_fields import Fields
from zermelo.web.stream_api import SearchStream
from zermelo.web.warm_search import continue_search, is_proven


def test_an_analysis_deepens_to_its_end(served: Served) -> None:
    with served.connect() as ws:
        send(ws, ask="analyse", game="tic-tac-toe", moves=["b2", "b3"], lines=3)
        heard = until(ws, "done")
    assert all(one["id"] == 1 and one["tag"] == "here" for one in heard)
    started = next(one for one in heard if one["event"] == "started")
    assert started["player_name"] == "X" and started["range"] == [-1, 1]
    steps = [one for one in heard if one["event"] == "iteration"]
    assert [one["depth"] for one in steps] == sorted({one["depth"] for one in steps})
    assert (
        steps[-1]["exact"]
        and steps[-1]["value"] == 1
        and steps[-1]["distance"] == 5
        and len(steps[-1]["variations"]) == 3
    )
    assert (
        steps[-1]["variations"][0]["move"]
        == steps[-1]["move"]
        == heard[-1]["move"]
        == heard[-1]["result"]["action"]
    )


class ScriptedSearch:
    """A search that yields given results; its other gear begins anew, and it is stopped."""

    gear = "plain"

    def __init__(self, *results: Result[Any]) -> None:
        self.results = results

    def iterate(self, s: Any, limits: Limits, cancel: Cancellation) -> Iterator[Result[Any]]:
        """Yield the results."""
        yield from self.results


def test_depth_and_number_of_lines_never_fall() -> None:
    at = reach_position(GameRegistry(), Fields({"game": "tic-tac-toe"}))
    searcher = make_searcher(at.game, gear="plain")
    one, two, three = searcher.iterate(at.state, Limits(depth=3, lines=3))
    heard: list[dict[str, Any]] = []
    last = replace(two, stopped="seconds", nodes=9_999)
    search: Any = ScriptedSearch(one, two, one, two, three, last)
    SearchStream(at, search, Cancellation(), heard.append).run(3)
    steps = [one for one in heard if one["event"] == "iteration"]
    assert [one["depth"] for one in steps] == [1, 2, 3]
    done = heard[-1]
    assert (done["result"]["depth"], done["result"]["nodes"]) == (3, 9_999)
    assert (done["stopped"], len(done["result"]["variations"])) == ("seconds", 3)


def test_a_gear_that_proves_more_lines_counts_though_it_is_less_deep() -> None:
    at = reach_position(GameRegistry(), Fields({"game": "tic-tac-toe", "moves": ["b2", "b3"]}))
    *_, whole = make_searcher(at.game, gear="plain").iterate(at.state, Limits(lines=7))
    best, *others = whole.variations
    part = replace(
        whole, depth=9, variations=(best, *(replace(one, exact=False) for one in others))
    )
    assert is_proven(whole) and not is_proven(part)
    heard: list[dict[str, Any]] = []
    search: Any = ScriptedSearch(part, replace(part, depth=5), replace(whole, depth=6))
    SearchStream(at, search, Cancellation(), heard.append).run(7)
    steps = [one for one in heard if one["event"] == "iteration"]
    assert [one["depth"] for one in steps] == [9, 9]
    assert all(one["exact"] for one in steps[-1]["variations"])


@pytest.mark.parametrize("nodes", [150, 400, 900])
def test_a_depth_that_is_not_finished_has_no_fewer_lines(nodes: int) -> None:
    result = Engine(ConnectFour(), gear="plain").search(lines=3, nodes=nodes)
    assert result.stopped == "nodes" and len(result.variations) == 3
    values = [one.value for one in result.variations]
    assert values == sorted(values, reverse=True)


def test_the_other_gear_counts_on() -> None:
    game = ConnectFour()
    one, two = make_searcher(game, gear="plain").iterate(game.start(), Limits(depth=2))
    assert continue_search(two, one).nodes == one.nodes + two.nodes
    nothing = replace(one, value=None, stopped="cancelled")
    assert continue_search(two, nothing).value == two.value


def test_an_estimate_comes_in_the_games_unit(served: Served) -> None:
    """X in the middle has 8 open lines and leaves O 4."""
    with served.connect() as ws:
        send(ws, ask="analyse", game="tic-tac-toe", depth=1)
        steps = [one for one in until(ws, "done") if one["event"] == "iteration"]
    best = steps[0]["variations"][0]
    assert (best["move"], round(best["points"], 9), best["unit"]) == ("b2", 4, "open lines")
    assert round(steps[0]["points"], 9) == round(9 * steps[0]["value"], 9) == 4


def test_an_engine_with_a_clock_moves_in_time(served: Served) -> None:
    with served.connect() as ws:
        send(ws, ask="think", game="mnk:7,7,5", level=10, left=0.3, increment=0)
        done = until(ws, "done")[-1]
    assert done["move"] and done["stopped"] == "seconds"


def test_a_value_is_written_for_both_players(served: Served) -> None:
    with served.connect() as ws:
        send(ws, ask="analyse", game="tic-tac-toe", moves=["a1", "b1", "a2", "b2", "c3"], depth=1)
        best = until(ws, "done")[-1]["result"]["variations"][0]
    assert [one["text"] for one in best["written"]] == ["L1", "W1"]
    assert [one["tone"] for one in best["written"]] == ["bad", "good"]
    assert best["written"][1]["title"] == "wins in 1 ply" and best["share"] == 0


def test_a_payoff_has_no_unit(served: Served) -> None:
    with served.connect() as ws:
        send(ws, ask="analyse", game="tic-tac-toe", moves=["a1", "b1", "a2", "b2"], depth=1)
        result = until(ws, "done")[-1]["result"]
        assert (result["value"], result["points"], result["unit"]) == (1, None, None)
        send(ws, ask="analyse", game="nim:2,2", depth=1)
        assert until(ws, "done")[-1]["result"]["points"] is None


def test_every_move_has_its_value(served: Served) -> None:
    with served.connect() as ws:
        for game, count in (
            ("tic-tac-toe", 9),
            ("tree:three-player", 2),
            ("tree:expectimax", 3),
            ("nim:2,2", 2),
        ):
            send(ws, ask="values", game=game, depth=3)
            steps = [one for one in until(ws, "done") if one["event"] == "iteration"]
            assert len(steps[-1]["variations"]) == count
            assert steps[-1]["vector"] == ([1, 2, 6] if game == "tree:three-player" else None)


def test_a_level_chooses_a_move(served: Served) -> None:
    with served.connect() as ws:
        send(ws, ask="think", game="tic-tac-toe", moves=["a1", "b2", "c1"], level=5)
        assert until(ws, "done")[-1]["move"] == "b1"
        send(ws, ask="think", game="nim:1,2", moves=["1-1"], level=9)
        forced = until(ws, "done")[-1]
        assert forced["forced"] and forced["move"] == "1-1"
        send(ws, ask="think", game="pig", level=1)
        assert until(ws, "done")[-1]["move"] == "roll"
        send(ws, ask="think", game="tic-tac-toe", moves=["a1", "a2", "b1", "b2", "c1"])
        assert until(ws, "done")[-1]["over"] == "X wins."


def test_a_level_of_go_does_not_profit_from_earlier_searches(served: Served) -> None:
    with served.connect() as ws:
        send(ws, ask="analyse", game="go:5", seconds=1)
        until(ws, "done")
        send(ws, ask="think", game="go:5", level=2)
        result = until(ws, "done")[-1]["result"]
        assert (
            result["nodes"] <= 60
            and result["depth"] <= 60
            and sum(one["visits"] for one in result["values"]) <= 60
        )


def test_a_level_answers_the_same_whatever_was_searched_before(served: Served) -> None:
    asked = {"ask": "think", "game": "tic-tac-toe", "moves": ["a1"], "level": 3, "seed": 4}
    with served.connect() as ws:
        answers = []
        for _ in range(2):
            send(ws, **asked)
            done = until(ws, "done")[-1]
            answers.append((done["move"], done["result"]["value"], done["result"]["nodes"]))
            send(ws, ask="analyse", game="tic-tac-toe", moves=["a1"], seconds=1)
            until(ws, "done")
        assert answers[0] == answers[1]


def test_a_level_that_is_stopped_plays_the_best_so_far(served: Served) -> None:
    with served.connect() as ws:
        send(ws, ask="think", game="chess", level=10)
        until(ws, "iteration")
        send(ws, ask="stop")
        done = until(ws, "done")[-1]
        assert done["stopped"] == "cancelled" and done["move"]


def test_a_scene_is_played(served: Served) -> None:
    with served.connect() as ws:
        send(ws, ask="scene", name="alone")
        scene = until(ws, "done")[-1]["scene"]
        assert scene["facts"]["east"] == 8 and scene["films"][0]["frames"]
        send(ws, ask="scene", name="table", games=1)
        heard = until(ws, "done")
        assert [one["done"] for one in heard if one["event"] == "progress"] == [1, 2, 3, 4] and len(
            heard[-1]["scene"]["table"]
        ) == 4


def test_a_pacman_game_continues_with_another_search(served: Served) -> None:
    with served.connect() as ws:
        send(ws, ask="arena", layout="corridor", believes="minimax", ghosts="adversarial", rounds=1)
        heard = until(ws, "done")
        frames = [one["frame"] for one in heard if one["event"] in ("started", "frame")]
        assert (
            heard[-1]["outcome"] in ("cleared", "eaten", "no moves left")
            and heard[-1]["score"] == frames[-1]["score"]
        )
        send(
            ws,
            ask="arena",
            layout="corridor",
            believes="expectimax",
            ghosts="random",
            rounds=2,
            position=frames[3]["position"],
            seed=4,
        )
        again = until(ws, "done")
        started = next(one for one in again if one["event"] == "started")
        assert started["frame"]["position"] == frames[3]["position"] and started["walls"] == heard[
            0
        ].get("walls", started["walls"])


def test_the_pacman_table_is_filled_game_by_game(served: Served) -> None:
    with served.connect() as ws:
        send(ws, ask="arena-table", games=2)
        heard = until(ws, "done")
        games = [one for one in heard if one["event"] == "game"]
        assert [one["done"] for one in games] == list(range(1, 9)) and {
            one["total"] for one in games
        } == {8}
        for row in heard[-1]["table"]:
            own = [
                one
                for one in games
                if (one["pacman"], one["ghosts"]) == (row["pacman"], row["ghosts"])
            ]
            assert row["games"] == len(own) == 2 and row["wins"] == sum(one["won"] for one in own)


def test_a_game_of_the_pacman_table_can_be_filmed(served: Served) -> None:
    with served.connect() as ws:
        send(ws, ask="arena-table", games=2, seed=1)
        heard = until(ws, "done")
        told = heard[-1]["why"]
        lost = next(one for one in told if one["game"] is not None)
        own = {"believes": lost["pacman"], "ghosts": lost["ghosts"], **heard[-1]["film"]}
        send(ws, id=2, ask="arena", seed=1, table_game=lost["game"], **own)
        film = until(ws, "done")
        game = [
            one
            for one in heard
            if one["event"] == "game"
            and (one["pacman"], one["ghosts"]) == (lost["pacman"], lost["ghosts"])
        ][lost["game"]]
        assert not game["won"] and film[-1]["score"] == game["score"]
        assert film[-1]["outcome"] in ("eaten", "over")


def test_user_games_are_searched(served: Served) -> None:
    with served.connect() as ws:
        send(ws, ask="analyse", game="Chomp:2,3")
        assert until(ws, "done")[-1]["result"]["value"] == 1


def test_a_proven_value_has_an_outcome_even_without_a_known_range(served: Served) -> None:
    with served.connect() as ws:
        send(ws, ask="values", game="Chomp:2,2")
        heard = until(ws, "done")
        step = [one for one in heard if one["event"] == "iteration"][-1]
        assert next(one for one in heard if one["event"] == "started")["range"] is None
        assert {one["move"]: one["outcome"] for one in step["variations"]} == {
            "2b": "win",
            "1a": "loss",
            "1b": "loss",
            "2a": "loss",
        }
        assert step["outcome"] == heard[-1]["result"]["outcome"] == "win" and step["distance"] == 4
        for game in ("tree:expectimax", "tree:three-player"):  # a mean, and three players
            send(ws, ask="analyse", game=game)
            found = until(ws, "done")[-1]["result"]
            assert found["exact"] and found["outcome"] is None
        send(ws, ask="analyse", game="connect-four", depth=2)
        assert until(ws, "done")[-1]["result"]["outcome"] is None
