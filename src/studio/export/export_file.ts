import { closeSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { OrreryError } from '../../errors/index.js';

const BUFFER_BYTES = 1 << 20;

/** A file that is written piece by piece and gets its final name only when it is complete. */
export class ExportFile {
  readonly path: string;
  readonly #temporary: string;
  readonly #fd: number;
  readonly #buffer = new Uint8Array(BUFFER_BYTES);
  #used = 0;
  #written = 0;

  /** @throws OrreryError `ORR_OUTPUT_UNWRITABLE` */
  constructor(path: string) {
    this.path = path;
    this.#temporary = join(dirname(path), `.${basename(path)}.partial`);
    this.#fd = this.#attempt(() => {
      mkdirSync(dirname(path), { recursive: true });
      return openSync(this.#temporary, 'w');
    });
  }

  /** Number of bytes so far. */
  get size(): number {
    return this.#written + this.#used;
  }

  write(bytes: Uint8Array): void {
    if (bytes.length > BUFFER_BYTES - this.#used) this.#flush();
    if (bytes.length > BUFFER_BYTES) {
      this.#put(bytes);
      return;
    }
    this.#buffer.set(bytes, this.#used);
    this.#used += bytes.length;
  }

  text(text: string): void {
    this.write(Buffer.from(text));
  }

  /** Overwrites bytes that were written before. */
  patch(bytes: Uint8Array, at: number): void {
    this.#flush();
    this.#attempt(() => writeSync(this.#fd, bytes, 0, bytes.length, at));
  }

  /** Calls `content`, then gives the file its final name; if `content` throws, nothing is left. */
  fill(content: () => void): void {
    try {
      content();
      this.#flush();
      closeSync(this.#fd);
    } catch (error) {
      closeSync(this.#fd);
      rmSync(this.#temporary, { force: true });
      throw error;
    }
    this.#attempt(() => renameSync(this.#temporary, this.path));
  }

  #flush(): void {
    if (this.#used > 0) this.#put(this.#buffer.subarray(0, this.#used));
    this.#used = 0;
  }

  #put(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; ) {
      const from = at;
      at += this.#attempt(() =>
        writeSync(this.#fd, bytes, from, bytes.length - from, this.#written),
      );
      this.#written += at - from;
    }
  }

  #attempt<T>(action: () => T): T {
    try {
      return action();
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new OrreryError(
        'ORR_OUTPUT_UNWRITABLE',
        `The file ${this.path} cannot be written (${reason}); name one in a folder you may write to.`,
        { place: { file: this.path }, cause },
      );
    }
  }
}
