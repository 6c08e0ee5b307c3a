import { patchConsoleTime } from './console_time.js';
import { patchDate } from './date.js';
import { patchEngineState } from './engine_state.js';
import { patchEntropy } from './entropy.js';
import { patchEnvironment } from './environment.js';
import { patchIntl } from './intl.js';
import { patchCompute } from './io_compute.js';
import { patchDevices } from './io_devices.js';
import { patchFiles } from './io_files.js';
import { patchNetwork } from './io_network.js';
import { patchProcesses } from './io_processes.js';
import { patchSockets } from './io_sockets.js';
import { type LeakRecord, LeakReporter } from './leaks.js';
import { patchOs } from './os_identity.js';
import { patchMath } from './patch_math.js';
import { Patches } from './patches.js';
import { patchPerformance } from './performance.js';
import { patchProcess } from './process_identity.js';
import { patchRandom } from './random.js';
import { patchRealms } from './realms.js';
import { patchStamps } from './stamps.js';
import { setInstalledHolder, Tickets } from './tickets.js';
import { patchTimers } from './timers.js';
import { patchWeakRefs } from './weak_refs.js';
import type { VirtualWorld } from './world.js';

/** Options of {@link installGuard}; all have defaults. */
export interface GuardOptions {
  /** Throw `ORR_LEAK_…` at an escape instead of only reporting it. Default false. */
  readonly strict?: boolean;
  /** Environment variables that user code may read without a report. Default none. */
  readonly environment?: Readonly<Record<string, string>>;
  /** `process.pid` of user code. Default 1000. */
  readonly pid?: number;
  /** `process.ppid` of user code. Default 1. */
  readonly ppid?: number;
  /** `os.hostname()` of user code. Default `'orrery'`. */
  readonly hostname?: string;
}

/** An installed guard. */
export interface Guard {
  /** Every escape so far, each place once, in order of virtual time; plain JSON. */
  leaks(): LeakRecord[];
  /** Puts every real function back. */
  uninstall(): void;
}

/**
 * Makes this thread's globals and builtin modules show `world` instead of the machine. Call it
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
  prime();
  patchMath(patches);
  patchDate(patches, world);
  patchPerformance(patches, world);
  patchTimers(patches, world);
  patchRandom(patches, world, tickets);
  patchProcess(patches, world, { pid: options.pid ?? 1000, ppid: options.ppid ?? 1 });
  patchOs(patches, world, options.hostname ?? 'orrery');
  patchWeakRefs(patches);
  patchConsoleTime(patches, world);
  patchStamps(patches, world);
  patchFiles(patches, tickets, leaks);
  patchDevices(patches, leaks);
  patchEngineState(patches, leaks);
  patchCompute(patches, tickets);
  patchEntropy(patches, leaks);
  patchSockets(patches, world, leaks);
  patchNetwork(patches, tickets, leaks);
  patchProcesses(patches, tickets, leaks);
  patchRealms(patches, leaks);
  patchIntl(patches, world, leaks);
  patchEnvironment(patches, leaks, options.environment ?? {});
  patches.publish();
  const uninstall = () => {
    setInstalledHolder(undefined);
    patches.restore();
  };
  return { leaks: () => leaks.list(), uninstall };
}

/** Node creates some internals at first use; make them while the real functions are there. */
function prime(): void {
  void process.stdout;
  void process.stderr;
}
