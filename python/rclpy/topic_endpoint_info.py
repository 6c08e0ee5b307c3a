"""Information about the publishers and subscriptions in the graph."""

from __future__ import annotations

from enum import IntEnum
from typing import Any, Union

from .duration import Duration
from .qos import (DurabilityPolicy, HistoryPolicy, LivelinessPolicy, QoSProfile,
                  ReliabilityPolicy)
from .type_hash import TypeHash


class TopicEndpointTypeEnum(IntEnum):
    """The kind of the endpoint."""

    INVALID = 0
    PUBLISHER = 1
    SUBSCRIPTION = 2


_NAMES = ('node_name', 'node_namespace', 'topic_type', 'topic_type_hash', 'endpoint_type',
          'endpoint_gid', 'qos_profile')


class TopicEndpointInfo:
    """A publisher of or subscription to a topic."""

    __slots__ = [f'_{name}' for name in _NAMES]

    def __init__(self, **kwargs: Any) -> None:
        unknown = [key for key in kwargs if key not in _NAMES]
        assert not unknown, f'Invalid arguments passed to constructor: {unknown}'
        self.node_name = kwargs.get('node_name', '')
        self.node_namespace = kwargs.get('node_namespace', '')
        self.topic_type = kwargs.get('topic_type', '')
        self.topic_type_hash = kwargs.get('topic_type_hash', TypeHash())
        self.endpoint_type = kwargs.get('endpoint_type', TopicEndpointTypeEnum.INVALID)
        self.endpoint_gid = kwargs.get('endpoint_gid', [])
        self.qos_profile = kwargs.get('qos_profile', _unknown())

    @classmethod
    def from_answer(cls, answer: dict[str, Any]) -> 'TopicEndpointInfo':
        """The endpoint that an answer of Orrery describes."""
        kind = TopicEndpointTypeEnum[answer['kind'].upper()]
        gid = list((answer['gid'] & 0xFFFFFFFF).to_bytes(4, 'little')) + [0] * 12
        return cls(
            node_name=answer['node'], node_namespace=answer['namespace'],
            topic_type=answer['type'], topic_type_hash=type_hash_of(answer.get('hash')),
            endpoint_type=kind, endpoint_gid=gid, qos_profile=policies_of(answer['qos']))

    @property
    def node_name(self) -> str:
        """Name of its node."""
        return self._node_name

    @node_name.setter
    def node_name(self, value: str) -> None:
        assert isinstance(value, str)
        self._node_name = value

    @property
    def node_namespace(self) -> str:
        """Namespace of its node."""
        return self._node_namespace

    @node_namespace.setter
    def node_namespace(self, value: str) -> None:
        assert isinstance(value, str)
        self._node_namespace = value

    @property
    def topic_type(self) -> str:
        """Name of the type."""
        return self._topic_type

    @topic_type.setter
    def topic_type(self, value: str) -> None:
        assert isinstance(value, str)
        self._topic_type = value

    @property
    def topic_type_hash(self) -> TypeHash:
        """Hash of the type."""
        return self._topic_type_hash

    @topic_type_hash.setter
    def topic_type_hash(self, value: Union[TypeHash, dict]) -> None:
        if isinstance(value, TypeHash):
            self._topic_type_hash = value
        elif isinstance(value, dict):
            self._topic_type_hash = TypeHash(**value)
        else:
            assert False

    @property
    def endpoint_type(self) -> TopicEndpointTypeEnum:
        """The kind of the endpoint."""
        return self._endpoint_type

    @endpoint_type.setter
    def endpoint_type(self, value: Union[TopicEndpointTypeEnum, int]) -> None:
        self._endpoint_type = TopicEndpointTypeEnum(value)

    @property
    def endpoint_gid(self) -> list[int]:
        """Its globally unique id."""
        return self._endpoint_gid

    @endpoint_gid.setter
    def endpoint_gid(self, value: list[int]) -> None:
        assert all(isinstance(each, int) for each in value)
        self._endpoint_gid = value

    @property
    def qos_profile(self) -> QoSProfile:
        """Its policies."""
        return self._qos_profile

    @qos_profile.setter
    def qos_profile(self, value: Union[QoSProfile, dict]) -> None:
        if isinstance(value, QoSProfile):
            self._qos_profile = value
        elif isinstance(value, dict):
            self._qos_profile = QoSProfile(**value)
        else:
            assert False

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, TopicEndpointInfo):
            return False
        return all(getattr(self, slot) == getattr(other, slot) for slot in self.__slots__)

    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        gid = '.'.join(format(byte, '02x') for byte in self.endpoint_gid)
        return '\n'.join([
            f'Node name: {self.node_name}',
            f'Node namespace: {self.node_namespace}',
            f'Topic type: {self.topic_type}',
            f'Topic type hash: {self.topic_type_hash}',
            f'Endpoint type: {self.endpoint_type.name}',
            f'GID: {gid}',
            'QoS profile:', *lines_of(self.qos_profile, '  ')])


def lines_of(qos: QoSProfile, indent: str) -> list[str]:
    """The policies as text."""
    depth = f' ({qos.depth})' if qos.history == HistoryPolicy.KEEP_LAST else ''
    return [f'{indent}Reliability: {qos.reliability.name}',
            f'{indent}History (Depth): {qos.history.name}{depth}',
            f'{indent}Durability: {qos.durability.name}',
            f'{indent}Lifespan: {qos.lifespan}',
            f'{indent}Deadline: {qos.deadline}',
            f'{indent}Liveliness: {qos.liveliness.name}',
            f'{indent}Liveliness lease duration: {qos.liveliness_lease_duration}']


def policies_of(answer: dict[str, Any]) -> QoSProfile:
    """The policies that are known of a discovered endpoint."""
    return QoSProfile(
        history=HistoryPolicy.UNKNOWN, depth=0, reliability=answer['reliability'],
        durability=answer['durability'], liveliness=answer['liveliness'],
        deadline=_duration(answer['deadline']), lifespan=_duration(answer['lifespan']),
        liveliness_lease_duration=_duration(answer['lease']))


def type_hash_of(text: Any) -> TypeHash:
    """The hash with this text."""
    if isinstance(text, str) and text.startswith('RIHS01_'):
        return TypeHash(version=1, value=bytes.fromhex(text[7:]))
    return TypeHash()


def _unknown() -> QoSProfile:
    return QoSProfile(
        history=HistoryPolicy.UNKNOWN, depth=0, reliability=ReliabilityPolicy.UNKNOWN,
        durability=DurabilityPolicy.UNKNOWN, liveliness=LivelinessPolicy.UNKNOWN)


def _duration(ns: int) -> Duration:
    from .duration import Infinite

    return Infinite if ns < 0 else Duration(nanoseconds=ns)
