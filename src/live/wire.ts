import type { LiveNews, LiveParticipant } from '../dds/index.js';

/**
 * What the nodes of a run use of a network: a participant, or a tape, which sends nothing. Entities have
 * numbers in the order of their creation, so that a tape assigns the same ones.
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
      /** To a server, or to a client. */
      readonly kind: 'request' | 'reply';
      readonly id: number;
      readonly number: number;
      readonly payload: Uint8Array;
    };
