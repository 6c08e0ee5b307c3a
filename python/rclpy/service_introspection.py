"""Services that publish their events."""

from __future__ import annotations

from enum import IntEnum
from typing import Any, Optional

import orrery_interfaces
from orrery_guest import wire
from orrery_guest.guest import guest

from .impl.handle import Handle
from .impl.wire_entities import declare


class ServiceIntrospectionState(IntEnum):
    """How much is published."""

    OFF = 0
    METADATA = 1
    CONTENTS = 2


#: The kinds of events, with their numbers in service_msgs/msg/ServiceEventInfo.
REQUEST_SENT, REQUEST_RECEIVED, RESPONSE_SENT, RESPONSE_RECEIVED = range(4)


class ServiceEvents:
    """Publishes the events of one end of a service."""

    def __init__(self, srv_type: Any, node: int, name: str,
                 client: Optional[int] = None) -> None:
        self._srv_type = srv_type
        self._node = node
        self._name = name
        #: The client's own number, or for servers the numbers that they give to clients.
        self._client = client
        self._known_as = 0
        self._clock: Any = None
        self._state = ServiceIntrospectionState.OFF
        self._publisher: Optional[Handle] = None

    def configure(self, clock: Any, qos: Any, state: Any) -> None:
        """Starts, changes or, with OFF, ends publishing."""
        self._clock = clock
        self._state = ServiceIntrospectionState(state)
        if self._state is ServiceIntrospectionState.OFF:
            self.destroy()
        elif self._publisher is None:
            number = declare(wire.PUBLISHER, self._node, f'{self._name}/_service_event',
                             self._srv_type.Event, qos)
            self._publisher = Handle('publisher', number)
            if self._client is not None:
                self._known_as = guest.query('client', subject=self._client)

    def publish(self, kind: int, client: int, sequence: int, *,
                request: Any = None, response: Any = None) -> None:
        """Publishes an event, with its request or response if contents are enabled."""
        if self._publisher is None:
            return
        event = self._srv_type.Event()
        event.info.event_type = kind
        event.info.stamp = self._clock.now().to_msg()
        number = client if self._client is None else self._known_as
        event.info.client_gid = list(number.to_bytes(16, 'little'))
        event.info.sequence_number = sequence
        if self._state is ServiceIntrospectionState.CONTENTS:
            event.request = [] if request is None else [request]
            event.response = [] if response is None else [response]
        guest.publish(self._publisher.number, orrery_interfaces.serialize(event))

    def destroy(self) -> None:
        """Stops publishing."""
        if self._publisher is not None:
            self._publisher.destroy_when_not_in_use()
        self._publisher = None
