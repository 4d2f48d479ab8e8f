"""Steps of Numba's compiler that change nothing for the functions compiled here, left out.

Numba prepares every function for arrays, closures, reference counts and debuggers. Most functions
of a game or a search have numbers only. Where a step could do something, it is done.
"""

# mypy: disable-error-code="no-untyped-def, no-untyped-call, untyped-decorator, attr-defined"

from __future__ import annotations

from typing import Any

from zermelo.gears.machine import References, numba, types

core: Any = numba.core
ir: Any = core.ir

# ---------------------------------------------------------------------- variables

_Lower: Any = core.lowering.Lower
_delete_variable, _store_variable = _Lower.delvar, _Lower.storevar
_References: Any = References
_count_references = _References._call_incref_decref
_holds: dict[Any, bool] = {}


def _holds_references(context, kind):
    """Does a value of this type refer to memory that is counted?"""
    if kind not in _holds:
        _holds[kind] = context.data_model_manager[kind].contains_nrt_meminfo()
    return _holds[kind]


def _count_references_if_any(self, builder, kind, value, function):
    """Count a reference to memory. Numba takes every tuple apart to look for one."""
    if _holds_references(self._context, kind):
        _count_references(self, builder, kind, value, function)


def _delete_variable_if_counted(self, name):
    """Let a variable go. Numba also loads and clears those that hold plain numbers."""
    if _holds_references(self.context, self.typeof(name)):
        _delete_variable(self, name)
    elif name not in self._blk_local_varmap:
        self._singly_assigned_vars.discard(name)


def _store_variable_plainly(self, value, name, argidx=None):
    """Set a variable. Numba also loads what plain numbers were before."""
    kind = self.typeof(name)
    if argidx is not None or _holds_references(self.context, kind):
        _store_variable(self, value, name, argidx)
        return
    self._alloca_var(name, kind)
    if name in self._singly_assigned_vars:
        self._blk_local_varmap[name] = value
    else:
        self.builder.store(value, self.getvar(name))


def _allocate(self, name, kind, datamodel=None):
    """A place for a variable. Numba also measures it, for a debugger."""
    return core.cgutils.alloca_once(self.builder, kind, name=name, zfill=False)


_References._call_incref_decref = _count_references_if_any
_Lower.delvar = _delete_variable_if_counted
_Lower.storevar = _store_variable_plainly
_Lower.alloca_lltype = _allocate

# ---------------------------------------------------------------------- passes

_Closures: Any = core.untyped_passes.InlineClosureLikes
_inline_closures = _Closures.run_pass
_Rewrites: Any = core.typed_passes.NopythonRewrites
_rewrite_typed = _Rewrites.run_pass


def _inline_closures_if_any(self, state):
    """Inline functions inside a function, and comprehensions."""
    function = state.func_ir
    lines = (line for block in function.blocks.values() for line in block.body)
    values = (line.value for line in lines if isinstance(line, ir.Assign))
    if function.is_generator or any(getattr(x, "op", "") == "make_function" for x in values):
        return _inline_closures(self, state)
    return True


def _rewrite_typed_if_arrays(self, state):
    """Rewrite what is done with whole arrays, and with texts as indices."""
    kinds = (types.Array, types.StringLiteral)
    has_any = any(isinstance(kind, kinds) for kind in set(state.typemap.values()))
    return _rewrite_typed(self, state) if has_any or state.func_ir.is_generator else True


_Closures.run_pass = _inline_closures_if_any
_Rewrites.run_pass = _rewrite_typed_if_arrays

# ---------------------------------------------------------------------- LLVM


def _lay_out(self, module):
    """Tell a module the layout of data. Numba also optimises each function, twice as a kernel."""
    module.data_layout = self._codegen._data_layout


core.codegen.CPUCodeLibrary._optimize_functions = _lay_out
