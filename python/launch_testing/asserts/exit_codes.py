"""Exit codes."""
from __future__ import annotations

from typing import Any, Iterable

from ..util.proc_lookup import resolveProcesses

EXIT_OK = 0
EXIT_SIGINT = 130
EXIT_SIGQUIT = 131
EXIT_SIGKILL = 137
EXIT_SIGSEGV = 139


def assertExitCodes(proc_info: Any, allowable_exit_codes: Iterable[int] = (EXIT_OK,),
                    process: Any = None, cmd_args: Any = None, *,
                    strict_proc_matching: bool = True) -> None:
    """Asserts that all chosen processes ended with one of these codes; None: all processes."""
    allowed = list(allowable_exit_codes)
    for code in allowed:
        assert isinstance(code, int), f'Provided exit code {code} is not an int'
    chosen = resolveProcesses(proc_info, process=process, cmd_args=cmd_args,
                              strict_proc_matching=strict_proc_matching)
    for each in chosen:
        event = proc_info[each]
        # A signal's number is negative here; a shell adds 128 to it.
        shown = {event.returncode, 128 - event.returncode if event.returncode < 0 else 0}
        assert event.returncode in allowed or (event.returncode < 0 and shown & set(allowed)), \
            f'Proc {event.process_name} exited with code {event.returncode}'
