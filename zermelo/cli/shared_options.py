"""The options that several commands share: a position, a gear, a recorded search, the engine."""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from zermelo.algorithm import Option
    from zermelo.game import Game
    from zermelo.show.fold import Fold

Command = Callable[..., Any]
Decorator = Callable[[Command], Command]


# ---------------------------------------------------------------------- single options

json_option = click.option("--json", "as_json", is_flag=True, help="Write JSON.")

gear_option = click.option(
    "--gear", type=click.Choice(["auto", "plain", "compiled"]), default="auto", show_default=True
)

player_option = click.option(
    "--player",
    type=int,
    metavar="P",
    help="The player who is MAX, from 0. By default the player to move.",
)

seconds_option = click.option("--seconds", type=float, metavar="S", help="Stop after S seconds.")

nodes_option = click.option("--nodes", type=int, metavar="N", help="Stop after N nodes.")

depth_option = click.option(
    "--depth", type=int, metavar="N", help="Look N plies ahead, then estimate."
)


def ascii_option(command: Command) -> Command:
    """Add --ascii, for a terminal that does not say what it cannot show."""

    def set_up(context: click.Context, parameter: click.Parameter, is_given: bool) -> None:
        if is_given:
            from zermelo.terminal import ascii_only

            ascii_only()

    return click.option(
        "--ascii",
        is_flag=True,
        expose_value=False,
        callback=set_up,
        help="Write nothing but ASCII.",
    )(command)


# ---------------------------------------------------------------------- groups of options


