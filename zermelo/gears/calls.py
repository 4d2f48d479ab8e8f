"""Calls: of methods of the state, of helpers and methods of the game, of records and builtins."""

from __future__ import annotations

import ast
import builtins
import dataclasses
import functools
import inspect
import types
from dataclasses import dataclass
from typing import Any

from zermelo.gears.known import ADVICE
from zermelo.gears.paste import Pasting
from zermelo.gears.records import field_casts, field_defaults
from zermelo.gears.statics import Attribute, Static, field_names, is_object, is_record, literal
from zermelo.gears.syntax import call, load


@dataclass(frozen=True)
class CallSite:
    """A call as the author wrote it: its arguments, and where it stands."""

    args: list[ast.expr]
    keywords: list[ast.keyword]
    node: ast.AST


class Calls(Pasting):
    """Rewrites calls."""

    def visit_Call(self, node: ast.Call) -> Any:
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
        if len(records) != 1:
            several = "several state types have" if records else "no state type has"
            self.fail(node, f"{several} the fields {', '.join(str(k) for k in given)}")
        record = records[0]
        if not isinstance(owner, ast.Name):
            self.fail(node, "_replace can be compiled on a variable: give the state a name first")
        parts: list[ast.expr] = [
            given.get(name) or ast.Attribute(owner, name, ast.Load())
            for name in field_names(record)
        ]
        return self.construct(record, CallSite(parts, [], node))

    # ------------------------------------------------------------------ of something known

    def call_of_known(self, node: ast.Call, function: Static) -> ast.expr:
        """A call of something known now: a helper, a method of the game, a builtin, a record."""
        value = unwrap(function.value)
        site = CallSite(node.args, node.keywords, node)
        if value is dataclasses.replace:
            return self.replace_record(node.args[0], node.keywords, node)
        if is_record(value):
            return self.construct(value, site)
        if (machine := self.draft.word(value)) is not None:
            return call(machine, *(self.visit(a) for a in node.args))
        if isinstance(value, types.MethodType):
            return self.call_method(node, function, value)
        if isinstance(value, types.FunctionType):
            return self.call_function(value, {}, site)
        if isinstance(node.func, ast.Name) and getattr(builtins, node.func.id, None) is value:
            return self.call_of_builtin(node, node.func.id)
        if isinstance(value, type) and issubclass(value, BaseException):
            return load(self.draft.import_name(value, RuntimeError))
        if not is_importable(value) or node.keywords:
            self.fail(node, f"{ast.unparse(node.func)} cannot be called in compiled rules")
        name = self.draft.import_name(value, None)
        return ast.Call(load(name), [self.visit(a) for a in node.args], [])

    def call_method(self, node: ast.Call, function: Static, method: types.MethodType) -> ast.expr:
        """A call of a method of a static object."""
        body = unwrap(method.__func__)
        if not isinstance(body, types.FunctionType):
            self.fail(node, f"{ast.unparse(node.func)} cannot be called in compiled rules")
        own = body.__code__.co_varnames[0]
        bound = {own: Static(method.__self__, self.owner_origin(function))}
        return self.call_function(body, bound, CallSite(node.args, node.keywords, node))

    def owner_origin(self, function: Static) -> Any:
        """Where the object of a bound method was found."""
        origin, owner = function.origin, function.value.__self__
        if isinstance(origin, Attribute) and origin.owner.fetch(self.draft.args) is owner:
            return origin.owner
        return Attribute(origin, "__self__")

    def call_function(self, function: Any, bound: dict[str, Static], site: CallSite) -> ast.expr:
        """A call of an author's function: static arguments are bound, the rest is passed."""
        if (machine := self.draft.word(function)) is not None:
            return call(machine, *(self.visit(a) for a in site.args))
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
        target = self.draft.specialise(function, fixed)
        if (text := self.substitute(target, passed)) is not None:
            return text
        use = ast.Call(load(target.name), [passed[name] for name in target.params], [])
        self.routine.calls.append((use, target))
        return use

    def match(
        self, function: types.FunctionType, bound: dict[str, Static], site: CallSite
    ) -> dict[str, Any]:
        """Each parameter with the expression passed for it, or its default as a Static."""
        title, node = function.__qualname__, site.node
        signature = inspect.signature(function)
        self.refuse_stars(signature, title, site)
        names = [name for name in signature.parameters if name not in bound]
        if len(site.args) > len(names):
            self.fail(node, f"{title} takes {len(names)} arguments, not {len(site.args)}")
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

    def refuse_stars(self, signature: inspect.Signature, title: str, site: CallSite) -> None:
        """Refuse * and ** on either side of a call."""
        kinds = {parameter.kind for parameter in signature.parameters.values()}
        if kinds & {inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD}:
            self.fail(site.node, f"{title} takes *arguments, which cannot be compiled")
        is_starred = any(isinstance(arg, ast.Starred) for arg in site.args)
        if is_starred or any(keyword.arg is None for keyword in site.keywords):
            self.fail(site.node, ADVICE[ast.Starred])

    def construct(self, record: type, site: CallSite) -> ast.expr:
        """A new record, each number cast to the type its field is declared with."""
        names = field_names(record)
        given = dict(zip(names, site.args, strict=False))
        given |= {str(k.arg): k.value for k in site.keywords}
        defaults, casts = field_defaults(record), field_casts(record)
        parts: list[ast.expr] = []
        for name in names:
            if name in given:
                value = self.visit(given[name])
            elif name in defaults:
                value = self.emit(literal(defaults[name]), site.node)
            else:
                self.fail(site.node, f"{record.__name__} needs a value for {name}")
            parts.append(call(casts[name], value) if name in casts else value)
        return ast.Call(load(self.draft.record(record)), parts, [])


def is_importable(value: Any) -> bool:
    """Is this a function of a module written in C, such as math.sqrt?"""
    return isinstance(value, types.BuiltinFunctionType) and bool(getattr(value, "__module__", None))


def unwrap(value: Any) -> Any:
    """The function behind functools.cache and lru_cache, which change nothing but its speed."""
    return value.__wrapped__ if isinstance(value, functools._lru_cache_wrapper) else value
