"""What people type: whatever it is, a game reads it or refuses it with an error of its own."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from zermelo import catalogue
from zermelo.errors import BadPosition, ZermeloError
from zermelo.game import Game
from zermelo.notation import read_rows, whole_number
from zermelo.states import random_playout

STRANGE = [
    "", " ", "²", "①", "٣", "½", "9" * 5000, "-", "−1", "0", "\x00", "\x1b[2J", "\n", "/", ",", ":",
    "é", "ß", "\ud800", "x" * 3000,
]  # fmt: skip


def mutated(text: str, rng: random.Random) -> str:
    """A text with a few strange things in it, or without something."""
    for _ in range(rng.randint(1, 3)):
        i, j = sorted(rng.randint(0, len(text)) for _ in range(2))
        text = rng.choice(
            [
                text[:i] + rng.choice(STRANGE) + text[i:],
                text[:i] + text[j:],
                text[:i] + rng.choice(STRANGE) + text[i + 1 :],
            ]
        )
    return text


def seeds(game: Game[Any, Any], rng: random.Random) -> Iterator[tuple[Any, str, list[str]]]:
    """States that play reaches, what they are written like, and some of their moves."""
    for s in random_playout(game, rng, most=40):
        names = [game.name(s, a) for a in game.options(s)]
        yield s, game.dump(s), rng.sample(names, min(len(names), 3))


@pytest.mark.parametrize("name", catalogue.names())
def test_typed_text_never_raises_an_error_of_python(name: str) -> None:
    game, rng = catalogue.game(name), random.Random(1)
    for _ in range(2):
        for s, position, moves in seeds(game, rng):
            for text in [*STRANGE, *(mutated(position, rng) for _ in range(10))]:
                try:
                    loaded = game.load(text)
                except ZermeloError:
                    continue
                assert game.load(game.dump(loaded)) == loaded, text
            for text in (
                [*STRANGE, *(mutated(move, rng) for move in moves for _ in range(5))]
                if moves
                else ()
            ):
                try:
                    move = game.read_move(s, text)
                except ZermeloError:
                    continue
                assert move[0] in game.options(s), text


def test_whole_numbers() -> None:
    assert [whole_number(text, 63) for text in ("0", "63", "0" * 9000 + "7")] == [0, 63, 7]
    assert [
        whole_number(text, 63)
        for text in ("", "64", "-1", "+1", "1_0", "²", "٣", "9" * 9000, " 1", "1\n")
    ] == [None] * 10


@pytest.mark.parametrize("text", ["²/3/3", "9" * 5000 + "/3/3", "٣/3/3", "3\n/3/3"])
def test_rows_are_counted_by_ascii_digits(text: str) -> None:
    with pytest.raises(BadPosition, match=r"not a piece|has 4 cells"):
        read_rows(text, 3, 3, "XO")


def test_an_empty_position_is_refused() -> None:
    for name in catalogue.names():
        with pytest.raises(ZermeloError):
            catalogue.game(name).load("")


@pytest.mark.parametrize("name", ["connect-four", "mnk", "go", "hex", "breakthrough"])
def test_a_refused_text_is_quoted_as_it_was_typed(name: str) -> None:
    with pytest.raises(BadPosition, match=r"^'Rubbish!!' has 1 row; this board has \d+"):
        catalogue.game(name).load("Rubbish!!")


def test_pieces_are_read_in_either_case() -> None:
    assert catalogue.game("mnk").load("xo1/3/3 x") == catalogue.game("mnk").load("XO1/3/3 X")
    assert catalogue.game("breakthrough:4,4").load("2BB/4/4/WW2 W") == catalogue.game(
        "breakthrough:4,4"
    ).load("2bb/4/4/ww2 w")
    assert catalogue.game("chess").load("k7/8/8/8/8/8/8/K6R w - - 0 1") != catalogue.game(
        "chess"
    ).load("k7/8/8/8/8/8/8/K6r w - - 0 1")
