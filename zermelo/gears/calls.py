"""Calls: of methods of the state, of helpers and methods of the game, of records and builtins."""

from __future__ import annotations

import ast
import builtins
import dataclasses
import functools
import inspect
import itertools
import math
import operator
import types
from collections.abc import Iterable
from dataclasses import dataclass
from enum import EnumType
from typing import Any

from zermelo.errors import NotCompilable
from zermelo.gears.builtin_calls import LONGEST
from zermelo.gears.comprehensions import is_none
from zermelo.gears.known import ADVICE, Scope
from zermelo.gears.known_values import ITERATORS, LocalFunction
from zermelo.gears.nodes import walk
from zermelo.gears.paste import Pasting, is_generator, is_simple
from zermelo.gears.producers import TAKERS, collect
from zermelo.gears.records import field_casts, field_defaults
from zermelo.gears.statics import Attribute, Static, field_names, is_object, is_record, literal
from zermelo.gears.syntax import CASTS, call, find_word, load, store
from zermelo.gears.texts import TEXT_METHODS


@dataclass(frozen=True)
class CallSite:
    """A call as the author wrote it: its arguments, and where it stands."""

    args: list[ast.expr]
    keywords: list[ast.keyword]
    node: ast.AST
    wrapped: str = ""
    """The word around each action that the function lists, where actions have several shapes."""


ITERATIONS: dict[tuple[Any, int], str] = {
    (itertools.product, 2): "multiply",
    (itertools.product, 3): "multiply_three",
    (itertools.chain, 2): "chain",
    (itertools.pairwise, 1): "pair_up",
    (itertools.combinations, 2): "combine_two",
    (itertools.combinations, 3): "combine_three",
    (itertools.permutations, 2): "permute_two",
}
"""The machine's words for itertools, by the number of things that they run through or choose."""

WRAPPERS = frozenset({"as_action", "as_outcome"})
"""Words that make actions of several shapes one type."""

OPERATORS: dict[Any, type[ast.operator]] = {
    operator.add: ast.Add,
    operator.sub: ast.Sub,
    operator.mul: ast.Mult,
}


