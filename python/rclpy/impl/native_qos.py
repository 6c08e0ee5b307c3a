"""Profiles as in upstream's native layer; here they are the profiles themselves."""

from __future__ import annotations

from typing import Any

from .. import qos

_FIELDS = ('history', 'depth', 'reliability', 'durability', 'lifespan', 'deadline', 'liveliness',
           'liveliness_lease_duration', 'avoid_ros_namespace_conventions')


class rmw_qos_profile_t:  # noqa: N801 - upstream's name
    """Constructs profiles."""

    def __new__(cls, *policies: Any) -> Any:
        """The profile with these policies, in upstream's order."""
        if len(policies) != len(_FIELDS):
            raise TypeError(f'a profile has {len(_FIELDS)} policies, not {len(policies)}')
        return qos.QoSProfile(**dict(zip(_FIELDS, policies)))

    @staticmethod
    def predefined(name: str) -> qos.QoSProfile:
        """The profile with a name such as ``qos_profile_default``."""
        found = getattr(qos, name, None)
        if not isinstance(found, qos.QoSProfile):
            raise ValueError(f"Requested an invalid QoS profile: '{name}'")
        return found


def rclpy_action_get_rmw_qos_profile(name: str) -> dict[str, Any]:
    """The policies of actions' status topic; the name is rcl's."""
    if name != 'rcl_action_qos_profile_status_default':
        raise RuntimeError('Requested unknown rmw_qos_profile')
    return qos.qos_profile_action_status_default.to_dict()
