"""Which signals end a context."""

from __future__ import annotations

import signal
import weakref
from enum import IntEnum
from typing import Any

from orrery_guest import virtual_signals

from .guard_condition import GuardCondition


class SignalHandlerOptions(IntEnum):
    """The signals that rclpy handles."""

    ALL = 3
    SIGINT = 1
    SIGTERM = 2
    NO = 0


_current = SignalHandlerOptions.NO
#: Signals for which the program has set a handler in place of rclpy's, which then hears nothing of them.
_replaced: set[int] = set()
_conditions: 'weakref.WeakSet[SignalHandlerGuardCondition]' = weakref.WeakSet()


def install_signal_handlers(
    options: SignalHandlerOptions = SignalHandlerOptions.ALL
) -> None:
    """Makes signals, such as the Ctrl-C of the run's end, first shut down the contexts."""
    global _current
    if _current == SignalHandlerOptions.NO:
        _replaced.clear()
    _current = SignalHandlerOptions(options)
    if _hear not in virtual_signals.listeners:
        virtual_signals.listeners.append(_hear)
        virtual_signals.replacing.append(_replaced.add)


def get_current_signal_handlers_options() -> SignalHandlerOptions:
    """The signals that are handled now."""
    return _current


def uninstall_signal_handlers() -> None:
    """Stops handling signals."""
    global _current
    _current = SignalHandlerOptions.NO


def _hear(number: int) -> bool:
    wanted = {signal.SIGINT: SignalHandlerOptions.SIGINT, signal.SIGTERM: SignalHandlerOptions.SIGTERM}
    handled = number not in _replaced and bool(_current & wanted.get(signal.Signals(number), SignalHandlerOptions.NO))
    if handled:
        from .context import valid_contexts

        for condition in list(_conditions):
            condition.trigger()
        for context in list(valid_contexts):
            context._end()
    return handled


class SignalHandlerGuardCondition(GuardCondition):
    """A guard condition that is triggered when a signal arrives."""

    def __init__(self, context: Any = None) -> None:
        super().__init__(callback=None, callback_group=None, context=context)
        _conditions.add(self)

    def __del__(self) -> None:
        self.destroy()

    def destroy(self) -> None:
        _conditions.discard(self)
        super().destroy()
