"""QoS profiles from the words of a command line."""
from __future__ import annotations

from typing import Optional

from rclpy.duration import Duration
from rclpy.qos import (
    QoSDurabilityPolicy, QoSHistoryPolicy, QoSLivelinessPolicy, QoSPresetProfiles, QoSProfile,
    QoSReliabilityPolicy)


def profile_configure_short_keys(
        profile: QoSProfile, reliability: Optional[str] = None, durability: Optional[str] = None,
        depth: Optional[int] = None, history: Optional[str] = None, liveliness: Optional[str] = None,
        liveliness_lease_duration_s: Optional[float] = None) -> None:
    """Change what is given; a profile that keeps messages for late subscriptions keeps at least one."""
    for name, policy, word in (('history', QoSHistoryPolicy, history),
                               ('durability', QoSDurabilityPolicy, durability),
                               ('reliability', QoSReliabilityPolicy, reliability),
                               ('liveliness', QoSLivelinessPolicy, liveliness)):
        if word:
            setattr(profile, name, policy.get_from_short_key(word))
    if liveliness_lease_duration_s and liveliness_lease_duration_s >= 0:
        profile.liveliness_lease_duration = Duration(seconds=liveliness_lease_duration_s)
    if depth and depth >= 0:
        profile.depth = depth
    elif profile.durability == QoSDurabilityPolicy.TRANSIENT_LOCAL and profile.depth == 0:
        profile.depth = 1


def qos_profile_from_short_keys(
        preset_profile: str, reliability: Optional[str] = None, durability: Optional[str] = None,
        depth: Optional[int] = None, history: Optional[str] = None, liveliness: Optional[str] = None,
        liveliness_lease_duration_s: Optional[float] = None) -> QoSProfile:
    """The profile of this name (`sensor_data`), changed."""
    profile = QoSPresetProfiles.get_from_short_key(preset_profile)
    profile_configure_short_keys(profile, reliability, durability, depth, history, liveliness,
                                 liveliness_lease_duration_s)
    return profile
