"""Descriptions of processes, targets of event handlers, names of nodes: what programs ask of them."""

import unittest
from unittest.mock import Mock, NonCallableMock

import orrery_interfaces

orrery_interfaces.install()

from launch import (  # noqa: E402
    Action,
    Event,
    LaunchContext,
    LaunchDescription,
    SomeActionsType_types_tuple,
)
from launch.actions import (  # noqa: E402
    DeclareLaunchArgument,
    EmitEvent,
    ExecuteLocal,
    ExecuteProcess,
    ForEach,
    ForLoop,
    IncludeLaunchDescription,
    LogInfo,
    OpaqueFunction,
    SetLaunchConfiguration,
    TimerAction,
)
from launch.descriptions import Executable  # noqa: E402
from launch.event_handlers import OnExecutionComplete, OnProcessExit, OnProcessStart  # noqa: E402
from launch.events.process import ProcessExited, ProcessStarted  # noqa: E402
from launch.substitutions import (  # noqa: E402
    PythonExpression,
    SubstitutionFailure,
    TextSubstitution,
)
from launch_ros.actions import Node, PushRosNamespace  # noqa: E402


class ProcessesTest(unittest.TestCase):
    def test_an_executable_performs_its_substitutions(self):
        word = TextSubstitution(text='b')
        described = Executable(cmd=['ls', ['a', word]], name=['n', word], cwd='/tmp', prefix='nice -n 5',
                               env={'A': word}, additional_env={'C': 'd'})
        described.prepare(None, LaunchContext())
        self.assertEqual(described.final_cmd, ['nice', '-n', '5', 'ls', 'ab'])
        self.assertRegex(described.final_name, r'\Anb-\d+\Z')
        self.assertEqual(described.final_cwd, '/tmp')
        self.assertEqual(described.final_env, {'A': 'b', 'C': 'd'})

    def test_an_action_runs_an_executable(self):
        end = LogInfo(msg='over')
        action = ExecuteLocal(process_description=Executable(cmd=['ls']), on_exit=[end])
        self.assertEqual(action.get_sub_entities(), [end])
        context = LaunchContext()
        action.execute(context)
        self.assertEqual(context.actions[0]['command'], ['ls'])
        self.assertEqual(ExecuteProcess(cmd=['ls'], on_exit=lambda *_: None).get_sub_entities(), [])
        self.assertTrue(ExecuteProcess(cmd=['ls'], shell=True).shell)

    def test_a_cancelled_timer_does_nothing(self):
        timer, context = TimerAction(period=1, actions=[LogInfo(msg='late')]), LaunchContext()
        timer.cancel()
        timer.execute(context)
        self.assertEqual(context.actions, [])


    def test_a_prefix_of_the_launch_stands_before_the_commands_that_its_filter_fits(self):
        for fits, own, expected in (('l', None, ['time', 'ls']), ('x', None, ['ls']),
                                    (None, None, ['time', 'ls']), ('x', 'nice', ['nice', 'ls'])):
            with self.subTest(fits=fits, own=own):
                context = LaunchContext()
                context.launch_configurations['launch-prefix'] = 'time'
                if fits is not None:
                    context.launch_configurations['launch-prefix-filter'] = fits
                action = ExecuteProcess(cmd=['/bin/ls'], prefix=own)
                action.execute(context)
                words = [*expected[:-1], '/bin/ls']
                self.assertEqual(action.process_details['cmd'], words)
                described = Executable(cmd=['/bin/ls'], prefix=own)
                described.prepare(None, context)
                self.assertEqual(described.final_cmd, words)


class LoopsTest(unittest.TestCase):
    def test_functions_get_the_values_of_their_group_as_they_are(self):
        for values, expected in (('', []), (' ; ', []), ('{};{};', [{}, {}]),
                                 ("{a: 1, b: [x]};{a: 'y'}", [{'a': 1, 'b': ['x']}, {'a': 'y'}])):
            seen, action = [], LogInfo(msg='x')

            def note(**given):
                seen.append(given)
                return [action]
            with self.subTest(values):
                found = ForEach(values, function=note).visit(LaunchContext())
                self.assertEqual((seen, found), (expected, [action] * len(expected)))
        self.assertEqual(ForEach('{}', function=lambda: None).visit(LaunchContext()), [])

    def test_a_loop_over_numbers_is_a_loop_over_groups(self):
        seen, context = [], LaunchContext()

        def note(i):
            seen.append(i)
        [inner] = ForLoop(TextSubstitution(text='3'), function=note).visit(context)
        self.assertIsInstance(inner, ForEach)
        inner.visit(context)
        self.assertEqual(seen, [0, 1, 2])
        with self.assertRaises(ValueError):
            ForLoop('', function=note).visit(context)


