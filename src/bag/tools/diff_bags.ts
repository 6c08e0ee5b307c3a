import { decodeShown, type TypeRegistry } from '../../interfaces/index.js';
import { hashBag } from '../bag_digest.js';
import type { BagReader, BagTopic } from '../bag_reader.js';
import { checkOptions } from '../check_options.js';
import type { BagMessage } from '../storage_file.js';
import { secondsText } from './bag_info.js';
import { BagMessageTypes } from './bag_message_types.js';
import { diffValues, fieldOf, type Tolerance } from './diff_values.js';
import { messageJson } from './message_yaml.js';
import { type Selection, selectTopics } from './selection.js';

/** Options of {@link diffBags}. */
export interface DiffOptions extends Selection {
  /** Numbers in messages that differ by at most this count as equal. Default 0. */
  readonly absolute?: number | undefined;
  readonly relative?: number | undefined;
  /** Log and publish times that differ by at most this many nanoseconds count as equal. Default 0. */
  readonly timeTolerance?: bigint | undefined;
  /** Compare only the order and content of messages, no stamps. */
  readonly ignoreTime?: boolean | undefined;
  /** How many differences of a topic are listed; all are counted. Default 5. */
  readonly listed?: number | undefined;
  readonly registry?: TypeRegistry | undefined;
}

/** One difference of two bags. */
export interface MessageDifference {
  readonly kind: 'missing' | 'extra' | 'time' | 'field' | 'bytes';
  /** Position among the messages of the topic, in the bag that has the message. */
  readonly index: number;
  readonly logTime: bigint;
  /** A description of the difference, with both values. */
  readonly text: string;
}

/** How often and how much a field differs. */
export interface FieldDifference {
  readonly field: string;
  count: number;
  /** Largest |a - b| for numbers, 0 otherwise. */
  largest: number;
}

/** What differs in one topic. */
export interface TopicDiff {
  readonly topic: string;
  readonly status: 'equal' | 'differs' | 'only in first' | 'only in second' | 'other type';
  readonly countFirst: number;
  readonly countSecond: number;
  /** Number of messages that differ, are missing or are extra. */
  readonly differing: number;
  /** The largest difference of log or publish times of paired messages, in nanoseconds. */
  readonly largestTimeDifference: bigint;
  readonly fields: readonly FieldDifference[];
  /** The first differences. */
  readonly differences: readonly MessageDifference[];
}

/** The result of {@link diffBags}. */
export interface BagDiff {
  readonly equal: boolean;
  /** For the command line: 0 when equal, else 1. */
  readonly exitStatus: 0 | 1;
  /** All topics of either bag, sorted by name. */
  readonly topics: readonly TopicDiff[];
}

interface Settings {
  readonly tolerance: Tolerance;
  readonly timeTolerance: bigint;
  readonly ignoreTime: boolean;
  readonly listed: number;
}

/** Compares the messages of one topic. */
class TopicComparison {
  readonly #topic: BagTopic;
  readonly #settings: Settings;
  readonly #types: readonly [BagMessageTypes, BagMessageTypes];
  readonly #fields = new Map<string, FieldDifference>();
  readonly #differences: MessageDifference[] = [];
  #differing = 0;
  #largestTime = 0n;
  #counts = [0, 0];

  constructor(
    topic: BagTopic,
    settings: Settings,
    types: readonly [BagMessageTypes, BagMessageTypes],
  ) {
    this.#topic = topic;
    this.#settings = settings;
    this.#types = types;
  }

  /**
   * With equal numbers of messages the n-th is compared with the n-th; otherwise messages are
   * paired by log time, and a message without a partner is missing or extra.
   */
  compare(first: Iterator<BagMessage>, second: Iterator<BagMessage>, pairByTime: boolean): void {
    let a = first.next();
    let b = second.next();
    while (a.done !== true || b.done !== true) {
      const lag = a.done === true || b.done === true ? 0n : a.value.logTime - b.value.logTime;
      const apart = pairByTime && (lag < 0n ? -lag : lag) > this.#settings.timeTolerance;
      if (b.done === true || (apart && lag < 0n)) {
        this.#unpaired('missing', 0, a.value as BagMessage);
        a = first.next();
      } else if (a.done === true || apart) {
        this.#unpaired('extra', 1, b.value);
        b = second.next();
      } else {
        this.#pair(a.value, b.value);
        a = first.next();
        b = second.next();
      }
    }
  }

