// What tests need besides Node, from Debian's packages, where that is permitted: as root, with apt-get.
// What is missing afterwards is skipped by the tests, visibly.
import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';

const works = (command, args) => spawnSync(command, args, { stdio: 'ignore' }).status === 0;

/**
 * Why: Python programs under Orrery, and editors that debug them; the page of the studio in a browser; ns-3 as network
 * simulator; campaigns over Redis; the completion of zsh.
 */
const NEEDS = [
  {
    packages: ['python3', 'python3-numpy', 'python3-pytest'],
    isThere: () => works('python3', ['-c', 'import numpy, pytest']),
    tried: new URL('../node_modules/.python-tried', import.meta.url),
  },
  {
    // For the interpreter of the system, whichever else is in the path.
    packages: ['python3-debugpy'],
    isThere: () => works('/usr/bin/python3', ['-c', 'import debugpy']),
    tried: new URL('../node_modules/.debugpy-tried', import.meta.url),
  },
  {
    packages: ['chromium'],
    isThere: () => works('chromium', ['--version']),
    tried: new URL('../node_modules/.chromium-tried', import.meta.url),
  },
  {
    packages: ['libns3-dev', 'zlib1g-dev'],
    isThere: () => existsSync('/usr/include/ns3/yans-wifi-channel.h'),
    tried: new URL('../node_modules/.ns3-tried', import.meta.url),
  },
  {
    packages: ['redis-server'],
    isThere: () => works('redis-server', ['--version']),
    tried: new URL('../node_modules/.redis-tried', import.meta.url),
  },
  {
    packages: ['zsh'],
    isThere: () => works('zsh', ['--version']),
    tried: new URL('../node_modules/.zsh-tried', import.meta.url),
  },
];
const PATIENCE_MS = 120_000;

export function installTestPackages() {
  for (const need of NEEDS) install(need);
}

/** `tried` is written after a try, so that a machine without network waits for it only once. */
function install({ packages, isThere, tried }) {
  if (existsSync(tried) || isThere()) return;
  if (process.getuid?.() !== 0 || !works('apt-get', ['--version'])) return;
  process.stderr.write(`Installing ${packages.join(' ')} …\n`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const options = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=10'];
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', ...packages]]) {
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
