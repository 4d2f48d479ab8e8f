"""The answers of the HTTP API, without a server."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from server import CHOMP, ask

from zermelo import search, tree
from zermelo.errors import TooLarge, ZermeloError
from zermelo.web import trace_api
from zermelo.web.game_registry import GameRegistry
from zermelo.web.request_fields import BadRequest
from zermelo.web.tree_text import edit_leaves, read_tree, write_tree


def test_a_position_has_its_evaluation() -> None:
    found = ask("position", game="tic-tac-toe", moves=["a1", "b1"])["evaluation"]
    assert found["summary"] == "+1 open line for X"
    assert "x − o = 6 − 5 = 1 open line" in found["terms"].splitlines()
    assert ask("position", game="nim:2,2")["evaluation"] is None
    over = ask("position", game="tic-tac-toe", moves=["a1", "b1", "a2", "b2", "a3"])
    assert over["evaluation"] is None


def test_the_catalogue_names_everything() -> None:
    found = ask("catalogue")
    by_name = {game["name"]: game for game in found["games"]}
    assert found["version"] == 1
    assert by_name["tic-tac-toe"]["board"] and by_name["tic-tac-toe"]["names"] == ["X", "O"]
    assert by_name["nim"]["arguments"][0] == {"name": "m", "kind": "int", "default": 3}
    assert by_name["pig"]["chance"] and not by_name["nim"]["chance"]
    assert (
        not by_name["nim"]["user_game"]
        and ask("user-game", GameRegistry([CHOMP]), game="Chomp")["user_game"]
    )
    searches = {one["name"]: one for one in found["algorithms"]}
    assert {"chance": False, "players": 2, "prunes": True}.items() <= searches["alphabeta"].items()
    assert searches["maxn"]["players"] is None and list(searches) == search.names()
    assert [level["level"] for level in found["levels"]] == list(range(1, 11)) and by_name["nim"][
        "levels"
    ] is None
    assert [level["about"] for level in by_name["go"]["levels"]][3:5] == [
        "250 playouts",
        "500 playouts",
    ]
    assert (
        "alone" in [scene["name"] for scene in found["scenes"]]
        and "small" in found["pacman"]["layouts"]
    )
    assert by_name["nim"]["range"] == [-1, 1] and by_name["nim"]["total"] == 0
    assert "tree:two-ply" in [one["name"] for one in found["trees"]]


def test_every_game_that_is_listed_has_a_position() -> None:
    for entry in ask("catalogue")["games"]:
        found = ask("position", game=entry["name"])
        assert found["actions"] and not found["over"]
        assert (
            found["board"] is None
            or len(found["board"]["cells"]) == found["board"]["rows"] * found["board"]["columns"]
        )
        json.dumps(found, allow_nan=False)


def test_a_position_says_what_can_be_clicked() -> None:
    found = ask("position", game="tic-tac-toe", moves=["B2", "a1"])
    assert found["moves"] == ["b2", "a1"] and found["last"] == [6]
    assert found["player_name"] == "X" and found["actions"][0] == {"name": "a3", "cells": [0]}
    assert found["position"] == "3/1X1/O2 X" and found["verdict"] is None
    assert found["board"]["slant"] == 0 and ask("position", game="hex:3")["board"]["slant"] == 1
    again = ask("position", game="tic-tac-toe", position=found["position"], moves=["c3"])
    assert again["last"] == [2] and again["board"]["cells"][4] == "X"


def test_a_whole_capture_is_all_of_its_jumps() -> None:
    found = ask("position", game="checkers", position="B:W18,25,30:B15", moves=["15x29"])
    assert (
        found["moves"] == ["15x22", "22x29"] and found["movers"] == [0, 0] and found["player"] == 1
    )


def test_a_move_with_spaces_is_read_from_its_words() -> None:
    whole = ask("position", game="backgammon", moves=["3-1", "8/5 6/5"])
    apart = ask("position", game="backgammon", moves=["3-1", "8/5", "6/5"])
    assert apart == whole and apart["moves"] == ["3-1", "8/5 6/5"]
    doubled = ask(
        "position",
        game="backgammon",
        moves=["3-1", "8/5", "6/5", "4-4", "13/9", "13/9", "8/4", "8/4", "6-5"],
    )
    assert doubled["moves"][3:] == ["13/9(2) 8/4(2)", "6-5"]
    with pytest.raises(ZermeloError, match="move 3: '7/7' is not a roll"):
        ask("position", game="backgammon", moves=["3-1", "8/5", "6/5", "7/7", "24/20"])
    with pytest.raises(ZermeloError, match="move 2: '8/5' is not legal here"):
        ask("position", game="backgammon", moves=["3-1", "8/5", "6/4"])


def test_different_positions_have_different_tags() -> None:
    one, same = (ask("position", game="tic-tac-toe", moves=[move])["tag"] for move in ("b2", "B2"))
    others = [
        ask("position", game="tic-tac-toe", moves=["a1"]),
        ask("position", game="tic-tac-toe", moves=[]),
        ask("position", game="mnk", moves=["b2"]),
    ]
    assert one == same and len({one, *(other["tag"] for other in others)}) == 4


def test_the_end_of_a_game_is_described() -> None:
    won = ask("position", game="tic-tac-toe", moves=["a1", "a2", "b1", "b2", "c1"])
    assert (
        won["over"]
        and won["verdict"] == "X wins."
        and won["payoffs"] == [1, -1]
        and won["player"] is None
        and won["actions"] == []
    )
    assert ask("position", game="tic-tac-toe", position="XOX/XOO/OXX O")["verdict"] == "A draw."
    with pytest.raises(ZermeloError, match="move 6, 'a3': the game is over"):
        ask("position", game="tic-tac-toe", moves=["a1", "a2", "b1", "b2", "c1", "a3"])
    assert (
        ask("position", game="tree:three-player", moves=["a1", "b1", "d1"])["verdict"]
        == "C wins: 1 to 2 to 6."
    )
    assert (
        ask("position", game="tree:{'players': 1, 'root': [3, 5]}", moves=["a2"])["verdict"]
        == "MAX gets 5."
    )


def test_chance_rolls_by_seed() -> None:
    rolled = ask("position", game="pig", moves=["roll"])
    assert rolled["player"] == -1 and sum(
        one["probability"] for one in rolled["chances"]
    ) == pytest.approx(1)
    seen = {ask("roll", game="pig", moves=["roll"], seed=seed)["move"] for seed in range(60)}
    assert seen == {one["name"] for one in rolled["chances"]}
    assert ask("roll", game="pig", moves=["roll"], seed=3) == ask(
        "roll", game="pig", moves=["roll"], seed=3
    )
    with pytest.raises(BadRequest, match="the position is not a chance node"):
        ask("roll", game="nim")


def test_a_film_of_a_tree_says_where_its_leaves_are() -> None:
    found = ask("film", game="tree:two-ply", algorithm="alphabeta")
    assert found["tree"] == "[[3,12,8],[2,4,6],[14,5,2]]" and found["result"]["value"] == 3
    assert [(leaf["path"], leaf["value"]) for leaf in found["leaves"]][3:5] == [
        ([1, 0], 2),
        ([1, 1], 4),
    ]
    picture = found["film"]["trees"][0]
    assert "<style" not in picture and all(
        f'data-i="{leaf["item"]}"' in picture for leaf in found["leaves"]
    )
    below = ask("film", game="tree:two-ply", moves=["a2"])
    assert [leaf["path"] for leaf in below["leaves"]] == [[1, 0], [1, 1], [1, 2]]
    assert ask("film", game="tree:three-player", algorithm="maxn")["leaves"][0]["value"] == [
        1,
        2,
        6,
    ]


def test_a_film_of_a_game() -> None:
    found = ask("film", game="tic-tac-toe", moves=["b2"], algorithm="minimax", depth=2)
    assert found["tree"] is None and found["leaves"] == [] and found["result"]["nodes"] == 65
    assert (
        ask("film", game="tree:ghost", algorithm="expectimax", opponents="uniform")["result"][
            "value"
        ]
        == -1
    )
    assert "cut on >" in ask("film", game="tree:two-ply", rule=">")["film"]["title"]
    with pytest.raises(TooLarge, match="2,000 nodes, too much to watch: search less deep"):
        ask("film", game="connect-four", algorithm="minimax", depth=5)
    with pytest.raises(ZermeloError, match=r"rule goes with alphabeta, .*, not with minimax"):
        ask("film", game="tree:two-ply", algorithm="minimax", rule=">")


def test_png_is_offered_only_where_it_can_be_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("zermelo.show.file.find_spec", lambda name: object())
    assert ask("catalogue")["formats"] == list(trace_api.FILE_TYPES)
    monkeypatch.setattr("zermelo.show.file.find_spec", lambda name: None)
    assert "png" not in ask("catalogue")["formats"]
    with pytest.raises(ZermeloError, match="PNG needs resvg_py"):
        ask("export", game="tree:two-ply", format="png")


@pytest.mark.parametrize("form", list(trace_api.FILE_TYPES))
def test_every_export_is_a_file(form: str) -> None:
    if form == "png":
        pytest.importorskip("resvg_py")
    made = ask("export", game="tree:two-ply", format=form)
    assert (
        made.name.startswith("two-ply-alphabeta")
        and made.name.endswith(f".{form}")
        and len(made.content) > 100
    )
    step = ask("export", game="tree:two-ply", format=form, step=3, windows="nodes")
    assert (step.content == made.content) == (form in ("html", "json"))


def test_a_position_suggests_a_search_depth() -> None:
    assert [
        ask("position", game=game)["depth"]
        for game in ("go", "chess", "connect-four", "nim:1,1,1", "tree:two-ply")
    ] == [
        1,
        1,
        2,
        3,
        None,
    ]


def test_a_film_says_its_answer_in_words() -> None:
    found = ask(
        "film", game="tree:[[1,2,2],[1,1,0.0162322]]", algorithm="expectimax", opponents="uniform"
    )
    assert (found["value_text"], found["leaves"][-1]["words"]) == ("1⅔", "0.016")
    assert ask("film", game="tree:three-player", algorithm="maxn")["value_text"] == "(1, 2, 6)"
    assert ask("film", game="tree:two-ply")["result"]["cuts"] == 1
    assert {one["name"] for one in ask("catalogue")["algorithms"] if one["horizon"]} == {
        "quiescence",
        "singular",
    }


def test_file_names_say_the_content() -> None:
    def name(**asked: Any) -> str:
        return ask("export", **{"game": "tree:two-ply", **asked}).name

    assert (
        name(format="svg", step=12) == "two-ply-alphabeta-step-12.svg"
        and name(format="svg", step=99) == "two-ply-alphabeta-step-41.svg"
    )
    assert (name(format="tex", step=3), name(format="tex")) == (
        "two-ply-alphabeta-step-3.tex",
        "two-ply-alphabeta-slides.tex",
    )
    assert (name(format="html", step=3), name(format="json")) == (
        "two-ply-alphabeta.html",
        "two-ply-alphabeta.json",
    )
    assert name(game="tree:[[1,2],3]", algorithm="minimax") == "tree-minimax.svg"
    assert name(game="tic-tac-toe", moves=["b2"], depth=1) == "tic-tac-toe-alphabeta.svg"


def test_the_picture_of_a_step_shows_what_is_ahead() -> None:
    file = ask("export", game="tree:two-ply", format="svg", step=3).content.decode()
    assert file.count('class="node') == 13 and file.count('class="node ahead') == 10


def test_exercises_are_posed_and_graded() -> None:
    posed = ask("exercise", seed=7)
    assert "solution" not in posed and "<style" not in posed["svg"]
    assert posed["asks"] == {"values": list("ABCDEFG"), "pruned": True, "vector": 0} and posed[
        "actions"
    ] == ["a1", "a2"]
    form = posed["form"] | {
        "values": {"D": 5, "E": 9, "B": 5, "F": 9, "G": 2, "C": 2, "A": 5},
        "pruned": ["K"],
        "action": "a1",
    }
    assert ask("grade", answer=form)["right"]
    form["values"]["C"] = 9
    wrong = ask("grade", answer=form, exercise=posed["exercise"], solution=True)
    assert (
        wrong["mistake"]["kind"] == "exchanged"
        and wrong["words"].startswith("C is a MIN node")
        and wrong["solution"]["action"] == "a1"
    )
    assert ask("exercise", seed=2, chance=True)["algorithm"] == "expectimax"
    assert ask("exercise", seed=2, players=3)["asks"]["vector"] == 3


# ---------------------------------------------------------------------- trees


@pytest.mark.parametrize(
    "name",
    [
        *tree.FIGURES,
        *(
            f"random,seed={seed},uneven=yes,chance=0.3,players={1 + seed % 3},repeats=0.3"
            for seed in range(12)
        ),
    ],
)
def test_a_literal_reads_back_as_the_same_tree(name: str) -> None:
    made = read_tree(name)
    assert read_tree(write_tree(made)).to_dict() == made.to_dict()


@pytest.mark.parametrize(
    "more", ["estimates=yes", "noisy=0.5", "estimates=yes,noisy=0.4,players=3", "shared=0.4"]
)
def test_a_literal_keeps_estimates_noise_and_shared_nodes(more: str) -> None:
    made = read_tree(f"random,seed=5,{more}")
    assert read_tree(write_tree(made)).to_dict() == made.to_dict()


def test_leaves_are_changed_by_their_paths() -> None:
    assert ask("tree/edit", game="tree:two-ply", changes=[{"path": [1, 1], "value": 9.5}]) == {
        "game": "tree:[[3,12,8],[2,9.5,6],[14,5,2]]"
    }
    vectors = ask(
        "tree/edit", game="tree:three-player", changes=[{"path": [0, 0, 0], "value": [7, 7, 7]}]
    )["game"]
    unknown = ask("tree/edit", game="tree:ghost", changes=[{"path": [0, 1], "value": "x"}])
    assert unknown == {"game": 'tree:[[-8,"x"],[-10,8]]'}
    assert vectors.startswith("tree:[[[(7,7,7),(4,2,3)]")
    assert (
        write_tree(edit_leaves(tree.figure("figure-2"), [([0], 5)])) == '[5,"v(C)"]'
    )  # its bounds, −1 and 1, do not hold any more
    for changes in (
        [{"path": [7], "value": 1}],
        [{"path": [0], "value": 1}],
        [{"path": [0, 0], "value": {}}],
        [{"path": ["0"]}],
        [3],
    ):
        with pytest.raises(ZermeloError):
            ask("tree/edit", game="tree:two-ply", changes=changes)


# ---------------------------------------------------------------------- how a film is drawn


def test_a_film_in_the_lectures_style() -> None:
    """A small game is searched as Figure 1 has it; its leaves belong to the game, not to a tree."""
    found = ask("film", game="nim:2,2", algorithm="alphabeta-hard", style="lecture")
    picture = found["film"]["trees"][0]
    assert picture.count("<rect") == 8 and picture.count("<circle") == 7
    assert found["film"]["labels"][0] == list("ABCDEFGHIJKLMNO") and found["leaves"] == []
    large = ask("film", game="tic-tac-toe", depth=1, style="lecture")["film"]["trees"][0]
    assert "□" in large and "△" not in large
    with pytest.raises(BadRequest, match='style is "cubes"'):
        ask("film", game="nim:2,2", style="cubes")


def test_a_film_with_few_successors() -> None:
    nodes = {
        successors: len(
            ask("film", game="tic-tac-toe", depth=1, successors=successors)["film"]["labels"][0]
        )
        for successors in (None, "all", "symmetric", "2")
    }
    assert nodes == {None: 10, "all": 10, "symmetric": 4, "2": 4}  # the last one is …
    text = ask("export", game="tic-tac-toe", depth=1, successors="2", format="txt")
    assert "… 1 more" in text.content.decode()


def test_a_film_of_a_wide_game_draws_twelve_successors() -> None:
    wide = {"game": "connect-four:20,2,2", "depth": 1, "algorithm": "minimax"}
    drawn = {
        successors: len(ask("film", **wide, successors=successors)["film"]["labels"][0])
        for successors in ("all", "symmetric")
    }
    assert drawn["all"] == 21 and drawn["symmetric"] <= 14  # the root, twelve, and …


# ---------------------------------------------------------------------- opponents


def test_a_film_against_an_opponent_of_given_quality() -> None:
    film = ask("film", game="tree:ghost", algorithm="expectimax", opponents="best=0.75")
    assert "best move with probability ¾" in film["film"]["title"]
    assert film["result"]["value"] == -5.5


def test_a_request_cannot_name_a_file_of_opponents(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("raise RuntimeError\n")
    with pytest.raises(ZermeloError, match="opponents is"):
        ask("film", game="tree:ghost", algorithm="expectimax", opponents=f"{file}:model")


def test_a_film_draws_the_folded_nodes_that_are_opened() -> None:
    large = {"game": "tree:random,seed=1,depth=5,branching=3", "algorithm": "alphabeta"}
    folds = ask("film", **large)["film"]["folds"][0]
    opened = ask("film", **large, opened=[folds[0][1]])["film"]["folds"][0]
    assert [node for _, node, is_opened in opened if is_opened] == [folds[0][1]]
    with pytest.raises(BadRequest, match="numbers of nodes"):
        ask("film", **large, opened=["A"])


def test_a_literal_that_is_no_tree_names_the_column() -> None:
    for text, column in (("[[3, 12], , 4]", 11), ("[3, 4]]", 7), ("[[3, 12], [2, 4]", 17)):
        with pytest.raises(ZermeloError) as caught:
            read_tree(text)
        assert getattr(caught.value, "column", None) == column
