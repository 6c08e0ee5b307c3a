/** Runs one after another in one thread do not affect each other; with the built package, whose threads are real. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KINDS, LASTING } from './left_behind/kinds.js';
import { ROOT } from './orrery_command.js';
import { Sandbox } from './sandbox.js';

/** Far more than two runs take, since the limit is for all programs together and the machine may be busy. */
const MS_PER_PROGRAM = 20_000;

const sandbox = new Sandbox();
afterAll(() => sandbox.remove());

/** What differed after a program, compared with a fresh process. */
interface Comparison {
  readonly program: string;
  /** Whether the thread was replaced by another one. */
  readonly isReplaced: boolean;
  readonly found: readonly string[];
  readonly wanted: readonly string[];
}

/** A program that leaves something behind. */
function leaver(name: string, code: string): string {
  return sandbox.write(
    `${name.replaceAll(' ', '_')}.cjs`,
    `const rclnodejs = require('rclnodejs');
     rclnodejs.init().then(() => {
       const node = new rclnodejs.Node('leaver');
       const publisher = node.createPublisher('std_msgs/msg/String', '/said');
       node.createTimer(200000000n, () => publisher.publish('x'));
       node.spin();
     });
     ${code};`,
  );
}

const NODE = `import rclnodejs from 'rclnodejs';
  await rclnodejs.init();
  rclnodejs.createNode('leaver').spin();`;

/** An ES module requests Node's modules in another thread. */
const IMPORTS = {
  'a function of a module that an ES module imports':
    "import querystring from 'node:querystring'; querystring.parse.left = 1;",
  'a function of a module that an ES module imports later':
    "const { default: all } = await import('querystring'); all.parse.left = 1;",
  'a function of a module that an ES module requires':
    "import { createRequire } from 'node:module'; createRequire(import.meta.url)('querystring').parse.left = 1;",
} as const;

describe('after a run that has left something behind, another one is as in a fresh process:', () => {
  const programs = new Map(Object.entries(KINDS).map(([name, code]) => [name, leaver(name, code)]));
  for (const [name, code] of Object.entries(IMPORTS)) {
    programs.set(name, sandbox.write(`${name.replaceAll(' ', '_')}.mjs`, `${code} ${NODE}`));
  }
  let made: Comparison[] = [];
  beforeAll(() => {
    const words = [join(ROOT, 'test/left_behind/make_runs.mjs'), ...programs.values()];
    const text = execFileSync(process.execPath, words, { encoding: 'utf8' });
    made = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Comparison);
  }, MS_PER_PROGRAM * programs.size);

  it.each([...programs])('%s', (name, program) => {
    const { found, wanted, isReplaced } = made.find((each) => each.program === program)!;
    expect(found).toEqual(wanted);
    // Otherwise every run of such a system would take as long as starting a thread.
    expect(isReplaced).toBe(LASTING.has(name));
  });
});
