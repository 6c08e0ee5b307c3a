"""Runs one thread at a time; a thread passes its turn only where it blocks, and always to the same one.

Every thread of the program is a real one, but only one of them is ever between two of its blocking
calls. A thread that finds nothing to run asks Orrery what happens next.
"""

from __future__ import annotations

import _thread
from collections import deque
from heapq import heappop, heappush
from typing import Any, Callable, Optional

# The real functions, since the module's names are replaced later.
allocate_lock = _thread.allocate_lock
get_ident = _thread.get_ident


class HandledInterrupt(KeyboardInterrupt):
    """Arrives at a thread like an interrupt, and calls the program's own handler instead of being raised."""

    def __init__(self, handle: Callable[[], None]) -> None:
        super().__init__()
        self.handle = handle

    def after(self, earlier: 'HandledInterrupt') -> 'HandledInterrupt':
        """Both, one after the other."""
        return HandledInterrupt(lambda: (earlier.handle(), self.handle())[1])


class VirtualThread:
    """One thread as the scheduler sees it."""

    __slots__ = ('gate', 'ident', 'name', 'number', 'slot', 'given', 'ticket', 'timed_out', 'waiting_for',
                 'awaits', 'interrupt', 'site', 'looked_at', 'looks',
                 'look_limit', 'read_limit', 'read_ticket', 'questions', 'question_limit', 'asked_ticket',
                 'is_queued')

    def __init__(self, name: str, number: int = 0) -> None:
        #: How many threads were started before it; 0 for the main thread.
        self.number = number
        self.gate = allocate_lock()
        self.gate.acquire()
        self.ident = 0
        self.name = name
        #: The number of the callback that it runs; 0: none.
        self.slot = 0
        #: The input that it got from Orrery.
        self.given: Any = None
        #: Changes whenever the thread continues, so that earlier alarms are known to be outdated.
        self.ticket = 0
        self.timed_out = False
        #: Whether it is in the run queue. Its deadline may come at the instant at which another
        #: thread wakes it, but it must get only one turn: a second one would come during a later
        #: wait, or after its end.
        self.is_queued = False
        #: What it waits for, if it waits: an object that may know its holder, or a text.
        self.waiting_for: Any = None
        #: What it waits for in the program's terms, if a lock does not say it: "the response of
        #: the service /add".
        self.awaits: Optional[str] = None
        #: An exception to raise in it when it continues.
        self.interrupt: Optional[BaseException] = None
        #: File and line where it last blocked; determined on demand.
        self.site: Any = None
        #: When it last looked for data without waiting, how often at that time, and after how many
        #: such looks time passes (0: the initial number).
        self.looked_at = -1
        self.looks = 0
        self.look_limit = 0
        #: How many readings of the time are enough, if it has not continued otherwise since.
        self.read_limit = 0
        self.read_ticket = -1
        #: How often it has asked about the graph since it last waited, and after how many times time passes.
        self.questions = self.question_limit = 0
        self.asked_ticket = -1


class Scheduler:
    """Decides which thread runs."""

    def __init__(self) -> None:
        self.main = self.current = VirtualThread('MainThread')
        self.main.ident = get_ident()
        self.threads: dict[int, VirtualThread] = {self.main.ident: self.main}
        self.runnable: deque[VirtualThread] = deque()
        #: Virtual time in ns since the epoch.
        self.now = 0
        #: Deadlines of waits, each with the ticket for which it counts.
        self.alarms: list[tuple[int, int, VirtualThread, int]] = []
        self._alarm_count = 0
        #: Asks what happens next; set by the guest. Must make a thread runnable or advance time.
        self.ask: Callable[[Optional[int]], None] = _nobody

    def block(self, deadline: Optional[int] = None, what: Any = None) -> bool:
        """Makes the calling thread wait until it is woken, or until `deadline` (then False)."""
        me = self.current
        ticket = me.ticket
        me.timed_out = False
        me.waiting_for = what
        if deadline is not None:
            self._alarm_count += 1
            heappush(self.alarms, (deadline, self._alarm_count, me, me.ticket))
        following = self._next()
        if following is not me:
            self._hand_over(me, following)
        is_woken = me.ticket != ticket
        me.ticket += 1
        me.waiting_for = None
        if me.interrupt is not None:
            timed_out = me.timed_out
            self.heed()
            # As in CPython, the wait goes on after the handler.
            return not timed_out if is_woken else self.block(deadline, what)
        return not me.timed_out

    def interrupt(self, thread: VirtualThread, interrupt: BaseException) -> None:
        """Raises an exception in a waiting thread, or lets it call a handler and wait on."""
        earlier = thread.interrupt
        if isinstance(earlier, HandledInterrupt) and isinstance(interrupt, HandledInterrupt):
            interrupt = interrupt.after(earlier)
        thread.interrupt = interrupt
        # Its ticket stays, by which it knows that nothing else has woken it.
        if not thread.is_queued:
            thread.is_queued = True
            self.runnable.append(thread)

    def heed(self) -> None:
        """Lets the calling thread raise or handle what interrupts it."""
        interrupt, self.current.interrupt = self.current.interrupt, None
        if isinstance(interrupt, HandledInterrupt):
            interrupt.handle()
        elif interrupt is not None:
            raise interrupt

    def wake(self, thread: VirtualThread) -> None:
        """Lets a waiting thread continue."""
        thread.ticket += 1
        if not thread.is_queued:
            thread.is_queued = True
            self.runnable.append(thread)

    def give_way(self) -> None:
        """Lets the other runnable threads run, then continues."""
        if self.runnable:
            self.current.is_queued = True
            self.runnable.append(self.current)
            self.block()

    def sleep_until(self, deadline: int) -> None:
        """Lets virtual time pass until `deadline`."""
        self.block(deadline, 'sleep')

    def ring(self) -> None:
        """After time has advanced, wakes the threads whose deadlines have come, earliest first."""
        alarms = self.alarms
        while alarms and alarms[0][0] <= self.now:
            _, _, thread, ticket = heappop(alarms)
            if thread.ticket != ticket:
                continue
            thread.timed_out = True
            self.wake(thread)

    def next_alarm(self) -> Optional[int]:
        """When the next thread must continue by itself; None if no thread must."""
        alarms = self.alarms
        while alarms and alarms[0][2].ticket != alarms[0][3]:
            heappop(alarms)
        return alarms[0][0] if alarms else None

    def adopt(self, thread: VirtualThread) -> None:
        """Makes the calling real thread this virtual one, which waits for its turn."""
        thread.gate.acquire()
        thread.ident = get_ident()
        self.threads[thread.ident] = thread

    def be_alone(self) -> None:
        """Makes the calling thread the only one, since `fork` has copied no other."""
        me = self.main = self.current
        me.ident = get_ident()
        self.threads = {me.ident: me}
        self.runnable.clear()
        me.is_queued = False
        self.alarms.clear()

    def leave(self) -> None:
        """Ends the calling thread."""
        me = self.current
        self.threads.pop(me.ident, None)
        following = self._next()
        self.current = following
        following.gate.release()

    def _next(self) -> VirtualThread:
        runnable = self.runnable
        while not runnable:
            self.ask(self.next_alarm())
        following = runnable.popleft()
        following.is_queued = False
        return following

    def _hand_over(self, me: VirtualThread, following: VirtualThread) -> None:
        self.current = following
        following.gate.release()
        me.gate.acquire()


def _nobody(_deadline: Optional[int]) -> None:
    raise RuntimeError('there is nobody to ask what happens next')
