"""Pac-Man: the rules by hand and against another simulator; the scenes of the lecture."""

from __future__ import annotations

import io
import json
import math
import random
import xml.etree.ElementTree as ET
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from zermelo import catalogue, cli, search
from zermelo.board import in_ascii
from zermelo.check import check_game
from zermelo.engine import Engine
from zermelo.errors import BadAction, BadGame, BadPosition, Unsuitable
from zermelo.game import CHANCE
from zermelo.games.pacman import (
    EAST,
    LAYOUTS,
    NORTH,
    SCARED,
    SOUTH,
    STOP,
    WEST,
    Ghost,
    Pacman,
    Position,
)
from zermelo.pacman import draw, pieces, tell
from zermelo.pacman.agents import SearchAgent, play_plies, record_game
from zermelo.pacman.beliefs import BELIEFS, BETWEEN, record_pair, roll_dice
from zermelo.pacman.demonstration import VIDEOS, Demonstration
from zermelo.pacman.scenes import (
    BEND,
    GUARDED,
    SCENES,
    count_turns,
    find_scene,
    play_scene,
)
from zermelo.states import random_playout

WIDE = "/".join(
    [
        "%" * 20,
        "%P" + "." * 16 + "G%",
        "%" + "." * 17 + "o%",
        "%." + "%%.." * 4 + "o%",
        "%" + "." * 16 + ".G%",
        "%" * 20,
    ]
)


@pytest.mark.parametrize(
    "spec",
    [
        pytest.param(f"pacman:{WIDE},directional+chase,stop=yes", marks=pytest.mark.slow),
        pytest.param(f"pacman:{BEND}", marks=pytest.mark.slow),
    ],
)
def test_checks_in_both_gears(spec: str) -> None:
    report = check_game(catalogue.game(spec), games=8)
    assert report.failures == []
    assert report.compiled


# ---------------------------------------------------------------------- the rules by hand


def after(game: Pacman, *moves: str) -> Position:
    return game.after(moves)


def test_steps_dots_and_the_last_one() -> None:
    game = Pacman("%%%%%%/%P_..%/%%%%%%")
    assert after(game, "e").score == -1
    assert after(game, "e", "e").score == -2 + 10
    s = after(game, "e", "e", "e")
    assert (s.score, game.terminal(s), game.utility(s, 0)) == (-3 + 20 + 500, True, 517)
    assert game.players == 1


def test_eaten_by_walking_and_by_the_ghost() -> None:
    game = Pacman("%%%%%%%/%.P_G_%/%%%%%%%")
    by_ghost = after(game, "e", "w")
    assert (by_ghost.score, by_ghost.eaten, game.terminal(by_ghost)) == (-501, True, True)
    game = Pacman("%%%%%%/%.PG.%/%%%%%%")
    own = after(game, "e")
    assert (own.score, own.eaten, game.utility(own, 1)) == (-501, True, 501)


def test_the_last_dot_counts_before_the_ghost() -> None:
    game = Pacman("%P.%/%G_%")
    s = game.start()._replace(ghosts=(Ghost(1, NORTH, 0, 0),))
    won = game.result(s, EAST)
    assert (won.score, won.eaten, game.terminal(won)) == (509, False, True)


def test_two_ghosts_at_once_cost_500_once() -> None:
    game = Pacman("%%%%%%%/%.P_GG%/%%%%%%%")
    s = game.start()._replace(ghosts=(Ghost(2, WEST, 0, 0), Ghost(2, WEST, 0, 0)))
    assert game.result(s, EAST).score == -501


def test_a_scared_ghost_is_slow_and_worth_200() -> None:
    game = Pacman("%%%%%%%%%/%Po____G%/%.%%%%%%%/%%%%%%%%%")
    s = after(game, "e")
    assert s.ghosts == (Ghost(6, STOP, 0, SCARED),)
    s = game.result(s, WEST)
    assert s.ghosts == (Ghost(6, WEST, 1, SCARED - 1),)
    s = game.result(game.result(s, EAST), WEST)  # halfway it must go on
    assert s.ghosts == (Ghost(5, WEST, 0, SCARED - 2),)
    s = game.after(["e", "w", "e"], s)  # it comes half a cell towards him, and he steps beside it
    assert s.score == -4 + 200
    assert s.ghosts == (Ghost(6, STOP, 0, 0),)  # at home, and not afraid any more


