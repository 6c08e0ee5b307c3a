"""Upstream's module for writing."""
from typing import Set

from .compression import SequentialCompressionWriter
from .sequential_writer import SequentialWriter, get_registered_writers


def get_registered_compressors() -> Set[str]:
    """Compressions of messages and files."""
    return {'zstd'}


def get_registered_serializers() -> Set[str]:
    """Formats of messages."""
    return {'cdr'}


__all__ = ['SequentialCompressionWriter', 'SequentialWriter', 'get_registered_compressors',
           'get_registered_serializers', 'get_registered_writers']