class Calls(Pasting):
    """Rewrites calls."""

    def visit_Call(self, node: ast.Call) -> Any:
        if name := find_word(node):
            return ast.copy_location(self.call_of_word(name, node), node)
        if isinstance(node.func, ast.Name) and node.func.id in self.local_functions:
            return ast.copy_location(self.call_of_local(node, node.func.id), node)
        function = self.static(node.func)
        if function is None:
            return ast.copy_location(self.call_of_value(node), node)
        return ast.copy_location(self.call_of_known(node, function), node)

    # ------------------------------------------------------------------ on a run-time value

    def call_of_value(self, node: ast.Call) -> ast.expr:
        """A call on something that exists at run time: a method of an int, the state or a list."""
        if not isinstance(node.func, ast.Attribute):
            self.fail(node, f"{ast.unparse(node.func)} is not known when the rules are compiled")
        owner, name = node.func.value, node.func.attr
        if name in ("bit_count", "bit_length"):
            return call(name, self.visit(owner))
        if name in TEXT_METHODS:
            self.fail(
                node,
                f"{name} cannot be compiled: words of states can only be compared; keep ints, or "
                "a tuple of words, where more is done with them",
            )
        if name == "sort" and node.keywords:
            return self.sort_in_place(node, owner)
        if name == "extend" and len(node.args) == 1:
            node.args = [self.list_of(node.args[0], node)]
            return ast.Call(ast.Attribute(self.visit(owner), name, ast.Load()), node.args, [])
        if name == "_replace":
            return self.replace_record(owner, node.keywords, node)
        method = self.member(name, node)
        if isinstance(method, staticmethod):
            return self.call_function(method.__func__, {}, CallSite(node.args, node.keywords, node))
        if isinstance(method, types.FunctionType):
            site = CallSite([owner, *node.args], node.keywords, node)
            return self.call_function(method, {}, site)
        if name == "count" and len(node.args) == 1:
            return call("count", self.visit(owner), self.visit(node.args[0]))
        return self.generic_visit(node)  # type: ignore[return-value]

    def sort_in_place(self, node: ast.Call, owner: ast.expr) -> ast.expr:
        """moves.sort(key=…, reverse=…)"""
        options = {str(k.arg): k.value for k in node.keywords}
        backwards = self.static(options.get("reverse", ast.Constant(False)))
        if backwards is None:
            self.fail(node, "sort with reverse= can be compiled with True or False")
        key = options.get("key") or self.identity()
        return self.sort_by(self.visit(owner), key, bool(backwards.value), node)

    def identity(self) -> ast.expr:
        """lambda x: x"""
        return ast.parse("lambda x: x", mode="eval").body

    # ------------------------------------------------------------------ words of the gear's own

    def call_of_word(self, name: str, node: ast.Call) -> ast.expr:
        """A word that an earlier pass has put in place of the author's text."""
        if name == "find_key":
            table = self.static(node.args[0])
            assert table is not None
            return self.find_key(table.value, node.args[1], node)
        if name == "list_along":
            comprehension = node.args[0]
            assert isinstance(comprehension, ast.ListComp)
            return self.tuple_of(comprehension, node)
        if name == "repeat":
            return self.repeat(node.args[0])
        if name in WRAPPERS:
            return self.wrap(name, node.args[0])
        if name == "produce":
            return self.produce(node.args[0], node.args[1])
        if name == "no_items":
            return self.empty_of(node.args[0])
        if name == "is_a":
            return self.is_of(node.args[0], node.args[1])
        if name in ("with_item", "put_between"):
            whole, *others = node.args
            return call(name, self.visit(whole), *(self.number_of(a) for a in others))
        if name == "refuse_pattern":
            self.fail(node, "this pattern cannot be compiled: use if and elif")
        if name == "as_cells" and self.is_generated(node.args[0]):
            return self.list_of(node.args[0], node)
        return call(name, *(self.visit(a) for a in node.args))

    def call_machine(self, name: str, args: list[ast.expr]) -> ast.expr:
        """A call of a function that one of the machine's words stands for."""
        if name in WRAPPERS:
            return self.wrap(name, args[0])
        if name == "put":
            return call(name, self.visit(args[0]), *(self.number_of(a) for a in args[1:]))
        return call(name, *(self.visit(a) for a in args))

    def wrap(self, name: str, item: ast.expr) -> ast.expr:
        """An action, or an outcome and its probability, as the one type that all have."""
        return ast.Call(load(self.draft.wrapper(name)), [self.visit(item)], [])

    def produce(self, made: ast.expr, name: ast.expr) -> ast.expr:
        """A call that lists actions of several shapes."""
        assert isinstance(made, ast.Call) and isinstance(name, ast.Name)
        function = self.static(made.func)
        body = getattr(function.value, "__func__", function.value) if function else None
        if function is None or not isinstance(unwrap(body), types.FunctionType):
            return self.visit(collect(made, name.id))  # type: ignore[no-any-return]
        return ast.copy_location(self.call_of_known(made, function, name.id), made)

    def empty_of(self, name: ast.expr) -> ast.expr:
        """An empty list of actions."""
        assert isinstance(name, ast.Name)
        sample = self.draft.write_sample()
        text = f"({sample}, 0.0)" if name.id == "as_outcome" else sample
        item = ast.Call(load(self.draft.wrapper(name.id)), [ast.parse(text, mode="eval").body], [])
        whole = ast.Slice(None, ast.Constant(0), None)
        return ast.Subscript(ast.List([item], ast.Load()), whole, ast.Load())

    def is_of(self, x: ast.expr, kind: ast.expr) -> ast.expr:
        """isinstance(x, kind)"""
        known = self.static(kind)
        tests = None if known is None else self.test_type(x, known.value)
        if tests is None:
            self.fail(kind, f"{ast.unparse(kind)} is not a type that actions and states have")
        return tests

    def test_type(self, x: ast.expr, kind: Any) -> ast.expr | None:
        """Is a value of this type, or of one of several? None, if the types are of another kind."""
        if isinstance(kind, tuple):
            tests = [test for part in kind if (test := self.test_type(x, part)) is not None]
            return ast.BoolOp(ast.Or(), tests) if len(tests) == len(kind) > 0 else None
        if is_record(kind):
            return call("is_record", self.visit(x), load(self.draft.record(kind)))
        if kind is types.NoneType:
            none = self.emit(literal(None), x)
            return ast.Compare(self.visit(x), [ast.Eq()], [none])
        is_words = kind is str or (isinstance(kind, EnumType) and not issubclass(kind, int))
        word = "is_word" if is_words else {int: "is_int", tuple: "is_tuple"}.get(kind)
        return None if word is None else call(word, self.visit(x))

    def repeat(self, product: ast.expr) -> ast.expr:
        """``[x] * n``: a tuple, if n is known and small."""
        assert isinstance(product, ast.BinOp) and isinstance(product.left, ast.List)
        count = self.static(product.right)
        if count is None or not 0 < count.value <= LONGEST:
            return self.visit(product)  # type: ignore[no-any-return]
        items = [self.visit(product.left.elts[0]) for _ in range(count.value)]
        return call("as_uniform", ast.Tuple(items, ast.Load()))

    # ------------------------------------------------------------------ functions inside a rule

    def call_of_local(self, node: ast.Call, name: str) -> ast.expr:
        """A call of a function or lambda that the rule defines itself."""
        local = self.local_functions[name]
        params = [arg.arg for arg in local.node.args.args]
        is_plain = not (node.keywords or local.node.args.defaults)
        if len(node.args) != len(params) or not is_plain:
            self.fail(node, f"{name} can be compiled with plain arguments: {', '.join(params)}")
        args = [self.visit(a) for a in node.args]
        if local.routine is None:
            self.write_local(name, local, params)
        assert local.routine is not None
        use = ast.Call(load(local.routine.name), [*args, *map(load, local.captured)], [])
        self.routine.calls.append((use, local.routine))
        return use

    def write_local(self, name: str, local: LocalFunction, params: list[str]) -> None:
        """The routine of a local function: the variables around it become parameters."""
        body: Any = local.node.body
        inside = body if isinstance(body, list) else [body]
        own = {*params, *store(inside)}
        used = {n.id for part in inside for n in walk(part) if isinstance(n, ast.Name)}
        local.captured = tuple(sorted((used & self.locals) - own - set(self.bound) - {name}))
        local.captured = tuple(n for n in local.captured if n not in self.local_functions)
        title = f"{self.routine.name}_{name}"
        empty = ast.ListComp(ast.Constant(0), [])
        with self.inner_routine(empty, title, [*params, *local.captured]) as inner:
            local.routine = inner
            with Scope(self, empty, own):
                written = [ast.Return(body)] if not isinstance(body, list) else body
                for statement in written:
                    ast.fix_missing_locations(ast.copy_location(statement, local.node))
                inner.body = self.block(written)
            inner.is_generator = any(is_generator(part) for part in inner.body)
        self.draft.adopt(inner)

    def block(self, statements: Iterable[ast.stmt]) -> list[ast.stmt]:
        """Rewritten statements."""
        raise NotImplementedError

    def member(self, name: str, node: ast.AST) -> Any:
        """The method, property or constant of this name that a record type defines."""
        members = self.draft.members(name, self.function.__globals__)
        if len(members) > 1:
            self.fail(
                node, f"several state types define {name} differently: give them different names"
            )
        return members[0] if members else None

    def replace_record(
        self, owner: ast.expr, changes: list[ast.keyword], node: ast.AST
    ) -> ast.expr:
        """owner._replace(field=…): a record with some fields changed."""
        given = {k.arg: k.value for k in changes}
        records = self.draft.records_with(set(given), self.function.__globals__)
        if not records:
            self.fail(node, f"no state type has the fields {', '.join(str(k) for k in given)}")
        if len(records) > 1 or not isinstance(owner, ast.Name):
            replacer = self.draft.replacer([str(name) for name in given])
            values = [self.visit(value) for value in given.values()]
            return ast.Call(load(replacer), [self.visit(owner), *values], [])
        record = records[0]
        parts: list[ast.expr] = [
            given.get(name) or ast.Attribute(owner, name, ast.Load())
            for name in field_names(record)
        ]
        return self.construct(record, CallSite(parts, [], node))

    # ------------------------------------------------------------------ of something known

    def call_of_known(self, node: ast.Call, function: Static, wrapped: str = "") -> ast.expr:
        """A call of something known now: a helper, a method of the game, a builtin, a record."""
        value = unwrap(function.value)
        site = CallSite(node.args, node.keywords, node, wrapped)
        if value is dataclasses.replace:
            return self.replace_record(node.args[0], node.keywords, node)
        if is_record(value):
            return self.construct(value, site)
        if (machine := self.draft.word(value)) is not None:
            return self.call_machine(machine, node.args)
        if isinstance(value, types.MethodType):
            return self.call_method(node, function, value, wrapped)
        if isinstance(value, types.FunctionType):
            return self.call_function(value, {}, site)
        if isinstance(node.func, ast.Name) and getattr(builtins, node.func.id, None) is value:
            return self.call_of_builtin(node, node.func.id)
        if value is math.prod:
            return self.call_of_builtin(node, "prod")
        if any(value is each for each in ITERATORS):
            return self.call_of_iterator(node, value)
        if isinstance(getattr(value, "__self__", None), dict) and value.__name__ == "get":
            return self.get_from_dict(node, value.__self__)
        owner = getattr(value, "__self__", None)
        if isinstance(owner, tuple) and value.__name__ in ("index", "count"):
            return self.look_in_table(node, owner, value.__name__)
        if any(value is each for each in OPERATORS):
            left, right = node.args
            new = ast.copy_location(ast.BinOp(left, OPERATORS[value](), right), node)
            return self.visit(new)  # type: ignore[no-any-return]
        if isinstance(value, type) and issubclass(value, BaseException):
            return load(self.draft.import_name(value, RuntimeError))
        if not is_importable(value) or node.keywords:
            self.fail(node, f"{ast.unparse(node.func)} cannot be compiled: {advise_on_call(value)}")
        name = self.draft.import_name(value, None)
        return ast.Call(load(name), [self.visit(a) for a in node.args], [])

    def call_of_iterator(self, node: ast.Call, function: Any) -> ast.expr:
        """itertools.product and its kin, over what is known only at run time."""
        key = function, len(node.args)
        size = self.static(node.args[-1]) if len(node.args) == 2 else None
        if size is not None and function in (itertools.combinations, itertools.permutations):
            key = function, size.value
        name = ITERATIONS.get(key)
        if name is None or node.keywords:
            self.fail(
                node,
                f"{ast.unparse(node.func)} can be compiled over two or three things, or where "
                "all of them are constants: write loops",
            )
        args = node.args[:1] if size is not None and key[1] == size.value else node.args
        return call(name, *(self.sequence_of(a) for a in args))

    def look_in_table(self, node: ast.Call, values: tuple[Any, ...], name: str) -> ast.expr:
        """``TABLE.index(x)`` and ``TABLE.count(x)``"""
        row = self.draft.row(values)
        if row is None:
            self.fail(node, f"{name} can be compiled for a tuple of numbers")
        if name == "count":
            return call("count", load(row), self.visit(node.args[0]))
        return call("require_key", call("find_number", load(row), self.visit(node.args[0])))

    def get_from_dict(self, node: ast.Call, table: dict[Any, Any]) -> ast.expr:
        """``table.get(x, default)`` of a constant dict."""
        default = node.args[1] if len(node.args) > 1 else ast.Constant(None)
        values = self.draft.row(tuple(table.values()))
        if values is None or is_none(default):
            self.fail(node, "get can be compiled for numbers, with a number as the default")
        found = self.visit(ast.copy_location(self.place_in(table, node.args[0]), node))
        return call("get_item", load(values), found, self.visit(default))

    def call_method(
        self, node: ast.Call, function: Static, method: types.MethodType, wrapped: str = ""
    ) -> ast.expr:
        """A call of a method of a static object."""
        body = unwrap(method.__func__)
        if not isinstance(body, types.FunctionType):
            what = f"{ast.unparse(node.func)} cannot be compiled"
            self.fail(node, f"{what}: {advise_on_call(method)}")
        own = body.__code__.co_varnames[0]
        bound = {own: Static(method.__self__, self.owner_origin(function))}
        return self.call_function(body, bound, CallSite(node.args, node.keywords, node, wrapped))

    def owner_origin(self, function: Static) -> Any:
        """Where the object of a bound method was found."""
        origin, owner = function.origin, function.value.__self__
        if isinstance(origin, Attribute) and origin.owner.fetch(self.draft.args) is owner:
            return origin.owner
        return Attribute(origin, "__self__")

    def call_function(self, function: Any, bound: dict[str, Static], site: CallSite) -> ast.expr:
        """A call of an author's function: static arguments are bound, the rest is passed."""
        if (machine := self.draft.word(function)) is not None:
            return self.call_machine(machine, site.args)
        fixed = dict(bound)
        passed: dict[str, ast.expr] = {}
        for name, value in self.match(function, bound, site).items():
            known = value if isinstance(value, Static) else self.static(value)
            if known is not None and is_object(known.value):
                fixed[name] = known
            elif isinstance(value, Static):
                passed[name] = self.emit(value, site.node)
            else:
                passed[name] = self.visit(value)
        if self.draft.action_shapes and self.takes_action(function, fixed):
            taken = list(passed)[-1]
            passed[taken] = ast.Call(load(self.draft.wrapper("as_action")), [passed[taken]], [])
        wrapped = site.wrapped or self.draft.find_wrapper(function, fixed)
        target = self.draft.specialise(function, fixed, wrapped)
        if (text := self.substitute(target, passed)) is not None:
            return text
        use = ast.Call(load(target.name), [passed[name] for name in target.params], [])
        self.routine.calls.append((use, target))
        return use

    def takes_action(self, function: types.FunctionType, bound: dict[str, Static]) -> bool:
        """Is this a rule of the game that takes an action?"""
        return function.__name__ in TAKERS and self.draft.is_rule(bound)

    def match(
        self, function: types.FunctionType, bound: dict[str, Static], site: CallSite
    ) -> dict[str, Any]:
        """Each parameter with the expression passed for it, or its default as a Static."""
        title, node = function.__qualname__, site.node
        signature = inspect.signature(function)
        names = [name for name in signature.parameters if name not in bound]
        site = self.unpack_star(site, len(names))
        self.refuse_stars(signature, title, site)
        if len(site.args) > len(names):
            why = f"{title} takes {len(names)} arguments, not {len(site.args)}"
            if not self.is_authors:  # a rule of the game, and its author's mistake
                code = function.__code__
                raise NotCompilable(f"{code.co_filename}:{code.co_firstlineno}: {why}")
            self.fail(node, why)
        given: dict[str, Any] = dict(zip(names, site.args, strict=False))
        given |= {str(k.arg): k.value for k in site.keywords}
        for name in (name for name in names if name not in given):
            default = signature.parameters[name].default
            if default is inspect.Parameter.empty:
                self.fail(node, f"{title} needs an argument {name}")
            given[name] = literal(default)
        if unknown := set(given) - set(names):
            self.fail(node, f"{title} has no parameter {sorted(unknown)[0]}")
        return given

    def unpack_star(self, site: CallSite, count: int) -> CallSite:
        """f(*pair) with the items of a variable written out."""
        stars = [arg for arg in site.args if isinstance(arg, ast.Starred)]
        if len(stars) != 1 or site.keywords or not is_simple(stars[0].value):
            return site
        length = count - len(site.args) + 1
        args: list[ast.expr] = []
        for arg in site.args:
            if isinstance(arg, ast.Starred):
                args += [
                    ast.Subscript(arg.value, ast.Constant(i), ast.Load()) for i in range(length)
                ]
            else:
                args.append(arg)
        return CallSite(args, [], site.node)

    def refuse_stars(self, signature: inspect.Signature, title: str, site: CallSite) -> None:
        """Refuse * and ** on either side of a call."""
        kinds = {parameter.kind for parameter in signature.parameters.values()}
        if kinds & {inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD}:
            self.fail(site.node, f"{title} takes *arguments: give them names")
        is_starred = any(isinstance(arg, ast.Starred) for arg in site.args)
        if is_starred or any(keyword.arg is None for keyword in site.keywords):
            self.fail(site.node, ADVICE[ast.Starred])

    def find_fit(self, record: type, name: str, value: ast.expr) -> str | None:
        """The function that makes a list the tuple which a field holds, where it may be needed."""
        if not self.is_authors or not is_made(value):
            return None
        return self.draft.fit(record, name)

    def construct(self, record: type, site: CallSite) -> ast.expr:
        """A new record, each number cast to the type its field is declared with."""
        names = field_names(record)
        site = self.unpack_star(site, len(names))
        given = dict(zip(names, site.args, strict=False))
        given |= {str(k.arg): k.value for k in site.keywords}
        defaults, casts = field_defaults(record), field_casts(record)
        parts: list[ast.expr] = []
        for name in names:
            if name in given and casts.get(name) in CASTS.values():
                value = self.number_of(given[name])
            elif name in given:
                value = self.visit(given[name])
            elif name in defaults:
                value = self.emit(literal(defaults[name]), site.node)
            else:
                self.fail(site.node, f"{record.__name__} needs a value for {name}")
            if (fit := self.find_fit(record, name, value)) is not None:
                value = ast.Call(load(fit), [value], [])
            parts.append(call(casts[name], value) if name in casts else value)
        return ast.Call(load(self.draft.record(record)), parts, [])


def is_made(value: ast.expr) -> bool:
    """Can an expression have made a list where a field holds a tuple?"""
    return isinstance(value, ast.Name | ast.Call | ast.BinOp | ast.IfExp | ast.Subscript)


def is_importable(value: Any) -> bool:
    """Is this a function of a module written in C, such as math.sqrt?"""
    return isinstance(value, types.BuiltinFunctionType) and bool(getattr(value, "__module__", None))


def unwrap(value: Any) -> Any:
    """The function behind functools.cache and lru_cache, which change nothing but its speed."""
    return value.__wrapped__ if isinstance(value, functools._lru_cache_wrapper) else value


def advise_on_call(function: Any) -> str:
    """What to write instead of a call that machine code does not have."""
    text = getattr(function, "__self__", None)
    if isinstance(text, str) and function.__name__ in ("index", "find") and text:
        return f"write a dict of constants, {{{text[0]!r}: 0, …}}, and look the word up in it"
    if isinstance(text, str):
        return "keep a tuple of ints or words in the state, and make text in name, dump and text"
    if isinstance(function, type):
        return "use a NamedTuple, a tuple or an int"
    return "write what it does as a function of your own, with loops and numbers"
