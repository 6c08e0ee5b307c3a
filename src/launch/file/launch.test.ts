import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ContainerAction, NodeAction } from './actions.js';
import { folder, load, mistakes, node, write } from './launch_sandbox.test_support.js';
import { loadLaunchFile, parseLaunchArguments, readLaunchArguments } from './load.js';
import { printLaunch } from './print_launch.js';
import { printLaunchArguments } from './print_launch_arguments.js';

/** One system, as XML and as YAML. */
const SYSTEM_XML = `<launch>
  <arg name="rate" default="10" description="Hz"><choice value="10"/><choice value="20"/></arg>
  <let name="robot" value="r$(var rate)"/>
  <group>
    <push_ros_namespace namespace="$(var robot)"/>
    <set_parameter name="use_sim_time" value="true"/>
    <node pkg="bot" exec="drive" name="drive" args="--a 'b c' $(var robot)" output="screen">
      <param name="rate" value="$(var rate)"/>
      <param name="nested"><param name="gains" value="1.0;2.5" value-sep=";"/></param>
      <param name="text" value="007" type="str"/>
      <remap from="cmd" to="/cmd_vel"/>
      <env name="MODE" value="sim"/>
    </node>
  </group>
  <node pkg="bot" exec="view" if="$(eval '$(var rate) > 15')"/>
  <timer period="1.5"><log level="warn" message="late $(anon x)"/><shutdown/></timer>
  <node_container pkg="rclcpp_components" exec="component_container" name="box" namespace="">
    <composable_node pkg="bot" plugin="bot::Cam" name="cam" namespace="ns">
      <extra_arg name="use_intra_process_comms" value="true"/>
    </composable_node>
  </node_container>
</launch>`;

const SYSTEM_YAML = `
launch:
- arg: {name: rate, default: '10', description: Hz, choice: [{value: '10'}, {value: '20'}]}
- let: {name: robot, value: r$(var rate)}
- group:
  - push_ros_namespace: {namespace: $(var robot)}
  - set_parameter: {name: use_sim_time, value: true}
  - node:
      pkg: bot
      exec: drive
      name: drive
      args: --a 'b c' $(var robot)
      output: screen
      param:
      - {name: rate, value: $(var rate)}
      - name: nested
        param: [{name: gains, value: [1.0, 2.5]}]
      - {name: text, value: '007'}
      remap: [{from: cmd, to: /cmd_vel}]
      env: [{name: MODE, value: sim}]
- node: {pkg: bot, exec: view, if: "$(eval '$(var rate) > 15')"}
- timer:
    period: 1.5
    children:
    - log: {level: warn, message: late $(anon x)}
    - shutdown:
- node_container:
    pkg: rclcpp_components
    exec: component_container
    name: box
    namespace: ''
    composable_node:
    - pkg: bot
      plugin: bot::Cam
      name: cam
      namespace: ns
      extra_arg: [{name: use_intra_process_comms, value: true}]
`;

