"""Why a move has its value: the engine's line to its end, and of a proven value its proof.

An analysis says what each move is worth. Here that becomes a tree. The line of the move is followed
as far as the engine has it. The other moves at the root have the values that the analysis gives
them. Below the root the other moves of a line are counted, with the bound that the line implies.

Of a proven value the tree shows what proves it, as far as there is room: one move for the player
who has at least that value, every move of the other player. Each such move is searched on its own.
What is not drawn is marked: there the engine has looked deeper.

Distances count from the root, so that a value is the same at every node of its line.

>>> from zermelo.games.tic_tac_toe import TicTacToe
>>> game = TicTacToe()
>>> why = explain_move(game, game.after(["a1", "b1", "a2", "b2"]), gear="plain")
>>> print(why)
a3 wins in 1 ply for X: proven. The whole proof is drawn.
>>> explain_move(game, game.after(["b2", "b3"]), "a3", gear="plain").claim.distance
5
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from zermelo.engine.searcher import make_searcher
from zermelo.engine.why_trace import write_trace
from zermelo.engine.why_tree import MAX_NODES, MoveClaim, WhyNode, WhyTree
from zermelo.errors import BadAction
from zermelo.frame.question import Limits
from zermelo.frame.run import last
from zermelo.game import CHANCE, Game
from zermelo.gears import Gear
from zermelo.result import Result
from zermelo.trace import Trace

ANALYSIS_SECONDS = 2.0
"""Seconds of an analysis without a limit."""


@dataclass(frozen=True)
class Explanation:
    """Why a move has its value: the tree, and a sentence about it."""

    game: Game[Any, Any]
    player: int
    """The player whose values these are."""
    move: str
    claim: MoveClaim
    root: WhyNode
    sentence: str
    trace: Trace = field(repr=False)

    def __str__(self) -> str:
        return self.sentence


# ---------------------------------------------------------------------- questions


def explain_move(
    game: Game[Any, Any],
    s: Any = None,
    move: str | None = None,
    *,
    claims: Sequence[MoveClaim] | None = None,
    player: int | None = None,
    depth: int | None = None,
    seconds: float | None = None,
    gear: Gear = "auto",
    max_nodes: int = MAX_NODES,
) -> Explanation:
    """Explain the value of a move, or of the best one: search the position, and draw why.

    `claims` are the lines of an analysis, the best first, if there is one already, and `depth` is
    then its depth. Otherwise `depth` and `seconds` limit the analysis. Values are for `player`, by
    default the one to move.

    >>> from zermelo.games.nim import Nim
    >>> print(explain_move(Nim(2, 2), move="2-1", gear="plain"))
    2-1 loses in 3 plies for MAX: proven. The whole proof is drawn.
    """
    s = game.start() if s is None else s
    if game.terminal(s) or game.player(s) == CHANCE:
        raise BadAction("there is no move to explain: the game is over, or chance decides")
    player = game.player(s) if player is None else player
    if claims is None:
        result = analyse_moves(game, s, player, depth, seconds, gear)
        claims, depth = list_claims(result), result.depth
    claim = _find_claim(game, s, claims, move)
    tree = WhyTree(game, s, player, claims, max_nodes, gear)
    tree.explain(claim)
    sentence = tree.describe(claim, depth)
    trace = write_trace(tree, claim)
    return Explanation(game, player, claim.line[0], claim, tree.root, sentence, trace)


def analyse_moves(
    game: Game[Any, Any],
    s: Any,
    player: int,
    depth: int | None = None,
    seconds: float | None = None,
    gear: Gear = "auto",
) -> Result[Any]:
    """Return an analysis with a line for every move."""
    if depth is None and seconds is None:
        seconds = ANALYSIS_SECONDS
    limits = Limits(depth, None, seconds, len(game.options(s)), player)
    return last(make_searcher(game, gear=gear).iterate(s, limits))


def list_claims(result: Result[Any]) -> list[MoveClaim]:
    """Return what a result says of each move, the best first."""
    if result.value is None:
        return []
    if not result.variations:
        return [MoveClaim(result.line, result.value, result.exact, result.distance)]
    return [
        MoveClaim(one.line, one.value, one.exact, one.distance)
        for one in result.variations
        if one.value is not None and one.line
    ]


def _find_claim(
    game: Game[Any, Any], s: Any, claims: Sequence[MoveClaim], move: str | None
) -> MoveClaim:
    """Return the claim about a move, or the first one."""
    name = None if move is None else game.name(s, game.parse(s, move))
    for claim in claims:
        if claim.line and name in (None, claim.line[0]):
            return claim
    raise BadAction(f"the analysis says nothing of {name or 'any move'} yet: let it search longer")
