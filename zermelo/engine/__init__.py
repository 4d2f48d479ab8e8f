"""The engine: strong play and exact solving, one text for all games, compiled for each.

The textbook explains; the engine plays. What speeds it up (a table, orders, windows, extensions) is here and nowhere else.

>>> from zermelo.engine import Engine
>>> from zermelo.games.nim import Nim
>>> Engine(Nim(3, 5), gear="plain").solve().value
1.0
"""

from zermelo.engine.clock import Clock
from zermelo.engine.engine import ALL, Engine

__all__ = ["ALL", "Clock", "Engine"]
