import stream from 'node:stream';
import tty from 'node:tty';
import type { Patches } from './patches.js';

/** Node's default since version 22, in bytes; before, streams held a quarter of it. */
const HIGH_WATER_MARK = 65_536;
const STACK_TRACE_LIMIT = 10;
/**
 * The characters of windows-1252 where Latin-1 has control characters; undefined bytes stay
 * unchanged.
 */
const WINDOWS_1252 =
  '\u20ac\x81\u201a\u0192\u201e\u2026\u2020\u2021\u02c6\u2030\u0160\u2039\u0152\x8d\u017d\x8f' +
  '\x90\u2018\u2019\u201c\u201d\u2022\u2013\u2014\u02dc\u2122\u0161\u203a\u0153\x9d\u017e\u0178';

/** Defaults that would otherwise depend on flags, the terminal or the version of Node. */
export function patchEngineDefaults(patches: Patches): void {
  patches.eachRun(() => {
    const before = stream.getDefaultHighWaterMark(false);
    stream.setDefaultHighWaterMark(false, HIGH_WATER_MARK);
    patches.onRestore(() => stream.setDefaultHighWaterMark(false, before));
  });
  patches.define(Error, 'stackTraceLimit', { value: STACK_TRACE_LIMIT, writable: true });
  patches.methods(tty, { isatty: () => false });
  patchTextDecoder(patches);
}

type Decoder = InstanceType<typeof TextDecoder>;

/** Some versions decode windows-1252 as Latin-1. */
function patchTextDecoder(patches: Patches): void {
  const { decode } = TextDecoder.prototype;
  patches.methods(TextDecoder.prototype, {
    decode(this: Decoder, input?: ArrayBuffer | NodeJS.ArrayBufferView, options?: object) {
      if (this.encoding !== 'windows-1252' || input === undefined) {
        return decode.call(this, input as Uint8Array, options);
      }
      const bytes = ArrayBuffer.isView(input)
        ? Buffer.from(input.buffer, input.byteOffset, input.byteLength)
        : Buffer.from(input);
      return bytes
        .toString('latin1')
        .replace(/[\x80-\x9f]/g, (byte) => WINDOWS_1252[byte.charCodeAt(0) - 0x80]!);
    },
  });
}
