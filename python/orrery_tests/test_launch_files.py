"""Launch files that a program reads: where they are, what they declare, what stands in them."""

import io
import tempfile
import unittest
import warnings
from pathlib import Path

import orrery_interfaces

orrery_interfaces.install()

from launch import LaunchContext, LaunchDescription, LaunchService  # noqa: E402
from launch.actions import (  # noqa: E402
    DeclareLaunchArgument, ExecuteProcess, IncludeLaunchDescription, LogInfo, ResetLaunchConfigurations,
    TimerAction)
from launch.conditions import IfCondition  # noqa: E402
from launch.event_handlers import OnProcessExit  # noqa: E402
from launch.events.process import matches_pid  # noqa: E402
from launch.frontend import Parser  # noqa: E402
from launch.launch_description_sources import (  # noqa: E402
    AnyLaunchDescriptionSource, PythonLaunchDescriptionSource, XMLLaunchDescriptionSource,
    get_launch_description_from_python_launch_file)
from launch.substitutions import (  # noqa: E402
    FileContent, FindLaunchfile, ForEachVar, ForLoopIndex, LaunchConfiguration, SubstitutionFailure,
    TextSubstitution)
from launch_testing.actions import ReadyToTest  # noqa: E402
from launch_testing.loader import ready_actions  # noqa: E402
from launch.utilities import ensure_argument_type, perform_substitutions  # noqa: E402
from launch.utilities.typing_file_path import FilePath  # noqa: E402
from launch_ros.utilities import prefix_namespace  # noqa: E402
from nav2_common.launch import HasNodeParams  # noqa: E402

PYTHON = """
from launch import LaunchDescription
from launch.actions import DeclareLaunchArgument


def generate_launch_description():
    return LaunchDescription([DeclareLaunchArgument('of_python', default_value='1')])
"""


def described(text: str) -> list:
    root, parser = Parser.load(io.StringIO(text))
    return parser.parse_description(root).entities


