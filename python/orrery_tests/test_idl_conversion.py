"""Files of messages, services and actions as files of IDL."""

import contextlib
import io
import tempfile
import unittest
from pathlib import Path

import orrery_interfaces
from rosidl_adapter import convert_to_idl
from rosidl_parser.definition import Action, Message, Service
from rosidl_parser.parser import parse_idl_string

MESSAGE = '''
# where the arm is

# how far  [m]
float64 reach 1.5
geometry_msgs/Point[3] corners  # of its box
string<=8 name "é\\t\\"x\\""
bool[2] on [true, false]
int32[] rest
@optional float32 extra 2.0
# how it fails
uint8 BROKEN=3
string WHY=lost
'''
EXPECTED = '''// generated from rosidl_adapter/resource/msg.idl.em
// with input from arms/msg/Arm.msg
// generated code does not contain a copyright notice

#include "geometry_msgs/msg/Point.idl"

module arms {
  module msg {
    typedef geometry_msgs::msg::Point geometry_msgs__msg__Point;
    typedef geometry_msgs__msg__Point geometry_msgs__msg__Point__3[3];
    typedef boolean boolean__2[2];
    module Arm_Constants {
      @verbatim (language="comment", text=
        "how it fails")
      const uint8 BROKEN = 3;
      const string WHY = "lost";
    };
    @verbatim (language="comment", text=
      "where the arm is")
    struct Arm {
      @verbatim (language="comment", text=
        "how far")
      @default (value=1.5)
      @unit (value="m")
      double reach;

      @verbatim (language="comment", text=
        "of its box")
      geometry_msgs__msg__Point__3 corners;

      @default (value="é\t\\"x\\"")
      string<8> name;

      @default (value="(True, False)")
      boolean__2 on;

      sequence<int32> rest;

      @optional
      @default (value=2.0)
      float extra;
    };
  };
};
'''


class ConversionTest(unittest.TestCase):
    maxDiff = None

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def converted(self, package, file, text):
        source = self.folder / file
        source.parent.mkdir(exist_ok=True)
        source.write_text(text, encoding='utf-8')
        with contextlib.redirect_stdout(io.StringIO()) as said:
            made = convert_to_idl(self.folder, package, Path(file), self.folder / 'idl')
        self.assertIn(f'Reading input file: {source}', said.getvalue())
        self.assertEqual(made, self.folder / 'idl' / Path(file).with_suffix('.idl'))
        return made.read_text(encoding='utf-8')

    def test_a_message(self):
        self.assertEqual(self.converted('arms', 'msg/Arm.msg', MESSAGE.lstrip()), EXPECTED)

    def test_parts_of_services_and_actions(self):
        text = self.converted('arms', 'srv/Move.srv', 'int32 to\n---\n')
        service, = parse_idl_string(text).get_elements_of_type(Service)
        self.assertEqual(service.request_message.structure.members[0].name, 'to')
        self.assertIn('uint8 structure_needs_at_least_one_member;', text)
        text = self.converted('arms', 'action/Go.action', '# goal\nint32 a\n---\nint32 b\n---\nint32 c\n')
        action, = parse_idl_string(text).get_elements_of_type(Action)
        self.assertEqual([each.structure.members[0].name for each in (
            action.goal, action.result, action.feedback)], ['a', 'b', 'c'])
        with self.assertRaises(AssertionError):
            self.converted('arms', 'msg/Arm.txt', '')

    def test_all_built_in_messages_say_the_same_in_idl(self):
        registry = orrery_interfaces.registry()
        for package in ('geometry_msgs', 'sensor_msgs', 'test_msgs', 'nav_msgs'):
            for name in registry.interfaces(package):
                if name.kind != 'msg':
                    continue
                source = registry.find(name).text
                with self.subTest(name.full):
                    text = self.converted(package, f'msg/{name.name}.msg', source)
                    message, = parse_idl_string(text).get_elements_of_type(Message)
                    cls = registry.load(name.full)
                    fields = [member.name for member in message.structure.members]
                    known = list(cls.get_fields_and_field_types())
                    self.assertEqual(fields, known or ['structure_needs_at_least_one_member'])


if __name__ == '__main__':
    unittest.main()
