"""Converts quality of service between recordings and the profiles of nodes."""
from __future__ import annotations

from typing import Any, Iterable, List

from rclpy.qos import DurabilityPolicy, QoSProfile, ReliabilityPolicy

from .bag_qos import profile_text

_DEPTH = 10


def _is(value: Any, policy: Any) -> bool:
    return value == policy.value or str(value).lower() == policy.name.lower()


def profile_of(kinds: Iterable[Any], reliabilities: Iterable[Any]) -> QoSProfile:
    """A profile that receives from all of these, or that all of these receive from."""
    durable, reliable = list(kinds), list(reliabilities)
    is_durable = bool(durable) and all(_is(each, DurabilityPolicy.TRANSIENT_LOCAL) for each in durable)
    is_loose = any(_is(each, ReliabilityPolicy.BEST_EFFORT) for each in reliable)
    return QoSProfile(
        depth=_DEPTH,
        durability=DurabilityPolicy.TRANSIENT_LOCAL if is_durable else DurabilityPolicy.VOLATILE,
        reliability=ReliabilityPolicy.BEST_EFFORT if is_loose else ReliabilityPolicy.RELIABLE)


def offered_profile(profiles: List[Any]) -> QoSProfile:
    """The profile with which a topic of a recording is published."""
    maps = [each for each in profiles if isinstance(each, dict)]
    if any(_is(each.get('reliability'), ReliabilityPolicy.RELIABLE) for each in maps):
        # Subscriptions that request less receive this, too.
        maps = [{**each, 'reliability': 'reliable'} for each in maps]
    return profile_of([each.get('durability') for each in maps], [each.get('reliability') for each in maps])


def offered_text(profile: QoSProfile) -> str:
    """The profile of a publisher as recordings store it."""
    forever = {'sec': 9223372036, 'nsec': 854775807}
    return profile_text({
        'history': profile.history.name, 'depth': profile.depth, 'reliability': profile.reliability.name,
        'durability': profile.durability.name, 'deadline': forever, 'lifespan': forever,
        'liveliness': profile.liveliness.name, 'liveliness_lease_duration': forever,
        'avoid_ros_namespace_conventions': False})
