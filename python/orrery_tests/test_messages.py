"""Message classes behave as rosidl's."""
import array
import copy
import math
import pickle
import subprocess
import sys
import unittest
import warnings

import orrery_interfaces

orrery_interfaces.install()

from orrery_interfaces.registry import Registry  # noqa: E402
from rosidl_parser import definition  # noqa: E402
from std_msgs.msg import ByteMultiArray, Header, String  # noqa: E402
from std_srvs.srv import SetBool, SetBool_Request  # noqa: E402
from example_interfaces.action import Fibonacci  # noqa: E402
from geometry_msgs.msg import Quaternion, Vector3  # noqa: E402
from sensor_msgs.msg import Image, Imu, NavSatStatus  # noqa: E402
from test_msgs.msg import (  # noqa: E402
    Arrays, BasicTypes, BoundedSequences, Constants, Defaults, Empty, Strings, UnboundedSequences)


def message_of(error: BaseException) -> str:
    """The sentence of an error."""
    return str(error)


class Unchecked(unittest.TestCase):
    """Without checks nearly everything passes."""

    def test_values_of_other_types_pass(self) -> None:
        self.assertEqual(String(data=5).data, 5)
        self.assertEqual(Vector3(x=1).x, 1)
        self.assertIsNone(Header(stamp=None).stamp)
        self.assertEqual(String(foo=5), String())

    def test_positional_arguments_and_unknown_attributes_do_not(self) -> None:
        with self.assertRaises(TypeError):
            String('hello')  # type: ignore[call-arg]
        with self.assertRaises(AttributeError):
            String().dat = 'hello'

    def test_sequences_are_copied_into_arrays(self) -> None:
        image = Image()
        given = array.array('B', [1, 2])
        for value in (given, [1, 2], (1, 2), b'\x01\x02', bytearray(given), memoryview(given)):
            image.data = value
            self.assertEqual(image.data, given)
            self.assertIsNot(image.data, value)
        with self.assertRaises(OverflowError):
            image.data = [256]
        with self.assertRaises(TypeError):
            image.data = ['a']

    def test_lists_are_kept(self) -> None:
        names = ['a']
        message = BoundedSequences(string_values=names)
        self.assertIs(message.string_values, names)

    def test_fixed_arrays_are_copied_and_measured_by_the_constructor(self) -> None:
        imu = Imu(orientation_covariance=range(9))
        self.assertEqual(list(imu.orientation_covariance), [float(i) for i in range(9)])
        imu.orientation_covariance = [1.0]
        self.assertEqual(len(imu.orientation_covariance), 1)
        with self.assertRaises(AssertionError) as caught:
            Imu(orientation_covariance=[1.0])
        self.assertEqual(message_of(caught.exception), '')


class Checked(unittest.TestCase):
    """With checks the sentences are upstream's."""

    def refuses(self, sentence: str, field: str, value: object, cls: type = BasicTypes) -> None:
        """Setting the field fails with this sentence."""
        message = cls(check_fields=True)
        with self.assertRaises(AssertionError) as caught:
            setattr(message, field, value)
        self.assertEqual(message_of(caught.exception), sentence)

    def test_scalars(self) -> None:
        self.refuses("The 'bool_value' field must be of type 'bool'", 'bool_value', 1)
        self.refuses("The 'float64_value' field must be of type 'float'", 'float64_value', 1)
        self.refuses("The 'uint8_value' field must be an unsigned integer in [0, 255]",
                     'uint8_value', 256)
        self.refuses("The 'int8_value' field must be an integer in [-128, 127]", 'int8_value', 128)
        self.refuses("The 'float32_value' field must be a float in "
                     '[-3.402823466e+38, 3.402823466e+38]', 'float32_value', 1e39)
        self.refuses("The 'byte_value' field must be of type 'bytes' or 'ByteString' with length 1",
                     'byte_value', b'ab')
        self.refuses("The 'data' field must be of type 'str'", 'data', 5, String)
        self.refuses("The 'stamp' field must be a sub message of type 'Time'", 'stamp', 5, Header)
        self.refuses("The 'bounded_string_value' field must be string value not longer than 22",
                     'bounded_string_value', 'a' * 23, Strings)
        message = BasicTypes(check_fields=True)
        for value in (math.inf, -math.inf, math.nan):
            message.float32_value = value

    def test_sequences(self) -> None:
        self.refuses("The 'int8_values' field must be a set or sequence with length <= 3 and each "
                     "value of type 'int' and each integer in [-128, 127]",
                     'int8_values', [1, 2, 3, 4], BoundedSequences)
        self.refuses("The 'bool_values' field must be a set or sequence with length 3 and each "
                     "value of type 'bool'", 'bool_values', [True], Arrays)
        self.refuses("The 'int8_values' array.array() must have the type code of 'b'",
                     'int8_values', array.array('B'), UnboundedSequences)
        self.refuses("The 'int8_values' array.array() must have a size <= 3",
                     'int8_values', array.array('b', [0] * 4), BoundedSequences)
        message = UnboundedSequences(check_fields=True)
        kept = array.array('b', [1])
        message.int8_values = kept
        self.assertIs(message.int8_values, kept)
        message.uint8_values = b'ab'
        self.assertEqual(message.uint8_values, array.array('B', b'ab'))

    def test_unknown_arguments(self) -> None:
        with self.assertRaises(AssertionError) as caught:
            String(check_fields=True, foo=1, bar=2)
        self.assertEqual(message_of(caught.exception),
                         'Invalid arguments passed to constructor: bar, foo')


