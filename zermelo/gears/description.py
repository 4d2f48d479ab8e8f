"""What a value is, in words that mean the same in every process.

`statics.snapshot` compares functions and classes by identity, within one process. A description
compares them by their place and content, so that a later process can see whether a text that an
earlier one wrote is the text that it would write itself. Whatever cannot be described for sure is
`Undescribable`: nothing is kept of it.
"""

from __future__ import annotations

import functools
import os
import sys
import types
from collections.abc import Callable
from enum import Enum
from typing import Any

from zermelo.gears.records import field_defaults, field_hints
from zermelo.gears.source import is_inlined
from zermelo.gears.statics import (
    Argument,
    Attribute,
    Global,
    Item,
    Literal,
    Origin,
    Super,
    View,
    field_names,
    is_bound_builtin,
    is_data,
    is_number,
    is_record,
    layout,
    parts,
)


class Undescribable(Exception):
    """A value, or its place, of which another process could not say whether it is the same."""


def describe(value: Any) -> Any:
    """A description: equal in two processes only if the values build the same code.

    It consists of tuples, sets, numbers and texts.

    >>> describe((1, 2.5, "a"))
    ('tuple', (('int', 1), ('float', '2.5'), ('str', 'a')))
    >>> describe(len)
    ('builtin', 'builtins', 'len')
    """
    if is_data(value):
        return ("data", *layout(value))
    kind = type(value)
    if kind in _SIMPLE:
        return (kind.__name__, repr(value) if kind is float else value)
    if isinstance(value, Enum):
        return ("member", refer(kind), value.name, describe(value.value))
    if isinstance(value, tuple | list) or is_record(kind):
        return _describe_items(value)
    for known, describe_it in _DESCRIBERS:
        if isinstance(value, known):
            return describe_it(value)
    if is_number(value):  # of NumPy
        return ("number", kind.__name__, repr(value))
    if callable(value) or isinstance(value, _SIMPLE):
        raise Undescribable(f"a {kind.__name__}")
    return ("object", refer(kind))


_SIMPLE = (bool, int, float, str, bytes, types.NoneType, types.EllipsisType)


def _describe_items(value: Any) -> Any:
    kind, items = type(value), parts(value)
    name: Any = kind.__name__ if kind in (tuple, list) else refer(kind)
    if all(type(x) is int for x in items):
        return (name, "ints", tuple(items))
    return (name, tuple([describe(x) for x in items]))


def _describe_dict(value: dict[Any, Any]) -> Any:
    return ("dict", tuple([(describe(k), describe(v)) for k, v in value.items()]))


def _describe_set(value: Any) -> Any:
    return (type(value).__name__, frozenset([describe(x) for x in value]))


def _describe_function(function: types.FunctionType) -> Any:
    """A function by its code, its defaults and its annotations; its file must be its module's."""
    module = find_module(function.__globals__)
    code = function.__code__
    is_there = os.path.abspath(code.co_filename) == os.path.abspath(module.__file__ or "")
    if not is_there or code.co_freevars not in ((), ("__class__",)):
        raise Undescribable(f"function {function.__qualname__}")
    return (
        "function",
        module.__name__,
        _describe_code(code),
        describe(function.__defaults__),
        describe(function.__kwdefaults__),
        repr(function.__annotations__),
        (is_inlined(function), getattr(function, "machine_word", "")),
    )


def _describe_code(code: types.CodeType) -> Any:
    return (
        code.co_qualname,
        code.co_firstlineno,
        code.co_code,
        code.co_names,
        code.co_varnames,
        (code.co_argcount, code.co_kwonlyargcount, code.co_posonlyargcount, code.co_flags),
        tuple([describe(constant) for constant in code.co_consts]),
    )


def _describe_bound(value: Any) -> Any:
    """A builtin function: one of a module by its name, one of a container with the container."""
    if is_bound_builtin(value):
        return ("bound", value.__name__, describe(value.__self__))
    if value.__module__ is None:
        raise Undescribable(f"builtin {value.__qualname__}")
    return ("builtin", value.__module__, value.__qualname__)


