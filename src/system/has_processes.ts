import type { SystemParts } from './run_config.js';

/**
 * Whether the programs of a system are processes beside each other, so that one of them can end without the others: those of a
 * launch file, or several that `orrery run` names.
 */
export function hasProcesses({ launch, programs }: Pick<SystemParts, 'programs' | 'launch'>) {
  return launch !== undefined || programs.length > 1;
}
