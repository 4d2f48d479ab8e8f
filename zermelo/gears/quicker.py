"""Numba's compiler, made quicker.

Numba types, lowers and optimises each function as if it stood alone. Here most functions are
helpers of one kernel, and the same questions come again and again: their answers are kept.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call, untyped-decorator, attr-defined"

from __future__ import annotations

import atexit
import gc
import operator
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import Any

from zermelo.gears.machine import float64, int64, numba, types

# At the end of a process Python looks for garbage among all objects. Numba's take it a tenth of a
# second, and a quarter after it has compiled.
atexit.register(gc.freeze)

codegen, event = numba.core.codegen, numba.core.event
numba_ir: Any = numba.core.ir

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


numba.core.utils.order_by_target_specificity = _find_order_once
numba.core.typing.context.order_by_target_specificity = _find_order_once

_Config: Any = numba.core.targetconfig.TargetConfig
_is_same_config = _Config.__eq__
# Numba hashes the names of all options, which are the same for all flags of a class.
_Config.__hash__ = lambda self: hash(type(self))
_Config.__eq__ = lambda self, other: (
    self is other
    or (
        (type(self) is type(other) and self._values == other._values)
        or _is_same_config(self, other)
    )
)

_Inferer: Any = numba.core.typeinfer.TypeInferer
_find_return_type = _Inferer.return_types_from_partial
_settle_return_type = _Inferer.get_return_type
_infer_types = numba.core.typed_passes.type_inference_stage
_trusted = [True]


class _Unsettled(Exception):
    """A function returns another type than its calls of itself assumed."""


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
    """The type that a function returns, in the end: the one that its calls assumed."""
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
_rewrite_blocks, _run_ssa = _ssa._run_block_rewrite, _ssa._run_ssa


def _run_ssa_anew(blocks):
    """Give each assignment its own variable. Names that were found before may have changed."""
    for block in blocks.values():
        vars(block).pop("variable_names", None)
    return _run_ssa(blocks)


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
_ssa._run_ssa = _run_ssa_anew

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

_Context: Any = numba.core.cpu.CPUContext
_load_registries = _Context.load_additional_registries
_loaded: set[int] = set()


def _load_registries_once(self):
    """Make Numba's own implementations known. Numba goes through all, several times a function."""
    if id(self) not in _loaded:
        _load_registries(self)
        _loaded.add(id(self))


_Context.load_additional_registries = _load_registries_once

_refresh = _Context.refresh
_loading: list[bool] = []
"""Not empty while machine code is loaded from disk, and nothing is known yet to be compiled."""


def _refresh_to_compile(self):
    """Make Numba's own implementations known. Code that is loaded calls none that it does not hold.

    To find them takes longer than to load a kernel.
    """
    if _loading:
        _loading.clear()  # if there is none on disk, it is compiled, and this is called again
        numba.core.runtime.nrt.rtsys.initialize(self)
    else:
        _refresh(self)


_Context.refresh = _refresh_to_compile

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

_Warnings: Any = numba.core.errors.WarningsFixer

_Library: Any = codegen.JITCodeLibrary
_optimise_fully = _Library._optimize_final_module
_emit_code = _Library._finalize_final_module
_find_address = _Library.get_pointer_to_function
_set_environment: Any = codegen.JITCPUCodegen.set_env
_DOOR = "_ZN7cpython"


def _is_helper(library):
    """Does only machine code call it? It has no door for Python, for C or for Numba's run time.

    What is loaded from a file, as machine code, has no text of functions: it is a kernel.
    """
    names = [function.name for function in library.get_defined_functions()]
    return bool(names) and all(x.startswith("_ZN") and not x.startswith(_DOOR) for x in names)


def _optimise(self):
    """Optimise a kernel. It holds the text of all its helpers, and is optimised as a whole."""
    if not _is_helper(self):
        _optimise_fully(self)


def _emit(self):
    """Emit machine code for a kernel. A helper's own would never be called."""
    self._finalized = True
    if not _is_helper(self):
        _emit_code(self)


def _find_address_if_emitted(self, name):
    self._ensure_finalized()
    return 0 if _is_helper(self) else _find_address(self, name)


def _set_environment_if_emitted(self, name, environment):
    if self._engine.get_global_value_address(name):
        _set_environment(self, name, environment)


# A third of the compiler's time.
_Library._optimize_final_module = _optimise
_Library._finalize_final_module = _emit
_Library.get_pointer_to_function = _find_address_if_emitted
codegen.JITCPUCodegen.set_env = _set_environment_if_emitted


@contextmanager
def compiling(may_be_on_disk: bool) -> Iterator[None]:
    """Switch off garbage collection, Numba's timers and its lists of warnings while it compiles.

    The compiler makes a million objects and keeps most of them, so there is little garbage. Zermelo
    does not read the timers; each of them is called at each lock, also of all functions called.
    """
    was_enabled, install_timer = gc.isenabled(), event.install_timer
    catch_warnings = _Warnings.catch_warnings
    gc.disable()
    event.install_timer = lambda kind, callback: nullcontext()
    _Warnings.catch_warnings = lambda self, **place: nullcontext()
    _loading[:] = [True] if may_be_on_disk else []
    try:
        yield
    finally:
        _loading.clear()
        event.install_timer, _Warnings.catch_warnings = install_timer, catch_warnings
        _orders.clear()
        if was_enabled:
            gc.freeze()
            gc.unfreeze()  # all are old now: the next collection does not look at a million objects
            gc.enable()