class Classes(unittest.TestCase):
    """What the classes say of themselves."""

    def test_defaults_and_constants(self) -> None:
        self.assertEqual(Quaternion().w, 1.0)
        self.assertEqual(Quaternion.W__DEFAULT, 1.0)
        self.assertEqual((Defaults().byte_value, Defaults().int8_value), (b'2', -50))
        self.assertEqual((Constants.BYTE_CONST, Constants.CHAR_CONST), (b'2', 100))
        self.assertEqual(NavSatStatus().STATUS_FIX, NavSatStatus.STATUS_FIX)
        for target in (Constants, Constants()):
            with self.assertRaises(AttributeError):
                target.INT32_CONST = 42

    def test_types_of_fields(self) -> None:
        types = BoundedSequences.get_fields_and_field_types()
        self.assertEqual(types['bool_values'], 'sequence<boolean, 3>')
        self.assertEqual(types['basic_types_values'], 'sequence<test_msgs/BasicTypes, 3>')
        types.clear()
        self.assertTrue(BoundedSequences.get_fields_and_field_types())
        self.assertEqual(Strings.get_fields_and_field_types()['bounded_string_value'], 'string<22>')
        stamp, frame = Header.SLOT_TYPES
        self.assertEqual((stamp.namespaces, stamp.name), (['builtin_interfaces', 'msg'], 'Time'))
        self.assertIsInstance(frame, definition.UnboundedString)
        self.assertEqual(Header.__slots__, ['_stamp', '_frame_id', '_check_fields'])

    def test_text_and_equality(self) -> None:
        self.assertEqual(
            repr(Header(frame_id='a')),
            "std_msgs.msg.Header(stamp=builtin_interfaces.msg.Time(sec=0, nanosec=0), "
            "frame_id='a')")
        self.assertEqual(repr(SetBool.Request(data=True)),
                         'std_srvs.srv.SetBool_Request(data=True)')
        self.assertIn('data=[1, 2]', repr(Image(data=[1, 2])))
        self.assertIn('data=[]', repr(Image()))
        self.assertNotEqual(String(), Header())
        with self.assertRaises(TypeError):
            hash(String())
        # As upstream: fixed arrays are equal unless they differ everywhere.
        self.assertEqual(Arrays(int8_values=[1, 2, 3]), Arrays(int8_values=[4, 5, 3]))
        self.assertNotEqual(Arrays(int8_values=[1, 2, 3]), Arrays(int8_values=[4, 5, 6]))

    def test_equality_in_newer_distributions(self) -> None:
        nan = math.nan
        for distro, whole, equal_nan in (('jazzy', False, False), ('kilted', True, False),
                                         ('rolling', True, True)):
            registry = Registry(orrery_interfaces.registry().sources, distro, False)
            arrays, basic, unbounded = (registry.load(f'test_msgs/msg/{name}') for name in (
                'Arrays', 'BasicTypes', 'UnboundedSequences'))
            with self.subTest(distro):
                one, other = arrays(int8_values=[1, 2, 3]), arrays(int8_values=[4, 5, 3])
                self.assertEqual(one != other, whole)
                self.assertEqual(one, arrays(int8_values=[1, 2, 3]))
                for cls, field, value in (
                        (basic, 'float32_value', nan), (unbounded, 'float64_values', [1.0, nan])):
                    self.assertEqual(cls(**{field: value}) == cls(**{field: value}), equal_nan)
                self.assertEqual(arrays(float32_values=[nan] * 3) == arrays(float32_values=[nan] * 3),
                                 equal_nan)
                self.assertNotEqual(basic(float32_value=nan), basic(float32_value=1.0))
                self.assertNotEqual(unbounded(float64_values=[nan]), unbounded())

    def test_sequences_become_lists_since_lyrical(self) -> None:
        for distro, kind, words in (('jazzy', tuple, 'a set or sequence'), ('kilted', tuple, 'a set or sequence'),
                                    ('lyrical', list, 'sequence'), ('rolling', list, 'sequence')):
            for check in (False, True):
                registry = Registry(orrery_interfaces.registry().sources, distro, check)
                unbounded, arrays = (registry.load(f'test_msgs/msg/{name}') for name in ('UnboundedSequences', 'Arrays'))
                with self.subTest(distro, check=check), warnings.catch_warnings(record=True) as warned:
                    warnings.simplefilter('always')
                    message = unbounded(string_values=('a', 'b'))
                    self.assertIs(type(message.string_values), kind)
                    kept = ['c']
                    message.string_values = kept
                    self.assertIs(message.string_values, kept)
                    self.assertEqual(warned, [])
                    message.string_values = {'d'}
                    self.assertEqual(len(warned), kind is list)
                    self.assertEqual(message.string_values, kind('d') if kind is list else {'d'})
                    numbers = array.array('i', [1])
                    message.int32_values = numbers
                    self.assertIs(message.int32_values is numbers, check or kind is list)
                    if check:
                        with self.assertRaisesRegex(AssertionError, f"'bool_values' field must be {words} with length 3"):
                            arrays().bool_values = [True]

    def test_packages_imported_without_their_kinds(self) -> None:
        program = ('import orrery_interfaces\norrery_interfaces.install()\nimport diagnostic_msgs.msg, std_msgs, std_srvs\n'
                   'print(hasattr(std_msgs, "msg"))\ndiagnostic_msgs.msg.DiagnosticArray()\n'
                   'print(std_msgs.msg.Header().frame_id == "", hasattr(std_msgs, "srv"), hasattr(std_srvs, "srv"))')
        ran = subprocess.run([sys.executable, '-c', program], capture_output=True, text=True, check=False)
        self.assertEqual((ran.stdout, ran.stderr), ('False\nTrue False False\n', ''))

    def test_copies(self) -> None:
        message = Imu(header=Header(frame_id='a'))
        for made in (copy.deepcopy(message), pickle.loads(pickle.dumps(message))):
            self.assertEqual(made, message)
            self.assertIsNot(made.header, message.header)
        self.assertIs(copy.copy(message).header, message.header)

    def test_services_and_actions(self) -> None:
        self.assertIs(SetBool.Request, SetBool_Request)
        self.assertEqual(SetBool.Request.__module__, 'std_srvs.srv._set_bool')
        for cls in (SetBool, Fibonacci):
            with self.assertRaises(NotImplementedError):
                cls()
        impl = Fibonacci.Impl
        self.assertEqual(impl.SendGoalService.Request().goal, Fibonacci.Goal())
        self.assertEqual(impl.GetResultService.Response().result, Fibonacci.Result())
        self.assertEqual(impl.FeedbackMessage().feedback, Fibonacci.Feedback())
        name = orrery_interfaces.type_name
        self.assertEqual(name(impl.CancelGoalService), 'action_msgs/srv/CancelGoal')
        self.assertEqual(name(impl.SendGoalService), 'example_interfaces/action/Fibonacci_SendGoal')


