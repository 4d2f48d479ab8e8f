"""An explicit tree as a scene, before any search."""

from __future__ import annotations

from collections.abc import Iterator

from zermelo.formatting import format_ratio, format_rounded, format_vector
from zermelo.game import CHANCE
from zermelo.show.scene import CHANCE_NODE, LEAF, MAX, MAX_NODES, MIN, Scene, SceneItem, choose_turn
from zermelo.show.words import name_player
from zermelo.tree import Tree


def tree_scene(game: Tree, max_nodes: int = MAX_NODES) -> Scene:
    """Return a tree before any search; nodes beyond the first `max_nodes` are folded.

    >>> from zermelo import tree
    >>> [item.shape for item in tree_scene(tree.figure("ghost")).items]
    ['max', 'min', 'min', 'leaf', 'leaf', 'leaf', 'leaf']
    """
    items: list[SceneItem] = []
    waiting: list[tuple[int, int | None, str, str]] = [(0, None, "", "")]
    for s, above, action, odds in waiting:  # grows while it is read: breadth first
        if len(items) >= max_nodes:
            if above is not None:
                items[above].folded += 1
            continue
        items.append(_make_tree_item(game, s, action, odds))
        index = len(items) - 1
        if above is not None:
            items[above].children.append(index)
        waiting += [(below, index, action, odds) for below, action, odds in _list_edges(game, s)]
    return Scene(items, game.title)


def _list_edges(game: Tree, s: int) -> Iterator[tuple[int, str, str]]:
    """Yield the successors of a node, each with its action and, below chance, its probability."""
    is_chance = not game.terminal(s) and game.player(s) == CHANCE
    weights = dict(game.chances(s)) if is_chance else {}
    for a in game.options(s):
        odds = format_ratio(weights[a]) if weights else ""
        yield game.result(s, a), game.name(s, a), odds


def _make_tree_item(game: Tree, s: int, action: str, odds: str) -> SceneItem:
    unknown = game.unknown(s, 0)
    if unknown is not None:
        return SceneItem(game.label(s), LEAF, unknown.name, action=action, probability=odds)
    if game.terminal(s):
        payoffs = game.payoffs(s)
        value = format_rounded(payoffs[0]) if game.players <= 2 else format_vector(payoffs)
        is_estimate = game.nodes[s].is_estimate
        return SceneItem(
            game.label(s),
            LEAF,
            f"≈ {value}" if is_estimate else value,
            is_estimate=is_estimate,
            action=action,
            probability=odds,
            state=game.nodes[s].state,
            turn=choose_turn(game.nodes[s].turn),
        )
    p = game.player(s)
    shape = CHANCE_NODE if p == CHANCE else MAX if p == 0 or game.players > 2 else MIN
    mover = name_player(game.player_name(p)) if game.players > 2 and p != CHANCE else ""
    state = game.nodes[s].state
    return SceneItem(
        game.label(s), shape, mover=mover, action=action, probability=odds, state=state
    )
