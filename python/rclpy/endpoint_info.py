"""Information about the endpoints of topics, services and actions in the graph."""

from __future__ import annotations

from enum import IntEnum
from typing import Any, Callable, Sequence

from .qos import QoSProfile
from .topic_endpoint_info import (TopicEndpointInfo, lines_of, policies_of,  # noqa: F401
                                  type_hash_of)
from .type_hash import TypeHash


class EndpointTypeEnum(IntEnum):
    """The kind of the endpoint."""

    INVALID = 0
    PUBLISHER = 1
    SUBSCRIPTION = 2
    CLIENT = 3
    SERVER = 4


def _instance_of(kind: type) -> Callable[[Any], Any]:
    def check(value: Any) -> Any:
        assert isinstance(value, kind)
        return value
    return check


def _type_hash(value: Any) -> TypeHash:
    assert isinstance(value, (TypeHash, dict))
    return TypeHash(**value) if isinstance(value, dict) else value


def _kind(value: Any) -> EndpointTypeEnum:
    assert isinstance(value, int)
    return EndpointTypeEnum(value)


def _gids(value: Any) -> list[list[int]]:
    assert isinstance(value, list)
    assert all(isinstance(gid, list) and all(isinstance(byte, int) for byte in gid) for gid in value)
    return value


def _profiles(value: Any) -> list[QoSProfile]:
    assert isinstance(value, list)
    return [each if isinstance(each, QoSProfile) else QoSProfile(**each) for each in value]


def _checked(name: str, check: Callable[[Any], Any], doc: str) -> Any:
    def read(self: Any) -> Any:
        return getattr(self, f'_{name}')

    def write(self: Any, value: Any) -> None:
        setattr(self, f'_{name}', check(value))
    return property(read, write, doc=doc)


class ServiceEndpointInfo:
    """A client or server of a service, which reads at one endpoint and writes at another."""

    __slots__ = ('_node_name', '_node_namespace', '_service_type', '_service_type_hash',
                 '_qos_profiles', '_endpoint_gids', '_endpoint_type', '_endpoint_count')

    def __init__(self, node_name: str = '', node_namespace: str = '', service_type: str = '',
                 service_type_hash: Any = TypeHash(), qos_profiles: Sequence[Any] = (),
                 endpoint_gids: Sequence[list[int]] = (),
                 endpoint_type: int = EndpointTypeEnum.INVALID, endpoint_count: int = 0) -> None:
        self.node_name = node_name
        self.node_namespace = node_namespace
        self.service_type = service_type
        self.service_type_hash = service_type_hash
        self.qos_profiles = qos_profiles if qos_profiles else []
        self.endpoint_gids = endpoint_gids if endpoint_gids else []
        self.endpoint_type = endpoint_type
        self.endpoint_count = endpoint_count

    node_name = _checked('node_name', _instance_of(str), 'Name of its node.')
    node_namespace = _checked('node_namespace', _instance_of(str), 'Namespace of its node.')
    service_type = _checked('service_type', _instance_of(str), 'Name of the type.')
    service_type_hash = _checked('service_type_hash', _type_hash, 'Hash of the type.')
    qos_profiles = _checked('qos_profiles', _profiles, 'Policies of its reader and its writer.')
    endpoint_gids = _checked('endpoint_gids', _gids, 'Unique ids of its reader and its writer.')
    endpoint_type = _checked('endpoint_type', _kind, 'Client or server.')
    endpoint_count = _checked('endpoint_count', _instance_of(int), 'How many endpoints it has.')

    @classmethod
    def from_answer(cls, answer: dict[str, Any]) -> 'ServiceEndpointInfo':
        """The client or server that an answer of Orrery describes."""
        kind = EndpointTypeEnum.CLIENT if answer['kind'] == 'client' else EndpointTypeEnum.SERVER
        number = list((answer['gid'] & 0xFFFFFFFF).to_bytes(4, 'little'))
        return cls(
            node_name=answer['node'], node_namespace=answer['namespace'],
            service_type=answer['type'], service_type_hash=type_hash_of(answer.get('hash')),
            qos_profiles=[policies_of(answer['qos']) for _ in range(2)],
            endpoint_gids=[number + [0] * 11 + [last] for last in (4, 3)],
            endpoint_type=kind, endpoint_count=2)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ServiceEndpointInfo):
            return False
        return all(getattr(self, slot) == getattr(other, slot) for slot in self.__slots__)

    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        gids = ['.'.join(format(byte, '02x') for byte in gid) for gid in self.endpoint_gids]
        lines = [f'Node name: {self.node_name}', f'Node namespace: {self.node_namespace}',
                 f'Service type: {self.service_type}',
                 f'Service type hash: {self.service_type_hash}',
                 f'Endpoint type: {self.endpoint_type.name}',
                 f'Endpoint count: {self.endpoint_count}']
        if self.endpoint_count == 1:
            return '\n'.join([*lines, f'GID: {gids[0]}', 'QoS profile:',
                              *lines_of(self.qos_profiles[0], '  ')])
        if self.endpoint_type == EndpointTypeEnum.CLIENT:
            parts = [(' - Request Writer :', 1), (' - Response Reader :', 0)]
        else:
            parts = [(' - Request Reader :', 0), (' - Response Writer :', 1)]
        lines += ['GIDs:', *(f'{title} {gids[i]}' for title, i in parts if i < len(gids))]
        lines.append('QoS profiles:')
        for title, i in parts:
            if i < len(self.qos_profiles):
                lines += [title, *lines_of(self.qos_profiles[i], '      ')]
        return '\n'.join(lines)


class ActionEndpointInfo:
    """A client or server of an action, which has three services and two topics (since Lyrical)."""

    _SERVICES = ('goal_service_info', 'cancel_service_info', 'result_service_info')
    _TOPICS = ('feedback_topic_info', 'status_topic_info')
    __slots__ = (*_SERVICES, *_TOPICS)

    def __init__(self, **parts: Any) -> None:
        for name in self.__slots__:
            kind = ServiceEndpointInfo if name in self._SERVICES else TopicEndpointInfo
            part = parts.pop(name, None)
            setattr(self, name, kind(**part) if isinstance(part, dict) else part)
        assert not parts, f'no parts of an action: {", ".join(parts)}'

    @property
    def node_name(self) -> str:
        """Name of its node."""
        return self.goal_service_info.node_name

    @property
    def node_namespace(self) -> str:
        """Namespace of its node."""
        return self.goal_service_info.node_namespace

    @property
    def action_type(self) -> str:
        """Name of the type."""
        return self.goal_service_info.service_type.removesuffix('_SendGoal')

    @property
    def endpoint_type(self) -> EndpointTypeEnum:
        """Client or server."""
        return self.goal_service_info.endpoint_type

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, ActionEndpointInfo):
            return False
        return all(getattr(self, slot) == getattr(other, slot) for slot in self.__slots__)

    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        lines = [f'Node name: {self.node_name}', f'Node namespace: {self.node_namespace}',
                 f'Action type: {self.action_type}', f'Endpoint type: {self.endpoint_type.name}']
        for slot in self.__slots__:
            what, kind, _ = slot.split('_')
            lines.append(f'{what.capitalize()} {kind}:')
            lines += [f'  {line}' for line in str(getattr(self, slot)).splitlines()]
        return '\n'.join(lines)
