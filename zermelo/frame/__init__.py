"""The frame around every search, textbook and engine alike. It decides nothing about moves.

============  ====================================================================================
question.py   what is asked: the options, checked and completed
scale.py      estimates on another scale than the payoffs, brought to theirs
run.py        one run of a kernel: its gear, its limits, its progress
cancel.py     the one way to end a search from outside
deepen.py     the one loop of iterative deepening
answer.py     one run from the root and its result
report.py     the one place that builds a `Result` from what a kernel left behind
tt.py         the one transposition table
============  ====================================================================================
"""
