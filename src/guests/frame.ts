import { type FrameFault, frameFault } from './frame_fault.js';

/** One frame that arrived; its fields are read in order, never beyond its end. */
export class Frame {
  kind = 0;
  flags = 0;
  subject = 0;
  /** Whether its bytes stay as they are when the next frame is read. */
  keepsBytes = false;
  #bytes: Buffer = Buffer.alloc(0);
  #at = 0;
  #end = 0;

  /** Points this object to the frame whose body is `bytes[at, end)`. */
  point(
    kind: number,
    flags: number,
    subject: number,
    bytes: Buffer,
    at: number,
    end: number,
    keepsBytes = false,
  ): void {
    this.keepsBytes = keepsBytes;
    this.kind = kind;
    this.flags = flags;
    this.subject = subject;
    this.#bytes = bytes;
    this.#at = at;
    this.#end = end;
  }

  u8(): number {
    return this.#bytes[this.#take(1)]!;
  }

  u16(): number {
    return this.#bytes.readUInt16LE(this.#take(2));
  }

  u32(): number {
    return this.#bytes.readUInt32LE(this.#take(4));
  }

  i32(): number {
    return this.#bytes.readInt32LE(this.#take(4));
  }

  /** 64 bits as a Number; exact up to 2^53. */
  i64(): number {
    const at = this.#take(8);
    return this.#bytes.readInt32LE(at + 4) * 0x1_0000_0000 + this.#bytes.readUInt32LE(at);
  }

  big(): bigint {
    return this.#bytes.readBigInt64LE(this.#take(8));
  }

  string(): string {
    const length = this.u16();
    const at = this.#take(length);
    return this.#bytes.toString('utf8', at, at + length);
  }

  /** The rest of the frame; valid until the next frame is read, unless the frame keeps its bytes. */
  rest(): Uint8Array {
    const at = this.#at;
    this.#at = this.#end;
    return this.#bytes.subarray(at, this.#end);
  }

  text(): string {
    return Buffer.from(this.rest()).toString('utf8');
  }

  get left(): number {
    return this.#end - this.#at;
  }

  /** Makes the error for a mistake in this frame. */
  fault(what: string): FrameFault {
    return frameFault(`a frame of kind ${this.kind} ${what}`);
  }

  #take(bytes: number): number {
    const at = this.#at;
    if (at + bytes > this.#end) throw this.fault('ends before its fields do');
    this.#at = at + bytes;
    return at;
  }
}
