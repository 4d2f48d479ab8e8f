"""A search as a film: one drawing of each tree, and for every event what changes in it, with words.

A viewer only turns the pages: it searches, lays out and words nothing. A film is data, ready for
JSON. `film_maker` makes it from a trace.

>>> from zermelo import search, tree
>>> from zermelo.show.film_maker import film
>>> two_ply = film(search.alphabeta(tree.figure("two-ply"), trace=True).trace)
>>> two_ply
<Film of alphabeta on tree:two-ply: 41 steps, 1 tree>
>>> two_ply.steps[15].say
'A takes the larger of −∞ and 3: 3.'
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from zermelo.show.node_form import list_legend
from zermelo.show.scene import LEAF, Scene, SceneItem, Style, Windows, title
from zermelo.show.svg import svg

VERSION = 1

LEGEND = "dashed: pruned · yellow and thick: current"

AHEAD, OPEN, NOW, DONE, PRUNED = "ahead", "open", "now", "done", "pruned"
"""The stage of a node in the film: not reached yet, on the path, current, finished, pruned."""


@dataclass(frozen=True)
class Look:
    """How an item looks from some step on."""

    item: int
    stage: str
    value: str = ""
    window: str = ""
    range: str = ""


@dataclass
class Step:
    """One event: its sentence, its place in the listing, and the items that change."""

    say: str
    tree: int
    kind: str
    at: tuple[str, int] | None
    variables: dict[str, str]
    calls: list[int]
    counts: tuple[int, int, int]
    looks: list[Look] = field(default_factory=list)

    def to_dict(self) -> dict[str, Any]:
        """Return the step as a dict for JSON; looks as short lists."""
        looks = [
            [look.item, look.stage, look.value, look.window, look.range] for look in self.looks
        ]
        names = ("say", "tree", "kind", "at", "variables", "calls", "counts")
        return {name: getattr(self, name) for name in names} | {"looks": looks}


@dataclass
class Film:
    """The trees, the steps, the listing of the search, and the text of each call.

    `best` holds the items of each tree on the principal variation, `entered` the window with which
    each item was entered.
    """

    header: dict[str, Any]
    scenes: list[Scene]
    steps: list[Step]
    calls: dict[int, str]
    best: list[list[int]]
    entered: list[list[str]]
    is_pruned_more: bool = False

    def to_dict(self) -> dict[str, Any]:
        """Return the film as a dict for JSON: pictures as SVG, steps as short lists."""
        return {
            "format": "zermelo-film",
            "version": VERSION,
            "title": title(self.header),
            "listing": self.header.get("listing", {}),
            "trees": [svg(scene) for scene in self.scenes],
            "signs": self.signs,
            "labels": [[item.label for item in scene.items] for scene in self.scenes],
            "best": self.best,
            "folds": [list(_list_folds(scene)) for scene in self.scenes],
            "calls": {str(node): text for node, text in self.calls.items()},
            "prunedMore": self.is_pruned_more,
            "steps": [step.to_dict() for step in self.steps],
        }

    @property
    def signs(self) -> str:
        """The legend of the pictures."""
        many = len(self.header.get("players", ())) > 2
        items = [item for scene in self.scenes for item in scene.items]
        return " · ".join([*list_legend(items, self.style, many, self.unit), LEGEND])

    @property
    def style(self) -> Style:
        """The style of the pictures."""
        return self.scenes[0].style if self.scenes else "triangles"

    @property
    def unit(self) -> str:
        """The unit of the estimates; empty if they are plain numbers."""
        return self.scenes[0].unit if self.scenes else ""

    def frame(self, step: int, windows: Windows = "") -> Scene:
        """Return what a viewer shows after a number of steps, with what is still ahead."""
        taken = self.steps[: max(step, 0)]
        trees = self._start(windows)
        for i in range(len(taken)):
            self._apply(trees, i, windows)
        items = trees[taken[-1].tree if taken else 0] if trees else []
        say = taken[-1].say if taken else ""
        name = title(self.header) + (f": {say}" if taken else "")
        return Scene(items, name, say, self.style, self.unit)

    def frames(self, windows: Windows = "") -> Iterator[Scene]:
        """Yield a scene for every step that changes the picture, all with the same layout.

        The last one shows the principal variation.
        """
        trees = self._start(windows)
        before: list[SceneItem] | None = None
        for i, step in enumerate(self.steps):
            self._apply(trees, i, windows)
            now = trees[step.tree]
            if now != before and step.kind != "iteration":
                before = list(now)
                name = f"{title(self.header)}: {step.say}"
                yield Scene(before, name, step.say, self.style, self.unit)

    def _start(self, windows: Windows) -> list[list[SceneItem]]:
        """Return the items before the first step. Windows on edges are there from the start."""
        if windows != "edges":
            return [list(scene.items) for scene in self.scenes]
        return [
            [
                replace(item, passed=window if i else "", window="" if i else window)
                for i, (item, window) in enumerate(zip(scene.items, entered, strict=True))
            ]
            for scene, entered in zip(self.scenes, self.entered, strict=True)
        ]

    def _apply(self, trees: list[list[SceneItem]], i: int, windows: Windows) -> None:
        """Let the items look as they do after step i; the last one shows the best line."""
        step = self.steps[i]
        now = trees[step.tree]
        for look in step.looks:
            now[look.item] = _apply_look(now[look.item], look, windows)
        if i == len(self.steps) - 1:
            for index in self.best[step.tree]:
                now[index] = replace(now[index], is_best=True)

    def __repr__(self) -> str:
        trees = f"{len(self.scenes)} tree{'s' if len(self.scenes) != 1 else ''}"
        name = f"{self.header['algorithm']} on {self.header['game']}"
        return f"<Film of {name}: {len(self.steps)} steps, {trees}>"


def _list_folds(scene: Scene) -> Iterator[tuple[int, int, bool]]:
    """Yield each item with folded or opened successors, whose they are, and if they are opened."""
    for i, item in enumerate(scene.items):
        if item.opens is not None:
            yield i, item.opens, item.is_opened


def has_window(item: SceneItem) -> bool:
    """Return whether a window is written at the item: not at a leaf."""
    return item.shape != LEAF


def _apply_look(item: SceneItem, look: Look, windows: Windows) -> SceneItem:
    """Return an item as it looks now."""
    value, window = look.value, ""
    if windows == "edges":
        window = item.window
    elif windows == "ranges" and has_window(item):
        value, window = "", look.range
    elif windows and has_window(item):
        window = look.window
    return replace(
        item,
        value=value,
        window=window,
        is_current=look.stage == NOW,
        is_ahead=look.stage == AHEAD,
        is_pruned=look.stage == PRUNED,
        is_cut=item.is_cut and look.stage == PRUNED,
    )
