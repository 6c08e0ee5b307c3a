import { describe, expect, it } from 'vitest';
import type { LaunchAction } from './actions.js';
import { load, mistakes, node } from './launch_sandbox.test_support.js';

const messagesOf = (text: string, args: Record<string, string> = {}) =>
  load(text, { args }).actions.map((action: LaunchAction) =>
    action.kind === 'log' ? action.message : action.kind,
  );

describe('loops', () => {
  const ROBOTS = `<launch>
    <arg name="robots" default="{name: 'a', id: 1};{name: b, id: 0x10, fast: yes, gain: 1.50}"/>
    <arg name="num" default="2"/>
    <for_each values="$(var robots)">
      <for len="$(var num)" name="i">
        <log_info message="$(for-var name) $(for-var id) $(for-var fast none) $(index i)"/>
      </for>
    </for_each>
  </launch>`;

  it('repeat their actions, with the variables of outer ones', () => {
    expect(messagesOf(ROBOTS)).toEqual(['a 1 none 0', 'a 1 none 1', 'b 16 True 0', 'b 16 True 1']);
    expect(messagesOf(ROBOTS, { num: '0' })).toEqual([]);
    expect(messagesOf(ROBOTS, { robots: '' })).toEqual([]);
    expect(messagesOf(ROBOTS, { robots: '{name: c, id: 1.5}', num: '1' })).toEqual([
      'c 1.5 none 0',
    ]);
  });

  it('read the same from YAML', () => {
    const yaml = `
launch:
- for_each:
    values: "{ns: a};{ns: b}"
    children:
    - for: {len: 1, name: i, children: [{log: {message: $(for-var ns)$(index i)}}]}`;
    expect(messagesOf(yaml)).toEqual(['a0', 'b0']);
  });

  it('say what is wrong, and where', () => {
    const found = mistakes(() =>
      load(`<launch>
  <for len="x" name="i"><log message="$(index i)"/></for>
  <for name="i"/>
  <for_each values="{a: [1]};7"><log message="$(for-var a 0)"/></for_each>
  <log message="$(index i)"/>
  <for len="1" name="idx"><log message="$(index idy)"/></for>
  <for len="1000000" name="i"/>
</launch>`),
    );
    expect(found.map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
      '2:13 ORR_LAUNCH_ATTRIBUTE',
      '3:3 ORR_LAUNCH_ATTRIBUTE',
      '4:21 ORR_LAUNCH_ATTRIBUTE',
      '4:21 ORR_LAUNCH_ATTRIBUTE',
      '5:17 ORR_LAUNCH_SUBSTITUTION',
      '6:41 ORR_LAUNCH_SUBSTITUTION',
      '7:3 ORR_LAUNCH_RECURSION',
    ]);
    expect(found[5]).toContain('did you mean "idx"?');
  });
});

describe('saved surroundings', () => {
  it('come back: environment and variables', () => {
    const text = `<launch>
      <let name="v" value="1"/><set_env name="E" value="1"/>
      <push_env/><push_vars/>
      <set_env name="E" value="2"/><let name="v" value="2"/><push_ros_namespace namespace="x"/>
      <log message="$(env E) $(var v)"/>
      <pop_env/><pop_vars/>
      <log message="$(env E) $(var v)"/>
      <set_env name="E" value="3"/><reset_env/>
      <log message="$(env E)"/>
    </launch>`;
    const { actions } = load(text, { env: { E: '0' } });
    expect(actions.map((action) => action.kind === 'log' && action.message)).toEqual([
      ...['2 2', '1 1', '0'],
    ]);
    expect(mistakes(() => load('<launch><pop_env/><pop_vars/></launch>'))).toHaveLength(2);
  });

  it('set_ros_log_dir is seen by programs', () => {
    const text = (folder: string) =>
      `<launch><set_ros_log_dir new_log_dir="${folder}"/><node exec="/a.js"/></launch>`;
    expect(node(text('/logs')).env).toEqual({ ROS_LOG_DIR: '/logs' });
  });
});

it.each([
  ['$(string-join . a b c)', 'a.b.c'],
  ["$(string-join '' a b)", 'ab'],
  ["$(string-strip ' a ')", 'a'],
  ["$(is-empty '')", 'true'],
  ['$(is-empty x)', 'false'],
])('%s', (text, expected) => {
  expect(messagesOf(`<launch><log message="${text}"/></launch>`)).toEqual([expected]);
});

it('$(find-exec) depends on the machine and must be allowed', () => {
  const text = '<launch><log message="$(find-exec sh)"/></launch>';
  expect(mistakes(() => load(text))[0]).toContain('allow commands explicitly');
  const { actions } = load(text, { allowCommand: true, env: { PATH: '/nowhere:/bin' } });
  expect(actions[0]).toMatchObject({ message: '/bin/sh' });
});
