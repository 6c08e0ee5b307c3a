"""Signals that a program sends to itself arrive at once, in virtual time."""

from __future__ import annotations

import os
import signal
from typing import Any, Callable

from . import virtual_alarms
from .guest import guest

#: Signals whose handlers must run at a determined point in virtual time.
_HANDLED = tuple(getattr(signal, name) for name in (
    'SIGINT', 'SIGTERM', 'SIGALRM', 'SIGUSR1', 'SIGUSR2', 'SIGHUP') if hasattr(signal, name))
#: Called before the program's own handler; True suppresses the default action.
listeners: list[Callable[[int], bool]] = []
#: Descriptor to which signal numbers are written, for loops of asyncio; -1: none.
_wakes = [-1]


def install(number: int) -> None:
    """Installs the functions; `number` is the process id that the program sees."""
    real = os.getpid()
    kill, group_of = os.kill, os.getpgid

    def send(pid: int, signal_number: int) -> None:
        if pid != number:
            kill(pid, signal_number)
        elif signal_number in _HANDLED:
            _deliver(signal.Signals(signal_number), real, kill)
        else:
            kill(real, signal_number)

    os.kill = send
    os.getpgid = lambda pid: group_of(0 if pid == number else pid)
    virtual_alarms.install(lambda signal_number: send(number, signal_number))
    signal.raise_signal = lambda signal_number: send(number, signal_number)
    set_wakeup_fd = signal.set_wakeup_fd

    def remember(fd: int, **options: bool) -> int:
        previous = set_wakeup_fd(fd, **options)
        _wakes[0] = fd
        return previous
    signal.set_wakeup_fd = remember


def _wake(sent: signal.Signals) -> None:
    if _wakes[0] != -1:
        try:
            os.write(_wakes[0], bytes([sent]))
        except BlockingIOError:
            # So many are waiting already that the reader is awake.
            pass


def call(handler: Any, sent: signal.Signals) -> None:
    """Calls a program's handler, after waking its event loop."""
    _wake(sent)
    handler(sent, None)


def _deliver(sent: signal.Signals, real: int, kill: Callable[[int, int], None]) -> None:
    handled = [listener(sent) for listener in listeners]
    handler = signal.getsignal(sent)
    if handler is signal.SIG_IGN:
        return
    if not callable(handler):
        if not any(handled):
            kill(real, sent)
        return
    scheduler = guest.scheduler
    main = scheduler.main
    if sent != signal.SIGINT or scheduler.current is main:
        call(handler, sent)
        virtual_alarms.arrived()
        return
    # A Ctrl-C interrupts the main thread.
    main.interrupt = KeyboardInterrupt()
    if main not in scheduler.runnable:
        scheduler.wake(main)
