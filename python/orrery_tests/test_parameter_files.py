"""ROS arguments: parameter files, values of `-p` and rules of `-r`, as rcl reads them, and what it refuses."""
import math
import os
import sys
import tempfile
import unittest
from typing import Any
from unittest import mock

from orrery_tests.test_small_yaml import small_yaml
from rclpy.impl.native import RCLInvalidROSArgsError
from rclpy.impl.parameter_files import ParameterTextError, read_parameter_file, read_value, scalar_value
from rclpy.impl.ros_arguments import parse_ros_arguments

try:
    import yaml as installed
except ImportError:
    installed = None
READERS = [small_yaml()] + ([installed] if installed and not hasattr(installed, '__orrery__') else [])

SCALARS = {
    'y': True, 'On': True, 'NO': False, 'n': False, 'tRUE': 'tRUE', '~': '~', 'null': 'null',
    '7': 7, '+7': 7, '-0x1f': -31, '012': 10, '08': 8.0, '0o17': '0o17', '1_000': '1_000', '1:30': '1:30',
    '9223372036854775807': 2 ** 63 - 1, '9223372036854775808': 2.0 ** 63, '-9223372036854775808': -2 ** 63,
    '1e3': 1000.0, '1.': 1.0, '.5': 0.5, '1.0e+3': 1000.0, '1e400': '1e400', '1e-400': '1e-400', '0e5': 0.0,
    '.inf': math.inf, '-.INF': -math.inf, 'inf': math.inf, '-Infinity': -math.inf, '0x1p3': 8.0,
    '2020-01-01': '2020-01-01', 'a b': 'a b', '192.168.0.1': '192.168.0.1', '-': '-',
}
REFUSED = {
    'n:\n  ros_parameters:\n    a: 5\n': "the value of 'a'",
    'n:\n  rate: 5\n': "the value of 'rate'",
    'n:\n': "the value of 'n'",
    'n:\n  ros__parameters:\n': "the value of 'ros__parameters'",
    'n:\n  ros__parameters:\n  - a\n': "the value of 'ros__parameters'",
    'ros__parameters:\n  a: 5\n': 'no node names',
    '- a\n': 'cannot be key',
    'n:\n  ros__parameters:\n    a:\n': 'No value',
    'n:\n  ros__parameters:\n    a: [1, 2.0]\n': 'same type',
    'n:\n  ros__parameters:\n    a: [true, 1]\n': 'same type',
    'n:\n  ros__parameters:\n    a: [[1]]\n': 'lists contain values only',
    'n:\n  ros__parameters:\n    a: [1, x\n': 'Error parsing',
}


class ParameterFilesTest(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.file = os.path.join(self.folder.name, 'p.yaml')

    def each_reader(self) -> Any:
        """Once with Orrery's own `yaml`, and once with PyYAML if it is there."""
        for reader in READERS:
            with mock.patch.dict(sys.modules, {'yaml': reader}), self.subTest(reader=reader.__name__):
                yield

    def rules(self, text: str) -> list:
        with open(self.file, 'w', encoding='utf-8') as file:
            file.write(text)
        return [tuple(rule) for rule in read_parameter_file(self.file)]

    def test_scalars_have_the_types_of_c(self) -> None:
        for text, value in SCALARS.items():
            with self.subTest(text=text):
                self.assertEqual((type(scalar_value(text)), scalar_value(text)), (type(value), value))
        self.assertTrue(math.isnan(scalar_value('.NaN')) and math.isnan(scalar_value('nan')))

    def test_a_file_and_an_argument_give_the_same_values(self) -> None:
        for _ in self.each_reader():
            for text in (*(each for each in SCALARS if each != '-'), '"5"', "'on'", '!!str 5', '!!float 10', '[y, off]', '[a, "1"]'):
                with self.subTest(text=text):
                    of_file = self.rules(f'n:\n  ros__parameters:\n    a: {text}\n')
                    self.assertEqual(of_file, [('/n', 'a', read_value(text))])
                    self.assertEqual(parse_ros_arguments(['--ros-args', '-p', f'a:={text}']).parameters[0].value,
                                     read_value(text))
            self.assertEqual([read_value(text) for text in ('"5"', "'on'", '!!str 5', '!!float 10', '[y, off]',
                                                                  '[a, "1"]', '[]')],
                             ['5', 'on', '5', 10.0, [True, False], ['a', '1'], None])

    def test_names_are_texts_and_pairs_may_repeat(self) -> None:
        for _ in self.each_reader():
            self.assertEqual(self.rules('a/b:\n  ros__parameters: {y: {1: 2}, y.1: 3}\na:\n  ros__parameters:\n    x: 1'
                                        '\n    x: 2\n'),
                             [('/a/b', 'y.1', 2), ('/a/b', 'y.1', 3), ('/a', 'x', 1), ('/a', 'x', 2)])
            self.assertEqual(self.rules(''), [])

    def test_what_rcl_refuses_is_refused(self) -> None:
        for _ in self.each_reader():
            for text, problem in REFUSED.items():
                with self.subTest(text=text), self.assertRaisesRegex(RCLInvalidROSArgsError, problem) as caught:
                    self.rules(text)
                self.assertIn(f'--params-file {self.file}', str(caught.exception))
            for text in ('', '[', '[1, x]', '[[1]]', '{a: 1}'):
                with self.subTest(text=text), self.assertRaises(ParameterTextError):
                    read_value(text)
                with self.assertRaisesRegex(RCLInvalidROSArgsError, 'parameter override rule'):
                    parse_ros_arguments(['--ros-args', '-p', f'a:={text}'])
        with self.assertRaisesRegex(RCLInvalidROSArgsError, 'No such file'):
            read_parameter_file(os.path.join(self.folder.name, 'missing.yaml'))

    def test_rules_of_names(self) -> None:
        for text, rule in {
            'a:=b': (None, None, 'a', 'b'), '/a/b:=~/c': (None, None, '/a/b', '~/c'),
            'n:a:=b': ('n', None, 'a', 'b'), 'rostopic://a:=b': (None, 'topic', 'a', 'b'),
            'n:rosservice:///a:=/b': ('n', 'service', '/a', '/b'), '__name:=m': (None, None, '__node', 'm'),
            'n:__ns:=/a/b': ('n', None, '__ns', '/a/b'), '__ns:=/': (None, None, '__ns', '/'),
        }.items():
            with self.subTest(text=text):
                found, = parse_ros_arguments(['--ros-args', '-r', text]).remaps
                self.assertEqual(found[:4], rule)
        for text in ('a', 'a:=', ':=b', 'a:=b:=c', 'a b:=c', 'a:=2b', 'a//b:=c', 'a/:=b', '1n:a:=b', '/n:a:=b', '__node:=a/b',
                     '__ns:=a', '__ns:=/a/', 'rosthing://a:=b', 'a:=~', 'a__b:=c', 'a:={c}', '*:=b'):
            with self.subTest(text=text), self.assertRaisesRegex(RCLInvalidROSArgsError, 'remap rule'):
                parse_ros_arguments(['--ros-args', '-r', text])
        for text in ('a', ':=5', 'n::=5', ':a:=5'):
            with self.subTest(text=text), self.assertRaisesRegex(RCLInvalidROSArgsError, 'parameter override rule'):
                parse_ros_arguments(['--ros-args', '-p', text])


if __name__ == '__main__':
    unittest.main()
