// Installs what tests need besides Node from Debian's packages if permitted to: as root, with apt-get. Tests visibly
// skip whatever is still missing.
import { spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';

const works = (command, args) => spawnSync(command, args, { stdio: 'ignore' }).status === 0;

/**
 * Needed for Python programs under Orrery, checkers of their types and editors that debug them, the studio's page in a browser, ns-3 as a
 * network simulator, campaigns over Redis, and zsh completion.
 */
const NEEDS = [
  {
    packages: ['python3', 'python3-numpy', 'python3-pytest'],
    isThere: () => works('python3', ['-c', 'import numpy, pytest']),
    tried: new URL('../node_modules/.python-tried', import.meta.url),
  },
  {
    packages: ['mypy'],
    isThere: () => works('mypy', ['--version']),
    tried: new URL('../node_modules/.mypy-tried', import.meta.url),
  },
  {
    // For the system's interpreter, even if another one is in the path.
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

/** The file `tried` is written after an attempt, so that a machine without a network waits only once. */
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
