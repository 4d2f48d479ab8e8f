"""CS 188, Adversarial Search (D. Klein and P. Abbeel, UC Berkeley): slides."""

from __future__ import annotations

from zermelo.lectures.entry import LectureEntry, LectureSource
from zermelo.lectures.entry import LectureFact as Fact
from zermelo.lectures.entry import derive_fact as derived
from zermelo.lectures.links import route

SOURCE = LectureSource("cs188", "CS 188, Adversarial Search", "D. Klein and P. Abbeel, UC Berkeley")

GAMES = "Adversarial Games"
SINGLE = "Single-Agent Trees"
TREES = "Adversarial Game Trees"
MINIMAX = "Adversarial Search (Minimax)"
PROPERTIES = "Minimax Properties"
EFFICIENCY = "Minimax Efficiency"
PRUNING = "Game Tree Pruning"
ALPHA_BETA = "Alpha-Beta Pruning"
LIMITS = "Resource Limits"
EVALUATION = "Evaluation Functions"
DEPTH = "Depth Matters"
THRASHING = "Why Pacman Starves"
SYNERGIES = "Synergies between Evaluation Function and Alpha-Beta"

IDEAL = (
    'tree:[{"estimate":3,"children":[3,12,8]},{"estimate":2,"children":[2,4,6]},'
    '{"estimate":2,"children":[14,5,2]}]'
)
"""The two-ply tree with its minimax values as estimates."""

BOUNDED = 'tree:[[3,12,8],{"bounds":[0,2],"children":[2,1,0]},[14,5,2]]'
"""The two-ply tree with a bound at C: no payoff below it is above 2."""

MIRRORED = (
    'tree:{"player":"MIN","children":[{"player":"MAX","children":[-3,-12,-8]},'
    '{"player":"MAX","children":[-2,-4,-6]},{"player":"MAX","children":[-14,-5,-2]}]}'
)
"""The two-ply tree with MIN and MAX exchanged, and every payoff with the other sign."""

