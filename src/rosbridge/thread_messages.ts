/** The messages between a run and the thread with its web clients. */
import type { LiveNews, LiveNode } from '../dds/index.js';
import type { TypeRegistryOptions } from '../interfaces/index.js';

/** What the thread starts with. */
export interface BridgeThreadData {
  readonly port: number;
  readonly types: TypeRegistryOptions;
}

/** A publisher, subscription, client or server of the run. */
export interface RunEndpoint {
  /** Numbered in the order of their creation. */
  readonly id: number;
  readonly kind: 'writer' | 'reader' | 'client' | 'server';
  /** Of the topic or the service. */
  readonly name: string;
  /** `package/msg/Name` or `package/srv/Name` */
  readonly type: string;
  /** Whether late subscribers get its last messages. */
  readonly isLatched: boolean;
}

export type RunCommand =
  | { readonly kind: 'endpoint'; readonly endpoint: RunEndpoint }
  | { readonly kind: 'removed'; readonly id: number }
  | { readonly kind: 'nodes'; readonly nodes: readonly LiveNode[] }
  | { readonly kind: 'write'; readonly id: number; readonly payload: Uint8Array }
  | {
      readonly kind: 'respond';
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
      /** To the server with this number. */
      readonly kind: 'request';
      readonly id: number;
      readonly number: number;
      readonly payload: Uint8Array;
    }
  /** The topics that some client subscribes to. */
  | { readonly kind: 'wanted'; readonly topics: readonly string[] };
