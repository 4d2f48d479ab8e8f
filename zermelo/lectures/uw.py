"""UW CSE 473, Notes 3: Adversarial Search (W. Ikezogwo and Y. Wang)."""

from __future__ import annotations

from zermelo.lectures.entry import LectureEntry, LectureSource
from zermelo.lectures.entry import LectureFact as Fact
from zermelo.lectures.entry import derive_fact as derived

SOURCE = LectureSource("uw", "UW CSE 473, Notes 3", "W. Ikezogwo and Y. Wang, Autumn 2023")

SEARCH = "1 Adversarial Search"
MINIMAX = "1.1 Minimax"
PRUNING = "Alpha-Beta Pruning"
EVALUATION = "Evaluation Functions"
EXPECTIMAX = "1.2 Expectimax"
SUMMARY = "1.3 Summary"

ENTRIES = (
    LectureEntry(
        id="uw/definition-game",
        title="Standard game formulation",
        section=SEARCH,
        says="Initial state, players, actions, transition model, terminal test, terminal values.",
        python="""
            from zermelo.games.nim import Nim
            game = Nim(2, 2)
            s0 = game.start()
            s1 = game.result(s0, game.parse(s0, "2-1"))
            """,
        facts=(
            derived("Players(s0)", "game.player_name(game.player(s0))", "MAX"),
            derived("Actions(s0)", "[game.name(s0, a) for a in game.actions(s0)]", ["2-1", "2-2"]),
            derived("Result(s0, 2-1)", "game.dump(s1)", "2 1 MIN"),
            derived("Terminal-test(s0)", "game.terminal(s0)", False),
        ),
        commands=("zermelo formal nim:2,2",),
        link="#/play?game=nim:2,2",
    ),
    LectureEntry(
        id="uw/definition-policy",
        title="A strategy, or policy",
        section=SEARCH,
        says="Adversarial search returns no plan but a policy: the best move in each "
        "configuration of the agents.",
        python="""
            from zermelo import search
            from zermelo.games.nim import Nim
            game = Nim(2, 2)
            policy = search.policy(game)
            """,
        facts=(
            derived(
                "a move for every state that is not terminal",
                "all(a in game.actions(s) for s, a in policy.items()) and len(policy) == 10",
                True,
            ),
        ),
        commands=("zermelo policy nim:2,2 --style lecture", "zermelo strategy nim:2,2 --player 1"),
        link="#/play?game=nim:2,2&seats=p,5",
    ),
    # ------------------------------------------------------------------ minimax
    LectureEntry(
        id="uw/figure-pacman-board",
        title="Pac-Man alone with one pellet",
        section=MINIMAX,
        says="Ten points, one less for every move until the pellet is eaten. Straight to the "
        "pellet Pac-Man ends with 8.",
        python="""
            from zermelo.pacman.scenes import play_scene
            demo = play_scene("alone")
            """,
        facts=(
            Fact("score of going straight", "demo.facts['score']", 8),
            Fact("values of east and west", "[demo.facts[x] for x in ('east', 'west')]", [8, 6]),
        ),
        commands=("zermelo pacman alone --brief",),
        picture="zermelo pacman alone -o alone.svg",
        link="#/pacman?scene=alone",
    ),
    LectureEntry(
        id="uw/figure-pacman-tree",
        title="The game tree of the board: right child 8, left child 6",
        section=MINIMAX,
        says="The root's right child is worth 8 and its left child 6, so it is optimal to move "
        "right.",
        python="""
            from zermelo import search, tree
            result = search.minimax(tree.figure("pacman"))
            """,
        facts=(
            Fact(
                "children of the root",
                "{v.name: v.value for v in result.values}",
                {"a1": 6, "a2": 8},
            ),
            Fact("the move: right, the second", "result.action_name", "a2"),
            Fact("value of the root", "result.value", 8),
        ),
        commands=("zermelo search minimax tree:pacman",),
        picture="zermelo draw minimax tree:pacman -o pacman-tree.svg",
        link="#/lab?game=tree:pacman&algorithm=minimax&answer=1",
    ),
    LectureEntry(
        id="uw/definition-value",
        title="V(s) without an adversary",
        section=MINIMAX,
        says="The maximum of the successors' values at non-terminal states; known at terminal "
        "states, where the rightmost is 8.",
        python="""
            from zermelo import search, tree
            figure = tree.figure("pacman")
            def value(s):
                if figure.terminal(s):
                    return figure.utility(s, 0)
                return max(value(figure.result(s, a)) for a in figure.actions(s))
            trace = search.minimax(figure, trace=True).trace
            leaves = [e["value"] for e in trace.events if e["event"] == "leaf"]
            """,
        facts=(
            Fact("V of the root", "value(figure.start())", 8),
            Fact("the rightmost terminal state", "leaves[-1]", 8),
        ),
        commands=("zermelo trace minimax tree:pacman",),
        picture="zermelo draw minimax tree:pacman -o value.svg",
        link="#/lab?game=tree:pacman&algorithm=minimax",
    ),
    LectureEntry(
        id="uw/figure-ghost-tree",
        title="Pac-Man and a ghost: −8, −5, −10, +8",
        section=MINIMAX,
        says="The ghost nodes are worth min(−8, −5) = −8 and min(−10, +8) = −10, the root "
        "max(−8, −10) = −8: Pac-Man goes left.",
        python="""
            from zermelo import search, tree
            from zermelo.formal import formulate
            result = search.minimax(tree.figure("ghost"), trace=True)
            leaves = [e["value"] for e in result.trace.events if e["event"] == "leaf"]
            """,
        facts=(
            Fact(
                "worked out",
                "list(formulate(tree.figure('ghost')).lines)",
                ["max(min(−8, −5), min(−10, 8))", "max(−8, −10)"],
            ),
            Fact("terminal values", "leaves", [-8, -5, -10, 8]),
            Fact(
                "the ghost's nodes",
                "{v.name: v.value for v in result.values}",
                {"a1": -8, "a2": -10},
            ),
            Fact("the root", "result.value", -8),
            Fact("the move: left, the first", "result.action_name", "a1"),
        ),
        commands=(
            "zermelo formula tree:ghost",
            "zermelo search minimax tree:ghost",
        ),
        picture="zermelo draw minimax tree:ghost -o ghost.svg",
        link="#/lab?game=tree:ghost&algorithm=minimax&answer=1",
    ),
    LectureEntry(
        id="uw/demo-trapped",
        title="Moving away from the pellet",
        section=MINIMAX,
        says="Though he wants the +8, Pac-Man turns away and takes −8. (In the maze the game is "
        "played to its end, where the ghost's other reply on the left is worth 6 and not −5.)",
        python="""
            from zermelo.pacman.scenes import play_scene
            facts = play_scene("trapped").facts
            """,
        facts=(
            Fact("values of west and east", "facts['values']", {"west": -8, "east": -10}),
            derived("he goes", "facts['action']", "west"),
            Fact("score", "facts['score']", -8),
        ),
        commands=("zermelo pacman trapped --brief",),
        picture="zermelo pacman trapped -o trapped.svg",
        link="#/pacman?scene=trapped",
    ),
    LectureEntry(
        id="uw/definition-minimax",
        title="V(s) against an opponent",
        section=MINIMAX,
        says="The maximum at states that the agent controls, the minimum at the opponent's, known "
        "at terminal states.",
        python="""
            from zermelo import search, tree
            figure = tree.figure("ghost")
            def value(s):
                if figure.terminal(s):
                    return figure.utility(s, 0)
                best = max if figure.player(s) == 0 else min
                return best(value(figure.result(s, a)) for a in figure.actions(s))
            """,
        facts=(
            Fact("the equations, written out", "value(figure.start())", -8),
            Fact("the search", "search.minimax(figure).value", -8),
        ),
        commands=("zermelo trace minimax tree:ghost",),
        picture="zermelo draw minimax tree:ghost -o minimax.svg",
        link="#/lab?game=tree:ghost&algorithm=minimax",
    ),
    LectureEntry(
        id="uw/algorithm-minimax",
        title="Pseudocode of minimax: value, max-value, min-value",
        section=MINIMAX,
        says="A postorder traversal of the tree, from the leftmost terminal node to the right.",
        python="""
            from zermelo import search, tree
            from zermelo.search.registry import list_texts
            texts = [text.name for text in list_texts("minimax", {})]
            trace = search.minimax(tree.figure("two-ply"), trace=True).trace
            label = {e["node"]: e["label"] for e in trace.events if e["event"] == "enter"}
            left = [label[e["node"]] for e in trace.events if e["event"] == "leave"]
            """,
        facts=(
            Fact(
                "the functions",
                "[name.replace('_', '-') for name in texts]",
                ["value", "max-value", "min-value"],
            ),
            derived("the order in which nodes get their values", "''.join(left)", "EFGBHIJCKLMDA"),
        ),
        commands=("zermelo code minimax", "zermelo trace minimax tree:two-ply"),
        picture="zermelo draw minimax tree:two-ply -o minimax.html",
        link="#/lab?game=tree:two-ply&algorithm=minimax",
    ),
    # ------------------------------------------------------------------ pruning
    LectureEntry(
        id="uw/statement-complexity",
        title="O(b^m): chess has b ≈ 35 and m ≈ 100",
        section=PRUNING,
        says="Minimax takes time O(b^m), too much for most games.",
        python="""
            from math import log10
            from zermelo.budget import Budget
            prices = Budget(100, 10_000, 35).list_prices(100)
            """,
        facts=(
            derived("35^100 is about 10 to the", "int(100 * log10(35))", 154),
            derived("nodes of minimax to depth 100: 10 to the", "int(prices[0].log_nodes)", 154),
        ),
        commands=("zermelo budget --depth 100",),
        link="#/analyse?game=chess",
    ),
    LectureEntry(
        id="uw/figure-minimax-tree",
        title="The tree 3 12 8, 2 4 6, 14 5 2 by minimax",
        section=PRUNING,
        says="min(3, 12, 8) = 3, min(2, 4, 6) = 2, min(14, 5, 2) = 2, and max(3, 2, 2) = 3.",
        python="""
            from zermelo import tree
            from zermelo.formal import formulate
            from zermelo.teach import Exercise
            values = Exercise.of(tree.figure("two-ply"), "minimax").solution.values
            """,
        facts=(
            Fact(
                "worked out",
                "list(formulate(tree.figure('two-ply')).lines)",
                ["max(min(3, 12, 8), min(2, 4, 6), min(14, 5, 2))", "max(3, 2, 2)"],
            ),
            Fact("the minimizers", "[values[x] for x in 'BCD']", [3, 2, 2]),
            Fact("the maximizer", "values['A']", 3),
        ),
        commands=(
            "zermelo formula tree:two-ply",
            "zermelo search minimax tree:two-ply",
        ),
        picture="zermelo draw minimax tree:two-ply -o minimax-tree.svg",
        link="#/lab?game=tree:two-ply&algorithm=minimax&answer=1",
    ),
    LectureEntry(
        id="uw/figure-pruned-tree",
        title="The same tree pruned: 3 12 8 2 14 5 2",
        section=PRUNING,
        says="After the middle minimizer's child 2 it is at most 2, and the root has 3: its other "
        "children are never looked at.",
        python="""
            from zermelo import search, tree
            result = search.alphabeta(tree.figure("two-ply"), trace=True)
            seen = [e["value"] for e in result.trace.events if e["event"] == "leaf"]
            """,
        facts=(
            Fact("leaves that are looked at", "seen", [3, 12, 8, 2, 14, 5, 2]),
            Fact("value of the root", "result.value", 3),
            derived("why", "result.trace.list_reasons()[0]", "C is at most 2; A already has 3"),
        ),
        commands=("zermelo search alphabeta tree:two-ply", "zermelo trace alphabeta tree:two-ply"),
        picture="zermelo draw alphabeta tree:two-ply -o pruned-tree.svg",
        link="#/lab?game=tree:two-ply&algorithm=alphabeta",
    ),
    LectureEntry(
        id="uw/algorithm-alpha-beta",
        title="Pseudocode of alpha-beta",
        section=PRUNING,
        says="max-value returns early if v ≥ β, min-value if v ≤ α; α and β are the best options "
        "of MAX and MIN on the path to the root.",
        python="""
            from zermelo.search.registry import list_texts
            texts = {text.name: [line.strip() for line in text.lines]
                     for text in list_texts("alphabeta", {})}
            """,
        facts=(
            Fact("max-value: if v ≥ β return v", "'if v >= β:' in texts['max_value']", True),
            Fact("min-value: if v ≤ α return v", "'if v <= α:' in texts['min_value']", True),
        ),
        commands=("zermelo code alphabeta",),
        picture="zermelo draw alphabeta tree:two-ply -o alpha-beta.html",
        link="#/lab?game=tree:two-ply&algorithm=alphabeta",
    ),
    LectureEntry(
        id="uw/statement-best-case",
        title="As good as O(b^(m/2)): the solvable depth doubles",
        section=PRUNING,
        says="Pruning can effectively double the depth that can be solved.",
        python="""
            from zermelo import minimal_tree
            from zermelo.budget import Budget
            budget = Budget(100, 10_000, 35)
            """,
        facts=(
            Fact("depth by minimax's", "budget.alphabeta.depth / budget.minimax.depth", 2),
            derived("leaves at m = 4, b = 3: 2 · 3² − 1", "minimal_tree(3, 4)", 17),
        ),
        commands=("zermelo budget", "zermelo complexity tree:two-ply"),
        picture="zermelo complexity tree:two-ply -o best-case.svg",
        link="#/lab?game=tree:two-ply&algorithm=alphabeta&order=best&algorithm2=minimax",
    ),
    # ------------------------------------------------------------------ evaluation
    LectureEntry(
        id="uw/definition-evaluation",
        title="Depth-limited minimax",
        section=EVALUATION,
        says="Nodes at the maximum depth are treated as terminal, with mock utilities; optimal "
        "play is no longer guaranteed.",
        python="""
            from zermelo import search
            from zermelo.games.tic_tac_toe import TicTacToe
            result = search.minimax(TicTacToe(), depth=2, gear="plain")
            """,
        facts=(
            derived("depth", "result.depth", 2),
            derived("estimated positions: 9 · 8", "result.leaves", 72),
            derived("is the value proven?", "result.exact", False),
        ),
        commands=("zermelo search minimax tic-tac-toe --depth 2",),
        picture="zermelo draw minimax tic-tac-toe --depth 1 -o depth-limited.svg",
        link="#/lab?game=tic-tac-toe&algorithm=minimax&depth=2",
    ),
    LectureEntry(
        id="uw/definition-linear-evaluation",
        title="Eval(s) = w1 f1(s) + … + wn fn(s)",
        section=EVALUATION,
        says="A linear combination of features, each with its weight.",
        python="""
            from zermelo.evaluation import explain
            from zermelo.games.chess import Chess
            game = Chess("linear")
            evaluation = explain(game, game.after("e4 d5 exd5".split()))
            terms = [f.weight * (f.counts[0] - f.counts[1]) for f in evaluation.features]
            """,
        facts=(
            Fact("Eval is the sum of w · f", "abs(sum(terms) - evaluation.total) < 1e-9", True),
        ),
        commands=('zermelo evaluate chess:linear --moves "e4 d5 exd5"',),
        link="#/analyse?game=chess:linear&moves=e4~d5~exd5",
    ),
    LectureEntry(
        id="uw/example-checkers",
        title="Checkers: 2 · kings + pawns, less the opponent's",
        section=EVALUATION,
        says="Four features: pawns and kings of the agent with weights 1 and 2, those of the "
        "opponent with −1 and −2. (Here: 1 man and 1 king to 2 men and 1 king.)",
        python="""
            from zermelo.evaluation import explain
            from zermelo.games.checkers import Checkers
            game = Checkers(evaluation="material")
            evaluation = explain(game, game.load("W:W18,25,K30:B15,K3"))
            weights = {f.name: f.weight for f in evaluation.features}
            """,
        facts=(
            Fact("weights", "weights", {"men (c)": 1, "kings (k)": 2}),
            derived("2 · 1 + 1 and 2 · 1 + 2", "evaluation.sums", (3, 4)),
            derived("Eval for the first", "evaluation.total", -1),
        ),
        commands=(
            'zermelo evaluate checkers:evaluation=material --position "W:W18,25,K30:B15,K3"',
        ),
        link="#/analyse?game=checkers:evaluation=material&position=W:W18,25,K30:B15,K3",
    ),
    LectureEntry(
        id="uw/statement-evaluation-depth",
        title="Deeper, then evaluate",
        section=EVALUATION,
        says="Going deeper before the evaluation is used tends to give better results.",
        python="""
            from zermelo.pacman.scenes import play_scene
            facts = play_scene("depth").facts
            """,
        facts=(
            derived(
                "score at depth 10 above that at depth 2",
                "facts['10 naive']['score'] > facts['2 naive']['score']",
                True,
            ),
        ),
        commands=("zermelo pacman depth --brief",),
        picture="zermelo pacman depth -o deeper.svg",
        link="#/pacman?scene=depth",
    ),
    # ------------------------------------------------------------------ expectimax
    LectureEntry(
        id="uw/definition-expectimax",
        title="Expectimax: chance nodes",
        section=EXPECTIMAX,
        says="Chance nodes are worth the expected value Σ p(s'|s) V(s'), where minimizers take "
        "the worst case.",
        python="""
            from zermelo import Tree, search
            toss = {"player": "chance", "children": [10, -10], "probabilities": [0.6, 0.4]}
            result = search.expectimax(Tree([toss, 1]))
            """,
        facts=(derived("0.6 · 10 + 0.4 · (−10), against 1", "result.value", 2),),
        commands=("zermelo code expectimax", "zermelo search expectimax tree:expectimax"),
        picture="zermelo draw expectimax tree:expectimax -o expectimax.svg",
        link="#/lab?game=tree:expectimax&algorithm=expectimax",
    ),
    LectureEntry(
        id="uw/statement-special-case",
        title="Minimax is a special case of expectimax",
        section=EXPECTIMAX,
        says="A minimizer is a chance node that gives probability 1 to its lowest child and 0 to "
        "the others.",
        python="""
            from zermelo import search, tree
            names = ("two-ply", "ghost", "four-leaves", "perfect-player")
            figures = [tree.figure(name) for name in names]
            lowest = search.BestMove(1.0)
            """,
        facts=(
            derived(
                "minimax",
                "[search.minimax(game).value for game in figures]",
                [3, -8, 5, 10],
            ),
            derived(
                "expectimax with these probabilities",
                "[search.expectimax(game, opponents=lowest).value for game in figures]",
                [3, -8, 5, 10],
            ),
        ),
        commands=(
            "zermelo search minimax tree:ghost",
            "zermelo search expectimax tree:ghost --opponents best=1",
            "zermelo search expectimax tree:ghost --opponents uniform",
        ),
        picture="zermelo draw expectimax tree:ghost --opponents uniform -o random-ghost.svg",
        link="#/lab?game=tree:ghost&algorithm=minimax&algorithm2=expectimax&opponents2=uniform",
    ),
    LectureEntry(
        id="uw/algorithm-expectimax",
        title="Pseudocode of expectimax: value, max-value, exp-value",
        section=EXPECTIMAX,
        says="exp-value begins with 0 and adds p · value(successor) for each successor.",
        python="""
            from zermelo.search.registry import list_texts
            texts = {text.name: [line.strip() for line in text.lines]
                     for text in list_texts("expectimax", {})}
            body = texts["exp_value"]
            """,
        facts=(
            Fact("exp-value initializes v with", "float(body[1].removeprefix('v = '))", 0),
            Fact("v += p * value(successor)", "body[3].startswith('v = v + p * value(')", True),
            derived("our line for it", "body[3]", "v = v + p * value(game, game.result(s, a), me)"),
        ),
        commands=("zermelo code expectimax",),
        picture="zermelo draw expectimax tree:expectimax -o expectimax.html",
        link="#/lab?game=tree:expectimax&algorithm=expectimax",
    ),
    LectureEntry(
        id="uw/figure-expectimax-tree",
        title="The expectimax tree 3 12 9, 2 4 6, 15 6 0",
        section=EXPECTIMAX,
        says="With probabilities 1/3 the chance nodes are worth 8, 4 and 7, and the maximizer 8.",
        python="""
            from zermelo import search, tree
            from zermelo.formal import formulate
            result = search.expectimax(tree.figure("expectimax"))
            """,
        facts=(
            Fact(
                "worked out",
                "list(formulate(tree.figure('expectimax')).lines)",
                ["max(⅓·3 + ⅓·12 + ⅓·9, ⅓·2 + ⅓·4 + ⅓·6, ⅓·15 + ⅓·6 + ⅓·0)", "max(8, 4, 7)"],
            ),
            Fact(
                "the chance nodes",
                "{v.name: v.value for v in result.values}",
                {"a1": 8, "a2": 4, "a3": 7},
            ),
            Fact("the maximizer", "result.value", 8),
        ),
        commands=(
            "zermelo formula tree:expectimax",
            "zermelo search expectimax tree:expectimax",
        ),
        picture="zermelo draw expectimax tree:expectimax -o expectimax-tree.svg",
        link="#/lab?game=tree:expectimax&algorithm=expectimax&answer=1",
    ),
    LectureEntry(
        id="uw/statement-no-pruning",
        title="Chance nodes cannot be pruned in general",
        section=EXPECTIMAX,
        says="A single value can move the mean arbitrarily far, so all children must be looked at. "
        "(Here: one leaf of the middle node changed from 6 to 60.)",
        python="""
            from zermelo import Tree, search
            def root(last):
                lots = ([3, 12, 9], [2, 4, last], [15, 6, 0])
                return search.expectimax(Tree([{"player": "chance", "children": x} for x in lots]))
            """,
        facts=(
            derived(
                "the move with 6, and with 60",
                "[root(6).action_name, root(60).action_name]",
                ["a1", "a2"],
            ),
            derived("leaves that are looked at: all", "root(6).leaves", 9),
        ),
        commands=("zermelo search expectimax tree:expectimax",),
        picture="zermelo draw expectimax tree:expectimax -o no-pruning.svg",
        link="#/lab?game=tree:expectimax&algorithm=expectimax",
    ),
    LectureEntry(
        id="uw/statement-bounded-pruning",
        title="Pruning with known, finite bounds",
        section=EXPECTIMAX,
        says="With bounds on the values it can be possible: with payoffs from 0 to 15, after 2 and "
        "4 the middle node is at most (2 + 4 + 15) / 3 = 7, less than 8.",
        python="""
            from zermelo import search, tree
            figure = tree.figure("expectimax")
            full = search.expectimax(figure)
            pruned = search.expectimax_bounded(figure, trace=True)
            """,
        facts=(
            derived("the same value", "(full.value, pruned.value)", (8, 8)),
            derived("leaves without and with bounds", "(full.leaves, pruned.leaves)", (9, 8)),
            derived(
                "the leaf 6 of the middle node is not visited",
                "'J' not in pruned.trace.list_labels()",
                True,
            ),
        ),
        commands=(
            "zermelo search expectimax-bounded tree:expectimax --bounds 0,15",
            "zermelo trace expectimax-bounded tree:expectimax",
        ),
        picture="zermelo draw expectimax-bounded tree:expectimax -o bounded.svg",
        link="#/lab?game=tree:expectimax&algorithm=expectimax-bounded",
    ),
    # ------------------------------------------------------------------ summary
    LectureEntry(
        id="uw/statement-summary",
        title="The three effects of alpha-beta",
        section=SUMMARY,
        says="It does not affect the root's minimax value; values of intermediate nodes might be "
        "wrong; good ordering of the children improves the pruning.",
        python="""
            from zermelo import search, tree
            figure = tree.figure("root-tie")
            full, pruned = search.minimax(figure), search.alphabeta(figure)
            leaves = {
                order: search.alphabeta(tree.figure("two-ply"), order=order).leaves
                for order in ("best", "worst")
            }
            """,
        facts=(
            derived("the root's value", "(full.value, pruned.value)", (10, 10)),
            derived(
                "an intermediate node: the true value, and what is left there",
                "({v.name: v.value for v in full.values}['a2'], pruned.values[1].value)",
                (0, 10),
            ),
            derived("leaves in the best and in the worst order", "leaves", {"best": 5, "worst": 9}),
        ),
        commands=("zermelo search alphabeta tree:root-tie", "zermelo complexity tree:two-ply"),
        picture="zermelo draw alphabeta tree:root-tie -o summary.svg",
        link="#/lab?game=tree:two-ply&algorithm=alphabeta&order=best&algorithm2=alphabeta"
        "&order2=worst",
    ),
)
"""The entries in the order of the notes."""
