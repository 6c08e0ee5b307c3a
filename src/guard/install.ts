import { patchConsoleTime } from './console_time.js';
import { patchDate } from './date.js';
import { patchOs } from './os_identity.js';
import { patchMath } from './patch_math.js';
import { Patches } from './patches.js';
import { patchPerformance } from './performance.js';
import { patchProcess } from './process_identity.js';
import { patchRandom } from './random.js';
import { patchTimers } from './timers.js';
import { patchWeakRefs } from './weak_refs.js';
import type { VirtualWorld } from './world.js';

/** Options of {@link installGuard}; all have defaults. */
export interface GuardOptions {
  /** `process.pid` of user code. Default 1000. */
  readonly pid?: number;
  /** `process.ppid` of user code. Default 1. */
  readonly ppid?: number;
  /** `os.hostname()` of user code. Default `'orrery'`. */
  readonly hostname?: string;
}

/** An installed guard. */
export interface Guard {
  /** Puts every real function back. */
  uninstall(): void;
}

/**
 * Makes this thread's globals and builtin modules show `world` instead of the machine. Call it
 * before user code is loaded and after Orrery's own modules are. One guard per thread.
 */
export function installGuard(world: VirtualWorld, options: GuardOptions = {}): Guard {
  const patches = new Patches();
  patchMath(patches);
  patchDate(patches, world);
  patchPerformance(patches, world);
  patchTimers(patches, world);
  patchRandom(patches, world);
  patchProcess(patches, world, { pid: options.pid ?? 1000, ppid: options.ppid ?? 1 });
  patchOs(patches, world, options.hostname ?? 'orrery');
  patchWeakRefs(patches);
  patchConsoleTime(patches, world);
  patches.publish();
  return { uninstall: () => patches.restore() };
}
