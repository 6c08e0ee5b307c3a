import { type BagReader, openBag } from '../bag/index.js';
import {
  CALLBACK_TYPE,
  type CallbackFields,
  decodeCallback,
  decodePublication,
  decodeSystem,
  PUBLICATION_TYPE,
  type PublicationFields,
  publicationsOf,
  SYSTEM_TOPIC,
  type SystemDescription,
} from '../trace/index.js';
import type { TracedCallback } from '../verify/index.js';
import { type EntityNames, splitEntityName } from './entity_names.js';

/** One record of the trace. */
export type TraceEvent = EntityNames & { readonly stamp: bigint } & (
    | { readonly record: 'callback'; readonly callback: TracedCallback }
    | { readonly record: 'publication'; readonly publication: PublicationFields }
  );

/** The callbacks and publications of a trace, by their names. */
export class TraceEvents {
  /** What the system was made of when the run ended. */
  readonly system: SystemDescription | undefined;
  readonly #trace: BagReader;
  /** In the order of their numbers, from 1. */
  readonly #publishers: readonly EntityNames[];
  readonly #channels = new Map<string, EntityNames & { readonly isPublication: boolean }>();

  private constructor(trace: BagReader) {
    this.#trace = trace;
    for (const { name, type } of trace.topics) {
      const isPublication = type === PUBLICATION_TYPE;
      if (!isPublication && type !== CALLBACK_TYPE) continue;
      this.#channels.set(name, { ...splitEntityName(name), isPublication });
    }
    this.system = readSystem(trace);
    this.#publishers = (this.system?.publishers ?? []).map(({ node, topic }) => {
      return { node, kind: 'publisher', name: topic };
    });
  }

  /** @throws OrreryError `ORR_BAG_…` */
  static async open(path: string): Promise<TraceEvents> {
    return new TraceEvents(await openBag(path));
  }

  /** Full names of the nodes that did anything. */
  get nodes(): string[] {
    return unique([...this.#channels.values(), ...this.#publishers].map(({ node }) => node));
  }

  /** Topics on which something was published or received. */
  get topics(): string[] {
    const received = [...this.#channels.values()].filter(({ kind }) => kind === 'subscription');
    return unique([...received, ...this.#publishers].map(({ name }) => name));
  }

  /** All records with stamps in this range, in the order in which things happened. */
  *events(start?: bigint, end?: bigint): Generator<TraceEvent> {
    const topics = this.#channels.keys();
    for (const { topic, data, logTime: stamp } of this.#trace.messages({ topics, start, end })) {
      const channel = this.#channels.get(topic)!;
      if (channel.isPublication) {
        const publication = decodePublication(data);
        if (publication !== undefined)
          yield { record: 'publication', publication, stamp, ...channel };
        continue;
      }
      const fields = decodeCallback(data);
      if (fields === undefined) continue;
      if (fields.publishers.length > 0) yield* this.#publicationsOf(fields, stamp);
      const callback = { ...fields, entity: topic, time: stamp - BigInt(fields.duration) };
      yield { record: 'callback', callback, stamp, ...channel };
    }
  }

  /** What the callback published before it returned stands in its own record. */
  *#publicationsOf(fields: CallbackFields, stamp: bigint): Generator<TraceEvent> {
    for (const publication of publicationsOf(fields, 0)) {
      const names = this.#publishers[publication.publisher - 1];
      if (names !== undefined) yield { record: 'publication', publication, stamp, ...names };
    }
  }

  close(): void {
    this.#trace.close();
  }
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)].sort();
}

function readSystem(trace: BagReader): SystemDescription | undefined {
  if (!trace.topics.some(({ name }) => name === SYSTEM_TOPIC)) return undefined;
  for (const { data } of trace.messages({ topics: [SYSTEM_TOPIC] })) return decodeSystem(data);
  return undefined;
}
