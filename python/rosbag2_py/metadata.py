"""The metadata of recordings."""
from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Dict, List

from rclpy.duration import Duration
from rclpy.impl.distributions import since_jazzy
from rclpy.time import Time

from .bag_qos import QoS, profile_text, to_rclcpp_qos_vector


#: Of `metadata.yaml`.
_VERSION = 9


def instant(nanoseconds: int) -> Time:
    """A time since the epoch."""
    return Time(nanoseconds=nanoseconds)


def span(nanoseconds: int) -> Duration:
    """A duration."""
    return Duration(nanoseconds=nanoseconds)


def as_timedelta(nanoseconds: int) -> timedelta:
    """A duration in the form that files have, unlike recordings, as in ROS 2."""
    return timedelta(microseconds=nanoseconds / 1000)


@dataclass
class TopicMetadata:
    """A topic's name and type."""

    id: int = 0
    name: str = ''
    type: str = ''
    serialization_format: str = 'cdr'
    offered_qos_profiles: Any = field(default_factory=list)
    type_description_hash: str = ''

    def equals(self, other: 'TopicMetadata') -> bool:
        """Whether name, type and format are equal."""
        return (self.name, self.type, self.serialization_format) == (
            other.name, other.type, other.serialization_format)

    def qos_text(self) -> str:
        """The profiles as a recording stores them, in YAML; a program gives this text, or profiles."""
        profiles = self.offered_qos_profiles
        if isinstance(profiles, str):
            return profiles
        return ''.join(profile_text(each.yaml_values() if isinstance(each, QoS) else each) for each in profiles)

    def qos_list(self) -> List[Any]:
        """The profiles as `metadata.yaml` has stored them since version 9."""
        import yaml
        found = yaml.safe_load(self.qos_text())
        return found if isinstance(found, list) else []


def _init_before_jazzy(self: TopicMetadata, name: str, type: str, serialization_format: str,  # noqa: A002
                       offered_qos_profiles: str = '', type_description_hash: str = '') -> None:
    self.id, self.name, self.type, self.serialization_format = 0, name, type, serialization_format
    self.offered_qos_profiles, self.type_description_hash = offered_qos_profiles, type_description_hash


if not since_jazzy():
    # Topics had no number, so programs that name no arguments begin with the name.
    TopicMetadata.__init__ = _init_before_jazzy  # type: ignore[method-assign,assignment]


def stored_topic(number: int, name: str, kind: str, serialization_format: str, profiles: Any,
                 type_description_hash: str = '') -> TopicMetadata:
    """A topic of a recording, whose profiles are a text or, in `metadata.yaml` since version 9, a list."""
    topic = TopicMetadata(name=name, type=kind, serialization_format=serialization_format,
                          offered_qos_profiles=profiles or '', type_description_hash=type_description_hash)
    topic.id = number
    text = topic.qos_text()
    # A program gets a list of profiles only since Jazzy.
    topic.offered_qos_profiles = to_rclcpp_qos_vector(text, _VERSION) if since_jazzy() else text
    return topic


@dataclass
class TopicInformation:
    """A topic and its message count."""

    topic_metadata: TopicMetadata
    message_count: int


@dataclass
class MessageDefinition:
    """The definition of a type."""

    topic_type: str
    encoding: str
    encoded_message_definition: str
    type_hash: str


@dataclass
class FileInformation:
    """A file of a recording."""

    path: str
    starting_time: Time
    duration: Any
    message_count: int


@dataclass
class BagMetadata:
    """A recording as a whole."""

    version: int = _VERSION
    bag_size: int = 0
    storage_identifier: str = ''
    relative_file_paths: List[str] = field(default_factory=list)
    files: List[FileInformation] = field(default_factory=list)
    duration: Duration = field(default_factory=lambda: span(0))
    starting_time: Time = field(default_factory=lambda: instant(0))
    message_count: int = 0
    topics_with_message_count: List[TopicInformation] = field(default_factory=list)
    compression_format: str = ''
    compression_mode: str = ''
    custom_data: Dict[str, str] = field(default_factory=dict)
    ros_distro: str = ''


class Info:
    """Reads the metadata of recordings."""

    def read_metadata(self, uri: str, storage_id: str = '') -> BagMetadata:
        """The metadata of a recording."""
        from .compression import reader_of
        from .options import StorageOptions
        return reader_of(StorageOptions(uri, storage_id)).get_metadata()
