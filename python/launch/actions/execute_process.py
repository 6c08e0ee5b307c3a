"""Processes."""
from __future__ import annotations

import os
import shlex
from typing import Any, Dict, Iterable, List, Optional

from ..action import Action
from ..descriptions import Executable
from ..descriptions.executable import pairs_of, prefix_for, split_words
from ..substitutions import TextSubstitution
from ..utilities import perform_typed_substitution
from ..utilities.substitutions_of import normalize_to_list_of_substitutions, text_of
from .event_actions import RegisterEventHandler, Shutdown


#: Where the output of a process can go.
_OUTPUTS = ('screen', 'log', 'both', 'own_log', 'full')


class ProcessAction(Action):
    """The common part of all processes."""

    completes_at_once = False

    def __init__(
        self, *, name: Any = None, prefix: Any = None, cwd: Any = None, env: Any = None,
        additional_env: Any = None, output: Any = 'log', output_format: Any = None,
        log_cmd: bool = False, on_exit: Any = None, respawn: Any = False,
        respawn_delay: Any = None, respawn_max_retries: int = -1, shell: Any = False,
        emulate_tty: Any = None, sigterm_timeout: Any = '5', sigkill_timeout: Any = '5',
        cached_output: bool = False, split_arguments: Any = None, arguments: Any = None, condition: Any = None, **rest: Any,
    ) -> None:
        super().__init__(condition=condition)
        unknown = sorted(set(rest) - {'signal_lingering_subprocesses', 'exec_name', 'traits'})
        if unknown:
            raise TypeError(f"{type(self).__name__}.__init__() got an unexpected keyword argument "
                            f"'{unknown[0]}'")
        self._process_label = name
        self._prefix, self._cwd = prefix, cwd
        self._env, self._additional_env = pairs_of(env), pairs_of(additional_env)
        self._output = output
        self._on_exit = on_exit
        self._respawn, self._respawn_delay = respawn, respawn_delay
        self._retries = respawn_max_retries
        self._shell, self._tty = shell, emulate_tty
        self._sigterm, self._sigkill = _seconds(sigterm_timeout), _seconds(sigkill_timeout)
        self._split = split_arguments
        self._format, self._log_cmd, self._cached = output_format, log_cmd, cached_output
        self._details: Optional[Dict[str, Any]] = None
        self._code: Optional[int] = None
        self._printed = {1: b'', 2: b''}
        #: Orrery's name for the process, once it was emitted.
        self.process_name: Optional[str] = None
        #: What tells it from processes with that name.
        self.process_id: Optional[str] = None

    @property
    def name(self) -> Any:
        """The name of the process; before it is started, as it was given."""
        return self._details['name'] if self._details else self._process_label

    # Properties that programs read.

    @property
    def shell(self) -> Any:
        """Whether a shell runs the command."""
        return self._shell

    @property
    def emulate_tty(self) -> Any:
        """Whether the process sees a terminal."""
        return bool(self._tty)

    @property
    def prefix(self) -> Any:
        """What stands before the command."""
        return self._prefix

    @property
    def output(self) -> Any:
        """Where its output goes."""
        return self._output

    @property
    def output_format(self) -> Any:
        """How its output is shown."""
        return self._format

    @property
    def log_cmd(self) -> bool:
        """Whether the command is logged."""
        return self._log_cmd

    @property
    def cached_output(self) -> bool:
        """Whether its output is kept."""
        return self._cached

    def get_stdout(self) -> str:
        """Return what its process has written to standard output; only with `cached_output`."""
        return self._cached_text(1, 'stdout')

    def get_stderr(self) -> str:
        """Return what its process has written to standard error; only with `cached_output`."""
        return self._cached_text(2, 'stderr')

    @property
    def split_arguments(self) -> Any:
        """Whether each argument is split into words; None: the launch decides."""
        return self._split

    def _cached_text(self, fd: int, stream: str) -> str:
        if not self._cached:
            raise RuntimeError(f'cached output must be true to be able to get {stream}, '
                               f"proc '{self._process_label}'")
        return self._printed[fd].decode(errors='replace').replace('\r\n', '\n')

    @property
    def cwd(self) -> Any:
        """Its working directory."""
        return self._cwd

    @property
    def env(self) -> Any:
        """The environment that replaces that of the launch."""
        return self._env

    @property
    def additional_env(self) -> Any:
        """Additional variables."""
        return self._additional_env

    @property
    def sigterm_timeout(self) -> Any:
        """How long it may take to end before it gets SIGTERM."""
        return self._sigterm

    @property
    def sigkill_timeout(self) -> Any:
        """How long it may take to end after SIGTERM, before it gets SIGKILL."""
        return self._sigkill

    @property
    def return_code(self) -> Optional[int]:
        """Its exit code, once it has ended."""
        return self._code

    @property
    def process_details(self) -> Optional[Dict[str, Any]]:
        """Name, command, directory, environment and pid of the process, once it has started."""
        return self._details

    def get_sub_entities(self) -> List[Any]:
        """The entities of `on_exit`, unless that is a function."""
        if self._on_exit is None or callable(self._on_exit):
            return []
        return [self._on_exit] if hasattr(self._on_exit, 'visit') else list(self._on_exit)

    def process_settings(self, context: Any) -> Dict[str, Any]:
        """The settings in the form of Orrery's launch descriptions."""
        def optional(value: Any) -> Optional[str]:
            return None if value is None else text_of(context, value)

        def nanoseconds(value: Any) -> int:
            number = value if isinstance(value, (int, float)) else float(text_of(context, value))
            return round(number * 1e9)

        def flag(value: Any) -> bool:
            return bool(perform_typed_substitution(context, value, bool))
        environment = self._environment(context)
        initial = context.initial_environment
        output = self._output
        return {
            'place': self.place,
            'env': {name: value for name, value in sorted(environment.items())
                    if initial.get(name) != value},
            'unsetEnv': sorted(name for name in initial if name not in environment),
            'cwd': optional(self._cwd), 'prefix': optional(self._prefix),
            'output': 'both' if isinstance(output, dict) else _output(text_of(context, output)),
            'respawn': flag(self._respawn),
            'respawnDelayNs': nanoseconds(self._respawn_delay or 0),
            'respawnMaxRetries': int(perform_typed_substitution(context, self._retries, int)),
            'sigtermTimeoutNs': nanoseconds(self._sigterm),
            'sigkillTimeoutNs': nanoseconds(self._sigkill),
            'shell': flag(self._shell),
            'emulateTty': flag(context.launch_configurations.get('emulate_tty', False)
                               if self._tty is None else self._tty),
            'onExit': 'shutdown' if self.ends_the_launch() else None,
        }

    def splits_arguments(self, context: Any) -> bool:
        """Whether each argument is split into words, as a shell would do."""
        value = context.launch_configurations.get('split_arguments', False) if self._split is None else self._split
        return bool(perform_typed_substitution(context, value, bool))

    def _environment(self, context: Any) -> Dict[str, str]:
        def texts(pairs: Any) -> Dict[str, str]:
            return {text_of(context, name): text_of(context, value) for name, value in pairs}
        environment = dict(context.environment) if self._env is None else texts(self._env)
        return {**environment, **texts(self._additional_env or ())}

    def ends_the_launch(self) -> bool:
        """Whether a shutdown is all that follows the end of the process."""
        only = self._on_exit[0] if isinstance(self._on_exit, list) and len(self._on_exit) == 1 else self._on_exit
        return type(only) is Shutdown and only.condition is None

    def follow_ups(self) -> List[Any]:
        """The event handlers to register for the end of the process."""
        if self._on_exit is None or self.ends_the_launch():
            return []
        from ..event_handlers import OnProcessExit
        return [RegisterEventHandler(OnProcessExit(
            target_action=self, on_exit=self._on_exit))]


