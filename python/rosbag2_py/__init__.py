"""Stand-in of `rosbag2_py`: reads, writes, plays and makes MCAP and sqlite3 recordings, with Python's own modules.

What is compressed with zstd or lz4 by others needs the packages `zstandard` or `lz4` to be read.
"""
from typing import Any, Set

from .compression import (
    CompressionMode, CompressionOptions, SequentialCompressionReader, SequentialCompressionWriter,
    compression_mode_from_string, compression_mode_to_string)
from .message_definitions import LocalMessageDefinitionSource
from .metadata import BagMetadata, FileInformation, Info, MessageDefinition, TopicInformation, TopicMetadata
from .metadata_io import MetadataIo
from .options import (
    ConverterOptions, ReadOrder, ReadOrderSortBy, StorageFilter, StorageOptions)
from .reindexer import Reindexer
from .rewriting import bag_rewrite
from .sequential_reader import SequentialReader, get_registered_readers
from .sequential_writer import SequentialWriter, get_registered_writers
from .transport_options import MessageOrder, PlayOptions, RecordOptions, ServiceRequestsSource


def __getattr__(name: str) -> Any:
    """The classes that are nodes; programs that only read and write need not import ROS 2."""
    if name == 'Player':
        from .player import Player
        return Player
    if name == 'Recorder':
        from .recorder import Recorder
        return Recorder
    raise AttributeError(f'module {__name__!r} has no attribute {name!r}')


def get_registered_compressors() -> Set[str]:
    """Compressions of messages and files."""
    return {'zstd'}


def get_registered_serializers() -> Set[str]:
    """Formats of messages."""
    return {'cdr'}


def get_default_storage_id() -> str:
    """The storage of recordings that do not specify one."""
    return 'mcap'


__all__ = [
    'BagMetadata', 'CompressionMode', 'CompressionOptions', 'ConverterOptions', 'FileInformation', 'Info',
    'LocalMessageDefinitionSource', 'MessageDefinition', 'MessageOrder', 'MetadataIo', 'PlayOptions', 'Player',
    'ReadOrder', 'ReadOrderSortBy', 'RecordOptions', 'Recorder', 'Reindexer', 'SequentialCompressionReader',
    'SequentialCompressionWriter', 'SequentialReader', 'SequentialWriter', 'ServiceRequestsSource', 'StorageFilter',
    'StorageOptions', 'TopicInformation', 'TopicMetadata', 'bag_rewrite', 'compression_mode_from_string',
    'compression_mode_to_string', 'get_default_storage_id', 'get_registered_compressors', 'get_registered_readers',
    'get_registered_serializers', 'get_registered_writers',
]
