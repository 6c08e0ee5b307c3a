"""The output of programs."""
from __future__ import annotations

import importlib.util
import os
import shlex
import shutil
import subprocess
import sys
from typing import Any, Dict, List, Tuple

from ..substitution import Substitution
from ..utilities.substitutions_of import normalize_to_list_of_substitutions, perform_substitutions
from .substitution_failure import SubstitutionFailure


#: Its package has no `__main__`; the script that it installs does no more than this.
_XACRO = 'import sys, xacro; sys.argv[0] = "xacro"; xacro.main()'


def resolved(words: List[str]) -> Tuple[List[str], Dict[str, str]]:
    """The command to run, and the variables that its environment lacks.

    xacro is a ROS program in pure Python, so that of the workspace can be used.
    """
    if os.path.basename(words[0]) != 'xacro' or shutil.which(words[0]):
        return words, {}
    if importlib.util.find_spec('xacro') is not None:
        return [sys.executable, '-c', _XACRO, *words[1:]], {}
    from ament_index_python.source_packages import source_packages
    folder = source_packages().get('xacro')
    if folder is None:
        raise SubstitutionFailure(
            f"'{shlex.join(words)}' needs xacro, which is not there; put the package xacro (pure "
            'Python, ros/xacro) into the workspace')
    return [sys.executable, '-c', _XACRO, *words[1:]], {'PYTHONPATH': os.pathsep.join(
        [folder, os.environ.get('PYTHONPATH', '')])}


class Command(Substitution):
    """The output of a program; output on standard error is a failure unless allowed."""

    def __init__(self, command: Any, *, on_stderr: Any = 'fail') -> None:
        self._command = normalize_to_list_of_substitutions(command)
        self._on_stderr = normalize_to_list_of_substitutions(on_stderr)

    @property
    def command(self) -> Any:
        """The command as substitutions."""
        return self._command

    def perform(self, context: Any) -> str:
        """The output. Raises SubstitutionFailure."""
        text = perform_substitutions(context, self._command)
        mode = perform_substitutions(context, self._on_stderr)
        if mode not in ('fail', 'ignore', 'warn', 'capture'):
            raise SubstitutionFailure(f"'{mode}' is not a valid value of on_stderr: use fail, "
                                      'ignore, warn or capture')
        words, extra = resolved(shlex.split(text))
        try:
            done = subprocess.run(
                words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, check=False,
                stdin=subprocess.DEVNULL, env={**os.environ, **context.environment, **extra})
        except OSError as error:
            raise SubstitutionFailure(f'file not found: {error}') from error
        if done.returncode != 0:
            raise SubstitutionFailure(
                f"executed command failed. Command: {text}\nCaptured stderr output: {done.stderr}")
        if done.stderr:
            if mode == 'fail':
                raise SubstitutionFailure('executed command showed stderr output. Command: '
                                          f'{text}\nCaptured stderr output:\n{done.stderr}')
            if mode == 'warn':
                context.warn(f'{text} says: {done.stderr.strip()}')
            if mode == 'capture':
                return done.stdout + done.stderr
        return done.stdout
