"""The contract between a search's text and the stepper's panel (the docstring of zermelo.panel)."""

from __future__ import annotations

import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from types import FunctionType, ModuleType
from typing import Any

import pytest

import zermelo.search
from zermelo import tree
from zermelo.game import Game
from zermelo.listing import WATCH, letter, listing
from zermelo.panel import ACTION, KINDS, NO_HORIZON, NODE, PLAYER, STATE, Panel, infer_kind
from zermelo.recorder import Recorder
from zermelo.search.registry import find, names
from zermelo.search.stack import Open, OpenWindow
from zermelo.watch import Watch

ANNOTATIONS = {STATE: ("S", "Any"), ACTION: ("A", "Any"), PLAYER: ("int",)}


def modules() -> Iterator[ModuleType]:
    for module in pkgutil.iter_modules(zermelo.search.__path__):
        yield importlib.import_module(f"zermelo.search.{module.name}")


def listed_functions() -> list[FunctionType]:
    """Every function of the textbook that takes part: it takes the watch and has a listing."""
    return [
        f
        for module in modules()
        for f in vars(module).values()
        if inspect.isfunction(f)
        and f.__module__ == module.__name__
        and WATCH in inspect.signature(f).parameters
        and listing(f.__code__) is not None
    ]


@pytest.mark.parametrize(
    "function", listed_functions(), ids=lambda f: f"{f.__module__}.{f.__name__}"
)
def test_parameters_with_a_declared_name_hold_what_it_says(function: FunctionType) -> None:
    for name, parameter in inspect.signature(function).parameters.items():
        if name in KINDS:
            assert parameter.annotation in ANNOTATIONS[KINDS[name]], (name, parameter.annotation)


def test_there_are_functions_to_check() -> None:
    assert len(listed_functions()) >= 10


@pytest.mark.parametrize("name", names())
def test_every_recorded_variable_has_a_kind_and_a_value_of_that_kind(name: str) -> None:
    game = tree.random_tree(seed=5, estimates=True, noisy=0.5)
    search = find(name)
    trace = search.run(game, trace=True, depth=2 if search.needs_depth else None).trace
    assert trace is not None
    labels = {game.label(s) for s in range(len(game))}
    players = {game.player_name(p) for p in range(game.players)}
    allowed = {STATE: labels, NODE: labels, PLAYER: players}
    kinds = trace.header["kinds"]
    assert STATE in kinds.values() and PLAYER in kinds.values()
    for event in trace.events:
        for key, value in event.get("variables", {}).items():
            assert value in allowed.get(kinds[key], [value]), (key, value)
            assert isinstance(value, str) == (kinds[key] in (STATE, NODE, PLAYER, ACTION))


def test_the_panel_reads_the_innermost_text_and_nothing_else() -> None:
    game = tree.figure("two-ply")

    def helper(watch: Watch) -> None:
        """Stands here for the watch alone, so it has no listing."""
        watch.leaf(1.0)

    def value(game: Game[Any, Any], s: Any, me: int, alpha: float, watch: Watch) -> float:
        a, unlimited, secret, vs = 0, NO_HORIZON + 1, object(), (1.0, 2.0)
        watch.enter(s)
        helper(watch)
        return watch.leave(alpha if unlimited and secret and vs and a == 0 else 0.0)

    recorder = Recorder(game, {"player": 0})
    value(game, game.start(), 0, 0.5, recorder)
    event = recorder.trace.events[1]
    assert event["event"] == "leaf" and event["at"][0] == "value"
    shown = {"s": "A", "me": "MAX", letter("alpha"): 0.5, "a": "a1", "vs": [1.0, 2.0]}
    assert event["variables"] == shown
    assert recorder.trace.header["kinds"][letter("alpha")] == "number"


def test_without_a_text_there_is_nothing_to_show() -> None:
    assert Panel(tree.figure("two-ply")).read(inspect.currentframe(), 0) == {}


def test_nodes_of_an_explicit_stack_are_known_by_their_fields() -> None:
    assert infer_kind(Open(0, -1, 0, 1)) == infer_kind(OpenWindow(0, -1, 0, 1)) == NODE
    assert infer_kind((1, 2)) is None and infer_kind([1.0]) is None and infer_kind(True) == "number"
