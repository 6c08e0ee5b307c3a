"""Definitions as upstream's parser gives them."""
import pathlib
import tempfile
import unittest

from rosidl_adapter.parser import (
    BaseType, Constant, Field, InvalidActionSpecification, InvalidFieldDefinition,
    InvalidResourceName, InvalidServiceSpecification, InvalidValue, MessageSpecification,
    MultipleOptionalAnnotations, Type, UnknownMessageType, is_valid_constant_name,
    is_valid_field_name, is_valid_message_name, parse_action_string, parse_message_file,
    parse_message_string, parse_primitive_value_string, parse_service_string, parse_value_string,
    validate_field_types)


class Definitions(unittest.TestCase):
    """Types, values, members, comments."""

    def test_types_are_written_as_they_are_read(self) -> None:
        for text in ('bool', 'string<=5', 'wstring<=2[]', 'p/Foo', 'int8[3]', 'p/Foo[<=4]', 'time[]'):
            self.assertEqual(str(Type(text)), text)
            self.assertEqual(len({Type(text), Type(text)}), 1)
        self.assertEqual(str(BaseType('Foo', 'p')), 'p/Foo')
        self.assertNotEqual(Type('int8[3]'), Type('int8[<=3]'))
        self.assertTrue(Type('int8[<=3]').is_dynamic_array())
        self.assertTrue(Type('int8[3]').is_fixed_size_array())
        for text in ('string<=x', 'string<=0', 'int8]', 'int8[0]', 'int8[x]', 'int8[]]'):
            self.assertRaises(TypeError, Type, text)
        for text in ('Foo', 'p p/Foo', 'p/Foo Bar', 'a/b/C', 'p/foo'):
            self.assertRaises(InvalidResourceName, Type, text)

    def test_names(self) -> None:
        self.assertEqual([is_valid_field_name(x) for x in ('a_1', 'a__b', 'a_', 'A', '1')],
                         [True, False, False, False, False])
        self.assertEqual([is_valid_message_name(x) for x in ('Foo', 'Foo_Request', 'Sample_Foo', 'F_o')],
                         [True, True, True, False])
        self.assertEqual([is_valid_constant_name(x) for x in ('A_1', 'A__B', 'a')], [True, False, False])
        for check in (is_valid_field_name, is_valid_message_name, is_valid_constant_name):
            self.assertRaises(InvalidResourceName, check, None)

    def test_values(self) -> None:
        for kind, text, value in (
                ('bool', 'TrUe', True), ('byte', '0xff', 255), ('int8', '-128', -128),
                ('float32', '3.5', 3.5), ('string', '"it\'s"', "it's"), ('string', '"open', '"open'),
                ('bool[]', '[1, false]', [True, False]), ('int8[2]', '[1,2]', [1, 2]), ('int8[]', '[]', []),
                ('string[]', '["a, b", \'c\', d e]', ['a, b', 'c', 'd e']),
                ('string[<=2]', r'["a\"b"]', ['a"b'])):
            self.assertEqual(parse_value_string(Type(kind), text), value)
        for kind, text in (('bool', 'true '), ('uint8', '256'), ('int8', 'x'), ('float64', 'x'),
                           ('string<=3', 'four'), ('string', "'a''"), ('bool[]', '1'), ('bool[2]', '[1]'),
                           ('bool[<=1]', '[1, 0]'), ('bool[]', '[2]'), ('string[<=1]', '[a, b]')):
            self.assertRaises(InvalidValue, parse_value_string, Type(kind), text)
        for text in ('[, a]', '["a", , b]', '["a]'):
            self.assertRaises(ValueError, parse_value_string, Type('string[]'), text)
        self.assertRaises(NotImplementedError, parse_value_string, Type('p/Foo'), '')
        self.assertRaises(ValueError, parse_primitive_value_string, Type('bool[]'), '')

    def test_members(self) -> None:
        text = 'bool a\nint8[] b [1, 2]\nstring c "x=y"\nstring D=e f\nOther o'
        spec = parse_message_string('p', 'Foo', text)
        self.assertEqual([str(x) for x in spec.fields],
                         ['bool a', 'int8[] b [1, 2]', "string c 'x=y'", 'p/Other o'])
        self.assertEqual(str(spec.constants[0]), "string D='e f'")
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, 'Foo.msg')
            path.write_text(text, encoding='utf-8')
            self.assertEqual(parse_message_file('p', str(path)), spec)
        validate_field_types(spec, [BaseType('p/Other')])
        self.assertRaises(UnknownMessageType, validate_field_types, spec, [])
        for wrong, error in (
                ('bool', InvalidFieldDefinition), ('Ty_pe a', InvalidResourceName), ('bool] a', TypeError),
                ('bool a\nbool a', ValueError), ('bool A=1\nbool A=1', ValueError), ('p/B A=1', TypeError),
                ('bool a=1', NameError), ('@optional\n@optional bool a', MultipleOptionalAnnotations)):
            self.assertRaises(error, parse_message_string, 'p', 'Foo', wrong)
        self.assertRaises(TypeError, MessageSpecification, 'p', 'F', ['a'], [])
        self.assertRaises(TypeError, Field, 'bool', 'a')
        self.assertRaises(ValueError, Constant, 'bool', 'A', None)

    def test_comments_and_units(self) -> None:
        spec = parse_message_string(
            'p', 'Foo', '# one\n#\n# two\n\n# above\nbool a # behind [m]\n  # below\n@optional bool b\n# c\nbool C=1')
        self.assertEqual(spec.annotations, {'comment': ['one', '', 'two']})
        self.assertEqual([x.annotations for x in spec.fields],
                         [{'comment': ['above', 'behind', 'below'], 'unit': 'm'},
                          {'optional': True, 'comment': []}])
        self.assertEqual(spec.constants[0].annotations, {'comment': ['c']})

    def test_deprecated_fields(self) -> None:
        new, old = parse_message_string(
            'p', 'M', 'int32 new\n# worse\n# @deprecated\nint32 old\n').fields
        self.assertEqual((new.annotations.get('deprecated'), new.annotations['comment']), (None, []))
        self.assertEqual((old.annotations['deprecated'], old.annotations['comment']), (True, ['worse']))

    def test_services_and_actions(self) -> None:
        service = parse_service_string('p', 'Foo', 'bool a\n---\nint8 b')
        self.assertEqual(str(service), '# p/Foo\n# p/Foo_Request\nbool a\n---\n# p/Foo_Response\nint8 b')
        action = parse_action_string('p', 'Foo', '---\n---\nint8 b')
        self.assertEqual((action.goal.msg_name, action.feedback.fields[0].name), ('Foo_Goal', 'b'))
        for text in ('', '---\n---'):
            self.assertRaises(InvalidServiceSpecification, parse_service_string, 'p', 'Foo', text)
        for text in ('', '---', '---\n---\n---'):
            self.assertRaises(InvalidActionSpecification, parse_action_string, 'p', 'Foo', text)


if __name__ == '__main__':
    unittest.main()
