"""Recordings written by hand, read back."""
import os
import sqlite3
import struct
import tempfile
import unittest

import orrery_interfaces

orrery_interfaces.install()

import rosbag2_py  # noqa: E402
from std_msgs.msg import String  # noqa: E402


def text(value: str) -> bytes:
    """A string of MCAP."""
    return struct.pack('<I', len(value)) + value.encode()


def record(opcode: int, body: bytes) -> bytes:
    """A record of MCAP."""
    return struct.pack('<BQ', opcode, len(body)) + body


def mcap() -> bytes:
    """Two messages, the later one first, one of them in a chunk."""
    schema = struct.pack('<H', 1) + text('std_msgs/msg/String') + text('ros2msg') + text('')
    channel = struct.pack('<HH', 1, 1) + text('/a') + text('cdr') + struct.pack('<I', 0)

    def message(time: int, word: str) -> bytes:
        data = orrery_interfaces.serialize(String(data=word))
        return record(5, struct.pack('<HIQQ', 1, 0, time, time) + data)
    inner = message(1_000_000_000, 'first')
    chunk = struct.pack('<QQQI', 0, 0, len(inner), 0) + text('') + struct.pack(
        '<Q', len(inner)) + inner
    magic = b'\x89MCAP0\r\n'
    return b''.join([magic, record(1, text('') + text('')), record(3, schema), record(4, channel),
                     message(2_000_000_000, 'second'), record(6, chunk),
                     record(15, bytes(4)), record(2, bytes(20)), magic])


class Reading(unittest.TestCase):
    """Both kinds of files."""

    def setUp(self) -> None:
        self.folder = tempfile.TemporaryDirectory()

    def tearDown(self) -> None:
        self.folder.cleanup()

    def words(self, path: str) -> list:
        """All messages of a recording."""
        reader = rosbag2_py.SequentialReader()
        reader.open(rosbag2_py.StorageOptions(path), rosbag2_py.ConverterOptions('cdr', 'cdr'))
        topic, = reader.get_all_topics_and_types()
        self.assertEqual((topic.name, topic.type), ('/a', 'std_msgs/msg/String'))
        found = []
        while reader.has_next():
            name, data, time = reader.read_next()
            found.append((name, orrery_interfaces.deserialize(data, String).data, time))
        with self.assertRaises(RuntimeError):
            reader.read_next()
        reader.seek(1_500_000_000)
        self.assertEqual(reader.read_next()[2], 2_000_000_000)
        self.assertEqual(reader.get_metadata().message_count, 2)
        return found

    def test_mcap(self) -> None:
        path = os.path.join(self.folder.name, 'a.mcap')
        with open(path, 'wb') as file:
            file.write(mcap())
        expected = [('/a', 'first', 1_000_000_000), ('/a', 'second', 2_000_000_000)]
        self.assertEqual(self.words(path), expected)
        self.assertEqual(self.words(self.folder.name), expected)

    def test_sqlite3(self) -> None:
        path = os.path.join(self.folder.name, 'a.db3')
        database = sqlite3.connect(path)
        database.execute('CREATE TABLE topics(id INTEGER PRIMARY KEY, name TEXT, type TEXT, '
                         'serialization_format TEXT, offered_qos_profiles TEXT)')
        database.execute('CREATE TABLE messages(id INTEGER PRIMARY KEY, topic_id INTEGER, '
                         'timestamp INTEGER, data BLOB)')
        database.execute("INSERT INTO topics VALUES(1, '/a', 'std_msgs/msg/String', 'cdr', '')")
        for number, (time, word) in enumerate([(2, 'second'), (1, 'first')]):
            data = orrery_interfaces.serialize(String(data=word))
            database.execute('INSERT INTO messages VALUES(?, 1, ?, ?)',
                             (number, time * 10 ** 9, data))
        database.commit()
        database.close()
        self.assertEqual([word for _, word, _ in self.words(path)], ['first', 'second'])

    def test_what_is_no_recording_is_refused(self) -> None:
        reader = rosbag2_py.SequentialReader()
        for path in (self.folder.name, os.path.join(self.folder.name, 'none')):
            with self.assertRaises(RuntimeError):
                reader.open_uri(path)


if __name__ == '__main__':
    unittest.main()
