import type { LiveNews, LiveParticipant } from '../dds/index.js';

/**
 * What the nodes of a run use of a network: a participant, or a tape, which says nothing to anybody.
 * Everything is called by numbers that are given in the order of asking, so that a tape gives the
 * same.
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

/** What comes from outside, in the order in which the run gets it. */
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
