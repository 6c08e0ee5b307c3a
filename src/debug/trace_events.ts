import { type TracedCallback, TraceReader } from '../record/index.js';
import { type PublicationFields, publicationsOf, type SystemDescription } from '../trace/index.js';
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
  /** Of the entities that had callbacks. */
  readonly #entities: ReadonlyMap<string, EntityNames>;

  private constructor(trace: TraceReader) {
    this.#trace = trace;
    this.#entities = new Map(trace.entities.map((name) => [name, splitEntityName(name)]));
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
    return unique([...this.#entities.values(), ...this.#publishers].map(({ node }) => node));
  }

  /** Topics on which something was published or received. */
  get topics(): string[] {
    const received = [...this.#entities.values()].filter(({ kind }) => kind === 'subscription');
    return unique([...received, ...this.#publishers].map(({ name }) => name));
  }

  /** All records with stamps in this range, in the order in which things happened. */
  *events(start?: bigint, end?: bigint): Generator<TraceEvent> {
    for (const record of this.#trace.records(start, end)) {
      const { stamp } = record;
      if (record.kind === 'publication') {
        yield* this.#publication(record.publication, stamp);
        continue;
      }
      const { callback } = record;
      // Messages that the callback published before it returned are in its own record.
      for (const publication of publicationsOf(callback, 0)) {
        yield* this.#publication(publication, stamp);
      }
      yield { record: 'callback', callback, stamp, ...this.#entities.get(callback.entity)! };
    }
  }

  /** Nothing is known about a publisher that came after the last checkpoint of a run that was killed. */
  *#publication(publication: PublicationFields, stamp: bigint): Generator<TraceEvent> {
    const names = this.#publishers[publication.publisher - 1];
    if (names !== undefined) yield { record: 'publication', publication, stamp, ...names };
  }

  close(): void {
    this.#trace.close();
  }
}

function unique(names: readonly string[]): string[] {
  return [...new Set(names)].sort();
}
