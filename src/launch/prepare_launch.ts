import type { LaunchStep } from '../system/index.js';
import type { PackageIndex } from './components/index.js';
import {
  type LaunchAction,
  type LaunchDescription,
  type LaunchOptions,
  loadLaunchFile,
} from './file/index.js';
import { leaveOut, type Remaining } from './leave_out.js';
import { planLaunch } from './plan_launch.js';

/** A launch file that is ready to run. */
export interface PreparedLaunch {
  readonly description: LaunchDescription;
  readonly steps: readonly LaunchStep[];
  /** What does not run, see `leaveOut`. */
  readonly leftOut: readonly string[];
}

/**
 * Loads a launch file and makes it ready to run. Mistakes of all kinds are reported together.
 *
 * @throws as `loadLaunchFile` and {@link planLaunch}; `ORR_LAUNCH_WITHOUT`
 */
export function prepareLaunch(
  file: string,
  options: Omit<LaunchOptions, 'packages' | 'check'>,
  packages: PackageIndex,
): PreparedLaunch {
  let steps: readonly LaunchStep[] = [];
  let remaining: Remaining | undefined;
  const check = (actions: readonly LaunchAction[], leftOut: ReadonlySet<string>) => {
    remaining = leaveOut(actions, packages, options.without, leftOut);
    steps = planLaunch(remaining.actions, packages);
  };
  const description = loadLaunchFile(file, { ...options, packages, check });
  const { leftOut = [], notes = [], unused } = remaining ?? {};
  if (unused !== undefined) throw unused;
  const warnings = [...description.warnings, ...notes];
  return { description: { ...description, warnings }, steps, leftOut };
}
