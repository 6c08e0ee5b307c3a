"""Callbacks for each new input as soon as it arrives, although an executor takes it later."""

from __future__ import annotations

import os
import threading
from collections import deque
from typing import Any, Callable, Optional

from orrery_guest.guest import Given, guest

#: All active watches, in the order in which they began.
_watches: list['Watch'] = []


class Watch:
    """Waits for the inputs of one entity in its own thread, keeps them, and reports them."""

    def __init__(self, number: int, callback: Callable[[int], Any],
                 keep: Callable[[Given], None]) -> None:
        self._waiter = guest.waiter()
        self._waiter.numbers = [number]
        self._callback = callback
        self._keep = keep
        self._over = False
        _watches.append(self)
        threading.Thread(target=self._run, name=f'watch {number}', daemon=True).start()

    def end(self) -> None:
        """Stops reporting."""
        self._over = True
        _watches.remove(self)
        guest.wake(self._waiter)

    def _run(self) -> None:
        while not self._over:
            given = guest.wait(self._waiter, None)
            if given is not None:
                self._keep(given)
                self._callback(1)
            elif guest.stopping:
                return


class Watchable:
    """A mixin for handles whose inputs can be watched."""

    number: int

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self._watch: Optional[Watch] = None
        #: Inputs that arrived while they were watched, and were not taken yet.
        self.kept: deque[Given] = deque()

    @property
    def watched(self) -> bool:
        """Whether its inputs are kept here instead of in the graph."""
        return self._watch is not None

    def tell_of_inputs(self, callback: Callable[[int], Any]) -> None:
        """Calls back with the number of new inputs whenever there are any."""
        self.tell_of_inputs_no_more()
        self._watch = Watch(self.number, callback, self._keep)
        _look_again()

    def tell_of_inputs_by(self, descriptor: int) -> None:
        """Writes a byte to a descriptor for each new input, unless it is full."""
        def write(_: int) -> None:
            try:
                os.write(descriptor, b'\x01')
            except BlockingIOError:
                pass
        self.tell_of_inputs(write)

    def tell_of_inputs_no_more(self) -> None:
        """Lets inputs arrive the ordinary way again."""
        if self._watch is not None:
            self._watch.end()
            self._watch = None
            _look_again()

    def _keep(self, given: Given) -> None:
        self.kept.append(given)
        _look_again()


def settle() -> None:
    """After something was sent, lets watchers hear of it before the program continues."""
    if _watches:
        guest.wait(guest.waiter(), guest.scheduler.now)


def _look_again() -> None:
    from ..callback_groups import Activity
    from ..guard_condition import wake_executors

    Activity.topology += 1
    wake_executors()