def _seconds(value: Any) -> Any:
    """A timeout as substitutions, which is how programs read it."""
    return normalize_to_list_of_substitutions(str(value) if isinstance(value, (int, float)) else value)


def _output(text: str) -> str:
    if text not in _OUTPUTS:
        raise ValueError(f"'{text}' is not a valid standard output config, which are {', '.join(_OUTPUTS)}")
    return text


class ExecuteProcess(ProcessAction):
    """Run a command: a list of words, each a text or substitutions that are joined."""

    def __init__(self, *, cmd: Iterable[Any], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._cmd = [normalize_to_list_of_substitutions(word) for word in cmd]
        self.process_description = Executable(
            cmd=self._cmd, prefix=self._prefix, name=self._process_label, cwd=self._cwd,
            env=self._env, additional_env=self._additional_env)

    @classmethod
    def _parse_cmdline(cls, cmd: str, parser: Any) -> List[Any]:
        """The words of a command line, each as substitutions."""
        words: List[List[Any]] = [[]]
        for part in parser.parse_substitution(cmd):
            if not isinstance(part, TextSubstitution):
                words[-1].append(part)
                continue
            pieces = split_words([part.text])
            if part.text[:1].isspace():
                words.append([])
            for index, piece in enumerate(pieces):
                if index > 0:
                    words.append([])
                words[-1].append(TextSubstitution(text=piece))
            if part.text[-1:].isspace():
                words.append([])
        return [word for word in words if word]

    @property
    def cmd(self) -> List[Any]:
        """The words, each as substitutions."""
        return self._cmd

    def prepare(self, context: Any) -> Dict[str, Any]:
        """Perform the substitutions and name the process; returns what Orrery needs to know."""
        command = [text_of(context, word) for word in self._cmd]
        settings = self.process_settings(context)
        if settings['shell']:
            # A program that launches gives a shell the text as it is.
            command = split_words([' '.join(command)]) if context.running is None else command
        elif self.splits_arguments(context):
            command = split_words(command)
        label = None if self._process_label is None else text_of(context, self._process_label)
        words = command[1:] if os.path.basename(command[0] if command else '') in (
            'node', 'python3', 'python') else command
        program = os.path.basename(words[0]) if words else ''
        self.process_name = label or os.path.splitext(program)[0]
        settings['prefix'] = prefix_for(
            os.path.basename(command[0]) if command else '', settings['prefix'], context)
        prefix = shlex.split(settings['prefix'] or '')
        self._details = {
            'name': self.process_name, 'cmd': [*prefix, *command], 'cwd': settings['cwd'],
            'env': self._environment(context)}
        return {'kind': 'executable', 'name': label, **settings, 'command': command}

    def execute(self, context: Any) -> List[Any]:
        """Note the process."""
        context.emit(self.prepare(context), self)
        return self.follow_ups()


class ExecuteLocal(ExecuteProcess):
    """Like `ExecuteProcess`, for an executable description."""

    def __init__(self, *, process_description: Any, **kwargs: Any) -> None:
        of = process_description
        super().__init__(cmd=of.cmd, prefix=of.prefix, name=of.name, cwd=of.cwd, env=of.env,
                         additional_env=of.additional_env, **kwargs)
        self.process_description = of
