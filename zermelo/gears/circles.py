"""Functions that call each other, merged into one that calls itself.

Machine code of functions that call each other in a circle crashes when Numba loads it from disk.
The merged function takes one more argument: the number of the part to run.
"""

from __future__ import annotations

import ast

from zermelo.errors import NotCompilable
from zermelo.gears.syntax import Rename, Routine, call, ends, load, mark, store


def find_circles(order: list[Routine]) -> list[list[Routine]]:
    """The strongly connected components of the calls between functions (Tarjan's algorithm).

    A function alone is one if it calls itself.
    """
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    stack: list[Routine] = []
    circles: list[list[Routine]] = []

    def connect(routine: Routine) -> None:
        index[id(routine)] = low[id(routine)] = len(index)
        stack.append(routine)
        for _, target in routine.calls:
            if id(target) not in index:
                connect(target)
                low[id(routine)] = min(low[id(routine)], low[id(target)])
            elif any(target is other for other in stack):
                low[id(routine)] = min(low[id(routine)], index[id(target)])
        if low[id(routine)] == index[id(routine)]:
            close(routine)

    def close(root: Routine) -> None:
        start = next(i for i, other in enumerate(stack) if other is root)
        circle = stack[start:]
        del stack[start:]
        if len(circle) > 1 or any(target is root for _, target in root.calls):
            circles.append(circle)

    for routine in order:
        if id(routine) not in index:
            connect(routine)
    return circles


def refuse_generators(circle: list[Routine]) -> None:
    """Raise `NotCompilable` if a generator is in the circle."""
    if any(routine.is_generator for routine in circle):
        raise NotCompilable(
            f"{circle[0].place}: the generator {circle[0].title} calls itself: write a loop instead"
        )


def merge(circle: list[Routine], name: str) -> Routine:
    """One function that runs the body of any of the circle's functions."""
    common = [f"_{i}" for i in range(len(circle[0].params))]
    if any(len(part.params) != len(common) for part in circle):
        names = ", ".join(part.title for part in circle)
        raise NotCompilable(
            f"{circle[0].place}: {names} call each other and must take the same "
            "number of arguments to be compiled"
        )
    merged = Routine(name, circle[0].file, ["_part", *common])
    for number, part in enumerate(circle):
        part.group, part.number = merged, number
        body = _merge_body(part, common)
        test = ast.Compare(load("_part"), [ast.Eq()], [ast.Constant(number)])
        is_last = number == len(circle) - 1
        merged.body += body if is_last else [ast.If(test, body, [])]
        merged.data += [name for name in part.data if name not in merged.data]
    return merged


def _merge_body(part: Routine, common: list[str]) -> list[ast.stmt]:
    """The body of one part: parameters with common names, variables with names of its own."""
    renames = dict(zip(part.params, common, strict=True))
    variables = [name for name in store(part.body) if name not in renames]
    renames |= {name: f"{name}_{part.number}" for name in variables}
    body = [Rename(renames).visit(statement) for statement in part.body]
    if not ends(body):
        body.append(ast.Return(None))
    mark(body, part.file)
    return body


def redirect_calls(order: list[Routine], circle: list[Routine], merged: Routine) -> None:
    """Let every call of a part call the merged function, with typed arguments."""
    for routine in order:
        for node, target in routine.calls:
            if any(target is part for part in circle):
                pairs = zip(node.args, target.params, strict=True)
                node.args = [add_type(arg, target.casts.get(name)) for arg, name in pairs]
                if merged is not target:
                    node.args.insert(0, call("int64", ast.Constant(target.number)))
                    node.func = load(merged.name)


def add_type(arg: ast.expr, cast: str | None) -> ast.expr:
    """An argument of a function that calls itself must have one type, never that of a literal."""
    if cast is None and isinstance(arg, ast.Constant):
        cast = {bool: "boolean", int: "int64", float: "float64"}.get(type(arg.value))
    return call(cast or "plain", arg)
