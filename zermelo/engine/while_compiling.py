"""A search that does not wait for the compiler: plain until the machine code is there.

The first question starts to compile in a thread, or loads what is on disk. A question that comes
before that is done is searched plain; from then on all are searched compiled. A process that ends
before the compiler does not wait for it.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import Any

from zermelo.engine.searcher import Searcher
from zermelo.errors import NotCompilable, one_line, place
from zermelo.frame.cancel import Cancellation
from zermelo.frame.question import NO_LIMITS, Limits
from zermelo.frame.run import last, warn_once
from zermelo.gears import Gear
from zermelo.result import Result

LOADING = 1.0
"""Seconds that a question waits for machine code that lies on disk."""


class SearchWhileCompiling:
    """A search in two gears: `make` returns it in the gear that it is asked for."""

    def __init__(self, title: str, make: Callable[[Gear], Searcher]) -> None:
        self.title, self.make = title, make
        self.compiled: Searcher | None = None
        """The compiled search, when its machine code is there."""
        self.plain: Searcher | None = None
        self.compiler: threading.Thread | None = None

    def iterate(
        self, s: Any, limits: Limits = NO_LIMITS, cancel: Cancellation | None = None
    ) -> Iterator[Result[Any]]:
        """Yield better and better results, compiled if that is possible at once."""
        if self.compiler is None:
            self.compiler = threading.Thread(
                target=self._compile, args=[s], name="compiler", daemon=True
            )
            self.compiler.start()
            self.compiler.join(LOADING)
        if self.compiled is None and self.plain is None:
            self.plain = self.make("plain")
        search = self.compiled or self.plain
        assert search is not None
        return search.iterate(s, limits, cancel)

    def _compile(self, s: Any) -> None:
        """Compile by a search of one ply; what cannot be compiled stays plain, with a warning."""
        try:
            search = self.make("compiled")
            last(search.iterate(s, Limits(depth=1)))
        except NotCompilable as error:
            warn_once(self.title, str(error))
        except Exception as error:  # a fault of the rules is also raised by the plain search
            what = f"{type(error).__name__}: {one_line(error)} ({place(error)})"
            warn_once(self.title, f"the compiled search failed with {what}")
        else:
            self.plain, self.compiled = None, search
