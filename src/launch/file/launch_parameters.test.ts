import { describe, expect, it } from 'vitest';
import type { DescriptionError } from '../../errors/index.js';
import { load, mistakes, node, write } from './launch_sandbox.test_support.js';
import { componentParameters, nodeSetup } from './node_setup.js';

describe('parameters of launched nodes', () => {
  it('follow the precedence of ROS 2 for nodes and for components', () => {
    write('p.yaml', '/**: {ros__parameters: {a: 1, b: 1}}\n/n/x: {ros__parameters: {b: 2}}\n');
    const inner = `<param name="a" value="9"/><param from="p.yaml"/>`;
    const action = node(
      `<launch><node pkg="bot" exec="e" name="x" namespace="n">${inner}</node></launch>`,
    );
    const values = nodeSetup(action).rules.parametersFor('/n/x');
    expect([values.get('a')?.value, values.get('b')?.value]).toEqual([1n, 1n]);
    const { actions } = load(
      `<launch><load_composable_node target="/box"><composable_node pkg="bot" plugin="P" name="x" namespace="n">${inner}</composable_node></load_composable_node></launch>`,
    );
    const [load1] = actions;
    if (load1?.kind !== 'load_components') throw new Error('expected load_components');
    const component = componentParameters(load1.components[0]!, '/n/x');
    expect([component.get('a')?.value, component.get('b')?.value]).toEqual([1n, 2n]);
  });

  it('substitutes in a parameter file only where asked, and not in comments', () => {
    write('s.yaml', "# $(nonsense\n/**:\n  ros__parameters: {a: $(var x), b: '\\$(c)'} # $(bad\n");
    const text = (extra: string) =>
      `<launch><let name="x" value="5"/><node pkg="bot" exec="e"><param from="s.yaml" ${extra}/></node></launch>`;
    const plain = nodeSetup(node(text(''))).rules.parametersFor('/n');
    expect(plain.get('a')).toEqual({ type: 'string', value: '$(var x)' });
    const done = nodeSetup(node(text('allow_substs="true"'))).rules.parametersFor('/n');
    expect(done.get('a')).toEqual({ type: 'integer', value: 5n });
    expect(done.get('b')).toEqual({ type: 'string', value: '$(c)' });
  });

  it('are put together with the arguments of the command line', () => {
    const action = node(
      `<launch><set_remap from="g" to="h"/><set_parameter name="a" value="1"/>
       <node pkg="bot" exec="e" name="x" namespace="n" args="-v --ros-args -p a:=2 -r a:=b -- --w"
       ros_args="-r __node:=y --log-level debug -p b:=3"><param name="c" value="4"/><remap from="g" to="i"/></node></launch>`,
    );
    const setup = nodeSetup(action);
    expect(setup).toMatchObject({ name: 'y', namespace: '/n', arguments: ['-v', '--w'] });
    expect(setup.remaps.map((rule) => rule.to)).toEqual(['b', 'y', 'h', 'i']);
    expect(setup.logLevels).toEqual([{ logger: null, level: 'debug' }]);
    expect([...setup.rules.parametersFor('/n/y')].map(([k, v]) => [k, v.value])).toEqual([
      ['a', 1n],
      ['b', 3n],
    ]);
  });

  it('warns about entries that match none of the nodes that get the file', () => {
    const path = write(
      'w.yaml',
      '/n/x: {ros__parameters: {a: 1}}\ndrvie: {ros__parameters: {a: 2}}\n',
    );
    const text = (name: string) =>
      `<launch><node pkg="bot" exec="e" ${name} namespace="n"><param from="w.yaml"/></node></launch>`;
    expect(load(text('name="x"')).warnings).toEqual([
      `${path}:2:1: "drvie" matches none of the nodes that are given this file (/n/x).`,
    ]);
    expect(load(text('')).warnings).toEqual([]);
  });

  it('come from several files that are one, of which the last one counts', () => {
    write('first.yaml', '/n/x: {ros__parameters: {a: 1, b: 1}}\n');
    write('second.yaml', '/n/x: {ros__parameters: {b: $(var two), c: 3}}\n');
    const files =
      '<param allow_substs="true"><file path="first.yaml"/><file path="second.yaml"/></param>';
    const xml = `<launch><let name="two" value="2"/><node pkg="bot" exec="e" name="x" namespace="n">${files}</node></launch>`;
    const yaml = `launch: [let: {name: two, value: '2'}, node: {pkg: bot, exec: e, name: x, namespace: n,
      param: [{allow_substs: true, file: [{path: first.yaml}, {path: second.yaml}]}]}]`;
    for (const text of [xml, yaml]) {
      const values = nodeSetup(node(text)).rules.parametersFor('/n/x');
      expect(['a', 'b', 'c'].map((name) => values.get(name)?.value)).toEqual([1n, 2n, 3n]);
    }
    for (const wrong of ['name="p"', 'value="1"', 'from="first.yaml"']) {
      const text = `<launch><node pkg="bot" exec="e"><param ${wrong}><file path="first.yaml"/></param></node></launch>`;
      expect(mistakes(() => load(text)).join()).toContain('only one of these');
    }
  });

  it('reports mistakes inside a parameter file at their place there', () => {
    const path = write('bad.yaml', '/**:\n  ros__parameters:\n    a: []\n');
    try {
      load(`<launch><node pkg="bot" exec="e"><param from="bad.yaml"/></node></launch>`);
      expect.unreachable();
    } catch (error) {
      expect((error as DescriptionError).errors[0]?.place).toEqual({
        file: path,
        line: 3,
        column: 8,
      });
    }
  });

  it('start a process without a file that does not exist, as in ROS 2, but no component', () => {
    const part = (tag: string) => `<${tag} from="gone.yaml"/>`;
    for (const text of [
      `<launch><node pkg="bot" exec="e">${part('param')}</node></launch>`,
      '<launch><node pkg="bot" exec="e"><param><file path="gone.yaml"/></param></node></launch>',
      '<launch><set_parameters_from_file filename="gone.yaml"/><node pkg="bot" exec="e"/></launch>',
      'launch:\n- node: {pkg: bot, exec: e, param: [{from: gone.yaml}]}\n',
    ]) {
      const { actions, warnings } = load(text);
      expect(actions.map((action) => action.kind)).toEqual(['node']);
      expect(warnings).toEqual([
        expect.stringMatching(/:\d+:\d+: the parameter file ".*gone.yaml"/),
      ]);
    }
    const component = `<composable_node pkg="bot" plugin="P" name="x">${part('param')}</composable_node>`;
    const loading = `<launch><load_composable_node target="/box">${component}</load_composable_node></launch>`;
    expect(mistakes(() => load(loading)).join()).toContain('cannot be read: it does not exist');
  });

  it.each([
    ['a: b', 'is a mapping in YAML'],
    ['2020-01-01', 'is a date in YAML'],
    ['~', 'is nothing in YAML'],
  ])('refuse value="%s" without a type', (value, reason) => {
    const text = `<launch><node pkg="bot" exec="e"><param name="p" value="${value}"/></node></launch>`;
    expect(mistakes(() => load(text)).join()).toContain(reason);
  });

  it.each([
    ['value="10"', '10'],
    ['value="10" type="float"', '10.0'],
    ['value="10" type="str"', '"10"'],
    [`value="'10'"`, '"10"'],
    ['value="[1, 2]" type="list_of_float"', '[1.0, 2.0]'],
    ['value="1,2" value-sep="," type="list_of_str"', '["1", "2"]'],
    ['value="a: b" type="str"', '"a: b"'],
    ['value="1_000"', '1000'],
    ['value="[a-z"', '"[a-z"'],
    ['value=""', '""'],
    ['value="yes"', 'true'],
    ['value="1e3"', '1000.0'],
  ])('read %s as %s', (attributes, expected) => {
    const action = node(
      `<launch><node pkg="bot" exec="e"><param name="p" ${attributes}/></node></launch>`,
    );
    expect(action.parameters).toMatchObject([{ value: expected }]);
  });
});
