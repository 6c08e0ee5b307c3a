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
import type { Guard, GuardOptions } from './install_guard.js';
import { patchIntl } from './intl.js';
import { Intrinsics } from './intrinsics.js';
import { LeakReporter } from './leaks.js';
import { watchOpenFiles } from './open_files.js';
import { patchCompute } from './patch_compute.js';
import { patchConnectionPools } from './patch_connection_pools.js';
import { patchDevices } from './patch_devices.js';
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
import { type Aliases, aliasesIn, type Lasting, Patches } from './patches.js';
import { patchPerformance } from './performance.js';
import { PresentHolder, PresentWorld } from './present_world.js';
import { ProcessEvents } from './process_events.js';
import { patchProcessExit } from './process_exit.js';
import { patchProcess } from './process_identity.js';
import { patchRandom } from './random.js';
import { RealmWatch, setInstalledRealm } from './realm_watch.js';
import { patchStamps } from './stamps.js';
import { patchStandardInput } from './standard_input.js';
import { setInstalledHolder } from './tickets.js';
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

/** The functions of {@link ALIASED}, before anything was replaced. */
let aliases: Aliases | undefined;

/**
 * Makes this thread's globals and built-in modules show a world instead of the machine. Made before user code is loaded and
 * after Orrery's own modules are. One per thread.
 */
export class ThreadGuard {
  readonly #patches = new Patches();
  readonly #present = new PresentWorld();
  readonly #leaks = new LeakReporter(this.#present, false);
  readonly #holder = new PresentHolder();
  readonly #events: ProcessEvents;
  #options: GuardOptions = {};
  /** The language as a kept guard found it. */
  #intrinsics: Intrinsics | undefined;

  constructor({ pid = 1000, ppid = 1, hostname = 'orrery' }: GuardOptions) {
    const [patches, world, leaks, holder] = [
      this.#patches,
      this.#present,
      this.#leaks,
      this.#holder,
    ];
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
    patchRandom(patches, world, holder);
    patchProcess(patches, world, { pid, ppid });
    this.#events = new ProcessEvents(patches, world);
    patchProcessExit(patches, world, leaks, this.#events, pid);
    patchOs(patches, world, hostname);
    patchWeakRefs(patches);
    patchConsoleTime(patches, world);
    patchStamps(patches, world);
    patchFiles(patches, holder, leaks);
    patchDevices(patches, leaks, (path, reads) => this.#options.pipeOpened?.(path, reads));
    patchStandardInput(patches, world, leaks, () => this.#options.input);
    patchEngineState(patches, leaks);
    patchCompute(patches, holder);
    patchEntropy(patches, leaks);
    const { loopback } = holder;
    const isReachable = () => this.#options.reachable ?? false;
    const tcp = patchSockets(patches, world, leaks, loopback, isReachable);
    patchMessagePorts(patches, loopback);
    patchNetwork(patches, holder, leaks, tcp, loopback);
    patchHttp2(patches, world, leaks, loopback);
    patchProcesses(patches, holder, leaks);
    patchIntl(patches, world, leaks);
    patchEnvironment(patches, leaks, () => {
      const { environment: given = {}, withheld = [] } = this.#options;
      return { given, withheld };
    });
    patchReported(patches, leaks);
    patchConnectionPools(patches);
    patchRegistrations(patches);
    watchOpenFiles(patches);
    patches.followAliases(aliases);
  }

  /**
   * Keeps its replacements for all runs of this thread. Until the first run begins, the originals are in place.
   *
   * @returns the properties that the guard puts in place
   */
  keep(): readonly Lasting[] {
    // The language as a run would find it.
    this.#intrinsics = new Intrinsics();
    return this.#patches.keep();
  }

  /** What programs have fixed in its place, so that it cannot be put back. */
  get fixedByPrograms(): readonly PropertyKey[] {
    return this.#patches.fixedByPrograms;
  }

  /** Shows `world` until it is uninstalled. */
  begin(world: VirtualWorld, options: GuardOptions): Guard {
    const [leaks, holder] = [this.#leaks, this.#holder];
    this.#options = options;
    this.#present.world = world;
    leaks.begin(options.strict ?? false);
    holder.begin(world, leaks);
    setInstalledHolder(holder);
    try {
      this.#patches.begin();
    } catch (error) {
      this.#patches.restore();
      throw error;
    }
    // This comes last: whatever is replaced from here on is not Orrery's doing.
    setInstalledRealm(new RealmWatch(leaks, this.#intrinsics ?? new Intrinsics()));
    const uninstall = () => {
      setInstalledRealm(undefined);
      setInstalledHolder(undefined);
      holder.close();
      this.#patches.restore();
    };
    const sawNan = (field: string) => {
      if (mayProgramsSeeBits()) leaks.report('nan', `a NaN in the bytes of ${field}`);
    };
    const heardSignal = (name: string) => leaks.signal(name);
    return { events: this.#events, leaks: () => leaks.list(), sawNan, heardSignal, uninstall };
  }
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