  #unpaired(kind: 'missing' | 'extra', side: 0 | 1, message: BagMessage): void {
    const index = this.#counts[side]!++;
    const where = kind === 'missing' ? 'second' : 'first';
    this.#note(kind, index, message.logTime, `there is no such message in the ${where} bag`);
    this.#differing++;
  }

  #note(kind: MessageDifference['kind'], index: number, logTime: bigint, text: string): void {
    if (this.#differences.length >= this.#settings.listed) return;
    this.#differences.push({ kind, index, logTime, text });
  }

  #pair(a: BagMessage, b: BagMessage): void {
    const index = this.#counts[0]!++;
    this.#counts[1]!++;
    let differs = false;
    if (!this.#settings.ignoreTime) {
      if (this.#late('received', b.logTime - a.logTime, index, a)) differs = true;
      if (this.#late('sent', b.publishTime - a.publishTime, index, a)) differs = true;
    }
    if (Buffer.compare(a.data, b.data) !== 0 && this.#content(a, b, index)) differs = true;
    if (differs) this.#differing++;
  }

  /** Compares one stamp of a pair. */
  #late(what: 'received' | 'sent', lag: bigint, index: number, message: BagMessage): boolean {
    const distance = lag < 0n ? -lag : lag;
    if (distance > this.#largestTime) this.#largestTime = distance;
    if (distance <= this.#settings.timeTolerance) return false;
    const text = `${what} ${secondsText(lag)} s later in the second bag`;
    this.#note('time', index, message.logTime, text);
    return true;
  }

  /** True when two different serializations differ by more than the tolerance. */
  #content(a: BagMessage, b: BagMessage, index: number): boolean {
    let first: object;
    let second: object;
    try {
      first = decodeShown(this.#types[0].of(a.topic), a.data, { view: true });
      second = decodeShown(this.#types[1].of(b.topic), b.data, { view: true });
    } catch {
      const text = `${a.data.length} and ${b.data.length} bytes differ and cannot be decoded`;
      this.#note('bytes', index, a.logTime, text);
      return true;
    }
    let differs = false;
    diffValues(first, second, this.#settings.tolerance, (path, valueA, valueB) => {
      differs = true;
      this.#note(
        'field',
        index,
        a.logTime,
        `${path}: ${messageJson(valueA)} and ${messageJson(valueB)}`,
      );
      this.#countField(fieldOf(path), valueA, valueB);
    });
    return differs;
  }

  #countField(field: string, a: unknown, b: unknown): void {
    const entry = this.#fields.get(field) ?? { field, count: 0, largest: 0 };
    this.#fields.set(field, entry);
    entry.count++;
    if (typeof a === 'number' && typeof b === 'number' && Math.abs(a - b) > entry.largest) {
      entry.largest = Math.abs(a - b);
    }
  }

  result(): TopicDiff {
    return {
      topic: this.#topic.name,
      status: this.#differing === 0 ? 'equal' : 'differs',
      countFirst: this.#counts[0]!,
      countSecond: this.#counts[1]!,
      differing: this.#differing,
      largestTimeDifference: this.#largestTime,
      fields: [...this.#fields.values()],
      differences: this.#differences,
    };
  }
}

function onlySummary(
  topic: string,
  status: TopicDiff['status'],
  countFirst: number,
  countSecond: number,
): TopicDiff {
  const differing = status === 'equal' ? 0 : countFirst + countSecond;
  const rest = { largestTimeDifference: 0n, fields: [], differences: [] };
  return { topic, status, countFirst, countSecond, differing, ...rest };
}

/**
 * Finds the differences between two bags, topic by topic. Topics with the same digest are equal;
 * the others are read side by side, in bounded memory.
 */
export function diffBags(first: BagReader, second: BagReader, options: DiffOptions = {}): BagDiff {
  checkOptions(options, 'diffBags()', 'diff');
  const settings: Settings = {
    tolerance: { absolute: options.absolute ?? 0, relative: options.relative ?? 0 },
    timeTolerance: options.timeTolerance ?? 0n,
    ignoreTime: options.ignoreTime === true,
    listed: options.listed ?? 5,
  };
  const [chosenA, chosenB] = selectInEither(first, second, options);
  const window = { start: options.start, end: options.end };
  const hashA = hashBag(first, { ...window, topics: chosenA.keys() });
  const hashB = hashBag(second, { ...window, topics: chosenB.keys() });
  const types = [
    new BagMessageTypes(first, options.registry),
    new BagMessageTypes(second, options.registry),
  ] as const;
  const topics = [...new Set([...chosenA.keys(), ...chosenB.keys()])].sort().map((name) => {
    const a = chosenA.get(name);
    const b = chosenB.get(name);
    const countA = hashA.counts.get(name) ?? 0;
    const countB = hashB.counts.get(name) ?? 0;
    if (a === undefined) return onlySummary(name, 'only in second', 0, countB);
    if (b === undefined) return onlySummary(name, 'only in first', countA, 0);
    if (a.type !== b.type) return onlySummary(name, 'other type', countA, countB);
    if (hashA.topics.get(name) === hashB.topics.get(name)) {
      return onlySummary(name, 'equal', countA, countB);
    }
    const comparison = new TopicComparison(a, settings, types);
    const read = { ...window, topics: [name] };
    comparison.compare(first.messages(read), second.messages(read), countA !== countB);
    return comparison.result();
  });
  const equal = topics.every((topic) => topic.status === 'equal');
  return { equal, exitStatus: equal ? 0 : 1, topics };
}

/** The selected topics of both bags; a listed topic must be in at least one of them. */
function selectInEither(
  first: BagReader,
  second: BagReader,
  selection: Selection,
): [Map<string, BagTopic>, Map<string, BagTopic>] {
  const names = [...new Set([...first.topics, ...second.topics].map((topic) => topic.name))];
  const both = { path: first.path, topics: names.map((name) => find(name, first, second)) };
  const chosen = new Set(selectTopics(both, selection).map((topic) => topic.name));
  const of = (bag: BagReader) =>
    new Map(
      bag.topics.filter((topic) => chosen.has(topic.name)).map((topic) => [topic.name, topic]),
    );
  return [of(first), of(second)];
}

function find(name: string, first: BagReader, second: BagReader): BagTopic {
  return [...first.topics, ...second.topics].find((topic) => topic.name === name)!;
}
