"""One function of a rule or a search, rewritten for the machine.

Static names become constants, methods of static objects become plain functions, shifts become
logical, and the few shapes that Numba does not know (generator expressions in ``any`` or ``tuple``,
``yield from``, ``_replace``, methods of the state) become shapes that it does. Everything else is
left as the author wrote it.
"""

from __future__ import annotations

import ast
import builtins
import copy
import dataclasses
import functools
import inspect
import types
from collections.abc import Iterable
from typing import Any

from zermelo.gears.known import ADVICE, Scope
from zermelo.gears.paste import Pasting, is_generator, pastes
from zermelo.gears.statics import (
    Attribute,
    Static,
    field_names,
    is_data,
    is_number,
    is_object,
    is_record,
    literal,
)
from zermelo.gears.syntax import call, leaves_loop, load, store

UNROLLED = 8
"""Loops over a known tuple of at most so many items are written out."""

SHORT_RANGE = 2
"""A longer range stays a loop. The machine does not write out a short one that it inlines."""


class Rewriter(Pasting):
    """Rewrites the body of one function with some of its parameters bound to static values."""

    def rewrite(self) -> None:
        """Fill `made` with the rewritten body."""
        body = self.node.body
        if (
            isinstance(body[0], ast.Expr)
            and isinstance(body[0].value, ast.Constant)
            and isinstance(body[0].value.value, str)
        ):
            body = body[1:]
        reassigned = store(body) & set(self.bound)
        if reassigned:
            self.fail(self.node, f"{sorted(reassigned)[0]} must not be assigned to")
        self.made.body = self.block(body) or [ast.Pass()]
        self.made.is_generator = any(
            isinstance(node, ast.Yield) for part in self.made.body for node in ast.walk(part)
        )

    def block(self, statements: Iterable[ast.stmt]) -> list[ast.stmt]:
        """Rewritten statements."""
        done: list[ast.stmt] = []
        for statement in statements:
            new = self.visit(statement)
            done += new if isinstance(new, list) else [new] if new is not None else []
        return done

    # ------------------------------------------------------------------ statements

    def visit_If(self, node: ast.If) -> Any:
        test = self.static(node.test)
        if test is not None:
            return self.block(node.body if test.value else node.orelse) or ast.Pass()
        made = ast.If(
            self.condition(node.test),
            self.block(node.body) or [ast.Pass()],
            self.block(node.orelse),
        )
        return ast.copy_location(made, node)

    def visit_While(self, node: ast.While) -> Any:
        made = ast.While(self.condition(node.test), self.block(node.body), self.block(node.orelse))
        return ast.copy_location(made, node)

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        return self.chain(node, self.visit, lambda known: self.emit(known, node))

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        if isinstance(node.op, ast.Not):
            return self.condition(node)
        if isinstance(node.op, ast.Invert) and isinstance(node.operand, ast.Compare | ast.BoolOp):
            self.fail(node, "~ of a truth value cannot be compiled: use not")
        return ast.copy_location(ast.UnaryOp(node.op, self.visit(node.operand)), node)

    def visit_IfExp(self, node: ast.IfExp) -> Any:
        test = self.static(node.test)
        if test is not None:
            return self.visit(node.body if test.value else node.orelse)
        return ast.copy_location(
            ast.IfExp(self.condition(node.test), self.visit(node.body), self.visit(node.orelse)),
            node,
        )

    def visit_NamedExpr(self, node: ast.NamedExpr) -> Any:
        self.fail(
            node,
            f"{ast.unparse(node)} assigns inside an expression: write the assignment on a "
            "line of its own",
        )

    def visit_For(self, node: ast.For) -> Any:
        items = self.static(node.iter)
        if items is not None and self.can_unroll(node, items.value):
            return self.unroll(node, tuple(items.value))
        if items is not None and isinstance(items.value, tuple) and not is_data(items.value):
            table = self.unit.table(items.value, flat=True)
            if table is not None and len(items.value) > UNROLLED:
                made = ast.For(
                    self.visit(node.target),
                    load(table),
                    self.block(node.body),
                    self.block(node.orelse),
                )
                return ast.copy_location(made, node)
            ragged = (
                self.unit.add_ragged(items.value)
                if len({len(r) for r in items.value if isinstance(r, tuple)}) > 1
                else None
            )
            if ragged is not None:
                return self.rows(node, ragged, len(items.value))
        made = ast.For(
            self.visit(node.target),
            self.sequence(node.iter),
            self.block(node.body),
            self.block(node.orelse),
        )
        target = next((target for each, target in self.made.calls if each is made.iter), None)
        if target is not None and is_generator(self.node) and pastes(target, made):
            return self.paste(target, made)
        return ast.copy_location(made, node)

    def rows(self, node: ast.For, ragged: tuple[str, str], count: int) -> ast.For:
        """A loop over the rows of a table whose rows differ in length."""
        at = self.new_name("at")
        row = ast.copy_location(
            ast.Assign([node.target], call("row", load(ragged[0]), load(ragged[1]), load(at))), node
        )
        body = [row, *self.block(node.body)]
        numbers = ast.Call(load("range"), [ast.Constant(count)], [])
        made = ast.For(ast.Name(at, ast.Store()), numbers, body, self.block(node.orelse))
        return ast.fix_missing_locations(ast.copy_location(made, node))

    def read_after(self, loop: ast.For) -> set[str]:
        """The names that are read outside every loop that sets them.

        A loop's last value is needed later.
        """
        found: set[str] = set()

        def look(node: ast.AST, set_here: frozenset[str]) -> None:
            if (
                isinstance(node, ast.Name)
                and isinstance(node.ctx, ast.Load)
                and node.id not in set_here
            ):
                found.add(node.id)
            if isinstance(node, ast.For):
                set_here |= {n.id for n in ast.walk(node.target) if isinstance(n, ast.Name)}
            if isinstance(node, ast.GeneratorExp | ast.ListComp):
                set_here |= {
                    n.id
                    for c in node.generators
                    for n in ast.walk(c.target)
                    if isinstance(n, ast.Name)
                }
            for child in ast.iter_child_nodes(node):
                look(child, set_here)

        for statement in self.node.body:
            look(statement, frozenset())
        return found

    def can_unroll(self, loop: ast.For, items: Any) -> bool:
        """Is a loop over known items short enough, and without a way out, to be written out?"""
        if not isinstance(items, tuple | range) or is_data(items):
            return False
        names = {n.id for n in ast.walk(loop.target) if isinstance(n, ast.Name)}
        return (
            len(items) <= (SHORT_RANGE if isinstance(items, range) else UNROLLED)
            and not leaves_loop(loop.body)
            and not loop.orelse
            and not names & (store(loop.body) | self.read_after(loop))
            and not any(isinstance(n, ast.Yield | ast.YieldFrom) for n in ast.walk(loop))
        )

    def unroll(self, node: ast.For, items: tuple[Any, ...]) -> Any:
        """The loop written out, its variable a constant in each round."""
        done: list[ast.stmt] = []
        for item in items:
            with self.binding(node.target, item, node):
                done += self.block(copy.deepcopy(node.body))
        return done or ast.Pass()

    def visit_AnnAssign(self, node: ast.AnnAssign) -> Any:
        if node.value is None:
            return None
        return self.visit(ast.copy_location(ast.Assign([node.target], node.value), node))

    def visit_Assign(self, node: ast.Assign) -> Any:
        for target in node.targets:
            self.forbid_static_target(target)
        made = self.generic_visit(node)
        assert isinstance(made, ast.Assign)
        return self.spliced(made)

    def visit_AugAssign(self, node: ast.AugAssign) -> Any:
        self.forbid_static_target(node.target)
        if isinstance(node.op, ast.LShift | ast.RShift):
            current: Any = copy.deepcopy(node.target)
            current.ctx = ast.Load()
            return self.visit(
                ast.copy_location(
                    ast.Assign([node.target], ast.BinOp(current, node.op, node.value)), node
                )
            )
        return self.generic_visit(node)

    def forbid_static_target(self, target: ast.expr) -> None:
        """Rules calculate; they do not change the game."""
        if isinstance(target, ast.Attribute):
            what = ast.unparse(target)
            if self.static(target.value) is not None:
                self.fail(target, f"{what} is assigned in a rule: keep what changes in the state")
            self.fail(
                target,
                f"{what} is assigned, but states are immutable: use _replace or build a new one",
            )
        if isinstance(target, ast.Tuple):
            for part in target.elts:
                self.forbid_static_target(part)

    def visit_Raise(self, node: ast.Raise) -> Any:
        error = node.exc.func if isinstance(node.exc, ast.Call) else node.exc
        return ast.copy_location(ast.Raise(self.visit(error) if error else None, None), node)

    def visit_Assert(self, node: ast.Assert) -> Any:
        return ast.copy_location(ast.Assert(self.visit(node.test), None), node)

    def visit_Return(self, node: ast.Return) -> Any:
        if isinstance(node.value, ast.GeneratorExp):
            return [*self.yields(node.value), ast.copy_location(ast.Return(None), node)]
        made = self.generic_visit(node)
        assert isinstance(made, ast.Return)
        return self.spliced(made)

    def visit_Expr(self, node: ast.Expr) -> Any:
        if isinstance(node.value, ast.YieldFrom):
            return self.delegate(node, node.value.value)
        made = self.generic_visit(node)
        assert isinstance(made, ast.Expr)
        return self.spliced(made)

    def delegate(self, node: ast.Expr, source: ast.expr) -> Any:
        """``yield from source`` is a loop that yields."""
        if isinstance(source, ast.GeneratorExp):
            return self.yields(source)
        each = self.new_name("each")
        self.locals.add(each)
        loop = ast.For(ast.Name(each, ast.Store()), source, [ast.Expr(ast.Yield(load(each)))], [])
        return self.visit(ast.fix_missing_locations(ast.copy_location(loop, node)))

    def yields(self, comprehension: ast.GeneratorExp) -> list[ast.stmt]:
        """A generator expression as loops that yield."""
        with Scope(self, comprehension):
            return self.loops(comprehension, lambda item: [ast.Expr(ast.Yield(item))])

    # ------------------------------------------------------------------ expressions

    def visit_BinOp(self, node: ast.BinOp) -> ast.expr:
        left, right = self.visit(node.left), self.visit(node.right)
        if isinstance(node.op, ast.LShift | ast.RShift):
            return ast.copy_location(
                call("shl" if isinstance(node.op, ast.LShift) else "shr", left, right), node
            )
        return ast.copy_location(ast.BinOp(left, node.op, right), node)

    def visit_Compare(self, node: ast.Compare) -> Any:
        if len(node.ops) == 1 and isinstance(node.ops[0], ast.In | ast.NotIn):
            group = self.static(node.comparators[0])
            if (
                group is not None
                and isinstance(group.value, tuple | set | frozenset | dict | range)
                and not is_data(group.value)
            ):
                inside = self.membership(node.left, tuple(group.value), node)
                wanted = (
                    inside if isinstance(node.ops[0], ast.In) else ast.UnaryOp(ast.Not(), inside)
                )
                return ast.copy_location(wanted, node)
        return self.generic_visit(node)

    def membership(self, item: ast.expr, group: tuple[Any, ...], node: ast.AST) -> ast.expr:
        """`item in group`, where the group is known."""
        if not group:
            return ast.Constant(False)
        table = self.unit.table(group, flat=True)
        if table is None:
            self.fail(node, "`in` can be compiled for numbers only")
        return call("contains", load(table), self.visit(item))

    def visit_Subscript(self, node: ast.Subscript) -> Any:
        if not isinstance(node.ctx, ast.Load):
            return self.generic_visit(node)
        owner = self.static(node.value)
        if owner is not None and isinstance(owner.value, dict):
            self.fail(node, ADVICE[ast.Dict])
        if isinstance(node.slice, ast.Slice) and owner is None:
            return self.generic_visit(node)
        row = self.table_row(node)
        if row is not None and owner is not None and isinstance(owner.value[0], tuple):
            return self.row_as_tuple(node, owner.value)
        if row is not None:
            return row
        inner = self.table_row(node.value)
        if inner is not None:
            return ast.copy_location(ast.Subscript(inner, self.visit(node.slice), ast.Load()), node)
        return self.generic_visit(node)

    def row_as_tuple(self, node: ast.Subscript, values: Any) -> ast.expr:
        """A row of a table as the tuple it is.

        Only to run through, count or index it may it stay an array.
        """
        lengths = {len(r) for r in values}
        if len(lengths) > 1:
            why = "has rows of different lengths: they can only be indexed, counted and run through"
            self.fail(node, f"{ast.unparse(node)} {why}")
        table = self.unit.table(tuple(values))
        assert table is not None
        return ast.copy_location(
            ast.Call(
                load(self.unit.row_builder(table, lengths.pop())), [self.visit(node.slice)], []
            ),
            node,
        )

    def visit_Tuple(self, node: ast.Tuple) -> Any:
        """(a, *b) is the sum of tuples."""
        if not isinstance(node.ctx, ast.Load) or not any(
            isinstance(e, ast.Starred) for e in node.elts
        ):
            return self.generic_visit(node)
        parts = [
            self.visit(e.value)
            if isinstance(e, ast.Starred)
            else ast.Tuple([self.visit(e)], ast.Load())
            for e in node.elts
        ]
        total = parts[0]
        for part in parts[1:]:
            total = ast.BinOp(total, ast.Add(), part)
        return ast.copy_location(total, node)

    def visit_Attribute(self, node: ast.Attribute) -> Any:
        if isinstance(node.ctx, ast.Load):
            member = self.member(node.attr, node)
            if isinstance(member, property):
                return ast.copy_location(
                    self.calling(member.fget, {}, [node.value], [], node), node
                )
            if member is not None and (is_number(member) or isinstance(member, tuple)):
                return ast.copy_location(self.emit(literal(member), node), node)
        return self.generic_visit(node)

    def member(self, name: str, node: ast.AST) -> Any:
        """The method, property or constant of this name that a record type defines."""
        found = self.unit.members(name, self.function.__globals__)
        if len(found) > 1:
            self.fail(
                node, f"several state types define {name} differently: give them different names"
            )
        return found[0] if found else None

    def visit_ListComp(self, node: ast.ListComp) -> Any:
        with Scope(self, node):
            return self.generic_visit(node)

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> Any:
        self.fail(
            node,
            "a generator expression can be compiled inside any, all, sum, min, max, tuple "
            "or list, or after yield from",
        )

    # ------------------------------------------------------------------ calls

    def visit_Call(self, node: ast.Call) -> Any:
        function = self.static(node.func)
        if function is None:
            return ast.copy_location(self.call_of_value(node), node)
        return ast.copy_location(self.call_of_known(node, function), node)

    def call_of_value(self, node: ast.Call) -> ast.expr:
        """A call on something that exists at run time.

        A method of an int, of the state, of a list.
        """
        if not isinstance(node.func, ast.Attribute):
            self.fail(node, f"{ast.unparse(node.func)} is not known when the rules are compiled")
        owner, name = node.func.value, node.func.attr
        if name in ("bit_count", "bit_length"):
            return call(name, self.visit(owner))
        if name == "_replace":
            return self.replace_record(owner, node.keywords, node)
        method = self.member(name, node)
        if isinstance(method, staticmethod):
            return self.calling(method.__func__, {}, node.args, node.keywords, node)
        if isinstance(method, types.FunctionType):
            return self.calling(method, {}, [owner, *node.args], node.keywords, node)
        if name == "count" and len(node.args) == 1:
            return call("count", self.visit(owner), self.visit(node.args[0]))
        made = self.generic_visit(node)
        assert isinstance(made, ast.Call)
        return made

    def replace_record(
        self, owner: ast.expr, changes: list[ast.keyword], node: ast.AST
    ) -> ast.expr:
        """owner._replace(field=…): a record with some fields changed."""
        given = {k.arg: k.value for k in changes}
        records = self.unit.records_with(set(given), self.function.__globals__)
        if len(records) != 1:
            several = "several state types have" if records else "no state type has"
            self.fail(node, f"{several} the fields {', '.join(str(k) for k in given)}")
        record = records[0]
        if not isinstance(owner, ast.Name):
            self.fail(node, "_replace can be compiled on a variable: give the state a name first")
        parts = [
            given.get(name) or ast.Attribute(owner, name, ast.Load())
            for name in field_names(record)
        ]
        return self.construct(record, parts, [], node)

    def call_of_known(self, node: ast.Call, function: Static) -> ast.expr:
        """A call of something that is known now.

        A helper, a method of the game, a builtin, a record.
        """
        value = unwrap(function.value)
        if value is dataclasses.replace:
            return self.replace_record(node.args[0], node.keywords, node)
        if is_record(value):
            return self.construct(value, node.args, node.keywords, node)
        if (machine := self.unit.word(value)) is not None:
            return call(machine, *(self.visit(a) for a in node.args))
        if isinstance(value, types.MethodType):
            body = unwrap(value.__func__)
            if not isinstance(body, types.FunctionType):
                self.fail(node, f"{ast.unparse(node.func)} cannot be called in compiled rules")
            own = body.__code__.co_varnames[0]
            return self.calling(
                body,
                {own: Static(value.__self__, self.owner_origin(function))},
                node.args,
                node.keywords,
                node,
            )
        if isinstance(value, types.FunctionType):
            return self.calling(value, {}, node.args, node.keywords, node)
        if isinstance(node.func, ast.Name) and getattr(builtins, node.func.id, None) is value:
            return self.call_of_builtin(node, node.func.id)
        if isinstance(value, type) and issubclass(value, BaseException):
            return load(self.unit.import_name(value, RuntimeError))
        if (
            isinstance(value, types.BuiltinFunctionType)
            and getattr(value, "__module__", None)
            and not node.keywords
        ):
            return ast.Call(
                load(self.unit.import_name(value, None)), [self.visit(a) for a in node.args], []
            )
        self.fail(node, f"{ast.unparse(node.func)} cannot be called in compiled rules")

    def owner_origin(self, function: Static) -> Any:
        """Where the object of a bound method was found."""
        if (
            isinstance(function.origin, Attribute)
            and function.origin.owner.fetch(self.unit.args) is function.value.__self__
        ):
            return function.origin.owner
        return Attribute(function.origin, "__self__")

    def calling(
        self,
        function: Any,
        bound: dict[str, Static],
        args: list[ast.expr],
        keywords: list[ast.keyword],
        node: ast.AST,
    ) -> ast.expr:
        """A call of an author's function.

        Static arguments are bound, the rest is passed in order.
        """
        if (machine := self.unit.word(function)) is not None:
            return call(machine, *(self.visit(a) for a in args))
        given = self.match(function, bound, args, keywords, node)
        fixed = dict(bound)
        passed: dict[str, ast.expr] = {}
        for name, value in given.items():
            known = value if isinstance(value, Static) else self.static(value)
            if known is not None and is_object(known.value):
                fixed[name] = known
            elif isinstance(value, Static):
                passed[name] = self.emit(value, node)
            else:
                passed[name] = self.visit(value)
        target = self.unit.function(function, fixed)
        if (text := self.substituted(target, passed)) is not None:
            return text
        made = ast.Call(load(target.name), [passed[name] for name in target.params], [])
        self.made.calls.append((made, target))
        return made

    def match(
        self,
        function: types.FunctionType,
        bound: dict[str, Static],
        args: list[ast.expr],
        keywords: list[ast.keyword],
        node: ast.AST,
    ) -> dict[str, Any]:
        """Each parameter with the expression passed for it, or its default as a Static."""
        signature = inspect.signature(function)
        if any(p.kind in (p.VAR_POSITIONAL, p.VAR_KEYWORD) for p in signature.parameters.values()):
            self.fail(node, f"{function.__qualname__} takes *arguments, which cannot be compiled")
        if any(isinstance(a, ast.Starred) for a in args) or any(k.arg is None for k in keywords):
            self.fail(node, ADVICE[ast.Starred])
        names = [name for name in signature.parameters if name not in bound]
        if len(args) > len(names):
            self.fail(
                node, f"{function.__qualname__} takes {len(names)} arguments, not {len(args)}"
            )
        given: dict[str, Any] = dict(zip(names, args, strict=False))
        given |= {str(k.arg): k.value for k in keywords}
        for name in names:
            if name not in given:
                default = signature.parameters[name].default
                if default is inspect.Parameter.empty:
                    self.fail(node, f"{function.__qualname__} needs an argument {name}")
                given[name] = literal(default)
        if unknown := set(given) - set(names):
            self.fail(node, f"{function.__qualname__} has no parameter {sorted(unknown)[0]}")
        return given

    def construct(
        self, record: type, args: list[Any], keywords: list[ast.keyword], node: ast.AST
    ) -> ast.expr:
        """A new record, each number cast to the type its field is declared with."""
        names = field_names(record)
        given = dict(zip(names, args, strict=False)) | {str(k.arg): k.value for k in keywords}
        defaults = self.unit.field_defaults(record)
        parts: list[ast.expr] = []
        for name in names:
            if name in given:
                value = self.visit(given[name])
            elif name in defaults:
                value = self.emit(literal(defaults[name]), node)
            else:
                self.fail(node, f"{record.__name__} needs a value for {name}")
            cast = self.unit.casts(record).get(name)
            parts.append(call(cast, value) if cast else value)
        return ast.Call(load(self.unit.record(record)), parts, [])


def unwrap(value: Any) -> Any:
    """The function behind functools.cache and lru_cache, which change nothing but its speed."""
    return value.__wrapped__ if isinstance(value, functools._lru_cache_wrapper) else value
