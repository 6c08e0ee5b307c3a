"""Quality of service as recordings store it: the class `QoS` of rclcpp, its policies and its YAML."""
from __future__ import annotations

from enum import IntEnum
from typing import Any, Dict, List, NamedTuple


class rmw_qos_history_policy_t(IntEnum):  # noqa: N801
    """How many messages are kept, with the names and numbers of ROS 2's middleware interface."""

    RMW_QOS_POLICY_HISTORY_SYSTEM_DEFAULT = 0
    RMW_QOS_POLICY_HISTORY_KEEP_LAST = 1
    RMW_QOS_POLICY_HISTORY_KEEP_ALL = 2
    RMW_QOS_POLICY_HISTORY_UNKNOWN = 3


class rmw_qos_reliability_policy_t(IntEnum):  # noqa: N801
    """Whether lost messages are sent again."""

    RMW_QOS_POLICY_RELIABILITY_SYSTEM_DEFAULT = 0
    RMW_QOS_POLICY_RELIABILITY_RELIABLE = 1
    RMW_QOS_POLICY_RELIABILITY_BEST_EFFORT = 2
    RMW_QOS_POLICY_RELIABILITY_UNKNOWN = 3


class rmw_qos_durability_policy_t(IntEnum):  # noqa: N801
    """Whether subscriptions receive what was published before them."""

    RMW_QOS_POLICY_DURABILITY_SYSTEM_DEFAULT = 0
    RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL = 1
    RMW_QOS_POLICY_DURABILITY_VOLATILE = 2
    RMW_QOS_POLICY_DURABILITY_UNKNOWN = 3


class rmw_qos_liveliness_policy_t(IntEnum):  # noqa: N801
    """How a publisher shows that it is alive."""

    RMW_QOS_POLICY_LIVELINESS_SYSTEM_DEFAULT = 0
    RMW_QOS_POLICY_LIVELINESS_AUTOMATIC = 1
    RMW_QOS_POLICY_LIVELINESS_MANUAL_BY_TOPIC = 3
    RMW_QOS_POLICY_LIVELINESS_UNKNOWN = 4


#: The policies of a profile by their names in YAML.
_POLICIES = {'history': rmw_qos_history_policy_t, 'reliability': rmw_qos_reliability_policy_t,
             'durability': rmw_qos_durability_policy_t, 'liveliness': rmw_qos_liveliness_policy_t}
_DURATIONS = ('deadline', 'lifespan', 'liveliness_lease_duration')
#: In the order in which a profile is written.
_ORDER = ('history', 'depth', 'reliability', 'durability', 'deadline', 'lifespan', 'liveliness',
          'liveliness_lease_duration', 'avoid_ros_namespace_conventions')


class Duration(NamedTuple):
    """A duration of a profile; 0 leaves it to the middleware."""

    seconds: int
    nanoseconds: int


def _word(policy: str, value: IntEnum) -> str:
    return value.name[len(f'RMW_QOS_POLICY_{policy}_'):].lower()


def _policy(policy: str, value: Any) -> IntEnum:
    """A policy of a recording: its number, or its name since version 9 of the metadata."""
    kind = _POLICIES[policy]
    return kind(value) if isinstance(value, int) else kind[f'RMW_QOS_POLICY_{policy}_{value}'.upper()]


