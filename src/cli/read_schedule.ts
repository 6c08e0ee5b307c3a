import { existsSync } from 'node:fs';
import { OrreryError, readRegularFile, whyUnreadable } from '../errors/index.js';
import type { RunOutcome } from '../record/index.js';
import {
  type Decision,
  describeDecision,
  parseCorpus,
  parseSchedule,
  type ScheduleFile,
} from '../schedule/index.js';
import { type RunConfig, withChanges } from '../system/index.js';
import { printNote } from './print.js';

/** @throws OrreryError `ORR_SCHEDULE_INVALID`, `ORR_SCHEDULE_UNREADABLE` */
export function readSchedule(file: string): ScheduleFile {
  let text: string;
  try {
    text = readRegularFile(file);
  } catch (cause) {
    throw new OrreryError(
      'ORR_SCHEDULE_UNREADABLE',
      `The schedule ${file} cannot be read: ${whyUnreadable(cause)}; check the path.`,
      { place: { file }, cause },
    );
  }
  return parseSchedule(text, file);
}

/** The runs that earlier searches have kept; none before the first. @throws OrreryError `ORR_SCHEDULE_INVALID` */
export function readCorpus(file: string): Decision[][] {
  return existsSync(file) ? parseCorpus(readRegularFile(file), file) : [];
}

/**
 * The run that follows a schedule.
 *
 * @param decisionsBind - the file, if decisions that did not come to pass are an error of the run
 */
export function withSchedule(
  config: RunConfig,
  schedule: ScheduleFile,
  decisionsBind?: string,
): RunConfig {
  const { delays, losses, faults = [], decisions, expect = [], programs = [] } = schedule;
  const { liveness = [], timers = 0, discovery = 0 } = schedule;
  const varied = { delays, losses, faults, timers, discovery };
  const added = programs.map((file) => ({ file, args: [] }));
  return withChanges(config, {
    system: { programs: [...config.system.programs, ...added] },
    proof: {
      schedule: { ...varied, strategy: { kind: 'replay', decisions, saved: true } },
      expect: [...(config.proof.expect ?? []), ...expect],
      liveness: [...(config.proof.liveness ?? []), ...liveness],
      checksBind: true,
      decisionsBind,
    },
  });
}

/** Warns if the run is not the one in which the schedule was found. */
export function printDifferences(
  schedule: ScheduleFile,
  { digest, explored, errors }: RunOutcome,
): void {
  // The error for these decisions lists them, too.
  if (!errors.some(({ code }) => code === 'ORR_SCHEDULE_STALE')) {
    for (const { decision } of explored?.missed ?? []) {
      printNote(`warning: did not happen: ${describeDecision(decision)}\n`);
    }
  }
  if (schedule.digest === undefined || schedule.digest === digest.total) return;
  printNote(
    `warning: the run is not the one in which the schedule was found, whose digest was ${schedule.digest}\n`,
  );
}
