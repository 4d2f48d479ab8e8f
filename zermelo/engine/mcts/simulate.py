"""Monte Carlo tree search.

UCT (Kocsis and Szepesvári 2006) with proven values, for any number of players and chance.

A simulation is three steps, and the search is nothing but simulations::

    select    down the tree: at each node to the successor with the largest
              mean + c · √(ln N / n) for the mover, by the odds at a chance node; a leaf that was
              visited before gets its successors. With RAVE the mean is mixed with that of the
              simulations in which the action was taken later (see `amaf`)
    value     of the leaf: the payoffs at the end of a random playout, or the game's evaluation
    back up   visits and payoffs of every node on the path, and what is proven

Values are vectors, one number for each player, and the mover wants their own to be large: nothing
is assumed of turns, signs or sums. Payoffs are scaled to [0, 1] by the range that the game
declares, or else by those seen so far, so c means the same in all games, and a draw between a win
and a loss is ½.

Every node also has bounds, low ≤ true value ≤ high, for each player (score-bounded MCTS, Cazenave
and Saffidine 2010): a terminal's are its payoffs, a decision takes the best of its successors',
chance the mean. A node whose bounds have met is proven and is not searched any more. When the root
is proven the search ends: its value is then that of minimax, of max^n (the first of equally good
actions is taken), or of expectimax.
"""

from __future__ import annotations

from typing import Any

from zermelo.engine.mcts.amaf import MOST_PLAYED
from zermelo.engine.mcts.nodes import (
    ACTION,
    BACKED_UP,
    COUNT,
    FULL,
    MOST_DEEP,
    MOVER,
    PARENT,
    PAST,
    ROOT,
    VISITS,
    Vector,
)
from zermelo.engine.mcts.tree import SearchTree
from zermelo.engine.repetition import has_repeated
from zermelo.game import CHANCE, FORBIDDEN, Game
from zermelo.watch import DEEPEST, Watch


def grow(
    game: Game[Any, Any], s: Any, plays: bool, until_full: bool, tree: SearchTree, watch: Watch
) -> bool:
    """Simulate until the root is proven: True; or, if asked to, until the memory is full: False."""
    if tree.cells[ROOT + COUNT] == 0:
        tree.expand(game, s, ROOT)
    tree.forget_bounds(game, ROOT)
    tree.tighten(game, ROOT)
    while tree.is_open(game, ROOT):
        if until_full and tree.cells[FULL] == 1:
            return False
        watch.enter(s)
        simulate(game, s, plays, tree, watch)
        watch.leave(0.0)
    return True


def simulate(game: Game[Any, Any], s: Any, plays: bool, tree: SearchTree, watch: Watch) -> None:
    """Down the tree, value, back up."""
    n, ply = ROOT, 0
    is_return = False
    if game.repetition:
        has_repeated(
            game, s, tree.cells[PAST], 1, tree.path
        )  # the root is where it is, and belongs to the path
    if tree.amaf:
        tree.begin_playing()
    while tree.is_open(game, n) and has_successors(game, s, n, ply, tree):
        n = tree.select(game, n)
        s = game.result(s, tree.cells[n + ACTION])
        if tree.amaf:
            tree.take(tree.cells[n + ACTION], tree.cells[tree.cells[n + PARENT] + MOVER])
        ply += 1
        if game.repetition:
            is_return = has_repeated(game, s, tree.cells[PAST], ply + 1, tree.path)
    if ply >= watch.cells[DEEPEST]:
        watch.cells[DEEPEST] = ply + 1
    # Apart, so that machine code for games without it does not hold their total: trees have many,
    # and share theirs.
    if game.repetition:  # noqa: SIM102
        if is_return and (game.repetition == FORBIDDEN or not game.terminal(s)):
            back_up(game, n, ply, tree.settle_return(game, n), tree)
            return
    back_up(game, n, ply, value(game, s, n, plays, tree, watch), tree)


def has_successors(game: Game[Any, Any], s: Any, n: int, ply: int, tree: SearchTree) -> bool:
    """Has the tree successors of n?

    A leaf that is visited for the second time gets them, if there is room.
    """
    if tree.cells[n + COUNT] > 0:
        return True
    if tree.cells[n + VISITS] == 0:
        return False
    if ply >= MOST_DEEP:
        tree.cells[FULL] = 1
        return False
    return tree.expand(game, s, n)


def value(
    game: Game[Any, Any], s: Any, n: int, plays: bool, tree: SearchTree, watch: Watch
) -> Vector:
    """What a leaf is worth to each player; on the first visit also what is known for certain."""
    if tree.cells[n + VISITS] == 0:
        if game.terminal(s):
            return settle_terminal(game, s, n, tree, watch)
        tree.narrow_by_game(game, s, n)
    if not tree.is_open(game, n):
        watch.leaf(0.0)
        return tree.read_proven(game, n)
    if not plays:
        return estimate(game, s, watch)
    return playout(game, s, tree.cells[n + ACTION], tree, watch)


def settle_terminal(game: Game[Any, Any], s: Any, n: int, tree: SearchTree, watch: Watch) -> Vector:
    """A terminal's payoffs are its bounds."""
    v = payoffs(game, s, tree, watch)
    for p in range(game.players):
        tree.settle(n, p, v[p])
    return v


def payoffs(game: Game[Any, Any], s: Any, tree: SearchTree, watch: Watch) -> Vector:
    """The payoffs of all players at a terminal."""
    watch.leaf(0.0)
    v = tuple(float(game.utility(s, p)) for p in range(game.players))
    tree.see(game, v)
    return v


def estimate(game: Game[Any, Any], s: Any, watch: Watch) -> Vector:
    """The game's evaluation for all players."""
    watch.horizon(0.0)
    return tuple(float(game.evaluate(s, p)) for p in range(game.players))


def playout(game: Game[Any, Any], s: Any, last: Any, tree: SearchTree, watch: Watch) -> Vector:
    """Play at random to the end, from a state to which the last action or outcome led."""
    for _ in range(MOST_PLAYED):
        if game.terminal(s):
            return payoffs(game, s, tree, watch)
        if game.has_chance and game.player(s) == CHANCE:
            last = tree.any_outcome(game, s)
        else:
            last = tree.playout_action(game, s, last)
            if tree.amaf:
                tree.take(last, game.player(s))
        s = game.result(s, last)
    return estimate(game, s, watch)


def back_up(game: Game[Any, Any], n: int, ply: int, v: Vector, tree: SearchTree) -> None:
    """Count the simulation in all nodes up to the root, and narrow their bounds as long as there is
    news. The node is at this ply below the root."""
    tree.count(game, n, v)
    paid = v
    news = True
    while n != ROOT:
        n = tree.cells[n + PARENT]
        if tree.amaf:
            ply -= 1
            tree.count_below(ply)
            tree.count_amaf(game, n, paid)
        news = news and tree.tighten(game, n)
        handed = tree.cells[n + BACKED_UP]
        if handed != 0:
            v = tree.read_proven(game, handed)
            tree.count(game, handed, v)
        tree.count(game, n, v)
