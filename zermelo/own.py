"""A user's files and packages as modules that every process can import.

The module of a file is `zermelo.own.NAME`, where NAME holds the path of the file. States, games and
policies are pickled by the names of their modules: another process that has zermelo imports the
file by that name, whether it was forked, spawned, or started later. A file in a package keeps its
place in it, so that relative imports work.

>>> from pathlib import Path
>>> name = name_module(Path("/games/teeko.py"))
>>> name
'zermelo.own.teeko_f5twc3lfomxxizlfnnxs44dz'
>>> find_path(name.rpartition(".")[2])
PosixPath('/games/teeko.py')
"""

from __future__ import annotations

import base64
import binascii
import importlib
import os
import re
import sys
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import find_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from zermelo.errors import BadGame, ZermeloError, one_line

__path__: list[str] = []
"""Makes this module a package. Its modules are found by `OwnFinder`, not in folders."""

INIT = "__init__.py"


def is_own(module: str) -> bool:
    """Is this the name of a module in a user's file?"""
    return module.startswith(f"{__name__}.")


# ---------------------------------------------------------------------- names


def name_module(path: Path) -> str:
    """Return the name of a file's module: that of the file, or of its package and its place."""
    path = path.resolve()
    top = _find_package(path)
    base = f"{__name__}.{_name_root(top or path)}"
    if top is None:
        return base
    parts = path.relative_to(top).with_suffix("").parts
    return ".".join([base, *(parts[:-1] if path.name == INIT else parts)])


def _find_package(path: Path) -> Path | None:
    """Return the folder of the outermost package that a file belongs to; None if to none."""
    folders = [folder for folder in path.parents if (folder / INIT).is_file()]
    unbroken = [f for f in folders if all((g / INIT).is_file() for g in _between(f, path))]
    return unbroken[-1] if unbroken else None


def _between(top: Path, path: Path) -> list[Path]:
    """Return the folders from that of a file up to a folder above it."""
    return [folder for folder in path.parents if folder.is_relative_to(top)]


def _name_root(path: Path) -> str:
    code = base64.b32encode(os.fsencode(path)).decode().rstrip("=").lower()
    return f"{re.sub(r'[^0-9a-zA-Z_]', '_', path.stem)}_{code}"


def find_path(name: str) -> Path | None:
    """Return the file or the folder that a module was named after; None if the name holds none."""
    code = name.rpartition("_")[2].upper()
    try:
        return Path(os.fsdecode(base64.b32decode(code + "=" * (-len(code) % 8))))
    except (binascii.Error, ValueError):
        return None


# ---------------------------------------------------------------------- imports


@contextmanager
def folder_first(folder: Path) -> Iterator[None]:
    """Let imports find what lies beside a file first; afterwards too, but last.

    A spawned process gets this process's `sys.path`, and finds the same modules.
    """
    sys.path.insert(0, str(folder))
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        if str(folder) not in sys.path:
            sys.path.append(str(folder))


class OwnLoader(SourceFileLoader):
    """Runs a user's file, with the modules beside it in reach."""

    def exec_module(self, module: ModuleType) -> None:
        path = Path(self.path)
        with folder_first(path.parents[1] if path.name == INIT else path.parent):
            super().exec_module(module)


class OwnFinder(MetaPathFinder):
    """Finds `zermelo.own.NAME`: the file or the package whose path NAME holds."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: Any = None
    ) -> ModuleSpec | None:
        parent, _, name = fullname.rpartition(".")
        found = find_path(name) if parent == __name__ else None
        if found is None:
            return None
        places = [str(found)] if found.is_dir() else None
        file = str(found / INIT if places else found)
        loader = OwnLoader(fullname, file)
        return spec_from_file_location(
            fullname, file, loader=loader, submodule_search_locations=places
        )


if not any(isinstance(finder, OwnFinder) for finder in sys.meta_path):
    sys.meta_path.append(OwnFinder())


_contents: dict[str, bytes] = {}
"""What a file held when its module was loaded."""


def load_file(path: Path) -> ModuleType:
    """Return a user's file as a module, anew if the file has changed.

    Its errors are reported in one line.
    """
    if not path.is_file():
        raise BadGame(f"{path}: there is no such file")
    name, content = name_module(path), path.read_bytes()
    if name in sys.modules and _contents.get(name) == content:
        return sys.modules[name]
    sys.modules.pop(name, None)
    importlib.invalidate_caches()
    with _one_line_errors(path):
        module = importlib.import_module(name)
    _contents[name] = content
    return module


def load_module(name: str) -> ModuleType | None:
    """Return a module by its name, from here or from where Python finds it; None if it is not."""
    with folder_first(Path.cwd()), _one_line_errors(None, name):
        return importlib.import_module(name) if _is_found(name) else None


def _is_found(name: str) -> bool:
    """Does Python find a module of this name? The packages above it are imported."""
    try:
        return find_spec(name) is not None
    except ModuleNotFoundError as error:
        if error.name is None or not f"{name}.".startswith(f"{error.name}."):
            raise  # what a package above it imports
        return False
    except ValueError:  # a module without a spec, like __main__
        return False


@contextmanager
def _one_line_errors(path: Path | None, name: str = "") -> Iterator[None]:
    try:
        yield
    except ZermeloError:
        raise
    except (Exception, SystemExit) as error:  # any error of the user's code
        raise BadGame(describe_error(path or _find_last_file(error, name), error)) from None


def _find_last_file(error: BaseException, name: str) -> Path:
    """Return the file of the last line that was run outside of Python's own import system."""
    frames = reversed(traceback.extract_tb(error.__traceback__))
    files = (frame.filename for frame in frames if os.path.isfile(frame.filename))
    return Path(next((file for file in files if "importlib" not in file), name))


def describe_error(path: Path, error: Exception | SystemExit) -> str:
    """One line about an error that a user's file raised: the file, the line and the error."""
    files = (str(path), os.path.abspath(path), str(path.resolve()))
    if isinstance(error, SyntaxError):  # the file may import another one
        file = path if error.filename in (None, *files) else error.filename
        return f"{file}:{'' if error.lineno is None else f'{error.lineno}:'} {error.msg}"
    frames = reversed(traceback.extract_tb(error.__traceback__))
    line = next((f"{frame.lineno}:" for frame in frames if frame.filename in files), "")
    message = f"{type(error).__name__}: {error}"
    if isinstance(error, SystemExit):
        message = f"sys.exit({error}): a game's file must not exit when it is read"
    return one_line(f"{path}:{line} {message}")
