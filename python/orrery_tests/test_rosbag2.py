"""Recordings written by hand, read back."""
import importlib
import os
import sqlite3
import struct
import subprocess
import sys
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


class Writing(unittest.TestCase):
    """What is written is read again; Orrery's own readers are asked by the tests of recordings."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.uri = os.path.join(folder.name, 'bag')

    def write(self, **options: object) -> None:
        """Ten messages, one a second, and a topic without any."""
        writer = rosbag2_py.SequentialWriter()
        writer.open(rosbag2_py.StorageOptions(uri=self.uri, **options), rosbag2_py.ConverterOptions('', ''))
        for name in ('/a', '/silent'):
            writer.create_topic(rosbag2_py.TopicMetadata(
                id=0, name=name, type='std_msgs/msg/String', serialization_format='cdr'))
        for i in range(10):
            writer.write('/a', orrery_interfaces.serialize(String(data=f'word {i}')), i * 1_000_000_001)
        # A writer that nobody has any more completes its recording.
        del writer

    def test_profiles_that_a_program_offers(self) -> None:
        storage = rosbag2_py._storage
        profile = storage.QoS(1).keep_last(3).transient_local().deadline(storage.Duration(1, 500))
        for kind in ('mcap', 'sqlite3'):
            with self.subTest(kind), tempfile.TemporaryDirectory() as folder:
                self.uri = os.path.join(folder, 'bag')
                writer = rosbag2_py._writer.SequentialWriter()
                writer.open(storage.StorageOptions(self.uri, kind), storage.ConverterOptions('', ''))
                writer.create_topic(storage.TopicMetadata(0, '/a', 'std_msgs/msg/String', 'cdr', [profile]))
                writer.write('/a', orrery_interfaces.serialize(String(data='word')), 1)
                writer.close()
                reader = rosbag2_py._reader.SequentialReader()
                reader.open(storage.StorageOptions(self.uri), storage.ConverterOptions('', ''))
                topic, = reader.get_all_topics_and_types()
                found, = topic.offered_qos_profiles
                of_file, = reader.get_metadata().topics_with_message_count[0].topic_metadata.offered_qos_profiles
                self.assertEqual(of_file.yaml_values(), profile.yaml_values())
                self.assertEqual(found.yaml_values(), profile.yaml_values())
                python = storage.convert_rclcpp_qos_to_rclpy_qos(found)
                self.assertEqual((python.depth, python.durability.name, python.reliability.name),
                                 (3, 'TRANSIENT_LOCAL', 'RELIABLE'))
                self.assertEqual(python.deadline.nanoseconds, 1_000_000_500)

    def test_before_jazzy_profiles_are_a_text_and_topics_have_no_number(self) -> None:
        code = '''
import sys
from orrery_guest.guest import guest
guest.options['distro'] = sys.argv[1]
import orrery_interfaces
orrery_interfaces.install()
from rosbag2_py import ConverterOptions, SequentialReader, SequentialWriter, StorageOptions, TopicMetadata
text = '- history: 1\\n  depth: 3\\n  reliability: 1\\n  durability: 1\\n'
for kind in ('mcap', 'sqlite3'):
    storage = StorageOptions(f'{sys.argv[2]}/{kind}', kind)
    writer = SequentialWriter()
    writer.open(storage, ConverterOptions('', ''))
    writer.create_topic(TopicMetadata('/a', 'std_msgs/msg/String', 'cdr', text))
    writer.write('/a', bytes([0, 1, 0, 0, 1, 0, 0, 0, 0]), 1)
    writer.close()
    reader = SequentialReader()
    reader.open(storage, ConverterOptions('', ''))
    topic, = reader.get_all_topics_and_types()
    print(topic.name, topic.type, topic.serialization_format, topic.offered_qos_profiles == text)
'''
        for distro in ('humble', 'iron'):
            with self.subTest(distro), tempfile.TemporaryDirectory() as folder:
                done = subprocess.run([sys.executable, '-c', code, distro, folder], stdout=subprocess.PIPE, text=True,
                                      check=True, cwd=os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
                self.assertEqual(done.stdout, '/a std_msgs/msg/String cdr True\n' * 2)

    def test_profiles_that_nobody_understands_are_refused(self) -> None:
        for text in ('- history: sometimes\n', '- 3\n', '- {depth: 1, deadline: soon}\n'):
            with self.assertRaisesRegex(RuntimeError, 'offered_qos_profiles'):
                rosbag2_py.to_rclcpp_qos_vector(text, 9)

    def test_policies_by_number_as_humble_stores_them(self) -> None:
        found, = rosbag2_py.to_rclcpp_qos_vector('- history: 3\n  depth: 0\n  reliability: 2\n  durability: 1\n', 5)
        values = found.yaml_values()
        self.assertEqual([values[name] for name in ('history', 'reliability', 'durability')],
                         ['unknown', 'best_effort', 'transient_local'])

    def test_modules_of_upstream(self) -> None:
        modules = ('_compression_options', '_info', '_message_definitions', '_reader', '_reindexer', '_storage',
                   '_transport', '_writer')
        for name in modules:
            with self.subTest(name):
                module = importlib.import_module(f'rosbag2_py.{name}')
                for word in module.__all__:
                    self.assertIs(getattr(module, word), getattr(rosbag2_py, word, getattr(module, word)))

    def test_both_kinds_and_several_files(self) -> None:
        for options, files in (({'storage_id': 'mcap'}, 1), ({'storage_id': 'sqlite3'}, 1), ({}, 1),
                               ({'max_bagfile_duration': 5}, 2), ({'max_bagfile_size': 1}, 10)):
            with self.subTest(**options), tempfile.TemporaryDirectory() as folder:
                self.uri = os.path.join(folder, 'bag')
                self.write(**options)
                reader = rosbag2_py.SequentialReader()
                reader.open(rosbag2_py.StorageOptions(self.uri), rosbag2_py.ConverterOptions('', ''))
                self.assertEqual([topic.name for topic in reader.get_all_topics_and_types()], ['/a', '/silent'])
                found = []
                while reader.has_next():
                    found.append(reader.read_next())
                self.assertEqual([orrery_interfaces.deserialize(data, String).data for _, data, _ in found],
                                 [f'word {i}' for i in range(10)])
                self.assertEqual([time for _, _, time in found], [i * 1_000_000_001 for i in range(10)])
                for metadata in (reader.get_metadata(), rosbag2_py.MetadataIo().read_metadata(self.uri)):
                    self.assertEqual(metadata.message_count, 10)
                    self.assertEqual(metadata.duration.nanoseconds, 9_000_000_009)
                    self.assertEqual(metadata.starting_time.nanoseconds, 0)
                    self.assertEqual(len(metadata.files), files)
                    self.assertEqual([each.message_count for each in metadata.topics_with_message_count], [10, 0])

    def test_definitions_are_complete(self) -> None:
        from rosbag2_py.definition_text import definition_text
        text = definition_text('geometry_msgs/msg/PoseStamped')
        for name in ('std_msgs/Header', 'builtin_interfaces/Time', 'geometry_msgs/Quaternion'):
            self.assertEqual(text.count(f'MSG: {name}\n'), 1)
        self.assertEqual(definition_text('no_msgs/msg/None'), '')

    def test_mistakes(self) -> None:
        writer = rosbag2_py.SequentialWriter()
        with self.assertRaises(RuntimeError):
            writer.write('/a', b'', 0)
        for options, converter in (({'storage_id': 'tape'}, ('', '')), ({}, ('cdr', 'json'))):
            with self.assertRaises(RuntimeError):
                writer.open(rosbag2_py.StorageOptions(self.uri, **options), rosbag2_py.ConverterOptions(*converter))
        self.write()
        with self.assertRaisesRegex(RuntimeError, 'already exists'):
            writer.open(rosbag2_py.StorageOptions(self.uri), rosbag2_py.ConverterOptions())
        other = rosbag2_py.StorageOptions(self.uri + '_other')
        writer.open(other, rosbag2_py.ConverterOptions())
        with self.assertRaisesRegex(RuntimeError, 'create_topic'):
            writer.write('/a', b'', 0)
        writer.close()
        self.assertTrue(rosbag2_py.MetadataIo().metadata_file_exists(other.uri))
        with self.assertRaises(RuntimeError):
            rosbag2_py.MetadataIo().read_metadata(self.uri + '_none')

    def test_filters_by_the_names_of_all_releases(self) -> None:
        topics = ['/a', '/ab', '/b', '/go/_action/feedback']
        for given, wanted in (({'topics': ['/a']}, topics[:1]), ({'regex': '/a.*'}, topics[:2]),
                              ({'topics_regex': '/a.*'}, topics[:2]), ({'exclude_topics': ['/b']}, [*topics[:2], topics[3]]),
                              ({'regex_to_exclude': '/[ab].*'}, topics[3:]), ({'actions': ['/go']}, topics[3:]),
                              ({'topics': ['/b'], 'regex': '/ab'}, topics[1:3]), ({}, topics)):
            filtered = [topic for topic in topics if rosbag2_py.StorageFilter(**given).accepts(topic)]
            self.assertEqual(filtered, wanted, given)


if __name__ == '__main__':
    unittest.main()
