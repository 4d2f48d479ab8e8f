"""The lecture's problems with worked solutions; every value, tree and trace in them is worked out when it is asked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from zermelo import search, tree
from zermelo.errors import BadAnswer
from zermelo.formatting import format_number
from zermelo.games.coins import Coins
from zermelo.show.scene import Scene
from zermelo.show.text import text
from zermelo.teach.exercise import Exercise, played_out
from zermelo.teach.reading import shown
from zermelo.teach.sheet import solved_scene
from zermelo.teach.text_tree import text_tree
from zermelo.teach.words import note, solved, tops


@dataclass(frozen=True)
class Problem:
    """A problem: its name, what it asks, and how its solution and its picture are made."""

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
                f"problem {self.name} has no tree to draw; zermelo problems {self.name} tells its solution"
            )
        return self.draw()

    def to_dict(self) -> dict[str, str]:
        """The problem as JSON holds it."""
        return {
            "name": self.name,
            "title": self.title,
            "question": self.question,
            "solution": self.solution,
        }

    def __str__(self) -> str:
        return f"{self.title}\n\n{self.question}\n\nSolution\n\n{self.solution}"


def problem(name: str) -> Problem:
    """A problem by its name.

    >>> problem("1").title
    'Problem 1: seven coins'
    """
    wanted = name.strip().lstrip("#").casefold()
    if wanted not in PROBLEMS:
        raise BadAnswer(f"no problem is called {name!r}; problems: {' '.join(PROBLEMS)}")
    return PROBLEMS[wanted]


# ---------------------------------------------------------------------- 1: seven coins


def coins() -> Exercise:
    """The game tree of seven coins, searched with alpha-beta from the window [−1, 1]."""
    return Exercise.of(Coins(7), "alphabeta")


def _piles() -> dict[str, str]:
    """The piles at each node."""
    game = Coins(7)
    grown, states = played_out(game)
    return {grown.label(i): game.dump(state).rpartition(" ")[0] for i, state in enumerate(states)}


def _solve_coins() -> str:
    made, piles = coins(), _piles()
    full = Exercise.of(Coins(7), "minimax")
    values = {label: visit.shown for label, visit in full.visits.items()}
    drawn = text_tree(
        full,
        lambda label: (
            f"piles {piles[label]}" + (f", value {values[label]}" if label in values else "")
        ),
    )
    cut = [
        f"  {visit.label}: {', '.join(one.label for one in visit.pruned)}"
        for visit in made.visits.values()
        if visit.pruned
    ]
    worth = full.visits["A"].value
    below = sorted(made.solution.pruned)
    return f"""\
The tree has {len(full.tree)} nodes. A leaf is worth 1 to MAX if MIN made the last move, and −1 otherwise.

{drawn}

The minimax value is {shown(worth)}: whoever moves first {"loses" if worth == -1.0 else "wins"} against best play.

αβPruning, from left to right with the window [−1, 1], cuts at
{chr(10).join(cut)}
so it never looks at {", ".join(below)}: {len(below)} of {len(full.tree)} nodes. No value can be better for MIN than −1,
so a MIN node that has found one is done."""


def _draw_coins() -> Scene:
    drawn, piles = solved_scene(coins()), _piles()
    for item in drawn.items:
        item.window = piles[item.label]
    return drawn


# ---------------------------------------------------------------------- 2: N players


def three() -> Exercise:
    """The slides' tree for three players."""
    return Exercise.of(tree.figure("three-player"), "maxn")


def _solve_vectors() -> str:
    made = three()
    drawn = text_tree(made, lambda label: note(made, label))
    return f"""\
Label every node with a vector of N values, one for each player. At a leaf it is the vector of payoffs. At an inner node x
where player i moves it is the vector of the successor y that is best for i:

  v(x) = v(y*)   with   y* = a successor y of x whose v_i(y) is largest

This is max^n. With two players and vectors (x, −x) it is minimax: MIN, who wants −x as large as possible, wants x as small
as possible. On the slides' tree for three players, worked out from the leaves up:

{drawn}

The root's vector is {shown(made.visits["A"].value)}, and player A plays {made.best_action}."""


# ---------------------------------------------------------------------- 3: a trace


