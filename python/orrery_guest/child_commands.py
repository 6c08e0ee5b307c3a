"""Commands that a program gives to `subprocess`: which of them are programs of the run, and what starts those."""
from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from typing import Any, Optional

from . import child_programs
from .code_place import is_own, short_path

#: Options that only a real process can have.
_REAL_ONLY = {'pass_fds': (), 'executable': None, 'user': None, 'group': None, 'extra_groups': None, 'umask': -1}
#: What a function uses that begins a group of processes before a program starts.
_GROUPING = {'os', 'setsid', 'setpgrp', 'setpgid', 'getpid'}
#: Words in quotes that a shell passes on as they stand.
_QUOTED = re.compile(r"""'[^']*'|"[^"$`\\]*\"""")
#: What a shell does not pass on as it stands.
_SHELL = re.compile(r'[|&;<>()$`*?\[\]#~%!{}\n\\]|^\s*\w+=')
#: Where a program of a package is installed.
_INSTALLED = re.compile(r'(.+)/lib/([^/]+)/([^/]+)')
#: Variables that Orrery sets, which a program keeps whatever its parent gives to it.
_OWN = ('ORRERY_', 'PYTHON', 'ROS_DISTRO')

#: What does for a program what `ros2 launch` does, and what other commands of `ros2` do.
_LAUNCH, _OTHERS = 'orrery_launch.ros2_launch', 'orrery_ros2'
#: What runs launch tests, as `launch_test FILE` or `ros2 test FILE`.
_LAUNCH_TEST = 'launch_testing.launch_test'
_COMMANDS = ('action', 'bag', 'lifecycle', 'node', 'param', 'service', 'topic')

#: The environment and folder in which programs of the run begin.
_environment: dict[str, str] = {}
_folder = ''


def install() -> None:
    """Notes what programs begin with."""
    global _folder
    _environment.update(os.environ)
    _folder = os.getcwd()


def words_of(args: Any, options: dict[str, Any]) -> Optional[list[str]]:
    """The words of a command that starts a program of the run."""
    if any(options.get(name, without) not in (without, None, []) for name, without in _REAL_ONLY.items()) or (
            not _is_harmless(options.get('preexec_fn'))):
        return None
    given = [args] if isinstance(args, (str, bytes, os.PathLike)) else list(args)
    words = [os.fsdecode(each) for each in given]
    if any('\0' in word for word in words):
        # The real function refuses it.
        return None
    if options.get('shell'):
        words = _words_of_shell(words[0]) if len(words) == 1 else []
    if words and os.path.basename(words[0]) == 'ros2' and words[1:2] == ['run']:
        return ['ros2', *words[1:]] if len(words) > 3 and not words[2].startswith('-') else None
    if len(words) > 1 and os.path.basename(words[0]) == 'launch_test':
        return [sys.executable, '-m', _LAUNCH_TEST, *words[1:]]
    if len(words) > 2 and os.path.basename(words[0]) == 'ros2' and words[1] == 'test':
        return [sys.executable, '-m', _LAUNCH_TEST, *words[2:]]
    if len(words) > 2 and os.path.basename(words[0]) == 'ros2' and words[1] == 'launch':
        return [sys.executable, '-m', _LAUNCH, *words[2:]]
    if len(words) > 1 and os.path.basename(words[0]) == 'ros2' and words[1] in _COMMANDS:
        return [sys.executable, '-m', _OTHERS, *words[1:]]
    return words if child_programs.is_own_program(words) else _words_of_installed(words)


def _words_of_installed(words: list[str]) -> Optional[list[str]]:
    """The words that start a program by the path that it would have if its package was installed."""
    path = _INSTALLED.fullmatch(words[0]) if words else None
    if path is None or os.path.exists(words[0]):
        return None
    from ament_index_python.source_packages import console_scripts, source_packages

    prefix, package, executable = path.groups()
    is_there = source_packages().get(package) == prefix and executable in console_scripts(prefix)
    return ['ros2', 'run', package, executable, *words[1:]] if is_there else None


def _words_of_shell(command: str) -> list[str]:
    """The words of a command that a shell would only pass on; none if it would do more."""
    if _SHELL.search(_QUOTED.sub('', command)):
        return []
    words = shlex.split(command)
    return words[1:] if words[:1] == ['exec'] else words


def _is_harmless(function: Any) -> bool:
    """Whether a function that is to run in the new process does no more than begin a group of processes."""
    if function in (None, os.setsid, os.setpgrp):
        return True
    code = getattr(function, '__code__', None)
    return code is not None and not code.co_freevars and set(code.co_names) <= _GROUPING


def begins_group(options: dict[str, Any]) -> bool:
    """Whether the new process begins a group of processes."""
    return bool(options.get('start_new_session') or options.get('preexec_fn')
                or options.get('process_group') not in (None, -1))


def label_of(words: list[str]) -> str:
    """What a program is called. Its random numbers follow from it, so it does not contain the name of the interpreter."""
    if words[0] == 'ros2':
        return words[3]
    rest = child_programs.after_options(words)
    if rest is not words and rest[0] in ('-c', '-m'):
        return 'python' if rest[0] == '-c' else rest[1].removeprefix('orrery_launch.')
    return os.path.basename(rest[0])


def _caller() -> dict[str, Any]:
    """The line of the program that starts another one."""
    frame = sys._getframe()
    while frame.f_back is not None and (
            is_own(frame.f_code.co_filename) or frame.f_code.co_filename == subprocess.__file__):
        frame = frame.f_back
    return {'file': short_path(frame.f_code.co_filename), 'line': frame.f_lineno, 'column': 1}


def action_of(words: list[str], options: dict[str, Any]) -> dict[str, Any]:
    """The action of a launch description that starts the same program."""
    now = os.environ if options.get('env') is None else options['env']
    env = {os.fsdecode(name): os.fsdecode(value) for name, value in now.items()}
    folder = os.path.abspath(os.fsdecode(options.get('cwd') or os.getcwd()))
    if not os.path.isdir(folder):
        raise FileNotFoundError(2, 'No such file or directory', folder)
    settings = {
        'place': _caller(), 'cwd': folder, 'prefix': None, 'output': 'screen',
        'respawn': False, 'respawnDelayNs': 0, 'respawnMaxRetries': 0, 'sigtermTimeoutNs': 0,
        'sigkillTimeoutNs': 0, 'shell': False, 'emulateTty': False, 'onExit': None,
        'env': {name: value for name, value in sorted(env.items())
                if _environment.get(name) != value and not name.startswith(_OWN)},
        'unsetEnv': [name for name in sorted(_environment) if name not in env and not name.startswith(_OWN)],
    }
    if words[0] == 'ros2':
        return {'kind': 'node', 'package': words[2], 'executable': words[3], 'arguments': words[4:],
                'name': None, 'namespace': None, 'parameters': [], 'remappings': [], 'executor': None,
                'callbackGroups': [], 'rosArguments': [], 'lifecycle': False, 'autostart': False, **settings}
    command = words if folder == _folder else child_programs.in_folder(words, folder)
    return {'kind': 'executable', 'name': None, 'command': command, **settings}
