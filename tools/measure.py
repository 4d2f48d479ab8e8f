"""Measure the source of the package: `python tools/measure.py [PATH] [--json] [--list NAME]`.

PATH is a checkout (default: this one). It prints the
length, parameters and cyclomatic complexity of functions, long files, participles as function
names, long lines, modules that know about the compiled gear, and names that occur twice.
"""

from __future__ import annotations

import argparse
import ast
import json
import re
import statistics
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

MAX_LINES = 60
"""Longest function, without its docstring."""

MAX_PARAMETERS = 8
MAX_FILE_LINES = 400
MAX_COLUMNS = 100

IRREGULAR = frozenset(
    "told got made found shown said kept held sought thought known seen done gone come begun built "
    "bought brought caught drawn given grown heard hidden laid led left lent lost meant met paid "
    "sent sold spent stood struck taken taught understood won worn written bound".split()
)
"""Participles that their endings do not show."""

NOT_PARTICIPLES = frozenset(
    "feed need heed embed speed exceed proceed seed bed red shed indeed hundred breed unsigned "
    "open token often seven ten eleven even golden screen green queen men pen when then len "
    "children listen happen broaden widen deepen shorten flatten lengthen tighten sharpen "
    "between fen dozen strengthen".split()
)
"""Words that only look like participles."""

COMPILED = re.compile(r"\b(?:compiled|is_compiled|numba)\b", re.IGNORECASE)
"""A name or import by which a module shows that it knows about the compiled gear."""

NUMPY = re.compile(r"\bnumpy\b")
"""An import by which a module shows that it works with whole arrays, in either gear."""

BRANCHES = (
    ast.If,
    ast.For,
    ast.AsyncFor,
    ast.While,
    ast.ExceptHandler,
    ast.IfExp,
    ast.Assert,
    ast.comprehension,
    ast.match_case,
)

FunctionNode = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Function:
    """One function or method of the source and its figures."""

    file: str
    line: int
    name: str
    qualified: str
    lines: int
    lines_with_docstring: int
    parameters: int
    complexity: int
    public: bool

    @property
    def place(self) -> str:
        """Where the function is, as file:line name."""
        return f"{self.file}:{self.line} {self.qualified}"


@dataclass(frozen=True)
class Source:
    """One file of Python, parsed."""

    path: str
    text: str
    tree: ast.Module

    @property
    def lines(self) -> list[str]:
        return self.text.splitlines()


@cache
def read_sources(root: Path, folder: str = "zermelo") -> list[Source]:
    """All Python files below a folder of a checkout, in the order of their paths."""
    sources = []
    for path in sorted((root / folder).rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        sources.append(Source(path.relative_to(root).as_posix(), text, ast.parse(text)))
    return sources


def list_functions(source: Source) -> list[Function]:
    """The functions of a file, those inside classes and functions included."""
    functions: list[Function] = []

    def walk(node: ast.AST, prefix: str, public: bool) -> None:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, FunctionNode):
                measured = measure_function(source, child, prefix, public)
                functions.append(measured)
                walk(child, f"{prefix}{child.name}.", False)
            elif isinstance(child, ast.ClassDef):
                walk(child, f"{prefix}{child.name}.", public and not child.name.startswith("_"))
            else:
                walk(child, prefix, public)

    module = Path(source.path).stem
    walk(source.tree, "", module == "__init__" or not module.startswith("_"))
    return functions


@cache
def list_all_functions(root: Path) -> list[Function]:
    """The functions of a checkout."""
    return [function for source in read_sources(root) for function in list_functions(source)]


def measure_function(source: Source, node: FunctionNode, prefix: str, public: bool) -> Function:
    """The figures of one function. Decorators do not count as its lines."""
    end = node.end_lineno or node.lineno
    whole = end - node.lineno + 1
    first = node.body[0]
    docstring = 0
    if ast.get_docstring(node, clean=False) is not None:
        docstring = (first.end_lineno or first.lineno) - first.lineno + 1
    names = node.args.posonlyargs + node.args.args + node.args.kwonlyargs
    count = len([a for a in names if a.arg not in ("self", "cls")])
    count += (node.args.vararg is not None) + (node.args.kwarg is not None)
    return Function(
        source.path,
        node.lineno,
        node.name,
        prefix + node.name,
        whole - docstring,
        whole,
        count,
        count_complexity(node),
        public and (not node.name.startswith("_") or node.name == "__init__"),
    )


