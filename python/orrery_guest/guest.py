"""This process as a guest of Orrery: what it declares, receives and sends."""

from __future__ import annotations

import json
import os
import signal
import weakref
from typing import Any, Callable, NamedTuple, Optional

from . import wire
from .channel import LARGE, Channel
from .deadlock import can_be_released, describe_deadlock
from .large_messages import LargeMessages
from .last_words import LastWords
from .scheduler import Scheduler, VirtualThread
from .turns import Turns
from .waiter import Waiter

_pack_sent = wire.SENT.pack
_unpack_run = wire.RUN_FIELDS.unpack_from
_RUN_SIZE = wire.RUN_FIELDS.size
_NO_RUN = (0,) * 10
#: The size of the largest message that is copied on its way.
_MOST_COPIED = LARGE - 12
_NOT_IN_A_RUN = ('this process is not a program of a run, so it cannot use ROS; Orrery runs what `orrery run`, a launch '
                 'file, subprocess and multiprocessing start')


class Given(NamedTuple):
    """A callback to run: an entity and its input."""

    entity: int
    slot: int
    data: bytes
    #: Where the input begins in `data`.
    start: int
    #: The execution time in ns of virtual time.
    duration: int


_new_given = tuple.__new__  # Constructs a Given as its class does, but without calling a Python function.


