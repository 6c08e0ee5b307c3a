"""The service that describes the types that a node uses."""

from __future__ import annotations

import weakref
from typing import Any

import orrery_interfaces
from orrery_guest.guest import guest

from .impl.distributions import since_jazzy
from .parameter import Parameter
from .qos import qos_profile_services_default

START_TYPE_DESCRIPTION_SERVICE_PARAM = 'start_type_description_service'


class TypeDescriptionService:
    """``~/get_type_description``, since Jazzy, unless a parameter disables it."""

    def __init__(self, node: Any) -> None:
        self._node_weak_ref = weakref.ref(node)
        self._service: Any = None
        self.enabled = False
        if not since_jazzy():
            return
        name = START_TYPE_DESCRIPTION_SERVICE_PARAM
        if not node.has_parameter(name):
            from rcl_interfaces.msg import ParameterDescriptor

            node.declare_parameter(name, True, ParameterDescriptor(
                name=name, type=Parameter.Type.BOOL.value, read_only=True,
                description='If enabled, start the ~/get_type_description service.'))
        parameter = node.get_parameter(name)
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
        node = self._node_weak_ref()
        if not request.type_hash.startswith('RIHS'):
            response.failure_reason = f'Failed to parse type hash {request.type_hash!r}'
            return response
        if node is None or request.type_name not in _types_of(node):
            response.failure_reason = 'Type not currently in use by this node'
            return response
        known = guest.query('type_description', request.type_name)
        if known is None or known['hash'] != request.type_hash:
            response.failure_reason = 'Type not currently in use by this node'
            return response
        _describe(response, known, request.include_type_sources)
        return response

    def destroy(self) -> None:
        """Destroys the service."""
        node = self._node_weak_ref()
        if self._service is not None and node is not None:
            node.destroy_service(self._service)
        self._service = None


def _types_of(node: Any) -> set[str]:
    """The names of the types of a node's endpoints."""
    messages = [each.msg_type for each in (*node.publishers, *node.subscriptions)]
    services = [each.srv_type for each in (*node.services, *node.clients)]
    return {orrery_interfaces.type_name(each) for each in (*messages, *services)}


def _describe(response: Any, known: Any, with_sources: bool) -> None:
    from type_description_interfaces.msg import KeyValue, TypeSource

    response.successful = True
    response.type_description.type_description = _individual(known['type'])
    response.type_description.referenced_type_descriptions = [
        _individual(each) for each in known['referenced']]
    if with_sources:
        response.type_sources = [
            TypeSource(type_name=name, encoding=encoding, raw_file_contents=text)
            for name, encoding, text in known['sources']]
    response.extra_information = [KeyValue(key='ros_distro', value=guest.options.get('distro', ''))]


def _individual(described: Any) -> Any:
    from type_description_interfaces.msg import Field, FieldType, IndividualTypeDescription

    return IndividualTypeDescription(
        type_name=described['type_name'],
        fields=[Field(name=each['name'], type=FieldType(**each['type']))
                for each in described['fields']])
