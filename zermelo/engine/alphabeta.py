"""The engine's alpha-beta: principal-variation search with a table, orders, extensions and what a game allows besides.

The promise of ``value(s, α, β) = v`` is alpha-beta's, in scores for `me`::

    v ≤ α      promises  true ≤ v
    v ≥ β      promises  true ≥ v
    α < v < β  promises  true = v

*True* is the value to the depth asked for, with what extensions add. Within a node everything is in the mover's terms
(`gain` is +1 if `me` moves, −1 otherwise), so one loop serves both sides, and nothing assumes that they alternate.

What is not proven counts as an estimate with the watch: a node whose subtree took none is proven, and is stored so.
"""

from __future__ import annotations

from typing import Any

from zermelo.bits import from_word, spread
from zermelo.engine.mind import (
    AGE,
    BOUNDS,
    BUCKETS,
    BUSY,
    EXTENSIONS,
    FLAGS,
    FUTILITY,
    HASHED,
    ITERATION,
    KILLERS,
    LEFT_OUT,
    MERITS,
    ORDER,
    PASSING,
    PAST,
    PEEK,
    QUIESCENCE,
    REDUCTIONS,
    REPLIES,
    SERIOUS,
    SINGULAR,
    SPACE,
    SYMMETRY,
    TABLE,
    THREADS,
    WINDOWS,
    Mind,
)
from zermelo.engine.repetition import has_repeated
from zermelo.engine.scores import W, final, high_below, just_above, low_below, nearer
from zermelo.engine.table import (
    AT_LEAST,
    AT_MOST,
    EXACT,
    NOT_FOUND,
    PROVEN,
    action_of,
    bound_of,
    depth_of,
    find,
    score_at,
    write,
)
from zermelo.game import FORBIDDEN, INFINITY, Game
from zermelo.watch import HORIZON, PLY, Bottomless, Watch

NONE = -(1 << 62)
"""In place of an action."""

FIRST, NOISY, KILLER, SECOND_KILLER, REPLY, MOST_MERIT, RANK = (
    1 << 40,
    1 << 30,
    900,
    800,
    700,
    600,
    1024,
)
"""Ranks: the table's action first, then by `order`, of which 1 is worth RANK. Where `order` says nothing (0), noisy actions come
before quiet ones, and of these what cut before is tried earlier."""


MOST_ACTIONS = 1 << 16
"""Cells that are kept free for one node: the path may not grow beyond, and no game has half as many actions."""

WHOLE = 4
"""Iterations to this depth skip nothing: a quick win is found with its distance."""

SHARED_DEPTH = 3
"""Above this depth threads keep out of each other's way."""

PUT_OFF = -(1 << 50)


