"""Three bidders and an open auction: everyone has money, prizes come up one after another.

Bid more than the last bid, or pass; the last one left pays and takes the prize. Most points win.
"""

import dataclasses

from zermelo import Game

PRIZES = [3, 5, 2, 4]


@dataclasses.dataclass(frozen=True)
class Player:
    money: int = 6
    points: int = 0
    passed: bool = False

    def pay(self, price, prize):
        return dataclasses.replace(self, money=self.money - price, points=self.points + prize)


@dataclasses.dataclass(frozen=True)
class State:
    players: tuple[Player, ...]
    prize: int
    bid: int
    leader: int | None
    turn: int


def set_item(items, index, value):
    return tuple(value if i == index else item for i, item in enumerate(items))


class Auction(Game):
    players = 3
    names = ("Ann", "Bob", "Cy")

    def start(self):
        return State((Player(),) * 3, 0, 0, None, 0)

    def player(self, s):
        return s.turn

    def actions(self, s):
        me = s.players[s.turn]
        return ["pass", *[f"bid {n}" for n in range(s.bid + 1, me.money + 1)]]

    def result(self, s, a):
        match a.split():
            case ["pass"]:
                players = set_item(
                    s.players, s.turn, dataclasses.replace(s.players[s.turn], passed=True)
                )
                s = dataclasses.replace(s, players=players)
            case ["bid", n]:
                s = dataclasses.replace(s, bid=int(n), leader=s.turn)
        return self.next_turn(s)

    def next_turn(self, s):
        left = [i for i, p in enumerate(s.players) if not p.passed]
        if not left or (len(left) == 1 and s.leader == left[0]):
            players = s.players
            if s.leader is not None:
                winner = players[s.leader].pay(s.bid, PRIZES[s.prize])
                players = set_item(players, s.leader, winner)
            players = tuple(dataclasses.replace(p, passed=False) for p in players)
            first = s.leader if s.leader is not None else s.turn
            return State(players, s.prize + 1, 0, None, (first + 1) % 3)
        turn = (s.turn + 1) % 3
        while s.players[turn].passed:
            turn = (turn + 1) % 3
        return dataclasses.replace(s, turn=turn)

    def terminal(self, s):
        return s.prize == len(PRIZES)

    def utility(self, s, p):
        scores = [q.points + q.money / 10 for q in s.players]
        best = max(scores)
        winners = [i for i, x in enumerate(scores) if x == best]
        return 6 / len(winners) if p in winners else 0

    def evaluate(self, s, p):
        total = sum(q.points + q.money / 3 for q in s.players) or 1
        mine = s.players[p].points + s.players[p].money / 3
        return 6 * mine / total
