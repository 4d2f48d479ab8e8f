"""Halma for three: moves enumerated another way, max^n against brute force, notation."""

from __future__ import annotations

import random
from typing import Any

import pytest

from zermelo import engine, search
from zermelo.errors import BadAction, BadGame, BadPosition
from zermelo.games.tri_halma import PASS, Position, TriHalma

WAYS = [(1, -1, 0), (1, 0, -1), (0, 1, -1), (-1, 1, 0), (-1, 0, 1), (0, -1, 1)]


class Cubes:
    """The rules once more, on cells with three coordinates that add up to 0.

    Nothing is shared with the game but its text.
    """

    def __init__(self, radius: int) -> None:
        self.radius = radius
        span = range(-radius, radius + 1)
        rows = [[(x, y, z) for x in span for y in span if x + y + z == 0] for z in span]
        self.cells = {
            f"{'abcdefg'[r]}{i + 1}": cell
            for r, row in enumerate(rows)
            for i, cell in enumerate(sorted(row))
        }
        corner = {"a1": 0, f"a{radius + 1}": 1, f"{'abcdefg'[radius]}{2 * radius + 1}": 2}
        ends = {number: self.cells[name] for name, number in corner.items()}
        ends |= {number + 3: tuple(-x for x in ends[number]) for number in (0, 1, 2)}
        self.camps = {number: self._camp(end) for number, end in ends.items()}
        self.goals = [self.camps[3], self.camps[5], self.camps[1]]

    def _camp(self, end: Any) -> set[Any]:
        if self.radius < 3:
            return {end}
        return {
            c
            for c in self.cells.values()
            if self.apart(c, end) <= 1 and max(map(abs, c)) == self.radius
        }

    @staticmethod
    def apart(a: Any, b: Any) -> int:
        return max(abs(x - y) for x, y in zip(a, b, strict=True))

    def read(self, text: str) -> tuple[list[set[Any]], int]:
        board, mover, _ = text.split()
        names, pieces = iter(self.cells), [set(), set(), set()]
        for sign in board.replace("/", ""):
            if sign.isdigit():
                for _ in range(int(sign)):
                    next(names)
            else:
                pieces["ABC".index(sign)].add(self.cells[next(names)])
        return pieces, "ABC".index(mover)

    def moves(self, text: str) -> list[str]:
        pieces, mover = self.read(text)
        taken = set().union(*pieces)
        name = {cell: text for text, cell in self.cells.items()}
        foreign = set().union(*(self.goals[p] for p in range(3) if p != mover))
        found = []
        for piece in pieces[mover]:
            allowed = self.goals[mover] if piece in self.goals[mover] else set(name) - foreign
            others = taken - {piece}
            ends, waiting = set(), [piece]
            while waiting:
                at = waiting.pop()
                for way in WAYS:
                    over, beyond = (
                        tuple(x + k * d for x, d in zip(at, way, strict=True)) for k in (1, 2)
                    )
                    if over in others and beyond in allowed - others - ends:
                        ends.add(beyond)
                        waiting.append(beyond)
            ends |= {cell for cell in allowed - others if self.apart(cell, piece) == 1}
            found += [f"{name[piece]}-{name[end]}" for end in ends - {piece}]
        return sorted(found) or ["pass"]

    def payoffs(self, text: str) -> list[float]:
        pieces, _ = self.read(text)
        to_go = [
            sum(min(self.apart(c, g) for g in self.goals[p]) for c in pieces[p]) for p in range(3)
        ]
        return [
            sum((a < b) + (a == b) / 2 for q, b in enumerate(to_go) if q != p)
            for p, a in enumerate(to_go)
        ]


@pytest.mark.parametrize(("radius", "games"), [(1, 10), (2, 15), (3, 15)])
def test_moves_and_payoffs_another_way(radius: int, games: int) -> None:
    game, cubes = TriHalma(radius), Cubes(radius)
    far = 0
    for seed in range(games):
        rng, s = random.Random(seed), game.start()
        while not game.terminal(s):
            names = [game.name(s, a) for a in game.actions(s)]
            assert sorted(names) == cubes.moves(game.dump(s))
            far += sum(
                cubes.apart(*(cubes.cells[end] for end in name.split("-"))) > 1
                for name in names
                if name != "pass"
            )
            s = game.result(s, rng.choice(list(game.actions(s))))
        assert list(game.payoffs(s)) == cubes.payoffs(game.dump(s))
    assert far > 0


