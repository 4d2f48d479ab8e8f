"""Backgammon.

Plays against brute force and OpenSpiel, bearing off against published numbers, text in and out.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pyspiel
import pytest

from zermelo.check import check_game
from zermelo.engine.searcher import make_searcher
from zermelo.errors import BadAction, BadGame, BadPosition
from zermelo.frame.question import Limits
from zermelo.game import CHANCE
from zermelo.games._backgammon_bearoff import index
from zermelo.games._backgammon_evaluation import SURE, borne_off, estimate_race
from zermelo.games._backgammon_men import count_men, pips, place_men
from zermelo.games.backgammon import (
    TO_ROLL,
    Backgammon,
    Position,
    effective_pips,
    mean_rolls,
    position,
    race,
    rolls,
)
from zermelo.gears import compile_kernel
from zermelo.states import random_playout

GAME = Backgammon()
START = "4HPwATDgc/ABMA"

Sides = tuple[tuple[int, ...], tuple[int, ...]]
"""The men of the side that plays and of the other, each from its own point 0 (not used) to 25, the
bar."""


def sides_after(s: Position, a: int) -> Sides:
    t = GAME.result(s, a)
    return tuple(count_men(t.opp)), tuple(count_men(t.own))


# ---------------------------------------------------------------------- brute force


def steps(own: tuple[int, ...], opp: tuple[int, ...], die: int) -> Iterator[Sides]:
    """Every single step with a die, by the words of the rules."""
    for f in [25] if own[25] else range(1, 25):
        if not own[f]:
            continue
        mine, others, t = list(own), list(opp), f - die
        mine[f] -= 1
        if t > 0:
            if opp[25 - t] >= 2:
                continue
            if opp[25 - t] == 1:
                others[25 - t], others[25] = 0, opp[25] + 1
            mine[t] += 1
        elif any(own[7:]) or (t < 0 and any(own[f + 1 :])):
            continue
        yield tuple(mine), tuple(others)


def brute_force(own: tuple[int, ...], opp: tuple[int, ...], a: int, b: int) -> set[Sides]:
    """All positions to which a roll can lead.

    Every order of every step; as many dice as possible, the larger if only one.
    """
    ends: dict[tuple[int, ...], set[Sides]] = {}

    def follow(sides: Sides, dice: tuple[int, ...], used: tuple[int, ...]) -> None:
        further = list(steps(*sides, dice[0])) if dice else []
        for after in further:
            follow(after, dice[1:], (*used, dice[0]))
        if not further:
            ends.setdefault(used, set()).add(sides)

    for dice in [(a,) * 4] if a == b else [(a, b), (b, a)]:
        follow((own, opp), dice, ())
    most = max(map(len, ends))
    longest = [used for used in ends if len(used) == most]
    if most == 1:
        longest = [max(longest)]
    return set.union(*(ends[used] for used in longest))


def compare(s: Position) -> int:
    """Plays and brute force lead to the same positions, and no two plays to one.

    Returns how many.
    """
    found = [sides_after(s, a) for a in GAME.actions(s)]
    wanted = brute_force(tuple(count_men(s.own)), tuple(count_men(s.opp)), s.dice >> 3, s.dice & 7)
    assert len(set(found)) == len(found), GAME.dump(s)
    assert set(found) == wanted, GAME.dump(s)
    return len(found)


# by brute force; for the 15 rolls that can come first OpenSpiel's plays lead to as many positions
OPENING_PLAYS = {
    (1, 1): 42, (2, 1): 15, (3, 1): 16, (4, 1): 14, (5, 1): 8, (6, 1): 10, (2, 2): 75, (3, 2): 17,
    (4, 2): 18, (5, 2): 8, (6, 2): 14,
    (3, 3): 73, (4, 3): 17, (5, 3): 9, (6, 3): 14, (4, 4): 52, (5, 4): 9, (6, 4): 14, (5, 5): 4,
    (6, 5): 7, (6, 6): 11,
}  # fmt: skip


def test_plays_of_the_21_opening_rolls() -> None:
    counts = {
        (a, b): compare(GAME.load(f"{START} White {a}-{b}"))
        for a in range(1, 7)
        for b in range(1, a + 1)
    }
    assert counts == OPENING_PLAYS
    first = pyspiel.load_game("backgammon(scoring_type=full_scoring)").new_initial_state()
    for a in first.legal_actions():
        low, high = sorted(map(int, first.action_to_string(a).split("roll: ")[1][:2]))
        assert len(spiel_plays(first.child(a))) == OPENING_PLAYS[high, low]


def test_plays_of_random_games_against_brute_force() -> None:
    rng, seen = random.Random(5), 0
    for _ in range(12):
        for s in random_playout(GAME, rng):
            if not GAME.terminal(s) and GAME.player(s) != CHANCE:
                compare(s)
                seen += 1
    assert seen > 1000


def scattered(rng: random.Random) -> Position:
    """A position that no game leads to: a few men anywhere, often on the bar or nearly off."""
    while True:
        own, opp = [0] * 26, [0] * 26
        reach = rng.choice([6, 6, 12, 24])
        for side, low, high in ((own, 1, reach), (opp, 1, rng.choice([6, 24]))):
            for _ in range(rng.randint(1, 15)):
                side[25 if rng.random() < 0.05 else rng.randint(low, high)] += 1
        if not any(own[i] and opp[25 - i] for i in range(1, 25)):
            bits = "".join("1" * n + "0" for side in (opp, own) for n in side[1:])
            return GAME.load(id_of(bits))._replace(
                dice=8 * (a := rng.randint(1, 6)) + rng.randint(1, a)
            )


def id_of(bits: str) -> str:
    """A position ID from its bits, six at a time from the low end of each byte, without the game's
    help."""
    padded = bits.ljust(80, "0")
    stream = "".join(padded[i : i + 8][::-1] for i in range(0, 80, 8)).ljust(84, "0")
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    return "".join(letters[int(stream[i : i + 6], 2)] for i in range(0, 84, 6))


@pytest.mark.slow
def test_plays_of_scattered_positions_against_brute_force() -> None:
    rng = random.Random(11)
    for _ in range(1500):
        compare(scattered(rng))


@pytest.mark.parametrize(
    ("blocks", "name"),
    [((13,), "24/18"), ((13, 18), "24/19"), ((13, 18, 19), "pass"), ((19,), "24/13")],
)
def test_the_larger_die_if_only_one_can_be_played(blocks: tuple[int, ...], name: str) -> None:
    """White's last man is on the 24 point, to play 6-5.

    Black holds some of White's points 19, 18 and 13.
    """
    black = "".join("110" if 25 - point in blocks else "0" for point in range(1, 26))
    s = GAME.load(id_of(black + "0" * 23 + "10") + " White 6-5")
    assert [GAME.name(s, a) for a in GAME.actions(s)] == [name]


# ---------------------------------------------------------------------- OpenSpiel


def spiel_sides(state: pyspiel.State, p: int) -> Sides:
    """The men of player p and of the other in OpenSpiel's state."""
    men = []
    for q in (p, 1 - p):
        line = [state.board(q, pos) for pos in range(24)]
        men.append((0, *(line[::-1] if q == 0 else line), state.board(q, 100)))
    return men[0], men[1]


