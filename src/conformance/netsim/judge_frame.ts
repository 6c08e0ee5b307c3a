import {
  CHANNEL_DATA,
  decompress,
  encodeFrame,
  FrameReader,
  NETWORK_UPDATE,
  PHYSICS_UPDATE,
  type ProtoMessage,
} from '../../netsim/index.js';
import type { FrameVector } from './frame_vector.js';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/** Frames with bytes that no encoder would write; they test only the decoder. */
const DECODER_ONLY = /unpacked|unknown fields|twice/;

/** How our codec's result differs from a recorded frame; undefined if it does not. */
export function judgeFrame(vector: FrameVector): string | undefined {
  const frame = Buffer.from(vector.frame, 'hex');
  const reader = new FrameReader();
  // In two pieces, as a socket may deliver it.
  const bodies = [...reader.push(frame.subarray(0, 3)), ...reader.push(frame.subarray(3))];
  const [body] = bodies;
  if (body === undefined || bodies.length > 1 || !reader.complete) return 'is not one whole frame';
  if (body.length !== vector.length) return `has ${body.length} bytes, not ${vector.length}`;
  if (!encodeFrame(body).equals(frame)) return 'is framed differently';
  if (vector.json_text !== undefined) return judgeText(vector, body);
  const content = decompress(body);
  if (hex(content) !== vector.protobuf) return 'decompresses to something else';
  return vector.message === 'PhysicsUpdate'
    ? judgeUpdate(PHYSICS_UPDATE, content, vector)
    : judgeUpdate(NETWORK_UPDATE, content, vector);
}

function judgeText(vector: FrameVector, body: Buffer): string | undefined {
  const text = vector.gzip === undefined ? body : decompress(body);
  return text.toString() === vector.json_text ? undefined : 'has another text';
}

function judgeUpdate<T extends { readonly msg_type: number; readonly channel_data: Uint8Array }>(
  message: ProtoMessage<T>,
  content: Uint8Array,
  vector: FrameVector,
): string | undefined {
  const decoded = message.decode(content);
  const { channel_data, ...fields } = decoded;
  const ours = {
    ...fields,
    msg_type: decoded.msg_type === 0 ? 'BEGIN' : 'END',
    channel_data_present: channel_data.length > 0,
  };
  const difference = firstDifferentField(vector.decoded ?? {}, ours);
  if (difference !== undefined) return difference;
  const again = hex(message.encode(decoded));
  if (again !== vector.protobuf && !DECODER_ONLY.test(vector.name)) return 'is encoded differently';
  if (vector.channel_data == null) return undefined;
  const channel = CHANNEL_DATA.decode(decompress(channel_data));
  if (hex(CHANNEL_DATA.encode(channel)) !== vector.channel_data.protobuf) {
    return 'has channel data that are encoded differently';
  }
  return firstDifferentField(vector.channel_data.decoded, channel);
}

function firstDifferentField(recorded: object, ours: object): string | undefined {
  const mine = ours as Readonly<Record<string, unknown>>;
  for (const [name, value] of Object.entries(recorded)) {
    const [a, b] = [JSON.stringify(value), JSON.stringify(written(mine[name]))];
    if (a !== b) return `${name} is ${b}, not ${a}`;
  }
  return undefined;
}

/** A value as the vectors write it: JSON lacks infinite numbers, so these are strings. */
function written(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return value.map((each) =>
    each === Number.POSITIVE_INFINITY ? 'inf' : each === Number.NEGATIVE_INFINITY ? '-inf' : each,
  );
}
