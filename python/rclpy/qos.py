"""Quality of service: policies, profiles, and whether an offer satisfies a request."""

from __future__ import annotations

import warnings
from enum import Enum, IntEnum
from typing import Any, NamedTuple, Union

from .duration import Duration
from .impl.qos_policies import (DurabilityPolicy, HistoryPolicy, LivelinessPolicy, QoSPolicyEnum,
                                ReliabilityPolicy)


class QoSPolicyKind(IntEnum):
    """The policies, as bits."""

    INVALID = 1 << 0
    DURABILITY = 1 << 1
    DEADLINE = 1 << 2
    LIVELINESS = 1 << 3
    RELIABILITY = 1 << 4
    HISTORY = 1 << 5
    LIFESPAN = 1 << 6
    DEPTH = 1 << 7
    LIVELINESS_LEASE_DURATION = 1 << 8
    AVOID_ROS_NAMESPACE_CONVENTIONS = 1 << 9


def qos_policy_name_from_kind(policy_kind: Union[QoSPolicyKind, int]) -> str:
    """The name of a policy."""
    return QoSPolicyKind(policy_kind).name


class InvalidQoSProfileException(Exception):
    """A profile lacks something that it needs."""

    def __init__(self, *args: Any) -> None:
        super().__init__('Invalid QoSProfile', *args)


QoSHistoryPolicy = HistoryPolicy
QoSReliabilityPolicy = ReliabilityPolicy
QoSDurabilityPolicy = DurabilityPolicy
QoSLivelinessPolicy = LivelinessPolicy

#: rmw's value for: no bound was given.
_UNSPECIFIED = Duration()
DeadlineBestAvailable = Duration(seconds=9223372036, nanoseconds=854775806)
LivelinessLeaseDurationeBestAvailable = DeadlineBestAvailable

_FIELDS = ('history', 'depth', 'reliability', 'durability', 'lifespan', 'deadline', 'liveliness',
           'liveliness_lease_duration', 'avoid_ros_namespace_conventions')


class QoSProfile:
    """All policies of an endpoint."""

    __slots__ = [f'_{name}' for name in _FIELDS]

    def __init__(self, **kwargs: Any) -> None:
        unknown = [key for key in kwargs if key not in _FIELDS]
        assert not unknown, f'Invalid arguments passed to constructor: {unknown}'
        if 'history' not in kwargs:
            if 'depth' not in kwargs:
                raise InvalidQoSProfileException('History and/or depth settings are required.')
            kwargs['history'] = HistoryPolicy.KEEP_LAST
        self.history = kwargs['history']
        if self.history == HistoryPolicy.KEEP_LAST and 'depth' not in kwargs:
            raise InvalidQoSProfileException('History set to KEEP_LAST without a depth setting.')
        self.depth = kwargs.get('depth', 0)
        self.reliability = kwargs.get('reliability', ReliabilityPolicy.RELIABLE)
        self.durability = kwargs.get('durability', DurabilityPolicy.VOLATILE)
        self.lifespan = kwargs.get('lifespan', _UNSPECIFIED)
        self.deadline = kwargs.get('deadline', _UNSPECIFIED)
        self.liveliness = kwargs.get('liveliness', LivelinessPolicy.SYSTEM_DEFAULT)
        self.liveliness_lease_duration = kwargs.get('liveliness_lease_duration', _UNSPECIFIED)
        self.avoid_ros_namespace_conventions = kwargs.get(
            'avoid_ros_namespace_conventions', False)

    @property
    def history(self) -> HistoryPolicy:
        """How many messages are kept."""
        return self._history

    @history.setter
    def history(self, value: Union[HistoryPolicy, int]) -> None:
        assert isinstance(value, (HistoryPolicy, int))
        self._history = HistoryPolicy(value)

    @property
    def reliability(self) -> ReliabilityPolicy:
        """Whether messages may be lost."""
        return self._reliability

    @reliability.setter
    def reliability(self, value: Union[ReliabilityPolicy, int]) -> None:
        assert isinstance(value, (ReliabilityPolicy, int))
        self._reliability = ReliabilityPolicy(value)

    @property
    def durability(self) -> DurabilityPolicy:
        """Whether late joiners get earlier messages."""
        return self._durability

    @durability.setter
    def durability(self, value: Union[DurabilityPolicy, int]) -> None:
        assert isinstance(value, (DurabilityPolicy, int))
        self._durability = DurabilityPolicy(value)

    @property
    def depth(self) -> int:
        """Length of the queue."""
        return self._depth

    @depth.setter
    def depth(self, value: int) -> None:
        assert isinstance(value, int)
        if self.history == HistoryPolicy.KEEP_LAST and value == 0:
            warnings.warn(
                'A zero depth with KEEP_LAST doesn\'t make sense; no data could be stored. '
                'This will be interpreted as SYSTEM_DEFAULT')
        self._depth = value

    @property
    def lifespan(self) -> Duration:
        """The age after which a message is no longer delivered."""
        return self._lifespan

    @lifespan.setter
    def lifespan(self, value: Duration) -> None:
        assert isinstance(value, Duration)
        self._lifespan = value

    @property
    def deadline(self) -> Duration:
        """The time within which the next message is promised, or expected."""
        return self._deadline

    @deadline.setter
    def deadline(self, value: Duration) -> None:
        assert isinstance(value, Duration)
        self._deadline = value

    @property
    def liveliness(self) -> LivelinessPolicy:
        """How a publisher asserts its liveliness."""
        return self._liveliness

    @liveliness.setter
    def liveliness(self, value: Union[LivelinessPolicy, int]) -> None:
        assert isinstance(value, (LivelinessPolicy, int))
        self._liveliness = LivelinessPolicy(value)

    @property
    def liveliness_lease_duration(self) -> Duration:
        """The time within which liveliness must be asserted."""
        return self._liveliness_lease_duration

    @liveliness_lease_duration.setter
    def liveliness_lease_duration(self, value: Duration) -> None:
        assert isinstance(value, Duration)
        self._liveliness_lease_duration = value

    @property
    def avoid_ros_namespace_conventions(self) -> bool:
        """Whether the middleware's own names are used."""
        return self._avoid_ros_namespace_conventions

    @avoid_ros_namespace_conventions.setter
    def avoid_ros_namespace_conventions(self, value: bool) -> None:
        assert isinstance(value, bool)
        self._avoid_ros_namespace_conventions = value

    def get_c_qos_profile(self) -> 'QoSProfile':
        """What upstream passes to the native layer; here, the profile itself."""
        return self

    def to_dict(self) -> dict[str, Any]:
        """The policies by name, as the native layer returns them."""
        return {name: getattr(self, name) for name in _FIELDS}

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, QoSProfile):
            return False
        return all(getattr(self, slot) == getattr(other, slot) for slot in self.__slots__)

    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        parts = ', '.join(f'{slot[1:]}={getattr(self, slot)}' for slot in self.__slots__)
        return f'{type(self).__name__}({parts})'


