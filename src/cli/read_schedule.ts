import { readFileSync } from 'node:fs';
import { OrreryError } from '../errors/index.js';
import type { RunOutcome } from '../record/index.js';
import { describeDecision, parseSchedule, type ScheduleFile } from '../schedule/index.js';
import { type RunConfig, withChanges } from '../system/index.js';
import { printNote } from './print.js';

/** @throws OrreryError `ORR_SCHEDULE_INVALID`, `ORR_SCHEDULE_UNREADABLE` */
export function readSchedule(file: string): ScheduleFile {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    throw new OrreryError(
      'ORR_SCHEDULE_UNREADABLE',
      `The schedule ${file} cannot be read (${(cause as Error).message}); check the path.`,
      { place: { file }, cause },
    );
  }
  return parseSchedule(text, file);
}

/** The run that follows a schedule. */
export function withSchedule(config: RunConfig, schedule: ScheduleFile): RunConfig {
  const { delays, losses, faults = [], decisions, expect = [], programs = [] } = schedule;
  const added = programs.map((file) => ({ file, args: [] }));
  return withChanges(config, {
    system: { programs: [...config.system.programs, ...added] },
    proof: {
      schedule: { delays, losses, faults, strategy: { kind: 'replay', decisions } },
      expect: [...(config.proof.expect ?? []), ...expect],
    },
  });
}

/** Warns if the run is not the one in which the schedule was found. */
export function warnOfSchedule(schedule: ScheduleFile, { digest, explored }: RunOutcome): void {
  const unused = explored?.unused ?? [];
  for (const decision of unused) {
    printNote(`warning: did not happen: ${describeDecision(decision)}\n`);
  }
  if (schedule.digest === undefined || schedule.digest === digest.total) return;
  printNote(
    `warning: the run is not the one in which the schedule was found, whose digest was ${schedule.digest}\n`,
  );
}
