"""What launch tells people: descriptions of entities, errors, loops, signals."""

import asyncio
import importlib
import signal
import unittest
from unittest import mock

from launch import LaunchContext, LaunchDescription, LaunchIntrospector
from launch.actions import (
    Action, DeclareLaunchArgument, ForEach, ForLoop, GroupAction, Log, LogWarning, OpaqueFunction)
from launch.conditions import IfCondition
from launch.frontend import Parser, expose_action
from launch.frontend.expose import action_parse_methods
from launch.invalid_launch_file_error import InvalidLaunchFileError
from launch.launch_description_sources import any_launch_file_utilities
from launch.substitutions import (
    AnonName, AnySubstitution, IfElseSubstitution, LocalSubstitution, NotSubstitution,
    OrSubstitution, PathJoinSubstitution)
from launch.utilities import AsyncSafeSignalManager, perform_substitutions


class LaunchTextsTest(unittest.TestCase):
    def test_choices_are_part_of_the_description(self):
        for given, shown in ((None, "One of: ['a', 'b']"),
                             ('mode', "mode. Valid choices are: ['a', 'b']"),
                             ('A mode.', "A mode. Valid choices are: ['a', 'b']")):
            argument = DeclareLaunchArgument('mode', description=given, choices=['a', 'b'])
            self.assertEqual(argument.description, shown)

    def test_substitutions_tell_what_they_are_made_of(self):
        for substitution, shown in (
                (OrSubstitution(NotSubstitution('true'), 'false'),
                 "OrSubstitution(NotSubstitution('true'), 'false')"),
                (AnySubstitution(['tr', 'ue'], 'false'), "AnySubstitution('tr' + 'ue', 'false')"),
                (IfElseSubstitution('1', 'a', 'b'), "IfElseSubstitution('1', 'a', 'b')"),
                (PathJoinSubstitution(['a', 'b']), "PathJoinSubstitution('a', 'b')"),
                (AnonName('n'), "AnonName('n')"), (LocalSubstitution('a.b'), "LocalVar('a.b')")):
            self.assertEqual(substitution.describe(), shown)
        self.assertEqual(NotSubstitution('off').perform(LaunchContext()), 'true')

    def test_logging_knows_the_levels_of_messages(self):
        context = LaunchContext()
        self.assertEqual(perform_substitutions(context, LogWarning(msg='m').level), 'WARNING')
        Log(msg='m', level=['cri', 'tical']).execute(context)
        self.assertEqual(context.actions[0]['level'], 'fatal')
        for level in ('loud', ['lo', 'ud']):
            with self.assertRaisesRegex(KeyError, 'Invalid log level'):
                Log(msg='m', level=level).execute(context)

    def test_an_introspector_shows_what_a_description_holds(self):
        def spawn(context):
            return []

        text = LaunchIntrospector().format_launch_description(LaunchDescription([
            DeclareLaunchArgument('use_sim_time', default_value='false', description='Clock'),
            GroupAction([OpaqueFunction(function=spawn)], scoped=False),
            GroupAction([Action()], condition=IfCondition('true'), scoped=False)]))
        self.assertIn("DeclareLaunchArgument('use_sim_time', default: 'false'): Clock", text)
        self.assertIn('OpaqueFunction(spawn)', text)
        self.assertTrue(text.startswith('LaunchDescription(3 entities)\n'))
        self.assertNotIn(' object at 0x', text)

    def test_an_invalid_file_names_all_errors_and_itself(self):
        text = str(InvalidLaunchFileError(
            'xml', likely_errors=[KeyError('a'), ValueError('b')], launch_file_path='x.xml'))
        for part in ("'x.xml'", 'multiple exceptions', "KeyError: 'a'", 'ValueError: b'):
            self.assertIn(part, text)
        name = 'get_launch_description_from_python_launch_file'
        with mock.patch.object(any_launch_file_utilities, name, side_effect=SyntaxError('odd')), \
                mock.patch.object(any_launch_file_utilities, 'FrontendFile',
                                  side_effect=ValueError('not XML')), \
                self.assertRaisesRegex(InvalidLaunchFileError, '(?s)SyntaxError: odd.*not XML'):
            any_launch_file_utilities.get_launch_description_from_any_launch_file('a/b.launch.py')

    def test_loops_give_the_values_as_they_are(self):
        seen = []

        def take(name, *, port=7):
            seen.append((name, port))
            return [Action(), Action()]

        found = ForEach(' {name: a, port: 3}; {name: b};', function=take).visit(LaunchContext())
        self.assertEqual((len(found), seen), (4, [('a', 3), ('b', 7)]))
        with self.assertRaises(TypeError):
            ForEach('{nme: a}', function=take).visit(LaunchContext())

    def test_a_loop_over_indices_is_a_loop_over_values(self):
        indices = []
        loop = ForLoop('3', function=lambda i: indices.append(i), name='robots')
        self.assertRegex(loop.describe(), "^ForLoop.*name='robots'")
        inner, = loop.visit(LaunchContext())
        self.assertIsInstance(inner, ForEach)
        self.assertEqual((inner.visit(LaunchContext()), indices), ([], [0, 1, 2]))
        with self.assertRaises(ValueError):
            ForLoop('', function=print).visit(LaunchContext())

    def test_what_cannot_be_exposed_is_named(self):
        with self.assertRaisesRegex(RuntimeError, 'action parser for lamp is not a callable'):
            expose_action('lamp')(5)
        self.assertNotIn('lamp', action_parse_methods)

    def test_an_extension_that_cannot_be_loaded_is_a_warning(self):
        broken = mock.Mock(load=mock.Mock(side_effect=ValueError('broken')))
        broken.name = 'lamp'
        points = {'launch.frontend.parser': [broken]}
        with mock.patch('importlib.metadata.entry_points', return_value=points), \
                mock.patch.object(Parser, 'frontend_parsers', None), \
                self.assertWarnsRegex(UserWarning, 'Failed to load the parser .*`lamp`: broken'):
            Parser.load_parser_implementations()
        points = {'launch.frontend.launch_extension': [broken]}
        with mock.patch('importlib.metadata.entry_points', return_value=points), \
                mock.patch.object(Parser, 'extensions_loaded', False), \
                self.assertWarnsRegex(UserWarning, 'Failed to load the launch extension `lamp`'):
            Parser.load_launch_extensions()

    def test_a_class_that_does_not_exist_cannot_be_imported(self):
        for package in ('launch.actions', 'launch.substitutions', 'launch_ros.actions'):
            with self.assertRaises(ImportError):
                exec(f'from {package} import NoSuchThing')
        self.assertIs(importlib.import_module('launch.actions.group_action').GroupAction,
                      GroupAction)

    def test_signals_reach_a_loop_while_its_manager_is_entered(self):
        loop = asyncio.new_event_loop()
        self.addCleanup(loop.close)
        manager, inner, seen = AsyncSafeSignalManager(loop), AsyncSafeSignalManager(loop), []
        before = signal.signal(signal.SIGUSR1, lambda *_: seen.append('python'))
        self.addCleanup(signal.signal, signal.SIGUSR1, before)
        manager.handle(signal.SIGUSR1, lambda number: seen.append('outer'))
        inner.handle(signal.SIGUSR1, lambda number: seen.append(int(number)))

        def raise_it():
            signal.raise_signal(signal.SIGUSR1)
            loop.run_until_complete(asyncio.sleep(0.05))
            found, seen[:] = sorted(map(str, seen)), []
            return found

        number = str(int(signal.SIGUSR1))
        with manager:
            self.assertEqual(raise_it(), ['outer', 'python'])
            with inner:
                self.assertEqual(raise_it(), [number, 'outer', 'python'])
            self.assertIsNotNone(manager.handle(signal.SIGUSR1, None))
            self.assertEqual(raise_it(), ['python'])
        self.assertEqual(raise_it(), ['python'])
        with self.assertRaises(ValueError):
            manager.handle(signal.SIGUSR1, 'no function')


if __name__ == '__main__':
    unittest.main()
