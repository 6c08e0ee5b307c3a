"""What programs use of launch and launch_ros besides launch files: types, texts, events, scopes."""

import pathlib
import unittest
from typing import List

import orrery_interfaces

orrery_interfaces.install()

from launch import (  # noqa: E402
    Action,
    LaunchContext,
    LaunchDescription,
    LaunchDescriptionEntity,
    LaunchDescriptionSource,
    LaunchService,
)
from launch.actions import (  # noqa: E402
    DeclareLaunchArgument,
    ExecuteProcess,
    GroupAction,
    IncludeLaunchDescription,
    OpaqueFunction,
    RegisterEventHandler,
    SetLaunchConfiguration,
    UnregisterEventHandler,
)
from launch.conditions import IfCondition  # noqa: E402
from launch.event_handlers import OnProcessExit, OnProcessIO, OnShutdown  # noqa: E402
from launch.events import Shutdown  # noqa: E402
from launch.events.process import ProcessExited, ProcessIO  # noqa: E402
from launch.frontend import expose_substitution, parse_if_substitutions, parse_substitution  # noqa: E402
from launch.substitution import Substitution  # noqa: E402
from launch.substitutions import PythonExpression, TextSubstitution  # noqa: E402
from launch.utilities import type_utils  # noqa: E402
from launch_ros.actions import Node, SetParameter, SetRemap  # noqa: E402
from launch_ros.descriptions import ParameterFile, ParameterValue  # noqa: E402
from launch_ros.utilities import (  # noqa: E402
    evaluate_parameters,
    normalize_parameters,
    normalize_remap_rules,
)


def text(value):
    return TextSubstitution(text=value)


class Shout(Substitution):
    def __init__(self, word):
        self.word = word

    def perform(self, context):
        return self.word.upper()


@expose_substitution('shout')
def parse_shout(data):
    return Shout, {'word': ''.join(each.perform(None) for each in data[0])}


class TypeTest(unittest.TestCase):
    def test_texts_become_values_of_one_type(self):
        read = type_utils.get_typed_value
        self.assertEqual(read('[on, off]'), [True, False])
        self.assertEqual(read('1', float), 1.0)
        self.assertEqual((read('1e5', float), read('010', int)), (1e5, 10))
        self.assertEqual(read('x', int, can_be_str=True), 'x')
        self.assertIs(read('0', bool), False)
        self.assertEqual(read(''), '')
        self.assertEqual(read(['', '1'], List[int], can_be_str=True), ['', 1])
        self.assertEqual(read(['1', '2'], List[int]), [1, 2])
        self.assertEqual(read(['a', '2'], List[int], can_be_str=True), ['a', 2])
        for value, kind in (('{1}', None), ('[1, a]', None), ('2', bool), ('', int), ("''1''", None),
                            (['1', 'a'], None)):
            with self.subTest(value), self.assertRaises(ValueError):
                read(value, kind)
        for value, kind in (({'a'}, None), (['1'], int), ([1], None)):
            with self.subTest(value), self.assertRaises(TypeError):
                read(value, kind)

    def test_which_types_there_are(self):
        self.assertEqual(type_utils.extract_type(List[str]), (str, True))
        for kind in (bytes, List, list):
            with self.subTest(kind), self.assertRaises(ValueError):
                type_utils.extract_type(kind)

    def test_what_stands_for_a_value(self):
        normal = type_utils.normalize_typed_substitution
        self.assertEqual(normal([1, 2.5], None), [1.0, 2.5])
        self.assertEqual(normal([1, 2.5], List[float]), [1.0, 2.5])
        self.assertEqual(len(normal([text('a'), text('b')], List[int])), 2)
        self.assertEqual(normal([text('a'), 2], List[int])[1], 2)
        with self.assertRaises(TypeError):
            normal(1, List[int])
        perform = type_utils.perform_typed_substitution
        self.assertEqual(perform(LaunchContext(), [[text('1')], 2], List[int]), [1, 2])