class QoS:
    """A profile of rclcpp; each method changes it and returns it."""

    def __init__(self, history_depth: int) -> None:
        self._values: Dict[str, Any] = {
            'history': rmw_qos_history_policy_t.RMW_QOS_POLICY_HISTORY_KEEP_LAST, 'depth': history_depth,
            'reliability': rmw_qos_reliability_policy_t.RMW_QOS_POLICY_RELIABILITY_RELIABLE,
            'durability': rmw_qos_durability_policy_t.RMW_QOS_POLICY_DURABILITY_VOLATILE,
            'liveliness': rmw_qos_liveliness_policy_t.RMW_QOS_POLICY_LIVELINESS_SYSTEM_DEFAULT,
            **{name: Duration(0, 0) for name in _DURATIONS}, 'avoid_ros_namespace_conventions': False}

    def __repr__(self) -> str:
        return f'QoS({self.yaml_values()})'

    def _with(self, **values: Any) -> QoS:
        self._values.update(values)
        return self

    def yaml_values(self) -> Dict[str, Any]:
        """What a recording stores, in its order."""
        stored = {name: self._values[name] for name in _ORDER}
        for name in _POLICIES:
            stored[name] = _word(name.upper(), stored[name])
        for name in _DURATIONS:
            stored[name] = {'sec': stored[name].seconds, 'nsec': stored[name].nanoseconds}
        return stored

    def keep_last(self, depth: int) -> QoS:
        """Keep a number of messages."""
        return self._with(history=rmw_qos_history_policy_t.RMW_QOS_POLICY_HISTORY_KEEP_LAST, depth=depth)

    def keep_all(self) -> QoS:
        """Keep all messages."""
        return self._with(history=rmw_qos_history_policy_t.RMW_QOS_POLICY_HISTORY_KEEP_ALL, depth=0)

    def reliable(self) -> QoS:
        """Send lost messages again."""
        return self._with(reliability=rmw_qos_reliability_policy_t.RMW_QOS_POLICY_RELIABILITY_RELIABLE)

    def best_effort(self) -> QoS:
        """Do not send lost messages again."""
        return self._with(reliability=rmw_qos_reliability_policy_t.RMW_QOS_POLICY_RELIABILITY_BEST_EFFORT)

    def durability_volatile(self) -> QoS:
        """Late subscriptions receive only what is published after them."""
        return self._with(durability=rmw_qos_durability_policy_t.RMW_QOS_POLICY_DURABILITY_VOLATILE)

    def transient_local(self) -> QoS:
        """Late subscriptions receive what is kept, too."""
        return self._with(durability=rmw_qos_durability_policy_t.RMW_QOS_POLICY_DURABILITY_TRANSIENT_LOCAL)

    def history(self, policy: rmw_qos_history_policy_t) -> QoS:
        """Set how many messages are kept."""
        return self._with(history=policy)

    def reliability(self, policy: rmw_qos_reliability_policy_t) -> QoS:
        """Set whether lost messages are sent again."""
        return self._with(reliability=policy)

    def durability(self, policy: rmw_qos_durability_policy_t) -> QoS:
        """Set whether late subscriptions receive what is kept."""
        return self._with(durability=policy)

    def liveliness(self, policy: rmw_qos_liveliness_policy_t) -> QoS:
        """Set how a publisher shows that it is alive."""
        return self._with(liveliness=policy)

    def deadline(self, duration: Duration) -> QoS:
        """Set the longest time between two messages."""
        return self._with(deadline=duration)

    def lifespan(self, duration: Duration) -> QoS:
        """Set how long a message is worth receiving."""
        return self._with(lifespan=duration)

    def liveliness_lease_duration(self, duration: Duration) -> QoS:
        """Set how long a silent publisher counts as alive."""
        return self._with(liveliness_lease_duration=duration)

    def avoid_ros_namespace_conventions(self, avoid: bool) -> QoS:
        """Set whether the topic has its name as it is in the middleware, too."""
        return self._with(avoid_ros_namespace_conventions=avoid)


def profile_text(stored: Dict[str, Any]) -> str:
    """One profile in YAML, as an item of a list."""
    lines: List[str] = []
    for name, value in stored.items():
        if isinstance(value, dict):
            lines += [f'{name}:', *(f'  {part}: {number}' for part, number in value.items())]
        else:
            lines.append(f'{name}: {str(value).lower()}')
    return '- ' + '\n  '.join(lines) + '\n'


def qos_of(stored: Dict[str, Any]) -> QoS:
    """A profile as a recording stores it."""
    qos = QoS(stored.get('depth', 10))
    for name in _POLICIES:
        if name in stored:
            getattr(qos, name)(_policy(name, stored[name]))
    for name in _DURATIONS:
        if name in stored:
            getattr(qos, name)(Duration(stored[name]['sec'], stored[name]['nsec']))
    return qos.avoid_ros_namespace_conventions(bool(stored.get('avoid_ros_namespace_conventions')))


def to_rclcpp_qos_vector(serialized: str, version: int) -> List[QoS]:
    """The profiles in a text of a recording, whatever the version of its metadata. Raises RuntimeError."""
    import yaml
    try:
        found = yaml.safe_load(serialized) if serialized else None
        return [qos_of(each) for each in found] if isinstance(found, list) else []
    except (yaml.YAMLError, KeyError, TypeError, ValueError, AttributeError) as error:
        raise RuntimeError(f'Exception on parsing offered_qos_profiles: {error}') from None


def convert_rclcpp_qos_to_rclpy_qos(qos: QoS) -> Any:
    """The profile as nodes in Python have it."""
    from rclpy.duration import Duration as PythonDuration
    from rclpy.qos import QoSProfile
    values = dict(qos._values)
    for name in _DURATIONS:
        values[name] = PythonDuration(seconds=values[name].seconds, nanoseconds=values[name].nanoseconds)
    for name in _POLICIES:
        values[name] = int(values[name])
    return QoSProfile(**values)