def spiel_plays(state: pyspiel.State) -> dict[Sides, list[int]]:
    """What one roll leads to in OpenSpiel, where a double is two turns of the same player, with the
    actions that lead there."""
    p, found = state.current_player(), {}
    for a in state.legal_actions():
        half = state.child(a)
        if not half.is_terminal() and half.current_player() == p:
            for b in half.legal_actions():
                found[spiel_sides(half.child(b), p)] = [a, b]
        else:
            found[spiel_sides(half, p)] = [a]
    return found


def test_whole_games_against_openspiel() -> None:
    """Same positions after every roll, same ends, same payoffs."""
    other = pyspiel.load_game("backgammon(scoring_type=full_scoring)")
    rng = random.Random(2)
    payoffs, plies = set(), 0
    for _ in range(8):
        s, state = GAME.start(), other.new_initial_state()
        while not GAME.terminal(s):
            roll = rng.choice(state.legal_actions())
            digits = state.action_to_string(roll).split("roll: ")[1][:2]
            state.apply_action(roll)
            if s.dice == 7:  # the opening: OpenSpiel says who starts, we who has the higher die
                high, low = sorted(digits, reverse=True)
                digits = high + low if state.current_player() == 0 else low + high
            s = GAME.result(s, GAME.parse(s, digits))
            assert s.turn == state.current_player()
            theirs = spiel_plays(state)
            ours = {sides_after(s, a): a for a in GAME.actions(s)}
            assert set(ours) == set(theirs), GAME.dump(s)
            sides = rng.choice(sorted(ours))
            s = GAME.result(s, ours[sides])
            for a in theirs[sides]:
                state.apply_action(a)
            assert GAME.terminal(s) == state.is_terminal()
            plies += 1
        assert list(GAME.payoffs(s)) == state.returns()
        payoffs.add(abs(state.returns()[0]))
    assert plies > 400
    assert len(payoffs) > 1