class TextTest(unittest.TestCase):
    def said(self, written):
        return [each.perform(LaunchContext()) for each in parse_substitution(written)]

    def test_substitutions_of_users(self):
        self.assertEqual(self.said('a $(shout b) c'), ['a ', 'B', ' c'])
        self.assertEqual(parse_if_substitutions(['$(shout a)', 'b'])[1], 'b')
        with self.assertRaises(ValueError):
            parse_if_substitutions(['a', 1, 1.0])

    def test_quotes_and_backslashes(self):
        self.assertEqual(self.said(r'\$(shout b) $1'), ['$(shout b) $1'])
        self.assertEqual(self.said(r'$(shout \$\(b\))'), ['$(B)'])
        self.assertEqual(self.said("$(shout 'b c')"), ['B C'])
        self.assertEqual(self.said('$(shout "$(shout \'b\')")'), ["'B'"])
        self.assertEqual(self.said('$(eval "2 + ceil(0.5)")'), ['3'])
        with self.assertRaisesRegex(TypeError, '1 or 2 arguments'):
            parse_substitution('$(eval 1 + (2))')
        with self.assertRaisesRegex(ValueError, 'not closed'):
            parse_substitution('$(shout b')

    def test_an_expression_sees_only_its_modules(self):
        with self.assertRaisesRegex(NameError, 'ceil'):
            PythonExpression('ceil(1.3)', []).perform(LaunchContext())

    def test_command_lines(self):
        class Parser:
            parse_substitution = staticmethod(parse_substitution)

        words = ExecuteProcess._parse_cmdline('$(shout a)/b  c$(shout d) ', Parser())
        self.assertEqual([''.join(each.perform(None) for each in word) for word in words],
                         ['A/b', 'cD'])


class ScopeTest(unittest.TestCase):
    def test_a_group_saves_and_restores(self):
        kinds = [type(each).__name__ for each in GroupAction([], forwarding=False).visit(
            LaunchContext())]
        self.assertEqual(kinds, [
            'PushLaunchConfigurations', 'PushEnvironment', 'ResetEnvironment',
            'ResetLaunchConfigurations', 'PopEnvironment', 'PopLaunchConfigurations'])

    def test_environments_stay_the_same_object(self):
        context = LaunchContext()
        context.environment = variables = {'A': '1'}
        context._push_environment()
        variables['A'] = '2'
        context._pop_environment()
        self.assertIs(context.environment, variables)
        self.assertEqual(variables, {'A': '1'})

    def test_arguments_are_found_in_includes_and_behind_conditions(self):
        inner = LaunchDescription([DeclareLaunchArgument('inner', default_value='1')])
        outer = LaunchDescription([
            IncludeLaunchDescription(LaunchDescriptionSource(inner)),
            GroupAction([DeclareLaunchArgument('maybe')], condition=IfCondition('true')),
        ])
        found = {each.name: each._conditionally_included for each in outer.get_launch_arguments()}
        self.assertEqual(found, {'inner': False, 'maybe': True})

    def test_an_include_names_its_file_at_once(self):
        context = LaunchContext()
        source = LaunchDescriptionSource(LaunchDescription(), __file__)
        first, description, _ = IncludeLaunchDescription(
            source, launch_arguments=[('a', 'b')]).visit(context)
        self.assertIsInstance(first, SetLaunchConfiguration)
        self.assertIsInstance(description, LaunchDescriptionEntity)
        self.assertEqual(context.locals.current_launch_file_path, __file__)


