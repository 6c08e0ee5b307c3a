import type { SystemParts } from './run_config.js';

/**
 * Whether the programs of a system are separate processes, so that one of them can end without the others: those of
 * a launch file, or several that are given to `orrery run`.
 */
export function hasProcesses({ launch, programs }: Pick<SystemParts, 'programs' | 'launch'>) {
  return launch !== undefined || programs.length > 1;
}
