"""Tasks on many machines, by Ray: the pool of a solver whose work folder all machines see.

A task leaves a file and returns little. If a machine is lost, Ray gives its tasks to another one;
what they have written is whole or not there, so that the result is the same.
"""

from __future__ import annotations

import importlib
import logging
import os
import socket
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any

from zermelo.errors import BadLimit, Unsuitable
from zermelo.game import Game
from zermelo.solve.pool import read_game, write_game

LOCAL = "local"
"""In place of an address: a cluster of this machine alone, which ends with the solver."""

ANSWER_SECONDS = 10.0
"""Seconds in which a cluster must answer."""

AHEAD = 2
"""Tasks that wait for each processor, so that none is idle."""

_workers: dict[str, Any] = {}


class RayPool:
    """Performs the tasks of a worker, an object made from a game and a setting, on a cluster."""

    def __init__(
        self, make: Callable[..., Any], game: Game[Any, Any], setting: Any, address: str
    ) -> None:
        self.ray = load_ray()
        self.is_own = connect(self.ray, address)
        self.recipe = make, write_game(game), setting
        remote = self.ray.remote(num_cpus=1, max_retries=-1, retry_exceptions=False)
        self.call = remote(perform_task)

    def perform(self, method: str, tasks: Iterable[Any]) -> Iterator[Any]:
        """Yield what ``worker.method(task)`` returns for each task, in order."""
        left = iter(tasks)
        waiting = [self._submit(method, task) for task in islice(left, self._count_ahead())]
        while waiting:
            done = self._wait_for(waiting.pop(0))
            waiting += [self._submit(method, task) for task in islice(left, 1)]
            yield done

    def _count_ahead(self) -> int:
        return AHEAD * max(1, int(self.ray.cluster_resources().get("CPU", 1)))

    def _submit(self, method: str, task: Any) -> Any:
        return self.call.remote(*self.recipe, method, task)

    def _wait_for(self, reference: Any) -> Any:
        try:
            return self.ray.get(reference)
        except self.ray.exceptions.RayTaskError as error:
            raise error.cause from None

    def close(self) -> None:
        """Leave the cluster; end it if it is of this machine alone."""
        if self.is_own:
            self.ray.shutdown()


def load_ray() -> Any:
    """The package, or one line about where it comes from."""
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # no telemetry
    try:
        return importlib.import_module("ray")
    except ImportError:
        raise Unsuitable("--ray needs the package ray: pip install zermelo[ray]") from None


def connect(ray: Any, address: str) -> bool:
    """Connect to a cluster, unless that is done. Return whether this call did it."""
    if ray.is_initialized():
        return False
    options: dict[str, Any] = {"logging_level": logging.ERROR, "log_to_driver": False}
    if address == LOCAL:
        options["include_dashboard"] = False
    else:
        options["address"] = address
    try:
        require_answer(address)
        ray.init(**options)
    except (OSError, ValueError, RuntimeError, SystemExit) as error:
        reason = (str(error).splitlines() or [""])[0]
        raise BadLimit(
            f"--ray {address}: no cluster answers ({reason}); start one with ray start --head, or "
            "say --ray local"
        ) from None
    return True


def require_answer(address: str) -> None:
    """Refuse an address at which nothing listens: Ray would try for minutes, and then exit."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    if port.isdecimal():
        socket.create_connection((host, int(port)), ANSWER_SECONDS).close()


def perform_task(
    make: Callable[..., Any], game: tuple[str, bytes], setting: Any, method: str, task: Any
) -> Any:
    """Perform a task in a process of the cluster, which keeps its worker for the next one."""
    key = repr((game, setting))
    if key not in _workers:
        _workers.clear()
        _workers[key] = make(read_game(game), setting)
    return getattr(_workers[key], method)(task)
