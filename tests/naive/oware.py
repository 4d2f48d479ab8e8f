"""Oware with three houses a side, as one would first write it: a plain tuple as the state."""

from __future__ import annotations

from zermelo import Game

HOUSES = 3
SEEDS = 3


class Oware(Game):
    """Sow around the board; take twos and threes on the other side."""

    def start(self):
        # houses, stores, turn, moves without a capture
        return ((SEEDS,) * (2 * HOUSES), (0, 0), 0, 0)

    def player(self, s):
        return s[2]

    def own(self, p):
        return range(p * HOUSES, (p + 1) * HOUSES)

    def actions(self, s):
        houses, _, turn, _ = s
        moves = [i for i in self.own(turn) if houses[i]]
        feeding = [i for i in moves if any(self.sow(houses, i)[0][j] for j in self.own(1 - turn))]
        return feeding or moves

    def sow(self, houses, i):
        board = list(houses)
        seeds, board[i], at = board[i], 0, i
        while seeds:
            at = (at + 1) % len(board)
            if at != i:
                board[at] += 1
                seeds -= 1
        return board, at

    def result(self, s, a):
        houses, stores, turn, quiet = s
        board, at = self.sow(houses, a)
        taken = 0
        while at in self.own(1 - turn) and board[at] in (2, 3):
            taken += board[at]
            board[at] = 0
            at -= 1
        stores = list(stores)
        stores[turn] += taken
        return tuple(board), tuple(stores), 1 - turn, 0 if taken else quiet + 1

    def terminal(self, s):
        houses, stores, turn, quiet = s
        half = HOUSES * SEEDS
        return max(stores) > half or quiet == 20 or not any(houses[i] for i in self.own(turn))

    def final(self, s, p):
        """What a player has, with the seeds on the own side."""
        houses, stores, _, _ = s
        return stores[p] + sum(houses[i] for i in self.own(p))

    def utility(self, s, p):
        return self.final(s, p) - self.final(s, 1 - p)

    def evaluate(self, s, p):
        return s[1][p] - s[1][1 - p]
