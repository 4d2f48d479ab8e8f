"""The pictures of the entries as SVG, from the command that draws each; without any file.

A film, which the command writes as a page, is drawn as it ends; a demonstration with Pac-Man as it
ends, too; an exercise as its tree.

>>> from zermelo.lectures.table import ENTRIES
>>> draw_picture(ENTRIES["greenwald/figure-3"]).startswith("<svg")
True
"""

from __future__ import annotations

import shlex
from collections.abc import Callable
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from zermelo import catalogue
from zermelo.complexity import measure
from zermelo.errors import BadAnswer, TooLarge
from zermelo.game import Game
from zermelo.lectures.entry import LectureEntry
from zermelo.lectures.table import ENTRIES
from zermelo.pacman import draw as maze_drawing
from zermelo.pacman import scenes
from zermelo.pacman.beliefs import GAMES
from zermelo.search.opponents import read_model
from zermelo.search.registry import prepare
from zermelo.show import plot
from zermelo.show.film_maker import paint_step
from zermelo.show.fold import Fold
from zermelo.show.game_scene import game_scene
from zermelo.show.scene import MAX_NODES
from zermelo.show.stage_sheet import paint_stages, sheet
from zermelo.show.svg import svg
from zermelo.states import find_start
from zermelo.teach import Exercise, make_exercise
from zermelo.teach.problems import find_problem
from zermelo.teach.sheet_scene import blank_scene
from zermelo.tree import Tree, game_tree

FLAGS = ("ends",)
"""Options without a value."""

FILES = ("o", "sheet")
"""Options that name the file: the same picture may have several names."""

LARGE = ("chess",)
"""Games whose pictures are too large for a page of all of them."""


class PictureCommand(NamedTuple):
    """A command that draws: its name, its arguments, and its options with their values."""

    name: str
    arguments: tuple[str, ...]
    pairs: tuple[tuple[str, str], ...]

    @property
    def options(self) -> dict[str, str]:
        """The options by their names."""
        return dict(self.pairs)

    @property
    def numbers(self) -> dict[str, int]:
        """The options that are whole numbers."""
        return {key: int(text) for key, text in self.options.items() if text.isdecimal()}


def read_command(command: str) -> PictureCommand:
    """Return a command in its parts, without the name of its file.

    >>> read_command("zermelo draw minimax tree:two-ply --step 3 -o a.svg")
    PictureCommand(name='draw', arguments=('minimax', 'tree:two-ply'), pairs=(('step', '3'),))
    """
    _, name, *words = shlex.split(command)
    arguments, options = [], {}
    rest = iter(words)
    for word in rest:
        key = word.lstrip("-")
        if not word.startswith("-"):
            arguments.append(word)
        elif key in FLAGS or key not in FILES:
            options[key] = "yes" if key in FLAGS else next(rest)
        else:
            next(rest)
    return PictureCommand(name, tuple(arguments), tuple(options.items()))


# ---------------------------------------------------------------------- drawing


def draw_picture(entry: LectureEntry) -> str:
    """Return the picture of an entry as SVG."""
    if not entry.picture:
        raise BadAnswer(f"{entry.id} has no picture; zermelo lecture {entry.id} runs it")
    return _draw(read_command(entry.picture))


@lru_cache(maxsize=256)
def _draw(command: PictureCommand) -> str:
    return MAKERS[command.name](command)


def _draw_search(command: PictureCommand) -> str:
    algorithm, name = command.arguments
    options, numbers = command.options, command.numbers
    style: Any = options.get("style", "triangles")
    game, state = _load(name, options, style)
    fold = Fold(game, state, numbers["successors"]) if "successors" in options else None
    if algorithm == "tree":
        ends = "ends" in options
        return svg(game_scene(game, state, numbers.get("plies"), MAX_NODES, style, fold, ends))
    chosen = {key: numbers[key] for key in ("depth", "player", "plies") if key in numbers}
    model = {"opponents": read_model(options["opponents"])} if "opponents" in options else {}
    trace = prepare(algorithm, chosen | model)(game, state, trace=True).trace
    assert trace is not None
    if "stages" in options:
        return sheet(paint_stages(trace, options["stages"].split(",")))
    windows: Any = options.get("windows", "")
    return svg(paint_step(trace, numbers.get("step"), windows, MAX_NODES, style, fold))


def _load(name: str, options: dict[str, str], style: str) -> tuple[Game[Any, Any], Any]:
    """Return the game and the state; in the lecture's style the tree of a game that is small."""
    game = catalogue.game(name)
    start = int(options["start"]) if "start" in options else None
    first = game.load(options["position"]) if "position" in options else find_start(game, start)
    state = game.after(options.get("moves", "").replace(",", " ").split(), first)
    if style == "lecture" and not isinstance(game, Tree):
        with suppress(TooLarge):
            return game_tree(game, state), 0
    return game, state


def _draw_exercise(command: PictureCommand) -> str:
    options, numbers = command.options, command.numbers
    if "game" in options:
        return svg(blank_scene(Exercise.of(catalogue.game(options["game"]), options["algorithm"])))
    return svg(blank_scene(make_exercise(numbers["seed"], cuts=numbers["cuts"])))


def _draw_problem(command: PictureCommand) -> str:
    return svg(find_problem(*command.arguments).picture)


def _draw_complexity(command: PictureCommand) -> str:
    gear: Any = command.options.get("gear", "auto")
    [name] = command.arguments
    return plot.svg(measure(catalogue.game(name), depth=command.numbers.get("depth"), gear=gear))


def _draw_demonstration(command: PictureCommand) -> str:
    [name] = command.arguments
    games = command.numbers.get("games", GAMES)
    return maze_drawing.poster(scenes.play_scene(name, games=games))


MAKERS: dict[str, Callable[[PictureCommand], str]] = {
    "draw": _draw_search,
    "quiz": _draw_exercise,
    "problems": _draw_problem,
    "complexity": _draw_complexity,
    "pacman": _draw_demonstration,
}
"""The function that draws what a command draws, by the command's name."""


# ---------------------------------------------------------------------- pictures of the page


def list_pictures() -> dict[str, str]:
    """Return the files of `docs/lectures.md` by the entries that show them.

    Entries whose commands differ in the name of the file share one, named after a figure.

    >>> pictures = list_pictures()
    >>> pictures["aima/figure-5-2"], pictures["aima/definition-minimax-value"]
    ('aima-figure-5-2.svg', 'aima-figure-5-2.svg')
    """
    commands = {id: read_command(one.picture) for id, one in ENTRIES.items() if one.picture}
    small = {id: one for id, one in commands.items() if not _is_large(one)}
    names: dict[PictureCommand, str] = {}
    for id in sorted(small, key=lambda id: ENTRIES[id].kind != "figure"):
        names.setdefault(small[id], id.replace("/", "-") + ".svg")
    return {id: names[command] for id, command in small.items()}


def _is_large(command: PictureCommand) -> bool:
    return any(word.startswith(LARGE) for word in command.arguments)


def write_pictures(folder: Path) -> list[Path]:
    """Write the files of `list_pictures` to a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    pictures = {name: id for id, name in list_pictures().items()}
    for name, id in pictures.items():
        (folder / name).write_text(draw_picture(ENTRIES[id]) + "\n", encoding="utf-8")
    return [folder / name for name in pictures]
