import assert from 'node:assert';
import buffer from 'node:buffer';
import crypto from 'node:crypto';
import dns from 'node:dns';
import dnsPromises from 'node:dns/promises';
import fs from 'node:fs';
import fsPromises from 'node:fs/promises';
import perfHooks from 'node:perf_hooks';
import webStreams from 'node:stream/web';
import timers from 'node:timers';
import url from 'node:url';
import util from 'node:util';
import workerThreads from 'node:worker_threads';
import zlib from 'node:zlib';
import { patchConsoleTime } from './console_time.js';
import { patchDate } from './date.js';
import { patchEngineDefaults } from './engine_defaults.js';
import { patchEngineState } from './engine_state.js';
import { patchEntropy } from './entropy.js';
import { patchEnvironment } from './environment.js';
import { http } from './http.js';
import { patchIntl } from './intl.js';
import { type LeakRecord, LeakReporter } from './leaks.js';
import { Loopback } from './loopback.js';
import { watchOpenFiles } from './open_files.js';
import { patchCompute } from './patch_compute.js';
import { patchConnectionPools } from './patch_connection_pools.js';
import { type PipeOpened, patchDevices } from './patch_devices.js';
import { patchFiles } from './patch_files.js';
import { mayProgramsSeeBits, patchFloatWrites } from './patch_float_writes.js';
import { patchHttp2 } from './patch_http2.js';
import { patchJson } from './patch_json.js';
import { patchMath } from './patch_math.js';
import { patchNetwork } from './patch_network.js';
import { patchOs } from './patch_os.js';
import { patchProcesses } from './patch_processes.js';
import { patchRegistrations } from './patch_registrations.js';
import { patchReported, primeReported } from './patch_reported.js';
import { patchMessagePorts, patchSockets } from './patch_sockets.js';
import { type Aliases, aliasesIn, Patches } from './patches.js';
import { patchPerformance } from './performance.js';
import { ProcessEvents } from './process_events.js';
import { patchProcessExit } from './process_exit.js';
import { patchProcess } from './process_identity.js';
import { patchRandom } from './random.js';
import { RealmWatch, setInstalledRealm } from './realm_watch.js';
import { patchStamps } from './stamps.js';
import { patchStandardInput, type StandardInput } from './standard_input.js';
import { setInstalledHolder, Tickets } from './tickets.js';
import { patchTimers } from './timers.js';
import type { VirtualWorld } from './virtual_world.js';
import { patchWeakRefs } from './weak_refs.js';
import { patchWorkerIdentity } from './worker_identity.js';

/** Modules that export functions of globals or of other modules, or one under two names. */
const ALIASED: readonly object[] = [
  ...[
    globalThis,
    assert,
    buffer,
    crypto,
    dns,
    dnsPromises,
    fs,
    fsPromises,
    http,
    perfHooks,
    timers,
  ],
  ...[url, util, webStreams, workerThreads, zlib],
];

/** Of {@link ALIASED}, before anything was replaced. */
let aliases: Aliases | undefined;

/** Options of {@link installGuard}; all have defaults. */
export interface GuardOptions {
  /** Throws `ORR_LEAK_…` at an escape instead of only reporting it. Default false. */
  readonly strict?: boolean;
  /** Environment variables that user code may read without a report. Default none. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Names of the machine's variables that were withheld from this thread. Default none. */
  readonly withheld?: readonly string[];
  /** `process.stdin` of user code. Default: the thread's own. */
  readonly input?: StandardInput;
  /** Whether servers of user code also accept clients outside the run. Default false. */
  readonly reachable?: boolean;
  /** `process.pid` of user code. Default 1000. */
  readonly pid?: number;
  /** `process.ppid` of user code. Default 1. */
  readonly ppid?: number;
  /** `os.hostname()` of user code. Default `'orrery'`. */
  readonly hostname?: string;
  /** User code opens this named pipe, and may wait for its other end. */
  readonly pipeOpened?: PipeOpened | undefined;
}

/** An installed guard. */
export interface Guard {
  /** The listeners that user code has for the end of its processes, and for signals. */
  readonly events: ProcessEvents;
  /** Every escape so far, each place once, in order of virtual time; plain JSON. */
  leaks(): LeakRecord[];
  /** Reports that user code sends a NaN in `field`, whose bytes nothing declares as floats. */
  sawNan(field: string): void;
  /** Reports that a program hears this signal, whose moment somebody outside has chosen. */
  heardSignal(name: string): void;
  /** Restores every real function. */
  uninstall(): void;
}

/**
 * Makes this thread's globals and built-in modules show `world` instead of the machine. Call it
 * before user code is loaded and after Orrery's own modules are. One guard per thread.
 *
 * @throws OrreryError `ORR_LEAK_TIME_ZONE` in strict mode in a worker whose process was not
 *   started in UTC.
 */
export function installGuard(world: VirtualWorld, options: GuardOptions = {}): Guard {
  const patches = new Patches();
  const leaks = new LeakReporter(world, options.strict ?? false);
  const tickets = new Tickets(world, leaks);
  setInstalledHolder(tickets);
  const { pid = 1000 } = options;
  prime();
  aliases ??= aliasesIn(ALIASED);
  patchMath(patches);
  patchFloatWrites(patches);
  patchDate(patches, world);
  patchPerformance(patches, world);
  patchTimers(patches, world);
  patchWorkerIdentity(patches);
  patchEngineDefaults(patches);
  patchJson(patches);
  patchRandom(patches, world, tickets);
  patchProcess(patches, world, { pid, ppid: options.ppid ?? 1 });
  const events = new ProcessEvents(patches, world);
  patchProcessExit(patches, world, leaks, events, pid);
  patchOs(patches, world, options.hostname ?? 'orrery');
  patchWeakRefs(patches);
  patchConsoleTime(patches, world);
  patchStamps(patches, world);
  patchFiles(patches, tickets, leaks);
  patchDevices(patches, leaks, options.pipeOpened);
  if (options.input !== undefined) patchStandardInput(patches, world, leaks, options.input);
  patchEngineState(patches, leaks);
  patchCompute(patches, tickets);
  patchEntropy(patches, leaks);
  const loopback = new Loopback(world, leaks);
  const tcp = patchSockets(patches, world, leaks, loopback, options.reachable ?? false);
  patchMessagePorts(patches, loopback);
  patchNetwork(patches, tickets, leaks, tcp, loopback);
  patchHttp2(patches, world, leaks, loopback);
  patchProcesses(patches, tickets, leaks);
  patchIntl(patches, world, leaks);
  const { environment: given = {}, withheld = [] } = options;
  patchEnvironment(patches, leaks, { given, withheld });
  patchReported(patches, leaks);
  patchConnectionPools(patches);
  patchRegistrations(patches);
  watchOpenFiles(patches);
  patches.followAliases(aliases);
  patches.publish();
  // Last: what is replaced from here on is not Orrery's doing.
  setInstalledRealm(new RealmWatch(leaks));
  const uninstall = () => {
    setInstalledRealm(undefined);
    setInstalledHolder(undefined);
    tickets.close();
    patches.restore();
  };
  const sawNan = (field: string) => {
    if (mayProgramsSeeBits()) leaks.report('nan', `a NaN in the bytes of ${field}`);
  };
  const heardSignal = (name: string) => leaks.signal(name);
  return { events, leaks: () => leaks.list(), sawNan, heardSignal, uninstall };
}

/**
 * Node creates some internals on first use; this creates them while the real functions are in
 * place.
 */
function prime(): void {
  void process.stdout;
  void process.stderr;
  primeReported();
}
