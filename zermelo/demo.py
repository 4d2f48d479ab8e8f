"""The tour that `make run` shows: each stop is one paragraph, worked out as it is read."""

from __future__ import annotations

from collections.abc import Iterator

from zermelo import search, tree
from zermelo.formatting import format_count, format_number
from zermelo.games.connect_four import ConnectFour
from zermelo.games.nim import Nim
from zermelo.result import Result


def tour() -> Iterator[str]:
    """The paragraphs of the tour."""
    yield _lecture_tree()
    yield _nim()
    yield _connect_four()
    yield (
        "Next: zermelo games · zermelo search alphabeta tic-tac-toe · "
        "zermelo play connect-four · zermelo --help"
    )


def _lecture_tree() -> str:
    game = tree.figure("two-ply")
    full, pruned = search.minimax(game), search.alphabeta(game, trace=True)
    assert pruned.trace is not None
    value = format_number(full.value or 0)
    return f"""\
1. A tree of the lecture: MAX at A, MIN at B (3 12 8), C (2 4 6), D (14 5 2)

   minimax    visits {full.nodes} nodes: MAX plays {full.action_name} and gets {value}
   alphabeta  visits {pruned.nodes}: {pruned.trace.list_reasons()[0]}, so two leaves of C are pruned
"""


def _nim() -> str:
    game = Nim(2, 2)
    result = search.minimax(game)
    plan = str(search.strategy(game, player=1)).replace("\n", "\n   ")
    return f"""\
2. 2,2-Nim: two piles of two matches; who takes the last one loses

   The first player gets {format_number(result.value or 0)}: the second has a winning strategy.
   {plan}
"""


def _connect_four() -> str:
    game = ConnectFour()
    s = game.after("44444")
    board = game.text(s).replace("\n", "\n   ")
    plain = search.alphabeta(game, s, depth=6, gear="plain")
    fast: Result[int] = search.alphabeta(game, s, depth=12, gear="compiled")
    faster = f"{fast.speed / plain.speed:.0f} times as fast"
    value = format_number(round(fast.value or 0, 3))
    return f"""\
3. Connect four, after 4 4 4 4 4: the same two texts, rules and alpha-beta, in two gears

   {board}

   plain     depth  6: {plain.nodes:>11,} nodes, {format_count(plain.speed):>7} nodes/s
   compiled  depth 12: {fast.nodes:>11,} nodes, {format_count(fast.speed):>7} nodes/s ({faster})
   {fast.player_name} plays {fast.action_name}; line {" ".join(fast.line)}; value {value}
"""
