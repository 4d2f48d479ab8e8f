"""A game's weights, and the same game with others."""

from __future__ import annotations

import copy
import inspect
from collections.abc import Sequence
from hashlib import blake2b
from typing import Any, TypeVar

from zermelo.errors import Unsuitable
from zermelo.game import Feature, Game

G = TypeVar("G", bound=Game[Any, Any])

Weights = tuple[float, ...]

TOLERANCE = 1e-9


def find_weights(game: Game[Any, Any]) -> Weights:
    """The weights of a game; `Unsuitable` if it has none.

    >>> from zermelo.games.chess import Chess
    >>> find_weights(Chess("linear"))[:2]
    (1.0, 3.2)
    """
    weights = game.weights
    is_row = isinstance(weights, tuple | list) and len(weights) > 0
    if not is_row or not all(isinstance(w, int | float) for w in weights):
        raise Unsuitable(
            f"{game.full_title} has no weights to tune: hold them as the attribute weights, a tuple"
            " of floats that evaluate uses"
        )
    return tuple(float(w) for w in weights)


def with_weights(game: G, weights: Sequence[float]) -> G:
    """The same game with other weights. Its machine code is the same, too.

    >>> from zermelo.games.kalah import Kalah
    >>> with_weights(Kalah(), (1, 0.5)).weights
    (1.0, 0.5)
    """
    if len(weights) != len(find_weights(game)):
        raise Unsuitable(f"{game.full_title} has {len(game.weights)} weights, not {len(weights)}")
    other = copy.copy(game)
    other.weights = tuple(float(w) for w in weights)
    return other


def read_leads(game: Game[Any, Any], s: Any) -> list[float]:
    """What each weight is multiplied by at a state, for player 0."""
    if not game.declares("features"):
        return measure_leads(game, s)
    features, weights = list(game.features(s)), find_weights(game)
    leads = list(game.weight_leads(s))
    if len(leads) != len(weights):
        raise Unsuitable(
            f"{game.full_title} has {len(weights)} weights and {len(leads)} features at"
            f" {game.dump(s)}: features must have each weight, in order, at every state"
        )
    if game.declares("weight_leads"):
        _require_same_sum(game, features, leads)
    else:
        _require_weights(game, features)
    return [float(lead) for _, lead in leads]


def measure_leads(game: Game[Any, Any], s: Any) -> list[float]:
    """The same for a game without features: the estimates with one weight of 1, the others 0."""
    weights = find_weights(game)
    rows = [tuple(float(i == j) for j in range(len(weights))) for i in range(len(weights))]
    leads = [float(with_weights(game, row).evaluate(s, 0)) for row in rows]
    total = sum(w * lead for w, lead in zip(weights, leads, strict=True))
    estimate = float(game.evaluate(s, 0))
    if abs(total - estimate) > TOLERANCE * max(1.0, abs(estimate)):
        raise Unsuitable(
            f"evaluate of {game.full_title} is not a sum of weights times what it counts at"
            f" {game.dump(s)}: declare features, or use the method climb"
        )
    return leads


def _require_weights(game: Game[Any, Any], features: Sequence[Feature]) -> None:
    """Refuse features whose weights are not the game's, in their order."""
    unit = find_unit(features, find_weights(game))
    for feature, weight in zip(features, game.weights, strict=True):
        if abs(feature.weight - unit * weight) > TOLERANCE * max(1.0, abs(feature.weight)):
            raise Unsuitable(
                f"the feature {feature.name!r} of {game.full_title} has the weight"
                f" {feature.weight:g}, not {unit * weight:g} as in weights: features must have the"
                " weights in their order"
            )


def _require_same_sum(
    game: Game[Any, Any], features: Sequence[Feature], leads: Sequence[tuple[str, float]]
) -> None:
    """Refuse leads that give another sum than the features."""
    whole = sum(feature.worth for feature in features)
    x = sum(weight * lead for weight, (_, lead) in zip(game.weights, leads, strict=True))
    if abs(whole - x) > TOLERANCE * max(1.0, abs(whole)):
        raise Unsuitable(
            f"weight_leads of {game.full_title} give the sum {x:g}, and features {whole:g}:"
            " the two must be the same"
        )


def find_unit(features: Sequence[Feature], weights: Weights) -> float:
    """What a weight of 1 is worth in the unit of features: 1, unless weights are in hundredths."""
    total = sum(map(abs, weights))
    return sum(abs(feature.weight) for feature in features) / total if total else 1.0


def name_weights(game: Game[Any, Any]) -> list[str]:
    """A name for each weight: its feature's, or its number."""
    leads = list(game.weight_leads(game.start()))
    if len(leads) == len(game.weights):
        return [name for name, _ in leads]
    return [f"weight {i}" for i in range(1, len(game.weights) + 1)]


def fingerprint(game: Game[Any, Any]) -> str:
    """A digest of the text of a game's class: samples of other rules are of no use."""
    try:
        text = inspect.getsource(type(game))
    except (OSError, TypeError):
        text = type(game).__qualname__
    return blake2b(f"{game.full_title} {text}".encode(), digest_size=8).hexdigest()
