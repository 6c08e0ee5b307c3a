"""The parts of programs' own waitables: entities without a callback, for use by hand."""

from __future__ import annotations

import json
import struct
from collections import deque
from typing import Any, Callable, Optional

import orrery_interfaces
from orrery_guest import wire
from orrery_guest.guest import Given, guest
from orrery_guest.repeated_questions import ask

from .event_infos import protocol_kind
from .handle import Handle, registry
from .name_rules import expand
from .watches import Watch
from .wire_entities import declare, declare_event, declare_timer

_SET = struct.Struct('<Bq')
_CANCEL, _RESET, _PERIOD = range(3)
_INFO = struct.Struct('<qqII')
_REQUEST = struct.Struct('<Iq')
_TAKEN = struct.Struct('<IIq')
_RESPONSE = struct.Struct('<II')


class Part(Handle):
    """A part of a wait set, which keeps inputs from the graph until they are taken."""

    #: The name of its kind in a wait set.
    kind = ''

    def __init__(self, name: str, number: int = 0) -> None:
        super().__init__(name, number)
        self._inputs: deque[Given] = deque()
        if number:
            registry[number] = self

    @property
    def ready(self) -> bool:
        """Whether there is something to take."""
        return bool(self._inputs)

    def give(self, given: Given) -> None:
        """Takes an input from the graph."""
        self._inputs.append(given)

    def seen(self) -> None:
        """Notes that somebody has asked whether it is ready."""

    def belong_to(self, node: Any) -> None:
        """Assigns the part to the node whose waitable waits for it."""

    def _take(self) -> Optional[Given]:
        return self._inputs.popleft() if self._inputs else None


class GuardCondition(Part):
    """Is ready once after each trigger."""

    kind = 'guard_condition'

    def __init__(self, context_handle: Any) -> None:
        if context_handle is None:
            raise RuntimeError('Context must be initialized before a guard condition is made')
        super().__init__('guard condition')
        self.triggered = False

    @property
    def ready(self) -> bool:
        return self.triggered

    def seen(self) -> None:
        self.triggered = False

    def trigger_guard_condition(self) -> None:
        """Wakes whoever waits for it."""
        from ..callback_groups import Activity
        from ..guard_condition import wake_executors

        with self:
            self.triggered = True
            Activity.topology += 1
            wake_executors()


class Subscription(Part):
    """Takes messages by hand."""

    kind = 'subscription'

    def __init__(self, node_handle: Any, msg_type: Any, topic: str, qos_profile: Any) -> None:
        self.topic_name = expand(topic, *node_handle.names)
        super().__init__('subscription', declare(
            wire.SUBSCRIPTION, node_handle.number, self.topic_name, msg_type, qos_profile))

    def take_message(self, msg_type: Any, raw: bool) -> Optional[tuple[Any, dict[str, int]]]:
        """A message and its metadata; None if there is none."""
        given = self._take()
        if given is None:
            return None
        sent, received, number, _ = _INFO.unpack_from(given.data, given.start)
        body = bytes(given.data[given.start + _INFO.size:])
        info = {'source_timestamp': sent, 'received_timestamp': received,
                'publication_sequence_number': number, 'reception_sequence_number': None}
        return (body if raw else orrery_interfaces.deserialize(body, msg_type)), info


class Client(Part):
    """Sends requests and takes responses by hand."""

    kind = 'client'

    def __init__(self, node_handle: Any, srv_type: Any, name: str, qos_profile: Any) -> None:
        self.service_name = expand(name, *node_handle.names)
        super().__init__('client', declare(
            wire.CLIENT, node_handle.number, self.service_name, srv_type, qos_profile))
        self._sequence = 0

    def send_request(self, request: Any) -> int:
        """Sends a request; returns its number."""
        self._sequence += 1
        slot = guest.scheduler.current.slot
        guest.send(wire.REQUEST, self.number,
                   _REQUEST.pack(slot, self._sequence) + orrery_interfaces.serialize(request))
        return self._sequence

    def service_server_is_available(self) -> bool:
        """Whether there is a server."""
        return ask('available', subject=self.number)

    def take_response(self, response_type: Any) -> tuple[Any, Any]:
        """The header of the request, and its response; (None, None) if there is none."""
        from ..service import RequestHeader

        given = self._take()
        if given is None:
            return None, None
        (sequence,) = wire.I64.unpack_from(given.data, given.start)
        body = given.data[given.start + 8:]
        return RequestHeader(0, self.number, sequence), \
            orrery_interfaces.deserialize(body, response_type)