# ---------------------------------------------------------------------- the end


@pytest.mark.parametrize(
    ("loser", "payoff"),
    [
        ({6: 14}, 1),
        ({6: 15}, 2),
        ({18: 1, 6: 14}, 2),
        ({19: 1, 6: 14}, 3),
        ({25: 1, 6: 14}, 3),
        ({25: 1, 6: 13}, 1),
    ],
)
def test_gammons_and_backgammons(loser: dict[int, int], payoff: int) -> None:
    """White has one man left and bears it off; Black stands as given."""
    white, black = [1] + [0] * 24, [loser.get(point, 0) for point in range(1, 26)]
    s = GAME.load(id_of("".join("1" * n + "0" for n in black + white)) + " White 6-5")
    (a,) = GAME.actions(s)
    assert GAME.name(s, a) == "1/off"
    t = GAME.result(s, a)
    assert GAME.terminal(t)
    assert GAME.payoffs(t) == (payoff, -payoff)


def test_the_rolls() -> None:
    first = dict(GAME.chances(GAME.start()))
    assert len(first) == 30
    assert all(a >> 3 != a & 7 for a in first)
    later = dict(GAME.chances(GAME.load(START)))
    assert len(later) == 21
    assert {round(36 * p) for a, p in later.items() if a >> 3 == a & 7} == {1}
    assert sum(later.values()) == pytest.approx(1)
    assert [GAME.player(GAME.result(GAME.start(), a)) for a in (0o52, 0o25)] == [0, 1]


# ---------------------------------------------------------------------- bearing off


def home(*points: int) -> list[int]:
    return [points.count(point) for point in range(1, 7)]


# The number of the 36 rolls that bear off the men on these two points, or on one, in one turn
# (Magriel 1976).
AT_ONCE = {
    (1,): 36, (2,): 36, (3,): 36, (4,): 34, (5,): 31, (6,): 27,
    (1, 1): 36, (2, 1): 36, (3, 1): 34, (4, 1): 29, (5, 1): 23, (6, 1): 15, (2, 2): 26, (3, 2): 25,
    (4, 2): 23, (5, 2): 19, (6, 2): 13,
    (3, 3): 17, (4, 3): 17, (5, 3): 14, (6, 3): 10, (4, 4): 11, (5, 4): 10, (6, 4): 8, (5, 5): 6,
    (6, 5): 6, (6, 6): 4,
}  # fmt: skip


def test_bearing_off_one_or_two_men_at_once() -> None:
    assert {points: round(36 * rolls(home(*points))[0], 6) for points in AT_ONCE} == AT_ONCE


def test_bearing_off_published_values() -> None:
    """shared/data/chance/exact_values.tsv.

    Peelle's race on the ace points, and Trice's effective pip count.
    """
    assert mean_rolls(home(1)) == 1
    assert mean_rolls(home(6)) == pytest.approx(1.25)
    assert race(home(*[1] * 8), home(*[1] * 6)) == pytest.approx(0.3010545267489712, abs=1e-14)
    assert mean_rolls(home(*[1] * 15)) == pytest.approx(6.97959176, abs=5e-9)
    assert effective_pips(home(*[1] * 15)) == pytest.approx(57.0, abs=1e-5)


