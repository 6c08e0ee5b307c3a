"""MCAP files (https://mcap.dev/spec): their channels and messages."""
from __future__ import annotations

import struct
from typing import Any, Dict, Iterator, List, NamedTuple, Tuple

from .metadata import TopicMetadata, stored_topic
from .zstd_frames import decompress

MAGIC = b'\x89MCAP0\r\n'
_SCHEMA, _CHANNEL, _MESSAGE, _CHUNK, _DATA_END = 3, 4, 5, 6, 15


class Message(NamedTuple):
    """A message in the order of reception."""

    time: int
    topic: str
    data: Any


def _records(data: memoryview) -> Iterator[Tuple[int, memoryview]]:
    """Opcodes and bodies; an incomplete record at the end is omitted."""
    at = 0
    while at + 9 <= len(data):
        opcode, length = data[at], struct.unpack_from('<Q', data, at + 1)[0]
        at += 9
        if length > len(data) - at:
            return
        yield opcode, data[at:at + length]
        at += length


def _text(body: memoryview, at: int) -> Tuple[str, int]:
    length, = struct.unpack_from('<I', body, at)
    return str(body[at + 4:at + 4 + length], 'utf-8'), at + 4 + length


def _decompressed(compression: str, data: memoryview) -> memoryview:
    if compression == '':
        return data
    try:
        if compression == 'zstd':
            return memoryview(decompress(bytes(data)))
        if compression == 'lz4':
            import lz4.frame
            return memoryview(lz4.frame.decompress(bytes(data)))
    except ImportError as error:
        raise RuntimeError(
            f'the recording is compressed with {compression}: install the package {error.name}, or '
            'write it anew with "orrery bag convert --compression none"') from None
    raise RuntimeError(f'the compression {compression} of the recording is not known')


class McapFile:
    """The content of a file; messages are views of its bytes."""

    def __init__(self, path: str) -> None:
        with open(path, 'rb') as file:
            data = memoryview(file.read())
        if bytes(data[:len(MAGIC)]) != MAGIC:
            raise RuntimeError(f'{path} is not an MCAP file')
        self.topics: Dict[int, TopicMetadata] = {}
        self.messages: List[Message] = []
        self._schemas: Dict[int, str] = {0: ''}
        self._read(data[len(MAGIC):])
        # Messages with equal times remain in the order of the file.
        self.messages.sort(key=lambda message: message.time)

    def _read(self, data: memoryview) -> None:
        for opcode, body in _records(data):
            if opcode == _SCHEMA:
                self._schemas[struct.unpack_from('<H', body)[0]] = _text(body, 2)[0]
            elif opcode == _CHANNEL:
                self._channel(body)
            elif opcode == _MESSAGE:
                channel, _, time, _ = struct.unpack_from('<HIQQ', body)
                if channel in self.topics:
                    self.messages.append(Message(time, self.topics[channel].name, body[22:]))
            elif opcode == _CHUNK:
                compression, at = _text(body, 28)
                length, = struct.unpack_from('<Q', body, at)
                self._read(_decompressed(compression, body[at + 8:at + 8 + length]))
            elif opcode == _DATA_END:
                # What follows is a summary, which repeats what was read.
                return

    def _channel(self, body: memoryview) -> None:
        number, schema = struct.unpack_from('<HH', body)
        topic, at = _text(body, 4)
        encoding, at = _text(body, at)
        length, = struct.unpack_from('<I', body, at)
        end, at, values = at + 4 + length, at + 4, {}
        while at < end:
            key, at = _text(body, at)
            values[key], at = _text(body, at)
        self.topics[number] = stored_topic(
            number, topic, self._schemas.get(schema, ''), encoding,
            values.get('offered_qos_profiles', ''), values.get('topic_type_hash', ''))
