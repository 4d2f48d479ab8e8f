"""Questions about what a search does next, read off its recorded steps.

A viewer stands before a step, asks, and then shows the step: its sentence is the reason.

>>> from zermelo import search, tree
>>> from zermelo.show.film_maker import film
>>> trace = search.alphabeta(tree.figure("two-ply"), trace=True).trace
>>> for one in list_predictions(film(trace), trace)[2:6]:
...     print(f"{one.ask} {one.right}: {one.why}")
Which node is visited next? C: MAX tries a2: to C, where MIN moves.
The search goes on to C. What is α there? 3: MAX tries a2: to C, where MIN moves; window [3, +∞].
Is a branch cut at C now? I, J: C is at most 2; A already has 3: c2 and c3 need not be looked at.
What is A worth now? 3: A takes the larger of 3 and 2: 3 as before.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from zermelo import search
from zermelo.formatting import format_vector
from zermelo.game import INFINITY
from zermelo.show.film import Film
from zermelo.show.replay import Replay, ReplayNode, is_random
from zermelo.show.scene import SceneItem
from zermelo.show.words import capitalise, name_node
from zermelo.teach.answer import parse_value
from zermelo.teach.grade import is_same_value
from zermelo.trace import Trace

VALUE, CUT, VISIT, WINDOW, MOVE = "value", "cut", "visit", "window", "move"
"""What is asked for: a value, a branch that is cut, the next node, α or β, the best move."""

OUTCOMES = ("win", "draw", "loss")
"""Values that a search in a game's unit writes as words."""

NOTHING = "nothing"
"""The right answer where no branch is cut."""


