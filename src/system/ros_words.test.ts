import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rulesFromArguments, splitRosArguments } from '../parameters/index.js';
import { combineRosWords } from './ros_words.js';

const NODES = ['/n', '/a/n', '/a/m', '/m'];
const PATTERNS = ['/**', '/*', '/a/**', '/a/*', ...NODES];

/** The parameters of a node when these words stand on a command line. */
function parametersOf(node: string, words: readonly string[]): Record<string, unknown> {
  const { ros } = splitRosArguments(['--ros-args', ...words]);
  const found = rulesFromArguments(ros.parameters).parametersFor(node);
  return Object.fromEntries([...found].map(([name, { value }]) => [name, value]));
}

const rule = fc
  .tuple(fc.constantFrom(...PATTERNS), fc.constantFrom('x', 'y'), fc.nat(99))
  .map(([pattern, name, value]) => ['-p', `${pattern}:${name}:=${value}`]);
const rules = fc.array(rule, { maxLength: 6 }).map((each) => each.flat());

describe('combineRosWords', () => {
  it('lets every parameter of the winner win, and keeps what it does not set', () => {
    fc.assert(
      fc.property(rules, rules, fc.constantFrom('own', 'run'), (own, run, winner) => {
        const words = combineRosWords(own, run, winner);
        const [lower, upper] = winner === 'own' ? [run, own] : [own, run];
        for (const node of NODES) {
          const expected = { ...parametersOf(node, lower), ...parametersOf(node, upper) };
          expect(parametersOf(node, words), node).toEqual(expected);
        }
      }),
      { numRuns: 3000 },
    );
  });

  it('lets the first remappings be those of the component', () => {
    const run = ['-p', '/**:x:=1', '-r', 'a:=b', '--log-level', 'warn'];
    const own = ['-r', 'a:=c', '-p', '/**:y:=2'];
    expect(combineRosWords(own, run, 'own')).toEqual([
      ...['-r', 'a:=c', '-r', 'a:=b', '--log-level', 'warn'],
      ...['-p', '/**:x:=1', '-p', '/**:y:=2'],
    ]);
    expect(combineRosWords(own, [], 'run')).toEqual(own);
  });
});
