"""Signals arrive at an instant of virtual time: those of Orrery, of other programs, and of the program itself."""

from __future__ import annotations

import errno
import faulthandler
import functools
import os
import signal
from typing import Any, Callable

from . import child_programs, signal_waits, virtual_alarms
from .guest import guest
from .process_numbers import numbers
from .scheduler import HandledInterrupt

#: Signals whose handlers must run at a determined point in virtual time.
_HANDLED = tuple(getattr(signal, name) for name in (
    'SIGINT', 'SIGTERM', 'SIGALRM', 'SIGUSR1', 'SIGUSR2', 'SIGHUP', 'SIGQUIT', 'SIGCHLD', 'SIGCONT', 'SIGWINCH')
    if hasattr(signal, name))
#: Signals that do nothing unless the program handles them.
_HARMLESS = (signal.SIGCHLD, signal.SIGCONT, signal.SIGWINCH)
#: Called before the program's own handler; True suppresses the default action.
listeners: list[Callable[[int], bool]] = []
#: Called when a program that has started this one has written to it.
on_input: list[Callable[[], None]] = []
#: Called when the program sets a handler of its own, with the number of the signal.
replacing: list[Callable[[int], None]] = []
#: Descriptor to which signal numbers are written, for loops of asyncio; -1: none.
_wakes = [-1]
real_pid = os.getpid
_real_kill, _real_group = os.kill, os.getpgrp


def install() -> None:
    """Installs the functions."""
    group_of = os.getpgid

    def send(pid: int, signal_number: int) -> None:
        if pid != numbers.own:
            _send_outside(pid, signal_number)
        elif signal_number in _HANDLED:
            deliver(signal_number)
        else:
            guest.hand_over()
            _real_kill(real_pid(), signal_number)

    os.kill = send
    abort, leave = os.abort, os._exit

    @functools.wraps(abort)
    def hand_over_and_abort() -> None:
        guest.hand_over()
        abort()

    @functools.wraps(leave)
    def hand_over_and_leave(status: int) -> None:
        # With another code, it has died, in a callback that Orrery names.
        if status == 0:
            guest.goodbye(0)
        guest.hand_over()
        leave(status)
    os.abort, os._exit = hand_over_and_abort, hand_over_and_leave
    os.getpgid = lambda pid: group_of(0 if pid == numbers.own else pid)
    virtual_alarms.install(lambda signal_number: send(numbers.own, signal_number))
    signal_waits.install(lambda signal_number: send(numbers.own, signal_number))
    signal.raise_signal = lambda signal_number: send(numbers.own, signal_number)
    set_handler = signal.signal

    @functools.wraps(set_handler)
    def set_own(signalnum: Any, handler: Any) -> Any:
        previous = set_handler(signalnum, handler)
        for each in replacing:
            each(signalnum)
        return previous
    signal.signal = set_own
    set_wakeup_fd = signal.set_wakeup_fd

    def remember(fd: int, **options: bool) -> int:
        previous = set_wakeup_fd(fd, **options)
        _wakes[0] = fd
        return previous
    signal.set_wakeup_fd = remember


def _send_outside(pid: int, number: int) -> None:
    """Sends a signal to a real process, but to none that only has the number that a program sees as its parent's."""
    if pid in (1, -1, numbers.parent):
        if number != 0:
            raise PermissionError(errno.EPERM, os.strerror(errno.EPERM))
    elif pid <= 0:
        os.killpg(-pid or _real_group(), number)
    else:
        _real_kill(pid, number)


def deliver(number: int) -> None:
    """Sends a signal to this program, as the calling thread."""
    interrupt = _what_follows(signal.Signals(number))
    scheduler = guest.scheduler
    if interrupt is None:
        return
    # The handler of an alarm runs in the thread that waits for the alarm.
    if number != signal.SIGALRM and scheduler.current is not scheduler.main:
        scheduler.interrupt(scheduler.main, interrupt)
    elif isinstance(interrupt, HandledInterrupt):
        interrupt.handle()
    else:
        raise interrupt


def arrive(number: int) -> None:
    """Lets a signal arrive that Orrery has sent, while all threads wait."""
    if number == signal.SIGIO:
        for tell in on_input:
            tell()
        return
    if number == signal.SIGCHLD and not child_programs.hear():
        return
    interrupt = _what_follows(signal.Signals(number))
    if interrupt is not None:
        guest.scheduler.interrupt(guest.scheduler.main, interrupt)


def _what_follows(sent: signal.Signals) -> BaseException | None:
    """What interrupts the main thread; None: nothing does. The default action ends the program."""
    if signal_waits.take(sent):
        return None
    handled = [listener(sent) for listener in listeners]
    handler = signal.getsignal(sent)
    if handler is signal.default_int_handler:
        return KeyboardInterrupt()
    if callable(handler):
        return HandledInterrupt(lambda: _call(handler, sent))
    if handler is not signal.SIG_IGN and sent not in _HARMLESS and not any(handled):
        _end_by(sent)
    return None


def _call(handler: Any, sent: signal.Signals) -> None:
    """Calls a program's handler, after waking its event loop."""
    if _wakes[0] != -1:
        try:
            os.write(_wakes[0], bytes([sent]))
        except BlockingIOError:
            # So many are waiting already that the reader is awake.
            pass
    # CPython gives it a plain number.
    handler(int(sent), None)
    virtual_alarms.arrived()


def _end_by(sent: signal.Signals) -> None:
    """Ends this process as the system does, after what it has done so far."""
    guest.flush()
    # It would print where each thread is.
    if sent == signal.SIGTERM:
        faulthandler.unregister(sent)
    _real_kill(real_pid(), sent)
