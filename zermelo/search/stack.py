"""The lecture's searches with an explicit stack: MiniMax-DFS and αβPruning-DFS.

O, the list of open nodes, has its front at the *end*: the first node is ``O[-1]``, deleting it is a
pop, and prepending successors appends them last to first. A node's parent always lies deeper in the
list, so δ⁻¹(n) is an index. Comments carry the step numbers of the lecture's Tables 1 and 4.
"""

from __future__ import annotations

from typing import Any, NamedTuple, TypeVar, Unpack

from zermelo.algorithm import Algorithm
from zermelo.frame.answer import answer
from zermelo.frame.question import Options, ask
from zermelo.game import INFINITY, Game
from zermelo.result import Result
from zermelo.search.alphabeta import RULE, Rule, cuts_ties, name_choices
from zermelo.search.forms import Edit, Text, derive
from zermelo.watch import Watch

S = TypeVar("S")
A = TypeVar("A")

NO_PARENT = -1


class Open(NamedTuple):
    """A node n in O: its state x, δ⁻¹(n), the action between them, the plies left, and v(n).

    v(n) is ⊥ until it is `known`.
    """

    x: Any
    parent: int
    action: Any
    left: int
    v: float = 0.0
    known: bool = False


MINIMAX_STACK = Algorithm(
    "minimax-stack",
    "minimax with an explicit stack of open nodes",
    title="MiniMax-DFS",
    source="Greenwald, Lecture 5, Tables 1 to 3",
    takes_unknowns=True,
    beside="minimax",
)


@MINIMAX_STACK.runs
def minimax_stack(game: Game[S, A], s: S | None = None, **options: Unpack[Options]) -> Result[A]:
    """MiniMax-DFS: minimax with a list of open nodes instead of recursion.

    >>> from zermelo import tree
    >>> minimax_stack(tree.figure("nim-2-2")).value
    -1.0
    """
    q = ask(MINIMAX_STACK, game, s, **options)
    return answer(q, minimax_dfs, lambda s, depth: (q.player, depth))


def minimax_dfs(game: Game[Any, Any], x: Any, me: int, depth: int, watch: Watch) -> float:
    """MiniMax-DFS(Γ, x)."""
    O = [Open(x, NO_PARENT, 0, depth)]
    v = 0.0
    while len(O) > 0:
        watch.stack(O)
        n = O[-1]  # 1.
        if not n.known:
            enter(O, watch)
        if not n.known and is_leaf(game, n.x, n.left):  # 2.
            n = n._replace(v=leaf_value(game, n.x, me, watch), known=True)
            O[-1] = n
            watch.stack(O)
        if n.known:  # 3.
            v = watch.leave(n.v)
            O.pop()  # 3(b)
            if n.parent != NO_PARENT:  # 3(a)
                O[n.parent] = back_up_1(game, n, O[n.parent], me, watch)
        else:  # 4.
            O[-1] = n._replace(v=-INFINITY if game.player(n.x) == me else INFINITY, known=True)
            prepend_successors(game, n, O)  # 4(b)
    return v


def back_up_1(game: Game[Any, Any], n: Open, m: Open, me: int, watch: Watch) -> Open:
    """BackUp1(Γ, n, m): the parent with n's value backed up."""
    if game.player(m.x) == me:
        return m._replace(v=watch.max(m.v, n.v, n.action))
    else:
        return m._replace(v=watch.min(m.v, n.v, n.action))


def enter(O: Any, watch: Watch) -> None:
    """Tell the watch that the front node is visited for the first time."""
    if O[-1].parent != NO_PARENT:
        watch.consider(O[-1].action)
    watch.enter(O[-1].x)


def is_leaf(game: Game[Any, Any], x: Any, left: int) -> bool:
    """Is x terminal, or at the horizon?"""
    return game.terminal(x) or left == 0


def leaf_value(game: Game[Any, Any], x: Any, me: int, watch: Watch) -> float:
    """The utility of a terminal, or the estimate at the horizon."""
    if game.terminal(x):
        return watch.leaf(game.utility(x, me))
    else:
        return watch.horizon(game.evaluate(x, me))


def prepend_successors(game: Game[Any, Any], n: Open, O: Any) -> None:
    """Prepend δ(n) to the front of O; n is at the front now."""
    at = len(O) - 1
    successors = list(game.actions(n.x))
    for i in range(len(successors) - 1, -1, -1):
        O.append(Open(game.result(n.x, successors[i]), at, successors[i], n.left - 1))


# ---------------------------------------------------------------------- αβPruning-DFS


class OpenWindow(NamedTuple):
    """A node n in O with α(n) and β(n), which are ⊥ until they are known."""

    x: Any
    parent: int
    action: Any
    left: int
    alpha: float = 0.0
    beta: float = 0.0
    known: bool = False


ALPHABETA_STACK = Algorithm(
    "alphabeta-stack",
    "alpha-beta with an explicit stack of open nodes (fail-hard)",
    aliases=("alpha-beta-stack",),
    title="αβPruning-DFS",
    source="Greenwald, Lecture 5, Table 4",
    prunes=True,
    fail_hard=True,
    options=(RULE,),
    takes_unknowns=True,
    beside="alphabeta-hard",
)


