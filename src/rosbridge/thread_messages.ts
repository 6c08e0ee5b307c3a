/** The messages between a run and the thread with its web clients. */
import type { LiveNews, LiveNode } from '../dds/index.js';
import type { TypeRegistryOptions } from '../interfaces/index.js';

/** What the thread starts with. */
export interface BridgeThreadData {
  readonly protocol: 'rosbridge' | 'foxglove';
  readonly port: number;
  readonly types: TypeRegistryOptions;
  /** When the run begins, ns since the epoch. */
  readonly start: bigint;
  /** Whether clients can go back in time, which takes a new run. */
  readonly canRepeat: boolean;
  /** Requests of clients get numbers above this one. */
  readonly lastRequest: number;
}

/** A publisher, subscription, client or server of the run. */
export interface RunEndpoint {
  /** Numbered in the order of their creation. */
  readonly id: number;
  readonly kind: 'writer' | 'reader' | 'client' | 'server';
  /** Name of the topic or the service. */
  readonly name: string;
  /** `package/msg/Name` or `package/srv/Name` */
  readonly type: string;
  /** Whether late subscribers get its last messages. */
  readonly isLatched: boolean;
}

/** How virtual time passes. */
export interface Pace {
  /** When the run began, and what time it is; ns since the epoch. */
  readonly start: bigint;
  readonly time: bigint;
  readonly isPaused: boolean;
  /** Virtual seconds per second. */
  readonly rate: number;
  /** Whether time has jumped to `time`. */
  readonly hasSought: boolean;
}

/** How a client wants virtual time to pass. */
export interface PaceWish {
  readonly isPaused?: boolean | undefined;
  readonly rate?: number | undefined;
  /** The time to go to as fast as possible, in ns since the epoch; going back takes a new run. */
  readonly seek?: bigint | undefined;
  readonly requestId: string;
}

/** The run, as far as its clients see or change its time. */
export interface RunClock {
  /** ns since the epoch. */
  readonly time: bigint;
  follow(wish: PaceWish): void;
}

export type RunCommand =
  | { readonly kind: 'endpoint'; readonly endpoint: RunEndpoint }
  | { readonly kind: 'removed'; readonly id: number }
  | { readonly kind: 'nodes'; readonly nodes: readonly LiveNode[] }
  | {
      readonly kind: 'write';
      readonly id: number;
      readonly payload: Uint8Array;
      /** ns since the epoch. */
      readonly time: bigint;
    }
  | { readonly kind: 'pace'; readonly pace: Pace; readonly requestId: string | undefined }
  | {
      readonly kind: 'respond';
      readonly id: number;
      readonly number: number;
      readonly payload: Uint8Array;
    }
  | {
      /** From the run's client with this id, to a service that a web client offers. */
      readonly kind: 'ask';
      readonly id: number;
      readonly number: number;
      readonly payload: Uint8Array;
    }
  | { readonly kind: 'close' };

export type BridgeEvent =
  | { readonly kind: 'open' }
  | { readonly kind: 'failed'; readonly message: string }
  | { readonly kind: 'news'; readonly news: LiveNews }
  | {
      readonly kind: 'sample';
      readonly topic: string;
      /** GUID of the writer. */
      readonly writer: string;
      readonly sequence: number;
      readonly payload: Uint8Array;
    }
  | {
      /** For the server with this id. */
      readonly kind: 'request';
      readonly id: number;
      readonly number: number;
      readonly payload: Uint8Array;
    }
  | {
      /** The answer to the run's request with this number. */
      readonly kind: 'reply';
      readonly number: number;
      readonly payload: Uint8Array;
    }
  | { readonly kind: 'pace'; readonly wish: PaceWish }
  /** The topics that some client subscribes to. */
  | { readonly kind: 'wanted'; readonly topics: readonly string[] };
