"""Policies of endpoints that parameters may override."""

from __future__ import annotations

from typing import Any, Callable, Iterable, Optional, Union

from .duration import Duration
from .exceptions import ParameterAlreadyDeclaredException
from .parameter import Parameter
from .qos import (DurabilityPolicy, HistoryPolicy, LivelinessPolicy, QoSPolicyKind, QoSProfile,
                  ReliabilityPolicy)

QoSProfileAttributes = Any
QosCallbackType = Callable[[QoSProfile], Any]


def __getattr__(name: str) -> Any:
    """Imports the result type of checks on first use, because it is a message."""
    if name != 'QosCallbackResult':
        raise AttributeError(f'module {__name__!r} has no attribute {name!r}')
    from rcl_interfaces.msg import SetParametersResult

    return SetParametersResult


class InvalidQosOverridesError(Exception):
    """The resulting policies were refused."""


class QoSOverridingOptions:
    """Which policies may be overridden, and the callback that checks the result."""

    def __init__(self, policy_kinds: Iterable[QoSPolicyKind], *,
                 callback: Optional[QosCallbackType] = None,
                 entity_id: Optional[str] = None) -> None:
        self._policy_kinds = policy_kinds
        self._callback = callback
        self._entity_id = entity_id

    @property
    def policy_kinds(self) -> Iterable[QoSPolicyKind]:
        """The policies."""
        return self._policy_kinds

    @property
    def callback(self) -> Optional[QosCallbackType]:
        """The callback that checks the result."""
        return self._callback

    @property
    def entity_id(self) -> Optional[str]:
        """Distinguishes endpoints of one topic."""
        return self._entity_id

    @classmethod
    def with_default_policies(cls, *, callback: Optional[QosCallbackType] = None,
                              entity_id: Optional[str] = None) -> 'QoSOverridingOptions':
        """History, depth and reliability."""
        return cls(
            policy_kinds=(QoSPolicyKind.HISTORY, QoSPolicyKind.DEPTH, QoSPolicyKind.RELIABILITY),
            callback=callback, entity_id=entity_id)


_ENUMS = {
    QoSPolicyKind.HISTORY: HistoryPolicy,
    QoSPolicyKind.DURABILITY: DurabilityPolicy,
    QoSPolicyKind.RELIABILITY: ReliabilityPolicy,
    QoSPolicyKind.LIVELINESS: LivelinessPolicy,
}
_DURATIONS = (QoSPolicyKind.LIFESPAN, QoSPolicyKind.DEADLINE,
              QoSPolicyKind.LIVELINESS_LEASE_DURATION)


def _declare_qos_parameters(entity_type: Any, node: Any, topic_name: str, qos: QoSProfile,
                            options: QoSOverridingOptions) -> None:
    """Declares the parameters and applies their values to the profile."""
    from rcl_interfaces.msg import ParameterDescriptor

    from .impl.endpoint_kind import endpoint_kind

    kind = endpoint_kind(entity_type)
    suffix = f'_{options.entity_id}' if options.entity_id else ''
    prefix = f'qos_overrides.{topic_name}.{kind}{suffix}'
    for policy in options.policy_kinds:
        policy = QoSPolicyKind(policy)
        name = policy.name.lower()
        descriptor = ParameterDescriptor(
            description=f'{name} qos policy for {kind} {{{topic_name}}}', read_only=True)
        try:
            parameter = node.declare_parameter(
                f'{prefix}.{name}', _get_qos_policy_parameter(qos, policy), descriptor)
        except ParameterAlreadyDeclaredException:
            # Another endpoint of this topic has already declared it.
            parameter = node.get_parameter(f'{prefix}.{name}')
        setattr(qos, name, _policy_of(policy, parameter))
    if options.callback is not None:
        result = options.callback(qos)
        # Callbacks of older programs return a boolean.
        if not getattr(result, 'successful', result):
            raise InvalidQosOverridesError(
                f"{node.get_name()}, {topic_name}, {kind}: Provided QoS overrides aren't valid: "
                f"{getattr(result, 'reason', '')}")


def _get_qos_policy_parameter(qos: QoSProfile, policy: QoSPolicyKind) -> Union[str, int, bool]:
    """The value of a policy's parameter."""
    value = getattr(qos, policy.name.lower())
    if policy in _ENUMS:
        return value.short_key
    if policy in _DURATIONS:
        return value.nanoseconds
    return value


def _policy_of(policy: QoSPolicyKind, parameter: Parameter) -> Any:
    value = parameter.value
    if policy in _ENUMS:
        try:
            return _ENUMS[policy].get_from_short_key(value)
        except KeyError:
            raise InvalidQosOverridesError(f'Unexpected QoS override for policy '
                                           f'{policy.name.lower()}: {value}') from None
    if policy in _DURATIONS:
        return Duration(nanoseconds=value)
    return value