class FilesTest(unittest.TestCase):
    def setUp(self) -> None:
        kept = tempfile.TemporaryDirectory()
        self.addCleanup(kept.cleanup)
        self.folder = Path(kept.name)

    def file(self, name: str, text: str) -> Path:
        path = self.folder / name
        path.write_text(text, encoding='utf-8')
        return path

    def test_a_source_is_asked_before_anything_runs(self) -> None:
        path: FilePath = self.file('a.launch.py', PYTHON)
        source = PythonLaunchDescriptionSource(path)
        self.assertIn('launch.substitutions.text_substitution.TextSubstitution', source.location)
        self.assertEqual(len(source.get_launch_description(LaunchContext()).entities), 1)
        self.assertEqual(source.location, str(path))
        self.assertEqual(len(get_launch_description_from_python_launch_file(path).entities), 1)

    def test_arguments_of_included_files_are_known(self) -> None:
        python = self.file('a.launch.py', PYTHON)
        xml = self.file('a.launch.xml', '<launch><arg name="of_xml"/></launch>')
        sources = [PythonLaunchDescriptionSource(python), XMLLaunchDescriptionSource(xml),
                   AnyLaunchDescriptionSource(self.folder / 'missing.launch.py'),
                   AnyLaunchDescriptionSource(LaunchConfiguration('unknown'))]
        description = LaunchDescription([IncludeLaunchDescription(each) for each in sources])
        self.assertEqual([each.name for each in description.get_launch_arguments()], ['of_python', 'of_xml'])
        excluded = IncludeLaunchDescription(
            PythonLaunchDescriptionSource(self.file('bad.launch.py', 'raise SystemExit')),
            condition=IfCondition('false'))
        self.assertIsNone(excluded.visit(LaunchContext()))
        self.assertTrue(excluded.is_left_out)

    def test_a_launch_in_a_program_includes_other_languages(self) -> None:
        self.file('inner.launch.yaml', 'launch: [{let: {name: inner, value: $(var outer)2}}]')
        outer = self.file('outer.launch.xml', '<launch><let name="outer" value="1"/>'
                          '<include file="$(dirname)/inner.launch.yaml"/></launch>')
        service = LaunchService()
        service.include_launch_description(
            LaunchDescription([IncludeLaunchDescription(AnyLaunchDescriptionSource(outer))]))
        self.assertEqual(service.run(), 0)
        self.assertEqual(service.context.launch_configurations['inner'], '12')
        source = AnyLaunchDescriptionSource(outer)
        self.assertEqual(len(source.get_launch_description(LaunchContext()).entities), 2)

    def test_files_are_found_by_the_start_of_their_names(self) -> None:
        for name in ('a_launch.py', 'a.launch.xml', 'b_launch.yaml', 'c.py'):
            self.file(name, '')
        for name, found in (('a_launch', 'a_launch.py'), ('a.launch', 'a.launch.xml'), ('b', 'b_launch.yaml'),
                            ('c', 'c.py'), ('c.py', 'c.py')):
            path = FindLaunchfile(name=name, path=self.folder).perform(LaunchContext())
            self.assertEqual(path, str(self.folder / found))
        for name in ('a', 'b_l', 'd'):
            with self.assertRaises(SubstitutionFailure):
                FindLaunchfile(name=name, path=self.folder).perform(LaunchContext())
        log, = described('<launch><log_info message="$(find-launchfile foo bar)"/></launch>')
        self.assertEqual(log.msg[0].describe(), "FindLaunchfile('foo', 'bar')")

    def test_files_of_parameters_are_asked_for_nodes(self) -> None:
        for text, result in (('arm: {ros__parameters: {x: 1}}', 'True'), ('leg: {}', 'False'), ('', 'False'), ('- arm', 'False')):
            path = self.file('of_nodes.yaml', text)
            self.assertEqual(HasNodeParams(str(path), 'arm').perform(LaunchContext()), result)

    def test_missing_files_are_named(self) -> None:
        with self.assertRaisesRegex(SubstitutionFailure, 'File not found'):
            FileContent(self.folder / 'none').perform(LaunchContext())