@pytest.mark.parametrize(
    ("heading", "cell", "end"), [(NORTH, 4, 2), (SOUTH, 2, 2), (EAST, 5, 6), (WEST, 6, 6)]
)
def test_the_end_of_fear_puts_a_ghost_on_the_northern_or_eastern_cell(
    heading: int, cell: int, end: int
) -> None:
    game = Pacman(
        "%G%P/%_%./%_%%/%__%"
    )  # the cells of the first column are 0, 2, 4, 5; 6 lies to the east of 5
    s = game.start()._replace(mover=1, ghosts=(Ghost(cell, heading, 0, 1),))
    assert game.result(s, heading).ghosts == (Ghost(end, heading, 0, 0),)


def test_ghosts_turn_back_only_where_they_must() -> None:
    game = Pacman("%%%%%%%/%P._G_%/%.%%%%%/%%%%%%%")
    first = after(game, "s")
    assert list(game.actions(first)) == [EAST, WEST]  # at first it has come from nowhere
    east = game.result(game.result(first, EAST), NORTH)
    assert list(game.actions(east)) == [WEST]  # a dead end
    west = game.result(game.result(first, WEST), NORTH)
    assert list(game.actions(west)) == [WEST]  # no way back
    free = Pacman("%%%%%%%/%P._G_%/%.%%%%%/%%%%%%%", reverse=True)
    assert list(free.actions(west)) == [EAST, WEST]


def test_stop_by_option_and_where_there_is_no_way() -> None:
    maze = "%%%%%/%P.G%/%%%%%"
    assert list(Pacman(maze).actions(Pacman(maze).start())) == [EAST]
    assert list(Pacman(maze, stop=True).actions(Pacman(maze).start())) == [EAST, STOP]
    shut = Pacman("%P%.%G%")
    s = shut.result(shut.start(), STOP)
    assert (s.score, list(shut.actions(s))) == (-1, [STOP])


def test_the_game_ends_when_the_moves_are_spent() -> None:
    game = Pacman("%P__.%", moves=2)
    s = after(game, "e", "w")
    assert (game.terminal(s), s.score, game.caption(s)) == (True, -2, "score −2, no moves left")
    assert "1 move left" in game.caption(s._replace(left=1))


def test_points_of_your_own() -> None:
    game = Pacman("%P.%", points="7/-2/3/40/-5/6")
    assert game.utility(after(game, "e"), 0) == 7 - 2 + 3 + 40


# ---------------------------------------------------------------------- movers and probabilities


def test_kinds_of_ghosts() -> None:
    game = Pacman("small", "minimise+random")
    s = game.start()
    assert (game.player(s), game.players, game.has_chance) == (0, 2, True)
    s = game.result(s, EAST)
    assert game.player(s) == 1
    s = game.result(s, EAST if EAST in list(game.actions(s)) else WEST)
    assert game.player(s) == CHANCE
    chances = dict(game.chances(s))
    assert set(chances) == set(game.actions(s))
    assert len(set(chances.values())) == 1


def test_directional_as_in_the_course() -> None:
    """prob = 0.8 for the best, 0.2 spread over all: 0.8 + 0.2/3 for the nearer action."""
    game = Pacman("%%%%%%%/%P..G.%/%%%%_%%/%%%%%%%", "directional")
    s = game.result(game.start(), EAST)
    chances = dict(game.chances(s))
    assert chances == pytest.approx({WEST: 0.8 + 0.2 / 3, EAST: 0.2 / 3, SOUTH: 0.2 / 3})
    scared = s._replace(ghosts=(s.ghosts[0]._replace(scared=9),))
    assert dict(game.chances(scared)) == pytest.approx(
        {WEST: 0.2 / 3, EAST: 0.4 + 0.2 / 3, SOUTH: 0.4 + 0.2 / 3}
    )


