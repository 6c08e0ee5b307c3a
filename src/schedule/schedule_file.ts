import { OrreryError } from '../errors/index.js';
import type { Decision } from './decision.js';
import type { DelayBounds, Exploration, LossBudget, PossibleFault } from './exploration.js';
import { isLinkFaultKind, isNodeFaultKind, isPossibleFaultKind } from './possible_fault_kind.js';

/** The second version names timers by their period; the first gave them numbers. */
export const SCHEDULE_FORMAT = 'orrery-schedule/2';
const FIRST_FORMAT = 'orrery-schedule/1';

/** A schedule, and how it was found. */
export interface ScheduleFile {
  readonly delays: readonly DelayBounds[];
  readonly losses: readonly LossBudget[];
  /** Default: none. */
  readonly faults?: readonly PossibleFault[];
  /** ns. Default: 0. */
  readonly timers?: Exploration['timers'];
  readonly discovery?: Exploration['discovery'];
  readonly decisions: readonly Decision[];
  /** Conditions on messages that end the run when one is broken. */
  readonly expect?: readonly string[];
  /** What must happen, e.g. `eventually:/done: data == true`. */
  readonly liveness?: readonly string[];
  /** Absolute paths of programs that watch the system. */
  readonly programs?: readonly string[];
  /** What is wrong in the run that it repeats. */
  readonly failure?: string;
  /** Total digest of the run. */
  readonly digest?: string;
  /** The command that repeats it. */
  readonly command?: readonly string[];
}

/** The file's text. */
export function scheduleText(schedule: ScheduleFile): string {
  return `${JSON.stringify({ format: SCHEDULE_FORMAT, ...schedule }, null, 2)}\n`;
}

/** @throws OrreryError `ORR_SCHEDULE_INVALID` */
export function parseSchedule(text: string, file: string): ScheduleFile {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw invalid(file, 'it is not valid JSON', cause);
  }
  const schedule = value as Partial<ScheduleFile> & { readonly format?: unknown };
  const isFirst = schedule?.format === FIRST_FORMAT;
  if (!isFirst && schedule?.format !== SCHEDULE_FORMAT) {
    throw invalid(file, `its "format" is not "${SCHEDULE_FORMAT}"`);
  }
  const { delays = [], losses = [], faults = [], decisions } = schedule;
  const { expect = [], liveness = [], programs = [], timers = 0, discovery = 0 } = schedule;
  if (!areCounts(timers, discovery)) {
    throw invalid(file, 'its "timers" and "discovery" are not times in ns');
  }
  if (![expect, liveness, programs].every((list) => Array.isArray(list) && areTexts(...list))) {
    throw invalid(file, 'its "expect", "liveness" and "programs" are not lists of strings');
  }
  if (!Array.isArray(decisions)) throw invalid(file, 'it has no list "decisions"');
  const wrong = decisions.findIndex((decision) => !isDecision(decision));
  if (wrong >= 0) throw invalid(file, `entry ${wrong + 1} of "decisions" is not a decision`);
  if (isFirst && decisions.some(namesTimerByNumber)) throw outdated(file);
  if (!Array.isArray(delays) || !delays.every(isBounds))
    throw invalid(file, 'its "delays" are not valid');
  if (!Array.isArray(losses) || !losses.every(isBudget))
    throw invalid(file, 'its "losses" are not valid');
  if (!Array.isArray(faults) || !faults.every(isPossibleFault))
    throw invalid(file, 'its "faults" are not valid');
  return { ...schedule, delays, losses, faults, decisions, expect, liveness, programs };
}

function invalid(file: string, why: string, cause?: unknown): OrreryError {
  return new OrreryError(
    'ORR_SCHEDULE_INVALID',
    `${file} is not a schedule (${why}); give a file that orrery explore has written.`,
    { place: { file }, cause },
  );
}

function namesTimerByNumber(decision: Decision): boolean {
  return 'run' in decision && /timer timer#\d/.test(`${decision.run} ${decision.before}`);
}

function outdated(file: string): OrreryError {
  return new OrreryError(
    'ORR_SCHEDULE_STALE',
    `${file} is of the format ${FIRST_FORMAT}, which names timers by numbers that move when a program changes, so it does not say which are meant; search again with orrery explore.`,
    { place: { file } },
  );
}

/** Whether a value that was read is a decision. */
export function isDecision(value: unknown): value is Decision {
  if (typeof value !== 'object' || value === null) return false;
  const { at, run, before, nth, fault, delay, ...place } = value as Record<string, unknown>;
  if (place.seed !== undefined) return areTexts(place.seed);
  if (place.timer !== undefined) {
    return areTexts(place.timer) && areCounts(place.call, at, place.late);
  }
  if (place.found !== undefined) {
    return areTexts(place.found, place.from, place.to) && areCounts(place.after);
  }
  if (fault !== undefined) return areCounts(at) && isFaultAt(fault, place);
  if (at !== undefined) return areCounts(at, nth) && areTexts(run, before);
  return isMessage(place) && (delay === 'lost' || areCounts(delay));
}

function isFaultAt(fault: unknown, place: Record<string, unknown>): boolean {
  const { node, callback, time } = place;
  if (isLinkFaultKind(fault)) return isMessage(place) && areCounts(time);
  const isRight = areTexts(node) && areCounts(callback);
  // A crash may be permanent.
  const isTime = areCounts(time) || (fault === 'crash' && time === undefined);
  return isNodeFaultKind(fault) && isRight && isTime;
}

function isMessage({ topic, from, to, message }: Record<string, unknown>): boolean {
  return areTexts(topic, from, to) && areCounts(message);
}

function isPossibleFault(value: unknown): value is PossibleFault {
  const { fault, on, time } = (value ?? {}) as Record<string, unknown>;
  return isPossibleFaultKind(fault) && areTexts(on) && (time === undefined || areCounts(time));
}

function isBounds(value: unknown): value is DelayBounds {
  const { topic, min, max } = (value ?? {}) as Record<string, unknown>;
  return areTexts(topic) && areCounts(min, max);
}

function isBudget(value: unknown): value is LossBudget {
  const { topic, budget } = (value ?? {}) as Record<string, unknown>;
  return areTexts(topic) && areCounts(budget);
}

function areCounts(...values: readonly unknown[]): boolean {
  return values.every((value) => Number.isSafeInteger(value) && (value as number) >= 0);
}

function areTexts(...values: readonly unknown[]): boolean {
  return values.every((value) => typeof value === 'string');
}
