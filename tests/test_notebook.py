"""What a notebook shows where there is no picture."""

from __future__ import annotations

from typing import Any, NamedTuple

from zermelo import Game, Position, catalogue, search, tree
from zermelo.check import check_game
from zermelo.games.tic_tac_toe import TicTacToe
from zermelo.play import Table


class Bare(NamedTuple):
    """A state without a board."""

    left: int
    turn: int


class BareNim(Game[Bare, int]):
    """Take one or two of five."""

    def start(self) -> Bare:
        return Bare(5, 0)

    def player(self, s: Bare) -> int:
        return s.turn

    def actions(self, s: Bare) -> list[int]:
        return [a for a in (1, 2) if a <= s.left]

    def result(self, s: Bare, a: int) -> Bare:
        return Bare(s.left - a, 1 - s.turn)

    def terminal(self, s: Bare) -> bool:
        return s.left == 0

    def utility(self, s: Bare, p: int) -> float:
        return -1.0 if s.turn == p else 1.0

    def name(self, s: Bare, a: int) -> str:
        return f"<{a}>"


def test_what_has_no_picture_is_a_table_in_a_notebook() -> None:
    result: Any = search.minimax(BareNim())
    html = result._repr_html_()
    assert "<td>&lt;2&gt;</td><td>1</td>" in html and "best move &lt;2&gt;" in html
    assert result._repr_svg_() is None
    traced: Any = search.minimax(BareNim(), trace=True)
    assert traced._repr_html_() is None
    here: Any = Position(BareNim())
    position = here._repr_html_()
    assert "<td>left</td><td>5</td>" in position and "moves: &lt;1&gt; &lt;2&gt;" in position
    drawn: Any = Position(TicTacToe())
    assert drawn._repr_html_() is None

    class Generous(BareNim):
        def utility(self, s: Bare, p: int) -> float:
            return 1.0

    checked: Any = check_game(Generous(), games=2, gear="plain")
    report = checked._repr_html_()
    assert "✗" in report and "<td>utilities must add up to the declared total</td>" in report
    assert "test_notebook.py:" in report
    many: Any = search.maxn(tree.figure("three-player"))
    assert "(1, 2, 6)" in many._repr_html_()


def test_the_command_says_one_ply_and_the_vector(call: Any) -> None:
    code, out, _ = call("solve", "tic-tac-toe", "--moves", "a1 b1 a2 b2", "--gear", "plain")
    assert (code, " in 1 ply (proven)" in out) == (0, True), out
    code, out, _ = call("analyse", "tree:three-player", "--depth", "2", "--gear", "plain")
    assert code == 0 and all("(" in line for line in out.splitlines())


def test_a_person_plays_alone_or_against_others() -> None:
    for spec, words in (("2048", "You play alone."), ("tri-halma", "The others use the engine.")):
        game, said = catalogue.game(spec), list[str]()
        table = Table(game, game.start(), ask=lambda _: "quit", say=said.append, seed=1)
        table.sit()
        assert words in said[0]