@dataclass(frozen=True)
class Prediction:
    """One question about a film: asked after `step` steps, answered after `shown`.

    A value or a bound is typed; other questions are answered by a click on one of `items`, the
    items of the tree that are right, and if there are none by "nothing".
    """

    step: int
    shown: int
    kind: str
    ask: str
    right: str
    why: str
    items: tuple[int, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the question as a dict for JSON."""
        return asdict(self) | {"items": list(self.items)}


def list_predictions(film: Film, trace: Trace) -> list[Prediction]:
    """Return the questions about a film, in the order of its steps."""
    return list(_Asker(film, trace).ask_all())


def is_right_prediction(written: str, right: str) -> bool:
    """Return whether a typed value is the right one, as far as people write them.

    >>> is_right_prediction("0.33", "⅓"), is_right_prediction("inf", "+∞")
    (True, True)
    >>> is_right_prediction("Win", "win"), is_right_prediction("3", "win")
    (True, False)
    """
    plain = written.strip().casefold()
    if right.isalpha() or (plain.isalpha() and plain in OUTCOMES):
        return plain == right.casefold()
    return is_same_value(parse_value(written, "your answer")[0], parse_value(right)[0])


class _Asker:
    """Replays a trace, and asks before the steps that can be predicted."""

    def __init__(self, film: Film, trace: Trace) -> None:
        self.film, self.events, self.header = film, trace.events, trace.header
        self.replay, self.write = Replay(trace), trace.write_bound
        self.drawn = {
            item.node: (tree, i)
            for tree, scene in enumerate(film.scenes)
            for i, item in enumerate(scene.items)
            if item.node is not None
        }
        self.seen: set[tuple[int, int]] = set()
        self.is_pruning = search.find(self.header["algorithm"]).prunes

    def ask_all(self) -> Iterator[Prediction]:
        """Yield the questions of every step."""
        kinds = {"update": self._ask_value, "cut": self._ask_cut, "enter": self._ask_enter}
        for i, event in enumerate(self.events):
            self.replay.forward()
            ask = kinds.get(event["event"])
            node = self.replay.nodes.get(event.get("node", -1))
            if ask and node and self._is_shown(node, i):
                yield from ask(i, event, node)
            if node and i == len(self.events) - 1:
                yield from self._ask_move(i, node)
            step = self.film.steps[i]
            self.seen |= {(step.tree, look.item) for look in step.looks}

    # ------------------------------------------------------------------ questions

    def _ask_value(self, i: int, event: dict[str, Any], node: ReplayNode) -> Iterator[Prediction]:
        """Ask for the value after an update, then whether it cuts."""
        if self._is_open_question(event, node):
            text = (
                format_vector(node.vector) if node.vector is not None else self.write(event["new"])
            )
            yield self._make(i, VALUE, f"What is {self._name(node)} worth now?", text)
        if self._is_spared(i, event, node):
            why = capitalise(self._explain(event, node))
            yield Prediction(i + 1, i + 1, CUT, self._ask_branch(node), NOTHING, why)

    def _is_open_question(self, event: dict[str, Any], node: ReplayNode) -> bool:
        """Return whether the new value must be worked out: not the first one, and of a mean all."""
        if node.range is not None or "range" in event or abs(event["new"]) == INFINITY:
            return False
        if event["rule"] == "mean":
            return 1 < len(node.terms) == len(node.actions)
        return bool(abs(event["old"]) != INFINITY)

    def _is_spared(self, i: int, event: dict[str, Any], node: ReplayNode) -> bool:
        """Return whether the node could have been cut here by its bound, and is not."""
        if not self.is_pruning or event["rule"] == "mean" or "range" in event:
            return False
        has_more = len(self.replay.successors(node)) < len(node.actions)
        bound = node.alpha if event["rule"] == "min" else node.beta
        return has_more and self._find_next(i) == "enter" and self._is_bound(bound)

    def _is_bound(self, bound: float) -> bool:
        """Return whether α or β is a value that the search has found, not the root's window."""
        return abs(bound) != INFINITY and bound not in self.header.get("window", ())

    def _explain(self, event: dict[str, Any], node: ReplayNode) -> str:
        """Return why a node is not cut."""
        is_min = event["rule"] == "min"
        bound = node.alpha if is_min else node.beta
        known = f"{self._name(node)} is at {'most' if is_min else 'least'}"
        text, greek = self.write(event["new"]), "α" if is_min else "β"
        if event["new"] == bound:
            return f"{known} {text}, and {greek} is {text}: by this rule a tie cuts nothing."
        side = "above" if is_min else "below"
        return f"{known} {text}, still {side} {greek} = {self.write(bound)}: nothing is cut."

    def _ask_cut(self, i: int, event: dict[str, Any], node: ReplayNode) -> Iterator[Prediction]:
        """Ask which branch is cut."""
        items = self.film.scenes[self.drawn[node.id][0]].items
        own = items[self.drawn[node.id][1]].children
        tops = [child for child in own if items[child].is_pruned]
        if tops:
            right = ", ".join(_name_item(items[top]) for top in tops)
            below = _list_below(items, tops)
            yield self._make(i, CUT, self._ask_branch(node), right, items=below)

    def _ask_branch(self, node: ReplayNode) -> str:
        return f"Is a branch cut at {self._name(node)} now?"

    def _ask_enter(self, i: int, event: dict[str, Any], node: ReplayNode) -> Iterator[Prediction]:
        """Ask which node the search goes on to when it comes back up, and with which bound."""
        is_inner = self._find_next(i) == "enter"
        tree, number = place = self.drawn[node.id]
        if node.parent is None or place in self.seen or not self._is_back(node, is_inner):
            return
        item, step = self.film.scenes[tree].items[number], self._find_step(i)
        why = self.film.steps[i].say.partition("; window")[0].rstrip(".") + "."
        right, ask = _name_item(item), "Which node is visited next?"
        yield Prediction(step, step, VISIT, ask, right, why, (number,))
        if is_inner and not is_random(self.header, node.player):
            yield from self._ask_window(i, node)

    def _ask_window(self, i: int, node: ReplayNode) -> Iterator[Prediction]:
        is_max = node.player == self.header["player"]
        greek, bound = ("β", node.beta) if is_max else ("α", node.alpha)
        if self._is_bound(bound):
            ask = f"The search goes on to {self._name(node)}. What is {greek} there?"
            yield self._make(i, WINDOW, ask, self.write(bound))

    def _is_back(self, node: ReplayNode, is_inner: bool) -> bool:
        """Return whether the search comes from a node beside this one, and one of them is inner."""
        assert node.parent is not None
        before = self.replay.nodes[node.parent].children[:-1]
        last = self.replay.nodes[before[-1]] if before else None
        return last is not None and (is_inner or bool(last.children))

    def _ask_move(self, i: int, root: ReplayNode) -> Iterator[Prediction]:
        """Ask for the best move when the search of the root ends."""
        line = self.header.get("line") or [None]
        best = [
            n for n in root.children if n in self.drawn and self.replay.nodes[n].action == line[0]
        ]
        is_choice = len(root.actions) > 1 and not is_random(self.header, root.player)
        if best and is_choice and root.parent is None and self._is_shown(root, i):
            ask = f"Which move is best at {self._name(root)}?"
            yield self._make(i, MOVE, ask, str(line[0]), items=(self.drawn[best[-1]][1],))

    # ------------------------------------------------------------------ places

    def _make(
        self, i: int, kind: str, ask: str, right: str, items: tuple[int, ...] = ()
    ) -> Prediction:
        """Return a question that step i answers."""
        why = self.film.steps[i].say
        return Prediction(self._find_step(i), i + 1, kind, ask, right, why, items)

    def _find_step(self, i: int) -> int:
        """Return after how many steps to ask about step i: before the list of open nodes, too."""
        while i > 0 and self.events[i - 1]["event"] == "stack":
            i -= 1
        return i

    def _find_next(self, i: int) -> str:
        """Return the kind of the first event after i that is not a list of open nodes."""
        while (i := i + 1) < len(self.events):
            if self.events[i]["event"] != "stack":
                return str(self.events[i]["event"])
        return ""

    def _is_shown(self, node: ReplayNode, i: int) -> bool:
        """Return whether a node is drawn by itself, in the tree that is shown before step i."""
        before = self.film.steps[max(i - 1, 0)].tree
        return node.id in self.drawn and self.drawn[node.id][0] == before

    def _name(self, node: ReplayNode) -> str:
        return name_node(self.replay, node)


def _name_item(item: SceneItem) -> str:
    """Return a node as a short answer names it: its label; the move to it if it is a position."""
    return item.action if item.board or not item.label else item.label


def _list_below(items: list[SceneItem], tops: list[int]) -> tuple[int, ...]:
    """Return items and all items below them."""
    waiting = list(tops)
    for item in waiting:  # grows while it is read
        waiting += items[item].children
    return tuple(waiting)
