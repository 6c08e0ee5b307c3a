"""Recordings that are compressed, indexed anew, rewritten; the definitions of types."""
import os
import pathlib
import struct
import tempfile
import unittest
from unittest import mock

import orrery_interfaces

orrery_interfaces.install()

import rosbag2_py  # noqa: E402
from rosbag2_py import zstd_frames  # noqa: E402
from rosbag2_py.definition_text import definition_text, message_text  # noqa: E402
from orrery_interfaces.parser import parse_message  # noqa: E402
from orrery_interfaces.registry import Registry  # noqa: E402
from orrery_interfaces.sources import FolderSource  # noqa: E402
from std_msgs.msg import String  # noqa: E402

KINDS = ('mcap', 'sqlite3')


class FilesCase(unittest.TestCase):
    """A folder for each test."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def options(self, name: str, kind: str = '') -> rosbag2_py.StorageOptions:
        """Where a recording is."""
        return rosbag2_py.StorageOptions(os.path.join(self.folder, name), kind)

    def fill(self, writer: rosbag2_py.SequentialWriter, name: str, kind: str, *topics: str) -> None:
        """Write three messages to each topic."""
        writer.open(self.options(name, kind), rosbag2_py.ConverterOptions('', ''))
        for topic in topics:
            writer.create_topic(rosbag2_py.TopicMetadata(0, topic, 'std_msgs/msg/String', 'cdr'))
        for i in range(3):
            for topic in topics:
                writer.write(topic, orrery_interfaces.serialize(String(data=str(i) * 100_000)), i)
        writer.close()


class Compression(FilesCase):
    """zstd, with the package `zstandard` and without."""

    def read(self, options: rosbag2_py.StorageOptions) -> list:
        """The first letter of each message."""
        reader = rosbag2_py.SequentialCompressionReader()
        reader.open(options, rosbag2_py.ConverterOptions('', ''))
        found = []
        while reader.has_next():
            _, data, time = reader.read_next()
            text = orrery_interfaces.deserialize(data, String).data
            self.assertEqual(len(text), 100_000)
            found.append((text[0], time))
        return found

    def test_messages_and_files(self) -> None:
        for kind in KINDS:
            for mode in rosbag2_py.CompressionMode:
                name = f'{kind}_{mode.name}'
                writer = rosbag2_py.SequentialCompressionWriter(rosbag2_py.CompressionOptions(
                    compression_format='zstd', compression_mode=mode, compression_threads=8))
                self.fill(writer, name, kind, '/a')
                options = self.options(name, kind)
                self.assertEqual(self.read(options), [('0', 0), ('1', 1), ('2', 2)])
                known = rosbag2_py.Info().read_metadata(options.uri, kind)
                self.assertEqual(known.message_count, 3)
                self.assertEqual(known.compression_mode, '' if mode == 0 else mode.name)
                file = known.relative_file_paths[0]
                self.assertEqual(file.endswith('.zstd'), mode == rosbag2_py.CompressionMode.FILE)
                self.assertEqual(sorted(os.listdir(options.uri)), sorted([file, 'metadata.yaml']))

    def test_names_of_modes(self) -> None:
        for name in ('NONE', 'FILE', 'MESSAGE'):
            mode = rosbag2_py.compression_mode_from_string(name)
            self.assertEqual(mode, rosbag2_py.CompressionMode[name])
            self.assertEqual(rosbag2_py.compression_mode_to_string(mode), name)

    def test_other_formats_and_readers_are_refused(self) -> None:
        mode = rosbag2_py.CompressionMode.FILE
        with self.assertRaisesRegex(RuntimeError, "'rar' is not known"):
            self.fill(rosbag2_py.SequentialCompressionWriter(
                rosbag2_py.CompressionOptions('rar', mode)), 'bag', 'mcap', '/a')
        self.fill(rosbag2_py.SequentialCompressionWriter(), 'bag', 'mcap', '/a')
        with self.assertRaisesRegex(RuntimeError, 'read it with SequentialCompressionReader'):
            rosbag2_py.SequentialReader().open(self.options('bag'))

    def test_frames(self) -> None:
        for size in (0, 1, 128 * 1024, 300_000):
            self.assertEqual(zstd_frames.decompress(zstd_frames.compress(bytes(size))), bytes(size))
        one_byte_often = struct.pack('<IBB', 0xFD2FB528, 0x20, 9) + b'\x4b\0\0x'
        self.assertEqual(zstd_frames._plain(one_byte_often), b'x' * 9)
        frame = struct.pack('<IBQ', 0xFD2FB528, 0xe0, 1) + b'\x0d\0\0x'
        with self.assertRaisesRegex(RuntimeError, 'install the package zstandard'):
            zstd_frames._plain(frame)
        for wrong in (b'', b'abcdefghi', frame[:-1]):
            with self.assertRaises(RuntimeError):
                zstd_frames.decompress(wrong)


class Snapshots(FilesCase):
    """Messages that are held until a snapshot is taken."""

    def test_the_latest_messages_are_written_when_asked_for(self) -> None:
        for kind in KINDS:
            options = self.options(kind, kind)
            options.snapshot_mode, options.max_cache_size = True, 25
            writer = rosbag2_py.SequentialWriter()
            writer.open(options, rosbag2_py.ConverterOptions('', ''))
            writer.create_topic(rosbag2_py.TopicMetadata(0, '/a', 'std_msgs/msg/String', 'cdr'))
            for time in range(5):
                writer.write('/a', bytes(10), time)
            writer.write('/a', bytes(26), 5)
            self.assertTrue(writer.take_snapshot())
            self.assertTrue(writer.take_snapshot())
            writer.write('/a', bytes(20), 6)
            writer.write('/a', bytes(6), 7)
            self.assertTrue(writer.take_snapshot())
            writer.write('/a', bytes(10), 8)
            writer.close()
            reader = rosbag2_py.SequentialReader()
            reader.open(options, rosbag2_py.ConverterOptions('', ''))
            found = []
            while reader.has_next():
                found.append(reader.read_next()[2])
            self.assertEqual(found, [3, 4, 7])
            self.assertEqual(reader.get_metadata().message_count, 3)

    def test_other_modes_have_none(self) -> None:
        options = self.options('a')
        options.snapshot_mode = True
        with self.assertRaisesRegex(RuntimeError, 'greater than 0 when snapshot mode is enabled'):
            rosbag2_py.SequentialWriter().open(options, rosbag2_py.ConverterOptions('', ''))
        self.assertFalse(os.path.exists(options.uri))
        writer = rosbag2_py.SequentialWriter()
        self.assertFalse(writer.take_snapshot())
        writer.open(self.options('b'), rosbag2_py.ConverterOptions('', ''))
        self.assertFalse(writer.take_snapshot())
        writer.close()


class Rewriting(FilesCase):
    """`Reindexer` and `bag_rewrite`."""

    def test_the_index_is_written_anew(self) -> None:
        for kind in KINDS:
            self.fill(rosbag2_py.SequentialWriter(), kind, kind, '/a', '/b')
            file = pathlib.Path(self.folder, kind, 'metadata.yaml')
            before = rosbag2_py.MetadataIo().read_metadata(str(file.parent))
            file.unlink()
            rosbag2_py.Reindexer().reindex(self.options(kind, kind))
            after = rosbag2_py.MetadataIo().read_metadata(str(file.parent))
            self.assertEqual((after.message_count, after.relative_file_paths, after.duration),
                             (before.message_count, before.relative_file_paths, before.duration))
        with self.assertRaises(RuntimeError):
            rosbag2_py.Reindexer().reindex(self.options('none'))

    def test_recordings_of_recordings(self) -> None:
        for kind in KINDS:
            self.fill(rosbag2_py.SequentialWriter(), f'{kind}_a', kind, 'empty_a', '/b')
            self.fill(rosbag2_py.SequentialWriter(), f'{kind}_b', kind, '/b', '/empty_c')
            config = pathlib.Path(self.folder, 'out.yaml')
            place = os.path.join(self.folder, kind)
            config.write_text(f'output_bags:\n'
                              f'- uri: {place}/1\n  storage_id: {kind}\n  topics: [empty_a]\n'
                              f'- uri: {place}/2\n  storage_id: {kind}\n  exclude: ".*empty.*"\n'
                              '  compression_mode: file\n  compression_format: zstd\n')
            rosbag2_py.bag_rewrite([self.options(f'{kind}_a'), self.options(f'{kind}_b')], str(config))
            counts = [{each.topic_metadata.name: each.message_count
                       for each in rosbag2_py.Info().read_metadata(f'{place}/{i}').topics_with_message_count}
                      for i in (1, 2)]
            self.assertEqual(counts, [{'empty_a': 3}, {'/b': 6}])

    def test_descriptions_that_are_none(self) -> None:
        config = pathlib.Path(self.folder, 'out.yaml')
        for text in ('- key: value\n', 'output_bags:\n  key: value\n', 'output_bags: [3]\n', '{', ''):
            config.write_text(text)
            with self.assertRaisesRegex(RuntimeError, 'out.yaml'):
                rosbag2_py.bag_rewrite([], str(config))


class Definitions(unittest.TestCase):
    """What recordings hold of types."""

    def test_messages_services_and_unknown_types(self) -> None:
        source = rosbag2_py.LocalMessageDefinitionSource()
        for name in ('nothing', 'no_msgs/msg/Thing', 'a/b/c/d'):
            found = source.get_full_text(name)
            self.assertEqual((found.topic_type, found.encoding, found.encoded_message_definition),
                             (name, 'unknown', ''))
        found = source.get_full_text('geometry_msgs/PoseStamped')
        self.assertEqual(found.encoding, 'ros2msg')
        headers = [line for line in found.encoded_message_definition.splitlines()
                   if line.startswith('MSG: ')]
        self.assertEqual(headers, [f'MSG: {name}' for name in (
            'std_msgs/Header', 'geometry_msgs/Pose', 'builtin_interfaces/Time',
            'geometry_msgs/Point', 'geometry_msgs/Quaternion')])
        service = source.get_full_text('std_srvs/srv/SetBool').encoded_message_definition
        self.assertTrue(service.startswith('=' * 80 + '\nSRV: std_srvs/srv/SetBool\n'))

    def test_what_needs_idl_is_idl(self) -> None:
        texts = {
            'msg/Raw.idl': 'module arm { module msg { struct Raw { float x; }; }; };\n',
            'msg/Plain.msg': 'arm/Raw raw\n', 'msg/Outer.msg': 'arm/Plain plain\n',
            'srv/Ask.srv': 'arm/Raw raw\n---\n'}
        with tempfile.TemporaryDirectory() as folder:
            for name, text in texts.items():
                path = pathlib.Path(folder, 'arm', name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding='utf-8')
            registry = Registry([FolderSource(folder)], 'jazzy', True)
            with mock.patch('orrery_interfaces.registry', return_value=registry):
                source = rosbag2_py.LocalMessageDefinitionSource()
                found = {name: source.get_full_text(f'arm/{name}') for name in ('msg/Outer', 'srv/Ask', 'msg/Raw')}
        headers = {name: [line for line in each.encoded_message_definition.splitlines()
                          if line[:5] in ('MSG: ', 'IDL: ', 'SRV: ')] for name, each in found.items()}
        self.assertEqual(headers, {
            'msg/Outer': ['IDL: arm/msg/Outer', 'IDL: arm/msg/Plain', 'IDL: arm/msg/Raw'],
            'srv/Ask': ['SRV: arm/srv/Ask', 'MSG: arm/Raw', 'IDL: arm/Raw'],
            'msg/Raw': ['IDL: arm/msg/Raw']})
        self.assertEqual({each.encoding for each in found.values()}, {'ros2idl'})
        self.assertIn('arm::msg::Raw raw;', found['msg/Outer'].encoded_message_definition)

    def test_texts_of_definitions(self) -> None:
        text = ('int8 LOW=-3\nstring S="a\\"b"\nbool[<=3] a\nstring<=5[] b ["x", "y"]\n'
                'p/Other[2] c\nfloat64 d 1.5\nbool e true\nbyte f 7\n')
        self.assertEqual(message_text(parse_message(text, 'p/msg/T')), text)
        self.assertIn('MSG: builtin_interfaces/Time', definition_text('std_msgs/msg/Header'))