def test_bearing_off_against_the_games_own_rules() -> None:
    """The same expectation by the game's plays, position by position."""
    known = {(0,) * 6: 0.0}

    def expected(men: tuple[int, ...]) -> float:
        if men not in known:
            own = "".join("1" * n + "0" for n in men).ljust(25 + sum(men), "0")
            s = GAME.load(id_of("10" + "0" * 24 + own))
            total = 1.0
            for roll, p in GAME.chances(s):
                t = GAME.result(s, roll)
                total += p * min(
                    expected(tuple(count_men(GAME.result(t, a).opp)[1:7])) for a in GAME.actions(t)
                )
            known[men] = total
        return known[men]

    for men in [(0, 0, 0, 0, 0, 1), (0, 1, 0, 0, 1, 1), (1, 0, 2, 0, 1, 0), (0, 0, 1, 1, 1, 1)]:
        assert mean_rolls(men) == pytest.approx(expected(men), abs=1e-12)


def test_every_home_position_has_its_own_number() -> None:
    assert (index(home()), index(home(*[1] * 15))) == (0, 54263)
    with pytest.raises(BadPosition, match="15 at the most"):
        index([16, 0, 0, 0, 0, 0])


def test_peelles_race_by_the_engine_over_the_whole_tree(data: Path) -> None:
    """X has 8 men on the ace point and rolls, O has 6.

    Chance decides alone, so the exact value is 2 P − 1.
    """
    rows = [
        line.split("\t") for line in (data / "chance" / "exact_values.tsv").read_text().splitlines()
    ]
    wanted = next(
        float(value) for name, _, value, _ in rows if name.startswith("Backgammon ace-point race")
    )
    s = GAME.load(id_of("1" * 6 + "0" * 25 + "1" * 8) + " White")
    *_, result = make_searcher(GAME).iterate(s, Limits(player=0))
    assert result.exact
    assert (result.value + 1) / 2 == pytest.approx(wanted, abs=1e-12)


# ---------------------------------------------------------------------- estimates of races


def men_home(rng: random.Random, most: int = 14) -> list[int]:
    return home(*(rng.randint(1, 6) for _ in range(rng.randint(1, most))))


def at_home(own: list[int], opp: list[int], dice: int = TO_ROLL) -> Position:
    return position(place_men(enumerate(own, 1)), place_men(enumerate(opp, 1)), 0, dice)


def test_bearing_off_is_estimated_exactly() -> None:
    rng = random.Random(8)
    for _ in range(100):
        own, opp = men_home(rng), men_home(rng)
        assert GAME.evaluate(at_home(own, opp), 0) == pytest.approx(
            SURE * (2 * race(own, opp) - 1), abs=1e-12
        )


def test_plays_that_bear_off_are_told_apart() -> None:
    """Twelve plays of this position once had the same estimate, though their chances run from 0.70
    to 0.84."""
    s = GAME.load("WwYAACUDAAAAAA White 1-1")
    after = {GAME.name(s, a): GAME.result(s, a) for a in GAME.actions(s)}
    estimates = {name: round(GAME.evaluate(t, 0), 9) for name, t in after.items()}
    chances = {
        name: 1 - race(count_men(t.own)[1:7], count_men(t.opp)[1:7]) for name, t in after.items()
    }
    assert len(set(estimates.values())) == len(estimates)
    assert sorted(estimates, key=estimates.__getitem__) == sorted(chances, key=chances.__getitem__)
    assert max(chances, key=chances.__getitem__) == "6/5 2/off 1/off"


def test_a_gammon_is_lost_by_who_bears_off_nothing() -> None:
    """White has 15 men on the six point and one roll; Black takes the last man off then. With 2-2
    the fewest rolls on average and the safest play are not the same, which is the difference of
    1/36."""
    s = at_home(home(*[6] * 15), home(1))
    saved = 0.0
    for roll, p in GAME.chances(s):
        t = GAME.result(s, roll)
        saved += p * any(sum(sides_after(t, a)[0]) < 15 for a in GAME.actions(t))
    assert GAME.evaluate(s, 0) == pytest.approx(-2 + saved, abs=1 / 36)
    assert GAME.evaluate(at_home(home(*[6] * 14), home(1)), 0) == pytest.approx(-1, abs=0.01)
    assert GAME.evaluate(at_home(home(1), home(*[6] * 15)), 0) == pytest.approx(2, abs=0.01)
    far = at_home(home(*[6] * 15), home(*[6] * 14))
    assert GAME.evaluate(far, 0) == pytest.approx(
        SURE * (2 * race(home(*[6] * 15), home(*[6] * 14)) - 1), abs=1e-6
    )


