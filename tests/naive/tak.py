"""Tak on three by three, flat stones and walls: a road of flat stones from edge to edge wins."""

from typing import NamedTuple

from zermelo import Game

N = 3


class State(NamedTuple):
    stacks: tuple[str, ...]  # from the bottom to the top: w W b B; capitals are walls
    stock: tuple[int, int]
    turn: int
    ply: int


class Place(NamedTuple):
    kind: str
    square: int


class Slide(NamedTuple):
    square: int
    direction: str
    drops: tuple[int, ...]


STEPS = {"<": (0, -1), ">": (0, 1), "+": (-1, 0), "-": (1, 0)}


def neighbour(square, direction):
    r, c = divmod(square, N)
    dr, dc = STEPS[direction]
    if 0 <= r + dr < N and 0 <= c + dc < N:
        return (r + dr) * N + c + dc
    return None


def partitions(n):
    """All ways to write n as a sum of positive numbers, in order."""
    if n == 0:
        yield ()
    for first in range(1, n + 1):
        for rest in partitions(n - first):
            yield (first, *rest)


class Tak(Game):
    names = ("White", "Black")

    def start(self):
        return State(("",) * (N * N), (8, 8), 0, 0)

    def player(self, s):
        return s.turn

    def actions(self, s):
        own = "wW" if s.turn == 0 else "bB"
        for square, stack in enumerate(s.stacks):
            if not stack:
                if s.stock[s.turn]:
                    yield Place("flat", square)
                    yield Place("wall", square)
            elif stack[-1] in own:
                for direction in STEPS:
                    for count in range(1, min(N, len(stack)) + 1):
                        for drops in partitions(count):
                            if self.fits(s, square, direction, drops):
                                yield Slide(square, direction, drops)

    def fits(self, s, square, direction, drops):
        for _ in drops:
            square = neighbour(square, direction)
            if square is None or s.stacks[square][-1:].isupper():
                return False
        return True

    def result(self, s, a):
        stacks = list(s.stacks)
        stock = list(s.stock)
        if isinstance(a, Place):
            sign = "wb"[s.turn]
            stacks[a.square] = sign.upper() if a.kind == "wall" else sign
            stock[s.turn] -= 1
        else:
            count = sum(a.drops)
            hand = stacks[a.square][-count:]
            stacks[a.square] = stacks[a.square][:-count]
            at = a.square
            for n in a.drops:
                at = neighbour(at, a.direction)
                stacks[at] += hand[:n]
                hand = hand[n:]
        return State(tuple(stacks), tuple(stock), 1 - s.turn, s.ply + 1)

    def has_road(self, s, sign):
        flat = {q for q, stack in enumerate(s.stacks) if stack.endswith(sign)}
        for step, edge in ((1, [0, 3, 6]), (N, [0, 1, 2])):
            reached, todo = set(), [q for q in edge if q in flat]
            while todo:
                q = todo.pop()
                reached.add(q)
                todo += [x for d in STEPS if (x := neighbour(q, d)) in flat and x not in reached]
            if any(q + (N - 1) * step in reached for q in edge):
                return True
        return False

    def winner(self, s):
        mover = 1 - s.turn
        for p in (mover, s.turn):
            if self.has_road(s, "wb"[p]):
                return p
        if all(s.stacks) or 0 in s.stock:
            tops = [stack[-1:] for stack in s.stacks]
            lead = tops.count("w") - tops.count("b")
            return 0 if lead > 0 else 1 if lead < 0 else -1
        return None

    def terminal(self, s):
        return self.winner(s) is not None or s.ply >= 60

    def utility(self, s, p):
        winner = self.winner(s)
        if winner in (None, -1):
            return 0
        return 1 if winner == p else -1

    def name(self, s, a):
        if isinstance(a, Place):
            return ("S" if a.kind == "wall" else "") + "abc"[a.square % N] + str(N - a.square // N)
        where = "abc"[a.square % N] + str(N - a.square // N)
        return f"{sum(a.drops)}{where}{a.direction}{''.join(map(str, a.drops))}"
