import type { LivenessCondition } from './liveness_condition.js';
import { fulfils, type TopicCondition } from './topic_condition.js';

/** What a check found in one run. */
export interface CheckVerdict {
  /** The check, as it was written. */
  readonly text: string;
  /**
   * How many messages, requests or callbacks it looked at; 0: it was not evaluated, since there were none, or since
   * none of them decided anything before the run ended.
   */
  readonly seen: number;
  /** What is wrong; undefined: nothing. */
  readonly violation?: string;
}

/**
 * Judges one condition on what must happen, from events in the order of their times (ns since the
 * start of the run). It knows nothing of where they come from: a run, or a recording.
 */
export class LivenessMonitor {
  readonly #text: string;
  readonly #condition: LivenessCondition;
  #seen = 0;
  #violation: string | undefined;
  /** `answered`, `starvation`: since when what broke the condition had waited. */
  #waitedSince = Number.POSITIVE_INFINITY;
  /** Whether what should happen has happened: at all, after a trigger, or within the time from the start. */
  #isDone = false;
  /** `leads-to`: when the oldest trigger without a goal came. `progress`: when the last goal came. */
  #since: number | undefined;

  constructor(text: string, condition: LivenessCondition) {
    this.#text = text;
    this.#condition = condition;
    if (condition.kind === 'progress') this.#since = 0;
  }

  /** A message was published. `decode` is called only if its content matters. */
  message(topic: string, at: number, decode: () => unknown): void {
    const { kind } = this.#condition;
    if (kind === 'answered' || kind === 'starvation') return;
    const meets = (condition: TopicCondition) =>
      condition.topic === topic &&
      (condition.comparisons.length === 0 || fulfils(condition, decode()));
    const watched = kind === 'leads-to' ? this.#condition.trigger : this.#condition.goal;
    if (watched.topic === topic) this.#seen++;
    this.#expire(at);
    if (meets(this.#condition.goal)) {
      this.#isDone ||= kind !== 'leads-to' || this.#since !== undefined;
      this.#since = kind === 'progress' ? at : undefined;
    }
    if (kind === 'leads-to' && meets(this.#condition.trigger)) this.#since ??= at;
  }

  /**
   * Something waited from one time to another: a request for its response, or a callback for a thread. Of the
   * waits that are too long, the one that began first is reported: others often wait only because of it.
   */
  waited(kind: 'answered' | 'starvation', from: number, to: number, what: () => string): void {
    if (this.#condition.kind !== kind) return;
    this.#seen++;
    if (to - from <= this.#condition.within || from >= this.#waitedSince) return;
    this.#waitedSince = from;
    const verb = kind === 'answered' ? 'has no response' : 'has not run';
    this.#violation = `${what()} ${verb} ${(to - from) / 1e6} ms after ${secondsOf(from)}`;
  }

  /** The run ended. What could still have happened in time is not held against it. */
  finish(end: number): CheckVerdict {
    this.#expire(end);
    const condition = this.#condition;
    if (condition.kind === 'eventually' && !this.#isDone && condition.within === undefined) {
      this.#violation = `it has not happened by the end of the run at ${secondsOf(end)}`;
    }
    const verdict = { text: this.#text, seen: this.#isDecided(end) ? this.#seen : 0 };
    return this.#violation === undefined ? verdict : { ...verdict, violation: this.#violation };
  }

  /** Whether anything was seen that could have been a violation, had it been otherwise. */
  #isDecided(end: number): boolean {
    const condition = this.#condition;
    switch (condition.kind) {
      case 'eventually':
      case 'leads-to':
        return this.#isDone;
      case 'progress':
        return end > condition.within;
      default:
        return true;
    }
  }

  /** Notes what is overdue. */
  #expire(now: number): void {
    const condition = this.#condition;
    const { within } = condition;
    if (within === undefined || this.#violation !== undefined) return;
    if (condition.kind === 'eventually') {
      if (this.#isDone || now <= within) return;
      this.#violation = `it has not happened by ${secondsOf(within)}`;
    } else if (this.#since !== undefined && now - this.#since > within) {
      const what = condition.kind === 'progress' ? 'nothing follows' : 'it does not follow';
      this.#violation = `${what} within ${within / 1e6} ms of ${secondsOf(this.#since)}`;
    }
  }
}

function secondsOf(time: number): string {
  return `${(time / 1e9).toFixed(9)} s`;
}
