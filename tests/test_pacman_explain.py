"""Why the games of Pac-Man's table end as they do."""

from __future__ import annotations

from zermelo.pacman.beliefs import FORK, make_pair, roll_dice
from zermelo.pacman.explain import PairExplanation, conclude, explain_pair, finish_game
from zermelo.pacman.tally import TableRow


def explain(pacman: str, ghosts: str, games: list[int]) -> PairExplanation:
    agent, real, reply = make_pair(FORK, pacman, ghosts)
    wise = make_pair(FORK, "minimax" if ghosts == "adversarial" else "expectimax", ghosts)[0]
    ends = [finish_game(real, agent, reply, roll_dice(0, game)) for game in games]
    return explain_pair(pacman, ghosts, ends, wise)


def row(pacman: str, ghosts: str, score: float) -> TableRow:
    return TableRow(pacman, ghosts, 4, 2, 2, score, 1.0)


def test_a_false_belief_is_shown_by_the_move_that_it_cost() -> None:
    told = explain("minimax", "random", [0, 1, 3, 8])
    assert told.words == (
        "Minimax Pac-Man against random ghosts: won 2 of 4, mean score 38. In both games that he "
        "lost he made a move that expectimax, who is right here, would not make. In game 3 he goes "
        "south at his move 9 (east 493.4, south 507): he expects the worst of the ghost. "
        "Expectimax would go east (east 512.6, south 509)."
    )
    assert (told.game, told.step) == (2, 17)


def test_a_true_belief_loses_by_dice_only() -> None:
    told = explain("expectimax", "random", [4, 5])
    assert told.words.endswith("a risk that is counted rightly is still a risk.")
    assert told.game == 1 and told.step > 0
    won = explain("minimax", "adversarial", [0])
    assert won.words.endswith("The ghosts are as he believes.") and won.game is None


def test_the_conclusion_is_that_of_the_numbers() -> None:
    usual = [
        row("minimax", "adversarial", 5),
        row("minimax", "random", 3),
        row("expectimax", "adversarial", 1),
        row("expectimax", "random", 4),
    ]
    assert conclude(usual).startswith("Against each kind of ghosts the search whose belief is true")
    odd = [*usual[:3], row("expectimax", "random", 3)]
    assert conclude(odd).startswith("Against random ghosts the false belief did no worse")
