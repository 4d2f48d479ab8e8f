"""Why a move has its value: badge, line and tree agree, with each other and with brute force."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from zermelo.engine import Engine
from zermelo.engine.outcome import ValueWriter
from zermelo.engine.why import analyse_moves, explain_move, list_claims
from zermelo.engine.why_tree import MoveClaim, WhyNode
from zermelo.errors import BadAction
from zermelo.game import Game
from zermelo.games.connect_four import ConnectFour
from zermelo.games.mnk import MNK
from zermelo.games.nim import Nim
from zermelo.games.pig import Pig
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.show.outline import outline
from zermelo.show.replay import Replay
from zermelo.show.scene import MORE, Scene
from zermelo.show.trace_scene import trace_scene
from zermelo.trace import Trace

Truth = tuple[float, int]
"""A value for player 0 and the plies to the end, by brute force."""


def make_oracle(game: Game[Any, Any]) -> Any:
    """Brute force: win soon, lose late."""

    @cache
    def truth(s: Any) -> Truth:
        if game.terminal(s):
            return game.utility(s, 0), 0
        sign = 1 if game.player(s) == 0 else -1
        after = [truth(game.result(s, a)) for a in game.actions(s)]

        def rank(found: Truth) -> tuple[float, float]:
            value, plies = sign * found[0], found[1]
            return value, -plies if value > 0 else plies

        value, plies = max(after, key=rank)
        return value, plies + 1

    return truth


def walk(node: WhyNode) -> Iterator[WhyNode]:
    """Every node of an explanation."""
    yield node
    for child in node.children:
        yield from walk(child)


def sample(game: Game[Any, Any], count: int, least: int, most: int) -> Iterator[Any]:
    """Positions after random moves."""
    rng = random.Random(5)
    while count:
        s = game.start()
        for _ in range(rng.randint(least, most)):
            if game.terminal(s):
                break
            s = game.result(s, rng.choice(game.options(s)))
        if not game.terminal(s):
            count -= 1
            yield s


def check_claim(game: Game[Any, Any], node: WhyNode, player: int, truth: Any) -> None:
    """What is written at a node is true."""
    if node.claim is None:
        return
    value = truth(node.state)[0] * (1 if player == 0 else -1)
    claim = node.claim
    assert claim.exact
    if claim.bound == "at most":
        assert value <= claim.value
    elif claim.bound == "at least":
        assert value >= claim.value
    else:
        assert value == claim.value
    for limit in [node.others_claim] if node.others_claim else []:
        drawn = {child.action for child in node.children}
        rest = [a for a in game.options(node.state) if game.name(node.state, a) not in drawn]
        assert len(rest) == node.others
        for a in rest:
            other = truth(game.result(node.state, a))[0] * (1 if player == 0 else -1)
            assert other <= limit.value if limit.bound == "at most" else other >= limit.value


def read_root_move(trace: Trace, move: str) -> Any:
    """The node of a root move where the trace ends, and the replay."""
    replay = Replay(trace)
    replay.to(len(replay))
    return next(n for n in replay.nodes.values() if n.parent == 0 and n.action == move), replay


GAMES: list[tuple[Game[Any, Any], int, int, int]] = [
    (TicTacToe(), 14, 3, 7),
    (ConnectFour(4, 4), 8, 7, 13),
]


@pytest.mark.parametrize(("game", "count", "least", "most"), GAMES, ids=["tic-tac-toe", "four"])
def test_badge_line_and_tree_agree_for_every_move(
    game: Game[Any, Any], count: int, least: int, most: int
) -> None:
    truth = make_oracle(game)
    wholes = 0
    for s in sample(game, count, least, most):
        player = game.player(s)
        claims = list_claims(analyse_moves(game, s, player, depth=16, gear="plain"))
        assert len(claims) == len(game.options(s))
        writer = ValueWriter(game, s, player)
        for claim in claims:
            move = claim.line[0]
            why = explain_move(game, s, move, claims=claims, gear="plain")
            assert why.claim == claim and why.move == move
            for node in walk(why.root):
                check_claim(game, node, player, truth)
            after = game.result(s, game.parse(s, move))
            if claim.distance is not None:
                assert claim.distance == 1 + truth(after)[1]
            child, replay = read_root_move(why.trace, move)
            assert child.words == writer.write(claim.value, True, claim.distance)
            if "whole proof" in why.sentence:
                wholes += 1
                assert list(replay.value_interval(child)) == [claim.value, claim.value]
    assert wholes > 10


def test_a_mate_in_one_is_proven_though_other_moves_are_estimates() -> None:
    game = TicTacToe()
    s = game.after(["a1", "b1", "a2", "b2"])
    claims = [
        MoveClaim(("a3",), 1.0, True, 1),
        MoveClaim(("c3", "c2"), 0.1),
        MoveClaim(("c1",), 0.1),
    ]
    why = explain_move(game, s, claims=claims)
    assert str(why) == (
        "a3 wins in 1 ply for X: proven. Other moves are only estimated, but no payoff is larger. "
        "The whole proof is drawn."
    )
    drawn = trace_scene(why.trace)
    words = {item.action: item.value for item in drawn.items}
    assert words["a3"] == drawn.items[0].value == "W1" and words["c3"] == "≈ +.90"


def test_an_estimate_is_the_same_at_every_node_of_its_line() -> None:
    game = ConnectFour()
    s = game.after(["4", "4"])
    result = analyse_moves(game, s, 0, depth=4, gear="plain")
    why = explain_move(game, s, claims=list_claims(result), depth=4)
    assert f"an estimate at depth {result.depth}" in str(why)
    drawn = trace_scene(why.trace)
    best = [item for item in drawn.items if item.is_best]
    assert len(best) == 1 + len(result.line) and len({item.value for item in best}) == 1
    assert best[0].value.startswith("≈ ") and best[-1].is_estimate
    line = [item.action for item in best[1:]]
    assert tuple(line) == result.line


def test_values_are_for_the_player_who_is_asked_about() -> None:
    game = TicTacToe()
    s = game.after(["a1", "b1", "a2", "b2"])
    why = explain_move(game, s, "a3", player=1, gear="plain")
    assert why.claim.value == -1 and "loses in 1 ply for O" in str(why)
    assert (
        trace_scene(why.trace).items[0].value == "L1"
        and trace_scene(why.trace).items[0].shape == "min"
    )


def test_a_line_that_ends_elsewhere_is_cut_short_and_an_illegal_one_too() -> None:
    """The table of a search may lead on to another end, and a link may say anything."""
    game = TicTacToe()
    s = game.after(["a1", "b1", "a2", "b2"])
    for line in (("c1", "b3"), ("c1", "z9")):
        why = explain_move(game, s, "c1", claims=[MoveClaim(line, 0.25)])
        assert why.trace.header["line"] == ["c1"]
    with pytest.raises(BadAction, match="let it search longer"):
        explain_move(game, s, "c2", claims=[MoveClaim(("c1",), 0.25)])
    with pytest.raises(BadAction, match="no move to explain"):
        explain_move(game, game.after(["a1", "b1", "a2", "b2", "a3"]))


def count_more(drawn: Scene) -> list[str]:
    """What stands for moves that are not drawn."""
    return [item.note for item in drawn.items if item.shape == MORE]


def test_a_large_proof_is_folded_and_says_where_the_engine_looked_deeper() -> None:
    game = TicTacToe()
    s = game.after(["b2", "b3"])
    whole = explain_move(game, s, "a1", gear="plain")
    part = explain_move(game, s, "a1", gear="plain", max_nodes=4)
    assert "whole proof" in str(whole) and "a part of the proof" in str(part).lower()
    assert len(list(walk(part.root))) < len(list(walk(whole.root)))
    assert any("≥ W" in note for note in count_more(trace_scene(part.trace)))
    assert "the engine looked deeper" in outline(trace_scene(part.trace))


def test_moves_beyond_the_first_few_are_counted_with_their_bound() -> None:
    why = explain_move(MNK(4, 4, 3), depth=1, gear="plain")
    assert len(why.root.children) == 9 and why.root.others == 7
    assert count_more(trace_scene(why.trace))[-1].startswith("7 others ≤ ")


def test_chance_and_playouts_show_the_line_alone() -> None:
    why = explain_move(Pig(), Pig().start(), depth=2, gear="plain")
    drawn = trace_scene(why.trace)
    assert drawn.items[1].note == "…" and drawn.items[1].shape == "chance"


def test_the_trace_survives_json_and_is_a_film() -> None:
    from zermelo.show.film_maker import film

    why = explain_move(Nim(2, 2), move="2-1", gear="plain")
    assert Trace.from_json(why.trace.to_json()) == why.trace
    steps = film(why.trace).steps
    assert any("not drawn" in step.say for step in steps) or len(steps) == len(why.trace)
    assert steps[-1].say.startswith("(2,2) is worth")


def test_a_proven_line_keeps_its_value_at_every_move() -> None:
    """The table holds mirror images as one: the action of one is not that of the other."""
    game = TicTacToe()
    truth = make_oracle(game)
    engine = Engine(game, gear="plain")
    for s in sample(game, 40, 1, 6):
        sign = 1 if game.player(s) == 0 else -1
        for one in engine.search(s, depth=9, lines=3).variations:
            at = s
            for name in one.line if one.exact else ():
                at = game.result(at, game.parse(at, name))
                assert sign * truth(at)[0] == one.value, (game.dump(s), one)


def test_a_bound_is_written_as_a_badge_writes_it() -> None:
    """The largest payoff is a win, also as a bound of an estimate."""
    game = TicTacToe()
    writer = ValueWriter(game, game.start(), 0)
    assert (writer.write_bound(1, False), writer.write_bound(-1, False)) == ("W", "L")
    assert writer.write_bound(2 / 9, False) == "+2"
