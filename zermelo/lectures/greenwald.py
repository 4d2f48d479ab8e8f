"""A. Greenwald, Artificial Intelligence, Lecture 5: Adversarial Search (2005)."""

from __future__ import annotations

from zermelo.lectures.entry import LectureEntry, LectureSource
from zermelo.lectures.entry import LectureFact as Fact
from zermelo.lectures.entry import derive_fact as derived
from zermelo.lectures.links import route
from zermelo.lectures.printed import TABLE_3, TABLE_6, TABLE_8

SOURCE = LectureSource(
    "greenwald",
    "A. Greenwald, Artificial Intelligence, Lecture 5",
    "Adversarial Search, Spring 2005",
)

DEFINITION = "1 Definition and Example"
MINIMAX = "2 Minimax Search"
PRUNING = "3 αβPruning"
HIGH_LEVEL = "3.1 αβPruning: High-Level"
PRUNING_DFS = "3.2 αβPruning-DFS"
COMPLEXITY = "3.3 Complexity"
EVALUATION = "4 Evaluation Functions"
RECURSIVE = "A Recursive Adversarial Search"
RECURSIVE_PRUNING = "B Recursive αβPruning"
PROBLEMS = "Problems"

NOISY = (
    'tree:[{"estimate":1,"children":[-8,1],"noisy":[true,false]},{"estimate":0,"children":[0,2]}]'
)
"""A pawn is taken at B, where the recapture is a noisy move; C is quiet."""

PINNED = "k7/8/8/3p4/b2Pp3/4Pp2/8/R5K1 b - - 0 1"
"""Chess: Black's bishop is pinned and lost; the check f2+ delays that by two plies."""