class Codec(unittest.TestCase):
    """Bytes and back; the bytes themselves are compared with the other codec elsewhere."""

    def test_fields_that_cannot_be_encoded_are_named(self) -> None:
        for message, field in (
            (String(data=5), 'data'), (Header(stamp=None), 'stamp'),
            (BasicTypes(uint8_value=256), 'uint8_value'),
            (BoundedSequences(int8_values=[0] * 4), 'int8_values'),
            (ByteMultiArray(data=[b'a', b'bc']), 'data[1]'),
            (Imu(angular_velocity=Vector3(x='a')), 'angular_velocity.x'),
        ):
            with self.assertRaises(orrery_interfaces.FieldValueError) as caught:
                orrery_interfaces.serialize(message)
            self.assertEqual(caught.exception.field, field)

    def test_bad_bytes_are_refused(self) -> None:
        good = orrery_interfaces.serialize(UnboundedSequences(
            string_values=['a', 'b'], float64_values=[1.0], basic_types_values=[BasicTypes()]))
        for end in range(len(good) - 1):
            with self.assertRaises(orrery_interfaces.CdrError):
                orrery_interfaces.deserialize(good[:end], UnboundedSequences)
        for data in (b'', b'\x00\x07\x00\x00' + good[4:], b'\x00\x01\x00\x00' + b'\xff' * 1000):
            with self.assertRaises(orrery_interfaces.CdrError):
                orrery_interfaces.deserialize(data, UnboundedSequences)

    def test_the_other_byte_order_is_read(self) -> None:
        data = bytes.fromhex('00000000' '00000001' '00000002' '00000002' '6100')
        header = orrery_interfaces.deserialize(data, Header)
        self.assertEqual((header.stamp.sec, header.stamp.nanosec, header.frame_id), (1, 2, 'a'))

    def test_messages_without_fields_take_one_byte(self) -> None:
        self.assertEqual(orrery_interfaces.serialize(Empty()), b'\x00\x01\x00\x00\x00')


if __name__ == '__main__':
    unittest.main()