ENTRIES = (
    LectureEntry(
        id="cs188/definition-axes",
        title="Many different kinds of games: axes",
        section=GAMES,
        says="Deterministic or stochastic; one, two or more players; zero-sum or not; perfect "
        "information. (The games here all have perfect information.)",
        python="""
            from zermelo import catalogue
            names = ("2048", "chess", "backgammon", "tri-halma")
            games = {name: catalogue.game(name) for name in names}
            """,
        facts=(
            derived(
                "number of players",
                "{name: game.players for name, game in games.items()}",
                {"2048": 1, "chess": 2, "backgammon": 2, "tri-halma": 3},
            ),
            derived(
                "stochastic",
                "[name for name, game in games.items() if game.has_chance]",
                ["2048", "backgammon"],
            ),
            derived("zero-sum: chess", "games['chess'].total", 0),
        ),
        commands=(
            "zermelo games",
            "zermelo games 2048",
            "zermelo games chess",
            "zermelo games backgammon",
            "zermelo games tri-halma",
        ),
        link="#/play?game=backgammon",
    ),
    LectureEntry(
        id="cs188/definition-deterministic-game",
        title="Deterministic games: S, P, A, S × A → S, terminal test, utilities",
        section=GAMES,
        says="States, players who usually take turns, actions, a transition function, a terminal "
        "test and terminal utilities S × P → R.",
        python="""
            from zermelo.games.nim import Nim
            game = Nim(2, 2)
            s0 = game.start()
            actions = [game.name(s0, a) for a in game.actions(s0)]
            end = game.load("0 0 MAX")
            """,
        facts=(
            derived("A(s0)", "actions", ["2-1", "2-2"]),
            derived("terminal test", "(game.terminal(s0), game.terminal(end))", (False, True)),
            derived("utilities", "[game.utility(end, p) for p in (0, 1)]", [1, -1]),
        ),
        commands=("zermelo formal nim:2,2",),
        link="#/play?game=nim:2,2",
    ),
    LectureEntry(
        id="cs188/definition-policy",
        title="The solution for a player is a policy S → A",
        section=GAMES,
        says="It recommends a move from each state. (Here: 2,2-Nim, ten states where a player "
        "moves.)",
        python="""
            from zermelo import search
            from zermelo.games.nim import Nim
            game = Nim(2, 2)
            policy = search.policy(game)
            s = game.load("2 0 MAX")
            """,
        facts=(
            derived("states with a move: all but the two terminal ones", "len(policy)", 10),
            derived("in (2, 0) leave one match", "game.name(s, policy[s])", "2-1"),
        ),
        commands=("zermelo policy nim:2,2 --style lecture", "zermelo strategy nim:2,2 --player 1"),
        link="#/play?game=nim:2,2&seats=p,5",
    ),
    LectureEntry(
        id="cs188/definition-zero-sum",
        title="Zero-sum games",
        section=GAMES,
        says="Opposite utilities: a single value that one player maximises and the other "
        "minimises.",
        python="""
            from zermelo import tree
            from zermelo.formal import formalise
            gamma = formalise(tree.figure("two-ply"))
            """,
        facts=(Fact("utilities of both players add up to", "gamma.total", 0),),
        commands=("zermelo formal tree:two-ply",),
        picture="zermelo draw minimax tree:two-ply -o zero-sum.svg",
        link="#/lab?game=tree:two-ply&algorithm=minimax",
    ),
    LectureEntry(
        id="cs188/definition-general-game",
        title="General games",
        section=GAMES,
        says="Independent utilities: cooperation, indifference and competition are all possible. "
        "(Here: both gain most where they agree.)",
        python="""
            from zermelo import Tree, search
            from zermelo.formal import formalise
            game = Tree([[(2, 2), (0, 3)], [(1, 0), (5, 4)]])
            result = search.maxn(game)
            """,
        facts=(
            derived("a constant sum", "formalise(game).total", None),
            derived("both choose what is best for themselves", "result.vector", (5, 4)),
        ),
        commands=("zermelo search maxn 'tree:[[(2,2),(0,3)],[(1,0),(5,4)]]'",),
        picture="zermelo draw maxn 'tree:[[(2,2),(0,3)],[(1,0),(5,4)]]' -o general.svg",
        link="#/lab?game=tree:[[(2,2),(0,3)],[(1,0),(5,4)]]&algorithm=maxn",
    ),
    # ------------------------------------------------------------------ one agent
    LectureEntry(
        id="cs188/figure-single-agent",
        title="Single-agent tree: 8; 2 0 … 2 6 … 4 6",
        section=SINGLE,
        says="A tree with one agent and the terminal values 8, 2, 0, 2, 6, 4, 6.",
        python="""
            from zermelo import search, tree
            figure = tree.figure("pacman")
            trace = search.minimax(figure, trace=True).trace
            leaves = [e["value"] for e in trace.events if e["event"] == "leaf"]
            """,
        facts=(
            Fact("players", "figure.players", 1),
            Fact("terminal values", "sorted(leaves)", [0, 2, 2, 4, 6, 6, 8]),
        ),
        commands=("zermelo search minimax tree:pacman",),
        picture="zermelo draw minimax tree:pacman -o single-agent.svg",
        link="#/lab?game=tree:pacman&algorithm=minimax",
    ),
    LectureEntry(
        id="cs188/definition-value",
        title="Value of a state",
        section=SINGLE,
        says="The best achievable outcome from that state: at a non-terminal state the maximum of "
        "its successors' values. The root's is 8.",
        python="""
            from zermelo import search, tree
            result = search.minimax(tree.figure("pacman"))
            """,
        facts=(
            derived("value of the root", "result.value", 8),
            derived(
                "the maximum over its successors",
                "max(v.value for v in result.values)",
                8,
            ),
        ),
        commands=("zermelo search minimax tree:pacman", "zermelo pacman alone --brief"),
        picture="zermelo draw minimax tree:pacman -o value.svg",
        link="#/lab?game=tree:pacman&algorithm=minimax&answer=1",
    ),
    # ------------------------------------------------------------------ two agents
    LectureEntry(
        id="cs188/figure-adversarial-tree",
        title="Adversarial game tree: −20 −8 … −18 −5 … −10 +4 … −20 +8",
        section=TREES,
        says="The agent moves, the ghost moves, the agent moves again; eight terminal values.",
        python="""
            from zermelo import search, tree
            trace = search.minimax(tree.figure("eight-leaves"), trace=True).trace
            leaves = [e["value"] for e in trace.events if e["event"] == "leaf"]
            """,
        facts=(Fact("terminal values", "leaves", [-20, -8, -18, -5, -10, 4, -20, 8]),),
        commands=("zermelo search minimax tree:eight-leaves",),
        picture="zermelo draw minimax tree:eight-leaves -o adversarial-tree.svg",
        link="#/lab?game=tree:eight-leaves&algorithm=minimax",
    ),
    LectureEntry(
        id="cs188/definition-minimax-values",
        title="Minimax values",
        section=TREES,
        says="The maximum under the agent's control, the minimum under the opponent's. (With the "
        "eight values: max −8, −5, 4, 8; min −8, 4; max 4.)",
        python="""
            from zermelo import tree
            from zermelo.teach import Exercise
            values = Exercise.of(tree.figure("eight-leaves"), "minimax").solution.values
            """,
        facts=(
            derived("the agent's lower nodes", "[values[x] for x in 'DEFG']", [-8, -5, 4, 8]),
            derived("the opponent's nodes", "[values[x] for x in 'BC']", [-8, 4]),
            derived("the root", "values['A']", 4),
        ),
        commands=("zermelo trace minimax tree:eight-leaves",),
        picture="zermelo draw minimax tree:eight-leaves -o minimax-values.html",
        link="#/lab?game=tree:eight-leaves&algorithm=minimax&answer=1",
    ),
    LectureEntry(
        id="cs188/figure-tic-tac-toe",
        title="Tic-Tac-Toe Game Tree",
        section=TREES,
        says="A slide with a picture only: X and O alternate, and the terminal states have "
        "utilities −1, 0 and +1.",
        python="""
            from zermelo import search
            from zermelo.games.tic_tac_toe import TicTacToe
            result = search.alphabeta(TicTacToe(), gear="plain")
            """,
        facts=(derived("with best play of both", "result.value", 0),),
        commands=("zermelo search alphabeta tic-tac-toe --gear plain",),
        picture="zermelo draw tree tic-tac-toe --plies 2 --successors 3 --ends -o tic-tac-toe.svg",
        link="#/lab?game=tic-tac-toe&algorithm=minimax&depth=2&successors=3&step=317",
    ),
    LectureEntry(
        id="cs188/figure-minimax-search",
        title="Minimax: 8 2 5 6 and 5",
        section=MINIMAX,
        says="One player maximises, the other minimises: the values of the slide are 8, 2, 5, 6 "
        "at the leaves and 5 at the root.",
        python="""
            from zermelo import search, tree
            from zermelo.teach import Exercise
            figure = tree.figure("four-leaves")
            result = search.minimax(figure)
            values = Exercise.of(figure, "minimax").solution.values
            """,
        facts=(
            Fact("value of the root", "result.value", 5),
            derived("values of the MIN nodes", "[values[x] for x in 'BC']", [2, 5]),
        ),
        commands=("zermelo search minimax tree:four-leaves",),
        picture="zermelo draw minimax tree:four-leaves -o minimax.svg",
        link="#/lab?game=tree:four-leaves&algorithm=minimax&answer=1",
    ),
    LectureEntry(
        id="cs188/algorithm-minimax",
        title="Minimax implementation",
        section=MINIMAX,
        says="min-value begins with v = +∞ and takes minima over max-value of the successors; "
        "max-value begins with −∞.",
        python="""
            from zermelo.search.registry import list_texts
            first = {text.name: text.lines[1].strip() for text in list_texts("minimax", {})}
            begin = {name: line.removeprefix("v = ") for name, line in first.items()}
            numbers = {"−∞": float("-inf"), "∞": float("inf")}
            """,
        facts=(
            Fact("max-value initializes v with", "numbers[begin['max_value']]", float("-inf")),
            Fact("min-value initializes v with", "numbers[begin['min_value']]", float("inf")),
        ),
        commands=("zermelo code minimax",),
        picture="zermelo draw minimax tree:two-ply -o minimax.html",
        link="#/lab?game=tree:two-ply&algorithm=minimax",
    ),
    LectureEntry(
        id="cs188/example-minimax",
        title="Minimax Example: 3 2 2 and 3",
        section=MINIMAX,
        says="The MIN nodes are worth 3, 2 and 2, and the root 3.",
        python="""
            from zermelo import tree
            from zermelo.teach import Exercise
            values = Exercise.of(tree.figure("two-ply"), "minimax").solution.values
            """,
        facts=(
            Fact("MIN nodes", "[values[x] for x in 'BCD']", [3, 2, 2]),
            Fact("root", "values['A']", 3),
        ),
        commands=("zermelo search minimax tree:two-ply",),
        picture="zermelo draw minimax tree:two-ply -o example.svg",
        link="#/lab?game=tree:two-ply&algorithm=minimax&answer=1",
    ),
    # ------------------------------------------------------------------ properties
    LectureEntry(
        id="cs188/figure-perfect-player",
        title="10 10 9 100: optimal against a perfect player; otherwise?",
        section=PROPERTIES,
        says="Minimax goes left for 10. Against a player who is not perfect the right side, 9 or "
        "100, may be better: (9 + 100) / 2 against one who plays at random.",
        python="""
            from zermelo import search, tree
            figure = tree.figure("perfect-player")
            perfect = search.minimax(figure)
            uniform = search.expectimax(figure, opponents=search.uniform)
            good = search.expectimax(figure, opponents=search.BestMove(0.8))
            """,
        facts=(
            Fact("against a perfect player", "(perfect.action_name, perfect.value)", ("a1", 10)),
            derived("against a random one", "(uniform.action_name, uniform.value)", ("a2", 54.5)),
            derived(
                "against one who finds the best move in 8 of 10 cases: 0.8 · 9 + 0.2 · 100",
                "(good.action_name, good.value)",
                ("a2", 27.2),
            ),
        ),
        commands=(
            "zermelo versus tree:perfect-player --opponents best=0.8 --opponents uniform",
            "zermelo search minimax tree:perfect-player",
            "zermelo search expectimax tree:perfect-player --opponents uniform",
            "zermelo search expectimax tree:perfect-player --opponents best=0.8",
        ),
        picture="zermelo draw expectimax tree:perfect-player --opponents uniform -o otherwise.svg",
        link="#/lab?game=tree:perfect-player&algorithm=minimax&algorithm2=expectimax"
        "&opponents2=uniform",
    ),
    LectureEntry(
        id="cs188/demo-min-vs-exp",
        title="Demo: min vs. exp (Min), (Exp) (L6D2, L6D3)",
        section=PROPERTIES,
        says="Optimal against a perfect player; otherwise? Between two ghosts that move at random, "
        "minimax runs into the nearer one at once, while expectimax takes his chance. (Two "
        "videos; the maze and the numbers are ours.)",
        python="""
            from zermelo.pacman.scenes import play_scene
            demo = play_scene("min-vs-exp")
            facts, values = demo.facts, demo.facts["values"]
            won = {pair: facts[pair]["wins"] for pair in ("minimax random", "expectimax random")}
            scores = {pair: round(facts[pair]["score"], 1) for pair in won}
            """,
        facts=(
            derived("minimax: all is lost", "values['minimax']", {"east": -502, "west": -501}),
            derived(
                "expectimax: east is worth the risk",
                "values['expectimax']['east'] > values['expectimax']['west'] + 400",
                True,
            ),
            derived(
                "games won of 25, random ghosts",
                "won",
                {"minimax random": 0, "expectimax random": 14},
            ),
            derived("mean scores", "scores", {"minimax random": -501, "expectimax random": 76.5}),
            derived(
                "how the two films end",
                "[film.outcome for film in demo.films]",
                ["eaten", "cleared"],
            ),
        ),
        commands=("zermelo pacman min-vs-exp --brief",),
        picture="zermelo pacman min-vs-exp -o min-vs-exp.html",
        link="#/pacman?scene=min-vs-exp",
    ),
    LectureEntry(
        id="cs188/demo-min-vs-exp-table",
        title="Demo: min vs. exp, both against both ghosts",
        section=PROPERTIES,
        says="Pac-Man who expects an optimal ghost, and Pac-Man who expects a random one, each "
        "against both ghosts: against each ghost the one with the true belief does better.",
        python="""
            from zermelo.pacman.scenes import play_scene
            table = play_scene("table", games=5).facts
            def score(pacman, ghosts):
                return table[f"{pacman} {ghosts}"]["score"]
            """,
        facts=(
            derived(
                "adversarial ghost: minimax scores more",
                "score('minimax', 'adversarial') > score('expectimax', 'adversarial')",
                True,
            ),
            derived(
                "random ghost: expectimax scores more",
                "score('expectimax', 'random') > score('minimax', 'random')",
                True,
            ),
        ),
        commands=("zermelo pacman table --games 5 --brief",),
        picture="zermelo pacman table --games 5 -o min-vs-exp-table.svg",
        link="#/pacman?scene=table",
    ),
    # ------------------------------------------------------------------ efficiency
    LectureEntry(
        id="cs188/statement-efficiency",
        title="Time O(b^m), space O(bm)",
        section=EFFICIENCY,
        says="Minimax is like exhaustive depth-first search. For chess, b ≈ 35 and m ≈ 100: an "
        "exact solution is infeasible.",
        python="""
            from zermelo import tree
            from zermelo.budget import Budget
            from zermelo.complexity import measure
            rows = measure(tree.random_tree(seed=1, branching=3, depth=4)).rows
            price = Budget(100, 10_000, 35).list_prices(100)[0]
            """,
        facts=(
            derived(
                "time, b = 3: Σ b^i nodes at depth 1, 2, 3, 4",
                "[row.minimax for row in rows]",
                [4, 13, 40, 121],
            ),
            derived(
                "space: 1 + b · m nodes held",
                "[row.memory for row in rows]",
                [4, 7, 10, 13],
            ),
            derived("chess: 35^100 is about 10 to the", "int(price.log_nodes)", 154),
        ),
        commands=(
            "zermelo complexity tree:random,seed=1,branching=3,depth=4 --gear plain",
            "zermelo budget --depth 100",
        ),
        picture="zermelo complexity tree:random,seed=1,branching=3,depth=4 --gear plain "
        "-o efficiency.svg",
        link="#/lab?game=tree:random,seed=1,branching=3,depth=4&algorithm=minimax",
    ),
    # ------------------------------------------------------------------ pruning
    LectureEntry(
        id="cs188/example-pruning",
        title="Minimax Pruning: 3",
        section=PRUNING,
        says="The tree of the minimax example again: the root is worth 3, and two leaves need not "
        "be looked at. (The numbers other than 3 are in a picture.)",
        python="""
            from zermelo import search, tree
            result = search.alphabeta(tree.figure("two-ply"), trace=True)
            seen = [e["value"] for e in result.trace.events if e["event"] == "leaf"]
            """,
        facts=(
            Fact("value of the root", "result.value", 3),
            derived("leaves that are looked at", "seen", [3, 12, 8, 2, 14, 5, 2]),
        ),
        commands=("zermelo search alphabeta tree:two-ply", "zermelo trace alphabeta tree:two-ply"),
        picture="zermelo draw alphabeta tree:two-ply -o pruning.svg",
        link="#/lab?game=tree:two-ply&algorithm=alphabeta",
    ),
    LectureEntry(
        id="cs188/definition-alpha-beta",
        title="General configuration (MIN version)",
        section=ALPHA_BETA,
        says="At a MIN node n the estimate drops. If n becomes worse than a, the best that MAX can "
        "get along the path, n's other children need not be considered. (Here n is F, three plies "
        "below the root, where MAX has a = 5.)",
        python="""
            from zermelo import Tree, search
            game = Tree([5, [[[3, 9, 9], 7], 20]])
            result = search.alphabeta(game, trace=True)
            [reason, *_] = result.trace.list_reasons()
            """,
        facts=(
            derived(
                "n is left as soon as it is worse than a",
                "reason",
                "F is at most 3; A already has 5",
            ),
            derived("n's other children are pruned", "result.leaves", 4),
        ),
        commands=("zermelo trace alphabeta 'tree:[5,[[[3,9,9],7],20]]'",),
        picture="zermelo draw alphabeta 'tree:[5,[[[3,9,9],7],20]]' --windows nodes -o general.svg",
        link="#/lab?game=tree:[5,[[[3,9,9],7],20]]&algorithm=alphabeta",
    ),
    LectureEntry(
        id="cs188/statement-symmetric",
        title="The MAX version is symmetric",
        section=ALPHA_BETA,
        says="At a MAX node the estimate rises, and the node is left once it is better than what "
        "MIN can get along the path. (Here: the minimax example with MIN and MAX exchanged.)",
        python=f"""
            from zermelo import catalogue, search, tree
            game = catalogue.game('''{MIRRORED}''')
            result = search.alphabeta(game, player=0, trace=True)
            other = search.alphabeta(tree.figure("two-ply"))
            """,
        facts=(
            derived("the value has the other sign", "(result.value, other.value)", (-3, 3)),
            derived("the same leaves are left out", "(result.leaves, other.leaves)", (7, 7)),
            derived("why", "result.trace.list_reasons()[0]", "C is at least −2; A already has −3"),
        ),
        commands=(f"zermelo trace alphabeta '{MIRRORED}'",),
        picture=f"zermelo draw alphabeta '{MIRRORED}' -o symmetric.svg",
        link=route("lab", game=MIRRORED, algorithm="alphabeta"),
    ),
    LectureEntry(
        id="cs188/algorithm-alpha-beta",
        title="Alpha-Beta implementation",
        section=ALPHA_BETA,
        says="min-value returns v if v ≤ α, else β = min(β, v); max-value returns v if v ≥ β, else "
        "α = max(α, v).",
        python="""
            from zermelo.search.registry import list_texts
            texts = {text.name: [line.strip() for line in text.lines]
                     for text in list_texts("alphabeta", {})}
            """,
        facts=(
            Fact("min-value: if v ≤ α return v", "'if v <= α:' in texts['min_value']", True),
            Fact("min-value: β = min(β, v)", "'β = min(β, v)' in texts['min_value']", True),
            Fact("max-value: if v ≥ β return v", "'if v >= β:' in texts['max_value']", True),
            Fact("max-value: α = max(α, v)", "'α = max(α, v)' in texts['max_value']", True),
        ),
        commands=("zermelo code alphabeta",),
        picture="zermelo draw alphabeta tree:two-ply -o alpha-beta.html",
        link="#/lab?game=tree:two-ply&algorithm=alphabeta",
    ),
    LectureEntry(
        id="cs188/statement-root-value",
        title="No effect on the value of the root",
        section=ALPHA_BETA,
        says="Pruning does not change the minimax value computed for the root. (Here: 100 random "
        "trees.)",
        python="""
            from zermelo import search, tree
            trees = [tree.random_tree(seed=seed, branching=3, depth=4) for seed in range(100)]
            pairs = [(search.minimax(t), search.alphabeta(t)) for t in trees]
            """,
        facts=(
            Fact("trees with another value", "sum(a.value != b.value for a, b in pairs)", 0),
            Fact("trees with another move", "sum(a.action != b.action for a, b in pairs)", 0),
            derived("nodes are saved", "all(a.nodes > b.nodes for a, b in pairs)", True),
        ),
        commands=(
            "zermelo search minimax tree:random,seed=7,branching=3,depth=4",
            "zermelo search alphabeta tree:random,seed=7,branching=3,depth=4",
        ),
        picture="zermelo draw alphabeta tree:random,seed=7,branching=3,depth=3 -o root-value.svg",
        link="#/lab?game=tree:random,seed=7,branching=3,depth=3&algorithm=minimax"
        "&algorithm2=alphabeta",
    ),
    LectureEntry(
        id="cs188/figure-root-tie",
        title="10 10 0: children of the root may have the wrong value",
        section=ALPHA_BETA,
        says="The second child is worth 0, but alpha-beta leaves it after its first leaf, with 10: "
        "a naive choice among the root's children would see a tie.",
        python="""
            from zermelo import search, tree
            figure = tree.figure("root-tie")
            result = search.alphabeta(figure)
            full = search.minimax(figure)
            """,
        facts=(
            Fact(
                "what alpha-beta leaves at the children",
                "[v.value for v in result.values]",
                [10, 10],
            ),
            Fact(
                "their minimax values",
                "{v.name: v.value for v in full.values}",
                {"a1": 10, "a2": 0},
            ),
            derived("the second is only a bound", "result.values[1].bound", "at most"),
            derived("the move that is chosen", "result.action_name", "a1"),
        ),
        commands=(
            "zermelo pitfall tree:root-tie",
            "zermelo search alphabeta tree:root-tie",
            "zermelo search minimax tree:root-tie",
        ),
        picture="zermelo draw alphabeta tree:root-tie -o root-tie.svg",
        link="#/lab?game=tree:root-tie&algorithm=alphabeta&algorithm2=minimax",
    ),
    LectureEntry(
        id="cs188/statement-ordering",
        title="Perfect ordering doubles the solvable depth",
        section=ALPHA_BETA,
        says="Good child ordering improves pruning. With perfect ordering the time drops to "
        "O(b^(m/2)); a full search of chess is still hopeless.",
        python="""
            from zermelo import tree
            from zermelo.budget import Budget
            from zermelo.complexity import measure
            budget = Budget(100, 10_000, 35)
            row = measure(tree.random_tree(seed=1, branching=3, depth=4)).rows[-1]
            """,
        facts=(
            Fact(
                "depth in the best order by minimax's",
                "budget.alphabeta.depth / budget.minimax.depth",
                2,
            ),
            derived(
                "best ≤ natural ≤ worst order",
                "row.best <= row.natural <= row.worst",
                True,
            ),
            derived(
                "chess in the best order is still about 10 to the",
                "int(budget.list_prices(100)[1].log_nodes)",
                77,
            ),
        ),
        commands=(
            "zermelo budget --depth 100",
            "zermelo complexity tree:random,seed=1,branching=3,depth=4 --gear plain",
        ),
        picture="zermelo complexity tree:random,seed=1,branching=3,depth=4 --gear plain "
        "-o ordering.svg",
        link="#/lab?game=tree:random,seed=1,branching=3,depth=3&algorithm=alphabeta&order=best"
        "&algorithm2=alphabeta&order2=worst",
    ),
    LectureEntry(
        id="cs188/quiz-1",
        title="Alpha-Beta Quiz",
        section=ALPHA_BETA,
        says="Which leaves are pruned? (The slide's tree is a picture without a text. Here: "
        "10 8 and 4 50 below two MIN nodes, as an exercise.)",
        python="""
            from zermelo import Tree
            from zermelo.teach import Exercise
            solution = Exercise.of(Tree([[10, 8], [4, 50]]), "alphabeta").solution
            """,
        facts=(
            derived("value of the root: max(min(10, 8), min(4, 50))", "solution.values['A']", 8),
            derived("pruned: the leaf 50 (G)", "sorted(solution.pruned)", ["G"]),
        ),
        commands=("zermelo quiz --game 'tree:[[10,8],[4,50]]' --algorithm alphabeta --solution",),
        picture="zermelo quiz --game 'tree:[[10,8],[4,50]]' --algorithm alphabeta "
        "--sheet quiz-1.svg",
        link="#/lab?game=tree:[[10,8],[4,50]]&algorithm=alphabeta",
    ),
    LectureEntry(
        id="cs188/quiz-2",
        title="Alpha-Beta Quiz 2",
        section=ALPHA_BETA,
        says="The same one ply deeper. (The slide's tree is a picture without a text. Here: "
        "10 6, 100 8, 1 2, 20 4, as an exercise.)",
        python="""
            from zermelo import Tree
            from zermelo.teach import Exercise
            game = Tree([[[10, 6], [100, 8]], [[1, 2], [20, 4]]])
            solution = Exercise.of(game, "alphabeta").solution
            """,
        facts=(
            derived("value of the root: max(min(10, 100), min(2, 20))", "solution.values['A']", 10),
            derived(
                "pruned: the leaf 8 (K), and G with its leaves 20 and 4 (N, O)",
                "sorted(solution.pruned)",
                ["G", "K", "N", "O"],
            ),
        ),
        commands=(
            "zermelo quiz --game 'tree:[[[10,6],[100,8]],[[1,2],[20,4]]]' "
            "--algorithm alphabeta --solution",
        ),
        picture="zermelo quiz --game 'tree:[[[10,6],[100,8]],[[1,2],[20,4]]]' "
        "--algorithm alphabeta --sheet quiz-2.svg",
        link="#/lab?game=tree:[[[10,6],[100,8]],[[1,2],[20,4]]]&algorithm=alphabeta",
    ),
    LectureEntry(
        id="cs188/exercise-random",
        title="More quizzes of the same kind",
        section=ALPHA_BETA,
        says="Random trees with a chosen number of cuts, asked and graded; the seed names the "
        "exercise.",
        python="""
            from zermelo.teach import grade, make_exercise
            exercise = make_exercise(seed=7, cuts=1)
            verdict = grade(exercise, exercise.solution)
            """,
        facts=(
            derived("its solution is graded right", "verdict.is_right", True),
            derived("something is pruned", "len(exercise.solution.pruned) >= 1", True),
        ),
        commands=("zermelo quiz --seed 7 --cuts 1 --solution",),
        picture="zermelo quiz --seed 7 --cuts 1 --sheet quiz.svg",
        link="#/practise?seed=7&algorithm=alphabeta&cuts=1",
    ),
    # ------------------------------------------------------------------ resources
    LectureEntry(
        id="cs188/example-resources",
        title="100 seconds at 10K nodes a second: about depth 8",
        section=LIMITS,
        says="So 1M nodes can be checked for a move, which reaches about depth 8: a decent chess "
        "program. (b = 35, alpha-beta in the best order.)",
        python="""
            from zermelo.budget import Budget
            budget = Budget(seconds=100, speed=10_000, branching=35)
            """,
        facts=(
            Fact("nodes", "budget.nodes", 1_000_000),
            Fact("depth of alpha-beta, rounded", "round(budget.alphabeta.depth)", 8),
        ),
        commands=("zermelo budget --seconds 100 --speed 10000 --branching 35",),
        link="#/analyse?game=chess",
    ),
    LectureEntry(
        id="cs188/figure-depth-limited",
        title="Depth-limited search: ? ? ? ? and −1 −2 4 9",
        section=LIMITS,
        says="Estimates −1, −2, 4, 9 replace what lies below. The MIN nodes are worth −2 and 4, "
        "the root 4; the guarantee of optimal play is gone.",
        python="""
            from zermelo import search, tree
            result = search.minimax(tree.figure("depth-limited"), depth=2)
            whole = search.minimax(tree.figure("depth-limited"))
            """,
        facts=(
            Fact("the MIN nodes", "{v.name: v.value for v in result.values}", {"a1": -2, "a2": 4}),
            Fact("the root", "result.value", 4),
            Fact("is the value proven?", "result.exact", False),
            derived("unknown below the estimates", "list(whole.unknowns)", ["w", "x", "y", "z"]),
        ),
        commands=(
            "zermelo search minimax tree:depth-limited --depth 2",
            "zermelo search minimax tree:depth-limited",
        ),
        picture="zermelo draw minimax tree:depth-limited --depth 2 -o depth-limited.svg",
        link="#/lab?game=tree:depth-limited&algorithm=minimax&depth=2",
    ),
    LectureEntry(
        id="cs188/definition-iterative-deepening",
        title="Iterative deepening: an anytime algorithm",
        section=LIMITS,
        says="Search to depth 1, 2, 3 … and have an answer whenever time is up.",
        python="""
            from zermelo import search
            from zermelo.games.connect_four import ConnectFour
            result = search.deepening(ConnectFour(), nodes=2_000, gear="plain")
            depths = [step.depth for step in result.history]
            """,
        facts=(
            derived(
                "depths that were finished", "depths == list(range(1, result.depth + 1))", True
            ),
            derived("why it ended", "result.stopped", "nodes"),
            derived("there is a move", "result.action is not None", True),
        ),
        commands=("zermelo search deepening connect-four --nodes 2000 --gear plain",),
        picture="zermelo draw deepening tree:two-ply -o deepening.html",
        link="#/lab?game=tree:two-ply&algorithm=deepening",
    ),
    # ------------------------------------------------------------------ evaluation
    LectureEntry(
        id="cs188/definition-evaluation",
        title="A weighted linear sum of features",
        section=EVALUATION,
        says="Eval(s) = w1 f1(s) + … + wn fn(s), with f1 = white queens − black queens, and so on.",
        python="""
            from zermelo.evaluation import explain
            from zermelo.games.chess import Chess
            game = Chess("linear")
            s = game.load("rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
            evaluation = explain(game, s)
            features = {f.name: f for f in evaluation.features}
            queens = features["queens"]
            terms = [f.weight * (f.counts[0] - f.counts[1]) for f in evaluation.features]
            """,
        facts=(
            derived(
                "f1 after Black has lost the queen: 1 − 0", "queens.counts[0] - queens.counts[1]", 1
            ),
            Fact("Eval is the sum of w · f", "abs(sum(terms) - evaluation.total) < 1e-9", True),
        ),
        commands=("zermelo evaluate chess:linear",),
        link="#/analyse?game=chess:linear",
    ),
    LectureEntry(
        id="cs188/definition-ideal-evaluation",
        title="The ideal evaluation function",
        section=EVALUATION,
        says="It returns the actual minimax value of the position. (Here: a tree whose estimates "
        "are its values; one ply is as good as all.)",
        python=f"""
            from zermelo import catalogue, search
            ideal = catalogue.game('''{IDEAL}''')
            shallow, full = search.minimax(ideal, depth=1), search.minimax(ideal)
            """,
        facts=(
            derived("one ply with it, and the whole tree", "(shallow.value, full.value)", (3, 3)),
            derived("the same move", "shallow.action_name == full.action_name", True),
        ),
        commands=(
            f"zermelo search minimax '{IDEAL}' --depth 1",
            f"zermelo search minimax '{IDEAL}'",
        ),
        picture=f"zermelo draw minimax '{IDEAL}' --depth 1 -o ideal.svg",
        link=route("lab", game=IDEAL, algorithm="minimax", depth="1", algorithm2="minimax"),
    ),
    LectureEntry(
        id="cs188/example-evaluation-pacman",
        title="Evaluation for Pacman",
        section=EVALUATION,
        says="A slide with a picture only. The maze here has the score alone (naive), and "
        "evaluations that count dots, steps and ghosts.",
        python="""
            from zermelo.evaluation import explain
            from zermelo.games.pacman import Pacman
            naive = [f.name for f in explain(Pacman(evaluation="naive")).features]
            better = [f.name for f in explain(Pacman()).features]
            """,
        facts=(
            derived("the naive evaluation", "naive", ["score"]),
            derived("the other has more features", "len(better) > len(naive)", True),
        ),
        commands=("zermelo evaluate pacman:evaluation=naive", "zermelo evaluate pacman"),
        link="#/pacman?show=game",
    ),
    LectureEntry(
        id="cs188/demo-smart-ghosts",
        title="Demo: smart ghosts (coordination) (L6D8)",
        section=EVALUATION,
        says="Two ghosts that only minimise Pac-Man's score come from both sides and catch him.",
        python="""
            from zermelo.pacman.scenes import play_scene
            facts = play_scene("coordination").facts
            """,
        facts=(
            derived("ghosts that minimise his score", "facts['pinned']['outcome']", "eaten"),
            derived("they come from two sides", "len(set(facts['headings'].values()))", 2),
            derived("ghosts that only run after him", "facts['chased']['outcome']", "cleared"),
        ),
        commands=("zermelo pacman coordination --brief",),
        picture="zermelo pacman coordination -o smart-ghosts.svg",
        link="#/pacman?scene=coordination",
    ),
    LectureEntry(
        id="cs188/demo-smart-ghosts-zoomed",
        title="Demo: smart ghosts (coordination), zoomed in (L6D10)",
        section=EVALUATION,
        says="The end of the same game from near: one ghost comes from each side.",
        python="""
            from zermelo.pacman.scenes import play_scene
            demo = play_scene("coordination-zoomed")
            facts, window = demo.facts, demo.films[1].walls
            """,
        facts=(
            derived("ghosts that minimise", "facts['pinned']", {"A": "north", "B": "south"}),
            derived("ghosts that run after him", "facts['chased']", {"A": "north", "B": "north"}),
            derived("he is eaten", "facts['outcome']", "eaten"),
            derived("a part of the maze", "(len(window[0]), len(window))", (7, 7)),
        ),
        commands=("zermelo pacman coordination-zoomed --brief",),
        picture="zermelo pacman coordination-zoomed -o zoomed.html",
        link="#/pacman?scene=coordination-zoomed",
    ),
    # ------------------------------------------------------------------ depth
    LectureEntry(
        id="cs188/statement-depth-matters",
        title="The deeper the evaluation is buried, the less its quality matters",
        section=DEPTH,
        says="Evaluation functions are always imperfect. At depth 10 a poor one and a good one "
        "play the same game.",
        python="""
            from zermelo.pacman.scenes import play_scene
            facts = play_scene("depth").facts
            """,
        facts=(
            derived(
                "depth 2: the evaluations score differently",
                "facts['2 naive']['score'] != facts['2 distance']['score']",
                True,
            ),
            derived(
                "depth 10: they score the same", "facts['10 naive'] == facts['10 distance']", True
            ),
        ),
        commands=("zermelo pacman depth --brief",),
        picture="zermelo pacman depth -o depth.svg",
        link="#/pacman?scene=depth",
    ),
    LectureEntry(
        id="cs188/demo-limited-depth",
        title="Demo: limited depth (2) and (10) (L6D4, L6D5)",
        section=DEPTH,
        says="With depth 2 Pac-Man is caught; with depth 10 he wins.",
        python="""
            from zermelo.pacman.scenes import play_scene
            facts = play_scene("depth").facts
            """,
        facts=(
            derived("depth 2", "facts['2 naive']['outcome']", "eaten"),
            derived("depth 10", "facts['10 naive']['outcome']", "cleared"),
        ),
        commands=("zermelo pacman depth --brief",),
        picture="zermelo pacman depth -o limited-depth.html",
        link="#/pacman?scene=depth",
    ),
    LectureEntry(
        id="cs188/demo-thrashing",
        title="Demo: thrashing (d = 2) (L6D6)",
        section=THRASHING,
        says="With the score as evaluation and depth 2, Pac-Man goes to and fro beside the dots.",
        python="""
            from zermelo.pacman.scenes import play_scene
            naive = play_scene("thrashing").facts["naive"]
            """,
        facts=(
            derived("he never finishes", "naive['outcome']", "unfinished"),
            derived("he turns back again and again", "naive['turns'] > 10", True),
        ),
        commands=("zermelo pacman thrashing --brief",),
        picture="zermelo pacman thrashing -o thrashing.svg",
        link="#/pacman?scene=thrashing",
    ),
    LectureEntry(
        id="cs188/example-starves",
        title="Why Pacman starves",
        section=THRASHING,
        says="Eating the dot now and eating it later score the same within the horizon of two, so "
        "waiting seems as good as eating. (The slide's moves are west and east. Our maze is a "
        "bend, where the first of two equal moves never eats: east is now, north is later.)",
        python="""
            from zermelo.pacman.scenes import play_scene
            values = play_scene("thrashing").facts["naive"]["values"]
            """,
        facts=(
            Fact(
                "eating now and eating later are worth the same",
                "values['east'] == values['north']",
                True,
            ),
        ),
        commands=("zermelo pacman thrashing --brief",),
        picture="zermelo pacman thrashing -o starves.html",
        link="#/pacman?scene=thrashing&step=0",
    ),
    LectureEntry(
        id="cs188/demo-thrashing-fixed",
        title="Demo: thrashing, fixed (d = 2) (L6D7)",
        section=THRASHING,
        says="With a better evaluation the same depth is enough.",
        python="""
            from zermelo.pacman.scenes import play_scene
            fixed = play_scene("thrashing").facts["distance"]
            """,
        facts=(
            derived("he eats everything", "fixed['outcome']", "cleared"),
            derived("he never turns back", "fixed['turns']", 0),
            derived(
                "eating now is worth more than later",
                "fixed['values']['east'] > fixed['values']['north']",
                True,
            ),
        ),
        commands=("zermelo pacman thrashing --brief",),
        picture="zermelo pacman thrashing -o fixed.svg",
        link="#/pacman?scene=thrashing",
    ),
    # ------------------------------------------------------------------ synergies
    LectureEntry(
        id="cs188/statement-ordering-by-evaluation",
        title="The evaluation can guide the order of expansion",
        section=SYNERGIES,
        says="Expand the most promising successors first: a good alternative is then more likely "
        "on the path, and more is pruned. (Here: connect four, depth 4.)",
        python="""
            from zermelo.complexity import measure
            from zermelo.games.connect_four import ConnectFour
            row = measure(ConnectFour(), depth=4, gear="plain").rows[-1]
            """,
        facts=(
            derived(
                "minimal tree ≤ ordered by the evaluation < natural order",
                "row.minimal <= row.evaluation < row.natural",
                True,
            ),
        ),
        commands=("zermelo complexity connect-four --depth 4 --gear plain",),
        picture="zermelo complexity connect-four --depth 4 --gear plain -o synergies.svg",
        link="#/lab?game=connect-four&algorithm=alphabeta&depth=2&order=best"
        "&algorithm2=alphabeta&depth2=2",
    ),
    LectureEntry(
        id="cs188/statement-bounds",
        title="Pruning by an upper bound at a MIN node",
        section=SYNERGIES,
        says="If the evaluation gives an upper bound at a MIN node that is already lower than "
        "MAX's better option along the path, the node can be pruned. (Here C is known to be at "
        "most 2, and B is worth 3: none of C's leaves is looked at.)",
        python=f"""
            from zermelo import catalogue, search
            bounded = catalogue.game('''{BOUNDED}''')
            result = search.alphabeta(bounded, trace=True)
            plain = search.alphabeta(catalogue.game("tree:[[3,12,8],[2,1,0],[14,5,2]]"))
            seen = result.trace.list_labels()
            """,
        facts=(
            derived("value of the root", "result.value", 3),
            derived("leaves of C that are looked at", "[x for x in seen if x in 'HIJ']", []),
            derived("leaves with and without the bound", "(result.leaves, plain.leaves)", (6, 7)),
        ),
        commands=(f"zermelo trace alphabeta '{BOUNDED}'",),
        picture=f"zermelo draw alphabeta '{BOUNDED}' -o bounds.svg",
        link=route("lab", game=BOUNDED, algorithm="alphabeta"),
    ),
)
"""The entries in the order of the slides."""
