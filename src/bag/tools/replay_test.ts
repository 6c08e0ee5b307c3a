/** What a frozen window of a bag is tested with; see {@link replayTest}. */
export interface ReplayTest {
  /** The test framework that the file is written for. */
  readonly runner: 'node' | 'vitest';
  /** In one line, what was frozen. */
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
 * The text of a test that any CI can run: it records what the nodes make of `inputs.mcap` and
 * compares that with what was frozen. Needs the command `orrery` as `npx orrery`, or as `$ORRERY`.
 */
export function replayTest(test: ReplayTest): string {
  const { runner, title, record, rosArgs, digest, tolerances } = test;
  const module = runner === 'node' ? 'node:test' : 'vitest';
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
          `    assert.equal(JSON.parse(hash.stdout).total, '${digest}');`,
        ];
  return `// Made by \`orrery bag cut\`. The words for \`orrery bag record\` below may be edited.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from '${module}';

const here = dirname(fileURLToPath(import.meta.url));
const [command, ...first] = (process.env.ORRERY ?? 'npx --no-install orrery').split(' ');

/** Runs the command in this folder. */
function orrery(...words) {
  const result = spawnSync(command, [...first, ...words], { cwd: here, encoding: 'utf8' });
  if (result.error) throw result.error;
  return { ...result, text: \`\${result.stdout}\${result.stderr}\` };
}

test(${JSON.stringify(title)}, ${runner === 'node' ? '' : '{ timeout: 600_000 }, '}() => {
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
});
`;
}