def test_a_chaser_takes_the_shortest_way_and_a_patrol_keeps_right() -> None:
    chase, patrol = Pacman("ring", "chase"), Pacman("ring", "patrol")
    s = chase.result(chase.start(), NORTH)
    assert list(chase.chances(s)) == [(NORTH, 1.0)]
    assert list(chase.chances(chase.result(chase.start(), SOUTH))) == [(SOUTH, 1.0)]
    walk = [a for a, _ in zip(_patrolled(patrol), range(20), strict=False)]
    assert walk == [NORTH] * 2 + [WEST] * 4 + [SOUTH] * 4 + [EAST] * 4 + [NORTH] * 4 + [WEST] * 2


def _patrolled(game: Pacman) -> Any:
    ghost = game.start().ghosts[0]
    while True:
        a = game._rightmost(ghost)
        yield a
        ghost = game._float(ghost, a)


# ---------------------------------------------------------------------- another simulator

STEPS = {NORTH: (0, 1), EAST: (1, 0), SOUTH: (0, -1), WEST: (-1, 0), STOP: (0, 0)}


class Simulator:
    """The course's rules once more, with real positions.

    y runs upwards, a scared ghost moves by halves, a distance of 0.7 is a collision.
    """

    def __init__(self, maze: str) -> None:
        rows = maze.split("/")
        self.free, self.food, self.capsules, self.ghosts = set(), set(), set(), []
        for r, row in enumerate(rows):
            for x, sign in enumerate(row):
                at = (x, len(rows) - 1 - r)
                if sign != "%":
                    self.free.add(at)
                if sign == ".":
                    self.food.add(at)
                if sign == "o":
                    self.capsules.add(at)
                if sign == "G":
                    self.ghosts.append([at, STOP, 0])
                if sign == "P":
                    self.pacman = at
        self.homes = [ghost[0] for ghost in self.ghosts]
        self.score, self.turn, self.over = 0, 0, False

    def legal(self) -> list[int]:
        if self.turn == 0:
            return [
                a
                for a, (dx, dy) in STEPS.items()
                if a != STOP and (self.pacman[0] + dx, self.pacman[1] + dy) in self.free
            ]
        (x, y), heading, _ = self.ghosts[self.turn - 1]
        if x != int(x) or y != int(y):
            return [heading]
        ways = [a for a, (dx, dy) in STEPS.items() if a != STOP and (x + dx, y + dy) in self.free]
        back = {NORTH: SOUTH, SOUTH: NORTH, EAST: WEST, WEST: EAST, STOP: STOP}[heading]
        return [a for a in ways if a != back or len(ways) == 1]

    def move(self, a: int) -> None:
        dx, dy = STEPS[a]
        if self.turn == 0:
            self.pacman = (self.pacman[0] + dx, self.pacman[1] + dy)
            self.score -= 1
            if self.pacman in self.food:
                self.food.remove(self.pacman)
                self.score += 10 if self.food else 510
            if self.pacman in self.capsules:
                self.capsules.remove(self.pacman)
                for ghost in self.ghosts:
                    ghost[2] = 40
            met = range(len(self.ghosts))
        else:
            ghost = self.ghosts[self.turn - 1]
            speed = 0.5 if ghost[2] else 1
            ghost[0] = (ghost[0][0] + speed * dx, ghost[0][1] + speed * dy)
            ghost[1] = a
            if ghost[2] == 1:
                ghost[0] = (math.floor(ghost[0][0] + 0.5), math.floor(ghost[0][1] + 0.5))
            ghost[2] = max(0, ghost[2] - 1)
            met = range(self.turn - 1, self.turn)
        killed = False
        for i in met:
            (x, y), _, fear = self.ghosts[i]
            if abs(x - self.pacman[0]) + abs(y - self.pacman[1]) <= 0.7:
                if fear:
                    self.score += 200
                    self.ghosts[i] = [self.homes[i], STOP, 0]
                else:
                    killed = True
        if killed and self.food:
            self.score -= 500
        self.over = killed or not self.food
        self.turn = (self.turn + 1) % (len(self.ghosts) + 1)


