import { type BagMessage, messageYaml } from '../../../bag/index.js';
import { decodeShown } from '../../../interfaces/index.js';
import type { MessageView, Series } from '../../model/engine_protocol.js';
import { derivedFields, fieldReader } from './derived_field.js';
import type { OpenedRun } from './opened_run.js';

const SHOWN_BYTES = 4096;
const SHOWN_ITEMS = 200;
/** The most numbers of a message that are offered for plots, and the most items of one array among them. */
const MOST_FIELDS = 400;
const MOST_ITEMS = 16;
const MOST_DEPTH = 12;

/** A message and its index on its topic. */
interface Found {
  readonly message: BagMessage;
  readonly index: number;
}

/** Reads single messages and fields of the topics of one run. */
export class TopicReader {
  readonly #run: OpenedRun;
  /** Stamps of the messages of topics that were read. */
  readonly #stamps = new Map<string, BigInt64Array>();

  constructor(run: OpenedRun) {
    this.#run = run;
  }

  /** The last message that was published up to this time. */
  message(topic: string, time: number): MessageView | undefined {
    const found = this.#lastBy(topic, time);
    if (found === undefined) return undefined;
    const { message, index } = found;
    const { recording, types } = this.#run;
    return {
      topic,
      type: recording!.topics.find(({ name }) => name === topic)!.type,
      time: this.#run.timeOf(message.logTime),
      index,
      text: messageYaml(decodeShown(types!.of(topic), message.data), {
        maxArrayLength: SHOWN_ITEMS,
      }),
      bytes: message.data.slice(0, SHOWN_BYTES),
      size: message.data.length,
    };
  }

  /** The last message up to this time as an object. */
  decoded(topic: string, time: number): { time: number; message: object } | undefined {
    const found = this.#lastBy(topic, time)?.message;
    if (found === undefined) return undefined;
    const message = decodeShown(this.#run.types!.of(topic), found.data);
    return { time: this.#run.timeOf(found.logTime), message };
  }

  #lastBy(topic: string, time: number): Found | undefined {
    const stamp = this.#run.stampOf(time);
    const stamps = this.#stampsOf(topic);
    let low = 0;
    let high = stamps.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (stamps[middle]! <= stamp) low = middle + 1;
      else high = middle;
    }
    return low === 0 ? undefined : this.#messageAt(topic, stamps, low - 1);
  }

  #messageAt(topic: string, stamps: BigInt64Array, index: number): Found | undefined {
    const stamp = stamps[index]!;
    let skip = index - stamps.indexOf(stamp);
    const { recording } = this.#run;
    for (const message of recording!.messages({ topics: [topic], start: stamp, end: stamp })) {
      if (skip-- <= 0) return { message, index };
    }
    return undefined;
  }

  /** Paths of the numbers in the first message of a topic, e.g. `pose.position.x`, `ranges[3]`. */
  fields(topic: string): string[] {
    const paths: string[] = [];
    for (const value of this.#values(topic)) {
      collect(value.message, '', paths, 0);
      break;
    }
    return paths;
  }

  series(topic: string, field: string): Series {
    const { names, read } = fieldReader(field);
    const times: number[] = [];
    const values: number[] = [];
    for (const { time, message } of this.#values(topic)) {
      let value: unknown = message;
      for (const name of names) value = (value as Record<string, unknown> | undefined)?.[name];
      times.push(time);
      values.push(read(value));
    }
    return { times: Float64Array.from(times), values: Float64Array.from(values) };
  }

  /** The frame of the first message, if its header names one. */
  frame(topic: string): string | undefined {
    for (const { message } of this.#values(topic)) {
      const { header } = message as { readonly header?: { readonly frame_id?: unknown } };
      return typeof header?.frame_id === 'string' ? header.frame_id : undefined;
    }
    return undefined;
  }

  *#values(topic: string): Generator<{ time: number; message: object }> {
    const { recording, types } = this.#run;
    if (recording === undefined || types === undefined) return;
    if (!recording.topics.some(({ name }) => name === topic)) return;
    const type = types.of(topic);
    for (const { data, logTime } of recording.messages({ topics: [topic] })) {
      yield { time: this.#run.timeOf(logTime), message: decodeShown(type, data) };
    }
  }

  #stampsOf(topic: string): BigInt64Array {
    let stamps = this.#stamps.get(topic);
    if (stamps === undefined) {
      const { recording } = this.#run;
      const known = recording?.topics.some(({ name }) => name === topic) === true;
      const found: bigint[] = [];
      if (known)
        for (const { logTime } of recording.messages({ topics: [topic] })) found.push(logTime);
      stamps = BigInt64Array.from(found);
      this.#stamps.set(topic, stamps);
    }
    return stamps;
  }
}

function collect(value: unknown, path: string, paths: string[], depth: number): void {
  if (paths.length >= MOST_FIELDS || depth > MOST_DEPTH) return;
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') {
    paths.push(path);
  } else if (Array.isArray(value) || ArrayBuffer.isView(value)) {
    const items = Array.from(value as ArrayLike<unknown>).slice(0, MOST_ITEMS);
    for (const [i, item] of items.entries()) collect(item, `${path}[${i}]`, paths, depth + 1);
  } else if (typeof value === 'object' && value !== null) {
    paths.push(...derivedFields(path, value));
    for (const [name, item] of Object.entries(value)) {
      collect(item, path === '' ? name : `${path}.${name}`, paths, depth + 1);
    }
  }
}
