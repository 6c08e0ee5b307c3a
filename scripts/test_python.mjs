// Python for the tests of the Python side, from Debian's packages, where that is permitted: as root,
// with apt-get. What is missing afterwards is skipped by the tests, visibly.
import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';

const PACKAGES = ['python3', 'python3-numpy', 'python3-pytest'];
/** Written after a try, so that a machine without network waits for it only once. */
const tried = new URL('../node_modules/.python-tried', import.meta.url);
const PATIENCE_MS = 120_000;

const works = (command, args) => spawnSync(command, args, { stdio: 'ignore' }).status === 0;

export function installPython() {
  if (existsSync(tried) || works('python3', ['-c', 'import numpy, pytest'])) return;
  if (process.getuid?.() !== 0 || !works('apt-get', ['--version'])) return;
  process.stderr.write(`Installing ${PACKAGES.join(' ')} …\n`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const options = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=10'];
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...PACKAGES]]) {
    const { status } = spawnSync('apt-get', [...options, ...args], {
      env,
      stdio: 'ignore',
      timeout: PATIENCE_MS,
    });
    if (status === 0) continue;
    process.stderr.write('They cannot be installed here; tests that need them are skipped.\n');
    break;
  }
  writeFileSync(tried, '');
}
