"""Clients of services."""

from __future__ import annotations

import struct
import threading
import time
from typing import Any, Optional, TypeVar

import orrery_interfaces
from orrery_guest import wire
from orrery_guest.deadlock import awaiting
from orrery_guest.guest import Given, guest
from orrery_guest.repeated_questions import ask

from .callback_groups import CallbackGroup
from .impl.borrowed_names import borrowed_by
from .impl.distributions import since_kilted
from .impl.handle import Handle
from .impl.service_endpoint import ServiceEndpoint
from .impl.watches import settle
from .qos import QoSProfile
from .service_introspection import REQUEST_SENT, RESPONSE_RECEIVED
from .task import Future

SrvType = TypeVar('SrvType')
SrvTypeRequest = TypeVar('SrvTypeRequest')
SrvTypeResponse = TypeVar('SrvTypeResponse')

#: Number of the callback that sends, and number of the request.
_REQUEST = struct.Struct('<Iq')


class Client(ServiceEndpoint):
    """Calls a service. Created by nodes."""

    _calls = True

    def __init__(self, context: Any, client_impl: Handle, srv_type: Any, srv_name: str,
                 qos_profile: QoSProfile, callback_group: CallbackGroup) -> None:
        super().__init__(client_impl, srv_type, srv_name, qos_profile, callback_group)
        self.context = context
        self._pending_requests: dict[int, Future] = {}
        self._lock = threading.Lock()
        self._sequence = 0

    def call(self, request: Any, timeout_sec: Optional[float] = None) -> Any:
        """Calls and waits for the response. Another thread must spin.

        After the timeout, this returns None up to Jazzy; newer distributions raise TimeoutError.
        """
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
            with awaiting(guest.scheduler.current, f'the response of the service {self.srv_name}'):
                answered = event.wait(timeout_sec)
            if not answered:
                self.remove_pending_request(future)
                if since_kilted():
                    raise TimeoutError()
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
                self._events.publish(REQUEST_SENT, self._number, sequence, request=request)
                slot = guest.scheduler.current.slot
                guest.send(wire.REQUEST, self._number,
                           _REQUEST.pack(slot, sequence) + orrery_interfaces.serialize(request))
            future = Future()
            future._awaited = f'the response of the service {self.service_name}'
            self._pending_requests[sequence] = future
            future.add_done_callback(self.remove_pending_request)
            # Further callbacks are the program's.
            future._client = self._number
        settle()
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
        """Returns the number of the request, and the response."""
        (sequence,) = wire.I64.unpack_from(given.data, given.start)
        body = given.data[given.start + 8:]
        response = orrery_interfaces.deserialize(body, self.srv_type.Response)
        self._events.publish(RESPONSE_RECEIVED, self._number, sequence, response=response)
        return sequence, response

    def service_is_ready(self) -> bool:
        """Whether a server exists."""
        with self.handle:
            return ask('available', subject=self._number)

    def wait_for_service(self, timeout_sec: Optional[float] = None) -> bool:
        """Waits until a server exists; False after the timeout."""
        sleep_time = 0.25
        left = float('inf') if timeout_sec is None else timeout_sec
        while self.context.ok() and not self.service_is_ready() and left > 0.0:
            time.sleep(sleep_time)
            left -= sleep_time
        return self.service_is_ready()


__getattr__ = borrowed_by(__name__)
