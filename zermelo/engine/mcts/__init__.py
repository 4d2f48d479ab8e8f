"""Monte Carlo tree search: UCT with proven values.

==============  =================================================================================
search.py       one search, and the player who keeps the tree
simulate.py     the kernel: down the tree, value of the leaf (playout), back up
tree.py         the search tree in one row of cells: selection, expansion, backup, random numbers
final_move.py   final-move selection: from the tree to the answer
==============  =================================================================================
"""

from __future__ import annotations

from zermelo.engine.mcts.search import MCTS, Mcts, mcts

__all__ = ["MCTS", "Mcts", "mcts"]
