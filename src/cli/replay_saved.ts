import { writeFileSync } from 'node:fs';
import { type Experiment, type ReplayVerdict, replaySchedule } from '../explore/index.js';
import {
  describeDecision,
  type ScheduleFile,
  scheduleText,
  staleSchedule,
} from '../schedule/index.js';
import { withChanges } from '../system/index.js';
import { print, printNote } from './print.js';
import { withSchedule } from './read_schedule.js';

/** Options of `orrery explore --replay`. */
export interface ReplayOptions {
  readonly json?: boolean;
  readonly allowStale?: boolean;
  /** Where to write the schedule as it applies now. */
  readonly save?: string;
}

/**
 * Runs a saved schedule again and says whether the run holds; returns the exit code.
 *
 * @throws OrreryError `ORR_SCHEDULE_STALE` if it no longer applies, because then the run proves nothing
 */
export async function replaySaved(
  experiment: Experiment,
  file: string,
  schedule: ScheduleFile,
  options: ReplayOptions,
): Promise<number> {
  const { delays, losses, faults = [], decisions, timers = 0, discovery = 0 } = schedule;
  const config = withSchedule(experiment.config, schedule);
  // The checks bring their own conditions and programs.
  const own = withChanges(config, {
    system: { programs: experiment.config.system.programs },
    proof: { expect: [], liveness: [], checksBind: false },
  });
  const verdict = await replaySchedule(
    { ...experiment, config: own, delays, losses, faults, timers, discovery, jitter: 0 },
    decisions,
  );
  const isStale = verdict.missed.length > 0 && !options.allowStale;
  if (isStale) {
    // What has failed may have failed because of that; what has not shows nothing.
    if (verdict.failure !== undefined) report({ ...verdict, missed: [] }, options.json ?? false);
    throw staleSchedule(file, verdict.missed);
  }
  for (const { from, to } of verdict.reanchored) {
    printNote(`note: ${describeDecision(from)} is now: ${describeDecision(to)}\n`);
  }
  report(verdict, options.json ?? false);
  if (options.save !== undefined) {
    const { digest, decisions: now } = verdict;
    const again = { ...schedule, decisions: now, ...(digest === undefined ? {} : { digest }) };
    writeFileSync(options.save, scheduleText(again));
  }
  return isPassed(verdict) ? 0 : 1;
}

/** A check that saw nothing proves nothing, whether or not the decisions happened. */
function isPassed({ failure, unevaluated }: ReplayVerdict): boolean {
  return failure === undefined && unevaluated.length === 0;
}

function report(verdict: ReplayVerdict, json: boolean): void {
  if (json) {
    print(`${JSON.stringify(verdict, null, 2)}\n`);
    return;
  }
  const { failure, digest = 'unknown', missed, unevaluated } = verdict;
  for (const { decision } of missed) {
    printNote(`warning: did not happen: ${describeDecision(decision)}\n`);
  }
  const idle = unevaluated.map(
    (check) => `NOT EVALUATED: "${check}" had nothing to judge in this run.`,
  );
  const passed = isPassed(verdict) ? ['The run passes all checks.'] : [];
  const lines = failure === undefined ? [...passed, ...idle] : [failure.text];
  print(`${[...lines, `digest ${digest}`].join('\n')}\n`);
}
