import type { LiveNews, LiveParticipant } from '../dds/index.js';

/**
 * What the nodes of a run use of a network: a participant, or a tape, which sends nothing. Entities are numbered in
 * the order of their creation, so a tape assigns the same numbers.
 */
export type Wire = Pick<
  LiveParticipant,
  | 'createWriter'
  | 'createReader'
  | 'createClient'
  | 'createServer'
  | 'write'
  | 'call'
  | 'respond'
  | 'remove'
  | 'setNodes'
>;

/** An input from outside; the run receives inputs in order. */
export type WireInput =
  | { readonly kind: 'news'; readonly news: LiveNews }
  | {
      readonly kind: 'sample';
      /** Number of the reader. */
      readonly id: number;
      /** GUID of the writer. */
      readonly writer: string;
      readonly sequence: number;
      readonly payload: Uint8Array;
    }
  | {
      /** A request goes to a server of the run, a reply to a client. */
      readonly kind: 'request' | 'reply';
      readonly id: number;
      readonly number: number;
      readonly payload: Uint8Array;
    };
