/** The parts of `node:buffer` that Orrery's readers use. */

const utf8 = new TextDecoder();
const encoder = new TextEncoder();

export class Buffer extends Uint8Array {
  static override from(source: unknown, offset?: unknown, length?: unknown): Buffer {
    if (typeof source === 'string') return Buffer.#of(encoder.encode(source));
    if (source instanceof ArrayBuffer) {
      return new Buffer(source, offset as number | undefined, length as number | undefined);
    }
    return Buffer.#of(source as Uint8Array);
  }

  static #of(bytes: Uint8Array): Buffer {
    const copy = new Buffer(bytes.length);
    copy.set(bytes);
    return copy;
  }

  static allocUnsafe(length: number): Buffer {
    return new Buffer(length);
  }

  static allocUnsafeSlow(length: number): Buffer {
    return new Buffer(length);
  }

  static byteLength(text: string): number {
    return encoder.encode(text).length;
  }

  static compare(a: Uint8Array, b: Uint8Array): number {
    const shared = Math.min(a.length, b.length);
    for (let i = 0; i < shared; i++) if (a[i] !== b[i]) return a[i]! - b[i]!;
    return a.length - b.length;
  }

  override toString(encoding = 'utf8'): string {
    if (encoding !== 'latin1') return utf8.decode(this);
    let text = '';
    for (const byte of this) text += String.fromCharCode(byte);
    return text;
  }
}
