import { type BagMessage, BagMessageTypes, type BagReader } from '../bag/index.js';
import { didYouMean, OrreryError } from '../errors/index.js';
import { decodeShown } from '../interfaces/index.js';
import { Digest } from '../kernel/index.js';
import type { TracedCallback, TraceReader } from '../record/index.js';
import { conditionMistake, fulfils, type TopicCondition } from '../system/index.js';
import { type DescribedEntity, SYSTEM_TYPE } from '../trace/index.js';
import type { Handled } from './order_query.js';

/** The most callbacks of a node that an error message lists. */
const MOST_NAMES = 12;

const UNITS = [
  ['s', 1e9],
  ['ms', 1e6],
  ['us', 1e3],
] as const;

/** A callback of the node that the question is about. */
interface HandledCallback {
  /** Callbacks are numbered in the order in which they began. */
  readonly number: number;
  /** ns since the epoch. */
  readonly time: bigint;
}

/** Where the callbacks of a node, and the messages that they got, are recorded. */
interface HandledSources {
  readonly trace: TraceReader;
  /** Needed for conditions on messages. */
  readonly recording: BagReader | undefined;
  /** What messages call the run. */
  readonly name: string;
  /** Whether to treat a node without such a callback as one that handled nothing, instead of refusing. */
  readonly mayLack: boolean;
}

/** The callbacks of the node that the question selects, in order of their numbers. Each takes 24 bytes of memory. */
export function handledCallbacks(
  handled: Handled,
  node: string,
  from: HandledSources,
): HandledCallback[] {
  const entities = entitiesOf(handled, node, from);
  const found: HandledCallback[] = [];
  if (entities.size === 0) return found;
  const fits = contentTest(handled, from);
  for (const callback of from.trace.callbacks()) {
    if (!entities.has(callback.entity) || fits?.(callback) === false) continue;
    const { number, time } = callback;
    found.push({ number, time });
  }
  return found.sort((one, other) => one.number - other.number);
}

/** @throws OrreryError `ORR_ANALYSIS_TRACE_MISSING`, `ORR_ASK_NODE`, `ORR_ASK_TOPIC` */
function entitiesOf(
  handled: Handled,
  node: string,
  { trace, name, mayLack }: HandledSources,
): ReadonlySet<string> {
  const ran = trace.entities;
  if (ran.length + trace.channelsOf(SYSTEM_TYPE).length === 0) {
    throw new OrreryError(
      'ORR_ANALYSIS_TRACE_MISSING',
      `${name} holds no trace of callbacks, and the question is about what ${node} handled; name the directory of a run.`,
      { place: { node } },
    );
  }
  const entities = trace.system()?.description.entities ?? ran.map(entityOf);
  const ofNode = entities.filter((each) => each.node === node);
  const wanted = ofNode.filter((each) => isOf(handled, each));
  if (wanted.length === 0 && !mayLack) {
    throw ofNode.length === 0
      ? unknownNode(node, entities, name)
      : unhandled(handled, node, ofNode);
  }
  const names = new Set(wanted.map((each) => `${each.node} ${each.kind} ${each.name}`));
  return new Set(ran.filter((entity) => names.has(entity)));
}

type Described = Pick<DescribedEntity, 'node' | 'kind' | 'name' | 'period'>;

/** The entity of that name, for a run that was killed before it described itself. */
function entityOf(entity: string): Described {
  const [node = '', kind = '', ...name] = entity.split(' ');
  return { node, kind: kind as DescribedEntity['kind'], name: name.join(' '), period: null };
}

function isOf(handled: Handled, { kind, name, period }: Described): boolean {
  if (handled.kind === 'timer') return kind === 'timer' && period === handled.period;
  const { topic, comparisons } = handled.condition;
  // Requests and responses are not recorded, so their contents cannot be judged.
  return name === topic && (comparisons.length === 0 || kind === 'subscription');
}

/** A test of the message that a callback received against the condition; undefined if there is no condition on contents. */
function contentTest(
  handled: Handled,
  { recording, name }: HandledSources,
): ((callback: TracedCallback) => boolean) | undefined {
  if (handled.kind === 'timer' || handled.condition.comparisons.length === 0) return undefined;
  const { condition } = handled;
  const contents = recording === undefined ? undefined : contentsOf(recording, condition);
  return ({ sequence, input }) => {
    const fulfilled = contents?.get(contentKey(sequence, input));
    if (fulfilled !== undefined) return fulfilled;
    throw new OrreryError(
      'ORR_ASK_CONTENT',
      `A message on ${condition.topic} that was handled is not in the recording of ${name}, so "${condition.text}" cannot be judged; record the topic.`,
      { place: { topic: condition.topic } },
    );
  };
}

/** Whether each message fulfils the condition, by what the trace records of the message. */
function contentsOf(recording: BagReader, condition: TopicCondition): Map<string, boolean> {
  const types = new BagMessageTypes(recording);
  const isRecorded = recording.topics.some(({ name }) => name === condition.topic);
  const mistake = isRecorded ? conditionMistake(condition, types.of(condition.topic)) : undefined;
  if (mistake !== undefined) throw mistake;
  const contents = new Map<string, boolean>();
  const digest = new Digest();
  for (const message of recording.messages({ topics: [condition.topic] })) {
    digest.reset();
    digest.bytes(message.data);
    contents.set(contentKey(message.sequence, digest.lane), test(message));
  }
  return contents;

  function test({ topic, data }: BagMessage): boolean {
    return fulfils(condition, decodeShown(types.of(topic), data));
  }
}

/** The digest is part of the key because publishers use the same numbers. Recordings keep 32 bits of a number. */
function contentKey(sequence: number, digest: number): string {
  return `${sequence >>> 0} ${digest >>> 0}`;
}

function unknownNode(node: string, entities: readonly Described[], name: string): OrreryError {
  const hint =
    didYouMean(node, new Set(entities.map((each) => each.node))) || '; correct its name.';
  return new OrreryError('ORR_ASK_NODE', `No node ${node} has callbacks in ${name}${hint}`, {
    place: { node },
  });
}

function unhandled(handled: Handled, node: string, ofNode: readonly Described[]): OrreryError {
  const periods = ofNode.flatMap(({ period }) => (period === null ? [] : [timerText(period)]));
  const names = ofNode.filter((each) => /^(subscription|client)$/.test(each.kind) || isOwn(each));
  const inputs = names.map(({ name }) => name);
  const isTimer = handled.kind === 'timer';
  const asked = isTimer ? handled.text : handled.condition.topic;
  const all = [...new Set([...inputs, ...periods])].slice(0, MOST_NAMES).join(', ') || 'no others';
  const hint = (isTimer ? '' : didYouMean(asked, inputs)) || `; it has ${all}.`;
  return new OrreryError('ORR_ASK_NODE', `${node} has no callback of ${asked}${hint}`, {
    place: { node },
  });
}

/** Whether this is a service other than those for parameters, which every node has below its own name. */
function isOwn({ kind, name, node }: Described): boolean {
  return kind === 'service' && !name.startsWith(`${node}/`);
}

/** A timer as questions write it. */
function timerText(period: number): string {
  const [unit, size] = UNITS.find(([, each]) => period % each === 0) ?? ['ns', 1];
  return `timer ${period / size}${unit}`;
}
