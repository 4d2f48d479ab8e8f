"""Texel's method: weights that predict the results of games best.

The chance that player 0 wins is taken to be σ(K · w · f + a + b · turn), with σ(x) = 1/(1+e⁻ˣ). K
is fitted with the old weights, so that the new ones keep their scale; then w, and the nuisances a
(what it is worth to be player 0) and b (to be on move). Newton's method, with a little ridge.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from zermelo.tune.weights import Weights

Array = Any

RIDGE = 1e-4
"""How strongly weights are held at the old ones, per position: enough where nothing is known."""

STEPS = 60
"""Steps of Newton's method at most."""

HELD_OUT = 5
"""Every fifth game is held out to measure the loss."""


class GameSample(NamedTuple):
    """The positions of one game: leads of the features, the player to move, the result."""

    leads: list[list[float]]
    turns: list[int]
    result: float


class Fit(NamedTuple):
    """Fitted weights, their standard errors, and the loss on games that were held out."""

    weights: Weights
    errors: Weights
    scale: float
    loss_before: float
    loss_after: float
    positions: int
    games: int


def fit_weights(samples: Sequence[GameSample], weights: Weights) -> Fit:
    """The weights that predict the results best.

    >>> games = [GameSample([[1.0, x]], [0], 1.0 if x > 0 else 0.0) for x in (-2, -1, 1, 2)] * 50
    >>> fit = fit_weights(games, (1.0, 0.5))
    >>> fit.weights[1] > 0.5, fit.loss_after < fit.loss_before
    (True, True)
    """
    train = [one for i, one in enumerate(samples) if i % HELD_OUT] or list(samples)
    held = [one for i, one in enumerate(samples) if i % HELD_OUT == 0] or list(samples)
    old = np.array(weights)
    part = _fit(_stack(train), old)
    before, after = (_measure_loss(_stack(held), *one) for one in (part.start, part.end))
    whole = _fit(_stack(samples), old)
    return Fit(
        tuple(float(w) for w in whole.end[0]),
        tuple(float(e) for e in whole.errors),
        whole.start[1],
        before,
        after,
        sum(len(one.leads) for one in samples),
        len(samples),
    )


class _Data(NamedTuple):
    features: Array
    nuisances: Array
    results: Array


class _Found(NamedTuple):
    start: tuple[Array, float, Array]
    """Old weights, K, nuisances."""
    end: tuple[Array, float, Array]
    errors: Array


def _stack(samples: Sequence[GameSample]) -> _Data:
    """All positions as arrays."""
    leads = [row for one in samples for row in one.leads]
    turns = [1.0 if turn == 0 else -1.0 for one in samples for turn in one.turns]
    results = [one.result for one in samples for _ in one.leads]
    nuisances = np.column_stack([np.ones(len(turns)), np.array(turns)])
    return _Data(np.array(leads, dtype=float), nuisances, np.array(results))


def _fit(data: _Data, old: Array) -> _Found:
    """Fit K and the nuisances, then weights and nuisances."""
    sums = (data.features @ old)[:, None]
    spread = float(sums.std()) or 1.0
    columns = np.column_stack([sums, data.nuisances])
    begin = np.array([1.0 / spread, 0.0, 0.0])
    held = np.array([RIDGE * spread**2, RIDGE, RIDGE])
    found, _ = _solve(columns, data.results, begin, held)
    scale = float(found[0]) if found[0] > 0 else 1.0 / spread  # old weights that predict nothing
    columns = np.column_stack([scale * data.features, data.nuisances])
    begin = np.concatenate([old, found[1:]])
    held = RIDGE * np.maximum(columns.std(axis=0), 1e-9) ** 2
    solved, covariance = _solve(columns, data.results, begin, held)
    k = len(old)
    errors = np.sqrt(np.maximum(np.diag(covariance)[:k], 0.0))
    return _Found((old, scale, found[1:]), (solved[:k], scale, solved[k:]), errors)


def _solve(columns: Array, results: Array, begin: Array, held: Array) -> tuple[Array, Array]:
    """Newton's method for logistic regression, held at the beginning by a ridge."""
    x, n = begin.copy(), len(results)

    def loss(x: Array) -> float:
        z = columns @ x
        fit = np.logaddexp(0.0, z) - results * z
        return float(fit.mean() + held @ (x - begin) ** 2)

    for _ in range(STEPS):
        p = 1.0 / (1.0 + np.exp(-np.clip(columns @ x, -500, 500)))
        slope = columns.T @ (p - results) / n + 2 * held * (x - begin)
        bend = (columns * (p * (1 - p))[:, None]).T @ columns / n + np.diag(2 * held)
        step = np.linalg.lstsq(bend, slope, rcond=None)[0]
        size, now = 1.0, loss(x)
        while size > 1e-6 and loss(x - size * step) > now:
            size /= 2
        x = x - size * step
        if np.abs(size * step).max() < 1e-9 * (1 + np.abs(x).max()):
            break
    return x, np.linalg.pinv(bend) / n


def _measure_loss(data: _Data, weights: Array, scale: float, nuisances: Array) -> float:
    """The mean log loss of the predictions: ln 2 for a coin."""
    z = scale * (data.features @ weights) + data.nuisances @ nuisances
    return float((np.logaddexp(0.0, z) - data.results * z).mean())