@pytest.mark.sampled
@pytest.mark.parametrize(
    "maze", [LAYOUTS["small"], LAYOUTS["open"], WIDE, "%%%%%%%/%o___G%/%_%_%_%/%Po.o.%/%%%%%%%"]
)
def test_random_games_against_another_simulator(maze: str) -> None:
    """Thousands of plies: the same legal moves, places, fears, scores and ends."""
    game = Pacman(maze, moves=1000)
    rng = random.Random(5)
    seen = 0
    for _ in range(40):
        s, other = game.start(), Simulator(maze)
        while not game.terminal(s):
            options = list(game.actions(s))
            assert options == other.legal()
            a = rng.choice(options)
            s = game.result(s, a)
            other.move(a)
            frame = filmed_frame(game, s)
            assert frame.score == other.score
            assert up(game, frame.pacman) == other.pacman
            assert [(up(game, g.at), g.scared) for g in frame.ghosts] == [
                (at, fear) for at, _, fear in other.ghosts
            ]
            assert {up(game, at) for at in frame.food} == other.food
            assert {up(game, at) for at in frame.capsules} == other.capsules
            assert game.terminal(s) == (other.over or s.left == 0)
            seen += 1
    assert seen > 500


def filmed_frame(game: Pacman, s: Position) -> Any:
    from zermelo.pacman.maze_film import MazeFilm

    return MazeFilm.start(game, "", s).frames[0]


def up(game: Pacman, at: tuple[float, float]) -> tuple[float, float]:
    """A place counted from the lower left."""
    return at[0], game.height - 1 - at[1]


# ---------------------------------------------------------------------- text


def test_moves_in_many_spellings() -> None:
    game = Pacman("ring")
    s = game.start()
    assert {game.parse(s, text) for text in ("north", "N", "↑", "Up")} == {NORTH}
    with pytest.raises(BadAction, match="'east' is not legal here; legal: north south"):
        game.parse(s, "east")


def test_positions_as_text() -> None:
    game = Pacman("small")
    rng = random.Random(3)
    for s in random_playout(game, rng, most=300):
        assert game.load(game.dump(s)) == s
    assert game.load(LAYOUTS["small"]) == game.start()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("%%%", "is not this maze"),
        ("%.P_G_% Z1,1", "says nothing about this maze"),
        ("%.P_G_% A0,0", "there is a wall"),
        ("%.P_G_% A1,0e+", "only a scared ghost is between two cells"),
        ("%.P_G_% A1,0:41", "fear lasts 40 moves"),
        ("%.P_G_% B1,0", "there are 1 ghosts here"),
    ],
)
def test_bad_positions(text: str, words: str) -> None:
    game = Pacman("%.P_G_%")
    assert game.load("%.____% P2,0 A4,0") == game.start()
    with pytest.raises(BadPosition, match=words):
        game.load(text)


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ("pacman:nowhere", "no layout is called 'nowhere'"),
        ("pacman:%P.%/%%%", "equally long"),
        ("pacman:%P?%", "stands for nothing"),
        ("pacman:%PP.%", "one Pac-Man"),
        ("pacman:%P_%", "at least one dot"),
        ("pacman:ring,angry", "not 'angry'"),
        ("pacman:ring,random+random", "says how 2 ghosts move, and there are 1"),
        ("pacman:ring,evaluation=clever", "evaluations: distance naive score hunting"),
        ("pacman:ring,moves=0", "1 to 1,000,000 moves"),
        ("pacman:ring,points=1/2", "points are course or lecture"),
        ("pacman:ring,points=0/1/10/500/-500/200", "must not add points"),
    ],
)
def test_bad_games(spec: str, words: str) -> None:
    with pytest.raises(BadGame, match=words.replace("+", r"\+").replace("?", r"\?")):
        catalogue.game(spec)


def test_boards_in_unicode_and_ascii() -> None:
    game = Pacman("%%%%%/%PoG%/%._.%/%%%%%")
    s = after(game, "e")
    assert game.text(s).splitlines()[1:3] == ["█ ᗧa█", "█• •█"]
    assert game.board(s).text(ascii_only=True).splitlines()[2] == "% .   . %"
    assert game.board(s).touches == {SOUTH: (13,), WEST: (7,)}


# ---------------------------------------------------------------------- evaluations


