"""What a recording says of itself."""
from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime, timedelta, timezone
from typing import Any, Dict, List


@dataclass
class TopicMetadata:
    """A topic's name and type."""

    id: int = 0
    name: str = ''
    type: str = ''
    serialization_format: str = 'cdr'
    offered_qos_profiles: Any = ''
    type_description_hash: str = ''

    def equals(self, other: 'TopicMetadata') -> bool:
        """Whether name, type and format are the same."""
        return (self.name, self.type, self.serialization_format) == (
            other.name, other.type, other.serialization_format)


@dataclass
class TopicInformation:
    """A topic and how many messages it has."""

    topic_metadata: TopicMetadata
    message_count: int


@dataclass
class FileInformation:
    """A file of a recording."""

    path: str
    starting_time: datetime
    duration: timedelta
    message_count: int


@dataclass
class BagMetadata:
    """A recording as a whole."""

    version: int = 9
    storage_identifier: str = ''
    relative_file_paths: List[str] = field(default_factory=list)
    files: List[FileInformation] = field(default_factory=list)
    duration: timedelta = timedelta(0)
    starting_time: datetime = datetime.fromtimestamp(0, timezone.utc)
    message_count: int = 0
    topics_with_message_count: List[TopicInformation] = field(default_factory=list)
    bag_size: int = 0
    compression_format: str = ''
    compression_mode: str = ''
    ros_distro: str = ''
    custom_data: Dict[str, str] = field(default_factory=dict)


class Info:
    """Reads what a recording says of itself."""

    def read_metadata(self, uri: str, storage_id: str = '') -> BagMetadata:
        """The metadata of a recording."""
        from .options import ConverterOptions, StorageOptions
        from .sequential_reader import SequentialReader
        reader = SequentialReader()
        reader.open(StorageOptions(uri, storage_id), ConverterOptions())
        return reader.get_metadata()