def value(
    game: Game[Any, Any],
    s: Any,
    alpha: float,
    beta: float,
    depth: int,
    top: int,
    before: int,
    without: int,
    me: int,
    mind: Mind,
    watch: Watch,
) -> float:
    """The score of s for `me`, as far as it matters between alpha and beta.

    `top` is where the path's actions end, `before` the action that led here, `without` one that is left out (when the
    question is whether it is singular; NONE otherwise).
    """
    watch.enter(s, alpha, beta)
    most, least = mind.levels[0], mind.levels[1]
    # 1. The end of the game, and what can still be reached.
    if game.terminal(s):
        return watch.leave(final(watch.leaf(game.utility(s, me)), most, least), alpha, beta)
    flags, ply = mind.dials[FLAGS], watch.cells[PLY]
    if (
        game.repetition
        and has_repeated(game, s, mind.dials[PAST], ply, mind.path)
        and game.repetition != FORBIDDEN
        and before != NONE
        and without == NONE
    ):
        return watch.leave(watch.horizon(mind.levels[2]), alpha, beta)
    gain = 1.0 if game.player(s) == me else -1.0
    is_serious = mind.is_serious and flags & SERIOUS != 0
    if flags & BOUNDS:
        low, high = game.bounds_for(s, me)
        high = nearer(final(high, most, least), most, least)
        low = nearer(final(low, most, least), most, least)
        if is_serious and before != NONE and high > most and gain > 0:
            high -= 2  # who moves cannot win at once: the player before would not have allowed it
        if is_serious and before != NONE and low < least and gain < 0:
            low += 2
        if high <= alpha and ply > 1:  # at the root an action must be found
            return watch.leave(high, alpha, beta)
        if low >= beta and ply > 1:
            return watch.leave(low, alpha, beta)
    # 2. The horizon, which is put off while there is a threat to answer.
    if depth <= 0 and flags & EXTENSIONS and ply <= 2 * mind.dials[ITERATION] and game.in_check(s):
        depth = 1
    if depth <= 0:
        if flags & QUIESCENCE:
            return watch.leave(quiet(game, s, alpha, beta, top, me, mind, watch), alpha, beta)
        return watch.leave(watch.horizon(estimate(game, s, me, mind)), alpha, beta)
    lo = alpha if gain > 0 else -beta
    hi = beta if gain > 0 else -alpha
    start = lo
    worst, ideal = (
        (least, most) if gain > 0 else (-most, -least)
    )  # beyond them lie losses and wins of the player who moves
    # 3. The table.
    hint, key = NONE, 0
    is_stored = flags & TABLE != 0 and without == NONE and (ply > 1 or mind.dials[LEFT_OUT] == 0)
    if flags & TABLE and without == NONE:
        key = game.key(game.canonical(s)) if flags & SYMMETRY else game.key(s)
        at = find(mind.table, mind.dials[BUCKETS], key)
        if at != NOT_FOUND:
            word, about = mind.table[at + 1], mind.table[at + 2]
            v = from_word(word)
            hint = action_of(about)
            is_whole = (
                mind.table[at] ^ word ^ about == key
            )  # another thread may have written there since it was found
            if (
                is_whole
                and ply > 1
                and depth_of(about) >= min(depth, PROVEN)
                and settles(bound_of(about), v, lo, hi)
            ):
                if depth_of(about) != PROVEN:
                    watch.cells[HORIZON] += 1
                return watch.leave(gain * v, alpha, beta)
    estimates = watch.cells[HORIZON]
    # 4. Give the move away: who is far enough ahead even then is ahead without it.
    if (
        flags & PASSING
        and mind.can_pass
        and without == NONE
        and before != NONE
        and depth > 2
        and worst <= hi <= ideal
        and hi < INFINITY
    ):
        after = game.null_move(s)
        if game.player(after) != game.player(s) and not game.terminal(after):
            under = -just_above(-hi)
            alpha2 = under if gain > 0 else -hi
            beta2 = hi if gain > 0 else -under
            v = gain * value(
                game, after, alpha2, beta2, depth - 3, top, NONE, NONE, me, mind, watch
            )
            watch.cells[HORIZON] = estimates
            if v >= hi:
                watch.cells[HORIZON] += 1
                return watch.leave(
                    gain * hi, alpha, beta
                )  # no more than that: a win after a pass is not proven
    # 5. The actions, the most promising first.
    count = gather(game, s, top, hint, before, mind, watch)
    if count == 0:  # only `non_losing` may leave nothing: every action loses to the reply
        lost = least - W + 2 if gain > 0 else most + W - 2
        return watch.leave(lost, alpha, beta)
    if (
        is_serious and flags & BOUNDS and ply > 1
    ):  # nor does the other side win with its next action
        slowest = (least if gain > 0 else -most) - W + 4
        if slowest >= hi:
            return watch.leave(gain * slowest, alpha, beta)
    ends = top + 2 * count
    # 6. A successor that the table knows to be good enough.
    if flags & PEEK and flags & TABLE and depth > 2 and count > 1 and ply > 1 and without == NONE:
        v = peek(game, s, hi, gain, depth, top, count, me, mind, watch)
        if v >= hi:
            return watch.leave(gain * v, alpha, beta)
    # 7. Go deeper where there is one action only, or a threat to answer.
    longer = 0
    if flags & EXTENSIONS and ply <= 2 * mind.dials[ITERATION] and (count == 1 or game.in_check(s)):
        longer = 1
    best, chosen, hope = -INFINITY, NONE, INFINITY
    if game.selective and flags & FUTILITY and depth <= 2 and mind.dials[ITERATION] > WHOLE:
        hope = gain * game.evaluate(s, me) + depth * game.margin
    rounds = 2 if mind.dials[THREADS] > 1 and depth > SHARED_DEPTH else 1
    for round_and_i in range(rounds * count):
        i = round_and_i % count
        a = mind.moves[top + 2 * i]
        if a == without or (ply == 1 and is_left_out(a, mind)):
            continue
        after = game.result(s, a)
        if game.repetition == FORBIDDEN and has_repeated(
            game, after, mind.dials[PAST], ply + 1, mind.path
        ):
            watch.cells[HORIZON] += 1  # elsewhere the action may be legal
            continue
        # What another thread is searching is put off to the second round: then the table may know it.
        busy = 0
        if rounds == 2:
            if round_and_i >= count and mind.moves[top + 2 * i + 1] != PUT_OFF:
                continue
            busy = game.key(after) ^ depth
            if round_and_i < count:
                if chosen != NONE and mind.busy[busy_slot(busy)] == busy:
                    mind.moves[top + 2 * i + 1] = PUT_OFF
                    continue
                mind.moves[top + 2 * i + 1] = 0
            mind.busy[busy_slot(busy)] = busy
        more = longer
        # 8. The table's action, if all others are clearly worse, is looked at more deeply.
        if (
            flags & SINGULAR
            and game.margin > 0
            and a == hint
            and depth >= 6
            and without == NONE
            and more == 0
            and 1 < ply <= 2 * mind.dials[ITERATION]
        ):
            at = find(mind.table, mind.dials[BUCKETS], key)
            if (
                at != NOT_FOUND
                and bound_of(mind.table[at + 2]) != AT_MOST
                and depth_of(mind.table[at + 2]) >= depth - 3
            ):
                under = score_at(mind.table, at) - game.margin
                if worst <= under <= ideal:
                    alpha2 = under if gain > 0 else -just_above(under)
                    beta2 = just_above(under) if gain > 0 else -under
                    kept = watch.cells[HORIZON]
                    v = gain * value(
                        game, s, alpha2, beta2, depth // 2, ends, before, a, me, mind, watch
                    )
                    watch.cells[HORIZON] = kept
                    if v <= under:
                        more = 1
        # 9. Late quiet actions, where little can be hoped for.
        less = 0
        if (
            game.selective
            and i > 2
            and more == 0
            and mind.dials[ITERATION] > WHOLE
            and not game.noisy(s, a)
            and not game.in_check(after)
        ):
            if hope <= lo and lo >= worst:
                best = max(best, hope)
                watch.cells[HORIZON] += 1
                continue
            if flags & REDUCTIONS and depth > 2:
                less = 2 if i > 8 else 1
        # 10. The first action with the whole window, the others with a null window; again, deeper or wider, if they are better.
        watch.consider(a)
        edge = hi if chosen == NONE or not flags & WINDOWS else min(just_above(lo), hi)
        while True:
            alpha2 = low_below(lo if gain > 0 else -edge, most, least)
            beta2 = high_below(edge if gain > 0 else -lo, most, least)
            kept = watch.cells[HORIZON]
            v = gain * nearer(
                value(
                    game,
                    after,
                    alpha2,
                    beta2,
                    depth - 1 + more - less,
                    ends,
                    a,
                    NONE,
                    me,
                    mind,
                    watch,
                ),
                most,
                least,
            )
            if less and v > lo:
                watch.cells[HORIZON] = kept
                less = 0
            elif edge < hi and lo < v < hi:
                edge = hi
            else:
                break
        if less:
            watch.cells[HORIZON] += 1
        if rounds == 2:
            mind.busy[busy_slot(busy)] = 0
        if v > best or chosen == NONE:
            best, chosen = v, a
            if v > lo:
                lo = v
                watch.prefer(a)
            if v >= hi:
                learn(game, s, a, depth, before, mind, watch)
                watch.cut(v, alpha, beta)
                break
    if chosen == NONE:  # everything was left out
        return watch.leave(least - W if gain > 0 else most + W, alpha, beta)
    # 11. Remember it.
    if is_stored:
        known = PROVEN if watch.cells[HORIZON] == estimates else min(depth, PROVEN - 1)
        bound = AT_LEAST if best >= hi else AT_MOST if best <= start else EXACT
        write(mind.table, mind.dials[BUCKETS], mind.dials[AGE], key, best, chosen, known, bound)
    return watch.leave(gain * best, alpha, beta)