def test_the_read_estimate_a_race_fits_what_is_known_of_its_end() -> None:
    """Where all men are home both can be asked."""
    rng, wrong = random.Random(9), []
    for _ in range(400):
        s = at_home(men_home(rng), men_home(rng))
        wrong.append(abs(estimate_race(s.own, s.opp) - borne_off(s.own, s.opp)))
    assert sum(wrong) / len(wrong) < 0.07


@pytest.mark.parametrize(
    ("black", "stake"),
    [({6: 13, 7: 1}, 1), ({12: 7, 13: 8}, 2), ({6: 14, 18: 1}, 2), ({22: 2, 13: 13}, 3)],
    ids=["a man is off", "all are outside", "one is outside", "two are in the winner's home"],
)
def test_races_in_which_more_is_at_stake(black: dict[int, int], stake: int) -> None:
    """White rolls and takes the last man off."""
    s = position(place_men({1: 1}.items()), place_men(black.items()), 0, TO_ROLL)
    assert GAME.evaluate(s, 0) == pytest.approx(stake, abs=0.06)
    assert GAME.evaluate(s, 0) < stake


def read_estimate(game: Backgammon, s: Position) -> float:
    return game.evaluate(s, 0)


@pytest.mark.parametrize(
    "text",
    ["WwYAACUDAAAAAA White", "bLcNRABvOwAAAA White", "sGfwATDgc/ABMA Black"],
    ids=["home", "race", "contact"],
)
def test_estimates_in_both_gears(text: str) -> None:
    s = GAME.load(text)
    assert compile_kernel(read_estimate, GAME, s)() == pytest.approx(
        read_estimate(GAME, s), abs=1e-12
    )


# ---------------------------------------------------------------------- text


def test_position_ids_that_others_wrote() -> None:
    """GNU Backgammon writes the side that is not on roll first: its manual's start; after 3-1, 8/5
    6/5; Gary Wong's example of 2001 in rec.games.backgammon, where O, with four men each on 1, 2
    and 3, has rolled 2-2."""
    assert GAME.dump(GAME.start()) == f"{START} opening"
    assert GAME.dump(GAME.after(["3-1", "8/5+6/5"])) == "sGfwATDgc/ABMA Black"
    s = GAME.load("XwAAgPceAAAAAA Black 2-2")
    assert count_men(s.own)[1:4] == [4, 4, 4]
    assert count_men(s.opp)[1:3] == [5, 1]
    assert pips(GAME.start().own) == 167


@pytest.mark.parametrize(
    ("position", "play", "name"),
    [
        (f"{START} White 3-1", "6/5 8/5", "8/5 6/5"),
        (f"{START} White 6-5", "24/18/13", "24/13"),
        (f"{START} Black 2-2", "13/11(2) 6/4(2)", "13/11(2) 6/4(2)"),
        (f"{START} White 1-1", "8/7(2), 6/5(2)", "8/7(2) 6/5(2)"),
        (f"{START} Black 4-4", "24/20(2) 13/9(2)", "24/20(2) 13/9(2)"),
        (f"{START} White 5-5", "13/8(2),8/3(2)", "13/3(2)"),
    ],
)
def test_plays_as_people_write_them(position: str, play: str, name: str) -> None:
    s = GAME.load(position)
    assert GAME.name(s, GAME.parse(s, play)) == name


