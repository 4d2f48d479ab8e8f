"""The engine: strong play and exact solving, one text for all games, compiled for each.

The textbook explains; the engine plays. What speeds it up (a table, orders, windows, extensions) is
here and nowhere else. `Engine` is alpha-beta; `mcts` is Monte Carlo tree search with proven values,
and `Mcts` keeps its tree from one move to the next; `dfpn` proves or refutes that a value is at
least so much, and `solve_value` asks it until the value is known; `star` knows chance, `maxn` and
`paranoid` more than two players.

>>> from zermelo.engine import Engine
>>> from zermelo.games.nim import Nim
>>> Engine(Nim(3, 5), gear="plain").solve().value
1.0
"""

from __future__ import annotations

from zermelo.engine.clock import Clock
from zermelo.engine.dfpn import dfpn
from zermelo.engine.engine import Engine
from zermelo.engine.exact import solve_value
from zermelo.engine.maxn import maxn
from zermelo.engine.mcts import Mcts, mcts
from zermelo.engine.paranoid import paranoid
from zermelo.engine.proof import Proof
from zermelo.engine.settings import ALL
from zermelo.engine.star import star

__all__ = [
    "ALL",
    "Clock",
    "Engine",
    "Mcts",
    "Proof",
    "dfpn",
    "maxn",
    "mcts",
    "paranoid",
    "solve_value",
    "star",
]
