"""Calls back when parameters of any node change."""

from __future__ import annotations

from typing import Any, Callable, Optional

from .parameter import Parameter
from .qos import QoSProfile, qos_profile_parameter_events


class ParameterCallbackHandle:
    """A registration for one parameter."""

    def __init__(self, parameter_name: str, node_name: str,
                 callback: Callable[[Any], None]) -> None:
        self.parameter_name = parameter_name
        self.node_name = node_name
        self.callback = callback


class ParameterEventCallbackHandle:
    """A registration for all events."""

    def __init__(self, callback: Callable[[Any], None]) -> None:
        self.callback = callback


class ParameterEventHandler:
    """Listens to ``/parameter_events``."""

    class Callbacks:
        """The callbacks; the last one added is called first."""

        def __init__(self) -> None:
            self.parameter_callbacks: dict[tuple[str, str], list[ParameterCallbackHandle]] = {}
            self.event_callbacks: list[ParameterEventCallbackHandle] = []

        def event_callback(self, event: Any) -> None:
            """Calls all callbacks that an event concerns."""
            for (name, node), handles in list(self.parameter_callbacks.items()):
                found = ParameterEventHandler.get_parameter_from_event(event, name, node)
                if found is not None:
                    for handle in list(handles):
                        handle.callback(found)
            for each in list(self.event_callbacks):
                each.callback(event)

        def add_parameter_callback(self, parameter_name: str, node_name: str,
                                   callback: Callable) -> ParameterCallbackHandle:
            """Adds a callback for a parameter."""
            handle = ParameterCallbackHandle(parameter_name, node_name, callback)
            key = (parameter_name, node_name)
            self.parameter_callbacks.setdefault(key, []).insert(0, handle)
            return handle

        def remove_parameter_callback(self, handle: ParameterCallbackHandle) -> None:
            """Removes a callback for a parameter."""
            key = (handle.parameter_name, handle.node_name)
            handles = self.parameter_callbacks.get(key)
            if handles is None or handle not in handles:
                raise RuntimeError("Callback doesn't exist")
            handles.remove(handle)
            if not handles:
                del self.parameter_callbacks[key]

        def add_parameter_event_callback(
            self, callback: Callable
        ) -> ParameterEventCallbackHandle:
            """Adds a callback for all events."""
            handle = ParameterEventCallbackHandle(callback)
            self.event_callbacks.insert(0, handle)
            return handle

        def remove_parameter_event_callback(self, handle: ParameterEventCallbackHandle) -> None:
            """Removes a callback for all events."""
            if handle not in self.event_callbacks:
                raise RuntimeError("Callback doesn't exist")
            self.event_callbacks.remove(handle)

    def __init__(self, node: Any, qos_profile: QoSProfile = qos_profile_parameter_events,
                 callback_group: Any = None, event_callbacks: Any = None,
                 qos_overriding_options: Any = None, raw: bool = False) -> None:
        from rcl_interfaces.msg import ParameterEvent

        self.node = node
        self.qos_profile = qos_profile
        self._callbacks = ParameterEventHandler.Callbacks()
        self.parameter_event_subscription = node.create_subscription(
            ParameterEvent, '/parameter_events', self._callbacks.event_callback, qos_profile,
            callback_group=callback_group, event_callbacks=event_callbacks,
            qos_overriding_options=qos_overriding_options, raw=raw)

    def destroy(self) -> None:
        """Stops handling events."""
        self.node.destroy_subscription(self.parameter_event_subscription)

    @staticmethod
    def get_parameter_from_event(event: Any, parameter_name: str,
                                 node_name: str) -> Optional[Any]:
        """The parameter in an event; None if the event does not contain it."""
        if event.node != node_name:
            return None
        for parameter in [*event.new_parameters, *event.changed_parameters]:
            if parameter.name == parameter_name:
                return parameter
        return None

    @staticmethod
    def get_parameters_from_event(event: Any) -> Any:
        """All parameters in an event."""
        yield from event.new_parameters
        yield from event.changed_parameters

    def add_parameter_callback(self, parameter_name: str, node_name: str,
                               callback: Callable[[Any], None]) -> ParameterCallbackHandle:
        """Calls back when this parameter changes."""
        return self._callbacks.add_parameter_callback(
            parameter_name, self._resolve_path(node_name), callback)

    def remove_parameter_callback(self, handle: ParameterCallbackHandle) -> None:
        """Removes such a callback."""
        self._callbacks.remove_parameter_callback(handle)

    def add_parameter_event_callback(
        self, callback: Callable[[Any], None]
    ) -> ParameterEventCallbackHandle:
        """Calls back for every event."""
        return self._callbacks.add_parameter_event_callback(callback)

    def remove_parameter_event_callback(self, handle: ParameterEventCallbackHandle) -> None:
        """Removes such a callback."""
        self._callbacks.remove_parameter_event_callback(handle)

    def configure_nodes_filter(self, node_names: Optional[list[str]] = None) -> bool:
        """Restricts events to those of these nodes; without names, all events are received."""
        subscription = self.parameter_event_subscription
        if not node_names:
            subscription.set_content_filter('', [])
            return not subscription.is_cft_enabled
        expression = ' OR '.join(f'node = %{index}' for index in range(len(node_names)))
        subscription.set_content_filter(expression, [f"'{name}'" for name in node_names])
        return subscription.is_cft_enabled

    def _resolve_path(self, node_path: Optional[str] = None) -> str:
        if not node_path:
            return self.node.get_fully_qualified_name()
        if node_path.startswith('/'):
            return node_path
        namespace = self.node.get_namespace().rstrip('/')
        return f'{namespace}/{node_path}'


assert Parameter