class EventTest(unittest.TestCase):
    def event(self, kind, action, **kwargs):
        return kind(action=action, name='n', cmd=[], cwd=None, env=None, pid=1, **kwargs)

    def test_handlers_choose_their_events(self):
        process, other = ExecuteProcess(cmd=['a']), ExecuteProcess(cmd=['b'])
        for target in (process, lambda action: action is process):
            handler = OnProcessExit(target_action=target, on_exit=[Action()])
            self.assertTrue(handler.matches(self.event(ProcessExited, process, returncode=0)))
            self.assertFalse(handler.matches(self.event(ProcessExited, other, returncode=0)))
            self.assertFalse(handler.matches(Shutdown()))
        with self.assertRaises(TypeError):
            OnProcessExit(target_action=5, on_exit=[])
        heard = []
        handler = OnProcessIO(target_action=process, on_stderr=heard.append)
        for fd in (1, 2):
            handler.handle(self.event(ProcessIO, process, text=b'x', fd=fd), LaunchContext())
        self.assertEqual([each.from_stderr for each in heard], [True])

    def test_handlers_come_and_go(self):
        context = LaunchContext()
        handler = OnShutdown(on_shutdown=[])
        RegisterEventHandler(handler).visit(context)
        self.assertIn(handler, context._event_handlers)
        UnregisterEventHandler(handler).visit(context)
        self.assertNotIn(handler, context._event_handlers)

    def test_a_service_ends_with_what_is_to_be_done_at_the_end(self):
        done = []
        service = LaunchService()
        service.include_launch_description(LaunchDescription([
            RegisterEventHandler(OnShutdown(on_shutdown=lambda event, context: done.append(2))),
            OpaqueFunction(function=lambda context: done.append(1)),
        ]))
        self.assertEqual(service.run(), 0)
        self.assertEqual(done, [1, 2])


class NodeTest(unittest.TestCase):
    def values(self, *parameters):
        return evaluate_parameters(LaunchContext(), normalize_parameters(list(parameters)))

    def test_parameters(self):
        for written, expected in (
            ({'a': [[text('x'), text('y')], 'z']}, {'a': ('xy', 'z')}),
            ({'a': [text('x'), 'y']}, {'a': 'xy'}),
            ({'a': text('[1, 2]')}, {'a': (1, 2)}),
            ({'a': [1, 2.5]}, {'a': (1.0, 2.5)}),
            ({'a': {'b': b'\xff'}}, {'a.b': b'\xff'}),
            ({'a': ParameterValue(text('{1}'), value_type=str)}, {'a': '{1}'}),
            ({'a': ParameterValue([[text('1')], [text('2')]], value_type=List[int])},
             {'a': [1, 2]}),
        ):
            with self.subTest(written):
                self.assertEqual(self.values(written), (expected,))
        self.assertEqual(self.values([text('/a'), '/b']), (pathlib.Path('/a/b'),))

    def test_what_can_be_no_parameter(self):
        for written in ({5: 1}, {'a': {1, 2}}, {'a': [1, [2]]}, {'a': {'b': object()}}, 5.0):
            with self.subTest(written), self.assertRaises(TypeError):
                Node(package='p', executable='e', parameters=[written])
        for written in (text('{1: 2}'), text('[]'), text('[1, 2.0]'), [True, 2.0], text('a: b: c')):
            with self.subTest(written), self.assertRaises(TypeError):
                self.values({'a': written})
        with self.assertRaises(TypeError):
            normalize_parameters({'a': 1})
        with self.assertRaises(TypeError):
            normalize_remap_rules([{'a': 'b'}])

    def test_what_all_nodes_get(self):
        context = LaunchContext()
        SetParameter('speed', 1.5).visit(context)
        SetRemap('a', 'b').visit(context)
        self.assertEqual(context.launch_configurations['global_params'], [('speed', 1.5)])
        self.assertEqual(context.launch_configurations['ros_remaps'], [('a', 'b')])

    def test_a_file_with_substitutions_is_made_and_removed(self):
        context = LaunchContext()
        file = ParameterFile(__file__, allow_substs=False)
        self.assertEqual(file.evaluate(context), pathlib.Path(__file__))
        file.cleanup()
        self.assertTrue(pathlib.Path(__file__).exists())


if __name__ == '__main__':
    unittest.main()
