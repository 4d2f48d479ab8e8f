"""Ordinary Python as people write it in rules; `test_idioms.py` compares both gears on each.

Every function takes the rules, a state and an action. Those whose name begins with grid take a
state of rows.
"""

# The idioms keep the style of their authors: no linter applies.
# mypy: ignore-errors
# ruff: noqa

from __future__ import annotations

import enum
import itertools
import math
import operator
from itertools import combinations, product
from typing import NamedTuple

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
STEPS = [(-1, 0), (1, 0), (0, -1), (0, 1)]
WORTH = {0: 0, 1: 10, 2: -10}
SPARSE = {5: 1, 100: 2, -7: 3}
NEIGHBOURS = {i: [j for j in range(9) if abs(i - j) in (1, 3)] for i in range(9)}
BESIDE = {
    (r, c): [(r + i, c + j) for i, j in STEPS if 0 <= r + i < 3 and 0 <= c + j < 3]
    for r in range(3)
    for c in range(3)
}
BY_CELL = {(r, c): r * 3 + c for r in range(3) for c in range(3)}
SHAPES = {
    "bar": [frozenset({(0, 0), (0, 1), (0, 2)}), frozenset({(0, 0)})],
    "dot": [frozenset({(1, 1), (2, 5)})],
}
AROUND = [{1, 3}, {0, 2, 4}, set(), {0}, {1, 8}, {2}, {3, 7}, {4}, {5}]
CORNERS = {0, 2, 6, 8}
CENTRE = [4]


class State(NamedTuple):
    cells: tuple[int, ...]
    turn: int = 0


class Grid(NamedTuple):
    rows: tuple[tuple[int, ...], ...]
    turn: int = 0


S = State((1, 0, 2, 0, 1, 0, 0, 0, 2), 0)
G = Grid(((1, 0, 2), (0, 1, 0), (0, 0, 2)), 0)


class Side(enum.Enum):
    LEFT = "left"
    RIGHT = "right"


class Die(enum.Enum):
    LOW = 1
    HIGH = 4


class Words(NamedTuple):
    letters: tuple[str, ...]
    turn: str
    winner: int | None
    side: Side


W = Words(("X", ".", "O", "", "X"), "X", None, Side.LEFT)
OTHER = {"X": "O", "O": "X"}
STEP = {Side.LEFT: -1, Side.RIGHT: 1}
NAMES = ["X", "O"]


class Rules:
    size = 3
    lines = LINES
    weights = [3, 2, 3, 2, 4, 2, 3, 2, 3]
    table = {1: "x", 2: "o"}


def lists_made_in_one_line(g, s, a):
    own, other = list(s.cells[:3]), list(s.cells)
    own[a % 3] += 1
    other[0], other[1] = other[1], other[0]
    return State((*own, *tuple(other)[3:]), 1 - s.turn)


def list_put(g, s, a):
    cells = list(s.cells)
    cells[a] = 1 + s.turn
    return State(tuple(cells), 1 - s.turn)


def list_swap(g, s, a):
    cells = list(s.cells)
    cells[a], cells[0] = cells[0], cells[a]
    return State(tuple(cells), s.turn)


def list_aug(g, s, a):
    cells = list(s.cells)
    cells[a] += 5
    cells[a - 1] -= 1
    return State(tuple(cells), s.turn)


def list_star(g, s, a):
    cells = [*s.cells]
    cells[a] = 7
    return State(tuple(cells), s.turn)


def list_copy(g, s, a):
    before = list(s.cells)
    cells = before[:]
    cells[a] = 7
    more = cells.copy()
    more[0] = 9
    return before[a], cells[a], more[0], cells[0]


def list_loop(g, s, a):
    cells = list(s.cells)
    for i in range(len(cells)):
        if cells[i] == 0:
            cells[i] = a
    return State(tuple(cells), s.turn)


def list_enum(g, s, a):
    cells = list(s.cells)
    for i, x in enumerate(s.cells):
        cells[i] = x + i
    return State(tuple(cells))


