"""`rosidl_runtime_py` and `ament_index_python`."""
import contextlib
import io
import os
import tempfile
import unittest
from collections import OrderedDict
from unittest import mock

import orrery_interfaces

orrery_interfaces.install()

import ament_index_python  # noqa: E402
import rosidl_runtime_py  # noqa: E402
from builtin_interfaces.msg import Time  # noqa: E402
from rosidl_runtime_py import utilities  # noqa: E402
from rosidl_runtime_py.convert import _convert_value  # noqa: E402
from std_msgs.msg import Header, String  # noqa: E402
from test_msgs.msg import BasicTypes, UnboundedSequences  # noqa: E402
from visualization_msgs.msg import Marker  # noqa: E402


class Convert(unittest.TestCase):
    """Messages as text."""

    def test_values_are_shortened(self) -> None:
        self.assertEqual(_convert_value((1, 2, 3), truncate_length=2), (1, 2, '...'))
        self.assertEqual(_convert_value(['123', '456', '7'], truncate_length=2),
                         ['12...', '45...', '...'])
        self.assertEqual(_convert_value(b'hello', truncate_length=4), 'hell...')
        self.assertEqual(_convert_value({'ab': 'cd'}, truncate_length=1), {'ab': 'c...'})

    def test_messages(self) -> None:
        header = Header(frame_id='base', stamp=Time(sec=1, nanosec=2))
        self.assertEqual(rosidl_runtime_py.message_to_ordereddict(header), OrderedDict(
            stamp=OrderedDict(sec=1, nanosec=2), frame_id='base'))
        self.assertEqual(rosidl_runtime_py.message_to_csv(header), '1,2,base')
        self.assertEqual(rosidl_runtime_py.message_to_csv(b'ab'), "b'ab'")
        sequences = rosidl_runtime_py.message_to_ordereddict(
            UnboundedSequences(int8_values=[1, 2]), no_arr=True)
        self.assertEqual(sequences['int8_values'], '<sequence type: int8, length: 2>')

    def test_fields_are_set_from_plain_values(self) -> None:
        marker = Marker()
        stamps = rosidl_runtime_py.set_message_fields(
            marker, {'header': 'auto', 'points': [{'x': 1.0}], 'text': 'a', 'lifetime': {'sec': 3}},
            expand_header_auto=True)
        for stamp in stamps:
            stamp(Time(sec=7))
        self.assertEqual((marker.header.stamp.sec, marker.points[0].x, marker.lifetime.sec),
                         (7, 1.0, 3))
        with self.assertRaises(AttributeError):
            rosidl_runtime_py.set_message_fields(marker, {'nothing': 1})
        with self.assertRaises(ValueError):
            rosidl_runtime_py.set_message_fields(BasicTypes(), {'int32_value': 'x'})
        with self.assertRaisesRegex(TypeError, "Value 'x' is expected to be a dictionary"):
            rosidl_runtime_py.set_message_fields(marker, {'header': 'x'})