def count_complexity(node: FunctionNode) -> int:
    """Cyclomatic complexity: 1, and 1 for each branch. Nested functions count for themselves."""
    total = 1
    waiting: list[ast.AST] = list(ast.iter_child_nodes(node))
    while waiting:
        child = waiting.pop()
        if isinstance(child, (*FunctionNode.__args__, ast.ClassDef)):
            continue
        if isinstance(child, BRANCHES):
            total += 1
        if isinstance(child, ast.comprehension):
            total += len(child.ifs)
        if isinstance(child, ast.BoolOp):
            total += len(child.values) - 1
        waiting += ast.iter_child_nodes(child)
    return total


def is_participle(name: str) -> bool:
    """Is the first word of a function's name a participle?

    `_titled`, `told` and `found_in` count; `read`, `has_moved` and `is_compiled` do not.
    """
    words = [word for word in name.strip("_").lower().split("_") if word]
    if not words or name.startswith("__"):
        return False
    first = words[0]
    if first in NOT_PARTICIPLES:
        return False
    return first in IRREGULAR or re.fullmatch(r"[a-z]{2,}(?:ed|en)", first) is not None


def is_property(node: FunctionNode) -> bool:
    """Is this a property, which is named by a noun, or a predicate of one word?"""
    return any(
        isinstance(decorator, ast.Name) and decorator.id in ("property", "cached_property")
        for decorator in node.decorator_list
    )


def list_participles(source: Source) -> Iterator[str]:
    """The functions of a file whose names are participles; properties do not count."""
    for node in ast.walk(source.tree):
        if isinstance(node, FunctionNode) and not is_property(node) and is_participle(node.name):
            yield f"{source.path}:{node.lineno} {node.name}"


def list_imported(node: ast.AST) -> list[str]:
    """The names of an import, and of the module that they come from."""
    if not isinstance(node, ast.Import | ast.ImportFrom):
        return []
    return [*(alias.name for alias in node.names), getattr(node, "module", "") or ""]


def knows_compiled(source: Source) -> bool:
    """Does a module use a name of the compiled gear? Texts and comments do not count."""
    for node in ast.walk(source.tree):
        names = list_imported(node)
        if isinstance(node, ast.Name):
            names.append(node.id)
        if isinstance(node, ast.Attribute):
            names.append(node.attr)
        if any(COMPILED.search(name) for name in names):
            return True
    return False


def uses_numpy(source: Source) -> bool:
    """Does a module import NumPy?"""
    nodes = ast.walk(source.tree)
    return any(NUMPY.search(name) for node in nodes for name in list_imported(node))


def list_private_imports(sources: list[Source]) -> list[str]:
    """The private names that one module imports from another, or reads from an imported module."""
    places = []
    for source in sources:
        modules = set()
        for node in ast.walk(source.tree):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("zermelo"):
                for alias in node.names:
                    modules.add(alias.asname or alias.name)
                    if is_private(alias.name) and not is_module(sources, node.module, alias.name):
                        places.append(f"{source.path}:{node.lineno} {node.module}.{alias.name}")
        for node in ast.walk(source.tree):
            if (
                isinstance(node, ast.Attribute)
                and isinstance(node.value, ast.Name)
                and node.value.id in modules
                and node.value.id.islower()
                and is_private(node.attr)
            ):
                places.append(f"{source.path}:{node.lineno} {node.value.id}.{node.attr}")
    return places


def is_private(name: str) -> bool:
    """Does a name begin with one underscore?"""
    return name.startswith("_") and not name.startswith("__")


def is_module(sources: list[Source], package: str | None, name: str) -> bool:
    """Is this name a file of the package? A private file may be imported by its neighbours."""
    path = f"{(package or '').replace('.', '/')}/{name}.py"
    return any(source.path == path for source in sources)


def list_duplicate_classes(sources: list[Source]) -> list[str]:
    """The class names that are defined in more than one module, with their files.

    `Position` of the files in games/ is the name of a game's state, and is allowed there.
    """
    files: dict[str, list[str]] = {}
    for source in sources:
        for node in source.tree.body:
            if isinstance(node, ast.ClassDef):
                is_state = node.name == "Position" and source.path.startswith("zermelo/games/")
                if not is_state:
                    files.setdefault(node.name, []).append(source.path)
    return [f"{name}: {', '.join(paths)}" for name, paths in sorted(files.items()) if paths[1:]]


