import { type TracedCallback, TraceReader } from '../record/index.js';
import {
  CALLBACK_TYPE,
  decodePublication,
  PUBLICATION_TYPE,
  type PublicationFields,
  publicationsOf,
  type SystemDescription,
} from '../trace/index.js';
import { type EntityNames, splitEntityName } from './entity_names.js';

/** One record of the trace. */
export type TraceEvent = EntityNames & { readonly stamp: bigint } & (
    | { readonly record: 'callback'; readonly callback: TracedCallback }
    | { readonly record: 'publication'; readonly publication: PublicationFields }
  );

/** The callbacks and publications of a trace, by their names. */
export class TraceEvents {
  /** The description of the system when the run ended. */
  readonly system: SystemDescription | undefined;
  readonly #trace: TraceReader;
  /** In the order of their numbers, from 1. */
  readonly #publishers: readonly EntityNames[];
  readonly #channels = new Map<string, EntityNames & { readonly isPublication: boolean }>();

  private constructor(trace: TraceReader) {
    this.#trace = trace;
    for (const { name, type } of trace.bag.topics) {
      const isPublication = type === PUBLICATION_TYPE;
      if (!isPublication && type !== CALLBACK_TYPE) continue;
      this.#channels.set(name, { ...splitEntityName(name), isPublication });
    }
    this.system = trace.system()?.description;
    this.#publishers = (this.system?.publishers ?? []).map(({ node, topic }) => {
      return { node, kind: 'publisher', name: topic };
    });
  }

  /** @throws OrreryError `ORR_ANALYSIS_TRACE_MISSING`, `ORR_BAG_…` */
  static async open(directory: string): Promise<TraceEvents> {
    return new TraceEvents(await TraceReader.open(directory));
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
    for (const message of this.#trace.bag.messages({ topics, start, end })) {
      const { topic, data, logTime: stamp } = message;
      const channel = this.#channels.get(topic)!;
      if (channel.isPublication) {
        const publication = decodePublication(data);
        if (publication !== undefined)
          yield { record: 'publication', publication, stamp, ...channel };
        continue;
      }
      const callback = this.#trace.callbackOf(message);
      if (callback.publishers.length > 0) yield* this.#publicationsOf(callback, stamp);
      yield { record: 'callback', callback, stamp, ...channel };
    }
  }

  /** Messages that the callback published before it returned are in its own record. */
  *#publicationsOf(fields: TracedCallback, stamp: bigint): Generator<TraceEvent> {
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
