import type { PublicationFields } from './publication_fields.js';
import type { CallbackRecord } from './sinks.js';

/** What a trace says about a callback, besides its entity and time. */
export type CallbackFields = Pick<
  CallbackRecord,
  | 'number'
  | 'cause'
  | 'duration'
  | 'input'
  | 'outputs'
  | 'output'
  | 'thread'
  | 'overwritten'
  | 'waited'
  | 'sequence'
  | 'travelled'
  | 'state'
> & {
  /** Number of the publisher of its input, as in {@link SystemDescription}; 0: none. */
  readonly publisher: number;
  /** Numbers of the publishers of what it published before it returned, in order. */
  readonly publishers: readonly number[];
  /** The number of each of these messages at its publisher. */
  readonly sequences: readonly number[];
};

/**
 * What a callback published before it returned, in order: as if each had its own record
 * before that of the callback, with the same stamp.
 *
 * @param entity - number of the callback's entity
 */
export function publicationsOf(fields: CallbackFields, entity: number): PublicationFields[] {
  return fields.publishers.map((publisher, i) => ({
    publisher,
    sequence: fields.sequences[i]!,
    cause: fields.number,
    elapsed: 0,
    inputSequence: fields.sequence,
    inputPublisher: fields.publisher,
    callback: entity,
  }));
}
