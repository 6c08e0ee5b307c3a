import { type BagMessage, diffValues } from '../bag/index.js';
import { decodeShown } from '../interfaces/index.js';
import { Digest } from '../kernel/index.js';
import type { TracedCallback } from '../record/index.js';
import type { RecordedRun } from './recorded_run.js';

/** A field in which two messages differ; values as text. */
export interface FieldChange {
  /** e.g. `pose.position.x`; empty: the whole message. */
  readonly path: string;
  readonly a: string;
  readonly b: string;
}

/** Two messages that should have been the same. */
export interface MessageDifference {
  readonly topic: string;
  /** ns since the epoch; undefined if that run lacks the message. */
  readonly timeA: bigint | undefined;
  readonly timeB: bigint | undefined;
  readonly fields: readonly FieldChange[];
}

const EXACT = { absolute: 0, relative: 0 };
const MOST_FIELDS = 50;
/** The longest time before a callback that is searched for its input message. */
const LONGEST_SEARCH = 60_000_000_000n;

/** The input message of this callback, if it came over a recorded topic. */
export function inputOf(run: RecordedRun, callback: TracedCallback): BagMessage | undefined {
  const topic = / subscription (.*)$/.exec(callback.entity)?.[1];
  if (topic === undefined || !run.recording.topics.some(({ name }) => name === topic)) return;
  const sent = run.callback(callback.cause)?.time ?? callback.time - LONGEST_SEARCH;
  const digest = new Digest();
  let found: BagMessage | undefined;
  for (const message of run.recording.messages({
    topics: [topic],
    start: sent,
    end: callback.time,
  })) {
    digest.reset();
    digest.bytes(message.data);
    if (digest.lane >>> 0 === callback.input) found = message;
  }
  return found;
}

/** The first message from `start` to `end` that differs between the recordings. */
export function firstMessageDifference(
  a: RecordedRun,
  b: RecordedRun,
  range: { readonly start?: bigint; readonly end?: bigint; readonly topics?: readonly string[] },
): MessageDifference | undefined {
  const [left, right] = [a.recording.messages(range), b.recording.messages(range)];
  try {
    for (;;) {
      const x: BagMessage | undefined = left.next().value ?? undefined;
      const y: BagMessage | undefined = right.next().value ?? undefined;
      if (x === undefined && y === undefined) return undefined;
      if (x !== undefined && y !== undefined && sameMessage(x, y)) continue;
      return compareMessages(a, b, x, y);
    }
  } finally {
    left.return?.();
    right.return?.();
  }
}

/** Compares field by field. Messages on different topics differ as a whole. */
export function compareMessages(
  a: RecordedRun,
  b: RecordedRun,
  x: BagMessage | undefined,
  y: BagMessage | undefined,
): MessageDifference {
  const topic = (x ?? y)!.topic;
  const fields: FieldChange[] = [];
  if (x === undefined || y === undefined || x.topic !== y.topic) {
    const text = (message: BagMessage | undefined) =>
      message === undefined ? 'no message' : `a message on ${message.topic}`;
    fields.push({ path: '', a: text(x), b: text(y) });
  } else {
    const left = decodeShown(a.types.of(x.topic), x.data);
    const right = decodeShown(b.types.of(y.topic), y.data);
    diffValues(left, right, EXACT, (path, from, to) => {
      if (fields.length < MOST_FIELDS) fields.push({ path, a: show(from), b: show(to) });
    });
  }
  return { topic, timeA: x?.logTime, timeB: y?.logTime, fields };
}

function sameMessage(x: BagMessage, y: BagMessage): boolean {
  return x.topic === y.topic && x.logTime === y.logTime && Buffer.compare(x.data, y.data) === 0;
}

function show(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value, (_key, inner) =>
    typeof inner === 'bigint' ? inner.toString() : (inner as unknown),
  );
  return text.length > 120 ? `${text.slice(0, 117)}…` : text;
}
