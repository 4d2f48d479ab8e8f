"""Compiled code runs in a thread of its own.

It can be stopped, its stack is deep, and it keeps nothing alive.
"""

from __future__ import annotations

import gc
import itertools
import resource
import sys
import threading
import time
import weakref
from typing import Any

import pytest
from test_gears import Rules, attributes

from zermelo import gears
from zermelo.gears.cells import DENSE, give_back, make_cells, take_cells
from zermelo.gears.threads import with_room
from zermelo.watch import NODES, Stopped, Watch


def spin(game: Any, watch: Watch) -> int:
    while True:
        watch.enter(0)
        watch.leave(0.0)


def test_a_compiled_search_can_be_stopped_from_another_thread() -> None:
    watch = Watch("compiled")
    job = gears.compile_kernel(spin, Rules(), watch)

    def stop_once_it_runs() -> None:
        while not watch.count(NODES):
            time.sleep(0.01)
        watch.stop()

    threading.Thread(target=stop_once_it_runs, daemon=True).start()
    with pytest.raises(Stopped):
        gears.run_apart(job, watch.stop)
    assert watch.count(NODES)


def test_ctrl_c_stops_the_work_apart_whenever_it_comes() -> None:
    """At each line of the function that waits for it, from where the work begins.

    Between two looks at it, too.
    """

    def interrupted(line: int) -> bool:
        gate, lines = threading.Event(), itertools.count(1)

        def press(frame: Any, event: str, arg: Any) -> Any:
            if frame.f_code is not gears.run_apart.__code__:
                return None
            if event == "line" and next(lines) == line:
                raise KeyboardInterrupt
            return press

        before = sys.gettrace()
        sys.settrace(press)
        try:
            with pytest.raises(KeyboardInterrupt):
                gears.run_apart(lambda: gate.wait(60), gate.set)
        finally:
            sys.settrace(before)
        return gate.is_set()

    stopped = [interrupted(line) for line in range(1, 12)]
    assert stopped == sorted(stopped) and stopped.count(True) > 5


def test_compiled_code_does_not_keep_its_game_alive() -> None:
    rules = Rules(41)
    gears.compile_kernel(attributes, rules, 0)
    gone = weakref.ref(rules)
    del rules
    gc.collect()
    assert gone() is None


def test_deep_stacks_are_only_for_those_who_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two searches that begin at the same time must not leave their size to every thread after
    them: memory would be gone soon."""
    start = threading.Thread.start

    def slowly(thread: threading.Thread) -> None:
        if thread.daemon:  # not those that begin the searches: they shall meet
            time.sleep(0.05)
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", slowly)
    before = threading.stack_size()
    searches = [
        threading.Thread(target=gears.run_apart, args=(lambda: None, lambda: None))
        for _ in range(4)
    ]
    for thread in searches:
        thread.start()
    for thread in searches:
        thread.join()
    assert threading.stack_size() == before


def test_memory_is_used_again_only_when_nobody_holds_it() -> None:
    row = take_cells(777, "compiled")
    row[5] = 8
    assert take_cells(777, "compiled") is not row
    place = row.__array_interface__["data"][0]
    del row
    again = take_cells(777, "compiled"), take_cells(777, "compiled"), take_cells(777, "compiled")
    assert place in [one.__array_interface__["data"][0] for one in again]


def test_memory_that_is_given_back_is_empty_when_it_is_taken() -> None:
    row = make_cells(DENSE + 7, "compiled")
    row[:20] = 9
    give_back(row, 20)
    other = make_cells(DENSE + 7, "compiled")
    assert other is not row and not other.any()
    give_back(row, 20)
    place = row.__array_interface__["data"][0]
    del row
    again = make_cells(DENSE + 7, "compiled")
    assert again.__array_interface__["data"][0] == place and not again.any()


def count_faults_at(depth: int) -> int:
    """The pages of memory that 200 calls take anew, this deep."""
    if depth > 0:
        return count_faults_at(depth - 1)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    for _ in range(200):
        give_nothing()
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before


def give_nothing() -> None:
    """Return at once."""


def test_deep_calls_with_room_take_no_memory_anew() -> None:
    """Python alone takes and gives back a piece of memory at each of the calls, at some depths."""
    faults = with_room(lambda: [count_faults_at(depth) for depth in range(600)])
    assert max(faults[10:]) < 100
