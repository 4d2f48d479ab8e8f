"""The tree of a game before any search, or a part of it: the first plies, a few successors.

>>> from zermelo.games.tic_tac_toe import TicTacToe
>>> game = TicTacToe()
>>> picture = game_scene(game, plies=1, fold=Fold(game, game.start()))
>>> [(item.action, item.times) for item in picture.items]
[('', 1), ('a3', 4), ('b3', 4), ('b2', 1)]
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from zermelo.formatting import format_ratio, format_rounded, format_vector
from zermelo.game import CHANCE, Game
from zermelo.recorder import describe_board
from zermelo.show.fold import Fold, Successors
from zermelo.show.scene import CHANCE_NODE, LEAF, MAX, MAX_NODES, MIN, MORE, Scene, SceneItem, Style
from zermelo.show.words import name_player

MAX_LOOKED_AT = 20_000
"""States that are looked at to find terminals of every payoff."""

DOWNWARDS = "⋮"
"""What stands between the last ply that is drawn and a terminal."""


def game_scene(
    game: Game[Any, Any],
    s: Any = None,
    plies: int | None = None,
    max_nodes: int = MAX_NODES,
    style: Style = "triangles",
    fold: Fold | None = None,
    ends: bool = False,
) -> Scene:
    """Return the tree of a game: `plies` deep, at most about `max_nodes` nodes, folded by `fold`.

    With `ends`, a terminal of each payoff that occurs is drawn below the last ply.
    """
    painter = _GamePainter(game, game.start() if s is None else s, fold)
    painter.add_all(plies, max_nodes)
    if ends:
        painter.add_ends()
    return Scene(painter.items, game.full_title, style=style)


class _GamePainter:
    """Adds nodes breadth first, and keeps the state of each."""

    def __init__(self, game: Game[Any, Any], first: Any, fold: Fold | None) -> None:
        self.game, self.fold = game, fold
        self.items: list[SceneItem] = []
        self.states: list[Any] = []
        self.open: list[int] = []
        """The nodes of the last ply that have successors which are not drawn."""
        is_fixed = game.maximiser is not None or game.terminal(first)
        mover = 0 if is_fixed else game.player(first)
        self.player = max(mover, 0)
        self._add(first, None, SceneItem("", LEAF))

    def add_all(self, plies: int | None, max_nodes: int) -> None:
        """Add the nodes below the root, ply by ply."""
        level, ply = [0], 0
        while level:
            below = [child for i in level for child in self._list_below(i)]
            is_deep = plies is not None and ply >= plies
            if is_deep or (ply > 0 and len(self.items) + len(below) > max_nodes):
                self._leave_open(level)
                return
            level = [self._add(state, i, item) for i, state, item in below]
            ply += 1

    def _leave_open(self, level: list[int]) -> None:
        """Note the nodes of the last ply whose successors are not drawn."""
        self.open = [i for i in level if self._is_inner(i)]
        for i in self.open:
            self.items[i].note = DOWNWARDS

    def _is_inner(self, i: int) -> bool:
        is_drawn = self.items[i].shape not in (LEAF, MORE)
        return is_drawn and not self.game.terminal(self.states[i])

    # ------------------------------------------------------------------ nodes

    def _list_below(self, i: int) -> Iterator[tuple[int, Any, SceneItem]]:
        """Yield the successors that are drawn below an item, and … for the others."""
        if not self._is_inner(i):
            return
        game, s = self.game, self.states[i]
        is_chance = game.player(s) == CHANCE
        odds = dict(game.chances(s)) if is_chance else {}
        actions = {game.name(s, a): a for a in (odds or game.figure_actions(s))}
        chosen = Successors([*actions], dict.fromkeys(actions, 1))
        if self.fold is not None:
            chosen = self.fold.choose(s, [*actions])
        for name in chosen.shown:
            a, item = actions[name], SceneItem("", LEAF, action=name, times=chosen.times[name])
            item.probability = format_ratio(odds[a]) if is_chance else ""
            yield i, game.result(s, a), item
        if chosen.left_out:
            yield i, None, SceneItem("", MORE, note=f"{chosen.left_out} more")

    def _add(self, state: Any, above: int | None, item: SceneItem) -> int:
        """Add an item below another; return its number."""
        if item.shape != MORE:
            self._describe(item, state)
        self.items.append(item)
        self.states.append(state)
        if above is not None:
            self.items[above].children.append(len(self.items) - 1)
        return len(self.items) - 1

    def _describe(self, item: SceneItem, state: Any) -> None:
        """Write the label, the shape and the board of a node, and the payoff of a terminal."""
        game = self.game
        item.label, board = game.label(state), describe_board(game, state)
        item.board = board if board is not None and board["cells"] else None
        if game.terminal(state):
            item.value = self._write_payoff(state)
            return
        p = game.player(state)
        is_max = p == self.player or game.players > 2
        item.shape = CHANCE_NODE if p == CHANCE else MAX if is_max else MIN
        if game.players > 2 and p != CHANCE:
            item.mover = name_player(game.player_name(p))

    def _write_payoff(self, end: Any) -> str:
        """Return the payoff of a terminal: a number, a vector, or the name of an unknown one."""
        unknown = self.game.unknown(end, self.player)
        if unknown is not None:
            return unknown.name
        payoffs = self.game.payoffs(end)
        is_vector = self.game.players > 2
        return format_vector(payoffs) if is_vector else format_rounded(payoffs[self.player])

    # ------------------------------------------------------------------ terminals

    def add_ends(self) -> None:
        """Add a terminal of each payoff, each below another node of the last ply."""
        values = sorted({self._pay(end) for i in self.open[:1] for end in self._find_ends(i)})
        last = max(len(values) - 1, 1)
        for n, value in enumerate(values):
            first = round(n * (len(self.open) - 1) / last)
            self._add_end(value, [*self.open[first:], *self.open[:first]])

    def _add_end(self, value: float, nodes: list[int]) -> None:
        """Add a terminal with this payoff below the first of the nodes that leads to one."""
        for i in nodes:
            end = next((end for end in self._find_ends(i) if self._pay(end) == value), None)
            if end is not None:
                self.items[i].note = ""
                between = self._add(None, i, SceneItem(DOWNWARDS, MORE))
                self._add(end, between, SceneItem("", LEAF))
                return

    def _pay(self, end: Any) -> float:
        return self.game.payoffs(end)[self.player]

    def _find_ends(self, i: int) -> Iterator[Any]:
        """Yield terminals below an item, depth first; stop after many states."""
        waiting, count = [self.states[i]], 0
        while waiting and count < MAX_LOOKED_AT:
            count += 1
            s = waiting.pop()
            if self.game.terminal(s):
                yield s
            else:
                waiting += [self.game.result(s, a) for a in reversed(self.game.options(s))]
