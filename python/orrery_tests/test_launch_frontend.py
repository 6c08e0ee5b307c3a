"""Launch files in XML and YAML that a program reads itself: elements, their types, and the actions they are."""
import io
import os
import unittest
from typing import List
from unittest import mock

import orrery_interfaces

orrery_interfaces.install()

import launch_xml  # noqa: E402
import launch_yaml  # noqa: E402
from launch import Action, LaunchContext  # noqa: E402
from launch.actions import DeclareLaunchArgument, ExecuteProcess, LogInfo  # noqa: E402
from launch.frontend import Entity, InvalidFrontendLaunchFileError, Parser, expose_action  # noqa: E402
from launch.utilities import perform_substitutions  # noqa: E402
from launch_ros.actions import ComposableNodeContainer, Node  # noqa: E402
from launch_ros.utilities import evaluate_parameters  # noqa: E402

XML = """
<launch>
  <arg name="x" default="1" description="first"><choice value="1"/><choice value="2"/></arg>
  <let name="v" value="hello $(var x)" if="$(var x)"/>
  <group scoped="false"><let name="w" value="in"/></group>
  <set_env name="A" value="b"/>
  <unset_env name="C"/>
  <log message="hi"/>
  <timer period="0.5"><let name="late" value="yes"/></timer>
  <include file="other.launch.py"><arg name="a" value="b"/></include>
  <executable cmd="ls -l $(env HOME)" output="screen" shell="true"><env name="a" value="b"/></executable>
  <push_ros_namespace namespace="ns"/>
  <set_parameter name="g" value="1"/>
  <set_remap from="a" to="b"/>
  <node pkg="demo" exec="talker" name="t" args="--x y" respawn="true" respawn_delay="2.5">
    <param name="p" value="1"/>
    <param name="l" value="1;2" value-sep=";"/>
    <param name="outer"><param name="in" value="x" type="str"/></param>
    <param from="/tmp/x.yaml" allow_substs="true"/>
    <remap from="foo" to="bar"/>
  </node>
  <node_container pkg="rclcpp_components" exec="component_container" name="c" namespace="">
    <composable_node pkg="composition" plugin="composition::Talker" name="talker">
      <remap from="chatter" to="q"/>
      <extra_arg name="use_intra_process_comms" value="true"/>
    </composable_node>
  </node_container>
  <load_composable_node target="/c"><composable_node pkg="composition" plugin="composition::L"/></load_composable_node>
  <lifecycle_node pkg="p" exec="e" name="lc" namespace=""/>
</launch>
"""

YAML = """
launch:
- arg: {name: x, default: '1'}
- let: {name: v, value: 'hello $(var x)'}
- timer: {period: 0.5, children: [{let: {name: late, value: 'yes'}}]}
- group:
    scoped: true
    children:
    - node:
        pkg: demo
        exec: talker
        param: [{name: p, value: 1}, {name: q, value: [1, 2]}]
        remap: [{from: a, to: b}]
"""


def described(text: str) -> list:
    """The actions of a file."""
    root, parser = Parser.load(io.StringIO(text))
    return parser.parse_description(root).entities


#: Values of parameters: in XML, in YAML, and what a node gets.
VALUES = (
    (r'value="a\b"', r'value: a\b', 'ab'), (r'value="a\\b"', r'value: a\\b', r'a\b'),
    (r'value="\'2\'"', r"""value: "\\'2\\'" """, "'2'"), ('value="\'2\'"', 'value: "2"', '2'),
    ('value="\'\'"', "value: ''", ''), ('value="1;2" value-sep=";"', 'value: [1, 2]', [1, 2]),
    (r'value="' + r"'\a';'\b'" + r'" value-sep=";"', r"value: ['\a', '\b']", ['a', 'b']),
    ('value="&quot;\'1\'&quot;;&quot;\'2\'&quot;" value-sep=";"', 'value: ["\'1\'", "\'2\'"]', ["'1'", "'2'"]),
    ('value="1;2" value-sep=";" type="list_of_str"', "value: ['1', '2'], type: list_of_str", ['1', '2']),
    ('value="$(var list)"', 'value: $(var list)', [3, 4]),
    ('value="$(var list)" type="str"', 'value: $(var list), type: str', '[3, 4]'))


