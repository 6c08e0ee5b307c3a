"""What a program copies with `fork` is not part of the simulation: it must not speak with Orrery."""

from __future__ import annotations

import faulthandler
import os
import signal
from typing import Any, Optional

from . import audit, virtual_selectors
from .guest import guest

_real_write = os.write
_real_close = os.close
_exit = os._exit


def install() -> None:
    """Cuts the line to Orrery in processes that are copied from now on."""
    os.register_at_fork(after_in_child=_become_a_copy)


def _become_a_copy() -> None:
    channel, guest._channel = guest._channel, None
    if channel is None:
        return
    # As long as a copy held the pipe, Orrery would not notice that the program has ended.
    for descriptor in (channel.reading, channel.writing):
        try:
            _real_close(descriptor)
        except OSError:
            # The program has closed it.
            pass
    audit.be_quiet()
    # Whoever ends a copy by this signal, as pools do, is not asking where it is.
    faulthandler.unregister(signal.SIGTERM)
    for name in ('send', 'publish', 'publish_parts', 'query', 'done', 'raised', 'wait_alone'):
        setattr(guest, name, _refuse)
    scheduler = guest.scheduler
    scheduler.be_alone()
    virtual_selectors.forget_others()
    scheduler.ask = _pass_time


def _refuse(*_about: Any) -> Any:
    raise RuntimeError('this process was copied by fork from a program of the simulation and is not '
                       'part of it: only the program itself can use ROS')


def _pass_time(deadline: Optional[int]) -> None:
    """Sleeps end at once, in a time of its own."""
    for look in guest.before_idle:
        look()
    if guest.poll is not None and guest.poll(deadline is None):
        return
    if deadline is None:
        _real_write(2, b'A process that was copied by fork waits for something that cannot happen in it.\n')
        _exit(1)
    guest.scheduler.now = deadline
    guest.scheduler.ring()
