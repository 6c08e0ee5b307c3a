import type { TracedCallback } from '../record/index.js';
import { type CallbackDifference, firstDifference } from './first_difference.js';
import {
  compareMessages,
  firstMessageDifference,
  inputOf,
  type MessageDifference,
} from './message_difference.js';
import { RecordedRun } from './recorded_run.js';
import { seconds } from './seconds.js';

/** One of two compared runs. */
export interface RunSummary {
  readonly path: string;
  /** Total digest. */
  readonly digest: string;
  readonly callbacks: number;
  readonly messages: number;
}

/** How two runs differ. */
export interface RunDiff {
  /** Whether their total digests are equal. */
  readonly same: boolean;
  readonly a: RunSummary;
  readonly b: RunSummary;
  /** What differed from the start: configuration and versions, as text. */
  readonly setup: readonly { readonly name: string; readonly a: string; readonly b: string }[];
  /** Nodes and topics whose digests differ. */
  readonly nodes: readonly string[];
  readonly topics: readonly string[];
  /** One sentence that says what differed first. */
  readonly verdict: string;
  readonly first: CallbackDifference | undefined;
  /** The message that differed: the input or an output of the first differing callback. */
  readonly message: MessageDifference | undefined;
  /**
   * Why that callback ran, cause by cause, back to the last callback that both runs share, or to the root.
   */
  readonly causesA: readonly TracedCallback[];
  readonly causesB: readonly TracedCallback[];
  /** The common part of both chains, from the last common callback to the root. */
  readonly common: readonly TracedCallback[];
}

const LONGEST_CHAIN = 30;

/**
 * Compares two runs by the directories they left behind.
 *
 * @throws OrreryError `ORR_RUN_DIRECTORY`, `ORR_BAG_…`
 */
export async function diffRuns(pathA: string, pathB: string): Promise<RunDiff> {
  const a = await RecordedRun.open(pathA);
  try {
    const b = await RecordedRun.open(pathB);
    try {
      return compare(a, b);
    } finally {
      b.close();
    }
  } finally {
    a.close();
  }
}

function compare(a: RecordedRun, b: RecordedRun): RunDiff {
  const same = a.file.digest.total === b.file.digest.total;
  const first = same ? undefined : firstDifference(a, b);
  const topics = differingKeys(a.file.digest.topics, b.file.digest.topics);
  const message = same ? undefined : differingMessage(a, b, first, topics);
  const chains = splitChains(causesOf(a, first?.a), causesOf(b, first?.b));
  const setup = setupDifferences(a, b);
  return {
    same,
    a: summary(a),
    b: summary(b),
    setup,
    nodes: differingKeys(a.file.digest.nodes, b.file.digest.nodes),
    topics,
    verdict: same
      ? 'The runs are the same run.'
      : verdictOf(first, message, setup.length === 0) + codeOf(a, b, first),
    first,
    message,
    ...chains,
  };
}

function summary(run: RecordedRun): RunSummary {
  const { digest, counts } = run.file;
  return { path: run.path, digest: digest.total, ...counts };
}

/** The inputs or outputs of the nodes where the runs diverge. */
function differingMessage(
  a: RecordedRun,
  b: RecordedRun,
  first: CallbackDifference | undefined,
  topics: readonly string[],
): MessageDifference | undefined {
  if (first === undefined) return firstMessageDifference(a, b, { topics });
  const { difference, a: x, b: y } = first;
  if (x === undefined || y === undefined) return undefined;
  if (difference === 'input') {
    const [left, right] = [inputOf(a, x), inputOf(b, y)];
    return left === undefined || right === undefined
      ? undefined
      : compareMessages(a, b, left, right);
  }
  if (difference !== 'output') return undefined;
  return firstMessageDifference(a, b, { start: x.time, end: x.time + BigInt(x.duration) });
}

/** The callbacks that led to this one, nearest first. */
function causesOf(run: RecordedRun, callback: TracedCallback | undefined): TracedCallback[] {
  const causes: TracedCallback[] = [];
  let cause = callback?.cause ?? 0;
  while (cause !== 0 && causes.length < LONGEST_CHAIN) {
    const found = run.callback(cause);
    if (found === undefined) break;
    causes.push(found);
    cause = found.cause;
  }
  return causes;
}

/**
 * Before the first difference, callbacks with the same number are equal, so numbers show what both chains share.
 */
function splitChains(
  a: readonly TracedCallback[],
  b: readonly TracedCallback[],
): Pick<RunDiff, 'causesA' | 'causesB' | 'common'> {
  const numbers = new Set(b.map(({ number }) => number));
  const meet = a.findIndex(({ number }) => numbers.has(number));
  if (meet < 0) return { causesA: a, causesB: b, common: [] };
  const { number } = a[meet]!;
  return {
    causesA: a.slice(0, meet),
    causesB: b.slice(
      0,
      b.findIndex((callback) => callback.number === number),
    ),
    common: a.slice(meet),
  };
}

function verdictOf(
  first: CallbackDifference | undefined,
  message: MessageDifference | undefined,
  sameSetup: boolean,
): string {
  if (first === undefined) {
    return message === undefined
      ? 'All callbacks and recorded messages are equal; only what services exchanged outside callbacks differs.'
      : `All callbacks are equal, but not the messages sent on ${message.topic} at ${seconds((message.timeA ?? message.timeB)!)} s, outside of a callback or after it awaited something.`;
  }
  const { difference, a, b } = first;
  const number = (a ?? b)!.number;
  switch (difference) {
    case 'missing':
      return a === undefined
        ? `The first run ended before callback ${number}, ${b!.entity}.`
        : `The second run ended before callback ${number}, ${a.entity}.`;
    case 'entity':
      return `Callback ${number} belongs to ${a!.entity} in the first run and to ${b!.entity} in the second: the order differs.`;
    case 'time':
      return `Callback ${number}, ${a!.entity}, ran at different times.`;
    case 'input':
      return `Callback ${number}, ${a!.entity}, received different input.`;
    case 'cause':
      return `Callback ${number}, ${a!.entity}, had different causes.`;
    case 'output':
      return `Callback ${number}, ${a!.entity}, received the same input but sent different output${sameSetup ? ': its node is not deterministic' : ''}.`;
    case 'state':
      return `Callback ${number}, ${a!.entity}, received the same input and sent the same output, but left its node in a different state${sameSetup ? ': the node is not deterministic' : ''}.`;
    case 'duration':
      return `Callback ${number}, ${a!.entity}, took a different time.`;
  }
}

/** Says where the code of the callback is. */
function codeOf(a: RecordedRun, b: RecordedRun, first: CallbackDifference | undefined): string {
  const [x, y] = [first?.a && a.placeOf(first.a), first?.b && b.placeOf(first.b)];
  if (x === undefined && y === undefined) return '';
  if (x !== undefined && y !== undefined && x !== y) return ` Their code is at ${x} and ${y}.`;
  return ` Its code is at ${x ?? y}.`;
}

function setupDifferences(a: RecordedRun, b: RecordedRun): RunDiff['setup'] {
  const flat = ({ file }: RecordedRun): Record<string, unknown> => ({
    ...file.configuration,
    ...file.versions,
  });
  const [x, y] = [flat(a), flat(b)];
  return [...new Set([...Object.keys(x), ...Object.keys(y)])]
    .map((name) => ({ name, a: JSON.stringify(x[name]), b: JSON.stringify(y[name]) }))
    .filter((entry) => entry.a !== entry.b);
}

function differingKeys(
  a: Readonly<Record<string, string>>,
  b: Readonly<Record<string, string>>,
): string[] {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((key) => a[key] !== b[key]);
}
