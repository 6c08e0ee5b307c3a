"""Upstream's module for compression."""
from .compression import (
    CompressionMode, CompressionOptions, compression_mode_from_string, compression_mode_to_string)

__all__ = ['CompressionMode', 'CompressionOptions', 'compression_mode_from_string', 'compression_mode_to_string']
