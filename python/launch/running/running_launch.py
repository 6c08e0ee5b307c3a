"""The event loop of a launch."""
from __future__ import annotations

import asyncio
import heapq
import itertools
import threading
import time
import traceback
from typing import Any, Callable, Dict, List, Optional, Tuple

from ..descriptions.executable import numbered
from ..events import ExecutionComplete, Shutdown
from ..events.process import ProcessStdin, ShutdownProcess, SignalProcess
from ..visit import visit_all
from .running_process import RunningProcess, in_a_run

#: Seconds of virtual time between two checks of processes that do not belong to the run.
_LOOK = 0.01
#: Seconds by which due actions come later, because nothing real happens exactly on time.
_LATE = 1e-6
_Timer = Tuple[float, int, Callable[[], None], bool, Any]


class RunningLaunch:
    """Handles events one after another in the thread of `run`; others only add events."""

    def __init__(self, context: Any, name: str) -> None:
        self.context = context
        self._name = name
        self._changed = threading.Condition()
        self._processes: List[RunningProcess] = []
        self._timers: List[_Timer] = []
        self._numbers = itertools.count()
        self._tasks = 0
        self._code = 0
        self._is_interrupted = False

    @property
    def idle(self) -> bool:
        """Whether nothing can happen any more unless somebody adds an event."""
        return not (self._processes or self._tasks or self.context._event_queue.qsize()
                    or any(counts for _, _, _, counts, _ in self._timers))

    # ---- called by actions and other threads ----

    def emit(self, event: Any) -> None:
        """Add an event."""
        with self._changed:
            self.context._event_queue.put_nowait(event)
            self._changed.notify_all()

    def after(self, seconds: float, then: Callable[[], None], *, counts: bool = True,
              owner: Any = None) -> None:
        """Call something later. The launch waits for it if `counts` is true."""
        with self._changed:
            due = time.monotonic() + (seconds + _LATE if seconds else 0)
            heapq.heappush(self._timers, (due, next(self._numbers), then, counts, owner))
            self._changed.notify_all()

    def cancel(self, chosen: Callable[[Any], bool]) -> None:
        """Cancel delayed calls whose owner was chosen."""
        with self._changed:
            self._timers = [each for each in self._timers
                            if each[4] is None or not chosen(each[4])]
            heapq.heapify(self._timers)
            self._changed.notify_all()

    def execute(self, action: Dict[str, Any], owner: Any) -> None:
        """Execute an action of a launch description."""
        kind = action['kind']
        if kind == 'log':
            self.say(action['level'].upper(), 'launch.user', action['message'])
        elif kind in ('executable', 'node', 'container'):
            self._start(action, owner)
        else:
            self.context.warn(f'{type(owner).__name__} needs ROS 2, and does nothing here')

    def in_background(self, task: Callable[[], None], owner: Any) -> None:
        """Run something in a separate thread; the launch waits for it, and its owner completes."""
        def run() -> None:
            try:
                task()
            except Exception as error:
                self._failed(error)
            finally:
                if owner is not None:
                    self.emit(ExecutionComplete(action=owner))
                self._tasks -= 1
                self.emit(None)
        self._tasks += 1
        threading.Thread(target=run, daemon=True).start()

    def forget(self, process: RunningProcess) -> None:
        """Forget a process that has ended for good."""
        self._processes.remove(process)

    def name_of(self, label: str, action: Dict[str, Any]) -> str:
        """The name of a new process, which no other one of this program has."""
        return numbered(label)

    def say(self, level: str, name: str, text: str) -> None:
        """Print in launch's format."""
        self.show(f'[{level}] [{name}]: {text}')

    def show_output(self, process: RunningProcess, fd: int, line: str) -> None:
        """Print a line of a process, if its output is for the screen."""
        if process.output in ('screen', 'both') or (process.output == 'log' and fd == 2):
            self.show(f'[{process.name}] {line}')

    def has_died(self, process: RunningProcess, event: Any) -> None:
        """A process has ended with another exit code than 0; the launch goes on."""

    def show(self, line: str) -> None:
        """Print a line."""
        print(line, flush=True)

    # ---- the loop ----

    def run(self, shutdown_when_idle: bool) -> int:
        """Handle events until the launch is shut down and nothing is left; 1 if something failed."""
        context = self.context
        context._set_is_shutdown(False)
        self._code = 0
        self._is_interrupted = False
        while True:
            try:
                step = self._next()
                if step is not None:
                    step()
                    continue
                if context.is_shutdown:
                    break
                if shutdown_when_idle:
                    self.emit(Shutdown(reason='idle'))
                else:
                    with self._changed:
                        if self.idle:
                            self._changed.wait()
            except KeyboardInterrupt:
                self._interrupt()
            except Exception as error:
                self._failed(error)
        self._timers.clear()
        return self._code

    def _interrupt(self) -> None:
        """Shut down at the first SIGINT; later ones change nothing."""
        again = self._is_interrupted
        self._is_interrupted = True
        self.say('WARNING', self._name, f"user interrupted with ctrl-c (SIGINT){' again, ignoring...' if again else ''}")
        if not again:
            self.emit(Shutdown(reason='ctrl-c (SIGINT)', due_to_sigint=True))

    def _failed(self, error: BaseException) -> None:
        self._code = 1
        self.say('ERROR', self._name, f'Caught exception in launch (see debug for traceback): {error}')
        if self.context.debug:
            traceback.print_exception(error)
        self.emit(Shutdown(reason=f'Caught exception in launch: {error}'))

    def _next(self) -> Optional[Callable[[], None]]:
        """The next call to make; None if nothing can happen any more."""
        with self._changed:
            while True:
                try:
                    event = self.context._event_queue.get_nowait()
                    return lambda: self._handle(event)
                except asyncio.QueueEmpty:
                    pass
                left = self._timers[0][0] - time.monotonic() if self._timers else None
                if left is not None and left <= 0:
                    return heapq.heappop(self._timers)[2]
                if self.idle:
                    return None
                if in_a_run() and any(each.is_real for each in self._processes):
                    left = _LOOK if left is None else min(left, _LOOK)
                self._changed.wait(left)

    def _handle(self, event: Any) -> None:
        if event is None:
            return
        context = self.context
        ended = [each for each in self._processes if each.exit is event]
        try:
            if isinstance(event, Shutdown):
                self._shut_down(event)
            for handler in list(context._event_handlers):
                if handler.matches(event):
                    visit_all(handler.handle(event, context), context)
            matcher = getattr(event, 'process_matcher', None)
            for process in self._processes if matcher is not None else ():
                if matcher(process.owner):
                    self._target(process, event)
        finally:
            for process in ended:
                process.over()

    def _target(self, process: RunningProcess, event: Any) -> None:
        if isinstance(event, ShutdownProcess):
            process.shut_down(by_hand=False)
        elif isinstance(event, SignalProcess):
            process.signal(event.signal)
        elif isinstance(event, ProcessStdin):
            process.write(event.text)

    def _shut_down(self, event: Shutdown) -> None:
        context = self.context
        if context.is_shutdown:
            return
        context._set_is_shutdown(True)
        self.cancel(lambda owner: owner.ends_with(context))
        by_hand = event.due_to_sigint and not context.noninteractive
        for process in self._processes:
            process.shut_down(by_hand)

    def _start(self, action: Dict[str, Any], owner: Any) -> None:
        from ..actions import RegisterEventHandler
        from ..event_handlers import OnProcessExit
        if self.context.is_shutdown:
            return
        process = RunningProcess(self, owner, action)
        if owner.ends_the_launch():
            visit_all([RegisterEventHandler(OnProcessExit(
                target_action=owner, on_exit=owner.get_sub_entities()))], self.context)
        self._processes.append(process)
        try:
            process.start()
        except Exception as error:
            self.forget(process)
            self.say('ERROR', process.name, f'exception occurred while executing process: {error}')
