import osModule from 'node:os';
import type { Patches } from './patches.js';
import type { VirtualWorld } from './virtual_world.js';

const GIB = 2 ** 30;
const CPU = { model: 'orrery', speed: 0, times: { user: 0, nice: 0, sys: 0, idle: 0, irq: 0 } };
const USER = {
  uid: 1000,
  gid: 1000,
  username: 'orrery',
  homedir: '/home/orrery',
  shell: '/bin/sh',
};
const LOOPBACK = {
  address: '127.0.0.1',
  netmask: '255.0.0.0',
  family: 'IPv4',
  mac: '00:00:00:00:00:00',
  internal: true,
  cidr: '127.0.0.1/8',
};

/**
 * One fixed imaginary machine for `os.*`: one CPU, 1 GiB, loopback only. The temporary folder,
 * the platform and the architecture stay real, because files and addons depend on them.
 */
export function patchOs(patches: Patches, world: VirtualWorld, hostname: string): void {
  patchNavigator(patches);
  patches.methods(osModule, {
    hostname: () => hostname,
    uptime: () => Math.floor(world.sinceStartNs() / 1e9),
    loadavg: () => [0, 0, 0],
    freemem: () => GIB,
    totalmem: () => GIB,
    cpus: () => [{ ...CPU, times: { ...CPU.times } }],
    availableParallelism: () => 1,
    networkInterfaces: () => ({ lo: [{ ...LOOPBACK }] }),
    userInfo: () => ({ ...USER }),
    homedir: () => USER.homedir,
    getPriority: () => 0,
    release: () => '0.0.0',
    version: () => 'orrery',
  });
}

/** The same machine in the form of a browser; Node has `navigator` since version 21. */
function patchNavigator(patches: Patches): void {
  const navigator: unknown = Reflect.get(globalThis, 'navigator');
  if (typeof navigator !== 'object' || navigator === null) return;
  const shown = { hardwareConcurrency: 1, language: 'en-US', languages: ['en-US'] };
  for (const [name, value] of Object.entries(shown)) {
    patches.getter(Object.getPrototypeOf(navigator) as object, name, () => value);
  }
}
