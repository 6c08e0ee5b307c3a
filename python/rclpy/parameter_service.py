"""Services that let other nodes read and set the parameters of a node."""

from __future__ import annotations

import weakref
from typing import Any

from .exceptions import ParameterNotDeclaredException, ParameterUninitializedException
from .parameter import Parameter
from .qos import qos_profile_parameters


class ParameterService:
    """The six parameter services of a node."""

    def __init__(self, node: Any) -> None:
        from rcl_interfaces.srv import (DescribeParameters, GetParameters, GetParameterTypes,
                                        ListParameters, SetParameters, SetParametersAtomically)

        self._node_weak_ref = weakref.ref(node)
        services = (
            (DescribeParameters, 'describe_parameters', self._describe_parameters_callback),
            (GetParameters, 'get_parameters', self._get_parameters_callback),
            (GetParameterTypes, 'get_parameter_types', self._get_parameter_types_callback),
            (ListParameters, 'list_parameters', self._list_parameters_callback),
            (SetParameters, 'set_parameters', self._set_parameters_callback),
            (SetParametersAtomically, 'set_parameters_atomically',
             self._set_parameters_atomically_callback),
        )
        for kind, name, callback in services:
            node.create_service(kind, f'{node.get_fully_qualified_name()}/{name}', callback,
                                qos_profile=qos_profile_parameters)

    def _get_node(self) -> Any:
        node = self._node_weak_ref()
        if node is None:
            raise ReferenceError('Expected valid node weak reference')
        return node

    def _describe_parameters_callback(self, request: Any, response: Any) -> Any:
        node = self._get_node()
        for name in request.names:
            try:
                response.descriptors.append(node.describe_parameter(name))
            except ParameterNotDeclaredException:
                response.descriptors = node.describe_parameters([])
                return response
        return response

    def _get_parameters_callback(self, request: Any, response: Any) -> Any:
        node = self._get_node()
        for name in request.names:
            try:
                parameter = node.get_parameter(name)
            except (ParameterNotDeclaredException, ParameterUninitializedException):
                # If one of them has no value, upstream returns no values at all.
                response.values = []
                return response
            response.values.append(parameter.get_parameter_value())
        return response

    def _get_parameter_types_callback(self, request: Any, response: Any) -> Any:
        node = self._get_node()
        types = []
        for name in request.names:
            try:
                types.append(node.get_parameter_type(name).value)
            except ParameterNotDeclaredException:
                types = []
                break
        response.types = types
        return response

    def _list_parameters_callback(self, request: Any, response: Any) -> Any:
        node = self._get_node()
        try:
            response.result = node.list_parameters(list(request.prefixes), request.depth)
        except (TypeError, ValueError):
            pass
        return response

    def _set_parameters_callback(self, request: Any, response: Any) -> Any:
        from rcl_interfaces.msg import SetParametersResult

        node = self._get_node()
        for message in request.parameters:
            parameter = Parameter.from_parameter_msg(message)
            try:
                result = node.set_parameters_atomically([parameter])
            except ParameterNotDeclaredException as error:
                result = SetParametersResult(successful=False, reason=str(error))
            response.results.append(result)
        return response

    def _set_parameters_atomically_callback(self, request: Any, response: Any) -> Any:
        from rcl_interfaces.msg import SetParametersResult

        node = self._get_node()
        try:
            response.result = node.set_parameters_atomically(
                [Parameter.from_parameter_msg(each) for each in request.parameters])
        except ParameterNotDeclaredException as error:
            response.result = SetParametersResult(successful=False, reason=str(error))
        return response