def random_maze(rng: random.Random, ghosts: str = "") -> str:
    """A maze of corridors with loops, full of dots."""
    width, height = rng.choice([(3, 2), (4, 2), (3, 3), (4, 3)])
    rows = [["%"] * (2 * width + 1) for _ in range(2 * height + 1)]
    rooms = [(x, y) for x in range(width) for y in range(height)]
    seen, edges = [rooms[0]], []
    while len(seen) < len(rooms) or len(edges) < len(rooms) + 1:
        x, y = rng.choice(seen)
        dx, dy = rng.choice([(1, 0), (-1, 0), (0, 1), (0, -1)])
        if (x + dx, y + dy) in rooms and ((x + dx, y + dy) not in seen or len(seen) == len(rooms)):
            edges.append((2 * x + 1 + dx, 2 * y + 1 + dy))
            seen += [(x + dx, y + dy)] if (x + dx, y + dy) not in seen else []
    for x, y in [*edges, *((2 * x + 1, 2 * y + 1) for x, y in rooms)]:
        rows[y][x] = rng.choice("._")
    free = [(x, y) for y, row in enumerate(rows) for x, sign in enumerate(row) if sign != "%"]
    for (x, y), sign in zip(rng.sample(free, 2 + len(ghosts)), "P." + ghosts, strict=True):
        rows[y][x] = sign
    return "/".join("".join(row) for row in rows)


@pytest.mark.parametrize("seed", range(12))
def test_the_distance_evaluation_never_thrashes(seed: int) -> None:
    """Without ghosts it clears every maze at depth 2, within a crossing for each dot."""
    game = Pacman(random_maze(random.Random(seed)))
    dots = sum(word.bit_count() for word in game.start().food)
    film = record_game(game, "", SearchAgent(game, 2, gear="plain"))
    assert film.outcome == "cleared"
    assert len(film.moves) <= game.across * dots


def test_evaluations_by_name() -> None:
    s = Pacman("ring").start()
    assert (
        Pacman("ring", evaluation="naive").evaluate(s, 0)
        == Pacman("ring", evaluation="score").evaluate(s, 0)
        == 0
    )
    assert (
        Pacman("ring", evaluation="hunting").evaluate(s, 1) == -8
    )  # the ghost is eight steps away
    assert Pacman("ring").evaluate(s, 1) == -Pacman("ring").evaluate(s, 0)


@pytest.mark.parametrize("seed", range(6))
def test_bounds_hold_the_value(seed: int) -> None:
    """Against exhaustive search on small mazes with few moves left."""
    game = Pacman(random_maze(random.Random(seed), "Go"), moves=5)
    for s in list(random_playout(game, random.Random(seed)))[:4]:
        if not game.terminal(s):
            value = search.minimax(game, s, player=0, gear="plain").value
            low, high = game.bounds(s)
            assert value is not None and low <= value <= high


def test_alphabeta_finds_the_minimax_value() -> None:
    game = Pacman("small", moves=20)
    full, pruned = (
        algorithm(game, depth=9, gear="plain") for algorithm in (search.minimax, search.alphabeta)
    )
    assert pruned.value == full.value and pruned.nodes < full.nodes


# ---------------------------------------------------------------------- the scenes


@cache
def shown(name: str) -> Demonstration:
    return play_scene(name)


def test_alone_8_against_6() -> None:
    """Notes 3: the root's right child is worth 8, the left one 6, so it is best to move right."""
    made = shown("alone")
    assert (made.facts["east"], made.facts["west"], made.facts["score"]) == (8, 6, 8)
    assert made.films[0].moves == ["east", "east"]


def test_trapped_and_choosing_the_minus_8() -> None:
    """Notes 3: min(−8, −5) = −8, min(−10, +8) = −10, max(−8, −10) = −8.

    He goes left, away from the pellet. By the rules −5 is 6.
    """
    made = shown("trapped")
    assert made.facts["west"] == {"west": -8, "east": 6}
    assert made.facts["east"] == {"west": -10, "east": 8}
    assert made.facts["values"] == {"west": -8, "east": -10}
    film = made.films[0]
    assert film.moves[0] == "west" and film.frames[2].action == "west"  # the ghost takes the −8
    assert (len(film.moves), film.score, film.outcome) == (18, -8, "no moves left")


