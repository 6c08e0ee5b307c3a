"""A process that Orrery starts for a launch, in the run to which the launch belongs."""
from __future__ import annotations

import ast
import atexit
import itertools
import json
import os
import re
import shutil
import signal
import tempfile
from typing import Any, Callable, Dict, List, Optional

from orrery_guest.guest import guest

_INTERPRETER = re.compile(r'python[0-9.]*')
#: Options of the interpreter, which programs of a run do without; `-W` and `-X` have a value.
_OPTIONS = re.compile('-[bBdEiIOPqRsSuvx]+|-[WX].*')
_SUFFIX = re.compile(r'\.(py|[cm]?[jt]s)$')
#: Numbers in place of pids.
_pids = itertools.count(1001)
#: Processes that have not ended, by name.
_running: Dict[str, 'OrreryProcess'] = {}
_folder: Optional[str] = None


class OrreryProcess:
    """Like `LocalProcess`; its output arrives when `look` is called."""

    def __init__(self, name: str, action: Dict[str, Any], *, told: Callable[[int, bytes], None],
                 ended: Callable[[int], None]) -> None:
        self.name = name
        self.pid = next(_pids)
        self._told, self._ended = told, ended
        # Respawning and actions at its end are decided here.
        own = {**_runnable(action), 'onExit': None, 'respawn': False,
               'execName': name, 'prefix': None}
        own['name'] = name if action['kind'] == 'executable' else action['name']
        request = json.dumps({'process': name, 'action': own})
        problem = guest.query('start_process', request)
        if problem is not None:
            raise OSError(problem)
        _running[name] = self

    def watch(self) -> None:
        """Does nothing: `look` reports its events."""

    def signal(self, number: int) -> None:
        """Interrupts it for SIGINT, as Ctrl-C does; ends it for other signals."""
        if self.name in _running:
            how = 'interrupt' if number == signal.SIGINT else 'kill'
            guest.query('end_process', self.name, how)

    def kill(self) -> None:
        """Kill it."""
        self.signal(signal.SIGKILL)

    def write(self, text: bytes) -> None:
        """Does nothing: programs of a run have no input of their own."""

    def happened(self, event: Dict[str, Any]) -> None:
        """Handle an event: it has printed something, or has ended."""
        if 'code' in event:
            del _running[self.name]
            self._ended(event['code'])
        else:
            self._told(event['stream'], event['text'].encode('latin1'))


def look() -> None:
    """Report what has happened since the last call."""
    if not _running:
        return
    for event in guest.query('process_events'):
        process = _running.get(event['process'])
        if process is not None:
            process.happened(event)


def can_run(action: Dict[str, Any]) -> bool:
    """Whether the program can be part of a run."""
    return action['kind'] != 'executable' or (not action['shell'] and _is_program(
        action['command']))


def _is_program(words: List[str]) -> bool:
    first = os.path.basename(words[0]) if words else ''
    return bool(_INTERPRETER.fullmatch(first) or first == 'node' or _SUFFIX.search(first))


def _runnable(action: Dict[str, Any]) -> Dict[str, Any]:
    """The same action with a file as its program."""
    if action['kind'] == 'executable':
        return {**action, 'command': _without_interpreter(action['command'])}
    if action['package'] is None and _INTERPRETER.fullmatch(os.path.basename(
            action['executable'])):
        file, *arguments = _without_interpreter([action['executable'], *action['arguments']])
        return {**action, 'executable': file, 'arguments': arguments}
    return action


def _without_interpreter(words: List[str]) -> List[str]:
    if not _INTERPRETER.fullmatch(os.path.basename(words[0])):
        return words
    rest = words[1:]
    while rest and _OPTIONS.fullmatch(rest[0]):
        rest = rest[2 if rest[0] in ('-W', '-X') else 1:]
    if rest[:1] == ['-c']:
        return [_written(_without_idle_loops(rest[1])), *rest[2:]]
    if rest[:1] == ['-m']:
        return [_written('import runpy\nrunpy.run_module'
                         f"({rest[1]!r}, run_name='__main__', alter_sys=True)\n"), *rest[2:]]
    if rest and not _SUFFIX.search(rest[0]):
        path = os.path.abspath(rest[0])
        return [_written(f'import runpy\nimport sys\nsys.argv[0] = {path!r}\n'
                         f"runpy.run_path({path!r}, run_name='__main__')\n"), *rest[1:]]
    return rest


def _without_idle_loops(source: str) -> str:
    """A text for `python -c` that waits where it would do nothing for ever: time can pass then."""
    try:
        tree = ast.parse(source)
    except SyntaxError:
        # Running it says what is wrong.
        return source
    idle = [each for each in ast.walk(tree) if isinstance(each, ast.While)
            and isinstance(each.test, ast.Constant) and each.test.value
            and all(isinstance(inner, ast.Pass) for inner in each.body)]
    for each in idle:
        each.body = ast.parse('__import__("time").sleep(3600)').body
    return ast.unparse(tree) if idle else source


def _written(source: str) -> str:
    """A file with this program, which exists until this process ends."""
    global _folder
    if _folder is None:
        _folder = tempfile.mkdtemp(prefix='orrery-launch-')
        atexit.register(shutil.rmtree, _folder, ignore_errors=True)
    path = os.path.join(_folder, f'command{len(os.listdir(_folder))}.py')
    with open(path, 'w', encoding='utf-8') as file:
        file.write(source)
    return path
