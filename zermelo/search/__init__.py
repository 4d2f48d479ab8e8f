"""The textbook: each search as its pseudocode, plain or compiled, traced or not.

>>> from zermelo import search, tree
>>> search.alphabeta(tree.figure("two-ply")).value
3.0
>>> search.find("alpha-beta").source
'AIMA, 3rd edition, Figure 5.7; CS 188'

`registry` finds every search of this folder; a new file is found without being named anywhere.
"""

from __future__ import annotations

from zermelo.search.alphabeta import alphabeta, alphabeta_hard
from zermelo.search.deepening import deepening
from zermelo.search.expectimax import expectimax
from zermelo.search.expectimax_bounded import expectimax_bounded
from zermelo.search.maxn import maxn, paranoid
from zermelo.search.minimax import minimax, minimax_window
from zermelo.search.opponents import BestMove, Weights, read_opponents, uniform
from zermelo.search.policy_table import PolicyTable, tabulate_policy
from zermelo.search.quiescence import quiescence
from zermelo.search.registry import find, names, prepare, searches
from zermelo.search.singular import singular
from zermelo.search.stack import alphabeta_stack, minimax_stack
from zermelo.search.strategy import Strategy, policy, strategy
from zermelo.search.versus import Contest, compare_agents

__all__ = [
    "BestMove",
    "Contest",
    "PolicyTable",
    "Strategy",
    "Weights",
    "alphabeta",
    "alphabeta_hard",
    "alphabeta_stack",
    "compare_agents",
    "deepening",
    "expectimax",
    "expectimax_bounded",
    "find",
    "maxn",
    "minimax",
    "minimax_stack",
    "minimax_window",
    "names",
    "paranoid",
    "policy",
    "prepare",
    "quiescence",
    "read_opponents",
    "searches",
    "singular",
    "strategy",
    "tabulate_policy",
    "uniform",
]
