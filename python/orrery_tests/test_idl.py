"""Interfaces given as `.idl` files, and the parser that programs import."""
import contextlib
import io
import pathlib
import tempfile
import unittest
import warnings
from typing import Any, List

from orrery_interfaces import derived
from orrery_interfaces.names import InterfaceName
from orrery_interfaces.parser import DefinitionError, parse_message
from orrery_interfaces.registry import Registry
from orrery_interfaces.sources import ArchiveSource, Definition, FolderSource, builtin_archive
from rosidl_parser import definition
from rosidl_parser.parser import (
    get_ast_from_idl_string, get_string_literals_value, parse_idl_file, parse_idl_string)


def message(members: str, before: str = '') -> str:
    """A file with the structure `p/msg/T`."""
    return ('#include "p/msg/Other.idl"\n#include <q/msg/Another.idl>\n'
            f'module p {{ module msg {{\n{before}\nstruct T {{\n{members}\n}};\n}}; }};\n')


def parsed(members: str, before: str = '') -> Any:
    """The definition of the structure."""
    found = Definition(message(members, before), 'T.idl', True)
    return derived.interface_messages('msg', 'p/msg/T', found)['p/msg/T']


class Definitions(unittest.TestCase):
    """What an `.idl` file says is what a `.msg` file would say."""

    PAIRS = (('bool', 'boolean'), ('byte', 'octet'), ('int8', 'int8'), ('int16', 'short'),
             ('uint16', 'unsigned short'), ('int32', 'long'), ('uint32', 'unsigned long'),
             ('int64', 'long long'), ('uint64', 'unsigned long long'), ('float32', 'float'),
             ('float64', 'double'), ('string', 'string'), ('string<=7', 'string<7>'),
             ('wstring', 'wstring'), ('p/Other', 'p::msg::Other'))

    def test_types_in_all_shapes(self) -> None:
        for msg, idl in self.PAIRS:
            expected = parse_message(
                f'{msg} a\n{msg}[] b\n{msg}[<=3] c\n{msg}[4] d\n', 'p/msg/T')
            self.assertEqual(parsed(f'{idl} a; sequence<{idl}> b; sequence<{idl}, 3> c;\n'
                                    f'{idl} d[4];'), expected)

    def test_names_of_types_and_sizes_by_constants(self) -> None:
        found = parsed('nine a; wstring<SIZE> b; long c, d[T_Constants::SIZE];',
                       'typedef double nine[9];'
                       'module T_Constants { const unsigned long SIZE = 4; };')
        expected = parse_message('uint32 SIZE=4\nfloat64[9] a\nwstring<=4 b\nint32 c\nint32[4] d',
                                 'p/msg/T')
        self.assertEqual(found, expected)

    def test_defaults_and_constants(self) -> None:
        found = parsed('@default (value=123) @key uint16 a; @default (value=TRUE) boolean b;'
                       '@default (value="x\\ty" "z") string c; @default (value=-8.5d) float d;'
                       '@default (value="(1, -2, 3)") short e[3];',
                       'module T_Constants { const short LOW = -23; const string NO = "";'
                       'const octet ONE = 1; const wstring WIDE = L"\\u2122"; };')
        self.assertEqual([f.default for f in found.fields],
                         [123, True, 'x\tyz', -8.5, [1, -2, 3]])
        self.assertEqual([(c.name, c.value) for c in found.constants],
                         [('LOW', -23), ('NO', ''), ('ONE', b'\x01'), ('WIDE', '\u2122')])

    def test_deprecated_fields_warn_in_rolling(self) -> None:
        found = parsed('@deprecated(text="use b") long a; @deprecated long b; long c;').fields
        self.assertEqual([f.deprecated for f in found], ['use b', 'b is deprecated', None])
        for distro, warned in (('jazzy', 0), ('kilted', 0), ('lyrical', 0), ('rolling', 2)):
            registry = Registry([ArchiveSource(builtin_archive(distro))], distro, False)
            message = registry.load('rosidl_generator_py/msg/TestDeprecated')()
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter('always')
                message.distance_cm = 42
                self.assertEqual(message.distance_cm, 42)
                message.distance_meters = 1.5
            self.assertEqual([(str(each.message), each.category, each.filename) for each in caught],
                             [('Use distance_meters instead', DeprecationWarning, __file__)] * warned, distro)

    def test_archives_may_hold_idl(self) -> None:
        registry = Registry([ArchiveSource(builtin_archive('jazzy'))], 'jazzy', False)
        name = 'rosidl_generator_py/msg/BuiltinTypeSequencesIdl'
        self.assertIn(name, [each.full for each in registry.interfaces('rosidl_generator_py')])
        self.assertEqual(registry.load(name).get_fields_and_field_types(), {'char_sequence_unbounded': 'sequence<char>'})

    def test_empty_structures(self) -> None:
        self.assertEqual(parsed('uint8 structure_needs_at_least_one_member;').fields, ())

    def test_mistakes_are_named(self) -> None:
        for members, problem in (
                ('long double a;', "'long double' has no place"),
                ('Missing a;', "T.idl:6:1: 'Missing' is not a type"),
                ('short a[2][2];', 'arrays of arrays'),
                ('short a[0];', "'0' is not a size"), ('string<NO> a;', "'NO' is not a size"),
                ('short a; long a;', "'a' is defined twice"),
                ('@default (value="x") short a;', "'x' is not a int16"),
                ('@default (value=70000) short a;', 'not in the range of int16'),
                ('@default (value=2 * 2) short a;', 'expressions are not possible'),
                ('short a', "';' is missing"), ('$', "'$' is unexpected")):
            with self.assertRaises(DefinitionError, msg=members) as caught:
                parsed(members)
            self.assertIn(problem, str(caught.exception))
        with self.assertRaisesRegex(DefinitionError, 'T_Request, T_Response'):
            derived.interface_messages('srv', 'p/srv/T', Definition(message('short a;'), '', True))


