"""Matches between agents: the same openings and dice from every seat, a score with its interval.

>>> from zermelo import catalogue
>>> from zermelo.match.agents import read_entrant
>>> game = catalogue.game("tic-tac-toe")
>>> first, second = (read_entrant(game, name, gear="plain") for name in ("level-5", "random"))
>>> result = play_match(game, first, second, games=10)
>>> result.games, result.score > 0.5
(10, True)

==========  ====================================================================================
`agents`    who plays: an agent by its name, with limits of its own
`playing`   one game, and a match of many
`score`     what a match shows: the score, Elo, their intervals
==========  ====================================================================================
"""

from __future__ import annotations

from zermelo.match.agents import Entrant
from zermelo.match.playing import play_match
from zermelo.match.score import MatchResult

__all__ = ["Entrant", "MatchResult", "play_match"]
