"""The service that tells others what the types of a node are."""

from __future__ import annotations

import weakref
from typing import Any

from .parameter import Parameter
from .qos import qos_profile_services_default

START_TYPE_DESCRIPTION_SERVICE_PARAM = 'start_type_description_service'


class TypeDescriptionService:
    """``~/get_type_description``, unless a parameter says no."""

    def __init__(self, node: Any) -> None:
        self._node_weak_ref = weakref.ref(node)
        self._service: Any = None
        name = START_TYPE_DESCRIPTION_SERVICE_PARAM
        if not node.has_parameter(name):
            from rcl_interfaces.msg import ParameterDescriptor

            node.declare_parameter(name, True, ParameterDescriptor(
                name=name, type=Parameter.Type.BOOL.value, read_only=True,
                description='If enabled, start the ~/get_type_description service.'))
        parameter = node.get_parameter(name)
        self.enabled = False
        if parameter.type_ is Parameter.Type.BOOL:
            self.enabled = parameter.value
        else:
            node.get_logger().error(
                "Invalid type for parameter '{}' {!r} should be bool".format(
                    name, parameter.type_))
        if self.enabled:
            self._start(node)

    def _start(self, node: Any) -> None:
        try:
            from type_description_interfaces.srv import GetTypeDescription
        except ImportError:
            return
        self._service = node.create_service(
            GetTypeDescription, '~/get_type_description', self._callback,
            qos_profile=qos_profile_services_default)

    def _callback(self, request: Any, response: Any) -> Any:
        response.successful = False
        response.failure_reason = (
            f'the description of {request.type_name} is not kept by this middleware')
        return response

    def destroy(self) -> None:
        """No more of it."""
        node = self._node_weak_ref()
        if self._service is not None and node is not None:
            node.destroy_service(self._service)
        self._service = None
