"""The slides after AIMA, chapter 5 (S. Komal Kaur, Vasavi College of Engineering)."""

from __future__ import annotations

from zermelo.lectures.entry import LectureEntry, LectureSource
from zermelo.lectures.entry import LectureFact as Fact
from zermelo.lectures.entry import derive_fact as derived
from zermelo.lectures.links import route

SOURCE = LectureSource(
    "aima", "The slides after AIMA chapter 5", "S. Komal Kaur, Vasavi College of Engineering"
)

GAMES = "Games"
DECISIONS = "Optimal Decision in Games"
MINIMAX = "The minimax algorithm"
MULTIPLAYER = "Optimal decisions in multiplayer games"
PRUNING = "ALPHA–BETA PRUNING"
SLIDES = "Alpha-beta pruning, slide by slide"
TIC_TAC_TOE = "Applying minimax to tic-tac-toe"

UNKNOWN = 'tree:[[3,12,8],[2,"x","y"],[14,5,2]]'
"""The two-ply tree whose second and third leaf of C are not known."""

ENTRIES = (
    LectureEntry(
        id="aima/definition-game",
        title="Deterministic, turn-taking, two-player, zero-sum games of perfect information",
        section=GAMES,
        says="The games of this chapter, such as chess: two agents act alternately, and the "
        "utilities at the end are always equal and opposite.",
        python="""
            from zermelo import catalogue
            chess = catalogue.game("chess")
            """,
        facts=(
            Fact("players of chess", "chess.players", 2),
            Fact("is there chance?", "chess.has_chance", False),
            Fact("the utilities add up to", "chess.total", 0),
        ),
        commands=("zermelo games chess",),
        link="#/play?game=chess",
    ),
    LectureEntry(
        id="aima/definition-elements",
        title="S0, PLAYER, ACTIONS, RESULT, TERMINAL-TEST, UTILITY",
        section=GAMES,
        says="The six elements that define a game. They are the six methods of a game here.",
        python="""
            from zermelo.games.tic_tac_toe import TicTacToe
            game = TicTacToe()
            s0 = game.start()
            names = [game.name(s0, a) for a in game.actions(s0)]
            s1 = game.result(s0, game.parse(s0, "b2"))
            end = game.after("a1 a2 b1 b2 c1".split())
            """,
        facts=(
            Fact("PLAYER(S0): MAX, who is X", "game.player_name(game.player(s0))", "X"),
            derived("ACTIONS(S0)", "len(names)", 9),
            Fact("PLAYER(RESULT(S0, b2))", "game.player_name(game.player(s1))", "O"),
            derived("TERMINAL-TEST(S0)", "game.terminal(s0)", False),
            derived("TERMINAL-TEST of three in a row", "game.terminal(end)", True),
            derived(
                "UTILITY(s, p) of both players", "[game.utility(end, p) for p in (0, 1)]", [1, -1]
            ),
        ),
        commands=("zermelo show tic-tac-toe", "zermelo formal nim:2,2"),
        link="#/play?game=tic-tac-toe",
    ),
    LectureEntry(
        id="aima/definition-utility",
        title="UTILITY in chess: +1, 0, 1/2",
        section=GAMES,
        says="In chess the outcome is a win, a loss or a draw, with the values +1, 0 and 1/2.",
        python="""
            from zermelo import catalogue
            chess = catalogue.game("chess:payoffs=points")
            mate = chess.after("f3 e5 g4 Qh4#".split())
            stalemate = chess.load("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")
            """,
        facts=(
            Fact("a win", "chess.utility(mate, 1)", 1),
            Fact("a loss", "chess.utility(mate, 0)", 0),
            Fact("a draw", "[chess.utility(stalemate, p) for p in (0, 1)]", [1 / 2, 1 / 2]),
            derived("the values of both add up to", "chess.total", 1),
        ),
        commands=(
            "zermelo games chess:payoffs=points",
            'zermelo show chess:payoffs=points --moves "f3 e5 g4 Qh4"',
            'zermelo show chess:payoffs=points --position "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"',
        ),
        link="#/play?game=chess:payoffs=points&moves=f3~e5~g4~Qh4",
    ),
    LectureEntry(
        id="aima/figure-tic-tac-toe",
        title="Figure: a (partial) game tree for tic-tac-toe",
        section=GAMES,
        says="MAX moves first and places an X in an empty square; MIN and MAX alternate until "
        "terminal states are reached, which have utilities.",
        python="""
            from zermelo import reachable_states, search
            from zermelo.games.tic_tac_toe import TicTacToe
            game = TicTacToe()
            first = search.minimax(game, depth=1)
            second = search.minimax(game, depth=2)
            payoffs = {game.utility(s, 0) for s in reachable_states(game) if game.terminal(s)}
            """,
        facts=(
            derived("successors of the initial state", "first.leaves", 9),
            derived("nodes after MIN's reply: 9 · 8", "second.leaves", 72),
            derived("utilities of terminal states", "sorted(payoffs)", [-1, 0, 1]),
        ),
        commands=("zermelo show tic-tac-toe", "zermelo perft tic-tac-toe 2"),
        picture="zermelo draw tree tic-tac-toe --plies 2 --successors 3 --ends -o tic-tac-toe.svg",
        link="#/lab?game=tic-tac-toe&algorithm=minimax&depth=2&successors=3&step=317",
    ),
    # ------------------------------------------------------------------ decisions
    LectureEntry(
        id="aima/definition-strategy",
        title="Contingent strategy",
        section=DECISIONS,
        says="MAX's move in the initial state, then MAX's moves after every possible reply of "
        "MIN, and so on. On the two-ply tree MAX plays a1 and is ready for b1, b2 and b3.",
        python="""
            from zermelo import search, tree
            plan = search.strategy(tree.figure("two-ply"))
            move, case = plan.root.branches[0]
            """,
        facts=(
            Fact("MAX's first move", "move", "a1"),
            derived("MIN's replies", "[reply for reply, _ in case.branches]", ["b1", "b2", "b3"]),
            derived("MAX gets at least", "plan.root.value", 3),
        ),
        commands=("zermelo strategy tree:two-ply",),
        picture="zermelo draw minimax tree:two-ply -o strategy.svg",
        link="#/lab?game=tree:two-ply&algorithm=minimax",
    ),
    LectureEntry(
        id="aima/figure-5-2",
        title="Figure 5.2: a two-ply game tree",
        section=DECISIONS,
        says="MAX's best move at the root is a1, and MIN's best reply is b1; the root is worth 3.",
        python="""
            from zermelo import search, tree
            from zermelo.teach import Exercise
            figure = tree.figure("two-ply")
            result = search.minimax(figure)
            values = Exercise.of(figure, "minimax").solution.values
            """,
        facts=(
            Fact("value of A", "result.value", 3),
            Fact("best move and best reply", "result.line", ("a1", "b1")),
            Fact("values of the inner nodes", "values", {"A": 3, "B": 3, "C": 2, "D": 2}),
        ),
        commands=("zermelo search minimax tree:two-ply",),
        picture="zermelo draw minimax tree:two-ply -o figure-5-2.svg",
        link="#/lab?game=tree:two-ply&algorithm=minimax&answer=1",
    ),
    LectureEntry(
        id="aima/definition-minimax-value",
        title="MINIMAX(s)",
        section=DECISIONS,
        says="The utility at a terminal state; the maximum of the successors' values where MAX "
        "moves, the minimum where MIN moves.",
        python="""
            from zermelo import search, tree
            figure = tree.figure("two-ply")
            def minimax(s):
                if figure.terminal(s):
                    return figure.utility(s, 0)
                best = max if figure.player(s) == 0 else min
                return best(minimax(figure.result(s, a)) for a in figure.actions(s))
            """,
        facts=(
            Fact("the equations, written out, on Figure 5.2", "minimax(figure.start())", 3),
            Fact("the search", "search.minimax(figure).value", 3),
        ),
        commands=("zermelo code minimax",),
        picture="zermelo draw minimax tree:two-ply -o minimax.svg",
        link="#/lab?game=tree:two-ply&algorithm=minimax",
    ),
    # ------------------------------------------------------------------ minimax
    LectureEntry(
        id="aima/example-minimax",
        title="Example: the recursion on Figure 5.2",
        section=MINIMAX,
        says="First the three leaves at the bottom left, 3, 12 and 8: B gets their minimum 3. C "
        "gets 2 and D gets 2. The maximum of 3, 2 and 2 is the root's value 3.",
        python="""
            from zermelo import search, tree
            from zermelo.teach import Exercise
            figure = tree.figure("two-ply")
            trace = search.minimax(figure, trace=True).trace
            leaves = [e["value"] for e in trace.events if e["event"] == "leaf"]
            values = Exercise.of(figure, "minimax").solution.values
            """,
        facts=(
            Fact("the first three leaves", "leaves[:3]", [3, 12, 8]),
            Fact("backed-up values of B, C, D", "[values[x] for x in 'BCD']", [3, 2, 2]),
            Fact("value of the root", "values['A']", 3),
        ),
        commands=("zermelo trace minimax tree:two-ply",),
        picture="zermelo draw minimax tree:two-ply -o minimax.html",
        link="#/lab?game=tree:two-ply&algorithm=minimax",
    ),
    LectureEntry(
        id="aima/figure-5-3",
        title="Figure 5.3: MINIMAX-DECISION, MAX-VALUE, MIN-VALUE",
        section=MINIMAX,
        says="The algorithm returns the action with the best outcome against an opponent who "
        "minimises; it goes through the whole tree.",
        python="""
            from zermelo import search, tree
            from zermelo.search.registry import list_texts
            first, *others = [text.name for text in list_texts("minimax", {})]
            result = search.minimax(tree.figure("two-ply"))
            """,
        facts=(
            Fact("the action that MINIMAX-DECISION returns", "result.action_name", "a1"),
            Fact(
                "the functions that it calls",
                "[name.upper().replace('_', '-') for name in others]",
                ["MAX-VALUE", "MIN-VALUE"],
            ),
            derived("our function that chooses between the two", "first", "value"),
            derived("leaves visited: all nine", "result.leaves", 9),
        ),
        commands=("zermelo code minimax", "zermelo search minimax tree:two-ply"),
        picture="zermelo draw minimax tree:two-ply -o figure-5-3.html",
        link="#/lab?game=tree:two-ply&algorithm=minimax",
    ),
    LectureEntry(
        id="aima/example-minmax",
        title="Minmax Example",
        section=MINIMAX,
        says="A slide with a picture only; here it is the tree of Figure 5.2, worked out as an "
        "exercise.",
        python="""
            from zermelo import tree
            from zermelo.teach import Answer, Exercise, grade
            exercise = Exercise.of(tree.figure("two-ply"), "minimax")
            answer = Answer({"A": 3, "B": 3, "C": 2, "D": 2}, action="a1")
            """,
        facts=(
            derived(
                "the values of the notes are graded right", "grade(exercise, answer).is_right", True
            ),
        ),
        commands=("zermelo quiz --game tree:two-ply --algorithm minimax --solution",),
        picture="zermelo quiz --game tree:two-ply --algorithm minimax --sheet minmax.svg",
        link="#/lab?game=tree:two-ply&algorithm=minimax",
    ),
    # ------------------------------------------------------------------ several players
    LectureEntry(
        id="aima/definition-vectors",
        title="Vectors of values",
        section=MULTIPLAYER,
        says="With more than two players every node has a vector ⟨v_A, v_B, v_C⟩: that of the "
        "successor with the highest value for the player who chooses.",
        python="""
            from zermelo import search, tree
            result = search.maxn(tree.figure("three-player"))
            """,
        facts=(Fact("entries of a vector", "len(result.vector)", 3),),
        commands=("zermelo code maxn", "zermelo trace maxn tree:three-player"),
        picture="zermelo draw maxn tree:three-player -o vectors.svg",
        link="#/lab?game=tree:three-player&algorithm=maxn",
    ),
    LectureEntry(
        id="aima/example-node-x",
        title="The node marked X",
        section=MULTIPLAYER,
        says="C chooses between (1, 2, 6) and (4, 2, 3). Since 6 is bigger than 3, X is worth "
        "(1, 2, 6).",
        python="""
            from zermelo import tree
            from zermelo.teach import Exercise
            figure = tree.figure("three-player")
            values = Exercise.of(figure, "maxn").solution.values
            x = figure.after(["a1", "b1"])
            """,
        facts=(
            Fact("who chooses at X", "figure.player_name(figure.player(x))", "C"),
            Fact("value of X, node D of the tree", "values['D']", (1, 2, 6)),
        ),
        commands=("zermelo search maxn tree:three-player --moves a1,b1",),
        picture="zermelo draw maxn tree:three-player --moves a1,b1 -o node-x.svg",
        link="#/lab?game=tree:three-player&moves=a1~b1&algorithm=maxn",
    ),
    LectureEntry(
        id="aima/figure-5-4",
        title="Figure 5.4: three plies of a game with three players",
        section=MULTIPLAYER,
        says="A, B and C move in turn. (The slide's text has the vectors of X only; the others are "
        "the book's.)",
        python="""
            from zermelo import search, tree
            from zermelo.teach import Exercise
            figure = tree.figure("three-player")
            result = search.maxn(figure)
            values = Exercise.of(figure, "maxn").solution.values
            """,
        facts=(
            derived("vector of the root", "result.vector", (1, 2, 6)),
            derived("best move at the root", "result.action_name", "a1"),
            derived("vectors of B and C", "[values['B'], values['C']]", [(1, 2, 6), (1, 5, 2)]),
        ),
        commands=("zermelo search maxn tree:three-player",),
        picture="zermelo draw maxn tree:three-player -o figure-5-4.svg",
        link="#/lab?game=tree:three-player&algorithm=maxn",
    ),
    # ------------------------------------------------------------------ pruning
    LectureEntry(
        id="aima/statement-exponent",
        title="The exponent can be cut in half",
        section=PRUNING,
        says="Minimax examines a number of states that is exponential in the depth; alpha-beta can "
        "cut the exponent in half. (The slide gives no numbers: b = 10 here.)",
        python="""
            from zermelo import minimal_tree
            """,
        facts=(
            derived("leaves of minimax at depth 8", "10**8", 100_000_000),
            derived("at least for alpha-beta: 2 · 10⁴ − 1", "minimal_tree(10, 8)", 19_999),
        ),
        commands=("zermelo budget --branching 10 --depth 8",),
        link="#/lab?game=tree:two-ply&algorithm=alphabeta&order=best&algorithm2=minimax",
    ),
    LectureEntry(
        id="aima/definition-pruning",
        title="Alpha–beta pruning",
        section=PRUNING,
        says="It returns the same move as minimax would, and prunes branches that cannot influence "
        "the decision.",
        python="""
            from zermelo import search, tree
            figure = tree.figure("two-ply")
            full, pruned = search.minimax(figure), search.alphabeta(figure)
            """,
        facts=(
            Fact(
                "the move of minimax and of alpha-beta",
                "(full.action_name, pruned.action_name)",
                ("a1", "a1"),
            ),
            derived("their values", "(full.value, pruned.value)", (3, 3)),
            derived("their leaves", "(full.leaves, pruned.leaves)", (9, 7)),
        ),
        commands=("zermelo search minimax tree:two-ply", "zermelo search alphabeta tree:two-ply"),
        picture="zermelo draw alphabeta tree:two-ply -o pruning.svg",
        link="#/lab?game=tree:two-ply&algorithm=minimax&algorithm2=alphabeta",
    ),
    LectureEntry(
        id="aima/example-unknown-leaves",
        title="max(3, min(2, x, y), 2) = 3",
        section=PRUNING,
        says="The two successors of C that are not evaluated have values x and y. The root's value "
        "is max(3, z, 2) with z = min(2, x, y) ≤ 2, which is 3 for any x and y.",
        python=f"""
            from zermelo import catalogue, search
            from zermelo.formal import formulate
            game = catalogue.game('''{UNKNOWN}''')
            lines = [line.partition("= ")[2] for line in str(formulate(game)).splitlines()]
            result = search.alphabeta(game)
            """,
        facts=(
            Fact("MINIMAX(root)", "lines[0]", "max(min(3, 12, 8), min(2, x, y), min(14, 5, 2))"),
            Fact("the next line", "lines[1]", "max(3, min(2, x, y), 2)"),
            Fact("with z", "lines[2]", "max(3, z, 2) where z = min(2, x, y) ≤ 2"),
            Fact("the last line", "lines[3]", "3, whatever x and y are"),
            Fact("the search", "(result.value, result.action_name)", (3, "a1")),
        ),
        commands=(
            f"zermelo formula '{UNKNOWN}'",
            f"zermelo search alphabeta '{UNKNOWN}'",
        ),
        picture=f"zermelo draw alphabeta '{UNKNOWN}' -o unknown-leaves.svg",
        link=route("lab", game=UNKNOWN, algorithm="alphabeta"),
    ),
    LectureEntry(
        id="aima/statement-subtrees",
        title="Entire subtrees are pruned",
        section=PRUNING,
        says="Alpha-beta applies to trees of any depth, and often prunes entire subtrees rather "
        "than just leaves. (Here: G with its leaves, in a tree of three plies.)",
        python="""
            from zermelo import Tree
            from zermelo.teach import Exercise
            game = Tree([[[10, 6], [100, 8]], [[1, 2], [20, 4]]])
            solution = Exercise.of(game, "alphabeta").solution
            """,
        facts=(
            derived(
                "a subtree is pruned: G, N, O", "{'G', 'N', 'O'} <= set(solution.pruned)", True
            ),
            derived("value of the root", "solution.values['A']", 10),
        ),
        commands=("zermelo trace alphabeta 'tree:[[[10,6],[100,8]],[[1,2],[20,4]]]'",),
        picture="zermelo draw alphabeta 'tree:[[[10,6],[100,8]],[[1,2],[20,4]]]' -o subtrees.svg",
        link="#/lab?game=tree:[[[10,6],[100,8]],[[1,2],[20,4]]]&algorithm=alphabeta",
    ),
    LectureEntry(
        id="aima/figure-5-5",
        title="Figure 5.5: stages in the calculation",
        section=PRUNING,
        says="The range of possible values at each node after each leaf: (a) B at most 3, (b) "
        "still at most 3, (c) B exactly 3 and the root at least 3, (d) C at most 2, (e) D at most "
        "14 and the root too, (f) D at most 5, then exactly 2, and the root 3.",
        python="""
            from zermelo import search, tree
            from zermelo.show.stages import group_stages
            from zermelo.show.text import text
            trace = search.alphabeta(tree.figure("two-ply"), trace=True).trace
            stages = text(trace, "stages").splitlines()
            letters = [group[0].letter for group in group_stages(trace, "EFGHKM")]
            def find(label, node):
                [line] = [line for line in stages if f" {label} = " in line]
                return line.partition(f" {node} ")[2].partition("]")[0] + "]"
            """,
        facts=(
            Fact("the stages", "letters", ["(a)", "(b)", "(c)", "(d)", "(e)", "(f)"]),
            Fact("(a) first leaf 3: B", "find('E', 'B')", "[−∞, 3]"),
            Fact("(b) second leaf 12: B", "find('F', 'B')", "[−∞, 3]"),
            Fact("(c) third leaf 8: B", "find('G', 'B')", "[3, 3]"),
            Fact("(c) the root", "find('G', 'A')", "[3, +∞]"),
            Fact("(d) first leaf of C 2: C", "find('H', 'C')", "[−∞, 2]"),
            Fact("(e) first leaf of D 14: D", "find('K', 'D')", "[−∞, 14]"),
            Fact("(e) the root", "find('K', 'A')", "[3, 14]"),
            Fact("(f) then 5: D", "find('L', 'D')", "[−∞, 5]"),
            Fact("(f) then 2: D", "find('M', 'D')", "[2, 2]"),
            Fact("(f) the root", "find('M', 'A')", "[3, 3]"),
        ),
        commands=("zermelo trace alphabeta tree:two-ply --form stages --stages E,F,G,H,K,M",),
        picture="zermelo draw alphabeta tree:two-ply --stages E,F,G,H,K,M -o figure-5-5.svg",
        link="#/lab?game=tree:two-ply&algorithm=alphabeta&step=6&beside=ranges",
    ),
    LectureEntry(
        id="aima/definition-alpha-beta",
        title="α and β",
        section=PRUNING,
        says="α is the best choice found so far for MAX along the path, β the best for MIN; a "
        "branch is pruned where its value is worse than α for MAX or than β for MIN. At C: α = 3.",
        python="""
            from zermelo import search, tree
            trace = search.alphabeta(tree.figure("two-ply"), trace=True).trace
            entered = {e["label"]: e for e in trace.events if e["event"] == "enter"}
            """,
        facts=(
            Fact(
                "window of the root",
                "(entered['A']['alpha'], entered['A']['beta'])",
                (float("-inf"), float("inf")),
            ),
            derived("α at C", "entered['C']['alpha']", 3),
            derived(
                "why C is cut",
                "trace.list_reasons()[0]",
                "C is at most 2; A already has 3",
            ),
        ),
        commands=("zermelo trace alphabeta tree:two-ply",),
        picture="zermelo draw alphabeta tree:two-ply --windows nodes -o windows.svg",
        link="#/lab?game=tree:two-ply&algorithm=alphabeta&step=22",
    ),
    LectureEntry(
        id="aima/figure-5-7",
        title="Figure 5.7: ALPHA-BETA-SEARCH",
        section=PRUNING,
        says="The functions of Figure 5.3 with two more lines in each, which maintain α and β.",
        python="""
            from zermelo.search.registry import list_texts
            texts = {text.name: list(text.lines) for text in list_texts("alphabeta", {})}
            plain = {text.name: list(text.lines) for text in list_texts("minimax", {})}
            first, *others = texts
            def find_test(name):
                lines = [line.strip().replace(">=", "≥").replace("<=", "≤") for line in texts[name]]
                [test] = [line for line in lines if line.startswith("if ")]
                return f"{test[:-1]} then {lines[lines.index(test) + 1]}"
            """,
        facts=(
            Fact(
                "the functions that ALPHA-BETA-SEARCH calls",
                "[name.upper().replace('_', '-') for name in others]",
                ["MAX-VALUE", "MIN-VALUE"],
            ),
            derived("our function that chooses between the two", "first", "value"),
            Fact("the test in MAX-VALUE", "find_test('max_value')", "if v ≥ β then return v"),
            Fact("the test in MIN-VALUE", "find_test('min_value')", "if v ≤ α then return v"),
            derived(
                "lines more than in Figure 5.3: the test with its return, and the update",
                "{name: len(texts[name]) - len(plain[name]) for name in texts}",
                {"value": 0, "max_value": 3, "min_value": 3},
            ),
        ),
        commands=("zermelo code alphabeta",),
        picture="zermelo draw alphabeta tree:two-ply -o figure-5-7.html",
        link="#/lab?game=tree:two-ply&algorithm=alphabeta",
    ),
    LectureEntry(
        id="aima/exercise-trace",
        title="Trace alpha-beta on the tree of Figure 5.5",
        section=PRUNING,
        says="The slides invite to trace the algorithm on this tree: two leaves of C are pruned.",
        python="""
            from zermelo import search, tree
            from zermelo.teach import Exercise
            figure = tree.figure("two-ply")
            solution = Exercise.of(figure, "alphabeta").solution
            """,
        facts=(
            Fact("pruned leaves: the second and third of C", "sorted(solution.pruned)", ["I", "J"]),
            Fact("action", "solution.action", "a1"),
            derived("cuts: D's last leaf cuts nothing off", "search.alphabeta(figure).cuts", 1),
        ),
        commands=(
            "zermelo quiz --game tree:two-ply --algorithm alphabeta --solution",
            "zermelo trace alphabeta tree:two-ply",
        ),
        picture="zermelo quiz --game tree:two-ply --algorithm alphabeta --sheet trace.svg",
        link="#/lab?game=tree:two-ply&algorithm=alphabeta",
    ),
    # ------------------------------------------------------------------ slide by slide
    LectureEntry(
        id="aima/figure-stage-c",
        title="Alpha-beta pruning: the root is at least 3",
        section=SLIDES,
        says="B is worth 3, so the root is worth at least 3.",
        python="""
            from zermelo import search, tree
            from zermelo.show.film_maker import film
            trace = search.alphabeta(tree.figure("two-ply"), trace=True).trace
            frame = film(trace).frame(16, "ranges")
            ranges = {item.label: item.window for item in frame.items}
            """,
        facts=(
            Fact("the root", "ranges['A']", "[3, +∞]"),
            derived(
                "the step that is shown", "frame.caption", "A takes the larger of −∞ and 3: 3."
            ),
        ),
        commands=("zermelo trace alphabeta tree:two-ply --form stages --stages E,F,G,H,K,M",),
        picture="zermelo draw alphabeta tree:two-ply --windows ranges --step 16 -o stage-c.svg",
        link="#/lab?game=tree:two-ply&algorithm=alphabeta&step=16&beside=ranges",
    ),
    LectureEntry(
        id="aima/figure-stage-d",
        title="Alpha-beta pruning: no point in looking at the other successors of C",
        section=SLIDES,
        says="C is at most 2 and B is worth 3: two successors of C are pruned.",
        python="""
            from zermelo import search, tree
            from zermelo.show.film_maker import film
            trace = search.alphabeta(tree.figure("two-ply"), trace=True).trace
            frame = film(trace).frame(22, "ranges")
            ranges = {item.label: item.window for item in frame.items}
            """,
        facts=(
            derived("C", "ranges['C']", "[−∞, 2]"),
            derived(
                "the step that is shown",
                "frame.caption",
                "C is at most 2; A already has 3: c2 and c3 need not be looked at.",
            ),
        ),
        commands=("zermelo trace alphabeta tree:two-ply --form stages --stages E,F,G,H,K,M",),
        picture="zermelo draw alphabeta tree:two-ply --windows ranges --step 22 -o stage-d.svg",
        link="#/lab?game=tree:two-ply&algorithm=alphabeta&step=22&beside=ranges",
    ),
    LectureEntry(
        id="aima/figure-stage-e",
        title="Alpha-beta pruning: 14 is still higher than 3",
        section=SLIDES,
        says="D is at most 14, more than MAX's best alternative 3, so D's other successors are "
        "explored.",
        python="""
            from zermelo import search, tree
            from zermelo.show.film_maker import film
            trace = search.alphabeta(tree.figure("two-ply"), trace=True).trace
            frame = film(trace).frame(29, "ranges")
            ranges = {item.label: item.window for item in frame.items}
            """,
        facts=(
            derived("D and the root", "[ranges[x] for x in 'DA']", ["[−∞, 14]", "[3, 14]"]),
            derived(
                "the step that is shown", "frame.caption", "D takes the smaller of +∞ and 14: 14."
            ),
        ),
        commands=("zermelo trace alphabeta tree:two-ply --form stages --stages E,F,G,H,K,M",),
        picture="zermelo draw alphabeta tree:two-ply --windows ranges --step 29 -o stage-e.svg",
        link="#/lab?game=tree:two-ply&algorithm=alphabeta&step=29&beside=ranges",
    ),
    LectureEntry(
        id="aima/figure-stage-f5",
        title="Alpha-beta pruning: the second successor of D is worth 5",
        section=SLIDES,
        says="5 is still more than 3, so the exploration continues.",
        python="""
            from zermelo import search, tree
            from zermelo.show.film_maker import film
            trace = search.alphabeta(tree.figure("two-ply"), trace=True).trace
            frame = film(trace).frame(33, "ranges")
            ranges = {item.label: item.window for item in frame.items}
            """,
        facts=(
            derived("D and the root", "[ranges[x] for x in 'DA']", ["[−∞, 5]", "[3, 5]"]),
            derived(
                "the step that is shown", "frame.caption", "D takes the smaller of 14 and 5: 5."
            ),
        ),
        commands=("zermelo trace alphabeta tree:two-ply --form stages --stages E,F,G,H,K,M",),
        picture="zermelo draw alphabeta tree:two-ply --windows ranges --step 33 -o stage-f5.svg",
        link="#/lab?game=tree:two-ply&algorithm=alphabeta&step=33&beside=ranges",
    ),
    LectureEntry(
        id="aima/figure-stage-f2",
        title="Alpha-beta pruning: D is worth exactly 2, and MAX moves to B",
        section=SLIDES,
        says="The third successor of D is worth 2, so D is worth exactly 2. MAX moves to B, for 3.",
        python="""
            from zermelo import search, tree
            from zermelo.show.text import text
            result = search.alphabeta(tree.figure("two-ply"), trace=True)
            last = text(result.trace, "stages").splitlines()[-1]
            """,
        facts=(
            Fact("D", "last.partition(' D ')[2]", "[2, 2]"),
            Fact(
                "the move to D", "next(str(v) for v in result.values if v.name == 'a3')", "a3 = 2"
            ),
            Fact("MAX moves to B by", "result.action_name", "a1"),
            Fact("value", "result.value", 3),
        ),
        commands=("zermelo trace alphabeta tree:two-ply --form stages --stages E,F,G,H,K,M",),
        picture="zermelo draw alphabeta tree:two-ply --windows ranges -o stage-f2.svg",
        link="#/lab?game=tree:two-ply&algorithm=alphabeta&step=37&beside=ranges",
    ),
    # ------------------------------------------------------------------ tic-tac-toe
    LectureEntry(
        id="aima/definition-open-lines",
        title="Counting the possible win lines",
        section=TIC_TAC_TOE,
        says="The static evaluation: the lines that X can still complete, less those of O.",
        python="""
            from zermelo.evaluation import explain
            from zermelo.games.tic_tac_toe import TicTacToe
            game = TicTacToe()
            start = explain(game)
            """,
        facts=(
            derived("lines open to X and to O at the start: 3 + 3 + 2", "start.sums", (8, 8)),
            derived("E", "start.total", 0),
        ),
        commands=("zermelo evaluate tic-tac-toe",),
        link="#/analyse?game=tic-tac-toe",
    ),
    LectureEntry(
        id="aima/example-open-lines-1",
        title="E = 6 − 5 = 1",
        section=TIC_TAC_TOE,
        says="X has 6 possible win paths, O has 5. (The board is a picture; here X in a corner, "
        "O on the edge beside it.)",
        python="""
            from zermelo.evaluation import explain
            from zermelo.games.tic_tac_toe import TicTacToe
            game = TicTacToe()
            evaluation = explain(game, game.after(["a1", "b1"]))
            """,
        facts=(
            Fact("lines of X and of O", "evaluation.sums", (6, 5)),
            Fact("E", "evaluation.total", 1),
        ),
        commands=('zermelo evaluate tic-tac-toe --moves "a1 b1"',),
        picture="zermelo draw tree tic-tac-toe --moves a1,b1 --plies 0 -o open-lines-1.svg",
        link="#/analyse?game=tic-tac-toe&moves=a1~b1",
    ),
    LectureEntry(
        id="aima/example-open-lines-2",
        title="E = 4 − 6 = −2",
        section=TIC_TAC_TOE,
        says="X has 4 possible wins, O has 6. (Here X on an edge, O in the centre.)",
        python="""
            from zermelo.evaluation import explain
            from zermelo.games.tic_tac_toe import TicTacToe
            game = TicTacToe()
            evaluation = explain(game, game.after(["b1", "b2"]))
            """,
        facts=(
            Fact("lines of X and of O", "evaluation.sums", (4, 6)),
            Fact("E", "evaluation.total", -2),
        ),
        commands=('zermelo evaluate tic-tac-toe --moves "b1 b2"',),
        picture="zermelo draw tree tic-tac-toe --moves b1,b2 --plies 0 -o open-lines-2.svg",
        link="#/analyse?game=tic-tac-toe&moves=b1~b2",
    ),
    LectureEntry(
        id="aima/example-open-lines-3",
        title="E = 5 − 4 = 1",
        section=TIC_TAC_TOE,
        says="X has 5 possible wins, O has 4. (Here X in the centre, O in a corner.)",
        python="""
            from zermelo.evaluation import explain
            from zermelo.games.tic_tac_toe import TicTacToe
            game = TicTacToe()
            evaluation = explain(game, game.after(["b2", "a1"]))
            """,
        facts=(
            Fact("lines of X and of O", "evaluation.sums", (5, 4)),
            Fact("E", "evaluation.total", 1),
        ),
        commands=('zermelo evaluate tic-tac-toe --moves "b2 a1"',),
        picture="zermelo draw tree tic-tac-toe --moves b2,a1 --plies 0 -o open-lines-3.svg",
        link="#/analyse?game=tic-tac-toe&moves=b2~a1",
    ),
)
"""The entries in the order of the slides."""