def settles(bound: int, v: float, lo: float, hi: float) -> bool:
    """Does a stored score answer the question that a window asks?"""
    return bound == EXACT or (bound == AT_LEAST and v >= hi) or (bound == AT_MOST and v <= lo)


def estimate(game: Game[Any, Any], s: Any, me: int, mind: Mind) -> float:
    """The game's estimate, kept within its payoffs: only a terminal is a win."""
    return float(min(max(game.evaluate(s, me), mind.levels[1]), mind.levels[0]))


def quiet(
    game: Game[Any, Any],
    s: Any,
    alpha: float,
    beta: float,
    top: int,
    me: int,
    mind: Mind,
    watch: Watch,
) -> float:
    """The estimate of s, or something better that a noisy action brings to the player who moves."""
    most, least = mind.levels[0], mind.levels[1]
    v = watch.horizon(estimate(game, s, me, mind))
    gain = 1.0 if game.player(s) == me else -1.0
    best = gain * v
    lo = alpha if gain > 0 else -beta
    hi = beta if gain > 0 else -alpha
    if best >= hi:
        return v
    lo = max(lo, best)
    if top > SPACE - MOST_ACTIONS:
        raise Bottomless
    count = 0
    for a in game.noisy_actions(s):
        insert(
            a, int(game.order(s, a) * RANK) if mind.dials[FLAGS] & ORDER else 0, top, count, mind
        )
        count += 1
    for i in range(count):
        a = mind.moves[top + 2 * i]
        watch.consider(a)
        after = game.result(s, a)
        alpha2 = low_below(lo if gain > 0 else -hi, most, least)
        beta2 = high_below(hi if gain > 0 else -lo, most, least)
        watch.enter(after, alpha2, beta2)
        if game.terminal(after):
            v = final(watch.leaf(game.utility(after, me)), most, least)
        else:
            v = quiet(game, after, alpha2, beta2, top + 2 * count, me, mind, watch)
        v = gain * nearer(watch.leave(v, alpha2, beta2), most, least)
        best = max(best, v)
        if best >= hi:
            break
        lo = max(lo, best)
    return gain * best


