"""Stand-in of `rosbag2_py`: reads and writes MCAP and sqlite3 recordings, with Python's own modules.

Chunks of MCAP that are compressed need the packages `zstandard` or `lz4` to be read; nothing is written compressed.
"""
from typing import Set

from .metadata import BagMetadata, FileInformation, Info, MessageDefinition, TopicInformation, TopicMetadata
from .metadata_io import MetadataIo
from .options import (
    ConverterOptions, ReadOrder, ReadOrderSortBy, StorageFilter, StorageOptions)
from .sequential_reader import SequentialReader, get_registered_readers
from .sequential_writer import SequentialWriter, get_registered_writers


def get_registered_compressors() -> Set[str]:
    """Compressions of files; there are none."""
    return set()


def get_registered_serializers() -> Set[str]:
    """Formats of messages."""
    return {'cdr'}


def get_default_storage_id() -> str:
    """The kind of a recording that says nothing of it."""
    return 'mcap'


__all__ = [
    'BagMetadata', 'ConverterOptions', 'FileInformation', 'Info', 'MessageDefinition', 'MetadataIo', 'ReadOrder',
    'ReadOrderSortBy', 'SequentialReader', 'SequentialWriter', 'StorageFilter', 'StorageOptions', 'TopicInformation',
    'TopicMetadata', 'get_default_storage_id', 'get_registered_compressors', 'get_registered_readers',
    'get_registered_serializers', 'get_registered_writers',
]