describe('launch files', () => {
  it('expands the same system from XML and YAML', () => {
    const fromXml = load(SYSTEM_XML);
    expect(printLaunch(load(SYSTEM_YAML))).toBe(printLaunch(fromXml));
    expect(fromXml.actions.map((a) => a.kind)).toEqual(['node', 'timer', 'container']);
    const drive = fromXml.actions[0] as NodeAction;
    expect(drive).toMatchObject({
      namespace: '/r10',
      arguments: ['--a', 'b c', 'r10'],
      env: { MODE: 'sim' },
      remappings: [{ from: 'cmd', to: '/cmd_vel' }],
    });
    expect(
      drive.parameters.map((p) => (p.kind === 'value' ? [p.name, p.value, p.pattern] : p)),
    ).toEqual([
      ['use_sim_time', 'true', '/**'],
      ['rate', '10', '/r10/drive'],
      ['nested.gains', '[1.0, 2.5]', '/r10/drive'],
      ['text', '"007"', '/r10/drive'],
    ]);
    expect(fromXml.actions[1]).toMatchObject({
      delayNs: 1_500_000_000,
      actions: [{ kind: 'log', level: 'warn', message: 'late x_0_0' }, { kind: 'shutdown' }],
    });
    expect((fromXml.actions[2] as ContainerAction).components[0]).toMatchObject({
      namespace: '/ns',
      extraArguments: [{ name: 'use_intra_process_comms', value: 'true' }],
    });
    expect(JSON.parse(JSON.stringify(fromXml))).toEqual(fromXml);
  });

  it('puts a node with an empty namespace into that of its group, or into the root', () => {
    const namespaceOf = (attribute: string, group = '') =>
      node(`<launch><group>${group}<node pkg="bot" exec="a"${attribute}/></group></launch>`)
        .namespace;
    const pushed = '<push_ros_namespace namespace="g"/>';
    expect([namespaceOf(''), namespaceOf('', pushed)]).toEqual([null, '/g']);
    expect([' namespace=""', ' namespace="/"'].map((each) => namespaceOf(each))).toEqual([
      '/',
      '/',
    ]);
    expect(namespaceOf(' namespace=""', pushed)).toBe('/g');
    expect(namespaceOf('', '<push_ros_namespace namespace=""/>')).toBe('/');
  });

  it('restores variables, namespace and environment after a scoped group', () => {
    const text = (group: string) => `<launch><let name="a" value="1"/><group ${group}>
      <let name="a" value="2"/><set_env name="E" value="x"/><push_ros_namespace namespace="n"/>
      </group><node pkg="bot" exec="$(var a)"/></launch>`;
    expect(node(text(''))).toMatchObject({ executable: '1', env: {}, namespace: null });
    expect(node(text('scoped="false"'))).toMatchObject({
      executable: '2',
      env: { E: 'x' },
      namespace: '/n',
    });
  });

  it('forwards nothing into a group that says so, but what it keeps', () => {
    const text = `<launch><let name="a" value="1"/><let name="b" value="2"/>
      <group forwarding="false"><keep name="k" value="$(var a)"/>
      <node pkg="bot" exec="$(var k)$(var b -)"/></group></launch>`;
    expect(node(text).executable).toBe('1-');
  });

  it('includes YAML from XML, hands over arguments and resolves paths from each file', () => {
    write(
      'sub/inner.launch.yaml',
      'launch:\n- arg: {name: who}\n- include: {file: deep.launch.xml}\n',
    );
    write(
      'sub/deep.launch.xml',
      '<launch><node pkg="bot" exec="$(var who)" cwd="$(dirname)"/></launch>',
    );
    const text = `<launch><include file="sub/inner.launch.yaml"><arg name="who" value="me"/></include>
      <node pkg="bot" exec="x" cwd="$(dirname)"/></launch>`;
    const { actions } = load(text);
    expect(actions).toMatchObject([
      { executable: 'me', cwd: join(folder, 'sub') },
      { executable: 'x', cwd: folder },
    ]);
  });

  it.each([
    ['$(env A)', 'env'],
    ['$(env B none)', 'none'],
    ['$(optenv B)', ''],
    ['$(find-pkg-share bot)/x', '/opt/bot/share/bot/x'],
    ['$(find-pkg-prefix bot)', '/opt/bot'],
    ['$(exec-in-pkg drive bot)', '/opt/bot/lib/bot/drive'],
    ['$(not true)', 'false'],
    ['$(and true $(or false 1))', 'true'],
    ['$(equals 1.0 1)', 'true'],
    ['$(not-equals a b)', 'true'],
    ['$(if true yes no)', 'yes'],
    ['$(if off yes)', ''],
    ['$(all true 1 on)', 'true'],
    ['$(any)', 'false'],
    [String.raw`\$(var x) $5 a\\b`, String.raw`$(var x) $5 a\b`],
    [`$(eval '"$(env A)" + "(x)"')`, 'env(x)'],
    ['$(var $(env V) none)', 'none'],
    ["$(var missing 'two words')", 'two words'],
    ['$(anon a)$(anon a)$(anon b)', 'a_7_0a_7_0b_7_1'],
    ['it\'s "quoted"', 'it\'s "quoted"'],
  ])('substitutes %s', (text, expected) => {
    const yaml = `launch:\n- log: {message: ${JSON.stringify(text)}}`;
    const { actions } = load(yaml, { env: { A: 'env', V: 'w' }, seed: 7 });
    expect(actions[0]).toMatchObject({ message: expected });
  });

  it('runs a command only when allowed', () => {
    const text = `<launch><log message="$(command 'printf a')"/></launch>`;
    expect(mistakes(() => load(text))[0]).toContain('ORR_LAUNCH_SUBSTITUTION');
    expect(
      load(text, { allowCommand: true, env: { PATH: process.env.PATH ?? '' } }).actions[0],
    ).toMatchObject({
      message: 'a',
    });
  });

  it('follows the anchors and merge keys of YAML', () => {
    const text = `launch:
- node: &base {pkg: bot, exec: a, param: [&p {name: x, value: 1}]}
- node: {<<: *base, exec: b}
- node: {pkg: bot, exec: c, param: [*p]}`;
    expect(load(text).actions).toMatchObject([
      { executable: 'a', parameters: [{ value: '1' }] },
      { executable: 'b', parameters: [{ value: '1' }] },
      { executable: 'c', parameters: [{ value: '1' }] },
    ]);
    const bomb = [
      'a0: &a0 [{k: v}]',
      ...Array.from({ length: 20 }, (_, i) => `a${i + 1}: &a${i + 1} [${Array(9).fill(`*a${i}`)}]`),
    ];
    expect(mistakes(() => load(`launch: {${bomb.join(', ')}}`)).length).toBeGreaterThan(0);
    expect(mistakes(() => load('launch: &a [*a]')).length).toBeGreaterThan(0);
  });

  it('shows arguments without their values, also of includes and of untaken branches', () => {
    write('args.launch.yaml', 'launch:\n- arg: {name: inner, default: $(var outer)}\n');
    const path = write(
      'show.launch.xml',
      `<launch><arg name="outer" description="what"/><include file="args.launch.yaml"/>
       <group if="false"><arg name="hidden" default="1"/></group></launch>`,
    );
    expect(readLaunchArguments(path).map((a) => [a.name, a.defaultText])).toEqual([
      ['outer', null],
      ['hidden', '1'],
      ['inner', '$(var outer)'],
    ]);
    expect(printLaunchArguments(readLaunchArguments(path))).toContain('(required)');
    expect(parseLaunchArguments(['outer:=a:=b'])).toEqual({ outer: 'a:=b' });
    const wrong = { outer: '1', iner: '2' };
    expect(() => loadLaunchFile(path, { args: wrong })).toThrow('did you mean "inner"?');
  });
});
