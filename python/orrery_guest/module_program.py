"""Runs a module as the program, like `python3 -m`: the first word is its name, the others are for it."""

from __future__ import annotations

import os
import runpy
import sys

from orrery_guest.packages import package_of
from orrery_guest.silent_faults import ended

#: Files of earlier runs would decide what a run does.
_WITHOUT_CACHE = ['-p', 'no:cacheprovider']


def main() -> None:
    """Run it; modules are looked for in the current folder first."""
    if len(sys.argv) < 2:
        sys.exit('Argument expected for the -m option')
    name = sys.argv.pop(1)
    sys.path[0] = os.getcwd()
    if name == 'pytest':
        sys.argv[1:1] = _WITHOUT_CACHE
    try:
        ended(runpy.run_module(name, run_name='__main__', alter_sys=True))
    except ImportError as error:
        # What Python says of a module that does not exist, or of a package that cannot be run.
        if not _is_of_runpy(error):
            raise
        advice = package_of(name)
        sys.exit(f'{error}; {advice}' if advice else str(error))


def _is_of_runpy(error: ImportError) -> bool:
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return trace is not None and trace.tb_frame.f_globals.get('__name__') == 'runpy'


if __name__ == '__main__':
    main()
