import type { Patches } from './patches.js';

const NAN_32 = 0x7fc00000;
const NEGATIVE_NAN_32 = 0xffc00000;
const NAN_64 = 0x7ff80000;
const NEGATIVE_NAN_64 = 0xfff80000;

/**
 * Programs that never name one of these cannot see the bits of a NaN: {@link patchFloatWrites}
 * replaces the functions that write a number into bytes.
 */
const SEES_BITS = /Float(?:16|32|64)Array|WebAssembly|\.buffer\b/;

// Captured: user code may replace it.
const isNan = Number.isNaN;

let sources: (() => boolean) | undefined;

/** Tells this thread how to find out whether a loaded program {@link seesBits}. */
export function setSources(next: () => boolean): void {
  sources = next;
}

/** Whether the program with this text may look at floats through their bytes. */
export function seesBits(text: string): boolean {
  return SEES_BITS.test(text);
}

/** Whether any program of this thread may see the bits of a NaN; true if unknown. */
export function mayProgramsSeeBits(): boolean {
  return sources === undefined || sources();
}

/** Gives every NaN that a program writes into bytes the same sign. */
export function patchFloatWrites(patches: Patches): void {
  const view = DataView.prototype;
  // Captured: user code may replace them.
  const { getUint32, setUint32, setFloat32, setFloat64 } = view;
  const mend = (target: DataView, at: number, negative: number, canonical: number, le: boolean) => {
    if (getUint32.call(target, at, le) === negative) setUint32.call(target, at, canonical, le);
  };
  patches.methods(view, {
    // The declared parameters give the functions the `length` of the real ones.
    setFloat32(this: DataView, at: number, value: number, littleEndian = false) {
      setFloat32.call(this, at, value, littleEndian);
      if (isNan(value)) mend(this, at, NEGATIVE_NAN_32, NAN_32, littleEndian);
    },
    setFloat64(this: DataView, at: number, value: number, littleEndian = false) {
      setFloat64.call(this, at, value, littleEndian);
      if (!isNan(value)) return;
      const high = littleEndian ? +at + 4 : at;
      mend(this, high, NEGATIVE_NAN_64, NAN_64, littleEndian);
    },
  });
  patchBufferWrites(patches, mend);
}

type Mend = (view: DataView, at: number, negative: number, canonical: number, le: boolean) => void;

function patchBufferWrites(patches: Patches, mend: Mend): void {
  const RealDataView = DataView;
  for (const [size, name] of [
    [4, 'writeFloat'],
    [8, 'writeDouble'],
  ] as const) {
    for (const order of ['LE', 'BE'] as const) {
      const le = order === 'LE';
      const write = Buffer.prototype[`${name}${order}`];
      patches.methods(Buffer.prototype, {
        [`${name}${order}`](this: Buffer, value: number, offset = 0) {
          const end = write.call(this, value, offset);
          if (!isNan(value)) return end;
          const view = new RealDataView(this.buffer, this.byteOffset + end - size, size);
          if (size === 4) mend(view, 0, NEGATIVE_NAN_32, NAN_32, le);
          else mend(view, le ? 4 : 0, NEGATIVE_NAN_64, NAN_64, le);
          return end;
        },
      });
    }
  }
}
