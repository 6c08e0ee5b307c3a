"""Clients of services."""

from __future__ import annotations

import struct
import threading
import time
from types import GenericAlias
from typing import Any, Optional, TypeVar

import orrery_interfaces
from orrery_guest import wire
from orrery_guest.guest import Given, guest

from .callback_groups import CallbackGroup
from .impl.borrowed_names import borrowed_by
from .impl.handle import Handle
from .qos import QoSProfile
from .service_introspection import ServiceEvents
from .task import Future

SrvType = TypeVar('SrvType')
SrvTypeRequest = TypeVar('SrvTypeRequest')
SrvTypeResponse = TypeVar('SrvTypeResponse')

#: The callback that sends, and the number of the request.
_REQUEST = struct.Struct('<Iq')
#: Of service_msgs/msg/ServiceEventInfo.
_REQUEST_SENT = 0
_RESPONSE_RECEIVED = 3


class Client:
    """Calls a service. Created by nodes."""

    #: Type parameters are for type checkers; how many there are differs between distributions.
    __class_getitem__ = classmethod(GenericAlias)

    def __init__(self, context: Any, client_impl: Handle, srv_type: Any, srv_name: str,
                 qos_profile: QoSProfile, callback_group: CallbackGroup) -> None:
        self.context = context
        self.__client = client_impl
        self.srv_type = srv_type
        self.srv_name = srv_name
        self.qos_profile = qos_profile
        self._pending_requests: dict[int, Future] = {}
        self.callback_group = callback_group
        #: Whether an executor is handling it.
        self._executor_event = False
        self._lock = threading.Lock()
        self._sequence = 0
        self._number = client_impl.number
        self._events = ServiceEvents(srv_type, client_impl, client_impl.node)

    def call(self, request: Any, timeout_sec: Optional[float] = None) -> Any:
        """Calls and waits for the response; None after the timeout. Another thread must spin."""
        if not isinstance(request, self.srv_type.Request):
            raise TypeError()
        event = threading.Event()

        def unblock(future: Future) -> None:
            del future
            event.set()

        future = self.call_async(request)
        future.add_done_callback(unblock)
        # The response may have arrived before the callback was added.
        if not future.done():
            if not event.wait(timeout_sec):
                self.remove_pending_request(future)
                return None
        exception = future.exception()
        if exception is not None:
            raise exception
        return future.result()

    def call_async(self, request: Any) -> Future:
        """Calls the service; the result of the future is the response."""
        if not isinstance(request, self.srv_type.Request):
            raise TypeError()
        with self._lock:
            with self.handle:
                self._sequence += 1
                sequence = self._sequence
                self._events.publish(_REQUEST_SENT, self._number, sequence, request=request)
                slot = guest.scheduler.current.slot
                guest.send(wire.REQUEST, self._number,
                           _REQUEST.pack(slot, sequence) + orrery_interfaces.serialize(request))
            future = Future()
            self._pending_requests[sequence] = future
            future.add_done_callback(self.remove_pending_request)
        return future

    def get_pending_request(self, sequence_number: int) -> Future:
        """The future of a request."""
        with self._lock:
            return self._pending_requests[sequence_number]

    def remove_pending_request(self, future: Future) -> None:
        """Stops waiting for the response."""
        with self._lock:
            for sequence, pending in self._pending_requests.items():
                if pending is future:
                    del self._pending_requests[sequence]
                    break

    def take(self, given: Given) -> tuple[int, Any]:
        """Takes the number of the request, and the response."""
        (sequence,) = wire.I64.unpack_from(given.data, given.start)
        body = given.data[given.start + 8:]
        response = orrery_interfaces.deserialize(body, self.srv_type.Response)
        self._events.publish(_RESPONSE_RECEIVED, self._number, sequence, response=response)
        return sequence, response

    def service_is_ready(self) -> bool:
        """Whether a server exists."""
        with self.handle:
            return guest.query('available', subject=self._number)

    def wait_for_service(self, timeout_sec: Optional[float] = None) -> bool:
        """Waits until a server exists; False after the timeout."""
        sleep_time = 0.25
        left = float('inf') if timeout_sec is None else timeout_sec
        while self.context.ok() and not self.service_is_ready() and left > 0.0:
            time.sleep(sleep_time)
            left -= sleep_time
        return self.service_is_ready()

    def configure_introspection(self, clock: Any, service_event_qos_profile: QoSProfile,
                                introspection_state: Any) -> None:
        """Publishes the events of this client on ``<service>/_service_event``."""
        with self.handle:
            self._events.configure(clock, service_event_qos_profile, introspection_state)

    @property
    def handle(self) -> Handle:
        """Its representation in the graph."""
        return self.__client

    @property
    def service_name(self) -> str:
        """The absolute name, remapped."""
        with self.handle:
            return self.handle.topic_name  # type: ignore[attr-defined]

    def destroy(self) -> None:
        """Removes the client from the graph."""
        self._events.destroy()
        self.__client.destroy_when_not_in_use()

    def __enter__(self) -> 'Client':
        return self

    def __exit__(self, *_: Any) -> None:
        self.destroy()


__getattr__ = borrowed_by(__name__)
