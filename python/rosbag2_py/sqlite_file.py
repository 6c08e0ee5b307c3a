"""sqlite3 files of rosbag2: their topics and messages."""
from __future__ import annotations

import sqlite3
from typing import Dict, List

from .mcap_file import Message
from .metadata import TopicMetadata, stored_topic


class SqliteFile:
    """The content of a file."""

    def __init__(self, path: str) -> None:
        database = sqlite3.connect(f'file:{path}?mode=ro', uri=True)
        try:
            self.topics: Dict[int, TopicMetadata] = {
                row[0]: stored_topic(*row) for row in database.execute(
                    'SELECT id, name, type, serialization_format, offered_qos_profiles FROM topics'
                    ' ORDER BY id')}
            names = {number: topic.name for number, topic in self.topics.items()}
            self.messages: List[Message] = [
                Message(time, names[topic], data) for time, topic, data in database.execute(
                    'SELECT timestamp, topic_id, data FROM messages ORDER BY timestamp, id')]
        finally:
            database.close()
