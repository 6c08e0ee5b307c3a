"""Reads and sets the parameters of another node."""

from __future__ import annotations

import time
from typing import Any, Callable, Optional, Sequence, Union

from .parameter import Parameter, parameter_dict_from_yaml_file
from .qos import (QoSProfile, qos_profile_parameter_events, qos_profile_services_default)
from .task import Future
from .validate_full_topic_name import validate_full_topic_name


class AsyncParameterClient:
    """Clients of the six parameter services of a node."""

    def __init__(self, node: Any, remote_node_name: str,
                 qos_profile: QoSProfile = qos_profile_services_default,
                 callback_group: Any = None) -> None:
        from rcl_interfaces.srv import (DescribeParameters, GetParameters, GetParameterTypes,
                                        ListParameters, SetParameters, SetParametersAtomically)

        self.remote_node_name = remote_node_name
        self.node = node

        def client(kind: Any, name: str) -> Any:
            return node.create_client(kind, f'{remote_node_name}/{name}', qos_profile=qos_profile,
                                      callback_group=callback_group)

        self._get_parameter_client = client(GetParameters, 'get_parameters')
        self._list_parameter_client = client(ListParameters, 'list_parameters')
        self._set_parameter_client = client(SetParameters, 'set_parameters')
        self._get_parameter_types_client = client(GetParameterTypes, 'get_parameter_types')
        self._describe_parameters_client = client(DescribeParameters, 'describe_parameters')
        self._set_parameters_atomically_client = client(
            SetParametersAtomically, 'set_parameters_atomically')

    @property
    def _clients(self) -> list[Any]:
        return [self._list_parameter_client, self._set_parameter_client,
                self._get_parameter_client, self._get_parameter_types_client,
                self._describe_parameters_client, self._set_parameters_atomically_client]

    def services_are_ready(self) -> bool:
        """Whether the services of the other node exist."""
        return all(client.service_is_ready() for client in self._clients)

    def wait_for_services(self, timeout_sec: Optional[float] = None) -> bool:
        """Waits until they exist; False after the timeout."""
        sleep_time = 0.25
        left = float('inf') if timeout_sec is None else timeout_sec
        while not self.services_are_ready() and left > 0.0:
            time.sleep(sleep_time)
            left -= sleep_time
        return self.services_are_ready()

    def _call(self, client: Any, request: Any, callback: Optional[Callable]) -> Future:
        future = client.call_async(request)
        if callback:
            future.add_done_callback(callback)
        return future

    def list_parameters(self, prefixes: Optional[list[str]] = None, depth: Optional[int] = None,
                        callback: Optional[Callable] = None) -> Future:
        """Lists the names below prefixes."""
        from rcl_interfaces.srv import ListParameters

        request = ListParameters.Request()
        if prefixes:
            request.prefixes = prefixes
        if depth:
            request.depth = depth
        return self._call(self._list_parameter_client, request, callback)

    def get_parameters(self, names: list[str], callback: Optional[Callable] = None) -> Future:
        """Gets values."""
        from rcl_interfaces.srv import GetParameters

        request = GetParameters.Request()
        request.names = names
        return self._call(self._get_parameter_client, request, callback)

    def set_parameters(self, parameters: Sequence[Union[Parameter, Any]],
                       callback: Optional[Callable] = None) -> Future:
        """Sets parameters one by one."""
        from rcl_interfaces.srv import SetParameters

        request = SetParameters.Request()
        request.parameters = _messages(parameters)
        return self._call(self._set_parameter_client, request, callback)

    def describe_parameters(self, names: list[str],
                            callback: Optional[Callable] = None) -> Future:
        """Gets descriptors."""
        from rcl_interfaces.srv import DescribeParameters

        request = DescribeParameters.Request()
        request.names = names
        return self._call(self._describe_parameters_client, request, callback)

    def get_parameter_types(self, names: list[str],
                            callback: Optional[Callable] = None) -> Future:
        """Gets types."""
        from rcl_interfaces.srv import GetParameterTypes

        request = GetParameterTypes.Request()
        request.names = names
        return self._call(self._get_parameter_types_client, request, callback)

    def set_parameters_atomically(self, parameters: Sequence[Union[Parameter, Any]],
                                  callback: Optional[Callable] = None) -> Future:
        """Sets all parameters or none."""
        from rcl_interfaces.srv import SetParametersAtomically

        request = SetParametersAtomically.Request()
        request.parameters = _messages(parameters)
        return self._call(self._set_parameters_atomically_client, request, callback)

    def delete_parameters(self, names: list[str], callback: Optional[Callable] = None) -> Future:
        """Removes the values of parameters."""
        from rcl_interfaces.srv import SetParameters

        request = SetParameters.Request()
        request.parameters = [Parameter(name=name).to_parameter_msg() for name in names]
        return self._call(self._set_parameter_client, request, callback)

    def load_parameter_file(self, parameter_file: str, use_wildcard: bool = False,
                            callback: Optional[Callable] = None) -> Future:
        """Sets the parameters of a file for the node."""
        return self.set_parameters(self._of_file(parameter_file, use_wildcard), callback)

    def load_parameter_file_atomically(self, parameter_file: str, use_wildcard: bool = False,
                                       callback: Optional[Callable] = None) -> Future:
        """Sets the parameters of a file for the node, all or none."""
        return self.set_parameters_atomically(
            self._of_file(parameter_file, use_wildcard), callback)

    def _of_file(self, parameter_file: str, use_wildcard: bool) -> list[Any]:
        try:
            found = parameter_dict_from_yaml_file(
                parameter_file, use_wildcard, target_nodes=[self.remote_node_name])
        except RuntimeError:
            # A file that does not name the node applies to it as a whole.
            found = parameter_dict_from_yaml_file(parameter_file, use_wildcard)
        return list(found.values())

    def on_parameter_event(self, callback: Callable,
                           qos_profile: QoSProfile = qos_profile_parameter_events, *,
                           callback_group: Any = None, event_callbacks: Any = None,
                           qos_overriding_options: Any = None, raw: bool = False) -> Any:
        """Subscribes to ``/parameter_events``."""
        from rcl_interfaces.msg import ParameterEvent

        return self.node.create_subscription(
            ParameterEvent, '/parameter_events', callback, qos_profile,
            callback_group=callback_group, event_callbacks=event_callbacks,
            qos_overriding_options=qos_overriding_options, raw=raw)


def _messages(parameters: Sequence[Any]) -> list[Any]:
    return [each.to_parameter_msg() if isinstance(each, Parameter) else each
            for each in parameters]


assert validate_full_topic_name
