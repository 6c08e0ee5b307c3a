/**
 * The binary messages of the Foxglove WebSocket protocol, version 1
 * (github.com/foxglove/ws-protocol, docs/spec.md; playback control: github.com/foxglove/foxglove-sdk).
 * Numbers are little-endian.
 */
import { refused } from '../refused.js';

const FROM_SERVER = { message: 1, time: 2, response: 3, asset: 4, playback: 5 } as const;
/** The status in the answer to a request for an asset. */
const ASSET_REFUSED = 1;
const FROM_CLIENT = { message: 1, request: 2, playback: 3 } as const;

export type ClientFrame =
  | { readonly kind: 'message'; readonly channel: number; readonly payload: Uint8Array }
  | {
      readonly kind: 'request';
      readonly service: number;
      readonly call: number;
      readonly encoding: string;
      readonly payload: Uint8Array;
    }
  | {
      readonly kind: 'playback';
      readonly isPlay: boolean;
      readonly speed: number;
      /** ns since the epoch. */
      readonly seek: bigint | undefined;
      readonly requestId: string;
    };

/** @throws OrreryError if it is not part of the protocol */
export function readFrame(bytes: Uint8Array): ClientFrame {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    switch (bytes[0]) {
      case FROM_CLIENT.message:
        return { kind: 'message', channel: view.getUint32(1, true), payload: bytes.subarray(5) };
      case FROM_CLIENT.request:
        return readRequest(bytes, view);
      case FROM_CLIENT.playback:
        return readPlayback(bytes, view);
    }
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
  throw refused(`A binary message of ${bytes.length} bytes is not part of the protocol.`);
}

function readRequest(bytes: Uint8Array, view: DataView): ClientFrame {
  const [encoding, end] = readText(bytes, view, 9);
  const [service, call] = [view.getUint32(1, true), view.getUint32(5, true)];
  return { kind: 'request', service, call, encoding, payload: bytes.subarray(end) };
}

function readPlayback(bytes: Uint8Array, view: DataView): ClientFrame {
  const [requestId] = readText(bytes, view, 15);
  const seek = view.getUint8(6) === 0 ? undefined : view.getBigUint64(7, true);
  const speed = view.getFloat32(2, true);
  return { kind: 'playback', isPlay: view.getUint8(1) === 0, speed, seek, requestId };
}

/** A text that follows its length, and where the text ends. */
function readText(bytes: Uint8Array, view: DataView, at: number): [text: string, end: number] {
  const end = at + 4 + view.getUint32(at, true);
  if (end > bytes.length) throw new RangeError('a string beyond the end');
  return [Buffer.from(bytes.subarray(at + 4, end)).toString('utf8'), end];
}

/** @param time - ns since the epoch */
export function messageFrame(subscription: number, time: bigint, payload: Uint8Array): Buffer {
  const frame = Buffer.alloc(13 + payload.length);
  frame.writeUInt8(FROM_SERVER.message, 0);
  frame.writeUInt32LE(subscription, 1);
  frame.writeBigUInt64LE(time, 5);
  frame.set(payload, 13);
  return frame;
}

export function timeFrame(time: bigint): Buffer {
  const frame = Buffer.alloc(9);
  frame.writeUInt8(FROM_SERVER.time, 0);
  frame.writeBigUInt64LE(time, 1);
  return frame;
}

/** @param name - the encoding of the payload, the same as that of the request */
export function responseFrame(
  service: number,
  call: number,
  name: string,
  payload: Uint8Array,
): Buffer {
  const encoding = Buffer.from(name);
  const frame = Buffer.alloc(13 + encoding.length + payload.length);
  frame.writeUInt8(FROM_SERVER.response, 0);
  frame.writeUInt32LE(service, 1);
  frame.writeUInt32LE(call, 5);
  frame.writeUInt32LE(encoding.length, 9);
  frame.set(encoding, 13);
  frame.set(payload, 13 + encoding.length);
  return frame;
}

/** The answer to a request for an asset, which is refused. */
export function refusedAssetFrame(request: number, why: string): Buffer {
  const text = Buffer.from(why);
  const frame = Buffer.alloc(10 + text.length);
  frame.writeUInt8(FROM_SERVER.asset, 0);
  frame.writeUInt32LE(request, 1);
  frame.writeUInt8(ASSET_REFUSED, 5);
  frame.writeUInt32LE(text.length, 6);
  frame.set(text, 10);
  return frame;
}

export interface PlaybackState {
  readonly isPaused: boolean;
  readonly time: bigint;
  readonly speed: number;
  /** Whether time has jumped. */
  readonly didSeek: boolean;
  /** Id of the request that it answers; empty: none. */
  readonly requestId: string;
}

export function playbackFrame(state: PlaybackState): Buffer {
  const { isPaused, time, speed, didSeek, requestId } = state;
  const text = Buffer.from(requestId);
  const frame = Buffer.alloc(19 + text.length);
  frame.writeUInt8(FROM_SERVER.playback, 0);
  frame.writeUInt8(isPaused ? 1 : 0, 1);
  frame.writeBigUInt64LE(time, 2);
  frame.writeFloatLE(speed, 10);
  frame.writeUInt8(didSeek ? 1 : 0, 14);
  frame.writeUInt32LE(text.length, 15);
  frame.set(text, 19);
  return frame;
}
