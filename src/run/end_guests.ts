import type { OrreryError } from '../errors/index.js';
import type { Guests } from '../guests/index.js';
import type { RunEnd } from '../record/index.js';
import type { Simulation } from '../simulation/index.js';
import { hasProcesses, type RunConfig } from '../system/index.js';
import type { Processes } from './processes.js';

/** Ends of runs after which the ends of their programs say nothing about them. */
const CUT_SHORT: readonly RunEnd[] = ['interrupted', 'wall', 'failed'];

interface EndedRun {
  readonly config: RunConfig;
  readonly simulation: Simulation;
  readonly processes: Processes;
  readonly report: (error: OrreryError) => void;
  readonly warn: (text: string) => void;
}

/**
 * Ends the programs that are processes of their own. What goes wrong while they clean up is an error of the run, as is what
 * goes wrong before.
 *
 * @returns the exit code that the only program asks for, otherwise 0
 */
export async function endGuests(guests: Guests, end: RunEnd, run: EndedRun): Promise<number> {
  const mishaps = await guests.close();
  if (CUT_SHORT.includes(end)) return 0;
  const hasOthers = hasProcesses(run.config.system);
  for (const { program, code, error } of mishaps) {
    if (error !== undefined) run.report(error);
    else if (code === undefined) run.warn(lingering(program.name));
    else if (!hasOthers) return code;
    else run.processes.leaves(run.processes.named(program.name) ?? program.name, code);
  }
  return 0;
}

/** In ROS 2, Ctrl-C would not end such a program either. */
function lingering(name: string): string {
  return `The program ${name} went on after it was told that the run was over, and was killed.`;
}
