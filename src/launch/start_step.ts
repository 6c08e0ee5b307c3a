import type { Program, StartStep } from '../system/index.js';
import type { ProcessSettings } from './file/index.js';

/** The step that starts a process. `settings`: what its action says of its end; none for components of a container. */
export function startStep(
  process: string,
  programs: readonly Program[],
  settings: ProcessSettings | undefined,
  autostart: string | null,
): StartStep {
  return {
    kind: 'start',
    process,
    programs,
    endsSystem: settings?.onExit === 'shutdown',
    respawn: settings?.respawn ?? false,
    respawnDelayNs: settings?.respawnDelayNs ?? 0,
    respawnMaxRetries: settings?.respawnMaxRetries ?? -1,
    autostart,
  };
}
