"""What a page can ask for over the websocket: searches that tell what they have found so far."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import Any

from zermelo.web.fields import Fields
from zermelo.web.shelf import Shelf

Event = dict[str, Any]

LAST = ("done", "error")
"""After these nothing more comes."""

ASKS: dict[str, Callable[[Shelf, Fields, threading.Event], Iterator[Event]]] = {}
"""Every question by its name."""
