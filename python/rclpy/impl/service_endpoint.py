"""The common part of clients and services."""

from __future__ import annotations

from types import GenericAlias
from typing import Any

from ..callback_groups import CallbackGroup
from ..qos import QoSProfile
from ..service_introspection import ServiceEvents
from .handle import Handle


class ServiceEndpoint:
    """One end of a service; its events can be published."""

    #: Whether it is the client's end.
    _calls = False
    #: Type parameters are only for type checkers; their number differs between distributions.
    __class_getitem__ = classmethod(GenericAlias)

    def __init__(self, handle: Handle, srv_type: Any, srv_name: str, qos_profile: QoSProfile,
                 callback_group: CallbackGroup) -> None:
        self.__handle = handle
        self.srv_type = srv_type
        self.srv_name = srv_name
        self.qos_profile = qos_profile
        self.callback_group = callback_group
        #: Whether an executor is handling it.
        self._executor_event = False
        self._number = handle.number
        self._events = ServiceEvents(
            srv_type, handle.node, handle.topic_name,
            client=handle.number if self._calls else None)

    def configure_introspection(self, clock: Any, service_event_qos_profile: QoSProfile,
                                introspection_state: Any) -> None:
        """Publishes the events of this end on ``<service>/_service_event``."""
        with self.handle:
            self._events.configure(clock, service_event_qos_profile, introspection_state)

    @property
    def logger_name(self) -> str:
        """The name of the logger of its node."""
        with self.handle:
            return self.handle.logger_name  # type: ignore[attr-defined]

    @property
    def handle(self) -> Handle:
        """Its representation in the graph."""
        return self.__handle

    @property
    def service_name(self) -> str:
        """The absolute name, remapped."""
        with self.handle:
            return self.handle.topic_name  # type: ignore[attr-defined]

    def destroy(self) -> None:
        """Removes it from the graph."""
        self._events.destroy()
        self.__handle.destroy_when_not_in_use()

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *_: Any) -> None:
        self.destroy()
