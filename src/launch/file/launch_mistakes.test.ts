import { describe, expect, it } from 'vitest';
import { load, mistakes, write } from './launch_sandbox.test_support.js';
import { loadLaunchFile } from './load.js';

describe('mistakes in launch files', () => {
  it('names a launch file of ROS 1, whatever else is wrong with it', () => {
    const node = '<node pkg="bot" type="a" name="a" args="$(find bot)/$(arg x)"/>';
    const old = `<launch><rosparam/><group ns="left">${node}</group></launch>`;
    expect(mistakes(() => load(old))).toEqual([
      expect.stringMatching(/^1:53 ORR_LAUNCH_STRUCTURE .* launch file of ROS 1, .*"type"/),
    ]);
    const misspelt = '<launch><node pkg="bot" exec="a" type="a"/></launch>';
    expect(mistakes(() => load(misspelt))[0]).toContain('"node" has no attribute "type"');
  });

  it('reports ten different mistakes at once, each with its place', () => {
    const text = [
      '<launch>',
      '  <arg name="needed"/>',
      '  <nod pkg="bot" exec="a"/>',
      '  <node pkg="bot" exe="a"/>',
      '  <node pkg="bot" exec="a" name="a/b"/>',
      '  <node pkg="bot" exec="a" respawn="maybe"/>',
      '  <log message="$(var neeeded)"/>',
      '  <log message="$(unknown-one)"/>',
      '  <log message="$(var"/>',
      '  <include file="missing.launch.xml"/>',
      '  <include file="old.launch.py"/>',
      '  <log message="$(find-pkg-share nope)"/>',
      '  <timer period="-1"/>',
      '  <log message="$(eval \'1 / 0\')"/>',
      '  <node pkg="bot" exec="a"><param name="x" value="[1, a]"/></node>',
      '  <group if="1" unless="0"/>',
      '</launch>',
    ].join('\n');
    const found = mistakes(() => load(text));
    expect(found.map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
      '2:3 ORR_LAUNCH_ARGUMENT',
      '3:3 ORR_LAUNCH_TAG',
      '4:3 ORR_LAUNCH_ATTRIBUTE',
      '4:19 ORR_LAUNCH_ATTRIBUTE',
      '5:34 ORR_LAUNCH_NAME',
      '6:37 ORR_LAUNCH_ATTRIBUTE',
      '7:17 ORR_LAUNCH_SUBSTITUTION',
      '8:17 ORR_LAUNCH_SUBSTITUTION',
      '9:17 ORR_LAUNCH_SUBSTITUTION',
      '10:18 ORR_LAUNCH_FILE',
      '11:18 ORR_LAUNCH_FILE',
      '12:17 ORR_PACKAGE_UNKNOWN',
      '13:18 ORR_LAUNCH_ATTRIBUTE',
      '14:17 ORR_LAUNCH_SUBSTITUTION',
      '15:51 ORR_LAUNCH_PARAMETER',
      '16:3 ORR_LAUNCH_ATTRIBUTE',
    ]);
    expect(found[1]).toContain('did you mean "node"');
    expect(found[3]).toContain('did you mean "exec"');
    expect(found[6]).toContain('did you mean "needed"');
  });

  it('tells a value from elements below a tag', () => {
    const node = (more: string) => `launch:\n- node: {pkg: bot, exec: a, ${more}}\n`;
    expect(() => load(node('param: [], remap: []'))).not.toThrow();
    const [found] = mistakes(() => load(node('param: speed')));
    expect(found).toContain('2:29 ORR_LAUNCH_ATTRIBUTE "param" of "node" is an element below it');
    const xml = '<launch><node pkg="bot" exec="a" param="speed"/></launch>';
    expect(mistakes(() => load(xml)).join()).toContain('"param" of "node" is an element below it');
  });

  it('reports mistakes of YAML at their place', () => {
    const found = mistakes(() =>
      load(
        'launch:\n- node: {pkg: bot, exec: a, outptu: log}\n- {a: 1, b: 2}\n- log: hello\n- 5\n',
      ),
    );
    expect(found.map((line) => line.split(' ')[0])).toEqual(['2:29', '3:3', '4:3', '4:8', '5:3']);
    expect(mistakes(() => load('launch: [')).join()).toContain('ORR_LAUNCH_SYNTAX');
    expect(mistakes(() => load('<launch><node></launch>')).join()).toContain('ORR_LAUNCH_SYNTAX');
    expect(mistakes(() => load('')).join()).toContain('ORR_LAUNCH_STRUCTURE');
    expect(mistakes(() => load('<launch>text</launch>')).join()).toContain('ORR_LAUNCH_STRUCTURE');
  });

  it('does not report what only follows from a mistake', () => {
    const text = `<launch><let name="a" value="$(var nowhere)"/><node pkg="bot" exec="$(var a)"
      name="$(var a)"><param name="$(var a)" value="$(var a)" type="int"/></node></launch>`;
    expect(mistakes(() => load(text))).toHaveLength(1);
  });

  it('ends recursions', () => {
    const path = write('self.launch.xml', '<launch><include file="$(filename)"/></launch>');
    expect(mistakes(() => loadLaunchFile(path)).join()).toContain('ORR_LAUNCH_RECURSION');
    const doubling = write(
      'double.launch.xml',
      `<launch>${'<include file="$(filename)"/>'.repeat(2)}</launch>`,
    );
    expect(mistakes(() => loadLaunchFile(doubling)).join()).toContain('ORR_LAUNCH_RECURSION');
  });
});
