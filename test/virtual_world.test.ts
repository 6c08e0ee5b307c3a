/**
 * Everything that a node can get from Node is virtual or reported, and everything that it awaits holds time.
 */
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { LeakRecord } from '../src/guard/index.js';
import { orrery } from './command_process.js';
import { COMMAND, ROOT, readRun, temporaryDirectory } from './orrery_command.js';
import { surfaceClasses } from './surface_classes.js';

const file = (name: string) => join(ROOT, 'test/nondeterminism', `${name}.cjs`);

/** Printed objects, one per line. */
function printed<T>(stdout: string): T[] {
  const lines = stdout.split('\n').filter((line) => line.startsWith('{'));
  return lines.map((line) => JSON.parse(line) as T);
}

interface Answer {
  readonly question: string;
  readonly answer: string;
}

/** A different machine, as far as a process can be made to see one. */
const ELSEWHERE = {
  env: { PATH: process.env.PATH, HOME: '/nowhere', TZ: 'Asia/Tokyo', LC_ALL: 'de_DE.UTF-8' },
  cwd: '/',
  flags: ['--hash-seed=7', '--stack-size=2000', '--max-semi-space-size=1'],
};

describe('questions', () => {
  it('have the same answer everywhere, or are in the leak report', () => {
    const directory = join(temporaryDirectory(), 'run');
    const here = orrery(['run', file('questions'), '--record', directory]);
    const { leaks } = readRun(directory) as unknown as { leaks: readonly LeakRecord[] };
    const { flags, ...place } = ELSEWHERE;
    const args = [...flags, COMMAND, 'run', file('questions'), '--no-record'];
    const there = spawnSync(process.execPath, args, { encoding: 'utf8', ...place });

    const answers = printed<Answer>(here.stdout);
    const others = printed<Answer>(there.stdout);
    expect(answers.length).toBeGreaterThan(80);
    expect(others).toHaveLength(answers.length);
    // The nth question is asked n ms after the start.
    const reported = new Set(leaks.map(({ sinceStartNs }) => sinceStartNs / 1e6 - 1));
    const escaped = answers.filter(
      ({ answer }, at) => answer !== others[at]!.answer && !reported.has(at),
    );
    expect(escaped).toEqual([]);
  });
});

/** Asks everything of class `virtual`, without arguments; `^` leads to the prototype. */
const ASK = `
  const { inspect } = require('node:util');
  const { isBuiltin } = require('node:module');
  for (const name of NAMES) {
    let answer;
    try {
      const path = name.split('.');
      let holder = globalThis;
      if (isBuiltin('node:' + path[0])) holder = require('node:' + path.shift());
      const key = path.pop();
      for (const part of path) {
        holder = holder[part.replace('^', '')];
        if (part.endsWith('^')) holder = Object.getPrototypeOf(holder);
      }
      const value = holder[key];
      if (typeof value !== 'function') answer = value;
      else if (/^[A-Z]/.test(key)) answer = new value();
      else answer = value.call(path.includes('prototype') ? holder.constructor.prototype : holder);
    } catch (error) {
      answer = 'throws ' + error.message;
    }
    console.log(JSON.stringify({ question: name, answer: inspect(answer).replace(/\\n +at .*/g, '') }));
  }
`;
/** Calls that end the program. */
const ENDING = ['process.exit', 'process.reallyExit', 'process.kill'];

describe('the class `virtual`', () => {
  it('answers the same in two environments', () => {
    const names = [...surfaceClasses()]
      .filter(([name, word]) => word === 'virtual' && !ENDING.includes(name))
      .map(([name]) => name.replace('.@', '.@@'));
    const program = join(temporaryDirectory(), 'ask.cjs');
    writeFileSync(program, `const NAMES = ${JSON.stringify(names)};${ASK}`);
    const here = orrery(['run', program, '--no-record']);
    const { flags, ...place } = ELSEWHERE;
    const args = [...flags, COMMAND, 'run', program, '--no-record'];
    const there = spawnSync(process.execPath, args, { encoding: 'utf8', ...place });
    const answers = printed<Answer>(here.stdout);
    expect(answers).toHaveLength(names.length);
    expect(printed<Answer>(there.stdout)).toEqual(answers);
  });
});

describe('operations', () => {
  it('hold virtual time until they have ended, and wait for no other operation', () => {
    const { stdout, stderr } = orrery(['run', file('operations'), '--no-record']);
    const operations = printed<{ took: number[]; operation: string }>(stdout);
    expect(operations.length).toBeGreaterThan(50);
    expect(operations.filter(({ took }) => took.some((much) => much > 0))).toEqual([]);
    // Operations not awaited to their end: a child that has answered, and the losers of a race.
    const unawaited = stderr.split('\n').filter((line) => line.startsWith('leak fire-and-forget'));
    const what = unawaited.map((line) => /: ([\w.]+) at/.exec(line)?.[1]);
    expect(what).toEqual(['child_process.fork', 'fs.promises.readFile']);
  });
});