class Service(Part):
    """Takes requests and answers them by hand."""

    kind = 'service'

    def __init__(self, node_handle: Any, srv_type: Any, name: str, qos_profile: Any) -> None:
        self.name = expand(name, *node_handle.names)
        super().__init__('service', declare(
            wire.SERVICE, node_handle.number, self.name, srv_type, qos_profile))

    def service_take_request(self, request_type: Any) -> tuple[Any, Any]:
        """A request and its sender; (None, None) if there is none."""
        from ..service import RequestHeader

        given = self._take()
        if given is None:
            return None, None
        header = RequestHeader(*_TAKEN.unpack_from(given.data, given.start))
        body = given.data[given.start + _TAKEN.size:]
        return orrery_interfaces.deserialize(body, request_type), header

    def service_send_response(self, response: Any, header: Any) -> None:
        """Answers a request."""
        slot = guest.scheduler.current.slot
        guest.send(wire.RESPONSE, self.number, _RESPONSE.pack(slot, header.number)
                   + orrery_interfaces.serialize(response))


class Timer(Part):
    """Is ready after each period until it is called by hand."""

    kind = 'timer'

    def __init__(self, clock_handle: Any, context_handle: Any, period: int,
                 autostart: bool = True) -> None:
        del context_handle
        super().__init__('timer')
        self._clock = clock_handle
        self._period = period
        self._cancelled = not autostart
        self._last = clock_handle.now()

    def belong_to(self, node: Any) -> None:
        # A timer of the graph belongs to a node; whoever waits for it decides to which.
        if self.number:
            return
        self.number = declare_timer(
            node.handle.number, self._period, int(self._clock.clock_type), not self._cancelled)
        registry[self.number] = self

    def is_timer_ready(self) -> bool:
        """Whether it is due."""
        return self.ready

    def call_timer(self) -> None:
        """Marks it as called."""
        self._take()
        self._last = self._clock.now()

    def call_timer_with_info(self) -> dict[str, int]:
        """Marks it as called; returns when it was due, and when it was called."""
        expected = self._last + self._period
        self.call_timer()
        return {'expected_call_time': expected, 'actual_call_time': self._last}

    def cancel_timer(self) -> None:
        """Cancels it until it is reset."""
        self._cancelled = True
        self._set(_CANCEL)

    def reset_timer(self) -> None:
        """Lets the next call be one period from now."""
        self._cancelled = False
        self._set(_RESET)

    def is_timer_canceled(self) -> bool:
        """Whether it was cancelled and not reset since."""
        return self._cancelled

    def get_timer_period(self) -> int:
        """The period in ns."""
        return self._period

    def change_timer_period(self, period: int) -> None:
        """Sets the period, in ns."""
        self._period = period
        self._set(_PERIOD, period)

    def time_since_last_call(self) -> int:
        """ns since its last call, or since its creation."""
        return self._clock.now() - self._last

    def time_until_next_call(self) -> Optional[int]:
        """ns until the next call; None if it is cancelled."""
        if self._cancelled:
            return None
        if not self.number:
            return self._last + self._period - self._clock.now()
        return guest.query('timer', subject=self.number)['next']

    def _set(self, operation: int, value: int = 0) -> None:
        if self.number:
            guest.send(wire.TIMER_SET, self.number, _SET.pack(operation, value))


class EventHandle(Part):
    """Receives the events of a publisher or subscription."""

    kind = 'event'

    def __init__(self, endpoint: Handle, event_type: Any) -> None:
        number, self._info = protocol_kind(event_type)
        super().__init__('event', declare_event(endpoint.number, number))
        self._watch: Optional[Watch] = None

    def set_on_new_event_callback(self, callback: Callable[[int], Any]) -> None:
        """Calls back as soon as an event occurs."""
        self.clear_on_new_event_callback()
        self._watch = Watch(self.number, callback, self.give)

    def clear_on_new_event_callback(self) -> None:
        """Stops calling back."""
        if self._watch is not None:
            self._watch.end()
            self._watch = None

    def take_event(self) -> Any:
        """The last event; zeros if there is none."""
        given = self._take()
        status = {} if given is None else json.loads(bytes(given.data[given.start:]))
        return self._info(**{name: status[name] for name in self._info._fields if name in status})
