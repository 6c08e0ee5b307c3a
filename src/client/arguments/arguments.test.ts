import { describe, expect, it } from 'vitest';
import { ParameterType } from '../parameter/parameter_type.js';
import { parseParameterFile, sectionMatches } from './parameter_file.js';
import { parseRemapRule } from './remap_rule.js';
import { parseRosArguments, removeROSArgs } from './ros_arguments.js';

const parametersOf = (...values: string[]) =>
  parseRosArguments(['--ros-args', ...values.flatMap((v) => ['-p', v])]).parameters.map(
    ({ node, parameter }) => [node, parameter.name, parameter.type, parameter.value],
  );

describe('parseRosArguments', () => {
  it('takes what stands between --ros-args and --', () => {
    const argv = ['node', 'a.js', '--ros-args', '-r', 'a:=b', '-e', '/e', '--', 'x', '--ros-args'];
    const result = parseRosArguments([...argv, '--disable-rosout-logs', '--nonsense']);
    expect(result.others).toEqual(['node', 'a.js', 'x']);
    expect(result.remapRules).toEqual([{ kind: 'name', match: 'a', replacement: 'b' }]);
    expect(result.enclave).toBe('/e');
    expect(result.rosoutLogs).toBe(false);
    expect(result.unknown).toEqual(['--nonsense']);
    expect(removeROSArgs(argv)).toEqual(['node', 'a.js', 'x']);
  });

  it('types parameters as ROS 2 does', () => {
    expect(
      parametersOf('a:=1', 'b:=1.0', 'n:c:=on', "d:='1'", 'e:=[1, 2]', 'f:=[a, b]', 'g:=1:30'),
    ).toEqual([
      [undefined, 'a', ParameterType.PARAMETER_INTEGER, 1n],
      [undefined, 'b', ParameterType.PARAMETER_DOUBLE, 1],
      ['n', 'c', ParameterType.PARAMETER_BOOL, true],
      [undefined, 'd', ParameterType.PARAMETER_STRING, '1'],
      [undefined, 'e', ParameterType.PARAMETER_INTEGER_ARRAY, [1n, 2n]],
      [undefined, 'f', ParameterType.PARAMETER_STRING_ARRAY, ['a', 'b']],
      [undefined, 'g', ParameterType.PARAMETER_STRING, '1:30'],
    ]);
    expect(parametersOf('qos_overrides./chatter.publisher.depth:=7')[0]?.[1]).toBe(
      'qos_overrides./chatter.publisher.depth',
    );
    expect(parametersOf('url:=a:=b')[0]?.[3]).toBe('a:=b');
    expect(parametersOf('d:=2001-01-01')[0]?.[3]).toBe('2001-01-01');
  });

  it('reads log levels and refuses unreadable arguments', () => {
    const levels = ['--ros-args', '--log-level', 'DEBUG', '--log-level', 'rcl.x:=warn'];
    expect(parseRosArguments(levels).logLevels).toEqual([
      { level: 10 },
      { logger: 'rcl.x', level: 30 },
    ]);
    for (const bad of [['-r'], ['-r', 'x'], ['-p', 'x=1'], ['--log-level', 'loud']]) {
      expect(() => parseRosArguments(['--ros-args', ...bad])).toThrow("Couldn't parse");
    }
    expect(() => parametersOf('m:=[1, a]')).toThrow("'m'");
    expect(() => removeROSArgs('x' as unknown as string[])).toThrow('argv must be an array.');
    expect(() => removeROSArgs([null as unknown as string])).toThrow('must be strings');
  });
});

describe('parseRemapRule', () => {
  it('knows scopes, schemes and special names', () => {
    expect(parseRemapRule('n:__ns:=/x')).toEqual({
      kind: 'namespace',
      node: 'n',
      replacement: '/x',
    });
    expect(parseRemapRule('__node:=y')).toEqual({ kind: 'node', replacement: 'y' });
    expect(parseRemapRule('rostopic://a:=b').kind).toBe('topic');
    expect(parseRemapRule('n:rosservice:///a:=/b')).toEqual({
      kind: 'service',
      node: 'n',
      match: '/a',
      replacement: '/b',
    });
  });
});

describe('parseParameterFile', () => {
  const text = `
/**:
  ros__parameters: {use_sim_time: true}
ns:
  node_a:
    ros__parameters:
      rate: 10
      nested: {gain: 1.5, names: [x, z]}
/*/node_b:
  ros__parameters: {}
`;

  it('collects sections with dotted names', () => {
    const sections = parseParameterFile(text);
    expect(sections.map((s) => s.node)).toEqual(['/**', '/ns/node_a', '/*/node_b']);
    expect(sections[1]?.parameters.map((p) => [p.name, p.value])).toEqual([
      ['rate', 10n],
      ['nested.gain', 1.5],
      ['nested.names', ['x', 'z']],
    ]);
    expect(parseParameterFile('')).toEqual([]);
    expect(() => parseParameterFile('a: 1')).toThrow('mapping');
  });

  it('matches node names with wildcards', () => {
    const matches = (node: string, name: string) => sectionMatches({ node, parameters: [] }, name);
    expect(matches('/**', '/a/b/c')).toBe(true);
    expect(matches('/*/b', '/a/b')).toBe(true);
    expect(matches('/*/b', '/b')).toBe(false);
    expect(matches('/**/b', '/b')).toBe(true);
    expect(matches('/a', '/b')).toBe(false);
  });
});