def list_times(g, s, a):
    counts = [0] * 3
    for x in s.cells:
        counts[x] += 1
    return tuple(counts)


def list_times_n(g, s, a):
    counts = [0] * len(s.cells)
    for x in s.cells:
        counts[x] += 1
    return counts[0], max(counts)


def list_branch(g, s, a):
    cells = list(s.cells)
    if a > 3:
        cells[a] = 3
    else:
        cells[0] = 4
    return s._replace(cells=tuple(cells), turn=1 - s.turn)


def list_helper_reads(g, s, a):
    cells = list(s.cells)
    cells[a] = 1
    return has_line(cells, 1)


def has_line(cells, x):
    return any(all(cells[i] == x for i in line) for line in LINES)


def set_cell(cells, a, x):
    cells[a] = x


def list_helper_changes(g, s, a):
    cells = list(s.cells)
    set_cell(cells, a, 8)
    return State(tuple(cells), 1)


def changed(cells, a, x):
    new = list(cells)
    new[a] = x
    return tuple(new)


def list_in_helper(g, s, a):
    return State(changed(changed(s.cells, a, 2), 0, 3), 1)


def list_remove(g, s, a):
    rest = [i for i in range(9) if s.cells[i] == 0]
    rest.remove(3)
    rest.append(17)
    rest.insert(0, a)
    x = rest.pop()
    return len(rest), x, rest[0], sum(rest), rest.index(5)


def list_append_tuple(g, s, a):
    out = []
    for x in s.cells:
        if x:
            out.append(x)
    while len(out) < 9:
        out.append(0)
    return State(tuple(out), 0)


def slide(row):
    tiles = [x for x in row if x]
    out = []
    i = 0
    while i < len(tiles):
        if i + 1 < len(tiles) and tiles[i] == tiles[i + 1]:
            out.append(tiles[i] + 1)
            i += 2
        else:
            out.append(tiles[i])
            i += 1
    return tuple(out + [0] * (len(row) - len(out)))


def list_slide(g, s, a):
    rows = [s.cells[3 * r : 3 * r + 3] for r in range(3)]
    new = [slide(row) for row in rows]
    return State(tuple(x for row in new for x in row), s.turn)


def list_slide_back(g, s, a):
    rows = [s.cells[3 * r : 3 * r + 3] for r in range(3)]
    new = [tuple(reversed(slide(row[::-1]))) for row in rows]
    return State(tuple(x for row in new for x in row), s.turn)


def columns(g, s, a):
    cols = [tuple(s.cells[3 * r + c] for r in range(3)) for c in range(3)]
    return tuple(sum(col) for col in cols)


def grid_transpose(g, s, a):
    return Grid(tuple(zip(*s.rows)), s.turn)


