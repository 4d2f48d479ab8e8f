"""Teeko with an estimate of your own: the rules are the package's, the weights are yours to tune.

A game of the package, or of another file, is a class like any other: import it, subclass it, and
write only what differs. Everything else (rules, notation, board, symmetries) is inherited, and it
compiles as before.
"""

from zermelo.game import Feature
from zermelo.games import teeko


class Teeko(teeko.Teeko):
    """Four men each on 5 × 5, put on the board, then moved: a line or a square of four wins.

    A goal is a line or a square. It is open for a player as long as the other has no man in it.
    """

    # What an open goal with one, two and three men is worth. `zermelo tune` finds better ones.
    weights = (0.02, 0.1, 0.3)

    def count(self, own, other, men):
        """The goals that are open for a player with so many men in them."""
        return sum(not goal & other and (goal & own).bit_count() == men for goal in self.goals)

    def evaluate(self, s, p):
        """The sum of weights times features, brought between a loss and a win."""
        x = 0.0
        for i, weight in enumerate(self.weights):
            lead = self.count(s.first, s.second, i + 1) - self.count(s.second, s.first, i + 1)
            x += weight * lead
        return self.scale(s, x if p == 0 else -x)

    def features(self, s):
        """The same sum, term by term: for `zermelo evaluate`, the studio and `zermelo tune`."""
        for i, weight in enumerate(self.weights):
            counts = self.count(s.first, s.second, i + 1), self.count(s.second, s.first, i + 1)
            yield Feature(f"open goals with {i + 1}", counts, weight)

    def scale(self, s, x):
        """The estimate that a sum stands for: below a win whatever the weights are."""
        return x / (1 + abs(x))
