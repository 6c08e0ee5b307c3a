import { didYouMean, OrreryError } from '../errors/index.js';
import type { LaunchStep } from './launch_step.js';
import { withNames } from './program_names.js';
import type { SystemParts } from './run_config.js';

/** The names of all processes of a system, including those that its launch file starts later. */
export function processNames({ programs, launch = [] }: Pick<SystemParts, 'programs' | 'launch'>) {
  const own = withNames(programs).map(({ name, process }) => process ?? name!);
  return new Set([...own, ...processesOf(launch)]);
}

function processesOf(steps: readonly LaunchStep[]): string[] {
  return steps.flatMap((step) => {
    if (step.kind === 'start') return [step.process, ...(step.starts ?? [])];
    return step.kind === 'timer' || step.kind === 'event' ? processesOf(step.steps) : [];
  });
}

/**
 * The error for a process that something waits for although the system never has it; undefined if it has.
 *
 * @param asked - who waits, e.g. `--until-exit`
 */
export function unknownProcess(
  name: string,
  known: ReadonlySet<string>,
  asked: string,
): OrreryError | undefined {
  if (known.has(name)) return undefined;
  const hint = didYouMean(name, known) || `; there are ${[...known].join(', ') || 'none'}.`;
  return new OrreryError(
    'ORR_PROCESS_UNKNOWN',
    `${asked} waits for the end of a process "${name}", which the system does not have${hint}`,
  );
}