def grid_put(g, s, a):
    rows = [list(row) for row in s.rows]
    rows[a // 3][a % 3] = 5
    return Grid(tuple(tuple(row) for row in rows), 1 - s.turn)


def grid_map(g, s, a):
    rows = [list(row) for row in s.rows]
    rows[a // 3][a % 3] += 5
    return Grid(tuple(map(tuple, rows)), 1 - s.turn)


def grid_read(g, s, a):
    return sum(s.rows[r][c] for r in range(3) for c in range(3) if r != c)


def grid_replace_row(g, s, a):
    rows = list(s.rows)
    row = list(rows[a // 3])
    row[a % 3] = 6
    rows[a // 3] = tuple(row)
    return s._replace(rows=tuple(rows))


def grid_diag(g, s, a):
    return all(s.rows[i][i] == 1 for i in range(3)), [row[0] for row in s.rows][a % 3]


def slice_put(g, s, a):
    return State(s.cells[:a] + (7,) + s.cells[a + 1 :], 1)


def slice_star_put(g, s, a):
    return State((*s.cells[:a], 7, *s.cells[a + 1 :]), 1)


def slice_var(g, s, a):
    part = s.cells[a : a + 3]
    return len(part), sum(part), part.count(0), 2 in part, part[0]


def slice_upto(g, s, a):
    return sum(s.cells[:a]), max(s.cells[a:]), len(s.cells[a::2])


def slice_eq(g, s, a):
    return s.cells[a : a + 3] == (1, 0, 0), s.cells[0:3] == (1, 0, 2)


def sorted_plain(g, s, a):
    return sorted(s.cells)[a], sorted(s.cells, reverse=True)[0]


def sorted_for(g, s, a):
    t = 0
    for i, x in enumerate(sorted(s.cells)):
        t += i * x
    return t


def sorted_key(g, s, a):
    order = sorted(range(9), key=lambda i: -s.cells[i])
    return order[0], order[8]


def sorted_gen(g, s, a):
    return sorted(i for i in range(9) if s.cells[i] != a)[0]


def sorted_state(g, s, a):
    return State(tuple(sorted(s.cells)), 1)


def sort_in_place(g, s, a):
    cells = list(s.cells)
    cells.sort()
    first = cells[0]
    cells.sort(reverse=True)
    cells.reverse()
    return first, cells[8], tuple(cells)


def sort_key_in_place(g, s, a):
    moves = [i for i in range(9) if s.cells[i] == 0]
    moves.sort(key=lambda i: (i - 4) ** 2)
    return moves[0]


def filter_lambda(g, s, a):
    return len(list(filter(lambda i: s.cells[i] == 0, range(9))))


def filter_none(g, s, a):
    return sum(1 for x in filter(None, s.cells))


def map_lambda(g, s, a):
    return sum(map(lambda x: x * x, s.cells))


def map_function(g, s, a):
    return max(map(abs, s.cells)), sum(map(double, s.cells))


def double(x):
    return 2 * x


def map_two(g, s, a):
    return sum(map(operator.mul, s.cells, g.weights))


def product_range(g, s, a):
    n = 0
    for r, c in itertools.product(range(3), range(3)):
        n += r * s.cells[3 * r + c]
    return n


def product_repeat(g, s, a):
    return sum(r * c for r, c in product(range(3), repeat=2) if s.cells[3 * r + c])


def product_tuple(g, s, a):
    return sum(x * y for x, y in product(s.cells, s.cells))


def comb(g, s, a):
    return sum(1 for x, y in combinations(range(9), 2) if s.cells[x] == s.cells[y])


def comb_state(g, s, a):
    return sum(1 for x, y in itertools.combinations(s.cells, 2) if x == y)


def perms(g, s, a):
    return sum(s.cells[x] for x, y in itertools.permutations(range(4), 2))


def chain_it(g, s, a):
    return sum(x for x in itertools.chain(s.cells, (1, 2)))


def enumerate_start(g, s, a):
    t = 0
    for i, x in enumerate(s.cells, start=1):
        t += i * x
    for i, x in enumerate(s.cells, 2):
        t += i * x
    return t


def enumerate_gen(g, s, a):
    return [i for i, x in enumerate(s.cells) if x == 0][0]


def zip_two(g, s, a):
    return sum(x * w for x, w in zip(s.cells, g.weights))


def zip_three(g, s, a):
    t = 0
    for i, x, y in zip(range(9), s.cells, g.weights):
        t += i * x * y
    return t


def zip_shift(g, s, a):
    return sum(1 for x, y in zip(s.cells, s.cells[1:]) if x == y)


def dict_const(g, s, a):
    return sum(WORTH[x] for x in s.cells)


def dict_sparse(g, s, a):
    return SPARSE[5 if a else 100] + SPARSE.get(a, 77) + SPARSE.get(-7)


def dict_lists(g, s, a):
    return [j for j in NEIGHBOURS[a] if s.cells[j] == 0][0], len(NEIGHBOURS[a])


def dict_tuple_key(g, s, a):
    return BY_CELL[(a // 3, a % 3)], BY_CELL[a % 3, 1], (a, 9) in BY_CELL


def dict_items(g, s, a):
    return sum(k * v for k, v in WORTH.items()) + sum(WORTH.values()) + len(WORTH) + sum(WORTH)


def dict_local(g, s, a):
    worth = {0: 1, 1: 5, 2: 7}
    return sum(worth[x] for x in s.cells)


def dict_local_known(g, s, a):
    other = {1: 2, 2: 1}
    return other[1 + s.turn]


def dict_in(g, s, a):
    return a in WORTH, a not in SPARSE


def match_tuple(g, s, a):
    match (s.turn, a):
        case (0, 3):
            return 1
        case (1, x) if x > 3:
            return x
        case (t, x):
            return t + 100 * x


def match_capture(g, s, a):
    match a:
        case 5:
            r = 1
        case n if n > 7:
            r = 2
        case n:
            r = n
    return r


def match_record(g, s, a):
    match s:
        case State(turn=0, cells=cells):
            return cells[a]
        case State(cells, 1):
            return -cells[a]
        case _:
            return 99


def walrus(g, s, a):
    if (x := s.cells[a]) > 0:
        return x
    return -x - 1


def walrus_while(g, s, a):
    n = 0
    while (n := n + 1) < a:
        pass
    return n


def walrus_any(g, s, a):
    return any((y := x) > 1 for x in s.cells)


def walrus_comp(g, s, a):
    return [y for x in s.cells if (y := x * 2) > 1][0]


def walrus_and(g, s, a):
    if a > 2 and (k := a - 2) < 5:
        return k
    return 0


def lambda_max(g, s, a):
    return max(range(9), key=lambda i: s.cells[i] * 10 + i)


def lambda_min(g, s, a):
    return min((i for i in range(9) if s.cells[i]), key=lambda i: (s.cells[i], -i))


def key_function(g, s, a):
    return max(s.cells, key=negative), min(STEPS, key=lambda t: t[0] + a * t[1])[0]


def negative(x):
    return -x


def key_bound(g, s, a):
    return max(range(9), key=s.cells.__getitem__)


def max_default(g, s, a):
    return max((i for i in range(9) if s.cells[i] > 5), default=-1), min(
        [i for i in range(9) if s.cells[i] > a], default=33
    )


def max_key_default(g, s, a):
    return max((i for i in range(9) if s.cells[i] > 5), key=lambda i: -i, default=-1)


def lambda_local(g, s, a):
    f = lambda x: x + a
    return f(3) + f(4)


def nested_def(g, s, a):
    def at(r, c):
        return s.cells[3 * r + c]

    return at(0, 0) + at(a // 3, 2)


def sum_start(g, s, a):
    return sum((x for x in s.cells), 10) + sum(s.cells, start=5)


def sum_bool(g, s, a):
    return sum(x == 0 for x in s.cells), sum([x == 1 for x in s.cells])


def any_all(g, s, a):
    return (
        any(all(s.cells[i] == 1 for i in line) for line in LINES),
        all(s.cells),
        any(s.cells[i] == 9 for line in g.lines for i in line),
    )


def in_tuple(g, s, a):
    return (
        a in s.cells,
        2 in s.cells,
        s.cells[a] in (1, 2),
        a in CORNERS,
        a in range(3),
        a not in [1, 2],
    )


def in_tuples(g, s, a):
    return (a // 3, a % 3) in ((0, 0), (1, 1)), (a, 0) in STEPS, (s.cells[0], s.cells[1]) in BY_CELL


def in_list(g, s, a):
    free = [i for i in range(9) if s.cells[i] == 0]
    return a in free


def count_index(g, s, a):
    return s.cells.count(0), s.cells.index(2), CENTRE.index(4)


def set_local(g, s, a):
    seen = set()
    for x in s.cells:
        seen.add(x)
    return len(seen), 1 in seen


def set_of(g, s, a):
    return len(set(s.cells)), len({x for x in s.cells}), {s.cells[0], s.cells[4]} == {1}


def set_ops(g, s, a):
    return len({0, a} | {1, a}), len(CORNERS & {a, 2})


def line_unpack(g, s, a):
    for i, j, k in LINES:
        if s.cells[i] == s.cells[j] == s.cells[k] != 0:
            return s.cells[i]
    return 0


def static_list_index(g, s, a):
    return g.weights[a] + LINES[a % 8][1] + STEPS[a % 4][0]


def steps_loop(g, s, a):
    r, c = divmod(a, 3)
    n = 0
    for dr, dc in STEPS:
        if 0 <= r + dr < 3 and 0 <= c + dc < 3:
            n += s.cells[(r + dr) * 3 + c + dc]
    return n


def star_unpack(g, s, a):
    first, *rest = s.cells
    *head, last = s.cells
    return first, len(rest), last, rest[a - 1]


def star_call(g, s, a):
    return max(*s.cells), State(*s)


def while_else(g, s, a):
    i = 0
    while i < 9:
        if s.cells[i] == 2:
            break
        i += 1
    else:
        return -1
    for j in range(9):
        if s.cells[j] == 5:
            break
    else:
        return i + 100
    return i


def compare_state(g, s, a):
    return s == State((1, 0, 2, 0, 1, 0, 0, 0, 2), 0), s.cells == (0,) * 9, s != s._replace(turn=1)


def replace_nested(g, s, a):
    return s._replace(turn=1)._replace(cells=s.cells[::-1])


def in_float(g, s, a):
    return (
        sum(s.cells) / len(s.cells),
        round(2.5),
        int(3.7),
        a**2,
        math.prod(x + 1 for x in s.cells),
        math.inf > a,
    )


def round_n(g, s, a):
    return round(a / 3, 2)


def ternary_chain(g, s, a):
    return (1 if a < 2 else 2 if a < 5 else 3), a and 4, a or 5


def tuple_range(g, s, a):
    return tuple(range(a))[2], list(range(a))[1], sum(range(a))


def tuple_if(g, s, a):
    free = tuple(i for i in range(9) if s.cells[i] == 0)
    return len(free), free[0], a in free


def tuple_two_for(g, s, a):
    return State(tuple(s.cells[3 * c + r] for r in range(3) for c in range(3)), 0)


def tuple_cond(g, s, a):
    return State(tuple(9 if i == a else x for i, x in enumerate(s.cells)), 0)


def tuple_listcomp(g, s, a):
    return State(tuple([9 if i == a else x for i, x in enumerate(s.cells)]), 0)


def fstring_assert(g, s, a):
    assert a >= 0, f"bad {a}"
    if a < 0:
        raise ValueError(f"bad {a}")
    return a


def yielding(g, s, a):
    return sum(acts(s)), [x for x in acts(s)][1], len(list(acts(s))), a in acts(s), max(acts(s))


def acts(s):
    for i, x in enumerate(s.cells):
        if x == 0:
            yield i


def returns_list(g, s, a):
    return free_list(s)[0], len(free_list(s)), sum(x for x in free_list(s)), a in free_list(s)


def free_list(s):
    return [i for i, x in enumerate(s.cells) if x == 0]


def appends(g, s, a):
    return sum(x for x in append_list(s))


def append_list(s):
    moves = []
    for i, x in enumerate(s.cells):
        if x == 0:
            moves.append(i)
    return moves


def empty_return(g, s, a):
    return sum(x for x in maybe_empty(s, a))


def maybe_empty(s, a):
    if a > 100:
        return []
    return [i for i, x in enumerate(s.cells) if x == 0]


def next_gen(g, s, a):
    return next(i for i in range(9) if s.cells[i] == 2), next(
        (i for i in range(9) if s.cells[i] == 7), -1
    )


def next_none(g, s, a):
    first = next((i for i in range(9) if s.cells[i] == 7), None)
    if first is None:
        return -1
    return first


def reversed_things(g, s, a):
    return (
        [x for x in reversed(s.cells)][0],
        sum(i * x for i, x in enumerate(reversed(s.cells))),
        tuple(reversed(s.cells)),
    )


def divmod_it(g, s, a):
    r, c = divmod(a, 3)
    return r, c


def chained(g, s, a):
    return 0 <= a < 9 and s.cells[a] != 1


def xor_bool(g, s, a):
    return (s.cells[0] == 1) ^ (a == 3), bool(s.cells[1]), int(a > 2)


def del_it(g, s, a):
    items = list(range(5))
    del items[2]
    return len(items), items[2]


def extend_it(g, s, a):
    items = [a]
    items.extend(x for x in s.cells if x)
    items += [4, 5]
    items.extend(s.cells)
    return len(items), items[-1]


def dict_run(g, s, a):
    seen = {}
    for i, x in enumerate(s.cells):
        seen[x] = i
    return seen[0], len(seen), 1 in seen, seen.get(7, -1)


def dict_comp(g, s, a):
    d = {i: x for i, x in enumerate(s.cells)}
    return d[a]


def string_eq(g, s, a):
    name = "x" if s.cells[a] == 1 else "o"
    return name == "x"


def deep(g, s, a):
    return sum(
        1
        for line in LINES
        if sum(s.cells[i] == 1 for i in line) == 2 and not any(s.cells[i] == 2 for i in line)
    )


def line_list(g, s, a):
    return [[s.cells[i] for i in line].count(1) for line in LINES][a % 8]


def set_line(g, s, a):
    return sum(1 for line in LINES if {s.cells[i] for i in line} == {1})


def len_set(g, s, a):
    return any(len(set(s.cells[i] for i in line)) == 1 and s.cells[line[0]] for line in LINES)


def tuple_eq_line(g, s, a):
    return any(tuple(s.cells[i] for i in line) == (1, 1, 1) for line in LINES), any(
        [s.cells[i] for i in line] == [1, 0, 2] for line in LINES
    )


def line_unpack_list(g, s, a):
    x, y, z = [s.cells[i] for i in LINES[a % 8]]
    p, q, r = (s.cells[i] for i in (0, 1, 2))
    return x, y, z, p, q, r


def mult_list(g, s, a):
    return (s.cells + (1, 2))[a], ((0,) * 3 + (a,))[3], ([1] * 3 + [a])[3]


def word_equal(g, s, a):
    return (
        s.turn == "X",
        s.turn != OTHER[s.turn],
        "X" in s.letters,
        s.letters.count("X"),
        s.letters[2] in ("X", "O"),
    )


def word_state(g, s, a):
    letters = list(s.letters)
    letters[a - 3] = s.turn
    return Words(tuple(letters), OTHER[s.turn], 1 if a == 5 else None, Side.RIGHT)


def word_none(g, s, a):
    w = word_winner(s, a)
    if w is None:
        return -1, s.winner is None, s._replace(winner=w)
    return w, s.winner is not None, s._replace(winner=w)


def word_winner(s, a):
    if a == 3:
        return 0
    if a == 4:
        return 1


def word_truth(g, s, a):
    free = [i for i, x in enumerate(s.letters) if not x]
    if s.winner:
        return 1, len(free)
    return (2 if s.letters[3] else 3), len(free) + sum(1 for x in s.letters if x)


def word_any(g, s, a):
    return all(s.letters), any(s.letters), any(x == "" for x in s.letters)


def word_enum(g, s, a):
    if s.side is Side.LEFT:
        return STEP[s.side] + a, s._replace(side=Side.RIGHT)
    return 0, s


def word_index(g, s, a):
    return NAMES.index(s.turn), "X" if a == 3 else "O", {"X": 5, "O": 7}[s.turn]


def word_match(g, s, a):
    match (s.turn, s.winner):
        case ("X", None):
            return 1
        case (_, 0):
            return 2
        case _:
            return 3


def word_dict_count(g, s, a):
    counts = {"X": 0, "O": 0, ".": 0, "": 0}
    for x in s.letters:
        counts[x] += 1
    return counts["X"], counts["O"]


def word_letters(g, s, a):
    return (
        "XO"[a - 3 if a < 5 else 1],
        sum(x in "XO." for x in s.letters),
        [s.letters.count(x) for x in "XO"][0],
    )


def beside_loop(g, s, a):
    total = 0
    for r, c in BESIDE[a // 3, a % 3]:
        if (r, c) == (0, 0):
            continue
        total = total * 10 + r * 3 + c
    return total


def beside_list(g, s, a):
    here = BESIDE[a // 3, a % 3]
    return len(here), here[-1], sum(r for r, _ in here), (0, 1) in here


def beside_twice(g, s, a):
    pairs = [(to, far) for to in BESIDE[a // 3, a % 3] for far in BESIDE[to] if far != to]
    return len(pairs), pairs[-1]


def neighbours_named(g, s, a):
    near = NEIGHBOURS[a]
    return len(near), near[0], sum(near), [s.cells[i] for i in near]


def not_list(g, s, a):
    return not free_list(s), not [i for i in s.cells if i > a], not s.cells


def if_not_list(g, s, a):
    moves = [i for i in range(a) if s.cells[i] == 7]
    if not moves:
        return -1
    return moves[0]


def enum_run(g, s, a):
    total = sum(face.value for face in Die)
    return [(face.value, face.value / total) for face in Die]


def enum_for(g, s, a):
    total = 0
    for face in Die:
        if face.value > a:
            continue
        total += face.value
    return total, len(Die)


def word_value(g, s, a):
    side = Side.RIGHT if a > 3 else Side.LEFT
    return side.value == "left", side.name == "RIGHT", s.side.value == "left"


def dict_in_list(g, s, a):
    return [WORTH[k] + i for i in range(a) for k in WORTH if k != i]


def set_in_list(g, s, a):
    return sum([i + a for i in CORNERS])


def table_of_sets(g, s, a):
    total = 0
    for i in AROUND[a]:
        total += i * i
    return total, len(AROUND[a]), 4 in AROUND[a - 2]


def rows_of_sets(g, s, a):
    total = 0
    for r, c in SHAPES["bar" if a > 3 else "dot"][0 if a > 3 else -1]:
        total += r * 3 + c
    return total, (1, 1) in SHAPES["dot"][a - a]


def add_up(x, y, z):
    return x * 100 + y * 10 + z


def star_of_call(g, s, a):
    pairs = [add_up(*divmod(i, 3), i) for i in range(a)]
    return add_up(*divmod(a, 3), 5), add_up(*s.cells[:3]), add_up(1, *BESIDE[0, 0][0]), pairs[-1]


def word_container(g, s, a):
    own = "abc" if a > 3 else "xyz"
    other = "pq"
    if a == 5:
        other = "qr"
    names = "left" if a > 3 else "none"
    return "b" in own, own[a % 3] == "c", [x == "q" for x in other], names == "left", len(other)


def grid_row_of_a_list(g, s, a):
    rows = list(s.rows)
    rows[a % 3] = tuple(sorted((x + a for x in rows[0]), key=lambda x: -x))
    rows[0] = tuple([x for x in rows[1]])
    return s._replace(rows=tuple(rows))


def choice_in_list(g, s, a):
    total = 0
    for y in [a if x == 1 else x for x in s.cells]:
        total = total * 3 + y
    rest = sorted([9 if x == 2 else -x for x in s.cells if x or a > 3])
    return total, rest[0], rest[-1], [a if x else 7 for x in s.cells][1]


def tuple_or_list(g, s, a):
    cells = s.cells
    if a > 3:
        cells = tuple(sorted(a if x == 2 else x for x in cells))
    return cells


def grid_tuple_or_list(g, s, a):
    rows = s.rows
    if a > 3:
        rows = tuple(tuple(x + a for x in row) for row in rows)
    return rows, s._replace(rows=rows)