class IncludesTest(unittest.TestCase):
    def include(self, *entities, **given):
        return IncludeLaunchDescription(LaunchDescription(list(entities)),
                                        launch_arguments=given.items())

    def test_locals_of_the_file_end_with_it_and_others_remain(self):
        context = LaunchContext()
        outer = dict(context.get_locals_as_dict())
        extend = OpaqueFunction(function=lambda c: c.extend_locals({'mine': 1}))
        for entity in self.include(extend).visit(context):
            for inner in entity.visit(context) or ():
                inner.visit(context)
        self.assertEqual(context.get_locals_as_dict(), {**outer, 'mine': 1})

    def test_what_surrounds_a_file_does_not_give_its_arguments(self):
        context = LaunchContext()
        SetLaunchConfiguration('needed', 'set').visit(context)
        with self.assertRaisesRegex(RuntimeError, "missing required argument 'needed'"):
            self.include(DeclareLaunchArgument('needed'), other='x').visit(context)
        self.include(DeclareLaunchArgument('needed'), needed='x').visit(context)


class HandlersTest(unittest.TestCase):
    CASES = ((OnProcessStart, 'on_start', ProcessStarted), (OnProcessExit, 'on_exit', ProcessExited))

    def test_targets_are_processes_and_reactions_are_actions_or_functions(self):
        for handler, name, _ in self.CASES:
            with self.assertRaises(TypeError):
                handler(target_action=LogInfo(msg='x'), **{name: []})
            with self.assertRaises(TypeError):
                handler(target_action=Mock(spec=ExecuteProcess), **{name: NonCallableMock()})
        for wrong in ({'target_action': 'x', 'on_completion': print}, {'on_completion': 'x'}):
            with self.assertRaises(ValueError):
                OnExecutionComplete(**wrong)
        with self.assertRaises(RuntimeError):
            EmitEvent(event='x')

    def test_events_of_the_target_are_given_to_the_function(self):
        for handler, name, event in self.CASES:
            target, function = Mock(spec=ExecuteProcess), Mock()
            context = LaunchContext()
            reacts = handler(target_action=target, handle_once=True, **{name: function})
            context._event_handlers.append(reacts)
            mine, other = event(action=target), event(action=Mock(spec=Action))
            self.assertTrue(context.would_handle_event(mine))
            self.assertFalse(context.would_handle_event(other) or reacts.matches(Event()))
            reacts.handle(mine, context)
            function.assert_called_once_with(mine, context)
            self.assertFalse(context.would_handle_event(mine))
        action = NonCallableMock(spec=Action)
        given = OnProcessExit(on_exit=action).handle(ProcessExited(), LaunchContext())
        self.assertEqual(given, [action])
        self.assertIsInstance(given, SomeActionsType_types_tuple)


class NamesTest(unittest.TestCase):
    def name_of(self, pushed, **node):
        context = LaunchContext()
        for namespace in pushed:
            PushRosNamespace(namespace).execute(context)
        action = Node(package='p', executable='e', **node)
        with self.assertRaises(RuntimeError):
            _ = action.node_name
        action._perform_substitutions(context)
        return action.node_name

    def test_nodes_have_the_names_that_their_place_gives_them(self):
        self.assertEqual(self.name_of(['a', 'b'], name='n', namespace='c'), '/a/b/c/n')
        self.assertEqual(self.name_of(['a', '/b'], name='n', namespace='c'), '/b/c/n')
        self.assertEqual(self.name_of(['a'], name='n', namespace='/'), '/n')
        self.assertEqual(self.name_of(['a'], name='n', namespace=''), '/a/n')
        self.assertEqual(self.name_of([''], name='n'), '/n')
        unspecified = (Node.UNSPECIFIED_NODE_NAMESPACE, Node.UNSPECIFIED_NODE_NAME)
        self.assertEqual(self.name_of([]), '/'.join(unspecified))

    def test_a_namespace_that_is_none_is_refused(self):
        with self.assertRaisesRegex(SubstitutionFailure, "pushed_namespace='not one'"):
            PushRosNamespace('not one').execute(LaunchContext())

    def test_expressions_describe_themselves(self):
        self.assertEqual(PythonExpression(['1 + 1']).describe(), "PythonExpr('1 + 1', ['math'])")
        self.assertEqual(PythonExpression(['1'], []).describe(), "PythonExpr('1', [])")


if __name__ == '__main__':
    unittest.main()
