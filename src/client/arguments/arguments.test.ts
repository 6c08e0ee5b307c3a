import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { NodeArguments } from '../node/node_arguments.js';
import { ParameterType } from '../parameter/parameter_type.js';
import { parseRosArguments, removeROSArgs } from './ros_arguments.js';

const folder = mkdtempSync(join(tmpdir(), 'orrery-arguments-'));
afterAll(() => rmSync(folder, { recursive: true }));

function overridesOf(argv: readonly string[], name = 'n', fullName = `/${name}`) {
  const node = new NodeArguments([parseRosArguments(['--ros-args', ...argv])]);
  return [...node.parameterOverrides(name, fullName).values()].map((parameter) => [
    parameter.name,
    parameter.type,
    parameter.value,
  ]);
}

const parametersOf = (...values: string[]) => overridesOf(values.flatMap((v) => ['-p', v]));

describe('parseRosArguments', () => {
  it('reads what stands between --ros-args and --', () => {
    const argv = ['node', 'a.js', '--ros-args', '-r', 'a:=b', '-e', '/e', '--', 'x', '--ros-args'];
    const result = parseRosArguments([...argv, '--disable-rosout-logs']);
    expect(result.remaps).toEqual([{ kind: 'name', node: null, scope: 'any', from: 'a', to: 'b' }]);
    expect(result).toMatchObject({ enclave: '/e', rosoutLogs: false, stdoutLogs: true });
    expect(removeROSArgs(argv)).toEqual(['node', 'a.js', 'x']);
    expect(() => parseRosArguments([...argv, '--nonsense'])).toThrow("arguments: ['--nonsense']");
    expect(removeROSArgs([...argv, '--nonsense'])).toEqual(['node', 'a.js', 'x']);
  });

  it('types parameters as ROS 2 does', () => {
    expect(
      parametersOf('a:=1', 'b:=1.0', 'n:c:=on', "d:='1'", 'e:=[1, 2]', 'f:=[a, b]', 'g:=1:30'),
    ).toEqual([
      ['a', ParameterType.PARAMETER_INTEGER, 1n],
      ['b', ParameterType.PARAMETER_DOUBLE, 1],
      ['d', ParameterType.PARAMETER_STRING, '1'],
      ['e', ParameterType.PARAMETER_INTEGER_ARRAY, [1n, 2n]],
      ['f', ParameterType.PARAMETER_STRING_ARRAY, ['a', 'b']],
      ['g', ParameterType.PARAMETER_STRING, '1:30'],
      ['c', ParameterType.PARAMETER_BOOL, true],
    ]);
    expect(parametersOf('qos_overrides./chatter.publisher.depth:=7')[0]?.[0]).toBe(
      'qos_overrides./chatter.publisher.depth',
    );
    expect(parametersOf('url:=a:=b')[0]?.[2]).toBe('a:=b');
    expect(parametersOf('d:=2001-01-01')[0]?.[2]).toBe('2001-01-01');
  });

  it('reads log levels and refuses unreadable arguments', () => {
    const levels = ['--ros-args', '--log-level', 'DEBUG', '--log-level', 'rcl.x:=warn'];
    expect(parseRosArguments(levels).logLevels).toEqual([
      { level: 10 },
      { logger: 'rcl.x', level: 30 },
    ]);
    for (const bad of [['-r'], ['-r', 'x'], ['-p', 'x=1'], ['--log-level', 'loud']]) {
      expect(() => parseRosArguments(['--ros-args', ...bad])).toThrow(bad.at(-1));
    }
    expect(() => parametersOf('m:=[1, a]')).toThrow('"m"');
    expect(() => removeROSArgs('x' as never)).toThrow('argv must be an array.');
    expect(() => removeROSArgs([null as never])).toThrow('must be strings');
  });
});

describe('NodeArguments', () => {
  it('applies the first remap rule that fits its node', () => {
    const argv = ['-r', 'm:__ns:=/m', '-r', '__ns:=/x', '-r', '__node:=y', '-r', '__node:=z'];
    const rules = ['-r', 'rostopic://a:=b', '-r', 'rosservice:///a:=/c', '-r', 'other:d:=e'];
    const node = new NodeArguments([parseRosArguments(['--ros-args', ...argv, ...rules])]);
    expect(node.namespace('n', '/')).toBe('/x');
    expect(node.namespace('m', '/')).toBe('/m');
    expect(node.nodeName('n')).toBe('y');
    expect(node.nameRules('n', 'topic')).toMatchObject([{ from: 'a', to: 'b' }]);
    expect(node.nameRules('n', 'service')).toMatchObject([{ from: '/a', to: '/c' }]);
  });

  it('takes files and -p in the order of their node parts', () => {
    const file = join(folder, 'p.yaml');
    writeFileSync(
      file,
      `
/**:
  ros__parameters: {use_sim_time: true, rate: 1}
ns:
  n:
    ros__parameters: {rate: 10, nested: {gain: 1.5, names: [x, z]}}
`,
    );
    const argv = ['--params-file', file, '-p', 'rate:=3'];
    expect(overridesOf(argv, 'n', '/ns/n').map(([name, , value]) => [name, value])).toEqual([
      ['use_sim_time', true],
      ['rate', 10n],
      ['nested.gain', 1.5],
      ['nested.names', ['x', 'z']],
    ]);
    expect(overridesOf(argv, 'm').at(-1)).toEqual(['rate', ParameterType.PARAMETER_INTEGER, 3n]);
    // rclnodejs looks rules up by the bare name of the node
    expect(overridesOf(['-p', 'n:a:=1'], 'n', '/ns/n')).toHaveLength(1);
    writeFileSync(file, 'a: 1');
    expect(() => overridesOf(['--params-file', file])).toThrow(`${file}:1:1`);
  });

  it('prefers the arguments of a node to those of the program', () => {
    const sources = ['own', 'program'].map((word) =>
      parseRosArguments(['--ros-args', '-p', `who:=${word}`, '-r', `a:=${word}`]),
    );
    const node = new NodeArguments(sources);
    expect(node.parameterOverrides('n', '/n').get('who')?.value).toBe('own');
    expect(node.nameRules('n', 'topic')[0]?.to).toBe('own');
  });
});
