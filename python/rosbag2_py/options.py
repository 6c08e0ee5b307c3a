"""How to read a recording."""
from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import IntEnum
from typing import Dict, List


@dataclass
class StorageOptions:
    """Location and kind of a recording (`mcap`, `sqlite3`; empty: as the files say)."""

    uri: str
    storage_id: str = ''
    max_bagfile_size: int = 0
    max_bagfile_duration: int = 0
    max_cache_size: int = 0
    storage_preset_profile: str = ''
    storage_config_uri: str = ''
    snapshot_mode: bool = False
    start_time_ns: int = -1
    end_time_ns: int = -1
    custom_data: Dict[str, str] = field(default_factory=dict)
    max_recording_size: int = 0
    max_recording_duration: int = 0
    max_recording_messages: int = 0


@dataclass
class ConverterOptions:
    """Serialization formats; only `cdr` is supported, so messages are not converted."""

    input_serialization_format: str = ''
    output_serialization_format: str = ''


@dataclass
class StorageFilter:
    """Selects the messages to read, by topics or patterns of topics.

    The names of the fields have changed between releases; all of them are supported.
    """

    topics: List[str] = field(default_factory=list)
    services: List[str] = field(default_factory=list)
    regex: str = ''
    exclude_topics: List[str] = field(default_factory=list)
    exclude_services: List[str] = field(default_factory=list)
    regex_to_exclude: str = ''
    services_events: List[str] = field(default_factory=list)
    actions: List[str] = field(default_factory=list)
    exclude_service_events: List[str] = field(default_factory=list)
    exclude_actions: List[str] = field(default_factory=list)
    topics_regex: str = ''
    topics_regex_to_exclude: str = ''

    def accepts(self, topic: str) -> bool:
        """Whether messages of a topic are read."""
        excluded = {*self.exclude_topics, *self.exclude_services, *self.exclude_service_events}
        unwanted = self.regex_to_exclude or self.topics_regex_to_exclude
        if topic in excluded or unwanted and re.fullmatch(unwanted, topic):
            return False
        if any(topic.startswith(f'{action}/_action/') for action in self.exclude_actions):
            return False
        names = {*self.topics, *self.services, *self.services_events}
        pattern = self.regex or self.topics_regex
        if not names and not self.actions and not pattern:
            return True
        return (topic in names or any(topic.startswith(f'{action}/_action/') for action in self.actions)
                or bool(pattern and re.fullmatch(pattern, topic)))


class ReadOrderSortBy(IntEnum):
    """The sort keys of messages."""

    ReceivedTimestamp = 0
    PublishedTimestamp = 1
    File = 2


@dataclass
class ReadOrder:
    """The order of messages; in Orrery, always by the time of reception."""

    sort_by: ReadOrderSortBy = ReadOrderSortBy.ReceivedTimestamp
    reverse: bool = False
