/** The messages between a program and its socket thread: one for each turn. */

import type { LiveNews } from './live_news.js';
import type { EndpointOptions } from './participant_options.js';
import type { PolicyName } from './qos.js';
import type { GidBytes } from './ros_discovery_info.js';
import type { ServiceOptions } from './ros_service.js';
import type { UdpOptions } from './udp_options.js';
import type { WriteOptions } from './writer_listener.js';

/** The options of the thread, which can be sent to it. */
export interface LiveOptions extends Omit<UdpOptions, 'listener' | 'impair'> {
  /** Takes part in ROS 2's graph: announces the program's nodes and follows those of other participants. */
  readonly graph?: {
    /** 24 for Humble, 16 since Iron. Default 16. */
    readonly gidBytes?: GidBytes;
    /** Hash of `ParticipantEntitiesInfo`; Humble announces none. */
    readonly typeHash?: string;
  };
  /** Bytes by which the program may be behind before the thread pauses. Default `MAX_UNTAKEN_BYTES`. */
  readonly maxUntaken?: number;
}

/** What the thread starts with. */
export interface LiveThreadData {
  readonly options: LiveOptions;
  /** Shared memory; `SHARED` names its places. */
  readonly shared: Int32Array;
}

/** A node of the program, with the numbers of its endpoints, clients and servers. */
export interface LiveNode {
  readonly namespace: string;
  readonly name: string;
  readonly endpoints: readonly number[];
}

/** Endpoints, clients and servers are identified by numbers that the program assigns. */
export type LiveCommand =
  | { readonly kind: 'writer' | 'reader'; readonly id: number; readonly endpoint: EndpointOptions }
  | { readonly kind: 'client' | 'server'; readonly id: number; readonly service: ServiceOptions }
  | {
      readonly kind: 'write';
      readonly id: number;
      readonly payload: Uint8Array;
      readonly options: Pick<WriteOptions, 'keyHash' | 'status'> | undefined;
    }
  | {
      readonly kind: 'call' | 'respond';
      readonly id: number;
      /** Number of the call at its client, or of the request at its server. */
      readonly number: number;
      readonly payload: Uint8Array;
    }
  | { readonly kind: 'forget'; readonly id: number; readonly number: number }
  | { readonly kind: 'nodes'; readonly nodes: readonly LiveNode[] }
  | { readonly kind: 'status' }
  /** The program has taken what it was sent. */
  | { readonly kind: 'resume' }
  | { readonly kind: 'remove'; readonly id: number }
  | { readonly kind: 'close' };

/** A sample as the program receives it. */
export interface LiveSample {
  /** GUID of the writer, 32 hexadecimal digits. */
  readonly writer: string;
  readonly sequence: number;
  readonly payload: Uint8Array;
  /** ns since 1970; undefined if the writer sent none. */
  readonly sourceTimestamp: bigint | undefined;
  /** ns since the start of the thread. */
  readonly receivedAt: number;
  readonly isDisposal: boolean;
}

/** Statistics of a participant. */
export interface LiveStatus {
  /** Datagrams refused, by reason. */
  readonly rejections: Readonly<Record<string, number>>;
  /** Errors of sockets, by code. */
  readonly socketErrors: Readonly<Record<string, number>>;
  /** Datagrams. */
  readonly sent: number;
  readonly received: number;
  /** Size of a socket's receive buffer in the kernel, in bytes. */
  readonly receiveBuffer: number;
}

export type LiveEvent =
  | { readonly kind: 'open'; readonly guid: string }
  | { readonly kind: 'failed'; readonly code: string; readonly message: string }
  | { readonly kind: 'sample'; readonly id: number; readonly sample: LiveSample }
  | { readonly kind: 'matched'; readonly id: number; readonly count: number }
  | { readonly kind: 'incompatible'; readonly id: number; readonly policy: PolicyName }
  | { readonly kind: 'lost'; readonly id: number; readonly count: number }
  /** A keep-all writer had no room: these samples were not written. */
  | { readonly kind: 'refused'; readonly id: number; readonly count: number }
  /** For a client: whether a server would now get a request, and the client its reply. */
  | { readonly kind: 'ready'; readonly id: number; readonly isReady: boolean }
  | {
      readonly kind: 'request' | 'reply';
      readonly id: number;
      readonly number: number;
      readonly payload: Uint8Array;
    }
  | { readonly kind: 'news'; readonly news: LiveNews }
  | { readonly kind: 'status'; readonly status: LiveStatus };
