"""The weights of an evaluation, tuned by games that the engine plays against itself.

A game holds its weights as an attribute, and `evaluate` uses them. Texel's method fits them to the
results of games (`features` has what each weight is multiplied by); hill climbing changes them and
keeps what wins matches. Either way a match of the new weights against the old ones ends it.

===========  ===================================================================================
`weights`    a game's weights, and the same game with others
`journal`    the file of a tuning: every game once, so that it can be killed and go on
`texel`      logistic regression of results on features
`climb`      hill climbing by matches
`tuning`     the whole: games, fit, rounds, and the match at the end
===========  ===================================================================================
"""

from __future__ import annotations

from zermelo.tune.tuning import Tuning, TuningResult, TuningSettings
from zermelo.tune.weights import with_weights

__all__ = ["Tuning", "TuningResult", "TuningSettings", "with_weights"]