def test_the_values_of_the_trap_are_those_of_the_engine() -> None:
    game = Pacman(GUARDED, points="10/-1/0/0/-19/0", moves=18)
    engine = Engine(game, gear="plain")
    for moves, worth in {
        "": -8,
        "west": -8,
        "east": -10,
        "west west": -8,
        "west east": 6,
        "east west": -10,
        "east east": 8,
    }.items():
        assert engine.solve(game.after(moves.split()), player=0).value == worth


def test_thrashing_with_the_naive_evaluation_and_not_with_distances() -> None:
    """Slides: within a horizon of two, eating now and later score the same; so he starves."""
    naive, distance = shown("thrashing").films
    for frame in naive.frames[1:]:
        assert len(set(frame.values.values())) == 1  # waiting seems just as good as eating
        assert len(frame.food) == 2
    assert (count_turns(naive), len(set(naive.path)), naive.score) == (19, 2, -20)
    assert (count_turns(distance), distance.outcome, distance.score) == (0, "cleared", 516)


def test_one_of_the_two_plans_eats_now_and_the_other_a_step_later() -> None:
    game = Pacman(BEND, evaluation="naive")
    now, later = (game.result(game.start(), a) for a in (EAST, NORTH))
    assert now.score == 9 and later.score == -1
    assert (
        search.minimax(game, now, depth=1).value == search.minimax(game, later, depth=1).value == 8
    )


@pytest.mark.slow
def test_depth_10_beats_depth_2_and_the_evaluation_matters_less() -> None:
    """Slides: the deeper the evaluation is buried in the tree, the less its quality matters."""
    facts = shown("depth").facts
    assert facts["2 naive"]["outcome"] == facts["2 distance"]["outcome"] == "eaten"
    assert facts["10 naive"]["outcome"] == facts["10 distance"]["outcome"] == "cleared"
    assert facts["2 naive"]["score"] != facts["2 distance"]["score"]
    assert (
        facts["10 naive"]
        == facts["10 distance"]
        == {"score": 626, "outcome": "cleared", "moves": 24}
    )


def test_ghosts_coordinate_without_being_told_to() -> None:
    """Slides: smart ghosts only minimise the score, and come from two sides; chasers do not."""
    made = shown("coordination")
    chased, pinned = made.films
    assert (chased.outcome, pinned.outcome) == ("cleared", "eaten")
    assert made.facts["headings"] == {"A": "north", "B": "south"}
    assert {g.heading for g in chased.frames[3].ghosts} != {
        g.heading for g in pinned.frames[3].ghosts
    }
    assert all(g.heading == "north" for g in chased.frames[3].ghosts)
    last = pinned.frames[-2]
    assert sorted(g.at[0] - last.pacman[0] > 0 for g in last.ghosts) == [
        False,
        True,
    ]  # one on either side of him


def test_the_table_of_beliefs_and_reality() -> None:
    """Minimax is safe where it is right; expectimax gains where it is right, else it loses."""
    rows = {(row.pacman, row.ghosts): row for row in shown("table").table}
    assert all(row.games == 25 for row in rows.values())
    right, careful = rows["minimax", "adversarial"], rows["minimax", "random"]
    fooled, lucky = rows["expectimax", "adversarial"], rows["expectimax", "random"]
    assert (right.wins, right.eaten) == (25, 0)
    assert fooled.eaten > 12 and fooled.wins < 13
    assert lucky.wins >= 23 and lucky.wins > careful.wins
    assert lucky.score > careful.score + 100
    assert right.score > fooled.score + 400


def test_minimax_gives_up_where_expectimax_takes_the_chance() -> None:
    """Slides, min vs. exp: minimax is optimal against a perfect player; otherwise?

    Between two random ghosts minimax dies at once in every game. The ghost in the east turns away
    with probability ½, so that expectimax wins about half of 25 games: 5 to 20 is four deviations.
    """
    made = shown("min-vs-exp")
    rows = {(row.pacman, row.ghosts): row for row in made.table}
    assert (rows["minimax", "random"].wins, rows["minimax", "random"].score) == (0, -501)
    assert 5 <= rows["expectimax", "random"].wins <= 20
    assert rows["expectimax", "random"].score > rows["minimax", "random"].score + 200
    assert rows["minimax", "adversarial"].score > rows["expectimax", "adversarial"].score
    assert [film.outcome for film in made.films] == ["eaten", "cleared"]
    assert [film.moves[0] for film in made.films] == ["west", "east"]


