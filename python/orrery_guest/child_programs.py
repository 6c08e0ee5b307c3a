"""Programs that a program starts, by a launch or by `subprocess`: they belong to the same run."""
from __future__ import annotations

import ast
import base64
import itertools
import json
import os
import re
import shutil
import signal
import sys
from typing import Any, Callable, Dict, Iterable, List, Optional

from .guest import guest
from .waiter import Waiter

_INTERPRETER = re.compile(r'python[0-9.]*')
#: Options of the interpreter, which programs of a run do without; `-W` and `-X` have a value.
_OPTIONS = re.compile('-[bBdEiIOPqRsSuvx]+|-[WX].*')
_SUFFIX = re.compile(r'\.(py|[cm]?[jt]s)$')
#: Runs a text as the program.
_TEXT_PROGRAM = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'text_program.py')
#: How many bytes of input are given at once: a word of a query has at most 65,535.
_PIECE = 48_000
#: Numbers in place of pids, above those of all real processes.
_pids = itertools.count((1 << 22) + 1)
#: Processes that have not ended, by name.
_running: Dict[str, 'ChildProgram'] = {}
_waiters: List[Waiter] = []


def next_pid() -> int:
    """A number in place of a pid."""
    return next(_pids)


def starting(name: str, action: Dict[str, Any]) -> Dict[str, Any]:
    """How a program starts: as an action of a launch description says."""
    # Respawning and actions at its end are decided here.
    own = {**_runnable(action), 'onExit': None, 'respawn': False, 'execName': name, 'prefix': None}
    own['name'] = name if action['kind'] == 'executable' else action['name']
    return {'action': own}


class ChildProgram:
    """A running program; its output and its end arrive at the instant at which they happen.

    `inherited`: its streams (0, 1, 2) that are those of the run. Any other input is an open pipe, to which `write`
    writes. `start`: what starts it, or by which pipes it joins the run. `leads`: it begins a group of processes of its own.
    """

    def __init__(self, name: str, start: Dict[str, Any], *, told: Callable[[int, bytes], None],
                 ended: Callable[[int], None], inherited: Iterable[int] = (),
                 leads: bool = False, pid: Optional[int] = None) -> None:
        self.name, self.leads = name, leads
        self.pid = next_pid() if pid is None else pid
        self._told, self._ended = told, ended
        problem = guest.query('start_process', json.dumps({
            'process': name, **start, 'inherited': list(inherited), 'leads': leads}))
        if problem is not None:
            raise OSError(problem)
        _running[name] = self

    def watch(self) -> None:
        """Does nothing: a signal reports its events."""

    def signal(self, number: int, whom: str = '') -> None:
        """Sends it a signal. `whom`: 'group' for all that it has started, too."""
        if self.name in _running and number != 0:
            guest.query('end_process', self.name, str(int(number)), whom)
            if guest.stopping:
                # It has ended by now, and no signal says so any more.
                hear()

    def kill(self) -> None:
        """Kill it."""
        self.signal(signal.SIGKILL)

    def write(self, text: bytes) -> None:
        """Write to its standard input."""
        for start in range(0, len(text), _PIECE):
            self._give(base64.b64encode(text[start:start + _PIECE]).decode())

    def close_input(self) -> None:
        """Let it read the end of its input."""
        self._give('')

    def _give(self, text: str) -> None:
        if self.name in _running:
            guest.query('write_process', self.name, text)

    def happened(self, event: Dict[str, Any]) -> None:
        """Handle an event: it has printed something, or has ended."""
        if 'code' in event:
            del _running[self.name]
            self._ended(event['code'])
        else:
            self._told(event['stream'], event['text'].encode('latin1'))


def hear() -> bool:
    """Takes what has happened to the programs; returns whether one has ended."""
    if not _running:
        return False
    has_ended = False
    for event in guest.query('process_events'):
        process = _running.get(event['process'])
        if process is not None:
            has_ended = has_ended or 'code' in event
            process.happened(event)
    return has_ended


def awaited() -> Optional[Waiter]:
    """A waiter for what running programs do; None: there are none.

    It names nothing that it awaits: if nothing is left to happen, a program that only spins goes on for ever, as it does
    without a parent, and one that waits in vain says so itself.
    """
    if not _running:
        return None
    if not _waiters:
        _waiters.append(guest.waiter())
    return _waiters[0]


def are_running() -> bool:
    """Whether programs are running."""
    return bool(_running)


def forget() -> None:
    """Forgets all programs, which are not those of a copy of this process."""
    _running.clear()


def can_run(action: Dict[str, Any]) -> bool:
    """Whether the program can be part of a run."""
    return action['kind'] != 'executable' or (not action['shell'] and _is_program(
        action['command']))


def _is_program(words: List[str]) -> bool:
    first = os.path.basename(words[0]) if words else ''
    return bool(_INTERPRETER.fullmatch(first) or first == 'node' or _SUFFIX.search(first))


def is_own_program(words: List[str]) -> bool:
    """Whether these words start a file, module or text in this interpreter, or a file in Node.js."""
    if not _is_program(words):
        return False
    rest = after_options(words)
    if rest is words:
        return True
    if words[0] not in (sys.executable, 'python', 'python3', 'node'):
        found = shutil.which(words[0])
        if found is None or os.path.realpath(found) != os.path.realpath(sys.executable):
            return False
    return bool(rest) and (not rest[0].startswith('-') or rest[0] in ('-c', '-m') and len(rest) > 1)


def in_folder(words: List[str], folder: str) -> List[str]:
    """A command of Python that does the same in another folder."""
    rest = after_options(words)
    if rest is words or not _INTERPRETER.fullmatch(os.path.basename(words[0])):
        path, rest = os.path.join(folder, words[0]), words[1:]
    elif rest[0] in ('-c', '-m'):
        header = f'import os; os.chdir({folder!r})\n'
        return [words[0], '-c', header + _source_of(rest), *rest[2:]]
    else:
        path, rest = os.path.join(folder, rest[0]), rest[1:]
    if not path.endswith('.py'):
        return [path, *rest]
    return [sys.executable, '-c', f'import os; os.chdir({folder!r})\n' + _running_file(path), *rest]


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
    rest = after_options(words)
    if rest is words:
        return words
    if rest[:1] in (['-c'], ['-m']):
        return [_TEXT_PROGRAM, _source_of(rest), *rest[2:]]
    if rest and not _SUFFIX.search(rest[0]):
        return [_TEXT_PROGRAM, _running_file(os.path.abspath(rest[0])), *rest[1:]]
    return rest


def after_options(words: List[str]) -> List[str]:
    """What follows the interpreter and its options; the words themselves if there is no interpreter."""
    if not _INTERPRETER.fullmatch(os.path.basename(words[0])) and words[0] != 'node':
        return words
    rest = words[1:]
    while words[0] != 'node' and rest and _OPTIONS.fullmatch(rest[0]):
        rest = rest[2 if rest[0] in ('-W', '-X') else 1:]
    return rest


def _source_of(rest: List[str]) -> str:
    """The source of what `-c` or `-m` runs."""
    if rest[0] == '-c':
        return _without_idle_loops(rest[1])
    return f"import runpy\nrunpy.run_module({rest[1]!r}, run_name='__main__', alter_sys=True)\n"


def _running_file(path: str) -> str:
    """The source of a program that runs another file as if it were that file."""
    return (f'import os\nimport runpy\nimport sys\nsys.argv[0] = {path!r}\n'
            f'sys.path[0] = os.path.dirname({path!r})\n'
            f"runpy.run_path({path!r}, run_name='__main__')\n")


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