class ElementsTest(unittest.TestCase):
    def test_processes_have_typed_settings(self) -> None:
        process, = described('launch: [{executable: {cmd: ls, shell: true, sigterm_timeout: 7.0,'
                             ' sigkill_timeout: $(var t 4)}}]')
        self.assertIs(process.shell, True)
        self.assertEqual(process.sigterm_timeout[0].perform(None), '7.0')
        self.assertEqual(process.process_settings(LaunchContext())['sigkillTimeoutNs'], 4_000_000_000)
        for name in ('shell', 'emulate_tty'):
            for value in ('', 'perhaps', '$(var flag)'):
                with self.assertRaisesRegex(TypeError, name):
                    described(f'<launch><executable cmd="ls" {name}="{value}"/></launch>')

    def test_arguments_are_split_on_demand(self) -> None:
        let, whole, split, shell = described("""
            <launch><let name="words" value="--a 'b c'"/>
            <executable cmd="echo $(var words)"/><executable cmd="echo $(var words)" split_arguments="true"/>
            <executable cmd="echo $(var words)" split_arguments="true" shell="true"/></launch>""")
        context = LaunchContext()
        let.visit(context)
        self.assertEqual(whole.prepare(context)['command'], ['echo', "--a 'b c'"])
        self.assertEqual(split.prepare(context)['command'], ['echo', '--a', 'b c'])
        # A shell does not pass its quotes on, whoever splits the words.
        self.assertEqual(shell.prepare(context)['command'], ['echo', '--a', 'b c'])
        context.launch_configurations['split_arguments'] = 'true'
        self.assertEqual(whole.prepare(context)['command'], ['echo', '--a', 'b c'])

    def test_yaml_has_short_forms(self) -> None:
        argument, include = described('launch: [{arg: {name: a, choices: [x, y]}}, {include: a.launch.py}]')
        self.assertEqual(argument.choices, ['x', 'y'])
        self.assertIsInstance(include, IncludeLaunchDescription)
        for text, error, said in (
                ('choices: [x, 5]', TypeError, "'choices'.*list of strings"),
                ('choices: [x], choice: [{value: x}]', ValueError, r"key\(s\).*'choices'")):
            with self.assertRaisesRegex(error, said):
                described(f'launch: [{{arg: {{name: a, {text}}}}}]')

    def test_a_log_without_a_level_is_warned_of(self) -> None:
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter('always')
            plain, _ = described('<launch><log message="m"/><log level="INFO" message="m"/></launch>')
        self.assertEqual([str(each.message)[:5] for each in caught], ['<log>'])
        self.assertIsInstance(plain, LogInfo)

    def test_loops_name_their_locals(self) -> None:
        for kind in (ForEachVar, ForLoopIndex):
            context = LaunchContext()
            self.assertRaises(SubstitutionFailure, kind('a').perform, context)
            context.extend_locals({kind.get_local_arg_name('a'): 5})
            variable = kind(TextSubstitution(text='a'))
            self.assertEqual(perform_substitutions(context, variable.name), 'a')
            self.assertEqual(variable.perform(context), '5')

    def test_delayed_actions_are_found(self) -> None:
        description = LaunchDescription([TimerAction(period=1.0, actions=[DeclareLaunchArgument('late')])])
        argument, = description.get_launch_arguments()
        self.assertTrue(argument._conditionally_included)
        ready = ReadyToTest()
        self.assertEqual(list(ready_actions([TimerAction(period=1.0, actions=[ready])])), [ready])

    def test_containers_show_what_they_are_made_of(self) -> None:
        container, = described('<launch><node_container pkg="p" exec="e" name="n" namespace=""/></launch>')
        shown = [perform_substitutions(LaunchContext(), each) for each in (
            container._Node__package, container._Node__node_executable, container._Node__node_name)]
        self.assertEqual(shown, ['p', 'e', 'n'])

    def test_a_path_is_joined_of_something(self) -> None:
        with self.assertRaises(ValueError):
            described('<launch><log_info message="$(path-join)"/></launch>')


class ValuesTest(unittest.TestCase):
    def test_configurations_that_are_no_texts_are_kept(self) -> None:
        context = LaunchContext()
        context.launch_configurations['lost'] = '1'
        ResetLaunchConfigurations({'global_params': [('a', 'true')], 'b': ['x', TextSubstitution(text='y')]}).visit(context)
        self.assertEqual(context.launch_configurations, {'global_params': [('a', 'true')], 'b': 'xy'})

    def test_types_of_arguments_are_checked(self) -> None:
        ensure_argument_type('a', (kind for kind in (int, str)), 'name')
        for types in ([123, str], [str, 123], 'str', None):
            with self.assertRaisesRegex(TypeError, 'type, collections.abc.Iterable of type'):
                ensure_argument_type('a', types, 'name')
        with self.assertRaises(TypeError):
            OnProcessExit(target_action=ExecuteProcess(cmd=['ls']), on_start=lambda event, context: None)

    def test_namespaces_are_joined(self) -> None:
        for base, own, joined in ((None, None, None), (None, '', ''), ('a', '', 'a'), ('a', 'b/', 'a/b'), ('a', '/b', '/b')):
            self.assertEqual(prefix_namespace(base, own), joined)

    def test_processes_match_by_pid(self) -> None:
        process = ExecuteProcess(cmd=['true'])
        self.assertFalse(matches_pid(1)(process))
        service = LaunchService()
        service.include_launch_description(LaunchDescription([process]))
        self.assertEqual(service.run(), 0)
        self.assertTrue(matches_pid(process.process_details['pid'])(process))


if __name__ == '__main__':
    unittest.main()
