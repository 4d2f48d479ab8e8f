"""A search as a film: one drawing of each tree, and for every event what changes in it, with words.

All that a viewer must do is to turn pages: nothing is searched, laid out or worded there. A film is data, ready for JSON.

>>> from zermelo import search, tree
>>> made = film(search.alphabeta(tree.figure("two-ply"), trace=True).trace)
>>> made
<Film of alphabeta on tree:two-ply: 41 steps, 1 tree>
>>> made.steps[15].say
'A takes the larger of −∞ and 3: 3.'
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from zermelo.errors import TooLarge
from zermelo.game import INFINITY
from zermelo.show.replay import Node, Replay
from zermelo.show.scene import LEAF, Item, Scene, Windows, best_path, paint, title, value_text
from zermelo.show.sentences import sentence
from zermelo.show.svg import svg
from zermelo.show.words import in_short, interval, limit, seat, vector
from zermelo.trace import Trace

VERSION = 1
MOST_STEPS = 20_000
MOST_NODES = 200
"""Trees with more nodes are folded: a film is looked at node by node."""

TWO_MOVE, MANY_MOVE = "△ MAX · ▽ MIN", "△ a player moves, who is named beside it"

AHEAD, OPEN, NOW, DONE, PRUNED = "ahead", "open", "now", "done", "pruned"
"""How far the film has come with a node: not there yet, on the path, current, finished, never to be visited."""


PLAYERS = ("me", "mover")
"""The variables of a search that hold a player."""


@dataclass(frozen=True)
class Look:
    """How an item looks from some step on."""

    item: int
    stage: str
    value: str = ""
    window: str = ""


@dataclass
class Step:
    """One event: what it says, where in the text it happens, and which items look different after it."""

    say: str
    tree: int
    kind: str
    at: tuple[str, int] | None
    variables: dict[str, str]
    calls: list[int]
    counts: tuple[int, int, int]
    looks: list[Look] = field(default_factory=list)


@dataclass
class Film:
    """The trees, the steps, the listing of the search, and what each call of it was handed.

    `best` are the items of each tree on the best line, `entered` the window that each item was entered with.
    """

    header: dict[str, Any]
    scenes: list[Scene]
    steps: list[Step]
    calls: dict[int, str]
    best: list[list[int]]
    entered: list[list[str]]
    is_pruned_more: bool = False

    def to_dict(self) -> dict[str, Any]:
        """The film as JSON holds it: pictures as SVG, steps as short lists."""
        return {
            "format": "zermelo-film",
            "version": VERSION,
            "title": title(self.header),
            "listing": self.header.get("listing", {}),
            "trees": [svg(made) for made in self.scenes],
            "signs": self.signs,
            "labels": [[item.label for item in made.items] for made in self.scenes],
            "best": self.best,
            "calls": {str(node): text for node, text in self.calls.items()},
            "prunedMore": self.is_pruned_more,
            "steps": [
                {
                    "say": step.say,
                    "tree": step.tree,
                    "kind": step.kind,
                    "at": step.at,
                    "variables": step.variables,
                    "calls": step.calls,
                    "counts": step.counts,
                    "looks": [
                        [look.item, look.stage, look.value, look.window] for look in step.looks
                    ],
                }
                for step in self.steps
            ],
        }

    @property
    def signs(self) -> str:
        """What the signs of the pictures mean."""
        many = len(self.header.get("players", ())) > 2
        return f"{MANY_MOVE if many else TWO_MOVE} · ○ chance · □ the end or an estimate · dashed: pruned · yellow and thick: current"

    def frame(self, step: int, windows: Windows = "") -> Scene:
        """What a viewer shows after a number of steps: also what is still ahead, where it will be."""
        taken = self.steps[: max(step, 0)]
        trees = self._trees(windows)
        for i in range(len(taken)):
            self._take(trees, i, windows)
        tree = taken[-1].tree if taken else 0
        words = f": {taken[-1].say}" if taken else ""
        return Scene(
            trees[tree] if trees else [], title(self.header) + words, taken[-1].say if taken else ""
        )

    def frames(self, windows: Windows = "") -> Iterator[Scene]:
        """A scene for every step that changes the picture, all with the same layout; the last shows the best line."""
        trees = self._trees(windows)
        shown: list[Item] | None = None
        for i, step in enumerate(self.steps):
            self._take(trees, i, windows)
            now = trees[step.tree]
            if now != shown and step.kind != "iteration":
                shown = list(now)
                yield Scene(shown, f"{title(self.header)}: {step.say}", step.say)

    def _trees(self, windows: Windows) -> list[list[Item]]:
        """The items before the first step. Windows on edges have their room from then on."""
        if windows != "edges":
            return [list(made.items) for made in self.scenes]
        return [
            [
                replace(item, passed=window if i else "", window="" if i else window)
                for i, (item, window) in enumerate(zip(made.items, entered, strict=True))
            ]
            for made, entered in zip(self.scenes, self.entered, strict=True)
        ]

    def _take(self, trees: list[list[Item]], i: int, windows: Windows) -> None:
        """Let the items look as they do after step i; the best line is known after the last."""
        step = self.steps[i]
        now = trees[step.tree]
        for look in step.looks:
            now[look.item] = _dressed(now[look.item], look, windows)
        if i == len(self.steps) - 1:
            for index in self.best[step.tree]:
                now[index] = replace(now[index], is_best=True)

    def __repr__(self) -> str:
        trees = f"{len(self.scenes)} tree{'s' if len(self.scenes) != 1 else ''}"
        return f"<Film of {self.header['algorithm']} on {self.header['game']}: {len(self.steps)} steps, {trees}>"


def has_window(item: Item) -> bool:
    """Is a window written at the item? Not at a plain leaf, which does nothing with it."""
    return item.shape != LEAF or item.board is not None


def _dressed(item: Item, look: Look, windows: Windows) -> Item:
    """An item as it looks now."""
    return replace(
        item,
        value=look.value,
        window=item.window
        if windows == "edges"
        else look.window
        if windows and has_window(item)
        else "",
        is_current=look.stage == NOW,
        is_ahead=look.stage == AHEAD,
        is_pruned=look.stage == PRUNED,
        is_cut=item.is_cut and look.stage == PRUNED,
    )


def film(trace: Trace, most: int = MOST_NODES) -> Film:
    """The film of a trace; its trees are folded beyond `most` nodes."""
    if len(trace) > MOST_STEPS:
        raise TooLarge(
            f"a film of {len(trace):,} steps is too long to watch ({MOST_STEPS:,} at most): limit the depth or the plies"
        )
    return _Maker(trace, most).made()


class _Maker:
    def __init__(self, trace: Trace, most: int) -> None:
        self.trace = trace
        self.entered: list[list[str]] = []
        self.scenes, self.where, self.best = self._scenes(most)
        self.looks: dict[tuple[int, int], Look] = {}
        self.replay = Replay(trace)
        self.tree = 0

    def _scenes(self, most: int) -> tuple[list[Scene], dict[int, tuple[int, int]], list[list[int]]]:
        """The whole tree of each iteration, where each node of the trace is drawn, and the best line's items."""
        scenes: list[Scene] = []
        where: dict[int, tuple[int, int]] = {}
        best: list[list[int]] = []
        for tree, end in enumerate(self._ends()):
            replay = Replay(self.trace)
            replay.to(end)
            made = paint(replay, most=most)
            made.items = [replace(item, is_given=_is_given(replay, item)) for item in made.items]
            drawn = {item.node: i for i, item in enumerate(made.items) if item.node is not None}
            root = made.items[0].node
            assert root is not None
            for node in (n for n in replay.nodes.values() if n.id >= root):
                index = drawn.get(node.id)
                where[node.id] = (
                    (tree, index)
                    if index is not None
                    else where[node.parent if node.parent is not None else root]
                )
            scenes.append(made)
            self.entered.append([self._entered(replay, item) for item in made.items])
            best.append(
                sorted(drawn[node] for node in best_path(replay, root) if node in drawn)
                if end == len(self.trace)
                else []
            )
        return scenes, where, best

    def _entered(self, replay: Replay, item: Item) -> str:
        if item.node is None:
            return ""
        node = replay.nodes[item.node]
        return interval(node.alpha, node.beta)

    def _ends(self) -> list[int]:
        """The steps after which a tree is complete: before each new iteration but the first, and at the end."""
        begins = [i for i, event in enumerate(self.trace.events) if event["event"] == "iteration"]
        return [*begins[1:], len(self.trace)] if self.trace.events else []

    def made(self) -> Film:
        steps = [self._step() for _ in range(len(self.trace))]
        calls = self._calls()
        self._begin_ahead(steps)
        return Film(
            self.trace.header,
            self.scenes,
            steps,
            calls,
            self.best,
            self.entered,
            self.replay.is_pruned_more,
        )

    def _calls(self) -> dict[int, str]:
        """Each node's call: the function, and what it was handed."""
        texts = self.trace.header.get("listing", {})
        found = {}
        for event in self.trace.events:
            if event["event"] == "enter":
                node = self.replay.nodes[event["node"]]
                held = event.get("variables", {})
                is_call = "at" in event and node.label in (
                    held.get("s"),
                    held.get("x"),
                )  # with a stack of its own, none is
                found[node.id] = (
                    self._call(event["at"][0], texts, held, node)
                    if is_call
                    else in_short(self.replay, node)
                )
        return found

    def _call(
        self, name: str, texts: dict[str, list[str]], held: dict[str, Any], node: Node
    ) -> str:
        wanted = texts[name][0].partition("(")[2].rpartition(")")[0].split(", ")
        shown = self._variables(
            {key: x for key, x in held.items() if key in wanted and key != "me"}, [node.id]
        )
        return f"{name}({', '.join(f'{key}={x}' for key, x in shown.items())})"

    def _variables(self, held: dict[str, Any], path: Sequence[int]) -> dict[str, str]:
        """What variables hold, for people; a position on the path is called what the sentences call it."""
        nodes = [self.replay.nodes[node] for node in path]
        names = {node.label: in_short(self.replay, node) for node in nodes}
        return {
            key: seat(x) if key in PLAYERS else names.get(x, x) if isinstance(x, str) else _told(x)
            for key, x in held.items()
            if (key, x) != ("depth", INFINITY)
        }

    def _step(self) -> Step:
        replay = self.replay
        before, path = replay.current, replay.path
        replay.forward()
        event = replay.event
        assert event is not None
        if event["event"] == "enter":
            self.tree = self.where[event["node"]][0]
        elif event["event"] == "iteration" and replay.step > 1:
            self.tree = min(self.tree + 1, len(self.scenes) - 1)
        touched = {node for node in (before, replay.current, event.get("node")) if node is not None}
        looks = [look for node in sorted(touched) if (look := self._look(node)) is not None]
        if event["event"] == "cut":
            looks += self._cut_looks(event["node"])
        calls = list(
            path if event["event"] == "leave" else replay.path
        )  # a call that returns is still there
        return Step(
            say=sentence(replay),
            tree=self.tree,
            kind=event["event"],
            at=tuple(event["at"]) if "at" in event else None,
            variables=self._variables(event.get("variables", {}), calls),
            calls=calls,
            counts=(replay.visited, replay.evaluated, replay.pruned),
            looks=[look for look in looks if self._is_new(look)],
        )

    def _is_new(self, look: Look) -> bool:
        key = (self.tree, look.item)
        changed = self.looks.get(key) != look
        self.looks[key] = look
        return changed

    def _look(self, node: int) -> Look | None:
        """A node's look now. A folded node has none; the node that stands for it is current while it is."""
        tree, index = self.where[node]
        at = self.scenes[tree].items[index].node
        if tree != self.tree or at is None:
            return None
        item, known, current = (
            self.scenes[tree].items[index],
            self.replay.nodes[at],
            self.replay.current,
        )
        is_now = current is not None and self.where[current] == (tree, index)
        stage = NOW if is_now else DONE if known.is_done else OPEN
        window = "" if known.is_done else interval(known.low, known.high)
        return Look(
            index,
            stage,
            value_text(known, self.trace.header) or (item.value if item.is_given else ""),
            window,
        )

    def _cut_looks(self, node: int) -> list[Look]:
        """The successors that were cut off, and all that is drawn below them."""
        tree, index = self.where[node]
        items = self.scenes[tree].items
        if items[index].node != node:
            return []
        waiting = [child for child in items[index].children if items[child].is_pruned]
        for child in waiting:  # grows while it is read
            waiting += items[child].children
        return [Look(child, PRUNED, items[child].value) for child in waiting]

    def _begin_ahead(self, steps: list[Step]) -> None:
        """Nothing has been seen at the start but what the game says of its ends; every item has room for its longest words."""
        room: dict[tuple[int, int], str] = {}
        for step in steps:
            for look in step.looks:
                key = (step.tree, look.item)
                window = look.window if has_window(self.scenes[step.tree].items[look.item]) else ""
                room[key] = max(room.get(key, ""), look.value, window, key=len)
        for tree, made in enumerate(self.scenes):
            made.items = [
                replace(
                    item,
                    is_ahead=True,
                    is_best=False,
                    is_current=False,
                    room=room.get((tree, i), ""),
                )
                for i, item in enumerate(made.items)
            ]


def _is_given(replay: Replay, item: Item) -> bool:
    """Is it an end of the game, drawn with its payoff in it? What a search estimates is not known before."""
    is_end = item.node is None or not replay.nodes[item.node].is_estimate
    return item.shape == LEAF and item.board is None and item.value != "" and is_end


def _told(x: Any) -> str:
    """A variable's content for people."""
    if isinstance(x, bool):
        return "yes" if x else "no"
    if isinstance(x, int | float):
        return limit(x)
    return vector(x) if isinstance(x, list) else str(x)
