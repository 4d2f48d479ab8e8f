"""What a backgammon position is worth to the side to roll."""
from __future__ import annotations
import math
from zermelo.games._backgammon_men import Men, pips

def by_pips(own: Men, opp: Men) -> float:
    lead = pips(opp) - pips(own)
    return math.tanh(lead / 60)

def positional(own: Men, opp: Men) -> float:
    return by_pips(own, opp)
