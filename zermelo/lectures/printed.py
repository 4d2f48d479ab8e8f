"""The lecture's Tables 3, 6 and 8, line by line, as printed.

Indentation is left out, and commas have a space behind them. A node's value follows its letter in
Table 3; the subgame's letter follows an underscore in Tables 6 and 8.
"""

from __future__ import annotations

TABLE_3 = """\
A
B C A−∞
D E F B+∞ C A−∞
I J D−∞ E F B+∞ C A−∞
N I+∞ J D−∞ E F B+∞ C A−∞
N+1 I+∞ J D−∞ E F B+∞ C A−∞
I+1 J D−∞ E F B+∞ C A−∞
J D+1 E F B+∞ C A−∞
J−1 D+1 E F B+∞ C A−∞
D+1 E F B+∞ C A−∞
E F B+1 C A−∞
K E−∞ F B+1 C A−∞
K−1 E−∞ F B+1 C A−∞
E−1 F B+1 C A−∞
F B−1 C A−∞
L F−∞ B−1 C A−∞
O L+∞ F−∞ B−1 C A−∞
O+1 L+∞ F−∞ B−1 C A−∞
L+1 F−∞ B−1 C A−∞
F+1 B−1 C A−∞
B−1 C A−∞
C A−1
G H C+∞ A−1
M G−∞ H C+∞ A−1
M−1 G−∞ H C+∞ A−1
G−1 H C+∞ A−1
H C−1 A−1
H+1 C−1 A−1
C−1 A−1
A−1""".splitlines()
"""Table 3: the stack of MiniMax-DFS on 2,2-NIM."""

TABLE_6 = """\
1. A : α = max{−1, MiniMax(2,2-Nim_B, −1, +1)}
(a) B : β = min{+1, MiniMax(2,2-Nim_D, −1, +1)}
i. D : α = max{−1, MiniMax(2,2-Nim_I, −1, +1)}
A. I : β = min{+1, MiniMax(2,2-Nim_N, −1, +1)}
I. N : return v = +1
B. I : β = min{+1, +1} = +1
C. I : return β = +1
ii. D : α = max{−1, +1} = +1
iii. D : α = max{+1, MiniMax(2,2-Nim_J, +1, +1)}
A. J : return v = −1
iv. D : α = max{+1, −1} = +1
v. D : return α = +1
(b) B : β = min{+1, +1} = +1
(c) B : β = min{+1, MiniMax(2,2-Nim_E, −1, +1)}
i. E : α = max{−1, MiniMax(2,2-Nim_K, −1, +1)}
A. K : return v = −1
ii. E : α = max{−1, −1} = −1
iii. E : return α = −1
(d) B : β = min{+1, −1} = −1
(e) B : β = min{−1, MiniMax(2,2-Nim_F, −1, −1)}
i. F : α = max{−1, MiniMax(2,2-Nim_L, −1, −1)}
A. L : β = min{+1, MiniMax(2,2-Nim_O, −1, −1)}
I. O : return v = +1
B. L : β = min{+1, +1} = +1
C. L : return β = +1
ii. F : α = max{−1, +1} = +1
iii. F : return α = +1
(f) B : β = min{−1, +1} = −1
(g) B : return β = −1
2. A : α = max{−1, −1} = −1
3. A : α = max{−1, MiniMax(2,2-Nim_C, −1, +1)}
(a) C : β = min{+1, MiniMax(2,2-Nim_G, −1, +1)}
i. G : α = max{−1, MiniMax(2,2-Nim_M, −1, +1)}
A. M : return v = −1
ii. G : α = max{−1, −1} = −1
iii. G : return α = −1
(b) C : β = min{+1, −1} = −1
(c) C : β = min{−1, MiniMax(2,2-Nim_H, −1, −1)}
i. H : return v = +1
(d) C : β = min{−1, +1} = −1
(e) C : return β = −1
4. A : α = max{−1, −1} = −1
5. A : return α = −1""".splitlines()
"""Table 6: the calls of MiniMax on 2,2-NIM."""

TABLE_8 = """\
1. A : α = max{−1, αβPruning(2,2-Nim_B, −1, +1)}
(a) B : β = min{+1, αβPruning(2,2-Nim_D, −1, +1)}
i. D : α = max{−1, αβPruning(2,2-Nim_I, −1, +1)}
A. I : β = min{+1, αβPruning(2,2-Nim_N, −1, +1)}
I. N : return v = +1
B. I : β = min{+1, +1} = +1
C. I : return β = +1
ii. D : α = max{−1, +1} = +1
iii. D : return β = +1
(b) B : β = min{+1, +1} = +1
(c) B : β = min{+1, αβPruning(2,2-Nim_E, −1, +1)}
i. E : α = max{−1, αβPruning(2,2-Nim_K, −1, +1)}
A. K : return v = −1
ii. E : α = max{−1, −1} = −1
iii. E : return α = −1
(d) B : β = min{+1, −1} = −1
(e) B : return α = −1
2. A : α = max{−1, −1} = −1
3. A : α = max{−1, αβPruning(2,2-Nim_C, −1, +1)}
(a) C : β = min{+1, αβPruning(2,2-Nim_G, −1, +1)}
i. G : α = max{−1, αβPruning(2,2-Nim_M, −1, +1)}
A. M : return v = −1
ii. G : α = max{−1, −1} = −1
iii. G : return α = −1
(b) C : β = min{+1, −1} = −1
(c) C : return α = −1
4. A : α = max{−1, −1} = −1
5. A : return α = −1""".splitlines()
"""Table 8: the calls of αβPruning on 2,2-NIM."""