def gather(
    game: Game[Any, Any], s: Any, top: int, hint: int, before: int, mind: Mind, watch: Watch
) -> int:
    """Write the actions with their ranks behind the path's, the highest first; how many there are."""
    if top > SPACE - MOST_ACTIONS:
        raise Bottomless
    count = 0
    is_root = watch.cells[PLY] == 1
    if (
        mind.is_serious and mind.dials[FLAGS] & SERIOUS and not (is_root and mind.dials[LEFT_OUT])
    ):  # of all, some are left out
        for a in game.non_losing(s):
            insert(a, rank(game, s, a, hint, before, mind, watch), top, count, mind)
            count += 1
    else:
        for a in game.actions(s):
            insert(a, rank(game, s, a, hint, before, mind, watch), top, count, mind)
            count += 1
    return count


def rank(
    game: Game[Any, Any], s: Any, a: int, hint: int, before: int, mind: Mind, watch: Watch
) -> int:
    """How promising an action is."""
    if a == hint:
        return FIRST
    flags = mind.dials[FLAGS]
    if flags & ORDER:
        r = int(game.order(s, a) * RANK)
        if r != 0:
            return r
        if game.noisy(s, a):
            return NOISY
    r = 0
    if flags & KILLERS:
        ply = watch.cells[PLY]
        if a + 1 == mind.killers[2 * ply]:
            r += KILLER
        elif a + 1 == mind.killers[2 * ply + 1]:
            r += SECOND_KILLER
    if flags & REPLIES and mind.replies[slot(before)] == a + 1:
        r += REPLY
    if flags & MERITS:
        r += min(mind.merits[slot(a)], MOST_MERIT)
    return r