def test_hits_are_starred_and_tell_plays_apart() -> None:
    """White enters with 3 or runs on with 2.

    Black's lone man on White's 22 point is hit by one order of the dice only.
    """
    black = {3: 1, 6: 5, 8: 3, 13: 4, 24: 2}
    white = {25: 1, 6: 5, 8: 3, 13: 5, 24: 1}
    bits = "".join(
        "1" * side.get(point, 0) + "0" for side in (black, white) for point in range(1, 26)
    )
    s = GAME.load(id_of(bits) + " White 3-2")
    names = [GAME.name(s, a) for a in GAME.actions(s)]
    assert {"bar/20", "bar/22*/20"} <= set(names)
    assert GAME.name(s, GAME.parse(s, "b/22*/20")) == "bar/22*/20"
    assert GAME.name(s, GAME.parse(s, "bar/22/20")) == "bar/22*/20"
    assert GAME.name(s, GAME.parse(s, "bar/23/20")) == "bar/20"
    assert GAME.name(s, GAME.parse(s, "13/11 bar/22")) == "bar/22* 13/11"
    with pytest.raises(BadAction, match="not legal"):
        GAME.parse(s, "bar/23*")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "not a position ID"),
        ("4HPwATDgc/ABM", "14 characters"),
        ("4HPwATDgc/ABMA Green", "write White or Black"),
        ("4HPwATDgc/ABMA White 7-1", "write White or Black"),
        ("//////////////", "more than 15 men"),
        ("AAAAAAAAAAAAAA", "no men at all"),
        ("sGfwATDgc/ABMA opening", "for the start"),
        (id_of("10" + "0" * 24 + "0" * 23 + "10"), "both sides on one point"),
        (id_of("10") + " White 2-1", "the game is over"),
        ("4HPwATDgc/ABMA:cAkA White 2-1", "not a match ID"),
    ],
)
def test_positions_are_refused_with_one_line(text: str, words: str) -> None:
    with pytest.raises(BadPosition, match=words) as caught:
        GAME.load(text)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("play", "words"),
    [
        ("8-5", "not a move of a man"),
        ("8/2", "not legal"),
        ("30/2", "not a point"),
        ("pass", "not legal"),
        ("8/5(4) 6/5", "not legal"),
    ],
)
def test_plays_are_refused_with_one_line(play: str, words: str) -> None:
    with pytest.raises(BadAction, match=words) as caught:
        GAME.parse(GAME.load(f"{START} White 3-1"), play)
    assert "\n" not in str(caught.value)


def test_rolls_and_arguments_are_refused_with_one_line() -> None:
    with pytest.raises(BadAction, match="two different numbers"):
        GAME.parse(GAME.start(), "3-3")
    with pytest.raises(BadAction, match="two numbers from 1 to 6"):
        GAME.parse(GAME.load(START), "7-1")
    with pytest.raises(BadGame, match="no evaluation 'luck'"):
        Backgammon("luck")


def test_the_board() -> None:
    s = GAME.load(f"{START} Black 3-1")
    board = GAME.board(s)
    assert board.touches[GAME.parse(s, "8/5 6/5")] == (
        4,
        8,
        7,
        8,
    )  # Black's 8, 5 and 6 points are White's 17, 20 and 19
    assert GAME.text(s).splitlines()[1:3] == [
        " 5○   ·   ·   ·  3●   ·   ·  5●   ·   ·   ·   ·  2○   ·",
        " 5●   ·   ·   ·  3○   ·   ·  5○   ·   ·   ·   ·  2●   ·",
    ]


# ---------------------------------------------------------------------- both gears, and playing


def test_checks_in_the_plain_gear() -> None:
    """In both gears with all other games in test_games; here what differs between evaluations."""
    for evaluation in Backgammon.evaluations:
        assert check_game(Backgammon(evaluation), games=2, seed=1, gear="plain").failures == []


def test_pips_in_both_gears() -> None:
    game = Backgammon("pips")
    for moves in (["3-1"], ["3-1", "8/5+6/5", "6-6", "24/18(2)+13/7(2)"]):
        s = game.after(moves)
        assert compile_kernel(read_estimate, game, s)() == pytest.approx(
            read_estimate(game, s), abs=1e-12
        )


def test_the_engine_plays_what_everybody_plays() -> None:
    """3-1, 4-2 and 6-1 make a point; with 1-1 in the opening's place two."""
    for roll, play in (("3-1", "8/5 6/5"), ("4-2", "8/4 6/4"), ("6-1", "13/7 8/7")):
        *_, result = make_searcher(GAME).iterate(
            GAME.load(f"{START} White {roll}"), Limits(depth=1)
        )
        assert result.action_name == play


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("4HPwATDgc/ABMA:cAkAAAAAAAAA", "4HPwATDgc/ABMA White"),
        ("4HPwATDgc/ABMA:cAkAAAAAAAAA Black 6-5", "4HPwATDgc/ABMA Black 6-5"),
        ("4HPwATDgc/ABMA:QYkqASAAIAAA", "4HPwATDgc/ABMA White 5-2"),
    ],
)
def test_a_match_id_may_follow(text: str, read: str) -> None:
    """QYkqASAAIAAA is the example of GNU Backgammon's manual, A technical description of the match
    ID: 52 is rolled."""
    assert GAME.dump(GAME.load(text)) == read
