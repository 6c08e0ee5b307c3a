"""Stand-in of `rosbag2_py` for reading: MCAP and sqlite3 recordings, with Python's own modules.

Chunks of MCAP that are compressed need the packages `zstandard` or `lz4`.
"""
from .options import (
    ConverterOptions, ReadOrder, ReadOrderSortBy, StorageFilter, StorageOptions)
from .metadata import BagMetadata, FileInformation, Info, TopicInformation, TopicMetadata
from .sequential_reader import SequentialReader, get_registered_readers

__all__ = [
    'BagMetadata', 'ConverterOptions', 'FileInformation', 'Info', 'ReadOrder', 'ReadOrderSortBy',
    'SequentialReader', 'StorageFilter', 'StorageOptions', 'TopicInformation', 'TopicMetadata',
    'get_registered_readers',
]
