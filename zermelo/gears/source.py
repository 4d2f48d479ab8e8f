"""The author's text of a function, and whether it is still the text that runs."""

from __future__ import annotations

import ast
import inspect
import linecache
import os
import time
import types
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any, TypeVar

from zermelo.errors import NotCompilable, short_path
from zermelo.gears.own_modules import is_counting

F = TypeVar("F", bound=Callable[..., Any])

NO_SOURCE = "its source cannot be found; put the game in a file or a notebook cell"


def definition(function: types.FunctionType) -> tuple[ast.FunctionDef, str]:
    """The function's definition, with the line numbers of its file, and the file's name."""
    file, name = function.__code__.co_filename, function.__qualname__
    try:
        text, first = _find_text(function.__code__, file, is_counting(function.__globals__))
    except (OSError, TypeError):
        raise NotCompilable(f"{name}: {NO_SOURCE}") from None
    _require_readable(function, f"{short_path(file)}:{first}")
    try:
        node = _parse_indented(text, first)
    except SyntaxError:
        what = f"the source of {name} cannot be read on its own"
        raise NotCompilable(f"{short_path(file)}:{first}: {what}") from None
    if not isinstance(node, ast.FunctionDef) or node.name != function.__code__.co_name:
        raise NotCompilable(f"{name}: {NO_SOURCE}")
    return node, file


@lru_cache(4096)
def _find_text(code: types.CodeType, file: str, is_packages: bool) -> tuple[str, int]:
    """The text of a function and its first line. Codes that are equal may stand in two files.

    `inspect` reads a function's tokens to find its end. Those of the package end with the last line
    that does something, if what is read by then is whole: a docstring alone does nothing.
    """
    if is_packages and (whole := linecache.getlines(file)):
        first = code.co_firstlineno
        text = "".join(whole[first - 1 : _find_end(code)])
        if _is_whole(text):
            return text, first
    lines, first = inspect.getsourcelines(code)
    return "".join(lines), max(first, 1)


def _is_whole(text: str) -> bool:
    """Can a text be read on its own?"""
    try:
        _parse_indented(text, 1)
    except SyntaxError:
        return False
    return True


def _find_end(code: types.CodeType) -> int:
    """The last line of a code object and all inside it."""
    return max(end for part in _all_codes(code) for _, end, _, _ in part.co_positions() if end)


def _require_readable(function: types.FunctionType, place: str) -> None:
    """Refuse a lambda, and a function whose file was changed after it was imported."""
    if function.__name__ == "<lambda>":
        raise NotCompilable(
            f"{place}: a lambda cannot be compiled: make it a method or a function of the module"
        )
    if not is_current(function):
        raise NotCompilable(
            f"{place}: {function.__qualname__} was changed on disk after it was imported; start "
            "again, or import it anew"
        )


def _parse_indented(text: str, first: int) -> ast.stmt:
    """The first statement of a text, which may be indented, with the line numbers of its file."""
    indented = text[:1].isspace()
    node = ast.parse(("if True:\n" if indented else "") + text).body[0]
    if indented and isinstance(node, ast.If):
        node = node.body[0]
    return ast.increment_lineno(node, first - 1 - indented)


def parameter_names(node: ast.FunctionDef) -> list[str]:
    """The names of a function's parameters, in order."""
    arguments = node.args
    return [a.arg for a in [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]]


def inlined(function: F) -> F:
    """Mark a function whose text the compiled gear puts into its callers.

    The plain gear calls it. A step of a search that calls the search again is marked: the two then
    make one function that calls itself, and a step may take other arguments than the search.
    """
    function.is_inlined = True  # type: ignore[attr-defined]
    return function


def is_inlined(function: types.FunctionType) -> bool:
    """Is a function marked by `inlined`?"""
    return getattr(function, "is_inlined", False)


def machine_word(name: str) -> Callable[[F], F]:
    """Mark a function that one of the machine's words stands for; the plain gear calls it."""

    def set_word(function: F) -> F:
        function.machine_word = name  # type: ignore[attr-defined]
        return function

    return set_word


STARTED = time.time() - 10
"""A time before the package was imported."""

_codes: dict[tuple[str, float], list[types.CodeType]] = {}
"""The code objects of a file as it is on disk, by its name and time of change."""


def is_current(function: types.FunctionType) -> bool:
    """Does the file still say what this function runs? Where there is no file to ask, yes."""
    file = function.__code__.co_filename
    if any(name.startswith(("@py_", "@pytest")) for name in function.__code__.co_names):
        return True  # pytest rewrites the assertions of a test file
    try:
        stat = os.stat(file)
    except OSError:
        return True
    changed = max(stat.st_mtime, stat.st_ctime)
    if changed < STARTED and is_counting(function.__globals__):
        return True  # the package was imported later
    key = file, stat.st_mtime
    if key not in _codes:
        try:
            _codes[key] = _compile_file(file)
        except (SyntaxError, ValueError):
            return False
    return any(_same_code(function.__code__, code) for code in _codes[key])


def _compile_file(file: str) -> list[types.CodeType]:
    """The code objects of a file as it is on disk."""
    linecache.checkcache(file)
    text = "".join(linecache.getlines(file))
    return list(_all_codes(compile(text, file, "exec", dont_inherit=True)))


def _all_codes(code: types.CodeType) -> Iterator[types.CodeType]:
    """A code object and all inside it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from _all_codes(constant)


def _same_code(a: types.CodeType, b: types.CodeType) -> bool:
    """Do two code objects stand at one place and do the same?"""
    here = a.co_qualname, a.co_firstlineno, a.co_code, a.co_names
    there = b.co_qualname, b.co_firstlineno, b.co_code, b.co_names
    return here == there and _constants(a) == _constants(b)


def _constants(code: types.CodeType) -> list[str]:
    """The constants of a code object, without the functions inside it."""
    return [repr(c) for c in code.co_consts if not isinstance(c, types.CodeType)]