def list_duplicate_files(sources: list[Source]) -> list[str]:
    """The names of files that occur in more than one package. `__init__.py` does not count."""
    counts = Counter(Path(source.path).name for source in sources)
    return sorted(name for name, n in counts.items() if n > 1 and not name.startswith("__"))


def list_long_lines(root: Path) -> list[str]:
    """The lines over the limit in the Python, JavaScript and style files of a checkout."""
    places = []
    for folder in ("zermelo", "tests", "bench", "examples", "tools"):
        for path in sorted((root / folder).rglob("*")):
            if path.suffix in {".py", ".js", ".css"} and path.is_file():
                for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
                    if len(line) > MAX_COLUMNS:
                        places.append(f"{path.relative_to(root).as_posix()}:{number}")
    return places


def percentile(values: list[int], share: float) -> int:
    """The smallest value that at least this share of the values does not exceed."""
    ordered = sorted(values)
    return ordered[max(0, -(-int(share * 100) * len(ordered) // 100) - 1)]


def summarise(values: list[int]) -> dict[str, float]:
    """Median, 90th percentile and maximum."""
    return {
        "median": statistics.median(values),
        "p90": percentile(values, 0.9),
        "max": max(values),
    }


def list_findings(root: Path) -> dict[str, list[str]]:
    """Every place that a goal counts, by the goal's name."""
    sources = read_sources(root)
    functions = list_all_functions(root)
    wide = [f for f in functions if f.parameters > MAX_PARAMETERS]
    outside = [s for s in sources if not s.path.startswith("zermelo/gears/")]
    return {
        "functions_over_60_lines": [f.place for f in functions if f.lines > MAX_LINES],
        "functions_over_8_parameters": [f.place for f in wide],
        "private_functions_over_8_parameters": [f.place for f in wide if not f.public],
        "files_over_400_lines": [s.path for s in sources if len(s.lines) > MAX_FILE_LINES],
        "participle_names": [place for s in sources for place in list_participles(s)],
        "lines_over_100_columns": list_long_lines(root),
        "modules_that_know_the_compiled_gear": [s.path for s in outside if knows_compiled(s)],
        "modules_that_use_numpy": [s.path for s in outside if uses_numpy(s)],
        "private_imports": list_private_imports(sources),
        "duplicate_class_names": list_duplicate_classes(sources),
        "duplicate_file_names": list_duplicate_files(sources),
    }


def measure(root: Path) -> dict[str, float | dict[str, float]]:
    """All figures of a checkout."""
    sources = read_sources(root)
    functions = list_all_functions(root)
    report: dict[str, float | dict[str, float]] = {
        "files": len(sources),
        "lines": sum(len(source.lines) for source in sources),
        "functions": len(functions),
        "function_lines": summarise([f.lines for f in functions]),
        "function_lines_with_docstring": summarise([f.lines_with_docstring for f in functions]),
        "parameters": summarise([f.parameters for f in functions]),
        "cyclomatic_complexity": summarise([f.complexity for f in functions]),
    }
    for name, places in list_findings(root).items():
        report[name] = len(places)
    return report


def format_table(report: dict[str, float | dict[str, float]]) -> str:
    """The figures as a table in Markdown."""
    rows = ["| figure | value |", "|---|---|"]
    for name, value in report.items():
        if isinstance(value, dict):
            shown = " · ".join(f"{key} {number:g}" for key, number in value.items())
        else:
            shown = f"{value:,}"
        rows.append(f"| {name.replace('_', ' ')} | {shown} |")
    return "\n".join(rows)


def main() -> int:
    """Print the figures of a checkout."""
    parser = argparse.ArgumentParser(description="Measure the source of the package.")
    parser.add_argument("path", nargs="?", default=Path(__file__).resolve().parents[1], type=Path)
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")
    parser.add_argument("--list", metavar="NAME", help="print the places that a figure counts")
    options = parser.parse_args()
    if not (options.path / "zermelo").is_dir():
        parser.error(f"{options.path} is not a checkout: it has no folder zermelo")
    if options.list:
        findings = list_findings(options.path)
        name = options.list.replace("-", "_").replace(" ", "_")
        if name not in findings:
            parser.error(f"no figure is called {options.list}; figures: {', '.join(findings)}")
        sys.stdout.write("\n".join(findings[name]) + "\n")
        return 0
    report = measure(options.path)
    text = json.dumps(report, indent=2) if options.json else format_table(report)
    sys.stdout.write(text + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
