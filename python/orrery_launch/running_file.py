"""Runs a launch file in a run: for files whose handlers can act only while their processes run."""
from __future__ import annotations

import json
import os
import re
import sys
from typing import Any, Dict, List, Set

from ament_index_python import left_out
from launch.event_handlers import OnIncludeLaunchDescription, OnProcessExit
from launch.events import IncludeLaunchDescription
from launch.launch_description import LaunchDescription
from launch.running import RunningLaunch
from launch.running.running_process import RunningProcess
from orrery_launch.evaluate import include_of, new_context

_SUFFIX = re.compile(r'(\.[cm]?[jt]s|\.tsx|\.py)$')
_INTERPRETER = re.compile(r'node|python3?')


class RunningFile(RunningLaunch):
    """A launch that names, shows and leaves out what it starts as Orrery does when it starts that itself."""

    def __init__(self, context: Any, without: List[str]) -> None:
        super().__init__(context, 'launch')
        self._without = without
        self._taken: Set[str] = set()

    def execute(self, action: Dict[str, Any], owner: Any) -> None:
        """Execute an action, unless it is left out."""
        if self._is_left_out(_subject_of(action)):
            return
        if 'components' in action:
            action = {**action, 'components': [each for each in action['components'] if not self._is_left_out(
                f"{each['package']}/{each['plugin']}")]}
        super().execute(action, owner)

    def name_of(self, label: str, action: Dict[str, Any]) -> str:
        """`talker`, and `talker-2` for the second one."""
        wanted = label
        if action['kind'] == 'container':
            wanted = '/'.join(filter(None, [(action['namespace'] or '').strip('/'), action['name'] or label]))
        elif action['kind'] == 'node':
            wanted = action['execName'] or action['name'] or label
        else:
            words = action['command']
            program = words[1:2] if _INTERPRETER.fullmatch(os.path.basename(words[0])) else words[:1]
            wanted = action['name'] or os.path.basename(''.join(program))
        wanted = name = _SUFFIX.sub('', os.path.basename(wanted) if action['kind'] != 'container' else wanted)
        number = 2
        while name in self._taken:
            name, number = f'{wanted}-{number}', number + 1
        self._taken.add(name)
        return name

    def say(self, level: str, name: str, text: str) -> None:
        """Print messages of the launch file and mistakes; nobody needs to know which processes the end of the run ends."""
        if name == 'launch.user' or (level != 'INFO' and not self.context.is_shutdown):
            print(f'[{level}] [launch]: {text}', file=sys.stderr, flush=True)

    def show_output(self, process: RunningProcess, fd: int, line: str) -> None:
        """Print what a process prints, as a run shows it."""
        print(line, file=sys.stdout if fd == 1 else sys.stderr, flush=True)

    def has_died(self, process: RunningProcess, event: Any) -> None:
        """A process that fails makes the run fail, unless the file reacts to its end."""
        handlers = [each for each in self.context._event_handlers
                    if isinstance(each, OnProcessExit) and each.matches(event)]
        if not handlers and not process.respawns and not self.context.is_shutdown:
            self._code = event.returncode if event.returncode > 0 else 1

    def _is_left_out(self, subject: str) -> bool:
        return any(subject == word or subject.startswith((f'{word}/', f'{word} ')) for word in self._without)


def _subject_of(action: Dict[str, Any]) -> str:
    if action['kind'] == 'executable':
        first, *others = action['command'] or ['']
        return ' '.join([os.path.basename(first), *others])
    if action['kind'] not in ('node', 'container'):
        return ''
    executable = action['executable']
    return os.path.basename(executable) if action['package'] is None else f"{action['package']}/{executable}"


def main(words: List[str]) -> int:
    """Run the file of a request, without what is left out; returns the exit code. Other words are for nodes."""
    request, without = (json.loads(word) for word in words[:2])
    left_out.PACKAGES.update(request.get('without', []))
    context = new_context(request)
    context.running = launch = RunningFile(context, without)
    context.register_event_handler(OnIncludeLaunchDescription())
    launch.emit(IncludeLaunchDescription(LaunchDescription([include_of(request['file'], context)])))
    return launch.run(shutdown_when_idle=True)


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
