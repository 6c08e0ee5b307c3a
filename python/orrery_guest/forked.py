"""A forked copy of a program is not part of the simulation and must not talk to Orrery."""

from __future__ import annotations

import faulthandler
import os
import signal
from typing import Any, Optional

from . import audit, own_descriptors, virtual_random, virtual_selectors, virtual_subprocess
from .guest import guest

#: Whether copies join the run; other code then does the rest.
joins = False

_real_write = os.write
_real_close = os.close
_exit = os._exit


#: Which copy this process is: the number of each of its ancestors' copies and its own; and how many it has made.
_lineage = ''
_copies = 0


def install() -> None:
    """Cuts the connection to Orrery in processes that are forked from now on."""
    os.register_at_fork(before=_count, after_in_child=_become_a_copy)


def _count() -> None:
    global _copies
    _copies += 1


def _draw_other_numbers() -> None:
    """A copy draws other random numbers than its parent and its siblings, which name files, say."""
    global _lineage, _copies
    _lineage, _copies = f'{_lineage}.{_copies}', 0
    virtual_random.seed_anew(f"{guest.options.get('seed', '0')}{_lineage}")


def _become_a_copy() -> None:
    if not joins:
        _draw_other_numbers()
    channel, guest._channel = guest._channel, None
    if channel is None:
        return
    # If a copy held the pipe, Orrery would not notice the end of the program.
    for descriptor in (channel.reading, channel.writing):
        try:
            _real_close(descriptor)
        except OSError:
            # The program has closed it already.
            pass
    own_descriptors.forget()
    scheduler = guest.scheduler
    scheduler.be_alone()
    virtual_selectors.forget_others()
    virtual_subprocess.forget()
    guest.turns.has, guest.turns.is_kept = True, False
    if joins:
        return
    audit.be_quiet()
    # Whoever ends a copy by this signal, as pools do, does not ask where it is.
    faulthandler.unregister(signal.SIGTERM)
    for name in ('send', 'publish', 'publish_parts', 'query', 'done', 'raised', 'wait_alone'):
        setattr(guest, name, _refuse)
    scheduler.ask = _pass_time


def _refuse(*_about: Any) -> Any:
    raise RuntimeError('this process was copied by fork from a program of the simulation and is not part of it: only the '
                       'program itself can use ROS; start others by multiprocessing, subprocess or a launch file')


def _pass_time(deadline: Optional[int]) -> None:
    """Ends sleeps at once, in a virtual time of the copy's own."""
    for look in guest.before_idle:
        look()
    if guest.poll is not None and guest.poll(deadline is None):
        return
    if deadline is None:
        _real_write(2, b'A process that was copied by fork waits for something that cannot happen in it.\n')
        _exit(1)
    guest.scheduler.now = deadline
    guest.scheduler.ring()
