"""What each rule must return, and which rule is at fault when one does not.

Searches trust the rules: a check at every node would cost time at every node. So the rules are
checked where that is cheap: near the start of a question, once for each game, and after an error,
at the states where it arose.

>>> from zermelo.games.nim import Nim
>>> class Forgetful(Nim):
...     def player(self, s):
...         self.who = s.turn
>>> print(find_fault(Forgetful(2, 2), Forgetful(2, 2).start()))
<...>:2: Forgetful.player(s) returned None; it must return the player to move, 0 or 1, or CHANCE
(s is 2 2 MAX)

=============  ===============================================================================
`predicates`   is this a finite number, a player, an interval, a distribution?
`rule_faults`  the first rule that returns something wrong at one state
`payoffs`      a search that needs a number at every leaf refuses unknown payoffs
`watchdog`     a rule that never ends is stopped at its place
`screening`    before a question: is this a game, a state of it, and sound near the state?
`diagnosis`    after an error: which rule caused it?
=============  ===============================================================================
"""

from __future__ import annotations

from zermelo.contract.diagnosis import (
    diagnose,
    find_circle,
    find_first_fault,
    name_faults,
    name_faults_of_machine_code,
)
from zermelo.contract.payoffs import require_payoffs
from zermelo.contract.predicates import (
    TOLERANCE,
    is_finite,
    is_interval,
    is_mover,
    pairs_fault,
    players_fault,
    weights_fault,
)
from zermelo.contract.rule_faults import (
    find_class_source,
    find_fault,
    find_source,
    is_tested,
    picture,
)
from zermelo.contract.screening import (
    MAX_SUCCESSORS,
    limit_first_rules,
    require,
    require_game,
    require_state,
)
from zermelo.contract.watchdog import EndlessRule, limit_rules

__all__ = [
    "MAX_SUCCESSORS",
    "TOLERANCE",
    "EndlessRule",
    "diagnose",
    "find_circle",
    "find_class_source",
    "find_fault",
    "find_first_fault",
    "find_source",
    "is_finite",
    "is_interval",
    "is_mover",
    "is_tested",
    "limit_first_rules",
    "limit_rules",
    "name_faults",
    "name_faults_of_machine_code",
    "pairs_fault",
    "picture",
    "players_fault",
    "require",
    "require_game",
    "require_payoffs",
    "require_state",
    "weights_fault",
]
