"""The state against which a launch description is evaluated, and the results."""
from __future__ import annotations

import asyncio
import os
from collections import deque
from typing import Any, Callable, Deque, Dict, List, MutableMapping, Optional, Tuple

from .given_values import GivenValues, GivenWords
from .place import place_of_caller

#: Kinds of actions that start a process.
_PROCESSES = ('node', 'container', 'executable')
#: More actions than this count as an endless recursion.
_MOST_ACTIONS = 20_000


class _Locals:
    """The locals of a context as attributes."""

    def __init__(self, values: Dict[str, Any]) -> None:
        self.__dict__['_values'] = values

    def __getattr__(self, name: str) -> Any:
        try:
            return self.__dict__['_values'][name]
        except KeyError:
            raise AttributeError(
                f"context.locals does not contain attribute '{name}', it contains: "
                f"[{', '.join(self.__dict__['_values'])}]") from None

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError("can't set attribute, locals are read-only")


class LaunchContext:
    """Launch configurations, environment, locals, and the actions that were evaluated."""

    def __init__(self, *, argv: Optional[List[str]] = None, noninteractive: bool = False) -> None:
        self.argv: List[str] = GivenWords(argv or [])
        self.noninteractive = noninteractive
        self.launch_configurations = GivenValues()
        #: Upstream uses the process's own environment; Orrery passes a different one.
        self.environment: MutableMapping[str, str] = os.environ
        self.initial_environment: Dict[str, str] = dict(os.environ)
        self.asyncio_loop: Any = None
        #: What executes actions at once; None: they are noted for Orrery.
        self.running: Any = None
        #: Whether failures are printed with a traceback.
        self.debug = False
        self._event_queue: asyncio.Queue = asyncio.Queue()
        #: The handler that was registered last comes first.
        self._event_handlers: Deque[Any] = deque()
        self.is_shutdown = False
        #: Actions in the form of Orrery's launch descriptions.
        self.actions: List[Dict[str, Any]] = []
        #: Arguments that were declared, by name.
        self.declared: Dict[str, Dict[str, Any]] = {}
        self.warnings: List[str] = []
        #: What of the description only a running launch can do, such as calling a function when a process ends.
        self.reactions: List[str] = []
        self._locals: Dict[str, Any] = {}
        self._locals_stack: List[Dict[str, Any]] = []
        self._configurations_stack: List[GivenValues] = []
        self._environment_stack: List[MutableMapping[str, str]] = []
        self._anonymous: Dict[str, str] = {}
        self._count = 0
        #: What follows an action once it is emitted, by the identity of its object.
        self._on_start: Dict[int, List[Tuple[Any, str, Callable[[], None]]]] = {}

    # ---- locals ----

    @property
    def locals(self) -> _Locals:
        """Values of the file that is being evaluated, e.g. `current_launch_file_path`."""
        return _Locals(self._locals)

    def get_locals_as_dict(self) -> Dict[str, Any]:
        """The locals as a dictionary."""
        return self._locals

    def extend_locals(self, extra_locals: Dict[str, Any]) -> None:
        """Add locals."""
        self._locals.update(extra_locals)

    def extend_globals(self, extra_globals: Dict[str, Any]) -> None:
        """Add locals that remain in all files."""
        self._locals.update(extra_globals)

    def _push_locals(self) -> None:
        self._locals_stack.append(dict(self._locals))

    def _pop_locals(self) -> None:
        if not self._locals_stack:
            raise RuntimeError('Cannot pop from empty stack')
        self._locals = self._locals_stack.pop()

    # ---- configurations and environment ----

    def _push_launch_configurations(self) -> None:
        self._configurations_stack.append(GivenValues(self.launch_configurations.quiet_items()))

    def _pop_launch_configurations(self) -> None:
        if not self._configurations_stack:
            raise RuntimeError('Cannot pop from empty stack')
        self.launch_configurations = self._configurations_stack.pop()

    def _push_environment(self) -> None:
        self._environment_stack.append(dict(self.environment))

    def _pop_environment(self) -> None:
        if not self._environment_stack:
            raise RuntimeError('Cannot pop from empty stack')
        self._set_environment(self._environment_stack.pop())

    def _reset_environment(self) -> None:
        self._set_environment(self.initial_environment)

    def _set_environment(self, variables: MutableMapping[str, str]) -> None:
        # In place, because upstream's is the process's own, which programs keep references to.
        self.environment.clear()
        self.environment.update(variables)

    # ---- results ----

    def perform_substitution(self, substitution: Any) -> str:
        """The text of a substitution."""
        return substitution.perform(self)

    def emit(self, action: Dict[str, Any], owner: Any = None) -> None:
        """Note an action, or execute it; then continue with what waits for its owner's start."""
        if self.running is not None:
            self.running.execute(action, owner)
            return
        self._count += 1
        if self._count > _MOST_ACTIONS:
            raise RuntimeError(f'More than {_MOST_ACTIONS} actions: does the launch file include '
                               'itself without an end?')
        if owner is not None and action['kind'] in _PROCESSES:
            # Its name may be that of others, too.
            owner.process_id = action['id'] = str(self._count)
        self.actions.append(action)
        for _, _, follow in self._on_start.pop(id(owner), []):
            follow()

    def when_started(self, owner: Any, who: str, then: Callable[[], None]) -> None:
        """Call `then` once `owner` was emitted; `who` names what waits for that."""
        self._on_start.setdefault(id(owner), []).append((owner, who, then))

    def warn_of_unstarted(self) -> None:
        """Warn of handlers whose action is in no description and not excluded by a condition."""
        for waiting in self._on_start.values():
            for owner, who, _ in waiting:
                if not owner.is_left_out:
                    file, line = os.path.basename(owner.place['file']), owner.place['line']
                    self.warn(f'{who} refers to the {type(owner).__name__} of {file}:{line}, which '
                              'is in no launch description, so it never runs')

    def collect(self, body: Callable[[], None]) -> List[Dict[str, Any]]:
        """The actions that `body` emits, which become part of another action.

        They use the scope in which they are written and do not change it.
        """
        saved, self.actions = self.actions, []
        self._push_launch_configurations()
        self._push_environment()
        try:
            body()
            return self.actions
        finally:
            self.actions = saved
            self._pop_environment()
            self._pop_launch_configurations()

    def warn(self, sentence: str) -> None:
        """Note something that is probably a mistake, or is not simulated."""
        if sentence not in self.warnings:
            self.warnings.append(sentence)

    def needs_running(self, what: str) -> None:
        """Note that the launch must go on while its processes run, so that it can do this."""
        if what not in self.reactions:
            self.reactions.append(what)

    def anonymous_name(self, base: str) -> str:
        """The name that replaces `base` everywhere in this launch."""
        if base not in self._anonymous:
            self._anonymous[base] = f'{base}_0_{len(self._anonymous)}'
        return self._anonymous[base]

    # ---- what upstream's event loop would do ----

    def register_event_handler(self, event_handler: Any, *, append: bool = False) -> None:
        """Register an event handler; handlers that Orrery can run override `register`."""
        if append:
            self._event_handlers.append(event_handler)
        else:
            self._event_handlers.appendleft(event_handler)
        if self.running is None and hasattr(event_handler, 'register'):
            event_handler.register(self)

    def unregister_event_handler(self, event_handler: Any) -> None:
        """Remove it from the list; its results were noted when it was registered."""
        self._event_handlers.remove(event_handler)

    def would_handle_event(self, event: Any) -> bool:
        """Whether a handler reacts to an event."""
        return any(handler.matches(event) for handler in self._event_handlers)

    def add_completion_future(self, completion_future: Any) -> None:
        """Do nothing: nothing runs here."""

    def emit_event_sync(self, event: Any) -> None:
        """Emit an event; events known to Orrery say which actions result."""
        if self.running is not None:
            self.running.emit(event)
            return
        self._event_queue.put_nowait(event)
        if hasattr(event, 'emit_actions'):
            event.emit_actions(self, place_of_caller())

    async def emit_event(self, event: Any) -> None:
        """Like :meth:`emit_event_sync`."""
        self.emit_event_sync(event)

    def _set_is_shutdown(self, state: bool) -> None:
        self.is_shutdown = state

    def _set_asyncio_loop(self, loop: Any) -> None:
        self.asyncio_loop = loop