class Packages(unittest.TestCase):
    """A package whose interfaces are `.idl` files."""

    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        texts = {
            'msg/T.idl': message('char letter; wchar wide; sequence<char> letters; wchar two[2];'
                                 '@default (value=7) long count;'),
            'msg/Both.idl': 'made by a build', 'msg/Both.msg': 'int32 a\n',
            'srv/Ask.idl': 'module p { module srv { struct Ask_Request { p::msg::T t; };'
                           'struct Ask_Response { boolean ok; }; }; };',
            'action/Go.idl': 'module p { module action { struct Go_Goal { long a; };'
                             'struct Go_Result { long b; }; struct Go_Feedback { long c; }; }; };',
        }
        for name, text in texts.items():
            file = pathlib.Path(folder.name, 'p', name)
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        sources = [FolderSource(folder.name), ArchiveSource(builtin_archive('jazzy'))]
        self.registry = Registry(sources, 'jazzy', True)

    def test_are_interfaces_like_all_others(self) -> None:
        names: List[InterfaceName] = self.registry.interfaces('p')
        self.assertEqual(['/'.join(name[1:]) for name in names],
                         ['action/Go', 'msg/Both', 'msg/T', 'srv/Ask'])
        self.assertEqual(self.registry.load('p/msg/Both')().a, 0)
        self.assertEqual(self.registry.load('p/srv/Ask').Request().t.count, 7)
        self.assertEqual(self.registry.load('p/action/Go').Feedback(c=3).c, 3)

    def test_characters_are_texts_of_length_one(self) -> None:
        cls = self.registry.load('p/msg/T')
        made = cls()
        self.assertEqual((made.letter, made.wide, made.letters, made.two),
                         ('\0', '\0', [], ['\0', '\0']))
        self.assertEqual(cls.get_fields_and_field_types()['letters'], 'sequence<char>')
        self.assertEqual(cls.SLOT_TYPES[1], definition.BasicType('wchar'))
        made.letter, made.wide = 'A', '\u2122'
        made.letters, made.two = ['b', 'c'], ['\u2122', 'z']
        for wrong in ('AB', 65, '\xff'):
            with self.assertRaisesRegex(AssertionError, r"'letter' field must be of type 'str'"):
                made.letter = wrong
        with self.assertRaises(AssertionError):
            made.letters = [1]

    def test_characters_on_the_wire(self) -> None:
        cls = self.registry.load('p/msg/T')
        made = cls(letter='A', wide='\u2122', letters=['b', 'c'], two=['\u2122', 'z'], count=1)
        encode = self.registry.codecs.encoder('p/msg/T')
        data = b''.join(encode(made)[0])
        self.assertEqual(bytes(data).hex(),
                         '00010000' '4100' '2221' '02000000' '6263' '2221' '7a00' '0000' '01000000')
        self.assertEqual(self.registry.codecs.decoder('p/msg/T')(data), made)
        made._letter = 'AB'
        with self.assertRaises(TypeError):
            encode(made)


