// Installs Debian's Redis server, for tests of campaigns that share one, if permitted to.
import { spawnSync } from 'node:child_process';

const isThere = () => spawnSync('redis-server', ['--version']).status === 0;

/** Whether there is a Redis server; as root, installs one with apt-get. */
export function hasRedisServer() {
  if (isThere()) return true;
  if (process.getuid?.() !== 0) return false;
  if (spawnSync('apt-get', ['--version']).status !== 0) return false;
  process.stderr.write('Installing redis-server …\n');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'redis-server']]) {
    spawnSync('apt-get', args, { env, stdio: 'ignore' });
  }
  return isThere();
}
