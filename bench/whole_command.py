"""Runs a command; prints the processor seconds of all its processes, the wall seconds, the largest memory in MB, its exit code.

It also counts processes that the command leaves to end by themselves, as a campaign does with its kept interpreters and
what they have copied: they are given to this process when their parent is gone.
"""

import ctypes
import os
import resource
import sys
import time

_SET_CHILD_SUBREAPER = 36

begun = time.monotonic()
if sys.platform == 'linux':
    ctypes.CDLL(None).prctl(_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
silent = [(os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]
command = os.posix_spawnp(sys.argv[1], sys.argv[1:], os.environ, file_actions=silent)
code, wall = 0, 0.0
while True:
    try:
        pid, status = os.wait()
    except ChildProcessError:
        break
    if pid == command:
        code, wall = os.waitstatus_to_exitcode(status), time.monotonic() - begun
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(used.ru_utime + used.ru_stime, wall, used.ru_maxrss / 1024, code)
