"""The player and the recorder of rosbag2_py, run as a guest."""

import os
import tempfile
import threading
import time
import unittest
from datetime import timedelta

import rclpy
import rosbag2_py
from rclpy.executors import SingleThreadedExecutor
from rclpy.qos import DurabilityPolicy, QoSProfile
from rclpy.serialization import serialize_message
from rosbag2_interfaces.srv import GetRate, IsPaused, Resume, SetRate, Snapshot
from rosgraph_msgs.msg import Clock
from std_msgs.msg import Int32, String

KINDS = ('mcap', 'sqlite3')


class BagsCase(unittest.TestCase):
    """A node that hears /topic, and a folder."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.context = rclpy.context.Context()
        self.context.init()
        self.node = rclpy.create_node('tester', context=self.context)
        self.heard = []
        self.subscription = self.node.create_subscription(
            String, '/topic', lambda m: self.heard.append((m.data, round(time.monotonic(), 6))), 20)
        executor = SingleThreadedExecutor(context=self.context)
        executor.add_node(self.node)
        self.thread = threading.Thread(target=executor.spin, daemon=True)
        self.thread.start()
        self.addCleanup(self.finish, executor)

    def finish(self, executor):
        executor.shutdown()
        self.thread.join()
        self.node.destroy_node()
        self.context.shutdown()

    def options(self, name, kind=''):
        return rosbag2_py.StorageOptions(os.path.join(self.folder, name), kind)

    def recording(self, kind='mcap'):
        """Ten messages in 0.9 s."""
        options = self.options(f'{kind}_{len(os.listdir(self.folder))}', kind)
        writer = rosbag2_py.SequentialWriter()
        writer.open(options, rosbag2_py.ConverterOptions('', ''))
        for topic in ('/topic', '/other'):
            writer.create_topic(rosbag2_py.TopicMetadata(0, topic, 'std_msgs/msg/String', 'cdr'))
        for i in range(10):
            writer.write('/topic', serialize_message(String(data=str(i))), 5_000_000_000 + i * 100_000_000)
        writer.close()
        return options

    def call(self, kind, name, **fields):
        client = self.node.create_client(kind, name)
        self.assertTrue(client.wait_for_service(5.0))
        return client.call(kind.Request(**fields))

    def times(self):
        """When messages were heard, after the first of them."""
        return [round(at - self.heard[0][1], 6) for _, at in self.heard]


class PlayerTest(BagsCase):
    def test_step_by_step_and_by_services(self):
        for kind in KINDS:
            self.heard.clear()
            options = rosbag2_py.PlayOptions()
            options.start_paused = True
            options.topics_to_filter = ['topic']
            player = rosbag2_py.Player(self.recording(kind), options, 'debug', 'player')
            time.sleep(0.1)
            self.assertEqual(self.subscription.get_publisher_count(), 1)
            player.start_spin()
            player.start_spin()
            player.play()
            self.assertTrue(player.play_next() and player.play_next())
            self.assertEqual(player.burst(2), 2)
            player.seek(0)
            self.assertTrue(self.call(IsPaused, '/player/is_paused').paused)
            self.call(Resume, '/player/resume')
            self.assertFalse(player.play_next())
            self.assertTrue(player.wait_for_playback_to_finish(15.0))
            player.stop()
            time.sleep(0.1)
            self.assertEqual([data for data, _ in self.heard], [*'0123', *'0123456789'])
            self.assertEqual(self.times()[4:], [round(i * 0.1, 6) for i in range(10)])
            player.stop_spin()
            del player

    def test_rate_offset_length_and_names(self):
        options = rosbag2_py.PlayOptions()
        options.rate = 2.0
        options.start_offset = 0.2
        options.playback_duration = 0.4
        options.topic_remapping_options = ['--ros-args', '--remap', '/other:=/nothing']
        player = rosbag2_py.Player(self.recording(), options)
        time.sleep(0.1)
        player.start_spin()
        self.assertEqual(self.call(GetRate, '/rosbag2_player/get_rate').rate, 2.0)
        self.assertFalse(self.call(SetRate, '/rosbag2_player/set_rate', rate=0.0).success)
        self.assertIn('/nothing', dict(self.node.get_topic_names_and_types()))
        player.play_sync()
        time.sleep(0.1)
        self.assertEqual([data for data, _ in self.heard], [*'23456'])
        self.assertEqual(self.times(), [0.0, 0.05, 0.1, 0.15, 0.2])

    def test_the_clock(self):
        clocks = []
        self.node.create_subscription(
            Clock, '/clock', lambda m: clocks.append(m.clock.sec * 10**9 + m.clock.nanosec), 100)
        options = rosbag2_py.PlayOptions()
        options.clock_publish_frequency = 5.0
        player = rosbag2_py.Player(self.recording(), options)
        time.sleep(0.1)
        player.play_sync()
        time.sleep(0.3)
        self.assertEqual(clocks[:5], [5_000_000_000 + i * 200_000_000 for i in range(5)])

    def test_cancel_ends_what_blocks(self):
        options = rosbag2_py.PlayOptions()
        options.loop = True
        storage = self.recording()
        for play, arguments in ((rosbag2_py.Player(storage, options).play_sync, ()),
                                (rosbag2_py.Player().play, (storage, options))):
            self.heard.clear()
            thread = threading.Thread(target=play, args=arguments)
            thread.start()
            time.sleep(2)
            self.assertTrue(thread.is_alive())
            rosbag2_py.Player.cancel()
            thread.join(3)
            self.assertFalse(thread.is_alive())
            self.assertGreater(len(self.heard), 15)

    def test_without_a_recording(self):
        player = rosbag2_py.Player()
        for name in ('start_spin', 'play', 'stop', 'pause', 'resume', 'play_next', 'play_sync',
                     'wait_for_playback_to_start', 'wait_for_playback_to_finish'):
            with self.assertRaisesRegex(RuntimeError, 'has no recording'):
                getattr(player, name)()
        for call in (lambda: player.burst(1), lambda: player.seek(0), lambda: player.burst_sync(1)):
            with self.assertRaises(RuntimeError):
                call()
        with self.assertRaisesRegex(RuntimeError, "'loud' is not one of debug"):
            rosbag2_py.Player(self.recording(), rosbag2_py.PlayOptions(), 'loud')


class RecorderTest(BagsCase):
    def publish(self, count=10):
        for i in range(count):
            self.publisher.publish(String(data=str(i)))
            time.sleep(0.05)

    def counts(self, options):
        known = rosbag2_py.MetadataIo().read_metadata(options.uri)
        return {each.topic_metadata.name: each.message_count for each in known.topics_with_message_count}

    def test_pauses_and_goes_on(self):
        self.publisher = self.node.create_publisher(String, 'said', 10)
        for kind in KINDS:
            options = self.options(kind, kind)
            chosen = rosbag2_py.RecordOptions()
            chosen.topics = ['/said']
            chosen.topic_polling_interval = timedelta(milliseconds=10)
            recorder = rosbag2_py.Recorder(options, chosen, 'info', 'recorder')
            recorder.start_spin()
            recorder.start_spin()
            recorder.record()
            self.publish()
            recorder.pause()
            self.publish()
            self.call(Resume, '/recorder/resume')
            self.publish()
            recorder.stop()
            self.assertEqual(self.counts(options), {'/said': 20})
            recorder.stop_spin()
            del recorder

    def test_a_snapshot_is_recorded_when_its_service_is_called(self):
        self.publisher = self.node.create_publisher(String, 'said', 10)
        chosen = rosbag2_py.RecordOptions()
        chosen.topics = ['/said']
        for takes_snapshots in (True, False):
            options = self.options(str(takes_snapshots))
            options.snapshot_mode, options.max_cache_size = takes_snapshots, 1000
            name = f'recorder_{takes_snapshots}'
            recorder = rosbag2_py.Recorder(options, chosen, 'info', name)
            recorder.start_spin()
            recorder.record()
            self.publish(5)
            offered = f'/{name}/snapshot' in dict(self.node.get_service_names_and_types())
            self.assertEqual(offered, takes_snapshots)
            if offered:
                self.assertTrue(self.call(Snapshot, f'/{name}/snapshot').success)
            self.publish(3)
            recorder.stop()
            recorder.stop_spin()
            del recorder
            self.assertEqual(self.counts(options), {'/said': 5 if takes_snapshots else 8})

    def test_what_is_recorded(self):
        self.publisher = self.node.create_publisher(String, 'said', 10)
        self.node.create_publisher(Int32, 'number', 10)
        self.node.create_publisher(String, '_hidden', 10)
        for i, (fields, wanted) in enumerate((
                ({'all_topics': True}, {'/said', '/number'}),
                ({'all_topics': True, 'exclude_topics': ['number']}, {'/said'}),
                ({'topic_types': ['std_msgs/msg/Int32']}, {'/number'}),
                ({'regex': '/(said|_hid)', 'include_hidden_topics': True}, {'/said', '/_hidden'}),
                ({'topics': ['_hidden']}, {'/_hidden'}))):
            chosen = rosbag2_py.RecordOptions()
            for name, value in fields.items():
                setattr(chosen, name, value)
            options = self.options(str(i))
            recorder = rosbag2_py.Recorder(options, chosen)
            recorder.start_spin()
            recorder.record()
            self.publish(2)
            recorder.stop()
            recorder.stop_spin()
            del recorder
            found = set(self.counts(options)) - {'/rosout', '/parameter_events', '/events/write_split'}
            self.assertEqual(found, wanted)

    def test_topics_that_came_at_the_instant_of_its_end_are_listed(self):
        chosen = rosbag2_py.RecordOptions()
        chosen.topics = ['/late']
        options = self.options('bag')
        recorder = rosbag2_py.Recorder(options, chosen)
        recorder.record()
        self.node.create_publisher(String, 'late', 10)
        recorder.stop()
        recorder.stop()
        self.assertEqual(self.counts(options), {'/late': 0})

    def test_what_was_said_before_is_recorded_of_durable_topics(self):
        durable = QoSProfile(depth=5, durability=DurabilityPolicy.TRANSIENT_LOCAL)
        self.node.create_publisher(String, 'map', durable).publish(String(data='once'))
        options, chosen = self.options('bag'), rosbag2_py.RecordOptions()
        chosen.topics = ['/map']
        chosen.compression_mode, chosen.compression_format = 'message', 'zstd'
        recorder = rosbag2_py.Recorder(options, chosen)
        recorder.start_spin()
        recorder.record()
        time.sleep(0.1)
        recorder.stop()
        self.assertEqual(self.counts(options), {'/map': 1})
        reader = rosbag2_py.SequentialCompressionReader()
        reader.open(options, rosbag2_py.ConverterOptions('', ''))
        self.assertEqual(reader.read_next()[1], serialize_message(String(data='once')))
        self.assertIn('transient_local', str(reader.get_all_topics_and_types()[0].offered_qos_profiles))

    def test_cancel_ends_what_blocks(self):
        self.publisher = self.node.create_publisher(String, 'said', 10)
        chosen = rosbag2_py.RecordOptions()
        chosen.all_topics = True
        first, second = self.options('first'), self.options('second')
        for record, arguments, options in ((rosbag2_py.Recorder(first, chosen).record_sync, (), first),
                                           (rosbag2_py.Recorder().record, (second, chosen), second)):
            thread = threading.Thread(target=record, args=arguments)
            thread.start()
            time.sleep(0.05)
            self.publish()
            rosbag2_py.Recorder.cancel()
            thread.join(3)
            self.assertFalse(thread.is_alive())
            self.assertGreaterEqual(self.counts(options)['/said'], 9)
        # Time need not pass between the start and the end.
        third, fourth = self.options('third'), self.options('fourth')
        for record, arguments, options in ((rosbag2_py.Recorder(third, chosen).record_sync, (), third),
                                           (rosbag2_py.Recorder().record, (fourth, chosen), fourth)):
            thread = threading.Thread(target=record, args=arguments)
            thread.start()
            rosbag2_py.Recorder.cancel()
            thread.join(3)
            self.assertFalse(thread.is_alive())
            self.assertTrue(rosbag2_py.MetadataIo().metadata_file_exists(options.uri))
        for name in ('start_spin', 'record', 'stop', 'pause', 'resume', 'record_sync'):
            with self.assertRaisesRegex(RuntimeError, 'has no recording'):
                getattr(rosbag2_py.Recorder(), name)()


if __name__ == '__main__':
    unittest.main()
