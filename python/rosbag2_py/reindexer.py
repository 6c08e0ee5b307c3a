"""Rebuilds `metadata.yaml` from the files of a recording."""
from __future__ import annotations

import os
import re
from typing import List, Union

from .compression import SequentialCompressionReader
from .metadata_io import MetadataIo
from .options import StorageOptions
from .sequential_reader import RECORDING_SUFFIXES

_DIGITS = re.compile(r'(\d+)')


def _natural(name: str) -> List[Union[str, int]]:
    """A sort key that puts `file_10` after `file_9`."""
    return [int(part) if part.isdigit() else part for part in _DIGITS.split(name)]


class _FilesReader(SequentialCompressionReader):
    """Reads the files of a folder, ignoring its `metadata.yaml`."""

    def _paths(self, uri: str) -> List[str]:
        names = [name for name in os.listdir(uri)
                 if name.endswith((*RECORDING_SUFFIXES, *(f'{end}.zstd' for end in RECORDING_SUFFIXES)))]
        return [os.path.join(uri, name) for name in sorted(names, key=_natural)]


class Reindexer:
    """Repairs a recording whose `metadata.yaml` is missing or wrong."""

    def reindex(self, storage_options: StorageOptions) -> None:
        """Write the file for a folder. Raises RuntimeError."""
        uri = storage_options.uri
        if not os.path.isdir(uri):
            raise RuntimeError(f'{uri} is not a folder with a recording')
        reader = _FilesReader()
        reader.open(storage_options)
        metadata = reader.get_metadata()
        metadata.ros_distro = os.environ.get('ROS_DISTRO') or 'jazzy'
        if any(path.endswith('.zstd') for path in metadata.relative_file_paths):
            metadata.compression_format, metadata.compression_mode = 'zstd', 'FILE'
        MetadataIo().write_metadata(uri, metadata)
