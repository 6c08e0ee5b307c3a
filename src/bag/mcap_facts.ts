import type { ChannelRecord, SchemaRecord } from './mcap_records.js';

/** What an audit of an MCAP file finds: something that contradicts something else in the file. */
export interface AuditFinding {
  /** `error`: one of the two is wrong. `warning`: it is unclear which of the two is right. */
  readonly severity: 'error' | 'warning';
  /** A sentence without its subject, which is the file. */
  readonly message: string;
  readonly offset: number;
}

/** The result of an audit. */
export interface Audit {
  readonly findings: readonly AuditFinding[];
  /** Whether one checksum covers all messages of the file, and is right. */
  readonly isWholeChecked: boolean;
}

/** A chunk of the data section, as its own bytes describe it. */
export interface ChunkFacts {
  readonly length: number;
  readonly start: bigint;
  readonly end: bigint;
  readonly compression: string;
  readonly packedBytes: number;
  readonly plainBytes: number;
  /** Where the message index of each channel is. */
  readonly indexes: Map<number, number>;
  /** Where the message indexes end. */
  indexEnd: number;
}

/** A record that the summary may point to. */
export interface NamedRecord {
  readonly length: number;
  readonly name: string;
}

/** What the data section of a file holds. */
export interface McapFacts {
  readonly schemas: Map<number, SchemaRecord>;
  readonly channels: Map<number, ChannelRecord>;
  /** By the offset of the record, as are the next two maps. */
  readonly chunks: Map<number, ChunkFacts>;
  readonly attachments: Map<number, NamedRecord>;
  readonly metadata: Map<number, NamedRecord>;
  /** Messages by channel. */
  readonly counts: Map<number, number>;
  start: bigint | undefined;
  end: bigint | undefined;
  /** Where the record that ends the data section begins and ends. */
  dataEnd: { readonly at: number; readonly end: number; readonly crc: number } | undefined;
  headerEnd: number;
}

/** The facts of a file that has not been read yet. */
export function noFacts(): McapFacts {
  return {
    schemas: new Map(),
    channels: new Map(),
    chunks: new Map(),
    attachments: new Map(),
    metadata: new Map(),
    counts: new Map(),
    start: undefined,
    end: undefined,
    dataEnd: undefined,
    headerEnd: 0,
  };
}
