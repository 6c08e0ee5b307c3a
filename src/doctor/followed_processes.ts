/** Programs in other languages: how it is known that their callbacks are over, and what is not known. */
import type { ProcessRecord } from '../record/index.js';
import { type Finding, warning } from './finding.js';

/** One sentence for each: by which means it is followed, and how far that reaches. */
export function describeProcesses(processes: readonly ProcessRecord[]): string[] {
  return processes.map(({ program, completion }) =>
    completion === 'barrier'
      ? `${program}: its parameter services tell when its callbacks are over. That holds for executors with one thread and for default callback groups, not for reentrant groups, groups of their own and its own threads.`
      : `${program}: its callbacks count as over when it has been quiet.`,
  );
}

/** What is not proven of them; `leaks`: what Orrery saw that the order of the run does not decide. */
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
          `${program} has no parameter services, so nothing proves when its callbacks are over; let its nodes have them (start_parameter_services).`,
        ),
      ),
    ...leaks.map((what) => warning('unordered-process', `${what}.`)),
  ];
}
