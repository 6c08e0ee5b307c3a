"""Writes MCAP files (https://mcap.dev/spec): records without chunks, then a summary."""
from __future__ import annotations

import struct
from typing import BinaryIO, Dict, List, Tuple

from .definition_text import definition_text
from .metadata import TopicMetadata

_MAGIC = b'\x89MCAP0\r\n'
_HEADER, _FOOTER, _SCHEMA, _CHANNEL, _MESSAGE, _STATISTICS, _DATA_END = 1, 2, 3, 4, 5, 11, 15
#: Channel numbers have two bytes.
_MOST_CHANNELS = 65535


def _text(value: str) -> bytes:
    data = value.encode()
    return struct.pack('<I', len(data)) + data


def _record(opcode: int, *parts: bytes) -> bytes:
    body = b''.join(parts)
    return struct.pack('<BQ', opcode, len(body)) + body


class McapWriting:
    """A file that is being written."""

    SUFFIX = '.mcap'

    def __init__(self, path: str) -> None:
        self._file: BinaryIO = open(path, 'wb')
        #: Number, definition and message count of each topic's channel.
        self._channels: Dict[str, Tuple[int, bytes]] = {}
        self._schemas: Dict[str, Tuple[int, bytes]] = {}
        self._counts: Dict[int, int] = {}
        self._times: List[int] = []
        self._file.write(_MAGIC + _record(_HEADER, _text('ros2'), _text('orrery')))
        self.size = self._file.tell()

    def add(self, topic: TopicMetadata) -> int:
        """Declare a topic if it is new; returns its number."""
        known = self._channels.get(topic.name)
        if known is not None:
            return known[0]
        number = len(self._channels) + 1
        if number > _MOST_CHANNELS:
            raise RuntimeError(f'a recording has at most {_MOST_CHANNELS} topics')
        values = (('offered_qos_profiles', topic.qos_text()), ('topic_type_hash', topic.type_description_hash))
        pairs = b''.join(_text(key) + _text(value) for key, value in values)
        definition = _record(_CHANNEL, struct.pack('<HH', number, self._schema(topic.type)), _text(topic.name),
                             _text(topic.serialization_format), struct.pack('<I', len(pairs)), pairs)
        self._channels[topic.name] = number, definition
        self._counts[number] = 0
        self._put(definition)
        return number

    def write(self, topic: TopicMetadata, data: bytes, time: int, sent: int) -> None:
        """Write a message with the times at which it was received and sent."""
        channel = self.add(topic)
        sequence = self._counts[channel] = self._counts[channel] + 1
        head = struct.pack('<HIQQ', channel, sequence & 0xFFFFFFFF, time, sent)
        self._put(_record(_MESSAGE, head, data))
        self._times = [min(time, *self._times), max(time, *self._times)] if self._times else [time, time]

    def close(self, _metadata: str) -> None:
        """Complete the file."""
        self._put(_record(_DATA_END, bytes(4)))
        start = self.size
        for _, definition in (*self._schemas.values(), *self._channels.values()):
            self._put(definition)
        counts = b''.join(struct.pack('<HQ', *item) for item in self._counts.items())
        first, last = self._times or (0, 0)
        self._put(_record(_STATISTICS, struct.pack(
            '<QHIIIIQQI', sum(self._counts.values()), len(self._schemas), len(self._channels), 0, 0, 0,
            first, last, len(counts)), counts))
        self._put(_record(_FOOTER, struct.pack('<QQI', start, 0, 0)) + _MAGIC)
        self._file.close()

    def _schema(self, name: str) -> int:
        known = self._schemas.get(name)
        if known is not None:
            return known[0]
        number = len(self._schemas) + 1
        definition = _record(_SCHEMA, struct.pack('<H', number), _text(name), _text('ros2msg'),
                             _text(definition_text(name)))
        self._schemas[name] = number, definition
        self._put(definition)
        return number

    def _put(self, data: bytes) -> None:
        self._file.write(data)
        self.size += len(data)
