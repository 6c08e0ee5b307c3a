import {
  type ChannelRecord,
  OP,
  type RecordCursor,
  readChannel,
  readSchema,
  type SchemaRecord,
} from './mcap_records.js';

/** The schemas and channels of an MCAP file: an id means one thing throughout the file. */
export interface McapDefinitions {
  readonly schemas: Map<number, SchemaRecord>;
  readonly channels: Map<number, ChannelRecord>;
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}

/**
 * Remembers a schema or channel record; ignores others.
 *
 * @throws OrreryError `ORR_BAG_CORRUPT` if its id already stands for a different schema or channel
 */
export function defineRecord(
  { schemas, channels }: McapDefinitions,
  opcode: number | undefined,
  cursor: RecordCursor,
): void {
  if (opcode === OP.schema) defineSchema(schemas, readSchema(cursor), cursor);
  else if (opcode === OP.channel) defineChannel(channels, readChannel(cursor), cursor);
}

function defineSchema(
  schemas: Map<number, SchemaRecord>,
  schema: SchemaRecord,
  cursor: RecordCursor,
): void {
  const known = schemas.get(schema.id);
  const same =
    known === undefined ||
    (known.name === schema.name &&
      known.encoding === schema.encoding &&
      sameBytes(known.data, schema.data));
  if (!same) {
    throw cursor.fail(
      `the schema id ${schema.id} is used twice, for ${known.name} and for ${schema.name}.`,
    );
  }
  schemas.set(schema.id, schema);
}

function defineChannel(
  channels: Map<number, ChannelRecord>,
  channel: ChannelRecord,
  cursor: RecordCursor,
): void {
  const known = channels.get(channel.id);
  const same =
    known === undefined ||
    (known.topic === channel.topic &&
      known.schemaId === channel.schemaId &&
      known.messageEncoding === channel.messageEncoding);
  if (!same) {
    throw cursor.fail(
      `the channel id ${channel.id} is used twice, for ${known.topic} and for ${channel.topic}.`,
    );
  }
  channels.set(channel.id, channel);
}
