"""The base of all executors: what they wait for, and in which order they take it."""

from __future__ import annotations

import threading
import time
from typing import Any, Callable, ContextManager, Generator, Optional

from orrery_guest.guest import guest

from ..callback_groups import Activity
from ..guard_condition import GuardCondition
from ..task import Future, Task
from ..utilities import get_default_context, timeout_sec_to_nsec
from ..waitable import Waitable
from .custom_waitables import CustomWaitables
from .distributions import since_kilted
from .executor_errors import (ConditionReachedException, ExternalShutdownException,
                              ShutdownException, TimeoutException, TimeoutObject)
from .executor_handler import Handler
from .executor_tasks import ExecutorTasks
from .handle import registry
from .native_entities import Part
from .polls import Polls
from .runnable_entities import guards_of, numbers_of, watched_of
from .spinning import Spinning

_scheduler = guest.scheduler
#: Executors in which a thread waits; triggers wake them.
waiting_executors: list['Executor'] = []


class Executor(ContextManager['Executor']):
    """Runs the callbacks of nodes. Subclasses decide in which threads."""

    __module__ = 'rclpy.executors'

    #: Whether it takes inputs of all kinds in the order of arrival.
    _orrery_fifo = False
    #: Whether callback groups affect which callbacks may run.
    _orrery_heeds_groups = True

    def __init__(self, *, context: Any = None) -> None:
        super().__init__()
        self._context = get_default_context() if context is None else context
        # In the order of addition; upstream has no defined order.
        self._nodes: dict[Any, None] = {}
        self._nodes_lock = threading.RLock()
        self._tasks = ExecutorTasks(oldest_first=self._orrery_fifo or since_kilted())
        self._is_shutdown = False
        self._orrery_spinning = Spinning()
        self._orrery_waiter = guest.waiter(self._orrery_fifo, lambda: [task._handler for task in self._tasks])
        self._orrery_waiter.why_none = self._orrery_why_no_input
        self._orrery_has_lost_node = False
        self._orrery_listed = -1
        self._orrery_numbers: list[int] = []
        self._orrery_custom = CustomWaitables()
        self._orrery_guards: list[GuardCondition] = []
        #: Endpoints whose inputs are kept in this process, because a program watches them.
        self._orrery_watched: list[Any] = []
        self._orrery_last_arguments: Any = None
        self._orrery_polls = Polls()
        self._context.on_shutdown(self.wake)

    @property
    def context(self) -> Any:
        """Its context."""
        return self._context

    @property
    def is_spinning(self) -> bool:
        """Whether a thread spins it."""
        return self._orrery_spinning.depth > 0

    def create_future(self) -> Future:
        """A future whose callbacks run as tasks of this executor."""
        return Future(executor=self)

    def create_task(self, callback: Any, *args: Any, **kwargs: Any) -> Task:
        """Runs a function or coroutine; its result becomes that of the task."""
        task = Task(callback, args, kwargs, executor=self)
        self._tasks.add(task)
        self._orrery_look_again()
        return task

    def _call_task_in_next_spin(self, task: Task) -> None:
        self._tasks.resume(task)
        self._orrery_look_again()

    def shutdown(self, timeout_sec: Optional[float] = None) -> bool:
        """Stops; False if callbacks are still running after the timeout."""
        del timeout_sec
        self._is_shutdown = True
        self._orrery_look_again()
        self._nodes.clear()
        return True

    def __enter__(self) -> 'Executor':
        return self

    def __exit__(self, *_: Any) -> None:
        self.shutdown()

    def add_node(self, node: Any) -> bool:
        """Runs the callbacks of `node` from now on; False if it already does."""
        with self._nodes_lock:
            if node in self._nodes:
                return False
            self._nodes[node] = None
            node.executor = self
            Activity.topology += 1
        self._orrery_look_again()
        return True

    def remove_node(self, node: Any) -> None:
        """Stops running the callbacks of `node`."""
        with self._nodes_lock:
            if node in self._nodes:
                del self._nodes[node]
                self._orrery_has_lost_node = True
                Activity.topology += 1
        self._orrery_look_again()

    def _orrery_why_no_input(self) -> str:
        """Why nothing comes, if that is because it has lost its nodes, as an addition to a report."""
        if self._nodes or not self._orrery_has_lost_node:
            return ''
        return (', because its executor has no node any more: rclpy.spin_once takes its node out of the executor '
                'when it ends; in a callback, use node.executor.spin_once')

    def wake(self) -> None:
        """Ends a wait, so that the executor checks again what is ready."""
        self._orrery_look_again()

    def get_nodes(self) -> list[Any]:
        """The nodes, in the order in which they were added."""
        return list(self._nodes)

    def spin(self) -> None:
        """Runs callbacks until the shutdown."""
        while self._context.ok() and not self._is_shutdown:
            self.spin_once()

    def spin_until_future_complete(self, future: Future,
                                   timeout_sec: Optional[float] = None) -> None:
        """Runs callbacks until `future` is done, or the timeout."""
        future.add_done_callback(lambda _: self.wake())
        start, timeout = time.monotonic(), TimeoutObject(timeout_sec)
        # Futures of asyncio and concurrent.futures may be given, too; as in upstream, only their state is asked.
        awaited = getattr(future, '_awaited', Future._awaited)
        with self._orrery_spinning, self._orrery_waiter.awaiting(awaited, timeout_sec):
            while self._context.ok() and not future.done() and not future.cancelled() \
                    and not self._is_shutdown:
                self._spin_once_until_future_complete(future, timeout)
                if timeout_sec is None or timeout_sec < 0:
                    continue
                left = timeout_sec - (time.monotonic() - start)
                if left <= 0:
                    return
                # A remainder due to rounding is waited for, too, so that at least the timeout passes.
                timeout.timeout = max(left, 1e-9)

    def spin_once(self, timeout_sec: Optional[float] = None) -> None:
        """Waits for a callback and runs it."""
        raise NotImplementedError

    def spin_once_until_future_complete(self, future: Future, timeout_sec: Any = None) -> None:
        """Runs one callback, unless `future` is done."""
        raise NotImplementedError()

    def _spin_once_until_future_complete(self, future: Future, timeout_sec: Any = None) -> None:
        raise NotImplementedError()

    def can_execute(self, entity: Any) -> bool:
        """Whether a callback of `entity` may start now."""
        return not entity._executor_event and entity.callback_group.can_execute(entity)

    def wait_for_ready_callbacks(self, *args: Any, **kwargs: Any) -> tuple[Any, Any, Any]:
        """The next callback to run: its handler, its entity, its node."""
        return self._orrery_next(*args, **kwargs)

    def _wait_for_ready_callbacks(
        self, timeout_sec: Any = None, nodes: Any = None,
        condition: Callable[[], bool] = lambda: False,
    ) -> Generator[tuple[Any, Any, Any], None, None]:
        while True:
            yield self._orrery_next(timeout_sec, nodes, condition)

    def _orrery_next(self, timeout_sec: Any = None, nodes: Any = None,
              condition: Callable[[], bool] = lambda: False) -> tuple[Any, Any, Any]:
        """Waits for something that can run. Raises if nothing will."""
        if isinstance(timeout_sec, TimeoutObject):
            timeout_sec = timeout_sec.timeout
        timeout = timeout_sec_to_nsec(timeout_sec)
        deadline = None if timeout < 0 else _scheduler.now + timeout
        arguments = (timeout_sec, None if nodes is None else tuple(map(id, nodes)))
        if arguments != self._orrery_last_arguments:
            self._orrery_last_arguments = arguments
            self._orrery_waiter.anew = True
            self._tasks.start_anew()
        while True:
            if self._is_shutdown:
                raise ShutdownException()
            if not self._context.ok():
                raise ExternalShutdownException()
            found = self._tasks.next()
            if found is not None:
                return found
            if condition():
                self._tasks.start_anew()
                raise ConditionReachedException()
            until = _scheduler.now if self._tasks.resumed else deadline
            found = self._orrery_ready_here(nodes) or self._orrery_wait(until, nodes)
            # After a wake-up, the tasks are checked again.
            self._tasks.start_anew()
            if found is not None:
                return found
            if self._orrery_timed_out and until == deadline:
                if self._is_shutdown:
                    raise ShutdownException()
                if not self._context.ok():
                    raise ExternalShutdownException()
                raise TimeoutException()

    _orrery_timed_out = False

    def _orrery_ready_here(self, nodes: Any) -> Any:
        """Entities that this process made ready: guard conditions, parts of waitables."""
        if self._orrery_listed != Activity.topology or Activity.busy or nodes is not None:
            self._orrery_list(nodes)
        waitable = self._orrery_custom.ready(self.can_execute)
        if waitable is not None:
            return Handler(self, waitable, None, None), waitable, None
        for entity in self._orrery_watched:
            if entity.handle.kept and self.can_execute(entity):
                return Handler(self, entity, entity.handle.kept.popleft(), None), entity, None
        for guard in self._orrery_guards:
            if guard.triggered and self.can_execute(guard):
                found = self._orrery_wait(_scheduler.now, nodes) if self._orrery_numbers else None
                if found is not None:
                    return found
                guard.triggered = False
                guard._executor_event = True
                return Handler(self, guard, None, None), guard, None
        return None

    def _orrery_wait(self, deadline: Optional[int], nodes: Any) -> Any:
        """Waits for an input from the graph."""
        if self._orrery_listed != Activity.topology or Activity.busy or nodes is not None:
            self._orrery_list(nodes)
        if deadline is not None and deadline <= _scheduler.now:
            deadline = self._orrery_polls.deadline_of(deadline)
        waiting_executors.append(self)
        try:
            given = guest.wait(self._orrery_waiter, deadline)
        finally:
            waiting_executors.remove(self)
        self._orrery_timed_out = given is None and deadline is not None and deadline <= _scheduler.now
        if given is None:
            return None
        self._orrery_polls.number = 0
        entity = registry.get(given.entity)
        if isinstance(entity, Part):
            entity = self._orrery_custom.give(entity, given)
        elif isinstance(entity, Waitable):
            entity.give(given.entity, given)
        if entity is None:
            guest.done(given.slot)
            return None
        return Handler(self, entity, given, None), entity, None

    def _orrery_list(self, nodes: Any) -> None:
        """Collects what can run: waitables of all nodes, then other entities node by node."""
        with self._nodes_lock:
            wanted = list(self._nodes) if nodes is None else [n for n in self._nodes if n in nodes]
        self._orrery_guards = guards_of(wanted)
        numbers = [*self._orrery_custom.collect(wanted, self.can_execute),
                   *numbers_of(wanted, self.can_execute)]
        self._orrery_watched = watched_of(wanted, self.can_execute)
        if numbers != self._orrery_numbers:
            self._orrery_numbers = numbers
            self._orrery_waiter.numbers = numbers
        self._orrery_listed = -1 if Activity.busy or nodes is not None else Activity.topology

    def _orrery_look_again(self) -> None:
        if guest.connected:
            guest.wake(self._orrery_waiter)
