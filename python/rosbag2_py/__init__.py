"""Stand-in of `rosbag2_py`: reads, writes, plays and makes MCAP and sqlite3 recordings, with Python's own modules.

What is compressed with zstd or lz4 by others needs the packages `zstandard` or `lz4` to be read.
"""
from typing import Any

from . import _transport
from ._compression_options import (
    CompressionMode, CompressionOptions, compression_mode_from_string, compression_mode_to_string)
from ._info import Info
from ._message_definitions import LocalMessageDefinitionSource
from ._reader import SequentialCompressionReader, SequentialReader, get_registered_readers
from ._reindexer import Reindexer
from ._storage import (
    BagMetadata, ConverterOptions, FileInformation, MessageDefinition, MetadataIo, ReadOrder, ReadOrderSortBy,
    StorageFilter, StorageOptions, TopicInformation, TopicMetadata, convert_rclcpp_qos_to_rclpy_qos,
    get_default_storage_id, to_rclcpp_qos_vector)
from ._transport import MessageOrder, PlayOptions, RecordOptions, ServiceRequestsSource, bag_rewrite
from ._writer import (
    SequentialCompressionWriter, SequentialWriter, get_registered_compressors, get_registered_serializers,
    get_registered_writers)


def __getattr__(name: str) -> Any:
    """The classes that are nodes; programs that only read and write need not import ROS 2."""
    if name in ('Player', 'Recorder'):
        return getattr(_transport, name)
    raise AttributeError(f'module {__name__!r} has no attribute {name!r}')


__all__ = [
    'BagMetadata', 'CompressionMode', 'CompressionOptions', 'ConverterOptions', 'FileInformation', 'Info',
    'LocalMessageDefinitionSource', 'MessageDefinition', 'MessageOrder', 'MetadataIo', 'PlayOptions', 'Player',
    'ReadOrder', 'ReadOrderSortBy', 'RecordOptions', 'Recorder', 'Reindexer', 'SequentialCompressionReader',
    'SequentialCompressionWriter', 'SequentialReader', 'SequentialWriter', 'ServiceRequestsSource', 'StorageFilter',
    'StorageOptions', 'TopicInformation', 'TopicMetadata', 'bag_rewrite', 'compression_mode_from_string',
    'compression_mode_to_string', 'convert_rclcpp_qos_to_rclpy_qos', 'get_default_storage_id',
    'get_registered_compressors', 'get_registered_readers', 'get_registered_serializers', 'get_registered_writers',
    'to_rclcpp_qos_vector',
]