class Names(unittest.TestCase):
    """Interfaces by name."""

    def test_classes(self) -> None:
        self.assertIs(utilities.get_message('std_msgs/String'), String)
        self.assertTrue(utilities.is_service(utilities.get_service('std_srvs/srv/Empty')))
        self.assertTrue(utilities.is_action(utilities.get_action('test_msgs/Fibonacci')))
        with self.assertRaisesRegex(ValueError, 'Expected the full name of a message, got'):
            utilities.get_message('std_srvs/srv/Empty')

    def test_lists(self) -> None:
        self.assertIn('srv/SetBool', rosidl_runtime_py.get_interfaces(['std_srvs'])['std_srvs'])
        self.assertEqual(rosidl_runtime_py.get_message_interfaces(['std_srvs']), {})
        with self.assertRaises(LookupError):
            rosidl_runtime_py.get_interfaces(['there_is_none'])

    def test_definitions_that_are_built_in_have_files(self) -> None:
        for name in ('std_msgs/msg/String', 'std_srvs/srv/SetBool.srv'):
            path = rosidl_runtime_py.get_interface_path(name)
            self.assertTrue(path.endswith(name if name.endswith('srv') else name + '.msg'))
            with open(path, encoding='utf-8') as file:
                text = file.read()
            # What others wrote there does not count.
            with open(path, 'w', encoding='utf-8') as file:
                file.write('int8 x')
            self.assertEqual(rosidl_runtime_py.get_interface_path(name), path)
            with open(path, encoding='utf-8') as file:
                self.assertEqual(file.read(), text)
        for name in ('std_msgs/msg/Header', 'std_srvs/srv/SetBool', 'test_msgs/action/Fibonacci'):
            with contextlib.redirect_stdout(io.StringIO()) as out:
                path = rosidl_runtime_py.get_interface_path(f'{name}.idl')
            self.assertEqual(out.getvalue(), '')
            self.assertTrue(path.endswith(f'{name}.idl'))
            with open(path, encoding='utf-8') as file:
                self.assertIn('struct', file.read())
        for name in ('std_msgs/msg/Strong', 'std_msgs/msg/Strong.idl', 'std_msgs/msg/String.srv'):
            with self.assertRaises(LookupError):
                rosidl_runtime_py.get_interface_path(name)

    def test_the_index_is_printed(self) -> None:
        from ament_index_python import cli
        with tempfile.TemporaryDirectory() as prefix:
            index = os.path.join(prefix, 'share', 'ament_index', 'resource_index', 'kinds')
            os.makedirs(index)
            with open(os.path.join(index, 'one'), 'w', encoding='utf-8') as file:
                file.write('content')
            with mock.patch.dict(os.environ, {'AMENT_PREFIX_PATH': prefix}):
                for argv, printed in (
                        ([], 'kinds\n'), (['kinds'], f'one\t{prefix}\n'),
                        (['kinds', 'one'], f'{prefix}\n<<<\ncontent\n>>>\n')):
                    with contextlib.redirect_stdout(io.StringIO()) as out:
                        self.assertIsNone(cli.main(argv))
                    self.assertEqual(out.getvalue(), printed)
                self.assertIn("'two'", cli.main(['kinds', 'two']))
                self.assertEqual(list(cli.resource_type_completer('ki')), ['kinds'])
                chosen = mock.Mock(resource_type='kinds')
                self.assertEqual(list(cli.resource_name_completer('o', chosen)), ['one'])

    def test_packages_of_source_trees(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            package = os.path.join(folder, 'src', 'inner', 'my_robot')
            os.makedirs(package)
            with open(os.path.join(package, 'package.xml'), 'w', encoding='utf-8') as file:
                file.write('<package><name>my_robot</name></package>')
            os.environ['ORRERY_PACKAGES'] = folder
            try:
                share = ament_index_python.get_package_share_directory('my_robot')
                self.assertEqual(share, package)
                with self.assertRaises(ament_index_python.PackageNotFoundError):
                    ament_index_python.get_package_prefix('other_robot')
            finally:
                del os.environ['ORRERY_PACKAGES']



class DefinitionTest(unittest.TestCase):
    def test_what_interfaces_consist_of(self):
        from rosidl_parser.definition import (
            Annotation, BasicType, Member, Message, NamespacedType, Service, Structure)
        member = Member(BasicType('int32'), 'x')
        member.annotations.append(Annotation('default', {'value': 3}))
        self.assertEqual(member.get_annotation_value('default'), {'value': 3})
        self.assertFalse(member.has_annotation('unit'))

        def message(name):
            return Message(Structure(NamespacedType(['a', 'srv'], name), [member]))
        service = NamespacedType(['a', 'srv'], 'Do')
        Service(service, message('Do_Request'), message('Do_Response'))
        with self.assertRaisesRegex(AssertionError, 'Do_Answer'):
            Service(service, message('Do_Request'), message('Do_Answer'))


if __name__ == '__main__':
    unittest.main()
