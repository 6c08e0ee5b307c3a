// Runs the tests on every supported version of Node and prints which passed. Exits with 1 unless all did.
//
//   npm run test:nodes                   # all tests
//   npm run test:nodes -- src/kernel     # those that these words select in vitest
import { spawnSync } from 'node:child_process';
import { delimiter, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packagedNode } from './packaged_node.mjs';

const VERSIONS = ['20', '22', '24'];
const root = fileURLToPath(new URL('..', import.meta.url));
const words = process.argv.slice(2);

/** Runs the tests on one version; programs that they start run on it, too. */
function test(version) {
  const system = process.platform === 'win32' ? 'win' : process.platform;
  const node = packagedNode(`node-${system}-${process.arch}`, version);
  if (node === undefined)
    return { version, passed: false, text: 'its package cannot be installed' };
  const exact = spawnSync(node, ['-p', 'process.version'], { encoding: 'utf8' }).stdout.trim();
  process.stdout.write(`\nNode ${exact}\n`);
  const { status } = spawnSync(node, ['node_modules/vitest/vitest.mjs', 'run', ...words], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` },
  });
  return { version: exact, passed: status === 0, text: status === 0 ? 'passed' : 'FAILED' };
}

const results = VERSIONS.map(test);
process.stdout.write('\n');
for (const { version, text } of results) process.stdout.write(`Node ${version}: ${text}\n`);
process.exitCode = results.every(({ passed }) => passed) ? 0 : 1;
