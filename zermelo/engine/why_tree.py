"""The tree of an explanation: the line of a move, and what proves its value.

`zermelo.engine.why` says what is drawn.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from zermelo.engine.outcome import TOLERANCE, ValueWriter
from zermelo.engine.searcher import choose_search, make_searcher
from zermelo.frame.question import Limits
from zermelo.frame.run import last
from zermelo.game import INFINITY, Game
from zermelo.gears import Gear
from zermelo.history import GameWithHistory

MAX_NODES = 60
"""Nodes of a proof that are drawn. The line of the move is drawn in any case."""

MAX_PLIES = 40
"""Plies of a line that are drawn."""

MAX_ROOT_MOVES = 9
"""Moves at the root that are drawn; the others are counted."""

PROOF_SECONDS = 2.0
"""Seconds to prove again what is drawn of a proof."""

MEMORY = 16
"""MiB of table to prove moves again."""


@dataclass(frozen=True)
class MoveClaim:
    """What an analysis says of a move, for one player; its distance counts from the root."""

    line: tuple[str, ...]
    value: float
    exact: bool = False
    """Is it proven?"""
    distance: int | None = None
    bound: str = "exact"
    """Whether the value is exact, at most that, or at least that."""


@dataclass
class WhyNode:
    """A node of the tree: a state, the move to it, what is known of it, and what lies below."""

    state: Any
    action: str | None = None
    claim: MoveClaim | None = None
    children: list[WhyNode] = field(default_factory=list)
    others: int = 0
    """Moves that are not drawn."""
    others_claim: MoveClaim | None = None
    """What all of them have in common."""


@dataclass
class _Path:
    """A line in the tree: its first node at a ply, and what its siblings have to show.

    `lower` says that the value must be shown to be at least that, `upper` at most that.
    """

    nodes: list[WhyNode]
    ply: int
    lower: bool
    upper: bool


class WhyTree:
    """The tree below one position."""

    def __init__(
        self,
        game: Game[Any, Any],
        s: Any,
        player: int,
        claims: Sequence[MoveClaim],
        max_nodes: int = MAX_NODES,
        gear: Gear = "auto",
    ) -> None:
        self.game, self.player, self.claims, self.gear = game, player, claims, gear
        self.room = max_nodes
        self.writer = ValueWriter(game, s, player, is_mean=game.preferred_search == "mcts")
        self.is_minimax = choose_search(_unwrap(game)).name == "pvs" and game.total is not None
        """Do the values of a node's moves follow from its own: at most, or at least that?"""
        self.deadline = time.perf_counter() + PROOF_SECONDS
        self.searcher: Any = None
        self.root = WhyNode(s, claim=claims[0])
        self.line: list[WhyNode] = []
        """The line that is explained, from the node behind its first move."""
        self.is_whole = True
        """Is all of the proof drawn?"""

    def explain(self, claim: MoveClaim) -> None:
        """Draw the moves at the root, and below one of them why its claim is right."""
        chosen = self._add_root_moves(claim)
        if not (claim.exact and claim.bound == "exact" and self.is_minimax):
            self.is_whole = False
            self.line = self._follow(chosen, claim, claim.line[1:])
            for node in self.line:
                self._count_others(node, exact=False)
            return
        low, high = self.writer.ends or (-INFINITY, INFINITY)
        lower, upper = claim.value > low + TOLERANCE, claim.value < high - TOLERANCE
        self.line = self._complete([chosen], 1, claim.line[1:])
        self._prove(_Path(self.line, 1, lower, upper))

    # ------------------------------------------------------------------ lines

    def _add_root_moves(self, claim: MoveClaim) -> WhyNode:
        """Add the moves at the root with their claims; return the node of the one explained."""
        game, root, s = self.game, self.root, self.root.state
        by_name = {one.line[0]: one for one in reversed(self.claims) if one.line}
        ranked = [claim.line[0], *(one.line[0] for one in self.claims if one.line)]
        drawn = set(list(dict.fromkeys(ranked))[:MAX_ROOT_MOVES])
        for a in game.options(s):
            name = game.name(s, a)
            if name in drawn:
                known = claim if name == claim.line[0] else by_name[name]
                root.children.append(WhyNode(game.result(s, a), name, known))
        root.others = len(game.options(s)) - len(root.children)
        if root.others and self.is_minimax:
            rest = [one for one in self.claims if one.line and one.line[0] not in drawn]
            limit = replace((rest or self.claims)[0 if rest else -1], bound=self._find_bound(s))
            root.others_claim = None if self._is_trivial(limit) else limit
        return next(child for child in root.children if child.action == claim.line[0])

    def _follow(self, node: WhyNode, claim: MoveClaim, line: Iterable[str]) -> list[WhyNode]:
        """Hang a line below a node. Return the nodes of the line, this one first.

        The line ends before an end of the game whose payoff is not the claimed value: the table of
        a search may lead astray.
        """
        nodes = [node]
        for name in line:
            after = self._play(nodes[-1].state, name)
            if after is None or len(nodes) > MAX_PLIES or self._contradicts(after, claim):
                break
            known = claim if self.is_minimax else None
            nodes[-1].children.append(WhyNode(after, name, known))
            nodes.append(nodes[-1].children[-1])
        return nodes

    def _play(self, s: Any, name: str) -> Any:
        """Return the state after the move of this name; None if there is none."""
        game = self.game
        if game.terminal(s):
            return None
        return next((game.result(s, a) for a in game.options(s) if game.name(s, a) == name), None)

    def _contradicts(self, s: Any, claim: MoveClaim) -> bool:
        """Is s an end of the game with another payoff than claimed?"""
        is_end = self.game.terminal(s)
        return is_end and abs(self.game.utility(s, self.player) - claim.value) > TOLERANCE

    def _find_bound(self, s: Any) -> str:
        """Return what a node's value says of its other moves."""
        return "at most" if self.game.player(s) == self.player else "at least"

    def _count_others(self, node: WhyNode, exact: bool) -> None:
        """Count the moves of a node that are not drawn; a node at the end of a line has none."""
        if not node.children:
            return
        s = node.state
        node.others = len(self.game.options(s)) - len(node.children)
        if node.others and self.is_minimax and node.claim is not None:
            limit = replace(node.claim, exact=exact, bound=self._find_bound(s))
            node.others_claim = None if self._is_trivial(limit) else limit

    def _is_trivial(self, limit: MoveClaim) -> bool:
        """Does a bound say nothing, because no payoff lies beyond it?"""
        low, high = self.writer.ends or (-INFINITY, INFINITY)
        if limit.bound == "at most":
            return limit.value > high - TOLERANCE
        return limit.value < low + TOLERANCE

    # ------------------------------------------------------------------ proofs

    def _prove(self, first: _Path) -> None:
        """Draw what proves a line: at each node the moves that must not be better."""
        waiting = deque([first])
        while waiting:
            path = waiting.popleft()
            for i, node in enumerate(path.nodes):
                waiting += self._prove_node(node, path, path.ply + i)

    def _prove_node(self, node: WhyNode, path: _Path, ply: int) -> Iterator[_Path]:
        """Add the other moves of a node as far as the proof needs them; yield their lines."""
        game, s = self.game, node.state
        if not node.children:
            self.is_whole = self.is_whole and game.terminal(s)
            return
        is_own = game.player(s) == self.player
        rest = [a for a in game.options(s) if game.name(s, a) != node.children[0].action]
        if not (path.upper if is_own else path.lower) or not rest:
            self._count_others(node, exact=True)
            return
        if len(rest) > self.room:
            self.is_whole = False
            self._count_others(node, exact=True)
            return
        self.room -= len(rest)
        assert node.claim is not None
        limit = replace(node.claim, bound=self._find_bound(s), line=())
        for a in rest:
            child = WhyNode(game.result(s, a), game.name(s, a), limit)
            node.children.append(child)
            nodes = self._search_node(child, limit, ply + 1)
            yield _Path(nodes, ply + 1, lower=not is_own, upper=is_own)

    def _search_node(self, node: WhyNode, limit: MoveClaim, ply: int) -> list[WhyNode]:
        """Prove a move again; if that succeeds, note its value and hang its line below it."""
        found = self._search(node.state, limit, ply)
        if found is None or not is_within(found, limit):
            return [node]
        node.claim = found
        return [node] if len(found.line) > self.room else self._complete([node], ply, found.line)

    def _complete(self, nodes: list[WhyNode], ply: int, line: Sequence[str]) -> list[WhyNode]:
        """Return a proven line with the rest of it, to the end of the game if it can be found.

        The first of the nodes is at this ply, and `line` is what the engine says of the rest.
        """
        s = nodes[-1].state
        while not self.game.terminal(s) and len(nodes) <= MAX_PLIES:
            at = ply + len(nodes) - 1
            move = self._choose_move(nodes[-1], line, at)
            assert nodes[-1].claim is not None
            more = [] if move is None else self._follow(nodes[-1], nodes[-1].claim, [move])[1:]
            if not more:
                break
            self.room -= 1
            nodes = [*nodes, *more]
            s = nodes[-1].state
            line = line[1:] if move in line[:1] else ()
        return nodes

    def _choose_move(self, node: WhyNode, line: Sequence[str], ply: int) -> str | None:
        """Return a move that keeps the proven value of a node: the engine's, if it does.

        A line of the engine comes from its table in part, and may go astray there.
        """
        claim = node.claim
        assert claim is not None
        after = self._play(node.state, line[0]) if line else None
        if after is not None and self._keeps(after, claim, ply + 1):
            return line[0]
        found = self._search(node.state, claim, ply)
        return found.line[0] if found and found.line and is_within(found, claim) else None

    def _keeps(self, s: Any, claim: MoveClaim, ply: int) -> bool:
        """Has a state the value that is claimed? If there is no time to prove that, it may."""
        found = self._search(s, claim, ply)
        return self._seconds_left <= 0 if found is None else is_within(found, claim)

    @property
    def _seconds_left(self) -> float:
        return self.deadline - time.perf_counter()

    def _search(self, s: Any, limit: MoveClaim, ply: int) -> MoveClaim | None:
        """Return the proven value of a state; None if it is not proven in time.

        A win or a loss is looked for only as far as the limit has it.
        """
        game = self.game
        if game.terminal(s):
            value = float(game.utility(s, self.player))
            return MoveClaim((), value, True, None if limit.distance is None else ply)
        if self._seconds_left <= 0:
            return None
        if self.searcher is None:
            self.searcher = make_searcher(game, memory=MEMORY, gear=self.gear)
        depth = None if limit.distance is None else max(limit.distance - ply, 1)
        limits = Limits(depth, None, self._seconds_left, 1, self.player)
        result = last(self.searcher.iterate(s, limits))
        if result.value is None or not result.exact:
            return None
        distance = None if result.distance is None else ply + result.distance
        return MoveClaim(result.line, result.value, True, distance)

    # ------------------------------------------------------------------ words

    def describe(self, claim: MoveClaim, depth: int | None = None) -> str:
        """Return a sentence or two: the value, whether it is proven, and what is drawn."""
        words = self.writer.describe(claim.value, claim.exact, claim.distance)
        if claim.bound != "exact":
            words = f"is {claim.bound} {self.writer.write_bound(claim.value, claim.exact)}"
        kind = "an estimate" if depth is None else f"an estimate at depth {depth}"
        kind = "proven" if claim.exact else kind
        name = self.game.player_name(self.player)
        return " ".join([f"{claim.line[0]} {words} for {name}: {kind}.", *self._remark(claim)])

    def _remark(self, claim: MoveClaim) -> Iterator[str]:
        """Yield what a reader should know about the tree."""
        if not claim.exact:
            if self.is_minimax and claim.bound == "exact":
                yield "Where the line ends, the engine has estimated the position."
            return
        others = [one for one in self.claims if one.line[:1] != claim.line[:1]]
        if self._is_best_payoff(claim.value) and any(not one.exact for one in others):
            yield "Other moves are only estimated, but no payoff is larger."
        if self.is_whole:
            yield "The whole proof is drawn."
        elif self.is_minimax:
            yield "A part of the proof is drawn; … marks where the engine looked deeper."

    def _is_best_payoff(self, value: float) -> bool:
        """Is a value the best that there is for the player to move at the root?"""
        ends = self.writer.ends
        if ends is None:
            return False
        s = self.root.state
        is_own = self.game.player(s) == self.player
        return value > ends[1] - TOLERANCE if is_own else value < ends[0] + TOLERANCE


def is_within(found: MoveClaim, limit: MoveClaim) -> bool:
    """Does a proven value keep a limit: on its side, and no later than the limit says?"""
    is_above, is_below = (
        found.value > limit.value + TOLERANCE,
        found.value < limit.value - TOLERANCE,
    )
    if (is_above and limit.bound != "at least") or (is_below and limit.bound != "at most"):
        return False
    if is_above or is_below or limit.distance is None or found.distance is None:
        return True
    return found.distance <= limit.distance


def _unwrap(game: Game[Any, Any]) -> Game[Any, Any]:
    """Return the game without the history of its positions."""
    return game.game if isinstance(game, GameWithHistory) else game
