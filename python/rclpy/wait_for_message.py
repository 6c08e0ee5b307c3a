"""Waits for one message."""

from __future__ import annotations

from typing import Any, Union

from orrery_guest.deadlock import place_of_caller
from orrery_guest.guest import guest
from orrery_guest.locks import deadline_after

from .impl.handle import registry
from .qos import QoSProfile


def wait_for_message(msg_type: Any, node: Any, topic: str, *,
                     qos_profile: Union[QoSProfile, int] = 1,
                     time_to_wait: Any = -1) -> tuple[bool, Any]:
    """The next message of a topic: (True, message), or (False, None) after the timeout."""
    subscription = node.create_subscription(msg_type, topic, lambda _: None, qos_profile)
    waiter = guest.waiter()
    waiter.numbers = [subscription._number]
    waiting = [True]

    def end() -> None:
        waiting[0] = False
        guest.wake(waiter)

    node.context.on_shutdown(end)
    deadline = None
    if time_to_wait >= 0:
        deadline = deadline_after(time_to_wait)
    else:
        waiter.awaits = (f'a message of the topic {subscription.topic_name}', *place_of_caller())
    try:
        while waiting[0] and node.context.ok():
            given = guest.wait(waiter, deadline)
            if given is not None and registry.get(given.entity) is subscription:
                message = subscription.take(given)[0]
                guest.done(given.slot)
                return True, message
            if deadline is not None and guest.scheduler.now >= deadline:
                break
        return False, None
    finally:
        node.destroy_subscription(subscription)
