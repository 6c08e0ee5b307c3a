import { OrreryError } from '../errors/index.js';
import type { StartStep } from '../system/index.js';
import type { PackageIndex } from './components/index.js';
import type { LaunchAction } from './file/index.js';
import { planLaunch } from './plan_launch.js';

/**
 * Makes a single process ready to run, as a launch file's are.
 *
 * @param action - what starts it
 * @throws as {@link planLaunch}; `ORR_LAUNCH_INVALID` for an action that starts none
 */
export function planProcess(action: LaunchAction, packages: PackageIndex): StartStep {
  const [step] = planLaunch([action], packages);
  if (step?.kind === 'start') return step;
  throw new OrreryError(
    'ORR_LAUNCH_INVALID',
    `An action of kind "${action.kind}" is not a process.`,
  );
}