def test_both_agents_see_ghosts_with_the_same_dice() -> None:
    """Ghost A has one way only, ghost B a choice at first: it chooses the same for both agents."""
    for game in range(4):
        films = [record_pair(BETWEEN, (p, "random"), roll_dice(7, game)) for p in BELIEFS]
        assert films[0].frames[0] == films[1].frames[0]
        for first, second in zip(*(film.frames[1:] for film in films), strict=False):
            assert first.mover == second.mover
            if first.mover != "Pac-Man":
                assert first.action == second.action


def test_the_value_of_the_chance_is_half_a_win() -> None:
    """By expectimax to the end of the game: ½ · (−502) + ½ · 531, his only two scores."""
    game = Pacman(BETWEEN, "random", moves=12)
    scores = {play_scene("min-vs-exp", seed, 1).films[1].score for seed in range(6)}
    assert scores == {-502, 531}
    value = search.expectimax(game, gear="plain").value
    assert value == pytest.approx((-502 + 531) / 2)


def test_zooming_in_keeps_the_game_and_cuts_the_maze() -> None:
    whole, near = shown("coordination").films, shown("coordination-zoomed").films
    end = len(whole[1].frames)
    for film, part in zip(whole, near, strict=True):
        frames = film.frames[end - len(part.frames) : end]
        assert [f.position for f in part.frames] == [f.position for f in frames]
        assert part.walls == tuple(row[:7] for row in film.walls[:7])
        for frame, cut in zip(frames, part.frames, strict=True):
            assert cut.pacman == frame.pacman and cut.score == frame.score  # the window's corner
            assert set(cut.food) == {place for place in frame.food if place[0] < 7}
            assert all(len(line) == 7 for line in cut.text.splitlines()[:7])
    assert [film.outcome for film in near] == ["unfinished", "eaten"]


def test_every_video_of_the_slides_is_a_film() -> None:
    titles = {video.number: video for video in VIDEOS}
    assert sorted(titles, key=lambda number: int(number[3:])) == [
        f"L6D{i}" for i in (2, 3, 4, 5, 6, 7, 8, 10)
    ]
    for number, video in titles.items():
        assert find_scene(number.lower()) == video.scene
    for name in ("min-vs-exp", "thrashing", "depth", "coordination-zoomed"):
        videos = [film["video"] for film in shown(name).to_dict()["films"]]
        listed = [str(video) for video in VIDEOS if video.scene == name]
        assert [video for video in videos if video] == listed


def test_films_stand_side_by_side_in_a_terminal() -> None:
    made = shown("min-vs-exp")
    lines = tell.list_lines(made)
    assert max(map(len, lines[3:6])) <= 80
    heads = next(line for line in lines if line.startswith("—"))
    assert "— minimax against" in heads and "— expectimax against" in heads
    boards = [line.split() for line in lines if line.startswith("██████████")]
    assert len(boards) == 2 * max(len(film.frames) for film in made.films)
    assert all(board == ["██████████"] * 2 for board in boards)
    last = [line for line in lines if line.startswith("score")][-1]
    assert "Pac-Man is eaten" in last and "all dots are eaten" in last  # the first stands still


@pytest.mark.parametrize("width", [100, 60])
def test_films_move_side_by_side_where_a_terminal_is_wide_enough(
    width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tell, "BEAT", 0)
    out = io.StringIO()
    tell.animate(shown("thrashing"), Console(file=out, width=width, color_system=None))
    heads = [line for line in out.getvalue().splitlines() if "L6D" in line]
    assert len(heads) == (1 if width == 100 else 2)
    assert "L6D6 Thrashing" in heads[0] and "L6D7 Thrashing, Fixed" in heads[-1]
    assert max(map(len, out.getvalue().splitlines())) <= width


def test_agents_can_be_compared_in_another_maze() -> None:
    maze = "%%%%%%%/%P..._%/%%%%%G%/%%%%%%%"
    made = play_scene("min-vs-exp", games=2, maze=maze)
    assert (
        made.films[0].walls == made.films[1].walls == ("%%%%%%%", "%_____%", "%%%%%_%", "%%%%%%%")
    )
    with pytest.raises(Unsuitable, match="the scene depth has a maze of its own"):
        play_scene("depth", maze=maze)


