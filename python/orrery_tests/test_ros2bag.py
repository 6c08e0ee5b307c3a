"""What programs import of `ros2bag`."""
import argparse
import os
import sys
import tempfile
import unittest

import orrery_fallbacks

sys.path.append(os.path.dirname(orrery_fallbacks.__file__))

import orrery_interfaces  # noqa: E402

orrery_interfaces.install()

from rclpy.duration import Duration  # noqa: E402
from rclpy.qos import DurabilityPolicy, HistoryPolicy, QoSProfile  # noqa: E402
from ros2bag import api  # noqa: E402


class QualityOfService(unittest.TestCase):
    def test_profiles_of_topics(self) -> None:
        found = api.convert_yaml_to_qos_profile({
            '/a': {'history': 'keep_last', 'depth': 3, 'durability': 'transient_local'},
            '/b': {'history': 'keep_all', 'deadline': {'sec': 1, 'nsec': 2}, 'lifespan': None}})
        self.assertEqual(found, {
            '/a': QoSProfile(depth=3, durability=DurabilityPolicy.TRANSIENT_LOCAL),
            '/b': QoSProfile(history=HistoryPolicy.KEEP_ALL, deadline=Duration(seconds=1, nanoseconds=2))})

    def test_what_is_wrong(self) -> None:
        for profile, problem in (({'depht': 1}, 'Unexpected key `depht`'), ({'depth': -1}, '`depth` may not be'),
                                 ({'deadline': {'sec': 1}}, 'both seconds'),
                                 ({'deadline': {'sec': -1, 'nsec': 0}}, 'negative')):
            with self.subTest(profile), self.assertRaisesRegex(ValueError, problem):
                api.interpret_dict_as_qos_profile(profile)


class Arguments(unittest.TestCase):
    def test_numbers(self) -> None:
        for check, good, bad in ((api.check_positive_float, {'0.5': 0.5}, ('0', '-1', 'x')),
                                 (api.check_not_negative_float, {'0': 0.0}, ('-0.1', 'x')),
                                 (api.check_not_negative_int, {'0': 0, '7': 7}, ('-1', '0.5'))):
            for text, value in good.items():
                self.assertEqual(check(text), value)
            for text in bad:
                with self.subTest(text), self.assertRaisesRegex(argparse.ArgumentTypeError, text):
                    check(text)

    def test_bags(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            parser = argparse.ArgumentParser()
            api.add_standard_multi_reader_args(parser)
            given = parser.parse_args(['-i', folder, '-i', folder, 'mcap'])
            found = api.input_bag_arg_to_storage_options(given.input)
            self.assertEqual([(each.uri, each.storage_id) for each in found], [(folder, ''), (folder, 'mcap')])
            self.assertEqual(parser.parse_args([folder]).bag_path, folder)
            for words, problem in (([f'{folder}/none'], 'does not exist'), ([folder, 'db'], "Unknown storage ID 'db'"),
                                   ([folder, 'mcap', 'x'], '1 or 2')):
                with self.assertRaisesRegex(ValueError, problem):
                    api.input_bag_arg_to_storage_options([words])
            with self.assertRaisesRegex(argparse.ArgumentTypeError, 'does not exist'):
                api.check_path_exists(f'{folder}/none')
            self.assertIsNone(api.create_bag_directory(f'{folder}/new'))
            self.assertIn('[ERROR] [ros2bag]: ', str(api.create_bag_directory(f'{folder}/new')))

    def test_texts(self) -> None:
        self.assertEqual(api.convert_service_to_service_event_topic(['/a']), ['/a/_service_event'])
        self.assertEqual(api.convert_service_to_service_event_topic(None), [])
        self.assertEqual(api.print_warn('x'), '[WARN] [ros2bag]: x')
        parser = argparse.ArgumentParser(formatter_class=api.SplitLineFormatter)
        parser.add_argument('--a', help='first\nsecond')
        self.assertRegex(parser.format_help(), r'first\n +second')


if __name__ == '__main__':
    unittest.main()