def figure_3() -> Exercise:
    """The lecture's Figure 3."""
    return Exercise.of(tree.figure("figure-3"), "alphabeta-hard")


def _solve_trace() -> str:
    made = figure_3()
    return f"""\
{text(made.trace, "nested")}

C returns α and not β: it was cut. {", ".join(tops(made))} is pruned, and the value of the game is {shown(made.visits["A"].value)}."""


# ---------------------------------------------------------------------- 4: checkers


def checkers(red: int, red_kings: int, black: int, black_kings: int) -> float:
    """e for checkers, from −1 (black has everything) to 1 (red has everything): a king counts as two checkers.

    >>> checkers(8, 1, 7, 0), checkers(12, 0, 12, 0), checkers(0, 0, 0, 0)
    (0.17647058823529413, 0.0, 0.0)
    """
    r, b = red + 2 * red_kings, black + 2 * black_kings
    return (r - b) / (r + b) if r + b else 0.0


def _solve_checkers() -> str:
    samples = [(12, 0, 12, 0), (8, 1, 7, 0), (3, 2, 5, 1), (1, 0, 4, 2), (2, 1, 0, 0)]
    rows = [
        f"{'':>3}{c:>5}{k:>5}{d:>7}{m:>5}   {format_number(round(checkers(c, k, d, m), 3)):>7}"
        for c, k, d, m in samples
    ]
    return f"""\
A king moves both ways, so it should count for more than a checker: say twice as much. With red as MAX,

  e = ((c_r + 2 k_r) − (c_b + 2 k_b)) / ((c_r + 2 k_r) + (c_b + 2 k_b))

which lies between −1, when red has nothing left, and 1, when black has nothing left; 0 says that both have as much. It has
the form of the lecture's evaluation for chess: material, divided by all that is on the board, so that one piece more counts
for more when few are left.

     c_r  k_r    c_b  k_b         e
{chr(10).join(rows)}"""


# ---------------------------------------------------------------------- the exercise on 2,2-Nim


def nim() -> Exercise:
    """The lecture's Figure 1."""
    return Exercise.of(tree.figure("nim-2-2"), "alphabeta-hard")


def _solve_nim() -> str:
    made = nim()
    count = search.minimax(made.tree).nodes
    return f"""\
{solved(made)}

αβPruning, from left to right with the window [−1, 1], never looks at {", ".join(sorted(made.solution.pruned))}: minimax visits
{count} nodes, αβPruning {count - len(made.solution.pruned)}. The value is {shown(made.visits["A"].value)}: the second player wins."""


PROBLEMS: dict[str, Problem] = {
    one.name: one
    for one in (
        Problem(
            "1",
            "Problem 1: seven coins",
            "Two players move in turn, and what one wins the other loses. There is one pile of seven coins. A move divides some pile\n"
            "in two, so that one part is a multiple of the other. The game ends when no pile has more than two coins, and who made\n"
            "the last move loses. Draw the game tree, find its minimax value, and say which nodes αβPruning leaves out.",
            _solve_coins,
            _draw_coins,
        ),
        Problem(
            "2",
            "Problem 2: N players",
            "In a game of two, a node can be labelled with a pair of values (x, −x), one for each player, in place of one value.\n"
            "Extend this labelling, and minimax, to games of N players.",
            _solve_vectors,
            lambda: solved_scene(three()),
        ),
        Problem(
            "3",
            "Problem 3: a trace of αβPruning",
            "Trace αβPruning on the game of Figure 3: MAX at A chooses between B, worth 1/2, and C, where MIN chooses between D,\n"
            "worth 1/4, and E.",
            _solve_trace,
            lambda: solved_scene(figure_3(), windows=True),
        ),
        Problem(
            "4",
            "Problem 4: an evaluation for checkers",
            "Each side of checkers, red and black, has c checkers, which move forward only, and k kings, which move both ways; who\n"
            "loses all pieces loses. Give a sensible evaluation function e in terms of c and k of both sides.",
            _solve_checkers,
        ),
        Problem(
            "nim",
            "Exercise: 2,2-Nim",
            "Which subtrees of 2,2-Nim (two piles of two matches; who takes the last one loses) does αβPruning prune?",
            _solve_nim,
            lambda: solved_scene(nim(), windows=True),
        ),
    )
}
"""All of them, by name."""
