import { bagError } from './bag_error.js';
import {
  type McapChannel,
  type WrittenChannel,
  writeChannel,
  writeSchema,
} from './mcap_record_writer.js';
import type { SchemaRecord } from './mcap_records.js';
import type { RecordBuffer } from './record_buffer.js';

/** Largest number of channels: their ids have 16 bits. */
const MOST_CHANNELS = 65_535;

const encoder = new TextEncoder();

export interface ChannelState extends WrittenChannel {
  written: boolean;
  count: number;
}

/** The channels of an MCAP file that is being written, and their schemas, each once. */
export class McapChannels {
  readonly all: ChannelState[] = [];
  readonly schemas: SchemaRecord[] = [];
  readonly #schemaIds = new Map<string, number>();
  readonly #writtenSchemas = new Set<number>();

  /** Adds a channel; ids count from 1. @throws OrreryError `ORR_BAG_WRITE` beyond 65535 */
  add(channel: McapChannel): number {
    const { name, encoding, text } = channel.schema;
    const key = `${name}\n${encoding}\n${text}`;
    let schemaId = this.#schemaIds.get(key);
    if (schemaId === undefined) {
      schemaId = this.schemas.length + 1;
      this.#schemaIds.set(key, schemaId);
      this.schemas.push({ id: schemaId, name, encoding, data: encoder.encode(text) });
    }
    const id = this.all.length + 1;
    if (id > MOST_CHANNELS) {
      const message = `an MCAP file holds at most ${MOST_CHANNELS} topics; record fewer.`;
      throw bagError('ORR_BAG_WRITE', message, { topic: channel.topic });
    }
    this.all.push({ id, schemaId, channel, written: false, count: 0 });
    return id;
  }

  /** Saves what was written and counted; the returned function restores it. */
  mark(): () => void {
    const states = this.all.map(({ written, count }) => ({ written, count }));
    const schemas = [...this.#writtenSchemas];
    return () => {
      for (const [i, state] of states.entries()) Object.assign(this.all[i]!, state);
      this.#writtenSchemas.clear();
      for (const id of schemas) this.#writtenSchemas.add(id);
    };
  }

  /** The file contains each schema and channel once, before the channel's first message. */
  define(state: ChannelState, chunk: Pick<RecordBuffer, 'define'>): void {
    chunk.define((records) => this.#writeDefinition(state, records));
  }

  #writeDefinition(state: ChannelState, records: RecordBuffer): void {
    state.written = true;
    if (!this.#writtenSchemas.has(state.schemaId)) {
      this.#writtenSchemas.add(state.schemaId);
      writeSchema(records, this.schemas[state.schemaId - 1]!);
    }
    writeChannel(records, state);
  }
}
