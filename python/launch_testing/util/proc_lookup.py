"""Finds processes by action, or by name and arguments."""
from __future__ import annotations

from typing import Any, List

from launch.actions.execute_process import ProcessAction
from launch.substitutions import TextSubstitution

#: A value of `cmd_args`: the process was started without arguments.
NO_CMD_ARGS = object()


class NoMatchingProcessException(Exception):
    """There is no matching process."""


def _described(process: Any) -> str:
    details = process.process_details
    if details is not None:
        return ' '.join([details['name'], *details['cmd'][1:]])
    # The process has not been started, so only plain text is known.
    words = [part for word in getattr(process, 'cmd', ()) for part in word]
    if all(isinstance(part, TextSubstitution) for part in words):
        return ' '.join(part.text for part in words)
    return 'Unknown: it was not started'


def _fits(process: Any, name: str, cmd_args: Any) -> bool:
    details = process.process_details
    if name not in details['name']:
        return False
    if cmd_args is None:
        return True
    given = details['cmd'][1:]
    if cmd_args is NO_CMD_ARGS:
        return not given
    return all(each in given for each in ([cmd_args] if isinstance(cmd_args, str) else cmd_args))


def resolveProcesses(info_obj: Any, *, process: Any = None, cmd_args: Any = None,
                     strict_proc_matching: bool = True) -> List[Any]:
    """The processes of a handler: that of an action, those with a name, or all (None)."""
    known = list(info_obj.processes())
    if process is None:
        if not known:
            raise NoMatchingProcessException('No data recorded for any process')
        return known
    if isinstance(process, ProcessAction):
        if process not in known:
            raise NoMatchingProcessException(f'No data recorded for proc {_described(process)}')
        return [process]
    if not isinstance(process, str):
        raise TypeError("proc argument must be 'ExecuteProcess' or 'str' not "
                        f'{type(process)}')
    found = [each for each in known if _fits(each, process, cmd_args)]
    names = ', '.join(sorted(map(_described, known)))
    wanted = f"matching name '{process}' and args '{cmd_args}'"
    if not found:
        raise NoMatchingProcessException(
            f'Did not find any processes {wanted}. Procs: {names}')
    if strict_proc_matching and len(found) > 1:
        raise Exception(f'Found multiple processes {wanted}. Procs: {names}')
    return found
