"""Upstream's module for reading."""
from .compression import SequentialCompressionReader
from .sequential_reader import SequentialReader, get_registered_readers

__all__ = ['SequentialCompressionReader', 'SequentialReader', 'get_registered_readers']