def _profile(depth: int = 10, **kwargs: Any) -> QoSProfile:
    kwargs.setdefault('history', HistoryPolicy.KEEP_LAST)
    return QoSProfile(depth=depth, **kwargs)


with warnings.catch_warnings():
    warnings.simplefilter('ignore')
    #: All policies unknown.
    qos_profile_unknown = _profile(
        0, history=HistoryPolicy.UNKNOWN, reliability=ReliabilityPolicy.UNKNOWN,
        durability=DurabilityPolicy.UNKNOWN, liveliness=LivelinessPolicy.UNKNOWN)
    #: The middleware's preferences.
    qos_profile_system_default = _profile(
        0, history=HistoryPolicy.SYSTEM_DEFAULT, reliability=ReliabilityPolicy.SYSTEM_DEFAULT,
        durability=DurabilityPolicy.SYSTEM_DEFAULT)
#: The default for topics.
qos_profile_default = _profile()
_qos_profile_default = qos_profile_default
#: For sensors: the newest message matters, and losses do not.
qos_profile_sensor_data = _profile(5, reliability=ReliabilityPolicy.BEST_EFFORT)
#: For services.
qos_profile_services_default = _profile()
#: For parameter services.
qos_profile_parameters = _profile(1000)
#: For ``/parameter_events``.
qos_profile_parameter_events = _profile(1000)
#: Reliable if all existing endpoints are.
qos_profile_best_available = _profile(
    reliability=ReliabilityPolicy.BEST_AVAILABLE, durability=DurabilityPolicy.BEST_AVAILABLE,
    deadline=DeadlineBestAvailable, liveliness=LivelinessPolicy.BEST_AVAILABLE,
    liveliness_lease_duration=LivelinessLeaseDurationeBestAvailable)
#: For the status topic of actions.
qos_profile_action_status_default = _profile(1, durability=DurabilityPolicy.TRANSIENT_LOCAL)
#: For ``/rosout``.
qos_profile_rosout_default = _profile(
    1000, durability=DurabilityPolicy.TRANSIENT_LOCAL, lifespan=Duration(seconds=10))


class QoSPresetProfiles(Enum):
    """The profiles with names."""

    UNKNOWN = qos_profile_unknown
    DEFAULT = qos_profile_default
    SYSTEM_DEFAULT = qos_profile_system_default
    SENSOR_DATA = qos_profile_sensor_data
    SERVICES_DEFAULT = qos_profile_services_default
    PARAMETERS = qos_profile_parameters
    PARAMETER_EVENTS = qos_profile_parameter_events
    ACTION_STATUS_DEFAULT = qos_profile_action_status_default
    BEST_AVAILABLE = qos_profile_best_available

    @classmethod
    def short_keys(cls) -> list[str]:
        """Their names in lower case."""
        return [key.lower() for key in cls.__members__]

    @classmethod
    def get_from_short_key(cls, name: str) -> Any:
        """The profile with this name."""
        return cls[name.upper()].value


class QoSCompatibility(IntEnum):
    """Whether a subscription receives what a publisher offers."""

    OK = 0
    WARNING = 1
    ERROR = 2


class QoSCheckCompatibleResult(NamedTuple):
    """Whether a subscription receives what a publisher offers, and why not."""

    compatibility: QoSCompatibility
    reason: str


def qos_check_compatible(
    publisher_qos: QoSProfile, subscription_qos: QoSProfile
) -> QoSCheckCompatibleResult:
    """Compares an offer with a request, policy by policy."""
    from .impl.qos_compatibility import compare

    return QoSCheckCompatibleResult(*compare(publisher_qos, subscription_qos))