def _describe_class(cls: type) -> Any:
    """A class by its name; a record with its fields, an Enum with its members."""
    place = refer(cls)
    if is_record(cls):
        defaults = {name: describe(x) for name, x in field_defaults(cls).items()}
        return ("record", place, field_names(cls), repr(field_hints(cls)), tuple(defaults.items()))
    if issubclass(cls, Enum):
        return ("enum", place, tuple([(x.name, describe(x.value)) for x in cls]))
    return ("class", place)


_DESCRIBERS: tuple[tuple[Any, Callable[[Any], Any]], ...] = (
    (range, lambda x: ("range", x.start, x.stop, x.step)),
    ((set, frozenset), _describe_set),
    (dict, _describe_dict),
    (types.FunctionType, _describe_function),
    (types.MethodType, lambda x: ("method", describe(x.__func__))),
    (property, lambda x: ("property", describe(x.fget))),
    (functools._lru_cache_wrapper, lambda x: ("cached", describe(x.__wrapped__))),
    (types.BuiltinFunctionType, _describe_bound),
    (types.CodeType, _describe_code),
    (type, _describe_class),
    (types.ModuleType, lambda x: ("module", x.__name__)),
)


# ---------------------------------------------------------------------- places


def refer(cls: Any) -> tuple[str, str]:
    """The module and the name by which every process finds a class or a function."""
    place = cls.__module__, cls.__qualname__
    if find(place) is not cls:
        raise Undescribable(f"{place[0]}.{place[1]}")
    return place


def find(place: tuple[str, str]) -> Any:
    """The class or function at a place; None if it is not there, or its module not imported."""
    value: Any = sys.modules.get(place[0])
    for name in place[1].split("."):
        value = getattr(value, name, None)
    return value


def find_module(namespace: dict[str, Any]) -> types.ModuleType:
    """The module whose names these are."""
    module = sys.modules.get(namespace.get("__name__", ""))
    if module is None or vars(module) is not namespace or not getattr(module, "__file__", None):
        raise Undescribable(f"the names of {namespace.get('__name__')}")
    return module


def write_origin(origin: Origin) -> tuple[Any, ...]:
    """The place of a value, as `read_origin` finds it again in another process.

    >>> read_origin(write_origin(Attribute(Argument(0), "width"))).fetch([1j])
    ...                                                     # doctest: +ELLIPSIS
    <zermelo.gears.statics.Missing object at ...>
    """
    if isinstance(origin, Argument):
        return ("argument", origin.index)
    if isinstance(origin, Attribute):
        return ("attribute", write_origin(origin.owner), origin.name)
    if isinstance(origin, Item) and isinstance(origin.index, int | str):
        return ("item", write_origin(origin.owner), origin.index)
    if isinstance(origin, Super):
        return ("super", refer(origin.cls), write_origin(origin.owner))
    if isinstance(origin, View):
        return ("view", write_origin(origin.owner), origin.name)
    if isinstance(origin, Global):
        return ("global", find_module(origin.namespace).__name__, origin.name)
    if isinstance(origin, Literal) and isinstance(origin.value, type):
        return ("literal", refer(origin.value))
    raise Undescribable(f"a {type(origin).__name__}")


def read_origin(written: tuple[Any, ...]) -> Origin:
    """The place that was written down; LookupError if its module is not imported here."""
    kind, *words = written
    if kind == "argument":
        return Argument(words[0])
    if kind == "attribute":
        return Attribute(read_origin(words[0]), words[1])
    if kind == "item":
        return Item(read_origin(words[0]), words[1])
    if kind == "super":
        return Super(find(words[0]), read_origin(words[1]))
    if kind == "view":
        return View(read_origin(words[0]), words[1])
    if kind == "global":
        return Global(vars(sys.modules[words[0]]), words[1])
    return Literal(find(words[0]))
