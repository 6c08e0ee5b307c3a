"""What launch and launch_ros have since Jazzy."""

import io
import tempfile
import unittest
import unittest.mock
from pathlib import Path

import orrery_interfaces

orrery_interfaces.install()

import yaml  # noqa: E402
from launch import LaunchContext, LaunchDescription, LaunchService  # noqa: E402
from launch.actions import (  # noqa: E402
    DeclareBooleanLaunchArgument, ExecuteProcess, GroupAction, RegisterEventHandler,
    SetLaunchConfiguration)
from launch.frontend import Parser  # noqa: E402
from orrery_guest.child_programs import _without_idle_loops  # noqa: E402
from launch.substitutions import SubstitutionFailure  # noqa: E402
from launch.utilities.shutdown_on_process_exit import shutdown_on_process_exit  # noqa: E402
from launch_ros.actions import Node, PushRosNamespace, SetParameter  # noqa: E402
from launch_ros.descriptions import CombinedParameterFiles  # noqa: E402
from launch_ros.substitutions import FindPackageFile, RewrittenYaml  # noqa: E402
from launch_ros.utilities import (  # noqa: E402
    DumpParamsCollector, DumpParamsError, attach_dump_params_collector, evaluate_parameters,
    is_dump_params_mode)
from launch_ros.utilities.dump_params import apply_node_remaps_to_fqn  # noqa: E402


def parsed(text):
    entity, parser = Parser.load(io.StringIO(text))
    return parser.parse_description(entity).describe_sub_entities()


class ArgumentTest(unittest.TestCase):
    def test_true_or_false(self):
        for default in (None, True, False, 'TRUE', 'false'):
            argument = DeclareBooleanLaunchArgument('on', default_value=default)
            self.assertIn('true', argument.choices)
        with self.assertRaisesRegex(RuntimeError, 'not in provided choices'):
            DeclareBooleanLaunchArgument('on', default_value='perhaps')
        with self.assertRaisesRegex(TypeError, 'choices'):
            DeclareBooleanLaunchArgument('on', choices=['ja', 'nein'])

    def test_as_an_element(self):
        argument, = parsed('<launch><bool_arg name="on" default="true"/></launch>')
        self.assertIsInstance(argument, DeclareBooleanLaunchArgument)
        with self.assertRaises(ValueError):
            parsed('<launch><bool_arg name="on"><choice value="ja"/></bool_arg></launch>')

    def test_a_process_that_ends_a_launch(self):
        process = ExecuteProcess(cmd=['true'])
        action = shutdown_on_process_exit(process, 'it is over')
        self.assertIsInstance(action, RegisterEventHandler)
        description = LaunchDescription([process, action])
        service = LaunchService()
        service.include_launch_description(description)
        self.assertEqual(service.run(), 0)

    def test_loops_that_do_nothing_wait(self):
        self.assertIn('sleep', _without_idle_loops('x = 1\nwhile True: pass'))
        for kept in ('while running(): pass', 'while True:\n    work()', 'while True pass'):
            self.assertEqual(_without_idle_loops(kept), kept)


class ParameterTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def file(self, name, **parameters):
        path = self.folder / name
        path.write_text(yaml.safe_dump({'/robot/arm': {'ros__parameters': parameters}}))
        return str(path)

    def arm(self, path):
        return yaml.safe_load(Path(path).read_text())['/robot/arm']['ros__parameters']

    def test_parameters_under_a_condition(self):
        node, = parsed("""
            <launch><node pkg="p" exec="e" name="n">
                <param name="always" value="1"/>
                <param name="with" value="2" if="$(var flag)"/>
                <param name="without" value="3" unless="$(var flag)"/>
            </node></launch>""")
        context = LaunchContext()
        for flag, expected in (('true', ['always', 'with']), ('false', ['always', 'without'])):
            context.launch_configurations['flag'] = flag
            found = evaluate_parameters(context, node._Node__parameters)
            self.assertEqual([name for each in found for name in each], expected)
        with self.assertRaisesRegex(RuntimeError, 'if and unless'):
            parsed('<launch><node pkg="p" exec="e"><param name="a" value="1" if="1" unless="1"/>'
                   '</node></launch>')

    def test_several_files_as_one(self):
        files = [self.file('a.yaml', only_a=1, both='a'), self.file('b.yaml', only_b=2, both='b')]
        expected = {'only_a': 1, 'only_b': 2, 'both': 'b'}
        combined = CombinedParameterFiles(files)
        self.addCleanup(combined.cleanup)
        self.assertEqual(self.arm(combined.evaluate(LaunchContext())), expected)
        node, = parsed(f"""
            <launch><node pkg="p" exec="e"><param>
                <file path="{files[0]}"/><file path="{files[1]}"/>
            </param></node></launch>""")
        path, = evaluate_parameters(LaunchContext(), node._Node__parameters)
        self.assertEqual(self.arm(path), expected)

    def test_values_of_a_file_that_are_replaced(self):
        source = self.file('c.yaml', speed='SPEED', names=['NAME', 'other'])
        made = RewrittenYaml(source, {}, value_rewrites={'SPEED': '3.5', 'NAME': 'arm'},
                             convert_types=True).perform(LaunchContext())
        self.assertEqual(self.arm(made), {'speed': 3.5, 'names': ['arm', 'other']})

    def test_what_a_launch_would_set(self):
        service = LaunchService(noninteractive=True)
        collector = attach_dump_params_collector(service.context)
        self.assertTrue(is_dump_params_mode(service.context))
        service.include_launch_description(LaunchDescription([GroupAction([
            PushRosNamespace('robot'), SetParameter('use_sim_time', True),
            SetLaunchConfiguration('unused', 'x'),
            Node(package='p', executable='e', name='arm', ros_arguments=['-p', 'extra:=2'],
                 parameters=[self.file('d.yaml', of_file='yes'), {'list': [1, 2]}]),
        ])]))
        self.assertEqual(service.run(), 0)
        self.assertEqual(collector.to_yaml_dict(), {'/robot/arm': {'ros__parameters': {
            'use_sim_time': True, 'of_file': 'yes', 'list': [1, 2], 'extra': 2}}})
        self.assertEqual(yaml.safe_load(collector.dumps()), collector.to_yaml_dict())

    def test_nodes_that_are_there_twice(self):
        collector = DumpParamsCollector()
        collector.add_node('/a', {'x': 1})
        collector.add_node('a', {'x': 1})
        self.assertRaises(DumpParamsError, collector.add_node, '/a', {'x': 2})
        for remappings, name in ((None, '/robot/arm'), ([('__node', 'leg')], '/robot/leg'),
                                 ([('__ns', '/other')], '/other/arm')):
            self.assertEqual(apply_node_remaps_to_fqn('/robot/arm', remappings), name)


class FileOfPackageTest(unittest.TestCase):
    def test_files_that_are_there_and_are_not(self):
        with tempfile.TemporaryDirectory() as folder:
            share = Path(folder, 'share')
            (share / 'arm').mkdir(parents=True)
            (share / 'arm' / 'arm.urdf').write_text('')
            index = share / 'ament_index' / 'resource_index' / 'packages'
            index.mkdir(parents=True)
            (index / 'arm').write_text('')
            with unittest.mock.patch.dict('os.environ', AMENT_PREFIX_PATH=folder):
                context = LaunchContext()
                self.assertEqual(FindPackageFile('arm', 'arm.urdf').perform(context),
                                 str(share / 'arm' / 'arm.urdf'))
                for file in ('leg.urdf', '/arm.urdf'):
                    self.assertRaises(
                        SubstitutionFailure, FindPackageFile('arm', file).perform, context)
                self.assertRaises(LookupError, FindPackageFile('leg', 'x').perform, context)
        self.assertEqual(FindPackageFile.parse(['arm', 'x'])[0], FindPackageFile)
        self.assertRaises(AttributeError, FindPackageFile.parse, ['arm'])


if __name__ == '__main__':
    unittest.main()
