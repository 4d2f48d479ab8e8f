"""Explicit game trees (and DAGs) as games: literals, JSON, random trees, the lectures' figures.

==============  ================================================================================
`node`          one node while a tree is put together
`explicit`      `Tree`, the game on numbered nodes
`literals`      nodes from a literal: numbers, lists and dicts
`figures`       the lectures' trees by name
`random_trees`  random trees by seed
`parsing`       a tree from the text of a command line, or from a JSON file
`unroll`        the tree below a position of any game
==============  ================================================================================
"""

from __future__ import annotations

from zermelo.tree.explicit import Tree
from zermelo.tree.figures import FIGURES, figure
from zermelo.tree.node import OVER, TreeNode, letters
from zermelo.tree.parsing import from_file, read
from zermelo.tree.random_trees import random_tree
from zermelo.tree.shape import uniform_branching
from zermelo.tree.unroll import GameTree, game_tree, unroll

__all__ = [
    "FIGURES",
    "OVER",
    "GameTree",
    "Tree",
    "TreeNode",
    "figure",
    "from_file",
    "game_tree",
    "letters",
    "random_tree",
    "read",
    "uniform_branching",
    "unroll",
]
