"""zstd (RFC 8878) by the package `zstandard`, or without it as far as raw blocks suffice.

Frames written without the package are valid, but not smaller.
"""
from __future__ import annotations

import struct
from typing import Any, Optional

_MAGIC = 0xFD2FB528
#: The largest block.
_BLOCK = 128 * 1024
#: Formats of the size in a frame header, by the bits that select them.
_CONTENT_SIZES = ('B', '<H', '<I', '<Q')
_WINDOW_AND_SIZE = 0b1110_0000


def _package() -> Optional[Any]:
    try:
        import zstandard
    except ImportError:
        return None
    return zstandard


def compress(data: bytes) -> bytes:
    """A frame that contains these bytes."""
    package = _package()
    if package is not None:
        return bytes(package.ZstdCompressor().compress(data))
    parts = [struct.pack('<IBQ', _MAGIC, _WINDOW_AND_SIZE, len(data))]
    for start in range(0, len(data) or 1, _BLOCK):
        block = data[start:start + _BLOCK]
        head = len(block) << 3 | (start + _BLOCK >= len(data))
        parts += [struct.pack('<I', head)[:3], block]
    return b''.join(parts)


def decompress(data: bytes) -> bytes:
    """The bytes in a frame. Raises RuntimeError."""
    package = _package()
    if package is not None:
        try:
            return bytes(package.ZstdDecompressor().decompressobj().decompress(data))
        except package.ZstdError as error:
            raise RuntimeError(f'the data is not valid zstd: {error}') from None
    try:
        return _plain(data)
    except (struct.error, IndexError):
        raise RuntimeError('the data is not valid zstd') from None


def _plain(data: bytes) -> bytes:
    if struct.unpack_from('<I', data)[0] != _MAGIC:
        raise RuntimeError('the data is not valid zstd')
    bits, at = data[4], 5
    is_single = bits >> 5 & 1
    at += (not is_single) + (0, 1, 2, 4)[bits & 3]
    if bits >> 6 or is_single:
        at += struct.calcsize(_CONTENT_SIZES[bits >> 6])
    found = []
    while True:
        head, = struct.unpack('<I', data[at:at + 3] + b'\0')
        is_last, kind, size = head & 1, head >> 1 & 3, head >> 3
        at += 3
        if kind > 1:
            raise RuntimeError('the recording is compressed with zstd: install the package zstandard')
        held = size if kind == 0 else 1
        if at + held > len(data) or size > _BLOCK:
            raise RuntimeError('the data is not valid zstd')
        found.append(data[at:at + held] * (1 if kind == 0 else size))
        at += held
        if is_last:
            return b''.join(found)
