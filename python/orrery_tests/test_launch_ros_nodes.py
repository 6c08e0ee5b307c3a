"""Nodes and components of Python launch files: their parameters, remappings and command lines."""

import io
import os
import pathlib
import tempfile
import unittest
from typing import List
from unittest import mock

import orrery_interfaces

orrery_interfaces.install()

import yaml  # noqa: E402
from launch import LaunchContext  # noqa: E402
from launch.frontend import Parser, parse_substitution  # noqa: E402
from launch.substitutions import SubstitutionFailure, TextSubstitution  # noqa: E402
from launch.utilities import (  # noqa: E402
    perform_substitutions, perform_typed_substitution)
from launch_ros.actions import (  # noqa: E402
    LifecycleTransition, Node, PushROSNamespace, SetParameter, SetParametersFromFile, SetRemap,
    SetROSLogDir)
from launch_ros.actions.load_composable_nodes import (  # noqa: E402
    get_composable_node_load_request)
from launch_ros.descriptions import (  # noqa: E402
    ComposableNode, Parameter, ParameterFile, ParameterValue)
from launch_ros.events import matches_node_name  # noqa: E402
from launch_ros.events.lifecycle import StateTransition  # noqa: E402
from launch_ros.substitutions import AmentIndexResource  # noqa: E402
from launch_ros.utilities import evaluate_parameters, normalize_parameters  # noqa: E402


def text(value):
    return TextSubstitution(text=value)


