import type { SystemParts } from './run_config.js';

/** Whether programs may draw random numbers where Orrery does not see it: in processes of their own. */
export function drawsUnseen({
  launch,
  programs,
}: Pick<SystemParts, 'programs' | 'launch'>): boolean {
  return launch !== undefined || programs.some(({ file }) => !/\.[cm]?[jt]s$/.test(file));
}
