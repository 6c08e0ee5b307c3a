"""How executors call the callback of each kind of entity."""

from __future__ import annotations

import inspect
from typing import Any, Callable, Coroutine, Optional

from orrery_guest import wire
from orrery_guest.guest import Given, guest

from ..callback_groups import CallbackGroup, ReentrantCallbackGroup
from ..client import Client
from ..guard_condition import GuardCondition
from ..service import Service
from ..subscription import Subscription
from ..task import Task
from ..timer import Timer
from ..waitable import Waitable
from .custom_waitables import is_custom

_scheduler = guest.scheduler
Executor = Any


def _call_timer(_executor: Executor, timer: Timer, given: Given) -> Any:
    expected = wire.I64.unpack_from(given.data, given.start)[0] \
        if len(given.data) >= given.start + 8 else _scheduler.now
    return _called(timer.callback, *timer.called(expected))


def _call_subscription(_executor: Executor, subscription: Subscription, given: Given) -> Any:
    callback = subscription._callback
    result = callback(*subscription.take(given))
    return None if result is None else _coroutine_of(callback, result)


def _call_guard(_executor: Executor, guard: GuardCondition, _given: Any) -> Any:
    return _called(guard.callback)


def _call_client(_executor: Executor, client: Client, given: Given) -> Any:
    sequence, response = client.take(given)
    try:
        future = client.get_pending_request(sequence)
    except KeyError:
        return None
    future._set_executor(_executor)
    future.set_result(response)
    return None


def _call_service(_executor: Executor, service: Service, given: Given) -> Any:
    request, header = service.take(given)
    response = service.srv_type.Response()
    if inspect.iscoroutinefunction(service.callback):
        return _answer(service, request, response, header)
    service.send_response(service.callback(request, response), header)
    return None


async def _answer(service: Service, request: Any, response: Any, header: Any) -> None:
    service.send_response(await service.callback(request, response), header)


def _call_waitable(executor: Executor, waitable: Waitable, _given: Any) -> Any:
    for future in waitable._futures:
        future._set_executor(executor)
    # A custom waitable was asked when it was chosen.
    if not is_custom(waitable) and not waitable.is_ready(None):
        return None
    return waitable.execute(waitable.take_data())


def _called(callback: Any, *args: Any) -> Any:
    if callback is None:
        return None
    result = callback(*args)
    return None if result is None else _coroutine_of(callback, result)


def _coroutine_of(callback: Any, result: Any) -> Any:
    return result if inspect.iscoroutine(result) and inspect.iscoroutinefunction(callback) else None


class _Calls(dict):
    """The function that calls an entity's callback, by the entity's class."""

    def __missing__(self, kind: type) -> Callable[..., Any]:
        for base, call in _BASES:
            if issubclass(kind, base):
                self[kind] = call
                return call
        raise TypeError(f'an executor cannot run {kind.__name__}')


_BASES: tuple[tuple[type, Callable[..., Any]], ...] = (
    (Timer, _call_timer), (Subscription, _call_subscription), (GuardCondition, _call_guard),
    (Client, _call_client), (Service, _call_service), (Waitable, _call_waitable))
#: Functions that call callbacks, given the executor, the entity and its input.
CALLS = _Calls()


#: For executors that ignore callback groups.
_NO_GROUP = ReentrantCallbackGroup()


def run_callback(executor: Executor, entity: Any, given: Optional[Given]) -> None:
    """Runs one callback to its end, or until it first awaits a future."""
    thread = _scheduler.current
    slot = 0 if given is None else given.slot
    before, thread.slot = thread.slot, slot or thread.slot
    group = entity.callback_group if executor._orrery_heeds_groups else _NO_GROUP
    coroutine = None
    try:
        if not group.beginning_execution(entity):
            return
        entity._executor_event = False
        try:
            if guest.stop_in_callback:
                coroutine = _call_stopping(executor, entity, given)
            else:
                kind = type(entity)
                # To compare a class takes less time than to look it up.
                call = _call_subscription if kind is Subscription else CALLS[kind]
                coroutine = call(executor, entity, given)
        finally:
            if coroutine is None:
                if given is not None and given.duration:
                    _take_time(given)
                group.ending_execution(entity)
        if coroutine is not None:
            _go_on(executor, coroutine, entity, given, group)
    except BaseException as error:
        if slot and coroutine is None:
            guest.raised(slot, error)
            slot = 0
        raise
    finally:
        thread.slot = before
        if slot and coroutine is None:
            guest.done(slot)


def _call_stopping(executor: Executor, entity: Any, given: Optional[Given]) -> Any:
    """Calls it with the debugger stopped at its first statement."""
    from orrery_guest.debugging import Stop

    guest.stop_in_callback = False
    stop = Stop()
    try:
        return CALLS[type(entity)](executor, entity, given)
    finally:
        stop.end()


def _take_time(given: Optional[Given]) -> None:
    """Takes the execution time that a model gives the callback."""
    if given is not None and given.duration > 0:
        _scheduler.sleep_until(_scheduler.now + given.duration)


def _go_on(executor: Executor, coroutine: Coroutine, entity: Any, given: Optional[Given],
           group: CallbackGroup) -> None:
    """Continues a coroutine now, and whenever the executor wakes."""

    async def whole() -> None:
        slot = 0 if given is None else given.slot
        try:
            await coroutine
        except BaseException as error:
            if slot:
                guest.raised(slot, error)
                slot = 0
            raise
        finally:
            _take_time(given)
            group.ending_execution(entity)
            if slot:
                guest.done(slot)

    task = Task(whole, executor=executor)
    task()
    if not task.done():
        executor._tasks.add(task, entity)
        return
    exception = task.exception()
    if exception is not None:
        raise exception
