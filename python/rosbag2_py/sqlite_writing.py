"""Writes sqlite3 files in rosbag2's format."""
from __future__ import annotations

import os
import sqlite3
from typing import Dict

from .definition_text import definition_text
from .metadata import TopicMetadata

_TABLES = """
CREATE TABLE schema(schema_version INTEGER PRIMARY KEY, ros_distro TEXT NOT NULL);
CREATE TABLE metadata(id INTEGER PRIMARY KEY, metadata_version INTEGER NOT NULL, metadata TEXT NOT NULL);
CREATE TABLE topics(id INTEGER PRIMARY KEY, name TEXT NOT NULL, type TEXT NOT NULL, serialization_format TEXT NOT NULL,
  offered_qos_profiles TEXT NOT NULL, type_description_hash TEXT NOT NULL);
CREATE TABLE message_definitions(id INTEGER PRIMARY KEY, topic_type TEXT NOT NULL, encoding TEXT NOT NULL,
  encoded_message_definition TEXT NOT NULL, type_description_hash TEXT NOT NULL);
CREATE TABLE messages(id INTEGER PRIMARY KEY, topic_id INTEGER NOT NULL, timestamp INTEGER NOT NULL, data BLOB NOT NULL);
CREATE INDEX timestamp_idx ON messages(timestamp ASC);
"""
#: Version of these tables.
_VERSION = 4


class SqliteWriting:
    """A file that is being written."""

    SUFFIX = '.db3'

    def __init__(self, path: str) -> None:
        if os.path.exists(path):
            os.remove(path)
        self._database = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        self._database.executescript('PRAGMA journal_mode=MEMORY; PRAGMA synchronous=OFF;' + _TABLES)
        self._database.execute('INSERT INTO schema VALUES (?, ?)', (_VERSION, os.environ.get('ROS_DISTRO') or 'jazzy'))
        self._database.execute('BEGIN')
        self._topics: Dict[str, int] = {}
        self._types: set[str] = set()
        self.size = 0

    def add(self, topic: TopicMetadata) -> int:
        """Declare a topic if it is new; returns its number."""
        known = self._topics.get(topic.name)
        if known is not None:
            return known
        number = self._topics[topic.name] = len(self._topics) + 1
        kind, hashed = topic.type, topic.type_description_hash
        self._database.execute('INSERT INTO topics VALUES (?, ?, ?, ?, ?, ?)', (
            number, topic.name, kind, topic.serialization_format, topic.qos_text(), hashed))
        if kind not in self._types:
            self._types.add(kind)
            self._database.execute('INSERT INTO message_definitions VALUES (?, ?, ?, ?, ?)', (
                len(self._types), kind, 'ros2msg', definition_text(kind), hashed))
        return number

    def write(self, topic: TopicMetadata, data: bytes, time: int, _sent: int) -> None:
        """Write a message with the time at which it was received."""
        number = self.add(topic)
        self._database.execute('INSERT INTO messages(topic_id, timestamp, data) VALUES (?, ?, ?)', (number, time, data))
        self.size += len(data)

    def close(self, metadata: str) -> None:
        """Complete the file."""
        self._database.execute('INSERT INTO metadata(metadata_version, metadata) VALUES (?, ?)', (9, metadata))
        self._database.execute('COMMIT')
        self._database.close()