class NodesTest(unittest.TestCase):
    def setUp(self):
        self.context = LaunchContext()

    def test_folders_of_logs(self):
        with mock.patch.dict(os.environ, ROS_LOG_DIR='/logs'):
            for given, then in (('here', '/logs/here'), (text('/else'), '/else')):
                SetROSLogDir(given).visit(self.context)
                self.assertEqual(os.environ['ROS_LOG_DIR'], then)
        root, parser = Parser.load(io.StringIO('<launch><set_ros_log_dir new_log_dir="a"/></launch>'))
        entity = parser.parse_description(root).entities[0]
        self.assertIsInstance(entity, SetROSLogDir)

    def write(self, content):
        with tempfile.NamedTemporaryFile('w', suffix='.yaml', delete=False) as made:
            made.write(content)
        self.addCleanup(lambda: os.path.exists(made.name) and os.unlink(made.name))
        return made.name

    def node(self, **given):
        made = Node(package='p', executable='e', **given)
        made._perform_substitutions(self.context)
        return made

    def test_the_command_line_has_what_is_common_and_then_what_is_its_own(self):
        file = self.write('/**:\n  ros__parameters: {a: 1}\n')
        for action in (SetParameter('common', 'c'), SetParametersFromFile(file),
                       SetRemap('x', 'y')):
            action.execute(self.context)
        node = self.node(
            name='n', namespace='s', arguments=['-v'], ros_arguments=['--log-level', 'info'],
            remappings=[('in', ['o', text('ut')])],
            parameters=[{'g': {'p': text('0.5')}}, file, Parameter(text('q'), [1, 2])])
        words = [perform_substitutions(self.context, word) for word in node.cmd]
        made = node._Node__expanded_parameter_arguments[1][0]
        self.addCleanup(os.unlink, made)
        self.assertEqual(words[:7], ['e', '-v', '--ros-args', '--log-level', 'info', '-r',
                                     '__node:=n'])
        self.assertEqual(words[9:-4], ['-p', 'common:=c', '--params-file', file, '--params-file',
                                       made, '--params-file', file, '-p', words[-5]])
        self.assertEqual(yaml.safe_load(words[-5].partition(':=')[2]), [1, 2])
        self.assertEqual(words[-4:], ['-r', 'x:=y', '-r', 'in:=out'])
        self.assertEqual(node.expanded_remapping_rules, [('x', 'y'), ('in', 'out')])
        with open(made) as content:
            self.assertEqual(yaml.safe_load(content), {'/s/n': {'ros__parameters': {'g.p': 0.5}}})

    def test_what_the_launch_finds_out_is_other_than_its_texts(self):
        file = self.write('/**:\n  ros__parameters: {a: 1}\n')
        for action in (SetParametersFromFile(file), SetParameter('common', 'c')):
            action.execute(self.context)
        node = self.node(name='n', namespace='s', parameters=[{'own': 1}])
        texts = [word[0].text for word in node.cmd if isinstance(word[0], TextSubstitution)]
        self.assertEqual(texts[:-1], ['--ros-args', '-r', '-r', '--params-file', file,
                                      '-p', 'common:=c', '--params-file'])
        os.unlink(texts[-1])

    def test_elements_of_nodes(self):
        for text, is_on in (('launch: [{set_use_sim_time: {value: true}}]', True),
                            ('<launch><set_use_sim_time value="false"/></launch>', False)):
            root, parser = Parser.load(io.StringIO(text))
            action, = parser.parse_description(root).entities
            self.assertIs(perform_typed_substitution(self.context, action.value, bool), is_on)
        root, parser = Parser.load(io.StringIO(
            '<launch><lifecycle_node pkg="p" exec="e" name="a" namespace="n"/>'
            '<lifecycle_node pkg="p" exec="e" name="b" namespace="n" autostart="True"/></launch>'))
        self.assertEqual(
            [perform_typed_substitution(self.context, each.node_autostart, bool)
             for each in parser.parse_description(root).entities], [False, True])

    def test_resources_are_found_by_their_index(self):
        with self.assertRaises(SubstitutionFailure):
            AmentIndexResource('packages', 'no_such_package').perform(self.context)
        with tempfile.TemporaryDirectory() as prefix:
            folder = os.path.join(prefix, 'share', 'ament_index', 'resource_index', 'kind')
            os.makedirs(folder)
            with open(os.path.join(folder, 'name'), 'w'):
                pass
            with mock.patch.dict(os.environ, AMENT_PREFIX_PATH=prefix):
                self.assertEqual(AmentIndexResource('kind', 'name').perform(self.context), prefix)
                found, = parse_substitution('$(ament-index-resource kind name)')
                self.assertEqual(found.perform(self.context), prefix)
                self.assertEqual((found / 'x').perform(self.context), os.path.join(prefix, 'x'))
                self.assertEqual(found.describe(), "AmentIndexResource('kind', 'name')")

    def test_an_empty_namespace_of_a_component_is_the_outermost(self):
        for namespace, expected in ((None, ''), ('', '/'), ('n', '/n')):
            component = ComposableNode(package='p', plugin='q', name='c', namespace=namespace)
            request = get_composable_node_load_request(component, self.context)
            self.assertEqual(request.node_namespace, expected)

    def test_a_name_is_whole_with_its_namespace(self):
        self.assertFalse(self.node(name='n').is_node_name_fully_specified())
        self.assertFalse(self.node(namespace='s').is_node_name_fully_specified())
        whole = self.node(name='n', namespace='s')
        self.assertTrue(whole.is_node_name_fully_specified())
        self.assertTrue(matches_node_name('s/n')(whole))
        self.assertFalse(matches_node_name('n')(whole))

    def test_a_component_is_asked_for_with_its_settings(self):
        file = self.write('/s/n:\n  ros__parameters: {mine: [a, b]}\n'
                          'other:\n  ros__parameters: {x: 1}\n')
        for action in (PushROSNamespace('s'), SetParameter('common', 'c'), SetRemap('x', 'y')):
            action.execute(self.context)
        request = get_composable_node_load_request(ComposableNode(
            package='p', plugin='P', name='n', remappings=[('in', 'out')],
            parameters=[{'d': 1.5}, file], extra_arguments=[{'use_intra_process_comms': True}]),
            self.context)
        self.assertEqual((request.package_name, request.plugin_name, request.node_name,
                          request.node_namespace), ('p', 'P', 'n', '/s'))
        self.assertEqual(list(request.remap_rules), ['x:=y', 'in:=out'])
        self.assertEqual([each.name for each in request.parameters], ['common', 'd', 'mine'])
        self.assertEqual(request.parameters[2].value.string_array_value, ['a', 'b'])
        self.assertTrue(request.extra_arguments[0].value.bool_value)

    def test_files_of_components_may_have_nothing_for_them_or_be_for_all(self):
        for content, names in (('other:\n  ros__parameters: {x: 1}\n', []), ('x: 1\ny: two\n', ['x', 'y']),
                               ('/s:\n  n:\n    ros__parameters: {z: 1}\n', ['z'])):
            component = ComposableNode(
                package='p', plugin='P', name='n', namespace='s', parameters=[self.write(content)])
            request = get_composable_node_load_request(component, self.context)
            self.assertEqual([each.name for each in request.parameters], names)
        component = ComposableNode(package='p', plugin='P', name='n',
                                   parameters=[self.write('/**:\n  x: 1\n')])
        self.assertRaises(RuntimeError, get_composable_node_load_request, component, self.context)

    def test_an_empty_namespace_is_the_root_or_that_of_the_group(self):
        for group, given, expected in ((None, '', '/'), (None, None, None), ('/g', '', '/g'), ('/g', None, '/g'),
                                       ('/g', '/', '/'), (None, 'a/', '/a')):
            if group is not None:
                self.context.launch_configurations['ros_namespace'] = group
            made = Node(package='p', executable='e', namespace=given)
            made._perform_substitutions(self.context)
            self.assertEqual(made._final_namespace, expected)
            self.context.launch_configurations.pop('ros_namespace', None)

    def test_transitions_need_nodes_and_numbers(self):
        for names, numbers in ((['n'], []), ([], [1])):
            self.assertRaises(ValueError, LifecycleTransition, lifecycle_node_names=names,
                              transition_ids=numbers)

    def test_transitions_are_events_that_follow_one_another(self):
        asked = LifecycleTransition(lifecycle_node_names=['a', text('b')], transition_ids=[1, '3'])
        actions = asked.execute(self.context)
        self.assertEqual([type(each).__name__ for each in actions],
                         ['RegisterEventHandler'] * 4 + ['EmitEvent'] * 2)
        self.assertEqual([each.event.transition_id for each in actions[4:]], [1, 1])
        node = mock.Mock(emitted_name='/b')
        labels = ('configuring', 'inactive')
        event = StateTransition(action=node, msg=mock.Mock(
            start_state=mock.Mock(label=labels[0]), goal_state=mock.Mock(label=labels[1])))
        handlers = [each.event_handler for each in actions[:4]]
        self.assertEqual([each.matches(event) for each in handlers], [False, False, True, False])
        self.assertEqual(handlers[2].reaction[0].event.transition_id, 3)
        self.assertEqual(self.context.actions, [])
        asked.visit(self.context)
        self.assertEqual([(each['target'], each['transition']) for each in self.context.actions],
                         [('/a', 'configure'), ('/a', 'activate'), ('/b', 'configure'), ('/b', 'activate')])

    def test_parts_are_values_of_one_type(self):
        for value, expected in (
                ([[text('a')], 'b'], ('a', 'b')), ([[text('1')], [text('2')]], (1, 2)),
                ([[text('1')], '2'], (1, 2))):
            [found] = evaluate_parameters(self.context, normalize_parameters([{'p': value}]))
            self.assertEqual(found, {'p': expected})
        for value in ([True, 1, text('a')], [[text('[1]')], ['b']], [[text('1')], [text('2.0')]]):
            with self.assertRaisesRegex(TypeError, 'Expected a non-empty sequence'):
                evaluate_parameters(self.context, normalize_parameters([{'p': value}]))

    def test_a_description_has_its_values_once_it_was_evaluated(self):
        described = Parameter('n', text('[1, 2]'), value_type=List[int])
        self.assertEqual(perform_substitutions(self.context, described.name), 'n')
        self.assertEqual(described.evaluate(self.context), ('n', [1, 2]))
        self.assertEqual((described.name, described.value), ('n', [1, 2]))
        for value, kind in (('1', int), (text('[1, a]'), None)):
            with self.assertRaises(ValueError):
                Parameter('n', value, value_type=kind).evaluate(self.context)
        self.assertEqual(ParameterValue(text('1'), value_type=str).evaluate(self.context), '1')

    def test_a_file_that_was_made_goes_away(self):
        described = ParameterFile(self.write('a: $(env HOME)\n'), allow_substs=True)
        made = described.evaluate(self.context)
        self.assertEqual(described.param_file, made)
        self.assertEqual(made.read_text(), f"a: {os.environ['HOME']}\n")
        described.cleanup()
        self.assertFalse(made.exists())
        self.assertIsInstance(described.param_file, list)
        plain = ParameterFile('/x.yaml')
        self.assertEqual(plain.evaluate(self.context), pathlib.Path('/x.yaml'))


if __name__ == '__main__':
    unittest.main()
