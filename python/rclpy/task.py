"""Futures and tasks."""

from __future__ import annotations

import inspect
import sys
import threading
import warnings
import weakref
from types import GenericAlias
from typing import Any, Callable, Generator, Optional, Union

from orrery_guest.code_place import tell_place_of_response
from orrery_guest.guest import guest

from .impl.distributions import since_lyrical

_scheduler = guest.scheduler


class Future:
    """A result that will be available later."""

    #: Type parameters are only for type checkers; their number differs between distributions.
    __class_getitem__ = classmethod(GenericAlias)

    #: What its end is, in words, for reports.
    _awaited = 'the end of a future'
    #: The number of the client of which it is a response; 0: it is none.
    _client = 0

    def __init__(self, *, executor: Any = None) -> None:
        self._done = False
        self._cancelled = False
        self._result: Any = None
        self._exception: Optional[BaseException] = None
        self._exception_fetched = False
        self._callbacks: list[Union[Callable[['Future'], Any], Task]] = []
        self._lock = threading.Lock()
        self._executor: Any = None
        self._set_executor(executor)

    def __del__(self) -> None:
        if self._exception is not None and not self._exception_fetched:
            print('The following exception was never retrieved: ' + str(self._exception),
                  file=sys.stderr)

    def __await__(self) -> Generator[Optional['Future'], None, Any]:
        if since_lyrical():
            # The awaiting task goes on when this future is done.
            if self._pending():
                yield self
            if self._pending():
                raise RuntimeError('Future awaited a second time before it was done')
            return self.result()
        # Awaiting tasks are checked again whenever their executor wakes.
        while self._pending():
            yield None
        return self.result()

    def _pending(self) -> bool:
        return not self._done and not self._cancelled

    def cancel(self) -> None:
        """Cancels the future, which then has no result."""
        with self._lock:
            if not self._done:
                self._cancelled = True
        self._schedule_or_invoke_done_callbacks()

    def cancelled(self) -> bool:
        """Whether it was cancelled."""
        return self._cancelled

    def done(self) -> bool:
        """Whether there is a result or an exception, or it was cancelled."""
        return self._done

    def result(self) -> Any:
        """The result, or None if there is none yet. Raises the exception if one was set."""
        if self._exception is not None:
            self._exception_fetched = True
            raise self._exception
        return self._result

    def exception(self) -> Optional[BaseException]:
        """The exception, if it ended with one."""
        self._exception_fetched = True
        return self._exception

    def set_result(self, result: Any) -> None:
        """Sets the result."""
        with self._lock:
            self._result = result
            self._done = True
            self._cancelled = False
        self._schedule_or_invoke_done_callbacks()

    def set_exception(self, exception: BaseException) -> None:
        """Sets the exception with which it ends."""
        with self._lock:
            self._exception = exception
            self._exception_fetched = False
            self._done = True
            self._cancelled = False
        self._schedule_or_invoke_done_callbacks()

    def _schedule_or_invoke_done_callbacks(self) -> None:
        with self._lock:
            executor = None if self._executor is None else self._executor()
            callbacks, self._callbacks = self._callbacks, []
        for callback in callbacks:
            try:
                self._tell(executor, callback)
            except Exception as error:
                # Nothing handles the exception, and others are to be called, too.
                warnings.warn(f'Unhandled exception in done callback: {error}')

    def _tell(self, executor: Any, callback: Union[Callable[['Future'], Any], 'Task']) -> None:
        if isinstance(callback, Task):
            # Its executor is gone when there is none.
            if executor is not None:
                executor._call_task_in_next_spin(callback)
        elif executor is not None:
            executor.create_task(callback, self)
        else:
            callback(self)

    def _set_executor(self, executor: Any) -> None:
        with self._lock:
            self._executor = None if executor is None else weakref.ref(executor)

    def add_done_callback(self, callback: Callable[['Future'], Any]) -> None:
        """Calls `callback` with this future when it is done; at once if it already is.

        What it raises then is raised here.
        """
        if self._client != 0:
            tell_place_of_response(self._client, callback)
        self._tell_when_done(callback)

    def _tell_when_done(self, callback: Union[Callable[['Future'], Any], 'Task']) -> None:
        with self._lock:
            if self._pending():
                self._callbacks.append(callback)
                return
            executor = None if self._executor is None else self._executor()
        self._tell(executor, callback)

    def remove_done_callback(self, callback: Callable[['Future'], Any]) -> bool:
        """Removes `callback`; False if it was not registered."""
        with self._lock:
            try:
                self._callbacks.remove(callback)
            except ValueError:
                return False
            return True


class Task(Future):
    """A function or coroutine that an executor runs, one step per call."""

    def __init__(self, handler: Any, args: Any = None, kwargs: Any = None,
                 executor: Any = None) -> None:
        super().__init__(executor=executor)
        self._handler = handler
        self._args = args if args is not None else []
        self._kwargs = kwargs if kwargs is not None else {}
        if inspect.iscoroutinefunction(handler):
            self._handler = handler(*self._args, **self._kwargs)
            self._args = None
            self._kwargs = None
        self._executing = False
        #: Whether it waits for a future that lets it go on (since Lyrical).
        self._suspended = False
        self._task_lock = threading.Lock()
        #: The callback to which it belongs, which counts as the sender of its messages.
        self.slot = _scheduler.current.slot

    def __call__(self) -> None:
        """Runs until it ends or awaits something that is not available yet."""
        if self._done or self._executing or not self._task_lock.acquire(blocking=False):
            return
        thread = _scheduler.current
        before, thread.slot = thread.slot, self.slot
        try:
            if self._done:
                return
            self._executing = True
            if inspect.iscoroutine(self._handler):
                self._step()
            else:
                self._invoke()
        finally:
            self._executing = False
            thread.slot = before
            self._task_lock.release()

    def _step(self) -> None:
        try:
            awaited = self._handler.send(None)
        except StopIteration as end:
            self.set_result(end.value)
            self._complete_task()
        except Exception as error:
            self.set_exception(error)
            self._complete_task()
        else:
            if since_lyrical():
                self._suspend(awaited)

    def _suspend(self, awaited: Any) -> None:
        """Waits for the future that the coroutine awaits, or for the next spin."""
        executor = None if self._executor is None else self._executor()
        if executor is None:
            raise RuntimeError('Task tried to reschedule but no executor was set: '
                               'tasks should only be initialized through executor.create_task()')
        if awaited is None:
            executor._call_task_in_next_spin(self)
            return
        if not isinstance(awaited, Future):
            raise TypeError(f'Expected coroutine to yield a Future or None, got: {type(awaited)}')
        other = None if awaited._executor is None else awaited._executor()
        if other is None:
            awaited._set_executor(executor)
        elif other is not executor:
            raise RuntimeError('A task can only await futures associated with the same executor')
        self._suspended = True
        awaited._tell_when_done(self)

    def _invoke(self) -> None:
        try:
            self.set_result(self._handler(*self._args, **self._kwargs))
        except Exception as error:
            self.set_exception(error)
        self._complete_task()

    def _complete_task(self) -> None:
        self._handler = None
        self._args = None
        self._kwargs = None

    def executing(self) -> bool:
        """Whether it is being executed now."""
        return self._executing

    def cancel(self) -> None:
        if self._pending() and inspect.iscoroutine(self._handler):
            self._handler.close()
        super().cancel()