class Guest(LastWords):
    """The conversation with Orrery. There is one per process: :data:`guest`."""

    def __init__(self) -> None:
        self.scheduler = Scheduler()
        self.scheduler.ask = self._ask
        self.turns = Turns(self)
        self._channel: Optional[Channel] = None
        self._large: Optional[LargeMessages] = None
        self.numbers = 0
        self._waiter_count = 0
        self._waiters: weakref.WeakSet[Waiter] = weakref.WeakSet()
        self._waiting: list[Waiter] = []
        #: Reads descriptors that threads wait for; None if there are none.
        self.poll: Optional[Callable[..., bool]] = None
        #: A waiter for what nothing can bring, although no lock says so; None: there is no such wait.
        self.lost: Callable[[], Optional[Waiter]] = lambda: None
        #: Called before this process gives up the turn.
        self.before_idle: list[Callable[[], None]] = []
        #: Offset of the running node's clock from virtual time, in ns.
        self.clock_offset = 0
        self.options: dict[str, Any] = {}
        #: Called with the number of a signal that arrives, as at the end of the run.
        self.on_signal: Callable[[int], None] = lambda _number: None
        #: Give waiters for what comes from other programs of the run; None if nothing does.
        self.from_others: list[Callable[[], Optional[Waiter]]] = []
        #: Called when a process that shares pipes with this one may have done something.
        self.on_change: Callable[[], None] = lambda: None
        #: The file of the program, and the name of this client library.
        self.file = self.library = ''
        #: Whether the debugger opens in the next callback.
        self.stop_in_callback = False
        #: Whether Orrery has ended the run.
        self.stopping = False

    @property
    def connected(self) -> bool:
        """Whether Orrery runs this process."""
        return self._channel is not None

    def connect(self, reading: int, writing: int, token: str, library: str) -> None:
        """Greets Orrery and waits for the first turn."""
        self.library = library
        channel = self._channel = Channel(reading, writing)
        body = (wire.U32.pack(wire.MAGIC) + b''.join(map(wire.U16.pack, wire.PROTOCOLS))
                + bytes([wire.CLIENT_ROLE]) + wire.string(library)
                + wire.U32.pack(os.getpid()) + wire.string(token))
        channel.send(wire.frame(wire.HELLO, 0, body))
        channel.flush()
        answer = channel.receive()
        if answer[4] != wire.WELCOME:
            raise SystemExit(answer[wire.HEADER.size:].decode())
        self.scheduler.now = wire.I64.unpack_from(answer, wire.HEADER.size + 2)[0]
        self.options = json.loads(bytes(answer[wire.HEADER.size + 10:]))
        self._large = LargeMessages(channel, self)
        longest = self.options.get('disturb')
        if longest:
            channel.disturb(longest)
        self._take(channel.receive())

    def begin_anew(self) -> int:
        """Forgets what was said by the process of which this one is a copy; returns the last number of an entity of it."""
        self._waiting = []
        for waiter in self._waiters:
            waiter.told = waiter.told_awaits = waiter.thread = None
        self.stopping = self.stop_in_callback = False
        self.scheduler.current.slot = 0
        return self.numbers

    @property
    def now(self) -> int:
        """Virtual time in ns, as this process's clock shows it."""
        return self.scheduler.now + self.clock_offset

    def number(self) -> int:
        """A number for a new node or entity."""
        self.numbers += 1
        return self.numbers

    def waiter(self, fifo: bool = False, coroutines: Callable[[], list[Any]] = list) -> Waiter:
        """Creates a waiter."""
        self._waiter_count += 1
        waiter = Waiter(self._waiter_count, fifo, coroutines)
        self._waiters.add(waiter)
        return waiter

    def send(self, kind: int, subject: int, body: bytes = b'', flags: int = 0) -> None:
        """Sends a frame. Orrery reads it when this process waits."""
        if self._channel is None:
            raise RuntimeError(_NOT_IN_A_RUN)
        # In one piece, because a collection of garbage may ask something in between.
        self._channel.send(wire.frame(kind, subject, body, flags))

    def publish(self, subject: int, payload: bytes) -> None:
        """Publishes a message."""
        self.publish_parts(subject, [payload], len(payload))

    def publish_parts(self, subject: int, parts: list[Any], size: int) -> None:
        """Publishes a message in parts, which may change afterwards."""
        slot = self.scheduler.current.slot
        if size <= _MOST_COPIED:
            head = _pack_sent(size + 12, wire.PUBLISH, 0, 0, subject, slot)
            # Joined, because arrays belong to the message.
            self._channel.send(b''.join((head, *parts)))  # type: ignore[union-attr]
        else:
            self._large.publish(subject, slot, parts, size)  # type: ignore[union-attr]

    def done(self, slot: int) -> None:
        """Notes that a callback has ended."""
        self._channel.send(wire.HEADER.pack(8, wire.DONE, 0, 0, slot))  # type: ignore[union-attr]

    def raised(self, slot: int, error: BaseException) -> None:
        """Notes that a callback raised an exception, which the report names if unhandled."""
        BaseException.__setattr__(error, '_orrery_callback', slot)
        self.send(wire.DONE, slot, b'\x01')

    def query(self, name: str, *words: str, subject: int = 0, domain: int = 0) -> Any:
        """Asks the graph."""
        body = wire.string(name) + wire.U32.pack(domain) + b''.join(map(wire.string, words))
        self.send(wire.QUERY, subject, body)
        assert self._channel is not None
        self._channel.flush()
        return json.loads(bytes(self._channel.receive()[wire.HEADER.size:]))

    def wait(self, waiter: Waiter, deadline: Optional[int]) -> Optional[Given]:
        """Waits until an input of the waiter's list is ready; returns None at the deadline."""
        thread = waiter.thread = self.scheduler.current
        self._waiting.append(waiter)
        try:
            self.scheduler.block(deadline, waiter)
        finally:
            if waiter.thread is not None:
                self._waiting.remove(waiter)
                waiter.thread = None
        given, thread.given = thread.given, None
        return given

    def wait_alone(self, waiter: Waiter) -> Optional[Given]:
        """Waits forever for an input of the waiter's list, if there is no other thread.

        This is like :meth:`wait` without the hand-over between threads. It returns None if
        something else is going on; then :meth:`wait` must be used.
        """
        scheduler = self.scheduler
        if (waiter.told is not waiter.numbers or waiter.anew or waiter.awaits is not waiter.told_awaits
                or self._waiting
                or scheduler.runnable or len(scheduler.threads) != 1
                or scheduler.alarms and scheduler.next_alarm() is not None or self.poll is not None
                or not waiter.numbers):
            return None
        for look in self.before_idle:
            look()
        frame = self._channel.exchange(waiter.alone)  # type: ignore[union-attr]
        (_, kind, flags, _, number, now, offset, entity, slot,
         duration) = _unpack_run(frame) if frame[4] == wire.RUN else _NO_RUN
        if flags & wire.STOP_IN_CALLBACK:
            self.stop_in_callback = True
        self.turns.has = flags & wire.HAS_TURN != 0
        if kind != wire.RUN:
            # A program hears of signals where it waits.
            self._take(frame)
            while scheduler.runnable:
                scheduler.runnable.popleft().is_queued = False
            scheduler.heed()
            return None
        scheduler.now = now
        self.clock_offset = offset
        return _new_given(Given, (entity, slot, frame, _RUN_SIZE, duration)) if number else None

    def wake(self, waiter: Waiter) -> None:
        """Lets the thread at this waiter continue, without an input."""
        thread = waiter.thread
        if thread is None:
            return
        self._waiting.remove(waiter)
        waiter.thread = None
        self.scheduler.wake(thread)

    def flush(self) -> None:
        """Sends what this process has done so far."""
        for look in self.before_idle:
            look()
        if self._channel is not None:
            self._channel.flush()

    def _ask(self, deadline: Optional[int]) -> None:
        for look in self.before_idle:
            look()
        if self.poll is not None and self.poll(False):
            return
        waiting = self._waiting
        if deadline is None and not self.stopping and not any(waiter.numbers for waiter in waiting):
            extra = next(filter(None, (waiter_for() for waiter_for in self.from_others)), None)
            if self.poll is not None and self.poll(True, extra is None):
                return
            if extra is None:
                extra = self.lost()
            if extra is not None:
                waiting = [*waiting, extra]
            elif not self._may_be_interrupted():
                self._deadlock()
        parts = [wire.I64.pack(wire.NEVER if deadline is None else deadline),
                 wire.U16.pack(len(waiting))]
        for waiter in waiting:
            parts.append(waiter.pack())
        body = b''.join(parts)
        channel = self._channel
        assert channel is not None
        self._take(channel.exchange(wire.frame(wire.IDLE, 0, body)))

    def _may_be_interrupted(self) -> bool:
        """Whether a signal can let it continue, if only that of the run's end."""
        main = self.scheduler.main
        if any(thread.waiting_for == 'a signal' for thread in self.scheduler.threads.values()):
            return True
        return (
            signal.getsignal(signal.SIGINT) is not signal.default_int_handler and can_be_released(main))

    def _take(self, frame: bytes) -> None:
        """Handles the next event from Orrery."""
        scheduler = self.scheduler
        self.turns.has = frame[5] & wire.HAS_TURN != 0
        if frame[4] in (wire.STOP, wire.SIGNAL):
            self.stopping = self.stopping or frame[4] == wire.STOP
            number, scheduler.now, self.clock_offset = wire.SIGNAL_FIELDS.unpack_from(frame)[4:]
            if number == 0:
                self.on_change()
            else:
                self.on_signal(number)
            scheduler.ring()
            return
        (_, _, flags, _, number, now, offset, entity, slot,
         duration) = wire.RUN_FIELDS.unpack_from(frame)
        if flags & wire.STOP_IN_CALLBACK:
            self.stop_in_callback = True
        scheduler.now = now
        self.clock_offset = offset
        if number:
            for waiter in self._waiting:
                if waiter.id == number:
                    thread = waiter.thread
                    assert thread is not None
                    thread.given = Given(entity, slot, frame, wire.RUN_FIELDS.size, duration)
                    self.wake(waiter)
                    break
        scheduler.ring()

    def _deadlock(self) -> None:
        self.fault('deadlock', describe_deadlock(self.scheduler))
        self.goodbye(1)
        os._exit(1)


#: This process.
guest = Guest()
