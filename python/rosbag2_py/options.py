"""How a recording is to be read."""
from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum
from typing import Dict, List


@dataclass
class StorageOptions:
    """Where a recording is and of what kind (`mcap`, `sqlite3`; empty: as the files say)."""

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


@dataclass
class ConverterOptions:
    """Serialization formats; only `cdr` is known, and messages are not converted."""

    input_serialization_format: str = ''
    output_serialization_format: str = ''


@dataclass
class StorageFilter:
    """Which messages are read: those of some topics, or of topics by their names."""

    topics: List[str] = field(default_factory=list)
    topics_regex: str = ''
    topics_regex_to_exclude: str = ''


class ReadOrderSortBy(IntEnum):
    """What messages are ordered by."""

    ReceivedTimestamp = 0
    PublishedTimestamp = 1
    File = 2


@dataclass
class ReadOrder:
    """The order of messages; here always by the time of reception."""

    sort_by: ReadOrderSortBy = ReadOrderSortBy.ReceivedTimestamp
    reverse: bool = False