def max_n(
    game: TriHalma, s: Position, known: dict[Position, tuple[float, ...]]
) -> tuple[float, ...]:
    """Everybody takes what is best for themselves, the first of what is equally good."""
    if game.terminal(s):
        return game.payoffs(s)
    if s not in known:
        known[s] = max(
            (max_n(game, game.result(s, a), known) for a in game.actions(s)),
            key=lambda vector: vector[s.turn],
        )
    return known[s]


@pytest.mark.parametrize(("radius", "turns"), [(1, 3), (2, 2), (3, 1)])
def test_max_n_against_brute_force(radius: int, turns: int) -> None:
    game = TriHalma(radius, turns)
    brute = max_n(game, game.start(), {})
    assert search.maxn(game, gear="plain").vector == brute
    pruned = engine.maxn(game, gear="plain")
    assert pruned.vector == brute and pruned.exact
    assert sum(brute) == 3


@pytest.mark.slow
def test_the_race_on_radius_2_is_solved() -> None:
    """Four turns each: brute force and the engine agree, in the compiled gear too."""
    game = TriHalma(2, 4)
    brute = max_n(game, game.start(), {})
    result = engine.maxn(game, gear="compiled")
    assert result.vector == brute and result.exact


def test_estimates_keep_to_the_payoffs() -> None:
    game, rng = TriHalma(3), random.Random(3)
    s = game.start()
    assert [game.distance(s, p) for p in range(3)] == [game.distance(s, 0)] * 3
    assert [game.evaluate(s, p) for p in range(3)] == [1, 1, 1]
    while not game.terminal(s):
        estimates = [game.evaluate(s, p) for p in range(3)]
        assert sum(estimates) == pytest.approx(3) and min(estimates) > 0 and max(estimates) < 2
        s = game.result(s, rng.choice(list(game.actions(s))))


def test_home_ends_the_race_and_nobody_leaves_it() -> None:
    game = TriHalma(2)
    home = game.after(["d4-e3"], game.load("3/4/1B2C/3A/3 A 9"))
    assert game.terminal(home) and home.left == 8 and not list(game.actions(home))
    assert game.payoffs(home) == (2, 1, 0)
    game = TriHalma(3)
    s = game.load("4/5/2BBBC/7/1CC3/5/A1AA A 9")
    assert {game.name(s, a) for a in game.actions(s)} == {"g4-f5", "g1-f1", "g1-f2", "g1-g2"}


def test_who_cannot_move_passes() -> None:
    """A is shut in: what is not taken is another player's goal, or behind two pieces."""
    game = TriHalma(3)
    s = game.load("AA2/ABB2/1BCC2/2C4/6/5/4 A 9")
    assert (
        list(game.actions(s)) == [PASS]
        and game.name(s, PASS) == "pass"
        and game.board(s).touches == {PASS: ()}
    )
    after = game.result(s, game.parse(s, "pass"))
    assert after[:3] == s[:3] and (after.turn, after.left) == (1, 8)


def test_bad_input() -> None:
    game = TriHalma(2)
    for text in ("a1-c3", "hello", "pass"):
        with pytest.raises(BadAction, match="not legal"):
            game.parse(game.start(), text)
    assert game.parse(game.start(), "A1 b2") == game.parse(game.start(), "a1-b2")
    for text, words in [
        ("hello", "not a position"),
        ("A2/4/4B/4 A 9", "not a position"),
        ("A2/4/4B/4/3 A 9", "C has 0 pieces"),
        ("A2/4/4B/4/C1C A 9", "C has 2 pieces"),
        ("2A/4/4B/4/C2 A 9", "another player's goal"),
        ("A3/4/4B/4/C2 A 9", "4 cells"),
        ("A2/4/4B/4/C2 B 75", "B cannot be to move with 75 turns left"),
        ("A2/4/4B/4/C2 A 78", "78 turns left are too many"),
    ]:
        with pytest.raises(BadPosition, match=words):
            game.load(text)
    for arguments in [(4,), (0,), (2, 0)]:
        with pytest.raises(BadGame):
            TriHalma(*arguments)
