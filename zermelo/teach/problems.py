"""The lecture's problems with worked solutions.

Every value, tree and trace in them is computed on request.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from zermelo import search, tree
from zermelo.errors import BadAnswer
from zermelo.formatting import format_decimal
from zermelo.games.coins import Coins
from zermelo.show.scene import Scene
from zermelo.show.text import text
from zermelo.teach.exercise import Exercise
from zermelo.teach.question import list_tops, write_note, write_solution
from zermelo.teach.reading import format_value
from zermelo.teach.sheet_scene import solution_scene
from zermelo.teach.text_tree import write_tree
from zermelo.tree.unroll import unroll_with_states


@dataclass(frozen=True)
class Problem:
    """A problem: its name, its question, and the functions that make its solution and picture."""

    name: str
    title: str
    question: str
    solve: Callable[[], str]
    draw: Callable[[], Scene] | None = None

    @property
    def solution(self) -> str:
        """The worked solution."""
        return self.solve()

    @property
    def picture(self) -> Scene:
        """The solution's tree, to be drawn."""
        if self.draw is None:
            raise BadAnswer(
                f"problem {self.name} has no tree to draw; "
                f"zermelo problems {self.name} prints its solution"
            )
        return self.draw()

    def to_dict(self) -> dict[str, str]:
        """Return the problem as a dict for JSON."""
        names = ("name", "title", "question", "solution")
        return {name: getattr(self, name) for name in names}

    def __str__(self) -> str:
        return f"{self.title}\n\n{self.question}\n\nSolution\n\n{self.solution}"


def find_problem(name: str) -> Problem:
    """Return a problem by its name.

    >>> find_problem("1").title
    'Problem 1: seven coins'
    """
    key = name.strip().lstrip("#").casefold()
    if key not in PROBLEMS:
        raise BadAnswer(f"no problem is called {name!r}; problems: {' '.join(PROBLEMS)}")
    return PROBLEMS[key]


# ---------------------------------------------------------------------- 1: seven coins


def make_coins() -> Exercise:
    """Return the tree of seven coins, searched with alpha-beta from the window [−1, 1]."""
    return Exercise.of(Coins(7), "alphabeta")


def _list_piles() -> dict[str, str]:
    """Return the piles at each node."""
    game = Coins(7)
    coins, states = unroll_with_states(game)
    return {coins.label(i): game.dump(state).rpartition(" ")[0] for i, state in enumerate(states)}


COINS_SOLUTION = """\
The tree has {size} nodes. A leaf is worth 1 to MAX if MIN made the last move, and −1 otherwise.

{tree}

The minimax value is {value}: the first player {verdict} against best play.

αβPruning, from left to right with the window [−1, 1], cuts at
{cuts}
so it never visits {count} of {size} nodes:
{pruned}.
No value can be better for MIN than −1, so a MIN node that has found −1 is finished."""


def _solve_coins() -> str:
    exercise, full = make_coins(), Exercise.of(Coins(7), "minimax")
    notes = {label: f"piles {pile}" for label, pile in _list_piles().items()}
    for label, visit in full.visits.items():
        notes[label] += f", value {visit.text}"
    cuts = _list_cuts(exercise)
    value, size = full.visits["A"].value, len(full.tree)
    pruned = sorted(exercise.solution.pruned)
    return COINS_SOLUTION.format(
        tree=write_tree(full, lambda label: notes[label]),
        value=format_value(value),
        verdict="loses" if value == -1.0 else "wins",
        cuts="\n".join(cuts),
        pruned=", ".join(pruned),
        count=len(pruned),
        size=size,
    )


def _list_cuts(exercise: Exercise) -> list[str]:
    """Return a line for each node that was cut, with the successors that were pruned."""
    return [
        f"  {visit.label}: {', '.join(one.label for one in visit.pruned)}"
        for visit in exercise.visits.values()
        if visit.pruned
    ]


def _draw_coins() -> Scene:
    scene, piles = solution_scene(make_coins()), _list_piles()
    for item in scene.items:
        item.mover = piles[item.label]  # beside the node, in the colour of names
    return scene


# ---------------------------------------------------------------------- 2: N players


def make_three() -> Exercise:
    """Return the slides' tree for three players."""
    return Exercise.of(tree.figure("three-player"), "maxn")


VECTORS_SOLUTION = """\
Label every node with a vector of N values, one for each player. At a leaf it is the vector of
payoffs. At an inner node x where player i moves it is the vector of the successor y that is best
for i:

  v(x) = v(y*)   with   y* = a successor y of x whose v_i(y) is largest

This is max^n. With two players and vectors (x, −x) it is minimax: MIN wants −x as large as
possible, that is, x as small as possible. On the slides' tree for three players, worked out from
the leaves up:

{tree}

The root's vector is {vector}, and player A plays {action}."""


def _solve_vectors() -> str:
    exercise = make_three()
    return VECTORS_SOLUTION.format(
        tree=write_tree(exercise, lambda label: write_note(exercise, label)),
        vector=format_value(exercise.visits["A"].value),
        action=exercise.best_action,
    )


