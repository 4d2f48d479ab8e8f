"""Questions that Numba's compiler asks again and again, answered once.

Numba types, lowers and optimises each function as if it stood alone. Here most functions are
helpers of one kernel, and the same questions come again and again: their answers are kept. What a
function below replaces is named before it, and put in its place after it.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call, untyped-decorator, attr-defined"

from __future__ import annotations

import operator
from typing import Any

from zermelo.gears.machine import float64, int64, numba, types

numba_ir: Any = numba.core.ir

# ---------------------------------------------------------------------- calls

_CASTS = (bool, int, float, min, max, int64, float64)
_OPERATORS = frozenset({*(word for word in vars(operator).values() if callable(word)), *_CASTS})
_SIMPLE = (types.Number, types.Boolean, types.CPointer, types.Array)
_FUNCTION: Any = types.BaseFunction
_find_signature = _FUNCTION.get_call_type
_signatures: dict[Any, tuple[Any, Any]] = {}


def _find_signature_once(self, context, args, kws):
    """The types of a call; those of an operator on numbers are found once in a process.

    Numba tries the rules of NumPy's functions each time: a fifth of the compiler's time.
    """
    if kws or self.typing_key not in _OPERATORS or not all(isinstance(x, _SIMPLE) for x in args):
        return _find_signature(self, context, args, kws)
    key = self.key, tuple(args)
    if key not in _signatures:
        found = _find_signature(self, context, args, kws)
        _signatures[key] = found, self._impl_keys[found.args]
    found, self._impl_keys[found.args] = _signatures[key]
    return found


_FUNCTION.get_call_type = _find_signature_once

_find_order = numba.core.utils.order_by_target_specificity
_orders: dict[Any, Any] = {}


def _find_order_once(target, templates, fnkey=""):
    """The order in which Numba tries the rules of a function, found once in a compilation."""
    key = target, *templates
    if key not in _orders:
        _orders[key] = _find_order(target, templates, fnkey)
    return _orders[key]


def forget_orders() -> None:
    """End a compilation: the next one may have other rules."""
    _orders.clear()


numba.core.utils.order_by_target_specificity = _find_order_once
numba.core.typing.context.order_by_target_specificity = _find_order_once

# ---------------------------------------------------------------------- types

_Inferer: Any = numba.core.typeinfer.TypeInferer
_find_return_type = _Inferer.return_types_from_partial
_settle_return_type = _Inferer.get_return_type
_infer_types = numba.core.typed_passes.type_inference_stage
_trusted = [True]


class _Unsettled(Exception):
    """A function returns another type than was assumed for its calls of itself."""


def _find_return_type_once(self):
    """The type that a function returns, while its types are being found, because it calls itself.

    Numba finds all its types anew at each of the calls: a third of the time for chess.
    """
    if not _trusted[-1]:
        return _find_return_type(self)
    if not hasattr(self, "first_return_type"):
        self.first_return_type = _find_return_type(self)
    return self.first_return_type


def _require_first(self, typemap):
    """The type that a function returns in the end, which its calls of itself must have assumed."""
    found = _settle_return_type(self, typemap)
    if _trusted[-1] and getattr(self, "first_return_type", found) != types.unliteral(found):
        raise _Unsettled
    return found


def _infer_types_twice(*args, **options):
    """Find the types of a function; again, Numba's way, if it returns another than it seemed."""
    _trusted.append(True)
    try:
        return _infer_types(*args, **options)
    except _Unsettled:
        _trusted[-1] = False
        return _infer_types(*args, **options)
    finally:
        _trusted.pop()


_Inferer.return_types_from_partial = _find_return_type_once
_Inferer.get_return_type = _require_first
numba.core.typed_passes.type_inference_stage = _infer_types_twice

# ---------------------------------------------------------------------- options

_Config: Any = numba.core.targetconfig.TargetConfig
_is_same_config = _Config.__eq__
# Numba hashes the names of all options, which are the same for all flags of a class.
_Config.__hash__ = lambda self: hash(type(self))
_Config.__eq__ = lambda self, other: (
    self is other
    or (type(self) is type(other) and self._values == other._values)
    or _is_same_config(self, other)
)

_Context: Any = numba.core.cpu.CPUContext
_load_registries = _Context.load_additional_registries
_loaded: set[int] = set()


def _load_registries_once(self):
    """Make Numba's own implementations known. Numba goes through all, several times a function."""
    if id(self) not in _loaded:
        _load_registries(self)
        _loaded.add(id(self))


_Context.load_additional_registries = _load_registries_once

# ---------------------------------------------------------------------- variables

_NO_VARIABLES = frozenset({str, int, bool, float, type(None), numba_ir.Loc})


def _list_variables(self, value):
    """The variables in an instruction, in one list: Numba makes one for each of its parts."""
    found: list[Any] = []
    _add_variables(value, found)
    return found


def _add_variables(value, found):
    kind = type(value)
    if kind is numba_ir.Var:
        found.append(value)
    elif kind in _NO_VARIABLES:
        return
    elif kind is list or kind is tuple:
        for item in value:
            _add_variables(item, found)
    elif kind is dict:
        for item in value.values():
            _add_variables(item, found)
    else:
        found += value.list_vars() if isinstance(value, numba_ir.Inst) else ()


numba_ir.Inst._rec_list_vars = _list_variables

_ssa: Any = numba.core.ssa
_rewrite_blocks = _ssa._run_block_rewrite


def _rewrite_blocks_with(blocks, states, handler):
    """Rewrite the blocks in which a variable stands. Numba rewrites all, for each variable."""
    name = states["varname"]
    found = {label: block for label, block in blocks.items() if name in _list_names(block)}
    return {**blocks, **_rewrite_blocks(found, states, handler)}


def _list_names(block):
    if not hasattr(block, "variable_names"):
        variables = (each for line in block.body for each in line.list_vars())
        block.variable_names = {each.name for each in variables}
    return block.variable_names


_ssa._run_block_rewrite = _rewrite_blocks_with

_Lifetimes: Any = numba.core.postproc.PostProcessor
_find_lifetimes = _Lifetimes.run


def _find_lifetimes_if_asked(self, emit_dels=False, extend_lifetimes=False):
    """Find where variables die, if that is to be written down. Numba does so after each pass."""
    function = self.func_ir
    if emit_dels or function.is_generator or function.variable_lifetime is None:
        return _find_lifetimes(self, emit_dels, extend_lifetimes)
    function.blocks = numba.core.transforms.canonicalize_cfg(function.blocks)
    return None


_Lifetimes.run = _find_lifetimes_if_asked

# ---------------------------------------------------------------------- errors

_describe_errors = numba.core.errors.new_error_context


class _ErrorContext:
    """Adds to an error where it was raised. Numba makes a generator for each instruction."""

    __slots__ = ("args", "options")

    def __init__(self, *args, **options):
        self.args, self.options = args, options

    def __enter__(self):
        return None

    def __exit__(self, kind, error, trace):
        if error is None:
            return False
        context = _describe_errors(*self.args, **self.options)
        context.__enter__()
        return context.__exit__(kind, error, trace)


for _module in (numba.core.errors, numba.core.lowering, numba.core.typeinfer):
    _module.new_error_context = _ErrorContext
