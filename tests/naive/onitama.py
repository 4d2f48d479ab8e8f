"""Onitama: five cards, a board of five by five, a master and four students each."""

from dataclasses import dataclass

from zermelo import Game

CARDS = {
    "tiger": [(-2, 0), (1, 0)],
    "crab": [(-1, 0), (0, -2), (0, 2)],
    "monkey": [(-1, -1), (-1, 1), (1, -1), (1, 1)],
    "crane": [(-1, 0), (1, -1), (1, 1)],
    "dragon": [(-1, -2), (-1, 2), (1, -1), (1, 1)],
}


@dataclass(frozen=True)
class Position:
    board: str
    hands: tuple
    side: str
    turn: int


class Onitama(Game):
    names = ("Red", "Blue")

    def start(self):
        hands = (("tiger", "crab"), ("monkey", "crane"))
        return Position("ssMss" + "." * 15 + "ttNtt", hands, "dragon", 0)

    def player(self, s):
        return s.turn

    def actions(self, s):
        own = "ttN" if s.turn == 0 else "ssM"
        moves = []
        for card in s.hands[s.turn]:
            for square, piece in enumerate(s.board):
                if piece in own:
                    row, column = divmod(square, 5)
                    for dr, dc in CARDS[card]:
                        if s.turn == 1:
                            dr, dc = -dr, -dc
                        r, c = row + dr, column + dc
                        if 0 <= r < 5 and 0 <= c < 5 and s.board[5 * r + c] not in own:
                            moves.append((card, square, 5 * r + c))
        return moves or [("pass", card, 0) for card in s.hands[s.turn]]

    def result(self, s, a):
        card, start, end = a
        if card == "pass":
            card, board = start, s.board
        else:
            cells = list(s.board)
            cells[end] = cells[start]
            cells[start] = "."
            board = "".join(cells)
        hands = list(s.hands)
        hands[s.turn] = tuple(sorted(s.side if c == card else c for c in hands[s.turn]))
        return Position(board, tuple(hands), card, 1 - s.turn)

    def winner(self, s):
        if "M" not in s.board or s.board[2] == "N":
            return 0
        if "N" not in s.board or s.board[22] == "M":
            return 1
        return None

    def terminal(self, s):
        return self.winner(s) is not None

    def utility(self, s, p):
        return 1 if self.winner(s) == p else -1

    def evaluate(self, s, p):
        lead = s.board.count("t") - s.board.count("s")
        return lead if p == 0 else -lead

    def name(self, s, a):
        if a[0] == "pass":
            return f"pass {a[1]}"
        start, end = ("abcde"[q % 5] + str(5 - q // 5) for q in a[1:])
        return f"{a[0]} {start}{end}"