# ---------------------------------------------------------------------- 3: a trace


def make_figure_3() -> Exercise:
    """Return the lecture's Figure 3."""
    return Exercise.of(tree.figure("figure-3"), "alphabeta-hard")


def _solve_trace() -> str:
    exercise = make_figure_3()
    value = format_value(exercise.visits["A"].value)
    return f"""\
{text(exercise.trace, "nested")}

C returns α and not β: it was cut. {", ".join(list_tops(exercise))} is pruned, and the value of \
the game is {value}."""


# ---------------------------------------------------------------------- 4: checkers


def evaluate_checkers(red: int, red_kings: int, black: int, black_kings: int) -> float:
    """Return e for checkers, from −1 (black has everything) to 1 (red has everything).

    A king counts as two checkers.

    >>> evaluate_checkers(8, 1, 7, 0), evaluate_checkers(12, 0, 12, 0)
    (0.17647058823529413, 0.0)
    >>> evaluate_checkers(0, 0, 0, 0)
    0.0
    """
    r, b = red + 2 * red_kings, black + 2 * black_kings
    return (r - b) / (r + b) if r + b else 0.0


CHECKERS_SAMPLES = [(12, 0, 12, 0), (8, 1, 7, 0), (3, 2, 5, 1), (1, 0, 4, 2), (2, 1, 0, 0)]

CHECKERS_SOLUTION = """\
A king moves both ways, so it should count for more than a checker: say twice as much. With red as
MAX,

  e = ((c_r + 2 k_r) − (c_b + 2 k_b)) / ((c_r + 2 k_r) + (c_b + 2 k_b))

which lies between −1, when red has nothing left, and 1, when black has nothing left; 0 says that
both have the same material. It has the form of the lecture's evaluation for chess: the difference
in material, divided by all material on the board, so that one more piece counts for more when few
are left.

     c_r  k_r    c_b  k_b         e
{rows}"""


def _solve_checkers() -> str:
    rows = []
    for c, k, d, m in CHECKERS_SAMPLES:
        value = format_decimal(round(evaluate_checkers(c, k, d, m), 3))
        rows.append(f"{'':>3}{c:>5}{k:>5}{d:>7}{m:>5}   {value:>7}")
    return CHECKERS_SOLUTION.format(rows="\n".join(rows))


# ---------------------------------------------------------------------- the exercise on 2,2-Nim


def make_nim() -> Exercise:
    """Return the lecture's Figure 1."""
    return Exercise.of(tree.figure("nim-2-2"), "alphabeta-hard")


def _solve_nim() -> str:
    exercise = make_nim()
    count, pruned = search.minimax(exercise.tree).nodes, sorted(exercise.solution.pruned)
    return f"""\
{write_solution(exercise)}

αβPruning, from left to right with the window [−1, 1], never visits {", ".join(pruned)}: minimax
visits {count} nodes, αβPruning {count - len(pruned)}. The value is \
{format_value(exercise.visits["A"].value)}: the second player wins."""


PROBLEMS: dict[str, Problem] = {
    one.name: one
    for one in (
        Problem(
            "1",
            "Problem 1: seven coins",
            "Two players move in turn, and what one wins the other loses. There is one pile of\n"
            "seven coins. A move divides some pile in two, so that one part is a multiple of the\n"
            "other. The game ends when no pile has more than two coins, and the player who made\n"
            "the last move loses. Draw the game tree, find its minimax value, and name the nodes\n"
            "that αβPruning prunes.",
            _solve_coins,
            _draw_coins,
        ),
        Problem(
            "2",
            "Problem 2: N players",
            "In a game of two, a node can be labelled with a pair of values (x, −x), one for each\n"
            "player, instead of one value. Extend this labelling, and minimax, to games of N\n"
            "players.",
            _solve_vectors,
            lambda: solution_scene(make_three()),
        ),
        Problem(
            "3",
            "Problem 3: a trace of αβPruning",
            "Trace αβPruning on the game of Figure 3: MAX at A chooses between B, worth 1/2, and\n"
            "C, where MIN chooses between D, worth 1/4, and E.",
            _solve_trace,
            lambda: solution_scene(make_figure_3(), windows=True),
        ),
        Problem(
            "4",
            "Problem 4: an evaluation for checkers",
            "Each side of checkers, red and black, has c checkers, which move forward only, and k\n"
            "kings, which move both ways; a player who loses all pieces loses. Give a sensible\n"
            "evaluation function e in terms of c and k of both sides.",
            _solve_checkers,
        ),
        Problem(
            "nim",
            "Exercise: 2,2-Nim",
            "Which subtrees of 2,2-Nim (two piles of two matches; the player who takes the last\n"
            "one loses) does αβPruning prune?",
            _solve_nim,
            lambda: solution_scene(make_nim(), windows=True),
        ),
    )
}
"""All problems, by name."""
