import type { Patches } from './patches.js';
import { real } from './real.js';
import type { VirtualWorld } from './virtual_world.js';

/** The identity of every guarded process on every machine. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly ppid: number;
}

/** `process.execPath` of user code, which is replaced by the real one when programs are started. */
export const EXEC_PATH = '/orrery/bin/node';
const DEBUG_PORT = 9229;
/** The default mode mask of new files. */
const UMASK = 0o022;
/** The user of `os.userInfo()`. */
const USER_ID = 1000;
const MEMORY = Object.freeze({ rss: 0, heapTotal: 0, heapUsed: 0, external: 0, arrayBuffers: 0 });
const RESOURCES = Object.freeze({
  userCPUTime: 0,
  systemCPUTime: 0,
  maxRSS: 0,
  sharedMemorySize: 0,
  unsharedDataSize: 0,
  unsharedStackSize: 0,
  minorPageFault: 0,
  majorPageFault: 0,
  swappedOut: 0,
  fsRead: 0,
  fsWrite: 0,
  ipcSent: 0,
  ipcReceived: 0,
  signalsCount: 0,
  voluntaryContextSwitches: 0,
  involuntaryContextSwitches: 0,
});

/** Clock, identity and memory of `process`. Memory and CPU figures are always zero. */
export function patchProcess(
  patches: Patches,
  world: VirtualWorld,
  { pid, ppid }: ProcessIdentity,
): void {
  const hrtime = (previous?: [number, number]): [number, number] => {
    const ns = world.sinceStartNs();
    const seconds = Math.floor(ns / 1e9);
    if (previous === undefined) return [seconds, ns - seconds * 1e9];
    checkTuple(previous);
    const rest = ns - seconds * 1e9 - previous[1];
    return rest < 0 ? [seconds - previous[0] - 1, rest + 1e9] : [seconds - previous[0], rest];
  };
  hrtime.bigint = () => BigInt(world.sinceStartNs());
  const memoryUsage = Object.assign(() => ({ ...MEMORY }), { rss: () => 0 });

  patches.methods(process, {
    hrtime,
    memoryUsage,
    uptime: () => world.sinceStartNs() / 1e9,
    cpuUsage: () => ({ user: 0, system: 0 }),
    threadCpuUsage: () => ({ user: 0, system: 0 }),
    resourceUsage: () => ({ ...RESOURCES }),
    umask: (mask?: string | number) => {
      if (mask !== undefined) real.umask(mask); // throws, as in every thread
      return UMASK;
    },
    getuid: () => USER_ID,
    geteuid: () => USER_ID,
    getgid: () => USER_ID,
    getegid: () => USER_ID,
    getgroups: () => [USER_ID],
    constrainedMemory: () => 0,
    availableMemory: () => 0,
  });
  // Uninitialised memory reveals earlier contents, and the pool reveals earlier allocations.
  const { alloc } = Buffer;
  const zeroed = () => (size: number) => alloc(size);
  patches.methods(Buffer, { allocUnsafe: zeroed(), allocUnsafeSlow: zeroed() });
  patches.value(Buffer, 'poolSize', 0);
  patches.value(process, 'execPath', EXEC_PATH);
  patches.value(process, 'execArgv', []);
  patches.value(process, 'debugPort', DEBUG_PORT);
  // In a thread of some versions the native property ignores a new value, but not a new accessor.
  let title = 'node';
  patches.eachRun(() => {
    title = 'node';
  });
  patches.define(process, 'title', {
    get: () => title,
    set: (given: unknown) => {
      title = String(given);
    },
  });
  patches.value(process, 'pid', pid);
  patches.getter(process, 'ppid', () => ppid); // the real one is a native accessor
}

/** Lets the real `process.hrtime` reject a malformed argument with Node's own error. */
function checkTuple(previous: [number, number]): void {
  if (!Array.isArray(previous) || previous.length !== 2) real.hrtime(previous);
}
