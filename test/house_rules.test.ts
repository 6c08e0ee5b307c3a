/** The rules about modules, names and functions find what they forbid. */
import { describe, expect, it } from 'vitest';
import { COVERAGE_FLOORS, WHOLE_PROGRAM_ROOMS } from './coverage_floors.js';
import { functionsIn, isNamedAfter } from './house_rules.js';
import { circlesIn, exportsOf, moduleImportsOf, unusedValuesIn } from './module_graph.js';
import { ROOMS } from './rooms.js';
import { parse } from './source.js';

const treesOf = (files: Readonly<Record<string, string>>) =>
  new Map(Object.entries(files).map(([path, text]) => [path, parse(path, text)]));

describe('circlesIn', () => {
  it('finds each circle once, by the names of its members', () => {
    const graph = new Map([
      ['a', ['b']],
      ['b', ['c', 'd']],
      ['c', ['a']],
      ['d', ['d']],
      ['e', ['a']],
    ]);
    expect(circlesIn(graph).toSorted()).toEqual([['a', 'b', 'c'], ['d']]);
  });
});

describe('moduleImportsOf', () => {
  it.each([
    ["import { type X } from './b.js';", ['X'], true],
    ["import type { X } from './b.js';", ['X'], true],
    ["import { type X, y } from './b.js';", ['X', 'y'], false],
    ["import './b.js';", [], false],
    ["import b, * as all from './b.js';", ['*', 'default'], false],
    ["export { y as z } from './b.js';", ['y'], false],
    ["export * from './b.js';", ['*'], false],
    ["import { y } from '../../dist/r/b.js';", ['y'], false],
    ["const b = await import('./b.js');", ['*'], true],
  ])('%s', (text, names, typeOnly) => {
    expect(moduleImportsOf(parse('src/r/a.ts', text))).toEqual([
      { from: 'src/r/b.ts', names, typeOnly },
    ]);
  });
});

describe('exportsOf', () => {
  it.each([
    ['export const a = 1, { b, c: [d] } = x;', ['a', 'b', '[d]'], false],
    ['export function f() {}', ['f'], false],
    ['export default class {}', ['default'], false],
    ['const x = 1; export { x as y };', ['y'], false],
    ['export interface I {}', ['I'], true],
    ['export const T = 1; export type T = 1;', ['T'], false],
    ["export { x } from './b.js';", [], false],
  ])('%s', (text, names, isType) => {
    const found = exportsOf(parse('a.ts', text));
    expect(found).toEqual(names.map((name) => ({ name, isType })));
  });
});

describe('unusedValuesIn', () => {
  it('follows a name through a door, and ignores types', () => {
    const trees = treesOf({
      'src/r/index.ts': "export { a, b, type T } from './a.js';",
      'src/r/a.ts':
        'export const a = 1; export const b = 2; export type T = 1; export const c = 3;',
      'src/s/x.ts': "import { a } from '../r/index.js';",
    });
    expect(unusedValuesIn(trees)).toEqual([
      { path: 'src/r/index.ts', name: 'b' },
      { path: 'src/r/a.ts', name: 'c' },
    ]);
  });
});

describe('isNamedAfter', () => {
  it.each([
    ['src/graph/message_ring.ts', ['Other', 'MessageRing']],
    ['src/client/qos/qos.ts', ['QoS']],
    ['src/job/exit_code.ts', ['exitCodeOf']],
    ['src/eval/pairs.ts', ['Pair', 'choosePairs']],
    ['src/client/errors/action_errors.ts', ['ActionError', 'GoalRejectedError']],
    ['src/testing/checks.ts', ['checkCount', 'checkRate']],
    ['src/cli/run.ts', ['runCommand']],
    ['src/guard/timers.ts', ['patchTimers']],
    ['src/debug/inspector_thread.ts', []],
  ])('%s defines %j', (path, names) => {
    expect(isNamedAfter(path, names)).toBe(true);
  });

  it.each([
    ['src/graph/queue.ts', ['MessageRing']],
    ['src/client/errors/action_errors.ts', ['ActionProblem', 'GoalProblem']],
    ['src/graph/run.ts', ['runCommand']],
  ])('%s does not define %j', (path, names) => {
    expect(isNamedAfter(path, names)).toBe(false);
  });
});

describe('functionsIn', () => {
  it('counts the lines of functions, methods and tests', () => {
    const text = "function f() {\n}\nclass C {\n  m() {\n\n  }\n}\nit('works', () => {\n});";
    expect(functionsIn(parse('a.ts', text))).toEqual([
      { text: 'f', line: 1, lines: 2 },
      { text: 'm', line: 4, lines: 3 },
      { text: 'it works', line: 8, lines: 2 },
    ]);
  });

  it('ignores describe, which contains tests', () => {
    const text = "describe.each([1])('all', () => {\n});";
    expect(functionsIn(parse('a.ts', text))).toEqual([]);
  });
});

describe('the gate of coverage', () => {
  it('has a floor for each room, or knows that only whole programs test it', () => {
    const measured = [...Object.keys(COVERAGE_FLOORS), ...WHOLE_PROGRAM_ROOMS];
    expect(measured.toSorted()).toEqual(Object.keys(ROOMS).toSorted());
  });
});
