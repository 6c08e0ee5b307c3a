/** How Orrery knows when callbacks of programs in other languages are over, and what it does not know. */
import type { ProcessRecord } from '../record/index.js';
import { type Finding, warning } from './finding.js';

/** A program in a process of its own, and how the ends of its callbacks are known. */
export interface FollowedProgram {
  readonly program: string;
  readonly completion: ProcessRecord['completion'] | 'lockstep';
}

const KNOWN_BY: Readonly<Record<FollowedProgram['completion'], string>> = {
  lockstep:
    'it runs in lockstep and hands control back at the end of each callback, so these ends are exact, whatever its executors, callback groups and threads. Nothing would make that stronger.',
  barrier:
    'its parameter services tell when its callbacks are over. That holds for executors with one thread and for default callback groups, not for reentrant groups, groups of their own and its own threads; name nodes that have such in callback_ends, or let them send Status messages.',
  outputs:
    'the outputs that its configuration declares, or Status messages, tell when its callbacks are over. That holds for every executor, as long as the configuration names all outputs; parameter services would tell of undeclared ones, too.',
  status:
    'its Status messages tell when its callbacks are over. That holds for every executor, as long as each callback sends one at its end.',
  quiet:
    'its callbacks count as over when it has been quiet. Parameter services, a configuration of ros2_def with its outputs, or Status messages would be a proof.',
};

/** One sentence for each program: how it is followed, how far that reaches, and what would be stronger. */
export function describeProcesses(programs: readonly FollowedProgram[]): string[] {
  return programs.map(({ program, completion }) => `${program}: ${KNOWN_BY[completion]}`);
}

/** All such programs: first those in machine code, then the `guests`, which are in Python. */
export function followedPrograms(
  processes: readonly ProcessRecord[],
  guests: readonly string[],
): FollowedProgram[] {
  const known = processes.map(({ program, completion }) => ({ program, completion }));
  return [...known, ...guests.map((program) => ({ program, completion: 'lockstep' as const }))];
}

/**
 * What is not proven about the programs; `leaks` are effects that Orrery saw but that the order of the run does not
 * decide.
 */
export function followedProcesses(
  processes: readonly ProcessRecord[],
  leaks: readonly string[],
): Finding[] {
  return [
    ...processes
      .filter(({ completion }) => completion === 'quiet')
      .map(({ program }) =>
        warning(
          'unproven-completion',
          `Nothing proves when the callbacks of ${program} are over; let its nodes have parameter services (start_parameter_services), declare their outputs (ros2_def), or let them send Status messages (callback_ends).`,
        ),
      ),
    ...leaks.map((what) => warning('unordered-process', `${what}.`)),
  ];
}