class FrontendTest(unittest.TestCase):
    def test_values_of_parameters_are_the_same_in_xml_and_yaml(self) -> None:
        context = LaunchContext()
        context.launch_configurations['list'] = '[3, 4]'
        for xml, yaml, expected in VALUES:
            for text in (f'<launch><node exec="n"><param name="p" {xml}/></node></launch>',
                         f'launch: [node: {{exec: n, param: [{{name: p, {yaml}}}]}}]'):
                with self.subTest(text):
                    (node,) = described(text)
                    (found,) = evaluate_parameters(context, node._Node__parameters)
                    self.assertEqual(found, {'p': expected})
                    self.assertIs(type(found['p']), type(expected))

    def test_what_is_read_when_it_is_needed(self) -> None:
        for text in ("""<launch><set_parameter name="a" value="x"/><let name="b" value="$(param a)"/>
                     <load_composable_node target="c"><composable_node pkg="p" plugin="q">
                     <extra_arg name="e" value="true"/></composable_node></load_composable_node></launch>""",
                     """launch: [set_parameter: {name: a, value: x}, let: {name: b, value: $(param a)},
                     load_composable_node: {target: c, composable_node: [
                         {pkg: p, plugin: q, extra_arg: [{name: e, value: 'true'}]}]}]"""):
            context = LaunchContext()
            parameter, configuration, loaded = described(text)
            self.assertEqual(perform_substitutions(context, parameter.value), 'x')
            parameter.visit(context)
            configuration.visit(context)
            self.assertEqual(context.launch_configurations['b'], 'x')
            (component,) = loaded._LoadComposableNodes__composable_node_descriptions
            self.assertEqual(
                evaluate_parameters(context, component._ComposableNode__extra_arguments), ({'e': True},))

    def test_words_of_a_command_line_may_be_in_quotes(self) -> None:
        context = LaunchContext()
        context.launch_configurations['x'] = 'X Y'
        for text, expected in (("-c 'a; b' d", ['-c', 'a; b', 'd']), ('a$(var x)b c', ['aX Yb', 'c']),
                               (r"a \'b c", ['a', "'b", 'c']), ("'' $(var x) ", ['', 'X Y'])):
            with self.subTest(text):
                words = ExecuteProcess._parse_cmdline(text, Parser())
                self.assertEqual([perform_substitutions(context, word) for word in words], expected)

    def test_elements_of_xml_are_actions(self) -> None:
        found = described(XML)
        self.assertEqual([type(each).__name__ for each in found], [
            'DeclareLaunchArgument', 'SetLaunchConfiguration', 'GroupAction', 'SetEnvironmentVariable',
            'UnsetEnvironmentVariable', 'LogInfo', 'TimerAction', 'IncludeLaunchDescription', 'ExecuteProcess',
            'PushROSNamespace', 'SetParameter', 'SetRemap', 'Node', 'ComposableNodeContainer', 'LoadComposableNodes',
            'LifecycleNode'])
        argument = found[0]
        self.assertIsInstance(argument, DeclareLaunchArgument)
        self.assertEqual(argument.choices, ['1', '2'])
        context = LaunchContext()
        argument.visit(context)
        found[1].visit(context)
        self.assertEqual(context.launch_configurations['v'], 'hello 1')
        self.assertEqual(len(found[8].cmd), 3)
        self.assertIsInstance(found[12], Node)
        self.assertIsInstance(found[13], ComposableNodeContainer)
        self.assertEqual(len(found[13].composable_node_descriptions), 1)

    def test_elements_of_yaml_are_actions(self) -> None:
        self.assertEqual([type(each).__name__ for each in described(YAML)], [
            'DeclareLaunchArgument', 'SetLaunchConfiguration', 'TimerAction', 'GroupAction'])

    def test_loops_repeat_their_elements(self) -> None:
        argument, each, count = described("""
            launch:
              - arg: {name: robots, default: "{name: 'a', id: 1};{name: 'b'}"}
              - for_each: {values: $(var robots), children: [{log: {message: $(for-var name) $(for-var id 0)}}]}
              - for: {len: 2, name: i, children: [{for: {len: $(eval '1 + 1'), name: j, children: [
                  {log: {message: $(index i)$(index j)}}]}}]}
            """)
        context = LaunchContext()
        argument.visit(context)
        said: List[str] = []

        def walk(entity: object) -> None:
            if isinstance(entity, LogInfo):
                said.append(perform_substitutions(context, entity.msg))
                return
            for inner in entity.visit(context) or []:
                walk(inner)
        walk(each)
        self.assertEqual(said, ['a 1', 'b 0'])
        said.clear()
        walk(count)
        self.assertEqual(said, ['00', '01', '10', '11'])
        self.assertEqual(context.get_locals_as_dict(), {})

    def test_groups_keep_configurations(self) -> None:
        group, = described('<launch><group forwarding="false"><keep name="kept" value="K"/>'
                           '<let name="own" value="O"/></group></launch>')
        context = LaunchContext()
        context.launch_configurations['lost'] = 'L'
        before, = [[each for each in group.execute(context)][:4]]
        for each in before:
            each.visit(context)
        self.assertEqual(dict(context.launch_configurations), {'kept': 'K'})

    def test_processes_tell_their_environment(self) -> None:
        process, = described('<launch><executable cmd="ls"><env name="a" value="$(env A 1)"/></executable></launch>')
        (name, value), = process.additional_env
        self.assertEqual((name[0].perform(None), perform_substitutions(LaunchContext(), value)), ('a', '1'))
        for given, is_tty in ((None, False), ('true', True), ('false', False)):
            context = LaunchContext()
            if given is not None:
                context.launch_configurations['emulate_tty'] = given
            self.assertEqual(process.process_settings(context)['emulateTty'], is_tty)

    def test_environments_and_configurations_are_replaced(self) -> None:
        let, replaced, added, first, reset = described(
            '<launch><let name="bar" value="b"/><rep_env><env name="foo" value="$(var bar)"/></rep_env>'
            '<append_env name="path" value="z"/><append_env name="path" value="a" prepend="True" separator=";"/>'
            '<reset><keep name="$(var bar)" value="$(var bar)2"/></reset></launch>')
        context = LaunchContext()
        with mock.patch.dict(os.environ):
            for each in (let, replaced, added, first, reset):
                each.visit(context)
            self.assertEqual(dict(context.environment), {'foo': 'b', 'path': 'a;z'})
        self.assertEqual(dict(context.launch_configurations), {'b': 'b2'})

    def test_a_file_may_be_deprecated_and_a_log_may_have_a_level(self) -> None:
        root, parser = Parser.load(io.StringIO(
            '<launch deprecated="use another"><log level="ERROR" message="m"/><log message="m"/></launch>'))
        description = parser.parse_description(root)
        self.assertEqual(description.deprecated_reason, 'use another')
        self.assertEqual([perform_substitutions(LaunchContext(), each.level) for each in description.entities],
                         ['ERROR', 'INFO'])

    def test_texts_are_joined_stripped_and_looked_at(self) -> None:
        for text, expected in (("$(path-join 'a b' c$(eval '1 + 1') d.x)", 'a b/c2/d.x'),
                               ("$(string-join ', ' a b c)", 'a, b, c'), ("[$(string-strip '  a ')]", '[a]'),
                               ("$(is-empty '')", 'true'), ('$(is-empty a)', 'false'),
                               ("$(not-empty '')", 'false'), ('$(not-empty a)', 'true')):
            log, = described(f'<launch><log message="{text}"/></launch>')
            self.assertEqual(perform_substitutions(LaunchContext(), log.msg), expected)

    def test_each_language_has_a_reader(self) -> None:
        import xml.etree.ElementTree as ET
        element, parser = launch_xml.Parser.load(io.StringIO('<launch><log message="m"/></launch>'))
        self.assertEqual(len(parser.parse_description(element).entities), 1)
        self.assertEqual(launch_xml.Entity(ET.fromstring('<a i="1"/>')).get_attr('i', data_type=int), 1)
        element, parser = launch_yaml.Parser.load(io.StringIO('launch: [{log: {message: m}}]'))
        self.assertEqual(len(parser.parse_description(element).entities), 1)
        self.assertEqual(launch_yaml.Entity({'i': 1}, 'a').get_attr('i', data_type=int), 1)

    def test_attributes_have_types(self) -> None:
        root, _ = Parser.load(io.StringIO(
            '<root i="1" f="1.5" b="true" s="text" l="1;2" l-sep=";"><a i="3"/><a i="4"/></root>'))
        self.assertEqual(root.type_name, 'root')
        given = (('i', int, 1), ('f', float, 1.5), ('b', bool, True), ('s', str, 'text'), ('l', List[int], [1, 2]),
                 ('i', None, 1), ('none', int, None))
        for name, kind, value in given:
            self.assertEqual(root.get_attr(name, data_type=kind, optional=True), value)
        inner = root.get_attr('a', data_type=List[Entity])
        self.assertEqual([each.get_attr('i', data_type=int) for each in inner], [3, 4])
        with self.assertRaises(AttributeError):
            root.get_attr('none')
        with self.assertRaises(TypeError):
            root.get_attr('s', data_type=int, can_be_str=False)
        root, _ = Parser.load(io.StringIO('root: {i: 1, s: text, l: [1, 2]}'))
        for name, kind, value in (('i', int, 1), ('s', str, 'text'), ('l', List[int], [1, 2])):
            self.assertEqual(root.get_attr(name, data_type=kind), value)
        with self.assertRaises(TypeError):
            root.get_attr('i')

    def test_programs_add_elements(self) -> None:
        @expose_action('orrery_test_element')
        class Mine(Action):
            def __init__(self, number: int, names: List[str], **kwargs: object) -> None:
                super().__init__(**kwargs)
                self.number, self.names = number, names

            @classmethod
            def parse(cls, entity: Entity, parser: Parser) -> tuple:
                _, kwargs = super().parse(entity, parser)
                kwargs['number'] = entity.get_attr('number', data_type=int)
                kwargs['names'] = [each.get_attr('name') for each in entity.get_attr('child', data_type=List[Entity])]
                return cls, kwargs

        mine, = described('<launch><orrery_test_element number="5" if="0"><child name="a"/><child name="b"/>'
                          '</orrery_test_element></launch>')
        self.assertEqual((mine.number, mine.names), (5, ['a', 'b']))
        self.assertFalse(mine.condition.evaluate(LaunchContext()))

    def test_mistakes(self) -> None:
        for text, error in (
                ('<launch><nothing/></launch>', RuntimeError), ('<lunch/>', RuntimeError),
                ('<launch><node pkg="x"/></launch>', AttributeError),
                ('<launch><node pkg="x" exec="y" typo="1"/></launch>', ValueError),
                ('<launch><node pkg="x" exec="y"><parm name="a" value="b"/></node></launch>', ValueError),
                ('<launch><log message="m" if="1" unless="1"/></launch>', RuntimeError),
                ('launch: [{log: {message: m, typo: 1}}]', ValueError), ('launch: [{log: {}, let: {}}]', RuntimeError),
                ('{{{{', InvalidFrontendLaunchFileError)):
            with self.subTest(text), self.assertRaises(error):
                described(text)
        for text in ('<launch><executable cmd="ls"><odd/></executable></launch>',
                     'launch: [{executable: {cmd: ls, children: [{odd: {}}]}}]'):
            with self.assertRaisesRegex(ValueError, r"`executable`.*'odd'"):
                described(text)


if __name__ == '__main__':
    unittest.main()
