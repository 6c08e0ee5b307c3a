"""Installs the virtual world, which a program cannot distinguish from the real one.

What installs it is imported at the top, since this module is loaded before a copy of the nursery begins: the copy would
otherwise compile it each time.
"""

from __future__ import annotations

import faulthandler
import functools
import os
import signal

from . import (
    audit, file_locks, file_objects, file_turns, forked, machine_facts, native_functions, overtime, own_descriptors,
    printing, process_modules, shared_things, silent_faults, standard_input, virtual_folders, virtual_processes,
    virtual_random, virtual_selectors, virtual_signals, virtual_sockets, virtual_subprocess, virtual_system,
    virtual_terminals, virtual_time, watched_environment)
from .guest import guest


def install() -> None:
    """Takes the place of the real world, once the guest is connected."""
    faulthandler.enable(file=2)
    # With these signals, the watchdog asks where a program is that does not stop.
    overtime.install()
    faulthandler.register(signal.SIGTERM, file=2, all_threads=True, chain=True)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    guest.on_signal = virtual_signals.arrive
    virtual_time.install()
    virtual_random.install(str(guest.options.get('seed', '0')))
    virtual_selectors.install()
    virtual_processes.install()
    virtual_system.install()
    virtual_folders.install()
    machine_facts.install()
    printing.install()
    forked.install()
    own_descriptors.install()
    terminal = os.environ.pop(virtual_terminals.VARIABLE, None)
    opening_stdin = virtual_terminals.become_input(terminal) if terminal else standard_input.install()
    virtual_subprocess.install()
    shared_things.install()
    virtual_sockets.install()
    virtual_terminals.install()
    file_locks.install()
    file_turns.install()
    file_objects.install()
    process_modules.install()
    native_functions.install()
    virtual_system.install_other_names()
    audit.install(bool(guest.options.get('strict')), opening_stdin)
    silent_faults.install()
    watched_environment.install(
        guest.options.get('withheld', []), functools.partial(audit.report, 'environment'))
    try:
        import orrery_interfaces
        from orrery_interfaces.own_prefix import announce

        orrery_interfaces.install()
        announce()
    except ImportError:
        pass
