/** Test frameworks; for `jest` the test is a CommonJS module. */
export type TestRunner = 'node' | 'vitest' | 'jest';

/** How to test a frozen window of a bag; see {@link replayTest}. */
export interface ReplayTest {
  /** The test framework that the file is written for. */
  readonly runner: TestRunner;
  /** What was frozen, in one line. */
  readonly title: string;
  /** Words after `orrery bag record`: nodes (relative to the test's folder), options. */
  readonly record: readonly string[];
  /** Words after `--ros-args`. */
  readonly rosArgs: readonly string[];
  /** The canonical digest of the outputs; undefined: compare with `expected.mcap`. */
  readonly digest: string | undefined;
  /** Words after `orrery bag diff expected.mcap actual.mcap`, e.g. tolerances. */
  readonly tolerances: readonly string[];
}

/**
 * The text of a test that any CI can run: it records what the nodes publish in response to
 * `inputs.mcap` and compares the recording with the frozen one. Needs the command `orrery` as `npx
 * orrery`, or as `$ORRERY`.
 */
export function replayTest(test: ReplayTest): string {
  const { runner, title, record, rosArgs, digest, tolerances } = test;
  const words = (list: readonly string[]) => list.map((word) => JSON.stringify(word)).join(', ');
  const compare =
    digest === undefined
      ? [
          `    const diff = orrery('bag', 'diff', 'expected.mcap', actual${tolerances.length === 0 ? '' : `, ${words(tolerances)}`});`,
          '    assert.equal(diff.status, 0, diff.text);',
        ]
      : [
          "    const hash = orrery('bag', 'hash', actual, '--json');",
          '    assert.equal(hash.status, 0, hash.text);',
          "    const message = 'the outputs have another digest than those frozen:\\n' + hash.stdout;",
          `    assert.equal(JSON.parse(hash.stdout).total, '${digest}', message);`,
        ];
  return `// Made by \`orrery bag cut\`. The words for \`orrery bag record\` below may be edited.
${HEADERS[runner]}
const [command, ...first] = (process.env.ORRERY ?? 'npx --no-install orrery').split(' ');

/** Runs the command in this folder. */
function orrery(...words) {
  const result = spawnSync(command, [...first, ...words], { cwd: here, encoding: 'utf8' });
  if (result.error) throw result.error;
  return { ...result, text: \`\${result.stdout}\${result.stderr}\` };
}

test(${JSON.stringify(title)}, ${runner === 'vitest' ? '{ timeout: 600_000 }, ' : ''}() => {
  const scratch = mkdtempSync(join(tmpdir(), 'orrery-replay-'));
  try {
    const actual = join(scratch, 'actual.mcap');
    const words = [${words(rosArgs.length === 0 ? record : [...record, '--ros-args', ...rosArgs])}];
    const run = orrery('bag', 'record', '--bag', 'inputs.mcap', '-o', actual, ...words);
    assert.equal(run.status, 0, run.text);
${compare.join('\n')}
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}${runner === 'jest' ? ', 600_000' : ''});
`;
}

const HEADERS: Readonly<Record<TestRunner, string>> = {
  node: modules('node:test'),
  vitest: modules('vitest'),
  jest: `const assert = require('node:assert/strict');
const { spawnSync } = require('node:child_process');
const { mkdtempSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');

const here = __dirname;`,
};

function modules(framework: string): string {
  return `import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from '${framework}';

const here = dirname(fileURLToPath(import.meta.url));`;
}
