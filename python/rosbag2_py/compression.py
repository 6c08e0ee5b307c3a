"""Recordings with compressed messages or files."""
from __future__ import annotations

import os
import tempfile
from dataclasses import dataclass
from enum import IntEnum
from typing import Any, Optional, Tuple

from .metadata import BagMetadata
from .metadata_io import MetadataIo
from .options import ConverterOptions, StorageOptions
from .sequential_reader import SequentialReader
from .sequential_writer import SequentialWriter
from .zstd_frames import compress, decompress

_SUFFIX = '.zstd'


class CompressionMode(IntEnum):
    """What is compressed."""

    NONE = 0
    FILE = 1
    MESSAGE = 2


def compression_mode_from_string(compression_mode: str) -> CompressionMode:
    """The mode of a name; `NONE` for other names."""
    return CompressionMode.__members__.get(compression_mode.upper(), CompressionMode.NONE)


def compression_mode_to_string(compression_mode: CompressionMode) -> str:
    """The name of a mode."""
    return compression_mode.name


@dataclass
class CompressionOptions:
    """How a recording is compressed; settings of threads and queues have no effect."""

    compression_format: str = ''
    compression_mode: CompressionMode = CompressionMode.NONE
    compression_queue_size: int = 0
    compression_threads: int = 0
    compression_threads_priority: int = 0


class SequentialCompressionWriter(SequentialWriter):
    """Writes a recording with `zstd`."""

    def __init__(self, compression_options: Optional[CompressionOptions] = None) -> None:
        super().__init__()
        self._compression = compression_options or CompressionOptions('zstd', CompressionMode.FILE)

    def open(self, storage_options: StorageOptions, converter_options: Optional[ConverterOptions] = None) -> None:
        """See SequentialWriter. Raises RuntimeError, also for another compression."""
        chosen = self._compression
        if chosen.compression_mode != CompressionMode.NONE and chosen.compression_format != 'zstd':
            raise RuntimeError(f"the compression '{chosen.compression_format}' is not known; use zstd")
        super().open(storage_options, converter_options)

    def write(self, topic_name: str, message: Any, time_stamp: int, *sent: Any) -> None:
        """See SequentialWriter."""
        is_message = self._compression.compression_mode == CompressionMode.MESSAGE
        super().write(topic_name, compress(bytes(message)) if is_message else message, time_stamp, *sent)

    def _end_file(self) -> None:
        super()._end_file()
        if self._compression.compression_mode != CompressionMode.FILE:
            return
        with open(self._path, 'rb') as file:
            data = compress(file.read())
        with open(self._path + _SUFFIX, 'wb') as file:
            file.write(data)
        os.remove(self._path)
        self._files[-1].path += _SUFFIX

    def _metadata(self) -> BagMetadata:
        metadata = super()._metadata()
        if self._compression.compression_mode != CompressionMode.NONE:
            metadata.compression_format = self._compression.compression_format
            metadata.compression_mode = self._compression.compression_mode.name
        return metadata


class SequentialCompressionReader(SequentialReader):
    """Reads recordings compressed with `zstd`, and uncompressed ones."""

    def __init__(self) -> None:
        super().__init__()
        self._mode = CompressionMode.NONE

    def open(self, storage_options: StorageOptions, converter_options: Optional[ConverterOptions] = None) -> None:
        """See SequentialReader."""
        self._mode = CompressionMode.NONE
        if MetadataIo().metadata_file_exists(storage_options.uri):
            known = MetadataIo().read_metadata(storage_options.uri)
            self._mode = compression_mode_from_string(known.compression_mode)
            if self._mode != CompressionMode.NONE and known.compression_format != 'zstd':
                raise RuntimeError(f"the compression '{known.compression_format}' of the recording is not known")
        super().open(storage_options, converter_options)

    def _read_file(self, path: str, storage_id: str) -> Tuple[str, Any]:
        if not path.endswith(_SUFFIX):
            return super()._read_file(path, storage_id)
        with open(path, 'rb') as file:
            data = decompress(file.read())
        with tempfile.TemporaryDirectory() as folder:
            plain = os.path.join(folder, os.path.basename(path)[:-len(_SUFFIX)])
            with open(plain, 'wb') as file:
                file.write(data)
            return super()._read_file(plain, storage_id)

    def read_next(self) -> Tuple[str, bytes, int]:
        """See SequentialReader."""
        topic, data, time = super().read_next()
        return topic, decompress(data) if self._mode == CompressionMode.MESSAGE else data, time

    def get_metadata(self) -> BagMetadata:
        """See SequentialReader."""
        metadata = super().get_metadata()
        if self._mode != CompressionMode.NONE:
            metadata.compression_format, metadata.compression_mode = 'zstd', self._mode.name
        return metadata


def reader_of(storage_options: StorageOptions) -> SequentialReader:
    """An open reader of a recording, compressed or not."""
    reader = SequentialCompressionReader()
    reader.open(storage_options, ConverterOptions())
    return reader


def writer_of(storage_options: StorageOptions, compression_format: str, compression_mode: str) -> SequentialWriter:
    """An open writer of a recording, compressed if the arguments say so."""
    mode = compression_mode_from_string(compression_mode)
    writer: SequentialWriter = SequentialWriter()
    if mode != CompressionMode.NONE:
        writer = SequentialCompressionWriter(CompressionOptions(compression_format, mode))
    writer.open(storage_options, ConverterOptions())
    return writer