def slot(a: int) -> int:
    """An action's place among the replies and merits."""
    return spread(a) >> 40 & HASHED - 1


def busy_slot(busy: int) -> int:
    """A position's place among those that threads are searching."""
    return spread(busy) >> 40 & BUSY - 1


def insert(a: int, r: int, top: int, count: int, mind: Mind) -> None:
    """Put an action among those before it, behind those that rank as high."""
    at = top + 2 * count
    while at > top and mind.moves[at - 1] < r:
        mind.moves[at] = mind.moves[at - 2]
        mind.moves[at + 1] = mind.moves[at - 1]
        at -= 2
    mind.moves[at] = a
    mind.moves[at + 1] = r


def peek(
    game: Game[Any, Any],
    s: Any,
    hi: float,
    gain: float,
    depth: int,
    top: int,
    count: int,
    me: int,
    mind: Mind,
    watch: Watch,
) -> float:
    """The best score that the table already promises to the mover, or −∞."""
    most, least = mind.levels[0], mind.levels[1]
    for i in range(count):
        after = game.result(s, mind.moves[top + 2 * i])
        if not game.terminal(after) and not (
            game.repetition
            and has_repeated(game, after, mind.dials[PAST], watch.cells[PLY] + 1, mind.path)
        ):
            key = (
                game.key(game.canonical(after)) if mind.dials[FLAGS] & SYMMETRY else game.key(after)
            )
            at = find(mind.table, mind.dials[BUCKETS], key)
            if at != NOT_FOUND and depth_of(mind.table[at + 2]) >= min(depth - 1, PROVEN):
                word, about = mind.table[at + 1], mind.table[at + 2]
                is_whole = mind.table[at] ^ word ^ about == key and depth_of(about) >= min(
                    depth - 1, PROVEN
                )
                same = 1.0 if (game.player(after) == me) == (gain > 0) else -1.0
                v = same * from_word(word)
                v = gain * nearer(gain * v, most, least)
                if (
                    is_whole
                    and v >= hi
                    and (
                        bound_of(about) == EXACT
                        or bound_of(about) == (AT_LEAST if same > 0 else AT_MOST)
                    )
                ):
                    if depth_of(about) != PROVEN:
                        watch.cells[HORIZON] += 1
                    return v
    return -INFINITY


def is_left_out(a: int, mind: Mind) -> bool:
    """Is a root action not to be looked at this time?"""
    return any(mind.dials[LEFT_OUT + 1 + i] == a for i in range(mind.dials[LEFT_OUT]))


def learn(
    game: Game[Any, Any], s: Any, a: int, depth: int, before: int, mind: Mind, watch: Watch
) -> None:
    """An action cut: try it earlier elsewhere."""
    if game.noisy(s, a):
        return
    ply = watch.cells[PLY]
    if mind.killers[2 * ply] != a + 1:
        mind.killers[2 * ply + 1] = mind.killers[2 * ply]
        mind.killers[2 * ply] = a + 1
    mind.replies[slot(before)] = a + 1
    mind.merits[slot(a)] += min(depth * depth, 64)