def add_options(*options: Decorator) -> Decorator:
    """Return a decorator that adds several options, in this order."""

    def decorate(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


def group_options(name: str, make: Callable[..., Any], *options: Decorator) -> Decorator:
    """Return a decorator that adds options and passes `make` of them as one parameter."""

    def decorate(command: Command) -> Command:
        @functools.wraps(command)
        def call(**given: Any) -> Any:
            group = {key: given.pop(key) for key in keys}
            return command(**{name: make(**group)}, **given)

        parameters: list[click.Parameter] = call.__dict__.setdefault("__click_params__", [])
        first = len(parameters)
        add_options(*options)(call)
        keys = [str(parameter.name) for parameter in parameters[first:]]
        return call

    return decorate


# ---------------------------------------------------------------------- the position


@dataclass(frozen=True)
class GivenPosition:
    """The position that a command is about, as it was typed."""

    game: str
    position: str | None = None
    moves: str = ""
    start: int | None = None

    @property
    def is_start(self) -> bool:
        """Was nothing but the game given?"""
        return self.position is None and self.start is None and not self.moves.strip()

    def load(self, history: bool = False) -> tuple[Game[Any, Any], Any]:
        """Return the game and the state; with `history` the game remembers its positions."""
        from zermelo.history import with_history

        game = load_game(self.game)
        if history:
            game = with_history(game)
        start = self.find_first(game)
        return game, game.after(split_moves(game, start, self.moves), start)

    def find_first(self, game: Game[Any, Any]) -> Any:
        """Return the state before the moves: the given position, or a start state."""
        from zermelo.states import find_start

        if self.position is None:
            return find_start(game, self.start)
        if self.start is not None:
            raise click.UsageError("--start and --position both say where to begin: leave one out")
        return game.load(self.position)


def load_game(name: str) -> Game[Any, Any]:
    """Return the game of this name; refuses one whose rules do not end at the start."""
    from zermelo import catalogue, contract

    game = catalogue.game(name)
    try:
        with contract.limit_first_rules(game):
            game.options(game.start())
    except contract.EndlessRule:
        raise
    except Exception:  # the command says so when it comes there
        return game
    return game


def split_moves(game: Game[Any, Any], start: Any, moves: str) -> list[str]:
    """Return the names of the moves in a text; moves of one character may be written together."""
    words = moves.replace(",", " ").split()
    if len(words) == 1 and len(words[0]) > 1 and not game.terminal(start):
        names = {game.name(start, a).casefold() for a in game.options(start)}
        if words[0].casefold() not in names and any(len(name) == 1 for name in names):
            return list(words[0])
    return words


begin_options = (
    click.option(
        "--position",
        metavar="TEXT",
        help="A position as the game writes it. By default the start.",
    ),
    click.option(
        "--start",
        type=click.IntRange(min=0),
        metavar="N",
        help="Begin at start state N of the game, from 0.",
    ),
    click.option(
        "--moves",
        default="",
        metavar="MOVES",
        help="Moves from there on, with spaces or commas between them.",
    ),
)
"""The options that say where a game begins, as `GivenPosition` takes them."""


def position_options(game: str | None = None) -> Decorator:
    """Add GAME, --position, --start and --moves as one parameter `given`; `game` is the default."""
    return group_options(
        "given",
        GivenPosition,
        click.argument("game", metavar="GAME")
        if game is None
        else click.argument("game", metavar="[GAME]", default=game),
        *begin_options,
    )


# ---------------------------------------------------------------------- textbook searches

trace_options = add_options(
    depth_option,
    click.option(
        "--plies",
        type=click.IntRange(min=0),
        metavar="N",
        help="Record only the first N plies, and count the nodes below them.",
    ),
    player_option,
)
"""The options of a search that is recorded."""


# ---------------------------------------------------------------------- pictures

style_option = click.option(
    "--style",
    type=click.Choice(["triangles", "lecture"]),
    default="triangles",
    show_default=True,
    help="MAX △ and MIN ▽, or the lecture's: squares and circles, states in them, letters beside.",
)


@dataclass(frozen=True)
class PictureOptions:
    """What a picture of a search shows, as it was typed."""

    frames: bool
    step: int | None
    windows: Any
    stages: str | None
    max_nodes: int | None
    style: Any
    successors: int | None
    symmetric: bool
    ends: bool

    def make_fold(self, game: Game[Any, Any], state: Any) -> Fold | None:
        """Return which successors are drawn; None for all."""
        from zermelo.show.fold import Fold

        if self.successors is None and not self.symmetric:
            return None
        return Fold(game, state, self.successors)


picture_options = group_options(
    "picture",
    PictureOptions,
    click.option(
        "--frames",
        is_flag=True,
        help="Write every step: Beamer slides (.tex), or a numbered .svg or .png for each change.",
    ),
    click.option(
        "--step",
        type=click.IntRange(min=0),
        metavar="N",
        help="The picture after N steps, with the nodes ahead in grey. "
        "By default the last picture.",
    ),
    click.option(
        "--windows",
        type=click.Choice(["nodes", "edges", "ranges"]),
        help="Show [α, β] at the nodes or on the edges; or at the nodes the range of their values.",
    ),
    click.option(
        "--stages",
        metavar="LEAVES",
        help="The range of every node after each of these leaves (E,F,G), or after all: "
        "one sheet (.svg, .png), or Beamer slides (.tex).",
    ),
    click.option(
        "--max-nodes",
        type=click.IntRange(min=1),
        metavar="N",
        help="Fold trees with more nodes (400; 200 in films).",
    ),
    style_option,
    click.option(
        "--successors",
        type=click.IntRange(min=1),
        metavar="N",
        help="Draw at most N successors of a node, one of several symmetric ones; … for the rest.",
    ),
    click.option(
        "--symmetric", is_flag=True, help="Draw one of several symmetric successors, with ×4."
    ),
    click.option(
        "--ends",
        is_flag=True,
        help="With tree: below the last ply, a terminal of each payoff that occurs.",
    ),
)
"""The options of a picture, as one parameter `picture`."""


class SearchName(click.ParamType):  # type: ignore[type-arg]  # generic since click 8.4
    """The name of a textbook search, or one of its aliases; or one of a few other words."""

    name = "search"

    def __init__(self, *words: str) -> None:
        self.words = words

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        from zermelo.search.registry import find

        return value if value in self.words else find(value).name


class SearchCommand(click.Command):
    """A command that takes the options of every search, and lists the searches in its help."""

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        from zermelo.search.registry import options

        own = super().get_params(ctx)
        names = {parameter.name for parameter in own}
        more = [make_option(option) for option in options() if option.name not in names]
        return [*own[:-1], *more, *own[-1:]]

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        from zermelo.search.registry import searches

        with formatter.section("ALGORITHM is one of"):
            formatter.write_dl([(one.name, one.about) for one in searches()])


def make_option(option: Option) -> click.Option:
    """The option of the command for an option of a search."""
    from zermelo.search.registry import takers

    words = f"{option.help} For {', '.join(takers(option.name))}."
    if option.metavar:
        return click.Option([f"--{option.name}"], metavar=option.metavar, help=words)
    kind: Any = click.Choice(option.values) if option.values else int
    return click.Option([f"--{option.name}"], type=kind, help=words)


# ---------------------------------------------------------------------- the engine

threads_option = click.option(
    "--threads",
    type=int,
    default=1,
    show_default=True,
    metavar="N",
    help="The number of threads that search together (pvs).",
)

memory_option = click.option(
    "--memory",
    type=float,
    default=64,
    show_default=True,
    metavar="MIB",
    help="The size of the transposition table, or of the tree of Monte Carlo search.",
)


def read_book_name(context: click.Context, option: click.Parameter, name: str) -> str | None:
    """The file of a book, or auto; None for none."""
    return None if name == "none" else name


book_option = click.option(
    "--book",
    default="auto",
    metavar="FILE",
    callback=read_book_name,
    help="A book of proven values (zermelo book make), or none. By default the package's.",
)

engine_options = group_options(
    "engine",
    dict,
    threads_option,
    memory_option,
    click.option(
        "--without",
        multiple=True,
        metavar="FEATURE",
        help="Leave a feature out; may be given several times.",
    ),
    gear_option,
)
"""The options that make an engine, as one parameter `engine`."""