@ALPHABETA_STACK.runs
def alphabeta_stack(
    game: Game[S, A], s: S | None = None, *, rule: Rule = ">=", **options: Unpack[Options]
) -> Result[A]:
    """αβPruning-DFS: alpha-beta with a list of open nodes; a pruned node is deleted at the front.

    >>> from zermelo import tree
    >>> result = alphabeta_stack(tree.figure("nim-2-2"))
    >>> result.value, result.nodes
    (-1.0, 10)
    """
    kernel = select_alphabeta_texts(rule)[0]
    q = ask(ALPHABETA_STACK, game, s, **options)
    q.window = game.bounds_for(q.state, q.player)
    q.choices = name_choices(rule, "fail-hard")
    return answer(q, kernel, lambda s, depth: (q.player, *game.bounds_for(s, q.player), depth))


CLOSE_ON_MORE = Edit("cut on >", (("m.alpha >= m.beta", "m.alpha > m.beta"),))
"""A parent's window is closed only when α exceeds β."""


def pruning_dfs(
    game: Game[Any, Any], x: Any, me: int, low: float, high: float, depth: int, watch: Watch
) -> float:
    """αβPruning-DFS(Γ, x), where all values are known to lie in [low, high]."""
    O = [OpenWindow(x, NO_PARENT, 0, depth)]
    v = 0.0
    while len(O) > 0:
        watch.stack(O)
        n = O[-1]  # 1.
        if n.parent != NO_PARENT:  # 2.
            m = O[n.parent]  # 2(a)
            if m.alpha >= m.beta:  # 2(b)
                O.pop()
                continue
        if not n.known:
            enter_window(O, low, high, watch)
        if not n.known and is_leaf(game, n.x, n.left):  # 3.
            v = leaf_value(game, n.x, me, watch)
            n = n._replace(alpha=v, beta=v, known=True)
            O[-1] = n
            watch.stack(O)
        if n.known:  # 4.
            v = n.alpha if n.alpha == n.beta or game.player(n.x) == me else n.beta
            O.pop()  # 4(b)
            if n.parent != NO_PARENT:  # 4(a)
                m = O[n.parent]
                watch.leave(v, m.alpha, m.beta)
                m = alpha_beta_back_up_1(game, v, n.action, m, me, watch)
                O[n.parent] = m
                if m.alpha >= m.beta:
                    watch.cut(v, m.alpha, m.beta, game, m.x)
            else:
                watch.leave(v, low, high)
        else:  # 5.
            alpha, beta = window_in(O, low, high)  # 5(a)(b)
            O[-1] = n._replace(alpha=alpha, beta=beta, known=True)
            prepend_successor_windows(game, n, O)  # 5(c)
    return v


def window_in(O: Any, low: float, high: float) -> tuple[float, float]:
    """The window of the front node: the game's bounds, within the parent's window."""
    if O[-1].parent == NO_PARENT:
        return low, high
    m = O[O[-1].parent]
    return max(low, m.alpha), min(high, m.beta)


def enter_window(O: Any, low: float, high: float, watch: Watch) -> None:
    """Tell the watch that the front node is visited for the first time, with its window."""
    if O[-1].parent != NO_PARENT:
        watch.consider(O[-1].action)
    watch.enter(O[-1].x, window_in(O, low, high)[0], window_in(O, low, high)[1])


def alpha_beta_back_up_1(
    game: Game[Any, Any], v: float, a: Any, m: OpenWindow, me: int, watch: Watch
) -> OpenWindow:
    """αβBackUp1(Γ, n, m): the parent with v = α(n) or β(n), whichever is n's value, backed up."""
    if game.player(m.x) == me:
        return m._replace(alpha=watch.max(m.alpha, v, a))
    else:
        return m._replace(beta=watch.min(m.beta, v, a))


def prepend_successor_windows(game: Game[Any, Any], n: OpenWindow, O: Any) -> None:
    """Prepend δ(n) to the front of O; n is at the front now."""
    at = len(O) - 1
    successors = list(game.actions(n.x))
    for i in range(len(successors) - 1, -1, -1):
        O.append(OpenWindow(game.result(n.x, successors[i]), at, successors[i], n.left - 1))


@MINIMAX_STACK.shows
def select_texts() -> tuple[Text, ...]:
    """The text of MiniMax-DFS and BackUp1."""
    return (minimax_dfs, back_up_1, leaf_value, prepend_successors)


@ALPHABETA_STACK.shows
def select_alphabeta_texts(rule: str = ">=") -> tuple[Text, ...]:
    """The text of αβPruning-DFS and αβBackUp1."""
    edits = () if cuts_ties(rule) else (CLOSE_ON_MORE,)
    (pruning,) = derive((pruning_dfs,), edits)
    return (pruning, alpha_beta_back_up_1, leaf_value, prepend_successor_windows)
