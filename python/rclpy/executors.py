"""Which callback runs next, and in which thread."""

from __future__ import annotations

import os
import warnings
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Callable, Optional, Union

from orrery_guest.guest import guest

from .callback_groups import Activity
from .client import Client
from .guard_condition import GuardCondition
from .impl.borrowed_names import borrowed_by
from .impl.executor import Executor
from .impl.executor_errors import (  # noqa: F401
    ConditionReachedException, ExternalShutdownException, ShutdownException, TimeoutException,
    TimeoutObject, await_or_execute)
from .impl.executor_calls import run_callback
from .impl.executor_handler import Handler
from .impl.handle import registry
from .service import Service
from .subscription import Subscription
from .task import Future, Task
from .timer import Timer
from .waitable import Waitable

WaitableEntityType = Union[Timer, Subscription, Client, Service, Waitable, GuardCondition]

_scheduler = guest.scheduler
#: The arguments of a wait for anything, without a timeout.
_FOREVER = (None, None)


def _never() -> bool:
    return False


class SingleThreadedExecutor(Executor):
    """Runs callbacks in the thread that spins."""

    def __init__(self, *, context: Any = None) -> None:
        super().__init__(context=context)

    def _spin_once_impl(self, timeout_sec: Any = None,
                        condition: Optional[Callable[[], bool]] = None) -> None:
        if timeout_sec is None and condition is None and self._orrery_run_ordinary():
            return
        try:
            handler, entity, _ = self._orrery_next(timeout_sec, None, condition or _never)
        except ShutdownException:
            pass
        except TimeoutException:
            pass
        except ConditionReachedException:
            pass
        else:
            if type(handler) is Handler:
                handler.run()
            else:
                handler()
                if handler.exception() is not None:
                    raise handler.exception()
            del entity

    def _orrery_run_ordinary(self) -> bool:
        """Waits and runs one callback, if only the graph can make callbacks ready."""
        if (self._tasks.entries or self._orrery_guards or self._orrery_watched
                or self._orrery_custom.sets or Activity.busy
                or self._orrery_listed != Activity.topology
                or self._orrery_last_arguments != _FOREVER
                or self._is_shutdown or not self._context.ok()):
            return False
        given = guest.wait_alone(self._orrery_waiter)
        if given is None:
            return False
        entity = registry.get(given.entity)
        if isinstance(entity, Waitable):
            entity.give(given.entity, given)
        if entity is None:
            guest.done(given.slot)
        else:
            run_callback(self, entity, given)
        return True

    def spin_once(self, timeout_sec: Optional[float] = None) -> None:
        with self._orrery_spinning:
            self._spin_once_impl(timeout_sec)

    def _spin_once_until_future_complete(self, future: Future, timeout_sec: Any = None) -> None:
        self._spin_once_impl(timeout_sec, lambda: future.done() or future.cancelled())

    def spin_once_until_future_complete(self, future: Future, timeout_sec: Any = None) -> None:
        with self._orrery_spinning:
            future.add_done_callback(lambda _: self.wake())
            self._spin_once_until_future_complete(future, timeout_sec)


class MultiThreadedExecutor(Executor):
    """Runs callbacks in a pool of threads."""

    def __init__(self, num_threads: Optional[int] = None, *, context: Any = None) -> None:
        super().__init__(context=context)
        if num_threads is None:
            num_threads = len(os.sched_getaffinity(0)) if hasattr(os, 'sched_getaffinity') \
                else os.cpu_count() or 2
        if num_threads == 1:
            warnings.warn(
                'MultiThreadedExecutor is used with a single thread.\n'
                'Use the SingleThreadedExecutor instead.')
        self._futures: list[Any] = []
        self._executor = ThreadPoolExecutor(num_threads)

    def _spin_once_impl(self, timeout_sec: Any = None,
                        condition: Callable[[], bool] = lambda: False) -> None:
        try:
            handler, entity, _ = self._orrery_next(timeout_sec, None, condition)
        except ExternalShutdownException:
            pass
        except ShutdownException:
            pass
        except TimeoutException:
            pass
        except ConditionReachedException:
            pass
        else:
            if entity is not None and not isinstance(handler, Task):
                entity._executor_event = True
                Activity.topology += 1
            self._executor.submit(self._orrery_in_thread, handler)
            self._futures.append(handler)
            # Lets the pool start, so that busy groups are known before the next wait.
            _scheduler.give_way()
            for future in list(self._futures):
                if future.done():
                    self._futures.remove(future)
                    future.result()

    def _orrery_in_thread(self, handler: Any) -> None:
        handler()
        Activity.topology += 1
        self._orrery_look_again()

    def spin_once(self, timeout_sec: Optional[float] = None) -> None:
        with self._orrery_spinning:
            self._spin_once_impl(timeout_sec)

    def _spin_once_until_future_complete(self, future: Future, timeout_sec: Any = None) -> None:
        self._spin_once_impl(timeout_sec, lambda: future.done() or future.cancelled())

    def spin_once_until_future_complete(self, future: Future, timeout_sec: Any = None) -> None:
        with self._orrery_spinning:
            future.add_done_callback(lambda _: self.wake())
            self._spin_once_until_future_complete(future, timeout_sec)

    def shutdown(self, timeout_sec: Optional[float] = None, *,
                 wait_for_threads: bool = True) -> bool:
        success = super().shutdown(timeout_sec)
        self._executor.shutdown(wait=wait_for_threads)
        return success


__getattr__ = borrowed_by(__name__)
