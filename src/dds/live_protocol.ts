/** What a program and the thread with its sockets say to each other; one message for each turn. */

import type { EndpointOptions } from './participant_options.js';
import type { PolicyName } from './qos.js';
import type { UdpOptions } from './udp_options.js';
import type { WriteOptions } from './writer_listener.js';

/** What the thread is started with: options that can be sent to it. */
export type LiveOptions = Omit<UdpOptions, 'listener' | 'filter'>;

/** Endpoints are called by numbers that the program gives. */
export type LiveCommand =
  | { readonly kind: 'writer' | 'reader'; readonly id: number; readonly endpoint: EndpointOptions }
  | {
      readonly kind: 'write';
      readonly id: number;
      readonly payload: Uint8Array;
      readonly options: Pick<WriteOptions, 'keyHash' | 'status'> | undefined;
    }
  | { readonly kind: 'remove'; readonly id: number }
  | { readonly kind: 'close' };

/** A sample as the program gets it. */
export interface LiveSample {
  /** GUID of the writer, 32 hexadecimal digits. */
  readonly writer: string;
  readonly sequence: number;
  readonly payload: Uint8Array;
  /** ns since 1970; undefined when the writer did not say. */
  readonly sourceTimestamp: bigint | undefined;
  /** ns since the start of the thread. */
  readonly receivedAt: number;
  readonly isDisposal: boolean;
}

export type LiveEvent =
  | { readonly kind: 'open' }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string }
  | { readonly kind: 'sample'; readonly id: number; readonly sample: LiveSample }
  | { readonly kind: 'matched'; readonly id: number; readonly count: number }
  | { readonly kind: 'incompatible'; readonly id: number; readonly policy: PolicyName }
  | { readonly kind: 'lost'; readonly id: number; readonly count: number }
  /** A keep-all writer had no room: these samples were not written. */
  | { readonly kind: 'refused'; readonly id: number; readonly count: number };