def test_the_same_seed_gives_the_same_table() -> None:
    first, again, other = (
        play_scene("table", 7, 3),
        play_scene("table", 7, 3),
        play_scene("table", 8, 3),
    )
    assert first.to_dict() == again.to_dict()
    assert first.to_dict() != other.to_dict()


def test_an_agent_searches_its_model_and_moves_in_the_real_game() -> None:
    maze = "%%%%%%%/%P.._.%/%%%%G%%/%%%%%%%"
    believed, real = Pacman(maze, "minimise"), Pacman(maze, "random")
    assert believed.start() == real.start()
    moves = list(play_plies(real, SearchAgent(believed, 2, gear="plain"), rng=random.Random(1)))
    assert moves[0].decision.values and not moves[1].decision.values


# ---------------------------------------------------------------------- showing


SHOWN = ["alone", "trapped", "min-vs-exp", "thrashing", "coordination", "coordination-zoomed"]


@pytest.mark.parametrize("name", SHOWN)
def test_scenes_are_values_and_pictures(name: str) -> None:
    made = shown(name)
    data = json.loads(json.dumps(made.to_dict()))
    assert [film["score"] for film in data["films"]] == [film.score for film in made.films]
    picture = ET.fromstring(draw.svg(made))
    dots = sum(len(film.frames[0].food) for film in made.films)
    assert (
        sum(e.get("class") == "dot" for e in picture.iter("{http://www.w3.org/2000/svg}circle"))
        == dots
    )
    assert "prefers-reduced-motion" in pieces.STYLE
    page = draw.html(made)
    assert page.count("<script") == 2 and "https://" not in page
    lines = list(tell.list_lines(made))
    assert made.findings[0] in lines
    assert "?" not in in_ascii("".join(lines))


def test_a_picture_shows_what_the_frame_says() -> None:
    film = shown("coordination").films[1]
    first, last = ET.fromstring(draw.still(film, 0)), ET.fromstring(draw.still(film))
    circles = [
        sum(e.get("class") == "dot" for e in p.iter("{http://www.w3.org/2000/svg}circle"))
        for p in (first, last)
    ]
    assert circles == [len(film.frames[0].food), len(film.frames[-1].food)]
    letters = [
        [e.text for e in p.iter("{http://www.w3.org/2000/svg}text") if e.text in ("A", "B")]
        for p in (first, last)
    ]
    assert letters == [["A", "B"], ["A", "B"]]
    assert [
        sum(e.get("class") == "pac" for e in p.iter("{http://www.w3.org/2000/svg}path"))
        for p in (first, last)
    ] == [1, 0]


def test_the_picture_in_the_docs_is_what_the_code_draws() -> None:
    page = Path(__file__).resolve().parents[2] / "docs" / "games" / "pacman.svg"
    assert page.read_text(encoding="utf-8") == draw.svg(shown("coordination")) + "\n"


def test_the_command(capsys: pytest.CaptureFixture[str], tmp_path: Any) -> None:
    assert cli.run(["pacman"]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == list(SCENES)
    assert cli.run(["pacman", "l6d6", "--json"]) == 0
    films = json.loads(capsys.readouterr().out)["films"]
    assert [film["video"][:4] for film in films] == ["L6D6", "L6D7"]
    assert cli.run(["pacman", "thrashing", "--brief"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "… 19 steps …" in lines and len(lines) < 30
    assert cli.run(["pacman", "alone"]) == 0
    assert "East is worth 8, west 6" in capsys.readouterr().out
    assert cli.run(["pacman", "trapped", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["facts"]["action"] == "west"
    for ending in ("svg", "html", "png"):
        assert cli.run(["pacman", "alone", "-o", str(tmp_path / f"a.{ending}")]) == 0
        assert (tmp_path / f"a.{ending}").stat().st_size > 1000
    capsys.readouterr()
    assert cli.run(["pacman", "alone", "-o", str(tmp_path / "a.gif")]) == 2
    assert cli.run(["pacman", "tabel"]) == 2
    assert "did you mean table?" in capsys.readouterr().err