class Parser(unittest.TestCase):
    """`rosidl_parser.parser`."""

    def test_a_message(self) -> None:
        content = parse_idl_string(message(
            'short a, b; @range (min=-1, max=1) long c; string<5> d;'
            'wstring<SIZE> e; long double f;',
            'module T_Constants { const unsigned long SIZE = 4; const string S = "abc"; };'
            '@verbatim (language="comment", text="one " "two") @mode(FAST) @key'))
        self.assertEqual([each.locator for each in content.get_elements_of_type(definition.Include)],
                         ['p/msg/Other.idl', 'q/msg/Another.idl'])
        (found,) = content.get_elements_of_type(definition.Message)
        structure = found.structure
        self.assertEqual(structure.namespaced_type.namespaced_name(), ('p', 'msg', 'T'))
        self.assertEqual([(each.name, each.value) for each in structure.annotations], [
            ('verbatim', {'language': 'comment', 'text': 'one two'}), ('mode', 'FAST'),
            ('key', None)])
        self.assertEqual(structure.get_comment_lines(), ['one two'])
        self.assertEqual([each.name for each in structure.members], list('abcdef'))
        self.assertEqual(structure.members[2].get_annotation_value('range'), {'min': -1, 'max': 1})
        self.assertEqual(structure.members[4].type, definition.BoundedWString('SIZE'))
        self.assertEqual(structure.members[5].type, definition.BasicType('long double'))
        self.assertEqual(found.constants[1].type, definition.BoundedString(3))

    def test_a_service_and_an_action_with_what_is_derived(self) -> None:
        (service,) = parse_idl_string(
            'module p { module srv { struct Ask_Request { long a; };'
            'struct Ask_Response { long b; }; }; };').get_elements_of_type(definition.Service)
        self.assertEqual(service.event_message.structure.namespaced_type.name, 'Ask_Event')
        self.assertEqual([each.name for each in service.event_message.structure.members],
                         ['info', 'request', 'response'])
        content = parse_idl_string(
            'module p { module action { struct Go_Goal { long a; }; struct Go_Result { long b; };'
            'struct Go_Feedback { long c; }; }; };')
        (action,) = content.get_elements_of_type(definition.Action)
        self.assertEqual(action.namespaced_type.name, 'Go')
        send = action.send_goal_service
        self.assertEqual(send.namespaced_type.name, 'Go_SendGoal')
        self.assertEqual([each.name for each in send.request_message.structure.members],
                         ['goal_id', 'goal'])
        self.assertEqual(action.get_result_service.response_message.structure.members[0].type,
                         definition.BasicType('int8'))
        self.assertEqual(action.feedback_message.structure.namespaced_type.name,
                         'Go_FeedbackMessage')
        self.assertIn('unique_identifier_msgs/msg/UUID.idl', [
            each.locator for each in content.get_elements_of_type(definition.Include)])

    def test_strings_of_the_syntax_tree(self) -> None:
        for literal, kind, wide, value in (
                ('" e" "f"', 'string_literals', False, ' ef'), ('""', 'string_literals', False, ''),
                ('L"e\\u2122 "', 'wide_string_literals', True, 'e\u2122 ')):
            tree = get_ast_from_idl_string(f'const {"w" if wide else ""}string foo = {literal};')
            found = next(tree.find_pred(lambda each, kind=kind: each.data == kind))
            self.assertEqual(get_string_literals_value(found, allow_unicode=wide), value)

    def test_files(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, 'T.idl').write_text(message('fish a;'))
            locator = definition.IdlLocator(pathlib.Path(folder), pathlib.Path('T.idl'))
            said = io.StringIO()
            with contextlib.redirect_stderr(said), self.assertRaisesRegex(ValueError, '^6:1: '):
                parse_idl_file(locator)
            self.assertIn('T.idl', said.getvalue())
            pathlib.Path(folder, 'T.idl').write_text(message('short a;'))
            self.assertIs(parse_idl_file(locator).locator, locator)
