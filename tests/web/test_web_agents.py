"""Agents by name as opponents in the studio."""

from __future__ import annotations

import pytest
from server import Served, send, until

from zermelo import CHANCE, catalogue
from zermelo.agents import agent_names, find_agent, make_agent
from zermelo.frame.question import Limits
from zermelo.frame.run import last
from zermelo.web.named_agents import list_agents

GAMES = ("tic-tac-toe", "pig:20", "tri-halma", "go:5", "twenty48", "kalah:3,2")


@pytest.mark.parametrize("name", GAMES)
def test_every_agent_that_is_offered_can_play(name: str) -> None:
    game = catalogue.game(name)
    s = game.start()
    while game.player(s) == CHANCE:
        s = game.result(s, game.options(s)[0])
    for agent in list_agents(game):
        answer = last(make_agent(game, agent, gear="plain").iterate(s, Limits(nodes=5, depth=1)))
        assert answer.action in game.options(s), agent


@pytest.mark.parametrize("name", GAMES)
def test_the_studio_offers_the_agents_of_the_command(name: str) -> None:
    """All that `zermelo play --algorithm` takes for the game, besides the levels."""
    game = catalogue.game(name)
    offered = list_agents(game)
    for agent in agent_names():
        kind = find_agent(agent)
        if not isinstance(kind, str):
            assert (agent in offered) == kind.fits(game.players, game.has_chance), agent
    assert offered[0] == "engine" and offered[-1] == "random"


def test_an_agent_moves_by_its_name(served: Served) -> None:
    moves = {}
    with served.connect() as ws:
        for agent in ("random", "minimax", "pvs", "mcts"):
            send(ws, ask="think", game="tic-tac-toe", moves=["a1", "b2", "a2", "b1"], agent=agent)
            moves[agent] = until(ws, "done")[-1]["move"]
        assert moves["random"] in {"a3", "b3", "c1", "c2", "c3"}
        assert {moves[name] for name in ("minimax", "pvs", "mcts")} == {"a3"}
        send(ws, ask="think", game="tri-halma", moves=[], agent="pvs")
        assert "agent" in until(ws, "error")[-1]["message"]