ENTRIES = (
    # ------------------------------------------------------------------ 1
    LectureEntry(
        id="greenwald/definition-game-tree",
        title="Game tree Γ = ⟨P, X, S, T, δ, l, v⟩",
        section=DEFINITION,
        says="A game tree is a 7-tuple: players, states, start states, terminal states, "
        "successors, who moves, payoffs in [−1, 1].",
        python="""
            from zermelo.formal import formalise
            from zermelo.games.nim import Nim
            gamma = formalise(Nim(2, 2))
            """,
        facts=(
            Fact("players", "list(gamma.players)", ["MAX", "MIN"]),
            Fact(
                "S, T ⊆ X",
                "{*gamma.starts, *gamma.terminals} <= {*gamma.states}",
                True,
            ),
            Fact(
                "payoffs in [−1, 1]",
                "all(-1 <= v <= 1 for pair in gamma.payoffs.values() for v in pair)",
                True,
            ),
        ),
        commands=("zermelo formal nim:2,2", "zermelo formal nim:2,2 --form latex"),
        link="#/lab?game=nim:2,2&algorithm=minimax&gamma=1",
    ),
    LectureEntry(
        id="greenwald/definition-zero-sum",
        title="Zero-sum games",
        section=DEFINITION,
        says="Payoffs add up to 0 at every terminal state, so one value is enough: above 0 MAX "
        "wins, below 0 MIN wins, 0 is a draw.",
        python="""
            from zermelo.formal import formalise
            from zermelo.games.nim import Nim
            gamma = formalise(Nim(2, 2))
            """,
        facts=(
            Fact("Σ v_i(x) for all x ∈ T", "gamma.total", 0),
            Fact(
                "v_MAX(x) = −v_MIN(x)",
                "all(a == -b for a, b in gamma.payoffs.values())",
                True,
            ),
        ),
        commands=("zermelo formal nim:2,2", "zermelo check nim:2,2 --gear plain"),
        link="#/play?game=nim:2,2",
    ),
    LectureEntry(
        id="greenwald/example-nim",
        title="2,2-NIM as Γ",
        section=DEFINITION,
        says="Two piles of two matches; a move takes any number from one pile; who takes the last "
        "match loses. Y has six pairs, X = Y × P, and there are two start states.",
        python="""
            from zermelo.formal import formalise
            from zermelo.games.nim import Nim
            gamma = formalise(Nim(2, 2))
            name = gamma.name_state
            state = {name(s): s for s in gamma.states}
            """,
        facts=(
            Fact(
                "Y",
                "list(gamma.configurations)",
                ["(2, 2)", "(2, 1)", "(2, 0)", "(1, 1)", "(1, 0)", "(0, 0)"],
            ),
            Fact("states in X = Y × P", "len(gamma.states)", 12),
            Fact("S", "[name(s) for s in gamma.starts]", ["((2, 2), MAX)", "((2, 2), MIN)"]),
            Fact("T", "[name(s) for s in gamma.terminals]", ["((0, 0), MAX)", "((0, 0), MIN)"]),
            Fact(
                "δ((2, 2), MAX)",
                "[name(s) for s in gamma.successors[state['((2, 2), MAX)']]]",
                ["((2, 1), MIN)", "((2, 0), MIN)"],
            ),
            Fact(
                "δ((2, 1), MIN)",
                "[name(s) for s in gamma.successors[state['((2, 1), MIN)']]]",
                ["((1, 1), MAX)", "((1, 0), MAX)", "((2, 0), MAX)"],
            ),
            Fact("l((2, 1), MIN)", "gamma.name_mover(state['((2, 1), MIN)'])", "MIN"),
            Fact("v((0, 0), MAX)", "gamma.payoffs[state['((0, 0), MAX)']]", (1, -1)),
            Fact("v((0, 0), MIN)", "gamma.payoffs[state['((0, 0), MIN)']]", (-1, 1)),
        ),
        commands=("zermelo formal nim:2,2",),
        picture="zermelo draw tree nim:2,2 --style lecture -o nim.svg",
        link="#/lab?game=nim:2,2&algorithm=minimax&gamma=1",
    ),
    LectureEntry(
        id="greenwald/figure-1",
        title="Figure 1: game tree for 2,2-Nim",
        section=DEFINITION,
        says="Nodes A to O. The minimax value is −1: there is a winning strategy for MIN.",
        python="""
            from zermelo import search, tree
            from zermelo.games.nim import Nim
            figure = tree.figure("nim-2-2")
            result = search.minimax(figure, trace=True)
            plan = search.strategy(Nim(2, 2), player=1)
            """,
        facts=(
            Fact("minimax value", "result.value", -1),
            Fact("nodes", "''.join(sorted(result.trace.list_labels()))", "ABCDEFGHIJKLMNO"),
            Fact("what MIN's strategy gets MIN at least", "plan.root.value", 1),
            derived("the real game has as many nodes", "search.minimax(Nim(2, 2)).nodes", 15),
        ),
        commands=("zermelo search minimax tree:nim-2-2", "zermelo strategy nim:2,2 --player 1"),
        picture="zermelo draw minimax nim:2,2 --style lecture -o figure-1.svg",
        link="#/lab?game=tree:nim-2-2&algorithm=minimax",
    ),
    # ------------------------------------------------------------------ 2
    LectureEntry(
        id="greenwald/definition-minimax-value",
        title="Minimax value",
        section=MINIMAX,
        says="The value of the root where MIN moves first: the minimum of its successors' values, "
        "each the maximum of theirs, and so on. In 2,2-NIM the second player wins, so with MIN "
        "first the value is +1.",
        python="""
            from zermelo import search
            from zermelo.games.nim import Nim
            game = Nim(2, 2)
            max_first, min_first = game.starts()
            result = search.minimax(game, min_first, player=0)
            """,
        facts=(
            derived("value with MIN at the root", "result.value", 1),
            derived("the minimum of its successors", "min(v.value for v in result.values)", 1),
        ),
        commands=("zermelo search minimax nim:2,2 --start 1 --player 0",),
        picture="zermelo draw minimax nim:2,2 --start 1 --player 0 -o min-first.svg",
        link="#/lab?game=nim:2,2&position=2+2+MIN&algorithm=minimax",
    ),
    LectureEntry(
        id="greenwald/definition-maximin-value",
        title="Maximin value (footnote 2)",
        section=MINIMAX,
        says="The same where the root belongs to MAX: the value of Figure 1, −1.",
        python="""
            from zermelo import search
            from zermelo.games.nim import Nim
            result = search.minimax(Nim(2, 2))
            """,
        facts=(
            Fact("value with MAX at the root", "result.value", -1),
            derived("the maximum of its successors", "max(v.value for v in result.values)", -1),
        ),
        commands=("zermelo search minimax nim:2,2",),
        picture="zermelo draw minimax nim:2,2 -o max-first.svg",
        link="#/lab?game=nim:2,2&algorithm=minimax",
    ),
    LectureEntry(
        id="greenwald/definition-winning-strategy",
        title="Winning strategies: +1, −1, 0",
        section=MINIMAX,
        says="With +1 there is a winning strategy for MAX, with −1 for MIN; with 0 neither has "
        "one. (2,2-Nim is the lecture's example of −1, Figure 2 of +1; tic-tac-toe is 0.)",
        python="""
            from zermelo import search, tree
            from zermelo.games.nim import Nim
            from zermelo.games.tic_tac_toe import TicTacToe
            nim = search.minimax(Nim(2, 2))
            mate = search.alphabeta(tree.figure("figure-2"))
            tic_tac_toe = search.alphabeta(TicTacToe(), gear="plain")
            """,
        facts=(
            Fact("2,2-Nim", "nim.value", -1),
            Fact("Figure 2", "mate.value", 1),
            derived("tic-tac-toe", "tic_tac_toe.value", 0),
        ),
        commands=(
            "zermelo strategy nim:2,2 --player 1",
            "zermelo search alphabeta tic-tac-toe --gear plain",
        ),
        picture="zermelo draw minimax nim:2,2 -o nim.svg",
        link="#/play?game=nim:2,2&seats=p,5",
    ),
    LectureEntry(
        id="greenwald/table-1",
        title="Table 1: MiniMax Depth-First Search",
        section=MINIMAX,
        says="An open list used as a stack. Every nonterminal node is visited twice: first its "
        "successors are put in front of it, then its value is known and is backed up.",
        python="""
            from zermelo import search, tree
            result = search.minimax_stack(tree.figure("nim-2-2"), trace=True)
            stacks = [e["open"] for e in result.trace.events if e["event"] == "stack"]
            fronts = [stack[0][0] for stack in stacks]
            """,
        facts=(
            Fact("value returned", "result.value", -1),
            derived("nodes", "result.nodes", 15),
            Fact(
                "visits of each nonterminal",
                "{label: fronts.count(label) for label in 'ABCDEFGIL'}",
                dict.fromkeys("ABCDEFGIL", 2),
            ),
        ),
        commands=("zermelo code minimax-stack", "zermelo search minimax-stack tree:nim-2-2"),
        picture="zermelo draw minimax-stack tree:nim-2-2 -o table-1.svg",
        link="#/lab?game=tree:nim-2-2&algorithm=minimax-stack",
    ),
    LectureEntry(
        id="greenwald/table-2",
        title="Table 2: BackUp1",
        section=MINIMAX,
        says="Backs up one level, from child n to parent m: v(m) becomes the minimum or the "
        "maximum of v(m) and v(n). In Table 3 the updates of B are min{+∞, +1}, min{+1, −1} and "
        "min{−1, +1}.",
        python="""
            from zermelo import search, tree
            trace = search.minimax_stack(tree.figure("nim-2-2"), trace=True).trace
            label = {e["node"]: e["label"] for e in trace.events if e["event"] == "enter"}
            updates = [e for e in trace.events if e["event"] == "update"]
            at_b = [e for e in updates if label[e["node"]] == "B"]
            """,
        facts=(
            Fact("values of B, one after the other", "[e['new'] for e in at_b]", [1, -1, -1]),
            Fact("the rule at B", "sorted({e['rule'] for e in at_b})", ["min"]),
            derived("updates: one for each edge", "len(updates)", 14),
        ),
        commands=("zermelo code minimax-stack", "zermelo trace minimax-stack tree:nim-2-2"),
        picture="zermelo draw minimax-stack tree:nim-2-2 -o table-2.svg",
        link="#/lab?game=tree:nim-2-2&algorithm=minimax-stack",
    ),
    LectureEntry(
        id="greenwald/table-3",
        title="Table 3: MiniMax-DFS on 2,2-NIM",
        section=MINIMAX,
        says="The stack, step by step, with values as subscripts: 30 lines from A to A−1.",
        python="""
            from zermelo import search, tree
            from zermelo.games.nim import Nim
            from zermelo.show.text import text
            result = search.minimax_stack(tree.figure("nim-2-2"), trace=True)
            real = search.minimax_stack(tree.game_tree(Nim(2, 2)), trace=True)
            table = text(result.trace, "table3").splitlines()
            """,
        facts=(
            Fact("all lines of the table", "table", TABLE_3),
            Fact(
                "the same from the rules of the game",
                "text(real.trace, 'table3').splitlines() == table",
                True,
            ),
            Fact("its last line", "table[-1]", "A−1"),
        ),
        commands=(
            "zermelo trace minimax-stack tree:nim-2-2 --form table3",
            "zermelo trace minimax-stack nim:2,2 --form table3 --style lecture",
        ),
        picture="zermelo draw minimax-stack tree:nim-2-2 -o table-3.html",
        link="#/lab?game=tree:nim-2-2&algorithm=minimax-stack",
    ),
    # ------------------------------------------------------------------ 3
    LectureEntry(
        id="greenwald/definition-principal-variation",
        title="Variation, principal variation",
        section=PRUNING,
        says="A variation is a path from the root to a leaf. The value of the leaf on the "
        "principal variation is the minimax value: −1 in 2,2-Nim.",
        python="""
            from zermelo import search, tree
            game = tree.figure("nim-2-2")
            result = search.alphabeta(game)
            leaf = game.after(result.line)
            """,
        facts=(
            Fact("the variation is complete", "game.terminal(leaf)", True),
            Fact("value of its leaf", "game.utility(leaf, 0)", -1),
            Fact("minimax value", "result.value", -1),
        ),
        commands=("zermelo search alphabeta tree:nim-2-2",),
        picture="zermelo draw alphabeta tree:nim-2-2 -o principal-variation.svg",
        link="#/lab?game=tree:nim-2-2&algorithm=alphabeta",
    ),
    LectureEntry(
        id="greenwald/example-1",
        title="Example 1: a mate ends the search",
        section=PRUNING,
        says="B is checkmate for MAX, so v(A) = +1 whatever C is worth, and C is pruned.",
        python="""
            from zermelo import Tree, search, tree
            results = {
                c: search.alphabeta(Tree({"bounds": [-1, 1], "root": [1, c]}), trace=True)
                for c in (-1, -0.5, 0, 0.5, 1)
            }
            visited = {"".join(result.trace.list_labels()) for result in results.values()}
            """,
        facts=(
            Fact(
                "v(A) for any v(C)",
                "sorted({result.value for result in results.values()})",
                [1],
            ),
            Fact("with v(C) open", "search.alphabeta(tree.figure('figure-2')).value", 1),
            Fact("nodes visited, C is not among them", "sorted(visited)", ["AB"]),
        ),
        commands=("zermelo formula tree:figure-2", "zermelo trace alphabeta tree:figure-2"),
        picture="zermelo draw alphabeta tree:figure-2 --windows nodes -o example-1.svg",
        link="#/lab?game=tree:figure-2&algorithm=alphabeta",
    ),
    LectureEntry(
        id="greenwald/figure-2",
        title="Figure 2: an example of αβPruning",
        section=PRUNING,
        says="B is an optimal alternative for MAX, so C is not on the principal variation and can "
        "be pruned; its value is left open.",
        python="""
            from zermelo import search, tree
            result = search.alphabeta(tree.figure("figure-2"), trace=True)
            """,
        facts=(
            Fact("v(A)", "result.value", 1),
            Fact("nodes visited", "result.trace.list_labels()", ["A", "B"]),
        ),
        commands=(
            "zermelo search alphabeta tree:figure-2",
            "zermelo trace alphabeta tree:figure-2",
        ),
        picture="zermelo draw alphabeta tree:figure-2 -o figure-2.svg",
        link="#/lab?game=tree:figure-2&algorithm=alphabeta",
    ),
    LectureEntry(
        id="greenwald/figure-3",
        title="Figure 3: another example of αβPruning",
        section=PRUNING,
        says="B is worth 1/2 and D 1/4, so MAX never goes to C, and E can be pruned.",
        python="""
            from zermelo import search, tree
            result = search.alphabeta(tree.figure("figure-3"), trace=True)
            """,
        facts=(
            Fact("v(A)", "result.value", 1 / 2),
            Fact("nodes visited", "result.trace.list_labels()", ["A", "B", "C", "D"]),
        ),
        commands=(
            "zermelo search alphabeta tree:figure-3",
            "zermelo trace alphabeta tree:figure-3",
        ),
        picture="zermelo draw alphabeta tree:figure-3 -o figure-3.svg",
        link="#/lab?game=tree:figure-3&algorithm=alphabeta",
    ),
    LectureEntry(
        id="greenwald/example-2",
        title="Example 2: a better alternative above",
        section=PRUNING,
        says="v(C) = min{v(D), v(E)} ≤ 1/4 < 1/2 = v(B), so v(A) = v(B) whatever E is worth.",
        python="""
            from zermelo import Tree, search, tree
            results = {
                e: search.alphabeta(Tree({"bounds": [-1, 1], "root": [0.5, [0.25, e]]}), trace=True)
                for e in (-1, -0.5, 0, 0.25, 0.5, 1)
            }
            visited = {"".join(result.trace.list_labels()) for result in results.values()}
            """,
        facts=(
            Fact(
                "v(A) for any v(E)",
                "sorted({result.value for result in results.values()})",
                [1 / 2],
            ),
            Fact("with v(E) open", "search.minimax(tree.figure('figure-3')).value", 1 / 2),
            Fact("nodes visited, E is not among them", "sorted(visited)", ["ABCD"]),
        ),
        commands=("zermelo formula tree:figure-3", "zermelo trace alphabeta tree:figure-3"),
        picture="zermelo draw alphabeta tree:figure-3 --windows nodes -o example-2.svg",
        link="#/lab?game=tree:figure-3&algorithm=alphabeta",
    ),
    LectureEntry(
        id="greenwald/definition-alpha-beta",
        title="α-value and β-value",
        section=HIGH_LEVEL,
        says="α is a lower bound on the value, which MAX can guarantee; β an upper bound, which "
        "MIN can guarantee. α grows at MAX nodes, β falls at MIN nodes, and α < β at every node "
        "that is searched.",
        python="""
            from zermelo import search, tree
            trace = search.alphabeta_hard(tree.figure("nim-2-2"), trace=True).trace
            windows = [(e["alpha"], e["beta"]) for e in trace.events if e["event"] == "enter"]
            """,
        facts=(
            Fact("window of the root", "windows[0]", (-1, 1)),
            Fact("α < β at every node", "all(alpha < beta for alpha, beta in windows)", True),
        ),
        commands=("zermelo trace alphabeta-hard tree:nim-2-2",),
        picture="zermelo draw alphabeta-hard tree:nim-2-2 --windows nodes -o windows.svg",
        link="#/lab?game=tree:nim-2-2&algorithm=alphabeta-hard",
    ),
    LectureEntry(
        id="greenwald/statement-equality",
        title="α equals β",
        section=HIGH_LEVEL,
        says="If α equals β at a node, its value is determined, and what is left below it can be "
        "pruned. (In 2,2-Nim all pruning comes from that: a search that cuts only where α exceeds "
        "β visits every node.)",
        python="""
            from zermelo import search, tree
            figure = tree.figure("nim-2-2")
            reached = search.alphabeta_hard(figure, rule=">=")
            exceeded = search.alphabeta_hard(figure, rule=">")
            """,
        facts=(
            Fact("the value is the same", "(reached.value, exceeded.value)", (-1, -1)),
            Fact("nodes: five are pruned", "reached.nodes", 15 - 5),
            derived("nodes without cuts on a tie", "exceeded.nodes", 15),
        ),
        commands=(
            "zermelo search alphabeta-hard tree:nim-2-2",
            'zermelo search alphabeta-hard tree:nim-2-2 --rule ">"',
        ),
        picture="zermelo draw alphabeta-hard tree:nim-2-2 --windows nodes -o equality.svg",
        link=route(
            "lab",
            game="tree:nim-2-2",
            algorithm="alphabeta-hard",
            algorithm2="alphabeta-hard",
            rule2=">",
        ),
    ),
    LectureEntry(
        id="greenwald/exercise-nim",
        title="Exercise: which subtrees of 2,2-NIM are pruned?",
        section=PRUNING_DFS,
        says="Answered by Table 8: J; F with L and O; H.",
        python="""
            from zermelo import tree
            from zermelo.teach import Exercise
            solution = Exercise.of(tree.figure("nim-2-2"), "alphabeta-hard").solution
            """,
        facts=(
            Fact("pruned nodes", "sorted(solution.pruned)", ["F", "H", "J", "L", "O"]),
            Fact("value of A", "solution.values['A']", -1),
        ),
        commands=("zermelo problems nim",),
        picture="zermelo problems nim -o nim.svg",
        link="#/lab?game=tree:nim-2-2&algorithm=alphabeta-hard",
    ),
    LectureEntry(
        id="greenwald/table-4",
        title="Table 4: αβPruning Depth-First Search",
        section=PRUNING_DFS,
        says="MiniMax-DFS with α- and β-values at all nodes, and αβBackUp1. A node is deleted "
        "where its parent has α ≥ β; a node begins with its parent's values. It returns the "
        "minimax value.",
        python="""
            from zermelo import search, tree
            result = search.alphabeta_stack(tree.figure("nim-2-2"), trace=True)
            stacks = [e["open"] for e in result.trace.events if e["event"] == "stack"]
            """,
        facts=(
            Fact("value returned", "result.value", -1),
            Fact(
                "nodes that are deleted without a visit",
                "sorted(set('ABCDEFGHIJKLMNO') - set(result.trace.list_labels()))",
                ["F", "H", "J", "L", "O"],
            ),
            Fact("α and β of the root when it is expanded", "stacks[1][-1]", ["A", -1, 1]),
        ),
        commands=(
            "zermelo code alphabeta-stack",
            "zermelo trace alphabeta-stack tree:nim-2-2 --form table3",
        ),
        picture="zermelo draw alphabeta-stack tree:nim-2-2 --windows nodes -o table-4.svg",
        link="#/lab?game=tree:nim-2-2&algorithm=alphabeta-stack",
    ),
    LectureEntry(
        id="greenwald/statement-complexity",
        title="Best case √b, worst case b",
        section=COMPLEXITY,
        says="In the best case alpha-beta visits O(b^(d/2)) nodes and its effective branching "
        "factor is √b; in the worst case it prunes nothing.",
        python="""
            from zermelo import Tree, minimal_tree, search, tree
            from zermelo.complexity import measure
            report = measure(tree.random_tree(seed=1, branching=3, depth=4)).rows[-1]
            growth = (minimal_tree(9, 42) / minimal_tree(9, 40)) ** 0.5
            worst = Tree([[1, 2], [3, 4]])
            """,
        facts=(
            Fact("factor for each ply of the minimal tree, b = 9", "growth", 3),
            derived("minimax, b = 3, d = 4: 1 + 3 + 9 + 27 + 81", "report.minimax", 121),
            derived("leaves in the best order: 3² + 3² − 1", "minimal_tree(3, 4)", 17),
            derived(
                "the best order visits the minimal tree",
                "report.best == report.minimal",
                True,
            ),
            derived(
                "a worst case: alpha-beta visits all of minimax's nodes",
                "(search.alphabeta(worst).nodes, search.minimax(worst).nodes)",
                (7, 7),
            ),
        ),
        commands=("zermelo complexity tree:random,seed=1,branching=3,depth=4 --gear plain",),
        picture="zermelo complexity tree:random,seed=1,branching=3,depth=4 --gear plain "
        "-o complexity.svg",
        link="#/lab?game=tree:random,seed=1,branching=3,depth=4&algorithm=alphabeta&order=best"
        "&algorithm2=alphabeta&order2=worst",
    ),
    LectureEntry(
        id="greenwald/definition-effective-branching",
        title="Effective branching factor b* (footnote 3)",
        section=COMPLEXITY,
        says="The branching of a uniform tree of depth d with N nodes: the solution of "
        "N = 1 + b* + … + (b*)^d.",
        python="""
            from zermelo import effective_branching, search, tree
            full = search.minimax(tree.figure("two-ply"))
            """,
        facts=(
            derived("b* of 1 + 3 + 9 = 13 nodes at depth 2", "effective_branching(13, 2)", 3),
            derived("b* of minimax on a tree with b = 3", "full.branching", 3),
        ),
        commands=("zermelo search alphabeta tree:two-ply", "zermelo complexity tree:two-ply"),
        picture="zermelo complexity tree:two-ply -o branching.svg",
        link="#/lab?game=tree:two-ply&algorithm=alphabeta",
    ),
    LectureEntry(
        id="greenwald/statement-ordering",
        title="Ordering by iterative deepening",
        section=COMPLEXITY,
        says="The order of the nodes decides what alpha-beta saves. A reasonable one: deepen "
        "iteratively, and order successors by the values of the depth before.",
        python="""
            from zermelo.complexity import measure
            from zermelo.games.connect_four import ConnectFour
            row = measure(ConnectFour(), depth=4, gear="plain").rows[-1]
            """,
        facts=(
            derived(
                "best order ≤ deepening, all depths together < natural order < minimax",
                "row.best <= row.deepening < row.natural < row.minimax",
                True,
            ),
        ),
        commands=(
            "zermelo complexity connect-four --depth 4 --gear plain",
            "zermelo code deepening",
        ),
        picture="zermelo complexity connect-four --depth 4 --gear plain -o ordering.svg",
        link="#/lab?game=tree:two-ply&algorithm=deepening&algorithm2=alphabeta",
    ),
    # ------------------------------------------------------------------ 4
    LectureEntry(
        id="greenwald/definition-evaluation",
        title="Evaluation functions",
        section=EVALUATION,
        says="In a large tree the search is truncated, and the estimates at its horizon are "
        "backed up. (Here: connect four, four plies deep; the notes print no example.)",
        python="""
            from zermelo import search
            from zermelo.games.connect_four import ConnectFour
            result = search.alphabeta(ConnectFour(), depth=4, gear="plain")
            """,
        facts=(
            derived("depth", "result.depth", 4),
            derived("is the value proven?", "result.exact", False),
            derived("an estimate lies between loss and win", "-1 < result.value < 1", True),
        ),
        commands=("zermelo search alphabeta connect-four --depth 4 --gear plain",),
        picture="zermelo draw alphabeta connect-four --depth 1 -o truncated.svg",
        link="#/lab?game=connect-four&algorithm=alphabeta&depth=1",
    ),
    LectureEntry(
        id="greenwald/table-material",
        title="Material values of chess",
        section=EVALUATION,
        says="e(pawn) = 1, e(bishop) = e(knight) = 3, e(rook) = 5, e(queen) = 9.",
        python="""
            from zermelo.evaluation import explain
            from zermelo.games.chess import Chess
            evaluation = explain(Chess("material"))
            weights = {feature.name: feature.weight for feature in evaluation.features}
            """,
        facts=(
            Fact(
                "values",
                "weights",
                {"pawns": 1, "knights": 3, "bishops": 3, "rooks": 5, "queens": 9},
            ),
            derived("w and b at the start: 8 · 1 + 4 · 3 + 2 · 5 + 9", "evaluation.sums", (39, 39)),
        ),
        commands=("zermelo evaluate chess:material",),
        link="#/analyse?game=chess:material",
    ),
    LectureEntry(
        id="greenwald/example-chess-evaluation",
        title="e(n) = (w(n) − b(n)) / (w(n) + b(n))",
        section=EVALUATION,
        says="1 predicts a sure win for White, −1 a sure win for Black, 0 a draw. "
        "(After 1 e4 d5 2 exd5 White has 39, Black 38. A search keeps its estimates below a win: "
        "it uses 0.999 for 1.)",
        python="""
            from zermelo.evaluation import explain
            from zermelo.games.chess import Chess
            game = Chess("material")
            def e(text):
                w, b = explain(game, game.load(text)).sums
                return (w - b) / (w + b)
            after = explain(game, game.after("e4 d5 exd5".split()))
            """,
        facts=(
            Fact("only White has pieces", "e('4k3/8/8/8/8/8/8/QR2K3 w - - 0 1')", 1),
            Fact("only Black has pieces", "e('qr2k3/8/8/8/8/8/8/4K3 w - - 0 1')", -1),
            Fact("as many on both sides", "e(game.dump(game.start()))", 0),
            derived("after a pawn is taken: (39 − 38) / (39 + 38)", "after.values[0]", 1 / 77),
        ),
        commands=('zermelo evaluate chess:material --moves "e4 d5 exd5"',),
        link="#/analyse?game=chess:material&moves=e4~d5~exd5",
    ),
    LectureEntry(
        id="greenwald/definition-quiescence",
        title="Search until quiescence",
        section=EVALUATION,
        says="Where e(n) changes rapidly, the search proceeds until the position is quiet. "
        "(Examples of our own: a pawn is taken, and quiescence sees the recapture; as a tree, and "
        "with a queen in chess.)",
        python=f"""
            from zermelo import catalogue, search
            tree = catalogue.game('''{NOISY}''')
            shallow, quiet = search.alphabeta(tree, depth=1), search.quiescence(tree, depth=1)
            chess = catalogue.game("chess:material")
            s = chess.load("4k3/2p5/3p4/8/8/8/3Q4/4K3 w - - 0 1")
            greedy = search.alphabeta(chess, s, depth=1, gear="plain")
            patient = search.quiescence(chess, s, depth=1, gear="plain")
            """,
        facts=(
            derived("one ply", "(shallow.action_name, shallow.value)", ("a1", 1)),
            derived("until quiescence", "(quiet.action_name, quiet.value)", ("a2", 0)),
            derived("chess: one ply takes the pawn", "greedy.action_name", "Qxd6"),
            derived("chess: quiescence does not", "patient.action_name != 'Qxd6'", True),
        ),
        commands=(
            f"zermelo search alphabeta '{NOISY}' --depth 1",
            f"zermelo search quiescence '{NOISY}' --depth 1",
            "zermelo search quiescence chess:material --depth 1 --gear plain "
            '--position "4k3/2p5/3p4/8/8/8/3Q4/4K3 w - - 0 1"',
        ),
        picture=f"zermelo draw quiescence '{NOISY}' --depth 1 -o quiescence.svg",
        link=route(
            "lab",
            game=NOISY,
            algorithm="alphabeta",
            depth="1",
            algorithm2="quiescence",
            depth2="1",
        ),
    ),
    LectureEntry(
        id="greenwald/definition-horizon-effect",
        title="The horizon effect",
        section=EVALUATION,
        says="A search cannot recognise a drastic change of value if delay tactics push it beyond "
        "the horizon. (A tree of our own: a1 gives a pawn and loses the piece two plies later, a2 "
        "loses the piece at once and keeps the pawn.)",
        python="""
            from zermelo import search, tree
            game = tree.figure("horizon")
            near, far = (search.alphabeta(game, depth=depth, all=True) for depth in (2, 4))
            quiet = {depth: search.quiescence(game, depth=depth).action_name for depth in (2, 3)}
            def list_values(result):
                return {root.name: root.value for root in result.values}
            """,
        facts=(
            derived("values at depth 2", "list_values(near)", {"a1": -1, "a2": -3}),
            derived("values at depth 4", "list_values(far)", {"a1": -4, "a2": -3}),
            derived("played at depth 2: the delay", "near.action_name", "a1"),
            derived("played at depth 4", "far.action_name", "a2"),
            derived("with quiescence at depths 2 and 3", "quiet", {2: "a1", 3: "a2"}),
        ),
        commands=(
            "zermelo horizon tree:horizon",
            "zermelo search alphabeta tree:horizon --depth 2 --all",
            "zermelo search alphabeta tree:horizon --depth 4 --all",
        ),
        picture="zermelo draw alphabeta tree:horizon --depth 2 -o horizon.svg",
        link="#/lab?game=tree:horizon&algorithm=alphabeta&depth=2&algorithm2=alphabeta&depth2=4",
    ),
    LectureEntry(
        id="greenwald/demo-horizon-effect",
        title="The horizon effect in chess",
        section=EVALUATION,
        says="(A position of our own: Black's bishop is pinned and lost. At depth 2 the check f2+ "
        "looks best, for after Kxf2 the capture of the bishop is beyond the horizon; at depth 4 "
        "the pawn is lost as well. Singular extension sees it at depth 2, quiescence at depth 3: "
        "at depth 2 Black is to move at the horizon and stands pat.)",
        python=f"""
            from zermelo import catalogue
            from zermelo.teach.horizon import find_horizon
            game = catalogue.game("chess:material")
            found = find_horizon(game, game.load("{PINNED}"), depth=2, extra=2)
            def get_move(search, depth):
                return found.get_answer(search, depth).move
            """,
        facts=(
            derived("played at depth 2: the delay", "found.near.name", "f2+"),
            derived("e(n) at depth 2: (5 − 7) / 12", "found.near.near", -2 / 12),
            derived("e(n) at depth 4: (2 − 7) / 9", "found.near.far", -5 / 9),
            derived("a king's move at both: (3 − 7) / 10", "found.far.near", -4 / 10),
            derived("played at depth 4", "get_move('alphabeta', 4)", "Ka7"),
            derived("quiescence at depth 2", "get_move('quiescence', 2)", "f2+"),
            derived("quiescence at depth 3", "get_move('quiescence', 3)", "Ka7"),
            derived("singular extension at depth 2", "get_move('singular', 2)", "Ka7"),
        ),
        commands=(
            "zermelo horizon",
            f'zermelo search alphabeta chess:material --position "{PINNED}" --depth 2 --gear plain',
            f'zermelo search singular chess:material --position "{PINNED}" --depth 2 --gear plain',
        ),
        picture=f'zermelo draw singular chess:material --position "{PINNED}" --depth 2 '
        "--successors 2 -o horizon-chess.svg",
        link=route(
            "lab",
            game="chess:material",
            position=PINNED,
            algorithm="alphabeta",
            depth="2",
            algorithm2="singular",
            depth2="2",
        ),
    ),
    LectureEntry(
        id="greenwald/definition-singular-extension",
        title="Singular extension",
        section=EVALUATION,
        says="A secondary search beyond the seemingly best node; if its path degrades, the "
        "second-best is searched in the same way. (On our tree of the horizon effect: B looks "
        "like −1, and is −4 two plies later; C holds with −3.)",
        python="""
            from zermelo import search, tree
            game = tree.figure("horizon")
            shallow = search.alphabeta(game, depth=2)
            result = search.singular(game, depth=2, extra=2, trace=True)
            steps = [(step.depth, step.value, step.note) for step in result.history]
            begun = [event for event in result.trace.events if event["event"] == "secondary"]
            """,
        facts=(
            derived("without it", "(shallow.action_name, shallow.value)", ("a1", -1)),
            derived("the seemingly best node", "steps[0]", (2, -1, "looks best")),
            derived("its secondary search", "steps[1]", (4, -4, "degrades")),
            derived("that of the second-best", "steps[-1]", (4, -3, "holds")),
            derived("with it", "(result.action_name, result.value)", ("a2", -3)),
            derived(
                "searches to depths 2 and 4",
                "[(event['action'], event['depth']) for event in begun]",
                [("a1", 2), ("a2", 2), ("a1", 4), ("a2", 4)],
            ),
        ),
        commands=(
            "zermelo search singular tree:horizon --depth 2",
            "zermelo trace singular tree:horizon --depth 2",
        ),
        picture="zermelo draw singular tree:horizon --depth 2 -o singular.svg",
        link="#/lab?game=tree:horizon&algorithm=singular&depth=2",
    ),
    # ------------------------------------------------------------------ A
    LectureEntry(
        id="greenwald/definition-subgame",
        title="The subgame tree Γ_z",
        section=RECURSIVE,
        says="Γ_z is the subtree of Γ rooted at node z. (Here: z = ((2, 0), MIN) of 2,2-NIM, with "
        "δ(z) as in Γ.)",
        python="""
            from zermelo.formal import formalise
            from zermelo.games.nim import Nim
            game = Nim(2, 2)
            z = game.load("2 0 MIN")
            gamma = formalise(game, z)
            """,
        facts=(
            derived(
                "its only start state",
                "[gamma.name_state(s) for s in gamma.starts]",
                ["((2, 0), MIN)"],
            ),
            derived(
                "δ(z) is that of Γ",
                "gamma.successors[z] == formalise(game).successors[z]",
                True,
            ),
        ),
        commands=('zermelo formal nim:2,2 --position "2 0 MIN"',),
        picture='zermelo draw minimax nim:2,2 --style lecture --position "2 0 MIN" -o subgame.svg',
        link="#/lab?game=nim:2,2&position=2+0+MIN&algorithm=minimax",
    ),
    LectureEntry(
        id="greenwald/table-5",
        title="Table 5: Recursive MiniMax",
        section=RECURSIVE,
        says="Minimax with α and β as arguments; it begins with −1 and +1, and prunes nothing.",
        python="""
            from zermelo import search, tree
            result = search.minimax_window(tree.figure("nim-2-2"), trace=True)
            first = result.trace.events[0]
            """,
        facts=(
            Fact("value returned", "result.value", -1),
            derived("nodes visited: all", "result.nodes", 15),
            Fact("α and β of the first call", "(first['alpha'], first['beta'])", (-1, 1)),
        ),
        commands=("zermelo code minimax-window", "zermelo search minimax-window tree:nim-2-2"),
        picture="zermelo draw minimax-window tree:nim-2-2 --windows nodes -o table-5.svg",
        link="#/lab?game=tree:nim-2-2&algorithm=minimax-window",
    ),
    LectureEntry(
        id="greenwald/table-6",
        title="Table 6: MiniMax on 2,2-NIM",
        section=RECURSIVE,
        says="Every call, update and return, numbered: 43 lines.",
        python="""
            from zermelo import search, tree
            from zermelo.games.nim import Nim
            from zermelo.show.text import text
            result = search.minimax_window(tree.figure("nim-2-2"), trace=True)
            real = search.minimax_window(tree.game_tree(Nim(2, 2)), trace=True)
            table = [line.strip() for line in text(result.trace, "nested").splitlines()]
            """,
        facts=(
            Fact("all lines of the table", "table", TABLE_6),
            Fact(
                "the same from the rules of the game",
                "[line.strip() for line in text(real.trace, 'nested').splitlines()] == table",
                True,
            ),
            Fact("its last line", "table[-1]", "5. A : return α = −1"),
        ),
        commands=(
            "zermelo trace minimax-window tree:nim-2-2 --form nested",
            "zermelo trace minimax-window nim:2,2 --form nested --style lecture",
        ),
        picture="zermelo draw minimax-window tree:nim-2-2 -o table-6.html",
        link="#/lab?game=tree:nim-2-2&algorithm=minimax-window",
    ),
    # ------------------------------------------------------------------ B
    LectureEntry(
        id="greenwald/table-7",
        title="Table 7: Recursive αβPruning",
        section=RECURSIVE_PRUNING,
        says="A MIN node returns α as soon as β ≤ α, a MAX node β as soon as α ≥ β; the value "
        "returned lies in [α, β].",
        python="""
            from zermelo import search, tree
            result = search.alphabeta_hard(tree.figure("nim-2-2"), trace=True)
            window = {
                e["node"]: (e["alpha"], e["beta"])
                for e in result.trace.events
                if e["event"] == "enter"
            }
            left = [(e["node"], e["value"]) for e in result.trace.events if e["event"] == "leave"]
            """,
        facts=(
            Fact("value returned", "result.value", -1),
            Fact(
                "every value returned lies in [α, β]",
                "all(window[n][0] <= v <= window[n][1] for n, v in left)",
                True,
            ),
        ),
        commands=("zermelo code alphabeta-hard", "zermelo search alphabeta-hard tree:nim-2-2"),
        picture="zermelo draw alphabeta-hard tree:nim-2-2 --windows nodes -o table-7.svg",
        link="#/lab?game=tree:nim-2-2&algorithm=alphabeta-hard",
    ),
    LectureEntry(
        id="greenwald/table-8",
        title="Table 8: αβPruning on 2,2-NIM",
        section=RECURSIVE_PRUNING,
        says="28 lines. Five nodes are pruned: J in step 1(a)iii, F, L and O in 1(e), H in 3(c).",
        python="""
            from zermelo import search, tree
            from zermelo.games.nim import Nim
            from zermelo.show.text import text
            result = search.alphabeta_hard(tree.figure("nim-2-2"), trace=True)
            real = search.alphabeta_hard(tree.game_tree(Nim(2, 2)), trace=True)
            table = [line.strip() for line in text(result.trace, "nested").splitlines()]
            pruned = set("ABCDEFGHIJKLMNO") - set(result.trace.list_labels())
            cuts = [e["pruned"] for e in result.trace.events if e["event"] == "cut"]
            """,
        facts=(
            Fact("all lines of the table", "table", TABLE_8),
            Fact(
                "the same from the rules of the game",
                "[line.strip() for line in text(real.trace, 'nested').splitlines()] == table",
                True,
            ),
            Fact("pruned nodes", "sorted(pruned)", ["F", "H", "J", "L", "O"]),
            Fact(
                "the tops of the pruned subtrees, in order",
                "[node['label'] for pruned in cuts for node in pruned]",
                ["J", "F", "H"],
            ),
            Fact("minimax value", "result.value", -1),
        ),
        commands=(
            "zermelo trace alphabeta-hard tree:nim-2-2 --form nested",
            "zermelo trace alphabeta-hard nim:2,2 --form nested --style lecture",
        ),
        picture="zermelo draw alphabeta-hard tree:nim-2-2 --windows nodes -o table-8.svg",
        link="#/lab?game=tree:nim-2-2&algorithm=alphabeta-hard",
    ),
    # ------------------------------------------------------------------ problems
    LectureEntry(
        id="greenwald/problem-1",
        title="Problem #1: seven coins",
        section=PROBLEMS,
        says="One pile of seven coins; a move divides a pile so that one part is a multiple of "
        "the other; who makes the last move loses. Draw the tree, find its value, prune. A pile "
        "of four becomes 1 and 3, or 2 and 2.",
        python="""
            from zermelo import search
            from zermelo.games.coins import Coins
            four = Coins(4)
            divisions = [four.name(four.start(), a) for a in four.actions(four.start())]
            full = search.minimax(Coins(7))
            pruned = search.alphabeta(Coins(7))
            """,
        facts=(
            Fact("a pile of four", "divisions", ["4=3+1", "4=2+2"]),
            derived("minimax value (the solution)", "full.value", -1),
            derived(
                "nodes of minimax and of alpha-beta (the solution)",
                "(full.nodes, pruned.nodes)",
                (22, 6),
            ),
        ),
        commands=("zermelo problems 1",),
        picture="zermelo problems 1 -o coins.svg",
        link="#/lab?game=coins:7&algorithm=alphabeta",
    ),
    LectureEntry(
        id="greenwald/problem-2",
        title="Problem #2: N players",
        section=PROBLEMS,
        says="Extend the labels (x, −x) and minimax to N players: every node has a vector, and "
        "the player who moves takes the one with the largest own entry. With two players that is "
        "minimax.",
        python="""
            from zermelo import search, tree
            two = search.maxn(tree.figure("two-ply"))
            three = search.maxn(tree.figure("three-player"))
            """,
        facts=(
            derived("two players: (x, −x) with minimax's x", "two.vector", (3, -3)),
            derived("the slides' tree for three", "three.vector", (1, 2, 6)),
        ),
        commands=("zermelo problems 2", "zermelo search maxn tree:three-player"),
        picture="zermelo problems 2 -o vectors.svg",
        link="#/lab?game=tree:three-player&algorithm=maxn",
    ),
    LectureEntry(
        id="greenwald/problem-3",
        title="Problem #3: trace αβPruning on Figure 3",
        section=PROBLEMS,
        says="By Example 2: E is pruned and v(A) = 1/2.",
        python="""
            from zermelo import tree
            from zermelo.teach import Exercise
            solution = Exercise.of(tree.figure("figure-3"), "alphabeta-hard").solution
            """,
        facts=(
            Fact("pruned nodes", "sorted(solution.pruned)", ["E"]),
            Fact("value of A", "solution.values['A']", 1 / 2),
        ),
        commands=(
            "zermelo problems 3",
            "zermelo trace alphabeta-hard tree:figure-3 --form nested",
        ),
        picture="zermelo problems 3 -o figure-3.svg",
        link="#/lab?game=tree:figure-3&algorithm=alphabeta-hard",
    ),
    LectureEntry(
        id="greenwald/problem-4",
        title="Problem #4: an evaluation for checkers",
        section=PROBLEMS,
        says="Give e in terms of checkers c and kings k of red and black. (The solution here: a "
        "king counts as two checkers, and e has the form of the lecture's chess evaluation.)",
        python="""
            from zermelo.teach.problems import evaluate_checkers
            """,
        facts=(
            derived("as many on both sides: 0", "evaluate_checkers(12, 0, 12, 0)", 0),
            derived("only red has pieces: 1", "evaluate_checkers(2, 1, 0, 0)", 1),
            derived("only black has pieces: −1", "evaluate_checkers(0, 0, 4, 2)", -1),
            derived("8 and a king to 7: (10 − 7) / 17", "evaluate_checkers(8, 1, 7, 0)", 3 / 17),
        ),
        commands=("zermelo problems 4", "zermelo evaluate checkers:evaluation=problem"),
        link="#/analyse?game=checkers:evaluation=problem",
    ),
)
"""The entries in the order of the notes."""
